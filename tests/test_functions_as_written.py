"""Functions of one variable at other arguments, gradients without a letter, sums over two letters, norms beside factors."""

import pytest

from checks.checking import check_text

SIGMOID = "Let $\\sigma(x) = \\frac{1}{1 + e^{-x}}$.\n\n"
SUMMED = "Let $z \\in \\mathbb{R}^n$, $f(z) = \\log \\sum_{k} e^{z_k}$ and $p = \\mathrm{softmax}(z)$.\n\n"
SQUARES = (
    "Let $X \\in \\mathbb{R}^{n \\times d}$, $w \\in \\mathbb{R}^d$, $y \\in \\mathbb{R}^n$, $\\hat{y} = X w$ and "
    "$L = \\frac{1}{n} \\sum_i (\\hat{y}_i - y_i)^2$.\n\n"
)
ATTENTION = (
    "Let $S = Q K^\\top/\\sqrt{d_k}$, $A = \\mathrm{softmax}(S)$ (by rows), $O = A V$, and "
    "$dO = \\frac{\\partial L}{\\partial O}$.\n\n"
)
SOFTMAX = "Let $p = \\mathrm{softmax}(z)$, $z \\in \\mathbb{R}^n$.\n\n"
CASES = r"$$\frac{\partial p_i}{\partial z_j} = \begin{cases} %s, & i = j, \\ -p_i p_j, & \text{otherwise.} \end{cases}$$"

# the page above, the sentence, what is due for its last formula
CLAIMS = [
    (SIGMOID, r"$\frac{e^a}{e^a + e^b} = \sigma(a - b)$.", "agrees"),
    (SIGMOID, r"$\frac{e^a}{e^a + e^b} = \sigma(b - a)$.", "wrong"),
    (SIGMOID, r"$\sigma(-x) = 1 - \sigma(x)$.", "agrees"),
    (SIGMOID, r"$\sigma(-x) = -\sigma(x)$.", "wrong"),
    (SIGMOID, r"$\sigma'(x) = \sigma(x)(1 - \sigma(x))$.", "agrees"),
    (SIGMOID, r"$\sigma'(x) = \sigma(x)(1 + \sigma(x))$.", "wrong"),
    (SIGMOID, r"$\sigma'(\sigma'(x)) = 0$.", "undecided"),  # never one small addition inside another
    (SIGMOID, r"$\log\sigma(x) = -\log(1 + e^{-x})$.", "agrees"),
    (SIGMOID, r"$\log\sigma(x) = -\log(1 + e^{x})$.", "wrong"),
    (SUMMED, r"$f(z + c\mathbf{1}) = f(z) + c$ for every real number $c$.", "agrees"),
    (SUMMED, r"$f(z + c\mathbf{1}) = f(z)$ for every real number $c$.", "wrong"),
    (SUMMED, r"$f(2 z) = 2 f(z)$.", "wrong"),
    (SUMMED, r"$f(p) = 1 + f(z)$.", "wrong"),
    (SUMMED, r"$\nabla f(z) = p$.", "agrees"),
    (SUMMED, r"$\nabla f(z) = z$.", "wrong"),
    (SUMMED, r"$\nabla^2 f(z) = \mathrm{diag}(p) - p p^\top$.", "agrees"),
    (SUMMED, r"$\nabla^2 f(z) = \mathrm{diag}(p) + p p^\top$.", "wrong"),
    (SQUARES, r"$\nabla_w L = \frac{2}{n} X^\top (X w - y)$.", "agrees"),
    (SQUARES, r"$\nabla_w^2 L = \frac{2}{n} X^\top X$.", "agrees"),
    (SQUARES, r"$\nabla_w^2 L = \frac{1}{n} X^\top X$.", "wrong"),
    (SQUARES, r"$L = \frac{1}{n}\|Xw - y\|^2$.", "agrees"),
    (SQUARES, r"$L = \|Xw - y\|^2$.", "wrong"),
    (SQUARES, r"$L = \frac{1}{n}(Xw - y)^\top(Xw - y)$.", "agrees"),
    (SQUARES, r"$L = \frac{1}{n} \otimes X$.", "unread"),  # only a part of it was read
    (ATTENTION, r"$\sum_{ij} dS_{ij} = 0$", "agrees"),
    (ATTENTION, r"$\sum_{ij} dS_{ij} = T$", "wrong"),
    (ATTENTION, r"$\sum_{i,j} A_{ij} = T$", "agrees"),
    (ATTENTION, r"$\sum_{i,j} A_{ij} = 1$", "wrong"),
    (SOFTMAX, CASES % "p_i(1-p_j)", "agrees"),
    (SOFTMAX, CASES % "p_i", "wrong"),
    (SOFTMAX, r"$p_i = \tfrac{e^{z_i}}{\sum_k e^{z_k}}$ and $\|p\|_2^2 = \sum_i p_i^2$.", "agrees"),
    (SOFTMAX, r"$\|p\|_2^2 = \sum_i p_i$.", "wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("above", "sentence", "verdict"), CLAIMS)
def test_a_formula_is_read_whole(above: str, sentence: str, verdict: str) -> None:
    found = [f for f in check_text(above + sentence + "\n", details=False).findings if f.start >= len(above)]
    assert found and found[-1].verdict == verdict, [(f.printed, f.verdict, f.reason) for f in found]
