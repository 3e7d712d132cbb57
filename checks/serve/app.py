"""The addresses of the local page, and what is answered there."""

import asyncio
from collections.abc import Collection, Coroutine
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from checks.messages import LANGUAGES, message
from checks.serve import pages
from checks.serve.desk import Answer, Asked, Busy, Desk, Died, Late
from checks.serve.guard import guarded

FORMATS = {"html": ".html", "markdown": ".md", "json": ".json"}


class TooLarge(Exception):
    """A document beyond the limit."""


def application(desk: Desk, limit: int, names: Collection[str] = ()) -> ASGIApp:
    """The page for documents of at most `limit` bytes, at this host's addresses and `names`."""

    ours: dict[Asked, Response] = {}  # pages of our own, the same for everybody: there are no others than _asked lets through

    async def front(request: Request) -> Response:
        return HTMLResponse(pages.front(_lang(request), limit))

    async def posted(task: str, request: Request) -> Response:
        return await _answer(desk, _asked(task, request, request.query_params.get("name", "")), request, limit)

    async def got(task: str, request: Request) -> Response:
        asked = _asked(task, request, request.path_params.get("name", ""))
        if asked in ours:
            return ours[asked]
        made = await _answer(desk, asked, request, 0)
        if made.status_code == 200:
            ours[asked] = made
        return made

    routes = [
        Route("/", front),
        Route("/words/{lang}", _words),
        *(Route(f"/{name}", _file) for name in pages.STATIC),
        Route("/check", partial(posted, "check"), methods=["POST"]),
        Route("/export/{format}", partial(posted, "export"), methods=["POST"]),
        Route("/tables/{name}", partial(got, "table")),
        Route("/lesson", partial(got, "lesson")),
    ]
    return guarded(Starlette(routes=routes), names)


async def _file(request: Request) -> Response:
    name = request.url.path.removeprefix("/")
    return Response(pages.source(name), media_type=pages.STATIC[name])


async def _words(request: Request) -> Response:
    lang = request.path_params["lang"]
    if lang not in LANGUAGES:
        raise HTTPException(404)
    return Response(pages.words(lang), media_type="application/json")


def _lang(request: Request) -> str:
    return pages.spoken(request.query_params.get("lang"), request.headers.get("accept-language", ""))


def _asked(task: str, request: Request, name: str) -> Asked:
    """What is asked for; 404 for what there is not."""
    form = request.path_params.get("format", "")
    known = {"export": form in FORMATS, "table": name in pages.EXAMPLES, "lesson": pages.has_lesson()}
    if not known.get(task, True):
        raise HTTPException(404)
    return Asked(task, _lang(request), name, form)


async def _answer(desk: Desk, asked: Asked, request: Request, limit: int) -> Response:
    """The answer, or one sentence on why there is none."""
    try:
        async with asyncio.timeout(desk.limits.seconds):
            body = await _body(request, limit)
        answer = await _unless_gone(request, desk.answer(asked, body))
    except ClientDisconnect:
        return Response(status_code=499)  # nobody will read it
    except TooLarge:
        return _problem(413, "serve.large", asked.lang, limit=limit // 1024)
    except Busy:
        return _problem(503, "serve.busy", asked.lang)
    except (Late, TimeoutError):
        return _problem(504, "serve.late", asked.lang, seconds=f"{desk.limits.seconds:g}")
    except Died:
        return _problem(500, "serve.died", asked.lang)
    headers = {}
    if asked.task == "export":
        headers["content-disposition"] = f'attachment; filename="triplecheck{FORMATS[asked.format]}"'
    if asked.task == "lesson":
        headers["content-security-policy"] = pages.own_policy(answer.content)
    return Response(answer.content, answer.status, headers, answer.type)


async def _body(request: Request, limit: int) -> bytes:
    """The body of a request, refused as soon as it is known to be beyond the limit."""
    said = request.headers.get("content-length", "")
    if said.isdecimal() and int(said) > limit:
        raise TooLarge
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise TooLarge
    return bytes(body)


async def _unless_gone(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """The answer. ClientDisconnect, and the work is cancelled, when the client goes away first."""
    tasks = asyncio.create_task(work), asyncio.create_task(_gone(request))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if not tasks[0].done():
            raise ClientDisconnect
        return tasks[0].result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _problem(status: int, code: str, lang: str, **values: object) -> Response:
    return JSONResponse({"problem": message(code, lang, **values)}, status)
