"""A formula that defines a textbook quantity falsely while the numbers below it are right: the formula is the mistake.

`J = diag(p) - p^T p` above the nine right entries of diag(p) - p p^T. A formula that is not the field's own gives way only
where it is made of the same quantities, explains the array badly, and the field's explains it; what the page computes from
the array goes on with the right one.
"""

from dataclasses import replace

from checks.binding import pipeline
from checks.binding.confirmation import prints
from checks.binding.context import Context
from checks.claims import Claim
from derive.expression import Apply, Expression, Number, Symbol, apply, parts, symbols
from derive.printing import show

MOST = 64  # entries that are compared
FEWEST = 2  # entries that a formula must miss


def mended(context: Context, head: Expression, printed: list[Claim]) -> bool:
    """Whether the definition of what was just printed gave way to the usual one; the definition is a claim then."""
    own = head.name if isinstance(head, Symbol) else ""
    place, definition = context.defining.get(own), context.quantities.definitions.get(own)
    if place is None or definition is None or not FEWEST <= len(printed) <= MOST:
        return False
    usual = [s for s in _usual(context, own, definition) if context.quantities.shape(s) == context.quantities.shape(head)]
    if any(context.quantities.equal(s, definition) is not False for s in usual):
        return False
    right = next((s for s in usual if _alike(context, s, definition) and _wins(context, s, definition, printed)), None)
    if right is None:
        return False
    for number, claim in enumerate(context.reading.claims):
        if (claim.start, claim.end, claim.reason) == (*place, "definition"):
            formula = (("usual", f"{own.split('#')[0]} = {show(context.plain(right))}"),)
            made = replace(claim, settled="", reason="equal", equals=(right, definition), details=formula)
            context.reading.claims[number] = made
    context.quantities.redefine(own, right)
    return True


def _usual(context: Context, own: str, definition: Expression) -> list[Expression]:
    """What the field defines a name to be: the scores, the weights, the output, the Jacobian of a softmax."""
    name = own.split("#")[0]
    if name.partition("_")[0].lower() in ("j", "jac", "jacobian"):
        vectors = [Symbol(n) for n in sorted(symbols(definition)) if len(context.quantities.shape(Symbol(n)) or ()) == 1]
        return [apply("subtract", apply("diag", p), Apply("outer", (p, p))) for p in vectors]
    role = pipeline.role_of(context, name)
    if role not in ("scores", "weights", "output"):
        return []
    return [c.head for c in pipeline.steps(context, role) if own not in symbols(c.head)]


def _alike(context: Context, usual: Expression, definition: Expression) -> bool:
    """Whether a formula means to be the usual one: made of the same quantities, and scaled where that is.

    S = Q K^T / τ above unscaled numbers is the page's own formula, and its numbers are wrong.
    """
    sizes = {context.quantities.meaning.get(n, n) for n in ("d_k", "d", "d_v", "T")}
    made_of = _inputs(context, definition) <= _inputs(context, usual) | sizes
    return made_of and _scalings(context, usual) == _scalings(context, definition)


def _inputs(context: Context, quantity: Expression) -> set[str]:
    """The givens, and the names without a meaning, that a formula comes down to."""
    quantities = context.quantities
    return {n for n in quantities.rests_on(quantity) if n in quantities.givens or n not in quantities.definitions}


def _scalings(context: Context, quantity: Expression) -> int:
    """How often a formula, or what it comes down to, divides, or multiplies by a number or a root."""
    definitions = context.quantities.definitions
    below = [definitions[n] for n in context.quantities.rests_on(quantity) if n in definitions]
    return sum(map(_is_scaling, (p for e in (quantity, *below) for p in parts(e))))


def _is_scaling(e: Expression) -> bool:
    match e:
        case Apply("divide", _):
            return True
        case Apply("times" | "multiply", arguments):
            return any(isinstance(a, Number) or (isinstance(a, Apply) and a.operation == "sqrt") for a in arguments)
    return False


def _wins(context: Context, usual: Expression, definition: Expression, printed: list[Claim]) -> bool:
    """Whether the usual formula explains every entry that the page's own does, and far more; a few may be wrong by either."""
    entries = [(c.literal, c.place) for c in printed if c.literal is not None]
    held = [[prints(context.quantities, formula, *entry) is True for formula in (usual, definition)] for entry in entries]
    won, missed = sum(one and not other for one, other in held), sum(not one for one, _ in held)
    return won >= max(FEWEST, 2 * missed + 1) and not any(other and not one for one, other in held)
