"""What stands in a sentence beside its formula: nouns before names, counts per piece, moments and identities in passing."""

import pytest

from checks.checking import check_text

GIVEN = "z = [1, 2]\n\n"
NOUNS = [
    (GIVEN + "With softmax p = softmax(z) we get p = [0.269, 0.731].", ["agrees", "agrees"]),
    (GIVEN + "With softmax p = softmax(z) we get p = [0.269, 0.751].", ["agrees", "wrong"]),
    (GIVEN + "Con softmax p = softmax(z) sale p = [0.269, 0.731].", ["agrees", "agrees"]),
    (GIVEN + "The softmax p = softmax(z).\n\nSo the softmax p = [0.269, 0.751].", ["agrees", "wrong"]),
    (GIVEN + "Then softmax z = [0.269, 0.731].", ["agrees", "agrees"]),
    (GIVEN + "Then the softmax z = [0.269, 0.751].", ["agrees", "wrong"]),
    ("q = [1, 2], k = [3, 4]\n\nWith score s = q · k = 11.", ["agrees"]),
    ("q = [1, 2], k = [3, 4]\n\nWith score s = q · k = 12.", ["wrong"]),
    ("With softmax p = softmax(z), the Jacobian is ∂p_i/∂z_j = p_i (δ_ij - p_j).", ["agrees"]),
    ("With softmax p = softmax(z), the Jacobian is ∂p_i/∂z_j = p_i (δ_ij + p_j).", ["wrong"]),
    ("Con salida p = softmax(z), la derivada es ∂p_i/∂z_j = p_i (δ_ij - p_j).", ["agrees"]),
    ("Con salida p = softmax(z), la derivada es ∂p_i/∂z_j = p_i (δ_ij - p_i).", ["wrong"]),
    ("z ∈ ℝ^n\n\nsoftmax z = softmax(z - c)", ["agrees"]),
    ("z ∈ ℝ^n\n\nsoftmax z = softmax(2 z)", ["wrong"]),
]  # fmt: skip


def verdicts(text: str, format: str = "markdown") -> list[str]:
    return [f.verdict for f in check_text(text + "\n", format=format, details=False).findings if f.verdict != "given"]


@pytest.mark.parametrize(("text", "expected"), NOUNS, ids=range(len(NOUNS)))
def test_a_noun_before_a_name_is_no_function_of_it(text: str, expected: list[str]) -> None:
    assert verdicts(text) == expected
