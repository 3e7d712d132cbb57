"""The tokens of a piece: comments of code cut out, boxes turned into lists, layout environments dropped, names put together.

Names of several tokens are what pages call things: `Score("dug" → "Fox")`, `"Fox"`, `Cell 0`; `Q0.K0` is a dot product.
"""

import re
from collections.abc import Callable, Iterator, Mapping

from checks.notation.assignments import assigned_apart, spelled_out
from checks.notation.formula import FUNCTIONS, MAKERS
from checks.notation.macros import Macro, expanded
from checks.notation.tokens import Token, cut
from checks.pieces import Grid, Line, Piece
from derive.decimals import Style

_COMMENT = re.compile(r"(?<!\S)#[^\n]*")
_INDEXED = re.compile(r"[A-Za-zα-ω]+_?\d+$")
_UNNAMED = frozenset(
    {
        "E", "V", "P", "N", "O", "Var", "Cov", "tr", "vec", "Tr", "Pr", "cov", "var", "std", "Std", "cos", "sin", "tanh", "min",
        "max", "sum", "mean", "range", "len", "print", "einsum",
    }
)  # fmt: skip
_SHOWN = ("round", "tolist", "numpy", "detach", "cpu", "item")
_LAYOUT = re.compile(
    r"(?:equation|align|aligned|alignedat|alignat|flalign|gather|gathered|multline|eqnarray|split|displaymath|math)$"
)
MAX_NAME = 12
Known = Callable[[str], bool]


def lexemes(
    text: str, piece: Piece, start: int, end: int, style: Style, known: Known, macros: Mapping[str, Macro]
) -> list[Token]:
    """The tokens of text[start:end] within a piece. LimitError beyond the limits of checks.notation.tokens."""
    if isinstance(piece, Line) and piece.parts:
        raw = [t for n, part in enumerate(piece.parts) for t in _beside(list(_part(text, part, style, known)), n)]
    else:
        raw = [t for s, e in _stretches(text, piece, start, end) for t in cut(text, s, e, style, known)]
    spelled = expanded(raw, macros, style, known) if macros else raw
    code = isinstance(piece, Line) and piece.code
    if code_line(piece):
        spelled = list(_without_display(spelled))
    elif isinstance(piece, Line) and not piece.display:
        spelled = _without_item(spelled)
    spans = piece.spans if isinstance(piece, Line) else ()
    prose = not code_line(piece) and not (isinstance(piece, Line) and piece.display)
    named = assigned_apart(_named(list(_without_layout(spelled))), spans, prose)
    return list(_apart(_without_remarks(spelled_out(named), known))) if code else named


def code_line(piece: Piece) -> bool:
    """Whether a piece is program text or mathematics in a line of code."""
    return isinstance(piece, Line) and piece.code


def _without_item(tokens: list[Token]) -> list[Token]:
    """The tokens of a line without the letter that numbers it: `(d) Y = A V`."""
    texts = [t.text for t in tokens[:3]]
    item = len(tokens) > 3 and texts[0] == "(" and texts[2] == ")" and re.fullmatch(r"[a-z]|[ivx]{1,4}", texts[1])
    return tokens[3:] if item and tokens[3].spaced and tokens[3].kind in ("name", "open", "macro") else tokens


def _without_display(tokens: list[Token]) -> Iterator[Token]:
    """The tokens of program text without methods that only change how a value is shown: `A.round(4)`; `Q.shape` is a name."""
    at = 0
    while at < len(tokens):
        token = tokens[at]
        after = [t.text for t in tokens[at + 1 : at + 4]]
        if token.text == "." and after[:1] and after[0] in _SHOWN and after[1:2] == ["("]:
            closing = next((n for n in range(at + 3, min(len(tokens), at + 6)) if tokens[n].text == ")"), None)
            if closing is not None:
                at = closing + 1
                continue
        if token.kind == "name" and after[:2] == [".", "shape"]:
            yield Token("name", f"{token.text}.shape", token.start, tokens[at + 2].end, token.spaced)
            at += 3
            continue
        yield token
        at += 1


def _stretches(text: str, piece: Piece, start: int, end: int) -> list[tuple[int, int]]:
    code = isinstance(piece, Line) and (piece.code or piece.joined) and not piece.display
    cuts = [m.span() for m in _COMMENT.finditer(text, start, end)] if code else []
    return list(zip([start, *(e for _, e in cuts)], [*(s for s, _ in cuts), end]))


