"""Stretches of mathematics in a document: displays, formulas in a sentence, code, and prose that may hold formulas.

Found in the plain text of every format, since pages mix them; positions stay those of the document. Headings part
sections. Nothing is parsed here.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.document import Document
from checks.pieces import Spans
from checks.reading.lines import LineKind

Marked = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Stretch:
    """text[start:end] of a kind, in a section; `before` is where the sentence around it begins.

    Kinds: math, prose, code (NumPy means what it says), plain (set apart like code, but mathematics).
    """

    start: int
    end: int
    kind: str
    section: int
    before: int


_MATH = re.compile(
    r"\$\$(?P<a>.+?)\$\$|\\\[(?P<b>.+?)\\\]|\\begin\{(?P<env>(?:equation|align|gather|multline|displaymath|eqnarray)\*?)\}"
    r"(?P<c>.+?)\\end\{(?P=env)\}|(?<![\\\d\w])\$(?P<d>[^$\n]+?)\$(?!\d)|\\\((?P<e>.+?)\\\)",
    re.DOTALL,
)
_TICKS = re.compile(r"(?P<t>`{1,2})(?!`)(?P<code>[^`\n]+?)(?P=t)(?!`)")
_SENTENCE = re.compile(r"(?:[.!?:;]['\"”)]*\s|\n\s*\n|\n\s*(?:[-*•]|\d+\.)\s|\\item)")
_COMMENT = re.compile(r"(?<!\S)#[^\n]*")
_SIGN = re.compile(r"=|≈|≤|≥|→|∼|~")
_NAMED = re.compile(r"(?<![\w$`=])[^\W\d](?:_\w+)? = (?:softmax|exp|[A-Z] ?[@·]? ?[A-Z])")
_CONTINUED = re.compile(r"\s*(?:&?=|≈|\\approx)")
_NUMPY = re.compile(r"\bnp\.|\btorch\.|axis=|dim=|keepdims|\[:, ?None\]|\w\.T\b|\w @ \w|einsum")
_RULER = re.compile(r"^\s*[-=~^*_]{3,}\s*$")
STATEMENT = re.compile(r"(?<=[.;!?])\s+|\n\s*\n|\n(?=\s*(?:[-*+•]|\d+[.)])\s)")  # the end of one, also within a sentence
_BREAK = r"(?<!\s)[^\S\n]*\n\s*"  # from the beginning of the blanks alone: long runs of them cost no more than their length
_STOP = re.compile(rf"{_BREAK}(?:[-*•]|\d+\.)\s+|{_BREAK}\n\s*(?:[-*•]\s)?|(?<=[.!?;])\s+(?=[A-ZÁÉÍÓÚÑ\"~\d\\$(])|:\s*\n")


def stretches(document: Document, kinds: Sequence[LineKind], starts: Sequence[int]) -> list[Stretch]:
    """The stretches of a document in order; `starts` are where its sections begin."""
    text = document.text
    fences = Spans(m.span() for m in re.finditer(r"^(```|~~~).*?^\1[^\n]*$", text, re.DOTALL | re.MULTILINE))
    maths: list[Marked] = []
    for match in _MATH.finditer(text):
        group = next(g for g in "abcde" if match.group(g) is not None)
        if not fences.touch(match.start(), match.start() + 1):
            maths.append((*match.span(group), "math"))
    taken = Spans((s, e) for s, e, _ in maths)
    ticks = (m for m in _TICKS.finditer(text) if not taken.touch(*m.span()) and not fences.touch(*m.span()))
    marked = sorted([*maths, *((*m.span("code"), "code") for m in ticks)])
    found = [*marked, *_lines(document, kinds, marked, bool(maths))]
    literal = any(_NUMPY.search(text, s, e) for s, e, k in found if k == "code")
    named = ((s, e, "plain" if k == "code" and not literal else k) for s, e, k in sorted(found))
    return [Stretch(s, e, k, bisect_right(starts, s) - 1, _sentence(text, s)) for s, e, k in named]


def section_starts(document: Document, kinds: Sequence[LineKind]) -> list[int]:
    """Where each section begins, the first at the document's beginning."""
    out = [0]
    for number, kind in enumerate(kinds):
        line = document.line(number + 1)
        underlined = number + 2 <= len(kinds) and bool(line.strip()) and _RULER.match(document.line(number + 2)) is not None
        numbered = re.match(r"(?:def|class) \w+|\d+\. [A-Z][^.;:=]{3,60}$|\\(?:sub)*section", line)
        if kind.kind == "heading" or underlined or numbered:
            out.append(document.starts[number])
    return out


def _lines(document: Document, kinds: Sequence[LineKind], marked: list[Marked], has_math: bool) -> Iterator[Marked]:
    """Lines of code, joined where the next begins with a sign, and prose outside the marked stretches."""
    spans = Spans((s, e) for s, e, _ in marked)
    number, total = 0, len(document.starts)
    while number < total:
        start, line = document.starts[number] + kinds[number].skip, document.line(number + 1)[kinds[number].skip :]
        end = start + len(line)
        inside = spans.touch(start, end)
        indented = line.startswith("    ") and bool(_SIGN.search(line)) and not inside
        code = kinds[number].kind == "code" or (indented and not has_math) or (indented and _alone(document, number))
        if code and not inside:
            while number + 1 < total and _CONTINUED.match(document.line(number + 2)):
                number += 1
                end = document.starts[number] + len(document.line(number + 1))
            comment = _COMMENT.search(document.text, start, end)
            yield start, comment.start() if comment else end, "code"
        elif not inside and _SIGN.search(line) and not line.lstrip().startswith(("|", "```", "\\begin", "\\end", "%")):
            yield start, end, "prose"
        elif inside and not code:
            yield from _between(document.text, start, end, [marked[n] for n in spans.within(start, end)])
        number += 1


def _between(text: str, start: int, end: int, marked: list[Marked]) -> Iterator[Marked]:
    """The prose between the formulas of a line, where it has a formula of its own: For p = softmax(z) the Jacobian is $…$."""
    at = start
    for first, last, _ in [*marked, (end, end, "")]:
        if _NAMED.search(text, at, first):
            yield at, first, "prose"
        at = last


def _alone(document: Document, number: int) -> bool:
    """Whether an indented line stands apart from the paragraph above it."""
    return number == 0 or not document.line(number).strip() or document.line(number).startswith("    ")


def _sentence(text: str, start: int) -> int:
    """Where the sentence around a place begins, at most 400 characters before it."""
    first = max(0, start - 400)
    ends = [m.end() for m in _SENTENCE.finditer(text, first, start)]
    return ends[-1] if ends else first


def sentences(text: str, start: int, end: int, stop: re.Pattern[str] = _STOP) -> Iterator[tuple[int, int]]:
    """The sentences of text[start:end]; their statements, where these are what `stop` ends."""
    at = start
    for match in stop.finditer(text, start, end):
        if match.start() > at:
            yield at, match.start()
        at = match.end()
    if at < end:
        yield at, end
