"""Sums over indices, and the substitution of indices.

A sum is an atom with an exponent, so Z · Z⁻¹ = 1 needs no search: it is closed over bound indices with canonical names,
taken apart into connected sums, and opened under fresh names whenever something in it changes.
"""

from collections.abc import Iterable, Mapping, Sequence

from derive.kernel import powers
from derive.kernel.atoms import (
    Atom,
    DeltaAtom,
    EntryAtom,
    ExpAtom,
    FunctionAtom,
    GroupAtom,
    LogAtom,
    Monomial,
    Polynomial,
    SizeAtom,
    SumAtom,
    monomial_key,
    number,
    single,
)
from derive.kernel.labelling import orders
from derive.kernel.products import add, multiply, product_of, scale
from derive.kernel.record import OutOfScope, check_limits, use
from derive.terms import Index, Rational, Tensor, fixed_size, fresh


def entry(tensor: Tensor, indices: tuple[Index, ...]) -> Polynomial:
    if tensor.symmetric:
        indices = tuple(sorted(indices))
    if tensor.unit_diagonal and len(set(indices)) == 1:
        use("unit diagonal")
        return number(1)
    return single(EntryAtom(tensor, indices))


def size(range_name: str) -> Polynomial:
    """The size of a range; a range named by digits has that size."""
    fixed = fixed_size(range_name)
    return single(SizeAtom(range_name)) if fixed is None else number(fixed)


def delta(left: Index, right: Index) -> Polynomial:
    if left.range != right.range:
        raise OutOfScope(f"a delta between the ranges {left.range} and {right.range}")
    return number(1) if left == right else single(DeltaAtom(*sorted((left, right), key=_last_if_bound)))


def _last_if_bound(index: Index) -> tuple[bool, Index]:
    """Bound indices come after free ones, so that a substitution keeps the free one."""
    return (index.name[0] in "%~", index)


Names = Mapping[Index, Index]


def substitute_atom(atom: Atom, names: Names) -> Polynomial:
    """The atom with other free indices."""
    if atom.free.isdisjoint(names):
        return atom.polynomial if isinstance(atom, GroupAtom) else single(atom)
    match atom:
        case EntryAtom(tensor=tensor, indices=indices):
            return entry(tensor, tuple(names.get(i, i) for i in indices))
        case DeltaAtom(left=left, right=right):
            return delta(names.get(left, left), names.get(right, right))
        case ExpAtom(monomial=monomial):
            return powers.exponential(substitute_monomial(monomial, names))
        case SumAtom(bound=bound, monomial=monomial):
            renewed = {i: fresh(i.range) for i in bound}
            return close(list(renewed.values()), substitute_monomial(monomial, {**names, **renewed}))
        case GroupAtom(polynomial=polynomial):
            return substitute(polynomial, names)
        case LogAtom(polynomial=polynomial):
            return powers.logarithm(substitute(polynomial, names))
        case FunctionAtom(function=name, order=order, polynomial=polynomial):
            return powers.function(name, substitute(polynomial, names), order)
    raise AssertionError(f"no substitution for {atom.key}")


def substitute_monomial(monomial: Iterable[tuple[Atom, Rational]], names: Names) -> Polynomial:
    kept: list[tuple[Atom, Rational]] = []
    changed: list[Polynomial] = []
    for atom, exponent in monomial:
        if atom.free.isdisjoint(names):
            kept.append((atom, exponent))
        elif isinstance(atom, EntryAtom) and not atom.tensor.unit_diagonal:
            renamed = entry(atom.tensor, tuple(names.get(i, i) for i in atom.indices))
            kept.append((next(iter(renamed))[0][0], exponent))
        else:
            changed.append(powers.power(substitute_atom(atom, names), exponent))
    return multiply(product_of(1, kept), *changed)


def substitute(polynomial: Polynomial, names: Names) -> Polynomial:
    return add(*(scale(substitute_monomial(m, names), value) for m, value in polynomial.items()))


