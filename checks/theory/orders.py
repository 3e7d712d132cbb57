"""`4T²d = O(T²d)`: whether a cost grows no faster than its order says, for all sizes together.

f is O(g) where every monomial of f lies below a mean of monomials of g (then f <= C g by the weighted arithmetic-
geometric mean, for sizes of at least 1); it is not where along some direction (T as t², d as t) f has one fastest
monomial that outgrows all of g. Sizes that g never names may be meant as constants: that stays open. Logarithms are not
read.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

from checks.theory.values import Ball, value_of
from derive.expression import Apply, Expression, Number, Symbol, apply

ORDERS = ("O", "Θ", "Ω")
MOST = 40
MOST_SIZES = 4
SPEEDS = (0, 1, 2, 3)
SHARES = [Fraction(n, m) for m in (1, 2, 3, 4) for n in range(m + 1)]
Monomial = tuple[tuple[str, Fraction], ...]
Sum = Mapping[Monomial, Fraction]


@dataclass(frozen=True, slots=True)
class Grown:
    """What was found: holds, fails (with the speeds of the sizes), or open with a reason."""

    outcome: str
    reason: str = ""
    speeds: tuple[tuple[str, int], ...] = ()


class NoPolynomial(Exception):
    """A formula that is no sum of powers of sizes."""


def order(member: Expression) -> tuple[str, Expression] | None:
    """The letter and the argument of O(T² d)."""
    match member:
        case Apply("times", (Symbol(letter), of)) if letter in ORDERS:
            return letter, of
    return None


def grows(cost: Expression, letter: str, bound: Expression) -> Grown:
    """Whether a cost is O, Θ or Ω of a bound."""
    try:
        above, below = monomials(cost), monomials(bound)
    except NoPolynomial:
        return Grown("open", "operation")
    if not above or not below or any(c < 0 for c in below.values()) or (letter != "O" and any(c < 0 for c in above.values())):
        return Grown("open", "operation")
    pairs = {"O": [(above, below)], "Ω": [(below, above)], "Θ": [(above, below), (below, above)]}[letter]
    found = [_bounded(f, g) for f, g in pairs]
    worst = next((g for g in found if g.outcome == "fails"), next((g for g in found if g.outcome == "open"), found[0]))
    silent = {n for m in above for n, _ in m} - {n for m in below for n, _ in m}
    if worst.outcome == "fails" and letter != "Ω" and silent:
        return _with_constants(above, below, letter, silent)
    return worst


def _with_constants(above: Sum, below: Sum, letter: str, constant: set[str]) -> Grown:
    """The same, the sizes that the bound does not name held fixed: false, or a matter of what is a constant."""
    fixed = {tuple((n, p) for n, p in m if n not in constant): abs(c) for m, c in above.items()}
    found = [_bounded(fixed, below)] + ([_bounded(below, fixed)] if letter == "Θ" else [])
    failed = next((g for g in found if g.outcome == "fails"), None)
    return failed or Grown("open", "constant_sizes")


def _bounded(small: Sum, large: Sum) -> Grown:
    names = sorted({n for m in (*small, *large) for n, _ in m})
    if len(names) > MOST_SIZES:
        return Grown("open", "size")
    vectors = [[dict(m).get(n, Fraction(0)) for n in names] for m in large]
    if all(any(_below(v, w) for w in _means(vectors)) for m in small for v in [[dict(m).get(n, Fraction(0)) for n in names]]):
        return Grown("holds")
    for speeds in product(SPEEDS, repeat=len(names)):
        rates = sorted((_rate(m, names, speeds) for m in small), reverse=True)
        fastest = rates[0] > max(_rate(m, names, speeds) for m in large)
        if fastest and (len(rates) == 1 or rates[0] > rates[1]):
            return Grown("fails", "", tuple((n, s) for n, s in zip(names, speeds) if s))
    return Grown("open", "open")


def _means(vectors: Sequence[list[Fraction]]) -> Iterator[list[Fraction]]:
    yield from vectors
    for v, w in combinations(vectors, 2):
        yield from ([s * a + (1 - s) * b for a, b in zip(v, w)] for s in SHARES)


def _below(small: list[Fraction], large: list[Fraction]) -> bool:
    return all(a <= b for a, b in zip(small, large))


def _rate(monomial: Monomial, names: Sequence[str], speeds: Sequence[int]) -> Fraction:
    powers = dict(monomial)
    return sum((powers.get(n, Fraction(0)) * s for n, s in zip(names, speeds)), Fraction(0))


def shown(cost: Expression, bound: Expression, speeds: tuple[tuple[str, int], ...]) -> tuple[str, str]:
    """Both sides along the direction at t = 10 and t = 1000, as quotients that keep growing."""
    out = []
    for t in (10, 1000):
        sizes = {n: Ball.exact(1) for e in (cost, bound) for n in _names(e)} | {n: Ball.exact(t**s) for n, s in speeds}
        value = value_of(apply("divide", cost, bound), sizes)
        out.append("?" if value is None else f"{float(value.low):.4g}")
    return out[0], out[1]


def _names(e: Expression) -> set[str]:
    return {n for m in monomials(e) for n, _ in m}


def monomials(e: Expression) -> Sum:
    """A formula multiplied out: coefficients by powers of sizes. NoPolynomial."""
    match e:
        case Number(value):
            return {(): value} if value else {}
        case Symbol(name):
            return {((name, Fraction(1)),): Fraction(1)}
        case Apply("add" | "subtract" as sign, (left, right)):
            return _plus(monomials(left), monomials(right), 1 if sign == "add" else -1)
        case Apply("negative", (inner,)):
            return _plus({}, monomials(inner), -1)
        case Apply("times" | "multiply", (left, right)):
            return _times(monomials(left), monomials(right))
        case Apply("divide", (left, right)):
            return _times(monomials(left), _power(monomials(right), Fraction(-1)))
        case Apply("sqrt", (inner,)):
            return _power(monomials(inner), Fraction(1, 2))
        case Apply("power", (base, Number(value))):
            return _power(monomials(base), value)
    raise NoPolynomial


def _plus(x: Sum, y: Sum, sign: int) -> Sum:
    out = dict(x)
    for m, c in y.items():
        out[m] = out.get(m, Fraction(0)) + sign * c
    return {m: c for m, c in out.items() if c}


def _times(x: Sum, y: Sum) -> Sum:
    out: dict[Monomial, Fraction] = {}
    for (m, a), (n, b) in product(x.items(), y.items()):
        powers = dict(m)
        for name, p in n:
            powers[name] = powers.get(name, Fraction(0)) + p
        key = tuple(sorted((k, p) for k, p in powers.items() if p))
        out[key] = out.get(key, Fraction(0)) + a * b
    if len(out) > MOST:
        raise NoPolynomial
    return {m: c for m, c in out.items() if c}


def _power(base: Sum, value: Fraction) -> Sum:
    if value.denominator == 1 and 0 <= value <= 6:
        out: Sum = {(): Fraction(1)}
        for _ in range(int(value)):
            out = _times(out, base)
        return out
    if len(base) != 1 or abs(value) > 6:
        raise NoPolynomial
    ((monomial, coefficient),) = base.items()
    if coefficient <= 0:
        raise NoPolynomial
    return {tuple((n, p * value) for n, p in monomial): Fraction(1)}  # a constant factor changes no order
