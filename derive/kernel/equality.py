"""When two normal forms are equal: denominators are cleared, assumptions are used, and zero is looked for."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
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
    atoms_of,
    single,
)
from derive.kernel.normal import (
    add,
    close,
    exponential,
    function,
    logarithm,
    multiply,
    opened,
    power,
    product_of,
    scale,
    size,
    substitute,
    substitute_monomial,
    subtract,
)
from derive.kernel.record import OutOfScope, check_limits, use
from derive.kernel.translate import normalise
from derive.terms import Index, Rational, Term, fresh


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


Assumption = Hypothesis | Partition


def equal(left: Term, right: Term, assumptions: Sequence[Assumption] = ()) -> bool:
    """True proves equality for all sizes, wherever the noted side conditions hold; False proves nothing.

    Raises OutOfScope and TooLarge.
    """
    difference = subtract(normalise(left), normalise(right))
    return is_zero(assume(difference, assumptions))


def assume(polynomial: Polynomial, assumptions: Sequence[Assumption]) -> Polynomial:
    """The polynomial with the assumptions used wherever they apply, partitions first."""
    for assumption in sorted(assumptions, key=lambda a: isinstance(a, Hypothesis)):
        if isinstance(assumption, Partition):
            polynomial = split_range(polynomial, assumption)
        else:
            polynomial = use_hypothesis(polynomial, assumption)
    return polynomial


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
    """Every instance of the hypothesis' left side replaced by its right side."""
    left, right = normalise(hypothesis.left), normalise(hypothesis.right)
    if len(left) != 1 or len(monomial := next(iter(left))) != 1 or monomial[0][1] != 1:
        raise OutOfScope("a hypothesis whose left side is neither an entry nor a sum")
    pattern, value = monomial[0][0], left[monomial]
    if isinstance(pattern, DeltaAtom | SizeAtom | GroupAtom):
        raise OutOfScope("a hypothesis about a delta, a size or several terms")

    def change(atom: Atom) -> Polynomial | None:
        names = _match(pattern, atom)
        if names is None:
            return None
        use("hypothesis")
        return scale(substitute(right, names), 1 / Fraction(value))

    return rewrite(polynomial, change)


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
