"""Samples to evaluate at: small rationals that respect what is assumed of each tensor and of all together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

from derive import duals
from derive.duals import Undefined, Value
from derive.kernel import Assumption, Greatest, Hypothesis, Partition
from derive.term_values import Entries, Evaluator, Place, Sample, places
from derive.terms import Entry, ShapeError, Tensor, Term, fixed_size, free, ranges, tensors, walk

# plain: nothing special. first, last: entries fall or rise steeply, so that the largest of a row stands in the first
# or in the last block. ties: all entries of a tensor are equal.
LARGEST = 8  # size of a sample that is read back
STYLES = ("plain", "first", "last", "ties")


class NoSample(ValueError):
    """No entries could be found that satisfy the assumptions."""


def assigned(names: Sequence[str], pattern: Sequence[int], parts: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Sizes for ranges: T takes the first of the pattern, the others take the rest in turn, in sorted order."""
    blocks = [block for group in parts.values() for block in group]
    plain = sorted({*names, *blocks} - set(parts), key=lambda name: (name != "T", name))
    return {name: pattern[place % len(pattern)] for place, name in enumerate(plain)}


def vocabulary(terms: Sequence[Term], assumptions: Sequence[Assumption]) -> tuple[dict[str, Tensor], list[str]]:
    """All tensors and ranges of the terms and of the assumptions.

    ValueError where a name has two meanings, ShapeError where an index runs through another range than its tensor's.
    """
    everything = [*terms, *(t for a in assumptions for t in terms_of(a))]
    found: dict[str, Tensor] = {}
    names: set[str] = set()
    for term in everything:
        _check_shapes(term, blocks_of(assumptions))
        names.update(ranges(term))
        for name, tensor in tensors(term).items():
            names.update(r for r in tensor.ranges if fixed_size(r) is None)
            if found.setdefault(name, tensor) != tensor:
                raise ValueError(f"two different tensors are called {name}")
    return found, sorted(names)


def _check_shapes(term: Term, blocks: Mapping[str, tuple[str, ...]]) -> None:
    for node in walk(term):
        if isinstance(node, Entry):
            for index, declared in zip(node.indices, node.tensor.ranges, strict=True):
                if index.range != declared and index.range not in blocks.get(declared, ()):
                    raise ShapeError(f"{node.tensor.name} runs through {declared}, not through {index.range}")


def terms_of(assumption: Assumption) -> tuple[Term, ...]:
    """The terms that an assumption speaks of."""
    match assumption:
        case Hypothesis(left, right):
            return (left, right)
        case Greatest(left, listed, _):
            return (left, *listed)
    return ()


def blocks_of(assumptions: Sequence[Assumption]) -> dict[str, tuple[str, ...]]:
    return {a.whole: a.parts for a in assumptions if isinstance(a, Partition)}


def draw(
    terms: Sequence[Term],
    assumptions: Sequence[Assumption],
    pattern: Sequence[int],
    random: Random,
    style: str = "plain",
    deadline: float = float("inf"),
) -> Sample:
    """Small rationals at the sizes of the pattern, in one of the STYLES.

    TooSlow after the deadline; NoSample when the assumptions cannot be satisfied; ValueError when a name has two
    meanings.
    """
    known, names = vocabulary(terms, assumptions)
    parts = blocks_of(assumptions)
    sample = Sample(assigned(names, pattern, parts), {}, parts)
    entries = {name: _entries(tensor, sample, random, style) for name, tensor in sorted(known.items())}
    return satisfied(replace(sample, entries=entries), assumptions, deadline)


def completed(
    terms: Sequence[Term],
    assumptions: Sequence[Assumption],
    sizes: Mapping[str, int],
    entries: Mapping[str, Mapping[tuple[int, ...], Fraction]],
) -> Sample:
    """The sample with these sizes and entries, in their order, held against what is assumed; entries that follow from others
    may be missing.

    NoSample where they are not sizes and entries of these terms.
    """
    known, names = vocabulary(terms, assumptions)
    parts = blocks_of(assumptions)
    if set(sizes) != set(assigned(names, (1,), parts)) or not all(1 <= size <= LARGEST for size in sizes.values()):
        raise NoSample("sizes of other ranges")
    sample = Sample(dict(sizes), {}, parts)
    made = {
        name: {p: entries.get(name, {}).get(p, Fraction(0)) for p in positions(known[name], sample)}
        for name in dict.fromkeys([*(n for n in entries if n in known), *known])
    }
    if not all(_respects(tensor, made[name]) for name, tensor in known.items()):
        raise NoSample("entries that a tensor cannot have")
    exact = {name: {p: duals.rational(value) for p, value in table.items()} for name, table in made.items()}
    return satisfied(replace(sample, entries=exact), assumptions)


def _respects(tensor: Tensor, table: Mapping[tuple[int, ...], Fraction]) -> bool:
    """Whether the entries have the tensor's traits; a row of a mask has a one."""
    if tensor.positive and any(value <= 0 for value in table.values()):
        return False
    if tensor.symmetric and any(value != table[tuple(sorted(p))] for p, value in table.items()):
        return False
    if tensor.unit_diagonal and any(value != 1 for p, value in table.items() if len(set(p)) == 1):
        return False
    rows = {p[:-1] for p, value in table.items() if value == 1}
    return not tensor.mask or ({*table.values()} <= {0, 1} and rows == {p[:-1] for p in table})


def positions(tensor: Tensor, sample: Sample) -> Iterator[tuple[int, ...]]:
    return product(*(range(sample.size(name)) for name in tensor.ranges))


