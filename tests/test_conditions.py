"""Formulas under a condition on their indices, functions of one variable, rows of ones: each as pages write it."""

import pytest

from checks.checking import check_text

JACOBIAN = "Let $p = \\mathrm{softmax}(z)$ with $z \\in \\mathbb{R}^n$ and $J = \\mathrm{diag}(p) - p p^\\top$.\n\n"
NORMED = (
    "Let $x \\in \\mathbb{R}^n$, $\\mu = \\frac{1}{n}\\sum_i x_i$ and $\\sigma^2 = \\frac{1}{n}\\sum_i (x_i - \\mu)^2$, with "
    "$\\sigma > 0$, and $\\hat{x}_i = (x_i - \\mu)/\\sigma$.\n\n"
)
ENTROPY = (
    "Let $p = \\mathrm{softmax}(z)$ and let $q$ be a probability vector, $\\sum_i q_i = 1$. $L = -\\sum_i q_i \\log p_i$, "
    "$H(q) = -\\sum_i q_i \\log q_i$, $KL = \\sum_i q_i \\log \\frac{q_i}{p_i}$.\n\n"
)
SUMMED = "Let $z \\in \\mathbb{R}^n$ and $f(z) = \\log \\sum_j e^{z_j}$.\n\n"
PLAIN = "With p = softmax(z):\n\n"

# the page above, the sentence, what is due for its last formula
CLAIMS = [
    (JACOBIAN, r"$J_{ij} = -p_i p_j$ for $i \ne j$.", "agrees"),
    (JACOBIAN, r"$J_{ij} = p_i p_j$ for $i \ne j$.", "wrong"),
    (JACOBIAN, r"$J_{ij} = -p_i p_j$.", "wrong"),
    (JACOBIAN, r"$J_{ij} = -p_i p_j$ for all $i, j$.", "wrong"),
    (JACOBIAN, r"Para $i \ne j$ tenemos $J_{ij} = -p_i p_j$.", "agrees"),
    (JACOBIAN, r"$J_{ij} = p_i (1 - p_i)$ si $i = j$.", "agrees"),
    (JACOBIAN, r"$J_{ij} = p_i$ si $i = j$.", "wrong"),
    (JACOBIAN, r"$J_{ij} = p_i (1 - p_i)$ si $i \ne j$.", "wrong"),
    (JACOBIAN, r"$J_{ij} = -p_i p_j \quad (i \neq j)$.", "agrees"),
    (JACOBIAN, r"$$\frac{\partial p_i}{\partial z_j} = -p_i p_j \quad \text{if } i \neq j$$", "agrees"),
    (JACOBIAN, r"$$\frac{\partial p_i}{\partial z_j} = p_i(1-p_j) \quad \text{if } i = j$$", "agrees"),
    (JACOBIAN, r"$$\frac{\partial p_i}{\partial z_j} = p_i(1-p_j) \quad \text{if } i \neq j$$", "wrong"),
    (PLAIN, "∂p_i/∂z_j = p_i(1 − p_j) for i = j, and ∂p_i/∂z_j = −p_i p_j for i ≠ j.", "agrees"),
    (PLAIN, "∂p_i/∂z_j = p_i(1 − p_j) for i = j, and ∂p_i/∂z_j = p_i p_j for i ≠ j.", "wrong"),
    (JACOBIAN, r"$\mathbf{1}^\top J = 0$.", "agrees"),
    (JACOBIAN, r"$\mathbf{1}^\top \mathrm{diag}(p) = p^\top$.", "agrees"),
    (JACOBIAN, r"$\mathbf{1}^\top p = 1$.", "agrees"),
    (JACOBIAN, r"$\mathbf{1}^\top p = n$.", "wrong"),
    (JACOBIAN, r"$\mathbf{1}^\top J \mathbf{1} = 0$.", "agrees"),
    (JACOBIAN, r"$\mathbf{1}^\top \mathbf{1} = 1$.", "undecided"),
    (NORMED, r"$\sum_i \hat{x}_i^2 = n$.", "agrees"),
    (NORMED, r"$\sum_i \hat{x}_i^2 = 1$.", "wrong"),
    (NORMED, r"$\frac{\partial \sigma}{\partial x_j} = \frac{\hat{x}_j}{n}$", "agrees"),
    (NORMED, r"$\frac{\partial \sigma}{\partial x_j} = \hat{x}_j$", "wrong"),
    (ENTROPY, r"$KL = L - H(q)$", "agrees"),
    (ENTROPY, r"$KL = L + H(q)$", "wrong"),
    (ENTROPY, r"$\frac{\partial KL}{\partial z_i} = p_i - q_i$", "agrees"),
    (ENTROPY, r"$\frac{\partial KL}{\partial z_i} = q_i - p_i$", "wrong"),
    (ENTROPY.replace("H(q)", "S"), r"$KL = L - H(q)$", "undecided"),  # H is a function that nobody defines
    (SUMMED, r"$\frac{\partial f}{\partial z_i} = e^{z_i - f(z)}$", "agrees"),
    (SUMMED, r"$f(z) = \log \sum_j e^{z_j + 1}$", "wrong"),
    (SUMMED, r"$f(2 z) = f(z)$", "wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("above", "sentence", "verdict"), CLAIMS)
def test_a_formula_is_decided_where_its_condition_holds(above: str, sentence: str, verdict: str) -> None:
    found = [f for f in check_text(above + sentence + "\n", details=False).findings if f.start >= len(above)]
    assert found and found[-1].verdict == verdict, [(f.printed, f.verdict, f.reason) for f in found]


@pytest.mark.parametrize("above", [JACOBIAN, NORMED, ENTROPY])
def test_what_a_page_defines_is_given(above: str) -> None:
    assert {f.verdict for f in check_text(above, details=False).findings} <= {"given", "undecided"}
