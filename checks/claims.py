"""Claims as data: what each printed number or formula asserts, of which quantity, and what of a document has been read.

Nothing is judged here, and nothing read: a Claim only says what would be compared with what.
"""

from dataclasses import dataclass, field

from checks.document import Document
from checks.quantities import Quantities
from checks.theory.counted import Count
from checks.theory.proposition import Proposition
from derive.decimals import Literal
from derive.expression import Expression


@dataclass(frozen=True, slots=True)
class Claim:
    """One printed number, formula or statement, and what it is compared with.

    `truth`, at `place`, is the quantity; `page`, at `page_place`, what the page shows just before, where that is a
    calculation. `settled` is a verdict that reading alone decides (given, unread, undecided), `reason` its message.
    The page values of all entries of one array come from what stands above `since`. `rank` is the claim's place in the
    order of reading: its offset, except where arrays stand side by side. A formula for all sizes carries its `proposition`,
    a number with a unit its `tally`; both are judged by what they say themselves.
    """

    start: int
    end: int
    kind: str
    about: str
    literal: Literal | None = None
    truth: Expression | None = None
    place: tuple[int, ...] = ()
    page: Expression | None = None
    page_place: tuple[int, ...] = ()
    settled: str = ""
    reason: str = ""
    details: tuple[tuple[str, str], ...] = ()
    equals: tuple[Expression, Expression] | None = None
    since: int = 0
    rank: int = 0
    proposition: Proposition | None = None
    tally: Count | None = None


@dataclass(slots=True)
class Reading:
    """What has been read of a document: the claims in order, the quantities, and the numerals by their places.

    `constants` are the numerals of formulas that hold exactly as written, so that 0.25 is a quarter there.
    """

    document: Document
    quantities: Quantities
    claims: list[Claim] = field(default_factory=list)
    by_mark: dict[int, int] = field(default_factory=dict)
    printings: dict[Expression, list[int]] = field(default_factory=dict)
    literals: dict[int, Literal] = field(default_factory=dict)
    constants: set[int] = field(default_factory=set)
