"""From a document to its report: read it, ask the witnesses about each claim in order, judge, and sum up."""

from collections import Counter
from dataclasses import dataclass, field, replace

from checks.binding.binder import read_claims
from checks.claims import Claim, Reading
from checks.document import Document, from_text
from checks.findings import Finding, Report, in_order, placed
from checks.judging.formulas import counted, formula, proposition
from checks.judging.joint import outlier
from checks.judging.judge import cause, judge
from checks.judging.links import Page
from checks.judging.slips import slip
from checks.judging.witnesses import HIDDEN, Habit, PageSays, Truth, Witnesses, evidence, habit
from checks.lexicon import recognise
from checks.mishaps import REASON, described, forgiven
from checks.reading import open_document, read
from checks.theory.verdicts import Judge
from derive.decimals import Literal
from derive.expression import Expression

NOTHING = PageSays(None, None, None, frozenset())


def check(source: str | Document, lang: str = "en", details: bool = True) -> Report:
    """The report on a document, or on the document at a path. Unreadable where the path is no readable text."""
    document, pieces = read(open_document(source, lang) if isinstance(source, str) else source, lang)
    language = document.language or recognise(document.text)
    reading = read_claims(document, pieces, language)
    return _judge(reading, language, details)


def check_text(content: str, format: str = "markdown", details: bool = True, lang: str = "en") -> Report:
    """The report on a text that is in no file; without `details` no digits, closed forms or NumPy values are computed."""
    return check(from_text(content, "<text>", format), lang, details)


def _judge(reading: Reading, language: str, details: bool = True) -> Report:
    witnesses = Witnesses(reading)
    claims = [*reading.claims]
    truths = [_truth(witnesses, claims, n) for n in range(len(claims))]
    reading.claims[:] = claims
    shown = habit([(c, t) for c, t in zip(reading.claims, truths) if t is not None and c.kind == "number"])
    hearing = _Hearing(witnesses, Page(reading, shown.truncating, rational=witnesses.rational), shown, details)
    for claim, truth in zip(reading.claims, truths):
        hearing.hear(claim, truth)
    return Report(reading.document, language, shown.name, in_order(hearing.carried()), frozenset(reading.literals))


def _truth(witnesses: Witnesses, claims: list[Claim], number: int) -> Truth | None:
    """The truth of a number; where asking fails, the claim is settled as open."""
    claim = claims[number]
    if claim.literal is None or claim.settled:
        return None
    try:
        return witnesses.truth(claim)
    except forgiven() as error:
        claims[number] = replace(claim, settled="undecided", reason=REASON, details=described(error))
        return None


