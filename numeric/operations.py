"""The table that turns an expression into NumPy: the name of an operation -> the function that a user would call.

Shapes follow NumPy; softmax, rowsum, rowmax and rowmean work along the last axis. Nothing here decides anything:
the values are floats, to be compared through the bounds of numeric.bounds.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from numeric.masks import additive, causal
from numeric.softmax import softmax_stable


def add_causal_mask(scores: NDArray) -> NDArray:
    """Scores (T, S) with -inf where the key is after the query."""
    return scores + additive(causal(*scores.shape[-2:]), scores.dtype)


def transpose(matrix: NDArray) -> NDArray:
    """The last two axes swapped; a vector or a number stays as it is."""
    return np.swapaxes(matrix, -1, -2) if np.ndim(matrix) >= 2 else matrix


def product(left: NDArray, right: NDArray) -> NDArray:
    """What a product sign means between arrays: the matrix product; with a number, scaling."""
    return np.multiply(left, right) if np.ndim(left) == 0 or np.ndim(right) == 0 else np.matmul(left, right)


OPERATIONS: dict[str, Callable[..., NDArray]] = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.divide,
    "power": np.power,
    "maximum": np.max,
    "matmul": np.matmul,
    "dot": np.dot,
    "transpose": transpose,
    "diag": np.diag,
    "negative": np.negative,
    "abs": np.abs,
    "sqrt": np.sqrt,
    "exp": np.exp,
    "log": np.log,
    "softmax": softmax_stable,
    "rowsum": lambda x: np.sum(x, axis=-1, keepdims=True),
    "rowmax": lambda x: np.max(x, axis=-1, keepdims=True),
    "rowmean": lambda x: np.mean(x, axis=-1, keepdims=True),
    "total": np.sum,
    "mean": np.mean,
    "causal": add_causal_mask,
    "times": product,
    "scale": np.multiply,
    "outer": np.outer,
    "list": lambda *rows: np.stack(rows),
    "concat": lambda *parts: np.concatenate(parts, axis=-1),
    "column": lambda matrix, place: matrix[:, int(place)],
    "index": lambda array, *places: array[tuple(map(int, places))],
    "mask": lambda scores, pattern: np.where(pattern != 0, -np.inf, scores),
}
