"""How formulas go wrong, as counted on real pages: each pattern with right and wrong instances in several notations."""

HEAD = r"""
Let $Q, K \in \mathbb{R}^{T \times d_k}$, $V \in \mathbb{R}^{T \times d_v}$, $S = Q K^\top / \sqrt{d_k}$,
$A = \operatorname{softmax}(S)$ row by row, $Y = A V$. A scalar loss $L$ sends back $G = \frac{\partial L}{\partial Y}$.

## Claims

"""
PLAIN = """
Q, K ∈ ℝ^{T×d_k}, V ∈ ℝ^{T×d_v}
S = Q Kᵀ / √d_k
A = softmax(S)
Y = A V
G = ∂L/∂Y for a scalar loss L

Claims

"""
CODE = """
```python
# Q, K: (T, d_k), V: (T, d_v)
S = Q @ K.T / np.sqrt(d_k)
A = softmax(S, axis=-1)
Y = A @ V
```

A scalar loss L sends back `G = dL/dY`.

## Claims

"""
ROW = r"""
Let $z \in \mathbb{R}^n$ and $p_i = \frac{e^{z_i}}{\sum_{k=1}^{n} e^{z_k}}$.

## Claims

"""
PLAIN_ROW = """
z ∈ ℝ^n, p = softmax(z)

Claims

"""
PULLED = PLAIN_ROW.replace("\n\nClaims", " and g = ∂L/∂p for a scalar loss L\n\nClaims")
TEX_PULLED = ROW + r"Let $g = \frac{\partial L}{\partial p}$ for a scalar loss $L$. "
CODE_PULLED = "\n```python\np = softmax(z)\n```\n`g = dL/dp` for a scalar loss L.\n\n"
BLOCKS = r"""
With $m = \max_j x_j$ we want $\ell = \sum_{j=1}^{n} e^{x_j - m}$ and $o = \sum_{j=1}^{n} e^{x_j - m} v_j$.
The keys come in blocks $B_1$ and $B_2$: $m_b = \max_{j \in B_b} x_j$, $\ell_b = \sum_{j \in B_b} e^{x_j - m_b}$ and
$o_b = \sum_{j \in B_b} e^{x_j - m_b} v_j$.

## Claims

"""
SCORES = r"""
The components of $q$ and $k$ are independent, $q_a, k_a \sim \mathcal{N}(0, 1)$, and
$s = q \cdot k = \sum_{a=1}^{d_k} q_a k_a$.

"""
PLAIN_SCORES = """
The components of q and k are independent with mean 0 and variance 1, and s = q · k = Σ_{a=1}^{d_k} q_a k_a.

"""
TIED = PLAIN_SCORES.replace("are independent", "may depend on each other")
TEX_TIED = SCORES.replace("are independent, ", "may depend on each other, ")
SIGMA = SCORES.replace(r", $q_a, k_a \sim \mathcal{N}(0, 1)$,", r", with mean 0 and variance $\sigma^2$ each,")
CAUSAL = (
    HEAD
    + r"""Let $M_{ij} = 0$ for $j \le i$ and $M_{ij} = -\infty$ for $j > i$, and $B = \operatorname{softmax}(S + M)$.

"""
)

