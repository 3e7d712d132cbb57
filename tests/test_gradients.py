"""The backward pass by hand, against certified values, central differences, and the tiles."""

import tracemalloc
from typing import Any

import certified
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from numeric.attention import attention, attention_backward
from numeric.attention_bounds import gradient_bounds
from numeric.gradients import attention_gradients, softmax_gradient
from numeric.masks import additive, causal
from numeric.multi_head import Projections, multi_head_attention, multi_head_gradients
from numeric.problem import pose
from numeric.softmax import softmax_stable
from numeric.tiled import Blocks, tiled_attention
from numeric.tiled_gradients import tiled_attention_gradients

STEP = 1e-5  # central differences in float64: about STEP^2 + 2^-53 / STEP relative to the third derivative


def numerical(function: Any, array: NDArray) -> NDArray:
    """d function / d array, entry by entry; `function` takes the array and gives a number."""
    gradient = np.zeros_like(array)
    for place in np.ndindex(array.shape):
        low, high = array.copy(), array.copy()
        low[place] -= STEP
        high[place] += STEP
        gradient[place] = (function(high) - function(low)) / (2 * STEP)
    return gradient


def close(ours: NDArray, differences: NDArray) -> None:
    assert ours.shape == differences.shape
    assert np.abs(ours - differences).max() <= 1e-7 * max(1.0, np.abs(differences).max())


def drawn(*shapes: tuple[int, ...], seed: int = 0, dtype: type = np.float64) -> list[NDArray]:
    draw = np.random.default_rng(seed)
    return [draw.normal(size=shape).astype(dtype) for shape in shapes]


def test_softmax_gradient_is_its_jacobian() -> None:
    S, dA = drawn((3, 5), (3, 5))
    A = softmax_stable(S)
    jacobians = [np.diag(a) - np.outer(a, a) for a in A]
    wanted = np.stack([row @ jacobian for row, jacobian in zip(dA, jacobians)])
    assert np.abs(softmax_gradient(A, dA) - wanted).max() <= 64 * 2**-53
    close(softmax_gradient(A, dA), numerical(lambda s: (softmax_stable(s) * dA).sum(), S))


@settings(max_examples=60, deadline=None)
@given(
    queries=st.integers(1, 12),
    keys=st.integers(1, 12),
    masked=st.booleans(),
    dtype=st.sampled_from([np.float32, np.float64]),
    seed=st.integers(0, 10**6),
)
def test_one_head_against_certified_values(queries: int, keys: int, masked: bool, dtype: type, seed: int) -> None:
    Q, K, V, dY = drawn((queries, 4), (keys, 4), (keys, 3), (queries, 3), seed=seed, dtype=dtype)
    mask = additive(causal(queries, keys), dtype) if masked else None
    ours, bounds = attention_gradients(Q, K, V, dY, mask), gradient_bounds(Q, K, V, dY, mask)
    for name, exact in certified.gradients(Q, K, V, dY, mask).items():
        assert getattr(ours, name).dtype == dtype
        assert (certified.errors(getattr(ours, name), exact) <= getattr(bounds, name).error).all()


CHOICES: list[dict[str, Any]] = [
    {},
    {"causal": True},
    {"window": (1, 1)},
    {"softcap": 1.5},
    {"softcap": 1.5, "causal": True, "scale": 0.7},
    {"mask": np.random.default_rng(5).normal(size=(2, 1, 5, 6))},
    {"mask": additive(np.tri(5, 6, dtype=bool)), "softcap": 3.0},
]


@pytest.mark.parametrize("choices", CHOICES)
@pytest.mark.parametrize("threads", [1, 3])
def test_tiles_against_central_differences(choices: dict[str, Any], threads: int) -> None:
    arrays = drawn((2, 4, 5, 3), (2, 2, 6, 3), (2, 2, 6, 4), seed=3)
    (dY,) = drawn((2, 4, 5, 4), seed=4)
    blocks = Blocks(queries=2, keys=4, threads=threads)
    gradients = attention_backward(*arrays, dY, num_kv_heads=2, blocks=blocks, **choices)
    for place, ours in enumerate(gradients):

        def loss(array: NDArray, place: int = place) -> float:
            moved = [*arrays[:place], array, *arrays[place + 1 :]]
            return float((attention(*moved, num_kv_heads=2, **choices) * dY).sum())

        close(ours, numerical(loss, arrays[place]))


