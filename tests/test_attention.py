"""Attention: the five lines, tiles and the dense route agree within their bounds; what does not fit is refused."""

import tracemalloc
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from numeric.attention import attention, attention_backward, single_head_attention
from numeric.attention_bounds import attention_bounds, tiled_bounds
from numeric.dense import dense_attention
from numeric.masks import additive, causal, padding, sliding_window
from numeric.problem import pose
from numeric.tiled import Blocks, tiled_attention

U = {"float32": 2.0**-24, "float64": 2.0**-53}


def drawn(*shapes: tuple[int, ...], dtype: type = np.float64, seed: int = 0, spread: float = 1.0) -> list[NDArray]:
    draw = np.random.default_rng(seed)
    return [(draw.normal(size=shape) * spread).astype(dtype) for shape in shapes]


def heads(batch: int, query_heads: int, key_heads: int, queries: int, keys: int, size: int, **more: Any) -> list[NDArray]:
    return drawn(
        (batch, query_heads, queries, size), (batch, key_heads, keys, size), (batch, key_heads, keys, size + 1), **more
    )


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_the_five_lines_keep_the_dtype(dtype: type) -> None:
    Q, K, V = drawn((3, 4), (5, 4), (5, 2), dtype=dtype)
    assert single_head_attention(Q, K, V).dtype == attention(Q, K, V).dtype == dtype
    assert single_head_attention(Q, K, V).shape == (3, 2)


def test_one_key_gives_its_value_and_equal_scores_the_mean() -> None:
    Q, K, V = drawn((3, 4), (1, 4), (1, 2))
    assert np.array_equal(attention(Q, K, V), np.repeat(V, 3, axis=0))
    K, V = np.zeros((4, 4)), np.arange(8.0).reshape(4, 2)
    assert np.array_equal(single_head_attention(Q, K, V), np.tile(V.mean(axis=0), (3, 1)))


@settings(max_examples=150, deadline=None)
@given(
    queries=st.integers(1, 20),
    keys=st.integers(1, 20),
    size=st.integers(1, 8),
    spread=st.sampled_from([0.1, 1.0, 8.0]),
    dtype=st.sampled_from([np.float32, np.float64]),
    blocks=st.builds(Blocks, queries=st.integers(1, 9), keys=st.integers(1, 9)),
    kind=st.sampled_from(["none", "boolean", "additive", "causal"]),
    seed=st.integers(0, 10**6),
)
def test_tiles_agree_with_the_five_lines(
    queries: int, keys: int, size: int, spread: float, dtype: type, blocks: Blocks, kind: str, seed: int
) -> None:
    Q, K, V = drawn((queries, size), (keys, size), (keys, 3), dtype=dtype, seed=seed, spread=spread)
    allowed = np.random.default_rng(seed).random((queries, keys)) < 0.6
    allowed[:, 0] = True
    mask = {
        "none": None,
        "boolean": allowed,
        "additive": np.where(allowed, np.random.default_rng(1).normal(size=allowed.shape), -np.inf).astype(dtype),
        "causal": causal(queries, keys),
    }[kind]
    options = {"causal": True} if kind == "causal" else {"mask": mask}
    ours = attention(Q, K, V, blocks=blocks, **options)
    bounds = attention_bounds(Q, K, V, mask)
    limit = bounds.Y.error + tiled_bounds(Q, K, V, mask, blocks)[0]
    assert (np.abs(ours.astype(float) - bounds.Y.value) <= limit).all()


