"""The witnesses, asked about one claim, none knowing the others: the exact truth, the page's own numbers, NumPy.

What they say is Evidence; the verdict is the judge's. Floats never decide: NumPy's value is only held against the truth
through a running error bound, and a difference beyond it is a defect of ours.
"""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from checks.claims import Claim, Reading
from checks.judging.judge import Evidence
from checks.judging.links import FALSE, Page
from checks.notation.formula import MASKED
from checks.quantities import NO_VALUE
from derive.decide import Place, place, round_to
from derive.decimals import Literal, decimal, is_tie, reals, round_even, spell, truncate, truncated_reals
from derive.evaluate import Evaluator, Unknown
from derive.exact import MINUS_INFINITY, MinusInfinity, ends, known_rational, precision
from derive.exponentials import Exponentials, Inexpressible, Quotient, closed_form
from derive.expression import Apply, Expression, Number, Symbol
from derive.intervals import Estimate, as_fractions
from derive.values import Value, scalar
from numeric.bounds import BOUNDED, Bounded, bounded, roundoff, smallest

DIGITS = 15
LONGEST = 10**18  # beyond it a number is given with its power of ten


@dataclass(frozen=True, slots=True)
class Truth:
    """The exact value of a claim's quantity, as far as its numeral needs it."""

    inside: bool | None
    tie: bool
    rounded: Fraction | None
    truncated: bool
    rational: Fraction | None


HIDDEN = Truth(False, False, None, False, None)  # minus infinity, where a mask hides an entry: no number is right


