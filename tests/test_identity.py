"""Proved, refuted or undecided: never a wrong answer, never an exception, always in time."""

import time
from fractions import Fraction

import pytest
import test_kernel
from faults import planted
from test_planted_faults import FAULTS

from derive.identity import Disagreement, Proved, Refuted, Undecided, decide
from derive.kernel import Hypothesis, Partition
from derive.proof import Statement
from derive.refute import refute
from derive.term_values import Sample, evaluate
from derive.terms import Derivative, Exp, Index, Log, Plus, Size, Tensor, delta, exp, log, sqrt, term, total

i, j, u = (Index(name, "T") for name in "iju")
x, y, A = Tensor("x", ("T",)), Tensor("y", ("T",)), Tensor("A", ("T", "T"))
Q, K = Tensor("Q", ("T", "d_k")), Tensor("K", ("T", "d_k"))
TRUE = [case for cases in test_kernel.CASES.values() for case in cases]


@pytest.mark.parametrize("left, right, assumptions", TRUE)
def test_true_statements_are_proved(left, right, assumptions):
    assert isinstance(decide(left, right, assumptions), Proved)


@pytest.mark.parametrize("name", sorted(set(test_kernel.NEAR_MISSES) - {"log of an unknown sign"}))
def test_false_statements_are_refuted(name):
    found = decide(*test_kernel.NEAR_MISSES[name])
    assert isinstance(found, Refuted)
    assert found.counterexample.left != found.counterexample.right


def test_a_proof_names_its_premises():
    premise = Hypothesis(total("T", lambda m: y[m]), term(1))
    found = decide(total("T", lambda m: y[m] * x[i]) / x[i], term(1), (premise,))
    assert isinstance(found, Proved)
    assert found.ranges == ("T",) and found.assumptions == (premise,) and found.rules["hypothesis"] == 1
    assert [condition.kind for condition in found.conditions] == ["nonzero"]


# what makes the claim false shows only at such samples
ADVERSARIAL = {
    "a transpose, hidden by square symmetric values": (
        total("d_k", lambda a: Q[i, a] * K[j, a]),
        total("d_k", lambda a: Q[j, a] * K[i, a]),
    ),
    "a scale, hidden by d_k = 1": (sqrt(Size("d_k")) * x[i], x[i]),
    "a size, hidden by T = d_k": (Size("T") * x[i], Size("d_k") * x[i]),
    "a mean, hidden by ties": (total("T", lambda m: x[m]) / Size("T"), x[i]),
    "a square, hidden by 0 and 1": (x[i] ** 2, x[i]),
    "a sign, hidden by positive entries": (sqrt(x[i] ** 2), x[i]),
    "a sum over the wrong axis": (total("T", lambda m: A[i, m]), total("T", lambda m: A[m, i])),
    "a lost index": (x[i] * delta(i, j), x[i]),
}


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_adversarial_samples_find_it(name):
    assert isinstance(decide(*ADVERSARIAL[name]), Refuted)


def test_counterexamples_are_small():
    found = refute(Statement(total("T", lambda m: x[m]) / Size("T"), x[i]))
    assert found is not None
    assert found.sizes == {"T": 2}
    assert sorted(found.entries["x"].values()) == [0, 1]
    assert {found.left, found.right} in ({"1/2", "0"}, {"1/2", "1"})


def test_counterexamples_can_be_recomputed():
    left, right = Derivative(exp(x[i]) * y[j], x[u]), exp(x[i]) * y[j]
    found = refute(Statement(left, right))
    assert found is not None
    entries = {name: {p: Fraction(v) for p, v in table.items()} for name, table in found.entries.items()}
    sample = Sample(found.sizes, {n: {p: term_value(v) for p, v in t.items()} for n, t in entries.items()})
    place = {index: found.indices[index.name] for index in (i, j, u)}
    assert str(evaluate(left, sample, place)) == found.left
    assert str(evaluate(right, sample, place)) == found.right != found.left


def term_value(value):
    return evaluate(term(value), Sample({}, {}))


def test_hypotheses_hold_in_counterexamples():
    premise = Hypothesis(total("T", lambda m: y[m]), term(1))
    found = decide(y[i], term(1), (premise,))
    assert isinstance(found, Refuted)
    assert sum(found.counterexample.entries["y"].values()) == 1


