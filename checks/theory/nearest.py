"""The nearest true formula to a false one: one small slip undone, and proved. It explains, and decides nothing.

Slips: a lost or added transpose, a lost or doubled 1/sqrt(d_k), a sign, an axis, a kept axis, a moved index, a
neighbouring symbol, a power. Tried one at a time, the likelier first, a limited number of them.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from checks.theory.scope import Scope, split
from checks.theory.verdicts import Judge
from derive.expression import Apply, Expression, Number, Symbol, apply, parts, rebuild

MOST = 40
SWAPS = {"add": "subtract", "subtract": "add"}
POWERS = {Fraction(2): Fraction(4), Fraction(4): Fraction(2)}
NEIGHBOURS = {"Q": "K", "K": "Q", "V": "O", "O": "V", "S": "A", "A": "S"}


def nearest(judge: Judge, scope: Scope, left: Expression, right: Expression, code: bool) -> tuple[str, Expression] | None:
    """The slip and the formula that is true without it, or None."""
    for slip, candidate in islice(variants(right, scope), MOST):
        if judge.proves(scope, left, candidate, code):
            return slip, candidate
    return None


def variants(right: Expression, scope: Scope) -> Iterator[tuple[str, Expression]]:
    """The formula with one slip undone, the likelier slips first."""
    nodes = list(dict.fromkeys(parts(right)))
    yield from (("axis", _put(right, n, new)) for n in nodes for new in _along(n))
    yield from (("transpose", _put(right, n, new)) for n in nodes for new in _turned(n))
    yield from (("sign", _put(right, n, new)) for n in nodes for new in _signed(n))
    root = apply("sqrt", Symbol("d_k"))
    if "d_k" in scope.axes:
        yield "lost_scale", apply("divide", right, root)
        yield "doubled_scale", apply("times", right, root)
        yield "doubled_scale", apply("times", right, Symbol("d_k"))
    yield from (("index", _put(right, n, new)) for n in nodes for new in _moved(n, nodes))
    yield from (("symbol", _put(right, n, new)) for n in nodes for new in _beside(n, scope))
    yield from (("power", _put(right, n, new)) for n in nodes for new in _powered(n))


def _put(whole: Expression, old: Expression, new: Expression) -> Expression:
    return rebuild(whole, lambda part: new if part == old else None)


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


def _along(node: Expression) -> Iterator[Expression]:
    match node:
        case Apply("reduce", (operation, inner, Number(axis), keep)):
            turned = Number(Fraction(0 if axis in (-1, 1) else -1))
            yield Apply("reduce", (operation, inner, Number(axis), Symbol("True")))
            yield Apply("reduce", (operation, inner, turned, keep))
            yield Apply("reduce", (operation, inner, turned, Symbol("True")))


def _moved(node: Expression, nodes: list[Expression]) -> Iterator[Expression]:
    if not isinstance(node, Symbol) or not split(node.name)[1]:
        return
    letters = {p for n in nodes if isinstance(n, Symbol) for p in split(n.name)[1] if len(p) == 1 and p.isalpha()}
    base, pieces = split(node.name)
    for n, piece in enumerate(pieces):
        for letter in sorted(letters - {piece}):
            yield Symbol(base + "_" + "".join([*pieces[:n], letter, *pieces[n + 1 :]]))


def _beside(node: Expression, scope: Scope) -> Iterator[Expression]:
    if isinstance(node, Symbol) and node.name in NEIGHBOURS and (scope.find(NEIGHBOURS[node.name]) is not None):
        yield Symbol(NEIGHBOURS[node.name])


def _powered(node: Expression) -> Iterator[Expression]:
    match node:
        case Apply("power", (base, Number(value))) if value in POWERS:
            yield apply("power", base, Number(POWERS[value]))
        case Apply("sqrt", (inner,)):
            yield inner
        case Symbol("d_k"):
            yield apply("sqrt", node)
