"""Proofs as data: a chain without gaps, each step confirmed twice, or not shown at all."""

import pytest

from derive.kernel import Hypothesis
from derive.proof import SIZES, Proof, Statement, Step, Unproved, alike, chain, compare_values, replay
from derive.terms import Derivative, Index, Tensor, exp, log, sqrt, term, total
from derive.theorems import TABLE, replayed, theorem

i, j = Index("i", "T"), Index("j", "T")
x, y = Tensor("x", ("T",)), Tensor("y", ("T",))


def proof(left, *lines, assumptions=(), right=None):
    statement = Statement(left, right if right is not None else lines[-1][1], assumptions)
    return chain("a proof", statement, *lines)


def test_a_chain_joins():
    made = proof(x[i] * 2, ("collect", x[i] + x[i]), ("collect", 2 * x[i], ("a",), 2))
    assert [step.before for step in made.steps] == [x[i] * 2, x[i] + x[i]]
    assert made.steps[1] == Step("collect", x[i] + x[i], 2 * x[i], ("a",), 2)
    found = replay(made)
    assert found.sizes == SIZES and found.values_compared == 2 * (1 + 2 + 2 + 3)


@pytest.mark.parametrize(
    "made, message",
    [
        (proof(x[i], ("collect", x[i] + 0), right=y[i]), "does not end at the statement's right side"),
        (Proof("p", Statement(x[i], x[i]), (Step("a", x[i], y[i]), Step("b", x[i], x[i]))), "step 2: does not start"),
        (Proof("p", Statement(x[i], x[i]), ()), "does not end"),
        (proof(x[i], ("collect", x[i] + 0), ("cancel", 2 * x[i])), r"step 2 \(cancel\): the kernel does not prove"),
        (proof(sqrt(x[i] ** 2), ("cancel", x[i])), "the kernel does not prove"),
        (proof(total("T", lambda m: y[m]), ("hypothesis", term(1))), "the kernel does not prove"),
        (proof(1 / (x[i] - x[i]), ("cancel", x[i])), "division by zero"),
    ],
)
def test_what_does_not_replay(made, message):
    with pytest.raises(Unproved, match=message):
        replay(made)


def test_values_contradict_on_their_own():
    """Exact values find a false line also when nobody asks the kernel."""
    with pytest.raises(Unproved, match="step 2"):
        compare_values(proof(exp(x[i]), ("a", exp(x[i])), ("b", exp(x[i]) + term(1) / 10**20)), SIZES)
    with pytest.raises(Unproved, match="is due"):
        replay(proof(x[i], ("a", x[i] * 2)), confirm=lambda step, assumptions: None)


def test_lines_need_values_somewhere():
    with pytest.raises(Unproved, match="no sample of size"):
        replay(proof(0 * log(-exp(x[i])), ("cancel", term(0))))
    assert replay(proof(log(x[i]) + log(x[i]), ("collect", 2 * log(x[i])))).conditions[0].kind == "positive"


def test_premises_are_used_and_satisfied():
    premise = Hypothesis(total("T", lambda m: y[m]), term(1))
    made = proof(x[i] * total("T", lambda m: y[m]), ("hypothesis", x[i]), assumptions=(premise,))
    assert replay(made).rules == ({"hypothesis": 1},)


def test_checks_of_other_areas_can_take_over():
    seen = []
    made = proof(x[i], ("expectation", y[i]))
    found = replay(made, confirm=lambda step, assumptions: seen.append(step.rule), compare=lambda made, sizes: 7)
    assert seen == ["expectation"] and found.values_compared == 7


def test_alike_ignores_bound_names_alone():
    assert alike(total("T", lambda m: x[m]), total("T", lambda m: x[m]))
    assert not alike(total("T", lambda m: x[m]), total("T", lambda m: y[m]))
    assert not alike(x[i], x[j])


def test_derivatives_are_replayed_by_dual_numbers():
    """A wrong derivative passes no replay, whoever wrote it down."""
    right = Derivative(total("T", lambda m: x[m] ** 3), x[i])
    assert replay(proof(right, ("derivative of an entry", 3 * x[i] ** 2))).values_compared
    with pytest.raises(Unproved, match="is due"):
        compare_values(proof(right, ("derivative of an entry", 2 * x[i] ** 2)), SIZES)


def test_the_table_is_lazy_and_complete():
    with pytest.raises(KeyError):
        theorem("softmax.nothing")
    assert all(theorem(name).name == name for name in TABLE)
    assert replayed("softmax.sums_to_one").proof.name == "softmax.sums_to_one"
