"""What a document asserts for all sizes: declarations and definitions first, section by section, then its claims.

The first equation for a name defines it, and so does one that "let", "where", "with" or "put" introduces; a gradient is
never defined but by the name it is given. What remains is claimed: each member of a chain against the chain's head.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from checks.chains import Chain
from checks.document import Document
from checks.formula import Formula
from checks.lexicon import words
from checks.limits import LimitError
from checks.theory.declarations import declarations
from checks.theory.reader import chains
from checks.theory.scope import Meaning, Scope, canonical, split
from checks.theory.stretches import Stretch
from checks.theory.verdicts import Judge
from derive.decimals import Style
from derive.expression import Apply, Expression, Number, Symbol, parts, rebuild
from derive.printing import show

EQUAL = ("=", ":=", "≈")
DEFINING = re.compile(
    r"\b(?:let|where|with|write|define[sd]?|denote[sd]?|put|set|keep|call|now|"
    r"sean?|donde|con|escribimos|definimos|llamamos|soit|où|posons|sei|mit|wobei)\b",
    re.IGNORECASE,
)
ASSERTING = re.compile(
    r"\b(?:then|hence|so|therefore|thus|gives?|yields?|becomes?|obtain|equals?|obeys?|have|is|are|follows|"
    r"entonces|así|da|queda|cumple|es|donc|alors|dann|also|ist)\b",
    re.IGNORECASE,
)
GREATEST = {"maximum": "largest"}


@dataclass(frozen=True, slots=True)
class Proposition:
    """One claim: left = right in a scope, at the place [start, end) of its member; settled where reading decides."""

    start: int
    end: int
    about: str
    left: Expression | None = None
    right: Expression | None = None
    scope: Scope | None = None
    code: bool = False
    settled: str = ""
    reason: str = ""
    details: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Said:
    """A chain with the stretch it stands in."""

    chain: Chain
    stretch: Stretch


@dataclass(slots=True)
class Theory:
    """Reads a document's stretches into propositions."""

    document: Document
    language: str
    comma: bool
    judge: Judge = field(default_factory=Judge)
    out: list[Proposition] = field(default_factory=list)
    defining: set[int] = field(default_factory=set)

    def read(self, found: list[Stretch]) -> list[Proposition]:
        """The propositions, in the order of the page."""
        scope, start = Scope(), 0
        for section in sorted({s.section for s in found}):
            here = [s for s in found if s.section == section]
            scope = scope.inner()
            self._section(scope, here, start)
            start = max(s.end for s in here)
        return sorted(self.out, key=lambda p: (p.start, p.end))

    # -- a section ---------------------------------------------------------------------
    def _section(self, scope: Scope, stretches: list[Stretch], start: int) -> None:
        above = set(scope.names)
        last = max(s.end for s in stretches)
        for declared in declarations(self.document.text, start, last + 40):
            declared(scope)
        said = [_Said(c, s) for s in stretches for c in self._chains(scope, s)]
        for one in said:
            self._define(scope, one, above)
        self._sinks(scope, said)
        for one in said:
            self._claim(scope, one)

    def _chains(self, scope: Scope, stretch: Stretch) -> list[Chain]:
        style = Style(comma=self.comma and stretch.kind != "code", blanks=False)
        try:
            found = chains(self.document.text, stretch, style, scope.knows, words(self.language).letters)
        except LimitError as error:
            self.out.append(
                Proposition(stretch.start, stretch.end, "", settled="unread", reason="limit", details=(("what", str(error)),))
            )
            return []
        return [replace(c, members=tuple(self._tidy(m) for m in c.members)) for c in found]

    def _tidy(self, formula: Formula | None) -> Formula | None:
        return None if formula is None else replace(formula, expression=rebuild(formula.expression, _greatest))

    def _sinks(self, scope: Scope, said: list[_Said]) -> None:
        """Which output an unspecified loss depends on: the one whose gradient is used or named, but never derived."""
        heads: list[str] = []
        used: list[str] = []
        for one in said:
            for place, member in enumerate(one.chain.members):
                if member is None:
                    continue
                gradients = list(_gradients(member.expression, scope))
                if place == 0 and len(gradients) == 1 and _is_gradient(member.expression, scope):
                    heads += [f"{loss} {of}" for loss, of in gradients]
                elif place == 1 and _is_gradient(member.expression, scope) and _name(one.chain.members[0]):
                    loss, of = gradients[0]
                    scope.sinks[loss] = of
                else:
                    used += [f"{loss} {of}" for loss, of in gradients]
        for pair in used:
            loss, of = pair.split(" ", 1)
            if pair not in heads and loss not in scope.sinks and scope.find(loss) is None:
                scope.sinks[loss] = of

    # -- definitions -----------------------------------------------------------------------
    def _define(self, scope: Scope, one: _Said, above: set[str]) -> None:
        members, relations = one.chain.members, one.chain.relations
        head = members[0]
        if head is None or len(members) < 2 or members[1] is None or relations[0] not in EQUAL:
            return
        name, right = _name(head), members[1].expression
        if name is None or not _defines(right):
            return
        if isinstance(right, Apply) and right.operation in ("list", "tuple"):
            self._give(scope, name, right, one)
            return
        base, pieces = split(name)
        base = canonical(base)
        if _mask(scope, base, pieces, right, self.document.text[one.stretch.start : one.stretch.end + 200]):
            self.defining.add(one.chain.start)
            return
        if self._is_gradient_name(scope, name) or isinstance(right, Number):
            return
        known = scope.find(name) or (scope.find(base) if pieces else None)
        if known is not None and known.expression is None and known.shape is not None and not known.usual:
            meaning = Meaning(known.name, known.shape, right, pieces, one.stretch.kind == "code")
            if not _mentions(right, known.name):
                self._enter(scope, meaning, one)
            return
        if known is None or (pieces and self._is_family(scope, base, pieces, known)):
            self._new(scope, base, pieces, right, one)
        elif self._redefines(scope, known, right, one, above):
            self._enter(scope, Meaning(known.name, known.shape, right, pieces, one.stretch.kind == "code"), one)

    def _is_gradient_name(self, scope: Scope, name: str) -> bool:
        base = split(name)[0]
        return len(base) > 1 and base[0] == "d" and scope.find(name) is None and scope.knows(name) and not scope.is_size(name)

    def _enter(self, scope: Scope, meaning: Meaning, one: _Said) -> None:
        scope.names[canonical(meaning.name)] = meaning
        self.defining.add(one.chain.start)

    def _new(self, scope: Scope, base: str, pieces: tuple[str, ...], right: Expression, one: _Said) -> None:
        code = one.stretch.kind == "code"
        labelled = pieces and (_is_running(right, pieces[0]) or _is_label(right, pieces[0], scope))
        if labelled:
            scope.families[base] = Meaning(base, None, right, pieces, code)
            self.defining.add(one.chain.start)
        elif pieces and all(p.isalpha() and not scope.is_size(p) for p in pieces):
            self._enter(scope, Meaning(base, None, right, pieces, code), one)
        else:
            self._enter(scope, Meaning("_".join([base, "".join(pieces)]) if pieces else base, None, right, (), code), one)

    def _is_family(self, scope: Scope, base: str, pieces: tuple[str, ...], known: Meaning) -> bool:
        """Whether ℓ_b is a name of its own beside a plain ℓ."""
        return known.shape is None and not known.params and pieces[0].isalpha() and scope.family(base) is None and len(pieces) == 1

    def _redefines(self, scope: Scope, known: Meaning, right: Expression, one: _Said, above: set[str]) -> bool:
        """Whether an equation for a known name gives it another meaning: it says so, or it only scales it in a new section."""
        if _mentions(right, known.name) or known.expression is None:
            return False
        before = self.document.text[one.stretch.before : one.chain.start]
        defined = [m.end() for m in DEFINING.finditer(before)]
        asserted = [m.end() for m in ASSERTING.finditer(before)]
        if defined and (not asserted or asserted[-1] < defined[-1]):
            return True
        if canonical(known.name) not in above:
            return False
        for whole, by, turned in ((right, known.expression, False), (known.expression, right, True)):
            if isinstance(whole, Apply) and whole.operation == "divide":
                if self.judge.equation(scope, whole.arguments[0], by, False).outcome == "proved":
                    scale = whole.arguments[1]
                    again = Apply("divide" if turned else "times", (Symbol(known.name), scale))
                    scope.substitute(known.name, again)
                    return True
        return False

    def _give(self, scope: Scope, name: str, right: Expression, one: _Said) -> None:
        """`z = (0, ln 2)`: numbers for a leaf, in this section."""
        known = scope.find(name)
        if known is not None and (known.expression is None or _is_upstream(known.expression, scope)):
            scope.given[known.name] = right
            self.defining.add(one.chain.start)
            if known.expression is not None:
                scope.names[canonical(name)] = replace(known, shape=self._shape(scope, known))

    def _shape(self, scope: Scope, meaning: Meaning) -> tuple[str, ...] | None:
        from checks.theory.arrays import Misfit, Unsupported
        from checks.theory.lower import Lower

        try:
            return tuple(a for a in Lower(scope).name(meaning.name).shape if a != "1")
        except (Misfit, Unsupported):
            return meaning.shape

    # -- claims ----------------------------------------------------------------------------
    def _claim(self, scope: Scope, one: _Said) -> None:
        members, relations = one.chain.members, one.chain.relations
        head = members[0]
        if one.chain.broken:
            self.out.append(Proposition(one.chain.start, one.chain.end, "", settled="unread", reason="formula"))
        if head is None or _is_range(head, self.document.text):
            return
        start = 1
        if one.chain.start in self.defining:
            if members[1] is not None:
                about = f"{show(head.expression)} = {show(members[1].expression)}"
                self.out.append(Proposition(head.start, members[1].end, about, settled="given", reason="definition"))
            start = 2
        for place in range(start, len(members)):
            member = members[place]
            if member is None or any(r not in EQUAL for r in relations[:place]):
                break
            if _sizes_only(head.expression, member.expression, scope):
                continue
            about = f"{show(head.expression)} = {show(member.expression)}"
            first = head.start if place == 1 else member.start
            code = one.stretch.kind == "code"
            self.out.append(Proposition(first, member.end, about, head.expression, member.expression, scope, code))


