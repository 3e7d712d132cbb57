"""Matrices of which a page says no shape: what holds for numbers is not taken for proved."""

import pytest

from checks import check_text

NOT_PROVED = [
    "Let Q, K and V be matrices. Then Q K^T = K Q^T.",
    r"Queries $Q$ (T x d), keys $K$ (T x d). $QK^\top = KQ^\top$.",
    r"Let $Q = X W_Q$ and $K = X W_K$. Then $Q K^\top = X W_K W_Q^\top X^\top$.",
    "(X W_Q)(X W_K)^T = X W_Q^T W_K X^T",
    r"Linear attention works since $(QK^T)V = Q(VK^T)$.",
    "RoPE: (R_m q)^T (R_n k) = q^T R_m R_n^T k",
    "If R is a rotation matrix then (R q)^T (R k) = q^T R R k",
    "Let q and k be row vectors. Then q^T k = q k^T.",
    r"$(AB)^\top = A^\top B^\top$",
    "W^T W = W W^T",
    "Let A and B be matrices. Then A B = B A.",
]


@pytest.mark.parametrize("page", NOT_PROVED)
def test_what_numbers_do_and_matrices_do_not(page: str) -> None:
    verdicts = [f.verdict for f in check_text(page).findings if f.verdict != "given"]
    assert verdicts and set(verdicts) <= {"undecided", "unread", "wrong"}


def test_declared_matrices_are_judged() -> None:
    declared = r"Let $Q, K \in \mathbb{R}^{T \times d}$. "
    for claim, verdict in ((r"$(QK^\top)^\top = KQ^\top$", "agrees"), (r"$QK^\top = KQ^\top$", "wrong")):
        assert [f.verdict for f in check_text(declared + claim).findings] == [verdict]
