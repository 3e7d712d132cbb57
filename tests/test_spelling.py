"""False formulas put right in the notation of their page: what is put there reads back as it is meant, and is true."""

import re
from pathlib import Path

import pytest

from checks.checking import check, check_text
from checks.cli import main
from checks.fixing import reformulated
from checks.theory.spelling import Notation, notation, spelled
from derive.expression import Expression, Symbol, apply, integer

TOP = r"""# Attention

Let $Q$ and $K$ be of shape $(T, d_k)$, $V$ of shape $(T, d_v)$, $S = \frac{Q K^\top}{\sqrt{d_k}}$, $A = \mathrm{softmax}(S)$,
$Y = A V$.

FORMULA
"""
BRACED = TOP.replace(r"^\top", r"^{\top}")
LETTER = TOP.replace(r"^\top", "^T")
UNICODE = """# Attention

Q and K have shape (T, d_k), V has shape (T, d_v).

S = Q Kᵀ / √d_k

A = softmax(S)

Y = A V

FORMULA
"""
PLAIN = UNICODE.replace("Kᵀ", "K.T").replace("√d_k", "sqrt(d_k)")

REWRITTEN = [
    # the page, the false formula, the true one in its place; @V is the gradient by V
    (TOP, r"$@V = A @Y$", r"$@V = A^\top @Y$"),
    (BRACED, r"$@V = A @Y$", r"$@V = A^{\top} @Y$"),
    (LETTER, r"$$@V = A @Y$$", r"$$@V = A^T @Y$$"),
    (TOP, r"$@Q = @S K$", r"$@Q = \frac{1}{\sqrt{d_k}} @S K$"),
    (TOP, r"$S^\top = Q K^\top / \sqrt{d_k}$", r"$S^\top = K Q^\top / \sqrt{d_k}$"),
    (TOP, r"$S^\top = \frac{Q K^\top}{\sqrt{d_k}}$", r"$S^\top = \frac{K Q^\top}{\sqrt{d_k}}$"),
    (TOP, r"$Y^\top = A^\top V^\top$", r"$Y^\top = V^\top A^\top$"),
    (UNICODE, "Yᵀ = Aᵀ Vᵀ, Yᵀ Y = Vᵀ Aᵀ A V", "Yᵀ = Vᵀ Aᵀ, Yᵀ Y = Vᵀ Aᵀ A V"),
    (UNICODE, "Sᵀ = Q Kᵀ / √d_k", "Sᵀ = K Qᵀ / √d_k"),
    (PLAIN, "S.T = Q K.T / sqrt(d_k)", "S.T = K Q.T / sqrt(d_k)"),
    (TOP, r"$\sum_j A_{ij} = 1$", r"$\sum_j A_{ij} = 1$"),
    # no true formula is near: left alone
    (TOP, r"$\sum_i A_{ij} = 1$", r"$\sum_i A_{ij} = 1$"),
    (TOP, r"$@Q = 7 K K^\top K$", r"$@Q = 7 K K^\top K$"),
]  # fmt: skip


@pytest.mark.parametrize("page,false,true", REWRITTEN, ids=range(len(REWRITTEN)))
def test_the_notation_of_the_page_is_kept(page: str, false: str, true: str) -> None:
    false, true = (re.sub(r"@(\w)", r"\\frac{\\partial L}{\\partial \1}", text) for text in (false, true))
    report = check_text(page.replace("FORMULA", false))
    after, count = reformulated(report)
    assert after.document.source == page.replace("FORMULA", true)
    assert (count == 0) == (false == true)
    if count:
        assert report.count("wrong") and not after.count("wrong", "carried")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    before = TOP.replace("FORMULA", r"$S^\top = Q K^\top / \sqrt{d_k}$ and $\sum_i A_{ij} = 1$, exp(0) = 2")
    page.write_text(before)
    assert main(["check", str(page), "--fix-formulas", "--diff"]) == 1 and page.read_text() == before
    assert r"+$S^\top = K Q^\top / \sqrt{d_k}$ and" in capsys.readouterr().out
    assert main(["check", str(page), "--fix"]) == 1  # numbers alone
    assert page.read_text() == before.replace("exp(0) = 2", "exp(0) = 1")
    capsys.readouterr()
    assert main(["check", str(page), "--fix-formulas"]) == 1
    assert page.read_text() == before.replace("exp(0) = 2", "exp(0) = 1").replace(
        r"Q K^\top / \sqrt{d_k}$ and", r"K Q^\top / \sqrt{d_k}$ and"
    )
    assert "formulas: 1; 1 false claims are left as they are" in capsys.readouterr().err
    page.write_text(page.read_text().replace(r" and $\sum_i A_{ij} = 1$", ""))
    assert main(["check", str(page), "--fix-formulas"]) == 0 and check(str(page)).count("agrees") >= 2


