"""Statements in words about arrays and scores: mathematics, plain prose and Spanish say the same."""

import pytest
from false_patterns import CAUSAL, CODE, HEAD, PLAIN, PLAIN_SCORES, ROW, SCORES

from checks.checking import check_text

CLAIMS = [
    (CODE, 'Every row of `A` sums to 1.', 'agrees'),
    (CODE, 'Every column of `A` sums to 1.', 'wrong'),
    (HEAD, 'The rows of $A$ sum to one.', 'agrees'),
    (HEAD, 'The columns of $A$ sum to one.', 'wrong'),
    (HEAD, 'Each row of $A$ adds up to 1.', 'agrees'),
    (HEAD, 'Note that each row sums to 1.', 'agrees'),
    (HEAD, 'Cada fila suma 1.', 'agrees'),
    (HEAD, 'All rows do not sum to one.', 'wrong'),
    (CODE.replace("axis=-1", "axis=0"), 'Every row adds up to 1.', 'wrong'),
    (HEAD, 'Row sums of $A$ are 1.', 'agrees'),
    (HEAD, 'Column sums of $A$ are 1.', 'wrong'),
    (ROW, 'The entries of $p$ sum to 1.', 'agrees'),
    (ROW, 'The entries of $p$ sum to 0.', 'wrong'),
    (PLAIN, 'The matrix A is symmetric.', 'wrong'),
    (HEAD, 'La matriz $A A^\\top$ es simétrica.', 'agrees'),
    (HEAD, 'In general $A$ is not symmetric.', 'agrees'),
    (HEAD, '$A A^\\top$ is not symmetric.', 'wrong'),
    (ROW, 'Each row of the Jacobian $\\operatorname{diag}(p) - p p^\\top$ sums to 0.', 'agrees'),
    (ROW, 'Each row of the Jacobian $\\operatorname{diag}(p) - p p^\\top$ sums to 1.', 'wrong'),
    (HEAD, 'All entries of $A$ lie in $(0, 1)$.', 'agrees'),
    (HEAD, 'All entries of $A$ are positive.', 'agrees'),
    (HEAD, 'All entries of $S$ are positive.', 'wrong'),
    (HEAD, 'All entries of $A$ lie in $[0, 1/2]$.', 'wrong'),
    (HEAD, 'Todas las entradas de $A$ están en $[0, 1]$.', 'agrees'),
    (ROW, 'The maximum of $p_i (1 - p_i)$ is $\\frac{1}{4}$.', 'agrees'),
    (ROW, 'The maximum of $p_i (1 - p_i)$ is $\\frac{1}{2}$.', 'wrong'),
    (ROW, '$p_i (1 - p_i) \\le \\frac{1}{4}$', 'agrees'),
    (ROW, '$p_i (1 - p_i) \\le \\frac{1}{8}$', 'wrong'),
    (CAUSAL, 'Row 0 of $B$ attends only to itself.', 'agrees'),
    (CAUSAL, 'The first token attends only to itself.', 'agrees'),
    (CAUSAL, 'The last row of $B$ attends only to itself.', 'wrong'),
    (HEAD, 'Row 0 of $A$ attends only to itself.', 'wrong'),
    (HEAD, '$Y$ has shape $(T, d_v)$.', 'agrees'),
    (HEAD, '$Y$ has shape $(T, d_k)$.', 'wrong'),
    (HEAD, 'La forma de $Y$ es $(T, d_k)$.', 'wrong'),
    (HEAD, '$Y$ tiene forma $(T, d_v)$.', 'agrees'),
    (HEAD, 'The softmax does not change the shape: $A$ has the same shape as $S$.', 'agrees'),
    (HEAD, '$Y$ has the same shape as $Q$.', 'wrong'),
    (HEAD, '$Y$ has the same shape as $V$.', 'agrees'),
    (PLAIN_SCORES, 'E[s] = 0', 'agrees'),
    (PLAIN_SCORES, 'E[s] = d_k', 'wrong'),
    (PLAIN_SCORES, 'Var(s/√d_k) = 1', 'agrees'),
    (PLAIN_SCORES, 'Var(s/d_k) = 1', 'wrong'),
    (PLAIN_SCORES, 'The dot product has mean 0 and variance √d_k.', 'wrong'),
    (SCORES, 'The score has mean 0 and variance $d_k$.', 'agrees'),
    (SCORES, 'The score has mean 0 and variance $\\sqrt{d_k}$.', 'wrong'),
    (SCORES, 'El producto tiene media 0 y varianza $d_k$.', 'agrees'),
    (SCORES, 'After dividing by $\\sqrt{d_k}$ the variance is 1.', 'agrees'),
    (SCORES, 'After dividing by $d_k$ the variance is 1.', 'wrong'),
    ("", 'Let q and k have independent components with mean 0 and variance 1. Then q·k has mean 0 and variance d_k.', 'agrees'),
    (HEAD, 'The columns of $A$ do not sum to 1.', 'agrees'),
    (HEAD, 'The rows of $A$ do not sum to 1.', 'wrong'),
    (SCORES, '$s$ is approximately $\\mathcal{N}(0, d_k)$.', 'agrees'),
    (SCORES, '$s$ is approximately $\\mathcal{N}(0, d_k^2)$.', 'wrong'),
    (PLAIN_SCORES, 'q·k is approximately N(0, d_k).', 'agrees'),
    (PLAIN_SCORES, 'q·k is approximately N(0, d_k²).', 'wrong'),
    (SCORES, 'El score es aproximadamente $\\mathcal{N}(0, d_k)$.', 'agrees'),
]  # fmt: skip


@pytest.mark.parametrize(("prelude", "claim", "verdict"), CLAIMS)
def test_a_statement_is_decided(prelude: str, claim: str, verdict: str) -> None:
    found = [f for f in check_text(prelude + claim + "\n", details=False).findings if f.start >= len(prelude)]
    assert found and found[-1].verdict == verdict, [(f.printed, f.verdict, f.reason) for f in found]


# nothing is asserted, or not of the arrays themselves
SILENT = [
    (HEAD, "If $A$ is symmetric, then nothing changes."),
    (HEAD, "Is $A$ symmetric?"),
    (HEAD, "Not every column of $A$ sums to 1."),
    (HEAD, "Suppose the columns of $A$ sum to 1."),
]


@pytest.mark.parametrize(("prelude", "claim"), SILENT)
def test_what_is_supposed_or_asked_is_not_judged(prelude: str, claim: str) -> None:
    assert [f for f in check_text(prelude + claim + "\n", details=False).findings if f.start >= len(prelude)] == []


def test_what_depends_on_chance_stays_open_with_its_number() -> None:
    page = "Scores of $T = 100$ random keys: the largest of the scores is 3–4 standard deviations above the mean.\n"
    (found,) = [f for f in check_text(page, details=False).findings if f.kind == "probability"]
    assert (found.verdict, found.reason) == ("undecided", "theory_tail")
    assert dict(found.details)["probability"].startswith("0.126")
