"""How terms are written, and that what is written is well formed."""

from fractions import Fraction

import pytest
from test_theorems import NAMES

from derive.notation import LATEX, TEXT, definition, definitions, latex, seen, text, written_rows
from derive.terms import (
    Apply,
    Derivative,
    ImaginaryUnit,
    Index,
    Named,
    Size,
    Sum,
    Tensor,
    define,
    delta,
    exp,
    log,
    sqrt,
    term,
    total,
)
from derive.theorems import theorem

i, j, k = (Index(name, "T") for name in "ijk")
x, A = Tensor("x", ("T",)), Tensor("A", ("T", "T"))
gain, W = Tensor("γ", ("T",)), Tensor("W_Q", ("T", "T"))
a, b = (Index(name, "d_k") for name in "ab")
E_qk, Cov_q = (Tensor(name, ("d_k", "d_k")) for name in ("E_qk", "Cov_q"))
p = define("p", lambda q: exp(x[q]))

TABLE = [
    (x[i] + x[j] - x[k], "x[i] + x[j] − x[k]", "x_{i} + x_{j} - x_{k}"),
    (-x[i] * 2, "−2 x[i]", "-2 x_{i}"),
    (x[i] - (x[j] - x[k]), "x[i] − (x[j] − x[k])", "x_{i} - (x_{j} - x_{k})"),
    (x[i] * (x[j] + 1), "x[i] (x[j] + 1)", "x_{i} (x_{j} + 1)"),
    (x[i] / x[j], "x[i] / x[j]", r"\frac{x_{i}}{x_{j}}"),
    (x[i] / (x[j] * x[k]), "x[i] / (x[j] x[k])", r"\frac{x_{i}}{x_{j} x_{k}}"),
    (1 / (x[j] + 1) ** 2, "1 / (x[j] + 1)^2", r"\frac{1}{(x_{j} + 1)^{2}}"),
    (x[i] ** 2 * term(Fraction(1, 2)), "1/2 x[i]^2", r"\frac{1}{2} x_{i}^{2}"),
    (sqrt(Size("d_k")), "√d_k", r"\sqrt{d_{k}}"),
    (sqrt(x[i] + 1), "√(x[i] + 1)", r"\sqrt{x_{i} + 1}"),
    (x[i] / sqrt(Size("d_k")), "x[i] / √d_k", r"\frac{x_{i}}{\sqrt{d_{k}}}"),
    (x[i] ** Fraction(2, 3), "x[i]^(2/3)", "x_{i}^{2/3}"),
    (exp(-x[i]) + log(x[j]), "exp(−x[i]) + log(x[j])", r"\exp(-x_{i}) + \log(x_{j})"),
    (Sum((k,), A[i, k]), "Σ_{k} A[i, k]", r"\sum_{k=1}^{T} A_{i k}"),
    (total("T", lambda m: A[j, m]) * x[i], "x[i] Σ_{k} A[j, k]", r"x_{i} \sum_{k=1}^{T} A_{j k}"),
    (
        total("T", lambda m: total("T", lambda n: A[m, n])) ** 2,
        "(Σ_{j} Σ_{k} A[j, k])^2",
        r"\left(\sum_{j=1}^{T} \sum_{k=1}^{T} A_{j k}\right)^{2}",
    ),
    (delta(i, j) - p(j), "δ[i, j] − p[j]", r"\delta_{i j} - p_{j}"),
    (Derivative(p(i), x[j]), "∂p[i]/∂x[j]", r"\frac{\partial p_{i}}{\partial x_{j}}"),
    (
        Derivative(x[i] ** 2, x[j]),
        "∂/∂x[j] (x[i]^2)",
        r"\frac{\partial}{\partial x_{j}} (x_{i}^{2})",
    ),
    (W[i, j] * gain[i], "W_Q[i, j] γ[i]", r"(W_{Q})_{i j} \gamma_{i}"),
    (Apply("φ", x[i], 1), "φ'(x[i])", r"\varphi'(x_{i})"),
    (ImaginaryUnit() * x[i], "i x[i]", "i x_{i}"),
    (Named("∂L/∂A", (i, j), A[i, j]), "∂L/∂A[i, j]", r"\frac{\partial L}{\partial A_{i j}}"),
    (term(0) + 0, "0 + 0", "0 + 0"),
    (-x[i] + x[j], "x[j] − x[i]", "x_{j} - x_{i}"),
    (
        E_qk[a, b] - Cov_q[a, b],
        "E[q_a k_b] − Cov(q_a, q_b)",
        r"\operatorname{E}[q_{a} k_{b}] - \operatorname{Cov}(q_{a}, q_{b})",
    ),
    (Tensor("E_qk", ("T", "T"))[i, j], "E_qk[i, j]", "(E_{qk})_{i j}"),
]


@pytest.mark.parametrize("formula, plain, tex", TABLE, ids=[row[1] for row in TABLE])
def test_spelling(formula, plain, tex):
    assert text(formula) == plain
    assert latex(formula) == tex


def test_letters_do_not_meet():
    """A bound index takes a letter that nothing in scope has."""
    formula = total("T", lambda m: A[j, m] * total("T", lambda n: A[m, n] * x[k]))
    assert text(formula) == "Σ_{l} A[j, l] Σ_{m} A[l, m] x[k]"


def test_definitions_read_outside_in():
    A_row = define("r", lambda q: total("T", lambda m: p(m) * A[q, m]))
    found = definitions([A_row(i)])
    assert [use.symbol for use in found] == ["r", "p"]
    assert definition(found[0], TEXT) == ("r[i]", "Σ_{j} p[j] A[i, j]")
    assert definition(found[1], LATEX) == ("p_{i}", r"\exp(x_{i})")


@pytest.mark.parametrize("name", NAMES)
def test_theorems_are_well_formed(name):
    proof = theorem(name).derive()
    for line in [proof.statement.left, *(step.after for step in proof.steps)]:
        plain, tex = text(line), latex(line)
        assert plain.count("(") == plain.count(")") and plain.count("[") == plain.count("]")
        assert tex.count("{") == tex.count("}") and tex.count(r"\left") == tex.count(r"\right")
        assert "~" not in plain + tex and "%" not in plain + tex


def test_long_sums_break_before_their_signs():
    formula = x[i] - x[j] + p(k)
    assert written_rows(formula, LATEX, 80) == ["x_{i} - x_{j} + p_{k}"]
    assert written_rows(formula, LATEX, 5) == ["x_{i} - x_{j}", "+ p_{k}"]
    assert written_rows(x[i] * x[j], LATEX, 1) == ["x_{i} x_{j}"]


def test_the_width_of_a_formula_is_about_what_is_seen():
    assert seen(r"\frac{\partial L}{\partial S_{u j}}") == 3
    assert seen(r"\sum_{j=1}^{d_{k}} x_{j}") == 4


def test_a_long_product_breaks_inside_its_brackets():
    formula = p(i) * (x[j] + x[k] * exp(x[i])) - x[i] / x[j]
    assert written_rows(formula, LATEX, 9) == [r"p_{i} (x_{j}", r"+ x_{k} \exp(x_{i}))", r"- \frac{x_{i}}{x_{j}}"]
    assert " ".join(written_rows(formula, LATEX, 1)) == latex(formula)
