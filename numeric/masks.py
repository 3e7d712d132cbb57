"""Masks: which query may attend which key.

A mask is boolean (True: may attend, as in ONNX and PyTorch) or additive (0: may attend, -inf: may not; other finite
values are biases). The functions here make boolean ones of shape (queries, keys); `additive` turns one into the other.
"""

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray


def _distance(queries: int, keys: int, offset: int) -> NDArray[np.int64]:
    """How many places query i, which stands at i + offset, is after key j."""
    if queries < 0 or keys < 0:
        raise ValueError(f"a mask of {queries} queries and {keys} keys: neither can be negative")
    return np.arange(queries)[:, None] + offset - np.arange(keys)[None, :]


def causal(queries: int, keys: int | None = None, offset: int = 0) -> NDArray[np.bool_]:
    """True where the key is not after the query; query i stands at place i + `offset` (the number of past keys)."""
    return _distance(queries, queries if keys is None else keys, offset) >= 0


def sliding_window(queries: int, keys: int | None = None, *, left: int, right: int = 0, offset: int = 0) -> NDArray[np.bool_]:
    """True for the `left` keys before the query, its own and the `right` keys after it; -1 leaves a side open."""
    if left < -1 or right < -1:
        raise ValueError(f"a window of left={left}, right={right}: each is -1 (open) or a count")
    distance = _distance(queries, queries if keys is None else keys, offset)
    allowed = np.ones(distance.shape, bool)
    if left >= 0:
        allowed &= distance <= left
    if right >= 0:
        allowed &= distance >= -right
    return allowed


def padding(lengths: ArrayLike, keys: int) -> NDArray[np.bool_]:
    """True for the first `lengths[b]` keys of batch entry b, for every query: shape (*lengths.shape, 1, keys)."""
    counts = np.asarray(lengths)
    if counts.dtype.kind not in "iu":
        raise TypeError(f"lengths holds {counts.dtype}; integers are wanted")
    if counts.size and (counts.min() < 0 or counts.max() > keys):
        raise ValueError(
            f"lengths must lie between 0 and {keys}, the number of keys; they go from {counts.min()} to {counts.max()}"
        )
    return np.arange(keys) < counts[..., None, None]


def additive(allowed: NDArray[np.bool_], dtype: DTypeLike = np.float64) -> NDArray:
    """0 where `allowed`, -inf elsewhere: the mask to add to the scores."""
    if allowed.dtype != np.bool_:
        raise TypeError(f"the mask holds {allowed.dtype}; booleans are wanted")
    return np.where(allowed, np.zeros((), dtype), np.full((), -np.inf, dtype))


def added_bias(mask: NDArray, dtype: np.dtype) -> NDArray:
    """An additive mask in the dtype of the scores; TypeError for other numbers, ValueError for NaN and +inf."""
    if mask.dtype.kind != "f":
        raise TypeError(f"mask holds {mask.dtype}; booleans (True: may attend) or floats to add are wanted")
    with np.errstate(over="ignore"):
        bias = mask.astype(dtype, copy=False)
    if np.isnan(bias).any() or np.isposinf(bias).any():
        raise ValueError(f"mask holds NaN or +inf, or a number above the range of {dtype}")
    return bias


def lengthened(mask: NDArray, keys: int) -> NDArray:
    """The mask with the keys beyond its last axis hidden, `keys` in all."""
    hidden = False if mask.dtype == np.bool_ else -np.inf
    return np.pad(mask, [(0, 0)] * (mask.ndim - 1) + [(0, keys - mask.shape[-1])], constant_values=hidden)


def masked_scores(scores: NDArray, mask: ArrayLike | None) -> NDArray:
    """The scores with the mask applied; shapes must be equal or the mask must broadcast to the scores' shape."""
    if mask is None:
        return scores
    mask = np.asarray(mask)
    try:
        fits = np.broadcast_shapes(scores.shape, mask.shape) == scores.shape
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(f"mask has shape {mask.shape} but the scores have shape {scores.shape}: it does not broadcast to them")
    if mask.dtype == np.bool_:
        return np.where(mask, scores, scores.dtype.type(-np.inf))
    return scores + added_bias(mask, scores.dtype)
