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


P = "p = [0.7, 0.2, 0.1]\n\n"
NUMBERS = [
    (P + "H(p) = -Σ p_i log p_i = 0.8018", ["agrees"]),
    (P + "H(p) = -Σ p_i log p_i = 0.9018", ["wrong"]),
    (P + r"$H(p) = -\sum_{i=1}^{3} p_i \log p_i = 0.802$", ["agrees"]),
    (P + r"$H(p) = -\sum_{i=1}^{3} p_i \log p_i = 0.812$", ["wrong"]),
    (P + "The entropy is H = -Σ_i p_i ln p_i ≈ 0.80.", ["agrees"]),
    (P + "The entropy is H = -Σ_i p_i ln p_i ≈ 0.90.", ["wrong"]),
    (P + "Σ_i p_i = 1 and Σ_i p_i² = 0.54", ["agrees", "agrees"]),
    (P + "Σ_i p_i² = 0.55", ["wrong"]),
    (P + r"$\sum_{i=2}^{3} p_i = 1$", ["undecided"]),
    ("p = [0.5, 0.5], q = [0.25, 0.75]\n\nΣ_i p_i log(p_i / q_i) = 0.1438", ["agrees"]),
    ("p = [0.5, 0.5], q = [0.25, 0.75]\n\nΣ_i p_i log(p_i / q_i) = 0.25", ["wrong"]),
    ("var([1,2,3]) = 0.667", ["agrees"]),
    ("var([1,2,3]) = 1.2", ["wrong"]),
    ("np.std([1, 2, 3]) = 0.816", ["agrees"]),
    ("std([1,2,3]) = 1.0", ["unread"]),  # by n - 1, as torch.std has it
    ("x = [1, 2, 3]\n\nVar(x) = 0.667", ["agrees"]),
    ("x = [1, 2, 3]\n\n" + r"$\operatorname{Var}(x) = 0.5$", ["wrong"]),
    ("‖(3,4)‖ = 5", ["agrees"]),
    ("‖(3,4)‖ = 7", ["wrong"]),
    ("‖(3,4)‖ = 5.5", ["wrong"]),
    (r"$\lVert (3,4) \rVert_2 = 5$", ["agrees"]),
    (r"$\|(3,4)\| = 6$", ["wrong"]),
    ("x = [3, 4]\n\n‖x‖² = 25", ["agrees"]),
    ("x = [3, 4]\n\n‖x‖² = 24", ["wrong"]),
    (r"$0.28 \cdot (1,2) + 0.72 \cdot (3, 4) = (2.44, 3.44)$", ["agrees", "agrees"]),
    (r"$0.28 \cdot (1,2) + 0.72 \cdot (3, 4) = (2.44, 3.54)$", ["agrees", "wrong"]),
    ("2 · (1, 2) = (2, 4)", ["agrees", "agrees"]),
    ("2 · (1, 2) = (2, 5)", ["agrees", "wrong"]),
    ("(2, 3) @ (3, 4) = (2, 4)", ["undecided"]),  # shapes
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), NUMBERS, ids=range(len(NUMBERS)))
def test_a_number_beside_its_formula(text: str, expected: list[str]) -> None:
    assert verdicts(text) == expected


IDENTITIES = [
    ("z ∈ ℝ^n, p = softmax(z), H(p) = -Σ_i p_i log p_i.\n\n∂H(p)/∂z_i = -p_i (log p_i + H(p))", ["agrees"]),
    ("z ∈ ℝ^n, p = softmax(z), H(p) = -Σ_i p_i log p_i.\n\n∂H(p)/∂z_i = -p_i log p_i", ["wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), IDENTITIES, ids=range(len(IDENTITIES)))
def test_an_identity_in_passing(text: str, expected: list[str]) -> None:
    assert verdicts(text) == expected
