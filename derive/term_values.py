"""The value of a term at given sizes and entries: plain sums and products, nothing clever.

Independent of the kernel on purpose: derivatives come from dual numbers, sums from adding up. Used to replay proofs
and to refute claims.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import add, mul
from random import Random

import flint

from derive import duals
from derive.duals import Dual, Value
from derive.sharing import Sharing
from derive.terms import (
    Apply,
    Delta,
    Derivative,
    Entry,
    Exp,
    ImaginaryUnit,
    Index,
    Log,
    Named,
    Number,
    Plus,
    Power,
    Size,
    Sum,
    Term,
    Times,
    fixed_size,
)

Entries = Mapping[str, Mapping[tuple[int, ...], Value]]
Place = Mapping[Index, int]
ZERO, ONE = duals.rational(0), duals.rational(1)


@dataclass(frozen=True, slots=True)
class Sample:
    """Sizes of the ranges, entries of the tensors (0-based), and which ranges are blocks of which."""

    sizes: Mapping[str, int]
    entries: Entries
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def size(self, range_name: str) -> int:
        fixed = fixed_size(range_name)
        if fixed is not None:
            return fixed
        if range_name in self.parts:
            return sum(map(self.size, self.parts[range_name]))
        return self.sizes[range_name]

    def position(self, value: int, index_range: str, declared: str) -> int:
        """Where value number `value` of a block stands in the whole range."""
        if index_range == declared:
            return value
        blocks = self.parts.get(declared, ())
        if index_range not in blocks:
            raise KeyError(f"{index_range} is no block of {declared}")
        return value + sum(self.size(block) for block in blocks[: blocks.index(index_range)])


@contextmanager
def precision(bits: int) -> Iterator[None]:
    with flint.ctx.workprec(bits):
        yield


class TooSlow(Exception):
    """The deadline has passed."""


def evaluate(term: Term, sample: Sample, place: Place | None = None) -> Value:
    """The value of the term where its free indices stand at `place`. duals.Undefined where it has none."""
    return Evaluator(sample).value(term, place or {})


def places(indices: list[Index], sample: Sample) -> Iterator[dict[Index, int]]:
    """All values of the free indices."""
    for values in product(*(range(sample.size(index.range)) for index in indices)):
        yield dict(zip(indices, values, strict=True))


class Evaluator:
    """One sample's values, each computed once a place. TooSlow after the deadline (of time.monotonic).

    Evaluators of the same terms at several samples may use one Sharing.
    """

    def __init__(
        self,
        sample: Sample,
        deadline: float = float("inf"),
        sharing: Sharing | None = None,
        level: int = 0,
        outer: "Evaluator | None" = None,
        moved: str = "",
    ) -> None:
        self.sample = sample
        self.deadline = deadline
        self.level = level
        self.outer = outer  # what does not depend on the moved tensor is looked up there
        self.moved = moved
        self.known: dict[tuple[int, ...], Value] = {}
        self.sharing = sharing or Sharing()
        self.displaced: dict[tuple[str, tuple[int, ...]], Evaluator] = {}

    def value(self, term: Term, place: Place) -> Value:
        _, identity, free, names = self.sharing.of(term)
        if self.outer is not None and self.moved not in names:
            return self.outer.value(term, place)
        key = (identity, *map(place.__getitem__, free))
        found = self.known.get(key)
        if found is None:
            if time.monotonic() > self.deadline:
                raise TooSlow
            found = self.known[key] = self._compute(term, place)
        return found

    def _compute(self, term: Term, place: Place) -> Value:
        match term:
            case Number(value):
                return duals.rational(value)
            case Size(range_name):
                return duals.rational(self.sample.size(range_name))
            case ImaginaryUnit():
                return duals.imaginary_unit()
            case Entry():
                return self.sample.entries[term.tensor.name][self._position(term, place)]
            case Delta(left, right):
                return ONE if place[left] == place[right] else ZERO
            case Plus(parts):
                return self._sum(self.value(part, place) for part in parts)
            case Times(parts):
                return self._product(parts, place)
            case Power(base, exponent):
                return duals.power(self.value(base, place), exponent)
            case Exp(argument):
                return duals.exp(self.value(argument, place))
            case Log(argument):
                return duals.log(self.value(argument, place))
            case Apply(name, argument, order):
                return duals.polynomial(smooth(name, order), self.value(argument, place))
            case Sum(bound, body):
                inner = places(list(bound), self.sample)
                return self._sum(self.value(body, {**place, **here}) for here in inner)
            case Named(_, _, meaning):
                return self.value(meaning, place)
            case Derivative(body, moved):
                return self._derivative(body, moved, place)
        raise TypeError(f"no term: {term!r}")

    def _sum(self, values: Iterable[Value]) -> Value:
        return reduce(add, values, ZERO)

    def _product(self, parts: tuple[Term, ...], place: Place) -> Value:
        """Every factor is computed, also beside a 0: what is undefined stays undefined."""
        return reduce(mul, [self.value(part, place) for part in parts], ONE)

    def _position(self, entry: Entry, place: Place) -> tuple[int, ...]:
        pairs = zip(entry.indices, entry.tensor.ranges, strict=True)
        return tuple(self.sample.position(place[i], i.range, declared) for i, declared in pairs)

    def _derivative(self, body: Term, moved: Entry, place: Place) -> Value:
        at = (moved.tensor.name, self._position(moved, place))
        if at not in self.displaced:
            self.displaced[at] = self._displaced(*at)
        return duals.part(self.displaced[at].value(body, place), self.level + 1)[1]

    def _displaced(self, name: str, position: tuple[int, ...]) -> "Evaluator":
        """The same sample with one entry moved by ε."""
        level = self.level + 1
        moved = {**self.sample.entries[name], position: Dual(self.sample.entries[name][position], ONE, level)}
        sample = replace(self.sample, entries={**self.sample.entries, name: moved})
        return Evaluator(sample, self.deadline, self.sharing, level, self, name)


def smooth(name: str, order: int) -> list[Fraction]:
    """The coefficients of a polynomial that stands for an unknown smooth function, differentiated `order` times."""
    random = Random(name)
    coefficients = [Fraction(random.randint(-9, 9) or 1, random.randint(1, 4)) for _ in range(8)]
    for _ in range(order):
        coefficients = [n * coefficient for n, coefficient in enumerate(coefficients)][1:]
    return coefficients
