"""Quotients of exponential sums, exactly: (Σ aᵢ·exp(sᵢ)) / (Σ bᵢ·exp(tᵢ)) with coefficients and exponents made of roots.

By the Lindemann–Weierstrass theorem exponentials of distinct algebraic numbers are linearly independent over the
algebraic numbers, so such a quotient is rational exactly if its two sums are proportional. That decides the ties that
no precision can, and it gives closed forms. Logarithms, and roots or exponentials of exponentials, are left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from derive.exact import (
    MINUS_INFINITY,
    Balls,
    MinusInfinity,
    Root,
    Undefined,
    ball,
    check_finite,
    fraction,
    precision,
    rational,
)

MAX_TERMS = 400
Surd = tuple[tuple[int, fmpq], ...]
Sum = dict[Surd, Surd]
_ONE: Surd = ((1, fmpq(1)),)


class Inexpressible(ArithmeticError):
    """A value that is no quotient of exponential sums, or one with too many terms."""


def _surd(parts: dict[int, fmpq]) -> Surd:
    return tuple(sorted((n, c) for n, c in parts.items() if c != 0))


def _surd_sum(x: Surd, y: Surd) -> Surd:
    parts = dict(x)
    for n, c in y:
        parts[n] = parts.get(n, fmpq(0)) + c
    return _surd(parts)


def _surd_product(x: Surd, y: Surd) -> Surd:
    parts: dict[int, fmpq] = {}
    for n, c in x:
        for m, d in y:
            root = Balls().sqrt(fmpq(n * m))
            factor, inside = (root.factor, root.radicand) if isinstance(root, Root) else (root, 1)
            parts[inside] = parts.get(inside, fmpq(0)) + c * d * factor
    return _surd(parts)


def _add(x: Sum, y: Sum) -> Sum:
    out = dict(x)
    for exponent, coefficient in y.items():
        total = _surd_sum(out.get(exponent, ()), coefficient)
        if total:
            out[exponent] = total
        else:
            out.pop(exponent, None)
    return out


def _product(x: Sum, y: Sum) -> Sum:
    if len(x) * len(y) > MAX_TERMS:
        raise Inexpressible("too many terms")
    out: Sum = {}
    for e, a in x.items():
        for f, b in y.items():
            out = _add(out, {_surd_sum(e, f): _surd_product(a, b)})
    return out


@dataclass(frozen=True, slots=True)
class Quotient:
    """One exponential sum over another; the lower one is not zero."""

    above: Sum
    below: Sum

    def __add__(self, other: Any) -> Any:
        if isinstance(other, MinusInfinity):
            return other
        if self.below == other.below:
            return Quotient(_add(self.above, other.above), self.below)
        above = _add(_product(self.above, other.below), _product(other.above, self.below))
        return quotient(above, _product(self.below, other.below))

    def __neg__(self) -> "Quotient":
        return Quotient({e: tuple((n, -c) for n, c in s) for e, s in self.above.items()}, self.below)

    def __sub__(self, other: Any) -> Any:
        return self + (-other)

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, MinusInfinity):
            return other * fmpq(_sign(self))
        if self.above == other.below:
            return quotient(other.above, self.below)
        return quotient(_product(self.above, other.above), _product(self.below, other.below))

    __rmul__ = __mul__

    def inverse(self) -> "Quotient":
        """One over it. Undefined for zero."""
        if not self.above:
            raise Undefined("a division by zero")
        return quotient(self.below, self.above)

    def algebraic(self) -> Surd | None:
        """The value as a sum of roots where it is written as one, else None."""
        return self.above.get((), ()) if self.below == {(): _ONE} and set(self.above) <= {()} else None

    def rational(self) -> Fraction | None:
        """The value where it is rational, else None: the two sums must be proportional."""
        if not self.above:
            return Fraction(0)
        exponent, below = next(iter(self.below.items()))
        above = self.above.get(exponent)
        if above is None or len(self.above) != len(self.below):
            return None
        ratio = above[0][1] / below[0][1]
        scaled = {e: tuple((n, c * ratio) for n, c in s) for e, s in self.below.items()}
        return fraction(ratio) if scaled == self.above else None


def quotient(above: Sum, below: Sum) -> Quotient:
    """above / below, with a lower sum of a single term divided out."""
    if len(below) == 1:
        ((exponent, coefficient),) = below.items()
        if len(coefficient) == 1:
            ((radicand, factor),) = coefficient
            inverse: Sum = {tuple((n, -c) for n, c in exponent): ((radicand, 1 / (factor * radicand)),)}
            return Quotient(_product(above, inverse), {(): _ONE})
    return Quotient(above, below)


def constant(value: Surd) -> Quotient:
    """A sum of roots as a quotient."""
    return Quotient({(): value} if value else {}, {(): _ONE})


class Exponentials:
    """The domain of quotients of exponential sums."""

    def number(self, value: Fraction) -> Quotient:
        """A rational constant."""
        return constant(_surd({1: rational(value)}))

    def divide(self, x: Any, y: Any) -> Any:
        """x / y."""
        check_finite(y)
        return x * y.inverse()

    def total(self, items: Sequence[Any]) -> Any:
        """The sum of the items."""
        result: Any = self.number(Fraction(0))
        for item in items:
            result = item if isinstance(item, MinusInfinity) else result + item
        return result

    def exp(self, x: Any) -> Quotient:
        """e to the x, for x a sum of roots."""
        if isinstance(x, MinusInfinity):
            return self.number(Fraction(0))
        exponent = x.algebraic()
        if exponent is None:
            raise Inexpressible("an exponential of an exponential")
        return Quotient({exponent: _ONE}, {(): _ONE})

    def log(self, x: Any) -> Quotient:
        """Only of a single exponential."""
        check_finite(x)
        if x.below == {(): _ONE} and len(x.above) == 1 and next(iter(x.above.values())) == _ONE:
            return constant(next(iter(x.above)))
        raise Inexpressible("a logarithm")

    def sqrt(self, x: Any) -> Quotient:
        """Only of a rational."""
        check_finite(x)
        value = x.rational()
        if value is None:
            raise Inexpressible("a root of an exponential")
        root = Balls().sqrt(rational(value))
        if isinstance(root, Root):
            return constant(((root.radicand, root.factor),))
        if not isinstance(root, fmpq):
            raise Inexpressible("a root that was not factored")
        return constant(_surd({1: root}))

    def power(self, x: Any, y: Any) -> Quotient:
        """Whole and half exponents."""
        check_finite(x, y)
        exponent = y.rational()
        if exponent is None or exponent.denominator > 2 or abs(exponent) > 64:
            raise Inexpressible("a power")
        base = x if exponent.denominator == 1 else self.sqrt(x)
        result = self.number(Fraction(1))
        for _ in range(abs(exponent.numerator)):
            result = result * base
        return result.inverse() if exponent < 0 else result

    def maximum(self, items: Sequence[Any]) -> Any:
        """The largest item, told apart by balls; equal ones are equal as sums."""
        finite = [x for x in items if not isinstance(x, MinusInfinity)]
        if not finite:
            raise Undefined("the maximum of a fully masked row")
        best = finite[0]
        for item in finite[1:]:
            if _sign(item - best) > 0:
                best = item
        return best

    def absolute(self, x: Any) -> Any:
        """|x|."""
        check_finite(x)
        return -x if _sign(x) < 0 else x

    def softmax(self, row: Sequence[Any]) -> list[Any]:
        """Softmax of one row, without a shift: the exponentials stay as the scores are."""
        weights = [self.exp(x) for x in row]
        total = self.total(weights).above
        if not total:
            raise Undefined("the softmax of a fully masked row")
        return [quotient(w.above, total) for w in weights]


def _sign(x: Quotient) -> int:
    if not x.above:
        return 0
    for bits in (128, 1024, 8192):
        with precision(bits):
            value = _ball(x.above) / _ball(x.below)
            if value > 0 or value < 0:
                return 1 if value > 0 else -1
    raise Inexpressible("two values too close to order")


def _ball(total: Sum) -> Any:
    zero = ball(fmpq(0))
    return sum((_roots(c) * _roots(e).exp() for e, c in total.items()), zero)


def _roots(surd: Surd) -> Any:
    return sum((ball(c if n == 1 else Root(c, n)) for n, c in surd), ball(fmpq(0)))


# -- closed forms ------------------------------------------------------------------
def closed_form(x: Any) -> str | None:
    """The value as text, `exp(sqrt(2)/2)/(1 + exp(sqrt(2)/2))`; None where that would be long."""
    if x is MINUS_INFINITY:
        return "-inf"
    value = x.rational()
    if value is not None:
        return str(value)
    above, below = _sum_text(x.above), _sum_text(x.below)
    text = above if below == "1" else f"{_bracketed(above)}/{_bracketed(below)}"
    return text if len(text) <= 240 else None


def _sum_text(total: Sum) -> str:
    terms = [_term_text(e, c) for e, c in sorted(total.items(), key=lambda t: [(n, fraction(v)) for n, v in t[0]])]
    return " + ".join(terms).replace("+ -", "- ") or "0"


def _term_text(exponent: Surd, coefficient: Surd) -> str:
    power = f"exp({_surd_text(exponent)})" if exponent else ""
    factor = _surd_text(coefficient)
    if not power:
        return factor
    if factor == "1":
        return power
    return f"-{power}" if factor == "-1" else f"{_bracketed(factor)}*{power}"


def _surd_text(surd: Surd) -> str:
    return " + ".join(_root_text(n, c) for n, c in surd).replace("+ -", "- ") or "0"


def _root_text(radicand: int, factor: fmpq) -> str:
    if radicand == 1:
        return str(factor)
    above, below = int(factor.p), int(factor.q)
    root = f"sqrt({radicand})"
    text = root if above == 1 else f"-{root}" if above == -1 else f"{above}*{root}"
    return text if below == 1 else f"{text}/{below}"


def _bracketed(text: str) -> str:
    """Brackets around a sum or a quotient; none around a single factor such as exp(1/2)."""
    depth = 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and sign in " /":
            return f"({text})"
    return text
