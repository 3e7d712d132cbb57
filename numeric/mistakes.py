"""Known mistakes in attention code, each one line away from the truth, and the naming of the one behind a result.

All four stood in what ONNX published for its Attention operator and were corrected later: in test vectors the heads
(1.18.0), the tiling (1.18.0, 1.19.0) and the softcap (1.18.0 to 1.21.0), in the reference program the causal mask
(1.18.0). A name is given only if the changed line reproduces the published numbers and the right code does not.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from numeric.dense import repeated, stages
from numeric.onnx_operator import Attributes, Inputs, Steps, attention_operator
from numeric.problem import Problem
from numeric.softmax import softmax_stable
from numeric.tiled import soft_capped


def split_without_transpose(array: NDArray, heads: int) -> NDArray:
    """(batch, tokens, heads * size) reshaped straight to (batch, heads, tokens, size): tokens and heads get mixed."""
    batch, tokens, features = array.shape
    return array.reshape(batch, heads, tokens, features // heads)


def tiled_heads(array: NDArray, group: int) -> NDArray:
    """Key heads 0 1 2 0 1 2 where 0 0 1 1 2 2 is right."""
    return np.tile(array, (1, group, 1, 1))


def softcap_after_mask(problem: Problem) -> NDArray:
    """c tanh((s + mask) / c): -inf becomes -c, and masked keys get weight."""
    scores = stages(replace(problem, softcap=None)).masked
    if problem.softcap is not None:
        soft_capped(scores, problem.softcap)
    return softmax_stable(scores, masked_rows=problem.masked_rows) @ repeated(problem.V, problem.group)


MISTAKES: dict[str, Steps] = {
    "heads reshaped without a transpose": Steps(split=split_without_transpose),
    "grouped queries by tiling instead of repeating": Steps(share=tiled_heads),
    "softcap after the mask": Steps(attend=softcap_after_mask),
    "causal mask without the offset of the past": Steps(past_moves_queries=False),
}


def _combined(first: Steps, second: Steps) -> Steps:
    plain = Steps()
    changed = {n: getattr(second, n) for n in Steps.__slots__ if getattr(second, n) != getattr(plain, n)}
    return replace(first, **changed)


def _candidates() -> Iterator[tuple[tuple[str, ...], Steps]]:
    """No mistake, each mistake, each pair: the fewest first."""
    yield (), Steps()
    yield from (((name,), steps) for name, steps in MISTAKES.items())
    names = list(MISTAKES)
    for i, first in enumerate(names):
        for second in names[i + 1 :]:
            yield (first, second), _combined(MISTAKES[first], MISTAKES[second])


def recognise(
    inputs: Inputs, attributes: Attributes, published: NDArray, *, rtol: float = 1e-3, atol: float = 1e-6
) -> tuple[str, ...] | None:
    """The fewest mistakes (none, one, two) that reproduce `published` as the operator's Y; None if none do.

    () means that the published result is right. Agreement: |ours - published| <= atol + rtol |published|, everywhere.
    """
    for names, steps in _candidates():
        Y = attention_operator(inputs, attributes, steps).Y
        if Y.shape == published.shape and np.allclose(Y, published, rtol=rtol, atol=atol):
            return names
    return None