@settings(max_examples=100, deadline=None)
@given(
    batch=st.integers(1, 3),
    key_heads=st.integers(1, 3),
    group=st.integers(1, 3),
    queries=st.integers(1, 9),
    keys=st.integers(1, 9),
    window=st.sampled_from([None, (2, 0), (0, -1), (-1, 1), (1, 2)]),
    offset=st.integers(-3, 6),
    softcap=st.sampled_from([None, 0.5, 30.0, 500.0]),
    scale=st.sampled_from([None, 0.01, 2.0]),
    threads=st.sampled_from([1, 2]),
    seed=st.integers(0, 10**6),
)
def test_tiles_agree_with_the_dense_route(
    batch: int,
    key_heads: int,
    group: int,
    queries: int,
    keys: int,
    window: tuple[int, int] | None,
    offset: int,
    softcap: float | None,
    scale: float | None,
    threads: int,
    seed: int,
) -> None:
    arrays = heads(batch, key_heads * group, key_heads, queries, keys, 4, seed=seed)
    problem = pose(
        *arrays,
        window=window,
        offset=offset + np.arange(batch),
        softcap=softcap,
        scale=scale,
        num_kv_heads=key_heads,
        masked_rows="zero",
    )
    Y, _ = tiled_attention(problem, Blocks(queries=4, keys=3, threads=threads))
    wanted, weights = dense_attention(problem)
    # Both routes in float64: a few hundred roundings of scores that are at most 100 in size.
    assert np.abs(Y - wanted).max() <= 4000 * U["float64"] * 10
    empty = weights.sum(axis=-1) == 0
    assert (Y[empty] == 0).all()


def test_two_three_and_four_axes_are_the_same_heads() -> None:
    Q, K, V = heads(2, 3, 3, 5, 7, 4)
    whole = attention(Q, K, V)
    for b in range(2):
        assert np.array_equal(attention(Q[b], K[b], V[b]), whole[b])
        for h in range(3):
            assert np.array_equal(attention(Q[b, h], K[b, h], V[b, h]), whole[b, h])


def test_shared_key_heads_are_repeated_ones() -> None:
    Q, K, V = heads(2, 6, 2, 5, 7, 4)
    shared = attention(Q, K, V, num_kv_heads=2)
    assert np.array_equal(shared, attention(Q, np.repeat(K, 3, axis=1), np.repeat(V, 3, axis=1)))


def test_past_keys_continue_a_causal_sequence() -> None:
    Q, K, V = heads(2, 2, 2, 8, 8, 4)
    whole = attention(Q, K, V, causal=True)
    later = attention(Q[:, :, 5:], K[:, :, 5:], V[:, :, 5:], past=(K[:, :, :5], V[:, :, :5]), causal=True)
    assert np.abs(later - whole[:, :, 5:]).max() <= 100 * U["float64"] * np.abs(V).max()


MASKS: list[tuple[str, dict[str, Any], NDArray]] = [
    ("causal", {"causal": True}, causal(4, 6)),
    ("window", {"window": (1, 1)}, sliding_window(4, 6, left=1, right=1)),
    ("window after past", {"window": (2, 0), "offset": 2}, sliding_window(4, 6, left=2, offset=2)),
    ("both", {"causal": True, "mask": padding(np.array([3]), 6)}, causal(4, 6) & (np.arange(6) < 3)),
    ("short", {"mask": np.ones((4, 3), bool), "short_mask": "masked"}, np.tile(np.arange(6) < 3, (4, 1))),
    ("short additive", {"mask": np.zeros((4, 3)), "short_mask": "masked"}, np.tile(np.arange(6) < 3, (4, 1))),
    ("one row for all queries", {"mask": np.arange(6)[None] < 2}, np.tile(np.arange(6) < 2, (4, 1))),
]


@pytest.mark.parametrize("name,choices,allowed", MASKS)
def test_masks_hide_what_they_say(name: str, choices: dict[str, Any], allowed: NDArray) -> None:
    Q, K, V = drawn((4, 3), (6, 3), (6, 2))
    Y, A = attention(Q, K, V, return_weights=True, **choices)
    assert np.array_equal(A > 0, allowed), name
    limit = attention_bounds(Q, K, V, allowed).Y.error
    assert (np.abs(Y - single_head_attention(Q, K, V, allowed)) <= 2 * limit).all()
    assert (np.abs(attention(Q, K, V, **choices) - Y) <= 2 * limit + tiled_bounds(Q, K, V, allowed)[0]).all()


