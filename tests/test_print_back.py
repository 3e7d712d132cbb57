"""The print-back law: what was read of a formula is shown, and reading what is shown gives the same tree."""

import pytest

from checks.notation.formula import parse
from checks.notation.tokens import cut, shield
from derive.decimals import Style
from derive.expression import Apply, Expression, Symbol, rebuild, unmark
from derive.printing import show

FORMULAS = [
    r"A_{ij} \Bigl( \frac{\partial L}{\partial A_{ij}} - \sum_{l=1}^{T} A_{il} \frac{\partial L}{\partial A_{il}} \Bigr)",
    r"\frac{1}{\sqrt{d_k}} \left(\frac{\partial L}{\partial S}\right)^\top Q",
    r"A \odot \left( \frac{\partial L}{\partial A} - \left( \frac{\partial L}{\partial A} \odot A \right) \mathbf{1} \right)",
    r"\lVert q \rVert^2 - 2\, q^\top k + \lVert k \rVert^2",
    r"z_i - c - \log \sum_{j=1}^{n} e^{z_j - c}",
    r"\frac{e^{z_i} \cdot Z - e^{z_i} \cdot e^{z_i}}{Z^2}",
    r"\max_{j \in B_b} x_j",
    r"\sum_{j \in B_b} e^{x_j - m_b} v_j",
    r"-\frac{q_i}{\tau^2} \Bigl( z_i - \sum_{k=1}^{n} q_k z_k \Bigr)",
    r"\mathbb{E}[Q_{i,a}^2] \mathbb{E}[K_{j,a}^2]",
    r"\operatorname{Var}\left( \frac{s}{\sqrt{d_k}} \right)",
    r"d_k \left( \sigma_q^2 \sigma_k^2 + \mu_q^2 \sigma_k^2 \right)",
    "P ∘ (dP − rowsum(dP ∘ P))",
    "(1/√dₖ) Σⱼ dSᵢⱼ Kⱼₐ",
    "exp(Sᵢⱼ − mᵢ) / ℓᵢ",
    "maxⱼ Sᵢⱼ",
    "softmax(Q Kᵀ / √dₖ) V",
    "A * (dA - np.sum(dA * A, axis=-1, keepdims=True))",
    "A * (dA - np.sum(dY * Y, axis=1)[:, None])",
    'A * dA - A * np.einsum("ij,ij->i", dA, A)[:, None]',
    "(Q.T @ dS).T / np.sqrt(d_k)",
    "A.sum(axis=-1)",
    "24Td² + 4T²d",
    "T² / (T(T + 1)/2)",
    "2^-24",
    "fp16(−65504 − 16)",
    "(A V)_{ij}",
]


def read(text: str) -> Expression:
    tokens = shield(cut(text, 0, len(text), Style(blanks=False)))
    found = parse(tokens, 0, lambda token: True, literally=True)
    assert found is not None and found.stop == len(tokens), text
    return unmark(found.expression)


def plain(expression: Expression) -> Expression:
    """∂L/∂X and dX are one thing in print."""

    def change(part: Expression) -> Expression | None:
        match part:
            case Apply("derivative", (Symbol(), Symbol(of))):
                return Symbol("d" + of)
        return None

    return rebuild(expression, change)


@pytest.mark.parametrize("text", FORMULAS)
def test_reading_what_is_shown_gives_the_same_tree(text: str) -> None:
    first = read(text)
    assert plain(read(show(first))) == plain(first), show(first)


@pytest.mark.parametrize("text", [r"x + \unknown{y}", "∂WO∂L", r"a \dot b", "x +", "(a", "a =) b"])
def test_what_the_grammar_does_not_know_is_not_read_whole(text: str) -> None:
    tokens = shield(cut(text, 0, len(text), Style(blanks=False)))
    found = parse(tokens, 0, lambda token: True)
    assert found is None or found.stop < len(tokens)
