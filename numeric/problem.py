"""One attention problem, checked once: everything as (batch, heads, tokens, features), all choices made explicit.

`pose` is the only way in for attention forward, backward and dense weights. It copies no array unless the dtype has to
change, and it broadcasts nothing but a mask.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numeric.inputs import finite, same_dtype, shape_error
from numeric.masks import added_bias, lengthened
from numeric.softmax import MaskedRows

Compute = Literal["float64-once"]
AXES = "(tokens, features), (heads, tokens, features) or (batch, heads, tokens, features)"


@dataclass(frozen=True, slots=True)
class Problem:
    """Query head h uses key head h // group; query i of batch entry b stands at place i + offsets[b] among the keys."""

    Q: NDArray  # (batch, heads, queries, d_k), in the dtype that is computed in
    K: NDArray  # (batch, heads // group, keys, d_k)
    V: NDArray  # (batch, heads // group, keys, d_v)
    mask: NDArray | None  # boolean or additive, a view of shape (batch, heads, queries, keys)
    left: int  # keys before the query's place that it may attend; -1: all
    right: int  # keys after it; -1: all, 0: causal
    offsets: tuple[int, ...]  # one a batch entry
    scale: float
    softcap: float | None
    masked_rows: MaskedRows
    dtype: np.dtype  # of the result
    axes: int  # 2, 3 or 4: how many the caller's arrays had

    @property
    def group(self) -> int:
        """Query heads that share one key head."""
        return self.Q.shape[1] // self.K.shape[1]

    @property
    def heads(self) -> list[tuple[int, int]]:
        """Every (batch entry, query head)."""
        batch, heads = self.Q.shape[:2]
        return [(b, h) for b in range(batch) for h in range(heads)]

    def result(self, array: NDArray) -> NDArray:
        """`array` (batch, heads, tokens, features) with as many axes and of the dtype that the caller gave."""
        for _ in range(4 - self.axes):
            array = array[0]
        return array.astype(self.dtype, copy=False)


def four_axes(array: ArrayLike, name: str) -> NDArray:
    """The array with leading axes of size 1 up to four; ValueError for fewer than two or more than four."""
    array = finite(array, name)
    if not 2 <= array.ndim <= 4:
        raise ValueError(f"{name} has shape {array.shape}; {AXES} is wanted")
    return array.reshape((1,) * (4 - array.ndim) + array.shape)


def _check_shapes(Q: NDArray, K: NDArray, V: NDArray, num_kv_heads: int | None, axes: int) -> None:
    """ValueError names the first two arrays that do not fit, with the shapes that the caller knows."""
    arrays = {"Q": Q, "K": K, "V": V}

    def must(fits: bool, first: str, second: str, why: str) -> None:
        if not fits:
            raise shape_error(first, arrays[first].shape[4 - axes :], second, arrays[second].shape[4 - axes :], why)

    must(Q.shape[0] == K.shape[0], "Q", "K", "the batch sizes must be equal")
    must(Q.shape[0] == V.shape[0], "Q", "V", "the batch sizes must be equal")
    must(Q.shape[3] == K.shape[3], "Q", "K", "the last sizes, d_k, must be equal")
    must(K.shape[1] == V.shape[1], "K", "V", "the numbers of heads must be equal")
    must(K.shape[2] == V.shape[2], "K", "V", "the numbers of keys must be equal")
    sizes = (*Q.shape[:2], Q.shape[3], *K.shape[1:3])
    must(0 not in sizes, "Q", "K", "attention needs d_k > 0 and at least one key, one head, one batch entry")
    query_heads, key_heads = Q.shape[1], K.shape[1]
    if num_kv_heads is not None and num_kv_heads != key_heads:
        raise ValueError(f"num_kv_heads is {num_kv_heads} but K has shape {K.shape[4 - axes :]}: {key_heads} heads")
    must(query_heads % key_heads == 0, "Q", "K", f"{query_heads} query heads cannot share {key_heads} key heads evenly")
    shared = f"the numbers of heads differ; num_kv_heads={key_heads} lets {query_heads} query heads share them"
    must(query_heads == key_heads or num_kv_heads is not None, "Q", "K", shared)


def _with_past(new: NDArray, past: ArrayLike, name: str) -> NDArray:
    before = four_axes(past, f"past_{name}")
    same_dtype(**{f"past_{name}": before, name: new})
    if before.shape[:2] + before.shape[3:] != new.shape[:2] + new.shape[3:]:
        raise shape_error(f"past_{name}", before.shape, name, new.shape, "all sizes but the tokens must be equal")
    return np.concatenate([before, new], axis=2)


def _posed_mask(mask: ArrayLike, wanted: tuple[int, ...], short_mask: str, dtype: np.dtype, axes: int) -> NDArray:
    mask = np.asarray(mask)
    if mask.dtype != np.bool_:
        mask = added_bias(mask, dtype)
    missing = wanted[3] - mask.shape[-1] if mask.ndim else 0
    if missing > 0 and short_mask == "masked" and mask.shape[-1] != 1:
        mask = lengthened(mask, wanted[3])
    try:
        return np.broadcast_to(mask, wanted)
    except ValueError:
        raise shape_error(
            "mask", mask.shape, "the matrix of scores", wanted[4 - axes :], "the mask does not broadcast to it"
        ) from None


