"""One question, three answers: is `left = right` for all sizes? Proved, refuted by a counterexample, or undecided.

The kernel alone proves, exact values alone refute; whatever goes beyond the limits of time and size is undecided with
its reason. Should the two ever contradict each other, the answer is a Disagreement: a defect of ours.
"""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from derive.kernel import Assumption, Condition, OutOfScope, TooLarge, equal, recording
from derive.proof import Statement
from derive.refute import Counterexample, defined_somewhere, refute
from derive.samples import vocabulary
from derive.terms import Term, larger

MOST_NODES = 20_000
CROSS_CHECK = 0.05  # seconds for an attempt to refute what is proved
MOST_KNOWN = 5_000  # answers that are remembered
_FRESH = re.compile(r"~\d+")


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


_KNOWN: dict[bytes, Decision] = {}


def decide(left: Term, right: Term, assumptions: Sequence[Assumption] = (), seconds: float = 5.0) -> Decision:
    """Whether the two terms are equal for all sizes and entries. Never raises on account of the terms; ends in time.

    A question that differs from an earlier one of this process in the names of bound indices alone has the same answer,
    which is remembered unless time may have decided it.
    """
    if larger((left, right), MOST_NODES):
        return Undecided("size", "the formula has too many parts")
    began = time.monotonic()
    try:
        question = _question(left, right, assumptions)
    except RecursionError:
        return Undecided("depth", "the formula is nested too deeply")
    if question in _KNOWN:
        return _KNOWN[question]
    found = _decided(left, right, assumptions, seconds)
    if not isinstance(found, Undecided) or time.monotonic() - began < seconds / 4:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.pop(next(iter(_KNOWN)))
        _KNOWN[question] = found
    return found


def _question(left: Term, right: Term, assumptions: Sequence[Assumption]) -> bytes:
    """A digest of the question with its fresh indices numbered as they occur."""
    names: dict[str, str] = {}
    text = _FRESH.sub(lambda m: names.setdefault(m[0], f"~{len(names)}"), repr((left, right, *assumptions)))
    return sha256(text.encode("utf-8", "surrogatepass")).digest()


def _decided(left: Term, right: Term, assumptions: Sequence[Assumption], seconds: float) -> Decision:
    deadline = time.monotonic() + seconds
    statement = Statement(left, right, tuple(assumptions))
    try:
        vocabulary((left, right), statement.assumptions)
        proof, failure = _prove(statement, seconds * 0.6)
        counterexample = refute(statement, min(deadline - time.monotonic(), CROSS_CHECK if proof else seconds))
    except ValueError as error:
        return Undecided("names", str(error))
    except RecursionError:
        return Undecided("depth", "the formula is nested too deeply")
    if proof and not counterexample and not defined_somewhere(statement, max(0.5, deadline - time.monotonic())):
        return Undecided("undefined", "no values were found at which both sides are defined")
    if proof:
        return Disagreement(counterexample) if counterexample else proof
    return Refuted(counterexample) if counterexample else failure


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
