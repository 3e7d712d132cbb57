"""Integrals over Gaussian and chi variables by the trapezoidal rule, as balls that surely hold the value.

For f analytic in |Im x| < a whose |f| integrates to at most M along every line of that strip, the infinite trapezoidal
sum of step h misses the integral by at most 2M / (exp(2 pi a / h) - 1) (Trefethen and Weideman, The exponentially
convergent trapezoidal rule, SIAM Review 56 (2014), theorem 5.1). Our bounds grow towards the edges: M is taken there.
What a finite sum leaves out is bounded by the integral beyond its last node, where the terms fall. Arithmetic is in
arb balls: rounding is counted too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log, pi, sqrt

from flint import arb

DIGITS = 9  # default: errors below 10^-DIGITS, before they are added up
PRECISION = 96  # bits of the balls; the sums here lose fewer than 30


@dataclass(frozen=True, slots=True)
class RadialRule:
    """Nodes for E f(R), R chi with d degrees of freedom; `error` bounds what the sum misses where |f| <= 1."""

    radii: tuple[arb, ...]
    weights: tuple[arb, ...]
    error: arb

    def expectation(self, values: Sequence[arb], bound: arb | int = 1) -> arb:
        """E f(R) from the values of f at `radii`, for |f| <= `bound`."""
        total = sum((w * v for w, v in zip(self.weights, values, strict=True)), arb(0))
        return total + within(self.error * bound)

    def mean(self, function: Callable[[arb], arb], bound: arb | int = 1) -> arb:
        """E f(R), f evaluated node by node."""
        return self.expectation([function(r) for r in self.radii], bound)


def within(radius: arb) -> arb:
    """The ball around 0 that holds everything no larger than `radius`."""
    return arb(0, radius.abs_upper())


def strip_error(bound: arb, width: float, step: float) -> arb:
    """What the infinite trapezoidal sum of `step` can miss, for integrals at most `bound` on the edges of the strip."""
    return 2 * bound / ((2 * arb.pi() * arb(width) / arb(step)).exp() - 1)


def radial_rule(d: int, coordinates: int, digits: int = DIGITS) -> RadialRule:
    """Rule for E f(R) with R = |q|, q ~ N(0, I_d), and f(R) = E g(R z), z of `coordinates` standard normals, g bounded.

    In w = log R, at w + i a, the chi density grows by cos(2a)^(-d/2) and each normal density by cos(2a)^(-1/2): the
    strip of half width a < pi/4 has M = cos(2a)^(-(d + coordinates)/2) sup|g|.
    """
    return chi_rule(d, lambda a: (2 * a).cos() ** (-arb(d + coordinates) / 2), pi / 4, digits)


def chi_rule(d: int, growth: Callable[[arb], arb], limit: float, digits: int) -> RadialRule:
    """Rule for E f(R), R chi with d degrees of freedom, from M = growth(a) for the strips of half width a < limit."""
    goal = digits * log(10) + log(8)
    widths = [limit * k / 40 for k in range(1, 40)]
    step, width = max((2 * pi * a / (goal + float(growth(arb(a)).log().mid())), a) for a in widths)
    error = strip_error(growth(arb(width)), width, step)
    start = log(d) / 2  # the mode of the density of log R: the sum falls away on both sides
    few = arb(10) ** (-digits) / 8
    up = _first(lambda n: (2 * arb(start + n * step)).exp() / 2, lambda x: x.gamma_upper(arb(d) / 2, 1), few)
    down = _first(lambda n: (2 * arb(start - n * step)).exp() / 2, lambda x: x.gamma_lower(arb(d) / 2, 1), few)
    logs = [arb(start) + n * arb(step) for n in range(-down[0], up[0] + 1)]
    return _chi_nodes(d, logs, arb(step), error + up[1] + down[1])


def _first(point: Callable[[int], arb], tail: Callable[[arb], arb], few: arb) -> tuple[int, arb]:
    """The first n whose tail probability lies below `few`, and that probability."""
    n = 1
    while not tail(point(n)) < few:
        n += max(1, n // 16)
    return n, tail(point(n)).abs_upper()


def _chi_nodes(d: int, logs: list[arb], step: arb, error: arb) -> RadialRule:
    constant = (arb(d) / 2).lgamma() + (arb(d) / 2 - 1) * arb(2).log()
    weights = tuple(step * (d * w - (2 * w).exp() / 2 - constant).exp() for w in logs)
    return RadialRule(tuple(w.exp() for w in logs), weights, error)


def normal_density(x: arb, sigma: arb) -> arb:
    """The density of N(0, sigma^2) at x (real or complex ball)."""
    return (-(x * x) / (2 * sigma * sigma)).exp() / (sigma * (2 * arb.pi()).sqrt())


def normal_beyond(x: arb) -> arb:
    """P(z > x) for a standard normal z."""
    return (x / arb(2).sqrt()).erfc() / 2


def exponential_tail(factor: arb, start: float, sigma: float, most: float = 0.5) -> arb:
    """Bounds the sum beyond `start` of terms that are at most factor E exp(-theta (v + s)), s ~ N(0, sigma^2), for
    every theta in (0, most]."""
    theta = min(most, start / sigma**2)
    exponent = -arb(theta) * arb(start) + arb(theta) ** 2 * arb(sigma) ** 2 / 2
    return factor * exponent.exp() / arb(theta)


def exponential_reach(sigma: float, goal: float, most: float = 0.5) -> float:
    """Where `exponential_tail` has fallen below about exp(-goal)."""
    return sigma * sqrt(2 * goal) if sigma * most >= sqrt(2 * goal) else goal / most + most * sigma * sigma / 2


def nodes(reach_down: float, reach_up: float, step: float) -> range:
    """Indices k of the nodes k * step that cover [-reach_down, reach_up]."""
    return range(-ceil(reach_down / step), ceil(reach_up / step) + 1)
