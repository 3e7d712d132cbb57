"""Mathematics that claims something and is damaged: a brace that never closes, a macro that nobody knows. Never silent.

Looked for where nothing else was read; what the document defines as its own macros is known.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

from checks.binding.context import Context
from checks.claims import Claim
from checks.notation.vocabulary import is_unknown
from checks.pieces import Line, Piece, Span

_RELATION = re.compile(r"(?<![<>!:\\])=|≈|\\(?:approx|equiv|simeq)\b")
_MACRO = re.compile(r"(?<!\\)\\([A-Za-z]+)")


def damaged(context: Context, pieces: list[Piece]) -> None:
    """Add an unread claim for each damaged formula of which nothing was read."""
    covered = sorted((c.start, c.end) for c in context.reading.claims)
    starts = [start for start, _ in covered]
    for start, end in _formulas(context, pieces):
        at = bisect_right(starts, end - 1)
        overlapped = any(stop > start for _, stop in covered[max(0, at - 64) : at])
        if not overlapped and _is_damaged(context, context.document.text[start:end]):
            claim = Claim(start, end, "formula", "", settled="unread", reason="formula", rank=start)
            context.reading.claims.append(claim)


def _formulas(context: Context, pieces: list[Piece]) -> Iterator[Span]:
    """The stretches of mathematics, code left aside, that hold a relation."""
    text = context.document.text
    for piece in pieces:
        for start, end in piece.spans if isinstance(piece, Line) else ():
            if text[start - 1 : start] != "`" and _RELATION.search(text, start, end):
                first = start + len(text[start:end]) - len(text[start:end].lstrip())
                yield first, first + len(text[first:end].rstrip())


def _is_damaged(context: Context, text: str) -> bool:
    depth = 0
    for brace in re.finditer(r"(?<!\\)[{}]", text):
        depth += 1 if brace.group() == "{" else -1
        if depth < 0:
            return True
    return depth != 0 or any(_is_unknown(context, name) for name in _MACRO.findall(text))


def _is_unknown(context: Context, name: str) -> bool:
    return is_unknown(name) and name not in context.document.macros
