"""Sums and maxima over a letter: the range that the letter runs through, its blocks, and the largest value.

A maximum enters as a free number that samples put at the largest value.
"""

from fractions import Fraction
from typing import TYPE_CHECKING

from checks.theory.arrays import ONE, Array, Places, Unsupported, mapped
from checks.theory.scope import safe, split
from derive.expression import Apply, Expression, Number, Symbol, parts
from derive.kernel import Greatest, Partition
from derive.terms import Entry, Index, Plus, Tensor, Term, Times, free, fresh

if TYPE_CHECKING:
    from checks.theory.lower import Lower


def sigma(lower: "Lower", arguments: tuple[Expression, ...]) -> Array:
    """Σ of a body over a letter with its bounds. Unsupported for bounds that are not read."""
    body, letter, *bounds = arguments
    assert isinstance(letter, Symbol)
    axis = _bound_axis(lower, body, letter.name, bounds)
    if axis is None:
        axis = _row_axis(lower, body, letter.name, bounds)
    if axis is None:
        return _counted(lower, body, bounds)
    probe = lower.having(letter.name, lower.generic(axis)).array(body)

    def at(places: Places) -> Term:
        return lower.space.total(axis, lambda k: lower.having(letter.name, k).array(body).at(places))

    return Array(probe.shape, at)


def _row_axis(lower: "Lower", body: Expression, letter: str, bounds: list[Expression]) -> str | None:
    """The rows that Σ_{r=1}^{m} L_r runs through."""
    upper = next((b.arguments[0] for b in bounds if isinstance(b, Apply) and b.operation == "to"), None)
    rows = any(isinstance(p, Symbol) and split(p.name)[1] == (letter,) for p in parts(body))
    return upper.name if rows and isinstance(upper, Symbol) and lower.scope.is_size(upper.name) else None


def _bound_axis(lower: "Lower", body: Expression, letter: str, bounds: list[Expression]) -> str | None:
    """The range that a summation letter runs through; None where the summand does not have it."""
    axis = dict(lower.uses(body)).get(letter)
    for bound in bounds:
        match bound:
            case Apply("within", (Symbol(name),)):
                return _block(lower, name, axis)
            case Apply("from", (Number(value),)) if value not in (0, 1) and axis is not None:
                raise Unsupported("bounds")
            case Apply("from", (Number(value),)) if axis is not None and value == 0 and not lower.code:
                raise Unsupported("bounds")
            case Apply("to", (Symbol(name),)) if axis is not None and name != axis:
                return _running(lower, name, axis)
            case Apply("to" | "except" | "from", (other,)) if axis is not None and not isinstance(other, Symbol | Number):
                raise Unsupported("bounds")
            case Apply("except", _):
                raise Unsupported("bounds")
    return axis


def _block(lower: "Lower", name: str, axis: str | None) -> str:
    """B_b or B_1: a block of the range."""
    base, pieces = split(name)
    label = lower.labels.get(pieces[0], pieces[0]) if pieces else ""
    if axis is None or not label.isdigit():
        raise Unsupported("block")
    blocks = (f"{base}_1", f"{base}_2")
    lower.assumptions["blocks"] = Partition(axis, blocks)
    return f"{base}_{label}"


def _running(lower: "Lower", name: str, axis: str) -> str:
    """A sum that runs up to an index: the range up to i is a block before the last key and that key."""
    label = lower.labels.get(name)
    if label is None:
        raise Unsupported("bounds")
    if label in (axis, name):
        return axis
    if label in (f"{name}-1", f"{name}−1"):
        lower.assumptions["running"] = Partition(axis, (f"{axis}′", "1"))
        return f"{axis}′"
    raise Unsupported("bounds")


def _counted(lower: "Lower", body: Expression, bounds: list[Expression]) -> Array:
    """A sum whose summand does not have the letter: so many times the summand."""
    first = next((b.arguments[0] for b in bounds if isinstance(b, Apply) and b.operation == "from"), Number(Fraction(1)))
    last = next((b.arguments[0] for b in bounds if isinstance(b, Apply) and b.operation == "to"), None)
    if last is None and not bounds and (axis := _only_axis(lower, body)) is not None:
        return mapped(lower.array(body), lambda a: Times((lower.space.size(axis), a)))
    if last is None:
        raise Unsupported("range")
    count = Plus((lower.term(last), -lower.term(first), ONE))
    return mapped(lower.array(body), lambda a: Times((count, a)))


def _only_axis(lower: "Lower", body: Expression) -> str | None:
    """The one range of all letters of a summand: in softmax(x)_i = e^{x_i} / Σ_j e^{x_i} the lost j runs where i does."""
    axes = set(dict(lower.uses(body)).values()) | {i.range for i in lower.letters.values() if isinstance(i, Index)}
    return axes.pop() if len(axes) == 1 and axes != {"1"} else None


def largest(lower: "Lower", arguments: tuple[Expression, ...], name: str = "") -> Term:
    """The largest value of the body: a free number which samples put where it belongs."""
    body, letter, *bounds = arguments
    assert isinstance(letter, Symbol)
    axis = _bound_axis(lower, body, letter.name, bounds)
    if axis is None:
        raise Unsupported("range")
    if axis in lower.space.sizes:
        return largest_of(lower, tuple(lower.having(letter.name, n).term(body) for n in range(lower.space.sizes[axis])))
    bound = fresh(axis)
    inner = lower.having(letter.name, bound).term(body)
    outside = sorted(free(inner) - {bound})
    key = name or f"max {letter.name} {body!r} {axis}"
    tensor = Tensor(safe(name or f"max.{len(lower.assumptions) + 1}"), tuple(i.range for i in outside))
    known = lower.assumptions.get(key)
    if isinstance(known, Greatest):
        return Entry(known.left.tensor, tuple(outside))
    entry = Entry(tensor, tuple(outside))
    lower.assumptions[key] = Greatest(entry, (inner,), (bound,))
    return entry


def largest_of(lower: "Lower", terms: tuple[Term, ...]) -> Term:
    """The largest of listed numbers."""
    known = lower.assumptions.get(("max", repr(terms)))
    if isinstance(known, Greatest):
        return known.left
    entry = Entry(Tensor(f"max.{len(lower.assumptions) + 1}"), ())
    lower.assumptions["max", repr(terms)] = Greatest(entry, terms)
    return entry
