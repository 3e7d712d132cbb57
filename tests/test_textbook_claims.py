"""What textbooks, blogs and comments of kernels say of attention and its neighbours: true and false, as they write it.

Layer norm, cross-entropy, entropy, LoRA, KV caches, counts, einsum, fused backward passes.
"""

import pytest
from false_patterns import CODE, HEAD, PLAIN, ROW

from checks.checking import check_text

NORM = r"""
Let $x \in \mathbb{R}^n$, $\mu = \frac{1}{n} \sum_{i=1}^n x_i$,
$v = \frac{1}{n} \sum_{i=1}^n (x_i - \mu)^2$
and $\hat{x}_i = \frac{x_i - \mu}{\sqrt{v}}$.

## Claims

"""
ENTROPY_LOSS = r"""
Let $z \in \mathbb{R}^n$, $p = \operatorname{softmax}(z)$
and $L = -\sum_{j=1}^n y_j \log p_j$ with $\sum_{j=1}^n y_j = 1$.

## Claims

"""
ENTROPY = r"""
Let $z \in \mathbb{R}^n$, $p = \operatorname{softmax}(z)$ and $H = -\sum_{j=1}^n p_j \log p_j$.

## Claims

"""
LORA = r"""
Let $W \in \mathbb{R}^{d \times k}$, $B \in \mathbb{R}^{d \times r}$, $A \in \mathbb{R}^{r \times k}$.

"""

