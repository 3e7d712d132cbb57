"""What a statement may assume: equations and partitions of ranges, and how they rewrite a normal form."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from itertools import product as cartesian

from derive.kernel.atoms import (
    Atom,
    DeltaAtom,
    ExpAtom,
    FunctionAtom,
    GroupAtom,
    LogAtom,
    Monomial,
    Polynomial,
    SizeAtom,
    SumAtom,
    single,
)
from derive.kernel.powers import exponential, function, logarithm, power
from derive.kernel.products import add, multiply, product_of, scale
from derive.kernel.record import OutOfScope, use
from derive.kernel.sums import close, opened, size, substitute, substitute_monomial
from derive.kernel.translate import normalise
from derive.terms import Entry, Index, Term, fresh

MOST_PASSES = 8  # how often a hypothesis is tried again on what it made


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """left = right, for all values of the free indices; the left side is one entry or one sum."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Partition:
    """The range `whole` is the blocks `parts`, one after the other. ValueError unless all names differ."""

    whole: str
    parts: tuple[str, ...]

    def __post_init__(self) -> None:
        if len({self.whole, *self.parts}) != 1 + len(self.parts) or not self.parts:
            raise ValueError("a range and its blocks need different names")


@dataclass(frozen=True, slots=True)
class Greatest:
    """The entry `left` is the largest of the terms, over all values of the bound indices.

    The kernel knows no maximum and proves without it, for any value of the entry; samples respect it.
    """

    left: Entry
    terms: tuple[Term, ...]
    bound: tuple[Index, ...] = ()


Assumption = Hypothesis | Partition | Greatest


def assume(polynomial: Polynomial, assumptions: Sequence[Assumption]) -> Polynomial:
    """The polynomial with the assumptions used wherever they apply, partitions first."""
    for assumption in sorted(assumptions, key=lambda a: isinstance(a, Hypothesis)):
        if isinstance(assumption, Partition):
            polynomial = split_range(polynomial, assumption)
        elif isinstance(assumption, Hypothesis):
            polynomial = use_hypothesis(polynomial, assumption)
    return polynomial


def rewrite(polynomial: Polynomial, change: Callable[[Atom], Polynomial | None]) -> Polynomial:
    """Every atom rebuilt from the inside out; `change` may put something else in an atom's place."""

    def whole(inner: Polynomial) -> Polynomial:
        return add(*(scale(product(m), value) for m, value in inner.items()))

    def product(monomial: Monomial) -> Polynomial:
        return multiply(*(power(changed(atom), exponent) for atom, exponent in monomial))

    def changed(atom: Atom) -> Polynomial:
        rebuilt = inside(atom)
        if len(rebuilt) == 1:
            ((monomial, value),) = rebuilt.items()
            if len(monomial) == 1 and monomial[0][1] == 1:
                replaced = change(monomial[0][0])
                return rebuilt if replaced is None else scale(replaced, value)
        return rebuilt

    def inside(atom: Atom) -> Polynomial:
        match atom:
            case ExpAtom(monomial=monomial):
                return exponential(product(monomial))
            case SumAtom():
                bound, body = opened(atom)
                return close(bound, whole(body))
            case GroupAtom(polynomial=inner):
                return whole(inner)
            case LogAtom(polynomial=inner):
                return logarithm(whole(inner))
            case FunctionAtom(function=name, order=order, polynomial=inner):
                return function(name, whole(inner), order)
        return single(atom)

    return whole(polynomial)


def split_range(polynomial: Polynomial, partition: Partition) -> Polynomial:
    """Σ over the whole range = Σ over its parts. OutOfScope where a delta would compare a block with the whole."""

    def change(atom: Atom) -> Polynomial | None:
        if isinstance(atom, SizeAtom) and atom.range == partition.whole:
            return add(*map(size, partition.parts))
        if isinstance(atom, SumAtom) and any(i.range == partition.whole for i in atom.bound):
            use("range split")
            bound, body = opened(atom)
            return _split_sum(bound, body, partition)
        return None

    return rewrite(polynomial, change)


def _split_sum(bound: list[Index], body: Polynomial, partition: Partition) -> Polynomial:
    whole = next((i for i in bound if i.range == partition.whole), None)
    if whole is None:
        return close(bound, body)
    rest = [i for i in bound if i != whole]
    result: Polynomial = {}
    for part in partition.parts:
        index = fresh(part)
        result = add(result, _split_sum([*rest, index], substitute(body, {whole: index}), partition))
    return result


def use_hypothesis(polynomial: Polynomial, hypothesis: Hypothesis) -> Polynomial:
    """Every instance of the hypothesis' left side replaced by its right side, also where it is part of a larger sum."""
    left, right = normalise(hypothesis.left), normalise(hypothesis.right)
    if len(left) != 1 or len(monomial := next(iter(left))) != 1 or monomial[0][1] != 1:
        raise OutOfScope("a hypothesis whose left side is neither an entry nor a sum")
    pattern, value = monomial[0][0], left[monomial]
    if isinstance(pattern, DeltaAtom | SizeAtom | GroupAtom):
        raise OutOfScope("a hypothesis about a delta, a size or several terms")

    def instance(atom: Atom) -> Polynomial | None:
        names = _match(pattern, atom)
        return None if names is None else scale(substitute(right, names), 1 / Fraction(value))

    def change(atom: Atom) -> Polynomial | None:
        replaced = instance(atom)
        if replaced is None and isinstance(atom, SumAtom) and isinstance(pattern, SumAtom):
            replaced = _replace_inside(atom, len(pattern.bound), instance)
        if replaced is not None:
            use("hypothesis")
        return replaced

    for _ in range(MOST_PASSES):  # a replacement may make room for another
        rewritten = rewrite(polynomial, change)
        if rewritten == polynomial:
            break
        polynomial = rewritten
    return polynomial


def _replace_inside(atom: SumAtom, width: int, instance: Callable[[Atom], Polynomial | None]) -> Polynomial | None:
    """Σ_ij f(i) g(i, j) = Σ_i f(i) h(i), where Σ_j g(i, j) = h(i) is an instance over `width` of the bound indices."""
    bound, body = opened(atom)
    if len(body) != 1:
        return None
    ((monomial, value),) = body.items()
    for chosen in combinations(bound, width):
        inner = [factor for factor in monomial if not factor[0].free.isdisjoint(chosen)]
        rest = [factor for factor in monomial if factor[0].free.isdisjoint(chosen)]
        part = close(list(chosen), product_of(1, inner)) if rest else {}
        if len(part) == 1 and len(found := next(iter(part))) == 1 and found[0][1] == 1:
            replaced = instance(found[0][0])
            if replaced is not None:
                others = [index for index in bound if index not in chosen]
                return scale(close(others, multiply(product_of(1, rest), replaced)), value * part[found])
    return None


def _match(pattern: Atom, atom: Atom) -> dict[Index, Index] | None:
    """The renaming of the pattern's free indices that makes it the atom, if there is one."""
    if type(pattern) is not type(atom) or len(pattern.free) < len(atom.free):
        return None
    variables = sorted(pattern.free)
    if len(variables) > 4:
        raise OutOfScope("a hypothesis with more than four free indices")
    for chosen in _choices(variables, sorted(atom.free)):
        names = dict(zip(variables, chosen, strict=True))
        if substitute_monomial([(pattern, 1)], names) == single(atom):
            return names
    return None


def _choices(variables: list[Index], values: list[Index]) -> Iterator[tuple[Index, ...]]:
    """All ways to give each variable a value of its own range."""
    return cartesian(*([value for value in values if value.range == variable.range] for variable in variables))
