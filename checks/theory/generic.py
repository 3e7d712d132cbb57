"""Matrices that a page never declares, in an identity of matrix algebra: (A B)^T = B^T A^T for all that fit.

Each name gets the most general shape with which the products and sums have one; the formula is then judged for all sizes.
"""

from dataclasses import dataclass, field

from checks.theory.scope import Meaning, Scope, split
from derive.expression import Apply, Expression, Number, Symbol, parts, symbols

AXES = "nmprstuvw"
Shape = tuple[str, str]


class NoMatrices(Exception):
    """The formula is no identity of matrix algebra between names nothing is known of."""


@dataclass(slots=True)
class _Shapes:
    """Axes by their names, `X.0` the rows and `X.1` the columns of X; those that must agree are joined."""

    joined: dict[str, str] = field(default_factory=dict)

    def root(self, axis: str) -> str:
        while axis in self.joined:
            axis = self.joined[axis]
        return axis

    def join(self, one: str, other: str) -> None:
        one, other = self.root(one), self.root(other)
        if one != other:
            self.joined[other] = one

    def of(self, e: Expression) -> Shape | None:
        """The shape of a formula; None for a number. NoMatrices."""
        match e:
            case Number():
                return None
            case Symbol(name) if split(name)[0].isupper() and len(split(name)[0]) == 1:
                return f"{name}.0", f"{name}.1"
            case Apply("transpose", (inner,)) if (found := self.of(inner)) is not None:
                return found[1], found[0]
            case Apply("negative", (inner,)):
                return self.of(inner)
            case Apply("times" | "matmul", (left, right)):
                one, other = self.of(left), self.of(right)
                if one is None or other is None:
                    return one or other
                self.join(one[1], other[0])
                return one[0], other[1]
            case Apply("add" | "subtract", (left, right)):
                return self.same(left, right)
        raise NoMatrices

    def same(self, left: Expression, right: Expression) -> Shape:
        """The one shape of two formulas."""
        one, other = self.of(left), self.of(right)
        if one is None or other is None:
            raise NoMatrices
        for x, y in zip(one, other):
            self.join(x, y)
        return one


def is_rule(left: Expression, right: Expression) -> bool:
    """Whether an equation is a rule for a transposed product, (A B)^T = …, made of the same names on both sides.

    Any other equation of undeclared matrices may be what a page assumes of them: R^T R = I, A^T = A.
    """
    whole = any(
        isinstance(e, Apply) and e.operation == "transpose" and isinstance(e.arguments[0], Apply) for e in (left, right)
    )
    bases = [split(n)[0] for n in symbols(left)]
    return whole and symbols(left) == symbols(right) and len(bases) == len(set(bases)) > 1


def matrices(scope: Scope, left: Expression, right: Expression) -> Scope | None:
    """A scope in which the unknown names of an equation are matrices of the most general shapes that fit; None where it has
    other names, or no transpose that shows that they are matrices."""
    every = [p for side in (left, right) for p in parts(side)]
    names = sorted({p.name for p in every if isinstance(p, Symbol)})
    turned = any(isinstance(p, Apply) and p.operation == "transpose" for p in every)
    if not turned or not names or any(scope.find(n) or scope.find(split(n)[0]) or n in scope.ranges for n in names):
        return None
    shapes = _Shapes()
    try:
        shapes.same(left, right)
    except NoMatrices:
        return None
    roots = list(dict.fromkeys(shapes.root(f"{name}.{n}") for name in names for n in (0, 1)))
    if len(roots) > len(AXES):
        return None
    axes = dict(zip(roots, AXES))
    known = {name: tuple(axes[shapes.root(f"{name}.{n}")] for n in (0, 1)) for name in names}
    return Scope({name: Meaning(name, shape) for name, shape in known.items()})
