"""Names of entries and rows: S0, q3, A_{0,0}, α_{11} are parts of S, Q, A where those are known.

Whether counting begins at 0 is seen from the whole page, name by name; brackets (S[0][1]) always count from 0.
"""

import re
from dataclasses import dataclass, field

from checks.notation.tokens import GREEK
from checks.quantities import Quantities
from derive.expression import Apply, Expression, Symbol, apply, index, integer, rebuild
from derive.values import Shape

_ELEMENT = re.compile(r"([^\W\d_]+?)_?(\d)(?:,?(\d))?$")
_OWNERS = {"q": "Q", "k": "K", "v": "V"}
_MACROS = {letter: name for name, letter in GREEK.items()}


@dataclass(slots=True)
class Elements:
    """The names of entries and rows on one page."""

    quantities: Quantities
    text: str
    _first: dict[str, int] = field(default_factory=dict)

    def parted(self, name: str) -> tuple[str, tuple[int, ...]] | None:
        """The base of an element's name and its places, from 0 on; None for other names."""
        match = _ELEMENT.fullmatch(name)
        if match is None:
            return None
        first = self._counts_from(match.group(1))
        return match.group(1), tuple(int(n) - first for n in match.groups()[1:] if n is not None)

    def _counts_from(self, base: str) -> int:
        if base not in self._first:
            spelled = re.escape(base) + (rf"|\\{_MACROS[base]}" if base in _MACROS else "")
            zero = re.search(rf"(?<![^\W_])(?:{spelled})\\?_?\{{?(?:0|₀|\d,? ?0)(?!\d|\.\d)", self.text)
            self._first[base] = 0 if zero else 1
        return self._first[base]

    def find(self, name: str) -> Expression | None:
        """The part of a known quantity that a name names; None where there is none."""
        if name.endswith(".shape"):
            return self._shape(name.removesuffix(".shape"))
        split = None if name in self.quantities.meaning else self.parted(name)
        if split is None:
            return None
        base, places = split
        for owner in (base, _OWNERS.get(base, base)):
            own = self.quantities.meaning.get(owner)
            if own and places_within(places, self.quantities.shape(Symbol(own))):
                return index(Symbol(own), *places)
        return None

    def _shape(self, name: str) -> Expression | None:
        """`Q.shape`: the sizes of a known array."""
        own = self.quantities.meaning.get(name)
        shape = None if own is None else self.quantities.shape(Symbol(own))
        return Apply("list", tuple(map(integer, shape))) if shape else None

    def resolve(self, expression: Expression) -> Expression:
        """The expression in own names, with the names of entries and rows as parts of their quantities."""
        parts = rebuild(expression, lambda e: self.find(e.name) if isinstance(e, Symbol) else None)
        return self._outer(self.quantities.resolve(parts))

    def _outer(self, expression: Expression) -> Expression:
        """p p^T beside a matrix, as in diag(p) - p p^T, is an outer product, though p was given as a plain list."""

        def outer(part: Expression) -> Expression | None:
            match part:
                case Apply("add" | "subtract" as name, (matrix, Apply("times", (left, Apply("transpose", (right,)))))):
                    ranks = [len(self.quantities.shape(e) or ()) for e in (matrix, left, right)]
                    if ranks == [2, 1, 1] or (matrix == apply("diag", left) and left == right):
                        return apply(name, matrix, apply("outer", left, right))
            return None

        return rebuild(expression, outer)


def places_within(places: tuple[int, ...], shape: Shape | None) -> bool:
    """Whether a quantity of this shape has such a part."""
    return bool(shape) and len(places) <= len(shape or ()) and all(0 <= p < n for p, n in zip(places, shape or ()))
