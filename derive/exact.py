"""Exact arithmetic for expressions: rationals first, then single square roots, then certified balls (python-flint).

An item is an fmpq, a Root (r·√n), an arb ball, or MINUS_INFINITY (a masked score). Rationals and roots are exact, so
equal scores are seen to be equal; a ball is used only where exp, log or sums of different roots come in. Deciding where
a ball lies is derive.decide; intervals of printed numbers are derive.intervals.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq, fmpz

_MAX_FACTORED = 10**24
MAX_POWER = 4096
MAX_BITS = 20_000
MAX_EXPONENT = 200_000


class Undefined(ArithmeticError):
    """A value that does not exist: a division by zero, a root or logarithm outside its domain, a fully masked row."""


class TooLarge(ArithmeticError):
    """A power that would be larger than is ever built."""


class MinusInfinity:
    """A masked score: absorbs sums, exponentiates to zero, is below every number."""

    __slots__ = ()

    def _absorb(self, other: Any) -> "MinusInfinity":
        return self

    def _scale(self, other: Any) -> Any:
        if (isinstance(other, fmpq) and other > 0) or (isinstance(other, Root) and other.factor > 0):
            return self
        if isinstance(other, arb) and other > 0:
            return self
        if not isinstance(other, fmpq | Root | arb | MinusInfinity):
            return NotImplemented  # an item of another domain, which knows its own sign
        raise Undefined("minus infinity times a number that is not surely positive")

    __add__ = __radd__ = __sub__ = _absorb
    __mul__ = __rmul__ = __truediv__ = _scale

    def __rsub__(self, other: Any) -> Any:
        raise Undefined("a number minus minus infinity")

    def __rtruediv__(self, other: Any) -> Any:
        raise Undefined("a division by minus infinity")

    def __neg__(self) -> Any:
        raise Undefined("minus minus infinity")

    def __abs__(self) -> Any:
        raise Undefined("the absolute value of minus infinity")

    def __repr__(self) -> str:
        return "-inf"


MINUS_INFINITY = MinusInfinity()


def check_finite(*items: Any) -> None:
    """Undefined where one of the items is minus infinity."""
    if any(isinstance(item, MinusInfinity) for item in items):
        raise Undefined("a function of minus infinity")


@dataclass(frozen=True, slots=True)
class Root:
    """factor · √radicand, exactly; the factor is not zero and the radicand is squarefree and at least 2."""

    factor: fmpq
    radicand: int

    def ball(self) -> arb:
        """The root as a ball at the precision in force."""
        return arb(self.factor) * arb(self.radicand).sqrt()

    def _with(self, other: Any) -> tuple[Any, Any]:
        return self.ball(), (other.ball() if isinstance(other, Root) else other)

    def __add__(self, other: Any) -> Any:
        if isinstance(other, Root) and other.radicand == self.radicand:
            return _root(self.factor + other.factor, self.radicand)
        if isinstance(other, fmpq) and other == 0:
            return self
        if isinstance(other, MinusInfinity):
            return other
        left, right = self._with(other)
        return left + right

    __radd__ = __add__

    def __neg__(self) -> "Root":
        return Root(-self.factor, self.radicand)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __rsub__(self, other: Any) -> Any:
        return (-self) + other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, fmpq):
            return _root(self.factor * other, self.radicand)
        if isinstance(other, Root) and other.radicand == self.radicand:
            return self.factor * other.factor * self.radicand
        if isinstance(other, MinusInfinity):
            return other * self
        left, right = self._with(other)
        return left * right

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return self * reciprocal(other)

    def __rtruediv__(self, other: Any) -> Any:
        return other * reciprocal(self)


def _root(factor: fmpq, radicand: int) -> Any:
    return Root(factor, radicand) if factor != 0 else fmpq(0)


def reciprocal(item: Any) -> Any:
    """One over an item. Undefined at zero and where a ball may hold it."""
    if isinstance(item, fmpq):
        if item == 0:
            raise Undefined("a division by zero")
        return 1 / item
    if isinstance(item, Root):
        return Root(1 / (item.factor * item.radicand), item.radicand)
    if isinstance(item, MinusInfinity) or item.contains(0):
        raise Undefined("a division by what may be zero")
    return 1 / item


def ball(item: Any) -> arb:
    """An item as a ball at the precision in force."""
    return item.ball() if isinstance(item, Root) else arb(item)


def rational(value: Fraction) -> fmpq:
    """A Fraction as an fmpq."""
    return fmpq(value.numerator, value.denominator)


def fraction(value: fmpq) -> Fraction:
    """An fmpq as a Fraction."""
    return Fraction(int(value.p), int(value.q))


def known_rational(item: Any) -> Fraction | None:
    """The value of an item that is exactly known as a rational: an fmpq, or a ball of radius zero."""
    if isinstance(item, fmpq):
        return fraction(item)
    if isinstance(item, arb) and item.is_exact() and item.is_finite():
        return _dyadic(item)
    return None


def _dyadic(value: arb) -> Fraction:
    mantissa, exponent = (int(part) for part in value.man_exp())
    if abs(exponent) > MAX_EXPONENT:
        raise TooLarge("a value beyond the range that is computed")
    return Fraction(mantissa) * Fraction(2) ** exponent


def ends(item: Any) -> tuple[Fraction, Fraction]:
    """Two rationals that surely enclose the item; equal where it is rational."""
    if isinstance(item, fmpq):
        value = fraction(item)
        return value, value
    if isinstance(item, MinusInfinity):
        raise Undefined("minus infinity has no bounds")
    enclosure = ball(item)
    if not enclosure.is_finite():
        raise Undefined("a value that is not finite")
    middle, radius = _dyadic(enclosure.mid()), _dyadic(enclosure.rad())
    return middle - radius, middle + radius


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Balls are made at this many bits inside the block; the precision before comes back after it."""
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


