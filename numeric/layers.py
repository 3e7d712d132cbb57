"""The layers around attention, each with its gradient by hand: projection, cross-entropy, layer norm, RMSNorm, RoPE.

Every function works along the last axis. Names: x is what the layer sees, dy the derivative of the loss with respect
to its result. Sources: Ba et al. 2016 (layer norm), Zhang and Sennrich 2019 (RMSNorm), Su et al. 2021 (RoPE).
"""

import numpy as np
from numpy.typing import NDArray

from numeric.inputs import finite, same_dtype, shape_error
from numeric.softmax import log_softmax


def linear(x: NDArray, W: NDArray, b: NDArray | None = None, *, name: str = "W") -> NDArray:
    """x W + b: x (..., d_in), W (d_in, d_out), b (d_out,)."""
    x, W = finite(x, "x"), finite(W, name)
    same_dtype(x=x, **{name: W})
    if W.ndim != 2 or x.ndim == 0 or x.shape[-1] != W.shape[0]:
        raise shape_error("x", x.shape, name, W.shape, f"the last size of x must be the first of {name}")
    if b is None:
        return x @ W
    if b.shape != (W.shape[1],):
        raise shape_error("b", b.shape, name, W.shape, f"b must have one entry a column of {name}")
    return x @ W + b


def linear_gradients(x: NDArray, W: NDArray, dy: NDArray) -> tuple[NDArray, NDArray]:
    """(dx, dW) = (dy W^T, x^T dy summed over all leading axes); the bias's is dy summed over them."""
    if dy.shape != (*x.shape[:-1], W.shape[1]):
        raise shape_error("dy", dy.shape, "x W", (*x.shape[:-1], W.shape[1]), "a gradient has the shape of its array")
    return dy @ W.T, x.reshape(-1, x.shape[-1]).T @ dy.reshape(-1, dy.shape[-1])


def _targets(logits: NDArray, targets: NDArray) -> NDArray:
    targets = np.asarray(targets)
    if targets.dtype.kind not in "iu":
        raise TypeError(f"targets holds {targets.dtype}; integers, the right class of each row, are wanted")
    if targets.shape != logits.shape[:-1]:
        raise shape_error("targets", targets.shape, "logits", logits.shape, "one target a row is wanted")
    if targets.size and not (targets.min() >= 0 and targets.max() < logits.shape[-1]):
        raise ValueError(f"targets go from {targets.min()} to {targets.max()}; there are {logits.shape[-1]} classes")
    return targets


def cross_entropy(logits: NDArray, targets: NDArray) -> NDArray:
    """Mean of -log softmax(logits)[target] over the rows: logits (..., classes), targets (...) whole numbers."""
    logits = finite(logits, "logits")
    targets = _targets(logits, targets)
    return -np.take_along_axis(log_softmax(logits), targets[..., None], axis=-1).mean()


def cross_entropy_gradient(logits: NDArray, targets: NDArray) -> NDArray:
    """(softmax(logits) - onehot(targets)) / rows."""
    logits = finite(logits, "logits")
    targets = _targets(logits, targets)
    gradient = np.exp(log_softmax(logits))
    right = targets[..., None]
    np.put_along_axis(gradient, right, np.take_along_axis(gradient, right, axis=-1) - 1, axis=-1)
    gradient /= gradient.dtype.type(max(targets.size, 1))
    return gradient


def _affine(x: NDArray, **parameters: NDArray) -> None:
    for name, parameter in parameters.items():
        same_dtype(x=x, **{name: parameter})
        if parameter.shape != x.shape[-1:]:
            raise shape_error(name, parameter.shape, "x", x.shape, f"{name} has one entry a feature")


def _positive(epsilon: float, x: NDArray) -> np.floating:
    if not (np.isfinite(epsilon) and epsilon >= 0):
        raise ValueError(f"epsilon is {epsilon}; a finite number from 0 on is wanted")
    return x.dtype.type(epsilon)


