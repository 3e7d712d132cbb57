"""Softmax: laws, extremes, and the rows that have none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from numeric.softmax import log_softmax, logsumexp, softmax_stable

SCORES = arrays(np.float64, array_shapes(min_dims=1, max_dims=3, max_side=6), elements=st.floats(-1e3, 1e3))
INF = np.inf


@given(SCORES)
def test_rows_are_distributions(scores: NDArray) -> None:
    weights = softmax_stable(scores)
    assert (weights >= 0).all() and np.abs(weights.sum(axis=-1) - 1).max() <= 8 * 2**-53


@given(SCORES, st.integers(-500, 500))
def test_a_shift_changes_nothing(scores: NDArray, shift: int) -> None:
    rounded = np.round(scores)  # whole numbers: the shift is exact
    assert np.array_equal(softmax_stable(rounded + shift), softmax_stable(rounded))


@given(SCORES)
def test_logarithms_fit(scores: NDArray) -> None:
    # |s - logsumexp| u is what log_softmax may be off, absolutely; exp turns that into a relative error.
    spread = np.ptp(scores, axis=-1, keepdims=True) + 8
    assert (np.abs(np.exp(log_softmax(scores)) - softmax_stable(scores)) <= 4 * 2**-53 * spread).all()
    shifted = scores - logsumexp(scores, keepdims=True)
    assert (np.abs(shifted - log_softmax(scores)) <= 8 * 2**-53 * (np.abs(scores).max() + 8)).all()


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_dtype_and_axis_are_kept(dtype: type) -> None:
    scores = np.arange(12, dtype=dtype).reshape(3, 4)
    for function in (softmax_stable, log_softmax):
        assert function(scores).dtype == dtype
        assert np.array_equal(function(scores, axis=0), function(scores.T).T)
    assert logsumexp(scores).shape == (3,) and logsumexp(scores, keepdims=True).shape == (3, 1)


EXTREMES = [
    ([1e4, 0.0], [1.0, 0.0]),
    ([-1e4, -1e4], [0.5, 0.5]),
    ([0.0, -INF], [1.0, 0.0]),
    ([1e308, -1e308], [1.0, 0.0]),
    ([7.0], [1.0]),
]


@pytest.mark.parametrize("scores,weights", EXTREMES)
def test_extremes(scores: list[float], weights: list[float]) -> None:
    with np.errstate(over="ignore"):  # 1e308 + 1e308 is infinite, and exp(-inf) is 0 as it should be
        assert softmax_stable(np.array(scores)).tolist() == weights


def test_log_softmax_where_softmax_underflows() -> None:
    assert log_softmax(np.array([0.0, -2000.0])).tolist() == [0.0, -2000.0]


BAD = [
    (np.array([1, 2]), TypeError, "int64.*astype"),
    (np.array([object()]), TypeError, "object"),
    (np.array([True]), TypeError, "bool"),
    (np.array([np.nan, 1.0]), ValueError, "NaN"),
    (np.array([INF, 1.0]), ValueError, r"\+inf"),
    (np.array([[0.0, 1.0], [-INF, -INF]]), ValueError, r"row \[1\] is fully masked"),
    (np.zeros((3, 0)), ValueError, "at least one entry"),
    (np.float64(1.0), ValueError, "at least one entry"),
]


@pytest.mark.parametrize("scores,error,words", BAD)
@pytest.mark.parametrize("function", [softmax_stable, log_softmax])
def test_what_has_no_softmax(function: object, scores: NDArray, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        function(scores)  # type: ignore[operator]


def test_masked_rows_by_choice() -> None:
    scores = np.array([[0.0, 0.0], [-INF, -INF]])
    assert softmax_stable(scores, masked_rows="zero").tolist() == [[0.5, 0.5], [0.0, 0.0]]
    assert logsumexp(scores).tolist() == [np.log(2), -INF]
    with pytest.raises(ValueError, match="'error' or 'zero'"):
        softmax_stable(scores, masked_rows="nan")  # type: ignore[arg-type]
