"""E, Var and Cov over symbolic ranges: what they are by definition on every finite law."""

from itertools import product

import pytest
from flint import fmpq

from derive.expectation import NotPolynomial, covariance, expectation, variance
from derive.kernel import equal
from derive.laws import Finite
from derive.term_values import Evaluator, Sample
from derive.terms import Index, Sum, Tensor, exp, total

q, k, w = Tensor("q", ("d_k",)), Tensor("k", ("d_k",)), Tensor("w", ("d_k",))
a = Index("a", "d_k")
DOT = total("d_k", lambda b: q[b] * k[b])
WEIGHTED = total("d_k", lambda b: w[b] * q[b])


def law(d: int) -> Finite:
    """A lopsided law without any of the usual properties."""
    values = [
        (fmpq(n * n + 1), [(n * 7 + 3 * a) % 5 - 1 for a in range(d)], [(n * 3 + a * a) % 4 for a in range(d)])
        for n in range(7)
    ]
    whole = sum(p for p, _, _ in values)
    return Finite("odd", tuple((p / whole, tuple(map(fmpq, x)), tuple(map(fmpq, y))) for p, x, y in values))


def sample(term, found: Finite, d: int) -> Sample:
    from derive.terms import tensors

    entries = {}
    for name, tensor in tensors(term).items():
        places = product(range(d), repeat=len(tensor.ranges))
        if name == "w":
            entries[name] = {place: fmpq(place[0] + 2, 3) for place in places}
        else:
            entries[name] = {place: found.moment(name.removeprefix("E_"), place) for place in places}
    return Sample({"d_k": d}, entries)


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize(
    ("random", "value"),
    [
        (DOT, lambda x, y, w: sum(a * b for a, b in zip(x, y))),
        (DOT * DOT, lambda x, y, w: sum(a * b for a, b in zip(x, y)) ** 2),
        (DOT**3, lambda x, y, w: sum(a * b for a, b in zip(x, y)) ** 3),
        (WEIGHTED * 2 - DOT / 3, lambda x, y, w: sum(2 * c * a - a * b / 3 for a, b, c in zip(x, y, w))),
        ((WEIGHTED + 1) ** 2, lambda x, y, w: (sum(c * a for a, c in zip(x, w)) + 1) ** 2),
    ],
)
def test_expectation_is_the_mean_over_outcomes(d: int, random, value) -> None:
    found, weights = law(d), [fmpq(n + 2, 3) for n in range(d)]
    term = expectation(random)
    direct = found.expect(lambda x, y: value(x, y, weights))
    assert Evaluator(sample(term, found, d)).value(term, {}) == direct


def test_variance_and_covariance() -> None:
    assert equal(variance(DOT), expectation(DOT * DOT) - expectation(DOT) ** 2)
    assert equal(variance(DOT * 3), 9 * variance(DOT))
    assert not equal(variance(DOT * 3), 3 * variance(DOT))
    assert equal(covariance(DOT + WEIGHTED, DOT), variance(DOT) + covariance(WEIGHTED, DOT))


@pytest.mark.parametrize("d", [1, 2, 3])
def test_covariance_is_symmetric_in_value(d: int) -> None:
    found = law(d)
    left, right = covariance(DOT, WEIGHTED), covariance(WEIGHTED, DOT)
    assert Evaluator(sample(left, found, d)).value(left, {}) == Evaluator(sample(right, found, d)).value(right, {})


def test_constants_stay_outside() -> None:
    assert equal(expectation(w[a] * q[a]), w[a] * expectation(q[a]))
    assert equal(expectation(w[a] * w[a]), w[a] ** 2)


def test_one_sum_used_twice_does_not_share_its_index() -> None:
    shared = Sum((a,), q[a])
    square = expectation(shared * shared)
    moments = Tensor("E_qq", ("d_k", "d_k"))
    assert equal(square, total(("d_k", "d_k"), lambda x, y: moments[x, y]))


def test_no_expectation_through_other_functions() -> None:
    for term in (exp(q[a]), 1 / q[a]):
        with pytest.raises(NotPolynomial):
            expectation(term)
