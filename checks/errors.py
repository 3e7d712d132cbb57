"""A running bound on float64 error: each item is a float and a bound on how far any evaluation of it can be from the truth.

The standard model of arithmetic: fl(x∘y) = (x∘y)(1+δ), |δ| ≤ u, and γ_n for sums in any order (Higham, Accuracy and
Stability of Numerical Algorithms, 2nd ed., §§ 2.2, 3.1); exp and log are taken to be within 2 ulp, as NumPy documents for
its own. It says when NumPy's value may differ from the truth, so that a larger difference is our defect.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derive.exact import MinusInfinity, Undefined

U = 2.0**-53
_TINY = 5e-324
_SLACK = 1 + 1e-9


@dataclass(frozen=True, slots=True)
class Running:
    """A float and a bound on its error."""

    value: float
    error: float = 0.0

    def __add__(self, other: Any) -> Any:
        if isinstance(other, MinusInfinity):
            return other
        value = self.value + other.value
        return Running(value, (self.error + other.error + U * abs(value)) * _SLACK)

    def __neg__(self) -> "Running":
        return Running(-self.value, self.error)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, MinusInfinity):
            return other
        value = self.value * other.value
        spread = abs(self.value) * other.error + abs(other.value) * self.error + self.error * other.error
        return Running(value, (spread + U * abs(value) + _TINY) * _SLACK)

    def inverse(self) -> "Running":
        """One over it. Undefined where the bound reaches zero."""
        least = abs(self.value) - self.error
        if least <= 0:
            raise Undefined("a division by what may be zero")
        return Running(1 / self.value, (self.error / (abs(self.value) * least) + U / abs(self.value)) * _SLACK)


class Errors:
    """The domain of floats with running error bounds."""

    def number(self, value: Fraction) -> Running:
        """A rational constant, rounded once."""
        rounded = float(value)
        return Running(rounded, 0.0 if Fraction(rounded) == value else U * abs(rounded) + _TINY)

    def divide(self, x: Any, y: Any) -> Any:
        """x / y."""
        return x if isinstance(x, MinusInfinity) else x * y.inverse()

    def total(self, items: Sequence[Any]) -> Any:
        """The sum of the items, in any order."""
        if any(isinstance(x, MinusInfinity) for x in items):
            return next(x for x in items if isinstance(x, MinusInfinity))
        n = len(items)
        gamma = n * U / (1 - n * U)
        size = math.fsum(abs(x.value) + x.error for x in items)
        return Running(math.fsum(x.value for x in items), (math.fsum(x.error for x in items) + gamma * size) * _SLACK)

    def _through(self, value: float, slope: float, error: float) -> Running:
        return Running(value, (slope * error + 4 * U * abs(value) + _TINY) * _SLACK)

    def exp(self, x: Any) -> Running:
        """e to the x."""
        if isinstance(x, MinusInfinity):
            return Running(0.0)
        if x.value > 700:
            raise Undefined("beyond the range of float64")
        value = math.exp(x.value)
        return self._through(value, math.exp(min(700.0, x.value + x.error)), x.error)

    def log(self, x: Running) -> Running:
        """The natural logarithm."""
        least = x.value - x.error
        if least <= 0:
            raise Undefined("a logarithm of what may not be positive")
        return self._through(math.log(x.value), 1 / least, x.error + U * abs(x.value))

    def sqrt(self, x: Running) -> Running:
        """The square root."""
        if x.value < 0:
            raise Undefined("a root of a negative number")
        value = math.sqrt(x.value)
        error = math.sqrt(x.error) if value == 0 else x.error / value
        return Running(value, (error + U * value + _TINY) * _SLACK)

    def power(self, x: Running, y: Running) -> Running:
        """x to the y."""
        try:
            value = x.value**y.value
        except (OverflowError, ZeroDivisionError):
            raise Undefined("beyond the range of float64") from None
        if isinstance(value, complex) or not math.isfinite(value):
            raise Undefined("a power that is no real number")
        relative = abs(y.value) * (x.error / abs(x.value) if x.value else 0.0)
        spread = abs(value) * (relative * 2 + y.error * abs(math.log(abs(x.value))) * 2 if x.value else 0.0)
        return Running(value, (spread + 8 * U * abs(value) + _TINY) * _SLACK)

    def maximum(self, items: Sequence[Any]) -> Running:
        """The largest item."""
        finite = [x for x in items if not isinstance(x, MinusInfinity)]
        if not finite:
            raise Undefined("the maximum of a fully masked row")
        return Running(max(x.value for x in finite), max(x.error for x in finite))

    def absolute(self, x: Running) -> Running:
        """|x|."""
        return Running(abs(x.value), x.error)

    def softmax(self, row: Sequence[Any]) -> list[Any]:
        """Softmax of one row, shifted by its maximum."""
        top = self.maximum(row)
        weights = [self.exp(x - top) for x in row]
        inverse = self.total(weights).inverse()
        return [w * inverse for w in weights]
