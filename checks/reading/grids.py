"""Tables drawn with bars: Markdown's, whose bars part every cell, and those whose bars stand only at the ends of a row."""

import re
from collections.abc import Sequence
from itertools import pairwise

from checks.document import Document
from checks.pieces import Grid, Row, Span
from checks.reading.lines import APART, LineKind, bounds

NUMBER = re.compile(r"[-+−–~]?(?:\d[\d.,_]*(?:[eE][-+−]?\d+)?%?|[.,]\d+|inf|∞|nan)$")
_RULE = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_BARRED = re.compile(r"^([^|]*)\|(.+)\|[^|\w]*$")


def read_grid(document: Document, number: int, block: int, kinds: Sequence[LineKind]) -> tuple[Grid, int] | None:
    """The grid that begins at line `number` (0-based), and the line after it; None where there is none."""
    last = number
    while last < len(document.starts) and kinds[last].kind not in APART and "|" in document.line(last + 1):
        last += 1
    if last - number >= 2 and _RULE.match(document.line(number + 2)):
        return _piped(document, number, number + 2, last, block)
    if last - number >= 2 and _TAGGED.search(document.source, *bounds(document, number)) and _barred(document, number) is None:
        return _piped(document, number, number + _has_head(document, number), last, block)
    if last - number >= 2 and _ampersands(document, number):
        return _piped(document, number, number + _has_head(document, number), last, block)
    if last > number and _barred(document, number) is not None:
        return _ruled(document, number, last, block, None)
    header = bounds(document, number)
    following = number + 1
    if last == number and following < len(document.starts) and "|" in document.line(following + 1):
        words = words_of(document.text, *header)
        stop = following
        while stop < len(document.starts) and "|" in document.line(stop + 1) and kinds[stop].kind not in APART:
            stop += 1
        found = _ruled(document, following, stop, block, words)
        if found and found[0].columns:
            return found
    return None


_TAGGED = re.compile(r"<t[dh]\b", re.IGNORECASE)


def _ampersands(document: Document, number: int) -> bool:
    """Whether the bars of a line stand where the source has the signs between the cells of a table of LaTeX."""
    start, end = bounds(document, number)
    bars = [n for n in range(start, end) if document.text[n] == "|"]
    return document.format == "latex" and bool(bars) and all(document.source[n] == "&" for n in bars)


def words_of(text: str, start: int, end: int) -> list[Span]:
    return [m.span() for m in re.compile(r"\"[^\"]*\"|\S+").finditer(text, start, end)]


def _has_head(document: Document, number: int) -> bool:
    """Whether the first row of an HTML table tells what stands below it: by its tags, or because it holds no numbers alone."""
    cells = [document.text[slice(*cell)] for cell in _split_cells(document, number)]
    tags = document.source[slice(*bounds(document, number))].lower()
    return "<th" in tags or not all(NUMBER.match(cell) for cell in cells[1:])


def _piped(document: Document, number: int, first_row: int, last: int, block: int) -> tuple[Grid, int] | None:
    """A table whose bars part every cell, its header on line `number`; without one the rows begin there."""
    header = _split_cells(document, number)
    rows = [_split_cells(document, n) for n in range(first_row, last)]
    if len(header) < 2 or not rows or any(len(r) != len(header) for r in rows):
        return None
    text = document.text
    corner = text[slice(*header[0])].strip(" *`$")
    firsts = [text[slice(*r[0])].strip(" *`$") for r in rows]
    if first_row == number or not any(text[slice(*cell)] for cell in header):
        labelled, header = not all(NUMBER.match(f) for f in firsts), [(0, 0)] * len(header)
        corner = ""
    else:
        labelled = not corner or not all(NUMBER.match(f) for f in firsts) or not NUMBER.match(corner)
    kept = 1 if labelled else 0
    out = tuple(Row(r[0] if labelled else None, tuple(r[kept:])) for r in rows)
    grid = Grid(
        document.starts[number],
        bounds(document, last - 1)[1],
        block,
        header[0] if labelled and corner else None,
        tuple(header[kept:]) if any(cell[1] for cell in header) else (),
        out,
    )
    return grid, last


def _split_cells(document: Document, number: int) -> list[Span]:
    start, end = bounds(document, number)
    text = document.text
    cuts = [n for n in range(start, end) if text[n] == "|" and text[n - 1 : n] != "\\"]
    if not cuts:
        return []
    if text[start : cuts[0]].strip():
        cuts.insert(0, start - 1)
    if text[cuts[-1] + 1 : end].strip():
        cuts.append(end)
    return [stripped(text, a + 1, b) for a, b in pairwise(cuts)]


def stripped(text: str, start: int, end: int) -> Span:
    while start < end and text[start] in " \t*`$":
        start += 1
    while end > start and text[end - 1] in " \t*`$":
        end -= 1
    return start, end


def _barred(document: Document, number: int) -> tuple[Span | None, list[Span]] | None:
    """The label and the cells of a row whose bars stand only at its ends; None for any other line."""
    start, end = bounds(document, number)
    match = _BARRED.match(document.text[start:end])
    if not match or "|" in match.group(2):
        return None
    cells = words_of(document.text, start + match.start(2), start + match.end(2))
    if not cells or not all(NUMBER.match(document.text[slice(*c)]) for c in cells):
        return None
    label = stripped(document.text, start, start + match.end(1))
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
    start = header[0][0] if columns and header else bounds(document, number)[0]
    grid = Grid(
        start, bounds(document, last - 1)[1], block, name, columns, tuple(Row(a, tuple(c)) for a, (_, c) in zip(labels, rows))
    )
    return grid, last


def _name_before(text: str, label: Span | None) -> Span | None:
    """`A` where the first row begins `A = |`."""
    if label is None or text[label[1] - 1] not in "=≈":
        return None
    return stripped(text, label[0], label[1] - 1)
