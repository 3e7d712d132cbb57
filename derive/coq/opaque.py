"""Exponentials, inverses, roots and logarithms as entries of functions of which nothing is known.

Sums of products of these are all that the algebra of a derivative needs; what they stand for is put in at the end.
"""

from dataclasses import dataclass, field

from derive.terms import Entry, Exp, Index, Log, Plus, Power, Sum, Tensor, Term, Times, free, indices_of, numbered, rename, walk

LETTERS = {Exp: "e", Power: "z", Log: "l"}


@dataclass(frozen=True, slots=True)
class Function:
    """tensor[indices] stands for `meaning`."""

    tensor: Tensor
    indices: tuple[Index, ...]
    meaning: Term


@dataclass(frozen=True, slots=True)
class Opaque:
    """The functions found so far, by what they mean whatever their indices are called."""

    functions: dict[Term, Function] = field(default_factory=dict)

    def over(self, term: Term) -> Term:
        """The term in entries, deltas, sizes, sums and products alone."""
        match term:
            case Exp() | Power() | Log():
                return self._entry(term)
            case Plus(parts):
                return Plus(tuple(map(self.over, parts)))
            case Times(parts):
                return Times(tuple(map(self.over, parts)))
            case Sum(bound, body):
                return Sum(bound, self.over(body))
        return term

    def _entry(self, term: Exp | Power | Log) -> Entry:
        indices = appearing(term)
        places = {index: Index(f"@{n}", index.range) for n, index in enumerate(indices)}
        key = numbered(rename(term, places))
        if key not in self.functions:
            tensor = Tensor(f"{LETTERS[type(term)]}{len(self.functions)}", tuple(index.range for index in indices))
            self.functions[key] = Function(tensor, indices, term)
        return self.functions[key].tensor[indices]


def appearing(term: Term) -> tuple[Index, ...]:
    """The free indices of a term, in the order in which they appear."""
    wanted, order = free(term), dict[Index, None]()
    for node in walk(term):
        order.update(dict.fromkeys(index for index in indices_of(node) if index in wanted))
    return tuple(order)
