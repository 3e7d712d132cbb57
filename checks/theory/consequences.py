"""What follows from a formula by a word: its value at the crossover, its limit for long sequences, its form where B = D.

Solutions are put back into their equation, limits are those of rational functions (leading coefficients), and each is
then an equation like any other. A consequence of a false formula knows from which one it would follow.
"""

import re
from collections.abc import Iterator, Mapping

from checks.notation.chains import Chain
from derive.expression import ONE, ZERO, Apply, Expression, Number, Symbol, apply, substitute

EQUATION = re.compile(
    r"(?:cross(?:over|es)?|cruce|equation|solv\w*|equal when|ecuación|igual\w* cuando|break-?even)\W*(?:\w+\W+){0,3}$"
)
SOLVED = re.compile(r"^[\s$.)\\]*(?:lies|is|occurs|happens|holds|gives|está|se da|for|at|en)\b", re.IGNORECASE)
EQUALS = re.compile(r"\b(?:it|this|which|esto)\s+(?:equals|is|becomes|reduces to|vale|es)\s*(?:\$|\\\()\s*$", re.IGNORECASE)
MOST = 24
Polynomial = Mapping[int, Expression]


class TooMany(Exception):
    """A polynomial of more terms than are multiplied out."""


def solved(chain: Chain, after: Chain | None, text: str) -> tuple[Expression, Expression] | None:
    """Both sides of an equation with its solution put in, where a chain is an equation and the next one solves it."""
    if after is None or len(chain.members) != 2 or len(after.members) != 2 or chain.relations != ("=",):
        return None
    left, right = chain.members
    name, value = after.members
    if left is None or right is None or name is None or value is None or not isinstance(name.expression, Symbol):
        return None
    if not EQUATION.search(text[max(0, chain.start - 60) : chain.start]) or not SOLVED.match(text[chain.end : after.start]):
        return None
    put = {name.expression.name: value.expression}
    return substitute(left.expression, put), substitute(right.expression, put)


def limit(expression: Expression, variable: str) -> Expression | None:
    """The limit of a rational function for a variable that grows; None where it is none, is too long or has no finite limit."""
    try:
        found = _fraction(expression, variable)
    except TooMany:
        return None
    if found is None:
        return None
    top, bottom = (max(p, default=None) for p in found)
    if bottom is None or top is None or top > bottom:
        return None
    return ZERO if top < bottom else apply("divide", found[0][top], found[1][bottom])


def _fraction(e: Expression, variable: str) -> tuple[Polynomial, Polynomial] | None:
    match e:
        case Apply("divide", (above, below)):
            x, y = _fraction(above, variable), _fraction(below, variable)
            return None if x is None or y is None else (_times(x[0], y[1]), _times(x[1], y[0]))
        case Apply("times" | "multiply", (left, right)):
            x, y = _fraction(left, variable), _fraction(right, variable)
            return None if x is None or y is None else (_times(x[0], y[0]), _times(x[1], y[1]))
        case Apply("add" | "subtract" as name, (left, right)):
            x, y = _fraction(left, variable), _fraction(right, variable)
            if x is None or y is None:
                return None
            return _plus(_times(x[0], y[1]), _times(y[0], x[1]), 1 if name == "add" else -1), _times(x[1], y[1])
        case Apply("negative", (inner,)):
            return _fraction(apply("subtract", ZERO, inner), variable)
        case Apply("power", (base, Number(value))) if value.denominator == 1 and 0 <= value <= 8:
            out: tuple[Polynomial, Polynomial] = ({0: ONE}, {0: ONE})
            once = _fraction(base, variable)
            for _ in range(int(value)):
                if once is None:
                    return None
                out = _times(out[0], once[0]), _times(out[1], once[1])
            return out
        case Symbol(name) if name == variable:
            return {1: ONE}, {0: ONE}
        case Number() | Symbol():
            return ({0: e} if e != ZERO else {}), {0: ONE}
    return None


def _times(x: Polynomial, y: Polynomial) -> Polynomial:
    out: dict[int, Expression] = {}
    for (m, a), (n, b) in ((p, q) for p in x.items() for q in y.items()):
        product = b if a == ONE else a if b == ONE else apply("times", a, b)
        out[m + n] = apply("add", out[m + n], product) if m + n in out else product
    if len(out) > MOST:
        raise TooMany
    return out


def _plus(x: Polynomial, y: Polynomial, sign: int) -> Polynomial:
    out = dict(x)
    for n, b in y.items():
        signed = b if sign > 0 else apply("negative", b)
        out[n] = apply("add", out[n], signed) if n in out else signed
    return out


def growing(chains: list[Chain]) -> Iterator[tuple[str, str]]:
    """T ≫ d: what grows beyond what."""
    for chain in chains:
        for left, relation, right in zip(chain.members, chain.relations, chain.members[1:]):
            if left is None or right is None:
                continue
            if isinstance(left.expression, Symbol) and isinstance(right.expression, Symbol) and relation in ("≫", "≪"):
                pair = (left.expression.name, right.expression.name)
                yield pair if relation == "≫" else pair[::-1]
