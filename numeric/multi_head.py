"""Multi-head attention: one wide projection each for Q, K, V, split into heads, merged again, projected once more.

Split is a reshape and then a transpose: features of a token go to heads in turn. Without the transpose tokens and
heads are mixed, one of the classic mistakes (numeric.mistakes).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.attention import attention, attention_backward
from numeric.inputs import finite, shape_error
from numeric.layers import linear, linear_gradients


@dataclass(frozen=True, slots=True)
class Projections:
    """W_Q (d_model, heads * d_k), W_K and W_V the same with kv_heads and d_k or d_v, W_O (heads * d_v, d_out)."""

    W_Q: NDArray
    W_K: NDArray
    W_V: NDArray
    W_O: NDArray


def split_heads(array: NDArray, heads: int) -> NDArray:
    """(..., tokens, heads * size) -> (..., heads, tokens, size)."""
    if heads < 1 or array.ndim < 2 or array.shape[-1] % heads:
        raise ValueError(f"shape {array.shape} does not split into {heads} heads: the last size must be a multiple")
    return np.swapaxes(array.reshape(*array.shape[:-1], heads, -1), -2, -3)


def merge_heads(array: NDArray) -> NDArray:
    """(..., heads, tokens, size) -> (..., tokens, heads * size)."""
    turned = np.swapaxes(array, -2, -3)
    return turned.reshape(*turned.shape[:-2], -1)


def _projected(X: NDArray, W: Projections, heads: int, kv_heads: int | None) -> tuple[list[NDArray], dict[str, Any]]:
    X = finite(X, "X")
    if X.ndim not in (2, 3):
        raise ValueError(f"X has shape {X.shape}; (tokens, features) or (batch, tokens, features) is wanted")
    counts = (("W_Q", heads), ("W_K", kv_heads or heads), ("W_V", kv_heads or heads))
    parts = [split_heads(linear(X, getattr(W, name), name=name), count) for name, count in counts]
    if parts[0].shape[-3] * parts[2].shape[-1] != W.W_O.shape[0]:
        raise shape_error("W_O", W.W_O.shape, "the heads' results", merge_heads(parts[2]).shape, "W_O takes heads * d_v")
    return parts, {} if kv_heads in (None, heads) else {"num_kv_heads": kv_heads}


def multi_head_attention(X: NDArray, W: Projections, heads: int, *, kv_heads: int | None = None, **choices: Any) -> NDArray:
    """merge(attention(split(X W_Q), split(X W_K), split(X W_V))) W_O: X (tokens, d_model), or with a batch axis before.

    `choices` are those of numeric.attention.attention, `blocks` too.
    """
    (Q, K, V), grouped = _projected(X, W, heads, kv_heads)
    return linear(merge_heads(attention(Q, K, V, **grouped, **choices)), W.W_O, name="W_O")


def multi_head_gradients(
    X: NDArray, W: Projections, heads: int, dY: NDArray, *, kv_heads: int | None = None, **choices: Any
) -> tuple[NDArray, Projections]:
    """(dX, the gradients of the four matrices) for the result of `multi_head_attention` with these arguments."""
    (Q, K, V), grouped = _projected(X, W, heads, kv_heads)
    merged = merge_heads(attention(Q, K, V, **grouped, **choices))
    d_merged, dW_O = linear_gradients(merged, W.W_O, dY)
    gradients = attention_backward(Q, K, V, split_heads(d_merged, heads), **grouped, **choices)
    (dX_Q, dW_Q), (dX_K, dW_K), (dX_V, dW_V) = (
        linear_gradients(X, matrix, merge_heads(gradient))
        for matrix, gradient in zip((W.W_Q, W.W_K, W.W_V), gradients, strict=True)
    )
    return dX_Q + dX_K + dX_V, Projections(dW_Q, dW_K, dW_V, dW_O)
