"""The simulation: reproducible, right in law, honest about its errors."""

import numpy as np
import pytest

from numeric.experiments import (
    COMPONENTS,
    MODELS,
    independent_scores,
    mean,
    median,
    orthogonal_scores,
    proportion,
    random_frames,
    row_statistics,
    saturation,
    student,
)

GAUSSIAN = COMPONENTS["gaussian"]


@pytest.mark.parametrize("model", MODELS)
def test_same_seed_same_numbers(model: str) -> None:
    first, second = (saturation(8, 3, [1.0, 0.5], model=model, texts=500, seed=4) for _ in range(2))
    assert first == second
    assert first != saturation(8, 3, [1.0, 0.5], model=model, texts=500, seed=5)


def test_batches_do_not_change_the_law(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = saturation(4, 3, [1.0], texts=3000, seed=1)[0]
    monkeypatch.setattr("numeric.experiments.NUMBERS_AT_ONCE", 700)
    parts = saturation(4, 3, [1.0], texts=3000, seed=1)[0]
    assert parts.texts == whole.texts
    assert abs(parts.largest.value - whole.largest.value) < 4 * whole.largest.error


@pytest.mark.parametrize(("d", "tokens"), [(6, 2), (6, 6), (3, 5)])
def test_orthogonal_scores_are_those_of_whole_matrices(d: int, tokens: int) -> None:
    """The shortcut through frames against X W_Q (X W_K)^T written out: first four moments of every kind of score."""
    rng, texts = np.random.default_rng(0), 40_000
    short = orthogonal_scores(rng, GAUSSIAN, (texts, tokens, d))
    x = rng.standard_normal((texts, tokens, d))
    w_q, w_k = (random_frames(rng, (texts, d, d)) for _ in range(2))
    whole = (x @ w_q) @ (x @ w_k).transpose(0, 2, 1)
    for i, j in ((0, 0), (0, 1), (1, 0)):
        for power in (1, 2, 3, 4):
            a, b = short[:, i, j] ** power, whole[:, i, j] ** power
            assert abs(a.mean() - b.mean()) < 4 * np.hypot(a.std(), b.std()) / texts**0.5
    own = short[:, 0, 0] ** 2
    assert abs(own.mean() - (d + 2)) < 4 * own.std() / texts**0.5  # E |x|^4 E t^2 = d (d + 2) / d


def test_frames_are_orthonormal_and_centred() -> None:
    frames = random_frames(np.random.default_rng(0), (4000, 5, 3))
    assert np.allclose(frames.transpose(0, 2, 1) @ frames, np.eye(3), atol=1e-12)
    assert np.all(np.abs(frames.mean(axis=0)) < 4 / np.sqrt(5 * 4000))


def test_independent_scores_have_variance_d() -> None:
    scores = independent_scores(np.random.default_rng(0), GAUSSIAN, (20_000, 2, 16))
    assert abs(scores[:, 0, 1].var() - 16) < 4 * 16 * np.sqrt((2 + 6 / 16) / 20_000)


@pytest.mark.parametrize("name", [*COMPONENTS, "student"])
def test_components_have_mean_0_and_variance_1(name: str) -> None:
    draw = student(12.0) if name == "student" else COMPONENTS[name]
    x = draw(np.random.default_rng(0), (200_000,))
    assert x.dtype == np.float64
    assert abs(x.mean()) < 4 / 200_000**0.5
    assert abs((x * x).mean() - 1) < 4 * max((x * x).std(), 1e-9) / 200_000**0.5


@pytest.mark.parametrize("scale", [0.1, 1.0, 30.0])
def test_row_statistics_from_the_jacobian_itself(scale: float) -> None:
    scores = scale * np.random.default_rng(0).standard_normal((50, 5))
    largest, entropy, norm = row_statistics(scores)
    for s, top, nats, size in zip(scores, largest, entropy, norm):
        p = np.exp(s - s.max()) / np.exp(s - s.max()).sum()
        jacobian = np.diag(p) - np.outer(p, p)
        assert np.isclose(top, p.max())
        assert np.isclose(nats, -sum(x * np.log(x) for x in p if x > 0))
        assert np.isclose(size, np.linalg.norm(jacobian), atol=1e-15)


def test_a_saturated_row_keeps_its_tiny_gradient() -> None:
    """p = 1 - e^-80: 1 - p is 0 in float64, and the gradient is not."""
    *_, norm = row_statistics(np.array([[0.0, -80.0]]))
    assert np.isclose(norm[0], 2 * np.exp(-80.0), rtol=1e-12)


def test_intervals_cover() -> None:
    """A 90 % interval misses about one time in ten, for each kind of estimate."""
    rng, z, misses = np.random.default_rng(2), 1.6448536269514722, np.zeros(3)
    for _ in range(400):
        x = rng.exponential(size=400)
        truths = (1.0, np.exp(-2.0), np.log(2.0))
        found = (mean(x, z), proportion((x > 2).astype(float), z), median(x, z))
        misses += [not e.low <= t <= e.high for e, t in zip(found, truths)]
    assert np.all(misses < 400 * 0.16)
    assert np.all(misses > 400 * 0.04)


def test_no_hits_leave_an_interval() -> None:
    none, all_ = proportion(np.zeros(1000), 1.96), proportion(np.ones(1000), 1.96)
    assert none.value == 0.0
    assert 0.003 < none.high < 0.005
    assert all_.value == 1.0
    assert 0.995 < all_.low < 0.997
