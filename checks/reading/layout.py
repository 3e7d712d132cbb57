"""Lines of a document, each with its kind, become pieces: grids first, then lines joined where a bracket stays open.

The kinds come from the reader of the format (text, markdown). A grid is a run of lines with bars around numbers; whether
its bars part every cell, as in Markdown, or only the ends of a row, is seen from the row itself.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from checks.document import Document
from checks.pieces import Grid, Line, Piece, Row, Span

MAX_JOINED = 400
_APART = ("heading", "none")
_NUMBER = re.compile(r"[-+−–~]?(?:\d[\d.,_]*(?:[eE][-+−]?\d+)?%?|[.,]\d+|inf|∞|nan)$")
_RULE = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_BARRED = re.compile(r"^([^|]*)\|(.+)\|[^|\w]*$")
_MATH = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)|\$\$(.+?)\$\$|\$([^$\n]+?)\$|\\\((.+?)\\\)|\\\[(.+?)\\\]")
_ARRAY = re.compile(r"\[\s*(?:\[|[-+−]?[\d.∞i])|(?:array|tensor|matrix)\(")


@dataclass(frozen=True, slots=True)
class LineKind:
    """What the reader of the format says of one line: prose, code, heading (with its level), table, or nothing at all."""

    kind: str = "prose"
    level: int = 0
    skip: int = 0


def pieces(document: Document, kinds: Sequence[LineKind]) -> Iterator[Piece]:
    """The pieces of the document, in order."""
    block, number, total = 0, 0, len(document.starts)
    previous = "blank"
    while number < total:
        start, end = _bounds(document, number)
        kind = kinds[number]
        if kind.kind == "none" or not document.text[start:end].strip():
            block, number, previous = block + (previous != "blank"), number + 1, "blank"
            continue
        if kind.kind != previous and previous != "blank":
            block += 1
        previous = kind.kind
        grid = None if kind.kind == "heading" else read_grid(document, number, block, kinds)
        if grid:
            yield grid[0]
            block, number, previous = block + 1, grid[1], "blank"
            continue
        start += kind.skip
        if kind.kind == "heading":
            yield Line(start, end, block, spans=_spans(document.text, start, end), heading=kind.level)
            number += 1
            continue
        stop = _joined(document, number, kinds)
        end = _bounds(document, stop)[1]
        code = kind.kind == "code"
        yield Line(start, end, block, code, () if code else _spans(document.text, start, end), 0, stop > number)
        number = stop + 1


def _bounds(document: Document, number: int) -> Span:
    start = document.starts[number]
    end = document.starts[number + 1] - 1 if number + 1 < len(document.starts) else len(document.text)
    return start, end - (end > start and document.text[end - 1] == "\r")


def _spans(text: str, start: int, end: int) -> tuple[Span, ...]:
    out = []
    for match in _MATH.finditer(text, start, end):
        group = next(n for n in (2, 3, 4, 5, 6) if match.group(n) is not None)
        out.append(match.span(group))
    return tuple(out)


def _joined(document: Document, number: int, kinds: Sequence[LineKind]) -> int:
    """The last line of the statement that begins at `number`: further lines while an array's bracket stays open."""
    start, end = _bounds(document, number)
    if not _ARRAY.search(document.text, start, end):
        return number
    depth = _depth(document.text[start:end])
    stop = number
    while depth > 0 and stop + 1 < len(document.starts) and stop - number < MAX_JOINED:
        start, end = _bounds(document, stop + 1)
        line = document.text[start:end]
        if not line.strip() or kinds[stop + 1].kind == "heading":
            return number
        depth += _depth(line)
        stop += 1
    return stop if depth <= 0 else number


def _depth(line: str) -> int:
    line = line.split("#", 1)[0]
    return sum(line.count(c) for c in "([") - sum(line.count(c) for c in ")]")


