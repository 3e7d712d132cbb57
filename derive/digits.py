"""Correctly rounded decimals of exact values: k decimals or N significant digits, under a named rule.

A rational is rounded exactly, and says whether it was a tie. A ball gives its digits only where all its numbers agree
on them, else None: the caller refines it, or learns that the value is rational. What a printed literal stands for is
another matter and not dealt with here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from derive.floats import ends

RULES = ("half-even", "half-away", "truncate")


@dataclass(frozen=True, slots=True)
class Digits:
    """units * 10**-places: a rounded number that keeps its zeros."""

    units: int
    places: int


def _parts(value: Fraction | fmpq) -> tuple[int, int]:
    if isinstance(value, Fraction):
        return value.numerator, value.denominator
    return int(value.p), int(value.q)


def _round_quotient(numerator: int, denominator: int, rule: str) -> int:
    """numerator / denominator (> 0) to an integer."""
    quotient, rest = divmod(abs(numerator), denominator)
    match rule:
        case "half-even":
            up = 2 * rest > denominator or (2 * rest == denominator and quotient & 1 == 1)
        case "half-away":
            up = 2 * rest >= denominator
        case "truncate":
            up = False
        case _:
            raise ValueError(f"no such rounding rule: {rule!r}; there are {', '.join(RULES)}")
    quotient += up
    return -quotient if numerator < 0 else quotient


def _scaled(numerator: int, denominator: int, places: int) -> tuple[int, int]:
    """The quotient times 10**places."""
    return (numerator * 10**places, denominator) if places >= 0 else (numerator, denominator * 10**-places)


def decimals_of_rational(value: Fraction | fmpq, places: int, rule: str = "half-even") -> Digits:
    """A rational to so many decimals, exactly."""
    return Digits(_round_quotient(*_scaled(*_parts(value), places), rule), places)


def is_tie(value: Fraction | fmpq, places: int) -> bool:
    """Whether a rational lies exactly between two neighbours with so many decimals."""
    numerator, denominator = _scaled(*_parts(value), places)
    return 2 * (numerator % denominator) == denominator


def _binary(mantissa: int, exponent: int) -> tuple[int, int]:
    return (mantissa << exponent, 1) if exponent >= 0 else (mantissa, 1 << -exponent)


def _agreed(ball: arb, of_quotient: Callable[[int, int], Digits]) -> Digits | None:
    """What both ends of the ball round to, or None: rounding is monotone, so they speak for all between."""
    low, high, exponent = ends(ball)
    below = of_quotient(*_binary(low, exponent))
    return below if low == high or below == of_quotient(*_binary(high, exponent)) else None


def decimals_of_ball(ball: arb, places: int, rule: str = "half-even") -> Digits | None:
    """The decimals that every number of the ball rounds to, or None."""

    def rounded(numerator: int, denominator: int) -> Digits:
        return Digits(_round_quotient(*_scaled(numerator, denominator, places), rule), places)

    return _agreed(ball, rounded)


def _significant(numerator: int, denominator: int, count: int, rule: str) -> Digits:
    if not numerator:
        return Digits(0, count - 1)
    # a first guess of the decimal exponent, from the number of bits; then at most a step or two
    exponent = (abs(numerator).bit_length() - denominator.bit_length()) * 30103 // 100000
    while True:
        places = count - 1 - exponent
        top, bottom = _scaled(numerator, denominator, places)
        size = abs(top) // bottom
        if size >= 10**count:
            exponent += 1
        elif size < 10 ** (count - 1):
            exponent -= 1
        else:
            break
    units = _round_quotient(top, bottom, rule)
    if abs(units) == 10**count:  # 9.996 to three digits is 10.0
        units, places = units // 10, places - 1
    return Digits(units, places)


def significant_of_rational(value: Fraction | fmpq, count: int, rule: str = "half-even") -> Digits:
    """A rational to so many significant digits, exactly."""
    return _significant(*_parts(value), count, rule)


def significant_of_ball(ball: arb, count: int, rule: str = "half-even") -> Digits | None:
    """The significant digits that every number of the ball rounds to, or None; a ball around zero has none."""
    low, high, _ = ends(ball)
    if low <= 0 <= high and low != high:
        return None
    return _agreed(ball, lambda numerator, denominator: _significant(numerator, denominator, count, rule))


def fixed(number: Digits) -> str:
    """Spelled with a decimal point and no exponent, all its places kept: 0.250, -3, 1200."""
    if number.places <= 0:
        return str(number.units * 10**-number.places)
    text = str(abs(number.units)).rjust(number.places + 1, "0")
    sign = "-" if number.units < 0 else ""
    return f"{sign}{text[: -number.places]}.{text[-number.places :]}"


def spelled(number: Digits) -> str:
    """Spelled as people would: fixed from 1e-5 up to the units that its digits reach, else scientific (1.25e-30). Zero is 0."""
    if not number.units:
        return "0"
    digits = len(str(abs(number.units)))
    exponent = digits - 1 - number.places
    if number.places >= 0 and exponent >= -5:
        return fixed(number)
    text = str(abs(number.units))
    mantissa = text if digits == 1 else f"{text[0]}.{text[1:]}"
    return f"{'-' if number.units < 0 else ''}{mantissa}e{exponent:+03d}"
