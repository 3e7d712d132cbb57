"""Lines as the reader of a format sees them: where they begin and end, and of what kind they are."""

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
