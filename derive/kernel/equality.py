"""When two normal forms are equal: assumptions are used, denominators are cleared, and zero is looked for."""

from collections.abc import Sequence

from derive.kernel.assumptions import Assumption, assume
from derive.kernel.atoms import (
    Atom,
    GroupAtom,
    Monomial,
    Polynomial,
    SizeAtom,
    SumAtom,
    atoms_of,
)
from derive.kernel.powers import power
from derive.kernel.products import add, multiply, product_of, scale, subtract
from derive.kernel.record import check_limits, use
from derive.kernel.sums import close, substitute_monomial
from derive.kernel.translate import normalise
from derive.terms import Index, Rational, Term, fresh


def equal(left: Term, right: Term, assumptions: Sequence[Assumption] = ()) -> bool:
    """True proves equality for all sizes, wherever the noted side conditions hold; False proves nothing.

    Raises OutOfScope and TooLarge.
    """
    difference = subtract(normalise(left), normalise(right))
    return is_zero(assume(difference, assumptions))


def is_zero(polynomial: Polynomial) -> bool:
    """True: the polynomial is 0 wherever its denominators are not."""
    while polynomial:
        check_limits(len(polynomial))
        groups = {atom.key: atom for monomial in polynomial for atom, _ in monomial if isinstance(atom, GroupAtom)}
        if not groups:
            return _is_zero_term_by_term(polynomial)
        classes = _cleared(polynomial, groups[min(groups)])
        use("common denominator")
        if len(classes) > 1:
            return all(is_zero(part) for part in classes)
        polynomial = classes[0]
    return True


def _cleared(polynomial: Polynomial, group: Atom) -> list[Polynomial]:
    """Multiplied by the least power of the group; one part for each fractional part of its exponents."""
    classes: dict[Rational, list[tuple[Monomial, Rational, Rational]]] = {}
    for monomial, value in polynomial.items():
        exponent = dict(monomial).get(group, 0)
        classes.setdefault(exponent % 1, []).append((monomial, value, exponent))
    return [_raised(members, group) for members in classes.values()]


def _raised(members: list[tuple[Monomial, Rational, Rational]], group: Atom) -> Polynomial:
    assert isinstance(group, GroupAtom)
    least = min(exponent for *_, exponent in members)
    result: Polynomial = {}
    for monomial, value, exponent in members:
        rest = product_of(value, [factor for factor in monomial if factor[0] != group])
        result = add(result, multiply(rest, power(group.polynomial, exponent - least)))
    return result


def _is_zero_term_by_term(polynomial: Polynomial) -> bool:
    """Σ_k f(k) = 0 if f(k) = 0 for every k, where everything is written as one sum over each range.

    Worth a try only where a sum hides a denominator; everything else is in normal form already.
    """
    hidden = [atom for atom in atoms_of(polynomial) if isinstance(atom, SumAtom) and _grouped(atom)]
    shared = {name: fresh(name) for name in sorted({index.range for atom in hidden for index in _grouped(atom)})}
    bodies: dict[str, Polynomial] = {}
    for monomial, value in polynomial.items():
        found = _as_sum(monomial, shared)
        if found is None:
            return False
        name, body = found
        bodies[name] = add(bodies.get(name, {}), scale(body, value))
    use("sums term by term")
    return all(is_zero(body) for body in bodies.values())


def _as_sum(monomial: Monomial, shared: dict[str, Index]) -> tuple[str, Polynomial] | None:
    """The monomial as a sum over one of the shared indices: its range and its body. A size is Σ 1."""
    for atom, exponent in sorted(monomial, key=lambda factor: (not _grouped(factor[0]), isinstance(factor[0], SizeAtom))):
        rest = product_of(1, [*(factor for factor in monomial if factor[0] != atom), (atom, exponent - 1)])
        if exponent < 1 or exponent.denominator != 1:
            continue
        if isinstance(atom, SizeAtom) and atom.range in shared:
            return atom.range, rest
        if isinstance(atom, SumAtom):
            candidates = [i for i in _grouped(atom) or atom.bound if i.range in shared]
            if candidates:
                chosen = candidates[0]
                names = {index: fresh(index.range) for index in atom.bound} | {chosen: shared[chosen.range]}
                others = [names[index] for index in atom.bound if index != chosen]
                return chosen.range, multiply(rest, close(others, substitute_monomial(atom.monomial, names)))
    return None


def _grouped(atom: Atom) -> list[Index]:
    """The bound indices of a sum on which a denominator or a root inside it depends."""
    if not isinstance(atom, SumAtom):
        return []
    inside = [inner.free for inner, _ in atom.monomial if isinstance(inner, GroupAtom)]
    return [index for index in atom.bound if any(index in free for free in inside)]
