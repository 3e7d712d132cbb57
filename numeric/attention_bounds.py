"""Error bounds for whole results: one head of attention forward and backward, by the five lines or in tiles.

Built from numeric.bounds, step by step as the code computes. The tiled bound differs in what is proved of the sums:
within a tile at most `keys` terms, then one addition a tile, which is far below n u for long rows.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numeric.bounds import BOUNDED, SLACK, ULPS, Bounded, bounded, growth, roundoff, smallest
from numeric.masks import additive
from numeric.problem import Problem
from numeric.tiled import SAFE_SCORE, Blocks, largest_norm, may_skip_maximum


@dataclass(frozen=True, slots=True)
class AttentionBounds:
    """Scores after scale and mask, weights, result; each with its error."""

    S: Bounded
    A: Bounded
    Y: Bounded


@dataclass(frozen=True, slots=True)
class GradientBounds:
    """What numeric.gradients.attention_gradients returns, each with its error."""

    dQ: Bounded
    dK: Bounded
    dV: Bounded
    dA: Bounded
    dS: Bounded


def root_and_inverse(size: int, like: NDArray) -> tuple[Bounded, Bounded]:
    """sqrt(size) and 1 / sqrt(size), by float64 in the dtype of `like`: at most one and two roundings there."""
    u, kind = roundoff(like.dtype), like.dtype.type
    root, inverse = np.sqrt(size), 1 / np.sqrt(size)
    return bounded(kind(root), 1.1 * u * root), bounded(kind(inverse), 2.1 * u * inverse)


def added(mask: NDArray, dtype: np.dtype) -> NDArray:
    """The mask as numbers to add."""
    return additive(mask, dtype) if mask.dtype == np.bool_ else mask.astype(dtype)


def attention_bounds(Q: NDArray, K: NDArray, V: NDArray, mask: NDArray | None = None) -> AttentionBounds:
    """For numeric.attention.single_head_attention on the same arguments, taken as exact; no row fully masked."""
    root, _ = root_and_inverse(Q.shape[-1], Q)
    products = BOUNDED["matmul"](bounded(Q), bounded(K.T))
    S = BOUNDED["divide"](products, root)
    if mask is not None:
        S = BOUNDED["add"](S, bounded(added(mask, Q.dtype)))
    A = BOUNDED["softmax"](S)
    return AttentionBounds(S, A, BOUNDED["matmul"](A, bounded(V)))


def gradient_bounds(Q: NDArray, K: NDArray, V: NDArray, dY: NDArray, mask: NDArray | None = None) -> GradientBounds:
    """For numeric.gradients.attention_gradients on the same arguments, taken as exact; no row fully masked."""
    A = attention_bounds(Q, K, V, mask).A
    _, scale = root_and_inverse(Q.shape[-1], Q)
    dA = BOUNDED["matmul"](bounded(dY), bounded(V.T))
    rows = BOUNDED["rowsum"](BOUNDED["multiply"](dA, A))
    dS = BOUNDED["multiply"](A, BOUNDED["subtract"](dA, rows))
    transposed = BOUNDED["transpose"]
    return GradientBounds(
        dQ=BOUNDED["multiply"](BOUNDED["matmul"](dS, bounded(K)), scale),
        dK=BOUNDED["multiply"](BOUNDED["matmul"](transposed(dS), bounded(Q)), scale),
        dV=BOUNDED["matmul"](transposed(A), bounded(dY)),
        dA=dA,
        dS=dS,
    )


def tiled_bounds(
    Q: NDArray, K: NDArray, V: NDArray, mask: NDArray | None = None, blocks: Blocks | None = None
) -> tuple[NDArray, NDArray]:
    """(E of Y, E of L) for one head through numeric.tiled.tiled_attention, in the dtype that it computes in.

    The computed Y is a quotient of sums of w_j v_j and of w_j, w_j = exp(s_j - m) exp(+-f_j). In f_j: d_k + 3 roundings
    of the score against |q||k| scale, one against |bias|; one exp; at most `keys` terms in a tile's sum and one
    addition a tile; and where a running maximum is needed, u (m - s_j), the shifts of all tiles together, for they
    telescope, and as many rescalings as tiles.
    Hence |Y - exact| <= (sum A_j expm1(f_j) |v_j| + |Y| sum A_j expm1(f_j)) / (1 - sum A_j expm1(f_j)), and L is off by
    the average of f_j, and by its own log and addition.
    """
    blocks = blocks or Blocks()
    dtype, u = Q.dtype, roundoff(Q.dtype)
    keys, d_k = K.shape
    tiles = -(-keys // blocks.keys)
    skips = may_skip_maximum(V, mask)
    Q, K, V = (array.astype(np.float64) for array in (Q, K, V))
    scale = 1 / np.sqrt(d_k)
    S, size = Q @ K.T * scale, np.abs(Q) @ np.abs(K).T * scale
    if mask is not None:
        S = S + added(mask, np.dtype(np.float64))
    seen = np.isfinite(S)
    peak = S.max(axis=1, keepdims=True)
    A = np.exp(S - peak)
    A /= A.sum(axis=1, keepdims=True)
    off = growth(d_k + 3, dtype) * size + np.where(seen, u * np.abs(S), 0) * (mask is not None)
    steps = 2 * ULPS[dtype.name] + min(keys, blocks.keys) + tiles
    if not skips or largest_norm(Q) * largest_norm(K) * scale >= 0.99 * SAFE_SCORE[dtype.name]:
        off += u * (np.where(seen, peak - S, 0) + 2 * off.max(axis=1, keepdims=True))
        steps += (2 * ULPS[dtype.name] + 1) * tiles
    off += growth(steps, dtype)
    relative = A * np.expm1(off)
    average = relative.sum(axis=1, keepdims=True)
    floor = keys * smallest(dtype) * np.exp(SAFE_SCORE[dtype.name]) * (1 + np.abs(V).max(axis=0))
    error = (relative @ np.abs(V) + (A @ np.abs(V)) * (average + 2 * u)) / (1 - average) + floor
    known = average < 0.5
    row_sum = np.log(A.shape[1])
    shift = np.abs(peak) + row_sum
    in_L = 2 * average + (2 * ULPS[dtype.name] + 2) * u * shift + growth(4, dtype) + keys * smallest(dtype)
    return np.where(known, error * SLACK, np.inf), np.where(known, in_L * SLACK, np.inf)[:, 0]


def tiled_gradient_bounds(
    problem: Problem, Y: NDArray, L: NDArray, dY: NDArray, blocks: Blocks | None = None
) -> tuple[NDArray, NDArray, NDArray]:
    """(E of dQ, E of dK, E of dV) for a problem of one head without softcap; Y and L as the forward pass gave them."""
    head, exact = (0, 0), bounded
    Q, K, V = (array[head] for array in (problem.Q, problem.K, problem.V))
    mask = None if problem.mask is None else problem.mask[head]
    E_Y, E_L = tiled_bounds(Q, K, V, mask, blocks)
    _, scale = root_and_inverse(Q.shape[-1], Q)
    multiply, matmul, turned = BOUNDED["multiply"], BOUNDED["matmul"], BOUNDED["transpose"]
    scaled = multiply(exact(Q), scale)
    shifted = joined(scaled, BOUNDED["negative"](exact(L[head][:, None], E_L[:, None])))
    exponents = matmul(shifted, turned(joined(exact(K), exact(np.ones((len(K), 1), K.dtype)))))
    if mask is not None:
        exponents = BOUNDED["add"](exponents, exact(added(mask, K.dtype)))
    A = BOUNDED["exp"](exponents)
    D = BOUNDED["negative"](BOUNDED["rowsum"](multiply(exact(dY), exact(Y[head], E_Y))))
    slopes = matmul(joined(exact(dY), D), turned(joined(exact(V), exact(np.ones((len(V), 1), V.dtype)))))
    dS = multiply(A, slopes)
    return (
        multiply(matmul(dS, exact(K)), scale).error,
        matmul(turned(dS), scaled).error,
        matmul(turned(A), exact(dY)).error,
    )


def joined(left: Bounded, right: Bounded) -> Bounded:
    """[left, right], one beside the other."""
    return Bounded(*(np.concatenate([a, b], axis=1) for a, b in ((left.value, right.value), (left.error, right.error))))
