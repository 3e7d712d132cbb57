"""Derivatives of normal forms by the entries of a tensor: Leibniz rules, one an atom."""

from derive.kernel.atoms import (
    Atom,
    EntryAtom,
    ExpAtom,
    FunctionAtom,
    GroupAtom,
    LogAtom,
    Monomial,
    Polynomial,
    SumAtom,
    number,
)
from derive.kernel.powers import function, power
from derive.kernel.products import add, multiply, product_of, scale
from derive.kernel.record import OutOfScope, use
from derive.kernel.sums import close, delta, opened
from derive.terms import Index, Tensor


def differentiate(polynomial: Polynomial, tensor: Tensor, indices: tuple[Index, ...]) -> Polynomial:
    """∂ polynomial / ∂ tensor[indices].

    The indices are free; bound indices of a normal form have reserved names, so none can be captured. OutOfScope for
    masks, unit diagonals and symmetric tensors, whose entries are not free.
    """
    if tensor.mask or tensor.symmetric or tensor.unit_diagonal:
        raise OutOfScope(f"a derivative by {tensor.name}, whose entries are not free")
    return add(*(scale(_monomial(m, tensor, indices), value) for m, value in polynomial.items()))


def _monomial(monomial: Monomial, tensor: Tensor, indices: tuple[Index, ...]) -> Polynomial:
    """Σ over the factors: exponent · (the rest) · base^(exponent − 1) · base′."""
    result: Polynomial = {}
    for position, (atom, exponent) in enumerate(monomial):
        inner = _atom(atom, tensor, indices)
        if inner:
            lowered = exponent if isinstance(atom, ExpAtom) else exponent - 1
            rest = [factor for n, factor in enumerate(monomial) if n != position]
            result = add(result, multiply(product_of(exponent, [*rest, (atom, lowered)]), inner))
    return result


def _atom(atom: Atom, tensor: Tensor, indices: tuple[Index, ...]) -> Polynomial:
    """The derivative of the atom; of an exp, of its exponent alone (the exp stays a factor)."""
    match atom:
        case EntryAtom():
            return _entry(atom, tensor, indices)
        case ExpAtom(monomial=monomial):
            return _noting("derivative of exp", _monomial(monomial, tensor, indices))
        case SumAtom():
            bound, body = opened(atom)
            return _noting("derivative of a sum", close(bound, differentiate(body, tensor, indices)))
        case GroupAtom(polynomial=polynomial):
            return _noting("derivative of a power", differentiate(polynomial, tensor, indices))
        case LogAtom(polynomial=polynomial):
            inner = differentiate(polynomial, tensor, indices)
            return _noting("derivative of log", multiply(inner, power(polynomial, -1)) if inner else {})
        case FunctionAtom(function=name, order=order, polynomial=polynomial):
            inner = differentiate(polynomial, tensor, indices)
            outer = function(name, polynomial, order + 1)
            return _noting("derivative of a function", multiply(outer, inner))
    return {}


def _entry(atom: EntryAtom, tensor: Tensor, indices: tuple[Index, ...]) -> Polynomial:
    """∂ x[i, j] / ∂ x[u, v] = δ(i, u) δ(j, v)."""
    if atom.tensor.name != tensor.name:
        return {}
    if atom.tensor != tensor:
        raise ValueError(f"two different tensors are called {tensor.name}")
    deltas = [delta(inner, outer) for inner, outer in zip(atom.indices, indices, strict=True)]
    return _noting("derivative of an entry", multiply(number(1), *deltas))


def _noting(rule: str, result: Polynomial) -> Polynomial:
    if result:
        use(rule)
    return result