def _greatest(part: Expression) -> Expression | None:
    """max(x_1, …, x_i) as the largest x_j for j up to i."""
    match part:
        case Apply("maximum", (Apply("list", (Symbol(first), *_, Symbol("…"), Symbol(last))),)):
            (base, (one,)), (_, (upper,)) = split(first), split(last)
            from derive.expression import integer

            return Apply(
                "largest", (Symbol(f"{base}_j"), Symbol("j"), Apply("from", (integer(int(one)),)), Apply("to", (Symbol(upper),)))
            )
    return None


def _name(formula: Formula | None) -> str | None:
    return formula.expression.name if formula is not None and isinstance(formula.expression, Symbol) else None


def _defines(right: Expression) -> bool:
    """Whether an expression may define a name: no shape, no set."""
    return not (isinstance(right, Symbol) and right.name in ("ℝ", "…")) and not any(p == Symbol("ℝ") for p in parts(right))


def _mentions(right: Expression, name: str) -> bool:
    return any(isinstance(p, Symbol) and split(p.name)[0] in (name, canonical(name)) for p in parts(right))


def _gradients(expression: Expression, scope: Scope) -> "list[tuple[str, str]]":
    """The losses and quantities of the gradients in an expression."""
    out = []
    for part in parts(expression):
        match part:
            case Apply("derivative", (Symbol(loss), Symbol(of))) if scope.find(loss) is None and len(loss) <= 4:
                base, pieces = split(of)
                if "_" in loss and scope.find(split(loss)[0]) is not None:
                    continue
                out.append((loss, of if scope.find(of) else base))
            case Symbol(name) if name[:1] == "d" and scope.find(name) is None and not scope.is_size(name):
                base = split(name)[0][1:]
                if base and (scope.find(base) or scope.conventional(base)):
                    out.append(("L", base))
    return out


