"""The derivative by a named quantity as a term, by perturbation; an unspecified loss is Σ G ∘ output with a free G.

The derivative by a defined quantity X is that of everything below it with X + ε in place of X, at ε = 0.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from checks.theory.arrays import ZERO, Array, Places, Unsupported, mapped, squeeze, summed
from checks.theory.positions import all_places
from checks.theory.scope import Meaning, safe, split
from derive.expression import Apply, Expression, Symbol
from derive.kernel import Greatest, Hypothesis
from derive.terms import Derivative, Entry, Tensor, Term, Times, fresh, tensors

if TYPE_CHECKING:
    from checks.theory.lower import Lower

LOSSES = {"L", "F", "ℒ", "Loss", "loss", "J", "C", "ℓ", "E"}


def derivative(lower: "Lower", above: Expression, below: Expression) -> Array:
    """The array of derivatives of a number, or of an unspecified loss, by a named quantity or an entry of it. Unsupported."""
    if not isinstance(below, Symbol):
        raise Unsupported("derivative")
    base, pieces = (below.name, ()) if lower.find(below.name) else split(below.name)
    meaning = lower.find(base)
    if meaning is None:
        return _by_parameter(lower, above, below.name)
    if isinstance(above, Symbol) and _is_loss(lower, above.name):
        if lower.scope.sinks.get(above.name) == meaning.name:
            return _indexed(lower, _upstream(lower, meaning.name), pieces)
        above = Apply("loss", (above,))
    own = lower.name(base)
    tensor = _perturbation(lower, meaning, own)
    inner = replace(lower, moved={**lower.moved, meaning.name: tensor})
    maxima = set(lower.assumptions)
    unspecified = isinstance(above, Apply) and above.operation == "loss"
    if not unspecified and not pieces and (vector := _vector(inner, above)) is not None and _is_vector(own):
        return _jacobian(lower, vector, own, tensor)
    value = _loss_term(inner) if unspecified else _top(inner, above)
    if unspecified and not any(t == tensor.name or t.startswith(f"{tensor.name}.") for t in tensors(value)):
        raise Unsupported("loss")  # what the loss depends on was not read, and no derivative is 0 for that
    if _moves_maximum(lower, maxima, tensor):
        raise Unsupported("maximum")

    def at(places: Places) -> Term:
        entry = lower.space.entry(tensor, places)
        assert isinstance(entry, Entry)
        return Derivative(value, entry)

    return _indexed(lower, Array(own.shape, at), pieces)


def _is_vector(array: Array) -> bool:
    return len(array.shape) == 1 or (len(array.shape) == 2 and array.shape[1] == "1")


def _vector(inner: "Lower", above: Expression) -> Array | None:
    found = inner.array(above)
    return found if _is_vector(found) and squeeze(found).shape else None


def _jacobian(lower: "Lower", above: Array, below: Array, tensor: Tensor) -> Array:
    """∂p/∂z with the entries ∂p_i/∂z_j; under the other reading ("denominator layout") its transpose."""
    lower.asked.add("jacobian")
    turned = lower.readings.get("jacobian") == "denominator"
    shape = (above.shape[0], below.shape[0])

    def at(places: Places) -> Term:
        row, column = places[::-1] if turned else places
        entry = lower.space.entry(tensor, (column,))
        assert isinstance(entry, Entry)
        return Derivative(above.at((row,) if len(above.shape) == 1 else (row, None)), entry)

    return Array(shape[::-1] if turned else shape, at)


def _top(inner: "Lower", above: Expression) -> Term:
    found = squeeze(inner.array(above))
    if found.shape:
        raise Unsupported("contraction")
    return found.at(())


def _moves_maximum(lower: "Lower", before: set[object], tensor: Tensor) -> bool:
    return any(
        tensor.name in tensors(t)
        for key, a in lower.assumptions.items()
        if isinstance(a, Greatest) and key not in before
        for t in a.terms
    )


def _indexed(lower: "Lower", array: Array, pieces: tuple[str, ...]) -> Array:
    return lower.picked(array, pieces) if pieces else array


def _perturbation(lower: "Lower", meaning: Meaning, own: Array) -> Tensor:
    """What a derivative is taken by: the leaf itself, or a small addition to a defined quantity, 0 everywhere."""
    axes = tuple(axis for axis in own.shape if axis != "1")
    leaf = meaning.expression is None and not (lower.space.sizes and meaning.name in lower.scope.given)
    if leaf:
        return Tensor(safe(meaning.name), axes, meaning.positive)
    tensor = Tensor("ε." + safe(meaning.name), axes)
    if lower.space.sizes:
        for places in all_places(own.shape, lower.space.sizes):
            entry = lower.space.entry(tensor, places)
            lower.assumptions["zero", repr(entry)] = Hypothesis(entry, ZERO)
    else:
        lower.assumptions["zero", tensor.name] = Hypothesis(Entry(tensor, tuple(fresh(a) for a in axes)), ZERO)
    return tensor


def _by_parameter(lower: "Lower", above: Expression, name: str) -> Array:
    """The derivative by a number that is no array: a temperature."""
    if lower.scope.is_size(name):
        raise Unsupported("derivative")
    lower.unknown.add(name)
    tensor = Tensor(safe(name))
    found = lower.array(above)
    return mapped(found, lambda a: Derivative(a, Entry(tensor, ())))


def _is_loss(lower: "Lower", name: str) -> bool:
    return lower.scope.find(name) is None and (name in lower.scope.sinks or name in LOSSES)


def loss_name(lower: "Lower") -> str:
    """The loss that dX is a derivative of."""
    return next(iter(lower.scope.sinks), "L")


def _upstream(lower: "Lower", output: str) -> Array:
    own = lower.name(output)
    tensor = Tensor("∂L/∂" + safe(output), tuple(axis for axis in own.shape if axis != "1"))
    return Array(own.shape, lambda p: lower.space.entry(tensor, p))


def _loss_term(lower: "Lower") -> Term:
    """Σ G ∘ output: its gradients are those of any loss whose gradient by the output is G."""
    output = next(iter(lower.scope.sinks.values()), None)
    if output is None:
        raise Unsupported("loss")
    value, upstream = lower.name(output), _upstream(lower, output)
    product = Array(value.shape, lambda p: Times((upstream.at(p), value.at(p))))
    return summed(lower.space, product, None, False).at(())
