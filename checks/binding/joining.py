"""What holds for all sizes joins what was read of a worked example: which of two readings of one place stands.

Where a document gives its arrays in numbers, a formula between them is compared for those numbers; where it declares
them with symbolic sizes, or speaks of sizes alone, the formula is judged for all sizes.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from checks.claims import Claim, Reading
from checks.quantities import Quantities
from checks.theory import Found
from checks.theory.proposition import Proposition
from derive.expression import Apply, Symbol, symbols


def join(reading: Reading, found: Found) -> None:
    """Add what holds for all sizes, and the counts; a formula between quantities with values stays with those."""
    propositions, counts, instances, quiet = found
    quantities = reading.quantities
    worked = any(quantities.shape(Symbol(own)) for own in quantities.givens)
    if not worked:  # no number rests on what a statement of a program changes
        reading.claims = [c for c in reading.claims if c.reason != "statement"]
    for proposition in propositions:
        beside = [c for c in reading.claims if c.start < proposition.end and proposition.start < c.end]
        if any(c.reason == "statement" for c in beside) or _tells_number(proposition):
            continue
        declared = proposition.declared
        numbers = [
            c
            for c in beside
            if (worked and _is_input(c)) or ((c.place or not declared or _rounded(c)) and _is_number(quantities, c))
        ]
        valued = numbers or [c for c in beside if worked and not declared and _has_value(quantities, c)]
        if proposition.settled and beside and all(_is_open(quantities, c) for c in beside):
            reading.claims = [*(c for c in reading.claims if c not in beside), _proposed(proposition)]
            continue
        if valued or (proposition.settled not in ("", "wrong") and beside) or (beside and not declared and worked):
            continue
        reading.claims = [c for c in reading.claims if c not in beside]
        cautious = proposition.cautious or (worked and (not declared or _in_numbers(reading, proposition, propositions)))
        reading.claims.append(_proposed(replace(proposition, cautious=cautious)))
    for start, end in [] if worked else quiet:
        reading.claims = [c for c in reading.claims if not (start <= c.start and c.end <= end) or c.proposition is not None]
    for start, end in [] if worked else instances:
        beside = [c for c in reading.claims if c.start <= start and end <= c.end]
        if any(_rounded(c) and _is_number(quantities, c) for c in beside):
            continue  # what follows from the numbers before it is no mere instance
        reading.claims = [c for c in reading.claims if c not in beside]
        reading.claims.append(Claim(start, end, "number", "", settled="given", rank=start))
    for count in counts:
        own = [c for c in reading.claims if c.start == count.start and c.truth is not None]
        if count.unit is None and any(_has_value(quantities, c) for c in own):
            continue
        apart = [c for c in reading.claims if c.end <= count.start or count.end <= c.start or c.proposition is not None]
        settled = "undecided" if count.reason else ""
        at = count.start, count.end
        made = Claim(
            *at, "count", count.about, count.literal, settled=settled, reason=count.reason, tally=count, rank=count.start
        )
        reading.claims = [*apart, made]


def _tells_number(proposition: Proposition) -> bool:
    """Whether a product of two plain names is said to be a number: `q·k_1 = 1·2 + 3·1`, an example and no law."""
    match proposition.left:
        case Apply("times" | "matmul" | "multiply", (Symbol(one), Symbol(other))) if one.islower() and other.islower():
            return proposition.right is not None and not symbols(proposition.right)
    return False


def _in_numbers(reading: Reading, proposition: Proposition, propositions: Iterable[Proposition]) -> bool:
    """Whether a formula names a one-hot target that the page gives in numbers alone: y, of which no other formula tells."""
    names = symbols(proposition.right) if proposition.right is not None else frozenset()
    given = {c.about for c in reading.claims if _is_input(c) and c.start < proposition.start}
    for name in names & given:
        own = reading.quantities.meaning.get(name, "")
        value = reading.quantities.truth(Symbol(own)) if own in reading.quantities.givens else None
        hot = (
            value is not None
            and len(value.shape) == 1
            and sorted(map(repr, value.items)) == ["0"] * (value.shape[0] - 1) + ["1"]
        )
        other = re.compile(rf"=.*(?<!\w){re.escape(name)}(?!\w)")
        if hot and not any(other.search(p.about) for p in propositions if p.start < proposition.start):
            return True
    return False


def _is_input(claim: Claim) -> bool:
    return claim.literal is not None and claim.settled == "given"


def _rounded(claim: Claim) -> bool:
    """Whether a claim is about a decimal, which no formula for all sizes has."""
    return claim.literal is not None and claim.literal.places > 0


def _is_number(quantities: Quantities, claim: Claim) -> bool:
    """Whether a claim is a printed number whose truth the document's own numbers give."""
    number = claim.literal is not None and claim.truth is not None and not claim.settled
    return number and claim.truth is not None and quantities.shape(claim.truth) is not None


def _is_open(quantities: Quantities, claim: Claim) -> bool:
    """Whether a claim would stay open anyway."""
    bare = claim.literal is None and claim.equals is not None and not _has_value(quantities, claim)
    return claim.settled in ("undecided", "unread") or bare


def _has_value(quantities: Quantities, claim: Claim) -> bool:
    """Whether a claim is about quantities that the document gives in numbers."""
    if claim.equals is not None:
        return all(quantities.shape(side) is not None for side in claim.equals)
    if claim.truth is not None:
        return quantities.shape(claim.truth) is not None
    return claim.literal is not None and claim.settled == "given"


def _proposed(p: Proposition) -> Claim:
    claim = Claim(p.start, p.end, p.kind, p.about, settled=p.settled, reason=p.reason, details=p.details)
    return replace(claim, rank=p.start, proposition=p)
