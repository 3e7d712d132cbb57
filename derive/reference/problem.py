"""What is computed: the exact inputs of one attention head, checked for shape and sense before any work.

Everything is rational except the scale, which may hold one square root. Files and their spellings are left to the
caller; so are batches and several heads (slice them first).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from flint import fmpq, fmpq_mat

Rows = Sequence[Sequence[Fraction]]


class InputError(ValueError):
    """A problem that cannot be computed: a code for the sentence, and what the sentence names."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(f"{code}: {values}")
        self.code = code
        self.values = values


@dataclass(frozen=True, slots=True)
class Scale:
    """factor * sqrt(root), root a squarefree positive integer."""

    factor: fmpq
    root: int


@dataclass(frozen=True, slots=True)
class Loss:
    """A scalar loss whose gradient at Y is slope * Y + offset, or softmax(Y) less the one-hot classes, by rows.

    kind: "given" (dY is an input and there is no loss value), sum, mean, squared (half the sum of (Y - target)^2),
    mse (the mean of (Y - target)^2), cross-entropy (Y are logits; the mean over the rows).
    """

    kind: str
    slope: fmpq
    offset: fmpq_mat
    classes: tuple[int, ...] = ()
    target: fmpq_mat | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """Q (T_q, d_k), K (T_k, d_k), V (T_k, d_v) and what led to them.

    projections: X (T, d_model), W_Q, W_K (d_model, d_k), W_V (d_model, d_v), or nothing.
    allowed: for each query the keys that it may attend to. bias (T_q, T_k): the finite part of an additive mask.
    """

    Q: fmpq_mat
    K: fmpq_mat
    V: fmpq_mat
    projections: Mapping[str, fmpq_mat]
    allowed: tuple[tuple[int, ...], ...]
    bias: fmpq_mat | None
    scale: Scale
    loss: Loss | None

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """T_q, T_k, d_k, d_v."""
        return self.Q.nrows(), self.K.nrows(), self.Q.ncols(), self.V.ncols()


def inverse_root(number: int) -> Scale:
    """1 / sqrt(number), its root squarefree."""
    square, root, divisor = 1, number, 2
    while divisor <= isqrt(root):
        if root % (divisor * divisor) == 0:
            root //= divisor * divisor
            square *= divisor
        else:
            divisor += 1
    return Scale(fmpq(1, square * root), root)


def matrix(name: str, rows: Rows) -> fmpq_mat:
    """An exact matrix. InputError "empty" or "ragged"."""
    if not rows or not rows[0]:
        raise InputError("empty", name=name)
    width = len(rows[0])
    for number, row in enumerate(rows):
        if len(row) != width:
            raise InputError("ragged", name=name, row=number, found=len(row), wanted=width)
    return fmpq_mat(len(rows), width, [fmpq(x.numerator, x.denominator) for row in rows for x in row])


def _shape(of: fmpq_mat) -> str:
    return f"({of.nrows()}, {of.ncols()})"


def _fit(left: str, right: str, matrices: Mapping[str, fmpq_mat]) -> None:
    a, b = matrices[left], matrices[right]
    if a.ncols() != b.nrows():
        raise InputError("product", left=left, left_shape=_shape(a), right=right, right_shape=_shape(b))


def _same(name: str, found: fmpq_mat, rows: int, columns: int) -> None:
    if (found.nrows(), found.ncols()) != (rows, columns):
        raise InputError("shape", name=name, found=_shape(found), wanted=f"({rows}, {columns})")


def _named(matrices: Mapping[str, fmpq_mat]) -> tuple[str, str, str]:
    """The names of the three matrices that d_k and d_v are read off."""
    projected = "X" in matrices or any(name in matrices for name in ("W_Q", "W_K", "W_V"))
    names = ("W_Q", "W_K", "W_V") if projected else ("Q", "K", "V")
    missing = [name for name in (("X", *names) if projected else names) if name not in matrices]
    if missing:
        raise InputError("missing", name=", ".join(missing if len(matrices) else ["X"]))
    double = [name for name in ("Q", "K", "V") if projected and name in matrices]
    if double:
        raise InputError("double", name=", ".join(double))
    return names


