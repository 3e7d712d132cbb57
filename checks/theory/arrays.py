"""Arrays of kernel terms with symbolic shapes: what NumPy's operations mean entry by entry, for all sizes.

A shape is a tuple of range names, "1" for a kept axis. A place on an axis is an index, a whole number where sizes are
fixed, None on an axis of one. Vectors of mathematics are columns, vectors of code have one axis.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from derive.terms import Delta, Entry, Index, Number, Plus, Size, Sum, Tensor, Term, Times, exp, fresh, term

Shape = tuple[str, ...]
Place = Index | int | None
Places = tuple[Place, ...]
ZERO, ONE = term(0), term(1)


class Misfit(ValueError):
    """Shapes that do not fit together for all sizes; the message names both."""


class Unsupported(Exception):
    """Read, but beyond what is lowered to terms; the message names a reason of messages/theory.py."""


@dataclass(frozen=True, slots=True)
class Array:
    """A shape and the term at each place. `ones`: all ones of a shape that the context decides."""

    shape: Shape
    at: Callable[[Places], Term]
    ones: bool = False


@dataclass(slots=True)
class Space:
    """Ranges of symbolic or of fixed size, and the sums and deltas over them."""

    sizes: Mapping[str, int] = field(default_factory=dict)

    def total(self, axis: str, body: Callable[[Place], Term]) -> Term:
        """Σ over an axis."""
        if axis == "1":
            return body(None)
        if axis in self.sizes:
            return Plus(tuple(body(n) for n in range(self.sizes[axis]))) if self.sizes[axis] else ZERO
        index = fresh(axis)
        return Sum((index,), body(index))

    def size(self, axis: str) -> Term:
        """The length of an axis."""
        if axis == "1":
            return ONE
        return term(self.sizes[axis]) if axis in self.sizes else Size(axis)

    def delta(self, left: Place, right: Place) -> Term:
        """1 where two places are the same."""
        if isinstance(left, Index) and isinstance(right, Index):
            return Delta(left, right)
        return ONE if left == right else ZERO

    def entry(self, tensor: Tensor, places: Places) -> Term:
        """An entry of a leaf; with fixed sizes each entry is a scalar of its own."""
        kept = [p for p in places if p is not None]
        if all(isinstance(p, Index) for p in kept):
            return Entry(tensor, tuple(p for p in kept if isinstance(p, Index)))
        if any(isinstance(p, Index) for p in kept):
            raise Unsupported("mixed")
        return Tensor(".".join([tensor.name, *(str(int(p) + 1) for p in kept if isinstance(p, int))]), (), tensor.positive)()


def scalar(value: Term) -> Array:
    """An array without axes."""
    return Array((), lambda _: value)


def squeeze(array: Array) -> Array:
    """An array whose axes all have length one, as a scalar."""
    if array.shape and all(axis == "1" for axis in array.shape):
        places = (None,) * len(array.shape)
        return scalar(array.at(places))
    return array


def column(array: Array) -> Array:
    """A vector of one axis as a column."""
    return Array((array.shape[0], "1"), lambda p: array.at(p[:1])) if len(array.shape) == 1 else array


def mapped(array: Array, change: Callable[[Term], Term]) -> Array:
    """A function of each entry."""
    return Array(array.shape, lambda p: change(array.at(p)))


def elementwise(left: Array, right: Array, combine: Callable[[Term, Term], Term]) -> Array:
    """Entry by entry, axes aligned from the right and stretched as NumPy does. Misfit where lengths differ."""
    shape = broadcast(left.shape, right.shape)
    return Array(shape, lambda p: combine(_picked(left, p), _picked(right, p)))


def broadcast(left: Shape, right: Shape) -> Shape:
    """The common shape. Misfit where there is none for all sizes."""
    width = max(len(left), len(right))
    x, y = ("1",) * (width - len(left)) + left, ("1",) * (width - len(right)) + right
    if any(a != b and "1" not in (a, b) for a, b in zip(x, y)):
        raise Misfit(f"{spelled(left)}, {spelled(right)}")
    return tuple(b if a == "1" else a for a, b in zip(x, y))


def _picked(array: Array, places: Places) -> Term:
    own = places[len(places) - len(array.shape) :]
    return array.at(tuple(None if axis == "1" else p for axis, p in zip(array.shape, own)))


def matmul(space: Space, left: Array, right: Array) -> Array:
    """The matrix product, as NumPy has it for one and two axes. Misfit where the inner lengths differ."""
    if not left.shape or not right.shape:
        return elementwise(left, right, lambda a, b: Times((a, b)))
    inner = right.shape[-2 if len(right.shape) > 1 else 0]
    if left.shape[-1] != inner:
        raise Misfit(f"{spelled(left.shape)}, {spelled(right.shape)}")
    kept = len(left.shape) - 1
    shape = left.shape[:-1] + right.shape[:-2] + right.shape[-1:] * (len(right.shape) > 1)

    def at(places: Places) -> Term:
        before, after = places[:kept], places[kept:]
        return space.total(inner, lambda k: Times((left.at((*before, k)), right.at((k, *after)))))

    return Array(shape, at)


def transpose(array: Array) -> Array:
    """The mirrored matrix; a vector of one axis stays."""
    return Array(array.shape[::-1], lambda p: array.at(p[::-1]))


def summed(space: Space, array: Array, axis: int | None, keep: bool) -> Array:
    """The sum along one axis, or of everything."""
    if axis is None:
        whole = array
        for _ in array.shape:
            whole = summed(space, whole, -1, False)
        return whole
    n = len(array.shape)
    if not -n <= axis < n:
        raise Misfit(f"{spelled(array.shape)}, axis {axis}")
    axis %= n
    shape = array.shape[:axis] + (("1",) if keep else ()) + array.shape[axis + 1 :]

    def at(places: Places) -> Term:
        rest = places[:axis], places[axis + (1 if keep else 0) :]
        return space.total(array.shape[axis], lambda k: array.at((*rest[0], k, *rest[1])))

    return Array(shape, at)


def softmax(space: Space, scores: Array, axis: int, weight: Callable[[Places], Term] | None = None) -> Array:
    """exp over its sum along an axis; `weight` is a mask of zeros and ones on the exponentials."""
    n = len(scores.shape)
    if not n:
        raise Unsupported("softmax")
    axis %= n

    def power(places: Places) -> Term:
        value = exp(scores.at(places))
        return value if weight is None else Times((weight(places), value))

    def at(places: Places) -> Term:
        below = space.total(scores.shape[axis], lambda k: power((*places[:axis], k, *places[axis + 1 :])))
        return power(places) / below

    return Array(scores.shape, at)


def diagonal(space: Space, array: Array) -> Array:
    """The diagonal matrix of a vector; the diagonal of a matrix."""
    if len(array.shape) == 2 and array.shape[1] != "1":
        if array.shape[0] != array.shape[1]:
            raise Misfit(f"diag, {spelled(array.shape)}")
        return Array(array.shape[:1], lambda p: array.at((p[0], p[0])))
    if not array.shape:
        raise Unsupported("diag")
    own = len(array.shape)
    return Array(
        (array.shape[0],) * 2,
        lambda p: Times((space.delta(p[0], p[1]), array.at((p[0],) if own == 1 else (p[0], None)))),
    )


def spelled(shape: Shape) -> str:
    """A shape as people write it."""
    return "(" + ", ".join(shape) + ("," if len(shape) == 1 else "") + ")"


def whole(value: Term) -> int | None:
    """The integer that a term plainly is."""
    return int(value.value) if isinstance(value, Number) and value.value.denominator == 1 else None
