"""Arrays of exact things: a shape and its items in row order. The items belong to a domain; this module only moves them.

Domains (derive.exact, derive.intervals) say what an item is; an item supports + - * / and unary minus with its like.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any


class ShapeError(ValueError):
    """Shapes that do not fit; the message names them both."""


Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """A scalar (), a vector (n,) or a matrix (m, n) of domain items, in row order."""

    shape: Shape
    items: tuple[Any, ...]

    def __getitem__(self, places: tuple[int, ...]) -> "Value":
        """The part at the given leading places. ShapeError where there is none."""
        offset, rest = self.offset(places), self.shape[len(places) :]
        size = prod(rest)
        return Value(rest, self.items[offset : offset + size])

    def offset(self, places: tuple[int, ...]) -> int:
        """Where the part at the given leading places begins among the items."""
        if len(places) > len(self.shape):
            raise ShapeError(f"{len(places)} indices into shape {self.shape}")
        offset = 0
        for n, size in enumerate(self.shape):
            place = places[n] if n < len(places) else 0
            if place < -size or place >= size:
                raise ShapeError(f"index {place} into shape {self.shape}")
            offset = offset * size + place % size
        return offset

    @property
    def item(self) -> Any:
        """The one item of a scalar, or of an array that has only one. ShapeError otherwise."""
        if len(self.items) != 1:
            raise ShapeError(f"a scalar was wanted, not shape {self.shape}")
        return self.items[0]

    def rows(self) -> list[tuple[Any, ...]]:
        """The items along the last axis, one tuple a row; a scalar is one row of one."""
        width = self.shape[-1] if self.shape else 1
        return [self.items[n : n + width] for n in range(0, len(self.items), width)] if width else []

    def map(self, function: Callable[[Any], Any]) -> "Value":
        """The array with `function` applied to every item."""
        return Value(self.shape, tuple(map(function, self.items)))


def scalar(item: Any) -> Value:
    """The array of shape () that holds `item`."""
    return Value((), (item,))


def places_of(shape: Shape) -> Iterable[tuple[int, ...]]:
    """Every index into an array of this shape, in row order."""
    return product(*map(range, shape))


def broadcast(left: Shape, right: Shape) -> Shape:
    """NumPy's broadcast of two shapes. ShapeError names both where they do not fit."""
    size = max(len(left), len(right))
    a, b = (1,) * (size - len(left)) + left, (1,) * (size - len(right)) + right
    if any(x != y and x != 1 and y != 1 for x, y in zip(a, b)):
        raise ShapeError(f"{left} and {right} do not fit")
    return tuple(y if x == 1 else x for x, y in zip(a, b))


def elementwise(function: Callable[[Any, Any], Any], left: Value, right: Value) -> Value:
    """`function` item by item, shapes broadcast as NumPy does."""
    if left.shape == right.shape:
        return Value(left.shape, tuple(map(function, left.items, right.items)))
    if not right.shape:
        return left.map(lambda x: function(x, right.items[0]))
    if not left.shape:
        return right.map(lambda y: function(left.items[0], y))
    shape = broadcast(left.shape, right.shape)
    return Value(
        shape,
        tuple(function(left.items[_stretch(left.shape, p)], right.items[_stretch(right.shape, p)]) for p in places_of(shape)),
    )


def _stretch(shape: Shape, places: tuple[int, ...]) -> int:
    offset = 0
    for size, place in zip(shape, places[len(places) - len(shape) :]):
        offset = offset * size + (0 if size == 1 else place)
    return offset


def transpose(value: Value) -> Value:
    """The array with its two axes swapped; a vector and a scalar stay as they are."""
    if len(value.shape) < 2:
        return value
    if len(value.shape) > 2:
        raise ShapeError(f"a matrix was wanted, not shape {value.shape}")
    m, n = value.shape
    return Value((n, m), tuple(value.items[i * n + j] for j in range(n) for i in range(m)))


def matmul(left: Value, right: Value, total: Callable[[list[Any]], Any]) -> Value:
    """The matrix product; vectors count as rows on the left and columns on the right. `total` adds up items."""
    if not left.shape or not right.shape or len(left.shape) > 2 or len(right.shape) > 2:
        raise ShapeError(f"no matrix product of {left.shape} and {right.shape}")
    if left.shape[-1] != right.shape[0]:
        raise ShapeError(f"{left.shape} and {right.shape} do not fit")
    columns = transpose(right).rows() if len(right.shape) == 2 else [right.items]
    items = tuple(total([x * y for x, y in zip(row, column)]) for row in left.rows() for column in columns)
    return Value(left.shape[:-1] + right.shape[1:], items)


def stack(values: list[Value]) -> Value:
    """Values of one shape as the rows of a new first axis. ShapeError names two that differ."""
    if not values:
        return Value((0,), ())
    for value in values:
        if value.shape != values[0].shape:
            raise ShapeError(f"rows of shape {values[0].shape} and {value.shape}")
    return Value((len(values), *values[0].shape), tuple(item for value in values for item in value.items))
