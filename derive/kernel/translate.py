"""Between terms and normal forms: `normalise` and `express`."""

import re
from fractions import Fraction

from derive.kernel.atoms import (
    UNIT,
    Atom,
    DeltaAtom,
    EntryAtom,
    ExpAtom,
    FunctionAtom,
    GroupAtom,
    LogAtom,
    Monomial,
    Polynomial,
    PrimeAtom,
    SizeAtom,
    SumAtom,
    number,
    single,
)
from derive.kernel.calculus import differentiate
from derive.kernel.powers import exponential, function, logarithm, power
from derive.kernel.products import add, multiply
from derive.kernel.sums import close, delta, entry, size
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
    Rational,
    Size,
    Sum,
    Term,
    Times,
    fixed_size,
    fresh,
)

_NAME = re.compile(r"[^\s\[\](){}*^+,:|#%δΣ]+")
Names = dict[Index, Index]


def normalise(term: Term) -> Polynomial:
    """The normal form of a term. ValueError for a name that the normal form's spelling reserves."""
    return _normalise(term, {})


def _normalise(term: Term, names: Names) -> Polynomial:
    match term:
        case Number(value):
            return number(value)
        case Size(range_name):
            return size(_checked(range_name))
        case ImaginaryUnit():
            return single(UNIT)
        case Entry(tensor, indices):
            _checked(tensor.name)
            return entry(tensor, tuple(_index(i, names) for i in indices))
        case Delta(left, right):
            return delta(_index(left, names), _index(right, names))
        case Plus(parts):
            return add(*(_normalise(part, names) for part in parts))
        case Times(parts):
            return multiply(*(_normalise(part, names) for part in parts))
        case Power(base, exponent):
            return power(_normalise(base, names), exponent)
        case Exp(argument):
            return exponential(_normalise(argument, names))
        case Log(argument):
            return logarithm(_normalise(argument, names))
        case Apply(name, argument, order):
            return function(_checked(name), _normalise(argument, names), order)
        case Sum(bound, body):
            renewed = {i: fresh(_checked(i.range)) for i in bound}
            return close(list(renewed.values()), _normalise(body, {**names, **renewed}))
        case Named(_, _, meaning):
            return _normalise(meaning, names)
        case Derivative(body, Entry(tensor, indices)):
            return differentiate(_normalise(body, names), tensor, tuple(_index(i, names) for i in indices))
    raise TypeError(f"no term: {term!r}")


def _index(index: Index, names: Names) -> Index:
    if index in names:
        return names[index]
    _checked(index.name)
    _checked(index.range)
    return index


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name) or fixed_size(name) == 0:
        raise ValueError(f"not a usable name: {name!r}")
    return name


def express(polynomial: Polynomial) -> Term:
    """A term for a normal form."""
    parts = [_monomial(monomial, value) for monomial, value in polynomial.items()]
    if len(parts) == 1:
        return parts[0]
    return Plus(tuple(parts)) if parts else Number(Fraction(0))


def _monomial(monomial: Monomial, value: Rational) -> Term:
    factors = [_power(atom, exponent) for atom, exponent in monomial]
    if value != 1 or not factors:
        factors.insert(0, Number(Fraction(value)))
    return factors[0] if len(factors) == 1 else Times(tuple(factors))


def _power(atom: Atom, exponent: Rational) -> Term:
    if isinstance(atom, ExpAtom):
        return Exp(_monomial(atom.monomial, exponent))
    base = _atom(atom)
    return base if exponent == 1 else Power(base, Fraction(exponent))


def _atom(atom: Atom) -> Term:
    match atom:
        case EntryAtom(tensor=tensor, indices=indices):
            return Entry(tensor, indices)
        case DeltaAtom(left=left, right=right):
            return Delta(left, right)
        case SizeAtom(range=range_name):
            return Size(range_name)
        case PrimeAtom(number=prime):
            return Number(Fraction(prime))
        case SumAtom(bound=bound, monomial=monomial):
            return Sum(bound, _monomial(monomial, 1))
        case GroupAtom(polynomial=polynomial):
            return express(polynomial)
        case LogAtom(polynomial=polynomial):
            return Log(express(polynomial))
        case FunctionAtom(function=name, order=order, polynomial=polynomial):
            return Apply(name, express(polynomial), order)
    return ImaginaryUnit()