def _beside(tokens: list[Token], place: int) -> list[Token]:
    """The tokens of a part; text that begins with a name begins another statement than the box before it."""
    begins = place > 0 and bool(tokens) and tokens[0].kind == "name"
    return [Token("split", "", tokens[0].start, tokens[0].start), *tokens] if begins else tokens


def _part(text: str, part: tuple[int, int] | Grid, style: Style, known: Known) -> Iterator[Token]:
    """A stretch of text, or a boxed array as the list of its rows."""
    if not isinstance(part, Grid):
        yield from cut(text, *part, style, known)
        return
    at = part.rows[0].cells[0][0]
    yield Token("open", "[", at, at, True)
    for row in part.rows:
        at = row.cells[0][0]
        yield Token("open", "[", at, at)
        for start, end in row.cells:
            yield from cut(text, start, end, style, known)
            yield Token("comma", ",", end, end)
        yield Token("close", "]", row.cells[-1][1], row.cells[-1][1])
        yield Token("comma", ",", row.cells[-1][1], row.cells[-1][1])
    yield Token("close", "]", part.rows[-1].cells[-1][1], part.rows[-1].cells[-1][1])


def _without_layout(tokens: list[Token]) -> Iterator[Token]:
    """Tokens without environments that only lay out; a line end stands where one begins."""
    at = 0
    while at < len(tokens):
        token = tokens[at]
        name = tokens[at + 2] if at + 2 < len(tokens) and token.kind == "macro" and token.text in ("begin", "end") else None
        if name is None or not _LAYOUT.match(name.text):
            if not _frames(tokens, at):
                yield token
            at += 1
            continue
        at += 3
        while at < len(tokens) and tokens[at - 1].text != "}":
            at += 1
        yield Token("newline", "\\\\", token.start, token.start)


def _frames(tokens: list[Token], at: int) -> bool:
    """Whether a bracket only frames an array: \\left[ \\begin{array} … \\end{array} \\right]."""
    token = tokens[at]
    if token.text in ("[", "(") and token.kind == "open":
        opened = [t.text for t in tokens[at + 1 : at + 4]]
        return opened[:1] == ["begin"] and opened[2:] == ["array"]
    if token.text in ("]", ")") and token.kind == "close":
        return [t.text for t in tokens[max(0, at - 4) : at]] == ["end", "{", "array", "}"]
    return False


# -- names -----------------------------------------------------------------------
def _named(tokens: list[Token]) -> list[Token]:
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        stop = _call(tokens, at) or _counted(tokens, at)
        if stop:
            inside = tokens[at:stop]
            labels = len(inside) == 4 and inside[2].kind == "string" and _INDEXED.match(token.text)
            text = token.text + ("" if labels else "".join(_spelled(t, n) for n, t in enumerate(inside) if n))
            out.append(Token("name", text, token.start, inside[-1].end, token.spaced))
            at = stop
        elif token.kind == "other" and token.text == "." and _between_entries(tokens, at):
            out.append(Token("op", "·", token.start, token.end, token.spaced))
            at += 1
        elif token.text == "Δ" and at + 1 < len(tokens) and tokens[at + 1].kind == "name":
            out.append(Token("name", "Δ" + tokens[at + 1].text, token.start, tokens[at + 1].end, token.spaced))
            at += 2
        elif token.kind == "string" and _is_operand(tokens, at):
            out.append(Token("name", f'"{token.text}"', token.start, token.end, token.spaced))
            at += 1
        else:
            out.append(token)
            at += 1
    return out


def _spelled(token: Token, place: int) -> str:
    if token.kind == "string":
        return f'"{token.text}"'
    return f" {token.text}" if token.kind == "number" else "," if token.kind == "comma" else token.text


