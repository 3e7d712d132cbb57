"""Masks: small pictures of each, and laws between them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from numeric.masks import additive, causal, masked_scores, padding, sliding_window

PICTURES = [
    (causal(3), "100 110 111"),
    (causal(2, 5, offset=3), "11110 11111"),
    (causal(4, 2, offset=-2), "00 00 10 11"),
    (sliding_window(4, left=1), "1000 1100 0110 0011"),
    (sliding_window(4, left=0, right=1), "1100 0110 0011 0001"),
    (sliding_window(2, 4, left=-1, right=0, offset=2), "1110 1111"),
    (sliding_window(2, left=-1, right=-1), "11 11"),
    (padding(np.array([2]), 3)[0], "110"),
    (padding(np.array([0]), 2)[0], "00"),
]


@pytest.mark.parametrize("mask,picture", PICTURES)
def test_pictures(mask: NDArray, picture: str) -> None:
    assert " ".join("".join(str(int(x)) for x in row) for row in mask) == picture


@given(st.integers(0, 8), st.integers(0, 8), st.integers(-8, 8))
def test_causal_is_a_window_open_to_the_left(queries: int, keys: int, offset: int) -> None:
    assert np.array_equal(causal(queries, keys, offset), sliding_window(queries, keys, left=-1, right=0, offset=offset))


def test_padding_has_one_mask_a_batch_entry() -> None:
    assert padding(np.array([1, 3]), 4).shape == (2, 1, 4)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_additive_and_boolean_hide_the_same(dtype: type) -> None:
    scores = np.ones((3, 3), dtype)
    added = masked_scores(scores, additive(causal(3), dtype))
    assert added.dtype == dtype and np.array_equal(added, masked_scores(scores, causal(3)))
    assert masked_scores(scores, None) is scores
    assert np.array_equal(masked_scores(scores, causal(3).tolist()), added)


BAD = [
    (lambda: causal(-1), ValueError, "negative"),
    (lambda: sliding_window(3, left=-2), ValueError, "left=-2"),
    (lambda: padding(np.array([5]), 4), ValueError, "between 0 and 4"),
    (lambda: padding(np.array([1.0]), 4), TypeError, "integers"),
    (lambda: additive(np.ones((2, 2))), TypeError, "booleans"),  # type: ignore[arg-type]
    (lambda: masked_scores(np.ones((2, 2)), np.ones((3, 2))), ValueError, r"\(3, 2\).*\(2, 2\)"),
    (lambda: masked_scores(np.ones((2, 2)), np.ones((1, 2, 2))), ValueError, r"\(1, 2, 2\)"),
    (lambda: masked_scores(np.ones((2, 2)), np.ones((2, 2), int)), TypeError, "int64"),
    (lambda: masked_scores(np.ones((2, 2)), np.full((2, 2), np.nan)), ValueError, "NaN"),
]


@pytest.mark.parametrize("call,error,words", BAD)
def test_bad_masks(call: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()  # type: ignore[operator]
