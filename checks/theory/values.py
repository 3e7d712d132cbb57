"""The value of a formula for given sizes: a rational where it is one, else a ball. Nothing is decided here."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from derive.exact import ends, precision
from derive.expression import Apply, Expression, Number, Symbol
from derive.floats import FORMATS, round_ball, round_rational

BITS = 192
MOST = 4096


class Infinite(Exception):
    """Beyond the range of a number format; the argument tells whether above."""


@dataclass(frozen=True, slots=True)
class Ball:
    """An interval with rational ends; a point where the value is exact."""

    low: Fraction
    high: Fraction

    @classmethod
    def exact(cls, value: Fraction | int) -> "Ball":
        """The point."""
        return cls(Fraction(value), Fraction(value))

    def overlaps(self, low: Fraction, high: Fraction) -> bool:
        """Whether the ball meets an interval."""
        return self.low <= high and low <= self.high

    def __truediv__(self, other: Fraction) -> "Ball":
        return Ball(self.low / other, self.high / other)

    def __mul__(self, other: Fraction) -> "Ball":
        return Ball(self.low * other, self.high * other)


Scaled = Callable[[Number], Ball | None]


def value_of(expression: Expression, env: Mapping[str, Ball], scaled: Scaled = lambda number: None) -> Ball | None:
    """The value, names by `env`; None where one is missing or an operation is not of numbers."""
    with precision(BITS):
        try:
            found = _value(expression, env, scaled)
            low, high = ends(found)
        except (
            LookupError,
            ValueError,
            ZeroDivisionError,
            ArithmeticError,
            RecursionError,
            AttributeError,
            TypeError,
            Infinite,
        ):
            return None
    return Ball(low, high)


def _value(e: Expression, env: Mapping[str, Ball], scaled: Scaled) -> fmpq | arb:
    match e:
        case Number(value):
            unit = scaled(e)
            value = unit.low if unit is not None else value
            return fmpq(value.numerator, value.denominator)
        case Symbol("e"):
            return arb(1).exp()
        case Symbol("π"):
            return arb.pi()
        case Symbol(name):
            ball = env[name]
            if ball.low != ball.high:
                raise LookupError(name)
            return fmpq(ball.low.numerator, ball.low.denominator)
        case Apply("rounded", (Symbol(form), inner)):
            return _into(form, _value(inner, env, scaled))
        case Apply(name, arguments):
            values = [_value(a, env, scaled) for a in arguments]
            return _applied(name, values)
    raise LookupError


def _applied(name: str, values: list[fmpq | arb]) -> fmpq | arb:
    match name, values:
        case "add", (x, y):
            return x + y
        case "subtract", (x, y):
            return x - y
        case "multiply" | "times" | "matmul" | "scale", (x, y):
            return x * y
        case "divide", (x, y):
            if y == 0:
                raise ZeroDivisionError
            return x / y
        case "negative", (x,):
            return -x
        case "power", (x, fmpq() as y) if y.q == 1 and abs(y.p) <= MOST:
            if x == 0 and y.p < 0:
                raise ZeroDivisionError
            return x ** int(y.p)
        case "power", (x, y):
            return arb(x) ** arb(y)
        case "sqrt", (x,):
            root = arb(x).sqrt()
            return _exact_root(x, root)
        case "exp" | "log" as function, (x,):
            return getattr(arb(x), function)()
    raise LookupError(name)


def _into(form: str, x: fmpq | arb) -> fmpq:
    """Rounded to a binary format, to nearest, ties to even. LookupError where that is an infinity or not decided."""
    into = FORMATS[{"float16": "fp16", "float32": "fp32", "float64": "fp64", "bfloat16": "bf16"}.get(form, form)]
    found = round_rational(x, into) if isinstance(x, fmpq) else round_ball(x, into)
    if found is None:
        raise LookupError
    if math.isinf(found):
        raise Infinite(found > 0)
    value = Fraction(found)
    return fmpq(value.numerator, value.denominator)


def constant(expression: Expression) -> Ball | str | None:
    """The value of a formula without names, an infinity by its sign; None where it is not computed."""
    match expression:
        case Symbol("-inf"):
            return "-inf"
        case Symbol("inf" | "∞"):
            return "inf"
        case Apply("rounded", _):
            try:
                with precision(BITS):
                    low, high = ends(_value(expression, {}, lambda number: None))
                return Ball(low, high)
            except Infinite as beyond:
                return "inf" if beyond.args[0] else "-inf"
            except (LookupError, ArithmeticError, ValueError, TypeError):
                return None
    return value_of(expression, {})


def _exact_root(x: fmpq | arb, root: arb) -> fmpq | arb:
    if not isinstance(x, fmpq) or x < 0:
        return root
    from math import isqrt

    p, q = isqrt(int(x.p)), isqrt(int(x.q))
    return fmpq(p, q) if p * p == x.p and q * q == x.q else root
