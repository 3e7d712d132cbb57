"""A formula printed back in plain text, spelled for the place where it is to stand: as it is, or in LaTeX.

Only spelling: whoever uses it has the result read again, so that a bad spelling is never taken.
"""

import re
from collections.abc import Iterator

_RELATION = re.compile(r"\s*(?:=|≈|\\approx\b|\\equiv\b|&=)\s*")
_SIGNS = {
    "∂": r"\partial ", "Σ": r"\sum", "·": r"\cdot", "*": r"\odot", "𝟏": r"\mathbf{1}", "∞": r"\infty", "𝔼": r"\mathbb{E}",
    "α": r"\alpha ", "β": r"\beta ", "γ": r"\gamma ", "δ": r"\delta ", "ε": r"\epsilon ", "λ": r"\lambda ", "μ": r"\mu ",
    "σ": r"\sigma ", "τ": r"\tau ", "φ": r"\phi ", "ℓ": r"\ell ", "@": "",
}  # fmt: skip
_WORDS = re.compile(r"(?<![\\\w])(softmax|rowsum|diag|Var|E|exp|log)(?=\()")
_SUBSCRIPT = re.compile(r"_(\w{2,})")
_ROOT = re.compile(r"(?<![\\\w])sqrt\(")


def spellings(printed: str, true: str) -> Iterator[str]:
    """What may stand in place of a formula that is `printed` so: its head as it is, then the right side of the `true` one."""
    _, equals, right = true.partition(" = ")
    if not equals:
        return
    relation = _RELATION.search(printed)
    head = printed[: relation.end()] if relation else ""
    if "\\" in printed:
        yield head + latex(right)
    yield head + right


def latex(text: str) -> str:
    """A formula in plain text as LaTeX: signs, transposes, roots, subscripts and the names of functions."""
    text = _roots(text.replace(".T", r"^\top"))
    text = _WORDS.sub(lambda m: rf"\{m[1]}" if m[1] in ("exp", "log") else rf"\operatorname{{{m[1]}}}", text)
    text = _SUBSCRIPT.sub(r"_{\1}", text)
    return "".join(_SIGNS.get(character, character) for character in text)


def _roots(text: str) -> str:
    """sqrt(x) as a root with braces, inner ones first."""
    while (found := [m.start() for m in _ROOT.finditer(text)]) != []:
        start = found[-1] + len("sqrt(")
        depth, end = 1, start
        while end < len(text) and depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        if depth:
            return text
        text = rf"{text[: found[-1]]}\sqrt{{{text[start : end - 1]}}}{text[end:]}"
    return text
