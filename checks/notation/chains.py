"""Chains of relations in a line: `a = b = c ≈ d`, wherever it stands in a sentence; and formulas merely mentioned.

From each relation sign the formula to its right is read as far as it goes, and the one to its left from the earliest
place that leads exactly up to the sign. Words of prose are no names, except where a relation or an operator shows that
they are used as one. A chain says nothing yet about what it means.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from checks.notation.formula import FUNCTIONS, Formula, parse
from checks.notation.tokens import Token
from checks.notation.vocabulary import is_unknown
from checks.pieces import Span

REACH = 120
REACH_OF_CALL = 12
MOST_LEFT = 6  # tokens behind a bracket that never closes, at the end of a line of prose
NOUN_FOLLOWS = frozenset(
    {
        "a", "an", "the", "its", "this", "that", "our", "with", "where", "let", "for", "con", "la", "el", "una", "un", "su",
        "sea", "donde", "le", "une", "avec", "où", "der", "die", "das", "ein", "eine", "mit", "wo", "o", "um", "uma", "com",
    }
)  # fmt: skip
_UNIT = re.compile(r"[KkMGTP]i?(?:B|FLOPs?|FLOPS|bytes?)$")
_SIGNS = ("Σ", "Π", "∂", "∇", "∫")
_JOINS = ("relation", "op", "close", "comma", "semicolon", "cell", "transpose", "superscript", "newline")


@dataclass(frozen=True, slots=True)
class Chain:
    """Members joined by relations, in order. The first is None where a line begins with a sign; `open` ends with one.

    A member in the middle that could not be read is None, too; `gaps` are the places of those.
    """

    members: tuple[Formula | None, ...]
    relations: tuple[str, ...]
    start: int
    end: int
    open: bool = False
    broken: bool = False
    gaps: tuple[Span, ...] = ()


@dataclass(slots=True)
class Scanner:
    """The tokens of one line, and which of them may be names there; `weights` are those of what a softmax gives."""

    tokens: list[Token]
    defined: Callable[[str], bool]
    roles: Callable[[str], bool]
    letters: frozenset[str]
    code: bool
    spans: Sequence[Span]
    weights: Callable[[str], bool] = lambda name: False
    _places: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._places = {token.start: n for n, token in enumerate(self.tokens)}

    # -- names -------------------------------------------------------------------
    def is_name(self, token: Token) -> bool:
        """Whether a token may be a name where a formula, or an operand of it, begins."""
        place = self._places[token.start]
        if self._is_sure(token, place):
            return True
        after = self.tokens[place + 1] if place + 1 < len(self.tokens) else None
        joins = after is None or after.kind in _JOINS or (after.kind == "open" and after.text == "[")
        if len(token.text) == 1 or not (joins or (after is not None and self._separate(token, after))):
            return False
        if self.code or self._marked(token) or self.roles(token.text) or token.text in FUNCTIONS:
            return True
        begins = place == 0 or (self.tokens[place - 1].text in (":", ";") and token.text.islower())
        return begins and self._equated(place)

    def is_factor(self, token: Token) -> bool:
        """Whether a token may stand beside what comes before it as a product."""
        return self._is_sure(token, self._places[token.start])

    def _separate(self, before: Token, after: Token) -> bool:
        """Whether the edge of a stretch of mathematics, or a line end, lies between two tokens."""
        return bool(self.spans) and any(before.end <= edge <= after.start for span in self.spans for edge in span)

    def _marked(self, token: Token) -> bool:
        return bool(self.spans) and any(start <= token.start < end for start, end in self.spans)

    def _is_sure(self, token: Token, place: int) -> bool:
        text = token.text
        if len(text) == 1 and text.lower() in self.letters and not self.code and not self._marked(token):
            leans = self._leans(place) or self._in_power(place)
            return self._equated(place) or ((self.defined(text) or text.isupper()) and leans) or self._in_call(place)
        if text[0] == '"' or "(" in text:
            return True
        if " " in text:
            after = self.tokens[place + 1] if place + 1 < len(self.tokens) else None
            return self.defined(text) or (after is not None and after.kind in ("relation", "cell"))
        if len(text) == 1 or "_" in text or text[-1].isdigit() or self.defined(text):
            return True
        return len(text) == 2 and text[0] in "dδ" and (text[1].isupper() or (text[1] in "abcopqsvxyz" and self._equated(place)))

    def _equated(self, place: int) -> bool:
        """Whether an equals sign stands right behind the token."""
        after = self.tokens[place + 1] if place + 1 < len(self.tokens) else None
        return after is not None and after.kind == "relation" and after.text in ("=", "≈", ":=")

    def _leans(self, place: int) -> bool:
        """Whether a sign stands right beside the token, so that a word of one letter is a name."""
        near = [self.tokens[n] for n in (place - 1, place + 1) if 0 <= n < len(self.tokens)]
        return any(t.kind in ("relation", "op", "transpose") or (t.kind == "open" and t.text == "[") for t in near)

    def _in_power(self, place: int) -> bool:
        """Whether a token ends a bracket that is raised or transposed: the A of (W A)^T."""
        closing, after = (self.tokens[n] if n < len(self.tokens) else None for n in (place + 1, place + 2))
        raised = after is not None and (after.kind in ("superscript", "transpose") or (after.text == "^" and not after.spaced))
        return closing is not None and closing.text == ")" and raised

    def _in_call(self, place: int) -> bool:
        """Whether a token stands in the brackets of a function: exp(a + b)."""
        depth = 0
        for before in range(place - 1, max(-1, place - REACH_OF_CALL), -1):
            token = self.tokens[before]
            depth += (token.kind == "close") - (token.kind == "open")
            if depth < 0:
                named = self.tokens[before - 1] if before else None
                return named is not None and named.text in FUNCTIONS and not token.spaced and token.text == "("
        return False

    # -- chains ------------------------------------------------------------------
    def read(self, first: int) -> Formula | None:
        """The longest formula that begins at a token, within one stretch of mathematics."""
        formula = parse(self.tokens, first, self.is_name, self.is_factor)
        return formula

    def chains(self) -> Iterator[Chain]:
        """The chains of the line, in order; those that share no member."""
        signs = [n for n, t in enumerate(self.tokens) if t.kind == "relation" and not self._bracketed(n) and not self._lists(n)]
        boundary, n = 0, 0
        while n < len(signs):
            left = self._left(boundary, signs[n])
            boundary_before = boundary
            members: list[Formula | None] = [left]
            relations: list[str] = []
            gaps: list[Span] = []
            while n < len(signs):
                sign = signs[n]
                relations.append(self.tokens[sign].text)
                first = sign + 1 + (sign + 1 < len(self.tokens) and self.tokens[sign + 1].kind == "cell")
                right = self.read(first) if first < len(self.tokens) else None
                n += 1
                if n < len(signs) and self._is_gap(sign + 1 if right is None else right.stop, signs[n]):
                    members.append(None)
                    gaps.append((self.tokens[sign + 1].start, self.tokens[signs[n] - 1].end))
                    continue
                if right is None:
                    boundary = sign + 1
                    break
                members.append(right)
                boundary = right.stop
                if n >= len(signs) or signs[n] != self._past_line_end(right.stop):
                    break
            is_open = len(relations) == len(members)
            begins = self._begins_line(signs, relations, n)
            if left is None and not begins and len(members) > 2 and members[1] is not None:
                gaps += self._before(boundary_before, signs[n - len(relations)])
                members, relations = members[1:], relations[1:]
                left = members[0]
            if left is not None or begins:
                start = left.start if left else self.tokens[signs[n - len(relations)]].start
                last = members[-1]
                stop = last.stop if last is not None else boundary
                broken = self._goes_on(stop)
                end = self._run(stop) if broken else (last.end if last else self.tokens[boundary - 1].end)
                if broken and members[-1] is not None and len(members) > 1:
                    members.pop()
                yield Chain(tuple(members), tuple(relations), start, end, is_open or broken, broken, tuple(gaps))

    def _before(self, boundary: int, sign: int) -> list[Span]:
        """The mathematics before a sign that could not be read."""
        first = sign - 1
        if first < boundary or not (self.code or self._marked(self.tokens[first])):
            return []
        while first > boundary and not self._separate(self.tokens[first - 1], self.tokens[first]):
            first -= 1
        return [(self.tokens[first].start, self.tokens[sign - 1].end)]

    def _is_gap(self, stop: int, sign: int) -> bool:
        """Whether mathematics that cannot be read, and nothing else, lies between a member's end and the next sign."""
        between = self.tokens[stop:sign]
        if not between or all(t.kind in ("newline", "cell") for t in between) or sign - stop > REACH:
            return False
        together = not any(self._separate(a, b) for a, b in pairwise(self.tokens[stop - 1 : sign + 1]))
        if not together or not (self._marked(between[0]) or (self.code and between[0].text in _SIGNS)):
            return False
        depth = 0
        for token in between:
            depth += (token.kind == "open") - (token.kind == "close")
            if not depth and token.kind in ("comma", "semicolon", "newline", "split", "string", "relation"):
                return False
        return True

    def _past_line_end(self, place: int) -> int:
        """The next token that is no line end or column sign of displayed mathematics."""
        while place < len(self.tokens) and self.tokens[place].kind in ("newline", "cell"):
            place += 1
        return place

    def _goes_on(self, stop: int) -> bool:
        """Whether mathematics that could not be read follows a member."""
        if stop >= len(self.tokens):
            return False
        token = self.tokens[stop]
        following = self.tokens[stop + 1] if stop + 1 < len(self.tokens) else None
        unit = following if token.text in ("\\)", "$", "`", "**") else token
        if unit is not None and unit.kind == "name" and _UNIT.match(unit.text) and self.tokens[stop - 1].kind == "number":
            return True
        if token.text == "+" and not token.spaced and following is not None and following.text in ("\\)", "$", ")"):
            return False  # 128+: that and more
        if token.kind == "op" and token.text in "+·/@⊙" and self._ends(stop + 1):
            return token.spaced or token.text != "+"
        if self._breaks_off(stop):
            return True
        return token.kind == "op" and token.text in "+*·/@⊙^" and following is not None and following.kind != "string"

    def _ends(self, place: int) -> bool:
        """Whether nothing follows in the same stretch of mathematics, or line."""
        return place >= len(self.tokens) or self._separate(self.tokens[place - 1], self.tokens[place])

    def _breaks_off(self, stop: int) -> bool:
        """Whether what follows a member is no formula's end: an unknown macro, a bracket that never closes or never opened."""
        token = self.tokens[stop]
        if self._separate(self.tokens[stop - 1], token):
            return False
        if not self.code and not self._marked(token):
            rest = self.tokens[stop:]
            formula = len(rest) <= MOST_LEFT and all(len(t.text) < 3 or t.kind != "name" for t in rest)
            return token.text == "(" and formula and not self._closes(stop)
        if (
            token.kind == "other"
            and token.text.isalpha()
            and token.text.isascii()
            and token.end - token.start == len(token.text) + 1
        ):
            return is_unknown(token.text)
        if token.kind == "open":
            return not self._closes(stop)
        return token.kind == "close" and self._is_stray(stop)

    def _closes(self, place: int) -> bool:
        """Whether the bracket at a place is closed."""
        depth = 0
        for token in self.tokens[place:]:
            depth += (token.kind == "open") - (token.kind == "close")
            if not depth:
                return True
        return False

    def _is_stray(self, place: int) -> bool:
        """Whether a closing bracket at the end of a statement was never opened; a line of a longer call is no statement."""
        last = self._ends(place + 1)
        first = next((n for n in range(place, 0, -1) if self._separate(self.tokens[n - 1], self.tokens[n])), 0)
        between = self.tokens[first : place + 1]
        depth = sum((t.kind == "open") - (t.kind == "close") for t in between)
        return last and depth < 0 and any(t.kind == "relation" and t.spaced for t in between)

    def _run(self, stop: int) -> int:
        """Where the unread mathematics ends: at a sign of prose, or at two words."""
        place = stop
        while place < len(self.tokens):
            token = self.tokens[place]
            after = self.tokens[place + 1] if place + 1 < len(self.tokens) else None
            if (token.kind == "other" and token.text in ".—;:") or token.kind in ("relation", "split"):
                break
            if after is not None and all(t.kind == "name" and len(t.text) > 2 for t in (token, after)):
                break
            place += 1
        return self.tokens[place - 1].end

    def _begins_line(self, signs: list[int], relations: list[str], n: int) -> bool:
        sign = signs[n - len(relations)]
        before = self.tokens[sign - 1] if sign else None
        if before is not None and before.kind == "cell" and sign > 1:  # a row may begin with the sign of its column
            return self.tokens[sign - 2].kind in ("cell", "newline", "split")
        return before is None or before.kind in ("cell", "newline", "split")

    def _lists(self, sign: int) -> bool:
        """Whether an arrow leads to a list without brackets, which is no member of a chain: `exp -> 2.03, 4.11, 8.34`."""
        if self.tokens[sign].text not in ("→", "⇒", "->"):
            return False
        plain = [t for t in self.tokens[sign + 1 : sign + 6] if t.text != "-"]
        return [t.kind for t in plain[:3]] in (["number", "comma", "number"], ["number", "semicolon", "number"])

    def _bracketed(self, sign: int) -> bool:
        """Whether a sign stands inside brackets that close after it: a keyword argument, a remark."""
        depth = 0
        for token in self.tokens[sign + 1 : sign + REACH]:
            if token.kind == "open":
                depth += 1
            elif token.kind == "close":
                depth -= 1
                if depth < 0:
                    return self._called(sign)
        return False

    def _called(self, sign: int) -> bool:
        """Whether the bracket around a token belongs to a call, as in f(x, axis=0)."""
        depth = 0
        for place in range(sign, max(-1, sign - REACH), -1):
            token = self.tokens[place]
            depth += (token.kind == "close") - (token.kind == "open")
            if depth < 0:
                before = self.tokens[place - 1] if place else None
                if token.text == "{" and before is not None and before.text in ("_", "^"):
                    return True
                return before is not None and before.kind in ("name", "method") and not token.spaced
        return False

    def _left(self, boundary: int, sign: int) -> Formula | None:
        """The formula that leads up to a sign, from the earliest place that does."""
        for first in range(max(boundary, sign - REACH), sign):
            token = self.tokens[first]
            if token.kind in ("close", "comma", "relation", "other", "string", "transpose", "superscript", "newline", "cell"):
                continue
            if first > boundary and (
                self._inside_word(first) or self.tokens[first - 1].text in _SIGNS or self._after_unknown(first)
            ):
                continue
            if self._is_noun(first, sign):
                continue
            formula = self.read(first)
            if formula is not None and (formula.stop == sign or self._is_cell_before(formula.stop, sign)):
                return formula
        return None

    def _is_cell_before(self, stop: int, sign: int) -> bool:
        """Whether only the sign of a column lies between a formula and its relation: `a &\\approx b`."""
        return stop + 1 == sign and self.tokens[stop].kind == "cell"

    def _is_noun(self, first: int, sign: int) -> bool:
        """Whether a function's name is a word of the sentence before the name of its result: with softmax p = softmax(z).

        It is where an article or a preposition stands before it, or where its like is called behind the sign; and it is
        none where the name comes again, as in softmax z = softmax(z - c).
        """
        token, prose = self.tokens[first], not self.code and not self._marked(self.tokens[first])
        named = token.text.lower() == "softmax" and first + 2 == sign and self.tokens[first + 1].kind == "name"
        if not (named and prose and token.end - token.start == len(token.text)):
            return False
        right = self.read(sign + 1) if sign + 1 < len(self.tokens) else None
        if right is None:
            return False
        following, name = self.tokens[sign + 1 : right.stop], self.tokens[first + 1].text.partition("_")[0]
        again = any(t.text.partition("_")[0] == name for t in following)
        own = self.weights(self.tokens[first + 1].text) or not self.defined(self.tokens[first + 1].text)
        introduced = own and first > 0 and self.tokens[first - 1].text.lower() in NOUN_FOLLOWS
        return not again and (introduced or following[0].text.lower() == "softmax")

    def _inside_word(self, first: int) -> bool:
        """Whether a token is glued to the one before it, so that no formula can begin there."""
        before, token = self.tokens[first - 1], self.tokens[first]
        if self._separate(before, token) or token.spaced:
            return False
        return before.kind in ("name", "number", "close", "transpose", "superscript") or before.text in (".", "_", "^", "-")

    def _after_unknown(self, first: int) -> bool:
        """Whether a macro that is not known stands right before a token, in the same stretch of mathematics."""
        before, token = self.tokens[first - 1], self.tokens[first]
        unknown = before.kind == "other" and before.text.isalpha() and before.text.isascii() and before.text != "text"
        return unknown and self._marked(before) and not self._separate(before, token)

    # -- mentions ------------------------------------------------------------------
    def mentions(self, taken: Sequence[Span]) -> Iterator[Formula]:
        """Formulas outside the chains: products, calls, indexed names, and capital letters."""
        place = 0
        while place < len(self.tokens):
            token = self.tokens[place]
            inside = bool(taken) and any(start <= token.start < end for start, end in taken)
            formula = None
            if not inside and token.kind in ("open", "macro", "name") and not (place and self._inside_word(place)):
                formula = self.read(place)
            if formula is not None and not any(s < formula.end and formula.start < e for s, e in taken):
                yield formula
            place = max(place + 1, formula.stop if formula else 0)
