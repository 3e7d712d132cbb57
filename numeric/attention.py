"""Attention as a reader writes it (`single_head_attention`: five lines, one (T, T) matrix), and as it is run.

`attention` and `attention_backward` take heads, batches, masks, windows and past keys, and work in tiles.
The mathematics is Vaswani et al. 2017, "Attention Is All You Need", equation 1; grouped queries: Ainslie et al. 2023;
soft cap: Gemma Team 2024, section 2. `softmax(S) V` in tiles: see numeric.tiled.
"""

from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numeric.dense import dense_attention
from numeric.inputs import finite, same_dtype, shape_error
from numeric.masks import masked_scores
from numeric.problem import pose
from numeric.softmax import MaskedRows, softmax_stable
from numeric.tiled import Blocks, tiled_attention
from numeric.tiled_gradients import tiled_attention_gradients


def check_head(Q: NDArray, K: NDArray, V: NDArray) -> tuple[NDArray, NDArray, NDArray]:
    """Q (T, d_k), K (S, d_k), V (S, d_v), finite and of one dtype; TypeError or ValueError says what is not."""
    Q, K, V = finite(Q, "Q"), finite(K, "K"), finite(V, "V")
    for name, array in (("Q", Q), ("K", K), ("V", V)):
        if array.ndim != 2:
            raise ValueError(f"{name} has shape {array.shape}; one head is a matrix (tokens, features)")
    same_dtype(Q=Q, K=K, V=V)
    if Q.shape[1] != K.shape[1]:
        raise shape_error("Q", Q.shape, "K", K.shape, "the last sizes, d_k, must be equal")
    if K.shape[0] != V.shape[0]:
        raise shape_error("K", K.shape, "V", V.shape, "the first sizes, the number of keys, must be equal")
    if Q.shape[1] == 0:
        raise ValueError(f"Q has shape {Q.shape}: d_k is 0 and 1/sqrt(d_k) does not exist")
    return Q, K, V


def attention_weights(Q: NDArray, K: NDArray, mask: NDArray | None = None, *, masked_rows: MaskedRows = "error") -> NDArray:
    """A = softmax(Q K^T / sqrt(d_k) + mask), shape (T, S), in the dtype of Q."""
    scores = Q @ K.T / Q.dtype.type(np.sqrt(Q.shape[-1]))  # a bare np.sqrt is a float64 and would widen float32
    return softmax_stable(masked_scores(scores, mask), masked_rows=masked_rows)


def single_head_attention(
    Q: NDArray, K: NDArray, V: NDArray, mask: NDArray | None = None, *, masked_rows: MaskedRows = "error"
) -> NDArray:
    """Y = softmax(Q K^T / sqrt(d_k) + mask) V: Q (T, d_k), K (S, d_k), V (S, d_v) -> (T, d_v), in their dtype.

    `mask` (T, S) is boolean (True: may attend) or additive. A fully masked row is a ValueError, or a row of zeros.
    """
    Q, K, V = check_head(Q, K, V)
    return attention_weights(Q, K, mask, masked_rows=masked_rows) @ V


@overload
def attention(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike,
    *,
    return_weights: Literal[False] = False,
    blocks: Blocks | None = None,
    **choices: Any,
) -> NDArray: ...


@overload
def attention(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike,
    *,
    return_weights: Literal[True],
    blocks: Blocks | None = None,
    **choices: Any,
) -> tuple[NDArray, NDArray]: ...


def attention(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike,
    *,
    return_weights: bool = False,
    blocks: Blocks | None = None,
    **choices: Any,
) -> NDArray | tuple[NDArray, NDArray]:
    """Y = softmax(softcap(Q K^T scale) + mask) V, or (Y, A) with `return_weights`; dtype kept, float16 by float32.

    Q (queries, d_k), K (keys, d_k), V (keys, d_v), each with the same leading axes: none, (heads,) or (batch, heads).
    `blocks`: tile sizes, threads and the exponential (numeric.tiled.Blocks). The `choices`, all of them optional:

    mask          boolean (True: may attend) or additive, broadcast to (batch, heads, queries, keys)
    short_mask    "masked": keys beyond the mask's last axis may not be attended; "error" (default)
    causal        True: query i attends the keys up to place i + offset
    window        (left, right): how many keys before and after its place a query attends; -1: all
    offset        the place of query 0 among the keys, one integer or one a batch entry; default: how many past keys
    scale         default 1 / sqrt(d_k); positive
    softcap       c > 0: scores become c tanh(scores / c), before the mask
    num_kv_heads  says that K and V have that many heads, each shared by as many query heads in a row
    past          (K, V) of earlier tokens, put before K and V
    masked_rows   a row without a key: "error" (default) or "zero"
    compute       "float64-once": all in float64, rounded once at the end

    TypeError, ValueError: what does not fit, with both shapes. OverflowError: the scores leave the range of the dtype.
    """
    problem = pose(Q, K, V, **choices)
    if return_weights:
        Y, A = dense_attention(problem)
        return problem.result(Y), problem.result(A)
    return problem.result(tiled_attention(problem, blocks)[0])


def attention_backward(
    Q: ArrayLike, K: ArrayLike, V: ArrayLike, dY: ArrayLike, *, blocks: Blocks | None = None, **choices: Any
) -> tuple[NDArray, NDArray, NDArray]:
    """(dQ, dK, dV) for a loss whose derivative with respect to Y = attention(Q, K, V, **choices) is `dY`.

    Runs the forward pass in tiles first. With `past`, dK and dV are those of past and new keys together.
    """
    problem = pose(Q, K, V, **choices)
    Y, L = tiled_attention(problem, blocks)
    dQ, dK, dV = (problem.result(d) for d in tiled_attention_gradients(problem, Y, L, dY, blocks))
    return dQ, dK, dV
