"""From a document to its report: read it, ask the witnesses about each claim in order, judge, and sum up."""

import re
from collections import Counter
from dataclasses import dataclass, replace

from checks.binding.binder import read_claims
from checks.claims import Claim, Reading
from checks.document import Document, from_text
from checks.judging.joint import outlier
from checks.judging.judge import VERDICTS, Evidence, cause, judge, judge_equality, judge_formula
from checks.judging.links import Page
from checks.judging.slips import slip
from checks.judging.witnesses import HIDDEN, Habit, PageSays, Truth, Witnesses, evidence, habit
from checks.lexicon import recognise
from checks.mishaps import REASON, described, forgiven
from checks.reading import open_document, read
from checks.theory.counts import Count
from checks.theory.instances import judge_instance
from checks.theory.nearest import nearest
from checks.theory.proposition import Proposition
from checks.theory.spelling import corrected, notation, spelled
from checks.theory.verdicts import Judge, Judged
from derive.decimals import decimal, reals, round_away, spell
from derive.expression import Expression, symbols
from derive.printing import show

Put = tuple[int, str]
_MOMENT = re.compile(r"Var\b|E\b|𝔼|sd\b|std\b|\\(?:mathbb|mathrm|operatorname)")
NOTHING = PageSays(None, None, None, frozenset())


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim with its verdict and what supports it. Places are 1-based; `cause` is the number of another finding.

    `put`, of a false formula: where its right side begins, and a true one in the notation of the page.
    """

    number: int
    start: int
    id: str
    line: int
    column: int
    end_line: int
    end_column: int
    kind: str
    printed: str
    about: str
    verdict: str
    truth: str | None = None
    digits: str | None = None
    closed_form: str | None = None
    numeric: float | None = None
    page: tuple[str, str] | None = None
    cause: int | None = None
    carries: int = 0
    slip: str | None = None
    reason: str = ""
    details: tuple[tuple[str, str], ...] = ()
    counterexample: tuple[tuple[str, object], ...] = ()
    proof: tuple[tuple[str, object], ...] = ()
    put: Put | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in one document; `read` are the places of all numerals that formulas were read with."""

    document: Document
    language: str
    rounding_habit: str | None
    findings: tuple[Finding, ...]
    read: frozenset[int] = frozenset()

    def count(self, *verdicts: str) -> int:
        """How many findings have one of these verdicts."""
        return sum(f.verdict in verdicts for f in self.findings)

    @property
    def summary(self) -> dict[str, int]:
        """The number of findings for each verdict."""
        counts = Counter(f.verdict for f in self.findings)
        return {v: counts[v] for v in VERDICTS}

    def _repr_html_(self) -> str:
        from checks.report.html import fragment

        return fragment(self)

    def _repr_markdown_(self) -> str:
        from checks.report.markdown import render

        return render([self], None)


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
    page = Page(reading, shown.truncating, rational=witnesses.rational)
    findings: list[Finding] = []
    causes: dict[int, int] = {}
    formulas = Judge()
    broken: dict[Expression | None, int] = {}  # the formulas that do not hold, with their claims
    for number, (claim, truth) in enumerate(zip(reading.claims, truths)):
        base = _placed(reading.document, number, claim)
        try:
            if claim.proposition is not None and not claim.settled:
                finding, false = _proposition(formulas, base, claim.proposition, reading, page.verdicts)
            elif claim.tally is not None and not claim.settled:
                finding, false = _count(base, claim.tally, reading)
            else:
                finding, false = _find(witnesses, page, base, claim, truth, shown, details)
        except forgiven() as error:
            finding, false = replace(base, verdict="undecided", reason=REASON, details=described(error)), frozenset()
        if finding.verdict == "rounding" and claim.page in broken and claim.page is not None:
            finding, false = replace(finding, verdict="carried"), frozenset({broken[claim.page]})
        if claim.equals is not None and finding.verdict == "wrong":
            broken[claim.equals[1]] = number
        page.verdicts.append(finding.verdict)
        if finding.verdict == "carried":
            root = cause(false, page.verdicts, causes)
            if root is not None:
                causes[number] = root
            finding = replace(finding, cause=root)
        findings.append(finding)
        _test_row(page, findings, causes)
    carried = Counter(causes.values())
    out = [replace(f, carries=carried[f.number]) if f.number in carried else f for f in findings]
    return Report(reading.document, language, shown.name, _in_order(out), frozenset(reading.literals))


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


