"""The law of the score q . k for standard normal q, k in R^d: density, distribution, distance to N(0, d).

q . k = |q| z with z standard normal and independent of |q|: a mixture of normals N(0, r^2) over r = |q|. Values are
balls that hold the truth; `density_formula` is the same density as a SymPy expression. Moments: see moments.
"""

from typing import Any

from flint import arb, ctx

from derive.quadrature import PRECISION, RadialRule, normal_beyond, normal_density, radial_rule

DIGITS = 12  # default precision of probabilities


def density_formula(x: Any, d: Any) -> Any:
    """|x|^((d-1)/2) K_((d-1)/2)(|x|) / (sqrt(pi) 2^((d-1)/2) Gamma(d/2)), K the modified Bessel function."""
    from sympy import Abs, Rational, besselk, gamma, pi, sqrt, sympify

    x, d = sympify(x), sympify(d)
    order = (d - 1) * Rational(1, 2)
    return Abs(x) ** order * besselk(order, Abs(x)) / (sqrt(pi) * 2**order * gamma(d / 2))


def density(x: arb, d: int) -> arb:
    """The density at x != 0 (at x = 0 it is infinite for d = 1)."""
    check_width(d)
    with ctx.workprec(max(PRECISION, ctx.prec)):
        order, x = arb(d - 1) / 2, abs(arb(x))
        scale = (arb(2).log() * order + (arb(d) / 2).lgamma()).exp() * arb.pi().sqrt()
        return x**order * x.bessel_k(order) / scale


def correlated_density(x: arb, d: int, rho: arb) -> arb:
    """The density at x != 0 where (q_a, k_a) have correlation rho, -1 < rho < 1, independent over a.

    With u = 1 - rho^2: exp(rho x / u) |x|^((d-1)/2) K_((d-1)/2)(|x| / u) / (sqrt(pi u) 2^((d-1)/2) Gamma(d/2))
    (Pearson, Jeffery and Elderton, Biometrika 21 (1929), for the sum of products of correlated normals).
    ValueError for d < 1 or a rho that is not strictly between -1 and 1.
    """
    check_width(d)
    rho = arb(rho)
    if not abs(rho) < 1:
        raise ValueError(f"a density needs a correlation strictly between -1 and 1, not {rho}")
    bits = max(PRECISION, ctx.prec)
    found = _correlated(arb(x), d, rho, bits)
    while found.rel_accuracy_bits() < PRECISION // 2 and bits < 16 * PRECISION:  # K loses bits where its expansions meet
        bits *= 2
        found = _correlated(arb(x), d, rho, bits)
    return found


def _correlated(x: arb, d: int, rho: arb, bits: int) -> arb:
    with ctx.workprec(bits):
        rest, order, far = 1 - rho * rho, arb(d - 1) / 2, abs(x)
        scale = (arb(2).log() * order + (arb(d) / 2).lgamma()).exp() * (arb.pi() * rest).sqrt()
        return (rho * x / rest).exp() * far**order * (far / rest).bessel_k(order) / scale


def distribution(x: arb, d: int, digits: int = DIGITS) -> arb:
    """P(q . k <= x), error below about 10^-digits. ValueError for d < 1."""
    check_width(d)
    with ctx.workprec(PRECISION):
        return _distribution(arb(x), radial_rule(d, 1, digits))


def _distribution(x: arb, rule: RadialRule) -> arb:
    return rule.mean(lambda r: normal_beyond(-x / r))


def distance_to_normal(d: int, digits: int = DIGITS) -> arb:
    """sup |P(q . k <= x) - P(N(0, d) <= x)|, the Kolmogorov distance, certified.

    The ratio of the densities, E[sqrt(d)/R exp(x^2/2 (1/d - 1/R^2))], is strictly convex in x^2: it exceeds 1 near 0
    and far out and is below 1 between two crossings. So on x > 0 the difference rises, falls, rises back to 0, and
    its extremes stand at the crossings. ValueError for d < 1.
    """
    check_width(d)
    with ctx.workprec(2 * PRECISION):
        rule, deviation = radial_rule(d, 1, digits), arb(d).sqrt()
        inner, outer = _crossings(d, deviation)
        return _excess(inner, rule, deviation).max(-_excess(outer, rule, deviation))


def _excess(x: arb, rule: RadialRule, deviation: arb) -> arb:
    return _distribution(x, rule) - normal_beyond(-x / deviation)


def _crossings(d: int, deviation: arb) -> tuple[arb, arb]:
    """The two x > 0 where the density of the score crosses that of N(0, d), as balls."""

    def higher(x: arb) -> bool:
        difference = density(x, d) - normal_density(x, deviation)
        if difference.contains(0):
            raise ArithmeticError(f"the densities at {x} for d = {d} could not be told apart")
        return bool(difference > 0)

    near, far = deviation / 1024, 2 * deviation
    if not higher(near) or higher(deviation):
        raise ArithmeticError(f"no crossing of the densities found for d = {d}")
    while not higher(far):
        far *= 2
    return _bisected(near, deviation, higher, True), _bisected(deviation, far, higher, False)


def _bisected(low: arb, high: arb, higher: Any, at_low: bool) -> arb:
    """The ball between two points of which `higher` holds only at the low one (or only at the high one)."""
    low, high = low.mid(), high.mid()
    for _ in range(40):
        middle = ((low + high) / 2).mid()
        low, high = (middle, high) if higher(middle) == at_low else (low, middle)
    return low.union(high)


def check_width(d: int) -> None:
    """ValueError, one sentence, for a d_k that is no width."""
    if d < 1:
        raise ValueError(f"d_k must be at least 1, not {d}")
