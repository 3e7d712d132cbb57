"""How many digits a power or a factorial of plain numbers would have, told by logarithms alone.

What would be longer than any number that is ever built is refused here, while it is read: 9^9^9, 10^7!. Values that
depend on names are bounded by their exponents.
"""

from fractions import Fraction
from math import factorial, inf, log10

from checks.limits import MAX_FACTORIAL, MAX_POWER, MAX_POWER_DIGITS, LimitError
from derive.expression import Apply, Expression, Number, Symbol

_E = log10(2.718281828459045)


def digits(expression: Expression) -> float | None:
    """log10 of the size of what is made of numbers alone (-inf for 0); None where a name comes in. At most a bound for sums."""
    match expression:
        case Number(value):
            return log10(abs(value.numerator)) - log10(value.denominator) if value else -inf
        case Apply("negative" | "sqrt", (inner,)):
            return digits(inner)
        case Apply("exp", (inner,)):
            size = digits(inner)
            return None if size is None else _E * _value(size) * _sign(inner)
        case Apply("power", (base, exponent)):
            one, size = digits(base), digits(exponent)
            return None if one is None or size is None else max(one, 1.0) * _value(size) * _sign(exponent)
        case Apply("times" | "multiply", (left, right)):
            one, other = digits(left), digits(right)
            return None if one is None or other is None else one + other
        case Apply("divide", (left, right)):
            one, other = digits(left), digits(right)
            return None if one is None or other is None else one - other
        case Apply("add" | "subtract", (left, right)):
            one, other = digits(left), digits(right)
            return None if one is None or other is None else max(one, other) + 1
    return None


def _value(size: float) -> float:
    return 10**size if size < 300 else inf


def _sign(expression: Expression) -> int:
    """Of an exponent; a small power is as hard to build as a large one, but that of e is not: exp(-1e9) is 0 in floats."""
    return -1 if isinstance(expression, Apply) and expression.operation == "negative" else 1


def bearable(power: Expression) -> Expression:
    """The power as it is. LimitError where its exponent, or the number that it is, is beyond the limits."""
    match power:
        case Apply("power", (Symbol("ℝ" | "R"), _)):  # a space of arrays, of whatever shape
            return power
        case Apply("power", (base, exponent)):
            size = digits(exponent)
            if size is not None and size > log10(MAX_POWER):
                raise LimitError(f"an exponent above {MAX_POWER}")
            whole = digits(power) if digits(base) is not None else None
            if whole is not None and abs(whole) > MAX_POWER_DIGITS:
                raise LimitError(f"a power of more than {MAX_POWER_DIGITS} digits")
        case Apply("exp", (exponent,)):
            size = digits(exponent)
            if size is not None and size > MAX_POWER_DIGITS / 10:
                raise LimitError(f"an exponent above 10^{MAX_POWER_DIGITS // 10}")
    return power


def factorial_of(number: Expression) -> Expression | None:
    """n! of a whole number n; None for anything else. LimitError beyond the limit."""
    if not isinstance(number, Number) or number.value.denominator != 1 or number.value < 0:
        return None
    if number.value > MAX_FACTORIAL:
        raise LimitError(f"a factorial above {MAX_FACTORIAL}!")
    return Number(Fraction(factorial(number.value.numerator)))
