"""The tools for other programs end to end: the package's own client over stdio."""

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

sys.path.insert(0, str(Path(__file__).parent))
pytest.importorskip("mcp.server.mcpserver")
from editor_client import descendants, gone
from mcp import Client, MCPError, StdioServerParameters

from checks.checking import check_text
from checks.cli import main
from checks.judging.judge import VERDICTS
from checks.limits import MAX_LINE
from checks.messages import message
from checks.proofs import Shown
from checks.proofs.data import as_data
from checks.report.json import as_report
from checks.tools import topics
from derive.theorems import TABLE, replayed

EXAMPLES = Path(__file__).parent.parent / "examples"
PAGE = "a = 2\n\n2 · a = 5\n"
SLOW = "\n\n".join(f"x_{n} = softmax([{n}, 1, 2, 3])" for n in range(9000))
PROBLEM = {"Q": [[1, 0], [0, 1]], "K": [[1, 2], [0, 1]], "V": [[1], [2]]}


class Session:
    """A client of one server, in a loop of its own that any test may ask."""

    def __init__(self, *options: str) -> None:
        self.options, self.ready, self.loop = options, threading.Event(), asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_until_complete, args=(self._serve(),), daemon=True)
        self.thread.start()
        assert self.ready.wait(60)

    async def _serve(self) -> None:
        command = StdioServerParameters(command=sys.executable, args=["-m", "checks.cli", "mcp", *self.options])
        self.leaving = asyncio.Event()
        async with Client(command) as self.client:
            self.ready.set()
            await self.leaving.wait()

    def ask(self, what: str, *words: Any) -> Any:
        return self.later(what, *words).result(90)

    def later(self, what: str, *words: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(getattr(self.client, what)(*words), self.loop)

    def call(self, tool: str, **arguments: Any) -> Any:
        """The structured result of a tool, which is what its schema says."""
        answer = self.ask("call_tool", tool, arguments)
        assert not answer.is_error, answer.content
        jsonschema.validate(answer.structured_content, self.schema(tool))
        return answer.structured_content

    def refused(self, tool: str, **arguments: Any) -> str:
        """The one sentence with which a call is refused."""
        answer = self.ask("call_tool", tool, arguments)
        (said,) = answer.content
        assert answer.is_error and answer.structured_content is None and "\n" not in said.text
        return said.text

    def schema(self, tool: str) -> dict[str, Any]:
        return next(t.output_schema for t in self.ask("list_tools").tools if t.name == tool)

    def read(self, uri: str) -> str:
        (content,) = self.ask("read_resource", uri).contents
        return content.text

    def leave(self) -> None:
        self.loop.call_soon_threadsafe(self.leaving.set)
        self.thread.join(30)


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    made = Session()
    yield made
    made.leave()


# -- check -----------------------------------------------------------------------------
def test_the_tools_say_that_open_is_not_fine(session: Session) -> None:
    tools = {tool.name: tool for tool in session.ask("list_tools").tools}
    assert set(tools) == {"check", "prove", "table", "explain"}
    for text in (tools["check"].description, json.dumps(tools["check"].output_schema)):
        assert all(part in text for part in ("undecided", "unread", "not fine"))
    verdict = tools["check"].output_schema["$defs"]["Claim"]["properties"]["verdict"]
    assert tuple(verdict["enum"]) == VERDICTS
    assert all(tool.annotations.read_only_hint for tool in tools.values())


@pytest.mark.parametrize("name", ["length-4.md", "two-tokens.md"])
def test_check_gives_the_json_report(session: Session, name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    found, wanted = session.call("check", text=text), json.loads(json.dumps(as_report([check_text(text)], None)))
    for one, other in zip(*(report["documents"][0]["claims"] for report in (found, wanted)), strict=True):
        numbers = one.pop("numeric"), other.pop("numeric")  # of which BLAS does not promise the last bits
        assert numbers == (None, None) or abs(numbers[0] - numbers[1]) < 1e-12
    assert found == wanted


def test_check_tells_people_the_same(session: Session) -> None:
    answer = session.ask("call_tool", "check", {"text": PAGE, "lang": "es"})
    assert "2 a es 4, no 5" in answer.content[0].text
    assert answer.structured_content["documents"][0]["claims"][-1]["truth"] == "4"


def test_other_formats(session: Session) -> None:
    for format, text in (("latex", "Let $a = 2$. Then $2 a = 5$.\n"), ("text", PAGE)):
        assert session.call("check", text=text, format=format)["summary"]["wrong"] == 1


def test_text_is_never_a_path(session: Session) -> None:
    for path in (EXAMPLES / "length-4.md", Path(__file__)):
        assert session.call("check", text=str(path))["documents"][0]["claims"] == []
    for kind in ("json", "csv", "document", "example"):
        assert session.refused("table", problem=str(EXAMPLES / "two-tokens.md"), kind=kind).startswith("problem: ")


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ({"text": "1" * (MAX_LINE + 1)}, f"line 1 has {MAX_LINE + 1} characters"),
        ({"text": "a\0b"}, "is not text"),
        ({"text": "{", "format": "notebook"}, "no Jupyter notebook"),
    ],
)
def test_what_is_no_document_is_refused_with_a_sentence(session: Session, arguments: dict[str, str], part: str) -> None:
    assert part in session.refused("check", **arguments)


