"""Equations and chains of them: each member is laid against the head, which is the first member or what the chain continues."""

from checks.binding import definitions, members
from checks.binding.context import Candidate, Context
from checks.notation.formula import Formula
from derive.expression import Apply, Symbol, apply
from derive.printing import show

MAX_SCORES = 64


def _is_score(context: Context, first: Formula) -> bool:
    """Whether a chain tells one score of a query: `score(love, tea) = …`, `q·k_1 = …`."""
    match first.expression:
        case Symbol(name):
            word = name.partition("(")[0].lower()
            return "(" in name and context.words.roles.get(word) in ("scores", "logits")
        case Apply("times" | "matmul", (Symbol(), Symbol())):
            return True
    return False


def laid(context: Context, chain: list[Formula | None], relations: list[str], continued: Candidate | None = None) -> None:
    """Lay each member against the head: the chain's first member, or where that is None what the chain continues."""
    first, consumed = chain[0], 0
    if first is None:
        assert continued is not None
        head, page, shown = continued.head, continued.page, continued.shown
    else:
        head, consumed = definitions.head(context, chain)
        shown = show(first.expression)
        page = context.resolved(chain[consumed]) if consumed > 0 or not isinstance(head, Symbol) else None
        if consumed > 0 and isinstance(head, Symbol):
            page = context.quantities.definition(head)  # in S = S / 2 the formula speaks of the S before
    for relation, member in zip(["=", *relations][1 + consumed :], chain[1 + consumed :]):
        if member is None:
            continue
        applied = members.applied(member)
        if applied:
            head, page, shown = apply(applied, head), apply(applied, page or head), f"{applied}({shown})"
        else:
            since = chain[0].start if relation == ":=" and chain[0] is not None else None
            page = members.take(context, head, page if since is None else None, shown, member, relation, since)
    context.last, context.stale = Candidate(head, page, shown, True), False
    if first is not None and context.quantities.shape(head) == () and _is_score(context, first):
        context.dots = [*context.dots, head][-MAX_SCORES:]
    if isinstance(head, Apply) and head.operation == "exp" and context.quantities.shape(head) == ():
        context.powers, context.summed = [*([] if context.summed else context.powers), head], False