def standardised(x: NDArray, epsilon: float) -> tuple[NDArray, NDArray]:
    """((x - mean) / sqrt(var + epsilon), 1 / sqrt(var + epsilon)) of each row; ValueError where it divides by zero."""
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred * centred).mean(axis=-1, keepdims=True) + _positive(epsilon, x)
    if (variance == 0).any():
        raise ValueError("a row of x is constant and epsilon is 0: it cannot be normalised")
    rate = 1 / np.sqrt(variance)
    return centred * rate, rate


def layer_norm(x: NDArray, gain: NDArray, bias: NDArray, epsilon: float = 1e-5) -> NDArray:
    """gain * (x - mean) / sqrt(var + epsilon) + bias, variance with 1/n, row by row."""
    x = finite(x, "x")
    _affine(x, gain=gain, bias=bias)
    return standardised(x, epsilon)[0] * gain + bias


def layer_norm_gradients(x: NDArray, gain: NDArray, dy: NDArray, epsilon: float = 1e-5) -> tuple[NDArray, NDArray, NDArray]:
    """(dx, dgain, dbias): dx = rate * (g - mean g - z mean(g z)) with z the standardised x and g = dy * gain."""
    x, dy = finite(x, "x"), finite(dy, "dy")
    _affine(x, gain=gain)
    z, rate = standardised(x, epsilon)
    g = dy * gain
    dx = rate * (g - g.mean(axis=-1, keepdims=True) - z * (g * z).mean(axis=-1, keepdims=True))
    leading = tuple(range(x.ndim - 1))
    return dx, (dy * z).sum(axis=leading), dy.sum(axis=leading)


def _rate(x: NDArray, epsilon: float) -> NDArray:
    square = (x * x).mean(axis=-1, keepdims=True) + _positive(epsilon, x)
    if (square == 0).any():
        raise ValueError("a row of x is zero and epsilon is 0: it cannot be normalised")
    return 1 / np.sqrt(square)


def rms_norm(x: NDArray, gain: NDArray, epsilon: float = 1e-6) -> NDArray:
    """gain * x / sqrt(mean(x^2) + epsilon), row by row."""
    x = finite(x, "x")
    _affine(x, gain=gain)
    return x * _rate(x, epsilon) * gain


def rms_norm_gradients(x: NDArray, gain: NDArray, dy: NDArray, epsilon: float = 1e-6) -> tuple[NDArray, NDArray]:
    """(dx, dgain): dx = rate * (g - z mean(g z)) with z = x * rate and g = dy * gain."""
    x, dy = finite(x, "x"), finite(dy, "dy")
    _affine(x, gain=gain)
    rate = _rate(x, epsilon)
    z, g = x * rate, dy * gain
    dx = rate * (g - z * (g * z).mean(axis=-1, keepdims=True))
    return dx, (dy * z).sum(axis=tuple(range(x.ndim - 1)))


def rope_angles(places: NDArray, size: int, base: float = 10_000.0) -> NDArray:
    """place * base^(-2 i / size), shape (tokens, size / 2), in float64; `size` is even."""
    if size < 2 or size % 2:
        raise ValueError(f"size is {size}; rotary embedding turns pairs, so an even number is wanted")
    return np.asarray(places, np.float64)[:, None] * base ** (-np.arange(0, size, 2) / size)


def rope(x: NDArray, places: NDArray, base: float = 10_000.0) -> NDArray:
    """The pairs (x[2i], x[2i+1]) of each token turned by its angles: x (..., tokens, size), places (tokens,)."""
    x = finite(x, "x")
    if x.ndim < 2 or np.shape(places) != x.shape[-2:-1]:
        raise shape_error("places", np.shape(places), "x", x.shape, "one place a token is wanted")
    angles = rope_angles(places, x.shape[-1], base)
    cosine, sine = np.cos(angles).astype(x.dtype), np.sin(angles).astype(x.dtype)
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = np.empty_like(x)
    turned[..., 0::2] = even * cosine - odd * sine
    turned[..., 1::2] = even * sine + odd * cosine
    return turned


def rope_gradient(dy: NDArray, places: NDArray, base: float = 10_000.0) -> NDArray:
    """dx: the rotation backwards, its transpose being its inverse."""
    return rope(dy, -np.asarray(places), base)
