"""The backward passes, by hand. Each function takes what the forward pass saw and the gradient of its result.

Names: dX is the derivative of the loss with respect to X, of X's shape.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numeric.attention import attention_weights, check_head
from numeric.inputs import finite, same_dtype, shape_error
from numeric.softmax import MaskedRows


@dataclass(frozen=True, slots=True)
class AttentionGradients:
    """dS is taken with respect to the scores after the scale 1/sqrt(d_k), before the mask."""

    dQ: NDArray
    dK: NDArray
    dV: NDArray
    dA: NDArray
    dS: NDArray


def softmax_gradient(A: NDArray, dA: NDArray) -> NDArray:
    """dS = A * (dA - rowsum(dA * A)) for A = softmax(S) over the last axis: each row times diag(a) - a a^T."""
    if A.shape != dA.shape:
        raise shape_error("A", A.shape, "dA", dA.shape, "a gradient has the shape of its array")
    return A * (dA - (dA * A).sum(axis=-1, keepdims=True))


def attention_gradients(
    Q: NDArray, K: NDArray, V: NDArray, dY: NDArray, mask: NDArray | None = None, *, masked_rows: MaskedRows = "error"
) -> AttentionGradients:
    """Gradients of Y = softmax(Q K^T / sqrt(d_k) + mask) V, given dY (T, d_v): each of the shape of its array."""
    Q, K, V = check_head(Q, K, V)
    dY = finite(dY, "dY")
    same_dtype(Q=Q, dY=dY)
    if dY.shape != (len(Q), V.shape[1]):
        raise shape_error("dY", dY.shape, "Y", (len(Q), V.shape[1]), "a gradient has the shape of its array")
    scale = Q.dtype.type(1 / np.sqrt(Q.shape[-1]))
    A = attention_weights(Q, K, mask, masked_rows=masked_rows)
    dA = dY @ V.T
    dS = softmax_gradient(A, dA)
    return AttentionGradients(dQ=dS @ K * scale, dK=dS.T @ Q * scale, dV=A.T @ dY, dA=dA, dS=dS)