CLAIMS = [
    (NORM, '$\\sum_{i=1}^n \\hat{x}_i = 0$', 'agrees'),
    (NORM, '$\\sum_{i=1}^n \\hat{x}_i^2 = n$', 'agrees'),
    (NORM, '$\\sum_{i=1}^n \\hat{x}_i^2 = 1$', 'wrong'),
    (NORM, '$v = \\frac{1}{n} \\sum_{i=1}^n x_i^2 - \\mu^2$', 'agrees'),
    (NORM, '$v = \\frac{1}{n} \\sum_{i=1}^n x_i^2 + \\mu^2$', 'wrong'),
    (NORM, '$\\frac{\\partial \\mu}{\\partial x_i} = \\frac{1}{n}$', 'agrees'),
    (NORM, '$\\frac{\\partial \\mu}{\\partial x_i} = 1$', 'wrong'),
    (NORM, '$\\frac{\\partial v}{\\partial x_i} = \\frac{2}{n} (x_i - \\mu)$', 'agrees'),
    (NORM, '$\\frac{\\partial v}{\\partial x_i} = 2 (x_i - \\mu)$', 'wrong'),
    (ENTROPY_LOSS, '$\\frac{\\partial L}{\\partial z_i} = p_i - y_i$', 'agrees'),
    (ENTROPY_LOSS, '$\\frac{\\partial L}{\\partial z_i} = y_i - p_i$', 'wrong'),
    (ENTROPY_LOSS, '$\\frac{\\partial L}{\\partial z} = p - y$', 'agrees'),
    (ENTROPY_LOSS, '$\\frac{\\partial L}{\\partial p_i} = -\\frac{y_i}{p_i}$', 'agrees'),
    (ENTROPY_LOSS, '$\\frac{\\partial L}{\\partial p_i} = \\frac{y_i}{p_i}$', 'wrong'),
    (ENTROPY, '$\\frac{\\partial H}{\\partial z_i} = -p_i (\\log p_i + H)$', 'agrees'),
    (ENTROPY, '$\\frac{\\partial H}{\\partial z_i} = p_i (\\log p_i + H)$', 'wrong'),
    (ENTROPY, '$H = \\log \\sum_{j=1}^n e^{z_j} - \\sum_{j=1}^n p_j z_j$', 'agrees'),
    (LORA, '$W + B A$ has shape $(d, k)$.', 'agrees'),
    (LORA, '$A B$ has shape $(d, k)$.', 'wrong'),
    (LORA, '$B A$ tiene forma $(d, k)$.', 'agrees'),
    ('', 'LoRA with rank 8 on a 4096 x 4096 matrix trains 8 * (4096 + 4096) = 65,536 parameters.', 'agrees'),
    ('', 'LoRA with rank 8 on a 4096 x 4096 matrix trains 8 * (4096 + 4096) = 65,563 parameters.', 'wrong'),
    ('', 'The KV cache takes 2 * 32 * 8 * 128 * 4096 * 2 bytes = 512 MiB.', 'agrees'),
    ('', 'The KV cache takes 2 * 32 * 32 * 128 * 4096 * 2 bytes = 512 MiB.', 'wrong'),
    ('', 'La caché KV ocupa 2 · 32 · 8 · 128 · 8192 · 2 bytes = 1 GiB.', 'agrees'),
    ('', 'For $T = 1024$ and $d = 64$, $4 T^2 d = 268$ MFLOP.', 'agrees'),
    ('', 'For $T = 1024$ and $d = 64$, $4 T^2 d = 134$ MFLOP.', 'wrong'),
    ('', 'With $d_k = 64$, $1/\\sqrt{d_k} = 0.125$.', 'agrees'),
    ('', 'With $d_k = 128$, $1/\\sqrt{d_k} \\approx 0.0884$.', 'agrees'),
    ('', 'With $d_k = 128$, $1/\\sqrt{d_k} \\approx 0.0781$.', 'wrong'),
    (ROW, '$\\log p_i = z_i - \\log \\sum_{k=1}^n e^{z_k}$', 'agrees'),
    (ROW, '$\\log p_i = z_i + \\log \\sum_{k=1}^n e^{z_k}$', 'wrong'),
    (ROW, '$\\frac{\\partial \\log p_i}{\\partial z_j} = \\delta_{ij} - p_j$', 'agrees'),
    (ROW, '$\\frac{\\partial \\log p_i}{\\partial z_j} = \\delta_{ij} - p_i$', 'wrong'),
    (ROW, '$\\sum_{i=1}^n \\frac{\\partial p_i}{\\partial z_j} = 0$', 'agrees'),
    (ROW, '$\\sum_{i=1}^n \\frac{\\partial p_i}{\\partial z_j} = 1$', 'wrong'),
    (ROW, '$\\frac{\\partial p}{\\partial z} = \\operatorname{diag}(p) - p p^\\top$', 'agrees'),
    (ROW, '$\\frac{\\partial p}{\\partial z} = \\operatorname{diag}(p) + p p^\\top$', 'wrong'),
    (
        'For p = softmax(z) the Jacobian is $J_{ij} = p_i(\\delta_{ij} - p_j)$, that is ',
        '$J = \\mathrm{diag}(p) - p p^T$.',
        'agrees',
    ),
    (
        'For p = softmax(z) the Jacobian is $J_{ij} = p_i(\\delta_{ij} + p_j)$, that is ',
        '$J = \\mathrm{diag}(p) - p p^T$.',
        'wrong',
    ),
    (HEAD, '$\\operatorname{softmax}(S + c) = \\operatorname{softmax}(S)$ for every scalar $c$.', 'agrees'),
    (HEAD, '$\\operatorname{softmax}(2 S) = \\operatorname{softmax}(S)$.', 'wrong'),
    (HEAD, '$\\operatorname{softmax}(S)^\\top = \\operatorname{softmax}(S^\\top)$.', 'wrong'),
    (
        HEAD,
        '$\\frac{\\partial L}{\\partial Q} = \\frac{1}{\\sqrt{d_k}} \\left( A \\odot (G V^\\top - \\operatorname{rowsum}(G \\odot Y)) \\right) K$',  # noqa: E501
        'agrees',
    ),
    (
        HEAD,
        '$\\frac{\\partial L}{\\partial Q} = \\frac{1}{\\sqrt{d_k}} \\left( A \\odot (G V^\\top - \\operatorname{rowsum}(G \\odot V)) \\right) K$',  # noqa: E501
        'wrong',
    ),
    (CODE, '```python\nD = np.sum(G * Y, axis=-1, keepdims=True)\ndS = A * (G @ V.T - D)\n```', 'agrees'),
    (CODE, '```python\nD = np.sum(G * Y, axis=-1)\ndS = A * (G @ V.T - D)\n```', 'wrong'),
    (CODE, '```python\nD = (G * Y).sum(-1, keepdims=True)\ndS = A * (G @ V.T - D)\n```', 'agrees'),
    (CODE, "```python\ndA = np.einsum('id,jd->ij', G, V)\n```", 'agrees'),
    (CODE, "```python\ndA = np.einsum('id,jd->ji', G, V)\n```", 'wrong'),
    (CODE, "```python\ndV = np.einsum('ij,id->jd', A, G)\n```", 'agrees'),
    (CODE, "```python\ndV = np.einsum('ij,jd->id', A, G)\n```", 'wrong'),
    (
        '```python\nP = softmax(S)\nO = P @ V\n```\n\n',
        '```python\ndV = P.T @ dO\ndP = dO @ V.T\ndelta = (O * dO).sum(axis=-1, keepdims=True)\ndS = P * (dP - delta)\n```',
        'agrees',
    ),
    (HEAD, '$A \\mathbf{1} = \\mathbf{1}$', 'agrees'),
    (HEAD, '$A^\\top \\mathbf{1} = \\mathbf{1}$', 'wrong'),
    (HEAD, '$Y_i = \\sum_{j=1}^T A_{ij} V_j$', 'agrees'),
    (HEAD, '$Y_i = \\sum_{j=1}^T A_{ji} V_j$', 'wrong'),
    (HEAD, '$S_{ij} = \\frac{1}{\\sqrt{d_k}} \\sum_{a=1}^{d_k} Q_{ia} K_{ja}$', 'agrees'),
    (PLAIN, 'Y_i = Σ_j A_ij V_j', 'agrees'),
    (PLAIN, 'Y_i = Σ_j A_ji V_j', 'wrong'),
    (
        '```python\n# scale\nscale = 1 / math.sqrt(d_k)\nS = Q @ K.T * scale\nP = softmax(S, dim=-1)\nO = P @ V\n```\n\n',
        '```python\ndQ = dS @ K * scale\ndK = dS.T @ Q * scale\n```',
        'agrees',
    ),
    (
        '```python\n# scale\nscale = 1 / math.sqrt(d_k)\nS = Q @ K.T * scale\nP = softmax(S, dim=-1)\nO = P @ V\n```\n\n',
        '```python\ndQ = dS @ K * scale\ndK = dS.T @ Q\n```',
        'wrong',
    ),
    ('S = Q K^T / sqrt(d_k), P = softmax(S), O = P V.\n\n', 'dV = P^T dO', 'agrees'),
    ('S = Q K^T / sqrt(d_k), P = softmax(S), O = P V.\n\n', 'dV = P dO', 'wrong'),
    (
        '$Y = X W$ with $X \\in \\mathbb{R}^{N \\times d}$, $W \\in \\mathbb{R}^{d \\times m}$.\n\n',
        '$\\frac{\\partial L}{\\partial W} = \\frac{\\partial L}{\\partial Y} X^\\top$',
        'wrong',
    ),
    (
        '$Y = X W$ with $X \\in \\mathbb{R}^{N \\times d}$, $W \\in \\mathbb{R}^{d \\times m}$.\n\n',
        '$\\frac{\\partial L}{\\partial X} = \\frac{\\partial L}{\\partial Y} W^\\top$',
        'agrees',
    ),
    ('', 'For $n = 4096$, $n^2 = 16{,}777{,}216$.', 'agrees'),
    ('', 'For $n = 4096$, $n^2 = 16{,}777{,}261$.', 'wrong'),
    ('', '$\\sqrt{64} = 8$', 'agrees'),
    ('', '$\\sqrt{64} = 6$', 'wrong'),
    ('', '$2^{10} = 1024$ and $2^{20} = 1048576$', 'agrees'),
    ('', '$e^{-1} \\approx 0.368$', 'agrees'),
    ('', '$e^{-1} \\approx 0.386$', 'wrong'),
]  # fmt: skip


