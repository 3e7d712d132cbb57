"""The located pieces that readers cut a document into: lines of text or code, headings, and grids of cells."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

Span = tuple[int, int]


class Spans:
    """Stretches of a text that do not overlap, so that those at a place are found by bisection."""

    __slots__ = ("ends", "starts")

    def __init__(self, spans: Iterable[Span]) -> None:
        found = sorted(spans)
        self.starts, self.ends = [s for s, _ in found], [e for _, e in found]

    def touch(self, start: int, end: int) -> bool:
        """Whether one of them shares a character with text[start:end]."""
        n = bisect_right(self.ends, start)
        return n < len(self.starts) and self.starts[n] < end

    def within(self, start: int, end: int) -> range:
        """The numbers, in order, of those that lie in text[start:end]."""
        return range(bisect_left(self.starts, start), bisect_right(self.ends, end))


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a grid: its label, where there is one, and its cells."""

    label: Span | None
    cells: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of numbers: the name in its corner or before its first bar, its column labels, its rows."""

    start: int
    end: int
    block: int
    name: Span | None
    columns: tuple[Span, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the document, or several where brackets or displayed mathematics run on.

    `code` lines are all mathematics or program text. `spans` are the stretches marked as mathematics or code in a line of
    prose; a `display` is such a stretch and nothing else. `block` counts what blank lines part. `parts` are the stretches
    and the boxed arrays that make up the line where they stand beside each other over several lines. `row` is the row of
    the table that the line is a note to.
    """

    start: int
    end: int
    block: int
    code: bool = False
    spans: tuple[Span, ...] = ()
    heading: int = 0
    joined: bool = False
    display: bool = False
    parts: tuple[Span | Grid, ...] = ()
    row: int | None = None


Piece = Line | Grid
