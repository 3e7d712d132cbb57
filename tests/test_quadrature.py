"""The trapezoidal rules hold the exact value, and not by being wide."""

import pytest
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from derive.quadrature import (
    PRECISION,
    exponential_reach,
    exponential_tail,
    normal_beyond,
    normal_density,
    radial_rule,
    strip_error,
)


@given(st.integers(1, 300), st.integers(1, 40), st.sampled_from([4, 9, 12]), st.integers(1, 50))
def test_radial_rule_holds_what_is_known_exactly(d: int, coordinates: int, digits: int, ten_s: int) -> None:
    """E exp(-s² R²/2) = (1 + s²)^(-d/2): exp(-s² r²/2) = E cos(s r z) is one of the functions that the rule is for."""
    with ctx.workprec(PRECISION):
        s = arb(ten_s) / 10
        found = radial_rule(d, coordinates, digits).mean(lambda r: (-((s * r) ** 2) / 2).exp())
        assert found.overlaps((1 + s * s) ** (-arb(d) / 2))
        assert found.rad() < arb(10) ** -digits


@pytest.mark.parametrize("d", [1, 2, 5, 64])
def test_radial_rule_has_total_mass_one(d: int) -> None:
    rule = radial_rule(d, 3)
    assert rule.mean(lambda r: arb(1)).overlaps(arb(1))
    assert rule.error < arb(10) ** -9


@pytest.mark.parametrize("step", [0.5, 0.8, 1.2])
def test_strip_error_bounds_a_real_error(step: float) -> None:
    """The sum of n(kh) is not 1: it misses by about 2 exp(-2 pi²/h²), below the bound of the best strip."""
    with ctx.workprec(300):
        total = arb(step) * sum((normal_density(k * arb(step), arb(1)) for k in range(-60, 61)), arb(0))
        width = 2 * 3.141592653589793 / step
        bound = strip_error((arb(width) ** 2 / 2).exp(), width, step)
        assert total - 1 > 0
        assert total - 1 < bound * 1.001
        assert bound < 1.01 * (total - 1)


@given(st.floats(0.05, 60), st.floats(5, 40), st.sampled_from([0.5, 1.0]))
def test_exponential_reach_is_far_enough(sigma: float, goal: float, most: float) -> None:
    reach = exponential_reach(sigma, goal, most)
    assert exponential_tail(arb(1), reach, sigma, most) < arb(-goal).exp() * max(2.0, sigma + 0.01) * 1.01


@given(st.floats(0.1, 20), st.floats(0.1, 40))
def test_exponential_tail_bounds_the_integral(sigma: float, start: float) -> None:
    """Terms E min(1, exp(-(v+s)/2)) satisfy its premise; their integral, worked out by hand, lies below the bound."""
    v, h = start, 0.02
    total = 0.0
    for k in range(1, 400):
        at = arb(v + k * h) / sigma
        shift = arb(sigma) / 2
        value = normal_beyond(at) + (-(at * sigma) / 2 + shift * shift / 2).exp() * normal_beyond(shift - at)
        total += h * float(value.mid())
    assert total < float(exponential_tail(arb(1), start, sigma).upper()) * 1.001