@dataclass(slots=True)
class Witnesses:
    """Asks all three about the claims of one reading."""

    reading: Reading
    _exponentials: Evaluator = field(init=False)
    _numpy: dict[Expression, Bounded] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._exponentials = Evaluator(Exponentials(), lambda part: self._defined(part, self._exponentials))

    def _defined(self, part: Expression, evaluator: Evaluator) -> Value | None:
        if part == Symbol("-inf"):
            return scalar(MINUS_INFINITY)
        definition = self.reading.quantities.definition(part) if isinstance(part, Symbol) else None
        return None if definition is None else evaluator.value(definition)

    # -- the truth -------------------------------------------------------------------
    def truth(self, claim: Claim) -> Truth | None:
        """Where the exact value lies with respect to the numeral; None where there is no exact value."""
        literal = claim.literal
        if claim.truth is None or literal is None:
            return None
        try:
            first = self._item(claim, 96)
        except NO_VALUE:
            return None
        if isinstance(first, MinusInfinity):
            return HIDDEN
        value = known_rational(first)
        if value is not None and literal.whole and (value.denominator == 1 or literal.value == value):
            return Truth(value == literal.value, False, value, value == literal.value, value)
        return self._placed(claim, literal, value)

    def _placed(self, claim: Claim, literal: Literal, value: Fraction | None) -> Truth:
        def at(bits: int) -> Any:
            return self._item(claim, bits)

        def exactly() -> Fraction | None:
            return self.rational(claim)

        where = place(at, *reals(literal), exactly)
        inside = None if where is None else where is not Place.OUTSIDE
        low, high = truncated_reals(literal)
        cut = place(at, low, high, exactly)
        edge = exactly() if cut is Place.EDGE and value is None else value
        truncated = cut is Place.INSIDE or (
            cut is Place.EDGE and edge is not None and truncate(edge, literal.unit) == literal.value
        )
        rounded = round_to(at, literal.unit, exactly)
        tie = value is not None and is_tie(value, literal.unit)
        return Truth(inside, tie, rounded, truncated, value)

    def within(self, claim: Claim, tolerance: Fraction) -> bool:
        """Whether the truth surely lies as near to the printed number as the document says is near enough."""
        assert claim.literal is not None
        low, high = claim.literal.value - tolerance, claim.literal.value + tolerance
        try:
            where = place(lambda bits: self._item(claim, bits), low, high, lambda: self.rational(claim))
        except NO_VALUE:
            return False
        return where is not None and where is not Place.OUTSIDE

    def _item(self, claim: Claim, bits: int) -> Any:
        assert claim.truth is not None
        return self.reading.quantities.item(claim.truth, claim.place, bits)

    def rational(self, claim: Claim) -> Fraction | None:
        """The truth where its closed form is rational, as a softmax over one entry is 1; None where it is not or not known."""
        form = self._form(claim)
        return form.rational() if isinstance(form, Quotient) else None

    def _form(self, claim: Claim) -> Any:
        assert claim.truth is not None
        try:
            value = self._exponentials.value(claim.truth)
            return (
                value.items[claim.place[0] if claim.place else 0]
                if len(claim.place) < len(value.shape)
                else value[claim.place].item
            )
        except (*NO_VALUE, Inexpressible):
            return None

    def spelled(self, claim: Claim, truth: Truth) -> str | None:
        """The truth rounded to the digits printed, spelled as the document spells numbers."""
        if truth is HIDDEN:
            return MASKED.name
        if truth.rounded is None or claim.literal is None:
            return None
        if abs(truth.rounded) >= LONGEST and not claim.literal.power:
            return decimal(truth.rounded, 12)
        return spell(truth.rounded, claim.literal)

    def digits(self, claim: Claim) -> str | None:
        """Certified digits of the truth."""
        try:
            item = self._item(claim, 160)
            if isinstance(item, MinusInfinity):
                return MASKED.name
            with precision(160):
                low, high = ends(item)
        except (*NO_VALUE, AttributeError):
            return None
        if low == high:
            return decimal(low, DIGITS) if low.denominator == 1 or len(decimal(low, DIGITS)) < 40 else None
        text = decimal(low, DIGITS)
        return text if text == decimal(high, DIGITS) else decimal(low, DIGITS - 1)

    def closed_form(self, claim: Claim) -> str | None:
        """The truth in closed form, where it is short."""
        form = self._form(claim)
        return None if form is None else closed_form(form)

    # -- NumPy -------------------------------------------------------------------------
    def numeric(self, claim: Claim) -> tuple[float, float] | None:
        """What NumPy computes for the claim's quantity in float64, and a proved bound on its distance from the truth."""
        if claim.truth is None:
            return None
        try:
            with np.errstate(all="ignore"):
                found = self._array(claim.truth)
            at: Any = (
                claim.place if len(claim.place) >= found.value.ndim else np.unravel_index(_first(claim), found.value.shape)
            )
            return float(found.value[at]), float(found.error[at])
        except (*NO_VALUE, IndexError, ValueError, TypeError, OverflowError):
            return None

    def _array(self, expression: Expression) -> Bounded:
        if expression not in self._numpy:
            self._numpy[expression] = self._computed(expression)
        return self._numpy[expression]

    def _computed(self, expression: Expression) -> Bounded:
        match expression:
            case Number(value):
                rounded = np.float64(float(value))
                inexact = Fraction(float(rounded)) != value
                return bounded(rounded, roundoff(np.float64) * abs(rounded) + smallest(np.float64) if inexact else 0.0)
            case Symbol("-inf"):
                return bounded(np.float64(-np.inf))
            case Symbol(name):
                definition = self.reading.quantities.definition(expression)
                if definition is None:
                    raise Unknown(name)
                return self._array(definition)
            case Apply(name, arguments) if name in BOUNDED:
                return BOUNDED[name](*(self._array(a) for a in arguments))
        raise Unknown(str(expression))

    def agrees(self, claim: Claim, numeric: tuple[float, float] | None) -> bool:
        """Whether NumPy's value lies within its error bound of the truth, as far as both can be computed."""
        if numeric is None or not all(map(math.isfinite, numeric)):
            return True
        try:
            exact = self._item(claim, 128)
            with precision(128):
                low, high = ends(exact)
        except NO_VALUE:
            return True
        bound = Fraction(numeric[1])
        return low - bound <= Fraction(numeric[0]) <= high + bound

    # -- the page ------------------------------------------------------------------------
    def page(self, page: Page, number: int, inside: bool | None) -> "PageSays":
        """What the page's numbers before a claim give: as printed, and with every false one put right.

        A right number that differs from an earlier printing (`inside`) may still come from the quantity's definition: a tie.
        """
        literal = self.reading.claims[number].literal
        assert literal is not None
        low, high = reals(literal, page.truncating)
        first, meeting = None, None
        for estimate in page.estimates(number):
            first = first or estimate
            if estimate.meets(low, high):
                meeting = estimate
                break
        if first is None:
            return PageSays(None, None, None, frozenset())
        chosen = meeting or first
        if meeting is None and inside and any(e.meets(low, high) for e in page.definitions(number)):
            return PageSays(chosen, True, True, frozenset())
        if meeting is None:
            return PageSays(chosen, False, None, frozenset())
        calculation = page.false_calculation(number)
        uses = frozenset(n for n in chosen.uses if page.verdicts[n] in FALSE) | calculation
        mended = not uses or (not calculation and any(e.meets(low, high) for e in page.estimates(number, mended=True)))
        return PageSays(chosen, True, mended, uses)

    def by_constants(self, page: Page, number: int) -> bool:
        """Whether the number follows if the page took a square root rounded to a few decimals."""
        literal = self.reading.claims[number].literal
        assert literal is not None
        return any(e.meets(*reals(literal)) for e in page.estimates(number, constants=True))


