"""Attention and its gradients in ball arithmetic (python-flint): certain to 60 digits, and nobody's floats."""

import numpy as np
from flint import arb, arb_mat, ctx
from numpy.typing import NDArray

BITS = 250


def matrix(array: NDArray) -> arb_mat:
    return arb_mat([[arb(float(x)) for x in row] for row in array])


def weights(Q: NDArray, K: NDArray, mask: NDArray | None = None) -> arb_mat:
    """softmax(Q K^T / sqrt(d_k) + mask); mask additive, -inf hides."""
    S = matrix(Q) * matrix(K).transpose() / arb(Q.shape[1]).sqrt()
    rows = []
    for i in range(S.nrows()):
        hidden = [mask is not None and np.isneginf(mask[i, j]) for j in range(S.ncols())]
        bias = [arb(0) if mask is None or h else arb(float(mask[i, j])) for j, h in enumerate(hidden)]
        row = [arb(0) if h else (S[i, j] + bias[j]).exp() for j, h in enumerate(hidden)]
        total = sum(row, arb(0))
        rows.append([x / total for x in row])
    return arb_mat(rows)


def attention(Q: NDArray, K: NDArray, V: NDArray, mask: NDArray | None = None) -> dict[str, arb_mat]:
    ctx.prec = BITS
    A = weights(Q, K, mask)
    return {"A": A, "Y": A * matrix(V)}


def gradients(Q: NDArray, K: NDArray, V: NDArray, dY: NDArray, mask: NDArray | None = None) -> dict[str, arb_mat]:
    ctx.prec = BITS
    A, scale = weights(Q, K, mask), 1 / arb(Q.shape[1]).sqrt()
    dA = matrix(dY) * matrix(V).transpose()
    rows = []
    for i in range(A.nrows()):
        mean = sum((A[i, j] * dA[i, j] for j in range(A.ncols())), arb(0))
        rows.append([A[i, j] * (dA[i, j] - mean) for j in range(A.ncols())])
    dS = arb_mat(rows)
    return {
        "dQ": dS * matrix(K) * scale,
        "dK": dS.transpose() * matrix(Q) * scale,
        "dV": A.transpose() * matrix(dY),
        "dA": dA,
        "dS": dS,
    }


def errors(computed: NDArray, exact: arb_mat) -> NDArray:
    """|computed - exact| in each entry, rounded upwards."""
    ctx.prec = BITS
    return np.array(
        [[float((arb(float(x)) - exact[i, j]).abs_upper()) for j, x in enumerate(row)] for i, row in enumerate(computed)]
    )
