"""A variance of listed numbers by n or by n - 1: where only the other divisor gives what is printed, both are told.

`np.var` divides by n, `torch.var` by n - 1, and a page that says neither may mean either.
"""

from checks.binding.confirmation import prints
from checks.binding.context import Context
from checks.binding.meanings import moment_of
from checks.notation.formula import Formula
from derive.expression import Apply, Number, Symbol, apply, integer, parts
from derive.printing import show

READINGS = ("n", "n − 1")


def by_the_other(context: Context, members: list[Formula | None]) -> bool:
    """Whether a chain prints a variance that only n - 1 gives; it is then said to have two readings."""
    head, last = members[0], members[-1]
    if head is None or last is None or not isinstance(last.expression, Number) or last.expression.mark is None:
        return False
    match head.expression:
        case Apply("variance" | "deviation" as kind, (x,)):
            of = context.resolve(x)
        case _:
            return False
    shape = context.quantities.shape(of)
    if not shape or len(shape) != 1 or shape[0] < 2 or any(isinstance(p, Symbol) and "#" not in p.name for p in parts(of)):
        return False
    literal = last.literals[last.expression.mark]
    sample = apply("divide", apply("times", moment_of(of), integer(shape[0])), integer(shape[0] - 1))
    first, other = ((apply("sqrt", m) if kind == "deviation" else m) for m in (moment_of(of), sample))
    if prints(context.quantities, first, literal) or not prints(context.quantities, other, literal):
        return False
    context.settle(last.expression.mark, literal, show(head.expression), "unread", "two_readings", READINGS)
    return True
