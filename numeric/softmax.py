"""Softmax and its logarithm, stable for every finite row: the largest entry is subtracted before the exponential.

exp then never overflows and one term is exp(0) = 1, so that the sum is at least 1. A row of nothing but -inf (every key
masked) has no softmax: it is an error, or a row of zeros when the caller says so; never NaN.
"""

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numeric.inputs import floating

MaskedRows = Literal["error", "zero"]


def row_peak(scores: NDArray, axis: int = -1, masked_rows: MaskedRows = "error") -> NDArray:
    """The maximum along `axis`, kept as an axis, and 0 for a fully masked row if `masked_rows` is "zero".

    ValueError: NaN or +inf among the scores, a fully masked row under "error", an unknown choice, an empty axis.
    """
    if masked_rows not in ("error", "zero"):
        raise ValueError(f"masked_rows is {masked_rows!r}; it can be 'error' or 'zero'")
    if scores.ndim == 0 or scores.shape[axis] == 0:
        raise ValueError(f"a softmax needs at least one entry in a row; the scores have shape {scores.shape}")
    peak = scores.max(axis=axis, keepdims=True)
    sound = np.isfinite(peak)
    if sound.all():
        return peak
    masked = np.isneginf(peak)
    if not (sound | masked).all():
        raise ValueError("the scores hold NaN or +inf")
    if masked_rows == "error":
        row = [int(i) for i in np.argwhere(masked)[0]]
        row.pop(axis)
        raise ValueError(f"row {row} is fully masked: its softmax does not exist; masked_rows='zero' makes it a row of zeros")
    return np.where(masked, scores.dtype.type(0), peak)


def softmax_stable(scores: ArrayLike, axis: int = -1, *, masked_rows: MaskedRows = "error") -> NDArray:
    """exp(s - max s) / sum exp(s - max s) along `axis`; shape and dtype as given (float16 is computed in float32)."""
    given = floating(scores, "scores")
    wide = given.astype(np.float32) if given.dtype == np.float16 else given
    weights = np.exp(wide - row_peak(wide, axis, masked_rows))
    total = weights.sum(axis=axis, keepdims=True)
    weights /= np.where(total == 0, 1, total)
    return weights.astype(given.dtype, copy=False)


def logsumexp(scores: ArrayLike, axis: int = -1, *, keepdims: bool = False) -> NDArray:
    """log sum exp(s) along `axis`, which is dropped unless `keepdims`; -inf for a row of nothing but -inf."""
    given = floating(scores, "scores")
    wide = given.astype(np.float32) if given.dtype == np.float16 else given
    peak = row_peak(wide, axis, "zero")
    with np.errstate(divide="ignore"):
        total = peak + np.log(np.exp(wide - peak).sum(axis=axis, keepdims=True))
    total = total.astype(given.dtype, copy=False)
    return total if keepdims else total.squeeze(axis)


def log_softmax(scores: ArrayLike, axis: int = -1) -> NDArray:
    """s - logsumexp(s) along `axis`, right also where softmax underflows to 0; a fully masked row is an error."""
    given = floating(scores, "scores")
    wide = given.astype(np.float32) if given.dtype == np.float16 else given
    shifted = wide - row_peak(wide, axis)
    shifted -= np.log(np.exp(shifted).sum(axis=axis, keepdims=True))
    return shifted.astype(given.dtype, copy=False)
