"""Saturation of softmax by experiment: seeded draws of whole score matrices, means with confidence intervals.

Two models of the T x T scores: "independent", Q and K with independent entries; "orthogonal", Q = X W_Q and K = X W_K
with X of independent entries and W_Q, W_K independent uniformly random orthogonal matrices, where a query and its own
key come from one token. An estimate, never a proof; where an exact value exists, derive has it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Draw = Callable[[np.random.Generator, tuple[int, ...]], Array]

TEXTS = 10_000  # score matrices drawn for each T
NEAR = 1.1  # the largest weight counts as near 1/T up to this multiple of it
NUMBERS_AT_ONCE = 4_000_000  # entries of X, Q or K held at a time


@dataclass(frozen=True, slots=True)
class Estimate:
    """A sample value with its confidence interval."""

    value: float
    low: float
    high: float
    error: float  # one standard error


@dataclass(frozen=True, slots=True)
class Saturation:
    """A row of T scores, averaged over rows and texts; `exceeds_all` asks it of all T rows of a text at once."""

    tokens: int
    texts: int
    exceeds: Estimate
    exceeds_all: Estimate
    near: Estimate  # P(largest weight <= NEAR / T): within a tenth of uniform
    largest: Estimate
    entropy: Estimate
    jacobian: Estimate
    median_jacobian: Estimate


# law of one entry, mean 0 and variance 1 -> how to draw it (Student's t needs its degrees of freedom: see `student`)
COMPONENTS: dict[str, Draw] = {
    "gaussian": lambda rng, shape: rng.standard_normal(shape),
    "rademacher": lambda rng, shape: np.asarray(2 * rng.integers(0, 2, shape) - 1, np.float64),
    "uniform": lambda rng, shape: rng.uniform(-sqrt(3), sqrt(3), shape),
    "laplace": lambda rng, shape: rng.laplace(0.0, sqrt(0.5), shape),
}


def student(nu: float) -> Draw:
    """Student's t, nu > 2 degrees of freedom, scaled to variance 1."""
    return lambda rng, shape: np.asarray(rng.standard_t(nu, shape) * sqrt((nu - 2) / nu), np.float64)


def independent_scores(rng: np.random.Generator, draw: Draw, shape: tuple[int, int, int]) -> Array:
    """Q K^T of shape (texts, T, T), for shape = (texts, T, d_k)."""
    return draw(rng, shape) @ draw(rng, shape).transpose(0, 2, 1)


def orthogonal_scores(rng: np.random.Generator, draw: Draw, shape: tuple[int, int, int]) -> Array:
    """(X W_Q)(X W_K)^T of shape (texts, T, T), with new W_Q, W_K for every text.

    W_Q W_K^T = M is uniformly random orthogonal. With X^T = B R (QR), M B is a uniformly random frame F whatever B is,
    so X M X^T = X F R, and only the T columns of F are ever drawn.
    """
    x = draw(rng, shape)
    r: Array = np.linalg.qr(x.transpose(0, 2, 1)).R
    return x @ random_frames(rng, (shape[0], shape[2], r.shape[1])) @ r


def random_frames(rng: np.random.Generator, shape: tuple[int, int, int]) -> Array:
    """Uniformly random matrices (texts, d, m) with orthonormal columns: QR of normals, signs of R's diagonal undone
    (Mezzadri, How to generate random matrices from the classical compact groups, 2007)."""
    q, r = np.linalg.qr(rng.standard_normal(shape))
    return q * np.sign(np.einsum("nii->ni", r))[:, None, :]


MODELS = {"independent": independent_scores, "orthogonal": orthogonal_scores}


def row_statistics(scores: Array) -> tuple[Array, Array, Array]:
    """Largest weight, entropy (nats) and ||J||_F = sqrt(S2 - 2 S3 + S2^2), S_k = sum p^k, along the last axis."""
    shifted = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(shifted)
    total = weights.sum(axis=-1)
    entropy = np.log(total) - (weights * shifted).sum(axis=-1) / total
    p = weights / total[..., None]
    # 1 - p would cancel for the winner: S2 - 2 S3 + S2^2 = sum p^2 (1 - p)^2 + S2^2 - S4, both parts free of it
    rest = (total - 1)[..., None] / total[..., None]
    loss = np.where(weights == 1.0, rest, 1 - p)
    pairs = _sum_of_pairs(p * p)
    return p.max(axis=-1), entropy, np.sqrt(((p * loss) ** 2).sum(axis=-1) + pairs)


