"""Holds the certified reference against a second engine, entry by entry; a difference is a defect of ours."""

from fractions import Fraction
from math import log10
from typing import Any

from flint import arb, fmpq

from derive.floats import ends
from derive.reference.certified import Reference
from derive.reference.problem import InputError
from derive.reference.second_opinion import by_expressions, by_intervals, size_limit

ENGINES = ("mpmath", "sympy")


class Disagreement(Exception):
    """Two engines differ at one entry."""

    def __init__(self, engine: str, step: str, row: int, column: int) -> None:
        super().__init__(f"{engine} differs at {step}[{row}, {column}]")
        self.engine, self.step, self.row, self.column = engine, step, row, column


def exact_ends(found: Reference, step: str, i: int, j: int) -> tuple[Fraction, Fraction]:
    """The interval in which the certified value lies."""
    value: fmpq | arb
    if step in found.rational:
        value = found.rational[step][i, j]
        exact = Fraction(int(value.p), int(value.q))
        return exact, exact
    low, high, exponent = ends(found.balls(found.least_bits)[step][i, j])
    unit = Fraction(2) ** exponent
    return low * unit, high * unit


def _digits(found: Reference) -> int:
    return int((found.least_bits - 20) * log10(2))


def _sympy_interval(expression: Any, digits: int) -> tuple[Fraction, Fraction]:
    """SymPy's value to so many digits, give or take one of the last."""
    import sympy

    value = sympy.N(expression, digits + 5)
    centre = Fraction(int(value.p), int(value.q)) if value.is_Rational else _exact_float(value)
    slack = max(abs(centre), Fraction(1)) / Fraction(10) ** digits
    return centre - slack, centre + slack


def _exact_float(value: Any) -> Fraction:
    sign, mantissa, exponent, _ = value._mpf_
    return Fraction(-int(mantissa) if sign else int(mantissa)) * Fraction(2) ** exponent


def confirm(found: Reference, engine: str) -> int:
    """How many entries a second engine confirms (its interval meets ours). Disagreement, InputError."""
    if engine == "mpmath":
        others: dict[str, Any] = dict(by_intervals(found.problem, found.least_bits + 20))
    elif engine == "sympy":
        expressions = by_expressions(found.problem)
        digits = _digits(found)
        others = {
            step: [[None if x is None else _sympy_interval(x, digits) for x in row] for row in rows]
            for step, rows in expressions.items()
        }
    else:
        raise InputError("engine", name=engine, known=", ".join(ENGINES))
    count = 0
    for step, rows in others.items():
        for i, row in enumerate(rows):
            for j, interval in enumerate(row):
                if interval is None:
                    continue
                low, high = exact_ends(found, step, i, j)
                if high < interval[0] or interval[1] < low:
                    raise Disagreement(engine, step, i, j)
                count += 1
    return count


def within_reach(found: Reference, engine: str) -> bool:
    """Whether the problem is small enough for that engine."""
    return max(found.problem.shape) <= size_limit(found.problem, "mpmath.iv" if engine == "mpmath" else engine)
