"""Formulas in index notation, as people write them: what is stated, shown and evaluated.

A term is a value that never rewrites itself; `derive.kernel` gives it a normal form, `derive.term_values` a value,
`derive.notation` a spelling. Every index carries the name of its range, and a range has a symbolic size.
Matrices, shapes and parsing live elsewhere.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from typing import NamedTuple

Rational = int | Fraction
_numbers = count()


class ShapeError(ValueError):
    """An index of one range stands where another range belongs."""


class Index(NamedTuple):
    """A name that runs through the range called `range` (1 ≤ name ≤ size of the range)."""

    name: str
    range: str


def fresh(range_name: str) -> Index:
    """An index that occurs nowhere else."""
    return Index(f"~{next(_numbers)}", range_name)


def fixed_size(range_name: str) -> int | None:
    """The size of a range that is named by its size, such as "4"; None for a symbolic one."""
    return int(range_name) if range_name.isdecimal() else None


class Term:
    """What all formulas share: they can be added, multiplied, divided and raised to rational powers."""

    __slots__ = ()

    def __add__(self, other: "Writable") -> "Term":
        return Plus((self, term(other)))

    def __radd__(self, other: "Writable") -> "Term":
        return Plus((term(other), self))

    def __sub__(self, other: "Writable") -> "Term":
        return Plus((self, -term(other)))

    def __rsub__(self, other: "Writable") -> "Term":
        return Plus((term(other), -self))

    def __mul__(self, other: "Writable") -> "Term":
        return Times((self, term(other)))

    def __rmul__(self, other: "Writable") -> "Term":
        return Times((term(other), self))

    def __truediv__(self, other: "Writable") -> "Term":
        return Times((self, Power(term(other), Fraction(-1))))

    def __rtruediv__(self, other: "Writable") -> "Term":
        return Times((term(other), Power(self, Fraction(-1))))

    def __pow__(self, exponent: Rational) -> "Term":
        return Power(self, Fraction(exponent))

    def __neg__(self) -> "Term":
        return Times((Number(Fraction(-1)), self))


Writable = Term | int | Fraction


@dataclass(frozen=True, slots=True)
class Tensor:
    """A named array of real numbers and what is assumed of its entries.

    positive: every entry > 0. mask: every entry is 0 or 1. unit_diagonal: entry [i, i] is 1 (a causal mask).
    symmetric: its indices may change places. Tensors of one name with different traits are different tensors: `key`.
    """

    name: str
    ranges: tuple[str, ...] = ()
    positive: bool = False
    mask: bool = False
    unit_diagonal: bool = False
    symmetric: bool = False
    key: str = field(init=False, repr=False, compare=False, default="")

    def __post_init__(self) -> None:
        traits = zip("+01=", (self.positive, self.mask, self.unit_diagonal, self.symmetric))
        object.__setattr__(self, "key", f"{self.name}#{''.join(mark for mark, holds in traits if holds)}")

    def __getitem__(self, indices: Index | tuple[Index, ...]) -> "Entry":
        return Entry(self, (indices,) if isinstance(indices, Index) else indices)

    def __call__(self) -> "Entry":
        """The tensor without indices: a scalar."""
        return Entry(self, ())


@dataclass(frozen=True, slots=True)
class Number(Term):
    value: Fraction


@dataclass(frozen=True, slots=True)
class Size(Term):
    """The number of values of a range, at least 1."""

    range: str


@dataclass(frozen=True, slots=True)
class ImaginaryUnit(Term):
    """i, with i² = −1; only inside exponents of rotations."""


@dataclass(frozen=True, slots=True)
class Entry(Term):
    tensor: Tensor
    indices: tuple[Index, ...]

    def __post_init__(self) -> None:
        if len(self.indices) != len(self.tensor.ranges):
            raise ShapeError(f"{self.tensor.name} has {len(self.tensor.ranges)} indices, {len(self.indices)} were given")


@dataclass(frozen=True, slots=True)
class Delta(Term):
    """1 where the two indices are equal, else 0."""

    left: Index
    right: Index

    def __post_init__(self) -> None:
        if self.left.range != self.right.range:
            raise ShapeError(f"a delta compares {self.left.range} with {self.right.range}")


@dataclass(frozen=True, slots=True)
class Plus(Term):
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Times(Term):
    factors: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Power(Term):
    base: Term
    exponent: Fraction


@dataclass(frozen=True, slots=True)
class Exp(Term):
    argument: Term


@dataclass(frozen=True, slots=True)
class Log(Term):
    argument: Term


@dataclass(frozen=True, slots=True)
class Apply(Term):
    """An elementwise function of which nothing is known but that it is smooth; `order` counts derivatives."""

    function: str
    argument: Term
    order: int = 0


@dataclass(frozen=True, slots=True)
class Sum(Term):
    """The sum of the body over all values of the bound indices."""

    bound: tuple[Index, ...]
    body: Term


@dataclass(frozen=True, slots=True)
class Derivative(Term):
    """∂ body / ∂ entry; the indices of the entry are free, never bound in the body."""

    body: Term
    entry: Entry


@dataclass(frozen=True, slots=True)
class Named(Term):
    """A definition in use: shown as symbol[indices], and in every other respect its meaning."""

    symbol: str
    indices: tuple[Index, ...]
    meaning: Term


def define(symbol: str, meaning: Callable[..., Term]) -> Callable[..., Term]:
    """symbol(i, j) as a term that is shown by its symbol and means meaning(i, j)."""
    return lambda *indices: Named(symbol, indices, meaning(*indices))


def term(value: Writable) -> Term:
    """A number as a term; a term as it is."""
    return value if isinstance(value, Term) else Number(Fraction(value))


def exp(argument: Writable) -> Term:
    return Exp(term(argument))


def log(argument: Writable) -> Term:
    return Log(term(argument))


def sqrt(argument: Writable) -> Term:
    return Power(term(argument), Fraction(1, 2))


def delta(left: Index, right: Index) -> Term:
    return Delta(left, right)


def total(ranges: str | tuple[str, ...], body: Callable[..., Term]) -> Term:
    """Σ over fresh indices of the named ranges, handed to `body`: nothing can be captured."""
    bound = tuple(fresh(name) for name in ((ranges,) if isinstance(ranges, str) else ranges))
    return Sum(bound, body(*bound))


def children(parent: Term) -> tuple[Term, ...]:
    """The terms directly inside."""
    match parent:
        case Plus(parts) | Times(parts):
            return parts
        case Power(inner, _) | Exp(inner) | Log(inner) | Apply(_, inner, _) | Sum(_, inner):
            return (inner,)
        case Named(_, _, meaning):
            return (meaning,)
        case Derivative(body, entry):
            return (body, entry)
    return ()


def indices_of(leaf: Term) -> tuple[Index, ...]:
    """The indices that a term mentions itself, not through what is inside."""
    match leaf:
        case Entry(_, indices) | Named(_, indices, _):
            return indices
        case Delta(left, right):
            return (left, right)
    return ()


def free(parent: Term) -> frozenset[Index]:
    """The indices that a term depends on."""
    found = frozenset(indices_of(parent)).union(*map(free, children(parent)))
    return found - frozenset(parent.bound) if isinstance(parent, Sum) else found


def walk(parent: Term) -> Iterable[Term]:
    """The term and everything inside it, each node once and before its parts, without recursion."""
    waiting, seen = [parent], set()
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            waiting.extend(reversed(children(node)))


def tensors(parent: Term) -> dict[str, Tensor]:
    """The tensors that occur, by name. ValueError when one name stands for two different tensors."""
    found: dict[str, Tensor] = {}
    for node in walk(parent):
        if isinstance(node, Entry) and found.setdefault(node.tensor.name, node.tensor) != node.tensor:
            raise ValueError(f"two different tensors are called {node.tensor.name}")
    return found


def ranges(parent: Term) -> tuple[str, ...]:
    """The names of the ranges whose sizes the term is quantified over, sorted."""
    found = set()
    for node in walk(parent):
        if isinstance(node, Size):
            found.add(node.range)
        elif isinstance(node, Sum):
            found.update(index.range for index in node.bound)
        else:
            found.update(index.range for index in indices_of(node))
    return tuple(sorted(name for name in found if fixed_size(name) is None))


def rename(parent: Term, names: Mapping[Index, Index]) -> Term:
    """The term with other names for some free indices; bound indices get out of the way."""
    if not names:
        return parent
    match parent:
        case Entry(tensor, indices):
            return Entry(tensor, tuple(names.get(i, i) for i in indices))
        case Delta(left, right):
            return Delta(names.get(left, left), names.get(right, right))
        case Sum(bound, body):
            renewed = {i: fresh(i.range) for i in bound}
            return Sum(tuple(renewed.values()), rename(body, {**names, **renewed}))
        case Named(symbol, indices, meaning):
            return Named(symbol, tuple(names.get(i, i) for i in indices), rename(meaning, names))
    return rebuild(parent, lambda inner: rename(inner, names))


def rebuild(parent: Term, change: Callable[[Term], Term]) -> Term:
    """The same term around changed children."""
    match parent:
        case Plus(parts):
            return Plus(tuple(map(change, parts)))
        case Times(parts):
            return Times(tuple(map(change, parts)))
        case Power(base, exponent):
            return Power(change(base), exponent)
        case Exp(argument):
            return Exp(change(argument))
        case Log(argument):
            return Log(change(argument))
        case Apply(function, argument, order):
            return Apply(function, change(argument), order)
        case Sum(bound, body):
            return Sum(bound, change(body))
        case Named(symbol, indices, meaning):
            return Named(symbol, indices, change(meaning))
        case Derivative(body, entry):
            changed = change(entry)
            assert isinstance(changed, Entry), "an entry stays an entry"
            return Derivative(change(body), changed)
    return parent


def numbered(parent: Term) -> Term:
    """The term with bound indices named by their order of appearance: equal for terms that only differ in names."""
    numbers = count()

    def visit(node: Term, names: Mapping[Index, Index]) -> Term:
        match node:
            case Entry(tensor, indices):
                return Entry(tensor, tuple(names.get(i, i) for i in indices))
            case Delta(left, right):
                return Delta(names.get(left, left), names.get(right, right))
            case Sum(bound, body):
                renamed = {i: Index(f"_{next(numbers)}", i.range) for i in bound}
                return Sum(tuple(renamed.values()), visit(body, {**names, **renamed}))
            case Named(symbol, indices, meaning):
                return Named(symbol, tuple(names.get(i, i) for i in indices), visit(meaning, names))
        return rebuild(node, lambda inner: visit(inner, names))

    return visit(parent, {})


def larger(terms: Iterable[Term], limit: int) -> bool:
    """Whether the terms, written out, have more than `limit` nodes; shared parts count each time they occur."""
    waiting = list(terms)
    while waiting and limit >= 0:
        waiting.extend(children(waiting.pop()))
        limit -= 1
    return bool(waiting)
