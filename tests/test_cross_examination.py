"""The same claims before witnesses that share no code: the kernel, our exact values, SymPy and mpmath written out at small
sizes, NumPy's backward pass, and z3 where it is installed. All must say the same of each theorem and of each false twin.

A term is written out here once more, sum by sum, over whatever numbers a witness brings.
"""

import itertools
import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy

from derive.identity import Disagreement, Refuted, decide
from derive.kernel import equal
from derive.proof import Statement
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
    free,
    tensors,
    walk,
)
from derive.theorems import TABLE, theorem
from numeric.gradients import attention_gradients

DIGITS = 80
CLOSE = mpmath.mpf(10) ** -25
AREAS = ("softmax", "attention", "projections", "losses", "norms")
SIZES = (
    {"T": 2, "N": 2, "B1": 1, "B2": 2, "D": 2, "d_k": 1, "d_v": 1, "C": 2},
    {"T": 2, "N": 3, "B1": 2, "B2": 1, "D": 3, "d_k": 2, "d_v": 1, "C": 2},
)
Place = Mapping[Index, int]
Key = tuple[Tensor, tuple[int, ...]]


@dataclass(frozen=True)
class World:
    """What a witness writes a term out with."""

    sizes: Mapping[str, int]
    entry: Callable[[Tensor, tuple[int, ...]], Any]
    number: Callable[[Fraction], Any]
    exp: Callable[[Any], Any]
    log: Callable[[Any], Any]
    power: Callable[[Any, Fraction], Any]
    derivative: Callable[["World", Derivative, Place], Any]

    def size(self, name: str) -> int:
        return fixed_size(name) or self.sizes.get(name, 2)

    def value(self, term: Term, at: Place) -> Any:
        match term:
            case Number(number):
                return self.number(number)
            case Size(name):
                return self.number(Fraction(self.size(name)))
            case Entry(tensor, indices):
                return self.entry(tensor, tuple(at[i] for i in indices))
            case Delta(left, right):
                return self.number(Fraction(at[left] == at[right]))
            case Plus(parts):
                return sum((self.value(p, at) for p in parts[1:]), self.value(parts[0], at))
            case Times(parts):
                return math.prod((self.value(p, at) for p in parts[1:]), start=self.value(parts[0], at))
            case Power(base, exponent):
                return self.power(self.value(base, at), exponent)
            case Exp(argument):
                return self.exp(self.value(argument, at))
            case Log(argument):
                return self.log(self.value(argument, at))
            case Sum(bound, body):
                places = itertools.product(*(range(self.size(i.range)) for i in bound))
                return sum((self.value(body, {**at, **dict(zip(bound, p))}) for p in places), self.number(Fraction(0)))
            case Named(_, _, meaning):
                return self.value(meaning, at)
            case Derivative():
                return self.derivative(self, term, at)
        raise TypeError(type(term).__name__)


def places(statement: Statement, sizes: Mapping[str, int]) -> list[Place]:
    indices = sorted(free(statement.left) | free(statement.right))
    return [dict(zip(indices, p)) for p in itertools.product(*(range(sizes.get(i.range, 2)) for i in indices))]


@cache
def drawn(tensor: Tensor, place: tuple[int, ...]) -> Fraction:
    """An entry of a sample, respecting what is assumed of its tensor."""
    rng = random.Random(f"{tensor.name} {place}")
    if tensor.mask:
        return Fraction(int(place[0] >= place[-1]))
    value = Fraction(rng.randint(1, 20), rng.choice([7, 11, 13]))
    return value if tensor.positive else value * rng.choice([-1, 1])