def _is_gradient(expression: Expression, scope: Scope) -> bool:
    whole = isinstance(expression, Symbol) or (isinstance(expression, Apply) and expression.operation == "derivative")
    return whole and bool(_gradients(expression, scope))


def _is_upstream(expression: Expression, scope: Scope) -> bool:
    return isinstance(expression, Apply) and expression.operation == "derivative" and _is_gradient(expression, scope)


def _is_running(right: Expression, letter: str) -> bool:
    return any(p == Apply("to", (Symbol(letter),)) for p in parts(right))


def _is_label(right: Expression, letter: str, scope: Scope) -> bool:
    """Whether a letter labels blocks, or what is defined for a label itself."""
    for part in parts(right):
        if isinstance(part, Symbol):
            base, pieces = split(part.name)
            if letter in pieces and (base == "B" or scope.family(base) is not None) and scope.find(part.name) is None:
                return True
    return False


def _mask(scope: Scope, base: str, pieces: tuple[str, ...], right: Expression, near: str) -> bool:
    """M_ij = 0 for j ≤ i and M_ij = −∞ for j > i: a causal mask."""
    if len(pieces) != 2 or right not in (Symbol("-inf"),) and not (isinstance(right, Number) and right.value == 0):
        return False
    if not re.search(rf"{pieces[1]}\s*(?:>|\\gt)\s*{pieces[0]}", near) or not re.search(r"\\infty|∞|-inf", near):
        return False
    scope.names[base] = Meaning(base, None, None, pieces, mask=True)
    return True


def _is_range(head: Formula, text: str) -> bool:
    """`i = 1, …, n`: what a letter runs through."""
    return isinstance(head.expression, Symbol) and re.match(r"\s*=\s*\d+\s*,", text[head.end : head.end + 12]) is not None


def _sizes_only(left: Expression, right: Expression, scope: Scope) -> bool:
    """`d_k = 64`: a size is given."""
    return isinstance(left, Symbol) and isinstance(right, Number | Symbol) and scope.is_size(left.name)


Read = Callable[[Document, str, bool], list[Proposition]]
