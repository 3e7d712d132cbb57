"""Exact laws: the properties that they claim, and the variance of the score from its definition."""

from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from derive.assumptions import HYPOTHESES, UnknownHypothesis, bank, models, named, spoiled
from derive.laws import Finite, Normal, finite_laws, normal_laws

ALL = frozenset(HYPOTHESES)


def failing(law) -> set[str]:
    return {name for name, hypothesis in HYPOTHESES.items() if not hypothesis.holds(law)}


@pytest.mark.parametrize(
    ("name", "fails"),
    [
        ("coins-coins", set()),
        ("mixed-coins", {"identical-distribution"}),
        ("shifted-coins", {"zero-mean-q"}),
        ("coins-doubled", {"unit-variance-k"}),
        ("tied-coins", {"uncorrelated-q", "independent-components-q"}),
        ("same", {"independence"}),
        ("signed", {"independence"}),
    ],
)
def test_each_law_spoils_what_it_is_for(name: str, fails: set[str]) -> None:
    for d in (2, 3):
        law = next(law for law in finite_laws(d) if law.name == name)
        assert failing(law) == fails | {"normality"}


def test_normal_laws_are_normal() -> None:
    by_name = {law.name: failing(law) for law in normal_laws(2)}
    assert by_name["normal-plain-plain"] == set()
    assert by_name["normal-same"] == {"independence"}
    assert by_name["normal-plain-tied"] == {"uncorrelated-k", "independent-components-k"}
    assert by_name["normal-shifted-doubled"] == {"zero-mean-q", "unit-variance-k"}


@pytest.mark.parametrize("d", [1, 2, 3])
def test_probabilities_sum_to_one(d: int) -> None:
    assert all(sum(p for p, _, _ in law.outcomes) == 1 for law in finite_laws(d))


@pytest.mark.parametrize("d", [1, 2, 3])
def test_all_hypotheses_give_variance_d(d: int) -> None:
    found = list(models(ALL - {"normality", "identical-distribution"}, d))
    assert found
    assert all(law.score_variance() == d for law in found)
    assert {law.score_variance() for law in models(ALL, d)} == {d}


small = st.integers(-3, 3)


@given(st.lists(st.tuples(st.integers(1, 4), small, small, small, small), min_size=1, max_size=6))
def test_score_variance_by_hand(rows) -> None:
    """Any finite law, in Fractions."""
    total = sum(w for w, *_ in rows)
    outcomes = tuple((fmpq(w, total), (fmpq(a), fmpq(b)), (fmpq(c), fmpq(e))) for w, a, b, c, e in rows)
    scores = [(Fraction(w, total), a * c + b * e) for w, a, b, c, e in rows]
    mean = sum(p * s for p, s in scores)
    variance = sum(p * (s - mean) ** 2 for p, s in scores)
    assert Finite("any", outcomes).score_variance() == fmpq(variance.numerator, variance.denominator)


@given(st.lists(small, min_size=16, max_size=16), st.lists(small, min_size=4, max_size=4))
def test_isserlis_against_coins(entries, means) -> None:
    """A mixing matrix of coins has the covariances of its normal twin; their score variances differ by the fourth
    cumulants of the coins, -2 each, along each source."""
    rows = [entries[4 * n : 4 * n + 4] for n in range(4)]  # q_0, q_1, k_0, k_1 as mixtures of 4 coins
    outcomes = []
    for coins in product((-1, 1), repeat=4):
        q0, q1, k0, k1 = (fmpq(m + sum(x * c for x, c in zip(row, coins))) for row, m in zip(rows, means))
        outcomes.append((fmpq(1, 16), (q0, q1), (k0, k1)))
    cov = [[fmpq(sum(x * y for x, y in zip(r, s))) for s in rows] for r in rows]
    m = [fmpq(x) for x in means]
    first, last = (0, 1), (2, 3)

    def block(a, b):
        return tuple(tuple(cov[i][j] for j in b) for i in a)

    twin = Normal("twin", (m[0], m[1]), (m[2], m[3]), block(first, first), block(last, last), block(first, last))
    source = [rows[0][n] * rows[2][n] + rows[1][n] * rows[3][n] for n in range(4)]
    assert Finite("coins", tuple(outcomes)).score_variance() == twin.score_variance() - 2 * sum(s * s for s in source)


def test_names_and_groups() -> None:
    assert named(["zero-mean", "normality"]) == {"zero-mean-q", "zero-mean-k", "normality"}
    with pytest.raises(UnknownHypothesis):
        named(["luck"])


def test_dropping_what_is_implied() -> None:
    assert spoiled(["uncorrelated-q"]) == {"uncorrelated-q", "independent-components-q", "normality"}
    assert spoiled(["independence"], normal=True) == {"independence"}
    assert len(bank(2)) == len({law.name for law in bank(2)})
