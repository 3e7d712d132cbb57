"""Sizes that a document gives in numbers: `d_k = 64`, and formulas that are meant at them.

A formula between sizes is for all of them; one that holds only where a size has its number, `Var(q·k) = 64`, is an
instance. Which number is meant tells the formula's own sentence; where the page leaves it open, nothing is refuted.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from checks.theory.declarations import word
from checks.theory.scope import Meaning, Scope
from checks.theory.stretches import STATEMENT
from checks.theory.verdicts import Judge, Judged
from derive.expression import Apply, Expression, Number, integer, parts, substitute, symbols

_GIVEN = re.compile(
    r"(?<![\w=≈·*/+^}-])(?<![=≈·*/+^-] )"
    r"(?P<name>\\?[^\W\d_]{1,12}(?:_(?:\{[^{}\n]{1,12}\}|\w)|[₀-₉ₐ-ₜ])?)\s*=\s*(?P<value>\d{1,9})(?![\d.,]?\d)"
)
_ATTACHED = re.compile(r"[\s$\\()]*(?:(?:for|if|when|with|at|where|para|si|cuando|con|en|donde)\b)?[\s$\\(]*")
_BINDERS = ("sigma", "largest", "smallest")
_LARGEST = 1_000_000  # no size that a page leaves out is larger
_MOST = 4  # numbers of a formula that may tell a size

Sizes = Mapping[str, tuple[int, ...]]


@dataclass(slots=True)
class Instances:
    """The numbers that a document gives to names, in order of place."""

    text: str
    sections: tuple[int, ...] = ()
    _places: dict[str, list[int]] = field(default_factory=dict)
    _values: dict[str, list[int]] = field(default_factory=dict)
    _breaks: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._breaks = [match.end() for match in STATEMENT.finditer(self.text)]
        for match in _GIVEN.finditer(self.text):
            name = word(match["name"])
            self._places.setdefault(name, []).append(match.start())
            self._values.setdefault(name, []).append(int(match["value"]))

    @property
    def names(self) -> frozenset[str]:
        """The names that get a number somewhere."""
        return frozenset(self._places)

    def at(self, names: frozenset[str], start: int, end: int) -> dict[str, tuple[int, ...]]:
        """The numbers of names at the formula text[start:end]: the one that is meant, then those that may be meant as well.

        Meant is what follows at once ("for d_k = 64"), else the last before it, else the first after it in its sentence.
        Where nothing follows at once, other numbers given before it in its sentence may be meant too; where its sentence
        gives none, those of its section.
        """
        found = {name: self._meant(name, start, end) for name in sorted(names & self._places.keys())}
        return {name: meant for name, meant in found.items() if meant}

    def _meant(self, name: str, start: int, end: int) -> tuple[int, ...]:
        places, values = self._places[name], self._values[name]
        first, last = self._sentence(start)
        before, after = bisect_left(places, start), bisect_left(places, end)
        follows = values[after : bisect_left(places, last)]
        if follows and _ATTACHED.fullmatch(self.text, end, places[after]):
            return (follows[0],)
        own = values[bisect_left(places, first) : before]
        if follows and not own:
            return (follows[0],)
        section = max((at for at in self.sections if at <= start), default=0)
        others = own or values[bisect_left(places, section) : before] or values[:before][-1:]
        return tuple(dict.fromkeys(reversed(others)))

    def _sentence(self, place: int) -> tuple[int, int]:
        found = bisect_right(self._breaks, place)
        return (
            self._breaks[found - 1] if found else 0,
            self._breaks[found] if found < len(self._breaks) else len(self.text),
        )


def judge_instance(judge: Judge, scope: Scope, left: Expression, right: Expression, code: bool, sizes: Sizes) -> Judged:
    """Whether left = right for all sizes, else for those that the page gives; open where it holds at others alone."""
    found = judge.equation(scope, left, right, code)
    if found.outcome != "refuted" or not _tells_size(left, right):
        return found
    meant = {name: values[0] for name, values in sizes.items() if name not in symbols(left) & symbols(right)}
    one, other = at_sizes(left, meant), at_sizes(right, meant)
    if meant:
        at = judge.equation(placed(scope, meant), one, other, code)
        found = at if at.outcome == "proved" or not symbols(one) | symbols(other) else found
    if found.outcome == "refuted" and (
        judge.holds_at(scope, left, right, code, meant)
        or any(
            judge.proves(placed(scope, put), at_sizes(left, put), at_sizes(right, put), code)
            for put in (*_others(sizes, meant), *_fitting(scope, left, right, meant))
        )
    ):
        return Judged("undecided", "instance")
    return found


def _tells_size(left: Expression, right: Expression) -> bool:
    """Whether a formula may be meant at one size: it has a number that may come from it, or is equated with one."""
    return not (symbols(left) and symbols(right)) or bool(_numbers(left, right))


def _numbers(left: Expression, right: Expression) -> list[int]:
    """The whole numbers of a formula, and those under a stroke."""
    values = {p.value for e in (left, right) for p in parts(e) if isinstance(p, Number)}
    return sorted({n for value in values for n in (abs(value.numerator), value.denominator) if n > 1})


def _others(sizes: Sizes, meant: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """The sizes with another number that may be meant for one of them."""
    return ({**meant, name: value} for name in meant for value in sizes[name][1:])


def _fitting(scope: Scope, left: Expression, right: Expression, meant: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Sizes that the page gives no number, with those that the formula's own numbers may come from: 8 is the root of 64."""
    for name in sorted(scope.axes | symbols(left) | symbols(right)):
        if name not in meant and scope.is_size(name) and name not in symbols(left) & symbols(right):
            whole = _numbers(left, right)[:_MOST]
            yield from ({**meant, name: size} for n in whole for size in (n, n * n) if size <= _LARGEST)


def at_sizes(expression: Expression, sizes: Mapping[str, int]) -> Expression:
    """The expression with numbers for sizes, but for letters that a sum or a maximum binds and what they run through."""
    binders = (p for p in parts(expression) if isinstance(p, Apply) and p.operation in _BINDERS)
    bound = {name for binder in binders for part in binder.arguments[1:] for name in symbols(part)}
    return substitute(expression, {name: integer(size) for name, size in sizes.items() if name not in bound})


def placed(scope: Scope, sizes: Mapping[str, int]) -> Scope:
    """The scope with numbers for sizes where definitions calculate with them; the axes of arrays stay as they are."""

    def put(names: Mapping[str, Meaning]) -> dict[str, Meaning]:
        return {
            key: known
            if known.expression is None or key in sizes
            else replace(known, expression=at_sizes(known.expression, sizes))
            for key, known in names.items()
        }

    return replace(scope, names=put(scope.names), usual=tuple(map(put, scope.usual)))
