"""Formulas, counts and statements as pages write them, each with a right and a wrong instance of how they go wrong.

The patterns and the smallest counterexamples are those counted on real pages. A wrong instance must be `wrong` with a
counterexample, a right one `agrees` with a proof.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from checks.checking import check_text
from checks.findings import Finding

HEAD = r"""
Let $Q, K \in \mathbb{R}^{T \times d_k}$, $V \in \mathbb{R}^{T \times d_v}$, $S = Q K^\top / \sqrt{d_k}$,
$A = \operatorname{softmax}(S)$ row by row, $Y = A V$. A scalar loss $L$ sends back $G = \frac{\partial L}{\partial Y}$.

## Claims

"""
ROW = r"""
Let $z \in \mathbb{R}^n$ and $p_i = \frac{e^{z_i}}{\sum_{k=1}^{n} e^{z_k}}$.

## Claims

"""
BLOCKS = r"""
With $m = \max_j x_j$ we want $\ell = \sum_{j=1}^{n} e^{x_j - m}$ and $o = \sum_{j=1}^{n} e^{x_j - m} v_j$.
The keys come in blocks $B_1$ and $B_2$: $m_b = \max_{j \in B_b} x_j$, $\ell_b = \sum_{j \in B_b} e^{x_j - m_b}$ and
$o_b = \sum_{j \in B_b} e^{x_j - m_b} v_j$.

## Claims

"""
SCORES = r"""
The components of $q$ and $k$ are independent, $q_a, k_a \sim \mathcal{N}(0, 1)$, and $s = q \cdot k = \sum_{a=1}^{d_k} q_a k_a$.

"""
DEVIATION = r"""
The components of $q$ and $k$ are independent, with mean 0 and variance $\sigma^2$ each, and $s = q \cdot k = \sum_{a=1}^{d_k} q_a k_a$.