def _test_row(page: Page, findings: list[Finding], causes: dict[int, int]) -> None:
    """At the end of a row: if the page explains each entry but no one choice of operands explains all, one is wrong."""
    last = len(findings) - 1
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
        causes.pop(number, None)
        findings[number] = replace(findings[number], verdict="wrong", cause=None)


def _row_of(claim: Claim) -> tuple[object, ...]:
    return (claim.since, claim.truth, claim.place[:-1], claim.kind) if claim.place else (claim.start,)


def _in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """The findings in the order of the document, numbered so, each with an id of its own."""
    ordered = sorted(findings, key=lambda f: (f.start, f.end_line, f.end_column))
    place = {f.number: n for n, f in enumerate(ordered)}
    taken: set[str] = set()
    ids = {}
    for finding in sorted(ordered, key=lambda f: f.kind == "formula"):  # a formula may begin with a number that is a claim
        name = finding.id
        while name in taken:
            name += "+"
        taken.add(name)
        ids[finding.number] = name
    return tuple(
        replace(f, number=n, id=ids[f.number], cause=None if f.cause is None else place[f.cause]) for n, f in enumerate(ordered)
    )


def _find(
    witnesses: Witnesses, page: Page, base: Finding, claim: Claim, truth: Truth | None, shown: Habit, details: bool
) -> tuple[Finding, frozenset[int]]:
    number = base.number
    if claim.equals is not None and not claim.settled:
        return _formula(page, base, claim), frozenset()
    if claim.kind == "bound" and truth is not None:
        return _bound(witnesses, base, claim, truth), frozenset()
    if claim.literal is None or claim.settled:
        return base, frozenset()
    says = witnesses.page(page, number, truth.inside) if truth is not None else NOTHING
    if truth is HIDDEN:  # a number where the mask hides all: no rounding gives it, only a false number before it
        says = replace(says, meets=bool(says.meets and says.false), mended=False)
    numeric = witnesses.numeric(claim) if details and truth is not None else None
    near = truth is not None and truth.rounded is not None and abs(truth.rounded - claim.literal.value) <= claim.literal.unit
    stuck = (
        truth is not None
        and says.meets is not True
        and ((truth.inside is False and near) or (truth.inside is True and says.meets is False))
    )
    constants = stuck and witnesses.by_constants(page, number)
    verdict = judge(evidence(truth, says, shown, constants, witnesses.agrees(claim, numeric)))
    tolerance = page.reading.document.tolerance
    near_enough = verdict in ("wrong", "carried") and tolerance is not None and truth not in (None, HIDDEN)
    tolerated = near_enough and tolerance is not None and witnesses.within(claim, tolerance)
    verdict = "rounding" if tolerated else verdict
    finding = replace(
        base,
        verdict=verdict,
        truth=None if truth is None else witnesses.spelled(claim, truth),
        digits=witnesses.digits(claim) if details else None,
        closed_form=witnesses.closed_form(claim) if details else None,
        numeric=None if numeric is None else numeric[0],
        page=says.text(),
        reason="unknown" if truth is None else "tolerance" if tolerated else "",
        slip=slip(page.reading, claim) if verdict == "wrong" else None,
    )
    return finding, says.false


def _placed(document: Document, number: int, claim: Claim) -> Finding:
    line, column = document.position(claim.start)
    end_line, end_column = document.position(claim.end)
    return Finding(
        number,
        claim.start,
        document.identifier(claim.start),
        line,
        column,
        end_line,
        end_column,
        claim.kind,
        document.source[claim.start : claim.end],
        claim.about,
        claim.settled,
        reason=claim.reason,
        details=claim.details,
    )


def _count(base: Finding, count: Count, reading: Reading) -> tuple[Finding, frozenset[int]]:
    """A number with its unit: held against its value, and against what an earlier false number gives."""
    low, high = (count.literal.value,) * 2 if count.literal.whole else reals(count.literal)
    inside = count.value.overlaps(low, high)
    meets = None if count.page is None else count.page[0] <= high and low <= count.page[1]
    above = enumerate(reading.claims) if count.origin is not None else ()
    origin = next((n for n, c in above if c.start <= (count.origin or 0) < c.end), None)
    verdict = judge(Evidence(inside=inside, meets=meets, mended=False if meets else None))
    middle = (count.value.low + count.value.high) / 2
    finding = replace(
        base,
        verdict=verdict,
        truth=spell(round_away(middle, count.literal.unit), count.literal),
        digits=decimal(middle, 12),
    )
    return finding, frozenset() if origin is None else frozenset({origin})