# -- mpmath: central differences in eighty digits -----------------------------------------------
def by_mpmath(sizes: Mapping[str, int], moved: Mapping[Key, Any] | None = None) -> World:
    entries = moved or {}

    def entry(tensor: Tensor, place: tuple[int, ...]) -> Any:
        kept = drawn(tensor, place)
        return mpmath.mpf(kept.numerator) / kept.denominator + entries.get((tensor, place), 0)

    def derivative(world: World, term: Derivative, at: Place) -> Any:
        key, step = (term.entry.tensor, tuple(at[i] for i in term.entry.indices)), mpmath.mpf(10) ** -15
        values = [by_mpmath(sizes, {**entries, key: entries.get(key, 0) + by}).value(term.body, at) for by in (step, -step)]
        return (values[0] - values[1]) / (2 * step)

    def power(base: Any, exponent: Fraction) -> Any:
        return base ** (mpmath.mpf(exponent.numerator) / exponent.denominator)

    return World(sizes, entry, lambda f: mpmath.mpf(f.numerator) / f.denominator, mpmath.exp, mpmath.log, power, derivative)


def holds_for_mpmath(statement: Statement) -> bool:
    with mpmath.workdps(DIGITS):
        return all(
            abs(world.value(statement.left, at) - world.value(statement.right, at)) < CLOSE
            for sizes in SIZES
            for world in [by_mpmath(sizes)]
            for at in places(statement, sizes)
        )


# -- SymPy: one symbol an entry, its own diff ------------------------------------------------------
@dataclass
class Symbols:
    known: dict[Key, sympy.Symbol] = field(default_factory=dict)

    def entry(self, tensor: Tensor, place: tuple[int, ...]) -> Any:
        if tensor.mask:
            return sympy.Integer(int(drawn(tensor, place)))
        return self.known.setdefault(
            (tensor, place), sympy.Symbol(f"x{len(self.known)}", real=True, positive=tensor.positive or None)
        )


def by_sympy(sizes: Mapping[str, int], symbols: Symbols, exp: Any = sympy.exp) -> World:
    def derivative(world: World, term: Derivative, at: Place) -> Any:
        return world.value(term.body, at).diff(world.value(term.entry, at))

    def rational(value: Fraction) -> Any:
        return sympy.Rational(value.numerator, value.denominator)

    return World(sizes, symbols.entry, rational, exp, sympy.log, lambda b, e: b ** rational(e), derivative)


def holds_for_sympy(statement: Statement) -> bool:
    """The two sides as SymPy derives them, in numbers only at the end: its simplification is not asked."""
    for sizes in SIZES[1:]:
        symbols = Symbols()
        world = by_sympy(sizes, symbols)
        for at in places(statement, sizes):
            difference = world.value(statement.left, at) - world.value(statement.right, at)
            values = {s: sympy.Rational(drawn(*key).numerator, drawn(*key).denominator) for key, s in symbols.known.items()}
            if abs(sympy.N(difference.xreplace(values), DIGITS, chop=False)) > sympy.Float("1e-25"):
                return False
    return True


# -- the claims ----------------------------------------------------------------------------------------
def spelled_out(statement: Statement) -> bool:
    """Whether a statement can be written out: no hypotheses, no rotations, no functions of which nothing is known."""
    nodes = [*walk(statement.left), *walk(statement.right)]
    return not statement.assumptions and not any(isinstance(n, Apply | ImaginaryUnit) for n in nodes)


def claims() -> dict[str, tuple[Statement, bool]]:
    found = {}
    for name in TABLE:
        if name.split(".")[0] in AREAS:
            each = theorem(name)
            candidates = [("", each.derive().statement, True)] + [(t.slip, t.statement, False) for t in each.twins()[:1]]
            found |= {f"{name} {slip}".strip(): (s, true) for slip, s, true in candidates if spelled_out(s)}
    return found


CLAIMS = claims()


def test_there_are_claims_of_every_area() -> None:
    assert {name.split(".")[0] for name in CLAIMS} == set(AREAS)
    assert sum(true for _, true in CLAIMS.values()) >= 25 and sum(not true for _, true in CLAIMS.values()) >= 25


