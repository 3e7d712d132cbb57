"""Saturation of self-attention over two tokens with random orthogonal W_Q, W_K: certified, for even d_k.

Q = X W_Q, K = X W_K, entries of X standard normal, M = W_Q W_K^T uniformly random orthogonal. Of a token x, |x| = r,
the scores are x M x = r^2 t with its own key, t a coordinate of a uniform unit vector, and N(0, r^2) with the other:
given (r, t) the scaled difference D is normal, mean scale r^2 t, deviation scale r. Everything about two scores
depends on |D|. With t = sin(angle) the weight cos^(d-2) is a trigonometric polynomial for even d; odd d_k and T > 2
are left to simulation.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, cosh, log, pi, sinh, sqrt

from flint import arb, ctx, fmpq

from derive.gaussian_rows import sech_squared_half
from derive.quadrature import (
    PRECISION,
    RadialRule,
    chi_rule,
    nodes,
    normal_beyond,
    normal_density,
    strip_error,
    within,
)
from derive.saturation import SCALES, Saturation, check_sizes, decreasing_root

# functions of y = |D| with a bound on |f(y + iv)|, y >= 0, |v| <= pi/2
STATISTICS: dict[str, tuple[Callable[[arb], arb], float]] = {
    "largest": (lambda y: 1 / (1 + (-y).exp()), 1.0),
    "entropy": (lambda y: (1 + (-y).exp()).log() + y * (-y).exp() / (1 + (-y).exp()), 3.2),
    "jacobian": (sech_squared_half, 1.0),
}


def length_rule(d: int, digits: int) -> RadialRule:
    """Rule for E over r = |x| of f(r) = E g(r t - z), g bounded: M = cos(2a)^(-(d-1)/2) cos(4a)^(-1/2), a < pi/8.

    |exp(-(y/r - r t)^2/2)| integrates over y to cos(2a)^(-1/2) exp(|r t|^2 sin(2a)^2 / (2 cos 2a)), and r t is normal.
    """
    return chi_rule(d, lambda a: (2 * a).cos() ** (-arb(d - 1) / 2) / (4 * a).cos().sqrt(), pi / 8, digits)


@dataclass(frozen=True, slots=True)
class AngleRule:
    """E f(t) for one r: nodes t, weights, and what the sum misses where |f| <= exp(r^2 sinh(v)^2 / 2) at angle + iv."""

    points: tuple[arb, ...]
    weights: tuple[arb, ...]
    error: arb


def angle_rule(d: int, r: arb, digits: int) -> AngleRule:
    """The periodic trapezoidal rule for the angle (error at most 4 pi M / (e^(v N) - 1), Trefethen and Weideman,
    theorem 3.2), folded to the half circle where the cosine is not negative."""
    goal, length = digits * log(10) + 3, float(r.mid())

    def needed(v: float) -> float:
        return (goal + (d - 2) * log(cosh(v)) + (length * sinh(v)) ** 2 / 2) / v

    v = min((k / 50 for k in range(1, 100)), key=needed)
    count = ceil(needed(v) / 2)
    area = arb.pi().sqrt() * (arb(d - 1) / 2).gamma() / (arb(d) / 2).gamma()  # of cos^(d-2) over the half circle
    bound = arb(v).cosh() ** (d - 2) * ((r * arb(v).sinh()) ** 2 / 2).exp()
    error = 2 * arb.pi() * bound / ((arb(v) * (2 * count)).exp() - 1) / area
    angles = [arb.pi() * (2 * n + 1 - count) / (2 * count) for n in range(count)]
    weights = tuple(arb.pi() / count * a.cos() ** (d - 2) / area for a in angles)
    return AngleRule(tuple(a.sin() for a in angles), weights, error)


def beyond(level: arb, r: arb, scale: arb, angles: AngleRule) -> arb:
    """P(|D| > level), given |x| = r."""
    reach = level / (scale * r)
    values = (normal_beyond(reach - r * t) + normal_beyond(reach + r * t) for t in angles.points)
    return sum((w * v for w, v in zip(angles.weights, values)), arb(0)) + within(angles.error)


def given_length(r: arb, scale: arb, angles: AngleRule, digits: int) -> dict[str, arb]:
    """E f(|D|) for the STATISTICS f, given |x| = r: one sum over y = l log(1 + e^u), l = min(1, deviation).

    At u + i pi/2 the density of |D| integrates with |dy/du| to at most 4 plus 2 l times its height, grown by
    exp((l pi/2)^2 / (2 deviation^2)). For d >= 3 it falls in y (a symmetric unimodal law plus a normal one), so that
    what the sum leaves out on the right is bounded by P(|D| > y).
    """
    goal, deviation = digits * log(10) + 5, scale * r
    l = min(1.0, float(deviation.mid()))
    height = 1 / (deviation * (2 * arb.pi()).sqrt())
    bound = (arb(l * pi / 2) ** 2 / (2 * deviation**2)).exp() * (4 + 2 * l * height)
    step = pi * pi / (goal + float(bound.log().mid()))
    last = float(deviation.mid()) * 2 * sqrt(goal) / l
    times = [k * arb(step) for k in nodes(goal, last, step)]
    places = [l * (1 + u.exp()).log() for u in times]
    means = [scale * r * r * t for t in angles.points]
    shares = [2 * w for w in angles.weights]  # the law of t is symmetric: both signs of D at once
    uneven = within(2 * height * angles.error)
    masses = [
        l
        * arb(step)
        / (1 + (-u).exp())
        * (sum((w * normal_density(y - m, deviation) for m, w in zip(means, shares)), arb(0)) + uneven)
        for u, y in zip(times, places)
    ]
    right = (1 + (-times[-1]).exp()) * beyond(places[-1], r, scale, angles)
    left_out = strip_error(bound, pi / 2, step) + 2 * height * l * times[0].exp() + right
    return {
        name: sum((p * f(y) for p, y in zip(masses, places)), arb(0)) + within(left_out * arb(limit))
        for name, (f, limit) in STATISTICS.items()
    }


def two_tokens(d_k: int, scale: str, threshold: Fraction, digits: int = 6) -> Saturation | None:
    """The statistics of a row of self-attention over two tokens; None where d_k is odd or below 4.

    ValueError as in saturations.
    """
    check_sizes(d_k, [2], threshold)
    if d_k % 2 or d_k < 4:
        return None
    with ctx.workprec(PRECISION):
        factor, rule = SCALES[scale](d_k), length_rule(d_k, digits + 1)
        angles = [angle_rule(d_k, r, digits + 1) for r in rule.radii]

        def exceeding(level: arb) -> arb:
            return rule.expectation([beyond(level, r, factor, a) for r, a in zip(rule.radii, angles)])

        rows = [given_length(r, factor, a, digits + 1) for r, a in zip(rule.radii, angles)]
        means = {name: rule.expectation([row[name] for row in rows], arb(limit)) for name, (_, limit) in STATISTICS.items()}
        level = arb(fmpq(threshold.numerator, threshold.denominator))
        sure = 2 * threshold <= 1
        return Saturation(
            2,
            arb(1) if sure else exceeding((level / (1 - level)).log()),
            means["largest"],
            means["entropy"],
            means["jacobian"],
            sech_squared_half(decreasing_root(lambda m: exceeding(m) - arb(1) / 2, digits)),
        )
