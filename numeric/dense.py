"""Attention with the whole (queries, keys) matrix in memory: for those who want to see the scores or the weights.

The tiled engine is the one to compute with; this one shows each stage, and is a second route to the same result.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numeric.problem import Problem, bias_tile, hidden_tile
from numeric.softmax import softmax_stable
from numeric.tiled import soft_capped


@dataclass(frozen=True, slots=True)
class Stages:
    """Each of shape (batch, heads, queries, keys), in the dtype computed in."""

    raw: NDArray  # Q K^T scale
    capped: NDArray  # softcap tanh(raw / softcap), or raw
    masked: NDArray  # capped + mask, -inf where the query may not attend
    weights: NDArray  # softmax of the rows


def repeated(array: NDArray, group: int) -> NDArray:
    """Every key head `group` times in a row, so that query head h finds its own at h."""
    return array if group == 1 else np.repeat(array, group, axis=1)


def stages(problem: Problem) -> Stages:
    """Scores and weights, stage by stage; ValueError for a fully masked row unless zero rows were chosen."""
    scale = problem.Q.dtype.type(problem.scale)
    raw = np.matmul(problem.Q * scale, np.swapaxes(repeated(problem.K, problem.group), -1, -2))
    capped = raw
    if problem.softcap is not None:
        capped = raw.copy()
        soft_capped(capped, problem.softcap)
    masked = np.empty_like(capped)
    rows, columns = slice(0, raw.shape[2]), slice(0, raw.shape[3])
    for head in problem.heads:
        bias, hidden = (tile(problem, head, rows, columns) for tile in (bias_tile, hidden_tile))
        masked[head] = capped[head] if bias is None else capped[head] + bias
        if hidden is not None:
            masked[head][hidden] = -np.inf
    return Stages(raw, capped, masked, softmax_stable(masked, masked_rows=problem.masked_rows))


def dense_attention(problem: Problem) -> tuple[NDArray, NDArray]:
    """(Y, A): (batch, heads, queries, d_v) and the weights (batch, heads, queries, keys), in the dtype computed in."""
    weights = stages(problem).weights
    return weights @ repeated(problem.V, problem.group), weights
