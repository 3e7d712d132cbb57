"""Both exponentials, in place: within the units in the last place that the bounds assume, and right at the ends.

numba's needs the extra `fast`; without it that half is skipped and says so.
"""

import importlib.util

import numpy as np
import pytest

from numeric.attention import attention
from numeric.attention_bounds import tiled_bounds
from numeric.bounds import ULPS
from numeric.exponential import exponential
from numeric.tiled import Blocks

HAS_NUMBA = importlib.util.find_spec("numba") is not None
NUMBA = pytest.param(
    "numba",
    marks=pytest.mark.skipif(not HAS_NUMBA, reason="NOT CHECKED: numba's exponential needs numba (the extra `fast`)"),
)
DTYPES = [np.float32, np.float64]


@pytest.mark.parametrize("engine", ["numpy", NUMBA])
@pytest.mark.parametrize("dtype", DTYPES)
def test_error_in_units_in_the_last_place(engine: str, dtype: type) -> None:
    scores = np.linspace(-80, 80, 200_000).astype(dtype).reshape(200, 1000)
    exact = np.exp(scores.astype(np.longdouble))
    exponential(engine, scores.dtype)(scores)
    units = np.abs(scores - exact) / np.spacing(np.abs(scores))
    assert units.max() <= ULPS[scores.dtype.name]


@pytest.mark.parametrize("engine", ["numpy", NUMBA])
@pytest.mark.parametrize("dtype", DTYPES)
def test_the_ends(engine: str, dtype: type) -> None:
    limits = np.finfo(dtype)
    least = np.log(limits.tiny)
    scores = np.array([[-np.inf, 4 * least, 0.0, -0.0, least + 1]], dtype)
    exponential(engine, scores.dtype)(scores)
    assert scores[0, :4].tolist() == [0, 0, 1, 1] and scores[0, 4] >= limits.tiny


@pytest.mark.skipif(not HAS_NUMBA, reason="NOT CHECKED: numba's exponential needs numba (the extra `fast`)")
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("spread", [1, 60])
def test_attention_with_numba_is_within_its_bound(dtype: type, spread: float) -> None:
    draw = np.random.default_rng(0)
    Q, K, V = ((draw.normal(size=(70, 8)) * spread).astype(dtype) for _ in range(3))
    ours = attention(Q, K, V, blocks=Blocks(32, 16, "numba"))
    plain = attention(Q, K, V, blocks=Blocks(32, 16))
    assert (np.abs(ours - plain) <= 2 * tiled_bounds(Q, K, V, blocks=Blocks(32, 16))[0]).all()


def test_an_unknown_engine_and_a_missing_numba_are_said() -> None:
    with pytest.raises(ValueError, match="'numpy' or 'numba'"):
        exponential("cuda", np.dtype(np.float32))  # type: ignore[arg-type]
    if not HAS_NUMBA:
        with pytest.raises(ModuleNotFoundError, match="extra 'fast'"):
            exponential("numba", np.dtype(np.float32))
