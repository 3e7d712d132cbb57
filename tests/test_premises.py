"""What a page assumes, where, and at which sizes: the verdicts of moments, line by line."""

import pytest

from checks import check_text

VECTORS = "Let q and k be vectors with d_k = 64 components, independent N(0, 1).\n\n"
VECTORES = "Sean q y k vectores de dimensión d_k = 64 con componentes independientes N(0, 1).\n\n"
UNKNOWN = "Let q and k have independent components with mean 0 and variance 1.\n\n"

# prelude, line, verdicts of its claims in order
LINES = [
    (VECTORS, "Var(q·k) = d_k = 64, standard deviation 8", ["agrees", "agrees", "agrees"]),
    (VECTORS, "Var(q·k) = d_k = 63", ["agrees", "wrong"]),
    (VECTORS, "Var(q·k/d_k) = 1/64", ["agrees"]),
    (VECTORS, "Var(q·k/d_k) = 1/8", ["wrong"]),
    (VECTORS, "sqrt(Var(q·k)) = 8", ["agrees"]),
    (VECTORS, "Var(q·k) = 16 for d_k = 16", ["agrees", "given"]),
    (VECTORS, "Var(q·k/sqrt(d_k)) = 1", ["agrees"]),
    (VECTORES, "Var(q·k) = d_k = 64, desviación típica 8", ["agrees", "agrees", "agrees"]),
    (VECTORES, "Si las componentes tienen varianza σ², Var(q·k) = d_k σ^4", ["agrees"]),
    (VECTORES, "Si las componentes tienen varianza σ², Var(q·k) = d_k σ²", ["wrong"]),
    (VECTORES, "Si las componentes tienen varianza σ²,\n\nVar(q·k) = d_k σ^4", ["agrees"]),
    (VECTORES, "Si las componentes tienen varianza σ², todo cambia. Var(q·k) = d_k", ["agrees"]),
    (VECTORS, "Now let the components have variance σ². Var(q·k) = d_k", ["wrong"]),
    (VECTORS, "Now let the components have variance σ². Var(q·k) = d_k σ^4", ["agrees"]),
    ("", "If the components of q and k are independent with mean 0 and variance σ², then Var(q·k) = d_k σ^4", ["agrees"]),
    ("", "If q_i, k_i ~ N(0, σ²) are independent, then Var(q·k) = d_k σ^4", ["agrees"]),
    ("", "If q_i, k_i ~ N(0, σ²) are independent, then Var(q·k) = d_k σ^2", ["wrong"]),
    (UNKNOWN, "Var(q·k) = 1", ["wrong"]),
    ("", "If q_i, k_i ~ N(0, 2) are independent, then Var(q·k) = 4 d_k", ["agrees"]),
    ("", "If q_i, k_i ~ N(0, 2) are independent, then Var(q·k) = 2 d_k", ["wrong"]),
    ("", "If the entries of q and k are independent and uniform on [-1, 1], then Var(q·k) = d_k / 9", ["agrees"]),
    ("", "If the entries of q and k are independent and uniform on [-1, 1], then Var(q·k) = d_k", ["wrong"]),
    ("", "If the entries of q and k are independent and uniform on [0, 1], then E[q·k] = d_k / 4", ["agrees"]),
    (UNKNOWN, "Var(q·k) = 64", ["undecided"]),
]


@pytest.mark.parametrize(("prelude", "line", "verdicts"), LINES)
def test_moments(prelude: str, line: str, verdicts: list[str]) -> None:
    report = check_text(prelude + line + "\n")
    found = [f.verdict for f in report.findings if f.start >= len(prelude) and f.kind != "unread"]
    assert found == verdicts, [(f.printed, f.verdict) for f in report.findings]


def test_a_later_condition_does_not_reach_back() -> None:
    page = VECTORES + "- Var(q·k) = d_k = 64\n- Si las componentes tienen varianza σ², Var(q·k) = d_k σ²\n- Var(q·k) = d_k\n"
    wrong = [f.line for f in check_text(page).findings if f.verdict == "wrong"]
    assert wrong == [4]


def test_what_is_said_afterwards_holds_for_what_stands_before_all_of_it() -> None:
    page = "Var(q·k) = d_k σ^4, where the components of q and k are independent with mean 0 and variance σ².\n"
    assert [f.verdict for f in check_text(page).findings] == ["agrees"]


LOSS = (
    r"Let $Q, K \in \mathbb{R}^{T \times d_k}$, $S = Q K^\top / \sqrt{d_k}$ and let $L$ be a scalar loss. With $d_k = 64$:"
    "\n\n"
)
AT_64 = [
    (r"$\frac{\partial L}{\partial Q} = \frac{1}{8} \frac{\partial L}{\partial S} K$", "agrees"),
    (r"$\frac{\partial L}{\partial Q} = 0.125 \frac{\partial L}{\partial S} K$", "agrees"),
    (r"$\frac{\partial L}{\partial K} = \frac{1}{8} (\frac{\partial L}{\partial S})^\top Q$", "agrees"),
    (r"$\frac{\partial L}{\partial K} = \frac{1}{4} (\frac{\partial L}{\partial S})^\top Q$", "wrong"),
    (r"$\frac{\partial L}{\partial K} = 0.5 (\frac{\partial L}{\partial S})^\top Q$", "wrong"),
    (r"$\frac{\partial L}{\partial K} = 0.13 (\frac{\partial L}{\partial S})^\top Q$", "undecided"),
]


