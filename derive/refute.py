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
from derive.proof import Statement
from derive.samples import STYLES, NoSample, completed, draw, positions, satisfied, vocabulary, with_entry
from derive.sharing import Sharing
from derive.term_values import Evaluator, Place, Sample, TooSlow, places, precision
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


@dataclass(frozen=True, slots=True)
class Hunt:
    """What is to be refuted, until when (time.monotonic), and what is known of its parts."""

    statement: Statement
    deadline: float
    sharing: Sharing

    def evaluator(self, sample: Sample) -> Evaluator:
        return Evaluator(sample, self.deadline, self.sharing)

    def places(self, sample: Sample) -> Iterator[Place]:
        """All values of the statement's free indices."""
        return places(sorted(free(self.statement.left) | free(self.statement.right)), sample)


def hunt(statement: Statement, seconds: float) -> Hunt:
    return Hunt(statement, time.monotonic() + seconds, Sharing())


def refute(statement: Statement, seconds: float = 5.0) -> Counterexample | None:
    """A counterexample, shrunk and recomputed; None when none was found in the time given."""
    task = hunt(statement, seconds)
    try:
        with precision(BITS):
            found = _search(task)
        return None if found is None else _printed(task, *_shrunk(task, *found))
    except TooSlow:
        return None


def recomputed(statement: Statement, found: Counterexample, seconds: float = 5.0) -> Counterexample | None:
    """A counterexample from elsewhere: only its sizes and entries are taken, all else is computed. None where it is none."""
    task, terms = hunt(statement, seconds), (statement.left, statement.right)
    try:
        with precision(BITS):
            sample = completed(terms, statement.assumptions, found.sizes, found.entries)
            place = _differing_place(task, sample)
        return None if place is None else _printed(task, sample, place)
    except (TooSlow, NoSample, Undefined):
        return None


def defined_somewhere(statement: Statement, seconds: float = 1.0) -> bool:
    """Whether both sides have values at some sample, or none could be evaluated in time.

    A statement about nothing is neither proved nor refuted.
    """
    task = hunt(statement, seconds)
    try:
        with precision(BITS):
            return any(_defined(task, sample) for sample in _samples(task, reversed(PATTERNS)))
    except TooSlow:
        return True


def _defined(task: Hunt, sample: Sample) -> bool:
    evaluator = task.evaluator(sample)
    for place in task.places(sample):
        try:
            evaluator.value(task.statement.left, place)
            evaluator.value(task.statement.right, place)
            return True
        except Undefined:
            continue
    return False


def _samples(task: Hunt, patterns: Iterable[tuple[int, ...]] = PATTERNS) -> Iterator[Sample]:
    """Samples that satisfy the assumptions, at the sizes of the patterns."""
    terms = (task.statement.left, task.statement.right)
    for pattern in patterns:
        for style in STYLES:
            try:
                random = Random(f"{pattern} {style}")
                yield draw(terms, task.statement.assumptions, pattern, random, style, task.deadline)
            except (NoSample, Undefined):
                continue


def _search(task: Hunt) -> tuple[Sample, Place] | None:
    for sample in _samples(task):
        place = _differing_place(task, sample)
        if place is not None:
            return sample, place
    return None


def _differing_place(task: Hunt, sample: Sample) -> Place | None:
    """Free indices at which the sides certainly differ."""
    evaluator, statement = task.evaluator(sample), task.statement
    for place in task.places(sample):
        try:
            if duals.differ(evaluator.value(statement.left, place), evaluator.value(statement.right, place)):
                return place
        except Undefined:
            continue
    return None


def _shrunk(task: Hunt, sample: Sample, place: Place) -> tuple[Sample, Place]:
    """Smaller sizes, then simpler entries, as long as the sides still differ and time is left."""
    try:
        with precision(BITS):
            while (found := _shrunk_once(task, sample)) is not None:
                sample, place = found
    except TooSlow:
        pass
    return sample, place


def _shrunk_once(task: Hunt, sample: Sample) -> tuple[Sample, Place] | None:
    for candidate in _simpler(task.statement, sample):
        found = _still_differs(task, candidate)
        if found is not None and _weight(found[0]) < _weight(sample):
            return found
    return None


def _weight(sample: Sample) -> tuple[int, int, int]:
    """What shrinking makes smaller: sizes, then denominators, then numerators. It cannot fall for ever."""
    values = [value for table in sample.entries.values() for value in table.values()]
    complexity = [_complexity(value) for value in values]
    return (sum(sample.sizes.values()), sum(below for below, _ in complexity), sum(above for _, above in complexity))


def _still_differs(task: Hunt, sample: Sample) -> tuple[Sample, Place] | None:
    try:
        sample = satisfied(sample, task.statement.assumptions, task.deadline)
    except (NoSample, Undefined):
        return None
    place = _differing_place(task, sample)
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
            position: sample.entries[name][tuple(map(sum, zip(position, offset)))] for position in positions(tensor, smaller)
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
    """Small integers before others, 0 before 1 before −1. A value that follows from others (a maximum) weighs nothing."""
    if not isinstance(value, fmpq):
        return (0, 0)
    return (int(value.q), 2 * abs(int(value.p)) + (value < 0))


def _printed(task: Hunt, sample: Sample, place: Place) -> Counterexample | None:
    """The counterexample recomputed at twice the precision; None unless the sides differ again."""
    with precision(2 * BITS):
        evaluator = Evaluator(sample)
        left, right = (evaluator.value(side, place) for side in (task.statement.left, task.statement.right))
        if not duals.differ(left, right):
            return None
        entries = {
            name: {p: Fraction(int(v.p), int(v.q)) for p, v in table.items() if isinstance(v, fmpq)}
            for name, table in sample.entries.items()
        }
        indices = {index.name: value for index, value in place.items()}
        return Counterexample(dict(sample.sizes), entries, indices, spelled(left), spelled(right))


def spelled(value: Value) -> str:
    """A rational as it is; a ball by 12 digits of its midpoint, all certain at this precision."""
    return str(value) if isinstance(value, fmpq) else str(value.str(12, radius=False))