"""

# pattern, prelude, claim, verdict of the last claim
CLAIMS = [
    ("factor", HEAD, r"$\frac{\partial L}{\partial Q} = \frac{1}{\sqrt{d_k}} \frac{\partial L}{\partial S} K$", "agrees"),
    ("factor", HEAD, r"$\frac{\partial L}{\partial Q} = \frac{\partial L}{\partial S} K$", "wrong"),
    ("factor", HEAD, r"$\frac{\partial L}{\partial Q} = \frac{1}{d_k} \frac{\partial L}{\partial S} K$", "wrong"),
    ("sign", ROW, r"$\frac{\partial p_i}{\partial z_j} = p_i (\delta_{ij} + p_j)$", "wrong"),
    ("premise", SCORES, r"Then $\operatorname{Var}(s) = d_k$.", "agrees"),
    ("premise", SCORES.replace("are independent", "may depend on each other"), r"Then $\operatorname{Var}(s) = d_k$.", "wrong"),
    ("transpose", HEAD, r"$\frac{\partial L}{\partial V} = A^\top G$", "agrees"),
    ("transpose", HEAD, r"$\frac{\partial L}{\partial V} = A G$", "wrong"),
    ("side", HEAD, r"$\frac{\partial L}{\partial V} = G A^\top$", "wrong"),
    ("axis", HEAD, r"$\frac{\partial L}{\partial S} = A \odot (\frac{\partial L}{\partial A} - (\frac{\partial L}{\partial A} \odot A) \mathbf{1})$", "agrees"),
    ("axis", HEAD, "`dS = A * (dA - np.sum(dA * A, axis=-1, keepdims=True))`", "agrees"),
    ("axis", HEAD, "`dS = A * (dA - np.sum(dA * A, axis=0, keepdims=True))`", "wrong"),
    ("broadcast", HEAD, "`dS = A * (dA - np.sum(dA * A, axis=-1))`", "wrong"),
    ("numerals", "", "It takes 2 · 32 · 8 · 128 · 2 = 131,072 bytes.", "agrees"),
    ("numerals", "", "It takes 2 · 32 · 8 · 128 · 2 = 131,071 bytes.", "wrong"),
    ("word", HEAD, "Every row of $A$ sums to 1.", "agrees"),
    ("word", HEAD, "Every column of $A$ sums to 1.", "wrong"),
    ("index", ROW, r"$\frac{\partial p_i}{\partial z_k} = p_i (\delta_{ik} - p_k)$", "agrees"),
    ("index", ROW, r"$\frac{\partial p_i}{\partial z_k} = p_i (\delta_{ik} - p_i)$", "wrong"),
    ("bounds", SCORES, r"$\sum_{a=0}^{d_k} 1 = d_k$", "wrong"),
    ("bounds", SCORES, r"$\sum_{a=1}^{d_k} 1 = d_k$", "agrees"),
    ("itself", HEAD, r"$A_{ij} = \frac{e^{S_{ij}}}{\sum_{l=1}^{T} e^{S_{il}}}$", "agrees"),
    ("itself", HEAD, r"$A_{ij} = \frac{e^{S_{ij}}}{\sum_{l=1}^{T} e^{S_{lj}}}$", "wrong"),
    ("neighbour", HEAD, r"`dS = A * (dA - np.sum(G * Y, axis=1)[:, None])`", "agrees"),
    ("neighbour", HEAD, r"`dS = A * (dA - np.sum(G * V, axis=1)[:, None])`", "wrong"),
    ("units", "", "The cache takes 80 · 8 · 128 · 4096 · 2 · 2 bytes = 1.25 GiB.", "agrees"),
    ("units", "", "The cache takes 80 · 8 · 128 · 4096 · 2 · 2 bytes = 5 GB.", "wrong"),
    ("units", "", "A matrix takes 4096 · 4096 · 4 bytes = 64 MiB.", "agrees"),
    ("rounding", "", "That is 8192 · 40 · 128 · 40 · 2 · 2 bytes = 6.71 GB.", "agrees"),
    ("rounding", "", "That is 8192 · 40 · 128 · 40 · 2 · 2 bytes = 6.72 GB.", "wrong"),
    ("diagonal", ROW + r"Let $g = \frac{\partial L}{\partial p}$ for a scalar loss $L$. ", r"$\frac{\partial L}{\partial z} = p \odot (\mathbf{1} - p) \odot g$", "wrong"),
    ("diagonal", ROW + r"Let $g = \frac{\partial L}{\partial p}$ for a scalar loss $L$. ", r"$\frac{\partial L}{\partial z} = p \odot (g - (g^\top p) \mathbf{1})$", "agrees"),
    ("reason", ROW, r"$\frac{\partial p_i}{\partial z_i} = p_i - p_i^2 = p_i (1 - p_i)$", "agrees"),
    ("order", "", r"The ratio is $I = \frac{2 T^2 d}{4 T d + 2 T^2}$. For $T \gg d$ this tends to $I \to d$.", "agrees"),
    ("order", "", r"The ratio is $I = \frac{2 T^2 d}{4 T d + 2 T^2}$. For $T \gg d$ this tends to $I \to \frac{d}{2}$.", "wrong"),
    ("inverse", BLOCKS, r"$\ell = e^{m_1 - m} \ell_1 + e^{m_2 - m} \ell_2$", "agrees"),
    ("inverse", BLOCKS, r"$o = (e^{m_1 - m})^{-1} o_1 + e^{m_2 - m} o_2$", "wrong"),
    ("maximum", BLOCKS, r"$\ell = \ell_1 + \ell_2$", "wrong"),
    ("powers", DEVIATION, r"$\operatorname{Var}\left(\frac{s}{\sqrt{d_k}}\right) = \sigma^4$", "agrees"),
    ("powers", DEVIATION, r"$\operatorname{Var}\left(\frac{s}{\sqrt{d_k}}\right) = \sigma^2$", "wrong"),
    ("shapes", HEAD, r"$(A V)^\top = V^\top A^\top$", "agrees"),
    ("shapes", HEAD, r"$(A V)^\top = A^\top V^\top$", "wrong"),
    ("symmetry", HEAD, "The matrix $A$ is symmetric.", "wrong"),
    ("formats", "", "fp16(2048 + 1) = 2048", "agrees"),
    ("formats", "", "fp16(2050 + 1) = 2050", "wrong"),
    ("formats", "", "fp16(−1e9) = −1e9", "wrong"),
    ("cubes", "", "The crossover $4 T^2 d = 24 T d^2$ lies at $T = 6 d$.", "agrees"),
    ("cubes", "", "The crossover $4 T^2 d = 24 T d^2$ lies at $T = 3 d$.", "wrong"),
]  # fmt: skip


def judged(text: str) -> list[Finding]:
    return [f for f in check_text(text, details=False).findings if f.verdict != "given"]


@pytest.mark.parametrize(
    ("pattern", "prelude", "claim", "verdict"), CLAIMS, ids=[f"{p}-{v}-{n}" for n, (p, _, _, v) in enumerate(CLAIMS)]
)
def test_right_and_wrong_instances(pattern: str, prelude: str, claim: str, verdict: str) -> None:
    findings = judged(prelude + claim + "\n")
    assert findings and findings[-1].verdict == verdict, [(f.printed, f.verdict, f.reason) for f in findings]
    formulas = [f for f in findings[-1:] if f.kind == "formula" and f.reason == ""]
    assert all(f.counterexample for f in formulas if verdict == "wrong")


# what is read too literally must not be refuted, what is damaged must not be wrong
CAUTIOUS = [
    (HEAD, r"$\frac{\partial L}{\partial V} = \frac{\partial L}{\partial Y} \frac{\partial Y}{\partial V}$"),
    (HEAD, r"$A^2 = A$"),
    ("", r"$\frac{\partial WO}{\partial L = x$"),
    (HEAD, r"$Y = \unknown{A} V$"),
    (HEAD, r"$A \dot V = Y$"),
]


@pytest.mark.parametrize(("prelude", "claim"), CAUTIOUS)
def test_what_is_unclear_is_never_wrong(prelude: str, claim: str) -> None:
    assert all(f.verdict in ("unread", "undecided", "agrees") for f in judged(prelude + claim + "\n"))


def test_nothing_is_judged_where_the_checker_is_switched_off() -> None:
    false = r"$\frac{\partial L}{\partial V} = A G$"
    off = f"<!-- check: off -->\n{false}\n\n<!-- check: on -->\n"
    assert [f.verdict for f in judged(HEAD + off)] == []
    assert [f.verdict for f in judged(HEAD + off + false)] == ["wrong"]


def test_a_chain_is_judged_against_its_head() -> None:
    text = ROW + r"$\frac{\partial p_i}{\partial z_i} = p_i - p_i^3 = p_i (1 - p_i)$"
    assert [f.verdict for f in judged(text)][-2:] == ["wrong", "agrees"]


def test_a_limit_is_carried_from_the_false_formula_above_it() -> None:
    text = r"""
