"""Kept memory: handed out again to the same thread, never to another, and not kept beyond its limit."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from numeric.attention import attention
from numeric.workspace import KEPT, with_column, workspace


def test_the_same_name_gives_the_same_memory() -> None:
    first = workspace("test", (3, 4), np.float32)
    again = workspace("test", (2, 5), np.float32)
    assert first.shape == (3, 4) and again.shape == (2, 5) and np.shares_memory(first, again)
    assert not np.shares_memory(first, workspace("other", (3, 4), np.float32))
    assert workspace("test", (3, 4), np.float64).dtype == np.float64


def test_threads_do_not_share() -> None:
    ours = workspace("test", (8,), np.float64)
    with ThreadPoolExecutor(1) as pool:
        theirs = pool.submit(workspace, "test", (8,), np.float64).result()
    assert not np.shares_memory(ours, theirs)


def test_large_arrays_are_not_kept() -> None:
    size = KEPT // 8 + 1
    assert not np.shares_memory(workspace("test", (size,), np.float64), workspace("test", (size,), np.float64))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_with_column(dtype: type) -> None:
    wide = with_column("test", np.arange(6, dtype=dtype).reshape(2, 3), np.array([7, 8], dtype))
    assert wide.dtype == dtype and wide.tolist() == [[0, 1, 2, 7], [3, 4, 5, 8]]


def test_results_are_never_kept_memory() -> None:
    Q, K, V = np.random.default_rng(0).normal(size=(3, 40, 4))
    first = attention(Q, K, V)
    before = first.copy()
    attention(Q + 1, K, V * 2)
    assert np.array_equal(first, before)
