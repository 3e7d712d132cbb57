"""The table of operations: every name computes what its name says, on numbers worked out by hand."""

import numpy as np
import pytest
from numpy.typing import NDArray

from numeric.operations import OPERATIONS

A = np.array([[1.0, 4.0], [9.0, 16.0]])
B = np.array([[2.0, 2.0], [3.0, 8.0]])
INF = np.inf

CASES: list[tuple[str, tuple[NDArray | float, ...], object]] = [
    ("add", (A, B), [[3, 6], [12, 24]]),
    ("subtract", (A, B), [[-1, 2], [6, 8]]),
    ("multiply", (A, B), [[2, 8], [27, 128]]),
    ("divide", (A, B), [[0.5, 2], [3, 2]]),
    ("power", (A, 2.0), [[1, 16], [81, 256]]),
    ("maximum", (A,), 16),
    ("matmul", (A, B), [[14, 34], [66, 146]]),
    ("dot", (A[0], B[0]), 10),
    ("transpose", (A,), [[1, 9], [4, 16]]),
    ("transpose", (A[0],), [1, 4]),
    ("diag", (A[0],), [[1, 0], [0, 4]]),
    ("negative", (A,), [[-1, -4], [-9, -16]]),
    ("abs", (-A,), [[1, 4], [9, 16]]),
    ("sqrt", (A,), [[1, 2], [3, 4]]),
    ("exp", (np.zeros(2),), [1, 1]),
    ("log", (np.ones(2),), [0, 0]),
    ("softmax", (np.zeros((1, 4)),), [[0.25] * 4]),
    ("rowsum", (A,), [[5], [25]]),
    ("rowmax", (A,), [[4], [16]]),
    ("rowmean", (A,), [[2.5], [12.5]]),
    ("total", (A,), 30),
    ("mean", (A,), 7.5),
    ("causal", (A,), [[1, -INF], [9, 16]]),
    ("times", (A, B), [[14, 34], [66, 146]]),
    ("times", (2.0, A), [[2, 8], [18, 32]]),
    ("scale", (2.0, A), [[2, 8], [18, 32]]),
    ("outer", (A[0], B[0]), [[2, 2], [8, 8]]),
    ("list", (A[0], B[0]), [[1, 4], [2, 2]]),
    ("concat", (A, B), [[1, 4, 2, 2], [9, 16, 3, 8]]),
    ("concat", (A[0], B[0]), [1, 4, 2, 2]),
    ("column", (A, 1), [4, 16]),
    ("index", (A, 1), [9, 16]),
    ("index", (A, 1, 0), 9),
    ("mask", (A, np.array([[0, 1], [0, 0]])), [[1, -INF], [9, 16]]),
]


@pytest.mark.parametrize("name,operands,result", CASES)
def test_by_hand(name: str, operands: tuple[NDArray, ...], result: object) -> None:
    assert np.asarray(OPERATIONS[name](*operands)).tolist() == result


def test_every_name_has_a_case() -> None:
    assert {name for name, _, _ in CASES} == set(OPERATIONS)