def test_masked_rows_are_an_error_or_zero() -> None:
    Q, K, V = drawn((3, 2), (3, 2), (3, 2))
    mask = causal(3, 3, offset=-1)
    for route in (attention, single_head_attention):
        with pytest.raises(ValueError, match="fully masked"):
            route(Q, K, V, mask=mask)
        zero = route(Q, K, V, mask=mask, masked_rows="zero")
        assert (zero[0] == 0).all() and (zero[1:] != 0).all()
    with pytest.raises(ValueError, match="query 0 of head 0"):
        attention(Q, K, V, mask=additive(mask))
    dQ, dK, dV = attention_backward(Q, K, V, np.ones((3, 2)), mask=mask, masked_rows="zero")
    assert (dQ[0] == 0).all() and np.isfinite(dK).all() and (dV[2] == 0).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_large_scores_take_the_running_maximum(dtype: type) -> None:
    Q, K, V = drawn((40, 8), (50, 8), (50, 3), dtype=dtype, spread=60)
    bounds = attention_bounds(Q, K, V)
    ours = attention(Q, K, V, blocks=Blocks(queries=16, keys=8))
    limit = bounds.Y.error + tiled_bounds(Q, K, V, blocks=Blocks(queries=16, keys=8))[0]
    assert np.isfinite(ours).all() and (np.abs(ours - bounds.Y.value) <= limit).all()


@pytest.mark.parametrize("size", [1e-30, 1e30])
def test_values_near_the_ends_of_the_range_survive(size: float) -> None:
    Q, K, V = drawn((4, 8), (6, 8), (6, 3), dtype=np.float32)
    small = attention(Q, K, V * np.float32(size))
    assert np.abs(small / np.float32(size) - attention(Q, K, V)).max() <= 64 * U["float32"] * np.abs(V).max()


def test_overflow_is_said() -> None:
    one, huge = (np.full((2, 2), size, np.float32) for size in (1, 1e30))
    with pytest.raises(OverflowError, match="scores may overflow float32"):
        attention(huge, huge, one)
    with pytest.raises(OverflowError, match="values overflow float32 in queries 0 to 1 of head 0"):
        attention(one, one, huge * np.float32(3e8))
    with pytest.raises(OverflowError, match="gradients overflow float32"):
        attention_backward(one, np.eye(2, dtype=np.float32), np.eye(2, dtype=np.float32) * huge, huge)


def test_memory_is_a_few_tiles() -> None:
    Q, K, V = drawn((4096, 64), (4096, 64), (4096, 64), dtype=np.float32)
    tracemalloc.start()
    problem = pose(Q, K, V)
    Y, L = tiled_attention(problem)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak - Y.nbytes - L.nbytes < 4 * 2**20


