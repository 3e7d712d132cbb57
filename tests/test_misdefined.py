"""A false formula of a textbook quantity above right numbers is the mistake; above its own numbers it is their judge."""

import pytest

from checks.checking import check_text

P = "p = [0.09, 0.24, 0.67]\n\n"
J = "[[0.0819, -0.0216, -0.0603], [-0.0216, 0.1824, -0.1608], [-0.0603, -0.1608, 0.2211]]"
SLIPPED = J.replace("0.1824", "0.1842")
ROWS = r"0.0819 & -0.0216 & -0.0603 \\ -0.0216 & 0.1824 & -0.1608 \\ -0.0603 & -0.1608 & 0.2211"
LATEX = r"$$J = \begin{pmatrix} " + ROWS + r" \end{pmatrix}$$"
QKV = "Q = [[1, 2], [0, 1]]\nK = [[2, 1], [3, 0]]\nV = [[1, 0], [0, 2]]\n\n"
S = "[[2.83, 2.12], [0.71, 0.00]]"
A = "[[0.670, 0.330], [0.670, 0.330]]"
Y = "[[0.670, 0.660], [0.670, 0.660]]"
SCORED = QKV + "S = Q K^T / sqrt(2)\n\n"
WEIGHED = SCORED + f"A = softmax(S) = {A}\n\n"

# page, verdict of its last formula, verdicts of the numbers below it
CASES = [
    (P + f"J = diag(p) - p p^T\n\nJ = {J}", "given", {"agrees"}),
    (P + f"J = diag(p) - p^T p\n\nJ = {J}", "wrong", {"agrees"}),
    (P + f"J = diag(p) - p^T p\n\nJ = {SLIPPED}", "wrong", {"agrees", "wrong"}),
    (P + f"The Jacobian is J = diag(p) + p p^T = {J}", "wrong", {"agrees"}),
    (P + f"$J = \\operatorname{{diag}}(p) - p^\\top p$\n\n{LATEX}", "wrong", {"agrees"}),
    (P + f"$J = \\operatorname{{diag}}(p) - p p^\\top$\n\n{LATEX}", "given", {"agrees"}),
    (P + f"J = diag(p)\n\nJ = {J}", "wrong", {"agrees"}),
    # right by its own numbers, however unusual
    (P + "J = diag(p) + p p^T\n\nJ = [[0.0981, 0.0216, 0.0603], [0.0216, 0.2976, 0.1608], [0.0603, 0.1608, 1.1189]]",
     "given", {"agrees"}),
    (P + f"J = diag(p) - p p^T\n\nJ = {SLIPPED}", "given", {"agrees", "wrong"}),
    (QKV + f"S = Q K^T / sqrt(2) = {S}", "given", {"agrees"}),
    (QKV + f"S = Q K / sqrt(2) = {S}", "wrong", {"agrees"}),
    (QKV + f"S = Q K^T * sqrt(2)\n\nS = {S}", "wrong", {"agrees"}),
    (QKV + "S = Q K / sqrt(2) = [[5.66, 0.71], [2.12, 0.00]]", "given", {"agrees"}),
    (QKV + "S = Q K^T / sqrt(2) = [[5.66, 0.71], [2.12, 0.00]]", "given", {"wrong", "agrees"}),
    # a temperature or a mere divisor of the page is its own
    (QKV + "τ = 3\n\nS = Q K^T / τ = [[4, 3], [1, 0]]", "given", {"wrong", "agrees"}),
    (QKV + "S = Q K^T / 3 = [[4, 3], [1, 0]]", "given", {"wrong", "agrees"}),
    (SCORED + f"A = softmax(S^T)\n\nA = {A}", "wrong", {"agrees"}),
    (SCORED + f"A = softmax(S)\n\nA = {A}", "given", {"agrees"}),
    (WEIGHED + f"Y = A^T V\n\nY = {Y}", "wrong", {"agrees"}),
    (WEIGHED + f"Y = A V\n\nY = {Y}", "given", {"agrees"}),
    (WEIGHED + "Y = A V\n\nY = [[0.670, 1.340], [0.330, 0.660]]", "given", {"wrong", "agrees"}),
]  # fmt: skip


@pytest.mark.parametrize(("page", "formula", "numbers"), CASES, ids=range(len(CASES)))
def test_formula_or_numbers(page: str, formula: str, numbers: set[str]) -> None:
    found = check_text(page + "\n", details=False).findings
    last = max(f.number for f in found if f.kind == "formula")
    assert found[last].verdict == formula
    assert {f.verdict for f in found[last + 1 :]} == numbers
    assert bool(found[last].closed_form) == (formula == "wrong")
