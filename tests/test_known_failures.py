"""What KNOWN-FAILURES.md lists: each smallest example, as an expected failure. A repair makes its test fail, and is noticed."""

from pathlib import Path

import pytest

from checks.checking import check_text

PAGE = Path(__file__).parent.parent / "KNOWN-FAILURES.md"
QKV = "Q = [[1.2, 0.5], [0.3, -0.7]], K = [[0.4, 1.1], [-0.9, 0.2]], V = [[1, 2], [3, 4]]\n\n"

# the row of the page: a document, the beginning of what is found there, what its verdict should be
CASES: dict[str, tuple[str, str, str]] = {
    "two heads, columns split": (
        QKV + "Q1 = Q[:, :1], K1 = K[:, :1]\n\nHead 1 scores:\n\n|0.48|-1.08|\n|0.12|-0.27|\n",
        "0.48",
        "agrees",
    ),
    "mean squared error of matrices": (
        "Y = [[1, 2], [3, 4]], T = [[1, 1], [1, 1]]\n\nL = mean((Y - T)^2) = 3.6\n",
        "3.6",
        "wrong",
    ),
    "a false scalar calculated from scalars alone": ("x = 0.6\ny = x * x = 0.38\nw = y + 1 = 1.38\n", "1.38", "carried"),
    "a table that nothing names": (QKV + "and then:\n\n[[0.7, 0.3], [0.2, 0.8]]\n", "0.7", "wrong"),
    "a miscopied weight whose calculation restates nothing else": (
        "p = softmax([0.46, 0]) = [0.613, 0.387]\n\ny = 0.633 × [0.9, 0.6] + 0.377 × [0.1, 0.2] = [0.607, 0.455]\n",
        "0.633",
        "wrong",
    ),
    "a term of a sum of two miscopied": ("e^0.255 = 1.29\ne^0.382 = 1.47\n\nSum = 1.29 + 1.57 = 2.76\n", "1.57", "wrong"),
    "an operand moved inside a call that defines it": (
        "Factor = 0.707\n\nS0 = [0.807, 0] -> Softmax -> [0.67, 0.33]\n",
        "0.807",
        "wrong",
    ),
    "−∞ below the diagonal in a row of its own": (
        QKV + "S = Q K^T, with a causal mask:\n\nS[0] = [1.03, -inf]\nS[1] = [-inf, -0.41]\n",
        "-inf",
        "wrong",
    ),
    "a list printed again under a new name": (
        "z = [0.1, 2.0, 1.0]\np = softmax(z) = [0.099, 0.659, 0.242]\n\nThe opinion is y = [0.099, 0.656, 0.242].\n",
        "0.656",
        "wrong",
    ),
    "a miscopied weight that changes no digit of its sum": (
        "p = softmax([0.71, 0]) = [0.670, 0.330]\n\ny = 0.671 × [2, 0] + 0.330 × [0, 3] = [1.34, 0.99]\n",
        "0.671",
        "wrong",
    ),
    "a result under a name that no word tells": ("p = softmax([1, 2])\n\nLoss = 0.417\n\nloss = 0.414\n", "0.414", "wrong"),
    "scores and weights of a head in one line": (
        "q = [1, 0], k_1 = [1, 1], k_2 = [0, 2]; scores 1 and 0; scaled 0.707 and 0; weights 0.670 and 0.340\n",
        "0.340",
        "wrong",
    ),
    "a multiple in words": (
        "For T = 1024 the scores take 4 T² bytes = 4 MiB. For T = 4096 they take 32 times as much.\n",
        "32",
        "wrong",
    ),
    "sums of ones": ("Let A = softmax(S), S ∈ ℝ^{T×T}.\n\n$\\mathbf{1}^\\top A \\mathbf{1} = T$\n", "\\mathbf", "agrees"),
    "rotations given entry by entry": (
        "$R(\\theta) = \\begin{pmatrix} \\cos\\theta & -\\sin\\theta \\\\ \\sin\\theta & \\cos\\theta \\end{pmatrix}$\n\n"
        "$R(\\theta)^\\top R(\\theta) = I$\n",
        "R(\\theta)^",
        "agrees",
    ),
    "a variance of entries in words": (
        "Let X and W ∈ ℝ^{d×d} have independent entries with mean 0 and variance 1.\n\nEach entry of XW has variance 1.\n",
        "Each entry",
        "wrong",
    ),
    "a causal zero in words": (
        "Let A = softmax(S + M) with a causal mask M, S ∈ ℝ^{T×T}.\n\nA_{ij} = 1 for j > i.\n",
        "A_{ij}",
        "wrong",
    ),
}


@pytest.mark.xfail(strict=True, raises=AssertionError)
@pytest.mark.parametrize("name", CASES)
def test_known_failure(name: str) -> None:
    text, printed, verdict = CASES[name]
    found = [f.verdict for f in check_text(text, details=False).findings if f.printed.startswith(printed)]
    assert found[-1:] == [verdict]


def test_the_page_lists_these() -> None:
    rows = [line.split("|")[1].strip() for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")][1:]
    assert {*rows} == {*CASES, "formulas of a text document (odt)"}  # which pandoc loses
