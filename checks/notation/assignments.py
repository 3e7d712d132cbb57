"""Assignments as programs write them, in the tokens of plain equations: `Q, K = X @ W_Q, X @ W_K`, `S /= 2`.

Each token keeps its place, so that what is read of an assignment stands where it is written.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace

from checks.notation.tokens import Token
from checks.pieces import Span

MAX_NAMES = 16
_SYMBOL = re.compile(r"[^\W\d_](?:_\w{1,3}|\d{1,2})?")
_ENDS = ("split", "newline", "semicolon")


def assigned_apart(tokens: list[Token], spans: Sequence[Span] = (), prose: bool = False) -> list[Token]:
    """The tokens with each assignment of several names as several equations; `spans` are stretches of mathematics in prose.

    In prose outside of these, words are no names: "two features each, d_k = 2, no mask".
    """
    if not any(t.kind == "relation" for t in tokens):
        return tokens
    edges = sorted(edge for span in spans for edge in span)
    out, at = [], 0
    while at < len(tokens):
        names = _names(tokens, at)
        items = _items(tokens, at + 2 * len(names), len(names), edges) if len(names) > 1 else []
        if items and prose and not bisect_right(edges, tokens[at].start) % 2 and not _are_symbols(tokens, names, items):
            items = []
        if not items:
            out.append(tokens[at])
            at += 1
            continue
        sign = tokens[at + 2 * len(names) - 1]
        for name, (first, stop) in zip(names, items):
            out += [name, sign, *tokens[first:stop], Token("split", "", sign.start, sign.start)]
        out.pop()
        at = items[-1][1]
    return out


def _are_symbols(tokens: list[Token], names: list[Token], items: list[tuple[int, int]]) -> bool:
    """Whether names are letters, with a subscript or not, and each expression begins with one or with a number."""
    firsts = [tokens[first] for first, _ in items]
    return all(_SYMBOL.fullmatch(t.text) for t in names) and all(
        t.kind in ("number", "open", "macro") or _SYMBOL.fullmatch(t.text) for t in firsts
    )


def _names(tokens: list[Token], at: int) -> list[Token]:
    """The names of `Q, K, V =` that begin at a token; empty for anything else."""
    names: list[Token] = []
    if at and tokens[at].text.isalpha() and tokens[at].text.islower() and len(tokens[at].text) > 2:
        return []  # a word of a sentence: "for each, d_k = 2, no mask"
    before = tokens[at - 1] if at else None
    if before is not None and (
        before.kind in ("comma", "op", "number", "close") or (before.kind == "name" and len(before.text) < 3)
    ):
        return []
    while at + 1 < len(tokens) and tokens[at].kind == "name" and len(names) < MAX_NAMES:
        names.append(tokens[at])
        if tokens[at + 1].kind == "relation" and tokens[at + 1].text in ("=", ":="):
            return names
        if tokens[at + 1].kind != "comma":
            return []
        at += 2
    return []


def _items(tokens: list[Token], at: int, count: int, edges: Sequence[int]) -> list[tuple[int, int]]:
    """Where each of `count` expressions behind the sign begins and ends; empty where there are not as many."""
    items: list[tuple[int, int]] = []
    first, depth = at, 0
    while at < len(tokens):
        token = tokens[at]
        depth += (token.kind == "open") - (token.kind == "close")
        if token.text == "." or (at > first and bisect_left(edges, tokens[at - 1].end) < bisect_right(edges, token.start)):
            break
        if depth < 0 or token.kind in _ENDS or (not depth and token.kind == "relation"):
            break
        if not depth and token.kind == "comma":
            items.append((first, at))
            first = at + 1
            if len(items) == count:
                return []
        at += 1
    if at < len(tokens) and tokens[at].kind == "relation":
        return []
    items.append((first, at))
    return items if len(items) == count and all(a < b for a, b in items) else []


def spelled_out(tokens: list[Token]) -> list[Token]:
    """The tokens of program text with `S /= 2` as `S = S / (2)`."""
    if len(tokens) < 4 or tokens[0].kind != "name" or tokens[1].kind != "op" or tokens[2].text != "=":
        return tokens
    name, sign, equals = tokens[:3]
    if sign.end != equals.start or sign.text not in "+-*/@" or _goes_on(tokens[3:]):
        return tokens
    last = tokens[-1]
    return [
        name,
        replace(equals, start=sign.start),
        replace(name, start=equals.start, end=equals.start),
        sign,
        Token("open", "(", equals.end, equals.end),
        *tokens[3:],
        Token("close", ")", last.end, last.end),
    ]


def _goes_on(tokens: list[Token]) -> bool:
    """Whether more than one expression stands here: a relation outside brackets, or another statement."""
    depth = 0
    for token in tokens:
        depth += (token.kind == "open") - (token.kind == "close")
        if token.kind in _ENDS or (not depth and token.kind == "relation"):
            return True
    return False