def _call(tokens: list[Token], at: int) -> int:
    """Where `Score("dug" → "Fox")` ends: a word, and in brackets nothing but words; 0 for anything else."""
    token = tokens[at]
    if token.kind != "name" or token.text in FUNCTIONS or token.text in MAKERS or token.text in _UNNAMED:
        return 0
    if at + 2 >= len(tokens) or tokens[at + 1].text != "(" or tokens[at + 1].spaced or (at and tokens[at - 1].text == "."):
        return 0
    strings = 0
    for stop in range(at + 2, min(len(tokens), at + 2 + MAX_NAME)):
        inner = tokens[stop]
        if inner.kind == "close":
            heads = stop + 1 < len(tokens) and tokens[stop + 1].kind == "relation" and len(token.text) > 1
            opaque = "_" in token.text and token.text.islower() and len(token.text) > 5
            return stop + 1 if stop > at + 2 and (strings or heads or opaque) else 0
        strings += inner.kind == "string"
        if inner.kind not in ("string", "name", "comma") and inner.text != "→":
            return 0
    return 0


def _counted(tokens: list[Token], at: int) -> int:
    """Where `Cell 0` ends, at the beginning of a line and before a relation; 0 for anything else."""
    if at or len(tokens) < 3 or tokens[0].kind != "name" or len(tokens[0].text) < 2:
        return 0
    number, sign = tokens[1], tokens[2]
    counted = number.kind == "number" and number.literal is not None and number.literal.whole and number.spaced
    return 2 if counted and sign.kind == "relation" else 0


def _between_entries(tokens: list[Token], at: int) -> bool:
    """Whether a full stop stands between two entries: `Q0.K0`, `q1 . k2`."""
    if not 0 < at < len(tokens) - 1:
        return False
    before, after = tokens[at - 1], tokens[at + 1]
    if before.kind != "name" or after.kind != "name" or tokens[at].spaced != after.spaced:
        return False
    indexed = all(_INDEXED.match(t.text) or t.text in "qkv" for t in (before, after))
    return indexed or (after.spaced and len(before.text) == len(after.text) == 1)  # no full stop has a blank before it


def _is_operand(tokens: list[Token], at: int) -> bool:
    """Whether a word in quotation marks is used as a name: beside a sign."""
    before = tokens[at - 1] if at else None
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    signs = ("·", "@", "+", "*")
    return (after is not None and (after.text in ("=", "≈", ":=") or (after.kind == "op" and after.text in signs))) or (
        before is not None and before.kind == "op" and before.text in signs
    )


# -- code ------------------------------------------------------------------------
def _without_remarks(tokens: list[Token], known: Known) -> list[Token]:
    """Tokens without remarks in brackets behind a value: `[0.67, 0.33] (roughly)`, `2 (numbers in one key)`."""
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        stop = at + 1
        if at and tokens[at].text == "(" and tokens[at].spaced:
            while stop < len(tokens) and tokens[stop].kind == "name" and len(tokens[stop].text) > 1:
                stop += 1
        if at and _is_size(tokens, at):
            at += 5
            continue
        words = [t.text for t in tokens[at + 1 : stop]]
        if words and stop < len(tokens) and tokens[stop].text == ")" and not any(known(w) for w in words):
            out.append(Token("split", "", tokens[at].start, tokens[stop].end))
            at = stop + 1
            continue
        out.append(tokens[at])
        at += 1
    return out


def _is_size(tokens: list[Token], at: int) -> bool:
    """Whether `[3, 4]` behind a name at the end of a statement tells its shape."""
    texts = [t.text for t in tokens[at : at + 5]]
    ends = at + 5 >= len(tokens) or tokens[at + 5].kind in ("split", "newline", "string")
    inside = [tokens[at + n] for n in (1, 3)] if len(texts) == 5 else []
    whole = all(t.kind == "name" or (t.literal is not None and t.literal.whole) for t in inside)
    return (
        bool(inside)
        and texts[0] + texts[2] + texts[4] == "[,]"
        and whole
        and ends
        and tokens[at].spaced
        and tokens[at - 1].kind == "name"
    )


def _apart(tokens: list[Token]) -> Iterator[Token]:
    """Tokens with a split where a wide gap parts two statements on one line of code."""
    depth = 0
    for before, token in zip([None, *tokens], tokens):
        wide = before is not None and token.start - before.end > 1 and before.kind in ("number", "close", "name", "transpose")
        if wide and not depth and token.kind in ("name", "number", "open", "macro", "string"):
            yield Token("split", "", token.start, token.start)
        depth += (token.kind == "open") - (token.kind == "close")
        yield token
