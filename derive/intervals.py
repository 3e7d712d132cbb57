"""Estimates: intervals of rationals, with the printed numbers that went into them. What the page's own numbers give.

Each printed operand is taken as the reals that it can stand for; results enclose every outcome. Softmax and quotients
are written so that an operand that occurs twice does not widen them. Endpoints are rational; exp, log and roots are
rounded outwards on certified balls.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from flint import arb, fmpq, fmpz

from derive.exact import (
    MAX_BITS,
    MAX_POWER,
    MINUS_INFINITY,
    Balls,
    MinusInfinity,
    TooLarge,
    Undefined,
    ball,
    check_finite,
    ends,
    fraction,
    precision,
    rational,
)

BITS = 160
_GRID = fmpz(2) ** BITS
Uses = frozenset[int]
NOTHING: Uses = frozenset()


@dataclass(frozen=True, slots=True)
class Estimate:
    """The closed interval [low, high] and the printed numbers it was computed from."""

    low: fmpq
    high: fmpq
    uses: Uses = NOTHING

    @property
    def is_point(self) -> bool:
        """Whether the interval is one number."""
        return bool(self.low == self.high)

    def meets(self, low: Fraction, high: Fraction) -> bool:
        """Whether the interval and [low, high] have a number in common."""
        return bool(self.low <= rational(high) and self.high >= rational(low))

    def __add__(self, other: Any) -> Any:
        if isinstance(other, MinusInfinity):
            return other
        return Estimate(self.low + other.low, self.high + other.high, _join(self, other))

    def __neg__(self) -> "Estimate":
        return Estimate(-self.high, -self.low, self.uses)

    def __sub__(self, other: "Estimate") -> Any:
        if isinstance(other, MinusInfinity):
            raise Undefined("a number minus minus infinity")
        return Estimate(self.low - other.high, self.high - other.low, _join(self, other))

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, MinusInfinity):
            return other * (self.low if self.low > 0 else fmpq(0))
        if self.is_point and self.low == 0:
            return self
        if other.is_point and other.low == 0:
            return other
        corners = [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high]
        return Estimate(min(corners), max(corners), _join(self, other))

    __rmul__ = __mul__

    def __truediv__(self, other: "Estimate") -> Any:
        if other.low <= 0 <= other.high:
            raise Undefined("a division by what may be zero")
        return self * Estimate(1 / other.high, 1 / other.low, other.uses)


def _join(x: Estimate, y: Estimate) -> Uses:
    if not x.uses or x.uses is y.uses:
        return y.uses
    return x.uses | y.uses if y.uses else x.uses


def point(value: Fraction, uses: Uses = NOTHING) -> Estimate:
    """The estimate that is one rational."""
    exact = rational(value)
    return Estimate(exact, exact, uses)


def between(low: Fraction, high: Fraction, uses: Uses = NOTHING) -> Estimate:
    """The estimate [low, high]."""
    return Estimate(rational(low), rational(high), uses)


def enclose(item: Any, uses: Uses = NOTHING) -> Any:
    """An exact item as an estimate: a point where it is rational, else a very narrow interval."""
    if isinstance(item, MinusInfinity):
        return item
    with precision(BITS):
        low, high = ends(item)
    return between(low, high, uses)


def _down(x: fmpq) -> fmpq:
    return fmpq((x * _GRID).floor(), _GRID) if int(x.q).bit_length() > BITS else x


def _up(x: fmpq) -> fmpq:
    return fmpq((x * _GRID).ceil(), _GRID) if int(x.q).bit_length() > BITS else x


def _outward(x: Estimate) -> Estimate:
    return Estimate(_down(x.low), _up(x.high), x.uses)


class Intervals:
    """The domain of estimates."""

    def number(self, value: Fraction) -> Estimate:
        """A rational constant."""
        return point(value)

    def divide(self, x: Any, y: Any) -> Any:
        """x / y."""
        check_finite(y)
        if isinstance(x, MinusInfinity):
            return x * y.low
        return _outward(x / y)

    def total(self, items: Sequence[Any]) -> Any:
        """The sum of the items."""
        result: Any = point(Fraction(0))
        for item in items:
            result = item if isinstance(item, MinusInfinity) else result + item
        return result

    def exp(self, x: Any) -> Estimate:
        """e to the x, which grows with x."""
        if isinstance(x, MinusInfinity):
            return point(Fraction(0))
        return _monotone(Balls().exp, x)

    def log(self, x: Estimate) -> Estimate:
        """The natural logarithm, which grows with x."""
        check_finite(x)
        return _monotone(Balls().log, x)

    def sqrt(self, x: Estimate) -> Estimate:
        """The square root; where the interval reaches below zero only its upper part counts."""
        check_finite(x)
        if x.high < 0:
            raise Undefined("a root of a negative number")
        return _monotone(Balls().sqrt, replace(x, low=max(x.low, fmpq(0))))

    def power(self, x: Estimate, y: Estimate) -> Estimate:
        """x to the y, for an exponent that is one number."""
        check_finite(x, y)
        if not y.is_point:
            if x.low <= 0:
                raise Undefined("a power of what is not surely positive")
            return self.exp(self.log(x) * y)
        exponent = y.low
        if int(exponent.q) == 1 and x.low <= 0:
            return _whole_power(x, int(exponent.p))
        return _monotone(lambda base: Balls().power(base, exponent), x)

    def maximum(self, items: Sequence[Any]) -> Any:
        """The largest of the items."""
        finite = [x for x in items if not isinstance(x, MinusInfinity)]
        if not finite:
            raise Undefined("the maximum of a fully masked row")
        low, high = max(x.low for x in finite), max(x.high for x in finite)
        return Estimate(low, high, frozenset().union(*(x.uses for x in finite if x.high >= low)))

    def absolute(self, x: Estimate) -> Estimate:
        """|x|."""
        check_finite(x)
        if x.low >= 0:
            return x
        if x.high <= 0:
            return -x
        return Estimate(fmpq(0), max(-x.low, x.high), x.uses)

    def softmax(self, row: Sequence[Any]) -> list[Estimate]:
        """Softmax of one row. Each weight grows with its own score and falls with the others, so the ends are exact."""
        finite = [x for x in row if not isinstance(x, MinusInfinity)]
        if not finite:
            raise Undefined("the softmax of a fully masked row")
        uses = frozenset().union(*(x.uses for x in finite))
        top = max(x.high for x in finite)
        with precision(BITS):
            lows = [ball(x.low - top).exp() for x in finite]
            highs = [ball(x.high - top).exp() for x in finite]
        weights = iter(_weights(lows, highs, uses))
        return [point(Fraction(0)) if isinstance(x, MinusInfinity) else next(weights) for x in row]


def _weights(lows: list[arb], highs: list[arb], uses: Uses) -> list[Estimate]:
    with precision(BITS):
        all_low, all_high = sum(lows, arb(0)), sum(highs, arb(0))
        out = []
        for low, high in zip(lows, highs):
            bottom, _ = ends(low / (all_high - high + low))
            _, top = ends(high / (all_low - low + high))
            out.append(between(max(bottom, Fraction(0)), min(top, Fraction(1)), uses))
    return out


def _monotone(function: Any, x: Estimate) -> Estimate:
    """The image of an interval under a function that only grows or only falls on it, rounded outwards."""
    with precision(BITS):
        at_low = ends(function(x.low))
        at_high = at_low if x.is_point else ends(function(x.high))
    return between(min(at_low + at_high), max(at_low + at_high), x.uses)


def _whole_power(x: Estimate, exponent: int) -> Estimate:
    if abs(exponent) > MAX_POWER or abs(exponent) * BITS > MAX_BITS * 8:
        raise TooLarge(f"a power with exponent {exponent}")
    if exponent < 0:
        return point(Fraction(1)) / _whole_power(x, -exponent)
    ends_of_power = [x.low**exponent, x.high**exponent]
    low = fmpq(0) if exponent and exponent % 2 == 0 and x.low < 0 < x.high else min(ends_of_power)
    return Estimate(low, max(ends_of_power), x.uses)


def as_fractions(x: Estimate) -> tuple[Fraction, Fraction]:
    """The two ends of an estimate."""
    return fraction(x.low), fraction(x.high)


__all__ = [
    "MINUS_INFINITY",
    "NOTHING",
    "Estimate",
    "Intervals",
    "Uses",
    "as_fractions",
    "between",
    "enclose",
    "point",
]
