"""The members of a chain, each against its head: printed values entry by entry, calculations by what their operands restate."""

from dataclasses import replace
from fractions import Fraction

from checks.binding import masks
from checks.binding.context import Context
from checks.binding.defaults import complete, default_sizes
from checks.binding.definitions import name_locals
from checks.binding.misdefined import mended
from checks.claims import Claim
from checks.judging.restatements import Match, Matcher
from checks.notation.arrays import entries, fits, is_value, part_of, shape_of
from checks.notation.formula import FUNCTIONS, Formula
from checks.quantities import NO_VALUE
from derive.decide import START_BITS
from derive.decimals import Literal, reals, roughen
from derive.expression import Expression, Number, Symbol, marks
from derive.printing import show

FAR = -10_000  # a number below it, where a mask hides the entry, stands for minus infinity
_APPLIED = ("softmax", "exp", "sqrt", "log")


def applied(member: Formula) -> str | None:
    """The operation that a bare word between arrows names: `[0.7, 0] → softmax → [0.67, 0.33]`."""
    name = member.expression.name if isinstance(member.expression, Symbol) else ""
    operation = FUNCTIONS.get(name)
    return operation if operation in _APPLIED else None


def take(
    context: Context,
    head: Expression,
    page: Expression | None,
    shown: str,
    member: Formula,
    relation: str,
    since: int | None = None,
) -> Expression:
    """Claim what one member of a chain says of the head; returns the member, which the next one is computed from.

    A member that corrects the one before it follows from what stands above `since`.
    """
    name_locals(context, member)
    expression = context.resolve(member.expression)
    default_sizes(context, expression)
    if is_value(member.expression):
        values(context, head, page, shown, member, relation, since)
        return expression
    matched = _restated(context, member, expression, head, page)
    if marks(expression) and context.quantities.equal(head, expression):
        context.reading.constants.update(marks(expression))
    if expression == head and isinstance(member.expression, Symbol):
        context.unread(member.start, member.end, "formula")  # "A B = B A" with A taken for a word: nobody claims B = B
        return expression
    if not matched or not marks(expression):
        about = f"{shown} = {show(member.expression)}"
        reason = "calculation" if any(literal.places for literal in member.literals.values()) else "equal"
        context.add(Claim(member.start, member.end, "formula", about, equals=(head, expression), reason=reason))
    return expression


def values(
    context: Context,
    head: Expression,
    page: Expression | None,
    shown: str,
    member: Formula,
    relation: str,
    since: int | None = None,
) -> None:
    """Claims for the entries of a printed value."""
    found = list(entries(member.expression))
    if context.quantities.shape(head) is None:
        complete(context, head)
    head, page = masks.masked(context, head, page, found, member.start, member.end)
    printed, shape = shape_of(member.expression), context.quantities.shape(head)
    if shape is not None and not fits(printed, shape):
        context.unread(member.start, member.end, "shape", printed=str(printed), shape=str(shape))
        return
    above = member.start if since is None else since
    bare = [
        Claim(e.mark, e.mark, "number", "", member.literals[e.mark], head, at)
        for at, e in found
        if isinstance(e, Number) and e.mark is not None
    ]
    page = None if mended(context, head, bare) else page
    precise = max((literal.places for literal in member.literals.values()), default=0)
    for place, entry in found:
        if not isinstance(entry, Number) or entry.mark is None:
            continue
        literal, mark = _padded(member.literals[entry.mark], precise), entry.mark
        if literal.value <= FAR and _hidden(context, head, place):
            context.settle(mark, literal, part_of(shown, place), "given")
            continue
        if relation == "≈" and literal.whole:
            literal = roughen(literal)
        end, about = mark + len(literal.text), part_of(shown, place)
        context.add(Claim(mark, end, "number", about, literal, head, place, page, place, since=above))
    context.roles.printed(head)
    context.citations.remember_array(member.expression, member.literals, head, context.section)


def _padded(literal: Literal, places: int) -> Literal:
    """`1.` in what NumPy prints is as precise as the entries beside it, whose zeros at the end are blanks: 1.0000."""
    if not literal.text.endswith(".") or literal.places:
        return literal
    return replace(literal, places=max(places, 1), unit=Fraction(1, 10 ** max(places, 1)), whole=False)


def _hidden(context: Context, head: Expression, place: tuple[int, ...]) -> bool:
    """Whether a mask hides an entry, so that -1e9 stands for minus infinity there."""
    try:
        return repr(context.quantities.item(head, place, START_BITS)) == "-inf"
    except (*NO_VALUE, IndexError):
        return False


def _restated(context: Context, member: Formula, expression: Expression, head: Expression, page: Expression | None) -> bool:
    """Claims for the operands of a written calculation, as far as it can be seen what they restate."""
    ranges = {m: reals(literal) for m, literal in member.literals.items()}
    matcher = Matcher(context.quantities, ranges)
    found: Match | None = matcher.match(expression, head)
    if not found:
        return found is not None
    before = matcher.match(expression, page) or {} if page is not None and marks(page) else {}
    before = {mark: part for mark, part in before.items() if marks(part)}
    for mark, part in found.items():
        literal, about = member.literals[mark], show(context.plain(part))
        end = mark + len(literal.text)
        context.add(Claim(mark, end, "number", about, literal, part, (), before.get(mark), (), since=member.start))
    return True
