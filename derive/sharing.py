"""Which parts of terms are the same function of their free indices, whatever these are called.

A(u, v) and A(r, s) get one identity and their free indices in matching order, so that a value computed for the one
serves the other. Every node is looked at once.
"""

from typing import NamedTuple

from derive.terms import (
    Apply,
    Entry,
    Index,
    Named,
    Number,
    Power,
    Size,
    Sum,
    Term,
    children,
    indices_of,
)


class Facts(NamedTuple):
    """identity: equal for equal functions; free: the arguments in matching order; names: the tensors inside."""

    term: Term  # kept, so that no other term gets its id
    identity: int
    free: tuple[Index, ...]
    names: frozenset[str]


class Sharing:
    """The facts of all terms seen, by the id of the term."""

    def __init__(self) -> None:
        self.facts: dict[int, Facts] = {}
        self.identities: dict[object, int] = {}

    def of(self, term: Term) -> Facts:
        found = self.facts.get(id(term))
        if found is None:
            found = self.facts[id(term)] = self._look(term)
        return found

    def _look(self, term: Term) -> Facts:
        below = [self.of(child) for child in children(term)]
        if isinstance(term, Named):
            return below[0]._replace(term=term)
        names = frozenset().union(*(facts.names for facts in below))
        if isinstance(term, Entry):
            names |= {term.tensor.name}
        bound = term.bound if isinstance(term, Sum) else ()
        used = [*indices_of(term), *(index for facts in below for index in facts.free)]
        free = tuple(dict.fromkeys(index for index in used if index not in bound))
        slots = {index: place for place, index in enumerate((*free, *bound))}
        pattern = (
            type(term),
            _payload(term),
            tuple(index.range for index in slots),
            len(free),
            tuple(slots[index] for index in indices_of(term)),
            tuple((facts.identity, tuple(slots[index] for index in facts.free)) for facts in below),
        )
        identity = self.identities.setdefault(pattern, len(self.identities))
        return Facts(term, identity, free, names)


def _payload(term: Term) -> object:
    """What a term says besides its indices and its parts."""
    match term:
        case Number(value):
            return value
        case Size(range_name):
            return range_name
        case Entry(tensor, _):
            return tensor
        case Power(_, exponent):
            return exponent
        case Apply(function, _, order):
            return (function, order)
    return None