# -- grids -----------------------------------------------------------------------
def read_grid(document: Document, number: int, block: int, kinds: Sequence[LineKind]) -> tuple[Grid, int] | None:
    """The grid that begins at line `number` (0-based), and the line after it; None where there is none."""
    last = number
    while last < len(document.starts) and kinds[last].kind not in _APART and "|" in document.line(last + 1):
        last += 1
    if last - number >= 2 and _RULE.match(document.line(number + 2)):
        return _piped(document, number, last, block)
    if last > number and _barred(document, number) is not None:
        return _ruled(document, number, last, block, None)
    header = _bounds(document, number)
    following = number + 1
    if last == number and following < len(document.starts) and "|" in document.line(following + 1):
        words = _words(document.text, *header)
        stop = following
        while stop < len(document.starts) and "|" in document.line(stop + 1) and kinds[stop].kind not in _APART:
            stop += 1
        found = _ruled(document, following, stop, block, words)
        if found and found[0].columns:
            return found
    return None


def _words(text: str, start: int, end: int) -> list[Span]:
    return [m.span() for m in re.compile(r"\"[^\"]*\"|\S+").finditer(text, start, end)]


def _piped(document: Document, number: int, last: int, block: int) -> tuple[Grid, int] | None:
    """A table whose bars part every cell, with a rule below its header."""
    header = _split_cells(document, number)
    rows = [_split_cells(document, n) for n in range(number + 2, last)]
    if len(header) < 2 or not rows or any(len(r) != len(header) for r in rows):
        return None
    text = document.text
    corner = text[slice(*header[0])].strip(" *`$")
    first = [text[slice(*r[0])].strip(" *`$") for r in rows]
    labelled = not corner or not all(_NUMBER.match(f) for f in first) or not _NUMBER.match(corner)
    kept = 1 if labelled else 0
    out = tuple(Row(r[0] if labelled else None, tuple(r[kept:])) for r in rows)
    grid = Grid(
        document.starts[number],
        _bounds(document, last - 1)[1],
        block,
        header[0] if labelled and corner else None,
        tuple(header[kept:]),
        out,
    )
    return grid, last


def _split_cells(document: Document, number: int) -> list[Span]:
    start, end = _bounds(document, number)
    text = document.text
    cuts = [n for n in range(start, end) if text[n] == "|" and text[n - 1 : n] != "\\"]
    if not cuts:
        return []
    if text[start : cuts[0]].strip():
        cuts.insert(0, start - 1)
    if text[cuts[-1] + 1 : end].strip():
        cuts.append(end)
    return [_strip(text, a + 1, b) for a, b in pairwise(cuts)]


def _strip(text: str, start: int, end: int) -> Span:
    while start < end and text[start] in " \t*`$":
        start += 1
    while end > start and text[end - 1] in " \t*`$":
        end -= 1
    return start, end


def _barred(document: Document, number: int) -> tuple[Span | None, list[Span]] | None:
    """The label and the cells of a row whose bars stand only at its ends; None for any other line."""
    start, end = _bounds(document, number)
    match = _BARRED.match(document.text[start:end])
    if not match or "|" in match.group(2):
        return None
    cells = _words(document.text, start + match.start(2), start + match.end(2))
    if not cells or not all(_NUMBER.match(document.text[slice(*c)]) for c in cells):
        return None
    label = _strip(document.text, start, start + match.end(1))
    return (label if label[0] < label[1] else None), cells


def _ruled(document: Document, number: int, last: int, block: int, header: list[Span] | None) -> tuple[Grid, int] | None:
    """A table whose bars stand at the ends of its rows; blanks part the cells. `header` is the line of words above it."""
    rows = []
    for n in range(number, last):
        row = _barred(document, n)
        if row is None:
            last = n
            break
        rows.append(row)
    if not rows or (len(rows) == 1 and len(rows[0][1]) < 2):
        return None
    name = _name_before(document.text, rows[0][0])
    labels = [None if name and n == 0 else label for n, (label, _) in enumerate(rows)]
    columns = tuple(header) if header and len(header) == len(rows[0][1]) else ()
    start = header[0][0] if columns and header else _bounds(document, number)[0]
    grid = Grid(
        start, _bounds(document, last - 1)[1], block, name, columns, tuple(Row(a, tuple(c)) for a, (_, c) in zip(labels, rows))
    )
    return grid, last


def _name_before(text: str, label: Span | None) -> Span | None:
    """`A` where the first row begins `A = |`."""
    if label is None or text[label[1] - 1] not in "=≈":
        return None
    return _strip(text, label[0], label[1] - 1)
