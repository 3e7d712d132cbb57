"""The chains of formulas in a stretch: `a = b = c`, with the document's own names.

Which words are names depends on where they stand: in code every identifier, in mathematics every letter and whatever
\\\\text{…} holds that is no word of prose, in prose what the Scanner of checks.notation.chains takes for one.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from checks.limits import LimitError
from checks.notation.calculus import EXPECTATIONS
from checks.notation.chains import Chain, Scanner
from checks.notation.formula import FUNCTIONS, Formula, parse
from checks.notation.macros import Macro, expanded
from checks.notation.tokens import GREEK, Token, cut, shield
from checks.theory.stretches import Stretch
from derive.decimals import Style
from derive.expression import Apply, Expression, Symbol

EQUAL = ("=", ":=", "≈")
ENVIRONMENTS = {"aligned", "align", "align*", "gathered", "split", "gather", "gather*", "alignedat"}
MAX_NESTED = 120
ATTENTION = re.compile(r"(?:attention|atención|atencion|attn)$", re.IGNORECASE)
PROSE = {
    "if", "for", "and", "where", "with", "row", "rows", "by", "each", "when", "otherwise", "is", "of", "the", "for all",
    "elementwise",
    "si", "para", "con", "por", "filas", "fila", "donde", "bytes", "FLOPs", "FLOP", "MFLOP", "GFLOP",
}  # fmt: skip


@dataclass(slots=True)
class Reader(Scanner):
    """A Scanner that knows the names of a theory and keeps what NumPy says word for word."""

    kind: str = "prose"
    known: Callable[[str], bool] = lambda name: False

    def is_name(self, token: Token) -> bool:
        text = token.text
        if self.kind == "prose":
            return _is_call(token) or self._reads_in_prose(token)
        return " " not in text and text not in PROSE

    def _reads_in_prose(self, token: Token) -> bool:
        if self.known(token.text) or self._is_attention(token) or _is_quotient(token):
            return True
        return Scanner.is_name(self, token)

    def _is_attention(self, token: Token) -> bool:
        """Whether a word is called with Q, K, V: Attention(Q, K, V)."""
        place = self._places[token.start]
        return ATTENTION.search(token.text) is not None and [t.text for t in self.tokens[place + 1 : place + 8]] == [*"(Q,K,V)"]

    def is_factor(self, token: Token) -> bool:
        if self.kind != "prose":
            return self.is_name(token)
        return self.known(token.text) or _is_call(token) or _is_quotient(token) or Scanner.is_factor(self, token)

    def _called(self, sign: int) -> bool:
        """As the Scanner's, and for methods: x.sum(axis=0)."""
        depth = 0
        for place in range(sign, -1, -1):
            token = self.tokens[place]
            depth += (token.kind == "close") - (token.kind == "open")
            if depth < 0:
                return place > 0 and self.tokens[place - 1].kind in ("name", "method") and not token.spaced
        return False

    def read(self, first: int) -> Formula | None:
        return parse(self.tokens, first, self.is_name, self.is_factor, self.kind == "code")


def _is_call(token: Token) -> bool:
    """Whether a function of the page is called with another argument than its own: f(2 x)."""
    return token.text.endswith("()")


def _is_quotient(token: Token) -> bool:
    """Whether a name stands for what is printed as a quotient of differentials: ∂L/∂p."""
    return token.text[:1] == "d" and token.end - token.start > len(token.text) + 2


def chains(
    text: str,
    stretch: Stretch,
    style: Style,
    known: Callable[[str], bool],
    letters: frozenset[str],
    macros: Mapping[str, Macro] | None = None,
    called: Mapping[str, str] | None = None,
) -> list[Chain]:
    """The chains of a stretch, in order; `called` are the page's functions. LimitError for one that is too long or too deep."""
    known_or_call = lambda word: known(word) or word in FUNCTIONS  # noqa: E731
    raw = cut(text, stretch.start, stretch.end, style, known_or_call)
    raw = products(text, raw, known) if stretch.kind == "math" else raw
    tokens = flatten(shield(expanded(raw, macros, style, known_or_call) if macros else raw))
    tokens = tokens if stretch.kind == "code" else without_arguments(tokens, called or {})
    prose = stretch.kind == "prose"
    reader = Reader(
        tokens,
        known,
        lambda word: False,
        letters,
        not prose,
        () if prose else ((stretch.start, stretch.end),),
        kind=stretch.kind,
        known=known,
    )
    found = list(reader.chains())
    for member in (m for chain in found for m in chain.members if m is not None):
        check_depth(member.expression)
    return found


def check_depth(expression: Expression) -> None:
    """LimitError for a formula that is nested more deeply than it is ever taken apart."""
    level, depth = [expression], 0
    while level:
        depth += 1
        if depth > MAX_NESTED:
            raise LimitError(f"a formula nested more than {MAX_NESTED} deep")
        level = [a for e in level if isinstance(e, Apply) for a in e.arguments]


_GLUED = re.compile(r"(?!d[A-Z]|tr$|Tr$)(?=[A-Za-z]*[a-z])[A-Za-z]{2,3}")