@dataclass(slots=True)
class _Hearing:
    """The claims of a document heard in order: what was found, the cause of what is carried, the formulas that do not hold."""

    witnesses: Witnesses
    page: Page
    shown: Habit
    details: bool
    findings: list[Finding] = field(default_factory=list)
    causes: dict[int, int] = field(default_factory=dict)
    broken: dict[Expression | None, int] = field(default_factory=dict)
    formulas: Judge = field(default_factory=Judge)

    def hear(self, claim: Claim, truth: Truth | None) -> None:
        """Judge the next claim by what was found before it."""
        number = len(self.findings)
        base = placed(self.page.reading.document, number, claim)
        try:
            finding, false = self._found(base, claim, truth)
        except forgiven() as error:
            finding, false = replace(base, verdict="undecided", reason=REASON, details=described(error)), frozenset()
        if finding.verdict == "rounding" and claim.page in self.broken and claim.page is not None:
            finding, false = replace(finding, verdict="carried"), frozenset({self.broken[claim.page]})
        if claim.equals is not None and finding.verdict == "wrong":
            self.broken[claim.equals[1]] = number
        self.page.verdicts.append(finding.verdict)
        if finding.verdict == "carried":
            root = cause(false, self.page.verdicts, self.causes)
            if root is not None:
                self.causes[number] = root
            finding = replace(finding, cause=root)
        self.findings.append(finding)
        self._test_row()

    def carried(self) -> list[Finding]:
        """What was found, each with the number of claims that are carried from it."""
        counts = Counter(self.causes.values())
        return [replace(f, carries=counts[f.number]) if f.number in counts else f for f in self.findings]

    def _found(self, base: Finding, claim: Claim, truth: Truth | None) -> tuple[Finding, frozenset[int]]:
        """What is found of a claim, and the false claims that it may follow from."""
        if claim.settled:
            return base, frozenset()
        if claim.proposition is not None:
            return proposition(self.formulas, base, claim.proposition, self.page.reading, self.page.verdicts)
        if claim.tally is not None:
            return counted(base, claim.tally, self.page.reading)
        if claim.equals is not None:
            return formula(self.page, base, claim), frozenset()
        if claim.kind == "bound" and truth is not None:
            return _bound(self.witnesses, base, claim, truth), frozenset()
        return (base, frozenset()) if claim.literal is None else self._number(base, claim, truth)

    def _number(self, base: Finding, claim: Claim, truth: Truth | None) -> tuple[Finding, frozenset[int]]:
        """A printed number, by all witnesses."""
        assert claim.literal is not None
        witnesses = self.witnesses
        says = witnesses.page(self.page, base.number, truth.inside) if truth is not None else NOTHING
        if truth is HIDDEN:  # a number where the mask hides all: no rounding gives it, only a false number before it
            says = replace(says, meets=bool(says.meets and says.false), mended=False)
        numeric = witnesses.numeric(claim) if self.details and truth is not None else None
        constants = _is_stuck(claim.literal, truth, says) and witnesses.by_constants(self.page, base.number)
        verdict = judge(evidence(truth, says, self.shown, constants, witnesses.agrees(claim, numeric)))
        tolerance = self.page.reading.document.tolerance
        near = verdict in ("wrong", "carried") and truth not in (None, HIDDEN)
        tolerated = near and tolerance is not None and witnesses.within(claim, tolerance)
        verdict = "rounding" if tolerated else verdict
        finding = replace(
            base,
            verdict=verdict,
            truth=None if truth is None else witnesses.spelled(claim, truth),
            digits=witnesses.digits(claim) if self.details else None,
            closed_form=witnesses.closed_form(claim) if self.details else None,
            numeric=None if numeric is None else numeric[0],
            page=says.text(),
            reason="unknown" if truth is None else "tolerance" if tolerated else "",
            slip=slip(self.page.reading, claim) if verdict == "wrong" else None,
        )
        return finding, says.false

    def _test_row(self) -> None:
        """At the end of a row: if the page explains each entry but no one choice of operands explains all, one is wrong."""
        page, last = self.page, len(self.findings) - 1
        claims = page.reading.claims
        if claims[last].literal is None or (last + 1 < len(claims) and _row_of(claims[last + 1]) == _row_of(claims[last])):
            return
        first = last
        while first > 0 and _row_of(claims[first - 1]) == _row_of(claims[last]):
            first -= 1
        row = range(first, last + 1)
        verdicts = {page.verdicts[n] for n in row}
        if len(row) < 2 or not verdicts & {"rounding", "carried"} or "wrong" in verdicts or any(map(page.restates, row)):
            return
        number = outlier(page, row)
        if number is not None:
            page.verdicts[number] = "wrong"
            self.causes.pop(number, None)
            self.findings[number] = replace(self.findings[number], verdict="wrong", cause=None)


def _is_stuck(literal: Literal, truth: Truth | None, says: PageSays) -> bool:
    """Whether only constants that the page rounds, 1.414 for the root of 2, can tell how a number came about."""
    if truth is None or says.meets is True:
        return False
    near = truth.rounded is not None and abs(truth.rounded - literal.value) <= literal.unit
    return (truth.inside is False and near) or (truth.inside is True and says.meets is False)


def _row_of(claim: Claim) -> tuple[object, ...]:
    return (claim.since, claim.truth, claim.place[:-1], claim.kind) if claim.place else (claim.start,)


def _bound(witnesses: Witnesses, base: Finding, claim: Claim, truth: Truth) -> Finding:
    """One end of a range of entries: true if the extreme entry is not beyond it, within the digits printed."""
    assert claim.literal is not None
    upper = dict(claim.details)["end"] == "upper"
    beyond = truth.rounded is None or (truth.rounded > claim.literal.value if upper else truth.rounded < claim.literal.value)
    verdict = "wrong" if beyond and not truth.inside else "agrees"
    return replace(base, verdict=verdict, truth=witnesses.spelled(claim, truth), digits=witnesses.digits(claim))
