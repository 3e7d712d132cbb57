"""Saturation of a row: certified against simulated, and calls that make no sense."""

from fractions import Fraction
from math import cos, exp, lgamma, log, pi, sin
from statistics import NormalDist

import mpmath
import pytest
from flint import arb, ctx

from derive.quadrature import PRECISION
from derive.saturation import SCALES, saturations
from derive.self_attention import AngleRule, angle_rule, length_rule, two_tokens
from numeric import experiments

COLUMNS = ("exceeds", "largest", "entropy", "jacobian", "median_jacobian")


@pytest.mark.parametrize(
    ("d", "tokens", "scale", "threshold"),
    [
        (64, (2, 4, 8, 16), "none", "0.95"),
        (64, (2, 4, 8, 16), "sqrt", "0.95"),
        (64, (2, 5), "linear", "0.5"),
        (1, (2, 3), "none", "0.5"),
        (2, (7,), "sqrt", "0.6"),
        (7, (2, 3, 9), "none", "0.99"),
        (128, (4,), "none", "0.95"),
    ],
)
def test_quadrature_agrees_with_simulation(d: int, tokens: tuple[int, ...], scale: str, threshold: str) -> None:
    """Every certified value within three standard errors of the simulated one."""
    for row in saturations(d, tokens, scale, Fraction(threshold)):
        factor = float(SCALES[scale](d).mid())
        drawn = experiments.saturation(d, row.tokens, [factor], float(threshold), texts=8000, seed=11)[0]
        for column in COLUMNS:
            ball = getattr(row, column)
            if ball is not None:
                estimate = getattr(drawn, column)
                assert ball.rad() < 1e-6, column
                assert abs(float(ball.mid()) - estimate.value) < 3 * estimate.error + 1e-6, (column, row.tokens)


def chi(r: float, d: int) -> float:
    return 2 * exp((d - 1) * log(r) - r * r / 2 - d / 2 * log(2) - lgamma(d / 2))


@pytest.mark.parametrize("d", [2, 64])
def test_two_tokens_against_mpmath(d: int) -> None:
    """P(|q.(k_1 - k_2)| > ln 19) by integrating over |q|, in another library."""
    mpmath.mp.dps = 15
    ends = [0, 1, 3, 6] if d == 2 else [3, 6, 8, 10, 14]
    value = mpmath.quad(lambda r: chi(r, d) * mpmath.erfc(mpmath.log(19) / (2 * r)) if r else 0, ends)
    assert abs(saturations(d, [2], "none")[0].exceeds - arb(float(value))) < arb(1e-7)


def test_self_attention_of_two_tokens() -> None:
    """With orthogonal W the own score is r² t, t a coordinate of a uniform unit vector: 0.79159, not 0.79234.

    By plain sums over r and t = sin(angle), both smooth enough for them to converge at once.
    """
    d, level, normal = 64, log(19), NormalDist()
    value = mass = 0.0
    for angle in (pi * (k + 0.5) / 200 - pi / 2 for k in range(200)):
        t, weight = sin(angle), cos(angle) ** (d - 2)
        for r in (3 + 0.1 * k for k in range(100)):
            density = weight * chi(r, d)
            mass += density
            value += density * (1 - normal.cdf(r * t + level / r) + normal.cdf(r * t - level / r))
    pair = two_tokens(d, "none", Fraction(19, 20))
    assert pair is not None
    assert abs(float(pair.exceeds.mid()) - value / mass) < 1e-6
    estimate = experiments.saturation(d, 2, [1.0], model="orthogonal", texts=60_000, seed=3)[0].exceeds
    assert abs(estimate.value - value / mass) < 3 * estimate.error


@pytest.mark.parametrize(
    ("d", "scale", "threshold"), [(64, "none", "0.95"), (64, "sqrt", "0.95"), (4, "none", "0.8"), (6, "linear", "0.55")]
)
def test_self_attention_agrees_with_simulation(d: int, scale: str, threshold: str) -> None:
    pair = two_tokens(d, scale, Fraction(threshold))
    factor = float(SCALES[scale](d).mid())
    drawn = experiments.saturation(d, 2, [factor], float(threshold), model="orthogonal", texts=20_000, seed=12)[0]
    for column in COLUMNS:
        ball, estimate = getattr(pair, column), getattr(drawn, column)
        assert ball.rad() < 1e-6, column
        assert abs(float(ball.mid()) - estimate.value) < 3 * estimate.error + 1e-6, column


@pytest.mark.parametrize("d", [4, 10, 64, 200])
def test_angle_rule_has_the_moments_of_a_coordinate(d: int) -> None:
    """E t² = 1/d, E t⁴ = 3/(d (d + 2)), odd moments 0; total 1."""
    with ctx.workprec(PRECISION):
        rule: AngleRule = angle_rule(d, arb(d).sqrt(), 9)
        for power, exact in ((0, arb(1)), (1, arb(0)), (2, arb(1) / d), (3, arb(0)), (4, arb(3) / (d * (d + 2)))):
            value = sum((w * t**power for t, w in zip(rule.points, rule.weights)), arb(0))
            assert abs(value - exact) < arb(1e-9)


@pytest.mark.parametrize("d", [4, 64])
def test_length_rule_has_total_mass_one(d: int) -> None:
    with ctx.workprec(PRECISION):
        rule = length_rule(d, 8)
        assert rule.mean(lambda r: arb(1)).overlaps(arb(1))
        assert rule.error < 1e-8


def test_self_attention_of_odd_or_narrow_heads_is_left_to_simulation() -> None:
    assert two_tokens(7, "none", Fraction(1, 2)) is None
    assert two_tokens(2, "none", Fraction(1, 2)) is None
    assert two_tokens(8, "none", Fraction(1, 2)).exceeds == 1
    with pytest.raises(ValueError, match="d_k must be at least 1"):
        two_tokens(0, "none", Fraction(1, 2))


def test_thresholds_between_and_below() -> None:
    """At most 1/T is always exceeded; between 1/T and 1/2 only simulation answers."""
    rows = saturations(8, [2, 3, 4], "sqrt", Fraction(1, 3))
    assert [row.exceeds is None for row in rows] == [False, False, True]
    assert rows[0].exceeds == 1
    assert rows[1].exceeds == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((0, [2]), "d_k must be at least 1, not 0"),
        ((-4, [2]), "d_k must be at least 1, not -4"),
        ((4, [1]), "at least 2 scores, not 1"),
        ((4, [2], "cube"), "unknown scale 'cube'"),
        ((4, [2], "sqrt", Fraction(1)), "strictly between 0 and 1"),
        ((4, [2], "sqrt", Fraction(-1, 2)), "strictly between 0 and 1"),
    ],
)
def test_calls_that_make_no_sense(arguments, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        saturations(*arguments)
