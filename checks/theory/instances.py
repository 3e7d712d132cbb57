"""Sizes that a document gives in numbers: `d_k = 64`, and formulas that are meant at them.

A formula between sizes is for all of them; one that equates a size with a number, `Var(q·k) = 64`, is an instance.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from checks.theory.declarations import word
from checks.theory.scope import Scope
from derive.expression import Apply, Expression, Number, Symbol, parts, substitute, symbols

_GIVEN = re.compile(
    r"(?<![\w=≈·*/+^}-])(?<![=≈·*/+^-] )"
    r"(?P<name>\\?[^\W\d_]{1,12}(?:_(?:\{[^{}\n]{1,12}\}|\w)|[₀-₉ₐ-ₜ])?)\s*=\s*(?P<value>\d{1,9})(?![\d.,]?\d)"
)
_BINDERS = ("sigma", "largest", "smallest")
_SENTENCE_END = re.compile(r"[.;]\s|\n\s*\n|\n\s*[-*+•]\s")


@dataclass(slots=True)
class Instances:
    """The numbers that a document gives to names, in order of place."""

    text: str
    _places: dict[str, list[int]] = field(default_factory=dict)
    _values: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for match in _GIVEN.finditer(self.text):
            name = word(match["name"])
            self._places.setdefault(name, []).append(match.start())
            self._values.setdefault(name, []).append(int(match["value"]))

    @property
    def names(self) -> frozenset[str]:
        """The names that get a number somewhere."""
        return frozenset(self._places)

    def at(self, names: frozenset[str], start: int, end: int) -> dict[str, Expression]:
        """The numbers of names at the formula text[start:end]: those of its own sentence after it, or the last before it."""
        found: dict[str, Expression] = {}
        for name in names & self._places.keys():
            places, values = self._places[name], self._values[name]
            before, after = bisect_left(places, start), bisect_left(places, end)
            if after < len(places) and places[after] < self._sentence_end(end):
                found[name] = Number(Fraction(values[after]))
            elif before:
                found[name] = Number(Fraction(values[before - 1]))
        return found

    def _sentence_end(self, place: int) -> int:
        stop = _SENTENCE_END.search(self.text, place, place + 400)
        return stop.start() if stop else min(place + 400, len(self.text))


def at_sizes(expression: Expression, sizes: Mapping[str, Expression]) -> Expression:
    """The expression with numbers for sizes, but for letters that a sum or a maximum binds."""
    bound = {p.arguments[1] for p in parts(expression) if isinstance(p, Apply) and p.operation in _BINDERS}
    return substitute(expression, {name: number for name, number in sizes.items() if Symbol(name) not in bound})


def instance(left: Expression, right: Expression, numbers: Mapping[str, Expression]) -> tuple[Expression, Expression]:
    """Both sides with the numbers of sizes, where one of them is a number itself; else as they are."""
    if symbols(left) and symbols(right):
        return left, right
    return at_sizes(left, numbers), at_sizes(right, numbers)


def placed(scope: Scope, sizes: Mapping[str, Expression]) -> Scope:
    """The scope with numbers for sizes where definitions calculate with them; the axes of arrays stay as they are."""
    inner = scope.inner()
    for key, meaning in scope.names.items():
        if meaning.expression is not None and key not in sizes:
            inner.names[key] = replace(meaning, expression=at_sizes(meaning.expression, sizes))
    return inner


def wants_size(left: Expression, right: Expression, scope: Scope) -> bool:
    """Whether a size is equated with a number that some size would give: neither true nor false for all sizes."""
    for side, other in ((left, right), (right, left)):
        if isinstance(other, Number) and other.value not in (0, 1):
            return any(scope.is_size(name) for name in symbols(side))
    return False
