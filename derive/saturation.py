"""How saturated is the softmax of a row of random scores, as functions of T, d_k and the scale: certified values.

Model: a query q and keys k_1 .. k_T, all independent, all entries N(0, 1); the row is scale * (q . k_1, .., q . k_T).
Given |q| = r (chi with d_k degrees of freedom) the scores are T independent N(0, (scale r)^2): an exact mixture of
`gaussian_rows`. Self-attention with orthogonal W_Q, W_K differs in one score, q_i . k_i, which comes from one token:
see self_attention. numeric/experiments.py simulates what has no route here (||J||_F for T > 2, thresholds below 1/2).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log

from flint import arb, ctx, fmpq

from derive.gaussian_rows import entropies, exceedances, jacobian_norm, largest_weights, sech_squared_half
from derive.quadrature import DIGITS, PRECISION, RadialRule, normal_beyond, radial_rule

# what the scores are multiplied by -> the factor, for d_k
SCALES: dict[str, Callable[[int], arb]] = {
    "sqrt": lambda d: 1 / arb(d).sqrt(),
    "linear": lambda d: 1 / arb(d),
    "none": lambda d: arb(1),
}


@dataclass(frozen=True, slots=True)
class Saturation:
    """One row of T scores: balls, or None where only simulation answers."""

    tokens: int
    exceeds: arb | None  # P(largest weight > threshold)
    largest: arb  # E of the largest weight
    entropy: arb  # E of the entropy, in nats
    jacobian: arb | None  # E ||J||_F, J the Jacobian of softmax
    median_jacobian: arb | None


def saturations(
    d_k: int, tokens: Sequence[int], scale: str = "sqrt", threshold: Fraction = Fraction(19, 20), digits: int = 6
) -> list[Saturation]:
    """The statistics of a row for each T of `tokens`, errors below about 10^-digits; the balls hold the true values.

    ValueError where d_k < 1, a T < 2, the scale is unknown, or the threshold is outside (0, 1).
    """
    check_sizes(d_k, tokens, threshold)
    if scale not in SCALES:
        raise ValueError(f"unknown scale '{scale}'; there are: {', '.join(SCALES)}")
    with ctx.workprec(PRECISION):
        rule = radial_rule(d_k, max(tokens), digits + 1)
        factor = SCALES[scale](d_k)
        goal = (digits + 1) * log(10) + log(max(tokens))  # some errors of a row grow with T
        sigmas = [factor * r for r in rule.radii]
        exceeds = _exceeding(rule, sigmas, tokens, threshold, goal)
        largest = [largest_weights(s, tokens, goal) for s in sigmas]
        entropy = [entropies(s, tokens, goal) for s in sigmas]
        return [
            Saturation(
                T,
                exceeds.get(T),
                rule.expectation([row[n] for row in largest]),
                rule.expectation([row[n] for row in entropy], arb(T).log()),
                rule.expectation([jacobian_norm(s, goal) for s in sigmas]) if T == 2 else None,
                median_jacobian(rule, sigmas) if T == 2 else None,
            )
            for n, T in enumerate(tokens)
        ]


def check_sizes(d_k: int, tokens: Sequence[int], threshold: Fraction) -> None:
    """ValueError, one sentence, for sizes or a level that make no sense."""
    if d_k < 1:
        raise ValueError(f"d_k must be at least 1, not {d_k}")
    for T in tokens:
        if T < 2:
            raise ValueError(f"a row needs at least 2 scores, not {T}: the softmax of one score is 1")
    if not 0 < threshold < 1:
        raise ValueError(f"a probability level lies strictly between 0 and 1, not at {threshold}")


def _exceeding(rule: RadialRule, sigmas: list[arb], tokens: Sequence[int], threshold: Fraction, goal: float) -> dict[int, arb]:
    """T -> P(largest > threshold). The largest of T weights is at least 1/T, and above it with probability 1."""
    sure = {T: arb(1) for T in tokens if threshold * T <= 1}
    rest = [T for T in tokens if T not in sure] if 2 * threshold >= 1 else []
    if not rest:
        return sure
    level = arb(fmpq(threshold.numerator, threshold.denominator))
    values = [exceedances(s, rest, level, goal) for s in sigmas]
    unit = arb(0.5, 0.5)
    return sure | {T: rule.expectation([row[n] for row in values]).intersection(unit) for n, T in enumerate(rest)}


def median_jacobian(rule: RadialRule, sigmas: Sequence[arb]) -> arb:
    """The median of ||J||_F for T = 2: it falls as |s_1 - s_2| grows, so it stands at the median of that difference."""
    root2 = arb(2).sqrt()

    def surplus(m: arb) -> arb:
        return rule.expectation([2 * normal_beyond(m / (root2 * s)) for s in sigmas]) - arb(1) / 2

    return sech_squared_half(decreasing_root(surplus))


def decreasing_root(function: Callable[[arb], arb], digits: int = DIGITS) -> arb:
    """The ball around the zero on (0, oo) of a decreasing function that is positive at 0: certified bisection."""
    low, high = arb(0), arb(1)
    while not function(high) < 0:
        low, high = (high if function(high) > 0 else low), 2 * high
    while high - low > arb(10) ** -digits * high:
        middle = ((low + high) / 2).mid()
        value = function(middle)
        if value > 0:
            low = middle
        elif value < 0:
            high = middle
        else:
            break
    return low.union(high)
