"""What a document asserts for all sizes: declarations and definitions first, section by section, then its claims.

The first equation for a name defines it, and so does one that "let", "where", "with" or "put" introduces; a gradient is
never defined but by the name it is given. What remains is claimed: each member of a chain against the chain's head.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise

from checks.document import Document
from checks.lexicon import words
from checks.limits import LimitError
from checks.mishaps import REASON, described, forgiven
from checks.notation.calculus import EXPECTATIONS
from checks.notation.chains import Chain
from checks.notation.formula import FUNCTIONS, Formula, parse
from checks.notation.tokens import cut, shield
from checks.theory.chances import Chances, deviates
from checks.theory.conditions import Supposed, condition, in_words, is_condition, supposed, without
from checks.theory.consequences import EQUALS, growing, limit, solved
from checks.theory.customs import customs, standard
from checks.theory.declarations import declarations, declare, word
from checks.theory.definitions import Definitions, computes, mentions, squared
from checks.theory.gradients import sinks
from checks.theory.independent import Independent, independent
from checks.theory.inferred import infer
from checks.theory.instances import Instances
from checks.theory.orders import grows, order, shown
from checks.theory.premises import Assumed, Premises, one_hot, premises
from checks.theory.probability import NoMoment, mentions_moments, moment
from checks.theory.proposition import Proposition
from checks.theory.reader import EQUAL, Said, chains, check_depth, cut_off, flatten, functions, name_of, spelled
from checks.theory.saturated import saturated
from checks.theory.sayings import SCORE, TELLS, Saying, cells, lone, number, products, row_sums, rows_named, sayings
from checks.theory.scope import Meaning, Scope, canonical, split
from checks.theory.skeletons import skeleton
from checks.theory.stretches import Stretch, sentences
from checks.theory.tails import tails
from checks.theory.tidying import of_softmax, tidied
from checks.theory.verdicts import CONSTANT, Judge
from derive.decimals import Style
from derive.expression import ONE, ZERO, Apply, Expression, Number, Symbol, apply, parts, substitute, symbols
from derive.printing import show

BOUNDS = {"≤": (True, False), "<": (True, True), "≥": (False, False), ">": (False, True)}  # above, and strictly
LONGEST = 1600  # characters of a sentence that is read for what it says in words
_DENIES = re.compile(r"(?<![\w-])(?:not|never|no|nunca|nicht)\s+(?:\$|\\\(|`)?$", re.IGNORECASE)  # and not (A B)^T = A^T B^T
CAUSAL = re.compile(r"\bcausal", re.IGNORECASE)
_CUT_CALL = re.compile(r"\b(?:log|ln|exp|sqrt)\s+$")  # its argument alone was read: log softmax(x)_i
_OPERATOR = re.compile(  # what acts on the formula behind it: \\nabla_w^2, \\sum_{i < j}, \\det
    r"(?:\\(?:nabla|sum|prod|int|det|lim|max|min|sup|inf|operatorname\*?\s*\{\w+\}|partial)|[∇ΣΠ∏∑∂])"
    r"(?:\s*[_^]\s*(?:\{[^{}]{0,40}\}|\\?\w))*(?:\s|\\[,;:!])*$"
)
_FACTOR = re.compile(
    r"(?:\s|\\[,;:!])*(?:\\(?:\||[lr]?Vert\b|sum\b|prod\b|frac\b|nabla\b|det\b|odot\b|circ\b|cdot\b|times\b|otimes\b)|[‖⊙∘·*/^_])"
)
CALLED = re.compile(r"(?<![\w\\}])\\?(?P<f>[^\W\d]{1,12})'?\((?:[a-z]|\\[a-z]+)(?:_\w)?\)")


@dataclass(slots=True)
class Theory:
    """Reads a document's stretches into propositions."""

    document: Document
    language: str
    comma: bool
    judge: Judge = field(default_factory=Judge)
    out: list[Proposition] = field(default_factory=list)
    definitions: Definitions = field(init=False)
    instances: Instances = field(init=False)
    functions: dict[str, str] = field(init=False)
    scopes: list[tuple[int, int, Scope]] = field(default_factory=list)
    limits: list[tuple[int, str, Expression, tuple[tuple[int, Expression], ...]]] = field(default_factory=list)
    premised: list[tuple[int, Assumed]] = field(default_factory=list)
    _here: list[Stretch] = field(default_factory=list)
    _supposed: list[Supposed] = field(default_factory=list)
    chances: Chances = field(init=False)

    def __post_init__(self) -> None:
        self.definitions = Definitions(self.document.text, self.judge)
        self.functions = functions(self.document.text)
        self.instances = Instances(self.document.text)
        self.chances = Chances(self.document.text, self.judge, self.instances, self.out)

    def read(self, found: list[Stretch], starts: Sequence[int]) -> list[Proposition]:
        """The propositions, in the order of the page; `starts` are the places where its sections begin."""
        self.instances.sections = tuple(starts)
        scope = Scope(usual=customs(self.document.text), functions=self.functions)
        for name, shape in self.document.shapes:
            declare([name], shape)(scope)
        sections: dict[int, list[Stretch]] = {}
        for stretch in found:
            sections.setdefault(stretch.section, []).append(stretch)
        for section, (start, end) in enumerate(pairwise([*starts, len(self.document.text)])):
            scope = scope.inner()
            self._section(scope, sections.get(section, []), start, end)
            self.scopes.append((start, end, scope))
        self._saturated()
        return sorted(self.out, key=lambda p: (p.start, p.end))

    def deviation(self, place: int) -> Expression | None:
        """The standard deviation of the score q · k under the premises that hold at a place; None where they give none."""
        known = next((a.at(place) for start, a in reversed(self.premised) if start <= place), Premises())
        try:
            return apply("sqrt", moment("variance", SCORE, known, Scope()))
        except NoMoment:
            return None

    def _saturated(self) -> None:
        """Claims about the largest weight of random inputs."""
        for one in saturated(self.document.text):
            details = (("probability", one.probability), ("expected", one.expected))
            verdict, reason = ("wrong", "theory_fails") if one.wrong else ("undecided", "theory_chance")
            made = Proposition(one.start, one.end, one.about, settled=verdict, reason=reason, details=details)
            self.out.append(replace(made, kind="probability"))
        self.out += tails(self.document.text)

    # -- a section ---------------------------------------------------------------------
    def _section(self, scope: Scope, stretches: list[Stretch], start: int, end: int) -> None:
        above = set(scope.names)
        self._here = stretches
        self.chances.assumed = premises(self.document.text, start, end, self.chances.assumed.whole)
        said_here = independent(self.document.text, start, end)
        self.chances.numbers = Independent({**self.chances.numbers.laws, **said_here.laws})
        self.premised.append((start, self.chances.assumed))
        for name in sorted(self.chances.assumed.symbols()):
            if scope.find(name) is None:
                scope.names[canonical(name)] = Meaning(name, (), positive=name.startswith("σ"))
        for declared in declarations(self.document.text, start, end):
            declared(scope)
        said = [Said(c, s) for s in stretches for c in self._chains(scope, s)]
        self._supposed = self._suppositions(scope, said)
        for one in said:
            infer(scope, one.chain)
            if not self._supposes(scope, one.chain):
                self.definitions.define(scope, one, above)
        self._supposed = self._suppositions(scope, said)
        sinks(scope, [one.chain for one in said])
        rows_named(scope, self.document.text[start:end])
        for one in said:
            first, *rest = one.chain.members
            if first is not None and rest and rest[0] is not None and _premised(first.expression, rest[0].expression, scope):
                scope.premises = (*scope.premises, (first.expression, rest[0].expression))
        for left, right in one_hot(self.document.text, start, end):
            if _premised(left, right, scope) and (left, right) not in scope.premises:
                scope.premises = (*scope.premises, (left, right))
        solutions = self._solve(scope, said)
        for one in said:
            if one.chain.start not in solutions:
                self._claim_or_open(scope, one)
        self._follow(scope, said)
        if self.chances.assumed.whole.said:
            alone = (self._alone(scope, s) for s in self._here if deviates(self.document.text, s.start, s.end))
            self.chances.spreads(scope, [f for f in alone if f is not None])
        self._say(scope, said, start, end)

    def _suppositions(self, scope: Scope, said: list[Said]) -> list[Supposed]:
        """What single sentences suppose of an input: `if z = 0`. A size and an index have their own ways."""
        equations = []
        for chain in (one.chain for one in said if one.stretch.kind != "code"):
            match chain.members, chain.relations:
                case (left, right), ("=",) if left is not None and right is not None:
                    equations.append((chain.start, chain.end, left.expression, right.expression))
        found = supposed(self.document.text, equations)
        found = [s for s in found if isinstance(s.value, Number) or not (s.defines or _is_listed(s.value))]
        found = [replace(s, name=split(s.name)[0]) if scope.find(s.name) is None else s for s in found]
        placed = (s for s in found if s.start not in self.definitions.places and not scope.is_size(s.name))
        return [s for s in placed if scope.find(s.name) is not None]

    def _supposes(self, scope: Scope, chain: Chain) -> bool:
        """Whether an equation is a supposition, or says under one what a name that has a meaning comes to."""
        name = split(name_of(chain.members[0]) or "?")[0]
        known = scope.find(name)
        defined = known is not None and known.expression is not None
        under = (
            s.start == chain.start or (defined and s.holds(self.document.text, chain.start, chain.end)) for s in self._supposed
        )
        return any(under)

    def _under(self, scope: Scope, start: int, end: int) -> Scope | None:
        """The scope of a formula with what its sentence supposes; None where that cannot be put into it."""
        holding = [s for s in self._supposed if s.holds(self.document.text, start, end)]
        if not holding:
            return None if in_words(self.document.text, start) else scope
        names = dict(scope.names)
        for one in holding:
            known = scope.find(one.name)
            plain = isinstance(one.value, Number) or (isinstance(one.value, Symbol) and _is_free(one.value, scope))
            if known is None or known.expression is not None or not plain:
                return None
            if isinstance(one.value, Symbol):
                names[canonical(one.value.name)] = Meaning(one.value.name, ())
            leaf = f"{known.name}⁰"  # any array of the same shape, times 0
            names[leaf] = replace(known, name=leaf)
            value = apply("add", apply("times", ZERO, Symbol(leaf)), one.value)
            names[canonical(known.name)] = replace(known, shape=None, expression=value)
        return replace(scope, names=names)

    def _claim_or_open(self, scope: Scope, one: Said) -> None:
        try:
            self._claim(scope, one)
        except forgiven() as error:
            place = one.chain.start, one.chain.end
            self.out.append(Proposition(*place, "", settled="unread", reason=REASON, details=described(error)))

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
        text = self.document.text
        if stretch.kind != "code":
            stretch = replace(stretch, end=without(text, stretch.start, stretch.end))
        try:
            letters = words(self.language).letters
            found = chains(text, stretch, style, scope.knows, letters, self.document.macros, self.functions)
        except LimitError as error:
            self.out.append(
                Proposition(stretch.start, stretch.end, "", settled="unread", reason="limit", details=(("what", str(error)),))
            )
            return []
        found = [c for c in found if scope.find(name_of(c.members[0]) or "?") or not is_condition(text, c.start, c.end)]
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

    def _introduces(self, head: Expression, scope: Scope) -> bool:
        """Whether `σ² = …` gives a name its meaning of which no more is said than that it is positive."""
        match head:
            case Apply("power", (Symbol(name), Number(value))) if value == 2 and name not in self.chances.assumed.symbols():
                known = scope.find(name)
                return known is not None and known.positive and known.expression is None and not known.shape
        return False

    def _misread(self, scope: Scope, one: Said) -> bool:
        """Whether a chain begins in the middle of something that was not read, or calls a function nothing is known of."""
        text, stretch = self.document.text, one.stretch
        before = text[stretch.start : one.chain.start].rstrip(" \n&")
        if stretch.kind != "prose" and before.endswith(("'", "^", "_", "+", "*", "/", "·", "@", "⊙", "|")):
            self.out.append(Proposition(one.chain.start, one.chain.end, "", settled="unread", reason="formula"))
            return True
        if stretch.kind == "math" and _is_part(text, stretch, one.chain):
            self.out.append(Proposition(one.chain.start, one.chain.end, "", settled="unread", reason="formula"))
            return True
        if _CUT_CALL.search(text, max(stretch.start, one.chain.start - 12), one.chain.start):
            self.out.append(Proposition(one.chain.start, one.chain.end, "", settled="unread", reason="formula"))
            return True
        for called in CALLED.finditer(text, one.chain.start, one.chain.end):
            if called.group("f") in EXPECTATIONS or spelled(called.group("f")) in self.functions:
                continue
            known = scope.find(called.group("f"))
            ours = (known is not None and known.shape) or called.group("f") in scope.ranges
            if not ours and called.group("f") not in FUNCTIONS:
                about = text[one.chain.start : one.chain.end]
                found = Proposition(one.chain.start, one.chain.end, about, settled="undecided", reason="theory_function")
                self.out.append(found)
                return True
        return False

    def _say(self, scope: Scope, said: list[Said], start: int, end: int) -> None:
        """Statements in words, and shapes in a table."""
        text = self.document.text
        heads = {one.stretch.start: one.chain.members[0] for one in said if one.chain.start == one.stretch.start}

        def read(stretch: Stretch) -> Expression | None:
            found = self._alone(scope, stretch) or heads.get(stretch.start)
            return None if found is None else found.expression

        def array(name: str) -> bool:
            return scope.knows(name) and not scope.is_size(name)

        for first, last in sentences(text, start, end):
            if last - first <= LONGEST and TELLS.search(text, first, last):
                for saying in sayings(skeleton(text, first, last, self._here, read, array), text):
                    self._state(scope, saying)
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

    def _state(self, scope: Scope, saying: Saying) -> None:
        """A statement as a proposition."""
        about = " ".join(self.document.text[saying.start : saying.end].split())
        made = Proposition(saying.start, saying.end, about, saying.of, ZERO, scope, kind="statement", denied=saying.denied)
        match saying.kind:
            case "expectation" | "variance" | "deviation" | "law":
                self.chances.spoken(scope, saying)
                return
            case "lower":
                made = replace(made, left=Apply("hidden", (saying.of,)))
            case "range" | "largest":
                made = replace(made, kind="bound", bounds=saying.bounds, largest=saying.kind == "largest")
            case "shape":
                made = replace(made, kind="shape", shape=self._shape_of(saying.shape))
            case "alike":
                made = replace(made, kind="shape", right=saying.like, shape=("?",))
            case "rows":  # of the weights, where no array is named
                weights = _weights(scope)
                if weights is None:
                    return
                made = replace(made, left=apply("subtract", row_sums(weights), ONE))
            case "first" | "last":
                weights = saying.of if saying.of != Symbol("") else _weights(scope)
                if weights is None:
                    return
                left, right = lone(weights, saying.kind == "last")
                if saying.kind == "first" and CAUSAL.search(self.document.text):
                    left = Apply("lone", (weights, Symbol("causal")))
                made = replace(made, left=left, right=right)
        self.out.append(made)

    def _shape_of(self, shape: str) -> tuple[str, ...]:
        words_in = [w.strip() for w in shape.strip("() ").split(",")]
        return tuple(word(w) for w in words_in if w)

    def _bounded(self, scope: Scope, one: Said) -> None:
        """`p_i (1 - p_i) ≤ 1/4`, `H ≤ log n`: a formula over entries against a number, or against another formula."""
        match one.chain.members, one.chain.relations:
            case (left, right), (sign,) if left is not None and right is not None and sign in BOUNDS:
                pass
            case _:
                return
        upper, strict = BOUNDS[sign]
        low, high = number(left.expression), number(right.expression)
        of = right.expression if low is not None else left.expression
        end, turned = (low, True) if low is not None else (high, False)
        if end is None:
            of, end = apply("subtract", left.expression, right.expression), Fraction(0)
        if not self._computed(scope, of):
            return
        bounds = (None, end, False, strict) if upper != turned else (end, None, strict, False)
        about = f"{show(left.expression)} {sign} {show(right.expression)}"
        code = one.stretch.kind == "code"
        self.out.append(Proposition(left.start, right.end, about, of, ZERO, scope, code, kind="bound", bounds=bounds))

    def _computed(self, scope: Scope, of: Expression) -> bool:
        """Whether a formula calculates with entries, so that a bound of it is no condition on sizes or indices."""
        known = [scope.find(n) or scope.find(split(n)[0]) for n in symbols(of)]
        return any(m is not None and m.expression is not None for m in known)

    def _definition(self, head: Formula, right: Formula, one: Said) -> Proposition:
        """A definition is given; but Attention(Q, K, V) is the field's, and may be copied wrongly."""
        about = f"{show(head.expression)} = {show(right.expression)}"
        near = self.document.text[one.stretch.before : one.stretch.end]
        found = standard(name_of(head) or "", right.expression, near)
        code = one.stretch.kind == "code"
        if found is not None and self.judge.equation(found[0], found[1], right.expression, code).outcome in (
            "refuted",
            "misfit",
        ):
            scope, usual = found
            return Proposition(head.start, right.end, about, usual, right.expression, scope, code)
        return Proposition(head.start, right.end, about, settled="given", reason="definition")

    def _order(self, scope: Scope, head: Formula, member: Formula, start: int) -> bool:
        """`4T²d = O(T²d)`: whether a member is an order of growth; it is then judged as one."""
        bound = order(member.expression) if scope.find("O") is None else None
        if bound is None:
            return False
        grown = grows(head.expression, *bound)
        about = f"{show(head.expression)} = {show(member.expression)}"
        made = Proposition(start, member.end, about, settled="undecided", reason=f"theory_{grown.reason}", kind="order")
        if grown.outcome == "holds":
            made = replace(made, settled="agrees", reason="")
        elif grown.outcome == "fails":
            small, large = shown(head.expression, bound[1], grown.speeds)
            along = ", ".join(f"{n} = t^{s}" if s > 1 else f"{n} = t" for n, s in grown.speeds)
            details = (("along", along), ("small", small), ("large", large))
            made = replace(made, settled="wrong", reason="theory_outgrows", details=details)
        self.out.append(made)
        return True

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

    def _given(self, chain: Chain) -> None:
        left, right = chain.members
        assert left is not None and right is not None
        about = f"{show(left.expression)} = {show(right.expression)}"
        self.out.append(Proposition(left.start, right.end, about, settled="given", reason="definition"))

    # -- claims ----------------------------------------------------------------------------
    def _claim(self, scope: Scope, one: Said) -> None:
        members, relations = one.chain.members, one.chain.relations
        head = members[0]
        if self._premise(scope, one):
            return
        if any(s.start == one.chain.start for s in self._supposed):
            self._given(one.chain)
            return
        if one.chain.broken or (one.chain.open and not self.document.text[one.chain.end :].strip(" =≈\n")):
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
        equated = second is not None and relations[0] in EQUAL
        unheard = equated and (
            (scope.has_tensors and _unheard(head.expression, scope)) or self._introduces(head.expression, scope)
        )
        if one.chain.start not in self.definitions.places and unheard and second is not None:
            squared(scope, head.expression, second.expression)
            self.definitions.places.add(one.chain.start)
        if one.chain.start in self.definitions.places:
            if len(members) > 1 and members[1] is not None:
                self.out.append(self._definition(head, members[1], one))
            start = 2
        self.chances.distributed(scope, one)
        self._bounded(scope, one)
        for place in range(start, len(members)):
            member = members[place]
            if member is None or any(r not in EQUAL for r in relations[:place]) or self._grows(one):
                break
            if _is_law(member.expression) or self._order(scope, head, member, head.start if place == 1 else member.start):
                continue
            if _sizes_only(head.expression, member.expression, scope) or cut_off(self.document.text, member):
                continue
            both = [p for e in (head.expression, member.expression) for p in parts(e)]
            rounded = any(isinstance(p, Apply) and p.operation == "rounded" for p in both)
            if not rounded and not any(isinstance(p, Symbol) for p in both):
                continue
            if isinstance(member.expression, Number) and any(lit.places for lit in member.literals.values()) and not rounded:
                continue
            if isinstance(member.expression, Number) and _is_free(head.expression, scope):
                continue
            if _measured(head.expression, member, scope):
                continue
            if mentions_moments(head.expression) or mentions_moments(member.expression):
                self.chances.moment(scope, head, member, head.start if place == 1 else member.start)
                continue
            about = f"{show(head.expression)} = {show(member.expression)}"
            first = head.start if place == 1 else member.start
            code = one.stretch.kind == "code"
            sides = head.expression, member.expression
            where = condition(self.document.text, one.stretch.before, one.chain.start, one.chain.end, *sides)
            left, right = sides if where is None else map(where.under, sides)
            under = self._under(scope, first, member.end)
            if under is None:
                self.out.append(Proposition(first, member.end, about, settled="undecided", reason="theory_premise"))
                continue
            made = Proposition(first, member.end, about, left, right, under, code)
            sizes = self.instances.at(frozenset(filter(scope.is_size, self.instances.names)), first, member.end)
            begins = None if code else member.start
            denied = place == 1 and _DENIES.search(self.document.text, max(0, first - 12), first) is not None
            self.out.append(replace(made, sizes=sizes, cautious=_is_rounded(member), member=begins, denied=denied))


