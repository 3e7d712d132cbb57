"""What a document asserts for all sizes: declarations and definitions first, section by section, then its claims.

The first equation for a name defines it, and so does one that "let", "where", "with" or "put" introduces; a gradient is
never defined but by the name it is given. What remains is claimed: each member of a chain against the chain's head.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

from checks.chains import Chain
from checks.document import Document
from checks.formula import FUNCTIONS, Formula, parse
from checks.lexicon import words
from checks.limits import LimitError
from checks.theory.consequences import EQUALS, growing, limit, solved
from checks.theory.declarations import declarations, declare, word
from checks.theory.definitions import Definitions, computes, mentions, squared
from checks.theory.gradients import sinks
from checks.theory.inferred import infer
from checks.theory.probability import (
    NoMoment,
    Premises,
    counter_model,
    is_score,
    mentions_moments,
    moment,
    moments_out,
    premises,
)
from checks.theory.reader import EQUAL, Said, chains, check_depth, cut_off, flatten, name_of
from checks.theory.saturated import saturated
from checks.theory.sayings import cells, products, rows_named, sayings
from checks.theory.scope import Meaning, Scope, canonical, split
from checks.theory.stretches import Stretch
from checks.theory.tidying import of_softmax, tidied
from checks.theory.values import Ball, value_of
from checks.theory.verdicts import Judge
from checks.tokens import cut, shield
from derive.decimals import Style
from derive.expression import ZERO, Apply, Expression, Number, Symbol, apply, parts, substitute
from derive.printing import show

APPROXIMATELY = re.compile(r"approx|aproximad|roughly|≈|about|nearly|casi|cerca", re.IGNORECASE)
DEVIATION = re.compile(
    r"(?:desviaci[oó]n(?:es)? (?:est[aá]ndar|típica)|standard deviation|\bstd|\bsd)\s*(?:is|of|es|de|=|:)?\s*(?:\\\(|\$)$",
    re.IGNORECASE,
)
CALLED = re.compile(r"(?<![\w\\}])\\?(?P<f>[^\W\d]{1,12})'?\((?:[a-z]|\\[a-z]+)(?:_\w)?\)")


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
    cautious: bool = False
    else_from: tuple[tuple[int, Expression], ...] = ()
    usual: tuple[tuple[str, str], ...] = ()
    kind: str = "formula"
    bounds: tuple[Fraction, Fraction, bool, bool] | None = None
    shape: tuple[str, ...] = ()

    @property
    def declared(self) -> bool:
        """Whether an array that the document itself declares, with symbolic sizes, occurs in it or below it."""
        scope, waiting, seen = self.scope, [e for e in (self.left, self.right) if e is not None], set()
        while scope is not None and waiting:
            for part in parts(waiting.pop()):
                if not isinstance(part, Symbol) or part.name in seen:
                    continue
                seen.add(part.name)
                base = split(part.name)[0]
                for name in (part.name, base, base[1:]):
                    known = (scope.find(name) or scope.family(name)) if name else None
                    if known is not None and known.shape and not known.usual:
                        return True
                    if known is not None and known.expression is not None:
                        waiting.append(known.expression)
        return False


@dataclass(slots=True)
class Theory:
    """Reads a document's stretches into propositions."""

    document: Document
    language: str
    comma: bool
    judge: Judge = field(default_factory=Judge)
    out: list[Proposition] = field(default_factory=list)
    definitions: Definitions = field(init=False)
    scopes: list[tuple[int, int, Scope]] = field(default_factory=list)
    limits: list[tuple[int, str, Expression, tuple[tuple[int, Expression], ...]]] = field(default_factory=list)
    _here: list[Stretch] = field(default_factory=list)
    _premises: Premises = field(default_factory=Premises)

    def __post_init__(self) -> None:
        self.definitions = Definitions(self.document.text, self.judge)

    def read(self, found: list[Stretch], starts: Sequence[int]) -> list[Proposition]:
        """The propositions, in the order of the page; `starts` are the places where its sections begin."""
        scope = Scope()
        for name, shape in self.document.shapes:
            declare([name], shape)(scope)
        for section, (start, end) in enumerate(pairwise([*starts, len(self.document.text)])):
            scope = scope.inner()
            self._section(scope, [s for s in found if s.section == section], start, end)
            self.scopes.append((start, end, scope))
        self._saturated()
        return sorted(self.out, key=lambda p: (p.start, p.end))

    def _saturated(self) -> None:
        """Claims about the largest weight of random inputs."""
        for one in saturated(self.document.text):
            details = (("probability", one.probability), ("expected", one.expected))
            verdict, reason = ("wrong", "theory_fails") if one.wrong else ("undecided", "theory_chance")
            made = Proposition(one.start, one.end, one.about, settled=verdict, reason=reason, details=details)
            self.out.append(replace(made, kind="probability"))

    # -- a section ---------------------------------------------------------------------
    def _section(self, scope: Scope, stretches: list[Stretch], start: int, end: int) -> None:
        above = set(scope.names)
        self._here = stretches
        self._premises = premises(self.document.text[start:end], self._premises)
        for e in (*self._premises.mean.values(), *self._premises.spread.values()):
            for p in parts(e):
                if isinstance(p, Symbol) and scope.find(p.name) is None:
                    scope.names[canonical(p.name)] = Meaning(p.name, (), positive=p.name.startswith("σ"))
        for declared in declarations(self.document.text, start, end):
            declared(scope)
        said = [Said(c, s) for s in stretches for c in self._chains(scope, s)]
        for one in said:
            infer(scope, one.chain)
            self.definitions.define(scope, one, above)
        sinks(scope, [one.chain for one in said])
        rows_named(scope, self.document.text[start:end])
        for one in said:
            first, *rest = one.chain.members
            if first is not None and rest and rest[0] is not None and _premised(first.expression, rest[0].expression, scope):
                scope.premises = (*scope.premises, (first.expression, rest[0].expression))
        solutions = self._solve(scope, said)
        for one in said:
            if one.chain.start not in solutions:
                self._claim(scope, one)
        self._follow(scope, said)
        if self._premises.said:
            self._spreads(scope)
        self._say(scope, start, end)

    # -- consequences ------------------------------------------------------------------
    def _solve(self, scope: Scope, said: list[Said]) -> set[int]:
        """Equations with their solutions; the places of both chains."""
        out: set[int] = set()
        for one, after in pairwise(said):
            put = solved(one.chain, after.chain, self.document.text)
            if put is None:
                continue
            name, value = after.chain.members
            assert name is not None and value is not None
            about = f"{show(name.expression)} = {show(value.expression)}: {show(put[0])} = {show(put[1])}"
            self.out.append(Proposition(name.start, value.end, about, *put, scope))
            out |= {one.chain.start, after.chain.start}
        return out

    def _follow(self, scope: Scope, said: list[Said]) -> None:
        """Limits and special cases of the formula last spoken of."""
        formula: Chain | None = None
        for one in said:
            sentence = [o.chain for o in said if o.stretch.before == one.stretch.before]
            if one.chain.relations in (("→",), ("≈",)) and one.chain.members[-1] is not None:
                self._limit(scope, one, sentence, formula)
            second = one.chain.members[1] if len(one.chain.members) > 1 else None
            if second is not None and one.chain.relations[0] == "=" and isinstance(second.expression, Apply):
                formula = one.chain
            self._where(scope, one, formula)

    def _limit(self, scope: Scope, one: Said, sentence: list[Chain], formula: Chain | None) -> None:
        grows = next(growing(sentence), None)
        head, member = one.chain.members[0], one.chain.members[-1]
        if grows is None or member is None:
            return
        known = scope.find(name_of(head) or "?")
        sources = [(m.start, m.expression) for m in formula.members if m is not None] if formula is not None else []
        sources = [s for s in sources if not isinstance(s[1], Symbol)]
        first = known.expression if known is not None else sources[0][1] if sources else None
        true = limit(first, grows[0]) if first is not None else None
        if true is None:
            return
        others = tuple((at, found) for at, e in sources if (found := limit(e, grows[0])) is not None)
        shown = show(head.expression) if head is not None else show(first)  # type: ignore[arg-type]
        about = f"{shown} -> {show(member.expression)} for {grows[0]} -> ∞"
        start = head.start if head is not None else member.start
        free = sorted({p.name for p in parts(true) if isinstance(p, Symbol)})
        if len(free) == 1:
            self.limits.append((member.end, free[0], true, others))
        self.out.append(Proposition(start, member.end, about, true, member.expression, scope, else_from=others))

    def _where(self, scope: Scope, one: Said, formula: Chain | None) -> None:
        """`For B = D it equals D/2`: the formula last spoken of, with D in place of B."""
        match one.chain.members:
            case (left, right) if left is not None and right is not None and one.chain.relations == ("=",):
                pass
            case _:
                return
        if formula is None or not isinstance(left.expression, Symbol) or not isinstance(right.expression, Symbol):
            return
        following = next((s for s in self._here if s.start > one.chain.end and s.before == one.stretch.before), None)
        if following is None or not EQUALS.search(self.document.text[one.chain.end : following.start]):
            return
        read = self._alone(scope, following)
        source = next((m for m in formula.members if m is not None and not isinstance(m.expression, Symbol)), None)
        if read is None or source is None:
            return
        put = {left.expression.name: right.expression}
        others = tuple((m.start, substitute(m.expression, put)) for m in formula.members[1:] if m is not None)
        about = f"{show(source.expression)} = {show(read.expression)} for {left.expression.name} = {right.expression.name}"
        self.out.append(
            Proposition(
                read.start, read.end, about, substitute(source.expression, put), read.expression, scope, else_from=others
            )
        )

    def _alone(self, scope: Scope, stretch: Stretch) -> Formula | None:
        """The formula that a stretch is, without a relation."""
        style = Style(comma=self.comma, blanks=False)
        try:
            tokens = flatten(shield(cut(self.document.text, stretch.start, stretch.end, style, scope.knows)))
            found = parse(tokens, 0, lambda token: " " not in token.text) if tokens else None
            if found is not None:
                check_depth(found.expression)
        except LimitError:
            return None
        return found if found is not None and found.stop == len(tokens) else None

    def _chains(self, scope: Scope, stretch: Stretch) -> list[Chain]:
        style = Style(comma=self.comma and stretch.kind != "code", blanks=False)
        try:
            found = chains(self.document.text, stretch, style, scope.knows, words(self.language).letters, self.document.macros)
        except LimitError as error:
            self.out.append(
                Proposition(stretch.start, stretch.end, "", settled="unread", reason="limit", details=(("what", str(error)),))
            )
            return []
        tidy = [replace(c, members=tuple(tidied(m) for m in c.members)) for c in found]
        return [replace(c, members=tuple(of_softmax(c, m) for m in c.members)) for c in tidy]

    # -- no claims, and moments --------------------------------------------------------------
    def _grows(self, one: Said) -> bool:
        """Whether an approximation stands beside T ≫ d, so that it is a limit."""
        return one.chain.relations == ("≈",) and bool(
            re.search(r"\\gg|≫|\\ll\b|≪", self.document.text[one.stretch.before : one.stretch.end])
        )

    def _is_step(self, one: Said, name: str, second: Formula) -> bool:
        """Whether a line is a step of a program: an update, a call, a maximum kept; or equates two sizes."""
        if isinstance(second.expression, Symbol) and name.startswith("d_") and second.expression.name.startswith("d_"):
            return True
        reductions = [p for p in parts(second.expression) if isinstance(p, Apply) and p.operation == "reduce"]
        keeps = any(p.arguments[0] == Symbol("maximum") for p in reductions)
        code = one.stretch.kind == "code"
        return code and (keeps or mentions(second.expression, name) or cut_off(self.document.text, second))

    def _misread(self, scope: Scope, one: Said) -> bool:
        """Whether a chain begins in the middle of something that was not read, or calls a function nothing is known of."""
        text, stretch = self.document.text, one.stretch
        before = text[stretch.start : one.chain.start].rstrip(" \n&")
        if stretch.kind != "prose" and before.endswith(("'", "^", "_", "+", "*", "/", "·", "@", "⊙", "|")):
            self.out.append(Proposition(one.chain.start, one.chain.end, "", settled="unread", reason="formula"))
            return True
        for called in CALLED.finditer(text, one.chain.start, one.chain.end):
            known = scope.find(called.group("f"))
            ours = (known is not None and known.shape) or scope.is_size(called.group("f"))
            if not ours and called.group("f") not in FUNCTIONS:
                about = text[one.chain.start : one.chain.end]
                found = Proposition(one.chain.start, one.chain.end, about, settled="undecided", reason="theory_function")
                self.out.append(found)
                return True
        return False

    def _moment(self, scope: Scope, one: Said, head: Formula, member: Formula, start: int) -> None:
        """E[…] or Var(…) = …: both sides as the section's premises have them."""
        about = f"{show(head.expression)} = {show(member.expression)}"
        known = self._premises
        try:
            left = moments_out(head.expression, known, scope)
            right = moments_out(member.expression, known, scope)
        except NoMoment:
            self._without(scope, head, member, start, about)
            return
        usual = () if known.independent else (("independent", "q, k"),)
        self.out.append(Proposition(start, member.end, about, left, right, scope, usual=usual))

    def _distributed(self, scope: Scope, one: Said) -> None:
        """`q · k ∼ N(0, d_k)`, said as an approximation: its mean and its variance."""
        match [m.expression if m is not None else None for m in one.chain.members]:
            case [head, Apply("times", (Symbol("N"), Apply("list" | "tuple", (mean, spread))))] if head is not None:
                pass
            case _:
                return
        if not is_score(head, scope) or one.chain.relations != ("∼",):
            return
        first, member = one.chain.members[0], one.chain.members[1]
        assert first is not None and member is not None
        near = self.document.text[one.stretch.before : one.stretch.end + 60]
        about = f"{show(head)} ~ N({show(mean)}, {show(spread)})"
        if not APPROXIMATELY.search(near):
            self.out.append(Proposition(first.start, member.end, about, settled="undecided", reason="theory_normal"))
            return
        try:
            expected, variance = (moment(kind, head, self._premises, scope) for kind in ("expectation", "variance"))
        except NoMoment:
            self.out.append(Proposition(first.start, member.end, about, settled="undecided", reason="theory_premise"))
            return
        if self.judge.equation(scope, expected, mean, False).outcome == "proved":
            self.out.append(Proposition(first.start, member.end, about, variance, spread, scope))
        else:
            self.out.append(Proposition(first.start, member.end, about, expected, mean, scope))

    def _spreads(self, scope: Scope) -> None:
        """`standard deviation = √d_k`, the formula standing alone after the words."""
        for stretch in self._here:
            before = self.document.text[max(0, stretch.start - 80) : stretch.start]
            found = self._alone(scope, stretch) if DEVIATION.search(before) else None
            if found is None or not isinstance(found.expression, Apply):
                continue
            try:
                deviation = apply("sqrt", moment("variance", Apply("times", (Symbol("q"), Symbol("k"))), self._premises, scope))
            except NoMoment:
                continue
            about = f"sd(q k) = {show(found.expression)}"
            self.out.append(Proposition(found.start, found.end, about, deviation, found.expression, scope))

    def _say(self, scope: Scope, start: int, end: int) -> None:
        """Statements in words, and shapes in a table."""
        text = self.document.text

        def read(stretch: Stretch) -> Expression | None:
            found = self._alone(scope, stretch)
            return None if found is None else found.expression

        for saying in sayings(text, [s for s in self._here if s.kind != "prose"], read, end):
            about = " ".join(text[saying.start : saying.end].split())
            made = Proposition(saying.start, saying.end, about, saying.of, ZERO, scope, kind="statement")
            match saying.kind:
                case "lower":
                    hidden = Apply("hidden", (saying.of,))
                    self.out.append(replace(made, left=hidden, about=f"{show(saying.of)}: lower triangular"))
                case "range":
                    self.out.append(replace(made, kind="bound", bounds=saying.bounds))
                case "shape":
                    self.out.append(replace(made, kind="shape", shape=self._shape_of(saying.shape)))
                case _:
                    self.out.append(made)
        for first, last, about, fits in products(text, start, end):
            verdict, reason = ("agrees", "") if fits else ("wrong", "theory_misfit")
            made = Proposition(first, last, about, settled=verdict, reason=reason)
            self.out.append(replace(made, kind="shape", details=(("detail", about),)))
        for first, last, name, low, high, shape in cells(text, start, end):
            found = self._alone(scope, Stretch(first, last, "math", 0, first))
            if found is not None:
                about = f"{name.strip()}: {shape}"
                parsed = self._shape_of(shape)
                self.out.append(Proposition(low, high, about, found.expression, ZERO, scope, kind="shape", shape=parsed))

    def _shape_of(self, shape: str) -> tuple[str, ...]:
        words_in = [w.strip() for w in shape.strip("() ").split(",")]
        return tuple(word(w) for w in words_in if w)

    def _without(self, scope: Scope, head: Formula, member: Formula, start: int, about: str) -> None:
        """A moment that the premises do not give: refuted by a counter-model, or open for want of a premise."""
        kind = head.expression.operation if isinstance(head.expression, Apply) else ""
        found = None
        for width in (2, 1):
            claimed = value_of(member.expression, {"d_k": Ball.exact(width)})
            scored = kind == "variance" and isinstance(head.expression, Apply) and is_score(head.expression.arguments[0], scope)
            if scored and claimed is not None and self._premises.independent is False:
                found = found or counter_model(claimed.low, width)
        if found is None:
            self.out.append(Proposition(start, member.end, about, settled="undecided", reason="theory_premise"))
            return
        name, value = found
        details = (("law", name), ("value", value))
        self.out.append(Proposition(start, member.end, about, settled="wrong", reason="theory_model", details=details))

    def _premise(self, scope: Scope, one: Said) -> bool:
        """Whether a chain states what is assumed of an input; it is then noted in the scope of the section."""
        first, *rest = one.chain.members
        if first is None or len(rest) != 1 or rest[0] is None or one.chain.relations != ("=",):
            return False
        if not _premised(first.expression, rest[0].expression, scope):
            return False
        about = f"{show(first.expression)} = {show(rest[0].expression)}"
        self.out.append(Proposition(first.start, rest[0].end, about, settled="given", reason="definition"))
        return True

    # -- claims ----------------------------------------------------------------------------
    def _claim(self, scope: Scope, one: Said) -> None:
        members, relations = one.chain.members, one.chain.relations
        head = members[0]
        if self._premise(scope, one):
            return
        if one.chain.broken:
            self.out.append(Proposition(one.chain.start, one.chain.end, "", settled="unread", reason="formula"))
        if head is None or _is_range(head, self.document.text):
            return
        if self._misread(scope, one):
            return
        name = name_of(head) or ""
        known = scope.find(split(name)[0] or "?")
        if (known is not None and known.mask) or name in FUNCTIONS:
            return
        second = members[1] if len(members) > 1 else None
        if name and second is not None and self._is_step(one, name, second):
            about = f"{show(head.expression)} = {show(second.expression)}"
            self.out.append(Proposition(head.start, second.end, about, settled="given", reason="definition"))
            return
        start = 1
        unheard = scope.has_tensors and _unheard(head.expression, scope)
        if one.chain.start not in self.definitions.places and unheard and second is not None:
            squared(scope, head.expression, second.expression)
            self.definitions.places.add(one.chain.start)
        if one.chain.start in self.definitions.places:
            if len(members) > 1 and members[1] is not None:
                about = f"{show(head.expression)} = {show(members[1].expression)}"
                self.out.append(Proposition(head.start, members[1].end, about, settled="given", reason="definition"))
            start = 2
        self._distributed(scope, one)
        for place in range(start, len(members)):
            member = members[place]
            if member is None or any(r not in EQUAL for r in relations[:place]) or self._grows(one):
                break
            if _is_law(member.expression):
                continue
            if _sizes_only(head.expression, member.expression, scope) or cut_off(self.document.text, member):
                continue
            both = [p for e in (head.expression, member.expression) for p in parts(e)]
            rounded = any(isinstance(p, Apply) and p.operation == "rounded" for p in both)
            if not rounded and not any(isinstance(p, Symbol) for p in both):
                continue
            if isinstance(member.expression, Number) and any(lit.places for lit in member.literals.values()) and not rounded:
                continue
            if isinstance(head.expression, Symbol) and isinstance(member.expression, Number) and not scope.knows(name):
                continue
            if mentions_moments(head.expression) or mentions_moments(member.expression):
                self._moment(scope, one, head, member, head.start if place == 1 else member.start)
                continue
            about = f"{show(head.expression)} = {show(member.expression)}"
            first = head.start if place == 1 else member.start
            code = one.stretch.kind == "code"
            self.out.append(Proposition(first, member.end, about, head.expression, member.expression, scope, code))


