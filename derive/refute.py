"""Counterexamples: adversarial samples, exact values or disjoint balls, shrunk to small sizes and integers.

Floats never refute. Sizes differ from each other (square shapes hide transposes, size 1 hides a lost scale), the
largest entry of a row stands in the first or in the last block, entries tie. What agrees on all samples is not proved.
"""

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from flint import fmpq

from derive import duals
from derive.duals import Undefined, Value
from derive.evaluate import Evaluator, Place, Sample, TooSlow, places, precision
from derive.proof import Statement
from derive.samples import STYLES, NoSample, draw, positions, satisfied, vocabulary, with_entry
from derive.terms import Tensor, free

# sizes in the order in which they are tried: telling ones first
PATTERNS: tuple[tuple[int, ...], ...] = ((3, 2, 4, 5), (2, 3, 1, 4), (2, 1, 3), (4, 3, 2), (2,), (1,))
BITS = 128


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Sizes, entries (0-based positions) and free indices at which the two sides differ, both values printed.

    Values are rationals, or decimals that are certain to all digits shown.
    """

    sizes: Mapping[str, int]
    entries: Mapping[str, Mapping[tuple[int, ...], Fraction]]
    indices: Mapping[str, int]
    left: str
    right: str


def refute(statement: Statement, seconds: float = 5.0) -> Counterexample | None:
    """A counterexample, shrunk and recomputed; None when none was found in the time given."""
    deadline = time.monotonic() + seconds
    try:
        with precision(BITS):
            found = _search(statement, deadline)
        if found is None:
            return None
        return _printed(statement, *_shrunk(statement, *found, deadline))
    except TooSlow:
        return None


def defined_somewhere(statement: Statement, seconds: float = 1.0) -> bool:
    """Whether both sides have values at some sample, or none could be evaluated in time.

    A statement about nothing is neither proved nor refuted.
    """
    deadline = time.monotonic() + seconds
    indices = sorted(free(statement.left) | free(statement.right))
    with precision(BITS):
        for sample in _samples(statement, reversed(PATTERNS)):
            evaluator = Evaluator(sample, deadline)
            for place in places(indices, sample):
                try:
                    evaluator.value(statement.left, place)
                    evaluator.value(statement.right, place)
                    return True
                except Undefined:
                    continue
                except TooSlow:
                    return True
    return False


def _samples(statement: Statement, patterns: Iterable[tuple[int, ...]] = PATTERNS) -> Iterator[Sample]:
    """Samples that satisfy the assumptions, at the sizes of the patterns."""
    for pattern in patterns:
        for style in STYLES:
            try:
                terms = (statement.left, statement.right)
                yield draw(terms, statement.assumptions, pattern, Random(f"{pattern} {style}"), style)
            except (NoSample, Undefined):
                continue


def _search(statement: Statement, deadline: float) -> tuple[Sample, Place] | None:
    for sample in _samples(statement):
        place = _differing_place(statement, sample, deadline)
        if place is not None:
            return sample, place
    return None


def _differing_place(statement: Statement, sample: Sample, deadline: float) -> Place | None:
    """Free indices at which the sides certainly differ."""
    evaluator = Evaluator(sample, deadline)
    for place in places(sorted(free(statement.left) | free(statement.right)), sample):
        try:
            if duals.differ(evaluator.value(statement.left, place), evaluator.value(statement.right, place)):
                return place
        except Undefined:
            continue
    return None


def _shrunk(statement: Statement, sample: Sample, place: Place, deadline: float) -> tuple[Sample, Place]:
    """Smaller sizes, then simpler entries, as long as the sides still differ and time is left."""
    try:
        with precision(BITS):
            while (found := _shrunk_once(statement, sample, deadline)) is not None:
                sample, place = found
    except TooSlow:
        pass
    return sample, place


def _shrunk_once(statement: Statement, sample: Sample, deadline: float) -> tuple[Sample, Place] | None:
    for candidate in _simpler(statement, sample):
        found = _still_differs(statement, candidate, deadline)
        if found is not None and _weight(found[0]) < _weight(sample):
            return found
    return None


def _weight(sample: Sample) -> tuple[int, int, int]:
    """What shrinking makes smaller: sizes, then denominators, then numerators. It cannot fall for ever."""
    values = [value for table in sample.entries.values() for value in table.values()]
    complexity = [_complexity(value) for value in values]
    return (sum(sample.sizes.values()), sum(below for below, _ in complexity), sum(above for _, above in complexity))


def _still_differs(statement: Statement, sample: Sample, deadline: float) -> tuple[Sample, Place] | None:
    try:
        sample = satisfied(sample, statement.assumptions)
    except (NoSample, Undefined):
        return None
    place = _differing_place(statement, sample, deadline)
    return None if place is None else (sample, place)


def _simpler(statement: Statement, sample: Sample) -> Iterator[Sample]:
    """One size smaller, or one entry simpler."""
    known, _ = vocabulary((statement.left, statement.right), statement.assumptions)
    for name, size in sample.sizes.items():
        if size > 1:
            for first in (0, 1):
                yield _cropped(sample, known, name, first)
    for name, tensor in known.items():
        for position, value in sample.entries[name].items():
            for simple in _simpler_values(tensor, value):
                yield replace(sample, entries=with_entry(sample.entries, tensor, position, simple))


def _cropped(sample: Sample, known: Mapping[str, Tensor], shorter: str, first: int) -> Sample:
    """One range shorter by its last value (first = 0) or by its first one (first = 1)."""
    smaller = replace(sample, sizes={**sample.sizes, shorter: sample.sizes[shorter] - 1})
    entries = {}
    for name, tensor in known.items():
        offset = tuple(first if range_name == shorter else 0 for range_name in tensor.ranges)
        entries[name] = {
            position: sample.entries[name][tuple(map(sum, zip(position, offset)))]
            for position in positions(tensor, smaller)
        }
    return replace(smaller, entries=entries)


def _simpler_values(tensor: Tensor, value: Value) -> Iterator[Value]:
    if tensor.mask:
        return
    for simple in (0, 1, -1, 2, -2, 3):
        candidate = duals.rational(simple)
        if _complexity(candidate) < _complexity(value) and (simple > 0 or not tensor.positive):
            yield candidate


def _complexity(value: Value) -> tuple[int, int]:
    """Small integers before others, 0 before 1 before −1."""
    return (int(value.q), 2 * abs(int(value.p)) + (value < 0))


def _printed(statement: Statement, sample: Sample, place: Place) -> Counterexample | None:
    """The counterexample recomputed at twice the precision; None unless the sides differ again."""
    with precision(2 * BITS):
        evaluator = Evaluator(sample)
        left, right = (evaluator.value(side, place) for side in (statement.left, statement.right))
        if not duals.differ(left, right):
            return None
        entries = {
            name: {p: Fraction(int(v.p), int(v.q)) for p, v in table.items()} for name, table in sample.entries.items()
        }
        indices = {index.name: value for index, value in place.items()}
        return Counterexample(dict(sample.sizes), entries, indices, spelled(left), spelled(right))


def spelled(value: Value) -> str:
    """A rational as it is; a ball by 12 digits of its midpoint, all certain at this precision."""
    return str(value) if isinstance(value, fmpq) else str(value.str(12, radius=False))