def head_sizes(matrices: Mapping[str, fmpq_mat]) -> tuple[tuple[int, int, int, int], int]:
    """(T_q, T_k, d_k, d_v) and d_model (0 without X). InputError where a matrix is missing, double or misfits."""
    names = _named(matrices)
    first, second, third = (matrices[name] for name in names)
    if first.ncols() != second.ncols():
        turned = f"({second.ncols()}, {second.nrows()})"
        raise InputError("product", left=names[0], left_shape=_shape(first), right=f"{names[1]}^T", right_shape=turned)
    if "X" in matrices:
        for name in names:
            _fit("X", name, matrices)
        rows, model = matrices["X"].nrows(), matrices["X"].ncols()
        return (rows, rows, first.ncols(), third.ncols()), model
    if second.nrows() != third.nrows():
        raise InputError("keys", left_shape=_shape(second), right_shape=_shape(third))
    return (first.nrows(), second.nrows(), first.ncols(), third.ncols()), 0


def _heads(matrices: Mapping[str, fmpq_mat]) -> tuple[fmpq_mat, fmpq_mat, fmpq_mat]:
    """Q, K, V."""
    names = _named(matrices)
    if "X" in matrices:
        Q, K, V = (matrices["X"] * matrices[name] for name in names)
    else:
        Q, K, V = (matrices[name] for name in names)
    return Q, K, V


Mask = Sequence[Sequence[Fraction | None]]  # what is added to the scaled scores; None is -infinity


def causal(queries: int, keys: int) -> Mask:
    """Query i attends to the keys 0..i. InputError where queries and keys differ in number: which are future, then?"""
    if queries != keys:
        raise InputError("causal", queries=queries, keys=keys)
    return [[Fraction(0) if j <= i else None for j in range(keys)] for i in range(queries)]


def _masked(mask: Mask | None, queries: int, keys: int) -> tuple[tuple[tuple[int, ...], ...], fmpq_mat | None]:
    """Allowed keys of each query, and the finite bias if there is one."""
    if mask is None:
        return (tuple(range(keys)),) * queries, None
    finite = [[Fraction(0) if x is None else x for x in row] for row in mask]
    bias = matrix("mask", finite)
    _same("mask", bias, queries, keys)
    allowed = tuple(tuple(j for j, x in enumerate(row) if x is not None) for row in mask)
    for number, columns in enumerate(allowed):
        if not columns:
            raise InputError("masked_row", row=number)
    return allowed, bias if any(x for row in finite for x in row) else None


def loss_of(kind: str, rows: int, columns: int, target: Rows | None = None, classes: Sequence[int] = ()) -> Loss:
    """The loss of that name for Y of shape (rows, columns). InputError for an unknown one or a misfitting target."""
    zero = fmpq_mat(rows, columns, [fmpq(0)] * (rows * columns))
    aim = zero if target is None else matrix("target", target)
    _same("target", aim, rows, columns)
    count = rows * columns
    match kind:
        case "sum" | "mean":
            each = fmpq(1) if kind == "sum" else fmpq(1, count)
            return Loss(kind, fmpq(0), fmpq_mat(rows, columns, [each] * count))
        case "squared" | "mse":
            slope = fmpq(1) if kind == "squared" else fmpq(2, count)
            return Loss(kind, slope, aim * -slope, target=aim)
        case "cross-entropy":
            if len(classes) != rows or not all(0 <= c < columns for c in classes):
                raise InputError("classes", found=list(classes), rows=rows, last=columns - 1)
            return Loss(kind, fmpq(0), zero, classes=tuple(classes))
    raise InputError("loss", name=kind)


def given_gradient(upstream: Rows, rows: int, columns: int) -> Loss:
    """dL/dY as an input."""
    offset = matrix("G", upstream)
    _same("G", offset, rows, columns)
    return Loss("given", fmpq(0), offset)


def problem(
    givens: Mapping[str, fmpq_mat],
    mask: Mask | None = None,
    scale: Scale | None = None,
    loss: Loss | None = None,
) -> Problem:
    """The checked problem; scale defaults to 1/sqrt(d_k). InputError with what is wrong."""
    (queries, keys, inner, outer), _ = head_sizes(givens)
    allowed, bias = _masked(mask, queries, keys)
    if loss is not None:
        _same("G", loss.offset, queries, outer)
    Q, K, V = _heads(givens)
    projections = {name: givens[name] for name in ("X", "W_Q", "W_K", "W_V")} if "X" in givens else {}
    return Problem(Q, K, V, projections, allowed, bias, scale or inverse_root(inner), loss)


def work(shape: tuple[int, int, int, int], model: int = 0, digits: int = 50) -> int:
    """Multiplications of one forward and backward pass, times what more digits than 50 cost: the unit of --limit."""
    queries, keys, inner, outer = shape
    attention = 3 * queries * keys * (inner + outer) + 8 * queries * keys
    products = attention + 3 * (queries * inner + keys * inner + keys * outer) * model
    return products * max(1, digits // 50)
