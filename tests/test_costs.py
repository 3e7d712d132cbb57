"""Costs: counts worked out by hand, laws between the steps, and the roof."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric.costs import (
    Machine,
    Shape,
    Step,
    keys_read,
    naive_steps,
    predicted,
    tiled_backward_step,
    tiled_step,
    total,
)

SIZES = st.integers(1, 5000)


def test_by_hand() -> None:
    steps = {step.name: step for step in naive_steps(Shape(2, 3, 4, 5, 4))}
    assert steps["Q K^T"] == Step("Q K^T", 48, 0, (8 + 12 + 6) * 4)
    assert steps["A V"] == Step("A V", 60, 0, (6 + 15 + 10) * 4)
    assert steps["exp"] == Step("exp", 0, 6, 48)
    assert steps["subtract it"] == Step("subtract it", 6, 0, (6 + 2 + 6) * 4)
    assert total("all", list(steps.values())).flops == 48 + 60 + 5 * 6


@given(SIZES, SIZES, st.sampled_from([2, 4, 8]))
def test_intensity_of_the_scores_is_the_roofline_formula(tokens: int, size: int, width: int) -> None:
    scores = naive_steps(Shape(tokens, tokens, size, size, width))[0]
    # 2 T^2 d FLOPs over (2 T d + T^2) numbers.
    assert scores.intensity == Fraction(2 * tokens * size, (2 * size + tokens) * width)


@given(SIZES, SIZES, st.integers(1, 600))
def test_tiles_move_no_scores(tokens: int, size: int, queries: int) -> None:
    shape = Shape(tokens, tokens, size, size, 4)
    step = tiled_step(shape, queries)
    assert step.bytes == 4 * 2 * size * (tokens + -(-tokens // queries) * tokens)
    assert step.exponentials == tokens**2
    one_block = tiled_step(shape, tokens)
    assert one_block.bytes == 16 * tokens * size
    backward = tiled_backward_step(shape, queries)
    assert 2 * step.flops < backward.flops < 3 * step.flops + 100 * tokens**2


@given(SIZES, st.integers(1, 600))
def test_causal_passes_read_about_half(tokens: int, queries: int) -> None:
    full, half = (keys_read(Shape(tokens, tokens, 8, 8, 4, causal), queries) for causal in (False, True))
    blocks = -(-tokens // queries)
    assert half <= full <= 2 * half and full == blocks * tokens
    assert Shape(tokens, tokens, 8, 8, 4, True).pairs == sum(range(tokens + 1))


MACHINE = Machine(flops=100.0, bytes=10.0, exponentials=1.0)
ROOF = [
    (Step("products", 1000, 0, 10), 10.0, "arithmetic"),
    (Step("moves", 10, 0, 1000), 100.0, "memory"),
    (Step("exponentials", 100, 50, 10), 51.0, "exponentials"),
]


@pytest.mark.parametrize("step,seconds,bound", ROOF)
def test_the_roof(step: Step, seconds: float, bound: str) -> None:
    assert MACHINE.balance == 10
    assert predicted(step, MACHINE) == (seconds, bound)


BAD: list[tuple[tuple[Any, ...], str]] = [
    ((0, 1, 1, 1, 4), "tokens is 0"),
    ((1, 1.5, 1, 1, 4), "keys is 1.5"),
    ((2, 3, 1, 1, 4, True), "as many keys as queries"),
]


@pytest.mark.parametrize("sizes,words", BAD)
def test_sizes_are_counts(sizes: tuple[Any, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Shape(*sizes)
