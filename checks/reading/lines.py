"""Lines as the reader of a format sees them: where they begin and end, and of what kind they are."""

import re
from dataclasses import dataclass

from checks.document import Document
from checks.pieces import Span

APART = ("heading", "none")


@dataclass(frozen=True, slots=True)
class LineKind:
    """What the reader of the format says of one line: prose, code, display, heading (with its level), or nothing at all.

    `skip` is how many characters before the text of the line are no part of it: bullets, the signs of a heading.
    """

    kind: str = "prose"
    level: int = 0
    skip: int = 0


def bounds(document: Document, number: int) -> Span:
    """Where line `number` (from 0) begins and ends, without its line end."""
    start = document.starts[number]
    end = document.starts[number + 1] - 1 if number + 1 < len(document.starts) else len(document.text)
    return start, end - (end > start and document.text[end - 1] == "\r")


_PROMPT = re.compile(r"^\s*(?:>>>|\.\.\.|In \[\d{0,4}\]:) ")
_OUTPUT = re.compile(r"^\s*(?:Out\[\d{0,4}\]:\s*|(?=np\.(?:float|int)\d+\())")
_NOT_DATA = re.compile(r"\s*(?:import|from|def|class|for|while|with|if|return|assert|np\.set_printoptions)\b")


def prompted(line: str) -> LineKind | None:
    """The kind of a line behind a prompt of Python or IPython, or of the result that IPython marks; None for others."""
    prompt = _PROMPT.match(line)
    if prompt is not None:
        return LineKind("none") if _NOT_DATA.match(line, prompt.end()) else LineKind("code", 0, prompt.end())
    shown = _OUTPUT.match(line)
    return LineKind("code", 0, shown.end()) if shown is not None else None
