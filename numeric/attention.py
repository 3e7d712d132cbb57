"""Attention as a reader writes it. `single_head_attention` is the reference: five lines, one (T, T) matrix.

The mathematics is Vaswani et al. 2017, "Attention Is All You Need", equation 1.
"""

import numpy as np
from numpy.typing import NDArray

from numeric.inputs import finite, same_dtype, shape_error
from numeric.masks import masked_scores
from numeric.softmax import MaskedRows, softmax_stable


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


def attention_weights(
    Q: NDArray, K: NDArray, mask: NDArray | None = None, *, masked_rows: MaskedRows = "error"
) -> NDArray:
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