def _entries(tensor: Tensor, sample: Sample, random: Random, style: str) -> dict[tuple[int, ...], Value]:
    if tensor.mask:
        return _mask(tensor, sample, random, style)
    tied = _rational(random, tensor.positive)
    tilt = {"first": -5, "last": 5}.get(style, 0) if not tensor.positive else 0
    result: dict[tuple[int, ...], Value] = {}
    for position in positions(tensor, sample):
        mirrored = tuple(sorted(position)) if tensor.symmetric else position
        if tensor.unit_diagonal and len(set(position)) == 1:
            result[position] = duals.rational(1)
        elif mirrored in result:
            result[position] = result[mirrored]
        else:
            drawn = tied if style == "ties" else _rational(random, tensor.positive)
            result[position] = drawn + tilt * sum(position)
    return result


def _rational(random: Random, positive: bool) -> Value:
    return duals.rational(Fraction(random.randint(1 if positive else -6, 6), random.choice((1, 2, 3))))


def _mask(tensor: Tensor, sample: Sample, random: Random, style: str) -> dict[tuple[int, ...], Value]:
    """Zeros and ones with a one in each row: causal, full, one to a row, or at random, by the style."""
    width = sample.size(tensor.ranges[-1]) if tensor.ranges else 1
    result = {}
    for position in positions(tensor, sample):
        row = sum(position[:-1])
        diagonal = tensor.unit_diagonal and len(set(position)) == 1
        always = diagonal or not position or position[-1] == row % width
        chosen = {"first": position[-1:] <= (row,), "last": False, "ties": True}.get(style, random.random() < 0.5)
        result[position] = duals.rational(int(always or chosen))
    return result


def satisfied(sample: Sample, assumptions: Sequence[Assumption], deadline: float = float("inf")) -> Sample:
    """The sample with single entries moved so that each hypothesis holds exactly. NoSample when that fails."""
    for assumption in assumptions:
        if isinstance(assumption, Hypothesis):
            for place in places(sorted(free(assumption.left) | free(assumption.right)), sample):
                sample = _repaired(sample, assumption, place, deadline)
    for assumption in assumptions:
        if isinstance(assumption, Greatest):
            sample = _raised(sample, assumption)
    for assumption in assumptions:
        if isinstance(assumption, Hypothesis):
            indices = sorted(free(assumption.left) | free(assumption.right))
            if any(_residue(sample, assumption, place, deadline) != 0 for place in places(indices, sample)):
                raise NoSample("the hypotheses could not be satisfied together")
    return sample


def _raised(sample: Sample, greatest: Greatest) -> Sample:
    """The sample with the entry put at the largest value of the terms. NoSample where that cannot be told."""
    for place in places(sorted(free(greatest.left)), sample):
        evaluator = Evaluator(sample)
        values = [
            evaluator.value(term, {**place, **here}) for here in places(list(greatest.bound), sample) for term in greatest.terms
        ]
        largest = values[0]
        for value in values[1:]:
            if not (value <= largest or value >= largest):
                raise NoSample("the largest value cannot be told")
            largest = value if value >= largest else largest
        position = _position(greatest, place, sample)
        sample = replace(sample, entries=with_entry(sample.entries, greatest.left.tensor, position, largest))
    return sample


def _position(greatest: Greatest, place: Place, sample: Sample) -> tuple[int, ...]:
    pairs = zip(greatest.left.indices, greatest.left.tensor.ranges, strict=True)
    return tuple(sample.position(place[index], index.range, declared) for index, declared in pairs)


def _residue(sample: Sample, hypothesis: Hypothesis, place: Place, deadline: float) -> Value:
    evaluator = Evaluator(sample, deadline)
    return evaluator.value(hypothesis.left, place) + -1 * evaluator.value(hypothesis.right, place)


def _repaired(sample: Sample, hypothesis: Hypothesis, place: Place, deadline: float) -> Sample:
    """One entry of a tensor on the left side, in which the hypothesis is affine, solved for."""
    if _residue(sample, hypothesis, place, deadline) == 0:
        return sample
    for tensor in sorted(tensors(hypothesis.left).values(), key=lambda t: t.name):
        for position in sorted(sample.entries[tensor.name], reverse=True):
            moved = _solved(sample, hypothesis, place, (tensor, position), deadline)
            if moved is not None:
                return moved
    raise NoSample("a hypothesis could not be satisfied by moving one entry")


def _solved(
    sample: Sample,
    hypothesis: Hypothesis,
    place: Place,
    entry: tuple[Tensor, tuple[int, ...]],
    deadline: float,
) -> Sample | None:
    """The sample with that one entry solved for, where the hypothesis is affine in it."""

    def moved(value: Value) -> Sample:
        return replace(sample, entries=with_entry(sample.entries, *entry, value))

    try:
        at_zero, at_one = (_residue(moved(duals.rational(v)), hypothesis, place, deadline) for v in (0, 1))
        slope = at_one + -1 * at_zero
        if slope == 0:
            return None
        candidate = moved(-1 * at_zero * duals.power(slope, Fraction(-1)))
        return candidate if _residue(candidate, hypothesis, place, deadline) == 0 else None
    except Undefined:
        return None


def with_entry(entries: Entries, tensor: Tensor, position: tuple[int, ...], value: Value) -> Entries:
    """The entries with one changed (and its mirror image, where the tensor is symmetric)."""
    changed = dict(entries[tensor.name])
    changed[position] = value
    if tensor.symmetric:
        for other in changed:
            if sorted(other) == sorted(position):
                changed[other] = value
    return {**entries, tensor.name: changed}
