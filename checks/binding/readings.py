"""Choosing between readings of an array: those whose shape fits, and among them by the arithmetic of the whole array."""

from checks.binding import pipeline
from checks.binding.confirmation import Support, support
from checks.binding.context import Candidate, Context
from checks.binding.defaults import complete
from checks.claims import Claim
from checks.notation.arrays import element, entries, fits, is_value, pattern, shape_of
from checks.notation.formula import MASKED, Formula
from derive.expression import Apply, Expression, Number, Symbol
from derive.printing import show


def fitting(context: Context, candidates: list[Candidate], value: Formula) -> list[Candidate]:
    """The candidates whose shape a printed value can have."""
    shape = shape_of(value.expression)
    for candidate in candidates:
        if candidate.sure and context.quantities.shape(meant(context, candidate)) is None:
            complete(context, meant(context, candidate))
    return [c for c in candidates if fits(shape, context.quantities.shape(meant(context, c)))]


def confirmed(context: Context, candidates: list[Candidate], value: Formula) -> Candidate | None:
    """The candidate that explains most entries of a value, and more than half of those that tell; of equals the last."""
    kept = _supported(context, candidates, value)
    return kept[0][1] if kept else None


def only(context: Context, candidates: list[Candidate], value: Formula) -> Candidate | None:
    """The candidate that explains most of a printed value; of those that differ the one that was printed in these digits.

    None where that leaves several.
    """
    kept = _supported(context, candidates, value)
    rivals = [c for s, c in kept[1:] if s.explained == kept[0][0].explained]
    if any(not context.quantities.equal(meant(context, kept[0][1]), meant(context, c)) for c in rivals):
        copied = [c for c in (kept[0][1], *rivals) if _is_copy(context, c, value)]
        if len(copied) == 1:
            return copied[0]
        context.rivals = (kept[0][1].shown, rivals[0].shown)
        return None
    return kept[0][1] if kept else None


def _is_copy(context: Context, candidate: Candidate, value: Formula) -> bool:
    """Whether each entry of a value was printed before, digit by digit, as that of a candidate."""
    reading = context.reading
    for claim in _supposed(context, candidate, value):
        assert claim.truth is not None and claim.literal is not None
        entry = element(claim.truth, claim.place, reading.quantities.shape(claim.truth))
        before = [reading.claims[n].literal for n in reading.printings.get(reading.quantities.identity(entry), ())]
        if not any(b is not None and (b.value, b.unit) == (claim.literal.value, claim.literal.unit) for b in before):
            return False
    return True


def explains(context: Context, candidate: Candidate, value: Formula) -> bool:
    """Whether a candidate explains any entry of a printed value; zeros, which many have, tell only among themselves."""
    supposed = _supposed(context, candidate, value)
    telling = [c for c in supposed if c.literal is not None and c.literal.value] or supposed
    return support(context.reading, telling).explained > 0


def _supported(context: Context, candidates: list[Candidate], value: Formula) -> list[tuple[Support, Candidate]]:
    """The candidates that the arithmetic confirms, the best first; of equals the last first."""
    found = [(support(context.reading, _supposed(context, c, value)), c) for c in reversed(candidates)]
    return sorted((pair for pair in found if pair[0].confirmed), key=lambda pair: -pair[0].explained)


def of_row(context: Context, value: Formula, calculated: bool = False) -> Candidate | None:
    """The row of a step of the pipeline that a value printed for the open row is.

    The rows of one list belong to one matrix; the first is known by the arithmetic, or because only one step fits. One that
    is the result of a written calculation says itself what it is, unless the arithmetic tells more.
    """
    row = context.roles.row
    if row is None:
        return None
    if context.rows_of is not None:
        known = fitting(
            context, pipeline.rows([Candidate(context.rows_of, None, _shown(context, context.rows_of))], row), value
        )
        if known and (explains(context, known[0], value) or not calculated):
            return known[0]
    announced = fitting(context, pipeline.rows(context.announced, row), value)
    found = fitting(context, pipeline.rows(pipeline.steps(context), row), value)
    chosen = confirmed(context, announced, value) or only(context, found, value)
    if chosen is None and len(announced or found) == 1 and not calculated:
        chosen = (announced or found)[0]
    if chosen is not None and isinstance(chosen.head, Apply):
        context.rows_of = chosen.head.arguments[0]
    return chosen


def _shown(context: Context, quantity: Expression) -> str:
    return show(context.plain(quantity))


def printed_value(members: list[Formula | None]) -> Formula | None:
    """The first value that a chain prints."""
    return next((m for m in members if m is not None and is_value(m.expression)), None)


def meant(context: Context, candidate: Candidate) -> Expression:
    """The quantity of a candidate: a name that has no meaning yet stands for what it would be defined as."""
    head = candidate.head
    undefined = isinstance(head, Symbol) and head.name not in context.quantities.definitions
    return candidate.page if undefined and candidate.page is not None else head


def _supposed(context: Context, candidate: Candidate, value: Formula) -> list[Claim]:
    """The claims that a printed value would make if it were a candidate's quantity."""
    head, found = meant(context, candidate), list(entries(value.expression))
    shape = context.quantities.shape(head) or ()
    masked = {p for p, e in found if e == MASKED}
    if masked and shape and len(shape) == len(shape_of(value.expression)):
        head = Apply("mask", (head, pattern(shape, masked)))
    since = context.order.get(value.start, value.start)
    return [
        Claim(e.mark, e.mark, "number", "", value.literals[e.mark], head, p, since=since)
        for p, e in found
        if isinstance(e, Number) and e.mark is not None
    ]
