"""What a page claims of the random score q · k: its mean, its variance, its law, in formulas and in words.

Every claim becomes an equation under the premises that hold where it stands (checks.theory.probability); one that the
premises do not give is refuted by a counter-model, or open for want of a premise.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from checks.notation.formula import Formula
from checks.theory.independent import Independent
from checks.theory.instances import Instances
from checks.theory.premises import Assumed, Premises, speaks_of_components
from checks.theory.probability import NoMoment, counter_model, is_score, moment, moments_out
from checks.theory.proposition import Proposition
from checks.theory.reader import Said
from checks.theory.sayings import SCORE, Saying
from checks.theory.scope import Scope
from checks.theory.values import Ball, value_of
from checks.theory.verdicts import Judge
from derive.expression import Apply, Expression, Symbol, apply, symbols
from derive.printing import show

APPROXIMATELY = re.compile(r"approx|aproximad|roughly|≈|about|nearly|casi|cerca", re.IGNORECASE)
DEVIATION = re.compile(
    r"(?:desviaci[oó]n(?:es)? (?:est[aá]ndar|típica)|standard deviation|\bstd|\bsd)\s*(?:is|of|es|de|=|:)?\s*(?:\\\(|\$)$",
    re.IGNORECASE,
)

_COUPLED = re.compile(
    r"\bcorrelat|\bdepend(?:ent|s)\b|\bnot independent|\bcorrelacion|\bdependen|\bno son indep|covarian", re.IGNORECASE
)
_IS = re.compile(r"(?:\$|\\\)|`)?,?\s*(?:then |entonces )?(?:(?:is|are|es|son|equals?|vale|becomes|will be|queda|grows)\b|=)")


@dataclass(slots=True)
class Chances:
    """Reads claims about the score into propositions, which it adds to `out`; `assumed` are the premises of the section."""

    text: str
    judge: Judge
    instances: Instances
    out: list[Proposition]
    assumed: Assumed = field(default_factory=lambda: Assumed(Premises()))
    numbers: Independent = field(default_factory=Independent)

    def moment(self, scope: Scope, head: Formula, member: Formula, start: int) -> None:
        """E[…] or Var(…) = …: both sides as the section's premises have them."""
        about = f"{show(head.expression)} = {show(member.expression)}"
        known = self._known(scope, start)
        ours = self.numbers.speaks_of(head.expression) or self.numbers.speaks_of(member.expression)
        try:
            if ours and _COUPLED.search(self.text, max(0, start - 160), member.end + 80):
                raise NoMoment
            left = moments_out(head.expression, known, scope, self.numbers)
            right = moments_out(member.expression, known, scope, self.numbers)
        except NoMoment:
            self._without(scope, head, member, start, about)
            return
        sizes = self.instances.at(symbols(left) ^ symbols(right), start, member.end)
        if sizes and not (symbols(left) and symbols(right)):
            about += f" ({', '.join(f'{name} = {values[0]}' for name, values in sizes.items())})"
        usual = () if known.independent or ours else (("independent", "q, k"),)
        self.out.append(Proposition(start, member.end, about, left, right, scope, sizes=sizes, usual=usual))

    def _known(self, scope: Scope, place: int) -> Premises:
        """The premises that hold at a place; of a page that makes k of q independence is none."""
        known = self.assumed.at(place)
        return replace(known, independent=False) if _tied(scope) else known

    def distributed(self, scope: Scope, one: Said) -> None:
        """`q · k ∼ N(0, d_k)`, `q · k ≈ N(0, d_k)`."""
        match one.chain.members, one.chain.relations:
            case (first, member), ("∼" | "≈" as sign,) if first is not None and member is not None:
                near = sign + self.text[one.stretch.before : one.stretch.end + 60]
                self.law(scope, first.expression, member.expression, (first.start, member.end), near)

    def law(self, scope: Scope, head: Expression, law: Expression, at: tuple[int, int], near: str) -> None:
        """That the score has a normal law, said as an approximation: its mean and its variance."""
        match law:
            case Apply("times", (Symbol("N"), Apply("list" | "tuple", (mean, spread)))) if is_score(head, scope):
                pass
            case _:
                return
        about = f"{show(head)} ~ N({show(mean)}, {show(spread)})"
        if not APPROXIMATELY.search(near):
            self.out.append(Proposition(*at, about, settled="undecided", reason="theory_normal"))
            return
        known = self.assumed.at(at[0])
        try:
            expected, variance = (moment(kind, head, known, scope) for kind in ("expectation", "variance"))
        except NoMoment:
            self.out.append(Proposition(*at, about, settled="undecided", reason="theory_premise"))
            return
        centred = self.judge.equation(scope, expected, mean, False).outcome == "proved"
        left, right = (variance, spread) if centred else (expected, mean)
        self.out.append(Proposition(*at, about, left, right, scope))

    def spreads(self, scope: Scope, alone: Sequence[Formula]) -> None:
        """`standard deviation = √d_k`, the formula standing alone after the words."""
        for found in alone:
            if not isinstance(found.expression, Apply) and found.expression != Symbol("d_k"):
                continue  # a mere letter is a name for it
            if speaks_of_components(self.text, found.start):
                continue
            with suppress(NoMoment):
                deviation = apply("sqrt", moment("variance", SCORE, self.assumed.at(found.start), scope))
                about = f"sd(q k) = {show(found.expression)}"
                self.out.append(Proposition(found.start, found.end, about, deviation, found.expression, scope))

    def spoken(self, scope: Scope, saying: Saying) -> None:
        """`The dot product has mean 0 and variance d_k`, `after dividing by √d_k the variance is 1`."""
        of = saying.of
        inner = of.arguments[0] if isinstance(of, Apply) and of.operation == "divide" else of
        known = self.assumed.at(saying.start)
        if saying.like is not None and saying.kind == "law":
            at = saying.start, saying.end
            self.law(scope, of, saying.like, at, self.text[saying.start : saying.end])
            return
        ours = self.numbers.speaks_of(inner)
        if saying.like is None or not (ours or (known.said and (inner == SCORE or is_score(inner, scope)))):
            return
        head = Apply(saying.kind, (of,))
        left, right = (Formula(e, 0, 0, saying.start, saying.end, {}) for e in (head, saying.like))
        self.moment(scope, left, right, saying.start)

    def _without(self, scope: Scope, head: Formula, member: Formula, start: int, about: str) -> None:
        """A moment that the premises do not give: refuted by a counter-model, or open for want of a premise."""
        kind = head.expression.operation if isinstance(head.expression, Apply) else ""
        found = None
        for width in (2, 1):
            claimed = value_of(member.expression, {"d_k": Ball.exact(width)})
            scored = kind == "variance" and isinstance(head.expression, Apply) and is_score(head.expression.arguments[0], scope)
            if scored and claimed is not None:
                found = found or counter_model(claimed.low, width, self._known(scope, start), _tied(scope))
        if found is None:
            self.out.append(Proposition(start, member.end, about, settled="undecided", reason="theory_premise"))
            return
        name, value = found
        details = (("law", name), ("value", value))
        self.out.append(Proposition(start, member.end, about, settled="wrong", reason="theory_model", details=details))


def _tied(scope: Scope) -> bool:
    """Whether a page says that k is q."""
    pairs = (("q", "k"), ("k", "q"))
    return any((m := scope.find(x)) is not None and m.expression == Symbol(y) for x, y in pairs)


def deviates(text: str, start: int, end: int) -> bool:
    """Whether the words before the formula text[start:end] give it as a standard deviation, and not as whose it is."""
    return DEVIATION.search(text[max(0, start - 80) : start]) is not None and _IS.match(text, end, end + 24) is None
