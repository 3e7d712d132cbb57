"""Names that a page defines in words: diagonal matrices of sums, rows of matrices, letters that are matrices and no sizes."""

import pytest

from checks.checking import check_text

SUMS = (
    "Let $E, S \\in \\mathbb{R}^{n \\times n}$, $A = D^{-1} E$, where $E = \\exp(S)$ elementwise and "
    "$D$ is the diagonal matrix of the row sums of $E$.\n\n"
)
BARE = SUMS.replace("$E, S \\in \\mathbb{R}^{n \\times n}$, ", "")
COLUMNS = SUMS.replace("row sums", "column sums")
SPANISH = (
    "Sean $E, S \\in \\mathbb{R}^{n \\times n}$, $A = D^{-1} E$, donde $E = \\exp(S)$ y "
    "$D$ es la matriz diagonal de las sumas por filas de $E$.\n\n"
)
ROWS = (
    "Let $Q, K \\in \\mathbb{R}^{n\\times d}$, $V \\in \\mathbb{R}^{n \\times d_v}$ and $S = K^\\top V$, "
    "where $k_j$ and $v_j$ are the rows of $K$ and $V$.\n\n"
)
SOFT = "Let $X \\in \\mathbb{R}^{T\\times d}$, $S = X X^\\top$ and $A$ be the row-wise softmax of $S$.\n\n"
MEAN = "Let $\\mu = \\frac{1}{d}\\sum_i x_i$ and $c_i = x_i - \\mu$.\n\n"
CLAIMS = [
    (SOFT, "The rows of $A$ sum to one.", "agrees"),
    (SOFT, "The columns of $A$ sum to one.", "wrong"),
    (MEAN, r"$\sum_i c_i = 0$", "agrees"),
    (MEAN, r"$\sum_i c_i = \mu$", "wrong"),
    (SUMS, r"$A = \mathrm{softmax}(S)$.", "agrees"),
    (SUMS, r"$A = \mathrm{softmax}(S^\top)$.", "wrong"),
    (SUMS, r"$A \mathbf{1} = \mathbf{1}$.", "agrees"),
    (SUMS, r"$A^\top \mathbf{1} = \mathbf{1}$.", "wrong"),
    (SUMS, r"$D \mathbf{1} = E \mathbf{1}$.", "agrees"),
    (SUMS, r"$D \mathbf{1} = E^\top \mathbf{1}$.", "wrong"),
    (SUMS, r"$E = D A$.", "agrees"),
    (SUMS, r"$E = A D$.", "wrong"),
    (SUMS, r"$A_{ij} = \frac{E_{ij}}{D_{ii}}$.", "agrees"),
    (SUMS, r"$A_{ij} = \frac{E_{ij}}{D_{jj}}$.", "wrong"),
    (COLUMNS, r"$A = \mathrm{softmax}(S)$.", "wrong"),
    (COLUMNS, r"$D \mathbf{1} = E^\top \mathbf{1}$.", "agrees"),
    (SPANISH, r"$A = \mathrm{softmax}(S)$.", "agrees"),
    (SPANISH, r"$E = A D$.", "wrong"),
    (BARE, r"$A \mathbf{1} = \mathbf{1}$.", "agrees"),
    (BARE, r"$E = A D$.", "undecided"),  # of what shape S is nobody says
    (ROWS, r"$S = \sum_j k_j v_j^\top$.", "agrees"),
    (ROWS, r"$S = \sum_j v_j k_j^\top$.", "wrong"),
    ("Let $A = B C$.\n\n", r"$A = C B$.", "undecided"),
    ("Let $D$ be a diagonal matrix and $A = D E$.\n\n", r"$A = E D$.", "undecided"),  # a D that is no size
]  # fmt: skip


@pytest.mark.parametrize(("above", "sentence", "verdict"), CLAIMS)
def test_words_define_a_name(above: str, sentence: str, verdict: str) -> None:
    found = [f for f in check_text(above + sentence + "\n", details=False).findings if f.start >= len(above)]
    assert found and found[-1].verdict == verdict, [(f.printed, f.verdict, f.reason) for f in found]
