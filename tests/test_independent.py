"""Moments of independent numbers that a page names, and of scores whose components have a variance of 1/d."""

import pytest

from checks.checking import check_text

TWO = "Let x and y be independent with mean 0 and variance 1.\n\n"
BLOCK = "In a residual block $x$ and $f$ are independent with mean $0$ and variance $1$.\n\n"
SPREAD = "x and f are independent with variance 3.\n\n"
SPANISH = "Sean independientes los números x y f: x y f son independientes, de media 2 y varianza 3.\n\n"
SMALL = "Las componentes de q y k son independientes, de media 0 y varianza 1/d.\n\n"
LATEX = "Let $q$ and $k$ have independent components with mean $0$ and variance $\\frac{1}{d}$.\n\n"
WIDE = "Let q, k ∈ ℝ^d have independent components with mean 0 and variance 1.\n\n"

# the page above, the sentence, what is due for its last formula
CLAIMS = [
    (TWO, "Var(x + y) = 2", "agrees"),
    (TWO, "Var(x + y) = 1", "wrong"),
    (TWO, "Var(2x) = 4", "agrees"),
    (TWO, "Var(2x) = 2", "wrong"),
    (TWO, "Var(x − y) = 2", "agrees"),
    (TWO, "Var(x − y) = 0", "wrong"),
    (TWO, "Var(x x) = 1", "undecided"),  # its fourth moment is not given
    (TWO, "Var(x y) = 1", "agrees"),
    (TWO, "Var(x y) = 2", "wrong"),
    (TWO, "E[x²] = 1", "agrees"),
    (TWO, "E[x²] = 0", "wrong"),
    (TWO, "Cov(x, x + y) = 1", "agrees"),
    (TWO, "Cov(x, y) = 1", "wrong"),
    (TWO + "If x and y are correlated with coefficient ρ, ", "Var(x + y) = 2 + 2ρ", "undecided"),
    (TWO + "Now x and y are not independent.\n\n", "Var(x + y) = 4", "undecided"),
    (BLOCK, r"Then $\mathrm{Var}(x + f) = 2$.", "agrees"),
    (BLOCK, r"Then $\mathrm{Var}(x + f) = 1$.", "wrong"),
    (BLOCK, r"$\operatorname{Var}\left(\frac{x + f}{\sqrt{2}}\right) = 1$.", "agrees"),
    (BLOCK, r"$\operatorname{Var}\left(\frac{x + f}{2}\right) = 1$.", "wrong"),
    (BLOCK, r"The standard deviation of $x + f$ is $\sqrt{2}$.", "agrees"),
    (BLOCK, r"The standard deviation of $x + f$ is $2$.", "wrong"),
    (BLOCK, r"The variance of $x + f$ is $2$.", "agrees"),
    (BLOCK, r"The variance of $x + f$ is $1$.", "wrong"),
    (BLOCK + "Put $f = 2 x$.\n\n", r"$\mathrm{Var}(x + f) = 9$", "undecided"),
    (SPREAD, "Var(x + f) = 6", "agrees"),
    (SPREAD, "Var(x f) = 9", "undecided"),  # that wants the means
    (SPANISH, "Var(x + f) = 6", "agrees"),
    (SPANISH, "E[x f] = 4", "agrees"),
    (SPANISH, "E[x f] = 0", "wrong"),
    (SPANISH, "Var(x f) = 33", "agrees"),
    (SPANISH, "Var(x f) = 9", "wrong"),
    (SMALL, "Var(q·k) = 1/d", "agrees"),
    (SMALL, "Var(q·k) = 1", "wrong"),
    (SMALL, "La varianza de q·k es 1/d.", "agrees"),
    (SMALL, "La varianza de q·k es 1.", "wrong"),
    (SMALL, "E[q_i²] = 1/d", "agrees"),
    (SMALL, "E[q_i²] = 1", "wrong"),
    (LATEX, r"$\mathrm{Var}(q \cdot k) = 1/d$", "agrees"),
    (LATEX, r"$\mathrm{Var}(q \cdot k) = d$", "wrong"),
    (WIDE, "Var(q·k) = d", "agrees"),
    (WIDE, "Var(q·k) = d²", "wrong"),
    (WIDE, "E[(q·k)²] = d", "agrees"),
    (WIDE, "E[(q·k)²] = d²", "wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("above", "sentence", "verdict"), CLAIMS)
def test_a_moment_follows_from_what_is_said(above: str, sentence: str, verdict: str) -> None:
    found = [f for f in check_text(above + sentence + "\n", details=False).findings if f.start >= len(above)]
    assert found and found[-1].verdict == verdict, [(f.printed, f.verdict, f.reason) for f in found]
