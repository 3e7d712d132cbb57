"""Every Attention case of the installed onnx wheel: 64 as files in 1.22, 93 built in memory in 1.23.

Needs the extra `peers` (or any onnx from 1.22 on); without it this module is skipped and says so.
"""

import numpy as np
import onnx_cases
import pytest

from numeric.onnx_operator import Attributes, Inputs, attention_operator

# How many roundings of the published dtype a result may be off: the cases were computed in it, ours is wider inside.
UNITS = {"float32": 16 * 2.0**-24, "float16": 4 * 2.0**-11, "bfloat16": 4 * 2.0**-8}
COUNTS = {"1.22": 64, "1.23": 93}


def cases() -> list[onnx_cases.Case]:
    try:
        import onnx
    except ModuleNotFoundError:
        return []
    return onnx_cases.shipped() if tuple(map(int, onnx.__version__.split(".")[:2])) >= (1, 22) else []


CASES = cases()
needs_onnx = pytest.mark.skipif(not CASES, reason="NOT CHECKED: the ONNX Attention cases need onnx >= 1.22 (the extra `peers`)")


@needs_onnx
def test_all_cases_are_there() -> None:
    import onnx

    release = ".".join(onnx.__version__.split(".")[:2])
    assert len(CASES) == COUNTS.get(release, len(CASES)) >= 64


@needs_onnx
@pytest.mark.parametrize("case", CASES or [None], ids=lambda case: case.name if case else "none")
def test_published_vectors(case: onnx_cases.Case) -> None:
    computed = attention_operator(case.inputs, case.attributes)
    for name, published in case.outputs.items():
        ours, wide = getattr(computed, name), published.astype(np.float64)
        scale = np.abs(np.where(np.isfinite(wide), wide, 0)).max(initial=0)
        np.testing.assert_allclose(ours, wide, rtol=0, atol=UNITS[published.dtype.name] * max(scale, 1), err_msg=name)


HEADS = np.ones((1, 2, 2, 4), np.float32)


def test_the_operator_refuses_what_it_cannot_read() -> None:
    with pytest.raises(ValueError, match="q_num_heads"):
        attention_operator(Inputs(*(np.ones((1, 2, 8), np.float32) for _ in range(3))))
    with pytest.raises(ValueError, match="together"):
        attention_operator(Inputs(HEADS, HEADS, HEADS, past_key=HEADS))


def test_stages_of_the_scores() -> None:
    draw = np.random.default_rng(0)
    inputs = Inputs(*(draw.normal(size=(1, 2, 3, 4)) for _ in range(3)), attn_mask=np.tri(3, dtype=bool))
    shown = [
        attention_operator(inputs, Attributes(softcap=0.5, qk_matmul_output_mode=mode)).qk_matmul_output for mode in range(4)
    ]
    raw, capped, masked, weights = shown
    assert np.abs(raw).max() > 0.5 > np.abs(capped).max()
    assert np.isneginf(masked[..., 0, 2]).all() and np.array_equal(masked[..., 2, :], capped[..., 2, :])
    assert (weights[..., 0, 1:] == 0).all()


def test_valid_lengths_hide_the_rest() -> None:
    draw = np.random.default_rng(0)
    Q, K, V = (draw.normal(size=(2, 1, 3, 4)) for _ in range(3))
    spoiled = V.copy()
    spoiled[0, :, 2:] = 1e6
    lengths = np.array([2, 3])
    assert np.array_equal(
        attention_operator(Inputs(Q, K, V, nonpad_kv_seqlen=lengths)).Y,
        attention_operator(Inputs(Q, K, spoiled, nonpad_kv_seqlen=lengths)).Y,
    )