def _premised(left: Expression, right: Expression, scope: Scope) -> bool:
    """Σ y_i = 1 of an input: what the document assumes."""
    match left, right:
        case Apply("sigma", (Symbol(name), Symbol(letter), *_)), Number():
            known = scope.find(split(name)[0])
            return split(name)[1] == (letter,) and known is not None and known.expression is None and known.shape is not None
    return False


def _unheard(head: Expression, scope: Scope) -> bool:
    """Whether the page has said nothing yet about any name of a head, so that the equation introduces it."""
    names = [p.name for p in parts(head) if isinstance(p, Symbol)]
    fixed = {"e", "π", "𝟏", "∞", "inf", "-inf", "…", "True", "False", "total", "tr"}
    known = (scope.knows(n) or scope.conventional(split(n)[0]) or n in fixed or n[0] == "δ" for n in names)
    return bool(names) and not any(known)


def _is_law(right: Expression) -> bool:
    """N(0, 1): a law, which a name has and is not."""
    return isinstance(right, Apply) and right.operation == "times" and right.arguments[0] in (Symbol("N"), Symbol("𝒩"))


def _is_range(head: Formula, text: str) -> bool:
    """`i = 1, …, n`: what a letter runs through."""
    return isinstance(head.expression, Symbol) and re.match(r"\s*=\s*\d+\s*,", text[head.end : head.end + 12]) is not None


def _sizes_only(left: Expression, right: Expression, scope: Scope) -> bool:
    """`d_k = 64`: a size is given."""
    return isinstance(left, Symbol) and scope.is_size(left.name) and not computes(right)
