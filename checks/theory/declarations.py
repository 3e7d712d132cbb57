"""Declarations in prose and mathematics: `Q, K ∈ ℝ^{T×d_k}`, `Q, K : (T, d_k)`, `τ > 0`, the column of ones.

Each becomes a change of a scope. Knows the sentences, not what follows from them.
"""

import re
from collections.abc import Callable, Iterator

from checks.limits import LimitError
from checks.notation.tokens import cut
from checks.theory.scope import CONVENTIONS, Meaning, Scope, canonical
from derive.decimals import Style
from derive.expression import Symbol, apply

_NAME = r"(?:\\(?:mathbf|mathbb|bm|boldsymbol)\s*\{?[A-Za-z1]\}?|\\?[^\W\d]+)(?:_(?:\{[^{}]{1,12}\}|\w)|[₀-₉ₐ-ₜ])*"
_LIST = rf"{_NAME}(?:\s*,\s*{_NAME})*"
_REALS = r"(?:\\mathbb\s*\{?R\}?|\\R\b|ℝ|R)\s*\^"
_IN = re.compile(
    r"(?:^|[$(,;\[]|\\\(|\\\[|`|\b(?:and|y|let|sea|sean|where|with|with shape|column|row|vector)\b|\n)"
    rf"[^\S\n]*(?P<names>{_LIST})\s*(?:\\in|∈)\s*"
    rf"{_REALS}\s*(?P<dims>\{{[^{{}}]*(?:\{{[^{{}}]*\}}[^{{}}]*)*\}}|\([^()]*\)|[\w])",
    re.IGNORECASE,
)
_COLON = re.compile(rf"^[^\S\n]*(?:#\s*)?(?P<names>{_LIST})\s*:\s*\((?P<dims>[^()\n]*)\)", re.MULTILINE)
_POSITIVE = re.compile(r"(?P<name>\\?[^\W\d]+(?:_(?:\{[^{}]{1,12}\}|\w))?)\s*(?:>|\\gt)\s*0")
_NUMBER = re.compile(
    r"\b(?:reals?(?: numbers?)?|numbers?|scalars?|constants?|números?(?: reales?)?|escalares?|constantes?|temperatur[ea])"
    r"\s+(?:\$|\\\(|`)(?P<name>\\?[^\W\d]+(?:_(?:\{[^{}]{1,12}\}|\w))?)(?:\$|\\\)|`)",
    re.IGNORECASE,
)
_ONES = re.compile(
    r"(?:\\mathbf\s*\{?1\}?|𝟏)\$?\s*,?\s*(?:for|is|be|denotes|es)?\s*(?:the|a|la|el)?\s*(?:column|vector|columna)"
    r"(?: vector)?\s*(?:of|with|de)\s*(?:the|los)?\s*\$?(?P<n>[A-Za-z](?:_\w)?)\$?\s*(?:ones|unos)",
    re.IGNORECASE,
)
_SOFTMAX = re.compile(
    rf"\$?(?P<name>{_NAME})\$?,?\s+(?:is |be )?(?:the )?(?:row-wise )?softmax of (?:the rows of )?"
    rf"\$?(?P<of>{_NAME})\$?",
    re.IGNORECASE,
)
_SHORT = r"(?<![\w\\])\\?[A-Za-zα-ωΑ-Ω]{1,12}(?:_(?:\{[^{}]{1,12}\}|\w))?"
_SUMS = re.compile(  # D is the diagonal matrix of the row sums of E; D = diag(…) of them
    rf"\$?(?P<name>{_SHORT})\$?,?\s{{1,4}}(?:is |be |es |sea |denotes )?(?:the |a |la )?"
    rf"(?:diagonal matrix|matriz diagonal)\s{{1,4}}"
    rf"(?:of|with|de|con)\s{{1,4}}(?:the |las |los )?(?:(?P<row>row)[- ]sums?|(?P<column>column)[- ]sums?|"
    rf"sumas? (?:de|por) (?:las )?"
    rf"(?:(?P<fila>filas?)|(?P<columna>columnas?)))\s{{1,4}}(?:of|de)\s{{1,4}}(?:the rows of )?\$?(?P<of>{_SHORT})\$?",
    re.IGNORECASE,
)
_MATRIX = re.compile(
    r"\$(?P<name>[A-Z])\$,?\s{1,4}(?:is|be|es|sea|denotes)\s{1,4}(?:the|a|an|la|una)\s{1,4}(?:[a-z]+\s{1,4}){0,2}(?:matrix|matriz)\b",
)
_ROWS = re.compile(
    rf"\$?(?P<names>{_SHORT}(?:\$?(?:\s{{0,4}},\s{{0,4}}|\s{{1,4}}(?:and|y)\s{{1,4}})\$?{_SHORT}){{0,6}})\$?\s{{1,4}}"
    r"(?:is|are|be|denotes?|es|son|sean?)\s{1,4}(?:the|las|la)\s{1,4}"
    rf"(?:(?:[a-z]-?th|respective)\s{{1,4}})?(?:rows?|filas?)\s{{1,4}}(?:\$?[a-z]\$?\s{{1,4}})?(?:of|de)\s{{1,4}}"
    rf"\$?(?P<of>[A-Z](?:\$?(?:\s{{0,4}},\s{{0,4}}|\s{{1,4}}(?:and|y)\s{{1,4}})\$?[A-Z]){{0,6}})(?![\w])",
)
_PARTS = re.compile(r"\$?(?:\s{0,4},\s{0,4}|\s{1,4}(?:and|y)\s{1,4})\$?")
_NEEDS = {
    _SUMS: re.compile(r"diagonal", re.IGNORECASE),
    _ROWS: re.compile(r"\brows?\b|\bfilas?\b"),
    _MATRIX: re.compile(r"\bmatri[xz]\b"),
    _IN: re.compile(r"∈|\\in"),
    _SOFTMAX: re.compile(r"softmax of", re.IGNORECASE),
    _POSITIVE: re.compile(r"(?:>|\\gt)\s*0"),
}  # without which a slow pattern is not worth trying
_TIMES = re.compile(r"\\times|×|,|\bx\b|\s\*\s")


