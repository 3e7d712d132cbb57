"""The members of a chain, each against its head: printed values entry by entry, calculations by what their operands restate."""

from checks import masks
from checks.arrays import entries, fits, is_value, part_of, shape_of
from checks.claims import Claim
from checks.context import Context
from checks.defaults import complete, default_sizes
from checks.definitions import name_locals
from checks.formula import FUNCTIONS, Formula
from checks.restatements import Match, Matcher
from derive.decimals import reals, roughen
from derive.expression import Expression, Number, Symbol, marks
from derive.printing import show

_APPLIED = ("softmax", "exp", "sqrt", "log")


def applied(member: Formula) -> str | None:
    """The operation that a bare word between arrows names: `[0.7, 0] → softmax → [0.67, 0.33]`."""
    name = member.expression.name if isinstance(member.expression, Symbol) else ""
    operation = FUNCTIONS.get(name)
    return operation if operation in _APPLIED else None


def take(context: Context, head: Expression, page: Expression | None, shown: str, member: Formula, relation: str) -> Expression:
    """Claim what one member of a chain says of the head; returns the member, which the next one is computed from."""
    name_locals(context, member)
    expression = context.resolve(member.expression)
    default_sizes(context, expression)
    if is_value(member.expression):
        values(context, head, page, shown, member, relation)
        return expression
    matched = _restated(context, member, expression, head, page)
    if marks(expression) and context.quantities.equal(head, expression):
        context.reading.constants.update(marks(expression))
    if not matched or not marks(expression):
        about = f"{shown} = {show(member.expression)}"
        reason = "calculation" if any(literal.places for literal in member.literals.values()) else "equal"
        context.add(Claim(member.start, member.end, "formula", about, equals=(head, expression), reason=reason))
    return expression


def values(context: Context, head: Expression, page: Expression | None, shown: str, member: Formula, relation: str) -> None:
    """Claims for the entries of a printed value."""
    found = list(entries(member.expression))
    if context.quantities.shape(head) is None:
        complete(context, head)
    head, page = masks.masked(context, head, page, found, member.start)
    printed, shape = shape_of(member.expression), context.quantities.shape(head)
    if shape is not None and not fits(printed, shape):
        context.unread(member.start, member.end, "shape", printed=str(printed), shape=str(shape))
        return
    for place, entry in found:
        if not isinstance(entry, Number) or entry.mark is None:
            continue
        literal, mark = member.literals[entry.mark], entry.mark
        if relation == "≈" and literal.whole:
            literal = roughen(literal)
        end, about = mark + len(literal.text), part_of(shown, place)
        context.add(Claim(mark, end, "number", about, literal, head, place, page, place, since=member.start))
    context.roles.printed(head)
    context.citations.remember_array(member.expression, member.literals, head, context.section)


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