def products(text: str, tokens: list[Token], known: Callable[[str], bool]) -> list[Token]:
    """The tokens of LaTeX with X w for Xw, where X and w are names of the page and Xw is none."""
    out = list[Token]()
    for token in tokens:
        name = token.text
        raw = token.kind == "name" and text[token.start : token.end] == name and _GLUED.fullmatch(name)
        if (
            not raw
            or known(name)
            or name in FUNCTIONS
            or name in EXPECTATIONS
            or not all(_stands(text, x, known) for x in name)
        ):
            out.append(token)
            continue
        for n, letter in enumerate(name):
            start = token.start + n
            out.append(replace(token, text=letter, start=start, end=start + 1, spaced=token.spaced and n == 0))
    return out


def _stands(text: str, letter: str, known: Callable[[str], bool]) -> bool:
    """Whether a letter is a name of the page: known, or said to be something."""
    return known(letter) or _is_said(text, letter)


@lru_cache(maxsize=256)
def _is_said(text: str, letter: str) -> bool:
    return f"${letter}$" in text or re.search(rf"(?<![\\A-Za-z]){letter}\$?\s{{0,9}}(?:=|\\in\b|∈)", text) is not None


_APPLIED = re.compile(r"(?<![\w\\}^_])\\?(?P<f>[^\W\d]{1,12})\((?P<x>[^()\n]{1,40})\)(?P<defines>\s*(?:&\s*)?(?:=|:=|≔)(?!=))?")
_VARIABLE = re.compile(r"\\?[a-z]+")


def functions(text: str) -> dict[str, str]:
    """The names that a page defines as functions of one variable, `L(z) = …`, each with the name of its variable."""
    out: dict[str, str] = {}
    for match in _APPLIED.finditer(text):
        name, variable = (spelled(match[group]) for group in ("f", "x"))
        if match["defines"] and _VARIABLE.fullmatch(match["x"]) and name not in FUNCTIONS and name not in EXPECTATIONS:
            out.setdefault(name, variable)
    return out


def spelled(name: str) -> str:
    """A name as the tokens have it: σ for \\sigma."""
    name = name.removeprefix("\\")
    return GREEK.get(name, name)


def without_arguments(tokens: list[Token], called: Mapping[str, str]) -> list[Token]:
    """The tokens with `L(z)` as L, for a page's function of the variable z, and with `L()` before any other argument."""
    out, n = list[Token](), 0
    while n < len(tokens):
        token = tokens[n]
        primed = token.text in called and n + 1 < len(tokens) and tokens[n + 1].text == "'"
        n += primed
        inside = tokens[n + 1 : n + 4]
        if token.kind == "name" and token.text.rstrip("'") in called and inside and inside[0].text == "(":
            own = [t.kind for t in inside] == ["open", "name", "close"] and inside[1].text == called[token.text.rstrip("'")]
            if own and not primed and token.text in called:
                _differentiate(out, inside[1].text)
                token, n = replace(token, end=inside[2].end), n + 3
            else:
                token = replace(token, text=token.text + "'" * primed + "()")
        elif primed:
            n -= 1
        out.append(token)
        n += 1
    return out


def _differentiate(before: list[Token], variable: str) -> None:
    """∇ f(z), ∇² f(z): by z, where nothing else is said."""
    powers = 1 if before and before[-1].kind == "superscript" else 2 if len(before) > 1 and before[-2].text == "^" else 0
    place = len(before) - 1 - powers
    if place >= 0 and before[place].text == "∇":
        before[place] = replace(before[place], text=f"∇_{variable}")


def flatten(tokens: list[Token]) -> list[Token]:
    """The tokens of a display on one line: line breaks and cells before a relation are gone, alignment too."""
    out: list[Token] = []
    depth, n = 0, 0
    while n < len(tokens):
        token = tokens[n]
        opens = token.kind == "macro" and token.text in ("begin", "end")
        if opens and n + 3 < len(tokens) and tokens[n + 2].text in ENVIRONMENTS:
            n += 4
            continue
        if opens:
            depth += 1 if token.text == "begin" else -1
        if token.kind in ("newline", "cell") and not depth and _before_relation(tokens, n):
            n += 1
            continue
        out.append(token)
        n += 1
    return out


def _before_relation(tokens: list[Token], n: int) -> bool:
    while n < len(tokens) and tokens[n].kind in ("newline", "cell"):
        n += 1
    return n < len(tokens) and tokens[n].kind == "relation"


@dataclass(frozen=True, slots=True)
class Said:
    """A chain with the stretch it stands in."""

    chain: Chain
    stretch: Stretch


def name_of(formula: Formula | None) -> str | None:
    """The name that a formula is, where it is one."""
    return formula.expression.name if formula is not None and isinstance(formula.expression, Symbol) else None


def cut_off(text: str, member: Formula) -> bool:
    """Whether a member goes on in a way that is not read: a call, an attribute."""
    suffixed = re.fullmatch(r"[~≈]?\s*\d[\d.,]*\s?[KMBG]", text[member.start : member.end])
    return bool(suffixed) or re.match(r"\.[A-Za-z]|[(\[]", text[member.end :][:2]) is not None
