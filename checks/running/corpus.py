"""Many documents: each in a process of its own that can be killed, so that none can hold up or bring down the others.

Processes are forked from a server that has imported everything once. Lines come as documents are done, in no order.
"""

import json
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fnmatch import fnmatch
from hashlib import sha256
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from checks.document import CONVERTED, FORMATS, streamed
from checks.messages import message
from checks.running.processes import Limits, context, uninterrupted
from checks.running.worker import FORMAT, digest, line, serve

PROSE = {suffix for suffix, kind in FORMATS.items() if kind in ("markdown", "notebook", "latex", "html")} | {*CONVERTED, ".txt"}


@dataclass(frozen=True, slots=True)
class Running:
    """A document that is being checked."""

    process: BaseProcess
    path: str
    began: float


def documents(names: Iterable[str], exclude: Sequence[str] = ()) -> list[str]:
    """The files named, and the documents in the folders named: each once, nothing hidden, no links followed; `exclude` is
    for what folders hold.
    """
    found: dict[str, None] = {}
    for name in names:
        inside = sorted(_inside(name)) if os.path.isdir(name) else None
        kept = [name] if inside is None else [p for p in inside if not _matches(p, exclude)]
        found |= dict.fromkeys(kept)
    return list(found)


def _matches(path: str, globs: Sequence[str]) -> bool:
    return any(fnmatch(Path(path).as_posix(), glob) or fnmatch(os.path.basename(path), glob) for glob in globs)


def _inside(folder: str) -> Iterator[str]:
    for here, folders, files in os.walk(folder):
        folders[:] = [f for f in folders if not f.startswith(".") and f not in ("node_modules", "__pycache__")]
        for name in files:
            path = os.path.join(here, name)
            if Path(name).suffix.lower() in PROSE and not name.startswith(".") and not streamed(path):
                yield path


def shard(paths: Iterable[str], number: int, count: int) -> list[str]:
    """The documents of shard `number` of `count`, by their names alone: the same wherever and among whichever they stand."""
    return [p for p in paths if int(sha256(Path(p).as_posix().encode()).hexdigest(), 16) % count == number - 1]


def lines(
    paths: Iterable[str], jobs: int = 1, limits: Limits | None = None, lang: str | None = None, whole: bool = False
) -> Iterator[dict[str, Any]]:
    """The line on each document as it is done, `jobs` at a time. What is still running is killed when nobody asks on."""
    limits = limits or Limits()
    here = context()
    left, running = iter(paths), dict[Connection, Running]()
    try:
        while True:
            while len(running) < jobs and (path := next(left, None)) is not None:
                receiver, sender = here.Pipe(duplex=False)
                process = here.Process(target=serve, args=(sender, path, lang, whole, limits), daemon=True)
                with uninterrupted():
                    process.start()
                    running[receiver] = Running(process, path, time.monotonic())
                sender.close()
            if not running:
                return
            first = min(r.began for r in running.values()) + limits.seconds
            for ready in wait(list(running), max(0.0, first - time.monotonic())):
                assert isinstance(ready, Connection)
                yield _received(ready, running.pop(ready), lang)
            yield from _expired(running, limits, lang)
    finally:
        for one in running.values():
            one.process.kill()
        for one in running.values():
            one.process.join()


def _received(connection: Connection, one: Running, lang: str | None) -> dict[str, Any]:
    found: dict[str, Any] | None = None
    with suppress(EOFError, OSError, ValueError):
        found = json.loads(connection.recv_bytes())
    connection.close()
    one.process.join(5)
    if found is None:
        said = message("corpus.died", lang or "en", path=one.path, code=one.process.exitcode)
        found = line(one.path, lang, "died", time.monotonic() - one.began, said, digest=digest(one.path))
    return found


def _expired(running: dict[Connection, Running], limits: Limits, lang: str | None) -> Iterator[dict[str, Any]]:
    now = time.monotonic()
    for connection in [c for c, one in running.items() if now - one.began >= limits.seconds and not c.poll()]:
        one = running.pop(connection)
        one.process.kill()
        one.process.join()
        connection.close()
        said = message("corpus.timeout", lang or "en", path=one.path, seconds=f"{limits.seconds:g}")
        yield line(one.path, lang, "timeout", now - one.began, said, digest=digest(one.path))


class NotLines(ValueError):
    """A file that holds something other than lines of ours; the arguments are its path and the number of the line."""


def read_lines(path: str) -> Iterator[dict[str, Any]]:
    """The lines of a file. A last one that was cut off is passed over. NotLines; OSError if it cannot be read."""
    with open(path, encoding="utf-8", errors="replace") as file:
        for number, text in enumerate(file, 1):
            try:
                found = json.loads(text)
            except ValueError:
                found = None
            if isinstance(found, dict) and found.get("format") == FORMAT and isinstance(found.get("path"), str):
                yield found
            elif text.endswith("\n"):
                raise NotLines(path, number)


def mended(path: str) -> None:
    """Cut a file of lines behind its last whole line, so that lines can be appended to it."""
    with open(path, "r+b") as file:
        content = file.read()
        file.truncate(content.rfind(b"\n") + 1)
