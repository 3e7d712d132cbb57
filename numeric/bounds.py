"""Proved bounds on rounding errors, so that "NumPy agrees" is a theorem and not a tolerance.

A Bounded is a computed value with an E such that |computed - exact| <= E in every entry; BOUNDED has, for every name of
OPERATIONS, the rule that gives the result's E from the operands'. Standard model: fl(x op y) = (x op y)(1 + d) with
|d| <= u (Higham 2002, section 2.2); sums and inner products of n terms within gamma_n sum |x y|, in any order and fused
or not (section 3.1); softmax after Blanchard, Higham and Higham 2021. Assumed of NumPy: exp, log and power within so
many units in the last place (below), which the tests measure. E is computed in float64 and enlarged by SLACK, more
than its own rounding.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from numeric.operations import OPERATIONS

SLACK = 1 + 1e-9
# Largest error in units in the last place. NumPy states 2.52 for its float32 exp, 3.83 for its float32 log and up to 4
# for its vectorised power.
ULPS = {"float32": 4, "float64": 1}
POWER_ULPS = 4


@dataclass(frozen=True, slots=True)
class Bounded:
    """`value` as computed; `error`, float64, of its shape: |value - exact| <= error. Infinite entries are exact."""

    value: NDArray
    error: NDArray

    @property
    def wide(self) -> NDArray:
        """The value in float64."""
        return self.value.astype(np.float64)

    @property
    def size(self) -> NDArray:
        """|value| in float64."""
        return np.abs(self.wide)


def roundoff(dtype: DTypeLike) -> float:
    """u: half the gap between 1 and the next number."""
    return float(np.finfo(dtype).eps) / 2


def smallest(dtype: DTypeLike) -> float:
    """What an operation can lose by underflow, flushed to zero or not: the smallest normal number."""
    return float(np.finfo(dtype).tiny)


def growth(n: int, dtype: DTypeLike) -> float:
    """gamma_n = n u / (1 - n u): what n factors (1 + d) or their inverses can do to a product (Higham, lemma 3.1)."""
    nu = n * roundoff(dtype)
    if nu >= 1:
        raise ValueError(f"n = {n} is too many operations for a bound in {np.dtype(dtype)}")
    return nu / (1 - nu) * SLACK


def _result(name: str, operands: tuple[Bounded, ...], error: NDArray, rounded: float = 0.0) -> Bounded:
    """OPERATIONS[name] of the values, with `error` carried over and `rounded` times u of its own rounding."""
    with np.errstate(all="ignore"):
        value = np.asarray(OPERATIONS[name](*(operand.value for operand in operands)))
        own = rounded * roundoff(value.dtype) * np.abs(value.astype(np.float64))
        own = own + (smallest(value.dtype) if rounded else 0)
        return Bounded(value, settled(value, (error + own) * SLACK))


def settled(value: NDArray, error: NDArray) -> NDArray:
    """The error, but infinite where nothing is known: the value is not finite or the error is not a number."""
    return np.where(np.isfinite(value) & ~np.isnan(error), error, np.inf)


def _masks(result: Bounded, *operands: Bounded) -> Bounded:
    """An infinity that comes from an infinite operand (a mask) and not from overflow is exact."""
    infinite = np.isinf(result.value) & np.logical_or.reduce(np.broadcast_arrays(*(np.isinf(o.value) for o in operands)))
    return Bounded(result.value, np.where(infinite, 0.0, result.error))


def _add(name: str, a: Bounded, b: Bounded) -> Bounded:
    return _masks(_result(name, (a, b), a.error + b.error, 1), a, b)


def _multiply(a: Bounded, b: Bounded) -> Bounded:
    return _result("multiply", (a, b), a.size * b.error + b.size * a.error + a.error * b.error, 1)


def _divide(a: Bounded, b: Bounded) -> Bounded:
    with np.errstate(all="ignore"):
        room = b.size - b.error
        error = np.where(room > 0, (a.error + a.size / b.size * b.error) / room, np.inf)
    return _result("divide", (a, b), error, 1)


def _inner(name: str, a: Bounded, b: Bounded) -> Bounded:
    """matmul and dot: gamma_n |A||B|, n the inner size; the operands' errors carried by the same products."""
    n, dtype = a.value.shape[-1] if a.value.ndim else 1, a.value.dtype
    product = OPERATIONS[name]
    with np.errstate(all="ignore"):
        error = product(a.error, b.size + b.error) + product(a.size, b.error)
        error = error + growth(n, dtype) * product(a.size, b.size) + 2 * n * smallest(dtype)
    return _result(name, (a, b), error)