def test_program_text_is_no_formula_to_write() -> None:
    """NumPy's names are not those of the page: a line of code is left to its author."""
    code = UNICODE.replace("FORMULA", "```python\ndV = A @ dY\n```\n\n∂L/∂V = A ∂L/∂Y")
    after, _ = reformulated(check_text(code))
    assert "dV = A @ dY\n" in after.document.source


Q, K, A = Symbol("Q"), Symbol("K"), Symbol("A")
ROOT = apply("sqrt", Symbol("d_k"))
LATEX = notation(r"\frac{Q K^\top}{2}", "", False)
TEXT = notation("Q Kᵀ / √d", "", False)
SPELLED: list[tuple[Expression, Notation, str]] = [
    (apply("divide", apply("times", Q, apply("transpose", K)), ROOT), LATEX, r"\frac{Q K^\top}{\sqrt{d_k}}"),
    (apply("divide", apply("times", Q, apply("transpose", K)), ROOT), TEXT, "Q Kᵀ / √d_k"),
    (apply("transpose", apply("add", Q, K)), TEXT, "(Q + K)ᵀ"),
    (apply("transpose", apply("divide", Q, ROOT)), LATEX, r"\left(\frac{Q}{\sqrt{d_k}}\right)^\top"),
    (apply("subtract", Q, apply("subtract", K, A)), TEXT, "Q - (K - A)"),
    (apply("times", apply("subtract", Q, K), A), LATEX, "(Q - K) A"),
    (apply("multiply", A, apply("softmax", Q)), LATEX, r"A \odot \operatorname{softmax}(Q)"),
    (apply("power", Symbol("σ"), integer(2)), LATEX, r"\sigma^2"),
    (apply("negative", apply("add", Q, K)), TEXT, "-(Q + K)"),
    (Symbol("x_ij"), LATEX, "x_{ij}"),
]


@pytest.mark.parametrize("expression,style,text", SPELLED, ids=range(len(SPELLED)))
def test_spellings(expression: Expression, style: Notation, text: str) -> None:
    assert spelled(expression, style) == text


TRUE = [
    r"\frac{\partial L}{\partial V} = A^\top \frac{\partial L}{\partial Y}",
    r"\frac{\partial L}{\partial A} = \frac{\partial L}{\partial Y} V^\top",
    r"\frac{\partial L}{\partial Q} = \frac{1}{\sqrt{d_k}} \frac{\partial L}{\partial S} K",
    r"S^\top = \frac{K Q^\top}{\sqrt{d_k}}",
    r"Y^\top = V^\top A^\top",
]
PLANTED = [(r"^\top", ""), (r"\frac{1}{\sqrt{d_k}} ", ""), ("K Q", "Q K"), (r"\sqrt{d_k}", "d_k"), ("V^", "K^")]


def test_planted_faults_are_put_right_or_left_alone() -> None:
    """Each change of one piece that makes a formula false: afterwards it is true, or stands as it stood."""
    fixed = tried = 0
    for true in TRUE:
        for old, new in PLANTED:
            for place in [m.start() for m in re.finditer(re.escape(old), true) if m.start() > true.index("=")]:
                page = TOP.replace("FORMULA", f"${true[:place]}{new}{true[place + len(old) :]}$")
                before = check_text(page)
                if before.count("wrong"):
                    after, count = reformulated(before)
                    tried, fixed = tried + 1, fixed + count
                    assert (after.count("wrong", "carried") == 0) if count else (after.document.source == page)
    assert tried >= 8 and fixed >= tried * 0.6
