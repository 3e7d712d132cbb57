"""Notation that the numbers of a page give a value: derivatives of its softmax, products with the column of ones.

∂p_i/∂z_j is p_i (1 - p_i) or -p_i p_j, and ∂p/∂z the Jacobian diag(p) - p p^T, where the page has p = softmax(z);
X 𝟏 is the column of row sums, and X 𝟏 𝟏^T that column beside every entry of its row.
"""

from checks.quantities import Quantities
from derive.expression import ONE, ZERO, Apply, Expression, Number, Symbol, apply, rebuild

_ONES = Symbol("𝟏")


def meant(quantities: Quantities, expression: Expression) -> Expression:
    """The expression, in own names, with such notation put as operations that have values."""

    def change(part: Expression) -> Expression | None:
        match part:
            case Apply("derivative", (above, below)):
                return _derivative(quantities, above, below)
            case Apply("times" | "matmul", (Apply("times" | "matmul", (x, ones)), Apply("transpose", (also,)))) if (
                ones == also == _ONES
            ):
                return apply("rowsum", meant(quantities, x))
            case Apply("times" | "matmul", (x, ones)) if ones == _ONES and len(quantities.shape(x) or ()) == 2:
                return apply("rowsum", meant(quantities, x))
        return None

    return rebuild(expression, change)


def _derivative(quantities: Quantities, above: Expression, below: Expression) -> Expression | None:
    """A derivative of weights by their scores: an entry, or the Jacobian of one row; None for others."""
    weights, places = _parted(above)
    scores, by = _parted(below)
    shape = quantities.shape(weights)
    if shape is None or len(shape) - len(places) not in (0, 1) or len(places) != len(by):
        return None
    if quantities.identity(weights) != quantities.identity(apply("softmax", scores)):
        return None
    if places[: len(shape) - 1] != by[: len(shape) - 1]:
        return ZERO if len(places) == len(shape) else None
    if len(places) < len(shape):
        return apply("subtract", apply("diag", above), apply("outer", above, above))
    if places == by:
        return apply("multiply", above, apply("subtract", ONE, above))
    return apply("negative", apply("multiply", above, Apply("index", (weights, *by))))


def _parted(expression: Expression) -> tuple[Expression, tuple[Expression, ...]]:
    """A quantity and the places of its entry or row."""
    match expression:
        case Apply("index", (base, *places)) if all(isinstance(p, Number) for p in places):
            return base, tuple(places)
    return expression, ()