@dataclass(frozen=True, slots=True)
class PageSays:
    """The page interval, whether it meets the numeral, whether it still does when mended, the false numbers it used."""

    interval: Estimate | None
    meets: bool | None
    mended: bool | None
    false: frozenset[int]

    def text(self) -> tuple[str, str] | None:
        """The ends of the interval, for the report."""
        if self.interval is None:
            return None
        low, high = as_fractions(self.interval)
        return decimal(low, 9), decimal(high, 9)


@dataclass(frozen=True, slots=True)
class Habit:
    """How a document rounds: the name of the habit, whether it truncates, whether a single number suggests that it does."""

    name: str | None = None
    truncating: bool = False
    hinted: bool = False


def habit(claims: list[tuple[Claim, Truth]]) -> Habit:
    """The rounding habit that a document's numbers show.

    Truncation: numbers whose cut is not their rounding are cut, nearly all of them, and not by chance among many that are
    false. Ties tell the other two apart.
    """
    cut = kept = false = away = even = 0
    for claim, truth in claims:
        literal = claim.literal
        if literal is None or truth.rounded is None or literal.whole:
            continue
        kept += bool(truth.inside and not truth.truncated)
        cut += bool(truth.truncated and not truth.inside)
        false += not truth.truncated and truth.inside is False
        if truth.tie and truth.inside and truth.rational is not None:
            to_even = round_even(truth.rational, literal.unit)
            differ = truth.rounded != to_even
            away += differ and truth.rounded == literal.value
            even += differ and to_even == literal.value
    if cut and cut >= 5 * kept and 5 * cut >= false:
        return Habit("truncation" if cut > 1 else None, cut > 1, True)
    if away and not even:
        return Habit("half away from zero")
    return Habit("half to even" if even and not away else None)


def evidence(truth: Truth | None, says: PageSays, habit: Habit, constants: bool, numeric: bool) -> Evidence:
    """What the witnesses said, as the judge's table reads it. No rounding makes a number of a masked entry."""
    return Evidence(
        inside=None if truth is None else truth.inside,
        meets=None if truth is HIDDEN and says.mended else says.meets,
        mended=says.mended,
        truncated=habit.hinted and truth is not None and truth.truncated,
        constants=constants,
        numeric=numeric,
    )


def _first(claim: Claim) -> int:
    return claim.place[0] if claim.place else 0
