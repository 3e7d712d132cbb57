"""The value of an expression in a domain: exact balls for the truth, estimates for what the page's numbers give.

Symbols and printed numerals are looked up by the caller; so is any part whose value is already known. Nothing here
decides: a value that cannot be computed raises Unknown, Undefined, ShapeError or TooLarge.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flint import fmpq

from derive.exact import MAX_BITS, MINUS_INFINITY, TooLarge
from derive.expression import Apply, Expression, Number, Symbol
from derive.operations import OPERATIONS
from derive.values import ShapeError, Value, places_of, scalar

MAX_ITEMS = 1_000_000


class Unknown(LookupError):
    """A name that nothing defines; the message is the name."""


Lookup = Callable[[Expression], Value | None]


@dataclass(slots=True)
class Evaluator:
    """Computes expressions in one domain, each part once. `known` may give the value of any part before it is computed."""

    domain: Any
    known: Lookup
    memo: dict[Expression, Value] = field(default_factory=dict)

    def value(self, expression: Expression) -> Value:
        """The value. Unknown for a free symbol, ShapeError, Undefined or TooLarge where there is none."""
        found = self.memo.get(expression)
        if found is None:
            found = self.known(expression)
            if found is None:
                found = self.compute(expression)
            self.memo[expression] = found
        return found

    def compute(self, expression: Expression) -> Value:
        """The value of the expression from its parts, whatever is known of the whole."""
        match expression:
            case Number(value):
                return scalar(self.domain.number(value))
            case Symbol(name):
                raise Unknown(name)
            case Apply("index", (base, *places)):
                return self.value(base)[tuple(map(whole, places))]
            case Apply("column", (base, place)):
                return _column(self.value(base), whole(place))
            case Apply("mask", (scores, pattern)):
                return _masked(self.value(scores), pattern)
            case Apply("causal", (scores,)):
                return _causal(self.value(scores))
            case Apply(name, arguments):
                operation = OPERATIONS.get(name)
                if operation is None:
                    raise Unknown(name)
                values = [self.value(a) for a in arguments]
                if sum(len(v.items) for v in values) > MAX_ITEMS:
                    raise TooLarge(f"an array of more than {MAX_ITEMS} items")
                return _bounded(operation.compute(self.domain, *values))
        raise Unknown(repr(expression))


def _bounded(value: Value) -> Value:
    """A value none of whose exact numbers has outgrown what is ever computed with. TooLarge otherwise."""
    if any(isinstance(item, fmpq) and max(item.p.bit_length(), item.q.bit_length()) > MAX_BITS for item in value.items):
        raise TooLarge("a number of too many digits")
    return value


def whole(place: Expression) -> int:
    """An index as an integer. ShapeError for one that is not whole."""
    if isinstance(place, Number) and place.value.denominator == 1:
        return int(place.value)
    raise ShapeError("an index that is no whole number")


def _column(value: Value, place: int) -> Value:
    if len(value.shape) != 2 or not -value.shape[1] <= place < value.shape[1]:
        raise ShapeError(f"column {place} of shape {value.shape}")
    return Value((value.shape[0],), tuple(row[place] for row in value.rows()))


def _masked(value: Value, pattern: Expression) -> Value:
    """The scores with minus infinity wherever the pattern, nested lists of 0 and 1, says 1."""
    flags = _flags(pattern)
    if len(flags) != len(value.items):
        raise ShapeError(f"a mask of {len(flags)} entries on shape {value.shape}")
    return Value(value.shape, tuple(MINUS_INFINITY if f else x for f, x in zip(flags, value.items)))


def _flags(pattern: Expression) -> list[bool]:
    if isinstance(pattern, Number):
        return [pattern.value != 0]
    if isinstance(pattern, Apply) and pattern.operation == "list":
        return [flag for row in pattern.arguments for flag in _flags(row)]
    raise ShapeError("a mask that is no array of numbers")


def _causal(value: Value) -> Value:
    if len(value.shape) != 2:
        raise ShapeError(f"a causal mask on shape {value.shape}")
    shift = value.shape[1] - value.shape[0]
    return Value(
        value.shape,
        tuple(MINUS_INFINITY if j > i + shift else x for (i, j), x in zip(places_of(value.shape), value.items)),
    )