def _number(value: float, name: str, least: float = 0.0) -> float:
    if not np.isfinite(value) or value <= least:
        raise ValueError(f"{name} is {value}; a finite number above {least:g} is wanted")
    return float(value)


def _places(offset: int | ArrayLike | None, past: int, batch: int) -> tuple[int, ...]:
    places = np.asarray(past if offset is None else offset)
    if places.dtype.kind not in "iu" or places.shape not in ((), (batch,)):
        raise ValueError(
            f"offset is one integer or {batch}, one a batch entry; it has shape {places.shape} and holds {places.dtype}"
        )
    return tuple(int(place) for place in np.broadcast_to(places, (batch,)))


def pose(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    causal: bool = False,
    window: tuple[int, int] | None = None,
    offset: int | ArrayLike | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    num_kv_heads: int | None = None,
    past: tuple[ArrayLike, ArrayLike] | None = None,
    short_mask: Literal["error", "masked"] = "error",
    masked_rows: MaskedRows = "error",
    compute: Compute | None = None,
) -> Problem:
    """Check the arguments of `numeric.attention.attention`, which explains them; TypeError, ValueError: what is off."""
    axes = {np.ndim(array) for array in (Q, K, V)}
    if len(axes) != 1:
        raise ValueError(f"Q, K and V have shapes {np.shape(Q)}, {np.shape(K)}, {np.shape(V)}: all need as many axes, {AXES}")
    for name, value, choices in (
        ("short_mask", short_mask, ("error", "masked")),
        ("masked_rows", masked_rows, ("error", "zero")),
        ("compute", compute, (None, "float64-once")),
    ):
        if value not in choices:
            raise ValueError(f"{name} is {value!r}; it can be {' or '.join(map(repr, choices))}")
    Q, K, V = four_axes(Q, "Q"), four_axes(K, "K"), four_axes(V, "V")
    dtype = same_dtype(Q=Q, K=K, V=V)
    before = 0
    if past is not None:
        before = np.shape(past[0])[-2] if np.ndim(past[0]) >= 2 else 0
        K, V = _with_past(K, past[0], "K"), _with_past(V, past[1], "V")
    _check_shapes(Q, K, V, num_kv_heads, *axes)
    left, right = (-1, -1) if window is None else window
    if left < -1 or right < -1:
        raise ValueError(f"window is {window}; each side is -1 (open) or a count of keys")
    inside = np.dtype(np.float64) if compute else np.dtype(np.float32) if dtype == np.float16 else dtype
    wanted = (*Q.shape[:3], K.shape[2])
    return Problem(
        Q=Q.astype(inside, copy=False),
        K=K.astype(inside, copy=False),
        V=V.astype(inside, copy=False),
        mask=None if mask is None else _posed_mask(mask, wanted, short_mask, inside, *axes),
        left=left,
        right=0 if causal else right,
        offsets=_places(offset, before, Q.shape[0]),
        scale=1 / float(np.sqrt(Q.shape[3])) if scale is None else _number(scale, "scale"),
        softcap=None if softcap is None else _number(softcap, "softcap"),
        masked_rows=masked_rows,
        dtype=dtype,
        axes=axes.pop(),
    )


def key_range(problem: Problem, batch: int, rows: slice) -> tuple[int, int]:
    """The keys [first, end) that the window lets any of these queries attend; first == end if there is none."""
    keys, offset = problem.K.shape[2], problem.offsets[batch]
    first = max(0, rows.start + offset - problem.left) if problem.left >= 0 else 0
    end = min(keys, rows.stop - 1 + offset + problem.right + 1) if problem.right >= 0 else keys
    return min(first, keys), max(min(first, keys), end)


def hidden_tile(problem: Problem, head: tuple[int, int], rows: slice, columns: slice) -> NDArray[np.bool_] | None:
    """True where a query of `rows` may not attend a key of `columns`; None where all may (additive masks aside)."""
    hidden = None
    if problem.mask is not None and problem.mask.dtype == np.bool_:
        hidden = ~problem.mask[(*head, rows, columns)]
    offset = problem.offsets[head[0]]
    low, high = rows.start + offset - (columns.stop - 1), rows.stop - 1 + offset - columns.start
    if (problem.left >= 0 and high > problem.left) or (problem.right >= 0 and -low > problem.right):
        distance = np.arange(rows.start, rows.stop)[:, None] + offset - np.arange(columns.start, columns.stop)
        outside = np.zeros(distance.shape, bool)
        if problem.left >= 0:
            outside |= distance > problem.left
        if problem.right >= 0:
            outside |= distance < -problem.right
        hidden = outside if hidden is None else hidden | outside
    return hidden


def bias_tile(problem: Problem, head: tuple[int, int], rows: slice, columns: slice) -> NDArray | None:
    """The additive mask of this tile, or None."""
    if problem.mask is None or problem.mask.dtype == np.bool_:
        return None
    return problem.mask[(*head, rows, columns)]