def _sum(name: str, a: Bounded) -> Bounded:
    """Sums of n terms: gamma_(n - 1) sum |x|; a mean divides once more."""
    n = a.value.shape[-1] if name in ("rowsum", "rowmean") else a.value.size
    add = OPERATIONS[name]
    error = add(a.error) + growth(max(n - 1, 0), a.value.dtype) * add(a.size)
    return _result(name, (a,), error, 1 if name in ("mean", "rowmean") else 0)


def _exp(a: Bounded) -> Bounded:
    with np.errstate(all="ignore"):
        value = np.exp(a.wide)
        error = np.where(value > 0, value * np.expm1(a.error), np.exp(a.wide + a.error))
    return _result("exp", (a,), error, 2 * ULPS[a.value.dtype.name])


def _log(a: Bounded) -> Bounded:
    with np.errstate(all="ignore"):
        error = np.where(a.error < a.size, -np.log1p(-a.error / a.size), np.inf)
    return _result("log", (a,), error, 2 * ULPS[a.value.dtype.name])


def _sqrt(a: Bounded) -> Bounded:
    with np.errstate(all="ignore"):
        low = np.maximum(a.wide - a.error, 0)
        error = np.where(a.error > 0, a.error / (np.sqrt(a.wide) + np.sqrt(low)), 0)
        error = np.where(a.error > a.wide, np.inf, error)
    return _result("sqrt", (a,), error, 1)


def _power(a: Bounded, b: Bounded) -> Bounded:
    """x^p, p exact and whole, or x surely positive: |x^p| expm1(|p| log(1 / (1 - E/|x|)) + E_p |log x|)."""
    with np.errstate(all="ignore"):
        relative = np.where(a.error > 0, -np.log1p(-a.error / a.size), 0)
        value = np.power(a.size, b.wide)
        error = value * np.expm1((b.size + b.error) * relative + b.error * np.abs(np.log(a.size)))
        error = np.where((a.error == 0) & (b.error == 0), 0, error)
        whole = (b.wide == np.round(b.wide)) & (b.error == 0)
        reaches_zero = (a.error > 0) & (a.error >= a.size)
        far = np.where(whole & (b.wide >= 0), (a.size + a.error) ** b.wide + value, np.inf)
        error = np.where(reaches_zero, far, np.where(whole | (a.wide > 0), error, np.inf))
    return _result("power", (a, b), error, 2 * POWER_ULPS)


def _softmax(a: Bounded) -> Bounded:
    """Weight i is exact up to a factor exp(+-f), f = r_i + the average of the r_j under the weights + gamma_n.

    exp(s_j - m) is off by exp(+-r_j), r_j = E_j + u |s_j - m| + the ulps of exp; the row sum is off by their average,
    and gamma_n stands for its n - 1 additions and the division.
    """
    dtype, n = a.value.dtype, a.value.shape[-1]
    weights = OPERATIONS["softmax"](a.value)
    with np.errstate(all="ignore"):
        finite, wide = np.isfinite(a.wide), weights.astype(np.float64)
        depth = np.where(finite, a.wide.max(axis=-1, keepdims=True) - a.wide, 0)
        off = np.where(finite, a.error + roundoff(dtype) * depth + growth(2 * ULPS[dtype.name], dtype), 0)
        worst = off.max(axis=-1, keepdims=True)
        # The last factor makes the computed weights upper bounds of the exact ones, and covers -log(1 - t) >= t.
        average = (wide * np.expm1(off)).sum(axis=-1, keepdims=True) * np.exp(3 * worst + growth(n, dtype))
        factor = off + np.minimum(average, worst) + growth(n, dtype)
        error = wide * np.expm1(factor) * np.exp(factor) + np.where(finite, 4 * smallest(dtype), 0)
    return Bounded(weights, settled(weights, error * SLACK))


