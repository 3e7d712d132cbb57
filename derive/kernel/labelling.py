"""Canonical orders of the bound indices of a sum: individualise and refine.

Colours start from the range and are refined by what an index meets, until nothing changes; where a colour is still
shared, each of its indices is tried first in turn. Indices that may simply change places (twins) are tried once.
Any order is correct; trying enough of them makes equal sums look equal.
"""

from collections.abc import Iterator, Mapping, Sequence

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
    SumAtom,
)
from derive.kernel.record import check_limits
from derive.terms import Index, Rational

Factors = Sequence[tuple[Atom, Rational]]
Colours = Mapping[Index, str]


def orders(bound: Sequence[Index], factors: Factors) -> Iterator[tuple[Index, ...]]:
    """The orders of `bound` worth comparing; at least one."""
    if len(bound) == 1:
        yield tuple(bound)
        return
    yield from _search({index: index.range for index in bound}, factors)


def _search(colours: dict[Index, str], factors: Factors) -> Iterator[tuple[Index, ...]]:
    check_limits()
    refined = _refine(colours, factors)
    cells: dict[str, list[Index]] = {}
    for index, colour in refined.items():
        cells.setdefault(colour, []).append(index)
    shared = next((cells[colour] for colour in sorted(cells) if len(cells[colour]) > 1), None)
    if shared is None:
        yield tuple(sorted(refined, key=refined.__getitem__))
        return
    tried: list[Index] = []
    for index in shared:
        if any(_twins(index, other, refined, factors) for other in tried):
            continue
        tried.append(index)
        yield from _search({**refined, index: refined[index] + "!"}, factors)


def _refine(colours: dict[Index, str], factors: Factors) -> dict[Index, str]:
    """Split colours by what each index meets, until their number stays the same."""
    count = len(set(colours.values()))
    while True:
        met = {index: (colours[index], _meets(index, colours, factors)) for index in colours}
        rank = {value: f"@{place:03}" for place, value in enumerate(sorted(set(met.values())))}
        colours = {index: rank[value] for index, value in met.items()}
        if len(rank) == count:
            return colours
        count = len(rank)


def _meets(index: Index, colours: Colours, factors: Factors) -> str:
    marked = {**colours, index: "@"}
    return "*".join(sorted(f"{signature(atom, marked)}^{e}" for atom, e in factors if index in atom.free))


def _twins(one: Index, other: Index, colours: Colours, factors: Factors) -> bool:
    """Whether the product stays the same when the two change places (told by signatures with all else distinct)."""
    distinct = {index: f"{colour}.{place}" for place, (index, colour) in enumerate(colours.items())}
    swapped = {**distinct, one: distinct[other], other: distinct[one]}
    touched = [(atom, e) for atom, e in factors if one in atom.free or other in atom.free]
    if not all(isinstance(atom, EntryAtom) for atom, _ in touched):
        return False
    before, after = (sorted(f"{signature(atom, names)}^{e}" for atom, e in touched) for names in (distinct, swapped))
    return before == after


def signature(atom: Atom, colours: Colours) -> str:
    """The atom's structure with colours for names: independent of what bound indices are called."""

    def name(index: Index) -> str:
        return colours.get(index) or (f"?{index.range}" if index.name.startswith("%") else f"{index.name}:{index.range}")

    def inner(monomial: Monomial) -> str:
        return "*".join(sorted(f"{signature(a, colours)}^{e}" for a, e in monomial))

    def whole(polynomial: Polynomial, sign: int = 1) -> str:
        return "+".join(sorted(f"{sign * value}.{inner(m)}" for m, value in polynomial.items()))

    match atom:
        case EntryAtom(tensor=tensor, indices=indices):
            spelled = list(map(name, indices))
            return f"{tensor.name}[{','.join(sorted(spelled) if tensor.symmetric else spelled)}]"
        case DeltaAtom(left=left, right=right):
            return f"δ({','.join(sorted((name(left), name(right))))})"
        case ExpAtom(monomial=monomial):
            return f"exp({inner(monomial)})"
        case SumAtom(bound=bound, monomial=monomial):
            return f"Σ{sorted(index.range for index in bound)}({inner(monomial)})"
        case GroupAtom(polynomial=polynomial):
            return f"({min(whole(polynomial), whole(polynomial, -1))})"
        case LogAtom(polynomial=polynomial):
            return f"log({whole(polynomial)})"
        case FunctionAtom(function=function, order=order, polynomial=polynomial):
            return f"{function}{order}({whole(polynomial)})"
    return atom.key
