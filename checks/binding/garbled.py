"""Mathematics that was damaged beyond reading before it came to us: it is taken out of the text and reported as unread.

What a browser copies of a rendered formula (printed twice, its bars and roots lost), signs of a wrong encoding, backslashes
that a program ate, numbers of lines before code, signs that stand beside each other. What can be repaired place by place is
(checks.reading.repair); what merely breaks off is seen where it is read (checks.notation.chains).
"""

import re
from collections.abc import Iterator, Sequence

from checks.document import Document
from checks.pieces import Line, Piece, Span
from checks.reading.layout import math_spans

_REST = r"[^\n$`.;]{0,200}"
_HEAD, _SIDE = r"[∂\w]", r"[^\n.;$`=≈]{0,80}"  # bounded, so that a long line costs no more than its length
_LOST = (
    re.compile(rf"(?<![/∂\w\\])∂ ?\w{{1,4}} ?∂ ?\w{{1,4}}[\u200b ]{{0,3}}[=≈]{_REST}"),  # a bar: ∂V∂L = …
    re.compile(rf"{_HEAD}{_SIDE}(?:�|ï¿½){_SIDE}[=≈]{_REST}"),  # a sign
    re.compile(rf"{_HEAD}{_SIDE}(?<![!<>])= {{1,3}}=(?!=){_REST}"),  # = =
    re.compile(rf"{_HEAD}{_SIDE}(?<=[\w)\]}}ᵀ ])[+/·×@⊙] {{1,3}}= ?(?=[\w(\[−-]){_REST}"),  # 3 + = 4
)
_SUSPECT = re.compile(r"= {1,3}=|[+/·×@⊙] {1,3}=|[^\x00-\x7f]")
_EATEN = re.compile(
    r"[\t\x08\x0b\x0c](?:op|ext|imes|o|frac|rac|eta|au|heta|ilde|inom)(?![a-z])"
    r"|(?<![\\A-Za-z])(?:d?frac|rac|sqrt|operatorname|mathrm|mathbf|ext)\{"
)
_RENDERED = re.compile(r"\u200b")
_BARS = re.compile(r"[∂∑∫√]")
_EQUALS = re.compile(r"=|≈")
_NUMPY = re.compile(r"\bnp\.|\btorch\.|axis=|dim=|\w\.T\b|\w @ \w")
_WORDS = re.compile(r"(?<![\\{])\b[a-z]{3,} [a-z]{3,}")
_NUMBERED = re.compile(r"\s*\d{1,4}\s*(?!e\d|[jJlL]\b)[A-Za-z_]\w*(?:\.\w+)*\s*=(?!=)")


def garbled(document: Document, pieces: Sequence[Piece]) -> list[Span]:
    """Where a document is damaged so, in order; no two overlap."""
    out: list[Span] = []
    for start, end in sorted(_found(document.text, pieces)):
        if start < end and (not out or out[-1][1] <= start):
            out.append((start, end))
    return out


def without(document: Document, spans: Sequence[Span]) -> Document:
    """The document with stretches as blanks."""
    if not spans:
        return document
    text, at = [], 0
    for start, end in spans:
        text += [document.text[at:start], " " * (end - start)]
        at = end
    return document.reading("".join([*text, document.text[at:]]))


def _found(text: str, pieces: Sequence[Piece]) -> Iterator[Span]:
    for piece in pieces:
        if not isinstance(piece, Line) or piece.parts or not _EQUALS.search(text, piece.start, piece.end):
            continue
        if piece.code:
            if _NUMBERED.match(text, piece.start, piece.end) and _NUMPY.search(text, piece.start, piece.end):
                yield piece.start, piece.end
            continue
        marked = math_spans(text, piece.start, piece.end)
        yield from (_trimmed(text, *span) for span in marked if _is_broken(text, span))
        if _SUSPECT.search(text, piece.start, piece.end):
            yield from (_trimmed(text, *m.span()) for lost in _LOST for m in lost.finditer(text, piece.start, piece.end))
        if not marked and (_doubled(text[piece.start : piece.end]) or _rendered(text, piece)):
            yield _trimmed(text, piece.start, piece.end)


def _is_broken(text: str, span: Span) -> bool:
    """Whether marked mathematics with a relation lost backslashes or brackets; half-open intervals have all of theirs."""
    inside = text[slice(*span)]
    if not _EQUALS.search(inside):
        return False
    if _EATEN.search(inside):
        return True
    bare = inside.replace("\\{", "").replace("\\}", "")
    balanced = sum(map(bare.count, "([{")) == sum(map(bare.count, ")]}"))
    return not balanced and "\\right." not in inside and "\\left." not in inside and not _WORDS.search(inside)


def _trimmed(text: str, start: int, end: int) -> Span:
    inside = text[start:end]
    return start + len(inside) - len(inside.lstrip(" \n")), end - len(inside) + len(inside.rstrip(" \n"))


def _rendered(text: str, line: Line) -> bool:
    """Whether a line is what a browser copies of a rendered formula: bars and roots are gone, blanks of no width are left."""
    return bool(_RENDERED.search(text, line.start, line.end) and _BARS.search(text, line.start, line.end))


def _doubled(line: str) -> bool:
    """Whether a line is a rendered formula with its source glued between: dV=AGdV = A GdV=AG."""
    tail = line.rpartition("=")[2].strip(" .")
    first = line.partition("=")[2].lstrip()
    glued = first[len(tail) : len(tail) + 1]
    return line.count("=") > 2 and len(tail) > 1 and first.startswith(tail) and (glued.isalpha() or glued in ("\\", "∂"))