def declarations(text: str, start: int, end: int) -> Iterator[Callable[[Scope], None]]:
    """The declarations in text[start:end], as changes of a scope."""
    for pattern in (_IN, _COLON):
        for match in _found(pattern, text, start, end):
            shape = tuple(word(d) for d in _TIMES.split(_strip(match.group("dims"))) if d.strip())
            names = [word(n) for n in re.split(r"\s*,\s*(?![^{]*\})", match.group("names"))]
            if shape and all(_usable(s) for s in shape):
                yield declare([n for n in names if n], shape)
    for match in _found(_SOFTMAX, text, start, end):
        yield _declare_softmax(word(match.group("name")), word(match.group("of")))
    for match in _found(_MATRIX, text, start, end):
        yield _declare_matrix(match.group("name"))
    for match in _found(_SUMS, text, start, end):
        turned = bool(match["column"] or match["columna"])
        yield _declare_sums(word(match.group("name")), word(match.group("of")), turned)
    for match in _found(_ROWS, text, start, end):
        names, wholes = (_PARTS.split(match.group(g)) for g in ("names", "of"))
        if len(names) == len(wholes):
            yield from (_declare_row(word(n), w) for n, w in zip(names, wholes))
    for match in _ONES.finditer(text, start, end):
        yield _declare_ones((word(match.group("n")), "1"))
    for match in _NUMBER.finditer(text, start, end):
        yield _declare_positive(word(match.group("name")), False)
    for match in _found(_POSITIVE, text, start, end):
        yield _declare_positive(word(match.group("name")))


def _found(pattern: re.Pattern[str], text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """The matches of a pattern in text[start:end]."""
    if pattern not in _NEEDS or _NEEDS[pattern].search(text, start, end):
        yield from pattern.finditer(text, start, end)


def declare(names: list[str], shape: tuple[str, ...]) -> Callable[[Scope], None]:
    """The change of a scope that gives names a shape."""

    def change(scope: Scope) -> None:
        for name in names:
            if name[0] == "d" and (name[1:] in scope.names or name[1:] in CONVENTIONS):
                continue
            if name == "𝟏":
                scope.ones = shape if len(shape) == 2 else (shape[0], "1")
            elif "_" in name and canonical(name.partition("_")[0]) in scope.names and name.partition("_")[2] in ("i", "j"):
                continue
            elif name.partition("_")[2] in ("i", "j", "t") and len(shape) == 1:
                scope.names[canonical(name.partition("_")[0])] = Meaning(name.partition("_")[0], ("T", *shape))
            else:
                scope.names[canonical(name)] = Meaning(name, shape)

    return change


def _declare_softmax(name: str, of: str) -> Callable[[Scope], None]:
    def change(scope: Scope) -> None:
        known = scope.find(name)
        if name and of and known is not None and known.expression is None and scope.find(of) is not None:
            scope.names[canonical(name)] = Meaning(name, known.shape, apply("softmax", Symbol(of)))
        elif known is None and len(name) == len(of) == 1 and name.isupper() and of.isupper() and name != of:
            scope.names[canonical(name)] = Meaning(name, None, apply("softmax", Symbol(of)))

    return change


def _declare_sums(name: str, of: str, turned: bool) -> Callable[[Scope], None]:
    """D = diag(E 1)."""

    def change(scope: Scope) -> None:
        if name and of and name != of and (scope.find(name) is None or scope.find(name).expression is None):  # type: ignore[union-attr]
            summed = apply("transpose", Symbol(of)) if turned else Symbol(of)
            scope.names[canonical(name)] = Meaning(name, None, apply("diag", apply("rowsum", summed)))

    return change


def _declare_matrix(name: str) -> Callable[[Scope], None]:
    """D is a matrix, and no size then, whatever its shape."""

    def change(scope: Scope) -> None:
        scope.matrices = scope.matrices | {name}

    return change


def _declare_row(name: str, of: str) -> Callable[[Scope], None]:
    """k_j is row j of K, a column where it stands alone."""

    def change(scope: Scope) -> None:
        base, mark, letter = name.partition("_")
        known = scope.find(of)
        if mark and len(letter) == 1 and letter.isalpha() and scope.find(base) is None and known is not None and base != of:
            scope.names[canonical(base)] = Meaning(base, None, Symbol(f"{of}_{letter}"), (letter,))

    return change


def _declare_ones(shape: tuple[str, ...]) -> Callable[[Scope], None]:
    def change(scope: Scope) -> None:
        scope.ones = shape

    return change


def _declare_positive(name: str, positive: bool = True) -> Callable[[Scope], None]:
    def change(scope: Scope) -> None:
        if name and scope.find(name) is None and not scope.is_size(name):
            scope.names[canonical(name)] = Meaning(name, (), positive=positive)

    return change


def _strip(raw: str) -> str:
    return raw.strip().removeprefix("{").removesuffix("}").strip("() ")


def word(raw: str) -> str:
    """A name as the tokens have it."""
    raw = raw.strip()
    if raw.isdigit():
        return raw
    try:
        tokens = cut(raw, 0, len(raw), Style(blanks=False), lambda word: True)
    except LimitError:
        return ""
    return tokens[0].text if len(tokens) == 1 and tokens[0].kind == "name" else ""


def _usable(axis: str) -> bool:
    return bool(axis) and (axis.isdigit() or axis[0].isalpha())
