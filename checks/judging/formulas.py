"""Formulas, counts and shapes judged: for all sizes by the theory's judge, for given numbers exactly."""

import re
from dataclasses import replace

from checks.claims import Claim, Reading
from checks.document import Document
from checks.findings import Finding, Put
from checks.judging.judge import Evidence, judge, judge_equality, judge_formula
from checks.judging.links import Page
from checks.mishaps import forgiven
from checks.theory.counted import Count
from checks.theory.instances import judge_instance
from checks.theory.nearest import nearest
from checks.theory.proposition import Proposition
from checks.theory.spelling import corrected, notation, spelled
from checks.theory.verdicts import Judge, Judged
from derive.decimals import decimal, reals, round_away, spell
from derive.expression import symbols
from derive.printing import show

_MOMENT = re.compile(r"Var\b|E\b|𝔼|sd\b|std\b|\\(?:mathbb|mathrm|operatorname)")


def proposition(
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


def counted(base: Finding, count: Count, reading: Reading) -> tuple[Finding, frozenset[int]]:
    """A number with its unit: held against its value, and against what an earlier false number gives."""
    exact = count.literal.whole and count.value.low == count.value.high and count.value.low.denominator == 1
    low, high = (count.literal.value,) * 2 if exact else reals(replace(count.literal, whole=False))
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


def formula(page: Page, base: Finding, claim: Claim) -> Finding:
    """A formula between quantities that the document gives in numbers: compared exactly."""
    assert claim.equals is not None
    equal = page.reading.quantities.equal(*claim.equals)
    if claim.reason == "calculation" and equal is not True:
        reached = page.reaches(*claim.equals, claim.start)
        verdict = "undecided" if reached is None else "rounding" if reached else "wrong"
        return replace(base, verdict=verdict, reason="calculation")
    usual = dict(claim.details).get("usual")
    return replace(base, verdict=judge_equality(equal), reason="unproved" if equal is None else base.reason, closed_form=usual)
