"""The parts of a normal form: atoms, monomials, polynomials.

A polynomial is {monomial: coefficient}; a monomial is a sorted tuple of (atom, exponent); exponents and coefficients
are rational. An atom knows its key (it identifies the atom and orders it), its free indices, its height (how deeply
sums are nested in it) and whether its value is certainly real, certainly positive.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from derive.terms import Index, Rational, Tensor


class Atom:
    """Equal when the keys are equal."""

    __slots__ = ("_hash", "free", "height", "key", "positive", "real")

    def __init__(self, key: str, free: frozenset[Index], height: int, real: bool, positive: bool) -> None:
        self.key = key
        self.free = free
        self.height = height
        self.real = real
        self.positive = positive
        self._hash = hash(key)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Atom) and self.key == other.key)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return self.key


Monomial = tuple[tuple[Atom, Rational], ...]
Polynomial = dict[Monomial, Rational]


def tidy(number: Rational) -> Rational:
    """An int where the number is whole: ints are the fast case."""
    return number.numerator if number.denominator == 1 else number


def ordered(factors: Iterable[tuple[Atom, Rational]]) -> Monomial:
    return tuple(sorted(factors, key=lambda factor: factor[0].key))


def monomial_key(monomial: Monomial) -> str:
    return "*".join(f"{atom.key}^{exponent}" if exponent != 1 else atom.key for atom, exponent in monomial)


def polynomial_key(polynomial: Polynomial) -> str:
    return "+".join(sorted(f"{number}.{monomial_key(monomial)}" for monomial, number in polynomial.items()))


def atoms_of(polynomial: Polynomial) -> Iterator[Atom]:
    for monomial in polynomial:
        for atom, _ in monomial:
            yield atom


def free_indices(polynomial: Polynomial) -> frozenset[Index]:
    return frozenset().union(*(atom.free for atom in atoms_of(polynomial)))


def _name(index: Index) -> str:
    return f"{index.name}:{index.range}"


def _height(atoms: Iterable[Atom]) -> int:
    return max((atom.height for atom in atoms), default=0)


class SizeAtom(Atom):
    __slots__ = ("range",)

    def __init__(self, range_name: str) -> None:
        super().__init__(f"|{range_name}|", frozenset(), 0, True, True)
        self.range = range_name


class PrimeAtom(Atom):
    """A prime under a root (or a number too large to be factored)."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        super().__init__(f"#{number}", frozenset(), 0, True, True)
        self.number = number


class UnitAtom(Atom):
    """i, the imaginary unit."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("i", frozenset(), 0, False, False)


class EntryAtom(Atom):
    __slots__ = ("indices", "tensor")

    def __init__(self, tensor: Tensor, indices: tuple[Index, ...]) -> None:
        key = f"{tensor.key}[{','.join(map(_name, indices))}]"
        super().__init__(key, frozenset(indices), 0, True, tensor.positive)
        self.tensor = tensor
        self.indices = indices


class DeltaAtom(Atom):
    __slots__ = ("left", "right")

    def __init__(self, left: Index, right: Index) -> None:
        super().__init__(f"δ({_name(left)},{_name(right)})", frozenset((left, right)), 0, True, False)
        self.left = left
        self.right = right


class ExpAtom(Atom):
    """exp of one monomial with coefficient 1; a coefficient is the exponent of this atom."""

    __slots__ = ("monomial",)

    def __init__(self, monomial: Monomial) -> None:
        atoms = [atom for atom, _ in monomial]
        real = all(atom.real for atom in atoms)
        free = frozenset().union(*(atom.free for atom in atoms))
        super().__init__(f"exp({monomial_key(monomial)})", free, _height(atoms), real, real)
        self.monomial = monomial


class SumAtom(Atom):
    """A connected sum over bound indices, named by height and position."""

    __slots__ = ("bound", "monomial")

    def __init__(self, bound: tuple[Index, ...], monomial: Monomial) -> None:
        atoms = [atom for atom, _ in monomial]
        free = frozenset().union(*(atom.free for atom in atoms)) - frozenset(bound)
        key = f"Σ{{{','.join(map(_name, bound))}}}({monomial_key(monomial)})"
        real = all(atom.real for atom in atoms)
        super().__init__(key, free, 1 + _height(atoms), real, all(atom.positive for atom in atoms))
        self.bound = bound
        self.monomial = monomial


class GroupAtom(Atom):
    """A polynomial as a base whose exponent is no natural number. `primitive`: nothing can be taken out of it."""

    __slots__ = ("polynomial", "primitive")

    def __init__(self, polynomial: Polynomial, primitive: bool) -> None:
        atoms = list(atoms_of(polynomial))
        positive = all(number > 0 for number in polynomial.values()) and all(atom.positive for atom in atoms)
        key = f"({polynomial_key(polynomial)})"
        super().__init__(key, free_indices(polynomial), _height(atoms), all(a.real for a in atoms), positive)
        self.polynomial = polynomial
        self.primitive = primitive


class LogAtom(Atom):
    __slots__ = ("polynomial",)

    def __init__(self, polynomial: Polynomial) -> None:
        atoms = list(atoms_of(polynomial))
        key = f"log({polynomial_key(polynomial)})"
        super().__init__(key, free_indices(polynomial), _height(atoms), all(a.real for a in atoms), False)
        self.polynomial = polynomial


class FunctionAtom(Atom):
    """An elementwise function by name, differentiated `order` times."""

    __slots__ = ("function", "order", "polynomial")

    def __init__(self, function: str, order: int, polynomial: Polynomial) -> None:
        key = f"{function}{chr(39) * order}({polynomial_key(polynomial)})"
        atoms = list(atoms_of(polynomial))
        super().__init__(key, free_indices(polynomial), _height(atoms), all(a.real for a in atoms), False)
        self.function = function
        self.order = order
        self.polynomial = polynomial


def number(value: Rational) -> Polynomial:
    return {(): tidy(Fraction(value))} if value else {}


def single(atom: Atom, exponent: Rational = 1) -> Polynomial:
    return {((atom, exponent),): 1}


UNIT = UnitAtom()


def is_idempotent(atom: Atom) -> bool:
    """Its values are 0 and 1 alone."""
    return isinstance(atom, DeltaAtom) or (isinstance(atom, EntryAtom) and atom.tensor.mask)
