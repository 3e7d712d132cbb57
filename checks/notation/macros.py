r"""The macros that a document makes itself, `\newcommand{\soft}[1]{\operatorname{softmax}(#1)}`, and what they stand for.

They are expanded token by token at the macro's place; what is handed over keeps its own. One that goes on forever, or
grows without end, is refused by its limits, and leaves its formula unread.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from checks.limits import MAX_TOKENS, LimitError
from checks.notation.tokens import Token, cut
from derive.decimals import Style

MAX_DEPTH = 8
MAX_BODY = 400
MAX_ARGUMENTS = 9
_HEAD = re.compile(
    r"\\(?:(?:re)?newcommand\*?|providecommand\*?|DeclareMathOperator\*?)\s*\{?\\([A-Za-z]+)\}?\s*(?:\[(\d)\])?\s*\{"
    r"|\\def\s*\\([A-Za-z]+)((?:#\d)*)\s*\{"
)
Known = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Macro:
    """What a macro stands for, and how many arguments it takes."""

    body: str
    arguments: int = 0


def collected(text: str) -> tuple[dict[str, Macro], list[tuple[int, int]]]:
    """The macros that a text defines, by their names, and where the definitions stand."""
    macros, places = {}, []
    for match in _HEAD.finditer(text) if "\\" in text else ():
        end = _closing(text, match.end())
        if end is None:
            continue
        name, body = match.group(1) or match.group(3), text[match.end() : end]
        count = int(match.group(2) or 0) if match.group(1) else len(match.group(4)) // 2
        macros[name] = Macro(rf"\operatorname{{{body}}}" if "Operator" in match.group() else body, count)
        places.append((match.start(), end + 1))
    return macros, places


def _closing(text: str, at: int) -> int | None:
    """Where the brace that stands before `at` closes; None where that is too far."""
    depth = 1
    for place in range(at, min(len(text), at + MAX_BODY)):
        depth += (text[place] == "{") - (text[place] == "}")
        if not depth:
            return place
    return None


def expanded(tokens: Sequence[Token], macros: Mapping[str, Macro], style: Style, known: Known, depth: int = 0) -> list[Token]:
    """The tokens with macros replaced by what they stand for. LimitError for one that never ends or grows too long."""
    if depth > MAX_DEPTH:
        raise LimitError(f"macros deeper than {MAX_DEPTH}")
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        macro = macros.get(token.text) if token.kind == "other" else None
        handed, stop = _handed(tokens, at + 1, macro.arguments) if macro is not None else ([], at + 1)
        if macro is None or len(handed) < macro.arguments:
            out.append(token)
            at += 1
            continue
        body = [t for part in _body(macro, token, handed, style, known) for t in part]
        if body:
            body[-1] = replace(body[-1], end=max(body[-1].end, tokens[stop - 1].end))
        out += expanded(body, macros, style, known, depth + 1)
        if len(out) > MAX_TOKENS:
            raise LimitError(f"more than {MAX_TOKENS} tokens")
        at = stop
    return out


def _body(macro: Macro, at: Token, handed: list[list[Token]], style: Style, known: Known) -> list[list[Token]]:
    """The body of a macro in parts, its own at the macro's place, with what is handed over between them."""
    out: list[list[Token]] = []
    for n, piece in enumerate(re.split(r"#(\d)", macro.body)):
        if n % 2:
            out.append(handed[int(piece) - 1] if 0 < int(piece) <= len(handed) else [])
        else:
            own = cut(piece, 0, len(piece), style, known)
            first = not out
            out.append(
                [
                    replace(t, start=at.start + (not first or k > 0), end=at.end, spaced=at.spaced and first and not k)
                    for k, t in enumerate(own)
                ]
            )
    return out


def _handed(tokens: Sequence[Token], at: int, count: int) -> tuple[list[list[Token]], int]:
    """The arguments behind a macro: groups in braces, or single tokens; and the token after them."""
    out: list[list[Token]] = []
    while len(out) < count and at < len(tokens):
        if tokens[at].text != "{" or tokens[at].kind != "open":
            out.append([tokens[at]])
            at += 1
            continue
        depth, first = 1, at + 1
        at = first
        while at < len(tokens) and depth:
            depth += (tokens[at].kind == "open" and tokens[at].text == "{") - (
                tokens[at].kind == "close" and tokens[at].text == "}"
            )
            at += 1
        if depth:
            return [], at
        out.append(list(tokens[first : at - 1]))
    return out, at