def _proposition(
    judge: Judge, base: Finding, claim: Proposition, reading: Reading, verdicts: list[str]
) -> tuple[Finding, frozenset[int]]:
    """A formula for all sizes: proved, refuted, or open with its reason."""
    assert claim.left is not None and claim.right is not None and claim.scope is not None
    found = _judged(judge, claim)
    if claim.cautious and found.outcome in ("refuted", "misfit"):
        return replace(base, verdict="undecided", reason="theory_numbers"), frozenset()
    origin = _origin(judge, claim, reading, verdicts) if found.outcome == "refuted" else None
    alone = origin is None and judge_formula(found.outcome) == "wrong"
    near = _nearest(judge, claim, base.printed, reading.document) if alone else None
    finding = replace(
        base,
        slip=near[0] if near else None,
        closed_form=near[1] if near else None,
        put=near[2] if near else None,
        verdict=judge_formula(found.outcome) if origin is None else "carried",
        reason=f"theory_{found.reason}" if found.reason else "",
        details=(("detail", found.detail),),
        counterexample=found.counterexample,
        proof=found.proof,
    )
    return finding, frozenset() if origin is None else frozenset({origin})


def _nearest(judge: Judge, claim: Proposition, printed: str, document: Document) -> tuple[str, str, Put | None] | None:
    """The slip that makes a formula false, the formula without it as the page spells, and what to put in its place."""
    if claim.left is None or claim.right is None or claim.scope is None or claim.kind != "formula":
        return None
    if not symbols(claim.left) and not symbols(claim.right):
        return None  # two numbers: the finding tells both
    try:
        found = nearest(judge, claim.scope, claim.left, claim.right, claim.code)
        if found is None:
            return None
        by = notation(printed, document.source, claim.code)
        put = None if claim.member is None else (claim.member, spelled(found[1], by))
        head = claim.about.partition(" = ")[0]
        if _MOMENT.match(head) and not _MOMENT.search(printed.partition("=")[0]):  # "has variance √d_k", in words
            return found[0], f"{head} = {show(found[1])}", put
        return found[0], corrected(printed, claim.left, found[1], by), put
    except forgiven():  # it explains, and decides nothing
        return None


def _judged(judge: Judge, claim: Proposition) -> Judged:
    assert claim.left is not None and claim.right is not None and claim.scope is not None
    if claim.shape == ("?",):
        return judge.alike(claim.scope, claim.left, claim.right, claim.code)
    if claim.shape:
        return judge.shaped(claim.scope, claim.left, claim.shape, claim.code)
    if claim.bounds is not None:
        asked = judge.largest if claim.largest else judge.within
        return asked(claim.scope, claim.left, claim.bounds, claim.code)
    if claim.denied:
        return judge.denial(claim.scope, claim.left, claim.right, claim.code)
    return judge_instance(judge, claim.scope, claim.left, claim.right, claim.code, claim.sizes)


def _origin(judge: Judge, claim: Proposition, reading: Reading, verdicts: list[str]) -> int | None:
    """The false formula above from which a false consequence would follow."""
    for start, other in claim.else_from:
        for n, above in enumerate(reading.claims[: len(verdicts)]):
            false = verdicts[n] == "wrong" and above.start <= start < above.end
            if not false or claim.right is None or claim.scope is None:
                continue
            if judge.equation(claim.scope, other, claim.right, claim.code).outcome == "proved":
                return n
    return None


def _formula(page: Page, base: Finding, claim: Claim) -> Finding:
    """A formula between quantities that the document gives in numbers: compared exactly."""
    assert claim.equals is not None
    equal = page.reading.quantities.equal(*claim.equals)
    if claim.reason == "calculation" and equal is not True:
        reached = page.reaches(*claim.equals, claim.start)
        verdict = "undecided" if reached is None else "rounding" if reached else "wrong"
        return replace(base, verdict=verdict, reason="calculation")
    usual = dict(claim.details).get("usual")
    return replace(base, verdict=judge_equality(equal), reason="unproved" if equal is None else base.reason, closed_form=usual)


def _bound(witnesses: Witnesses, base: Finding, claim: Claim, truth: Truth) -> Finding:
    """One end of a range of entries: true if the extreme entry is not beyond it, within the digits printed."""
    assert claim.literal is not None
    upper = dict(claim.details)["end"] == "upper"
    beyond = truth.rounded is None or (truth.rounded > claim.literal.value if upper else truth.rounded < claim.literal.value)
    verdict = "wrong" if beyond and not truth.inside else "agrees"
    return replace(base, verdict=verdict, truth=witnesses.spelled(claim, truth), digits=witnesses.digits(claim))
