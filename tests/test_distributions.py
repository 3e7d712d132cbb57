"""The law of the score: density, distribution and distance to the normal against other routes."""

import mpmath
import pytest
from flint import arb, ctx
from sympy import Rational, besselk, pi, simplify
from sympy import exp as exponential

from derive.distributions import correlated_density, density, density_formula, distance_to_normal, distribution
from derive.quadrature import PRECISION


@pytest.mark.parametrize("d", [1, 2, 3, 4, 16, 64])
@pytest.mark.parametrize("x", ["0.25", "1", "7"])
def test_formula_and_ball_agree(d: int, x: str) -> None:
    formula = density_formula(Rational(x), d).evalf(30)
    with ctx.workprec(PRECISION):
        assert (density(arb(x), d) - arb(str(formula))).abs_upper() < 1e-20


def test_small_widths_by_hand() -> None:
    """d = 1: K_0(|x|)/pi. d = 2: Laplace, exp(-|x|)/2."""
    assert density_formula(2, 1) == besselk(0, 2) / pi
    assert simplify(density_formula(2, 2) - exponential(-2) / 2) == 0


@pytest.mark.parametrize("d", [1, 2, 3, 16])
def test_distribution_is_the_integral_of_the_density(d: int) -> None:
    mpmath.mp.dps = 15
    order = mpmath.mpf(d - 1) / 2
    scale = mpmath.sqrt(mpmath.pi) * 2**order * mpmath.gamma(mpmath.mpf(d) / 2)
    for x in (0.5, 2.0, 9.0):
        area = mpmath.quad(lambda t: t**order * mpmath.besselk(order, t) / scale, [0, x / 100, x / 4, x])
        assert abs(float(distribution(arb(x), d).mid()) - 0.5 - float(area)) < 1e-8
        assert (distribution(arb(x), d) + distribution(arb(-x), d)).overlaps(arb(1))


@pytest.mark.parametrize("d", [1, 2, 5, 64])
def test_distance_is_the_largest_gap_on_a_grid(d: int) -> None:
    """No point of a grid exceeds it, and some point nearly attains it."""
    root = arb(d).sqrt()
    gaps = []
    for k in range(1, 400):
        x = root * k / 100
        normal = (1 + (x / root / arb(2).sqrt()).erf()) / 2
        gaps.append(abs(float((distribution(x, d, 6) - normal).mid())))
    certified = float(distance_to_normal(d).mid())
    assert max(gaps) < certified + 1e-6
    assert max(gaps) > certified * 0.999


def test_distance_falls_like_one_over_d() -> None:
    assert all(abs(distance_to_normal(4 * d) * 4 / distance_to_normal(d) - 1) < 0.02 for d in (16, 64))


@pytest.mark.parametrize(("d", "rho"), [(1, 0.5), (2, -0.75), (16, 0.25)])
def test_correlated_density_is_a_mixture(d: int, rho: float) -> None:
    """Given |q| = r the score is N(rho r^2, (1 - rho^2) r^2): integrated over the chi law of r, another route."""

    def mixed(x: float) -> mpmath.mpf:
        def part(r: mpmath.mpf) -> mpmath.mpf:
            chi = 2 * (r / mpmath.sqrt(2)) ** d / r / mpmath.gamma(mpmath.mpf(d) / 2) * mpmath.exp(-r * r / 2)
            return chi * mpmath.npdf(x, rho * r * r, mpmath.sqrt(1 - rho * rho) * r)

        return mpmath.quad(part, [0, 0.1, 1, 2, 4, 8, 16])

    for x in (-5.0, -0.5, 1.0, 6.0):
        assert abs(float(correlated_density(arb(x), d, arb(rho)).mid()) / float(mixed(x)) - 1) < 1e-6


def test_correlated_density_without_correlation() -> None:
    for d, x in ((1, 0.25), (3, -2.0), (64, 20.0)):
        assert correlated_density(arb(x), d, arb(0)).overlaps(density(arb(x), d))


@pytest.mark.parametrize("rho", [1, -1, 2])
def test_no_density_without_spread(rho: int) -> None:
    with pytest.raises(ValueError, match="strictly between -1 and 1"):
        correlated_density(arb(1), 4, arb(rho))


@pytest.mark.parametrize("d", [0, -1])
def test_no_width(d: int) -> None:
    for call in (lambda: distribution(arb(1), d), lambda: density(arb(1), d), lambda: distance_to_normal(d)):
        with pytest.raises(ValueError, match="d_k must be at least 1"):
            call()