def _same(name: str) -> Callable[[Bounded], Bounded]:
    """No rounding: the errors move with the values."""
    return lambda a: Bounded(np.asarray(OPERATIONS[name](a.value)), np.asarray(OPERATIONS[name](a.error)))


def _exact(name: str) -> Callable[[Bounded], Bounded]:
    return lambda a: Bounded(OPERATIONS[name](a.value), a.error)


def _causal(a: Bounded) -> Bounded:
    value = OPERATIONS["causal"](a.value)
    return Bounded(value, np.where(np.isfinite(value), a.error, 0))


def _mask(a: Bounded, pattern: Bounded) -> Bounded:
    value = OPERATIONS["mask"](a.value, pattern.value)
    return Bounded(value, np.where(np.isfinite(value), a.error, 0))


def _times(a: Bounded, b: Bounded) -> Bounded:
    return _multiply(a, b) if a.value.ndim == 0 or b.value.ndim == 0 else _inner("matmul", a, b)


def _outer(a: Bounded, b: Bounded) -> Bounded:
    error = np.outer(a.size, b.error) + np.outer(a.error, b.size + b.error)
    return _result("outer", (a, b), error, 1)


def _list(*rows: Bounded) -> Bounded:
    return Bounded(OPERATIONS["list"](*(r.value for r in rows)), np.stack([r.error for r in rows]))


def _concat(*parts: Bounded) -> Bounded:
    return Bounded(OPERATIONS["concat"](*(p.value for p in parts)), np.concatenate([p.error for p in parts], axis=-1))


def _part(name: str) -> Callable[..., Bounded]:
    """A part of an array, taken of the values and of their errors."""

    def take(a: Bounded, *places: Bounded) -> Bounded:
        at = tuple(p.value for p in places)
        return Bounded(np.asarray(OPERATIONS[name](a.value, *at)), np.asarray(OPERATIONS[name](a.error, *at)))

    return take


BOUNDED: dict[str, Callable[..., Bounded]] = {
    "add": lambda a, b: _add("add", a, b),
    "subtract": lambda a, b: _add("subtract", a, b),
    "multiply": _multiply,
    "divide": _divide,
    "power": _power,
    "maximum": _same("maximum"),
    "matmul": lambda a, b: _inner("matmul", a, b),
    "dot": lambda a, b: _inner("dot", a, b),
    "transpose": _same("transpose"),
    "diag": _same("diag"),
    "negative": _exact("negative"),
    "abs": _exact("abs"),
    "sqrt": _sqrt,
    "exp": _exp,
    "log": _log,
    "softmax": _softmax,
    "rowsum": lambda a: _sum("rowsum", a),
    "rowmax": _same("rowmax"),
    "rowmean": lambda a: _sum("rowmean", a),
    "total": lambda a: _sum("total", a),
    "mean": lambda a: _sum("mean", a),
    "causal": _causal,
    "mask": _mask,
    "times": _times,
    "scale": _multiply,
    "outer": _outer,
    "list": _list,
    "concat": _concat,
    "column": _part("column"),
    "index": _part("index"),
}


def bounded(value: ArrayLike, error: ArrayLike = 0.0) -> Bounded:
    """An operand: exact unless an `error` is given. TypeError for a dtype without bounds."""
    array = np.asarray(value)
    if array.dtype.name not in ULPS:
        raise TypeError(f"bounds are proved for float32 and float64; the value holds {array.dtype}")
    return Bounded(array, np.broadcast_to(np.asarray(error, np.float64), array.shape))


def rounded_to(computed: Bounded, dtype: DTypeLike) -> tuple[NDArray, NDArray]:
    """(value, error) after one more rounding, to float16 or float32: half a unit in the last place, or underflow."""
    with np.errstate(over="ignore"):
        value = computed.value.astype(dtype)
    own = roundoff(dtype) * np.abs(value.astype(np.float64)) + float(np.finfo(dtype).smallest_subnormal) / 2
    return value, settled(value, (computed.error + own) * SLACK)
