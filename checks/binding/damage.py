"""Mathematics that claims something and is damaged: a brace that never closes, a macro that nobody knows. Never silent.

Looked for where nothing else was read; what the document defines as its own macros is known.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator

from checks.binding.context import Context
from checks.claims import Claim
from checks.notation.tokens import GREEK, IGNORED, MACROS
from checks.pieces import Line, Piece, Span

_RELATION = re.compile(r"(?<![<>!:\\])=|≈|\\(?:approx|equiv|simeq)\b")
_MACRO = re.compile(r"(?<!\\)\\([A-Za-z]+)")
_QUIET = frozenset(
    {
        "tag", "label", "ref", "eqref", "cite", "color", "textcolor", "phantom", "hspace", "vspace", "forall", "exists",
        "mid", "cap", "cup", "subset", "subseteq", "mathbin", "mathop", "stackrel", "overset", "underset", "overbrace",
        "boxed", "mathring", "vdots", "ddots", "prime", "dagger", "star", "pm", "mp", "lfloor", "rfloor", "lceil", "rceil",
        "langle", "rangle", "wedge", "vee", "neg", "oplus", "otimes", "bigoplus", "lim", "limsup", "sup", "inf", "arg",
        "argmax", "argmin", "det", "dim", "ker", "deg", "gcd", "Pr", "bmod", "pmod", "mod", "binom", "int", "iint", "oint",
        "perp", "parallel", "angle", "triangle", "square", "checkmark", "therefore", "because", "iff", "Leftrightarrow",
        "leftarrow", "Leftarrow", "leftrightarrow", "gets", "uparrow", "downarrow", "hline", "cline", "multicolumn",
        "intertext", "substack", "emph", "rm", "bf", "it", "sf", "tt", "cal", "scriptstyle", "scriptscriptstyle", "not",
        "hbox", "mbox", "vec", "overline", "underline", "widehat", "widetilde", "cos", "sin", "tan", "cosh", "sinh", "colon",
        "ensuremath", "operatorname", "mathrm", "Psi", "Omega", "Gamma", "Theta", "Pi", "Xi", "Upsilon", "psi", "chi", "iota",
        "upsilon", "vartheta", "varrho", "varsigma", "varpi", "imath", "jmath", "Re", "Im", "aleph", "hbar", "emptyset",
        "varnothing", "setminus", "backslash", "vert", "lvert", "rvert", "rule", "strut", "par", "item", "footnote", "small",
        "large", "Large", "normalsize", "centering", "noindent", "newline", "linebreak", "dotsc", "dotsb", "dotsm", "dotsi",
    }
)  # fmt: skip


def damaged(context: Context, pieces: list[Piece]) -> None:
    """Add an unread claim for each damaged formula of which nothing was read."""
    covered = sorted((c.start, c.end) for c in context.reading.claims)
    starts = [start for start, _ in covered]
    for start, end in _formulas(context, pieces):
        at = bisect_right(starts, end - 1)
        overlapped = any(stop > start for _, stop in covered[max(0, at - 64) : at])
        if not overlapped and _is_damaged(context, context.document.text[start:end]):
            claim = Claim(start, end, "formula", "", settled="unread", reason="formula", rank=start)
            context.reading.claims.append(claim)


def _formulas(context: Context, pieces: list[Piece]) -> Iterator[Span]:
    """The stretches of mathematics, code left aside, that hold a relation."""
    text = context.document.text
    for piece in pieces:
        for start, end in piece.spans if isinstance(piece, Line) else ():
            if text[start - 1 : start] != "`" and _RELATION.search(text, start, end):
                first = start + len(text[start:end]) - len(text[start:end].lstrip())
                yield first, first + len(text[first:end].rstrip())


def _is_damaged(context: Context, text: str) -> bool:
    depth = 0
    for brace in re.finditer(r"(?<!\\)[{}]", text):
        depth += 1 if brace.group() == "{" else -1
        if depth < 0:
            return True
    return depth != 0 or any(_is_unknown(context, name) for name in _MACRO.findall(text))


def _is_unknown(context: Context, name: str) -> bool:
    tables = (MACROS, GREEK, IGNORED, _QUIET, context.document.macros)
    return not any(name in table for table in tables) or name == "dot"