def test_one_mask_many_heads_and_the_same_gradients_in_tiles() -> None:
    Q, K, V, dY = drawn((30, 8), (40, 8), (40, 5), (30, 5))
    mask = np.random.default_rng(1).random((30, 40)) < 0.5
    by_hand = attention_gradients(Q, K, V, dY, mask)
    bound = gradient_bounds(Q, K, V, dY, mask)
    tiles = attention_backward(Q, K, V, dY, mask=mask, blocks=Blocks(queries=7, keys=16))
    for name, ours in zip(("dQ", "dK", "dV"), tiles):
        assert (np.abs(ours - getattr(by_hand, name)) <= 4 * getattr(bound, name).error).all()


def test_half_precision_goes_through_float32() -> None:
    Q, K, V, dY = drawn((9, 4), (9, 4), (9, 4), (9, 4), dtype=np.float16)
    wide = attention_backward(*(a.astype(np.float32) for a in (Q, K, V, dY)))
    for ours, wanted in zip(attention_backward(Q, K, V, dY), wide):
        assert ours.dtype == np.float16 and np.array_equal(ours, wanted.astype(np.float16))


def test_memory_is_a_few_tiles() -> None:
    Q, K, V, dY = drawn(*[(4096, 64)] * 4, dtype=np.float32)
    problem = pose(Q, K, V)
    Y, L = tiled_attention(problem)
    tracemalloc.start()
    gradients = tiled_attention_gradients(problem, Y, L, dY)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak - sum(g.nbytes for g in gradients) < 10 * 2**20


@pytest.mark.parametrize("shape", [(3, 2), (2, 3), (3,)])
def test_a_gradient_has_the_shape_of_its_array(shape: tuple[int, ...]) -> None:
    Q, K, V = drawn((3, 4), (5, 4), (5, 3))
    for function in (attention_backward, attention_gradients):
        with pytest.raises(ValueError, match="shape"):
            function(Q, K, V, np.ones(shape))
    with pytest.raises(TypeError, match="float32"):
        attention_backward(Q, K, V, np.ones((3, 3), np.float32))
    with pytest.raises(ValueError, match="dA has shape"):
        softmax_gradient(np.ones((2, 3)), np.ones((2, 2)))


@pytest.mark.parametrize("kv_heads", [None, 2])
def test_multi_head_against_central_differences(kv_heads: int | None) -> None:
    narrow = 3 * (kv_heads or 4)
    X, W_Q, W_K, W_V, W_O, dY = drawn((2, 5, 6), (6, 12), (6, narrow), (6, narrow), (12, 7), (2, 5, 7))
    W = Projections(W_Q, W_K, W_V, W_O)
    dX, dW = multi_head_gradients(X, W, 4, dY, kv_heads=kv_heads, causal=True)

    def loss(X: NDArray, W: Projections) -> float:
        return float((multi_head_attention(X, W, 4, kv_heads=kv_heads, causal=True) * dY).sum())

    close(dX, numerical(lambda x: loss(x, W), X))
    for name in Projections.__slots__:
        others = {n: getattr(W, n) for n in Projections.__slots__}
        close(getattr(dW, name), numerical(lambda w, n=name, o=others: loss(X, Projections(**{**o, n: w})), others[name]))


def test_multi_head_is_one_head_at_a_time() -> None:
    X, W_Q, W_K, W_V, W_O = drawn((5, 6), (6, 8), (6, 8), (6, 8), (8, 6))
    parts = [slice(0, 4), slice(4, 8)]
    one_by_one = [attention(X @ W_Q[:, p], X @ W_K[:, p], X @ W_V[:, p]) for p in parts]
    whole = multi_head_attention(X, Projections(W_Q, W_K, W_V, W_O), 2)
    assert np.abs(whole - np.concatenate(one_by_one, axis=1) @ W_O).max() <= 1000 * 2**-53


def test_multi_head_refuses_sizes_that_do_not_split() -> None:
    X, W_Q, W_O = drawn((5, 6), (6, 8), (8, 6))
    with pytest.raises(ValueError, match="does not split into 3 heads"):
        multi_head_attention(X, Projections(W_Q, W_Q, W_Q, W_O), 3)
    with pytest.raises(ValueError, match="W_O has shape"):
        multi_head_attention(X, Projections(W_Q, W_Q, W_Q, W_O[:4]), 2)
    with pytest.raises(ValueError, match="W_K has shape"):
        multi_head_attention(X, Projections(W_Q, W_Q[:3], W_Q, W_O), 2)
    with pytest.raises(ValueError, match="X has shape"):
        multi_head_attention(X[0], Projections(W_Q, W_Q, W_Q, W_O), 2)
