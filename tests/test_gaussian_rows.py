"""Rows of N(0, sigma²) scores: certified values against closed forms, brute-force grids and one another."""

from itertools import pairwise
from math import exp, log, pi, sqrt

import mpmath
import numpy as np
import pytest
from flint import arb, ctx

from derive.gaussian_rows import entropies, exceedances, jacobian_norm, largest_weights, power, sech_squared_half
from derive.quadrature import PRECISION

GOAL = 18.0
SIGMAS = [0.02, 0.3, 0.9, 1.0, 3.0, 8.0, 40.0]


@pytest.fixture(autouse=True)
def precise():
    with ctx.workprec(PRECISION):
        yield


def by_difference(sigma: float, function) -> float:
    """E f(|D|), D ~ N(0, 2 sigma²), by mpmath: for two scores everything depends on their difference."""
    width = sigma * sqrt(2)
    ends = sorted({0.0, min(1.0, width), min(6.0, 3 * width), 3 * width, 9 * width})
    return float(mpmath.quad(lambda x: function(x) * 2 * mpmath.npdf(x, 0, width), ends))


def entropy(x):
    p = 1 / (1 + mpmath.exp(-x))
    return -p * mpmath.log(p) - (1 - p) * mpmath.log(1 - p) if p < 1 else mpmath.mpf(0)


@pytest.mark.parametrize("sigma", SIGMAS)
@pytest.mark.parametrize(
    ("certified", "function"),
    [
        (lambda s: entropies(s, [2], GOAL)[0], entropy),
        (lambda s: largest_weights(s, [2], GOAL)[0], lambda x: 1 / (1 + mpmath.exp(-x))),
        (lambda s: jacobian_norm(s, GOAL), lambda x: mpmath.sech(x / 2) ** 2 / 2),
    ],
)
def test_two_scores_against_mpmath(sigma: float, certified, function) -> None:
    ball = certified(arb(sigma))
    assert ball.rad() < 1e-6
    assert abs(float(ball.mid()) - by_difference(sigma, function)) < float(ball.rad()) + 1e-9


@pytest.mark.parametrize("sigma", [0.15, 0.5, 1.0, 4.0])
@pytest.mark.parametrize("threshold", ["0.5", "0.7", "0.95"])
def test_three_scores_against_a_grid(sigma: float, threshold: str) -> None:
    """P(largest > c) = 3 P(s_1 beats the rest): s_3 by its distribution function, s_1 and s_2 on a fine grid."""
    c = float(threshold)
    kappa = (1 - c) / c
    z = (np.arange(-4000, 4000) + 0.5) * (7 / 4000)
    weight = np.exp(-z * z / 2) / sqrt(2 * pi) * (7 / 4000)
    table = np.cumsum(weight)
    total = 0.0
    for top in z[::8] + 3.5 * 7 / 4000:
        w = exp(-top * top / 2) / sqrt(2 * pi) * 8 * 7 / 4000
        room = kappa * np.exp(sigma * top) - np.exp(sigma * z)
        reach = np.where(room > 0, np.log(np.maximum(room, 1e-300)) / sigma, -99.0)
        total += w * float(weight @ np.interp(reach, z + 3.5 / 4000, table, left=0.0, right=1.0))
    ball = exceedances(arb(sigma), [3], arb(threshold), GOAL)[0]
    assert abs(float(ball.mid()) - 3 * total) < 3e-4
    assert ball.rad() < 1e-6


@pytest.mark.parametrize("sigma", [0.3, 1.0, 8.0])
def test_largest_of_two_is_the_integral_of_its_tail(sigma: float) -> None:
    """E max = 1/2 + Int_(1/2)^1 P(max > c) dc."""
    grid = [(k + 0.5) / 2000 for k in range(1000)]
    tail = sum(float(exceedances(arb(sigma), [2], arb(0.5 + x), GOAL)[0].mid()) for x in grid) / 2000
    assert abs(float(largest_weights(arb(sigma), [2], GOAL)[0].mid()) - 0.5 - tail) < 1e-5


TOKENS = [2, 3, 5, 16, 64]


@pytest.mark.parametrize("sigma", SIGMAS)
def test_order_and_limits(sigma: float) -> None:
    """Wider rows are less saturated; everything lies between the uniform row and the one-hot row."""
    largest, entropy_, exceeding = (
        largest_weights(arb(sigma), TOKENS, GOAL),
        entropies(arb(sigma), TOKENS, GOAL),
        exceedances(arb(sigma), TOKENS, arb("0.6"), GOAL),
    )
    for values, falling in ((largest, True), (entropy_, False), (exceeding, True)):
        for a, b in pairwise(values):
            assert not (a < b if falling else a > b)
    for tokens, top, nats, p in zip(TOKENS, largest, entropy_, exceeding):
        assert top > arb(1) / tokens
        assert top < 1
        assert not nats < 0
        assert not nats > arb(tokens).log()
        assert not p > 1
        assert not p < 0


@pytest.mark.parametrize("tokens", TOKENS)
def test_small_sigma_expansion(tokens: int) -> None:
    """log T - E H = sigma² (T-1)/(2T) + O(sigma⁴): half the variance of the scores within the row."""
    sigma = 0.01
    gap = log(tokens) - float(entropies(arb(sigma), [tokens], 30.0)[0].mid())
    assert abs(gap / (sigma**2 * (tokens - 1) / (2 * tokens)) - 1) < 0.01


def test_wide_tail_asymptotics_of_three_scores() -> None:
    """For sigma large the row is saturated unless the two best are close: 1 - P ~ O(1/sigma)."""
    far = [float(exceedances(arb(s), [3], arb("0.95"), GOAL)[0].mid()) for s in (20, 40)]
    assert 1.9 < (1 - far[0]) / (1 - far[1]) < 2.1


def test_power_of_a_ball_around_zero() -> None:
    assert power(arb(0, 0.5), 3).overlaps(arb(0, 0.125))
    assert power(arb(0, 0.5), 3).is_finite()


def test_jacobian_norm_of_equal_scores_is_one_half() -> None:
    assert sech_squared_half(arb(0)) == arb(0.5)
    assert abs(float(sech_squared_half(arb(3)).mid()) - 2 * (1 / (1 + exp(-3))) * (1 / (1 + exp(3)))) < 1e-15
