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
    (JACOBIAN, r"In the uniform case $p_i = 1/n$ we have $\sum_i p_i^2 = 1/n$.", "undecided"),
    (JACOBIAN, r"We have $\sum_i p_i^2 = 1/n$.", "wrong"),
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


WEIGHTS = "Let $z \\in \\mathbb{R}^n$ and $p = \\mathrm{softmax}(z)$.\n\n"
LEAST = "Let $y = W x + b$ with $W \\in \\mathbb{R}^{m \\times n}$, $x \\in \\mathbb{R}^n$ and $b \\in \\mathbb{R}^m$.\n\n"
COOLED = "Let $p = \\mathrm{softmax}(z/\\tau)$ with $z \\in \\mathbb{R}^n$ and $\\tau > 0$.\n\n"
SUPPOSED = [
    (COOLED, r"For $z_i = c$ for all $i$, $p_i = \frac{1}{n}$.", "agrees"),
    (COOLED, r"For $z_i = c$ for all $i$, $p_i = \frac{2}{n}$.", "wrong"),
    (COOLED, r"For $z_i = c$ for all $i$ all is easy. Else $p_i = \frac{1}{n}$.", "wrong"),
    (WEIGHTS, r"If $z = 0$ then $p_i = 1/n$.", "agrees"),
    (WEIGHTS, r"If $z = 0$ then $p_i = 2/n$.", "wrong"),
    (WEIGHTS, r"If $z = 1$ then $p_i = 1/n$.", "agrees"),
    (WEIGHTS, r"If $z = 0$ all is easy. Then $p_i = 1/n$.", "wrong"),  # a new sentence supposes nothing
    (WEIGHTS, r"If $z = 0$ then $\frac{\partial p_i}{\partial z_j} = \frac{1}{n}(\delta_{ij} - \frac{1}{n})$.", "agrees"),
    (WEIGHTS, r"If $z = 0$ then $\frac{\partial p_i}{\partial z_j} = \frac{1}{n} \delta_{ij}$.", "wrong"),
    (LEAST, r"If $b = W x$ then $y = 2 b$.", "undecided"),
    (WEIGHTS, r"Para $z = 0$ se tiene $\sum_i p_i^2 = 1/n$.", "agrees"),
    (WEIGHTS, r"Para $z = 0$ se tiene $\sum_i p_i^2 = 1$.", "wrong"),
    (LEAST, r"If $x = 0$ then $y = b$.", "agrees"),
    (LEAST, r"If $x = 0$ then $y = 2 b$.", "wrong"),
    (LEAST, r"If $W = 0$ and $b = 0$ then $y = 0$.", "agrees"),
    (LEAST, r"If $W = 0$ then $y = 0$.", "wrong"),
    ("Sea p = softmax(z) y H = −Σ_i p_i log p_i.\n\n", "Si z = 0, H = log n.", "agrees"),
    (COOLED, r"When $\tau = 1$, $p = \mathrm{softmax}(z)$.", "agrees"),
    (COOLED, r"When $\tau = 2$, $p = \mathrm{softmax}(z)$.", "wrong"),
    (COOLED, r"With $\tau = 1$ we recover $p_i = e^{z_i}/\sum_j e^{z_j}$.", "agrees"),
    (COOLED, r"With $\tau = 2$ we recover $p_i = e^{z_i}/\sum_j e^{z_j}$.", "wrong"),
    (COOLED, r"Setting $\tau = 1$ gives $\frac{\partial p_i}{\partial z_j} = p_i(\delta_{ij} - p_j)$.", "agrees"),
    (COOLED, r"Tomando $\tau = 2$, $\frac{\partial p_i}{\partial z_j} = p_i(\delta_{ij} - p_j)$.", "wrong"),
    ("Sea p = softmax(z) y H = −Σ_i p_i log p_i.\n\n", "H = log n.", "wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("above", "sentence", "verdict"), SUPPOSED)
def test_a_formula_is_judged_under_what_its_sentence_supposes(above: str, sentence: str, verdict: str) -> None:
    found = [f for f in check_text(above + sentence + "\n", details=False).findings if f.start >= len(above)]
    assert found and found[-1].verdict == verdict, [(f.printed, f.verdict, f.reason) for f in found]


@pytest.mark.parametrize("sentence", [r"$p_i = 1/n$ when $z = 0$.", r"$p_i = 1/n$ if $z = 0$."])
def test_a_supposition_may_stand_behind(sentence: str) -> None:
    found = check_text(WEIGHTS + sentence + "\n", details=False).findings
    assert not any(f.verdict == "wrong" for f in found) and any(f.printed == "p_i = 1/n" for f in found)


@pytest.mark.parametrize(
    "sentence",
    [
        r"If all $z_i$ are equal then $p_i = 1/n$.",
        r"Si todos los $z_i$ son iguales, $p_i = 1/n$.",
        r"If the logits are identical, $\sum_i p_i^2 = 1/n$.",
    ],
)
def test_what_words_suppose_refutes_nothing(sentence: str) -> None:
    assert all(f.verdict != "wrong" for f in check_text(COOLED + sentence + "\n", details=False).findings)
