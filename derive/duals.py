"""Exact numbers with slopes: rationals while possible, balls for exp and roots, dual numbers for derivatives.

This is the independent route: it shares no code with the kernel. A value is an fmpq, an arb, an acb (where i comes
in) or a Dual over those; a nested derivative nests duals, told apart by their level.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

from flint import acb, arb, fmpq

Value = Any  # fmpq | arb | acb | Dual; python-flint ships no types


MOST_BITS = 50_000  # a longer rational becomes a ball


class Undefined(ArithmeticError):
    """Division by zero, a root or logarithm of a negative number, or a ball too wide to tell."""


class Dual:
    """value + slope · ε with ε² = 0, one ε a level."""

    __slots__ = ("level", "slope", "value")

    def __init__(self, value: Value, slope: Value, level: int) -> None:
        self.value = value
        self.slope = slope
        self.level = level

    def __add__(self, other: Value) -> Dual:
        if not isinstance(other, Dual) or other.level < self.level:
            return Dual(self.value + other, self.slope, self.level)
        if other.level > self.level:
            return Dual(self + other.value, other.slope, other.level)
        return Dual(self.value + other.value, self.slope + other.slope, self.level)

    def __mul__(self, other: Value) -> Dual:
        if not isinstance(other, Dual) or other.level < self.level:
            return Dual(self.value * other, self.slope * other, self.level)
        if other.level > self.level:
            return Dual(self * other.value, self * other.slope, other.level)
        return Dual(self.value * other.value, self.value * other.slope + self.slope * other.value, self.level)

    __radd__ = __add__
    __rmul__ = __mul__


def rational(value: Fraction | int) -> Value:
    value = Fraction(value)
    return fmpq(value.numerator, value.denominator)


def imaginary_unit() -> Value:
    return acb(0, 1)


def part(value: Value, level: int) -> tuple[Value, Value]:
    """Value and slope at a level; the slope is 0 where the level does not occur."""
    if isinstance(value, Dual):
        if value.level == level:
            return value.value, value.slope
        inner_value, inner_slope = part(value.value, level)
        slope_value, slope_slope = part(value.slope, level)
        return Dual(inner_value, slope_value, value.level), Dual(inner_slope, slope_slope, value.level)
    return value, fmpq(0)


def power(base: Value, exponent: Fraction) -> Value:
    """base^exponent; Undefined for 0 to a negative power and for roots of negative numbers."""
    if exponent == 0:
        return fmpq(1)
    if isinstance(base, Dual):
        slope = power(base.value, exponent - 1) * rational(exponent) * base.slope
        return Dual(power(base.value, exponent), slope, base.level)
    if exponent.denominator != 1:
        return _root(base, exponent)
    if isinstance(base, fmpq):
        if not base and exponent < 0:
            raise Undefined("division by zero")
        bits = int(base.p).bit_length() + int(base.q).bit_length()
        if bits * abs(exponent) < MOST_BITS:
            return base ** int(exponent)
        base = arb(base)
    return _finite(base ** int(exponent))


def _root(base: Value, exponent: Fraction) -> Value:
    if isinstance(base, fmpq):
        if base < 0 or (base == 0 and exponent < 0):
            raise Undefined("a root of a negative number")
        above, below = isqrt(int(base.p)), isqrt(int(base.q))
        if exponent.denominator == 2 and fmpq(above, below) ** 2 == base:
            return fmpq(above, below) ** exponent.numerator
        base = arb(base)
    return _finite(base ** rational(exponent))


def exp(argument: Value) -> Value:
    if isinstance(argument, Dual):
        value = exp(argument.value)
        return Dual(value, value * argument.slope, argument.level)
    if isinstance(argument, fmpq):
        return arb(argument).exp() if argument else fmpq(1)
    return _finite(argument.exp())


def log(argument: Value) -> Value:
    """The real logarithm; Undefined unless the argument is certainly positive."""
    if isinstance(argument, Dual):
        return Dual(log(argument.value), argument.slope * power(argument.value, Fraction(-1)), argument.level)
    if isinstance(argument, fmpq):
        if argument <= 0:
            raise Undefined("a logarithm of a number that is not positive")
        return arb(argument).log() if argument != 1 else fmpq(0)
    return _finite(argument.log())


def polynomial(coefficients: list[Fraction], argument: Value) -> Value:
    """Σ coefficients[n] argumentⁿ, by Horner's rule."""
    result: Value = fmpq(0)
    for coefficient in reversed(coefficients):
        result = result * argument + rational(coefficient)
    return result


def _finite(value: Value) -> Value:
    if not value.is_finite():
        raise Undefined("a division by zero, or a root or logarithm out of the real numbers")
    return value


def differ(left: Value, right: Value) -> bool:
    """True is certain: the two exact values or balls have no number in common."""
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return bool(left != right)
    if isinstance(left, acb) or isinstance(right, acb):
        return not acb(left).overlaps(acb(right))
    return not arb(left).overlaps(arb(right))


def close_together(left: Value, right: Value, bits: int) -> bool:
    """Whether the values agree and are both known to about `bits` bits: agreement worth the name."""
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return bool(left == right)
    if differ(left, right):
        return False
    gap = acb(left) - acb(right)
    return bool(abs(gap) < arb(2) ** -bits * (1 + abs(acb(left))))
