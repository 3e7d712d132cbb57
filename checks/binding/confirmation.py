"""How far a reading of an array is borne out by the arithmetic: the entries that the quantity's truth, or the page's own
numbers, explain. Used to choose between readings of a caption, by the whole array and never by a single entry."""

from dataclasses import dataclass

from checks.claims import Claim, Reading
from checks.judging.links import Page
from checks.quantities import NO_VALUE, Quantities
from derive.decide import START_BITS
from derive.decimals import Literal, reals
from derive.exact import ends, precision
from derive.expression import Expression


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


def prints(quantities: Quantities, quantity: Expression, literal: Literal, place: tuple[int, ...] = ()) -> bool | None:
    """Whether a number may be printed for an entry of a quantity; None where that has no value.

    What is no whole number would hardly be printed as one.
    """
    low, high = (literal.value,) * 2 if literal.whole else reals(literal)
    try:
        with precision(START_BITS):
            bottom, top = ends(quantities.item(quantity, place, START_BITS))
    except (*NO_VALUE, IndexError):
        return None
    return bottom <= high and low <= top


def _explained(reading: Reading, page: Page, claim: Claim) -> bool:
    assert claim.truth is not None and claim.literal is not None
    printed = prints(reading.quantities, claim.truth, claim.literal, claim.place)
    if printed is not False or claim.literal.whole:
        return printed is True
    return any(e.meets(*reals(claim.literal)) for e in page.supposed(claim))
