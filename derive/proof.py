"""Proofs as data: a statement, what it assumes, and a chain of equal terms, each step with its rule.

`replay` re-checks every step twice: by the kernel (all sizes) and by exact evaluation at small sizes through code
that shares nothing with it. Only a replayed proof may be shown or used. Wording lives in `checks`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from derive import duals
from derive.kernel import (
    Assumption,
    Condition,
    OutOfScope,
    TooLarge,
    assume,
    is_zero,
    normalise,
    recording,
)
from derive.kernel.products import subtract
from derive.samples import NoSample, draw
from derive.sharing import Sharing
from derive.term_values import Evaluator, places, precision
from derive.terms import Term, free, numbered, ranges

SIZES = ((1, 1), (2, 1), (2, 3), (3, 2))
BITS = 192
ATTEMPTS = 20  # samples tried where side conditions keep a line from having a value
AGREEMENT = 100  # bits to which two balls must agree in a replay


class Unproved(Exception):
    """A step that the kernel does not confirm, or that a value contradicts."""


@dataclass(frozen=True, slots=True)
class Step:
    """before = after, by `rule`; `uses` names the definitions, theorems and hypotheses it rests on.

    depth 1: a line of the derivation. depth 2: a detail (such as SymPy's own spelling of a derivative).
    """

    rule: str
    before: Term
    after: Term
    uses: tuple[str, ...] = ()
    depth: int = 1


@dataclass(frozen=True, slots=True)
class Statement:
    """left = right for all sizes of all ranges and all values of the free indices."""

    left: Term
    right: Term
    assumptions: tuple[Assumption, ...] = ()

    @property
    def ranges(self) -> tuple[str, ...]:
        return tuple(sorted({*ranges(self.left), *ranges(self.right)}))


@dataclass(frozen=True, slots=True)
class Proof:
    name: str
    statement: Statement
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """What a successful replay found: rules the kernel used at each step, the side conditions, the sizes tried.

    `widths`: where exact laws were enumerated instead, for proofs about random entries.
    """

    proof: Proof
    rules: tuple[dict[str, int], ...]
    conditions: tuple[Condition, ...]
    sizes: tuple[tuple[int, int], ...]
    values_compared: int
    widths: tuple[int, ...] = ()


Line = tuple[str, Term] | tuple[str, Term, tuple[str, ...]] | tuple[str, Term, tuple[str, ...], int]
Confirm = Callable[[Step, Sequence[Assumption]], None]
Compare = Callable[[Proof, tuple[tuple[int, int], ...]], int]


def chain(name: str, statement: Statement, *lines: Line) -> Proof:
    """A proof from lines (rule, term, uses, depth): each line equals the one before, the first equals the left side."""
    steps: list[Step] = []
    before = statement.left
    for rule, after, *more in lines:
        steps.append(Step(rule, before, after, *more))
        before = after
    return Proof(name, statement, tuple(steps))


def replay(proof: Proof, confirm: Confirm | None = None, compare: Compare | None = None) -> Replay:
    """Re-check a proof from scratch. Unproved, with the step's number and rule, where it fails.

    `confirm(step, assumptions)` and `compare(proof, sizes)` replace the kernel and the evaluator for proofs whose
    terms mean more than the kernel knows (expectations); each raises Unproved.
    """
    _check_ends(proof)
    rules: list[dict[str, int]] = []
    conditions: dict[str, Condition] = {}
    for number, step in enumerate(proof.steps, 1):
        with recording() as record:
            try:
                (confirm or confirm_by_kernel)(step, proof.statement.assumptions)
            except (Unproved, OutOfScope, TooLarge) as failure:
                raise Unproved(f"{proof.name}, step {number} ({step.rule}): {failure}") from failure
        rules.append(dict(record.rules))
        conditions.update((f"{kind} {key}", found) for (kind, key), found in record.conditions.items())
    compared = (compare or compare_values)(proof, SIZES)
    return Replay(proof, tuple(rules), tuple(conditions.values()), SIZES, compared)


def _check_ends(proof: Proof) -> None:
    """The chain must lead from the statement's left side to its right side without a gap."""
    ends = [proof.statement.left, *(step.after for step in proof.steps)]
    if not proof.steps or not alike(ends[-1], proof.statement.right):
        raise Unproved(f"{proof.name}: the chain does not end at the statement's right side")
    for number, (step, end) in enumerate(zip(proof.steps, ends), 1):
        if not alike(step.before, end):
            raise Unproved(f"{proof.name}, step {number}: does not start where the step before it ended")


def alike(left: Term, right: Term) -> bool:
    """The same term, up to the names of bound indices."""
    return left is right or numbered(left) == numbered(right)


def confirm_by_kernel(step: Step, assumptions: Sequence[Assumption]) -> None:
    """The kernel proves before = after for all sizes."""
    difference = subtract(normalise(step.before), normalise(step.after))
    if not is_zero(assume(difference, assumptions)):
        raise Unproved("the kernel does not prove the two sides equal")


def compare_values(proof: Proof, sizes: tuple[tuple[int, int], ...]) -> int:
    """All lines of the proof evaluated exactly at each size; returns the number of comparisons."""
    lines = [proof.statement.left, *(step.after for step in proof.steps)]
    sharing = Sharing()
    return sum(_compare_at(proof, lines, pattern, sharing) for pattern in sizes)


def _compare_at(proof: Proof, lines: list[Term], pattern: tuple[int, int], sharing: Sharing) -> int:
    """At the first sample of this size at which the lines have values somewhere."""
    for attempt in range(ATTEMPTS):
        try:
            sample = draw(lines, proof.statement.assumptions, pattern, Random(f"{proof.name} {pattern} {attempt}"))
        except (duals.Undefined, NoSample):
            continue
        with precision(BITS):
            compared = _compare_lines(proof, lines, Evaluator(sample, sharing=sharing))
        if compared:
            return compared
    raise Unproved(f"{proof.name}: no sample of size {pattern} on which every line has a value")


def _compare_lines(proof: Proof, lines: list[Term], evaluator: Evaluator) -> int:
    """The number of comparisons, at all places where every line has a value."""
    sample = evaluator.sample
    indices = sorted(free(proof.statement.left).union(*map(free, lines)))
    compared = 0
    for place in places(indices, sample):
        try:
            values = [evaluator.value(line, place) for line in lines]
        except duals.Undefined:
            continue
        for number, value in enumerate(values[1:], 1):
            compared += 1
            if not duals.close_together(values[0], value, AGREEMENT):
                raise Unproved(f"{proof.name}, step {number}: {value} at {sample.sizes} where {values[0]} is due")
    return compared
