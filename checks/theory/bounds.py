"""Bounds that hold for all sizes: entries that are positive by their form and whose rows sum to 1 lie between 0 and 1.

Signs follow from the form alone (an exponential is positive, so are sums, products and quotients of positive numbers);
that rows sum to 1 the kernel says. A polynomial of degree two in one such entry has its extremes at its vertex and at 0
and 1. What is shown to lie outside is no matter of this module.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from checks.theory.orders import NoPolynomial, monomials
from checks.theory.scope import Scope, split
from derive.expression import Apply, Expression, Number, Symbol, parts, rebuild

MOST_DEEP = 30
Equal = Callable[[Expression, Expression], bool]


@dataclass(frozen=True, slots=True)
class Range:
    """The smallest and the largest value, and whether they are only approached."""

    low: Fraction | None
    high: Fraction | None
    open_low: bool = True
    open_high: bool = True

    def within(self, low: Fraction | None, high: Fraction | None, above: bool, below: bool) -> bool:
        """Whether it lies in a range, ends excluded where `above` and `below` say so."""
        over = low is None or (self.low is not None and (self.low > low or (self.low == low and (self.open_low or not above))))
        under = high is None or (
            self.high is not None and (self.high < high or (self.high == high and (self.open_high or not below)))
        )
        return over and under


def range_of(scope: Scope, e: Expression, equal: Equal) -> Range | None:
    """The range of the entries of a formula, or None where it does not follow from the form."""
    if is_share(scope, e, equal):
        masked = _masked(scope, e)
        return Range(Fraction(0), Fraction(1), not masked, not masked)
    if _under_maximum(scope, e):
        return Range(Fraction(0), Fraction(1), True, False)
    if positive(scope, e):
        return Range(Fraction(0), None)
    return _quadratic(scope, e, equal)


def _under_maximum(scope: Scope, e: Expression) -> bool:
    """Whether a formula is exp(s_i - m) with m the largest s_k."""
    match e:
        case Apply("exp", (Apply("subtract", (Symbol(own), most)),)):
            known = scope.find(most.name) if isinstance(most, Symbol) else None
            most = known.expression if known is not None and known.expression is not None else most
        case _:
            return False
    match most:
        case Apply("largest", (Symbol(body), Symbol(letter))):
            (base, pieces), (other, letters) = split(own), split(body)
            return base == other and len(pieces) == len(letters) == 1 and letters == (letter,)
    return False


def _quadratic(scope: Scope, e: Expression, equal: Equal) -> Range | None:
    """The range of a x² + b x + c for one x that is a share of 1."""
    shares = {p for p in parts(e) if isinstance(p, Symbol) and is_share(scope, p, equal)}
    if len(shares) != 1:
        return None
    (share,) = shares
    try:
        found = monomials(rebuild(e, lambda p: Symbol("x") if p == share else None))
    except NoPolynomial:
        return None
    if any(m and (m[0][0] != "x" or len(m) > 1 or m[0][1] not in (1, 2)) for m in found):
        return None
    a, b, c = (found.get(m, Fraction(0)) for m in ((("x", Fraction(2)),), (("x", Fraction(1)),), ()))
    values = [(c, True), (a + b + c, True)]
    if a and 0 < -b / (2 * a) < 1:
        values.append((c - b * b / (4 * a), False))
    low, high = min(values), max(values, key=lambda v: (v[0], not v[1]))
    return Range(low[0], high[0], low[1], high[1])


def is_share(scope: Scope, e: Expression, equal: Equal) -> bool:
    """Whether the entries of a row are not negative and sum to 1, by the kernel."""
    base = Symbol(split(e.name)[0]) if isinstance(e, Symbol) and scope.find(e.name) is None else e
    if not nonnegative(scope, base):
        return False
    total = Apply("reduce", (Symbol("total"), base, Number(Fraction(-1)), Symbol("False")))
    return equal(total, Number(Fraction(1))) or equal(Apply("total", (base,)), Number(Fraction(1)))


def positive(scope: Scope, e: Expression, depth: int = 0) -> bool:
    """Whether a formula is positive by its form."""
    return _signed(scope, e, False, depth)


def nonnegative(scope: Scope, e: Expression, depth: int = 0) -> bool:
    """Whether a formula is not negative by its form; what a mask takes out is 0."""
    return _signed(scope, e, True, depth)


def _signed(scope: Scope, e: Expression, zero: bool, depth: int) -> bool:
    if depth > MOST_DEEP:
        return False
    match e:
        case Number(value):
            return value >= 0 if zero else value > 0
        case Symbol(name):
            known = scope.find(name) or scope.find(split(name)[0]) or scope.conventional(split(name)[0])
            if known is None or known.mask:
                return False
            if known.expression is None:
                return known.positive
            return _signed(scope, known.expression, zero, depth + 1)
        case Apply("exp", _):
            return True
        case Apply("softmax", _):
            return zero or not _masked(scope, e)
        case Apply("power", (base, Number(value))) if value.denominator == 1 and value.numerator % 2 == 0 and value > 0:
            return zero or _signed(scope, base, False, depth + 1)
        case Apply("sigma", (body, *_)):
            return _signed(scope, body, zero, depth + 1)
        case Apply("add" | "times" | "multiply" | "matmul", arguments):
            return all(_signed(scope, a, zero, depth + 1) for a in arguments)
        case Apply("divide", (above, under)):
            return _signed(scope, above, zero, depth + 1) and _signed(scope, under, False, depth + 1)
        case Apply("transpose" | "sqrt" | "rowsum" | "total" | "entry" | "index", (inner, *_)):
            return _signed(scope, inner, zero, depth + 1)
    return False


def _masked(scope: Scope, e: Expression) -> bool:
    """Whether a mask takes part in a formula."""
    waiting, seen = [e], set[str]()
    while waiting:
        for part in parts(waiting.pop()):
            if not isinstance(part, Symbol) or part.name in seen:
                continue
            seen.add(part.name)
            known = scope.find(part.name) or scope.find(split(part.name)[0])
            if part.name in ("-inf", "inf", "∞") or (known is not None and known.mask):
                return True
            if known is not None and known.expression is not None:
                waiting.append(known.expression)
    return False
