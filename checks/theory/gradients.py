"""The gradients that formulas name, and which output an unspecified loss depends on."""

from collections.abc import Sequence

from checks.notation.chains import Chain
from checks.theory.reader import name_of
from checks.theory.scope import Scope, split
from derive.expression import Apply, Expression, Symbol, parts


def sinks(scope: Scope, chains: Sequence[Chain]) -> None:
    """Which output an unspecified loss depends on: the one whose gradient is used or named, but never derived."""
    heads: list[str] = []
    used: list[str] = []
    for chain in chains:
        for place, member in enumerate(chain.members):
            if member is None:
                continue
            gradients = list(gradients_of(member.expression, scope))
            if place == 0 and len(gradients) == 1 and is_gradient(member.expression, scope):
                heads += [f"{loss} {of}" for loss, of in gradients]
            elif place == 1 and is_gradient(member.expression, scope) and name_of(chain.members[0]):
                loss, of = gradients[0]
                scope.sinks[loss] = of
            else:
                used += [f"{loss} {of}" for loss, of in gradients]
    _forget(scope, heads)
    for pair in used:
        loss, of = pair.split(" ", 1)
        if pair not in heads and loss not in scope.sinks and scope.find(loss) is None:
            scope.sinks[loss] = _past(scope, of, {split(h.split(" ", 1)[1])[0] for h in heads if h.startswith(f"{loss} ")})


def _past(scope: Scope, output: str, derived: set[str]) -> str:
    """The output that a loss depends on; where something derived reaches a later one past it, that one.

    With Q = X W_Q, K = X W_K and V = X W_V, X reaches Y past Q.
    """
    made = [n for n, m in scope.names.items() if m.expression is not None and n != output]
    later = [n for n in made if output in _below(scope, n)]
    last = [n for n in later if not any(n in _below(scope, other) for other in later if other != n)]
    past = [n for n in last if derived & _below(scope, n, output)]
    return past[0] if len(past) == 1 else output


def _forget(scope: Scope, heads: list[str]) -> None:
    """A section that differentiates by nothing the output of an earlier section depends on speaks of another loss."""
    for loss, output in list(scope.sinks.items()):
        below = _below(scope, output)
        derived = [of for own, of in (head.split(" ", 1) for head in heads) if own == loss]
        if derived and not below & {*derived, *(split(of)[0] for of in derived)}:
            del scope.sinks[loss]


def _below(scope: Scope, name: str, without: str = "") -> set[str]:
    """A quantity and all that it is computed from, but for what it is only through another one."""
    out: set[str] = {without} if without else set()
    waiting = [name]
    while waiting:
        found = waiting.pop()
        meaning = scope.find(found) or scope.conventional(found)
        if found in out:
            continue
        out.add(found)
        if meaning is not None and meaning.expression is not None:
            names = {p.name for p in parts(meaning.expression) if isinstance(p, Symbol)}
            waiting += [*names, *(split(n)[0] for n in names)]
    return out - {without}


def gradients_of(expression: Expression, scope: Scope) -> "list[tuple[str, str]]":
    """The losses and quantities of the gradients in an expression."""
    out = []
    for part in parts(expression):
        match part:
            case Apply("derivative", (Symbol(loss), Symbol(of))) if scope.find(loss) is None and len(loss) <= 4:
                base = split(of)[0]
                if "_" in loss and scope.find(split(loss)[0]) is not None:
                    continue
                out.append((loss, of if scope.find(of) else base))
            case Symbol(name) if name[:1] == "d" and scope.find(name) is None and not scope.is_size(name):
                base = split(name)[0][1:]
                if base and (scope.find(base) or scope.conventional(base)):
                    out.append(("L", base))
    return out


def is_gradient(expression: Expression, scope: Scope) -> bool:
    whole = isinstance(expression, Symbol) or (isinstance(expression, Apply) and expression.operation == "derivative")
    return whole and bool(gradients_of(expression, scope))


def is_upstream(expression: Expression, scope: Scope) -> bool:
    return isinstance(expression, Apply) and expression.operation == "derivative" and is_gradient(expression, scope)
