r"""The theorems of attention as pages write them: each true claim is proved for all sizes, its false twins are refuted.

Softmax and its derivatives, masked attention through its projections and heads, losses, online softmax, layer norm and
RMS norm. What no page can say in this grammar yet (an activation φ(H), the rotations of RoPE) stays open, never wrong.
"""

import pytest
from false_patterns import BLOCKS, CAUSAL

from checks.checking import check_text

ROW = r"""
Let $s \in \mathbb{R}^T$ and $p = \operatorname{softmax}(s)$, with $J_{ij} = \frac{\partial p_i}{\partial s_j}$.

## Claims

"""
SHIFTED = "S ∈ ℝ^{T×T}, m ∈ ℝ^T.\n\n"
MASKED = CAUSAL + "Let $Z = B V$ and $H = \\frac{\\partial L}{\\partial Z}$.\n\n## More\n\n"
PROJECTED = r"""
Let $X \in \mathbb{R}^{T \times D}$, $W_Q, W_K \in \mathbb{R}^{D \times d_k}$, $W_V \in \mathbb{R}^{D \times d_v}$, $Q = X W_Q$,
$K = X W_K$, $V = X W_V$, $S = Q K^\top / \sqrt{d_k}$, $A = \operatorname{softmax}(S)$, $Y = A V$ and a scalar loss $L$.

## Claims

"""
MIXED = "Let C ∈ ℝ^{T×m} be the heads side by side, W_O ∈ ℝ^{m×d}, O = C W_O and G = ∂L/∂O.\n\n"
HEADS = r"""
Let the heads have $Q_h, K_h \in \mathbb{R}^{T \times d_k}$, $V_h \in \mathbb{R}^{T \times d_v}$,
$S_h = Q_h K_h^\top / \sqrt{d_k}$, $A_h = \operatorname{softmax}(S_h)$ and $Y_h = A_h V_h$.

"""
LOSS = r"""
Let $s \in \mathbb{R}^n$, $y \in \mathbb{R}^n$, $p = \operatorname{softmax}(s)$ and $L = -\sum_{j=1}^n y_j \log p_j$.

## Claims

"""
ENTROPY = r"""
Let $s \in \mathbb{R}^n$, $p = \operatorname{softmax}(s)$ and $H = -\sum_{j=1}^n p_j \log p_j$.

## Claims

"""
MERGED = r"""
The keys come in blocks $B_1$ and $B_2$. Let $Z = \log \sum_{j=1}^{n} e^{x_j}$ and $Z_b = \log \sum_{j \in B_b} e^{x_j}$.

## Claims

"""
LAYER = r"""
Let $x, \gamma, \beta, g \in \mathbb{R}^n$, $\mu = \frac{1}{n} \sum_{i=1}^n x_i$, $v = \frac{1}{n} \sum_{i=1}^n (x_i - \mu)^2$,
$r = \frac{1}{\sqrt{v + \epsilon}}$, $\hat{x}_i = r (x_i - \mu)$ and $L = \sum_{i=1}^n g_i (\gamma_i \hat{x}_i + \beta_i)$.

## Claims

"""
RMS = r"""
Let $x, g \in \mathbb{R}^n$, $r = \frac{1}{\sqrt{\frac{1}{n} \sum_{i=1}^n x_i^2 + \epsilon}}$ and $L = \sum_{i=1}^n g_i x_i r$.

## Claims

"""
HIDDEN = r"""
Let $X \in \mathbb{R}^{T \times D}$, $W \in \mathbb{R}^{D \times F}$, $H = X W$, $Y = \phi(H)$
and $G = \frac{\partial L}{\partial Y}$.

"""
BY_ROW = r"\frac{e^{S_{ij}}}{\sum_{k=1}^T e^{S_{ik}}}"
DS = r"\frac{\partial L}{\partial S}"
DB = r"\frac{\partial L}{\partial B}"
DQ, DK, DV, DX = (rf"\frac{{\partial L}}{{\partial {x}}}" for x in "QKVX")
SQUARES = r"\sum_{i=1}^T p_i^2"