The ratio is $I = \frac{2 T^2 d}{8 T d + 4 T^2} = \frac{T d}{4 (d + T)}$. For $T \gg d$ this tends to $I \to \frac{d}{4}$.
"""
    wrong, carried = [f for f in judged(text) if f.verdict in ("wrong", "carried")]
    assert (wrong.verdict, carried.verdict, carried.cause) == ("wrong", "carried", wrong.number)


def test_a_proof_names_its_sizes_and_side_conditions() -> None:
    found = judged(HEAD + r"$\frac{\partial L}{\partial Q} = \frac{1}{\sqrt{d_k}} \frac{\partial L}{\partial S} K$")[-1]
    proof = dict(found.proof)
    assert {"T", "d_k", "d_v"} <= set(proof["sizes"])  # type: ignore[arg-type]
    assert proof["steps"]


@pytest.mark.parametrize(
    ("claim", "slip"),
    [
        (r"$\frac{\partial L}{\partial V} = A G$", "transpose"),
        (r"$\frac{\partial L}{\partial Q} = \frac{\partial L}{\partial S} K$", "lost_scale"),
        ("`dS = A * (dA - np.sum(dA * A, axis=0, keepdims=True))`", "axis"),
    ],
)
def test_the_nearest_true_formula_names_the_slip(claim: str, slip: str) -> None:
    assert judged(HEAD + claim)[-1].slip == slip


HOSTILE = [
    "9^9^9 = 1",
    "$x = 10^7!$",
    "x = " + "(" * 2000 + "1" + ")" * 2000,
    "$" + "x+" * 20000 + "x = 1$",
    "x = " + "9" * 4000,
    r"\newcommand{\a}{\a\a}$\a = 1$",
    "$" + r"\frac{" * 300 + "1" + "}{2}" * 300 + " = 1$",
    "$p = e^{e^{e^{e^{e^{9}}}}}$ and $2^{2^{100}} = 1$",
    "`y = __import__('os').system('touch /tmp/never')`",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_formulas_are_refused_or_left_open(text: str) -> None:
    begun = time.process_time()
    found = [f for f in check_text(HEAD + text + "\n", details=False).findings if f.start >= len(HEAD)]
    assert time.process_time() - begun < 10
    assert {f.verdict for f in found} <= {"unread", "undecided", "given"}, found


def test_a_counterexample_at_fixed_sizes_is_the_same_in_every_process(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(HEAD + "$S_{12} = S_{21}$.\n", encoding="utf-8")
    command = [sys.executable, "-m", "checks.cli", "check", "--format", "json", str(page)]
    reports = {
        subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2", "3")
    }
    assert len(reports) == 1
    assert '"wrong"' in reports.pop()


@pytest.mark.parametrize(
    "page",
    [
        HEAD + r"$m = \max(a, \ldots, b)$.",
        HEAD + r"$m = \max(x_i, \ldots, x_j)$.",
        HEAD + r"$m = \max(x_1, x_2, \ldots, x_{ij})$.",
        HEAD + r"The intensity is $I = (T+1)^8 (T+1)^8 (T+1)^8 / d$. For $T \gg d$, $I \to d$.",
        HEAD + "`A.mean(axis=-1.5) = 1/T`",
        "From d_k = 0 to d_k = 512 the standard deviation is multiplied by 4.",
    ],
)
def test_what_has_no_sense_is_neither_true_nor_false(page: str) -> None:
    assert not {f.verdict for f in check_text(page + "\n").findings} & {"wrong", "agrees"}


def test_a_mean_along_an_axis_that_is_not_there_is_wrong() -> None:
    assert [f.verdict for f in check_text(HEAD + "`A.mean(axis=7) = 1`\n").findings if f.verdict != "given"] == ["wrong"]
