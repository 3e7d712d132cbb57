"""What is counted: a printed number with its unit and the value it should have; where units stand behind numbers.

Which value a number should have is said elsewhere.
"""

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from checks.notation.formula import Formula
from checks.notation.tokens import Token
from checks.theory.followups import ENDS
from checks.theory.units import Unit, read_unit, unit_of
from checks.theory.values import Ball
from derive.decimals import Literal
from derive.expression import Apply, Expression, Number, parts

_UNIT = re.compile(r"\s*(?:[kKMGTP]?i?[Bo]\b|[kKMGTP]?FLOPs?\b|[Bb]ytes?\b|octets?\b|m?s\b)(?:/\w+)?")


@dataclass(frozen=True, slots=True)
class Count:
    """A printed number, the value it should have in its unit, what the page's own numbers give, and where those were false."""

    start: int
    end: int
    about: str
    literal: Literal
    value: Ball
    unit: Unit | None
    page: tuple[Fraction, Fraction] | None = None
    origin: int | None = None
    reason: str = ""


@dataclass(slots=True)
class Known:
    """A value just counted, in base units: the truth, what the page printed of it, and the place of that printing."""

    value: Ball
    powers: dict[str, int]
    printed: tuple[Fraction, Fraction] | None = None
    origin: int | None = None
    open: bool = False


def collapse(tokens: list[Token], french: bool = False) -> tuple[list[Token], dict[int, Unit]]:
    """The tokens without their units, and the unit of each number by its place."""
    out: list[Token] = []
    units: dict[int, Unit] = {}
    n = 0
    while n < len(tokens):
        token = tokens[n]
        out.append(token)
        n += 1
        if token.kind not in ("number", "name", "close", "superscript"):
            continue
        found = read_unit(tokens, n, french)
        if found is not None and (token.kind == "number" or tokens[n].spaced):
            if token.kind == "number":
                units[token.start] = found[0]
            n = found[1]
    return out, units


def read_unit_word(word: str) -> bool:
    """Whether a word is a unit, so that it stays whole."""
    return unit_of(word) is not None


def rounded(literal: Literal, unit: Unit | None) -> Literal:
    """An integer with a scaled unit is rounded to that unit; others are as exact as they look."""
    if unit is not None and (unit.scaled or "second" in unit.powers) and literal.whole:
        return replace(literal, whole=False)
    return literal


def unit_end(text: str, end: int) -> int:
    """Where the unit behind a number ends."""
    match = _UNIT.match(text, end)
    return match.end() if match else end


def clause_end(text: str, end: int, before: int) -> int:
    """Where the clause of a count ends, at the latest before the next one; at its own end where nothing parts them."""
    match = ENDS.search(text, end, before)
    return match.end() if match else end


def is_whole(e: Expression) -> bool:
    """Whether it is a whole number for its form alone: whole numbers added and multiplied."""
    match e:
        case Number(value):
            return value.denominator == 1
        case Apply("add" | "multiply" | "times" | "power", (x, y)):
            return is_whole(x) and is_whole(y)
    return False


def bytes_each(base: Formula, units: dict[int, Unit]) -> Fraction | None:
    """The bytes of one entry where a product says them: `4096 · 4096 · 2 bytes`."""
    factors = [n for n in parts(base.expression) if isinstance(n, Number) and n.mark in units]
    sizes = [
        n.value for n in factors if n.mark is not None and units[n.mark].powers == {"byte": 1} and not units[n.mark].scaled
    ]
    return sizes[0] if len(sizes) == 1 and sizes[0] in (1, 2, 4, 8) else None


def is_rest(text: str, head: Formula) -> bool:
    """Whether words stand in a product, so that only its end was read: `7B parameters × 2 bytes`."""
    return re.search(r"[×·*/^]\s*$", text[max(0, head.start - 4) : head.start]) is not None
