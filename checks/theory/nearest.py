"""The nearest true formula to a false one: one small slip undone, and proved. It explains, and decides nothing.

Slips: a lost or added transpose, a lost or doubled 1/sqrt(d_k), the scale outside the softmax, a sign, an axis, a kept
axis, a moved index, a neighbouring symbol, a power, a factor. Tried one at a time, the likelier first, a limited number.
What is offered is simplified first: no transpose of a transpose, one scale.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice, permutations, takewhile
from time import monotonic

from checks.theory.scope import Scope, split
from checks.theory.simplified import simplified
from checks.theory.verdicts import Judge
from derive.expression import ONE, Apply, Expression, Number, Symbol, apply, parts

Put = Callable[[Expression], Expression]
MOST = 48
SWAPS = {"add": "subtract", "subtract": "add"}
INVERSES = {"divide": "times", "times": "divide", "multiply": "divide"}
POWERS = {Fraction(2): (Fraction(4), Fraction(3)), Fraction(4): (Fraction(2),), Fraction(3): (Fraction(2),)}
NEIGHBOURS = {"Q": "K", "K": "Q", "V": "Y", "Y": "V", "O": "V", "S": "A", "A": "S", "P": "S"}
SIZES = ("d_k", "d", "d_h", "d_head")
BODIES: dict[str, tuple[int, ...]] = {  # where an operation has formulas, not letters, bounds or axes
    "sigma": (0,), "largest": (0,), "smallest": (0,), "reduce": (1,), "entry": (0,), "index": (0,), "column": (0,),
    "derivative": (), "einsum": (1, 2, 3), "compare": (), "rounded": (1,),
}  # fmt: skip
FACTORS = (Fraction(2), Fraction(1, 2))


def nearest(judge: Judge, scope: Scope, left: Expression, right: Expression, code: bool) -> tuple[str, Expression] | None:
    """The slip and the formula that is true without it, or None."""
    until = monotonic() + judge.seconds
    found = islice(_distinct(variants(right, scope), simplified(right)), MOST)
    in_time = takewhile(lambda _: monotonic() < until, found)
    return next((one for one in in_time if judge.proves(scope, left, one[1], code)), None)


def _distinct(found: Iterator[tuple[str, Expression]], known: Expression) -> Iterator[tuple[str, Expression]]:
    seen = {known}
    for slip, candidate in found:
        if candidate not in seen:
            seen.add(candidate)
            yield slip, candidate


def variants(right: Expression, scope: Scope) -> Iterator[tuple[str, Expression]]:
    """The formula with one slip undone and simplified, the likelier slips first."""
    for slip, candidate in _variants(right, scope):
        yield slip, simplified(candidate)


def _variants(right: Expression, scope: Scope) -> Iterator[tuple[str, Expression]]:
    places = list(occurrences(right))
    nodes = [node for node, _ in places]
    yield from ((slip, put(new)) for node, put in places for slip, new in _along(node))
    yield from (("transpose", put(new)) for node, put in places for new in _turned(node))
    yield from (("sign", put(new)) for node, put in places for new in _signed(node))
    yield from _scaled(right, places, scope)
    yield from (("index", put(new)) for node, put in reversed(places) for new in _moved(node, nodes))
    yield from (("symbol", put(new)) for node, put in places for new in _beside(node, scope))
    yield from (("diagonal", put(new)) for node, put in places for new in _diagonal(node))
    yield from (("power", put(new)) for node, put in places for new in _powered(node))
    yield from (("inverse", put(new)) for node, put in places for new in _inverted(node))
    yield from (("factor", put(new)) for node, put in places for new in _factored(node, right))


def occurrences(e: Expression) -> Iterator[tuple[Expression, Put]]:
    """Every part of a formula, with what puts something else in that one place."""
    yield e, lambda new: new
    for n, argument in enumerate(e.arguments if isinstance(e, Apply) else ()):
        if isinstance(e, Apply) and n not in BODIES.get(e.operation, range(len(e.arguments))):
            continue
        for node, put in occurrences(argument):
            yield node, _beneath(e, n, put)


def _beneath(e: Expression, n: int, put: Put) -> Put:
    assert isinstance(e, Apply)
    return lambda new: Apply(e.operation, (*e.arguments[:n], put(new), *e.arguments[n + 1 :]))


def _turned(node: Expression) -> Iterator[Expression]:
    match node:
        case Apply("transpose", (inner,)):
            yield inner
        case Symbol(name) if name[:1].isupper() or (name[:1] == "d" and name[1:2].isupper()):
            yield apply("transpose", node)
        case Apply("derivative", _):
            yield apply("transpose", node)
        case Apply("times" | "matmul" as product, (left, right)):
            yield Apply(product, (_flipped(right), _flipped(left)))
            yield Apply(product, (right, left))
            yield Apply(product, (right, apply("transpose", left)))
            yield Apply(product, (apply("transpose", right), left))
            yield apply("transpose", node)


def _flipped(node: Expression) -> Expression:
    match node:
        case Apply("transpose", (inner,)):
            return inner
    return apply("transpose", node)


def _signed(node: Expression) -> Iterator[Expression]:
    match node:
        case Apply("add" | "subtract" as name, arguments):
            yield Apply(SWAPS[name], arguments)
        case Apply("negative", (inner,)):
            yield inner
        case Apply("power", (base, Number(value))) if value == -1:
            yield base
        case Apply("exp", (inner,)):
            yield apply("exp", apply("negative", inner))


def _along(node: Expression) -> Iterator[tuple[str, Expression]]:
    match node:
        case Apply("reduce", (operation, inner, Number(axis), keep)):
            turned = Number(Fraction(0 if axis in (-1, 1) else -1))
            yield "keepdims", Apply("reduce", (operation, inner, Number(axis), Symbol("True")))
            yield "axis", Apply("reduce", (operation, inner, turned, keep))
            yield "axis", Apply("reduce", (operation, inner, turned, Symbol("True")))
        case Apply("transpose", (Apply("rowsum" | "softmax" as name, (Apply("transpose", (inner,)),)),)):
            yield "axis", Apply(name, (inner,))
        case Apply("rowsum" | "softmax" as name, (inner,)):
            yield "axis", apply("transpose", Apply(name, (apply("transpose", inner),)))


def _scaled(right: Expression, places: list[tuple[Expression, Put]], scope: Scope) -> Iterator[tuple[str, Expression]]:
    """The scale put in or taken out, of the whole or of what stands in a softmax; or moved inside."""
    size = next((Symbol(s) for s in SIZES if s in scope.axes), None)
    if size is None:
        return
    root = apply("sqrt", size)
    logits = [(node.arguments[0], put) for node, put in places if isinstance(node, Apply) and node.operation == "softmax"]
    inner = [(part, _within_softmax(put)) for part, put in logits]
    whole: list[tuple[Expression, Put]] = [(right, lambda new: new)]
    for part, put in whole + inner:
        if any(p == root for p in parts(part)):
            yield "inverse", put(apply("divide", part, size))
        yield "lost_scale", put(apply("divide", part, root))
        yield "doubled_scale", put(apply("times", part, root))
        yield "doubled_scale", put(apply("times", part, size))
    for part, put in inner:
        yield "scale_outside", apply("times", put(apply("divide", part, root)), root)
    if not any(p == size for p in parts(right)):
        yield "lost_scale", apply("divide", right, size)


def _within_softmax(put: Put) -> Put:
    return lambda new: put(apply("softmax", new))


def _diagonal(node: Expression) -> Iterator[Expression]:
    """p ⊙ (1 − p) ⊙ g, the diagonal of the Jacobian alone: p ⊙ (g − Σ g p)."""
    factors = _factors(node)
    if len(factors) != 3:
        return
    for weights, other, gradient in permutations(factors):
        match other:
            case Apply("subtract", (Number(Fraction(numerator=1, denominator=1)) | Symbol("𝟏"), same)) if same == weights:
                product = apply("multiply", gradient, weights)
                for summed in (Apply("rowsum", (product,)), Apply("total", (product,))):
                    yield apply("multiply", weights, apply("subtract", gradient, summed))


def _factors(node: Expression) -> list[Expression]:
    match node:
        case Apply("multiply" | "times", (left, right)):
            return [*_factors(left), *_factors(right)]
    return [node]


def _moved(node: Expression, nodes: list[Expression]) -> Iterator[Expression]:
    if not isinstance(node, Symbol) or not split(node.name)[1]:
        return
    letters = {p for n in nodes if isinstance(n, Symbol) for p in split(n.name)[1] if len(p) == 1 and p.isalpha()}
    base, pieces = split(node.name)
    for n, piece in enumerate(pieces):
        for letter in sorted(letters - {piece}):
            yield Symbol(base + "_" + "".join([*pieces[:n], letter, *pieces[n + 1 :]]))
    if len(pieces) == 2:
        yield Symbol(f"{base}_{pieces[1]}{pieces[0]}")


def _beside(node: Expression, scope: Scope) -> Iterator[Expression]:
    match node:
        case Symbol(name) if name in NEIGHBOURS and scope.find(NEIGHBOURS[name]) is not None:
            yield Symbol(NEIGHBOURS[name])
        case Apply("derivative", (above, Symbol(name))) if name in NEIGHBOURS:
            yield Apply("derivative", (above, Symbol(NEIGHBOURS[name])))
        case Symbol(name) if name[:1] == "d" and name[1:] in NEIGHBOURS:
            yield Symbol("d" + NEIGHBOURS[name[1:]])


def _powered(node: Expression) -> Iterator[Expression]:
    match node:
        case Apply("power", (base, Number(value))) if value in POWERS:
            yield from (apply("power", base, Number(other)) for other in POWERS[value])
            yield base
        case Apply("sqrt", (inner,)):
            yield inner
        case Symbol("d_k" | "d"):
            yield apply("sqrt", node)
        case Symbol(name) if split(name)[1] or len(name) == 1:
            yield apply("power", node, Number(Fraction(2)))


def _inverted(node: Expression) -> Iterator[Expression]:
    match node:
        case Apply("divide" | "times" | "multiply" as name, (left, right)):
            yield Apply(INVERSES[name], (left, right))


def _factored(node: Expression, right: Expression) -> Iterator[Expression]:
    """A factor dropped; the whole with a 2 or a half."""
    match node:
        case Apply("times" | "multiply" | "matmul", (x, y)):
            yield x
            yield y
        case Apply("divide", (x, _)):
            yield x
    if node == right:
        yield from (apply("times", Number(f), node) for f in FACTORS)
        yield apply("subtract", ONE, node)
