"""Terms to SymPy and back: SymPy derives, the kernel decides.

SymPy's `diff` on Indexed and Sum is right as long as one does not differentiate by a symbol that is also a bound
index, which it captures in silence; `guarded_diff` refuses that. SymPy sees generated names only, never text from a
document, and nothing here simplifies, evaluates or compares.
"""

from fractions import Fraction
from functools import cache
from typing import Any

import sympy

from derive.terms import (
    Apply,
    Delta,
    Derivative,
    Entry,
    Exp,
    ImaginaryUnit,
    Index,
    Log,
    Named,
    Number,
    Plus,
    Power,
    Size,
    Sum,
    Tensor,
    Term,
    Times,
    fixed_size,
    fresh,
)


class Capture(ValueError):
    """The derivative's index is also a bound index: SymPy would give a wrong result in silence."""


class Untranslatable(ValueError):
    """SymPy returned something that is no term."""


def guarded_diff(expression: Any, target: Any) -> Any:
    """SymPy's derivative of an expression by an Indexed or a Symbol. Capture when an index of it is bound inside."""
    bound = {variable for inner in expression.atoms(sympy.Sum) for variable in inner.variables}
    captured = bound & set(getattr(target, "indices", ()))
    if captured:
        raise Capture(f"{', '.join(sorted(map(str, captured)))} is also bound by a sum")
    return expression.diff(target)


def derivative(term: Derivative) -> Term:
    """What SymPy's `diff` makes of a derivative, as a term."""
    bridge = Bridge()
    return bridge.back(guarded_diff(bridge.over(term.body), bridge.over(term.entry)))


@cache
def _smooth(name: str, order: int) -> Any:
    """A SymPy function whose derivative is the same name with one more order."""

    def fdiff(self: Any, argindex: int = 1) -> Any:
        return _smooth(name, order + 1)(self.args[0])

    return type(f"{name}_{order}", (sympy.Function,), {"fdiff": fdiff, "nargs": 1, "known": (name, order)})


class Bridge:
    """One dictionary between terms and SymPy, with generated names on SymPy's side."""

    def __init__(self) -> None:
        self.here: dict[object, Any] = {}
        self.there: dict[Any, Any] = {}

    def _pair(self, key: object, make: Any) -> Any:
        if key not in self.here:
            symbol = make(f"x{len(self.here)}")
            self.here[key] = symbol
            self.there[symbol] = key
        return self.here[key]

    def index(self, index: Index) -> Any:
        return self._pair(index, lambda name: sympy.Symbol(name, integer=True))

    def size(self, range_name: str) -> Any:
        fixed = fixed_size(range_name)
        if fixed is not None:
            return sympy.Integer(fixed)
        return self._pair(Size(range_name), lambda name: sympy.Symbol(name, integer=True, positive=True))

    def over(self, term: Term, names: dict[Index, Index] | None = None) -> Any:
        """The SymPy expression; every sum gets bound indices of its own."""
        names = names or {}
        match term:
            case Number(value):
                return sympy.Rational(value.numerator, value.denominator)
            case Size(range_name):
                return self.size(range_name)
            case ImaginaryUnit():
                return sympy.I
            case Entry(tensor, indices):
                return self._entry(tensor, tuple(names.get(i, i) for i in indices))
            case Delta(left, right):
                return sympy.KroneckerDelta(self.index(names.get(left, left)), self.index(names.get(right, right)))
            case Plus(parts):
                return sympy.Add(*(self.over(part, names) for part in parts))
            case Times(parts):
                return sympy.Mul(*(self.over(part, names) for part in parts))
            case Power(base, exponent):
                return self.over(base, names) ** sympy.Rational(exponent.numerator, exponent.denominator)
            case Exp(argument):
                return sympy.exp(self.over(argument, names))
            case Log(argument):
                return sympy.log(self.over(argument, names))
            case Apply(function, argument, order):
                return _smooth(function, order)(self.over(argument, names))
            case Sum(bound, body):
                own = {i: fresh(i.range) for i in bound}
                limits = [(self.index(i), 1, self.size(i.range)) for i in own.values()]
                return sympy.Sum(self.over(body, {**names, **own}), *limits)
            case Named(_, _, meaning):
                return self.over(meaning, names)
            case Derivative(body, entry):
                return guarded_diff(self.over(body, names), self.over(entry, names))
        raise TypeError(f"no term: {term!r}")

    def _entry(self, tensor: Tensor, indices: tuple[Index, ...]) -> Any:
        if not indices:
            return self._pair(tensor, lambda name: sympy.Symbol(name, real=True, positive=tensor.positive or None))
        base = self._pair(tensor, sympy.IndexedBase)
        return base[tuple(self.index(i) for i in indices)]

    def back(self, expression: Any) -> Term:
        """The term of a SymPy expression that uses this dictionary's names. Untranslatable for anything else."""
        if expression.is_Rational:
            return Number(Fraction(int(expression.p), int(expression.q)))
        if expression is sympy.I:
            return ImaginaryUnit()
        if expression.is_Add:
            return Plus(tuple(map(self.back, expression.args)))
        if expression.is_Mul:
            return Times(tuple(map(self.back, expression.args)))
        if isinstance(expression, sympy.exp):
            return Exp(self.back(expression.args[0]))
        if isinstance(expression, sympy.log):
            return Log(self.back(expression.args[0]))
        if expression.is_Pow and expression.exp.is_Rational:
            return Power(self.back(expression.base), Fraction(int(expression.exp.p), int(expression.exp.q)))
        return self._leaf(expression)

    def _leaf(self, expression: Any) -> Term:
        if isinstance(expression, sympy.Indexed):
            return Entry(self.there[expression.base], tuple(self.there[i] for i in expression.indices))
        if isinstance(expression, sympy.KroneckerDelta):
            return Delta(self.there[expression.args[0]], self.there[expression.args[1]])
        if isinstance(expression, sympy.Sum):
            return self._sum(expression)
        if isinstance(expression, sympy.Function) and hasattr(expression, "known"):
            name, order = expression.known
            return Apply(name, self.back(expression.args[0]), order)
        known = self.there.get(expression)
        if isinstance(known, Tensor):
            return known()
        if isinstance(known, Size):
            return known
        raise Untranslatable(f"SymPy's {type(expression).__name__}")

    def _sum(self, expression: Any) -> Term:
        bound = []
        for variable, low, high in expression.limits:
            index = self.there[variable]
            if low != 1 or high != self.size(index.range):
                raise Untranslatable("a sum over part of a range")
            bound.append(index)
        return Sum(tuple(bound), self.back(expression.function))