def _sum_of_pairs(x: Array) -> Array:
    """sum_{i != j} x_i x_j along the last axis, without subtracting."""
    before = np.cumsum(x, axis=-1)[..., :-1]
    return 2 * (before * x[..., 1:]).sum(axis=-1)


def saturation(
    d_k: int,
    tokens: int,
    scales: Sequence[float],
    threshold: float = 0.95,
    *,
    model: str = "independent",
    components: Draw = COMPONENTS["gaussian"],
    texts: int = TEXTS,
    seed: int = 0,
    confidence: float = 0.95,
) -> list[Saturation]:
    """Draw `texts` score matrices of `tokens` rows; for each of `scales`, the softmax rows of the scaled scores.

    Rows of a text share its keys: errors come from the spread between texts. Same arguments, same result.
    """
    batches: list[list[_Batch]] = [[] for _ in scales]
    for scores in _batches(MODELS[model], components, (texts, tokens, d_k), seed):
        for scale, found in zip(scales, batches, strict=True):
            found.append(_batch(scale * scores, threshold))
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    return [_summary(found, tokens, texts, z) for found in batches]


# per text: share of rows above the threshold, whether all are, share near 1/T, means of three statistics, and the
# ||J||_F of one row
_Batch = tuple[Array, Array, Array, Array, Array, Array, Array]


def _batch(scores: Array, threshold: float) -> _Batch:
    top, nats, norm = row_statistics(scores)
    above, near = top > threshold, top <= NEAR / scores.shape[-1]
    means = (x.mean(axis=1) for x in (near.astype(float), top, nats, norm))
    return (above.mean(axis=1), above.all(axis=1).astype(float), *means, norm[:, 0])


def _summary(batches: list[_Batch], tokens: int, texts: int, z: float) -> Saturation:
    exceeds, exceeds_all, near, largest, entropy, jacobian, one_row = (np.concatenate(x) for x in zip(*batches))
    return Saturation(
        tokens,
        texts,
        proportion(exceeds, z),
        proportion(exceeds_all, z),
        proportion(near, z),
        mean(largest, z),
        mean(entropy, z),
        mean(jacobian, z),
        median(one_row, z),
    )


def _batches(
    scores: Callable[[np.random.Generator, Draw, tuple[int, int, int]], Array],
    components: Draw,
    shape: tuple[int, int, int],
    seed: int,
) -> Iterator[Array]:
    texts, tokens, d_k = shape
    rng = np.random.default_rng([seed, tokens, d_k])
    size = max(1, NUMBERS_AT_ONCE // (tokens * max(tokens, d_k)))
    for start in range(0, texts, size):
        yield scores(rng, components, (min(size, texts - start), tokens, d_k))


def mean(values: Array, z: float) -> Estimate:
    """The mean of independent values, with the normal interval of z standard errors."""
    value, error = float(values.mean()), float(values.std(ddof=1)) / sqrt(len(values))
    return Estimate(value, value - z * error, value + z * error, error)


def proportion(values: Array, z: float) -> Estimate:
    """A probability from independent values in [0, 1]: Wilson's interval with the effective sample size
    p(1-p)/error^2, at least the number of values, so that 0 hits still leave an interval."""
    n, estimate = float(len(values)), mean(values, z)
    p = estimate.value
    if estimate.error > 0:
        n = max(n, p * (1 - p) / estimate.error**2)
    centre, half = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = (centre - half) / (1 + z * z / n), (centre + half) / (1 + z * z / n)
    return Estimate(p, max(0.0, low), min(1.0, high), max(estimate.error, 1 / n))


def median(values: Array, z: float) -> Estimate:
    """The median of independent values, between order statistics (ranks n/2 -+ z sqrt(n)/2)."""
    ordered, n = np.sort(values), len(values)
    reach = z * sqrt(n) / 2

    def at(rank: float) -> float:
        return float(ordered[int(min(max(rank, 0), n - 1))])

    low, high = at(np.floor(n / 2 - reach)), at(np.ceil(n / 2 + reach))
    return Estimate(float(np.median(ordered)), low, high, (high - low) / (2 * z) if z else inf)
