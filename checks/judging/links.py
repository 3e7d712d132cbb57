"""What the page's own numbers give for a claim: the printed operands, each as the reals it can stand for.

A quantity's page value is its latest printing above the claim, else its definition computed from such printings, else
its truth. Where a quantity was printed several times the other printings are tried too. Mended, every number judged
false is replaced by its truth, which tells what only follows from an earlier mistake.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from checks.claims import Claim, Reading
from checks.notation.arrays import element
from checks.quantities import NO_VALUE
from derive.decimals import Literal, is_rounded_constant, reals, round_away
from derive.evaluate import Evaluator
from derive.exact import MINUS_INFINITY, Balls, Undefined, fraction, known_rational, precision
from derive.expression import Apply, Expression, Number, Symbol, index, marks
from derive.intervals import Estimate, Intervals, between, enclose, point
from derive.values import Value, places_of, scalar

FALSE = ("wrong", "carried")
PRINTINGS = 3


class _RoundedConstants(Intervals):
    """Square roots as a page rounds them before use: √2 as 1.414."""

    def sqrt(self, x: Estimate) -> Estimate:
        """The root, and everything that rounds to the same three decimals."""
        exact = Intervals.sqrt(self, x)
        if not x.is_point or exact.is_point:
            return exact
        unit = Fraction(1, 1000)
        rounded = round_away(fraction(exact.low), unit)
        return between(rounded - unit / 2, rounded + unit / 2, exact.uses)


@dataclass(slots=True)
class Page:
    """The page's numbers up to each claim. `verdicts` grows as claims are judged, in order."""

    reading: Reading
    truncating: bool = False
    verdicts: list[str] = field(default_factory=list)
    rational: Callable[[Claim], Fraction | None] = lambda claim: None  # the truth, where a closed form shows it to be rational
    _evaluators: dict[tuple[Any, ...], Evaluator] = field(default_factory=dict)
    _exact: dict[int, bool] = field(default_factory=dict)
    _several: set[int] = field(default_factory=set)  # places above which an operand was printed several times
    _alike: dict[tuple[Fraction, Fraction], list[int]] | None = None

    def estimates(self, number: int, mended: bool = False, constants: bool = False) -> Iterator[Estimate]:
        """The page values of a claim, the likeliest first; none where nothing before it bears on it."""
        claim = self.reading.claims[number]
        if claim.truth is None or claim.literal is None:
            return
        restated = [] if self._calculates(claim) else self._restatements(number, claim, mended)
        yield from (given for given in restated if isinstance(given, Estimate))  # no page value is -inf
        if not restated:
            yield from self._calculated(claim, mended, constants)

    def restates(self, number: int) -> bool:
        """Whether a claim prints again what was printed before it."""
        claim = self.reading.claims[number]
        return claim.truth is not None and not self._calculates(claim) and bool(self._restatements(number, claim, False))

    def value(self, expression: Expression, since: int) -> Value | None:
        """The page value of an expression by the latest printings above a place, or None."""
        try:
            return self._evaluator(since, 0, False, False).value(expression)
        except (*NO_VALUE, Undefined):
            return None

    def supposed(self, claim: Claim) -> Iterator[Estimate]:
        """The page values of a claim that is only supposed: a reading that is being tried."""
        yield from self._calculated(claim, False, False)

    def reaches(self, head: Expression, written: Expression, since: int) -> bool | None:
        """Whether a calculation in rounded numbers can give the head: every entry's truth lies in what its numerals allow.

        Not so where one numeral, put right with as many digits, would make it hold exactly: that one is wrong, not rounded.
        None where it cannot be computed, or where the calculation uses a number that is already known to be false.
        """
        quantities = self.reading.quantities
        try:
            truth, exact = quantities.truth(head), quantities.truth(written)
            value = self._evaluator(since, 0, False, False).value(written)
        except (*NO_VALUE, Undefined):
            return None
        if len(truth.items) != len(value.items):
            return None
        used = frozenset().union(*(v.uses for v in value.items if isinstance(v, Estimate)))
        if any(self.verdicts[n] in FALSE for n in used if n < len(self.verdicts)):
            return None
        if not all(_holds(t, v) for t, v in zip(truth.items, value.items)):
            return False
        return not self._is_misprinted(truth, exact, written)

    def _is_misprinted(self, truth: Value, exact: Value, written: Expression) -> bool:
        """Whether all entries are off by one factor, which another numeral of as many digits would put right."""
        pairs = [(known_rational(t), known_rational(e)) for t, e in zip(truth.items, exact.items)]
        ratios = {t / e if t is not None and e else None for t, e in pairs if t or e}
        ratio = ratios.pop() if len(ratios) == 1 else None
        literals = [self.reading.literals.get(mark) for mark in marks(written)]
        return ratio is not None and any(
            lit is not None and lit.places > 0 and (lit.value * ratio / lit.unit).denominator == 1 for lit in literals
        )

    def false_calculation(self, number: int) -> frozenset[int]:
        """The calculation just before a number in its chain, where that was found false itself."""
        claim, before = self.reading.claims[number], number - 1
        while before >= 0 and self.reading.claims[before].since == claim.since and self.reading.claims[before].literal:
            before -= 1
        above = self.reading.claims[before] if before >= 0 else None
        same = above is not None and above.equals is not None and above.equals[1] == claim.page
        return frozenset({before}) if same and self.verdicts[before] in FALSE else frozenset()

    def definitions(self, number: int) -> Iterator[Estimate]:
        """The page values of a restated quantity by its definition, which may excuse a tie printed another way."""
        claim = self.reading.claims[number]
        if claim.truth is not None and not self._calculates(claim):
            yield from self._calculated(replace(claim, truth=self._opened(claim), page=None), False, False)

    def _opened(self, claim: Claim) -> Expression | None:
        """The quantity as its definition writes it, so that its own printings are not found again."""
        quantities, truth = self.reading.quantities, claim.page or claim.truth
        while isinstance(truth, Symbol) and (definition := quantities.definition(truth)) is not None:
            if truth.name in quantities.givens:
                break
            truth = definition
        return truth

    def _calculated(self, claim: Claim, mended: bool, constants: bool) -> Iterator[Estimate]:
        for choice in range(PRINTINGS):
            estimate = self._evaluated(claim, choice, mended, constants)
            if estimate is None:
                return
            yield estimate
            if claim.since not in self._several:
                return

    def _calculates(self, claim: Claim) -> bool:
        """Whether the page shows a calculation before the number, rather than only the name of what it is."""
        if claim.page is None or self._member_before(claim) is not None:
            return False
        if marks(claim.page):
            return True
        return claim.truth is not None and not self._is_same(claim.page, claim.page_place, claim.truth, claim.place)

    def _is_same(self, page: Expression, page_place: tuple[int, ...], truth: Expression, place: tuple[int, ...]) -> bool:
        """Whether two arrays are one quantity, or their entries are: a mask leaves the scores that it does not hide."""
        quantities = self.reading.quantities
        if quantities.identity(page) == quantities.identity(truth):
            return True
        entries = (element(e, p, quantities.shape(e)) for e, p in ((page, page_place), (truth, place)))
        return len({quantities.identity(entry) for entry in entries}) == 1

    # -- restatements ----------------------------------------------------------------
    def _restatements(self, number: int, claim: Claim, mended: bool) -> list[Estimate | None]:
        before = self._member_before(claim)
        if before is not None:
            return [self._restated(claim, before, mended)]
        earlier = [n for n in self._printings(self._identity(claim.truth, claim.place, mended)) if self._is_above(n, claim)]
        return [self._restated(claim, n, mended) for n in reversed(earlier)]

    def _member_before(self, claim: Claim) -> int | None:
        """The claim that the member before this one is, where that is the same number printed before."""
        page = claim.page
        for place in claim.page_place:
            entries = page.arguments if isinstance(page, Apply) and page.operation == "list" else ()
            page = entries[place] if place < len(entries) else None
        number = self.reading.by_mark.get(page.mark) if isinstance(page, Number) and page.mark is not None else None
        return (
            number
            if number is not None and number < len(self.verdicts) and self.reading.claims[number].truth is not None
            else None
        )

    def _restated(self, claim: Claim, earlier: int, mended: bool) -> Estimate | None:
        """An earlier printing as the page value of a later one: a point, unless the later one has more digits.

        None where it is put right to what no number is: a score that the mask hides.
        """
        before = self.reading.claims[earlier].literal
        assert before is not None and claim.literal is not None
        if mended and self.verdicts[earlier] in FALSE:
            true = self._true(earlier)
            return true if isinstance(true, Estimate) else None
        if claim.literal.unit >= before.unit or self._is_exact(earlier):
            return point(before.value, frozenset({earlier}))
        return between(*reals(before, self.truncating), frozenset({earlier}))

    def _identity(self, truth: Expression | None, place: tuple[int, ...], mended: bool) -> Expression:
        assert truth is not None
        quantities = self.reading.quantities
        shape = quantities.shape(truth)
        if shape is not None and len(place) < len(shape):
            place = list(places_of(shape))[place[0] if place else 0]
        return self._largest(quantities.identity(index(truth, *place)), mended)

    def _largest(self, identity: Expression, mended: bool) -> Expression:
        """The entry that a maximum is: printing the maximum prints that entry again.

        As printed it is the largest number of the row, which a false one may be; mended, the one that is truly so.
        """
        match identity:
            case Apply("maximum", (row,)) if len(self.reading.quantities.shape(row) or ()) == 1:
                quantities = self.reading.quantities
                items = quantities.truth(row).items
                with precision(96):
                    top: Any = Balls().maximum(items)
                values: list[Any] = list(items)
                printed = None if mended else self._latest_values(row, items)
                if printed is not None:
                    values, top = printed, max(v for v in printed if v is not MINUS_INFINITY)
                same = [n for n, value in enumerate(values) if value is top or (printed is not None and value == top)]
                if len(same) == 1:
                    return quantities.identity(index(row, same[0]))
        return identity

    def _latest_values(self, row: Expression, items: Sequence[Any]) -> list[Any] | None:
        """The numbers of a row as printed last, where one of them is false; None where all are right or one is not printed.

        A number that the mask should hide is false: as printed, it counts like the others.
        """
        numbers = [self._latest(index(row, n)) for n in range(len(items))]
        missing = any(number is None and item is not MINUS_INFINITY for number, item in zip(numbers, items))
        if missing or not any(self.verdicts[n] in FALSE for n in numbers if n is not None):
            return None
        return [item if n is None else self._literal(n).value for n, item in zip(numbers, items)]

    def _latest(self, entry: Expression) -> int | None:
        found = [n for n in self._printings(self.reading.quantities.identity(entry)) if n < len(self.verdicts)]
        return found[-1] if found else None

    def _printings(self, identity: Expression) -> Sequence[int]:
        """The claims that print a quantity; a bare constant is no quantity."""
        return () if isinstance(identity, Number) else self.reading.printings.get(identity, ())

    def _is_above(self, number: int, claim: Claim) -> bool:
        return number < len(self.verdicts) and self.reading.claims[number].rank < claim.since

    # -- operands ----------------------------------------------------------------------
    def _operand(self, number: int, mended: bool) -> Any:
        """A printed number as an operand: a point where it is exactly right, else the reals it can stand for."""
        claim = self.reading.claims[number]
        assert claim.literal is not None
        if claim.settled == "given":
            return point(claim.literal.value)
        judged = number < len(self.verdicts)
        if mended and judged and self.verdicts[number] in FALSE:
            return self._true(number)
        if self._is_exact(number):
            return point(claim.literal.value, frozenset({number}))
        return between(*reals(claim.literal, self.truncating), frozenset({number}))

    def _is_exact(self, number: int) -> bool:
        if number not in self._exact:
            claim = self.reading.claims[number]
            self._exact[number] = False
            if claim.truth is not None and claim.literal is not None:
                item = self._item(claim.truth, claim.place)
                value = claim.literal.value
                self._exact[number] = known_rational(item) == value or (
                    item is not None and _holds(item, point(value)) and self.rational(claim) == value
                )
        return self._exact[number]

    def _item(self, truth: Expression, place: tuple[int, ...]) -> Any:
        try:
            return self.reading.quantities.item(truth, place, 96)
        except NO_VALUE:
            return None

    def _true(self, number: int) -> Any:
        claim = self.reading.claims[number]
        assert claim.truth is not None
        return enclose(self._item(claim.truth, claim.place), frozenset({number}))

    # -- calculations --------------------------------------------------------------------
    def _evaluated(self, claim: Claim, choice: int, mended: bool, constants: bool) -> Estimate | None:
        expression, place = (claim.page, claim.page_place) if claim.page is not None else (claim.truth, claim.place)
        if expression is None:
            return None
        evaluator = self._evaluator(claim.since, choice, mended, constants)
        try:
            value = evaluator.value(expression)
            if len(place) < len(value.shape):
                item = value.items[place[0] if place else 0]
            else:
                item = value[place].item
        except (*NO_VALUE, Undefined):
            return None
        return item if isinstance(item, Estimate) else None

    def _evaluator(self, since: int, choice: int, mended: bool, constants: bool) -> Evaluator:
        key = (since, choice, mended, constants, len(self.verdicts) if mended else 0)
        if key not in self._evaluators:
            if len(self._evaluators) > 8:
                self._evaluators.clear()
            domain = _RoundedConstants() if constants else Intervals()
            self._evaluators[key] = Evaluator(domain, lambda part: self._known(part, key))
        return self._evaluators[key]

    def _known(self, part: Expression, key: tuple[Any, ...]) -> Value | None:
        """A part's value where the page has printed it, or where it is a numeral or a name."""
        since, choice, mended, _, _ = key
        if isinstance(part, Number):
            return self._numeral(part, mended)
        if part == Symbol("-inf"):
            return scalar(MINUS_INFINITY)
        quantities = self.reading.quantities
        shape = quantities.shape(part)
        printed = (
            {}
            if shape is None or (isinstance(part, Apply) and part.operation == "list")
            else self._printed(part, shape, since, choice, mended)
        )
        definition = quantities.definition(part) if isinstance(part, Symbol) else None
        if not printed or shape is None:
            return None if definition is None else self._evaluators[key].value(definition)
        items: list[Any] = [None] * len(list(places_of(shape)))
        rest = None
        for n in range(len(items)):
            if n in printed:
                items[n] = self._operand(printed[n], mended)
            else:
                rest = rest or self._unprinted(part, definition, key)
                items[n] = rest.items[n]
        return Value(shape, tuple(items))

    def _unprinted(self, part: Expression, definition: Expression | None, key: tuple[Any, ...]) -> Value:
        evaluator = self._evaluators[key]
        return evaluator.value(definition) if definition is not None else evaluator.compute(part)

    def _printed(self, part: Expression, shape: tuple[int, ...], since: int, choice: int, mended: bool) -> dict[int, int]:
        """For each entry of a part, the printing that stands for it."""
        out = {}
        for n, place in enumerate(places_of(shape)):
            above = [
                c
                for c in self._printings(self._identity(part, place, mended))
                if c < len(self.verdicts) and self.reading.claims[c].rank < since
            ]
            if above:
                if len(above) > 1:
                    self._several.add(since)
                out[n] = above[max(0, len(above) - 1 - choice)]
        return out

    def _numeral(self, number: Number, mended: bool) -> Value | None:
        if number.mark is None:
            return None
        claim = self.reading.by_mark.get(number.mark)
        if claim is not None and self.reading.claims[claim].settled in ("", "given"):
            return scalar(self._operand(claim, mended))
        literal = self.reading.literals.get(number.mark)
        if literal is None or literal.whole or number.mark in self.reading.constants:
            return None
        printed = self._printed_alike(literal, number.mark)
        if printed is not None:
            return scalar(self._operand(printed, mended))
        return scalar(between(*reals(literal, self.truncating))) if is_rounded_constant(literal) else None

    def _printed_alike(self, literal: Literal, mark: int) -> int | None:
        """The latest number above a place that was printed in the same digits, and is no input."""
        if self._alike is None:
            self._alike = {}
            for n, claim in enumerate(self.reading.claims):
                if claim.literal is not None and claim.truth is not None and not claim.settled and claim.kind == "number":
                    self._alike.setdefault((abs(claim.literal.value), claim.literal.unit), []).append(n)
        found = self._alike.get((abs(literal.value), literal.unit), [])
        above = [n for n in found if n < len(self.verdicts) and self.reading.claims[n].end <= mark]
        same = [n for n in above if (self._literal(n).value < 0) == (literal.value < 0)]
        return same[-1] if same else None

    def _literal(self, number: int) -> Literal:
        literal = self.reading.claims[number].literal
        assert literal is not None
        return literal


def _holds(truth: Any, estimate: Any) -> bool:
    """Whether an exact item lies within an estimate."""
    if truth is MINUS_INFINITY or estimate is MINUS_INFINITY:
        return truth is estimate
    exact = enclose(truth)
    return bool(estimate.low <= exact.high and exact.low <= estimate.high)
