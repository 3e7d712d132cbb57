"""The layers around attention: values by hand, gradients against central differences, laws of rotation and norm."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from test_gradients import close, drawn, numerical

from numeric.layers import (
    cross_entropy,
    cross_entropy_gradient,
    layer_norm,
    layer_norm_gradients,
    linear,
    linear_gradients,
    rms_norm,
    rms_norm_gradients,
    rope,
    rope_gradient,
)

TARGETS = np.array([[0, 2, 1], [1, 1, 0]])


def test_linear() -> None:
    x, W, b, dy = drawn((2, 3, 4), (4, 5), (5,), (2, 3, 5))
    assert np.array_equal(linear(x, W, b), x @ W + b)
    dx, dW = linear_gradients(x, W, dy)
    close(dx, numerical(lambda v: (linear(v, W) * dy).sum(), x))
    close(dW, numerical(lambda v: (linear(x, v) * dy).sum(), W))


def test_cross_entropy() -> None:
    assert cross_entropy(np.zeros((2, 4)), np.array([1, 3])) == np.log(4)
    assert cross_entropy(np.array([[0.0, -2000.0]]), np.array([1])) == 2000
    (logits,) = drawn((2, 3, 4))
    gradient = cross_entropy_gradient(logits, TARGETS)
    close(gradient, numerical(lambda v: float(cross_entropy(v, TARGETS)), logits))
    assert np.abs(gradient.sum(axis=-1)).max() <= 16 * 2**-53


def test_layer_norm() -> None:
    x, gain, bias, dy = drawn((2, 3, 5), (5,), (5,), (2, 3, 5))
    z = layer_norm(x, np.ones(5), np.zeros(5), epsilon=0.0)
    assert np.abs(z.mean(axis=-1)).max() <= 16 * 2**-53 and np.abs((z * z).mean(axis=-1) - 1).max() <= 32 * 2**-53
    dx, dgain, dbias = layer_norm_gradients(x, gain, dy)
    close(dx, numerical(lambda v: (layer_norm(v, gain, bias) * dy).sum(), x))
    close(dgain, numerical(lambda v: (layer_norm(x, v, bias) * dy).sum(), gain))
    close(dbias, numerical(lambda v: (layer_norm(x, gain, v) * dy).sum(), bias))


def test_rms_norm() -> None:
    x, gain, dy = drawn((2, 3, 5), (5,), (2, 3, 5))
    assert rms_norm(np.array([3.0, 4.0]), np.ones(2), epsilon=0.0).tolist() == pytest.approx(
        [3 / 12.5**0.5, 4 / 12.5**0.5], rel=4 * 2**-53
    )
    dx, dgain = rms_norm_gradients(x, gain, dy)
    close(dx, numerical(lambda v: (rms_norm(v, gain) * dy).sum(), x))
    close(dgain, numerical(lambda v: (rms_norm(x, v) * dy).sum(), gain))


@given(st.integers(0, 1000), st.integers(0, 1000), st.integers(0, 50))
def test_rotated_products_depend_on_the_distance_alone(first: int, second: int, shift: int) -> None:
    q, k = drawn((1, 8), (1, 8))

    def product(a: int, b: int) -> float:
        return (rope(q, np.array([a])) @ rope(k, np.array([b])).T).item()

    # Angles up to 1050 are rounded by 1050 u each; |q||k| is below 16.
    assert abs(product(first, second) - product(first + shift, second + shift)) <= 16 * 8 * 1050 * 2**-53


def test_rope() -> None:
    x, dy = drawn((2, 3, 4), (2, 3, 4))
    places = np.array([0, 1, 5])
    assert np.array_equal(rope(x, places)[:, 0], x[:, 0])
    quarter = rope(np.array([[1.0, 0.0]]), np.array([np.pi / 2]))
    assert np.abs(quarter - [[0.0, 1.0]]).max() <= 2**-52
    close(rope_gradient(dy, places), numerical(lambda v: (rope(v, places) * dy).sum(), x))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_dtypes_are_kept(dtype: type) -> None:
    x, gain, W = drawn((3, 4), (4,), (4, 2), dtype=dtype)
    results: list[NDArray] = [
        linear(x, W),
        layer_norm(x, gain, gain),
        *layer_norm_gradients(x, gain, x),
        rms_norm(x, gain),
        *rms_norm_gradients(x, gain, x),
        rope(x, np.arange(3)),
        rope_gradient(x, np.arange(3)),
        cross_entropy_gradient(x, np.zeros(3, int)),
        np.asarray(cross_entropy(x, np.zeros(3, int))),
    ]
    assert {r.dtype for r in results} == {np.dtype(dtype)}


X = np.ones((3, 4))
BAD: list[tuple[Any, type[Exception], str]] = [
    (lambda: linear(X, np.ones((3, 2))), ValueError, r"x has shape \(3, 4\) but W has shape \(3, 2\)"),
    (lambda: linear(X, np.ones((4, 2)), np.ones(3)), ValueError, "b has shape"),
    (lambda: linear_gradients(X, np.ones((4, 2)), np.ones((3, 3))), ValueError, "dy has shape"),
    (lambda: cross_entropy(X, np.zeros(3)), TypeError, "targets holds float64"),
    (lambda: cross_entropy(X, np.zeros(2, int)), ValueError, "one target a row"),
    (lambda: cross_entropy(X, np.full(3, 4)), ValueError, "there are 4 classes"),
    (lambda: cross_entropy_gradient(X, np.full(3, -1)), ValueError, "targets go from -1"),
    (lambda: layer_norm(X, np.ones(4), np.ones(4), epsilon=0.0), ValueError, "constant"),
    (lambda: layer_norm(X, np.ones(3), np.ones(4)), ValueError, "gain has shape"),
    (lambda: layer_norm(X, np.ones(4), np.ones(4), epsilon=-1.0), ValueError, "epsilon is -1.0"),
    (lambda: rms_norm(0 * X, np.ones(4), epsilon=0.0), ValueError, "zero"),
    (lambda: rms_norm(X.astype(int), np.ones(4)), TypeError, "int64"),
    (lambda: rope(X[:, :3], np.arange(3)), ValueError, "even"),
    (lambda: rope(X, np.arange(2)), ValueError, "places has shape"),
]


@pytest.mark.parametrize("call,error,words", BAD)
def test_what_does_not_fit_is_named(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
