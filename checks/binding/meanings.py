"""Notation that the numbers of a page give a value: norms, moments, sums, derivatives of its softmax, products with ones.

‖x‖ is the root of the sum of squares, var(x) the mean of the squared deviations, Σ_i p_i log p_i runs over the entries of p.
∂p_i/∂z_j is p_i (1 - p_i) or -p_i p_j, and ∂p/∂z the Jacobian diag(p) - p p^T, where the page has p = softmax(z);
X 𝟏 is the column of row sums, and X 𝟏 𝟏^T that column beside every entry of its row.
"""

from checks.quantities import Quantities
from derive.expression import ONE, ZERO, Apply, Expression, Number, Symbol, apply, parts, rebuild, symbols

ENTRYWISE = {"multiply", "divide", "add", "subtract", "negative", "exp", "log", "sqrt", "power"}
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
            case Apply("norm", (x,)):
                return _root_of_squares(meant(quantities, x))
            case Apply("entry", (Apply("norm", (x,)), Symbol("2" | "F"))):
                return _root_of_squares(meant(quantities, x))
            case Apply("variance" | "deviation" as name, (x,)) if quantities.shape(meant(quantities, x)):
                found = moment_of(meant(quantities, x))
                return found if name == "variance" else apply("sqrt", found)
            case Apply("sigma", (body, Symbol(letter), *bounds)):
                return _summed(quantities, body, letter, bounds)
        return None

    return rebuild(expression, change)


def _root_of_squares(x: Expression) -> Expression:
    return apply("sqrt", apply("total", apply("multiply", x, x)))


def moment_of(x: Expression) -> Expression:
    """The mean of the squared deviations of the entries from their mean, over n."""
    centred = apply("subtract", x, apply("mean", x))
    return apply("mean", apply("multiply", centred, centred))


def _summed(quantities: Quantities, body: Expression, letter: str, bounds: list[Expression]) -> Expression | None:
    """A sum over all entries of the vectors that its summand takes at its letter; None for any other."""
    vectors: set[int] = set()

    def whole(part: Expression) -> Expression | None:
        match part:
            case Symbol(name) if name.endswith(f"_{letter}") and (own := quantities.meaning.get(name[: -1 - len(letter)])):
                vectors.update(quantities.shape(Symbol(own)) or (0,))
                return Symbol(own)
            case Apply("times", (left, right)):
                return apply("multiply", rebuild(left, whole), rebuild(right, whole))
        return None

    entrywise = rebuild(body, whole)
    operations = {p.operation for p in parts(entrywise) if isinstance(p, Apply)}
    if len(vectors) != 1 or not operations <= ENTRYWISE or any(name.endswith(f"_{letter}") for name in symbols(entrywise)):
        return None
    (size,) = vectors
    return apply("total", entrywise) if _is_whole(quantities, bounds, size) else None


def _is_whole(quantities: Quantities, bounds: list[Expression], size: int) -> bool:
    """Whether the bounds of a sum take in all of so many entries, from 1 or from 0 on."""
    found = {b.operation: b.arguments[0] for b in bounds if isinstance(b, Apply)}
    first, last = found.pop("from", ONE), found.pop("to", None)
    if found or not isinstance(first, Number) or first.value not in (0, 1):
        return False
    if last is None:
        return True
    count = quantities.rational(quantities.resolve(last))
    return count == size - 1 + first.value or (count is None and isinstance(last, Symbol))


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
