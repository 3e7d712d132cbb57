"""THE table of operations: name, arity, how it is written in unicode, and how it is computed in any domain of items.

`compute(domain, *values)` knows shapes and which items meet; the domain (exact balls, estimates) knows arithmetic. The
conventions are the field's: a product of two arrays is a matrix product, `multiply` goes entry by entry, softmax,
rowsum, rowmax and rowmean work along the last axis and keep it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derive.values import ShapeError, Value, elementwise, matmul, scalar, stack, transpose

Compute = Callable[..., Value]


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation. `spelling` has one `{}` an argument (or `{*}` for all of them); `binds` is its strength in print."""

    name: str
    arity: int | None
    spelling: str
    binds: int
    compute: Compute


def _add(domain: Any, x: Value, y: Value) -> Value:
    return elementwise(lambda a, b: a + b, x, y)


def _subtract(domain: Any, x: Value, y: Value) -> Value:
    return elementwise(lambda a, b: a - b, x, y)


def _multiply(domain: Any, x: Value, y: Value) -> Value:
    return elementwise(lambda a, b: a * b, x, y)


def _divide(domain: Any, x: Value, y: Value) -> Value:
    return elementwise(domain.divide, x, y)


def _matmul(domain: Any, x: Value, y: Value) -> Value:
    return matmul(x, y, domain.total)


def _times(domain: Any, x: Value, y: Value) -> Value:
    if not x.shape or not y.shape:
        return _multiply(domain, x, y)
    return _matmul(domain, x, y)


def _outer(domain: Any, x: Value, y: Value) -> Value:
    if len(x.shape) != 1 or len(y.shape) != 1:
        raise ShapeError(f"an outer product of {x.shape} and {y.shape}")
    return Value((len(x.items), len(y.items)), tuple(a * b for a in x.items for b in y.items))


def _softmax(domain: Any, x: Value) -> Value:
    if not x.shape:
        raise ShapeError("the softmax of a scalar")
    return Value(x.shape, tuple(item for row in x.rows() for item in domain.softmax(row)))


def _by_row(fold: Callable[[Any, Any], Any]) -> Compute:
    def compute(domain: Any, x: Value) -> Value:
        folded = tuple(fold(domain, row) for row in x.rows())
        return Value((*x.shape[:-1], 1), folded) if len(x.shape) > 1 else scalar(folded[0])

    return compute


def _row_mean(domain: Any, row: Any) -> Any:
    return domain.divide(domain.total(row), domain.number(Fraction(len(row))))


def _mean(domain: Any, x: Value) -> Value:
    """Of a vector. ShapeError for a matrix: some mean each row, NumPy all entries, and a bare `mean` does not say."""
    if len(x.shape) > 1:
        raise ShapeError(f"a mean over which axis of shape {x.shape}?")
    return scalar(_row_mean(domain, x.items))


def _diag(domain: Any, x: Value) -> Value:
    zero, n = domain.number(Fraction(0)), len(x.items)
    if len(x.shape) != 1:
        raise ShapeError(f"diag of shape {x.shape}")
    return Value((n, n), tuple(x.items[i] if i == j else zero for i in range(n) for j in range(n)))


def _list(domain: Any, *rows: Value) -> Value:
    return stack(list(rows))


def _concat(domain: Any, *parts: Value) -> Value:
    """Side by side along the last axis: the columns of heads, or vectors end to end. ShapeError where the rows differ."""
    if not parts or len({part.shape[:-1] for part in parts}) != 1 or not parts[0].shape or len(parts[0].shape) > 2:
        raise ShapeError(f"side by side: {', '.join(str(part.shape) for part in parts)}")
    rows = [tuple(item for row in beside for item in row) for beside in zip(*(part.rows() for part in parts))]
    items = tuple(item for row in rows for item in row)
    return Value((*parts[0].shape[:-1], len(rows[0])), items)


def _map(name: str) -> Compute:
    return lambda domain, x: x.map(getattr(domain, name))


_TABLE = (
    Operation("add", 2, "{} + {}", 10, _add),
    Operation("subtract", 2, "{} - {}", 10, _subtract),
    Operation("negative", 1, "-{}", 20, lambda domain, x: x.map(lambda a: -a)),
    Operation("multiply", 2, "{} * {}", 20, _multiply),
    Operation("divide", 2, "{} / {}", 20, _divide),
    Operation("times", 2, "{} {}", 25, _times),
    Operation("matmul", 2, "{} @ {}", 25, _matmul),
    Operation("outer", 2, "outer({}, {})", 90, _outer),
    Operation("power", 2, "{}^{}", 40, lambda domain, x, y: elementwise(domain.power, x, y)),
    Operation("transpose", 1, "{}.T", 80, lambda domain, x: transpose(x)),
    Operation("sqrt", 1, "sqrt({})", 90, _map("sqrt")),
    Operation("exp", 1, "exp({})", 90, _map("exp")),
    Operation("log", 1, "log({})", 90, _map("log")),
    Operation("abs", 1, "abs({})", 90, _map("absolute")),
    Operation("softmax", 1, "softmax({})", 90, _softmax),
    Operation("rowsum", 1, "rowsum({})", 90, _by_row(lambda domain, row: domain.total(row))),
    Operation("rowmax", 1, "rowmax({})", 90, _by_row(lambda domain, row: domain.maximum(row))),
    Operation("rowmean", 1, "rowmean({})", 90, _by_row(_row_mean)),
    Operation("mean", 1, "mean({})", 90, _mean),
    Operation("total", 1, "sum({})", 90, lambda domain, x: scalar(domain.total(x.items))),
    Operation("maximum", 1, "max({})", 90, lambda domain, x: scalar(domain.maximum(x.items))),
    Operation("diag", 1, "diag({})", 90, _diag),
    Operation("scale", 2, "{} {}", 25, _multiply),
    Operation("list", None, "[{*}]", 100, _list),
    Operation("concat", None, "concat({*})", 90, _concat),
)

OPERATIONS = {operation.name: operation for operation in _TABLE}
