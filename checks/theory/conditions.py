"""Conditions in words beside a formula of two indices: "J_ij = -p_i p_j for i ≠ j", "for i = j it is p_i (1 - p_i)".

A formula under one claims nothing where it does not hold. Knows the words, not what follows from them.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from derive.expression import ZERO, Apply, Expression, Symbol, symbols

_PAIR = r"(?P<i>[a-z])\s*(?P<sign>\\neq?(?![A-Za-z])|≠|!=|=)\s*(?P<j>[a-z])(?!\w)"
_WORD = r"(?:for(?: all)?|if|when(?:ever)?|where|with|para(?: todo)?|si|cuando|con|donde|pour|wenn|für|se|quando)"
_OPENS = rf"(?:\\text(?:rm)?\{{\s*{_WORD}\s*\}}|{_WORD}\b|\(|,|\\q?quad)"
_BEHIND = re.compile(rf"(?:[\s$`,;~]|\\[,;:!)]|\\q?quad)*{_OPENS}(?:[\s$`(~]|\\[,;:!(]|\\q?quad)*{_PAIR}[\s)]*")
_GOES_ON = r"(?:[,:]|,?\s*(?:we have|we get|it is|then|this is|entonces|se tiene|es|tenemos)\b)?"
_BEFORE = re.compile(rf"\b{_WORD}[\s$\\(`]*{_PAIR}[\s$\\)`]*{_GOES_ON}[\s$\\(`]*$", re.IGNORECASE)
_LAST = re.compile(rf"(?:[\s~]|\\[,;:!]|\\q?quad)*{_OPENS}(?:[\s(~]|\\[,;:!])*{_PAIR}[\s).,]*$")
_ALONE, _OPENED = re.compile(rf"\s*{_PAIR}\s*"), re.compile(rf"{_OPENS}[\s$`(\\]*$", re.IGNORECASE)
REACH = 60
_SUPPOSES = re.compile(
    r"\b(?:if|when(?:ever)?|for|at|(?P<defines>with|where|setting|taking|putting|con|donde|tomando|poniendo|haciendo)|"
    r"suppose(?: that)?|assuming(?: that)?|in the(?: \w+)? case(?: of| where| that)?|provided(?: that)?|"
    r"si|cuando|para|en|supongamos que|en el caso(?: \w+)?(?: de| en que)?)\s*(?:all\s+)?(?:\$|\\\(|`)?\s*$",
    re.IGNORECASE,
)
_WORDS = re.compile(
    r"\b(?:if|when(?:ever)?|in the|for(?: a| an)?|si|cuando|en el|para(?: una?)?)\b[^.;=<>≠\n]{0,60}"
    r"\b(?:equal|uniform\w*|same|identical|constants?|vanish\w*|orthogonal|identity|iguales|constantes?|coinciden|ortogonal\w*)\b"
    r"[^.;=<>≠]{0,40}$",
    re.IGNORECASE,
)
_TOO = re.compile(r"[\s$`)\\]*,?[\s$`]*\b(?:and|y)\b[\s$`(\\]*")
_STOPS = re.compile(r"[.;!?]\s|\n\s*\n")


@dataclass(frozen=True, slots=True)
class Condition:
    """i = j, or i ≠ j."""

    equal: bool
    i: str
    j: str

    def under(self, expression: Expression) -> Expression:
        """The expression where the condition holds, and 0 elsewhere."""
        sign, other = ("=", "≠") if self.equal else ("≠", "=")
        return Apply("cases", (expression, self._compared(sign), ZERO, self._compared(other)))

    def _compared(self, sign: str) -> Expression:
        return Apply("compare", (Symbol(sign), Symbol(self.i), Symbol(self.j)))


def condition(text: str, before: int, start: int, end: int, *sides: Expression) -> Condition | None:
    """The condition that holds for the formula text[start:end], in the sentence that begins at `before`; None where none does.

    Behind the formula comes first. Only what speaks of two indices of its sides is one.
    """
    behind = _BEHIND.match(text, end, end + REACH)
    match = behind or _BEFORE.search(text, max(before, start - REACH), start)
    letters = {piece for side in sides for name in symbols(side) for piece in _pieces(name)}
    if match is None or match["i"] == match["j"] or not {match["i"], match["j"]} <= letters:
        return None
    return Condition(match["sign"] == "=", match["i"], match["j"])


def without(text: str, start: int, end: int) -> int:
    """Where the formula text[start:end] ends if what its last part says is a condition: J_ij = 0 (i ≠ j)."""
    match = _LAST.search(text, max(start, end - REACH), end)
    return match.start() if match and match.start() > start else end


@dataclass(frozen=True, slots=True)
class Supposed:
    """`if z = 0`: what the formulas of its sentence suppose of a name; text[start:end] says so."""

    start: int
    end: int
    name: str
    value: Expression
    defines: bool = False  # its word may also give a meaning: with, where

    def holds(self, text: str, start: int, end: int) -> bool:
        """Whether the formula text[start:end] stands in the same sentence."""
        low, high = (self.end, start) if self.start < start else (end, self.start)
        return self.start != start and _STOPS.search(text, low, high) is None


def supposed(text: str, places: Iterable[tuple[int, int, Expression, Expression]]) -> list[Supposed]:
    """The suppositions among the equations of a page, each given by its place and its two sides: `when z = 0`, `if B = 0`."""
    out: list[Supposed] = []
    for start, end, left, right in places:
        too = bool(out) and out[-1].end <= start and _TOO.fullmatch(text, out[-1].end, start) is not None
        word = _SUPPOSES.search(text, max(0, start - REACH), start)
        if isinstance(left, Symbol) and (too or word):
            out.append(Supposed(start, end, left.name, right, word is not None and word["defines"] is not None))
    return out


def in_words(text: str, start: int) -> bool:
    """Whether words suppose something of the formula at a place that no equation says: if all z_i are equal then p_i = 1/n."""
    return _WORDS.search(text, max(0, start - 3 * REACH), start) is not None


def is_condition(text: str, start: int, end: int) -> bool:
    """Whether the formula text[start:end] is a condition itself, i ≠ j, behind a word or a bracket."""
    return _ALONE.fullmatch(text, start, end) is not None and _OPENED.search(text, max(0, start - 20), start) is not None


def _pieces(name: str) -> list[str]:
    """The letters of a subscript, and the name itself where a sum binds it."""
    base, _, label = name.partition("_")
    return [base, *label.replace(",", "")]
