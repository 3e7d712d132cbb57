"""Matrices whose rows stand in brackets of their own, below each other, the first of them in a line with text before it:

    Q = X W = [ 1  1 ]
              [ 0  2 ]

Several stand side by side. Lists of lists and rows with names of their own are none of these.
"""

import re
from collections.abc import Sequence

from checks.document import Document
from checks.pieces import Grid, Line, Row, Span
from checks.reading.grids import NUMBER, stripped
from checks.reading.lines import APART, LineKind, bounds

MAX_ROWS = 300
_ENTRY = NUMBER.pattern.removesuffix("$")
_GROUP = re.compile(rf"(?<!\[)\[[ \t]*({_ENTRY}(?:[ \t,;]+{_ENTRY})*)[ \t]*\](?!\])")
_CELL = re.compile(r"[^\s,;]+")
_BEGINS = re.compile(r"[=≈@·×*/+-][ \t]*$|^[ \t]*$")


def read_stacks(document: Document, number: int, block: int, kinds: Sequence[LineKind]) -> tuple[Line, int] | None:
    """The line with the matrices that begin in it, and the line after them; None where there are none."""
    start, end = bounds(document, number)
    tops = list(_GROUP.finditer(document.text, start, end))
    if not tops or not document.text[start : tops[0].start()].strip() or number + 1 >= len(document.starts):
        return None
    columns = {top.start() - start: [top] for top in tops}
    stop = number + 1
    while stop < len(document.starts) and stop - number < MAX_ROWS and kinds[stop].kind not in APART:
        below = _rows(document, stop)
        fitting = below and all(n in columns and _width(g) == _width(columns[n][0]) for n, g in below.items())
        if not fitting or any(len(columns[n]) != stop - number for n in below):
            break
        for column, group in below.items():
            columns[column].append(group)
        stop += 1
    if stop == number + 1:
        return None
    parts: list[Span | Grid] = []
    at = start
    for top in tops:
        text = stripped(document.text, at, top.start())
        parts += [text] if text[0] < text[1] else []
        parts.append(_matrix(columns[top.start() - start], block))
        at = top.end()
    if any(not isinstance(p, Grid) and not _BEGINS.search(document.text[p[0] : p[1]]) for p in parts):
        return None
    return Line(start, bounds(document, stop - 1)[1], block, code=True, parts=tuple(parts)), stop


def _rows(document: Document, number: int) -> dict[int, re.Match[str]]:
    """The rows of a line that holds nothing else, by their columns; empty for any other line."""
    start, end = bounds(document, number)
    found = {m.start() - start: m for m in _GROUP.finditer(document.text, start, end)}
    return found if not _GROUP.sub("", document.text[start:end]).strip(" \t,;.") else {}


def _width(row: re.Match[str]) -> int:
    return len(_CELL.findall(row.group(1)))


def _matrix(rows: list[re.Match[str]], block: int) -> Grid:
    cells = [Row(None, tuple(m.span() for m in _CELL.finditer(row.string, *row.span(1)))) for row in rows]
    return Grid(rows[0].start(1), rows[-1].end(1), block, None, (), tuple(cells))