# reason -> claims that are undecided for it
UNDECIDED = {
    "open": [(log(x[i] ** 2), 2 * log(x[i]))],
    "undefined": [(0 * log(-exp(x[i])), term(0))],
    "scope": [
        (total("T", lambda m: 0 / (x[m] - x[m] ** 2 / x[m])), term(0)),
        (total("T", lambda m: 1 / delta(m, i)), total("T", lambda m: 1 / delta(m, i))),
    ],
    "names": [(Tensor("a b")(), term(0)), (x[i], Tensor("x", ("T",), positive=True)[i]), (x[Index("n", "N")], term(0))],
    "size": [(Plus((x[i],) * 30_000), term(1))],
}


@pytest.mark.parametrize("reason, claim", [(reason, claim) for reason, claims in UNDECIDED.items() for claim in claims])
def test_undecided_says_why(reason, claim):
    found = decide(*claim, seconds=1.0)
    assert isinstance(found, Undecided) and found.reason == reason


def tower(height):
    argument = x[i]
    for _ in range(height):
        argument = Exp(argument)
    return argument


def nested(depth):
    inner = x[i]
    for _ in range(depth):
        inner = Log(inner + 2)
    return inner


def shared(depth):
    """Small in memory, 2^depth parts when written out."""
    inner = x[i]
    for _ in range(depth):
        inner = inner * inner + 1
    return inner


def product(factors):
    result = term(1)
    for factor in factors:
        result = result * factor
    return result


HOSTILE = {
    "a large power": ((x[i] + y[i] + 1) ** 10**6, (x[i] + y[i]) ** 10**6),
    "a huge power of a number": (term(2) ** 10**30, term(3) ** 10**30),
    "powers of powers": ((((x[i] + y[j]) ** 60) ** 60) ** 60, (x[i] + y[j]) ** (60**3) + 1),
    "a tower of exponentials": (tower(30), tower(29)),
    "deep nesting": (nested(3000), nested(2999)),
    "shared parts": (shared(3000), shared(2999)),
    "many factors": (
        exp(x[i]) * term(1) * Tensor("p")(),
        Tensor("p")() * total(("T",) * 9, lambda *m: A[m[0], m[1]] * A[m[2], m[3]] * A[m[4], m[5]] * A[m[6], m[7]] * x[m[8]]),
    ),
    "tiny exponents": (exp(x[i]) ** Fraction(1, 10**40), exp(x[i])),
    "a dense symmetric sum": (
        total(("T",) * 8, lambda *m: product([A[a, b] for a in m for b in m if m.index(a) < m.index(b)])),
        total(("T",) * 8, lambda *m: product([A[a, b] for a in m for b in m if m.index(a) > m.index(b)])),
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_formulas_end_in_time(name):
    start = time.process_time()
    found = decide(*HOSTILE[name], seconds=1.5)
    assert time.process_time() - start < 4
    assert isinstance(found, Undecided | Proved if name == "a dense symmetric sum" else Undecided | Refuted)


def test_premises_that_cannot_hold_end_in_time():
    """No sample satisfies them, so nothing is refuted, and looking for one stops at the limit."""
    B = Tensor("B", ("T", "T", "d_k", "d_k"))
    square = total(("T", "T", "d_k", "d_k"), lambda *m: (B[m] + B[m[1], m[0], m[2], m[3]]) ** 2)
    start = time.process_time()
    found = decide(B[i, j, Index("a", "d_k"), Index("b", "d_k")], term(1), (Hypothesis(square, term(-1)),), seconds=1.0)
    assert isinstance(found, Undecided)
    assert time.process_time() - start < 4


def test_too_slow_is_undecided():
    slow = total(("T",) * 8, lambda *m: product([A[a, b] + x[a] for a in m for b in m if a != b]))
    found = decide(slow, slow + 1, seconds=0.3)
    assert isinstance(found, Undecided) and found.reason in ("time", "size")


def test_a_broken_kernel_is_a_disagreement():
    """What the kernel proves is still compared with values: our defects are never the document's."""
    fault = next(fault for fault in FAULTS if fault.name == "range size dropped")
    with planted(fault):
        assert isinstance(decide(total("T", lambda m: x[i]), x[i]), Disagreement)


def test_partitions_in_claims():
    parts = (Partition("T", ("B1", "B2")),)
    both = total("B1", lambda m: exp(x[m])) + total("B2", lambda m: exp(x[m]))
    assert isinstance(decide(total("T", lambda m: exp(x[m])), both, parts), Proved)
    assert isinstance(decide(total("T", lambda m: exp(x[m])), total("B1", lambda m: exp(x[m])), parts), Refuted)
    with pytest.raises(ValueError, match="different names"):
        Partition("T", ("B", "B"))
