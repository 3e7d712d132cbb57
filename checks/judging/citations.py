"""Printed numbers that a written calculation cites: 0.36 / 1.414 is the score printed as 0.36, over the root printed as 1.414.

Every printed number and array is remembered by its digits. A numeral with decimals, or an array, that was printed before
in the same digits cites that quantity, if all quantities so printed have one exact value, or one of them stands in the
open row or section. Whole numbers, and numerals that are exactly what they would cite, cite nothing; what is ambiguous is
taken as written.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from checks.notation.arrays import element, entries
from checks.quantities import Quantities
from derive.decimals import Literal
from derive.expression import Apply, Expression, Number, index, rebuild

MAX_KEPT = 12
Digits = tuple[Fraction, Fraction]
Key = tuple["Digits | Key | str", ...]


@dataclass(frozen=True, slots=True)
class Printing:
    """A quantity as it was printed: its expression, its row within its array, the section."""

    quantity: Expression
    row: int | None
    section: int


@dataclass(slots=True)
class Citations:
    """What was printed so far, by its digits."""

    quantities: Quantities
    numbers: dict[Digits, list[Printing]] = field(default_factory=dict)
    arrays: dict[Key, list[Printing]] = field(default_factory=dict)

    def remember(self, literal: Literal, quantity: Expression, place: tuple[int, ...], section: int) -> None:
        """A number was printed for the entry of a quantity at a place."""
        if literal.places and not literal.tail and not literal.rough:
            row = place[0] if len(place) == 2 else None
            entry = element(quantity, place, self.quantities.shape(quantity))
            _keep(self.numbers.setdefault((literal.value, literal.unit), []), Printing(entry, row, section))

    def remember_array(
        self, expression: Expression, literals: Mapping[int, Literal], quantity: Expression, section: int
    ) -> None:
        """An array was printed for a quantity; its rows are remembered, too."""
        key = _key(expression, literals)
        if key is None or not isinstance(expression, Apply):
            return
        _keep(self.arrays.setdefault(key, []), Printing(quantity, None, section))
        for n, row in enumerate(expression.arguments):
            inner = _key(row, literals)
            if inner is not None:
                _keep(self.arrays.setdefault(inner, []), Printing(index(quantity, n), n, section))

    def cite(
        self, expression: Expression, literals: Mapping[int, Literal], row: int | None, section: int
    ) -> tuple[Expression, dict[int, Expression]]:
        """The expression with what it cites put in, and what each numeral in it cites."""
        cited: dict[int, Expression] = {}

        def put(part: Expression) -> Expression | None:
            if isinstance(part, Apply) and part.operation == "list":
                key = _key(part, literals)
                found = self._one(self.arrays.get(key, [])[::-1], row, section) if key is not None else None
                if found is not None:
                    cited.update(self._entries(part, found))
                return found
            if isinstance(part, Number) and part.mark is not None:
                literal = literals[part.mark]
                found = self._one(self.numbers.get((literal.value, literal.unit), []), row, section) if literal.places else None
                if found is not None and self.quantities.rational(found) == literal.value:
                    return None
                if found is not None:
                    cited[part.mark] = found
                return found
            return None

        return rebuild(expression, put), cited

    def restated(self, literal: Literal, row: int | None, section: int) -> Expression | None:
        """The quantity that a number standing alone restates; None where none was printed so, or several that differ."""
        return self._one(self.numbers.get((literal.value, literal.unit), []), row, section)

    def _entries(self, expression: Expression, quantity: Expression) -> Iterator[tuple[int, Expression]]:
        shape = self.quantities.shape(quantity)
        for place, entry in entries(expression):
            if isinstance(entry, Number) and entry.mark is not None:
                yield entry.mark, element(quantity, place, shape)

    def _one(self, printings: list[Printing], row: int | None, section: int) -> Expression | None:
        """The one quantity that printings stand for, or None; its name is that of the last."""
        if not printings:
            return None
        chosen = [p for p in printings if row is not None and p.row == row and p.section == section]
        for group in (printings, chosen, [p for p in printings if p.section == section]):
            if group and self._are_one(group) and self.quantities.shape(group[-1].quantity) is not None:
                return group[-1].quantity
        return None

    def _are_one(self, printings: list[Printing]) -> bool:
        last = printings[-1].quantity
        others = {p.quantity for p in printings} - {last}
        return all(self.quantities.equal(other, last) for other in others)


def _keep(printings: list[Printing], new: Printing) -> None:
    if new not in printings:
        printings.append(new)
        del printings[:-MAX_KEPT]


def _key(expression: Expression, literals: Mapping[int, Literal]) -> Key | None:
    """The digits of an array of numbers; None for anything else."""
    if not isinstance(expression, Apply) or expression.operation != "list":
        return None
    out: list[Digits | Key | str] = []
    for entry in expression.arguments:
        if isinstance(entry, Number) and entry.mark is not None:
            literal = literals.get(entry.mark)
            if literal is None:
                return None
            out.append((literal.value, literal.unit))
        elif isinstance(entry, Apply):
            inner = _key(entry, literals)
            if inner is None:
                return None
            out.append(inner)
        else:
            out.append(str(entry))
    return tuple(out)