def _is_listed(value: Expression) -> bool:
    """(0, ln 2): numbers that a leaf has from there on."""
    return isinstance(value, Apply) and value.operation in ("list", "tuple")


def _is_part(text: str, stretch: Stretch, chain: Chain) -> bool:
    """Whether a chain is only a part of its formula: a sign for an operator before it, a factor behind it was not read."""
    if _OPERATOR.search(text, max(stretch.start, chain.start - 120), chain.start):
        return True
    return chain.members[-1] is not None and _FACTOR.match(text, chain.end, stretch.end) is not None


def _is_free(head: Expression, scope: Scope) -> bool:
    """Whether a head is a name that nothing is known of, or only another name for one: `B_r = B_c = 128` gives both."""
    if not isinstance(head, Symbol):
        return False
    known = scope.find(head.name)
    if known is not None and isinstance(known.expression, Symbol) and known.expression != head:
        return not scope.knows(known.expression.name) and known.expression.name not in CONSTANT
    return not scope.knows(head.name)


def _measured(head: Expression, member: Formula, scope: Scope) -> bool:
    """`q·k = 0.5·2 + 1.5·3`: the value of one example, where the head is made of inputs alone and the member of decimals."""
    if symbols(member.expression) or not any(literal.places for literal in member.literals.values()):
        return False
    known = [scope.find(name) for name in symbols(head)]
    return bool(known) and all(found is None or found.expression is None for found in known)


def _is_rounded(member: Formula) -> bool:
    """Whether a formula has decimals that may be rounded: 0.71 or 0.354, not 0.5 or 0.125."""
    return any(literal.places and literal.value * 8 % 1 for literal in member.literals.values())


def _weights(scope: Scope) -> Expression | None:
    """The attention weights of a section: what was last defined as a softmax, along its rows or its columns."""
    found = [n for n, m in scope.names.items() if m.expression is not None and _is_softmax(m.expression)]
    return Symbol(found[-1]) if found else None


def _is_softmax(expression: Expression) -> bool:
    match expression:
        case Apply("transpose", (inner,)):
            return _is_softmax(inner)
        case Apply(operation, _):
            return operation == "softmax"
    return False


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
    if any(n in scope.functions for n in names) or any(isinstance(p, Apply) and p.operation == "call" for p in parts(head)):
        return False
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
