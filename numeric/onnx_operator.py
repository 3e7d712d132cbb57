"""The Attention operator of ONNX (opsets 23 to 25) in terms of this engine: its test vectors then test the engine.

The operator's own words: 3-D inputs carry all heads in the last axis, `nonpad_kv_seqlen` counts the valid keys of each
batch entry, fully masked rows become zero. `Steps` are the four places where implementations have been known to slip;
numeric.mistakes changes one of them at a time.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numeric.dense import repeated, stages
from numeric.masks import lengthened, padding
from numeric.multi_head import merge_heads, split_heads
from numeric.problem import Problem, pose
from numeric.tiled import tiled_attention

# qk_matmul_output_mode -> the stage that the fourth output shows
SHOWN = {0: "raw", 1: "capped", 2: "masked", 3: "weights"}
DOUBLE = 11  # the element type that softmax_precision names; all others are no wider than what is computed in anyway


def _tiled(problem: Problem) -> NDArray:
    return tiled_attention(problem)[0]


@dataclass(frozen=True, slots=True)
class Steps:
    """How heads are split off and key heads shared, whether past keys move the queries' places, and the rest."""

    split: Callable[[NDArray, int], NDArray] = split_heads
    share: Callable[[NDArray, int], NDArray] = repeated
    past_moves_queries: bool = True
    attend: Callable[[Problem], NDArray] = _tiled


@dataclass(frozen=True, slots=True)
class Attributes:
    """The operator's attributes, by their ONNX names and defaults."""

    is_causal: int = 0
    scale: float | None = None
    softcap: float = 0.0
    q_num_heads: int | None = None
    kv_num_heads: int | None = None
    left_window_size: int = -1
    right_window_size: int = -1
    qk_matmul_output_mode: int = 0
    softmax_precision: int | None = None


@dataclass(frozen=True, slots=True)
class Inputs:
    """The operator's inputs, by their ONNX names."""

    Q: NDArray
    K: NDArray
    V: NDArray
    attn_mask: NDArray | None = None
    past_key: NDArray | None = None
    past_value: NDArray | None = None
    nonpad_kv_seqlen: NDArray | None = None


@dataclass(frozen=True, slots=True)
class Outputs:
    """The operator's four outputs."""

    Y: NDArray
    present_key: NDArray
    present_value: NDArray
    qk_matmul_output: NDArray


def _mask(inputs: Inputs, keys: int) -> NDArray | None:
    """The mask as long as the keys, with the padding of each batch entry hidden."""
    mask = inputs.attn_mask
    if mask is not None and mask.shape[-1] < keys:
        mask = lengthened(mask, keys)
    if inputs.nonpad_kv_seqlen is None:
        return mask
    valid = padding(inputs.nonpad_kv_seqlen, keys)[:, None]
    if mask is None:
        return valid
    return valid & mask if mask.dtype == np.bool_ else np.where(valid, mask, mask.dtype.type(-np.inf))


def _offset(inputs: Inputs, queries: int, steps: Steps) -> NDArray | int | None:
    if inputs.nonpad_kv_seqlen is not None:
        return inputs.nonpad_kv_seqlen - queries
    return None if steps.past_moves_queries else 0


def posed(inputs: Inputs, attributes: Attributes, steps: Steps) -> Problem:
    """The operator's inputs and attributes as a Problem with as many key heads as query heads."""
    Q, K, V = inputs.Q, inputs.K, inputs.V
    if Q.ndim == 3:
        if not attributes.q_num_heads or not attributes.kv_num_heads:
            raise ValueError(f"Q has shape {Q.shape}: 3-D inputs need q_num_heads and kv_num_heads")
        Q = steps.split(Q, attributes.q_num_heads)
        K, V = (steps.split(array, attributes.kv_num_heads) for array in (K, V))
    if (inputs.past_key is None) != (inputs.past_value is None):
        raise ValueError("past_key and past_value are given together or not at all")
    past = [array for array in (inputs.past_key, inputs.past_value) if array is not None]
    group = Q.shape[1] // K.shape[1] if K.shape[1] else 1
    K, V, *past = (steps.share(array, group) for array in (K, V, *past))
    keys = K.shape[2] + (past[0].shape[2] if past else 0)
    return pose(
        Q,
        K,
        V,
        mask=_mask(inputs, keys),
        causal=bool(attributes.is_causal),
        window=(attributes.left_window_size, attributes.right_window_size),
        offset=_offset(inputs, Q.shape[2], steps),
        scale=attributes.scale,
        softcap=attributes.softcap or None,
        past=(past[0], past[1]) if past else None,
        masked_rows="zero",
        compute="float64-once" if attributes.softmax_precision == DOUBLE else None,
    )


def attention_operator(inputs: Inputs, attributes: Attributes | None = None, steps: Steps | None = None) -> Outputs:
    """All four outputs; the fourth makes the whole (queries, keys) matrix. Errors are those of numeric.problem.pose."""
    attributes, steps = attributes or Attributes(), steps or Steps()
    problem = posed(inputs, attributes, steps)
    Y = problem.result(steps.attend(problem))
    group = problem.Q.shape[1] // (attributes.kv_num_heads or inputs.K.shape[1])
    return Outputs(
        Y=merge_heads(Y) if inputs.Q.ndim == 3 else Y,
        present_key=problem.K[:, ::group].astype(problem.dtype, copy=False),
        present_value=problem.V[:, ::group].astype(problem.dtype, copy=False),
        qk_matmul_output=problem.result(getattr(stages(problem), SHOWN[attributes.qk_matmul_output_mode])),
    )