Q, K, V = drawn((3, 4), (5, 4), (5, 2))
FOUR = [a[None, None] for a in (Q, K, V)]
NAN = np.full((5, 4), np.nan)
BAD: list[tuple[tuple[Any, ...], dict[str, Any], type[Exception], str]] = [
    ((Q, K[:, :3], V), {}, ValueError, r"Q has shape .*3, 4\) but K has shape .*5, 3\).*d_k"),
    ((Q, K, V[:4]), {}, ValueError, r"K has shape .*5, 4\) but V has shape .*4, 2\)"),
    ((Q.astype(int), K, V), {}, TypeError, "Q holds int64"),
    ((Q, K.astype(object), V), {}, TypeError, "K holds object"),
    ((Q, K.astype(np.float32), V), {}, TypeError, "Q holds float64 but K holds float32"),
    ((Q, NAN, V), {}, ValueError, r"K holds nan at .*0, 0\]"),
    ((Q, K, V * np.inf), {}, ValueError, "V holds"),
    ((Q[None], K, V), {}, ValueError, "as many axes"),
    ((Q[0], K[0], V[0]), {}, ValueError, r"\(4,\)"),
    ((Q[None, None, None], K[None, None, None], V[None, None, None]), {}, ValueError, "tokens, features"),
    ((Q[:, :0], K[:, :0], V), {}, ValueError, "d_k > 0"),
    ((Q, K[:0], V[:0]), {}, ValueError, "at least one key"),
    ((Q, K, V), {"scale": -1.0}, ValueError, r"scale is -1.0.*above 0"),
    ((Q, K, V), {"scale": np.nan}, ValueError, "scale is nan"),
    ((Q, K, V), {"softcap": -2.0}, ValueError, "softcap is -2.0"),
    ((Q, K, V), {"window": (-2, 0)}, ValueError, "window"),
    ((Q, K, V), {"mask": np.ones((3, 4), bool)}, ValueError, r"mask has shape \(3, 4\).*3, 5\)"),
    ((Q, K, V), {"mask": np.ones((3, 5), int)}, TypeError, "mask holds int64"),
    ((Q, K, V), {"mask": np.full((3, 5), np.nan)}, ValueError, "mask holds NaN"),
    ((Q, K, V), {"mask": np.full((3, 5), np.inf)}, ValueError, "above the range"),
    ((FOUR[0][:, :0], FOUR[1][:, :0], FOUR[2][:, :0]), {}, ValueError, "one head"),
    ((Q, K, V), {"masked_rows": "nan"}, ValueError, "'error' or 'zero'"),
    ((Q, K, V), {"compute": "float128"}, ValueError, "float64-once"),
    ((Q, K, V), {"offset": 1.5}, ValueError, "offset"),
    ((Q, K, V), {"past": (K[:, :3], V)}, ValueError, "past_K has shape"),
    ((Q, K, V), {"num_kv_heads": 2}, ValueError, "num_kv_heads is 2"),
    ((np.tile(FOUR[0], (1, 3, 1, 1)), *FOUR[1:]), {}, ValueError, "num_kv_heads=1 lets 3 query heads share"),
    (
        (np.tile(FOUR[0], (1, 3, 1, 1)), *(np.tile(a, (1, 2, 1, 1)) for a in FOUR[1:])),
        {"num_kv_heads": 2},
        ValueError,
        "3 query heads cannot share 2 key heads",
    ),
    ((np.tile(FOUR[0], (2, 1, 1, 1)), *FOUR[1:]), {}, ValueError, "batch sizes"),
]


@pytest.mark.parametrize("arrays,choices,error,words", BAD)
def test_what_does_not_fit_is_named(
    arrays: tuple[Any, ...], choices: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        attention(*arrays, **choices)


BAD_HEADS = [
    ((Q[None], K[None], V[None]), ValueError, "one head is a matrix"),
    ((Q, K[:, :3], V), ValueError, r"\(3, 4\).*\(5, 3\)"),
    ((Q, K, V[:2]), ValueError, r"\(5, 4\).*\(2, 2\)"),
    ((Q, K, V.astype(np.float32)), TypeError, "float32"),
    ((Q[:, :0], K[:, :0], V), ValueError, "d_k is 0"),
    ((Q, K, V, np.ones((2, 5), bool)), ValueError, r"mask has shape \(2, 5\)"),
]


@pytest.mark.parametrize("arrays,error,words", BAD_HEADS)
def test_the_five_lines_refuse_too(arrays: tuple[Any, ...], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        single_head_attention(*arrays)


@pytest.mark.parametrize("field", ["queries", "keys", "threads"])
@pytest.mark.parametrize("value", [0, -1, 1.5])
def test_blocks_are_whole_and_positive(field: str, value: Any) -> None:
    with pytest.raises(ValueError, match=field):
        replace(Blocks(), **{field: value})
