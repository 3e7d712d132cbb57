"""Arrays that a document never declares, inferred from how its sums and softmaxes run through them."""

from contextlib import suppress

from checks.notation.chains import Chain
from checks.theory.arrays import Misfit, Unsupported
from checks.theory.lower import Lower
from checks.theory.scope import Meaning, Scope, canonical, split
from derive.expression import Apply, Expression, Number, Symbol, parts


def infer(scope: Scope, chain: Chain) -> None:
    """Arrays that the document never declares, from how sums run through them: Σ_{j=1}^{n} e^{x_j}."""
    for member in chain.members:
        for part in parts(member.expression) if member is not None else ():
            if isinstance(part, Apply) and part.operation == "softmax" and isinstance(part.arguments[0], Symbol):
                _argument(scope, part.arguments[0].name)
            _averaged(scope, part)
            if isinstance(part, Apply) and part.operation in ("sigma", "largest") and isinstance(part.arguments[1], Symbol):
                _inferred(scope, part, part.arguments[1].name)


def _argument(scope: Scope, name: str) -> None:
    """softmax(s) of a letter that nothing declares: a vector."""
    base, pieces = split(name)
    if len(pieces) < 2 and base.islower() and not scope.knows(base) and not scope.conventional(base):
        scope.names[canonical(base)] = Meaning(base, ("n",))


def _averaged(scope: Scope, part: Expression) -> None:
    """1/d Σ_i x_i, a mean: x has d entries."""
    match part:
        case Apply(
            "times" | "multiply", (Apply("divide", (Number(value), Symbol(size))), Apply("sigma", (_, Symbol(letter))) as sigma)
        ):
            plain = value == 1
        case Apply("divide", (Apply("sigma", (_, Symbol(letter))) as sigma, Symbol(size))):
            plain = True
        case _:
            return
    if plain and scope.is_size(size):
        _inferred(scope, sigma, letter, size)


def _inferred(scope: Scope, sigma: Apply, letter: str, size: str = "n") -> None:
    upper = next((b.arguments[0] for b in sigma.arguments[2:] if isinstance(b, Apply) and b.operation == "to"), None)
    axis = upper.name if isinstance(upper, Symbol) and scope.is_size(upper.name) else _beside(scope, sigma, letter) or size
    for part in parts(sigma.arguments[0]):
        if not isinstance(part, Symbol) or scope.find(part.name) is not None:
            continue
        base, pieces = split(part.name)
        known = scope.find(base) or scope.family(base) or scope.conventional(base) or base[0] in "dδ∂"
        if pieces == (letter,) and not known:
            scope.names[canonical(base)] = Meaning(base, (axis,))


def _beside(scope: Scope, sigma: Apply, letter: str) -> str | None:
    """The range of a letter by an array that has a shape and takes the letter too: p in Σ_i y_i log p_i."""
    for part in parts(sigma.arguments[0]):
        base, pieces = split(part.name) if isinstance(part, Symbol) else ("", ())
        if letter not in pieces or scope.find(base) is None:
            continue
        with suppress(Misfit, Unsupported):
            axes = [axis for axis in Lower(scope).name(base).shape if axis != "1"]
            if len(axes) == len(pieces):
                return axes[pieces.index(letter)]
    return None