def test_wrong_arguments_are_an_error_and_no_crash(session: Session) -> None:
    for tool, arguments in (("check", {}), ("check", {"text": PAGE, "format": "../x"}), ("prove", {"name": "x", "depth": 9})):
        assert session.ask("call_tool", tool, arguments).is_error
    assert session.call("check", text=PAGE)["summary"]["wrong"] == 1


# -- prove, table, explain -------------------------------------------------------------
def test_prove_gives_the_replayed_proof(session: Session) -> None:
    found = session.call("prove", name="attention.dQ")
    assert found == json.loads(json.dumps(as_data(Shown(replayed("attention.dQ"))))) and found["steps"]
    assert "attention.dQ" in session.refused("prove", name="attention.DQ")


def test_table_gives_the_answer_key(session: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "problem"
    path.with_suffix(".json").write_text(json.dumps(PROBLEM))
    main(["table", f"{path}.json", "--format", "json", "--dtype", "fp32", "--digits", "9"])
    wanted = json.loads(capsys.readouterr().out) | {"title": "problem"}
    assert session.call("table", problem=json.dumps(PROBLEM), dtype=["fp32"], digits=9) == wanted
    as_csv = "\n".join(f"{name}\n" + "\n".join(",".join(map(str, row)) for row in rows) for name, rows in PROBLEM.items())
    assert session.call("table", problem=as_csv, kind="csv", dtype=["fp32"], digits=9) == wanted


def test_tables_of_a_document_and_an_example(session: Session) -> None:
    page = (EXAMPLES / "two-tokens.md").read_text(encoding="utf-8")
    tables = [session.call("table", problem=p, kind=k, decimals=6) for p, k in ((page, "document"), ("two-tokens", "example"))]
    (of_page, of_example) = [{s["name"]: s["decimals"] for s in t["steps"]} for t in tables]
    assert of_page["A"] == of_example["A"] and of_page["Y"] == of_example["Y"]
    assert "JSON" in session.refused("table", problem='{"Q": [[1]')
    assert "X, W_Q" in session.refused("table", problem='{"V": [[1]]}')


@pytest.mark.parametrize(
    ("topic", "kind"), [("unread", "verdict"), ("attention.dQ", "theorem"), ("chain rule", "rule"), ("sign", "slip")]
)
def test_explain(session: Session, topic: str, kind: str) -> None:
    found = session.call("explain", topic=topic, lang="es")
    assert found["kind"] == kind and found["text"] == topics.explained(topic, "es")[1]


def test_an_unknown_word(session: Session) -> None:
    assert "undecided" in session.refused("explain", topic="undecidable")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_word_has_a_text(lang: str) -> None:
    assert all(topics.explained(name, lang)[1].strip() for name in topics.names())
    assert {*VERDICTS, *TABLE} <= set(topics.names())


# -- resources -------------------------------------------------------------------------
def test_resources(session: Session) -> None:
    listed = [r.uri for r in session.ask("list_resources").resources]
    assert listed == ["triplecheck://theorems", "triplecheck://rules", "triplecheck://verdicts"]
    theorems = session.read("triplecheck://theorems")
    assert [line.split("`")[1] for line in theorems.split("\n")] == list(TABLE)
    proof = session.read("triplecheck://theorems/attention.dQ")
    assert proof.startswith("## ") and "attention.dQ" in proof and "$$" in proof
    assert message("rules.chain rule") in session.read("triplecheck://rules")
    assert "not fine" in session.read("triplecheck://verdicts")
    for name in ("none", "..", "%2e%2e%2fetc"):
        with pytest.raises(MCPError):
            session.read(f"triplecheck://theorems/{name}")


# -- limits, and no process is left behind -----------------------------------------------
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="counts processes by /proc")


@needs_proc
def test_a_call_that_is_cancelled_ends_its_process(session: Session) -> None:
    session.call("check", text=PAGE)
    before = descendants(os.getpid())
    waiting = session.later("call_tool", "check", {"text": SLOW})
    time.sleep(1)
    made = descendants(os.getpid()) - before
    waiting.cancel()
    assert made and gone(made, 10) == set()
    assert session.call("check", text=PAGE)["summary"]["wrong"] == 1


@needs_proc
def test_a_call_ends_in_time_and_a_client_that_leaves_leaves_no_process_behind() -> None:
    before = descendants(os.getpid())
    session = Session("--timeout", "2", "--lang", "es")
    session.call("check", text=PAGE)
    assert "detenido tras 2 segundos" in session.refused("check", text=SLOW, lang="es")
    assert session.call("check", text=PAGE)["summary"]["wrong"] == 1
    waiting = session.later("call_tool", "check", {"text": SLOW})
    time.sleep(1)
    made = descendants(os.getpid()) - before
    assert len(made) >= 3
    session.leave()
    assert gone(made, 15) == set()
    waiting.cancel()


def test_without_mcp_one_sentence_and_exit_2() -> None:
    code = "import sys; sys.modules['mcp'] = None; from checks.cli import main; sys.exit(main(['mcp', '--lang', 'es']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "pip install mcp" in done.stderr


def test_the_server_itself_imports_no_mathematics() -> None:
    code = "import sys, checks.tools.server; assert not {'sympy', 'numpy', 'flint'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
