"""The tools and resources as a server of the model context protocol. Each call has a process of its own, limited and killable.

Nothing is kept between calls, and nothing is read from disk: what is to be checked comes in the call.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from threading import Thread
from typing import Annotated, Any, Literal

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from checks import __version__
from checks.messages import message
from checks.running.killable import Process, Stopped
from checks.running.processes import Limits
from checks.tools import results

TASKS = "checks.tools.tasks"
AT_ONCE = 4  # calls that are worked on at a time; others wait
READ_ONLY = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

Lang = Literal["en", "es"]
Format = Literal["markdown", "latex", "text", "html", "notebook", "python"]
Kind = Literal["json", "csv", "document", "example"]
Rule = Literal["half-even", "half-away", "truncate"]
Dtype = Literal["fp64", "fp32", "fp16", "bf16"]


def server(limits: Limits, lang: Lang) -> MCPServer[Any]:
    """The server; `run("stdio")` serves until its client leaves. Descriptions are in `lang`, answers too unless asked."""

    def say(code: str) -> str:
        return message(f"tools.{code}", lang)

    def field(code: str, **more: Any) -> Any:
        return Field(description=say(code), **more)

    made: MCPServer[Any] = MCPServer("triplecheck", instructions=say("instructions"), version=__version__, log_level="WARNING")
    ask = partial(_asked, limits, anyio.CapacityLimiter(AT_ONCE))
    tool = partial(made.tool, annotations=READ_ONLY)

    @tool("check", description=say("check"))
    async def check(
        text: Annotated[str, field("text")],
        format: Annotated[Format, field("format")] = "markdown",
        lang: Annotated[Lang | None, field("lang")] = None,
    ) -> Annotated[CallToolResult, results.Report]:
        return _result(await ask(lang, "check", text, format, lang))

    @tool("prove", description=say("prove"))
    async def prove(
        name: Annotated[str, field("name")],
        depth: Annotated[int, field("depth", ge=0, le=3)] = 1,
        lang: Annotated[Lang, field("lang")] = lang,
    ) -> Annotated[CallToolResult, results.Proof]:
        return _result(await ask(lang, "prove", name, depth, lang))

    @tool("table", description=say("table"))
    async def table(
        problem: Annotated[str, field("problem")],
        kind: Annotated[Kind, field("kind")] = "json",
        digits: Annotated[int | None, field("digits", ge=1, le=4000)] = None,
        decimals: Annotated[int | None, field("decimals", ge=0, le=4000)] = None,
        rounding: Annotated[Rule, field("rounding")] = "half-even",
        dtype: Annotated[list[Dtype], field("dtype")] = [],  # noqa: B006  read by the protocol, changed by nobody
        steps: Annotated[str, field("steps")] = "",
        mask: Annotated[str | None, field("mask")] = None,
        scale: Annotated[str | None, field("scale")] = None,
        loss: Annotated[str | None, field("loss")] = None,
        lang: Annotated[Lang, field("lang")] = lang,
    ) -> Annotated[CallToolResult, results.Table]:
        views = {"digits": digits, "decimals": decimals, "rounding": rounding, "dtype": dtype, "steps": steps}
        asked = {**views, "mask": mask, "scale": scale, "loss": loss}
        return _result(await ask(lang, "table", problem, kind, asked, lang))

    @tool("explain", description=say("explain"))
    async def explain(
        topic: Annotated[str, field("topic")], lang: Annotated[Lang, field("lang")] = lang
    ) -> Annotated[CallToolResult, results.Explanation]:
        return _result(await ask(lang, "explain", topic, lang))

    def resource(uri: str, code: str) -> Any:
        return made.resource(uri, name=code, description=say(code), mime_type="text/markdown")

    async def read(*request: str) -> str:
        found = await ask(lang, *request, lang)
        if "refused" in found:
            raise ResourceError(found["refused"])
        return str(found["text"])

    @resource("triplecheck://theorems", "theorems")
    async def theorems() -> str:
        return await read("listed", "theorem")

    @resource("triplecheck://theorems/{name}", "theorem")
    async def theorem(name: str) -> str:
        return await read("theorem", name)

    @resource("triplecheck://rules", "rules")
    async def rules() -> str:
        return await read("listed", "rule")

    @resource("triplecheck://verdicts", "verdicts")
    async def verdicts() -> str:
        return await read("listed", "verdict")

    return made


async def _asked(limits: Limits, turns: anyio.CapacityLimiter, lang: str | None, *request: Any) -> dict[str, Any]:
    """The answer of a process of its own, which is gone when the answer is there or nobody waits for it any more."""
    async with turns:
        process = Process(TASKS, limits)
        try:
            found: dict[str, Any] = await anyio.to_thread.run_sync(partial(process.ask, *request), abandon_on_cancel=True)
            return found
        except Stopped as stopped:
            return {"refused": message(f"processes.{stopped.why}", lang or "en", detail=stopped.detail)}
        finally:
            process.close()


def _result(found: dict[str, Any]) -> CallToolResult:
    if "refused" in found:
        return CallToolResult(content=[TextContent(text=found["refused"])], is_error=True)
    return CallToolResult(content=[TextContent(text=found["text"])], structured_content=found["data"])


@asynccontextmanager
async def _warmed(limits: Limits) -> AsyncIterator[None]:
    """While it serves: everything is imported before the first call, in the process that others are forked from."""
    first = Process(TASKS, limits)
    Thread(target=first.warm, daemon=True).start()
    try:
        yield
    finally:
        first.close()
