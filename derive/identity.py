"""One question, three answers: is `left = right` for all sizes? Proved, refuted by a counterexample, or undecided.

The kernel alone proves, exact values alone refute; whatever goes beyond the limits of time and size is undecided with
its reason. Should the two ever contradict each other, the answer is a Disagreement: a defect of ours.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from derive.kernel import Assumption, Condition, OutOfScope, TooLarge, equal, recording
from derive.proof import Statement
from derive.refute import Counterexample, defined_somewhere, recomputed, refute
from derive.samples import vocabulary
from derive.terms import Term, larger

MOST_NODES = 20_000
CROSS_CHECK = 0.05  # seconds for an attempt to refute what is proved


@dataclass(frozen=True, slots=True)
class Proved:
    """Equal for all sizes of `ranges`, under the assumptions, wherever the side conditions hold."""

    ranges: tuple[str, ...]
    assumptions: tuple[Assumption, ...]
    conditions: tuple[Condition, ...]
    rules: dict[str, int]


@dataclass(frozen=True, slots=True)
class Refuted:
    counterexample: Counterexample


@dataclass(frozen=True, slots=True)
class Undecided:
    """reason: time, size, depth, scope (the kernel has no rule), names (unusable names or shapes), undefined (both
    sides have values nowhere), open (neither proved nor refuted).
    """

    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The kernel proved what a value refutes: never the document's fault."""

    counterexample: Counterexample


Decision = Proved | Refuted | Undecided | Disagreement


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search for a counterexample came to; one without any stands only where the kernel proves."""

    counterexample: Counterexample | None


class Memory(Protocol):
    """Searches that were made before. Nothing in it is believed: proofs are made again, counterexamples recomputed."""

    def recall(self, statement: Statement) -> Searched | None: ...

    def keep(self, statement: Statement, searched: Searched) -> None: ...


def decide(
    left: Term,
    right: Term,
    assumptions: Sequence[Assumption] = (),
    seconds: float = 5.0,
    memory: Memory | None = None,
) -> Decision:
    """Whether the two terms are equal for all sizes and entries. Never raises on account of the terms; ends in time."""
    deadline = time.monotonic() + seconds
    statement = Statement(left, right, tuple(assumptions))
    if larger((left, right), MOST_NODES):
        return Undecided("size", "the formula has too many parts")
    try:
        vocabulary((left, right), statement.assumptions)
        proof, failure = _prove(statement, seconds * 0.6)
        left_over = min(deadline - time.monotonic(), CROSS_CHECK if proof else seconds)
        counterexample = _searched(statement, left_over, proof is not None, memory)
    except ValueError as error:
        return Undecided("names", str(error))
    except RecursionError:
        return Undecided("depth", "the formula is nested too deeply")
    if proof and not counterexample and not defined_somewhere(statement, max(0.5, deadline - time.monotonic())):
        return Undecided("undefined", "no values were found at which both sides are defined")
    if proof:
        return Disagreement(counterexample) if counterexample else proof
    return Refuted(counterexample) if counterexample else failure


def _searched(statement: Statement, seconds: float, proved: bool, memory: Memory | None) -> Counterexample | None:
    """A counterexample, from memory where that holds one that still is one."""
    if memory is None:
        return refute(statement, seconds)
    before = memory.recall(statement)
    if before is not None and before.counterexample is None and proved:
        return None
    if before is not None and before.counterexample is not None:
        again = recomputed(statement, before.counterexample, seconds)
        if again is not None:
            return again
    found = refute(statement, seconds)
    if found is not None or proved:
        memory.keep(statement, Searched(found))
    return found


def _prove(statement: Statement, seconds: float) -> tuple[Proved | None, Undecided]:
    with recording(seconds) as record:
        try:
            proved = equal(statement.left, statement.right, statement.assumptions)
        except OutOfScope as error:
            return None, Undecided("scope", str(error))
        except TooLarge as error:
            return None, Undecided(str(error))
    if not proved:
        return None, Undecided("open")
    conditions = tuple(record.conditions.values())
    return Proved(statement.ranges, statement.assumptions, conditions, dict(record.rules)), Undecided("open")