@pytest.mark.parametrize(("prelude", "claim", "verdict"), CLAIMS)
def test_a_claim_in_the_wild(prelude: str, claim: str, verdict: str) -> None:
    found = [f for f in check_text(prelude + claim + "\n", details=False).findings if f.start >= len(prelude)]
    assert found and found[-1].verdict == verdict, [(f.printed, f.verdict, f.reason) for f in found]


# true, or true under a reading that the page leaves open: never wrong
NEVER_WRONG = [
    ("", r"$R_m^\top R_n = R_{n-m}$"),
    ("", r"RoPE rotates by $\theta_i = 10000^{-2i/d}$."),
    (ENTROPY, r"$H \le \log n$"),
    (ENTROPY, r"$H \geq 0$"),
    (HEAD, r"$\operatorname{tr}(A) \le T$"),
    (ROW, r"$\nabla_z p = \operatorname{diag}(p) - p p^\top$"),
    (CODE, "```python\nD = (G * Y).sum(-1, keepdims=True)\ndS = A * (G @ V.T - D)\n```"),
    ("", "dL/dX = dL/dY W^T"),
    ("", r"The memory is $2 T^2 + 4 T d = O(T^2)$."),
]


@pytest.mark.parametrize(("prelude", "claim"), NEVER_WRONG)
def test_what_holds_under_some_reading_is_never_wrong(prelude: str, claim: str) -> None:
    assert "wrong" not in {f.verdict for f in check_text(prelude + claim + "\n", details=False).findings}