@pytest.mark.parametrize(("claim", "verdict"), AT_64)
def test_formulas_at_the_size_that_the_page_gives(claim: str, verdict: str) -> None:
    assert [f.verdict for f in check_text(LOSS + claim).findings if f.start >= len(LOSS)] == [verdict]


SCALED = LOSS.replace(r" With $d_k = 64$:", "")
# prelude, line, verdicts of its formulas: at which number a formula is meant where the page gives several, or none
MEANT = [
    (UNKNOWN, "If d_k = 128, Var(q·k) = 128, and if d_k = 64, Var(q·k) = 64.", ["agrees", "agrees"]),
    (UNKNOWN, "If d_k = 128, Var(q·k) = 64, and if d_k = 64, then ...", ["wrong"]),
    (UNKNOWN, "Var(q·k) = 64 for d_k = 64, and Var(q·k) = 512 for d_k = 512.", ["agrees", "agrees"]),
    (UNKNOWN, "Var(q·k) = 512 for d_k = 64, and Var(q·k) = 64 for d_k = 512.", ["wrong", "wrong"]),
    (UNKNOWN, "From d_k = 64 to d_k = 512 it grows from Var(q·k) = 64 to Var(q·k) = 512.", ["undecided", "agrees"]),
    (UNKNOWN, "Si d_k = 4, Var(q·k) = 16; si d_k = 16, Var(q·k) = 16.", ["wrong", "agrees"]),
    (UNKNOWN, "One model has d_k = 64. Another has d_k = 128.\n\nVar(q·k) = 64.", ["undecided"]),
    (UNKNOWN, "One model has d_k = 64. Another has d_k = 128.\n\nVar(q·k) = 32.", ["wrong"]),
    (UNKNOWN, "Con d_k = 64 se tiene Var(q·k) = d_k = 63.", ["agrees", "wrong"]),
    (UNKNOWN, "Var(q·k/8) = 1", ["undecided"]),
    (UNKNOWN, "For d_k = 8, Var(q·k) = 8 d_k.", ["wrong"]),
    (SCALED, r"$\frac{\partial L}{\partial Q} = \frac{1}{8} \frac{\partial L}{\partial S} K$", ["undecided"]),
    (SCALED, r"At $d_k = 1$: $\frac{\partial L}{\partial Q} = \frac{\partial L}{\partial S} K$", ["wrong"]),
    (
        SCALED,
        r"Once $d_k = 64$, here $d_k = 16$: $\frac{\partial L}{\partial Q} = \frac{1}{4} \frac{\partial L}{\partial S} K$",
        ["agrees"],
    ),
    ("", "∂L/∂Q and ∂L/∂K at d_k = 64: ∂L/∂Q = ∂L/∂S K / 8", ["agrees"]),
    ("", "∂L/∂Q and ∂L/∂K at d_k = 64: ∂L/∂Q = ∂L/∂S K / 4", ["wrong"]),
    ("", "∂L/∂Q and ∂L/∂K at d_k = 64: ∂L/∂Q = ∂L/∂S K", ["agrees"]),
    ("", "∂L/∂Q and ∂L/∂K at d_k = 64: ∂L/∂Q = K (∂L/∂S)^T", ["undecided"]),
    ("", "S ∈ ℝ^{T×T}, A = softmax(S).\n\nFor T = 2, Σ_{i=1}^{T} Σ_{j=1}^{T} A_ij = 2", ["given", "undecided"]),
    ("", "S ∈ ℝ^{T×T}, A = softmax(S).\n\nFor T = 2, Σ_{i=1}^{T} Σ_{j=1}^{T} A_ij = 3", ["given", "wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("prelude", "line", "verdicts"), MEANT)
def test_a_formula_is_judged_at_the_size_that_is_meant(prelude: str, line: str, verdicts: list[str]) -> None:
    found = [f for f in check_text(prelude + line + "\n").findings if f.start >= len(prelude) and f.kind == "formula"]
    assert [f.verdict for f in found] == verdicts, [(f.printed, f.verdict) for f in found]


def test_a_one_hot_target_sums_to_one() -> None:
    page = r"With $L=-\sum_i y_i\log p_i$, $p=\mathrm{softmax}(z)$ and TARGET, $\partial L/\partial z_i=p_i-y_i$."
    assert [f.verdict for f in check_text(page.replace("TARGET", "one-hot $y$")).findings][-1] == "agrees"
    assert [f.verdict for f in check_text(page.replace("TARGET", "any $y$")).findings][-1] == "wrong"


def test_the_argument_of_a_function_is_not_read_alone() -> None:
    found = check_text("log softmax(x)_i = x_i − log Σ_j exp(x_j)\n").findings
    assert [f.verdict for f in found] == ["unread"]
