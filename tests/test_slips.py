"""The slip behind a wrong number: each page has one number that a named slip gives, computed here from its definition."""

import numpy as np
import pytest

from checks.checking import check_text
from checks.findings import Finding

Q = np.array([[1.0, 2.0, 0.5], [0.0, 1.0, -1.0], [2.0, -1.0, 1.0]])
K = np.array([[0.5, 1.0, 0.0], [1.0, -1.0, 2.0], [0.0, 0.5, 1.5]])
V = np.array([[1.0, 0.0], [0.5, 2.0], [-1.0, 1.0]])
LAW = "S = Q K^T / sqrt(d_k), d_k = 3"


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    weights = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return weights / weights.sum(axis=axis, keepdims=True)


def printed(array: np.ndarray, places: int = 4) -> str:
    return "[" + ", ".join("[" + ", ".join(f"{x:.{places}f}" for x in row) + "]" for row in array) + "]"


def page(law: str, arrays: dict[str, np.ndarray]) -> str:
    inputs = "".join(f"{name} = {printed(array, 1)}\n\n" for name, array in (("Q", Q), ("K", K), ("V", V)))
    return f"{inputs}{law}\n\n" + "".join(f"{formula} = {printed(array)}\n\n" for formula, array in arrays.items())


SCORES = Q @ K.T / np.sqrt(3)
WEIGHTS = softmax(SCORES)
MASKED = np.where(np.tril(np.ones((3, 3))) > 0, SCORES, -np.inf)


def put(array: np.ndarray, place: tuple[int, int], value: float) -> np.ndarray:
    out = array.copy()
    out[place] = value
    return out


SCORED, WEIGHED, MIXED = f"{LAW}\n\nS", "A = softmax(S)", "Y = A V"
ALL = {"S": SCORES, WEIGHED: WEIGHTS, MIXED: WEIGHTS @ V}
# slip -> the formula whose value is wrong, and the wrong value
WRONG = {
    "sign": ("S", put(SCORES, (1, 0), -SCORES[1, 0])),
    "lost_scale": ("S", put(SCORES, (0, 0), (Q @ K.T)[0, 0])),
    "doubled_scale": ("S", put(SCORES, (0, 0), (Q @ K.T)[0, 0] / 3)),
    "transpose": ("S", put(SCORES, (0, 2), (Q @ K)[0, 2] / np.sqrt(3))),
    "transposed": (WEIGHED, put(WEIGHTS, (0, 2), WEIGHTS[2, 0])),
    "neighbour": (WEIGHED, put(WEIGHTS, (1, 0), WEIGHTS[1, 1])),
    "columns": (WEIGHED, put(WEIGHTS, (1, 2), softmax(SCORES, 0)[1, 2])),
    "not_normalised": (WEIGHED, put(WEIGHTS, (2, 0), np.exp(SCORES[2, 0]))),
    "dropped_term": (MIXED, put(WEIGHTS @ V, (0, 0), WEIGHTS[0, 0] * V[0, 0] + WEIGHTS[0, 1] * V[1, 0])),
}


def wrong(text: str) -> list[Finding]:
    return [f for f in check_text(text, details=False).findings if f.verdict == "wrong"]


@pytest.mark.parametrize("slip", WRONG)
def test_the_slip_behind_a_wrong_number_is_named(slip: str) -> None:
    formula, array = WRONG[slip]
    assert wrong(page(LAW, ALL)) == []
    assert [f.slip for f in wrong(page(LAW, ALL | {formula: array}))] == [slip]


MASK = "M = [[0, -inf, -inf], [0, 0, -inf], [0, 0, 0]]"
MASKED_WEIGHTS = {
    "mask_shifted": softmax(np.where(np.tril(np.ones((3, 3)), 1) > 0, SCORES, -np.inf)),
    "mask_lost": WEIGHTS,
}


@pytest.mark.parametrize("slip", MASKED_WEIGHTS)
def test_a_mask_that_is_shifted_or_lost_is_named(slip: str) -> None:
    right = softmax(MASKED)
    formula = "A = softmax(S + M)"
    text = page(f"{LAW}\n\n{MASK}", {"S": SCORES, formula: right})
    assert wrong(text) == []
    row = {"mask_shifted": 0, "mask_lost": 0}[slip]
    place = (row, 0)
    false = put(right, place, MASKED_WEIGHTS[slip][place])
    assert [f.slip for f in wrong(page(f"{LAW}\n\n{MASK}", {"S": SCORES, formula: false}))] == [slip]


def test_a_number_cut_off_is_named() -> None:
    cut = put(WEIGHTS, (0, 0), np.floor(WEIGHTS[0, 0] * 1e4) / 1e4)
    assert f"{cut[0, 0]:.4f}" != f"{WEIGHTS[0, 0]:.4f}"
    assert [f.slip for f in wrong(page(LAW, ALL | {WEIGHED: cut}))] == ["truncated"]
