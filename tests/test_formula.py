"""Formulas as people write them, printed back; what is no formula; and what is refused."""

import pytest

from checks.limits import LimitError
from checks.notation.formula import FUNCTIONS, Formula, parse
from checks.notation.tokens import cut
from derive.decimals import Style
from derive.printing import show


def read(text: str, dangling: bool = True) -> Formula | None:
    tokens = cut(text, 0, len(text), Style(dangling=dangling), lambda word: word in FUNCTIONS)
    formula = parse(tokens, 0, lambda token: True) if tokens else None
    return formula if formula is not None and formula.stop == len(tokens) else None


READ = [
    ("(Q K^T) / sqrt(d_k)", "Q K.T / sqrt(d_k)"),
    ("QKᵀ", "Q K.T"),
    ("Q @ K.T / np.sqrt(d_k)", "Q @ K.T / sqrt(d_k)"),
    (r"\frac{QK^\top}{\sqrt{d_k}}", "Q K.T / sqrt(d_k)"),
    (r"\text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V", "softmax(Q K.T / sqrt(d_k)) V"),
    ("0.328·X[0] + 0.330·X[1]", "0.328 X[0] + 0.33 X[1]"),
    ("(∂L/∂S) K / sqrt(d_k)", "dS K / sqrt(d_k)"),
    ("np.exp(s-m)", "exp(s - m)"),
    ("e^{-1.9}", "exp(-1.9)"),
    ("e⁻⁶", "exp(-6)"),
    ("e^0.255 / (e^0.255 + 1)", "exp(0.255) / (exp(0.255) + 1)"),
    ("-2^2", "-2^2"),
    ("[exp(-0.043), 1, 0, 0]", "[exp(-0.043), 1, 0, 0]"),
    ("[0.2445 - 0.0511, 0.1467 + 0.2044]", "[0.2445 - 0.0511, 0.1467 + 0.2044]"),
    ("[[-0.29  0.03 -0.21]\n [-0.71  0.29 -0.31]]", "[[-0.29, 0.03, -0.21], [-0.71, 0.29, -0.31]]"),
    ("[1. 0.5 -0.25]", "[1, 0.5, -0.25]"),
    ("[-0.005, -inf, -∞]", "[-0.005, -inf, -inf]"),
    (r"\begin{pmatrix} 1 & 0 \\ 0 & -1 \end{pmatrix}", "[[1, 0], [0, -1]]"),
    ("np.eye(2) * 0.5", "[[1, 0], [0, 1]] * 0.5"),
    ("np.array([[1, 2], [3, 4]])", "[[1, 2], [3, 4]]"),
    ("X.T @ X[:, 0]", "X.T @ X[:, 0]"),
    ("A * (dA - np.sum(dA * A, axis=-1, keepdims=True))", "A * (dA - rowsum(dA * A))"),
    ("softmax(S, axis=0)", "softmax(S.T).T"),
    ("(0.22)(0.54) + (0.64)(0.36)", "0.22 · 0.54 + 0.64 · 0.36"),
    ("4T²d / (24Td² + 4T²d)", "4 T^2 d / (24 T d^2 + 4 T^2 d)"),
    (r"0.42 \, [0.12, 0.84] + 0.58 \, [0.62, 0.24]", "0.42 [0.12, 0.84] + 0.58 [0.62, 0.24]"),
    ("√2 / 2", "sqrt(2) / 2"),
    ("a - b - c", "a - b - c"),
    ("a - (b - c)", "a - (b - c)"),
    ("a / (b / c)", "a / (b / c)"),
]


@pytest.mark.parametrize("text,shown", READ)
def test_read_and_printed_back(text: str, shown: str) -> None:
    formula = read(text)
    assert formula is not None
    assert show(formula.expression) == shown


@pytest.mark.parametrize("text,shown", READ)
def test_what_is_printed_back_reads_the_same(text: str, shown: str) -> None:
    again = read(shown)
    assert again is not None and show(again.expression) == shown


@pytest.mark.parametrize(
    "text", ["", "+", "1 +", "(1", "[1, 2", "x = 1", r"\unknown{x}", "A ⊙ (B -", "[]", "1 2", "sqrt()", "X[]", "a)"]
)
def test_no_formula(text: str) -> None:
    assert read(text) is None


def test_places_of_numerals() -> None:
    text = "0.5 · X - 12"
    formula = read(text)
    assert formula is not None
    assert {start: text[start : start + len(lit.text)] for start, lit in formula.literals.items()} == {0: "0.5", 10: "12"}


@pytest.mark.parametrize(
    "text", ["(" * 2000 + "1" + ")" * 2000, "9" * 4000, "1e100000", "+".join("x" * 5000), "[" * 500 + "]" * 500]
)
def test_refused(text: str) -> None:
    with pytest.raises(LimitError):
        assert read(text) is None
        raise LimitError("unreadable is right, too")


def test_a_product_of_a_thousand_signs_is_read_in_no_time() -> None:
    assert read(" ".join(["x"] * 1500)) is not None
