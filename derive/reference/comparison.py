"""Somebody's results beside the certified ones: errors in ulps, absolute, and relative to the sums behind each entry.

All differences are exact rationals from the exact value of each float and the ends of the truth's ball; the figures
given back are upper bounds, no wider than 2**-SHARPNESS ulp. Left out: judging whether an error is acceptable.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

from derive.floats import Format, ends, round_ball, round_rational, spacing
from derive.reference.certified import Reference, settle

SHARPNESS = 60


@dataclass(frozen=True, slots=True)
class Truth:
    """An exact value between low and high, and the number of the format nearest to it."""

    nearest: float
    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class EntryError:
    """One entry. ulps: of the format at the nearest number. relative: to the magnitude of its sum (see `magnitudes`).

    nan where theirs is nan; infinite where theirs or the truth is infinite and the other is not.
    """

    row: int
    column: int
    theirs: float
    nearest: float
    ulps: float
    absolute: float
    relative: float

    @property
    def exact(self) -> bool:
        """Whether theirs is the correctly rounded value."""
        return self.theirs == self.nearest


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def truths(found: Reference, step: str, into: Format) -> list[list[Truth]]:
    """Each entry of a step, known to 2**-SHARPNESS of an ulp of the format. Raises Undecided."""

    def of_ball(ball: arb) -> Truth | None:
        nearest = round_ball(ball, into)
        if nearest is None:
            return None
        low, high, exponent = ends(ball)
        unit = Fraction(2) ** exponent
        if math.isfinite(nearest) and (high - low) * unit > spacing(nearest, into) / 2**SHARPNESS:
            return None
        return Truth(nearest, low * unit, high * unit)

    def of_rational(value: fmpq) -> Truth:
        return Truth(round_rational(value, into), _fraction(value), _fraction(value))

    return settle(found, step, of_ball, of_rational, Truth(-math.inf, Fraction(0), Fraction(0)))


def _absolute(of: arb_mat | fmpq_mat) -> arb_mat:
    return arb_mat([[abs(arb(x)) for x in row] for row in of.tolist()])


def _through(weights: arb_mat, gradient: arb_mat) -> arb_mat:
    """A o (|dA| + row sums of A o |dA|)."""
    rows = []
    for row, change in zip(weights.tolist(), gradient.tolist(), strict=True):
        mean = sum((a * d for a, d in zip(row, change, strict=True)), start=arb(0))
        rows.append([a * (d + mean) for a, d in zip(row, change, strict=True)])
    return arb_mat(rows)


def magnitudes(found: Reference, step: str) -> list[list[float]]:
    """What rounding errors of an entry are measured against: the product of the absolute values behind it.

    |A||V| for Y, |Q||K|^T for S, and so on; the absolute value itself for steps that are no product.
    """
    problem, bits = found.problem, found.least_bits
    balls = found.balls(bits)

    def sized(name: str) -> arb_mat:
        return _absolute(found.rational[name] if name in found.rational else balls[name])

    def given(name: str) -> arb_mat:
        return _absolute(problem.projections[name])

    with ctx.workprec(64):
        scale = abs(arb(problem.scale.factor)) * arb(problem.scale.root).sqrt()
        match step:
            case "Q" | "K" | "V" if problem.projections:
                of = given("X") * given(f"W_{step}")
            case "S":
                of = sized("Q") * sized("K").transpose()
            case "scaled" | "masked":
                of = sized("Q") * sized("K").transpose() * scale
            case "Y":
                of = sized("A") * sized("V")
            case "dA":
                of = sized("dY") * sized("V").transpose()
            case "dS":
                of = _through(sized("A"), sized("dA"))
            case "dV":
                of = sized("A").transpose() * sized("dY")
            case "dQ":
                of = sized("dS") * sized("K") * scale
            case "dK":
                of = sized("dS").transpose() * sized("Q") * scale
            case "dW_Q" | "dW_K" | "dW_V":
                of = given("X").transpose() * sized(f"d{step[-1]}")
            case "dX":
                parts = [sized(f"d{name}") * given(f"W_{name}").transpose() for name in ("Q", "K", "V")]
                of = parts[0] + parts[1] + parts[2]
            case _:
                of = sized(step)
        return [[float(x) for x in row] for row in of.tolist()]


def _up(value: Fraction) -> float:
    """A float that is not below."""
    if value >= Fraction(2) ** 1023:
        return math.inf
    nearest = value.numerator / value.denominator
    return nearest if Fraction(nearest) >= value else math.nextafter(nearest, math.inf)


def _error(place: tuple[int, int], theirs: float, truth: Truth, magnitude: float, into: Format) -> EntryError:
    if theirs == truth.nearest and not math.isfinite(theirs):
        return EntryError(*place, theirs, truth.nearest, 0.0, 0.0, 0.0)
    if not math.isfinite(theirs) or not math.isfinite(truth.nearest):
        size = math.nan if math.isnan(theirs) else math.inf
        return EntryError(*place, theirs, truth.nearest, size, size, size)
    value = Fraction(theirs)
    error = max(abs(value - truth.low), abs(value - truth.high))
    relative = 0.0 if not error else math.inf if not magnitude else _up(error) / magnitude
    return EntryError(*place, theirs, truth.nearest, _up(error / spacing(truth.nearest, into)), _up(error), relative)


def compare(found: Reference, step: str, theirs: Sequence[Sequence[float]], into: Format) -> list[EntryError]:
    """The error of every entry, in row order. theirs has the shape of the step. Raises Undecided."""
    sizes = magnitudes(found, step)
    return [
        _error((i, j), float(theirs[i][j]), truth, sizes[i][j], into)
        for i, row in enumerate(truths(found, step, into))
        for j, truth in enumerate(row)
    ]