class Balls:
    """The domain of exact items: what evaluate() asks for beyond + − · / of items."""

    def number(self, value: Fraction) -> Any:
        """A rational constant."""
        return rational(value)

    def divide(self, x: Any, y: Any) -> Any:
        """x / y."""
        return x / y if isinstance(x, MinusInfinity) else x * reciprocal(y)

    def total(self, items: Sequence[Any]) -> Any:
        """The sum of the items."""
        result = fmpq(0)
        for item in items:
            result = result + item
        return result

    def exp(self, x: Any) -> Any:
        """e to the x; exact at 0 and at minus infinity."""
        if isinstance(x, MinusInfinity):
            return fmpq(0)
        if isinstance(x, fmpq) and x == 0:
            return fmpq(1)
        power = ball(x)
        if not abs(power) < MAX_BITS:
            raise TooLarge("an exponential beyond the range that is computed")
        return power.exp()

    def log(self, x: Any) -> Any:
        """The natural logarithm; exact at 1."""
        if isinstance(x, fmpq) and x == 1:
            return fmpq(0)
        if isinstance(x, MinusInfinity) or not ball(x) > 0:
            raise Undefined("a logarithm of what is not surely positive")
        return ball(x).log()

    def sqrt(self, x: Any) -> Any:
        """The square root: exact for rationals whose radicand can be factored."""
        if isinstance(x, fmpq):
            return _square_root(x)
        if isinstance(x, MinusInfinity) or not ball(x) >= 0:
            raise Undefined("a root of what is not surely positive")
        return ball(x).sqrt()

    def power(self, x: Any, y: Any) -> Any:
        """x to the y; whole and half exponents exactly."""
        if isinstance(y, fmpq) and int(y.q) in (1, 2):
            base = x if int(y.q) == 1 else self.sqrt(x)
            return _whole_power(base, int(y.p))
        if isinstance(x, MinusInfinity) or isinstance(y, MinusInfinity) or not ball(x) > 0:
            raise Undefined("a power of what is not surely positive")
        return (ball(y) * ball(x).log()).exp()

    def maximum(self, items: Sequence[Any]) -> Any:
        """The largest item; balls that overlap give a ball that holds the maximum."""
        finite = [x for x in items if not isinstance(x, MinusInfinity)]
        if not finite:
            raise Undefined("the maximum of a fully masked row")
        best = finite[0]
        for item in finite[1:]:
            best = _larger(best, item)
        return best

    def absolute(self, x: Any) -> Any:
        """|x|."""
        if isinstance(x, Root):
            return Root(abs(x.factor), x.radicand)
        return abs(x)

    def softmax(self, row: Sequence[Any]) -> list[Any]:
        """Softmax of one row, shifted by its maximum: exact where all unmasked scores are equal."""
        top = self.maximum(row)
        weights = [self.exp(x - top) for x in row]
        inverse = reciprocal(self.total(weights))
        return [w if isinstance(w, fmpq) and w == 0 else w * inverse for w in weights]


def _larger(x: Any, y: Any) -> Any:
    if isinstance(x, fmpq) and isinstance(y, fmpq):
        return max(x, y)
    if isinstance(x, Root) and isinstance(y, Root) and x.radicand == y.radicand:
        return x if x.factor >= y.factor else y
    left, right = ball(x), ball(y)
    if left > right:
        return x
    if right > left:
        return y
    return left.max(right)


def _whole_power(base: Any, exponent: int) -> Any:
    if abs(exponent) > MAX_POWER or _size(base) * abs(exponent) > MAX_BITS:
        raise TooLarge(f"a power with exponent {exponent}")
    result: Any = fmpq(1)
    for _ in range(abs(exponent)):
        result = result * base
    return reciprocal(result) if exponent < 0 else result


def _size(item: Any) -> int:
    if isinstance(item, fmpq):
        return max(int(item.p).bit_length(), int(item.q).bit_length())
    return 64


def _square_root(x: fmpq) -> Any:
    if x < 0:
        raise Undefined("a root of a negative number")
    if x == 0:
        return fmpq(0)
    number = int(x.p) * int(x.q)
    if number > _MAX_FACTORED:
        root = fmpz(number).isqrt()
        return fmpq(int(root), int(x.q)) if root * root == number else arb(x).sqrt()
    outside, inside = 1, 1
    for prime, count in fmpz(number).factor():
        outside *= int(prime) ** (count // 2)
        inside *= int(prime) ** (count % 2)
    factor = fmpq(outside, int(x.q))
    return factor if inside == 1 else Root(factor, inside)