CLAIMS = [
    (ROW, r"$\frac{\partial p_i}{\partial s_j} = p_i (\delta_{ij} - p_j)$", "agrees"),
    (ROW, r"$\frac{\partial p_i}{\partial s_j} = p_i (\delta_{ij} + p_j)$", "wrong"),
    (ROW, r"$\sum_{j=1}^T J_{ij} = 0$", "agrees"),
    (ROW, r"$\sum_{j=1}^T J_{ij} = 1$", "wrong"),
    (ROW, r"$\sum_{i=1}^T p_i = 1$", "agrees"),
    (ROW, r"$\sum_{i=1}^T p_i = T$", "wrong"),
    (ROW, r"$\frac{\partial p_i}{\partial s_j} = \frac{\partial p_j}{\partial s_i}$", "agrees"),
    (ROW, r"$\frac{\partial p_i}{\partial s_j} = -\frac{\partial p_j}{\partial s_i}$", "wrong"),
    (ROW, "The Jacobian $J$ is symmetric.", "agrees"),
    (ROW, r"$\operatorname{softmax}(s - m) = \operatorname{softmax}(s)$ for every number $m$.", "agrees"),
    (ROW, r"$\operatorname{softmax}(m s) = \operatorname{softmax}(s)$ for every number $m$.", "wrong"),
    (SHIFTED, rf"$\frac{{e^{{S_{{ij}} - m_i}}}}{{\sum_{{k=1}}^T e^{{S_{{ik}} - m_i}}}} = {BY_ROW}$", "agrees"),
    (SHIFTED, rf"$\frac{{e^{{S_{{ij}} - m_j}}}}{{\sum_{{k=1}}^T e^{{S_{{ik}} - m_k}}}} = {BY_ROW}$", "wrong"),
    (ROW, r"$\frac{\partial^2 p_i}{\partial s_j \partial s_k} = p_i \left( (\delta_{ij} - p_j)(\delta_{ik} - p_k)"
     r" - p_j (\delta_{jk} - p_k) \right)$", "agrees"),
    (ROW, r"$\frac{\partial^2 p_i}{\partial s_j \partial s_k} = p_i (\delta_{ij} - p_j)(\delta_{ik} - p_k)$", "wrong"),
    (ROW, rf"$\|J\|_F^2 = {SQUARES} - 2 \sum_{{i=1}}^T p_i^3 + \left({SQUARES}\right)^2$", "agrees"),
    (ROW, rf"$\|J\|_F^2 = {SQUARES} - 2 \sum_{{i=1}}^T p_i^3$", "wrong"),
    # the backward pass under a mask
    (MASKED, rf"${DS} = B \odot \left({DB} - \operatorname{{rowsum}}({DB} \odot B)\right)$", "agrees"),
    (MASKED, rf"${DS} = B \odot \left({DB} - \operatorname{{colsum}}({DB} \odot B)\right)$", "wrong"),
    (MASKED, r"$\frac{\partial L}{\partial V} = B^\top H$", "agrees"),
    (MASKED, r"$\frac{\partial L}{\partial V} = B H$", "wrong"),
    (MASKED, rf"$\frac{{\partial L}}{{\partial Q}} = \frac{{1}}{{\sqrt{{d_k}}}} {DS} K$", "agrees"),
    (MASKED, rf"$\frac{{\partial L}}{{\partial Q}} = {DS} K$", "wrong"),
    (MASKED, rf"$\frac{{\partial L}}{{\partial K}} = \frac{{1}}{{\sqrt{{d_k}}}} \left({DS}\right)^\top Q$", "agrees"),
    (MASKED, rf"$\frac{{\partial L}}{{\partial K}} = \frac{{1}}{{\sqrt{{d_k}}}} {DS} Q$", "wrong"),
    # projections and heads
    (MIXED, "∂L/∂W_O = Cᵀ G", "agrees"),
    (MIXED, "∂L/∂W_O = Gᵀ C", "wrong"),
    (MIXED, "dW_O = Cᵀ G", "agrees"),
    (MIXED, "∂L/∂C = G W_Oᵀ", "agrees"),
    (MIXED, "∂L/∂C = G W_O", "wrong"),
    (PROJECTED, r"$\frac{\partial L}{\partial W_Q} = X^\top \frac{\partial L}{\partial Q}$", "agrees"),
    (PROJECTED, r"$\frac{\partial L}{\partial W_Q} = X^\top \frac{\partial L}{\partial K}$", "wrong"),
    (PROJECTED, r"$\frac{\partial L}{\partial W_K} = X^\top \frac{\partial L}{\partial K}$", "agrees"),
    (PROJECTED, r"$\frac{\partial L}{\partial W_V} = X^\top \frac{\partial L}{\partial V}$", "agrees"),
    (PROJECTED, r"$\frac{\partial L}{\partial W_V} = X \frac{\partial L}{\partial V}$", "wrong"),
    (PROJECTED, f"${DX} = {DQ} W_Q^\\top + {DK} W_K^\\top + {DV} W_V^\\top$", "agrees"),
    (PROJECTED, f"${DX} = {DQ} W_Q^\\top + {DK} W_K^\\top$", "wrong"),
    (PROJECTED, f"${DX} = {DQ} W_Q^\\top$", "wrong"),
    (HEADS, r"$\frac{\partial L}{\partial Q_h} = \frac{1}{\sqrt{d_k}} \frac{\partial L}{\partial S_h} K_h$", "agrees"),
    (HEADS, r"$\frac{\partial L}{\partial Q_h} = \frac{\partial L}{\partial S_h} K_h$", "wrong"),
    # losses
    (LOSS, r"$\frac{\partial L}{\partial s_i} = p_i \sum_{j=1}^n y_j - y_i$", "agrees"),
    (LOSS, r"$\frac{\partial L}{\partial s_i} = p_i - y_i$", "wrong"),
    (LOSS + r"Let $\sum_{j=1}^n y_j = 1$. Then ", r"$\frac{\partial L}{\partial s_i} = p_i - y_i$", "agrees"),
    (LOSS + r"Let $\sum_{j=1}^n y_j = 1$. Then ", r"$\frac{\partial L}{\partial s_i} = y_i - p_i$", "wrong"),
    (ENTROPY, r"$\frac{\partial H}{\partial s_i} = -p_i (\log p_i + H)$", "agrees"),
    (ENTROPY, r"$\frac{\partial H}{\partial s_i} = -p_i \log p_i$", "wrong"),
    # online softmax
    (BLOCKS, r"$\frac{o}{\ell} = \frac{e^{m_1 - m} o_1 + e^{m_2 - m} o_2}{e^{m_1 - m} \ell_1 + e^{m_2 - m} \ell_2}$", "agrees"),
    (BLOCKS, r"$\frac{o}{\ell} = \frac{o_1 + e^{m_2 - m} o_2}{e^{m_1 - m} \ell_1 + e^{m_2 - m} \ell_2}$", "wrong"),
    (MERGED, "$e^Z = e^{Z_1} + e^{Z_2}$", "agrees"),
    (MERGED, "$Z = Z_1 + Z_2$", "wrong"),
    # norms
    (LAYER, r"$\frac{\partial L}{\partial x_j} = r \left( g_j \gamma_j - \frac{1}{n} \sum_{k=1}^n g_k \gamma_k"
     r" - \hat{x}_j \frac{1}{n} \sum_{k=1}^n g_k \gamma_k \hat{x}_k \right)$", "agrees"),
    (LAYER, r"$\frac{\partial L}{\partial x_j} = r \left( g_j \gamma_j - \frac{1}{n} \sum_{k=1}^n g_k \gamma_k \right)$",
     "wrong"),
    (LAYER, r"$\frac{\partial L}{\partial \gamma_j} = g_j \hat{x}_j$", "agrees"),
    (LAYER, r"$\frac{\partial L}{\partial \gamma_j} = g_j x_j$", "wrong"),
    (RMS, r"$\frac{\partial L}{\partial x_j} = r g_j - \frac{1}{n} x_j r^3 \sum_{k=1}^n g_k x_k$", "agrees"),
    (RMS, r"$\frac{\partial L}{\partial x_j} = r g_j$", "wrong"),
    (HIDDEN, r"$\frac{\partial L}{\partial W} = X^\top (G \odot \phi'(H))$", "undecided"),
    # the roofline
    ("", r"$\frac{2 T^2 d}{8 T d + 4 T^2} = \frac{T d}{2 (T + 2 d)}$", "agrees"),
    ("", r"$\frac{2 T^2 d}{8 T d + 4 T^2} = \frac{T d}{4 (d + T)}$", "wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("prelude", "claim", "verdict"), CLAIMS, ids=range(len(CLAIMS)))
def test_a_theorem_and_its_false_twins(prelude: str, claim: str, verdict: str) -> None:
    found = [f for f in check_text(prelude + claim + "\n", details=False).findings if f.start >= len(prelude)]
    assert found[-1].verdict == verdict, (found[-1].printed, found[-1].reason)
    if verdict == "agrees":
        assert found[-1].proof
    if verdict == "wrong":
        assert found[-1].counterexample or found[-1].reason == "theory_misfit"
