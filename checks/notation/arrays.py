"""Printed values as expressions: numbers and arrays of numbers, their entries, their shapes, and what they may stand for."""

import re
from collections.abc import Iterator

from checks.notation.formula import MASKED, Formula
from derive.expression import Apply, Expression, Number, Symbol, index, integer, parts, rebuild, symbols
from derive.printing import show
from derive.values import Shape, places_of

_CONSTANT = ("list", "multiply", "times", "divide", "negative", "transpose")


def is_value(expression: Expression) -> bool:
    """A printed number, or an array of printed numbers and minus infinities."""
    if isinstance(expression, Apply):
        return expression.operation == "list" and all(map(is_value, expression.arguments))
    return (isinstance(expression, Number) and expression.mark is not None) or expression == MASKED


def is_constant_array(expression: Expression) -> bool:
    """An array made of numbers alone: np.eye(4) * 0.5."""
    operations = {p.operation for p in parts(expression) if isinstance(p, Apply)}
    return "list" in operations and operations <= set(_CONSTANT) and symbols(expression) <= {MASKED.name}


def entries(expression: Expression, place: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Expression]]:
    """The entries of a printed value with their places."""
    if isinstance(expression, Apply) and expression.operation == "list":
        for n, entry in enumerate(expression.arguments):
            yield from entries(entry, (*place, n))
    else:
        yield place, expression


def shape_of(expression: Expression) -> Shape:
    """The shape of an array as printed."""
    if isinstance(expression, Apply) and expression.operation == "list":
        inner = {shape_of(e) for e in expression.arguments}
        return (len(expression.arguments), *(inner.pop() if len(inner) == 1 else ()))
    return ()


def fits(printed: Shape, shape: Shape | None) -> bool:
    """Whether an array as printed can be a quantity of this shape: the same, or a column or row printed flat."""
    if shape is None:
        return False
    if printed == shape:
        return True
    return len(printed) == 1 and len(shape) == 2 and 1 in shape and max(shape) == printed[0]


def element(truth: Expression, place: tuple[int, ...], shape: Shape | None) -> Expression:
    """The entry of a quantity at the place of a printed one."""
    if shape is not None and len(place) < len(shape):
        place = list(places_of(shape))[place[0] if place else 0]
    return index(truth, *place)


def part_of(shown: str, place: tuple[int, ...]) -> str:
    """`S[0, 1]`, `Y[1, 2]`, `(X X.T)[0, 1]`."""
    if not place:
        return shown
    inside = ", ".join(map(str, place))
    if re.fullmatch(r"\w+\[\d+\]", shown):
        return f"{shown[:-1]}, {inside}]"
    return f"{shown}[{inside}]" if re.fullmatch(r"[^\s@*/+-]+", shown) else f"({shown})[{inside}]"


def pattern(shape: Shape, places: set[tuple[int, ...]]) -> Expression:
    """The array of a shape with 1 at the places, else 0."""
    if len(shape) == 1:
        return Apply("list", tuple(integer(int((j,) in places)) for j in range(shape[0])))
    rows = (Apply("list", tuple(integer(int((i, j) in places)) for j in range(shape[1]))) for i in range(shape[0]))
    return Apply("list", tuple(rows))


def name_of(expression: Expression) -> str | None:
    """The name that an equation for this expression would define: a symbol, or an entry of one."""
    if isinstance(expression, Symbol):
        return expression.name
    if isinstance(expression, Apply) and expression.operation == "index" and isinstance(expression.arguments[0], Symbol):
        return show(expression)
    return None


def has_size(expression: Expression) -> bool:
    """Whether a shape such as (4, 4) occurs."""
    return any(isinstance(p, Apply) and (p.operation == "tuple" or _multiplies_sizes(p)) for p in parts(expression))


def is_weighted(expression: Expression) -> bool:
    """Whether a bracket such as (1, 2) is calculated with as a vector: under a norm, or times a number. No shape is."""
    for part in parts(expression):
        match part:
            case Apply("norm", (Apply("tuple" | "list"),)):
                return True
            case Apply("times" | "multiply", (left, right)) | Apply("divide", (left, right)):
                pair = {_rank(left), _rank(right)}
                if pair == {"number", "tuple"}:
                    return True
    return False


def _rank(expression: Expression) -> str:
    match expression:
        case Number():
            return "number"
        case Apply(name, _):
            return name
    return ""


def as_lists(expression: Expression) -> Expression:
    """The expression with its brackets as vectors."""
    return rebuild(
        expression, lambda e: Apply("list", e.arguments) if isinstance(e, Apply) and e.operation == "tuple" else None
    )


def _multiplies_sizes(product: Apply) -> bool:
    """[3, 4] @ [4, 3]: shapes, not vectors."""
    if product.operation != "matmul" or not all(isinstance(a, Apply) and a.operation == "list" for a in product.arguments):
        return False
    sizes = [e for a in product.arguments if isinstance(a, Apply) for e in a.arguments]
    return len(sizes) == 4 and all(isinstance(e, Number) and e.value.denominator == 1 and e.value > 1 for e in sizes[1:3])


def is_bare(formula: Formula) -> bool:
    """A head that is only a whole number: "row 1 = 50/50"."""
    literal = next(iter(formula.literals.values()), None)
    return isinstance(formula.expression, Number) and literal is not None and literal.whole
