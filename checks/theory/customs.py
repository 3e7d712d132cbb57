"""What the field takes as usual where a page differentiates attention without ever defining it.

`dL/dQ = dL/dS K / sqrt(d_k)` alone speaks of S = Q K^T / sqrt(d_k), A = softmax(S), Y = A V. These stand in for what the
page leaves out, are named in every proof that uses them, and a formula is only refuted where no other layout (tokens in
columns, the scale inside the softmax) makes it true. Whatever the page defines itself comes first.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import isqrt

from checks.theory.scope import CONVENTIONS, Meaning, Scope, Shape
from derive.expression import Apply, Expression, Symbol, apply, parts

Customs = Mapping[str, Meaning]
_GRADIENT = re.compile(
    r"(?:∂\s*[A-Za-zℓ]+\s*/\s*∂\s*|\bd[Lℓ]\s*/\s*d|\\partial\s*\{?\s*|\bd)(?:\\mathbf\s*\{)?(?P<of>[QKVSAPYO])(?![A-Za-z0-9])"
)
_SCALED = re.compile(r"√|sqrt|\^\s*\{?\s*-\s*(?:1\s*/\s*2|0\.5|\\frac)|\*\*\s*-?\s*\(?-?\s*(?:0\.5|1\s*/\s*2)")
_NUMBERED = re.compile(r"\bd(?:_\{?k\}?|ₖ)\s*=\s*(\d{1,6})(?![\d.,]?\d)")
_ATTENTION = re.compile(r"attention|atenci[oó]n|softmax", re.IGNORECASE)
ROOT = apply("sqrt", Symbol("d_k"))


@dataclass(frozen=True, slots=True)
class Names:
    """What a page calls the weights and the output, and whether it scales anywhere."""

    weights: str = "A"
    output: str = "Y"
    scaled: bool = True


def customs(text: str) -> tuple[Customs, ...]:
    """The usual definitions for a page, the likeliest layout first; none where it does not differentiate attention."""
    gradients = {m.group("of") for m in _GRADIENT.finditer(text)}
    inputs = gradients & set("QKV")
    if len(gradients) < 2 or not (inputs or ("S" in gradients and _ATTENTION.search(text))):
        return ()
    names = Names(_named(text, gradients, "A", "P"), _named(text, gradients, "Y", "O"), _scales(text))
    rows = [_rows(names, inside) for inside in ([True, False] if names.scaled else [False])]
    return (*rows, *(_columns(names, turned) for turned in (False, True)))


def _scales(text: str) -> bool:
    """Whether a page divides by a root anywhere, or by the whole root of the number that it gives d_k."""
    roots = {isqrt(size) for size in map(int, _NUMBERED.findall(text)) if size > 1 and isqrt(size) ** 2 == size}
    return bool(_SCALED.search(text)) or any(re.search(rf"(?:/\s*|\{{1\}}\{{){root}(?![\d.,]?\d)", text) for root in roots)


def _named(text: str, gradients: set[str], first: str, second: str) -> str:
    """Which of two customary names a page uses."""
    differentiated = [n for n in (first, second) if n in gradients]
    used = [n for n in (first, second) if re.search(rf"(?<![A-Za-z\\]){n}(?![A-Za-z0-9])", text)]
    return [*differentiated, *used, first][0]


def _rows(names: Names, inside: bool) -> Customs:
    """One token a row; the scale in the scores, or else in the softmax."""
    product = Apply("times", (Symbol("Q"), apply("transpose", Symbol("K"))))
    scores = apply("divide", product, ROOT) if inside else product
    logits: Expression = Symbol("S") if inside or not names.scaled else apply("divide", Symbol("S"), ROOT)
    return _layout(names, scores, apply("softmax", logits), apply("times", Symbol(names.weights), Symbol("V")), False)


def _columns(names: Names, turned: bool) -> Customs:
    """One token a column: S = Q^T K with its rows normalised, or S = K^T Q with its columns normalised."""
    left, right = ("K", "Q") if turned else ("Q", "K")
    product = apply("times", apply("transpose", Symbol(left)), Symbol(right))
    scores = apply("divide", product, ROOT) if names.scaled else product
    along = apply("softmax", apply("transpose", Symbol("S")) if turned else Symbol("S"))
    weights = apply("transpose", along) if turned else along
    mixed = Symbol(names.weights) if turned else apply("transpose", Symbol(names.weights))
    return _layout(names, scores, weights, apply("times", Symbol("V"), mixed), True)


def _layout(names: Names, scores: Expression, weights: Expression, output: Expression, columns: bool) -> Customs:
    def shaped(name: str, expression: Expression | None = None) -> Meaning:
        shape: Shape = CONVENTIONS[name]
        return Meaning(name, shape[::-1] if columns else shape, expression, usual=True)

    defined = {"S": scores, names.weights: weights, names.output: output}
    return {n: shaped(n) for n in CONVENTIONS} | {n: shaped(n, e) for n, e in defined.items()}


# -- Attention(Q, K, V) ------------------------------------------------------------------
_NAMED = re.compile(r"(?:scaled.?dot.?product.?)?(?:self.?)?(?:attention|atención|atencion|attn)$", re.IGNORECASE)
_CALLED = re.compile(r"\(\s*Q\s*,\s*K\s*,\s*V\s*\)\s*(?:&\s*)?(?:=|:=|≈|\\approx|≔)")
_OWN = re.compile(
    r"\b(?:variants?|instead|propos\w+|modif\w+|omit\w*|drop\w*|our|linear|custom|unlike|variantes?|nuestr[ao]|propon\w+|"
    r"modific\w+|omit\w+|en lugar|lineal)\b",
    re.IGNORECASE,
)


def standard(name: str, right: Expression, near: str) -> tuple[Scope, Expression] | None:
    """Scaled dot-product attention as published, where a formula for Attention(Q, K, V) is plainly meant to be it.

    That is: it is made of Q, K, V, a softmax and a scale alone, and the sentence speaks of no variant. A page that never
    scales has its own attention. (A. Vaswani et al., Attention Is All You Need, 2017, equation 1.)
    """
    if not _NAMED.search(name.replace("_", "")) or not _CALLED.search(near) or _OWN.search(near):
        return None
    names = {p.name for p in parts(right) if isinstance(p, Symbol)}
    sizes = names - {"Q", "K", "V"}
    softmax = any(isinstance(p, Apply) and p.operation == "softmax" for p in parts(right))
    if not softmax or not {"Q", "K", "V"} <= names or len(sizes) != 1 or not sizes <= {"d_k", "d", "D", "d_h", "d_head"}:
        return None
    if isinstance(right, Apply) and right.arguments[0] == Symbol("V"):
        return None  # tokens in columns
    (size,) = sizes
    shapes = {"Q": ("T", size), "K": ("T", size), "V": ("T", "d_v")}
    scores = apply("divide", Apply("times", (Symbol("Q"), apply("transpose", Symbol("K")))), apply("sqrt", Symbol(size)))
    scope = Scope({n: Meaning(n, shape) for n, shape in shapes.items()})
    return scope, Apply("times", (apply("softmax", scores), Symbol("V")))
