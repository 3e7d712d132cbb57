"""Arrays drawn as boxes, alone or side by side: ┌ 1 0 ┐ with bars below, ⎡ ⎤, tables with inner rules.

Boxes that stand side by side are read from left to right, with the text between them, as one line: `Q × K^T = S`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from checks.document import Document
from checks.pieces import Grid, Line, Piece, Row, Span
from checks.reading.grids import NUMBER, stripped, words_of
from checks.reading.lines import APART, LineKind, bounds

_TOP = re.compile(r"[┌╭⎡┏╔][^┌┐╭╮⎡⎤┏┓╔╗]*[┐╮⎤┓╗]")
_BARS = "│┃║⎢⎥"
_BOTTOM = "└╰⎣┗╚"
_HOLDS = "⎡⎣"
_RULED = re.compile(r"[─━═┬┴┼├┤╪╬\s]+$")
_PART = re.compile(r"[│┃║]")
MAX_ROWS = 300
MAX_BOXES = 16


@dataclass(slots=True)
class _Box:
    """A box: its columns [left, right] and its rows of cells; `rows` holds the number of the line with each."""

    left: int
    right: int
    cells: list[list[Span]] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    closed: bool = False


def read_boxes(document: Document, number: int, block: int, kinds: Sequence[LineKind]) -> tuple[list[Piece], int] | None:
    """The pieces that the boxes whose tops stand at line `number` make, and the line after them."""
    if not _TOP.search(document.line(number + 1)):
        return None
    boxes, stop = _collect(document, number, kinds)
    boxes = [b for b in boxes if b.cells]
    if not boxes:
        return None
    if len(boxes) == 1 and (table := _table(document, number, block, boxes[0])):
        return [table, *_notes(document, block, boxes[0])], stop
    parts: list[Span | Grid] = []
    at = 0
    for box in boxes:
        parts += _between(document, at, box.left, box)
        parts.append(_grid(document, box, block, None, ()))
        at = box.right + 1
    start, end = bounds(document, number)[0], bounds(document, stop - 1)[1]
    return [Line(start, end, block, code=True, parts=tuple(parts)), *_notes(document, block, boxes[-1])], stop


def _collect(document: Document, number: int, kinds: Sequence[LineKind]) -> tuple[list[_Box], int]:
    boxes: list[_Box] = []
    stop = number
    while stop < len(document.starts) and stop - number < MAX_ROWS and kinds[stop].kind not in APART:
        line, start = document.line(stop + 1), document.starts[stop]
        for box in boxes:
            if not box.closed:
                _grow(document.text, box, line, start, stop)
        for top in _TOP.finditer(line):
            boxes.append(_Box(top.start(), top.end() - 1))
            if top.group()[0] in _HOLDS:
                _add(document.text, boxes[-1], start, stop)
        stop += 1
        if all(b.closed for b in boxes) or len(boxes) > MAX_BOXES:
            break
    return sorted(boxes, key=lambda b: b.left), stop


def _grow(text: str, box: _Box, line: str, start: int, number: int) -> None:
    """Take one more line into a box."""
    edge = line[box.left : box.left + 1]
    if edge in _BARS and edge and line[box.right : box.right + 1] in _BARS:
        _add(text, box, start, number)
    elif not edge or edge in _BOTTOM or edge not in "├╞╠┠":
        if edge and edge in _HOLDS:
            _add(text, box, start, number)
        box.closed = True


def _add(text: str, box: _Box, start: int, number: int) -> None:
    first, last = start + box.left + 1, start + box.right
    inner = text[first:last]
    if _RULED.fullmatch(inner):
        return
    bars = [first + m.start() for m in _PART.finditer(inner)]
    edges = [first - 1, *bars, last]
    cells = [stripped(text, a + 1, b) for a, b in pairwise(edges)] if bars else _apart(text, first, last)
    if cells:
        box.cells.append(cells)
        box.rows.append(number)


def _apart(text: str, first: int, last: int) -> list[Span]:
    """Cells that only blanks part: by single blanks where that leaves numbers, else by wider gaps."""
    cells = [(a, b - (text[b - 1] in ",;")) for a, b in words_of(text, first, last)]
    if all(NUMBER.match(text[a:b]) or not re.search(r"[+−*×·/-]$|^[+*×·/]", text[a:b]) for a, b in cells):
        return cells
    return [m.span() for m in re.compile(r"\S+(?: \S+)*").finditer(text, first, last)]


def _grid(document: Document, box: _Box, block: int, columns: Sequence[Span] | None, labels: Sequence[Span | None]) -> Grid:
    rows = tuple(Row(label, tuple(cells)) for label, cells in zip([*labels, *[None] * len(box.cells)], box.cells))
    start, end = rows[0].cells[0][0], rows[-1].cells[-1][1]
    return Grid(start, max(start, end), block, None, tuple(columns or ()), rows)


def _table(document: Document, number: int, block: int, box: _Box) -> Grid | None:
    """A box as a table: with a label beside each row, or column labels above; None where text beside it is mathematics."""
    labels: list[Span | None] = []
    for row in box.rows:
        start = document.starts[row]
        label = stripped(document.text, start, start + box.left)
        while label[0] < label[1] and document.text[label[1] - 1] in "→:=| \t":
            label = (label[0], label[1] - 1)
        labels.append(label if label[0] < label[1] else None)
    written = [x for x in labels if x]
    if len(written) != len(box.rows) and written:
        return None
    columns = words_of(document.text, *bounds(document, number - 1)) if number else []
    columns = columns[: len(box.cells[0])] if len(columns) >= len(box.cells[0]) else []
    if not written and not columns:
        return None
    return _grid(document, box, block, columns if written else (), labels)


def _between(document: Document, left: int, right: int, box: _Box) -> list[Span]:
    """The text between two boxes, line by line."""
    out = []
    for number in range(box.rows[0] - 1, box.rows[-1] + 2):
        if 0 <= number < len(document.starts):
            start, end = bounds(document, number)
            first, last = stripped(document.text, min(start + left, end), min(start + right, end))
            if first < last and not _TOP.search(document.text[first : last + 1]):
                out.append((first, last))
    return out


def _notes(document: Document, block: int, box: _Box) -> list[Line]:
    """The text to the right of the last box: one note a row."""
    out = []
    for place, number in enumerate(box.rows):
        start, end = bounds(document, number)
        first, last = stripped(document.text, min(start + box.right + 1, end), end)
        if first < last:
            out.append(Line(first, last, block, row=place))
    return out