def opened(atom: SumAtom) -> tuple[list[Index], Polynomial]:
    """The sum's body under fresh names."""
    names = {index: fresh(index.range) for index in atom.bound}
    return list(names.values()), substitute_monomial(atom.monomial, names)


def close(bound: Sequence[Index], body: Polynomial) -> Polynomial:
    """Σ over the bound indices of the body, in normal form."""
    check_limits(len(body))
    return add(*(scale(_close_monomial(list(bound), monomial), value) for monomial, value in body.items()))


def _close_monomial(bound: list[Index], monomial: Monomial) -> Polynomial:
    for step in (_contract_delta, _merge_inner_sum):
        result = step(bound, monomial)
        if result is not None:
            return result
    return _factor_out(bound, monomial)


def _contract_delta(bound: list[Index], monomial: Monomial) -> Polynomial | None:
    """Σ_k δ(k, j) f(k) = f(j): the ranges are equal, so j is one of the values of k."""
    for atom, _ in monomial:
        if isinstance(atom, DeltaAtom):
            for index, other in ((atom.left, atom.right), (atom.right, atom.left)):
                if index in bound:
                    use("delta contraction")
                    rest = [factor for factor in monomial if factor[0] != atom]
                    body = substitute_monomial(rest, {index: other})
                    return close([i for i in bound if i != index], body)
    return None


def _merge_inner_sum(bound: list[Index], monomial: Monomial) -> Polynomial | None:
    """Σ_i f(i) (Σ_j g(i, j))ⁿ = Σ_i Σ_j f(i) g(i, j) (Σ_j' g(i, j'))ⁿ⁻¹."""
    for position, (atom, exponent) in enumerate(monomial):
        inner = isinstance(atom, SumAtom) and exponent.denominator == 1 and exponent > 0
        if inner and not atom.free.isdisjoint(bound):
            assert isinstance(atom, SumAtom)
            use("sums merge")
            names, body = opened(atom)
            rest = [factor for n, factor in enumerate(monomial) if n != position] + [(atom, exponent - 1)]
            return close([*bound, *names], multiply(product_of(1, rest), body))
    return None


def _factor_out(bound: list[Index], monomial: Monomial) -> Polynomial:
    """Split into connected sums; factors without a bound index leave, an unused index counts its range."""
    outside: list[tuple[Atom, Rational]] = []
    parts: list[tuple[set[Index], list[tuple[Atom, Rational]]]] = []
    for atom, exponent in monomial:
        touched = set(atom.free.intersection(bound))
        if not touched:
            outside.append((atom, exponent))
            continue
        factors = [(atom, exponent)]
        for part in [part for part in parts if part[0] & touched]:
            parts.remove(part)
            touched |= part[0]
            factors += part[1]
        parts.append((touched, factors))
    if len(parts) > 1 or (outside and parts):
        use("factor leaves sum")
    result = product_of(1, outside)
    for index in bound:
        if not any(index in part[0] for part in parts):
            use("constant sum")
            result = multiply(result, size(index.range))
    for indices, factors in parts:
        result = multiply(result, _connected(sorted(indices), factors))
    return result


def _connected(bound: list[Index], factors: list[tuple[Atom, Rational]]) -> Polynomial:
    """One connected sum under canonical names: the least of the labellings that refinement leaves."""
    height = 1 + max(atom.height for atom, _ in factors)
    best: tuple[str, tuple[Index, ...], Monomial, Rational] | None = None
    for order in orders(bound, factors):
        check_limits()
        names = {index: Index(f"%{height}.{position}", index.range) for position, index in enumerate(order)}
        renamed = substitute_monomial(factors, names)
        if len(renamed) != 1:  # a delta inside a logarithm turned round, and the logarithm came apart
            again = {index: fresh(index.range) for index in names.values()}
            return close(list(again.values()), substitute(renamed, again))
        ((monomial, value),) = renamed.items()
        key = monomial_key(monomial)
        if best is None or key < best[0]:
            best = (key, tuple(names[index] for index in order), monomial, value)
        elif key == best[0] and value != best[3]:
            return {}  # the sum equals its own negative
    assert best is not None
    return scale(single(SumAtom(best[1], best[2])), best[3])
