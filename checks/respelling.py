"""A formula written in the notation of the page around it: LaTeX where that is LaTeX, else one line of unicode or plain text.

What is taken over is how the page writes transposes, roots, fractions and entrywise products. An operation that has no
spelling here gives none; whoever uses one reads it back first.
"""

import re
from dataclasses import dataclass

from derive.expression import Apply, Expression, Number, Symbol
from derive.notation import LATEX_NAMES
from derive.printing import show

_TRANSPOSES = re.compile(
    r"\^\s*(?P<brace>\{\s*)?\\(?:top|intercal|mathsf\{T\}|mathrm\{T\})(?!\w)(?(brace)\s*\})|\^\{T\}|\^T(?!\w)|ᵀ|\.T\b"
)
_FRACTION = re.compile(r"\\[dt]?frac")
SUM, PRODUCT, POWER, ATOM = 10, 20, 40, 100  # how tightly a spelling binds
_CALLS = {"softmax", "exp", "log", "sqrt", "rowsum", "rowmax", "diag", "tr"}


class Unspelled(ValueError):
    """An operation without a spelling in this notation."""


@dataclass(frozen=True, slots=True)
class Notation:
    """How a page writes: LaTeX or not, its transpose, whether its fractions are stacked, its root and entrywise product."""

    latex: bool
    transpose: str
    stacked: bool
    root: str
    entrywise: str


def notation(printed: str, around: str, latex: bool) -> Notation:
    """The notation of a formula as printed; what that does not show is looked up in the text around it."""
    latex = latex or "\\" in printed
    shown = _TRANSPOSES.search(printed) or _TRANSPOSES.search(around)
    both = printed + around
    plain_root = "√" if "√" in both else "sqrt"
    entrywise = r"\odot" if latex else next((sign for sign in "⊙∘*" if sign in both), "⊙")
    stacked = latex and ("/" not in printed or _FRACTION.search(printed) is not None)
    transpose = shown.group() if shown and ("\\" in shown.group()) <= latex else (r"^\top" if latex else "^T")
    return Notation(latex, transpose, stacked, r"\sqrt" if latex else plain_root, entrywise)


def respelled(expression: Expression, style: Notation) -> str:
    """The expression in a notation. Unspelled where that has no spelling for it."""
    return _spell(expression, style)[0]


def _spell(expression: Expression, style: Notation) -> tuple[str, int]:
    match expression:
        case Number():
            return show(expression), ATOM if expression.value >= 0 and "/" not in show(expression) else PRODUCT
        case Symbol(name):
            return _name(name, style), ATOM
        case Apply("transpose", (inner,)):
            return _within(inner, style, ATOM, fraction=True) + style.transpose, POWER
        case Apply("derivative", (above, below)) if not style.latex:
            return f"∂{_within(above, style, ATOM)}/∂{_within(below, style, ATOM)}", PRODUCT
        case Apply("derivative", (above, below)):
            slope = (rf"\partial {_within(part, style, ATOM)}" for part in (above, below))
            return r"\frac{{{}}}{{{}}}".format(*slope), POWER
        case Apply("divide", (above, below)):
            return _quotient(above, below, style)
        case Apply("power", (base, exponent)):
            shown = respelled(exponent, style)
            return f"{_within(base, style, ATOM)}^{shown if len(shown) == 1 else '{' + shown + '}'}", POWER
        case Apply("sqrt", (inner,)) if style.latex:
            return rf"\sqrt{{{respelled(inner, style)}}}", ATOM
        case Apply("sqrt", (Symbol() as inner,)) if style.root == "√":
            return f"√{_name(inner.name, style)}", ATOM
        case Apply("negative", (inner,)):
            return f"-{_within(inner, style, PRODUCT)}", SUM
        case Apply("add" | "subtract" as name, (left, right)):
            sign = "+" if name == "add" else "-"
            return f"{_within(left, style, SUM)} {sign} {_within(right, style, SUM + 1)}", SUM
        case Apply("times" | "matmul" | "scale", (left, right)):
            sign = (r" \cdot " if style.latex else " · ") if isinstance(right, Number) else " "
            return f"{_within(left, style, PRODUCT)}{sign}{_within(right, style, PRODUCT + 1)}", PRODUCT
        case Apply("multiply", (left, right)):
            return f"{_within(left, style, PRODUCT)} {style.entrywise} {_within(right, style, PRODUCT + 1)}", PRODUCT
        case Apply("sigma", (body, Symbol(letter))):
            total = r"\sum" if style.latex else "Σ"
            return f"{total}_{{{_name(letter, style)}}} {_within(body, style, PRODUCT)}", PRODUCT
        case Apply(name, (inner,)) if name in _CALLS:
            return _called(name, style) + _bracketed(respelled(inner, style), style), ATOM
    raise Unspelled(show(expression))


def _quotient(above: Expression, below: Expression, style: Notation) -> tuple[str, int]:
    shown = respelled(above, style)
    if style.stacked and "\\frac" not in shown:
        return rf"\frac{{{shown}}}{{{respelled(below, style)}}}", POWER
    return f"{_within(above, style, PRODUCT)} / {_within(below, style, POWER)}", PRODUCT


def _within(expression: Expression, style: Notation, binds: int, fraction: bool = False) -> str:
    text, own = _spell(expression, style)
    own = SUM if fraction and text.startswith("∂") else own
    return text if own >= binds else _bracketed(text, style)


def _bracketed(text: str, style: Notation) -> str:
    return rf"\left({text}\right)" if style.latex and "\\frac" in text else f"({text})"


def _called(name: str, style: Notation) -> str:
    if not style.latex:
        return name
    return f"\\{name}" if name in ("exp", "log") else rf"\mathrm{{{name}}}"


def _name(name: str, style: Notation) -> str:
    """A name with its subscript, braces around one of several characters; Greek as LaTeX has it."""
    base, _, label = name.partition("_")
    if style.latex:
        base = LATEX_NAMES.get(base, base if base.isascii() else _greek(base))
    if not label:
        return base
    return f"{base}_{label}" if len(label) == 1 or (not style.latex and label.isalnum()) else f"{base}_{{{label}}}"


def _greek(base: str) -> str:
    import unicodedata

    words = unicodedata.name(base, "").split() if len(base) == 1 else []
    if words[:3] in (["GREEK", "SMALL", "LETTER"], ["GREEK", "CAPITAL", "LETTER"]) and len(words) == 4:
        return "\\" + (words[3].lower() if words[1] == "SMALL" else words[3].capitalize())
    raise Unspelled(base)