@pytest.mark.parametrize("name", CLAIMS)
def test_the_witnesses_agree(name: str) -> None:
    statement, true = CLAIMS[name]
    said = {
        "kernel": equal(statement.left, statement.right),
        "exact values": not isinstance(decide(statement.left, statement.right, seconds=5), Refuted | Disagreement),
        "mpmath": holds_for_mpmath(statement),
        "SymPy": holds_for_sympy(statement),
    }
    assert said == dict.fromkeys(said, true)


GRADIENTS = {"dQ": ("Q", "d_k"), "dK": ("K", "d_k"), "dV": ("V", "d_v")}


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("name", GRADIENTS)
def test_numpy_agrees_with_the_theorem(name: str, masked: bool) -> None:
    """The right side of the theorem written out in mpmath, against the backward pass that users run."""
    sizes = {"T": 4, "d_k": 3, "d_v": 2}
    statement = theorem(f"attention.{name}{'_masked' if masked else ''}").derive().statement
    named = {t.name: t for t in tensors(statement.left).values()}

    def matrix(which: str, width: str) -> Any:
        return np.array([[float(drawn(named[which], (i, j))) for j in range(sizes[width])] for i in range(sizes["T"])])

    q, k, v, g = (matrix(m, w) for m, w in (("Q", "d_k"), ("K", "d_k"), ("V", "d_v"), ("G", "d_v")))
    mask = np.tril(np.ones((4, 4), bool)) if masked else None
    found = getattr(attention_gradients(q, k, v, g, mask), name)
    with mpmath.workdps(DIGITS):
        world = by_mpmath(sizes)
        for at in places(statement, sizes):
            row, column = (at[i] for i in statement.left.entry.indices)  # type: ignore[attr-defined]
            assert abs(world.value(statement.right, at) - mpmath.mpf(found[row, column])) < mpmath.mpf(10) ** -12


# -- z3: identities of fixed size, exponentials as unknown positive reals ---------------------------------
try:
    import z3
except ImportError:
    z3 = None
solver = pytest.mark.skipif(z3 is None, reason="z3-solver is not installed: no identity is examined by z3 here")
EXAMINED = ("softmax.jacobian", "softmax.vjp", "attention.dS", "attention.dV", "attention.dA")


class Exponential(sympy.Function):  # type: ignore[misc]
    """Its own derivative; SymPy gathers exp(x) exp(x) as exp(2 x), which z3 could not know."""

    nargs = 1

    def fdiff(self, argindex: int = 1) -> Any:
        return self


def asked_of_z3(statement: Statement) -> Any:
    """Whether the sides can differ at T = 2, d = 1: unsat (never), sat, or unknown."""
    symbols, unknowns, asked = Symbols(), dict[Any, Any](), z3.Solver()
    asked.set("timeout", 5000)
    world = by_sympy(SIZES[0], symbols, Exponential)

    def real(expression: Any) -> Any:
        if expression.is_Rational:
            return z3.Q(int(expression.p), int(expression.q))
        if expression.is_Add:
            return z3.Sum([real(a) for a in expression.args])
        if expression.is_Mul:
            return z3.Product([real(a) for a in expression.args])
        if expression.is_Pow and expression.exp.is_Integer:
            base = z3.Product([real(expression.base)] * abs(int(expression.exp)))
            return base if expression.exp > 0 else 1 / base
        if expression not in unknowns:
            unknowns[expression] = z3.Real(f"u{len(unknowns)}")
            if isinstance(expression, Exponential):
                asked.add(unknowns[expression] > 0)
        return unknowns[expression]

    differences = [
        real(world.value(statement.left, at)) != real(world.value(statement.right, at)) for at in places(statement, SIZES[0])
    ]
    asked.add(z3.Or(differences))
    return asked.check()


@solver
@pytest.mark.parametrize("name", [n for n in CLAIMS if n.split(" ")[0] in EXAMINED])
def test_z3_does_not_disagree(name: str) -> None:
    statement, true = CLAIMS[name]
    assert asked_of_z3(statement) == (z3.unsat if true else z3.sat)
