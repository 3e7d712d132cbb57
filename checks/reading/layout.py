"""Lines of a document, each with its kind, become pieces: boxes and grids first, then lines, joined where they run on.

The kinds come from the reader of the format. A line runs on while an array's bracket or displayed mathematics stays open.
"""

import re
from collections.abc import Iterator, Sequence

from checks.document import Document
from checks.pieces import Line, Piece, Span
from checks.reading.boxes import read_boxes
from checks.reading.columns import read_columns, read_rows
from checks.reading.grids import read_grid
from checks.reading.lines import LineKind, bounds
from checks.reading.stacks import read_stacks

MAX_JOINED = 400
_ENVIRONMENT = (
    r"(?:equation|align|aligned|alignedat|alignat|flalign|gather|gathered|multline|eqnarray|displaymath|split|d?cases|array"
    r"|math|[pbvBV]?(?:small)?matrix)\*?"
)
_IN_LINE = r"(?:[^{}\n]|\n(?![ \t]*\n))+?"
_MATH = re.compile(
    rf"(`+)(?!`)([^\n]+?)(?<!`)\1(?!`)|\$\$(.+?)\$\$|\$({_IN_LINE.format('$')})\$|\\\(({_IN_LINE.format('')})\\\)"
    rf"|(?<!\\)\\\[(.+?)(?<!\\)\\\]|\\begin\{{({_ENVIRONMENT})\}}(.+?)\\end\{{\7\}}",
    re.DOTALL,
)
_ARRAY = re.compile(r"\[\s*(?:\[|[-+−]?[\d.∞i])|(?:array|tensor|matrix)\(")
_CONTINUED = re.compile(r"^\s*(?:&?=(?!=)|≈|:=|→|⇒)")
_NOTED = re.compile(r"[←#✓]")
_EDGE = re.compile(rf"\$\$|(?<!\\)\\[\[\]]|\\(begin|end)\{{{_ENVIRONMENT}\}}")


def pieces(document: Document, kinds: Sequence[LineKind]) -> Iterator[Piece]:
    """The pieces of the document, in order."""
    block, number, total = 0, 0, len(document.starts)
    previous = "blank"
    while number < total:
        start, end = bounds(document, number)
        kind = kinds[number]
        if kind.kind == "none" or not document.text[start:end].strip():
            block, number, previous = block + (previous != "blank"), number + 1, "blank"
            continue
        block += kind.kind != previous and previous != "blank"
        previous = kind.kind
        found = None if kind.kind in ("heading", "display") else _array(document, number, block, kinds)
        if found:
            yield from found[0]
            block, number, previous = block + 1, found[1], "blank"
            continue
        if kind.kind == "heading":
            start += kind.skip
            yield Line(start, end, block, spans=math_spans(document.text, start, end), heading=kind.level)
            number += 1
            continue
        line, number = _line(document, number, block, kinds)
        yield line


def _array(document: Document, number: int, block: int, kinds: Sequence[LineKind]) -> tuple[list[Piece], int] | None:
    """The arrays drawn with boxes, bars or blanks that begin at a line, and the line after them."""
    boxes = read_boxes(document, number, block, kinds)
    if boxes:
        return boxes
    stack = read_stacks(document, number, block, kinds)
    if stack:
        return [stack[0]], stack[1]
    grid = (
        read_grid(document, number, block, kinds)
        or read_columns(document, number, block, kinds)
        or read_rows(document, number, block, kinds)
    )
    return ([grid[0]], grid[1]) if grid else None


def _line(document: Document, number: int, block: int, kinds: Sequence[LineKind]) -> tuple[Line, int]:
    """The line, or the lines that make up one statement, and the number of the next."""
    kind, text = kinds[number], document.text
    start, end = bounds(document, number)
    start += kind.skip
    if kind.kind == "display":
        stop = number
        while stop + 1 < len(kinds) and kinds[stop + 1].kind == "display":
            stop += 1
        end = bounds(document, stop)[1]
        return Line(start, end, block, spans=((start, end),), display=True), stop + 1
    stop = number if kind.kind == "code" else _displayed(document, number, kinds)
    if stop > number:
        end = bounds(document, stop)[1]
        spans = math_spans(text, start, end)
        return Line(start, end, block, spans=spans, display=_all_math(text, start, end, spans)), stop + 1
    stop = _joined(document, number, kinds)
    joined = stop > number
    stop = _continued(document, stop, kinds)
    end = bounds(document, stop)[1]
    code = kind.kind == "code"
    spans = () if code else math_spans(text, start, end)
    display = not code and _all_math(text, start, end, spans)
    return Line(start, end, block, code, spans, 0, joined, display), stop + 1


def math_spans(text: str, start: int, end: int) -> tuple[Span, ...]:
    """The stretches of a text that are marked as mathematics or code."""
    out = []
    for match in _MATH.finditer(text, start, end):
        group = next(n for n in (2, 3, 4, 5, 6, 8) if match.group(n) is not None)
        out.append(match.span(group))
    return tuple(out)


def _all_math(text: str, start: int, end: int, spans: tuple[Span, ...]) -> bool:
    """Whether displayed mathematics is all that a stretch holds."""
    return (
        len(spans) == 1
        and not re.search(r"[^\W_]", re.sub(r"\\(?:begin|end)\{\w+\*?\}", "", text[start : spans[0][0]]))
        and (text[spans[0][0] - 2 : spans[0][0]] in ("$$", "\\[") or text[spans[0][0] - 1] == "}")
    )


def _displayed(document: Document, number: int, kinds: Sequence[LineKind]) -> int:
    """The last line of displayed mathematics that a line leaves open, else the line itself."""
    depth, dollars, stop = 0, False, number
    while stop < len(document.starts) and stop - number < MAX_JOINED:
        if stop > number and kinds[stop].kind not in ("prose", "code"):
            return number
        for edge in _EDGE.finditer(document.text, *bounds(document, stop)):
            if edge.group() == "$$":
                dollars = not dollars
            else:
                depth += 1 if edge.group(1) == "begin" or edge.group() == "\\[" else -1
        if depth <= 0 and not dollars:
            return stop
        stop += 1
    return number


def _joined(document: Document, number: int, kinds: Sequence[LineKind]) -> int:
    """The last line of the statement that begins at `number`: further lines while an array's bracket stays open."""
    start, end = bounds(document, number)
    if not _ARRAY.search(document.text, start, end):
        return number
    depth = _depth(document.text[start:end])
    stop = number
    while depth > 0 and stop + 1 < len(document.starts) and stop - number < MAX_JOINED:
        start, end = bounds(document, stop + 1)
        line = document.text[start:end]
        if not line.strip() or kinds[stop + 1].kind == "heading":
            return number
        depth += _depth(line)
        stop += 1
    return stop if depth <= 0 else number


def _continued(document: Document, number: int, kinds: Sequence[LineKind]) -> int:
    """The last line of a calculation that goes on with lines of code that begin with a sign."""
    stop = number
    while stop + 1 < len(document.starts) and stop - number < MAX_JOINED and kinds[stop + 1].kind == kinds[stop].kind == "code":
        if _NOTED.search(document.line(stop + 1)) or not _CONTINUED.match(document.line(stop + 2)):
            break
        stop += 1
    return stop


def _depth(line: str) -> int:
    line = line.split("#", 1)[0]
    return sum(line.count(c) for c in "([") - sum(line.count(c) for c in ")]")
