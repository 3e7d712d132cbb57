"""Moments of the score: against SymPy's stats at d = 1, 2, enumeration, and the law of the correlated case."""

from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq
from sympy import Rational, Symbol, expand, sqrt, symbols
from sympy.stats import E, Laplace, Normal, Uniform, variance

from derive import laws
from derive.moments import (
    GAUSSIAN,
    INITIALISATIONS,
    LAPLACE,
    LAWS,
    RADEMACHER,
    SCALES,
    UNIFORM,
    NoMoment,
    correlated_moments,
    cumulants,
    d_k,
    excess_kurtosis,
    from_cumulants,
    initial_score_variance,
    score_moment,
    score_variance,
    shifted,
    skewness,
    student,
)

STATS = {
    "gaussian": lambda name: Normal(name, 0, 1),
    "uniform": lambda name: Uniform(name, -sqrt(3), sqrt(3)),
    "laplace": lambda name: Laplace(name, 0, 1 / sqrt(2)),
}


@pytest.mark.parametrize("name", STATS)
@pytest.mark.parametrize("order", [2, 4, 6])
def test_one_component_as_sympy_stats_has_it(name: str, order: int) -> None:
    """d = 1: E (q k)^n = E q^n E k^n."""
    x = STATS[name]("x")
    assert expand(LAWS[name].moment(order) - E(x**order)) == 0
    assert expand(score_moment(order, LAWS[name], LAWS[name], 1) - E(x**order) ** 2) == 0


def test_width_two_as_sympy_stats_has_it() -> None:
    q1, q2, k1, k2 = (Normal(n, 0, 1) for n in ("q1", "q2", "k1", "k2"))
    score = q1 * k1 + q2 * k2
    assert variance(q1 * k1) == score_variance(d=1)
    assert E(expand(score**2)) == score_moment(2, d=2)
    assert E(expand(score**4)) == score_moment(4, d=2)


@pytest.mark.parametrize("d", [1, 2, 3])
@pytest.mark.parametrize("order", [1, 2, 3, 4, 6])
def test_rademacher_by_enumeration(d: int, order: int) -> None:
    signs = list(product((-1, 1), repeat=2 * d))
    mean = Fraction(sum(sum(s[a] * s[d + a] for a in range(d)) ** order for s in signs), len(signs))
    assert score_moment(order, RADEMACHER, RADEMACHER, d) == Rational(mean.numerator, mean.denominator)


def test_shifted_components_by_enumeration() -> None:
    """Non-zero means, width 2: skewed scores."""
    values = [Fraction(sum(x * y for x, y in zip(s[:2], s[2:]))) for s in product((0, 2), (0, 2), (-1, 1), (-1, 1))]
    mean = sum(values) / 16
    third = sum((v - mean) ** 3 for v in values) / 16
    second = sum((v - mean) ** 2 for v in values) / 16
    q = shifted(RADEMACHER, 1, 1)
    assert score_variance(q, RADEMACHER, 2) == Rational(second.numerator, second.denominator)
    assert expand(skewness(q, RADEMACHER, 2) ** 2 - Rational(third.numerator, third.denominator) ** 2 / second**3) == 0
    assert skewness(q, q, 2) > 0


def test_correlated_normals_as_isserlis_has_them() -> None:
    """The variance at rho = 1/2, d = 2, from the covariances of the joint normal law."""
    half, zero, one = fmpq(1, 2), fmpq(0), fmpq(1)
    unit, cross = ((one, zero), (zero, one)), ((half, zero), (zero, half))
    law = laws.Normal("half", (zero, zero), (zero, zero), unit, unit, cross)
    first, second = correlated_moments(2, Rational(1, 2), 2)
    assert str(law.score_variance()) == str(second - first**2)


def test_correlation_one_is_a_chi_square() -> None:
    """rho = 1: q . q has E = d, E² = d(d+2), E³ = d(d+2)(d+4)."""
    wanted = [d_k, d_k * (d_k + 2), d_k * (d_k + 2) * (d_k + 4)]
    assert all(expand(a - b) == 0 for a, b in zip(correlated_moments(3, 1), wanted))
    assert all(expand(a - b) == 0 for a, b in zip(correlated_moments(4, 0), map(score_moment, (1, 2, 3, 4))))


def test_cumulants_and_moments_are_inverse() -> None:
    m = symbols("m1:7")
    assert all(expand(a - b) == 0 for a, b in zip(from_cumulants(cumulants(m)), m))


def test_student() -> None:
    nu = Symbol("nu", positive=True)
    assert student(5).moment(4) == 9  # kurtosis 3 + 6/(nu - 4)
    assert expand(score_moment(4, student(nu), GAUSSIAN).subs(nu, 7) - score_moment(4, student(7), GAUSSIAN)) == 0
    assert excess_kurtosis(student(10), student(10)) == (student(10).moment(4) ** 2 - 3) / d_k


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: excess_kurtosis(student(3), GAUSSIAN), "ν = 3 has no moment of order 4: that needs ν > 4"),
        (lambda: excess_kurtosis(GAUSSIAN, student(4)), "no moment of order 4"),
        (lambda: score_moment(6, student(5), UNIFORM), "no moment of order 6"),
        (lambda: student(2), "needs ν > 2"),
        (lambda: score_moment(2, d=0), "whole number of at least 1, not 0"),
        (lambda: score_moment(2, d=-3), "not -3"),
        (lambda: score_moment(2, d=Rational(5, 2)), "not 5/2"),
        (lambda: score_moment(0), "order of a moment is at least 1"),
        (lambda: correlated_moments(2, 2), "between -1 and 1"),
        (lambda: initial_score_variance("magic", 512), "unknown initialisation 'magic'"),
        (lambda: initial_score_variance("xavier", 512, scale="cube"), "unknown scale 'cube'"),
        (lambda: initial_score_variance("xavier", 512, 7), "not 512/7"),
    ],
)
def test_calls_that_make_no_sense(call, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


def test_no_moment_is_a_value_error() -> None:
    assert issubclass(NoMoment, ValueError)
    assert LAPLACE.moment(3) == 0


def test_initialisations() -> None:
    """d_model = 512, 8 heads of 64: fused Xavier keeps variance 1; one matrix a head gives (2h/(h+1))²."""
    found = {name: initial_score_variance(name, 512, 8) for name in INITIALISATIONS}
    assert found == {
        "lecun": 1,
        "he": 4,
        "xavier": Rational(16, 9) ** 2,
        "xavier-fused": 1,
        "linear-default": Rational(1, 9),
    }
    d_model, heads = symbols("d_model h", positive=True)
    by_scale = {scale: initial_score_variance("lecun", d_model, heads, scale) for scale in SCALES}
    assert by_scale == {"sqrt": 1, "linear": heads / d_model, "none": d_model / heads}
