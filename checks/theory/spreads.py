"""Spreads of scores in numbers: "standard deviation 8" at a d_k just given, "from 64 to 512 it is multiplied by 2.8"."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from checks.notation.tokens import Token
from checks.theory.count_words import DEVIATION, GROWS, NO_SCORE, OF_SCORE
from checks.theory.counted import Count
from checks.theory.values import Ball, value_of
from derive.expression import Expression, Number, apply
from derive.printing import show

_SIZED = re.compile(r"d_\{?k\}?\s*=\s*\d")


def spreads(
    text: str, start: int, tokens: Sequence[Token], width: Ball | None, deviation: Callable[[int], Expression | None]
) -> Iterator[Count]:
    """The spreads of a sentence that begins at `start`: `width` is d_k, `deviation` a score's, by the premises of a place."""
    numbers = {t.start: t for t in tokens if t.kind == "number" and t.literal is not None}
    for match in DEVIATION.finditer(text):
        token = numbers.get(start + match.start(1))
        other = NO_SCORE.search(text, 0, match.start()) and not OF_SCORE.search(text, 0, match.start())
        if token is None or width is None or other or not _SIZED.search(text):
            continue
        true = deviation(start + match.start())
        if true is not None:
            yield from _count(token, value_of(true, {"d_k": width}), show(true))
    for match in GROWS.finditer(text):
        token, before = numbers.get(start + match.start("by")), int(match.group("from"))
        if token is None or not before:
            continue
        ratio = Fraction(int(match.group("to")), before)
        squared = re.match(r"varian", match.group("what"), re.IGNORECASE)
        value = value_of(Number(ratio) if squared else apply("sqrt", Number(ratio)), {})
        yield from _count(token, value, f"sqrt({ratio})" if not squared else str(ratio))


def _count(token: Token, value: Ball | None, about: str) -> Iterator[Count]:
    if token.literal is not None and value is not None:
        literal = token.literal if value.low == value.high else replace(token.literal, whole=False)
        yield Count(token.start, token.end, about, literal, value, None)
