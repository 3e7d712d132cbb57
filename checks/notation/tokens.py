"""Mathematics cut into tokens with their places: numerals, names, operators, brackets, relations; unicode, NumPy, LaTeX.

Knows spelling, not grammar. A macro or sign that is not in the tables becomes a token of kind "other", which no grammar
rule accepts, so that it can only make a formula unread.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from checks.limits import MAX_TOKENS, LimitError
from derive.decimals import MINUS, Literal, Style, TooLong, read_literal, roughen


@dataclass(frozen=True, slots=True, eq=False)
class Token:
    """A token: its kind, its canonical text, its place [start, end) in the document, whether a blank stands before it.

    Two are equal where they are one and the same.
    """

    kind: str
    text: str
    start: int
    end: int
    spaced: bool = False
    literal: Literal | None = None


RELATIONS = {
    "=": "=", "==": "=", ":=": ":=", "≔": ":=", "≡": "=", "≜": ":=", "&=": "=", "≈": "≈", "≃": "≈", "≅": "≈", "≐": "≈",
    "&≈": "≈", "~=": "≈", "=~": "≈", "≒": "≈", "→": "→", "⇒": "→", "⟶": "→", "⟹": "→", "->": "→", "=>": "→", "-->": "→", "↦": "→",
    "≤": "≤", "≥": "≥", "<=": "≤", ">=": "≥", "<": "<", ">": ">", "∈": "∈", "≠": "≠", "!=": "≠", "≪": "≪", "≫": "≫", "∝": "∝",
    "∼": "∼",
}  # fmt: skip
OPERATORS = {
    "+": "+", "-": "-", "−": "-", "–": "-", "*": "*", "·": "·", "⋅": "·", "∙": "·", "•": "·", "×": "·", "@": "@", "/": "/", "÷": "/",
    "⊙": "⊙", "∘": "⊙", "◦": "⊙", "^": "^", "**": "^", "√": "√", "!": "!", "'": "'",
}  # fmt: skip
OPENERS = {"(": ")", "[": "]", "{": "}", "⟨": "⟩"}
CLOSERS = set(OPENERS.values())
MACROS = {
    "cdot": ("op", "·"), "times": ("op", "·"), "odot": ("op", "⊙"), "circ": ("op", "⊙"), "div": ("op", "/"), "ast": ("op", "*"),
    "approx": ("relation", "≈"), "simeq": ("relation", "≈"), "cong": ("relation", "≈"), "equiv": ("relation", "="),
    "to": ("relation", "→"), "rightarrow": ("relation", "→"), "Rightarrow": ("relation", "→"), "implies": ("relation", "→"),
    "longrightarrow": ("relation", "→"), "mapsto": ("relation", "→"), "coloneqq": ("relation", ":="),
    "le": ("relation", "≤"), "leq": ("relation", "≤"), "ge": ("relation", "≥"), "geq": ("relation", "≥"),
    "lt": ("relation", "<"), "gt": ("relation", ">"), "in": ("relation", "∈"), "ne": ("relation", "≠"), "neq": ("relation", "≠"),
    "ll": ("relation", "≪"), "gg": ("relation", "≫"), "sim": ("relation", "∼"), "propto": ("relation", "∝"),
    "infty": ("infinity", "∞"), "top": ("name", "⊤"), "intercal": ("name", "⊤"), "partial": ("name", "∂"), "nabla": ("name", "∇"),
    "sum": ("name", "Σ"), "prod": ("name", "Π"), "exp": ("name", "exp"), "log": ("name", "log"), "ln": ("name", "ln"),
    "max": ("name", "max"), "softmax": ("name", "softmax"), "tanh": ("name", "tanh"),
    "sqrt": ("macro", "sqrt"), "frac": ("macro", "frac"), "dfrac": ("macro", "frac"), "tfrac": ("macro", "frac"),
    "cfrac": ("macro", "frac"), "begin": ("macro", "begin"), "end": ("macro", "end"), "lvert": ("op", "|"), "rvert": ("op", "|"),
    "text": ("macro", "text"), "mathrm": ("macro", "text"), "operatorname": ("macro", "text"), "mathbf": ("macro", "text"),
    "mathit": ("macro", "text"), "boldsymbol": ("macro", "text"), "textbf": ("macro", "text"), "textit": ("macro", "text"),
    "mathsf": ("macro", "text"), "mathtt": ("macro", "text"), "texttt": ("macro", "text"), "bm": ("macro", "text"),
    "mathbb": ("macro", "text"), "mathcal": ("macro", "text"), "underbrace": ("macro", "underbrace"), "hat": ("macro", "accent"),
    "bar": ("macro", "accent"), "tilde": ("macro", "accent"), "lVert": ("op", "‖"), "rVert": ("op", "‖"), "Vert": ("op", "‖"),
    "min": ("name", "min"), "dots": ("other", "…"), "ldots": ("other", "…"), "cdots": ("other", "…"),
    "lbrack": ("open", "["), "rbrack": ("close", "]"),
}  # fmt: skip
GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "eta": "η", "theta": "θ",
    "lambda": "λ", "mu": "μ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "varphi": "φ", "omega": "ω",
    "ell": "ℓ", "Delta": "Δ", "Theta": "Θ", "Omega": "Ω", "Sigma": "Σ'", "Lambda": "Λ", "Phi": "Φ", "kappa": "κ", "xi": "ξ", "zeta": "ζ", "nu": "ν",
}  # fmt: skip
ACCENTS = {"hat": "̂", "bar": "̄", "tilde": "̃"}
IGNORED = {
    "left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "bigg", "Bigg", "biggl", "biggr", "Biggl", "Biggr", "displaystyle",
    "textstyle", "limits", "nolimits", "quad", "qquad", "enspace", "thinspace", "mathstrut", "nonumber", "notag", "middle",
}  # fmt: skip
ACRONYMS = frozenset({"MSE", "SSE", "MAE", "BCE", "NLL", "LSE", "FFN", "MLP", "CE", "LN", "KL", "JS"})
_DIGITS = frozenset("0123456789")
_SPACES = {",", ";", "!", ":", " ", ">", "\n"}
_SUB = str.maketrans("₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789aehijklmnoprstuvx")
_SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"
_LATIN = (
    r"A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af"
    r"\u0370-\u03ff\u0400-\u04ff\u1e00-\u1eff\u2100-\u214f\U0001d400-\U0001d7ff"
)
_OTHER = r"\u0590-\u0dff\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_LATIN}]+|[{_OTHER}]+")
_BRACED = r"\{(?:[^{}$\n]|\\?[a-z]*\{[^{}$\n]{1,24}\}){1,32}\}"
_NAME = re.compile(
    rf"(?:[{_LATIN}]+\d*)(?:[{_SUBSCRIPTS}]+)?(?:\\?_(?:{_BRACED}|[A-Za-z0-9]+|\\(?:text|mathrm)\{{[^{{}}]*\}}|\\[a-z]+))*|[{_OTHER}]+"
)
_PROSE = re.compile(
    r"(?![Ii][Nn][Ff])(?:[A-Za-z]{4,}|[a-z]{1,3})(?=[ ,;:)\]\n]|\.?(?:\s|$))"
)  # what no other rule reads otherwise
_GROUP = re.compile(r" ?\{([^{}$\\\n]{0,60}(?:\\_[^{}$\\\n]{0,60})?)\}")
_BARE = re.compile(r" ([A-Za-z0-9])(?![A-Za-z0-9])")
_INSIDE = re.compile(r"(?:\{,\}|[^()\[\]{}\n]){0,400}")
_MACRO = re.compile(r"[A-Za-z]+\*?")
_GREEK_SUBSCRIPT = re.compile(rf"_(?:{_BRACED}|[A-Za-z0-9]|\\[a-z]+)")
_TRANSPOSE = re.compile(r"\.(?:T\b|t\(\)|transpose\([^()\n]{0,12}\))")
_ROUGHLY = re.compile(r"[~∼] ?[-−]?(?=\d)")
_METHOD = re.compile(r"\.(sum|max|mean|dot|exp|sqrt|softmax)(?=\()")
_SMALL = re.compile(f"[{_SUBSCRIPTS}]+")
_SUPERSCRIPT = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+")
_MODULE = re.compile(r"(?:np|numpy|torch|math|tf|jnp|scipy|F|nn|functional|linalg)\.(?=[A-Za-z])")
_STRING = re.compile(r"\"[^\"\n]{0,60}\"|“[^”\n]{0,60}”|«[^»\n]{0,60}»|(?<=einsum\()'[^'\n]{0,60}'")
_INFINITY = re.compile(r"(?:np\.)?(?:inf(?:inity|inito|ty)?\b|∞)|\\infty\b|float\(['\"]-?inf['\"]\)", re.IGNORECASE)
_DERIVATIVE = re.compile(r"(?:∂ ?[A-Za-zℓ]+ ?/ ?∂ ?|d[Lℓ] ?/ ?d)((?:[A-Za-z]+)(?:\\?_(?:\{\w+\}|\w))?)(?![\w])")


def cut(text: str, start: int, end: int, style: Style, known: Callable[[str], bool] = lambda word: False) -> list[Token]:
    """The tokens of text[start:end]. `known` tells which longer words are names, so that others may be split (QK, AV).

    LimitError for more than MAX_TOKENS tokens or a numeral that is too long.
    """
    tokens: list[Token] = []
    for token in _tokens(text, start, end, style, known):
        if len(tokens) >= MAX_TOKENS:
            raise LimitError(f"more than {MAX_TOKENS} tokens")
        tokens.append(token)
    return tokens


def _tokens(text: str, start: int, end: int, style: Style, known: Callable[[str], bool]) -> Iterator[Token]:
    at, spaced = start, False
    brackets: list[bool] = []
    points = replace(style, comma=False)
    while at < end:
        if text[at].isspace():
            at, spaced = at + 1, True
            continue
        if word := _PROSE.match(text, at, end):
            yield Token("name", word.group(), at, word.end(), spaced)
            at = word.end()
            spaced = at < end and text[at] == " "
            at += spaced
            continue
        if text[at] == "\\" and at + 1 < end:
            found, stop = _macro(text, at, end)
            if found is None:
                at, spaced = stop, True
                continue
            yield Token(*found, at, stop, spaced)
            at, spaced = stop, False
            continue
        here = style if not brackets or brackets[-1] else points
        made = list(_plain(text, at, end, here, known, spaced))
        yield from made
        if style.comma:
            _enter_brackets(brackets, made[-1], text, end)
        at, spaced = made[-1].end, False


def _enter_brackets(brackets: list[bool], token: Token, text: str, end: int) -> None:
    """Keep, for each bracket that is open, whether a comma between digits in it is a decimal sign.

    It is in a call, exp(0,707), and where something else parts the entries: [0,743; 0,257], [0,5, 0,5].
    """
    if token.kind == "open":
        called = token.start > 0 and (text[token.start - 1].isalpha() or text[token.start - 1] in "√_^")
        inside = _INSIDE.match(text, token.end, end)
        entries = inside.group() if inside else ""
        lone = re.fullmatch(r"\s*[-−]?\d+,\d{2,}\s*", entries) is not None
        brackets.append(
            called
            or "{,}" in entries
            or ";" in entries
            or ", " in entries
            or re.search(r"\d \+ \d", entries) is not None
            or lone
            or bool(brackets and brackets[-1] and "," not in entries)
        )
    elif token.kind == "close" and brackets:
        brackets.pop()


def _macro(text: str, at: int, end: int) -> tuple[tuple[str, str] | None, int]:
    """The kind and text of the macro at `at` and where it ends; None for what only spaces or sizes."""
    following = text[at + 1]
    if following in "\\":
        return ("newline", "\\\\"), at + 2
    if following in _SPACES:
        return None, at + 2
    if following == "|":
        return ("op", "‖"), at + 2
    if following in "{}%_&#$":
        return (("open", "(") if following == "{" else ("close", ")") if following == "}" else ("other", following)), at + 2
    match = _MACRO.match(text, at + 1, end)
    if not match:
        return ("other", text[at : at + 2]), at + 2
    name = match.group().rstrip("*")
    if name in IGNORED:
        stop = match.end()
        return None, stop + (1 if text[stop : stop + 1] == "." and name in ("left", "right") else 0)
    if MACROS.get(name) == ("macro", "text"):
        return _text(text, match.end(), end)
    if MACROS.get(name) == ("macro", "accent"):
        found, stop = _text(text, match.end(), end)
        base, mark, label = found[1].partition("_")
        return ("name", base + ACCENTS[name] + mark + label) if found[0] == "name" else found, stop
    if name in MACROS:
        return MACROS[name], match.end()
    if name in GREEK:
        subscript = _GREEK_SUBSCRIPT.match(text, match.end(), end)
        tail = _subscript(subscript.group()) if subscript else ""
        return ("name", GREEK[name] + tail), subscript.end() if subscript else match.end()
    return ("other", match.group()), match.end()


def _text(text: str, at: int, end: int) -> tuple[tuple[str, str], int]:
    """The name inside \\text{…} and its like, with a subscript that follows; letters of one font are plain letters."""
    inner = _GROUP.match(text, at, end) or _BARE.match(text, at, end)
    if not inner:
        return ("other", "text"), at
    name = " ".join(inner.group(1).replace("\\_", "_").split())
    if not name:
        return ("other", "text"), inner.end()
    subscript = _GREEK_SUBSCRIPT.match(text, inner.end(), end)
    if subscript:
        return ("name", name + _subscript(subscript.group())), subscript.end()
    return ("name", {"1": "𝟏", "R": "ℝ"}.get(name, name)), inner.end()


def _plain(text: str, at: int, end: int, style: Style, known: Callable[[str], bool], spaced: bool) -> Iterator[Token]:
    char = text[at]
    string = _STRING.match(text, at, end)
    if string:
        yield Token("string", string.group()[1:-1], at, string.end(), spaced)
    elif char in _DIGITS or (char in ".," and text[at + 1 : at + 2] in _DIGITS and char in (",." if style.comma else ".")):
        yield _numeral(text, at, end, style, spaced)
    elif rough := _ROUGHLY.match(text, at, end):
        first = rough.end()
        number = _numeral(text, first, end, style, spaced)
        minus = text[first - 1] in MINUS
        if minus:
            yield Token("op", "-", first - 1, first, spaced)
        assert number.literal is not None
        yield Token("number", number.text, number.start, number.end, spaced and not minus, roughen(number.literal))
    elif infinity := _INFINITY.match(text, at, end):
        yield Token("infinity", "∞", at, infinity.end(), spaced)
    elif derivative := _DERIVATIVE.match(text, at, end):
        yield Token("name", "d" + _subscripted(derivative.group(1)), at, derivative.end(), spaced)
    else:
        yield from _sign_or_name(text, at, end, known, spaced)


def _sign_or_name(text: str, at: int, end: int, known: Callable[[str], bool], spaced: bool) -> Iterator[Token]:
    char = text[at]
    module = _MODULE.match(text, at, end)
    first = module.end() if module else at
    for table, kind in ((RELATIONS, "relation"), (OPERATORS, "op")):
        for size in (3, 2, 1):
            piece = text[at : min(at + size, end)]
            if len(piece) == size and piece in table and not (kind == "op" and piece == "'" and spaced):
                yield Token(kind, table[piece], at, at + size, spaced)
                return
    superscript = _SUPERSCRIPT.match(text, at, end)
    if superscript:
        yield Token("superscript", superscript.group().translate(_SUPER), at, superscript.end(), spaced)
    elif char in "ᵀᵗ⊤":
        yield Token("transpose", "ᵀ", at, at + 1, spaced)
    elif transpose := _TRANSPOSE.match(text, at, end):
        yield Token("transpose", "ᵀ", at, transpose.end(), spaced)
    elif char in OPENERS:
        yield Token("open", char, at, at + 1, spaced)
    elif char in CLOSERS:
        yield Token("close", char, at, at + 1, spaced)
    elif char in ",;&|:_‖":
        yield Token({",": "comma", ";": "semicolon", "&": "cell"}.get(char, "op"), char, at, at + 1, spaced)
    elif char in "Σ∑∇∂…":
        small = _SMALL.match(text, at + 1, end) if char in "Σ∑" else None
        name = ("Σ" if char in "Σ∑" else char) + ("_" + small.group().translate(_SUB) if small else "")
        yield Token("other" if char == "…" else "name", name, at, small.end() if small else at + 1, spaced)
    elif method := _METHOD.match(text, at, end):
        yield Token("method", method.group(1), at, method.end(1), spaced)
    elif _NAME.match(text, first, end) and char not in _DIGITS:
        yield from _names(text, at, first, end, known, spaced)
    else:
        yield Token("other", char, at, at + 1, spaced)


def _numeral(text: str, at: int, end: int, style: Style, spaced: bool) -> Token:
    try:
        literal = read_literal(text, at, style)
    except TooLong as error:
        raise LimitError(str(error)) from None
    if literal is None:
        return Token("other", text[at], at, at + 1, spaced)
    return Token("number", literal.text, at, at + len(literal.text), spaced, literal)


def _subscript(raw: str) -> str:
    inner = re.sub(r"\\(?:text|mathrm|operatorname)\{?|[{}\s]|\\[,;!]", "", raw.lstrip("_").removeprefix("\\_"))
    return "_" + re.sub(r"\\([A-Za-z]*)", lambda m: GREEK.get(m.group(1), m.group(1)), inner)


def _subscripted(raw: str) -> str:
    word = _WORD.match(raw)
    if word is None:
        return raw
    digits = re.match(r"\d*", raw[word.end() :])
    cut_at = word.end() + (digits.end() if digits else 0)
    base, rest = raw[:cut_at], raw[cut_at:]
    small = re.match(rf"[{_SUBSCRIPTS}]+", rest)
    out = base
    if small:
        out, rest = out + "_" + small.group().translate(_SUB), rest[small.end() :]
    for piece in re.findall(rf"\\?_(?:{_BRACED}|[A-Za-z0-9]+|\\(?:text|mathrm)\{{[^{{}}]*\}}|\\[a-z]+)", rest):
        out += _subscript(piece)
    return out


def _names(text: str, at: int, first: int, end: int, known: Callable[[str], bool], spaced: bool) -> Iterator[Token]:
    match = _NAME.match(text, first, end)
    assert match is not None
    raw = match.group()
    word = _WORD.match(raw)
    letters = word.group() if word else ""
    name = _subscripted(raw)
    if len(letters) in (2, 3) and not known(letters) and not known(name) and _splits(letters):
        for n, letter in enumerate(letters[:-1]):
            yield Token("name", letter, at + n, at + n + 1, spaced and n == 0)
        rest = len(letters) - 1
        yield Token("name", _subscripted(raw[rest:]), at + rest, match.end(), False)
        return
    yield Token("name", name, at, match.end(), spaced)


def _splits(letters: str) -> bool:
    """Whether a short word is a product of one-letter names: capitals (QK), or sizes (Td)."""
    return letters not in ACRONYMS and (letters.isupper() or (letters[0] in "TLNBH" and all(c in "TLNBHdhkn" for c in letters)))


def shield(tokens: list[Token]) -> list[Token]:
    """The tokens with the relations inside sub- and superscripts and inside cases made "inner": they join no chain."""
    out: list[Token] = []
    closing: list[str] = []
    for n, token in enumerate(tokens):
        if token.kind == "open":
            closing.append(token.text if any(closing) or (token.text == "{" and n and tokens[n - 1].text in ("_", "^")) else "")
        elif token.kind == "close" and closing:
            closing.pop()
        elif (
            token.kind == "macro"
            and token.text in ("begin", "end")
            and [t.text for t in tokens[n + 1 : n + 3]] == ["{", "cases"]
        ):
            closing = [*closing, "cases"] if token.text == "begin" else [c for c in closing if c != "cases"]
        inner = token.kind == "relation" and any(closing)
        out.append(replace(token, kind="inner") if inner else token)
    return out
