"""Correct rounding of rationals and balls to fp64, fp32, fp16 and bf16, to nearest with ties to even.

Integers only, from the ball or the fraction straight to the format: going through fp64 first would round twice. The
result is a Python float, which holds every value of the four formats exactly. A ball that does not decide gives None:
the caller refines it. Directed rounding and the signs of exact zeros are left out (an exact zero is +0).
"""

import math
import struct
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq


@dataclass(frozen=True, slots=True)
class Format:
    """A binary format: bits of precision, exponent of its least positive number, and where it overflows (2**top)."""

    name: str
    precision: int
    least: int
    top: int


# IEEE 754-2019, table 3.5; bf16 is fp32 with its last 16 bits cut off.
FORMATS = {
    "fp64": Format("fp64", 53, -1074, 1024),
    "fp32": Format("fp32", 24, -149, 128),
    "fp16": Format("fp16", 11, -24, 16),
    "bf16": Format("bf16", 8, -133, 128),
}


def ends(ball: arb) -> tuple[int, int, int]:
    """(low, high, exponent) with low * 2**exponent and high * 2**exponent the exact ends of a finite ball.

    Read from midpoint and radius: `lower()` and `upper()` would round to the working precision.
    """
    mantissa, exponent = ball.mid().man_exp()
    radius, radius_exponent = ball.rad().man_exp()
    middle, middle_exponent, spread, spread_exponent = int(mantissa), int(exponent), int(radius), int(radius_exponent)
    if not spread:
        return middle, middle, middle_exponent
    if not middle:
        return -spread, spread, spread_exponent
    common = min(middle_exponent, spread_exponent)
    middle <<= middle_exponent - common
    spread <<= spread_exponent - common
    return middle - spread, middle + spread, common


def round_dyadic(mantissa: int, exponent: int, into: Format) -> float:
    """The number of the format nearest to mantissa * 2**exponent, ties to even; beyond its range an infinity."""
    sign, magnitude = (-1.0 if mantissa < 0 else 1.0), abs(mantissa)
    size = magnitude.bit_length()
    if size + exponent < into.least:  # below half the least number; also spares shifts by millions of bits
        return sign * 0.0
    if size + exponent > into.top + 1:
        return sign * math.inf
    unit = max(exponent + size - into.precision, into.least)
    drop = unit - exponent
    if drop > 0:
        rest, half = magnitude & ((1 << drop) - 1), 1 << (drop - 1)
        magnitude >>= drop
        if rest > half or (rest == half and magnitude & 1):
            magnitude += 1
    else:
        unit = exponent
    if magnitude.bit_length() + unit > into.top:
        return sign * math.inf
    return sign * math.ldexp(magnitude, unit)


def round_rational(value: Fraction | fmpq, into: Format) -> float:
    """The number of the format nearest to a rational, ties to even."""
    if isinstance(value, Fraction):
        numerator, denominator = value.numerator, value.denominator
    else:
        numerator, denominator = int(value.p), int(value.q)
    if not numerator:
        return 0.0
    shift = max(into.precision + 2 - abs(numerator).bit_length() + denominator.bit_length(), 0)
    quotient, rest = divmod(abs(numerator) << shift, denominator)
    sticky = quotient << 1 | (rest != 0)  # one bit for everything below: enough to tell a tie from its neighbours
    return round_dyadic(sticky if numerator > 0 else -sticky, -shift - 1, into)


def round_ball(ball: arb, into: Format) -> float | None:
    """What every number of the ball rounds to; None where its ends round apart or differ in sign."""
    low, high, exponent = ends(ball)
    if low < 0 < high:
        return None
    below, above = round_dyadic(low, exponent, into), round_dyadic(high, exponent, into)
    return below if below == above else None


def spacing(value: float, into: Format) -> Fraction:
    """The ulp at a finite value: the distance between neighbours of the format in its binade."""
    if value == 0:
        return Fraction(2) ** into.least
    exponent = math.frexp(value)[1]
    return Fraction(2) ** max(exponent - into.precision, into.least)


_CODES = {"fp64": ("<d", "<Q"), "fp32": ("<f", "<I"), "fp16": ("<e", "<H"), "bf16": ("<f", "<I")}


def encoding(value: float, into: Format) -> int:
    """The bits of a value of the format, as an unsigned integer; bf16 is the upper half of fp32."""
    as_float, as_integer = _CODES[into.name]
    bits: int = struct.unpack(as_integer, struct.pack(as_float, value))[0]
    return bits >> 16 if into.name == "bf16" else bits


def shortest(value: float, into: Format) -> str:
    """The shortest decimal that names this value among the numbers of its format."""
    if not math.isfinite(value) or into.name == "fp64":
        return repr(value)
    for digits in range(1, 18):
        text = f"{value:.{digits}g}"
        if round_rational(Fraction(text), into) == value:
            return repr(float(text))
    raise ValueError(f"{value!r} is not a number of {into.name}")
