"""What one process does with one document: check it within its limits and send one JSON line back.

Imported once by the server that such processes are forked from, with all that checking needs.
"""

import json
import sys
import time
import traceback
from contextlib import suppress
from hashlib import sha256
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import flint  # noqa: F401  imported here once, for all documents
import numpy  # noqa: F401

import checks.reading.markdown  # noqa: F401
import numeric  # noqa: F401
from checks import __version__
from checks.cache import remembering
from checks.checking import check
from checks.document import Unreadable
from checks.messages import message
from checks.report.json import as_object
from checks.running.processes import Limits, restrict
from checks.running.transport import packed

FORMAT = "triplecheck-line/1"


def digest(path: str) -> str:
    """The SHA-256 of the bytes of a file; empty where it cannot be read."""
    try:
        return sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return ""


def line(path: str, lang: str | None, status: str, seconds: float = 0.0, said: str = "", **found: Any) -> dict[str, Any]:
    """What is written of one document. `status`: checked, unreadable, timeout, memory, died."""
    head = {"format": FORMAT, "version": __version__, "path": path, "digest": found.pop("digest", ""), "lang": lang}
    return {**head, "status": status, "seconds": round(seconds, 3), "message": said, "document": None, **found}


def checked(path: str, lang: str | None, whole: bool) -> dict[str, Any]:
    """The line on one document; `whole` adds the Report itself, for other formats than lines."""
    began, own = time.monotonic(), digest(path)
    try:
        report = check(path, lang or "en")
    except Unreadable as error:
        return line(path, lang, "unreadable", time.monotonic() - began, str(error), digest=own)
    except MemoryError:
        return line(
            path, lang, "memory", time.monotonic() - began, message("corpus.memory", lang or "en", path=path), digest=own
        )
    found: dict[str, Any] = {"digest": own, "document": as_object(report, lang)}
    if whole:
        found["report"] = packed(report)
    return line(path, lang, "checked", time.monotonic() - began, **found)


def serve(connection: Connection, path: str, lang: str | None, whole: bool, limits: Limits) -> None:
    """Check one document and send its line, if anybody still asks for it."""
    with suppress(BrokenPipeError):
        connection.send_bytes(bounded(path, lang, whole, limits))
        connection.close()


def bounded(path: str, lang: str | None, whole: bool, limits: Limits) -> bytes:
    """The line on one document, within limits set on this very process; the checker's own failure becomes a line, too."""
    restrict(limits)
    try:
        with remembering(limits.cache):
            return json.dumps(checked(path, lang, whole)).encode()
    except Exception as error:
        traceback.print_exc()
        why = f"{type(error).__name__}: {error}"
        return json.dumps(line(path, lang, "died", said=message("corpus.broke", lang or "en", path=path, why=why))).encode()


if __name__ == "__main__":
    path, lang, whole, seconds, memory = json.loads(sys.argv[1])
    sys.stdout.buffer.write(bounded(path, lang, whole, Limits(seconds, memory)))
