"""What is left of a statement when one thing that it assumes is taken away: a proof, a counterexample, or neither.

The kernel is asked first, for all sizes; what it does not prove is refuted by exact values, or stays open.
"""

from dataclasses import dataclass, replace

from derive.kernel import (
    Assumption,
    Condition,
    Hypothesis,
    OutOfScope,
    Partition,
    TooLarge,
    assume,
    is_zero,
    normalise,
    recording,
)
from derive.kernel.products import subtract
from derive.proof import Statement
from derive.refute import Counterexample, refute
from derive.terms import Entry, Tensor, Term, rebuild, tensors

Premise = Tensor | Hypothesis | Partition
LEFT_OUT = "B_0"  # a block that no sum of the statement runs through


@dataclass(frozen=True, slots=True)
class Dropped:
    """`follows`: proved all the same, wherever `conditions` hold. Else a counterexample, or None: open."""

    follows: bool
    conditions: tuple[Condition, ...] = ()
    counterexample: Counterexample | None = None


def premises(statement: Statement) -> tuple[Premise, ...]:
    """Tensors of which something is assumed, by name, then the equations and the partitions of ranges."""
    known = {**tensors(statement.left), **tensors(statement.right)}
    special = [t for _, t in sorted(known.items()) if t.mask or t.positive or t.symmetric]
    return (*special, *(a for a in statement.assumptions if isinstance(a, Hypothesis | Partition)))


def dropped(statement: Statement, premise: Premise, seconds: float = 2.0) -> Dropped:
    """The statement without the premise."""
    weaker = without(statement, premise)
    with recording() as record:
        try:
            difference = subtract(normalise(weaker.left), normalise(weaker.right))
            follows = is_zero(assume(difference, weaker.assumptions))
        except (OutOfScope, TooLarge):
            follows = False
    if follows:
        return Dropped(True, tuple(record.conditions.values()))
    return Dropped(False, counterexample=refute(weaker, seconds))


def without(statement: Statement, premise: Premise) -> Statement:
    """A tensor becomes any tensor, an equation is dropped, a partition gets a block that the statement leaves out."""
    match premise:
        case Tensor():
            plain = Tensor(premise.name, premise.ranges)
            left, right = (exchanged(side, premise, plain) for side in (statement.left, statement.right))
            return Statement(left, right, tuple(_of(a, premise, plain) for a in statement.assumptions))
        case Partition(whole, parts):
            longer = Partition(whole, (*parts, LEFT_OUT))
            return replace(statement, assumptions=tuple(longer if a == premise else a for a in statement.assumptions))
    return replace(statement, assumptions=tuple(a for a in statement.assumptions if a != premise))


def _of(assumption: Assumption, old: Tensor, new: Tensor) -> Assumption:
    if isinstance(assumption, Hypothesis):
        return Hypothesis(exchanged(assumption.left, old, new), exchanged(assumption.right, old, new))
    return assumption


def exchanged(term: Term, old: Tensor, new: Tensor) -> Term:
    """The term with another tensor in place of one."""
    if isinstance(term, Entry):
        return Entry(new, term.indices) if term.tensor == old else term
    return rebuild(term, lambda inner: exchanged(inner, old, new))
