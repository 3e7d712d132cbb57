"""What `triplecheck check` does with folders, --jobs and --format lines: one process a document, lines as they are done."""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import IO, Any

from checks.findings import Report
from checks.messages import message
from checks.running.corpus import NotLines, documents, lines, mended, read_lines, shard
from checks.running.processes import Limits
from checks.running.transport import unpacked
from checks.running.worker import digest

Counts = tuple[Mapping[str, int], int]


class Unusable(Exception):
    """A call that cannot be carried out; the message is one sentence."""


def chosen(arguments: argparse.Namespace) -> list[str]:
    """The documents that are asked for. Unusable where folders hold none."""
    found = documents(arguments.files, arguments.exclude or ())
    if not found:
        raise Unusable(message("corpus.none", arguments.lang or "en", names=", ".join(arguments.files)))
    return shard(found, *arguments.shard) if arguments.shard else found


def gather(arguments: argparse.Namespace) -> tuple[list[Report], bool]:
    """The reports on all documents in the order of their names, and whether any document has none."""
    paths = chosen(arguments)
    reports: dict[str, Report] = {}
    for found in _progress(_lines(paths, arguments, whole=True), len(paths), arguments):
        if found["status"] == "checked":
            reports[found["path"]] = unpacked(found["report"])
    return [reports[p] for p in paths if p in reports], len(reports) < len(paths)


def stream(arguments: argparse.Namespace) -> tuple[list[Counts], bool]:
    """Write one line a document; returns the counts of those checked, and whether any document has none."""
    paths, done = chosen(arguments), list[dict[str, Any]]()
    try:
        if arguments.resume:
            done = _done(arguments.output, paths, arguments.lang)
        had = {found["path"] for found in done}
        counts = [c for found in done for c in _counts(found)]
        with _opened(arguments) as file:
            left = [p for p in paths if p not in had]
            for found in _progress(_lines(left, arguments), len(left), arguments):
                file.write(json.dumps(found, ensure_ascii=False) + "\n")
                file.flush()
                counts += _counts(found)
    except NotLines as error:
        raise Unusable(message("corpus.not_lines", arguments.lang or "en", path=error.args[0], line=error.args[1])) from None
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise Unusable(
            message("corpus.closed", arguments.lang or "en", path=arguments.output, why=error.strerror or "")
        ) from None
    return counts, len(counts) < len(paths)


def _counts(found: dict[str, Any]) -> list[Counts]:
    """The claims of a line's document by verdict, and its numbers that nothing was read of; empty where it has none."""
    document = found["document"]
    return [(document["summary"], document.get("unseen", 0))] if found["status"] == "checked" else []


def _lines(paths: list[str], arguments: argparse.Namespace, whole: bool = False) -> Iterator[dict[str, Any]]:
    limits = Limits(arguments.timeout, arguments.memory, arguments.cache)
    if arguments.executor:
        from checks.running import executors

        try:
            pool = executors.executor(arguments.executor)
        except executors.NoExecutor as error:
            why = " ".join(str(error).split())
            raise Unusable(message("corpus.executor", arguments.lang or "en", name=arguments.executor, why=why)) from None
        return executors.lines(pool, paths, limits, arguments.lang, whole)
    return lines(paths, arguments.jobs or 1, limits, arguments.lang, whole)


def _done(path: str, paths: list[str], lang: str | None) -> list[dict[str, Any]]:
    """The lines of an earlier run that still hold: same checker, same language, same bytes; what did not end is done again."""
    from checks import __version__

    try:
        earlier = {found["path"]: found for found in read_lines(path)}
    except FileNotFoundError:
        return []
    mended(path)
    held = (earlier[p] for p in paths if p in earlier)
    return [
        found
        for found in held
        if found["status"] in ("checked", "unreadable")
        and (found["version"], found["lang"], found["digest"]) == (__version__, lang, digest(found["path"]))
    ]


@contextmanager
def _opened(arguments: argparse.Namespace) -> Iterator[IO[str]]:
    if arguments.output is None:
        yield sys.stdout
        return
    with open(arguments.output, "a" if arguments.resume else "w", encoding="utf-8") as file:
        yield file


def _progress(found: Iterator[dict[str, Any]], count: int, arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The lines, with a bar on a terminal, and a sentence on standard error for each document that did not end."""
    with _bar(count, arguments.lang or "en") if sys.stderr.isatty() else nullcontext() as advance:
        for one in found:
            if one["status"] != "checked":
                print(f"triplecheck: {one['message']}", file=sys.stderr)
            if advance is not None:
                advance()
            yield one


@contextmanager
def _bar(count: int, lang: str) -> Iterator[Any]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(message("corpus.progress", lang), total=count)
        yield lambda: progress.advance(task)
