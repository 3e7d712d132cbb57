"""Which row and column of a matrix a sentence speaks of: "the first query … to the second key", '"red" … "fox"', "itself"."""

import re
from dataclasses import dataclass

from checks.binding.context import Context
from checks.notation.tokens import Token
from checks.pieces import Line

_QUOTED = r"[\"“«'‘]([^\"”»'’]{1,30})[\"”»'’]"
_ITSELF = r"(?:itself|themselves|sí mism[oa]s?|itself)"
_NOUNS = "row|query|key|token|word|position|fila|consulta|clave|palabra|posición|token"
_REACH = 200


@dataclass(frozen=True, slots=True)
class Reference:
    """A row or a column as a sentence names it: its places among the rows and the columns, and where its words end."""

    row: int | None
    column: int | None
    itself: bool
    end: int


def references(context: Context, text: str) -> list[Reference]:
    """What a stretch of text names, in order."""
    ordinals = "|".join(sorted(context.words.ordinals, key=len, reverse=True)) or r"(?!)"
    pattern = re.compile(
        rf"{_QUOTED}|\b({ordinals})\b(?:\s+(?:{_NOUNS}))?|\b(?:{_NOUNS})\s+(\d{{1,3}})\b|\b({_ITSELF})\b", re.IGNORECASE
    )
    out = []
    for match in pattern.finditer(text):
        label, ordinal, number, itself = match.groups()
        if label is not None and (label in context.labels or label in context.across):
            out.append(
                Reference(context.labels.get(label), context.across.get(label, context.labels.get(label)), False, match.end())
            )
        elif ordinal is not None:
            place = context.words.ordinals[ordinal.lower()]
            out.append(Reference(place, place, False, match.end()))
        elif number is not None:
            out.append(Reference(int(number) - context.first_row, int(number) - context.first_row, False, match.end()))
        elif itself is not None:
            out.append(Reference(None, None, True, match.end()))
    return out


def row_named(context: Context, line: Line, token: Token) -> int | None:
    """The row that the words of a line before a number name last; else the one that is open."""
    found = [
        r
        for r in references(context, context.document.text[max(line.start, token.start - _REACH) : token.start])
        if not r.itself
    ]
    return found[-1].row if found else context.roles.row


def entry_named(context: Context, line: Line, numbers: list[Token], token: Token) -> tuple[int, int] | None:
    """Row and column of the entry that a sentence gives with a number; one may stand behind it, the column be as before."""
    place = numbers.index(token)
    text = context.document.text
    begin = max(line.start, token.start - _REACH, numbers[place - 1].end if place else 0)
    sentence = max(text.rfind(mark, begin, token.start) + 1 for mark in (". ", "; ", "! ", "? "))
    stop = min(line.end, token.end + _REACH, numbers[place + 1].start if place + 1 < len(numbers) else line.end)
    behind = re.split(r"[.,;!?](?:\s|$)", text[token.end : stop])[0]
    before = text[max(begin, sentence) : token.start]
    found = references(context, re.split(r"[,;.]\s", before)[-1] if place else before)
    if len(found) < 2:
        found += references(context, behind)[:1]
    return _entry(context, found)


def _entry(context: Context, found: list[Reference]) -> tuple[int, int] | None:
    if not found or found[0].itself or found[0].row is None:
        return None
    row = found[0].row
    column = context.column_said if len(found) == 1 else row if found[1].itself else found[1].column
    if column is None:
        return None
    context.column_said = column
    return row, column