# pattern -> prelude, claim, verdict of the last claim
PATTERNS: dict[str, list[tuple[str, str, str]]] = {
    "a factor, scale, inverse or sign lost or added": [
        (HEAD, r"$\frac{\partial L}{\partial Q} = \frac{1}{\sqrt{d_k}} \frac{\partial L}{\partial S} K$", "agrees"),
        (HEAD, r"$\frac{\partial L}{\partial Q} = \frac{\partial L}{\partial S} K$", "wrong"),
        (PLAIN, "∂L/∂Q = (∂L/∂S) K / √d_k", "agrees"),
        (PLAIN, "∂L/∂Q = (∂L/∂S) K / d_k", "wrong"),
        (CODE, "`dQ = dS @ K / np.sqrt(d_k)`", "agrees"),
        (CODE, "`dQ = dS @ K * np.sqrt(d_k)`", "wrong"),
        (CODE, "```python\ndQ = dS @ K / d_k**0.5\n```", "agrees"),
        (ROW, r"$\frac{\partial p_i}{\partial z_j} = p_i (\delta_{ij} - p_j)$", "agrees"),
        (ROW, r"$\frac{\partial p_i}{\partial z_j} = p_i (\delta_{ij} + p_j)$", "wrong"),
        (PLAIN_ROW, "dp_i/dz_j = p_i (δ_ij - p_j)", "agrees"),
        (PLAIN_ROW, "dp_i/dz_j = p_i (δ_ij + p_j)", "wrong"),
        (BLOCKS, r"$o = e^{m_1 - m} o_1 + e^{m_2 - m} o_2$", "agrees"),
        (BLOCKS, r"$o = (e^{m_1 - m})^{-1} o_1 + e^{m_2 - m} o_2$", "wrong"),
    ],
    "a missing premise or convention": [
        (SCORES, r"Then $\operatorname{Var}(s) = d_k$.", "agrees"),
        (TEX_TIED, r"Then $\operatorname{Var}(s) = d_k$.", "wrong"),
        (PLAIN_SCORES, "Var(s) = d_k", "agrees"),
        (TIED, "Var(s) = d_k", "wrong"),
        (PLAIN_SCORES, "The dot product has mean 0 and variance d_k.", "agrees"),
        (TIED, "The dot product has mean 0 and variance d_k.", "wrong"),
    ],
    "transpose, side, axis or broadcast": [
        (HEAD, r"$\frac{\partial L}{\partial V} = A^\top G$", "agrees"),
        (HEAD, r"$\frac{\partial L}{\partial V} = A G$", "wrong"),
        (PLAIN, "∂L/∂K = (∂L/∂S)ᵀ Q / √d_k", "agrees"),
        (PLAIN, "∂L/∂K = (∂L/∂S) Q / √d_k", "wrong"),
        (CODE, "`dV = A.T @ G`", "agrees"),
        (CODE, "`dV = G @ A.T`", "wrong"),
        (CODE, "`dS = A * (dA - (dA * A).sum(axis=-1, keepdims=True))`", "agrees"),
        (CODE, "`dS = A * (dA - (dA * A).sum(dim=-1, keepdim=True))`", "agrees"),
        (CODE, "`dS = A * (dA - (dA * A).sum(axis=0, keepdims=True))`", "wrong"),
        (CODE, "`dS = A * (dA - (dA * A).sum(dim=-1))`", "wrong"),
        (PLAIN, "∂L/∂S = A ⊙ (∂L/∂A − rowsum(∂L/∂A ⊙ A))", "agrees"),
        (PLAIN, "∂L/∂S = A ⊙ (∂L/∂A − colsum(∂L/∂A ⊙ A))", "wrong"),
        (HEAD, r"$(A V)^\top = V^\top A^\top$", "agrees"),
        (HEAD, r"$(A V)^\top = A^\top V^\top$", "wrong"),
    ],
    "number formats": [
        ("", "fp16(2048 + 1) = 2048", "agrees"),
        ("", "fp16(−1e9) = −1e9", "wrong"),
        ("", "exp overflows in fp32 above 88.7.", "agrees"),
        ("", "exp overflows in fp16 above 4.81.", "wrong"),
        ("", "En fp16, −1e9 se convierte en −∞.", "agrees"),
        ("", "−1e9 becomes −∞ in fp32.", "wrong"),
    ],
    "a word that contradicts its formula": [
        (HEAD, "Every row of $A$ sums to 1.", "agrees"),
        (HEAD, "Every column of $A$ sums to 1.", "wrong"),
        (PLAIN, "Each row of A sums to 1.", "agrees"),
        (PLAIN, "Each column of A sums to 1.", "wrong"),
        (CODE, "`A.sum(axis=-1) = 1`", "agrees"),
        (CODE, "`A.sum(axis=0) = 1`", "wrong"),
        (HEAD, "Las filas de $A$ suman 1.", "agrees"),
        (HEAD, "Las columnas de $A$ suman 1.", "wrong"),
        (HEAD, r"The matrix $A A^\top$ is symmetric.", "agrees"),
        (HEAD, "The matrix $A$ is symmetric.", "wrong"),
        (PLAIN, "A is symmetric.", "wrong"),
        (HEAD, r"La matriz $S + S^\top$ es simétrica.", "agrees"),
        (HEAD, "La matriz $A$ es simétrica.", "wrong"),
        (CAUSAL, "$B$ is lower triangular.", "agrees"),
        (CAUSAL, "$B$ is upper triangular.", "wrong"),
    ],
    "index or name bound wrongly": [
        (ROW, r"$\frac{\partial p_i}{\partial z_k} = p_i (\delta_{ik} - p_k)$", "agrees"),
        (ROW, r"$\frac{\partial p_i}{\partial z_k} = p_i (\delta_{ik} - p_i)$", "wrong"),
        (PLAIN_ROW, "∂p_i/∂z_k = p_i (δ_ik − p_k)", "agrees"),
        (PLAIN_ROW, "∂p_i/∂z_k = p_k (δ_ik − p_k)", "wrong"),
        (SCORES, r"$\sum_{a=1}^{d_k} 1 = d_k$", "agrees"),
        (SCORES, r"$\sum_{a=0}^{d_k} 1 = d_k$", "wrong"),
        (BLOCKS, r"$\ell = e^{m_1 - m} \ell_1 + e^{m_2 - m} \ell_2$", "agrees"),
        (BLOCKS, r"$\ell = e^{m_1 - m} \ell_1 + e^{m_1 - m} \ell_2$", "wrong"),
    ],
    "the document disagrees with itself": [
        (HEAD, r"$A_{ij} = \frac{e^{S_{ij}}}{\sum_{l=1}^{T} e^{S_{il}}}$", "agrees"),
        (HEAD, r"$A_{ij} = \frac{e^{S_{ij}}}{\sum_{l=1}^{T} e^{S_{lj}}}$", "wrong"),
        (PLAIN, "Y has shape (T, d_v).", "agrees"),
        (PLAIN, "Y has shape (T, d_k).", "wrong"),
        (CODE, "`Y.shape == (T, d_v)`", "agrees"),
        (CODE, "`Y.shape == (T, d_k)`", "wrong"),
    ],
    "the neighbour's symbol copied, a token dropped": [
        (HEAD, r"$\frac{\partial L}{\partial Q} = \frac{1}{\sqrt{d_k}} \frac{\partial L}{\partial A} K$", "wrong"),
        (PLAIN, "∂L/∂A = G Vᵀ", "agrees"),
        (PLAIN, "∂L/∂A = G Yᵀ", "wrong"),
        (PLAIN, "∂L/∂Q = (∂L/∂S) Q / √d_k", "wrong"),
        (CODE, "`dS = A * (dA - np.sum(G * Y, axis=1)[:, None])`", "agrees"),
        (CODE, "`dS = A * (dA - np.sum(G * V, axis=1)[:, None])`", "wrong"),
        (HEAD, r"$\frac{\partial L}{\partial S} = A \odot \frac{\partial L}{\partial A}$", "wrong"),
    ],
    "units and bases": [
        ("", "The cache takes 80 · 8 · 128 · 4096 · 2 · 2 bytes = 1.25 GiB.", "agrees"),
        ("", "The cache takes 80 · 8 · 128 · 4096 · 2 · 2 bytes = 5 GB.", "wrong"),
        ("", r"A matrix takes $4096 \cdot 4096 \cdot 4$ bytes = 64 MiB.", "agrees"),
        ("", r"A matrix takes $4096 \cdot 4096 \cdot 4$ bytes = 64 MB.", "wrong"),
        ("", "It takes 2 * 32 * 8 * 128 * 2 = 131,072 bytes.", "agrees"),
        ("", "It takes 2 * 32 * 8 * 128 * 2 = 131,071 bytes.", "wrong"),
        ("", "In fp16, exp(x) overflows for x > 11.09.", "agrees"),
        ("", "In fp16, exp(x) overflows for x > 4.82.", "wrong"),
    ],
    "rounding": [
        ("", "That is 8192 · 40 · 128 · 40 · 2 · 2 bytes = 6.71 GB.", "agrees"),
        ("", "That is 8192 · 40 · 128 · 40 · 2 · 2 bytes = 6.72 GB.", "wrong"),
        ("", r"$\sqrt{512} \approx 22.63$", "agrees"),
        ("", r"$\sqrt{512} \approx 22.72$", "wrong"),
    ],
    "ill-formed code or text": [
        # printed twice by a browser, bars and roots lost
        (HEAD, "∂L/∂V=A⊤G\\frac{\\partial L}{\\partial V} = A^\\top G∂V∂L\u200b=A⊤G", "unread"),
        (HEAD, "dV=ATGdV = A^T GdV=ATG", "unread"),
        (PLAIN, "softmax(S)ij=∑leSileSij\u200b\u200b", "unread"),
        (HEAD, "∂V∂L = A⊤ G", "unread"),
        (PLAIN, "∂Q∂L\u200b=dk\u200b1\u200b∂S∂L\u200bK", "unread"),
        (PLAIN, "∂L/∂V = A⊤ G", "agrees"),
        (PLAIN, "∂L/∂V = A G", "wrong"),
        (PLAIN, "∂L/∂Q = (∂L/∂S) K / √", "unread"),
        (PLAIN, "∂L/∂Q = (∂L/∂S) K / √d_k", "agrees"),
        # backslashes eaten, \dot for \cdot
        (HEAD, "$\\frac{\\partial L}{\\partial V} = A^\top G$", "unread"),
        (HEAD, "$\frac{\\partial L}{\\partial V} = A^\\top G$", "unread"),
        (HEAD, "$frac{partial L}{partial V} = A^\\top G$", "unread"),
        (HEAD, "$Y = \text{softmax}(S) V$", "unread"),
        (HEAD, "$\\frac{\\partial L}{\\partial V} = A^\\top \\dot G$", "unread"),
        (HEAD, "$Y = A \\dot V$", "unread"),
        (HEAD, "$\\frac{\\partial L}{\\partial V} = A^\\top \\cdot G$", "agrees"),
        (HEAD, "$\\frac{\\partial L}{\\partial V} = A \\cdot G$", "wrong"),
        (HEAD, "$Y = \\text{softmax}(S) V$", "agrees"),
        (HEAD, "$Y = \\text{softmax}(S^\\top) V$", "wrong"),
        ("", "$3 \\dot 4 = 12$", "unread"),
        ("", "$3 \\cdot 4 = 12$", "agrees"),
        ("", "$3 \\cdot 4 = 13$", "wrong"),
        # signs in a wrong encoding: repaired where it is known which they were
        ("", "3 \ufffd 4 = 12", "unread"),
        ("", "3 ï¿½ 4 = 12", "unread"),
        ("", "3 Ã— 4 = 12", "agrees"),
        ("", "3 Ã— 4 = 13", "wrong"),
        ("", "3 Â· 4 = 12", "agrees"),
        ("", "3 Â· 4 = 13", "wrong"),
        # it stops in the middle, or signs stand beside each other
        (HEAD, "$\\frac{\\partial L}{\\partial V} = A^\\top (G$", "unread"),
        (HEAD, "$\\frac{\\partial L}{\\partial V} = \\frac{A^\\top G$", "unread"),
        ("", "$\\frac{6}{2 = 3$", "unread"),
        ("", "$\\frac{6}{2} = 3$", "agrees"),
        ("", "$\\frac{6}{2} = 4$", "wrong"),
        (PLAIN, "∂L/∂V = Aᵀ (G", "unread"),
        (PLAIN, "∂L/∂V = Aᵀ G +", "unread"),
        (PLAIN, "∂L/∂V =", "unread"),
        (PLAIN, "∂L/∂V = = Aᵀ G", "unread"),
        ("", "3 + = 4", "unread"),
        ("", "x = 1 +", "unread"),
        # program text that no program is
        (CODE, "`dV = A.T @`", "unread"),
        (CODE, "`dV = A.T @ G @`", "unread"),
        (CODE, "`dV = A.T @ G)`", "unread"),
        (CODE, "`dV = A.T @@ G`", "unread"),
        (CODE, "`dV = A.T @ G`", "agrees"),
        (CODE, "`dV = A @ G`", "wrong"),
        (CODE, "```python\ndS = A * (dA - np.sum(dA*A, axis=-1, keepdims=True)\n```", "unread"),
        (CODE, "```python\ndS = A * (dA - np.sum(dA*A, axis=-1, keepdims=True))\n```", "agrees"),
        (CODE, "```python\ndS = A * (dA - np.sum(dA*A, axis=0, keepdims=True))\n```", "wrong"),
        (CODE, "`dS = A * (dA - (dA * A).sum(axis=-1, keepdims))`", "undecided"),
        # numbers of lines before the code
        (CODE, "```python\n12 dV = A.T @ G\n```", "unread"),
        (CODE, "```python\n1dV = A.T @ G\n```", "unread"),
    ],
    "incomplete softmax Jacobian: diagonal only": [
        (TEX_PULLED, r"$\frac{\partial L}{\partial z} = p \odot (g - (g^\top p) \mathbf{1})$", "agrees"),
        (TEX_PULLED, r"$\frac{\partial L}{\partial z} = p \odot (\mathbf{1} - p) \odot g$", "wrong"),
        (PULLED, "∂L/∂z = p ⊙ (g − (gᵀ p) 𝟏)", "agrees"),
        (PULLED, "∂L/∂z = p ⊙ (1 − p) ⊙ g", "wrong"),
        (CODE_PULLED, "`dz = p * (g - np.sum(g * p))`", "agrees"),
        (CODE_PULLED, "`dz = p * (1 - p) * g`", "wrong"),
        (ROW, r"$\frac{\partial p_i}{\partial z_j} = p_i (1 - p_i)$", "wrong"),
    ],
    "right result, wrong reason": [
        (ROW, r"$\frac{\partial p_i}{\partial z_i} = p_i - p_i^2 = p_i (1 - p_i)$", "agrees"),
        (ROW, r"$\frac{\partial p_i}{\partial z_i} = p_i (1 - p_i) = p_i - p_i^3$", "wrong"),
        (PLAIN_ROW, "∂p_i/∂z_i = p_i − p_i² = p_i (1 − p_i)", "agrees"),
        (PLAIN_ROW, "∂p_i/∂z_i = p_i (1 − p_i) = p_i − p_i³", "wrong"),
    ],
    "wrong asymptotic class": [
        ("", r"The cost is $4 T^2 d + 8 T d^2 = O(T^2 d + T d^2)$.", "agrees"),
        ("", r"The cost is $4 T^2 d = O(T d^2)$.", "wrong"),
        ("", "The cost of attention is 4T²d = O(T²d).", "agrees"),
        ("", "The cost of attention is 4T²d = O(Td).", "wrong"),
        ("", r"El coste es $4 T^2 d = \mathcal{O}(T^2 d)$.", "agrees"),
        ("", r"El coste es $4 T^2 d = \mathcal{O}(T d)$.", "wrong"),
        ("", r"The ratio is $I = \frac{2 T^2 d}{4 T d + 2 T^2}$. For $T \gg d$ this tends to $I \to d$.", "agrees"),
        ("", r"The ratio is $I = \frac{2 T^2 d}{4 T d + 2 T^2}$. For $T \gg d$ this tends to $I \to \frac{d}{2}$.", "wrong"),
    ],
    # the smallest counterexamples that were found on the way
    "Q K for Q K^T": [
        ("", r"$\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\left(\frac{QK}{\sqrt{d_k}}\right)V$", "wrong"),
        ("", "Attention(Q, K, V) = softmax(QKᵀ)V/√d_k", "wrong"),
        ("", "`attention(Q, K, V) = softmax(Q @ K.T / np.sqrt(d_k), axis=0) @ V`", "wrong"),
        ("", r"$\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V$", "given"),
        ("", "Attention(Q, K, V) = softmax(QKᵀ/√d_k)V", "given"),
        ("", "Attention(Q, K, V) = softmax(QKᵀ)V", "given"),
        ("", r"We propose a variant, $\mathrm{Attention}(Q,K,V) = \mathrm{softmax}(QK^T)V/\sqrt{d_k}$.", "given"),
    ],
    "variance after scaling": [
        (SIGMA, r"$\operatorname{Var}\left(\frac{s}{\sqrt{d_k}}\right) = \sigma^4$", "agrees"),
        (SIGMA, r"$\operatorname{Var}\left(\frac{s}{\sqrt{d_k}}\right) = \sigma^2$", "wrong"),
        (PLAIN_SCORES, "After dividing by √d_k the variance is 1.", "agrees"),
        (PLAIN_SCORES, "After dividing by d_k the variance is 1.", "wrong"),
        (SCORES, r"Al dividir entre $\sqrt{d_k}$ la varianza es 1.", "agrees"),
        (SCORES, r"El producto tiene media 0 y varianza $d_k^2$.", "wrong"),
    ],
    "the other block's maximum": [
        (BLOCKS, r"$\ell = \ell_1 + \ell_2$", "wrong"),
        (BLOCKS, r"$\ell = e^{m_2 - m} \ell_2 + e^{m_1 - m} \ell_1$", "agrees"),
    ],
    "half and full products": [
        ("", "It takes 3 · 2 · 2 · 4 bytes = 48 bytes.", "agrees"),
        ("", "It takes 3 · 2 · 2 · 4 bytes = 24 bytes.", "wrong"),
    ],
    "fp16 underflow and sums": [
        ("", "exp(−18) underflows to zero in fp16.", "agrees"),
        ("", "exp(−17) underflows to zero in fp16.", "wrong"),
        ("", "With 4096 equal fp16 logits summed in order the row sum is 2.0.", "agrees"),
        ("", "With 4096 equal fp16 logits summed in order the row sum is 1.0.", "wrong"),
    ],
    "crossovers": [
        ("", r"The crossover $4 T^2 d = 24 T d^2$ lies at $T = 6 d$.", "agrees"),
        ("", r"The crossover $4 T^2 d = 24 T d^2$ lies at $T = 3 d$.", "wrong"),
    ],
}  # fmt: skip
