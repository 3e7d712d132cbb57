"""What holds for all sizes joins what was read of a worked example: which of two readings of one place stands.

Where a document gives its arrays in numbers, a formula between them is compared for those numbers; where it declares
them with symbolic sizes, or speaks of sizes alone, the formula is judged for all sizes.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import count

from checks.claims import Claim, Reading
from checks.quantities import Quantities
from checks.theory import Found
from checks.theory.counts import Count
from checks.theory.proposition import Proposition
from derive.expression import Apply, Symbol, symbols

_BLOCK = 512  # characters: claims are looked up by the blocks of text that they touch


class _Claims:
    """The claims of a document, in order; those at a place are found without a look at all of them."""

    def __init__(self, claims: Iterable[Claim]) -> None:
        self.kept: dict[int, Claim] = {}
        self._numbers = count()
        self._blocks: defaultdict[int, list[int]] = defaultdict(list)
        for claim in claims:
            self.add(claim)

    def add(self, claim: Claim) -> None:
        number = next(self._numbers)
        self.kept[number] = claim
        for block in range(claim.start // _BLOCK, claim.end // _BLOCK + 1):
            self._blocks[block].append(number)

    def beside(self, start: int, end: int) -> dict[int, Claim]:
        """The claims that share a character with text[start:end]."""
        blocks = range(start // _BLOCK, end // _BLOCK + 1)
        numbers = sorted({n for block in blocks for n in self._blocks[block] if n in self.kept})
        near = {n: self.kept[n] for n in numbers}
        return {n: c for n, c in near.items() if c.start < end and start < c.end}

    def drop(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            del self.kept[number]


def join(reading: Reading, found: Found) -> None:
    """Add what holds for all sizes, and the counts; a formula between quantities with values stays with those."""
    propositions, counts, instances, quiet = found
    quantities = reading.quantities
    worked = any(quantities.shape(Symbol(own)) for own in quantities.givens)
    # no number rests on what a statement of a program changes, where none is given
    claims = _Claims(c for c in reading.claims if worked or c.reason != "statement")
    for proposition in propositions:
        if _tells_number(proposition):
            continue
        cautious = worked and _in_numbers(reading, proposition, propositions)
        _propose(claims, quantities, replace(proposition, cautious=proposition.cautious or cautious), worked)
    for start, end in [] if worked else quiet:
        beside = claims.beside(start, end)
        claims.drop(n for n, c in beside.items() if start <= c.start and c.end <= end and c.proposition is None)
    for start, end in [] if worked else instances:
        beside = claims.beside(start, end)
        if any(_rounded(c) and _is_number(quantities, c) and c.start <= start and end <= c.end for c in beside.values()):
            continue  # what follows from the numbers before it is no mere instance
        if any(c.reason == "limit" and c.start <= start and end <= c.end for c in beside.values()):
            continue
        claims.drop([n for n, c in beside.items() if c.start <= start and end <= c.end])
        claims.add(Claim(start, end, "number", "", settled="given", rank=start))
    for one in counts:
        _tally(claims, quantities, one)
    reading.claims = list(claims.kept.values())


def _propose(claims: _Claims, quantities: Quantities, proposition: Proposition, worked: bool) -> None:
    """Put a proposition in place of what was read there of a worked example, or leave that."""
    numbered = claims.beside(proposition.start, proposition.end)
    beside, declared = list(numbered.values()), proposition.declared
    if any(c.reason == "statement" for c in beside):
        return
    if proposition.settled and beside and all(_is_open(quantities, c, worked) for c in beside):
        claims.drop(numbered)
        claims.add(_proposed(proposition))
        return
    numbers = [
        c
        for c in beside
        if (worked and _is_input(c)) or ((c.place or not declared or _rounded(c)) and _is_number(quantities, c))
    ]
    valued = numbers or [c for c in beside if worked and not declared and _has_value(quantities, c)]
    if valued or (proposition.settled not in ("", "wrong") and beside) or (beside and not declared and worked):
        return
    claims.drop(numbered)
    claims.add(_proposed(replace(proposition, cautious=proposition.cautious or (worked and not declared))))


def _tally(claims: _Claims, quantities: Quantities, tally: Count) -> None:
    """Put a count in place of what was read there, unless the document's own numbers give that its value."""
    beside = claims.beside(tally.start, tally.end)
    own = [c for c in beside.values() if c.start == tally.start and c.truth is not None]
    if tally.unit is None and any(_has_value(quantities, c) for c in own):
        return
    claims.drop([n for n, c in beside.items() if c.proposition is None])
    settled = "undecided" if tally.reason else ""
    at = tally.start, tally.end
    claims.add(
        Claim(*at, "count", tally.about, tally.literal, settled=settled, reason=tally.reason, tally=tally, rank=tally.start)
    )


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


def _is_open(quantities: Quantities, claim: Claim, worked: bool) -> bool:
    """Whether a claim would stay open anyway; a number does where nothing is given in numbers."""
    number = claim.literal is not None and claim.truth is not None and not claim.settled and not worked
    asked = (claim.literal is None and claim.equals is not None) or number
    return claim.settled in ("undecided", "unread") or (asked and not _has_value(quantities, claim))


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
