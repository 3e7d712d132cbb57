"""How far a reading of an array is borne out by the arithmetic: the entries that the quantity's truth, or the page's own
numbers, explain. Used to choose between readings of a caption, by the whole array and never by a single entry."""

from dataclasses import dataclass

from checks.claims import Claim, Reading
from checks.judging.links import Page
from checks.quantities import NO_VALUE
from derive.decimals import reals
from derive.exact import ends, precision


@dataclass(frozen=True, slots=True)
class Support:
    """How many of the entries a reading explains, and how many there are that tell (zeros tell nothing)."""

    explained: int
    telling: int

    @property
    def confirmed(self) -> bool:
        """Whether the reading explains more than half of what tells."""
        return self.telling > 0 and 2 * self.explained > self.telling


def support(reading: Reading, claims: list[Claim]) -> Support:
    """The support for reading an array's entries as these claims."""
    page = Page(reading, verdicts=["agrees"] * len(reading.claims))
    telling = [c for c in claims if c.literal is not None and (c.literal.value or c.literal.places)]
    return Support(sum(_explained(reading, page, c) for c in telling), len(telling))


def _explained(reading: Reading, page: Page, claim: Claim) -> bool:
    assert claim.truth is not None and claim.literal is not None
    low, high = reals(claim.literal)
    try:
        with precision(96):
            bottom, top = ends(reading.quantities.item(claim.truth, claim.place, 96))
    except NO_VALUE:
        return False
    if claim.literal.whole:
        return bottom == top == claim.literal.value  # what is no whole number would hardly be printed as one
    if bottom <= high and low <= top:
        return True
    return any(e.meets(low, high) for e in page.supposed(claim))
