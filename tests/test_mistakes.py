"""Four known mistakes are found behind results that were really published, and behind results made on purpose.

tests/data/onnx_1_18.npz holds four cases of the test data of onnx 1.18.0 (Apache-2.0), as published, mistakes included,
and one result of its reference program on random numbers, since no case of that release is causal and has past keys.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from numeric.mistakes import MISTAKES, recognise
from numeric.onnx_operator import Attributes, Inputs, attention_operator

PUBLISHED = np.load(Path(__file__).parent / "data" / "onnx_1_18.npz")
THREE_HEADS = Attributes(q_num_heads=3, kv_num_heads=3)
RESHAPE, TILING, SOFTCAP, OFFSET = MISTAKES

CASES = [
    ("test_attention_3d", THREE_HEADS, (RESHAPE,)),
    ("test_attention_4d_gqa", Attributes(), (TILING,)),
    ("test_attention_4d_with_qk_matmul_softcap", Attributes(softcap=2.0), (SOFTCAP,)),
    ("causal_with_past", Attributes(is_causal=1), (OFFSET,)),
    ("test_attention_3d_gqa", replace(THREE_HEADS, q_num_heads=9), (RESHAPE, TILING)),
]


def published(name: str) -> Inputs:
    return Inputs(**{f: PUBLISHED[f"{name}/{f}"] for f in Inputs.__slots__ if f"{name}/{f}" in PUBLISHED})


@pytest.mark.parametrize("name,attributes,mistakes", CASES)
def test_published_mistakes_are_named(name: str, attributes: Attributes, mistakes: tuple[str, ...]) -> None:
    inputs = published(name)
    assert recognise(inputs, attributes, PUBLISHED[f"{name}/Y"]) == mistakes
    assert recognise(inputs, attributes, attention_operator(inputs, attributes).Y) == ()


def with_past() -> tuple[Inputs, Attributes]:
    """Eight past keys, a mask, a softcap, grouped heads: every mistake shows."""
    draw = np.random.default_rng(0)
    shapes = ((2, 4, 24), (2, 4, 12), (2, 4, 12), (4, 12), (2, 3, 8, 4), (2, 3, 8, 4))
    arrays = [draw.random(shape).astype(np.float32) for shape in shapes]
    arrays[3] = np.where(arrays[3] < 0.2, -np.inf, arrays[3]).astype(np.float32)
    return Inputs(*arrays), Attributes(is_causal=1, softcap=2.0, q_num_heads=6, kv_num_heads=3)


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_is_told_from_the_others(name: str) -> None:
    inputs, attributes = with_past()
    assert recognise(inputs, attributes, attention_operator(inputs, attributes, MISTAKES[name]).Y) == (name,)


def test_what_no_mistake_explains_stays_unnamed() -> None:
    inputs, attributes = with_past()
    right = attention_operator(inputs, attributes).Y
    assert recognise(inputs, attributes, right * 1.01) is None
    assert recognise(inputs, attributes, right[..., :1]) is None
