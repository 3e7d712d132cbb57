"""The proofs about random scores: they replay, their twins do not prove, and a tampered step is refused."""

from dataclasses import replace
from itertools import combinations

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import KroneckerDelta, Sum, symbols
from sympy.concrete.delta import deltasummation

from derive.assumptions import HYPOTHESES, USED, across, named
from derive.kernel import equal
from derive.laws import Finite
from derive.proof import Unproved
from derive.term_values import Evaluator, Sample
from derive.terms import Size, tensors, total
from derive.theorems import TABLE, replayed, theorem
from derive.theorems.scores import (
    QUANTITIES,
    _Moments,
    compare,
    countermodel,
    derivation,
    minimal_sets,
    proves,
    used,
)
from derive.theorems.scores import replayed as replay_scores

VARIANCE = QUANTITIES["scores.variance"]
NEEDED = ["independence", "zero-mean-q", "zero-mean-k", "uncorrelated-q", "unit-variance-q", "unit-variance-k"]


@pytest.mark.parametrize("name", QUANTITIES)
def test_the_theorems_replay(name: str) -> None:
    found = replayed(name)
    assert TABLE[name] == "scores"
    assert proves(found.proof, QUANTITIES[name])
    assert found.values_compared > 100
    assert equal(found.proof.statement.left, QUANTITIES[name].claim, found.proof.statement.assumptions)


def test_each_step_names_one_hypothesis_or_definition() -> None:
    proof = derivation(VARIANCE, HYPOTHESES)
    assert list(used(proof)) == NEEDED
    assert [len(step.uses) for step in proof.steps] == [0, 0] + [1] * 8


@pytest.mark.parametrize("name", QUANTITIES)
def test_twins_are_not_proved(name: str) -> None:
    twins = theorem(name).twins()
    assert len(twins) >= 2
    for twin in twins:
        statement = twin.statement
        assert not equal(statement.left, statement.right, statement.assumptions), twin.slip


@pytest.mark.parametrize("name", QUANTITIES)
def test_every_set_of_hypotheses_is_proved_or_refuted(name: str) -> None:
    """Minimal sets are sufficient by proof; every set that contains none of them has an exact counter-model."""
    quantity = QUANTITIES[name]
    smallest = minimal_sets(quantity)
    assert smallest
    for size in range(len(USED) + 1):
        for kept in map(frozenset, combinations(USED, size)):
            if not any(chosen <= kept for chosen in smallest):
                law = countermodel(quantity, frozenset(USED) - kept)
                assert law is not None, sorted(kept)
                assert all(HYPOTHESES[hypothesis].holds(law) for hypothesis in kept)
                assert quantity.value(law) != quantity.claimed(2)


@pytest.mark.parametrize("dropped", [*NEEDED[:3], "uncorrelated", *NEEDED[4:]])
def test_normal_counter_models_too(dropped: str) -> None:
    law = countermodel(VARIANCE, named([dropped]), normal=True)
    assert law is not None
    assert HYPOTHESES["normality"].holds(law)
    assert law.score_variance() != 2


@pytest.mark.parametrize("dropped", [n for n in HYPOTHESES if n not in NEEDED])
def test_what_is_not_needed(dropped: str) -> None:
    proof = derivation(VARIANCE, set(HYPOTHESES) - {dropped})
    assert proves(proof, VARIANCE)
    assert replay_scores(proof).values_compared


def test_general_formula_under_independence_alone() -> None:
    """tr(Σ_q Σ_k) + μ_qᵀ Σ_k μ_q + μ_kᵀ Σ_q μ_k; replayed on all independent laws of the bank."""
    proof = derivation(VARIANCE, ["independence"])
    assert replay_scores(proof).values_compared > 400
    assert not proves(proof, VARIANCE)


small = st.integers(-2, 2)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 3), small, small, small, small), min_size=1, max_size=5))
def test_without_hypotheses_the_last_line_holds_on_every_law(rows) -> None:
    whole = sum(w for w, *_ in rows)
    law = Finite("any", tuple((fmpq(w, whole), (fmpq(a), fmpq(b)), (fmpq(c), fmpq(e))) for w, a, b, c, e in rows))
    line = derivation(VARIANCE, ()).statement.right
    sample = Sample({"d_k": 2}, {name: _Moments(tensor, law) for name, tensor in tensors(line).items()})
    assert Evaluator(sample).value(line, {}) == law.score_variance()


def tampered(number: int, **changes):
    proof = derivation(VARIANCE, HYPOTHESES)
    steps = list(proof.steps)
    steps[number] = replace(steps[number], **changes)
    return replace(proof, steps=tuple(steps))


@pytest.mark.parametrize("number", range(2, 10))
def test_a_step_without_its_hypothesis_is_refused(number: int) -> None:
    with pytest.raises(Unproved, match=f"step {number + 1} "):
        replay_scores(tampered(number, uses=()))


@pytest.mark.parametrize("number", [2, 4, 5, 7, 8, 9])
def test_a_step_with_another_hypothesis_is_refused(number: int) -> None:
    own = derivation(VARIANCE, HYPOTHESES).steps[number].uses[0]
    for other in NEEDED:
        if other != own:
            with pytest.raises(Unproved):
                replay_scores(tampered(number, uses=(other,)))


def test_a_hypothesis_that_the_statement_does_not_name_is_refused() -> None:
    proof = derivation(VARIANCE, HYPOTHESES)
    with pytest.raises(Unproved, match="does not name"):
        replay_scores(replace(proof, statement=replace(proof.statement, assumptions=())))


def test_a_wrong_line_is_refused_by_the_kernel_and_by_the_laws() -> None:
    proof = derivation(VARIANCE, HYPOTHESES)
    wrong = Size("d_k") * Size("d_k")
    steps = (*proof.steps[:-1], replace(proof.steps[-1], after=wrong))
    bad = replace(proof, statement=replace(proof.statement, right=wrong), steps=steps)
    with pytest.raises(Unproved, match="not equal"):
        replay_scores(bad)
    with pytest.raises(Unproved, match="where 2 is due"):
        compare(bad, ())


def test_an_unused_diagonal_shows_in_the_laws() -> None:
    """Off_q[a, a] means nothing; a line that depends on it is caught: the laws give it a number that stands out."""
    proof = derivation(VARIANCE, set(HYPOTHESES) - named(["uncorrelated", "independent-components"]))
    assert compare(proof, ()) > 0
    q, k = across("q"), across("k")
    wrong = total("d_k", lambda i: total("d_k", lambda j: q[i, j] * k[i, j])) + Size("d_k")
    steps = (*proof.steps[:-1], replace(proof.steps[-1], after=wrong))
    with pytest.raises(Unproved, match="is due"):
        compare(replace(proof, steps=steps), ())


def test_sympy_sums_the_last_double_sum_to_d() -> None:
    """Σ_a Σ_b δ_ab δ_ab = d by SymPy's own summation, the other route to the last lines."""
    a, b, d = symbols("a b d", integer=True, positive=True)
    inner = deltasummation(KroneckerDelta(a, b) ** 2, (b, 1, d), no_piecewise=True)
    assert Sum(inner, (a, 1, d)).doit() == d
