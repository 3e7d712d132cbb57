"""Tables that only blanks draw: a line of column labels, then rows of a label and numbers; and rows of numbers alone."""

import re
from collections.abc import Sequence

from checks.document import Document
from checks.pieces import Grid, Row, Span
from checks.reading.grids import NUMBER, words_of
from checks.reading.lines import APART, LineKind, bounds

_LABEL = re.compile(r"(?:\"[^\"]*\"|[^\W\d_][\w.]*(?:\([^()]{1,20}\))?|\d+)[:|→]?$")
_BROKEN = re.compile(r"[|│=≈]")


def read_columns(document: Document, number: int, block: int, kinds: Sequence[LineKind]) -> tuple[Grid, int] | None:
    """The table that begins at line `number`, and the line after it; None where there is none."""
    header = _header(document, number)
    first = number + 1 if header else number
    rows: list[Row] = []
    at = first
    while at < len(document.starts) and kinds[at].kind not in APART:
        row = _row(document, at)
        if row is None or (rows and len(row.cells) != len(rows[0].cells)):
            break
        rows.append(row)
        at += 1
    closing = _closing(document, at, rows, kinds) if header and len(rows) > 1 else None
    if closing is not None:
        rows, at = [*rows, closing], at + 1
    if header and rows and len(header) in (len(rows[0].cells), len(rows[0].cells) + 1):
        columns = tuple(header[-len(rows[0].cells) :])
        return Grid(header[0][0], rows[-1].cells[-1][1], block, None, columns, tuple(rows)), at
    if header or len(rows) < 2 or len(rows[0].cells) < 2:
        return None
    return Grid(bounds(document, number)[0], rows[-1].cells[-1][1], block, None, (), tuple(rows)), at


def _closing(document: Document, number: int, rows: list[Row], kinds: Sequence[LineKind]) -> Row | None:
    """A last row, of sums, that leaves cells empty: its numbers stand below those of the columns that they are of."""
    if number >= len(document.starts) or kinds[number].kind in APART:
        return None
    row = _row(document, number)
    if row is None or row.label is None or len(row.cells) >= len(rows[0].cells):
        return None
    here, above = document.starts[number], document.starts[number - 1]
    left = [(start - here, end - here) for start, end in row.cells]
    cells = []
    for start, end in rows[-1].cells:
        start, end = start - above, end - above
        found = next((n for n, cell in enumerate(left) if cell[0] < end and start < cell[1]), None)
        cells.append(row.cells[found] if found is not None else (row.label[1], row.label[1]))
    placed = [cell for cell in cells if cell[0] < cell[1]]
    return Row(row.label, tuple(cells)) if placed == list(row.cells) else None


def _header(document: Document, number: int) -> list[Span] | None:
    """Two or more labels and nothing else."""
    start, end = bounds(document, number)
    words = words_of(document.text, start, end)
    if len(words) < 2 or _BROKEN.search(document.text, start, end):
        return None
    return words if all(_LABEL.match(document.text[a:b]) and not document.text[a:b].isdigit() for a, b in words) else None


def _row(document: Document, number: int) -> Row | None:
    """A label and then numbers alone."""
    start, end = bounds(document, number)
    words = words_of(document.text, start, end)
    if len(words) < 2 or not _LABEL.match(document.text[slice(*words[0])]) or NUMBER.match(document.text[slice(*words[0])]):
        return None
    if not all(NUMBER.match(document.text[a:b]) for a, b in words[1:]) or document.text[words[1][1] - 1] in ",;":
        return None  # `Scores: 1.0, 2.0` is a list
    first, last = words[0]
    return Row((first, last - (document.text[last - 1] in ":|→")), tuple(words[1:]))


_ENTRY = re.compile(rf"{NUMBER.pattern[:-1]}(?=[\s,;&\])|]|$)")
_OPENED = re.compile(r"[=≈:]\W*$")
_BETWEEN = re.compile(r"[ \t]*(?:[,;&][ \t]+|[ \t]+&?[ \t]*)")


def read_rows(document: Document, number: int, block: int, kinds: Sequence[LineKind]) -> tuple[Grid, int] | None:
    """A matrix whose rows stand on lines of their own, in no brackets or in brackets of their own below a sign or a colon."""
    first = _numbers(document, number)
    if first is None or ((len(first) < 2 or document.text[first[0][0] - 1] in "([") and not _is_opened(document, number)):
        return None
    rows = [Row(None, tuple(first))]
    at = number + 1
    while at < len(document.starts) and kinds[at].kind not in APART:
        cells = _numbers(document, at)
        if cells is None or len(cells) != len(first):
            break
        rows.append(Row(None, tuple(cells)))
        at += 1
    if len(rows) < 2:
        return None
    return Grid(rows[0].cells[0][0], rows[-1].cells[-1][1], block, None, (), tuple(rows)), at


def _is_opened(document: Document, number: int) -> bool:
    """Whether the last line with text above ends in a sign or a colon."""
    above = next((document.line(n) for n in range(number, max(0, number - 3), -1) if document.line(n).strip()), "")
    return _OPENED.search(above) is not None


def _numbers(document: Document, number: int) -> list[Span] | None:
    """The numbers of a line that holds nothing else; None for any other line."""
    start, end = bounds(document, number)
    text = document.text
    first = re.compile(r"[ \t>]*([\[(]?)[ \t]*").match(text, start, end)
    at, cells = first.end() if first else start, []
    while at < end:
        entry = _ENTRY.match(text, at, end)
        if entry is None:
            break
        cells.append((at, entry.end() - (text[entry.end() - 1] in ",;")))
        between = _BETWEEN.match(text, cells[-1][1], end)
        at = between.end() if between else cells[-1][1]
        if between is None:
            break
    closing = {"": "", "[": "]", "(": ")"}[first.group(1) if first else ""]
    rest = text[at:end].strip().rstrip(",;\\").strip()
    return cells if cells and rest == closing else None
