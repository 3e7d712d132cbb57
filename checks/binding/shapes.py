"""Shapes written out: `∂L/∂A : (4, 4) = (∂L/∂Y) V.T = (4,4) @ (4,4)`. Each member has one, and all must be the first.

The shape of a formula is that of its value with ones in place of what is not known but for its shape: a bracket of sizes, or
a gradient, which is shaped as what it is taken by. A member whose shape cannot be told is undecided.
"""

import re
from dataclasses import replace

from checks.binding.context import Context
from checks.claims import Claim
from checks.notation.formula import Formula
from checks.quantities import NO_VALUE
from derive.expression import Apply, Expression, Number, Symbol, integer, rebuild, symbols
from derive.printing import show
from derive.values import Shape, ShapeError

MAX_ITEMS = 4096
_SUBJECT = re.compile(r"(∂L/∂\w+|dL/d\w+|\w+)\s*:\s*$")


def claims(context: Context, members: list[Formula | None], start: int) -> list[Claim]:
    """The claims of a chain in which shapes stand: the first shape of its subject, the others against the first."""
    known = [m for m in members if m is not None]
    wanted = _sizes(context, known[0].expression) if known else None
    if wanted is None:
        return []
    subject = _SUBJECT.search(context.document.text[max(0, start - 60) : start])
    out = []
    for number, member in enumerate(known):
        about = f"{show(known[0].expression)} = {show(member.expression)}"
        claim = Claim(member.start, member.end, "shape", about)
        if number:
            out.append(_judged(claim, wanted, *_shape(context, member.expression)))
        elif subject:
            name = re.sub(r"^(?:∂L/∂|dL/d)", "d", subject.group(1))
            said = replace(claim, about=f"{subject.group(1)}: {show(member.expression)}")
            out.append(_judged(said, wanted, *_shape(context, Symbol(name))))
    return out


def _judged(claim: Claim, wanted: Shape, shape: Shape | None, clash: str) -> Claim:
    if clash or (shape is not None and shape != wanted):
        details = (("printed", str(wanted)), ("shape", clash or str(shape)))
        return replace(claim, settled="wrong", reason="shapes", details=details)
    return replace(claim, settled="undecided" if shape is None else "agrees", reason="shapes" if shape is None else "")


def _shape(context: Context, expression: Expression) -> tuple[Shape | None, str]:
    """The shape of an expression, or None where it cannot be told; and, where its parts do not fit, which."""
    sizes = _sizes(context, expression)
    if sizes is not None:
        return sizes, ""
    known = rebuild(expression, lambda part: _stand_in(context, part))
    resolved = context.resolve(known)
    if any("#" not in name for name in symbols(resolved)):
        return None, ""
    try:
        return context.quantities.truth(resolved).shape, ""
    except ShapeError as error:
        return None, str(error)
    except NO_VALUE:
        return None, ""


def _sizes(context: Context, expression: Expression) -> Shape | None:
    """The shape that a bracket of sizes is."""
    if not isinstance(expression, Apply) or expression.operation not in ("tuple", "list"):
        return None
    values = [context.quantities.rational(context.resolve(e)) for e in expression.arguments]
    whole = [int(v) for v in values if v is not None and v.denominator == 1 and v > 0]
    return tuple(whole) if len(whole) == len(values) else None


def _stand_in(context: Context, part: Expression) -> Expression | None:
    """Ones of the right shape for a bracket of sizes and for a gradient that the page gives no numbers for."""
    if isinstance(part, Apply) and part.operation in ("tuple", "list"):
        return _ones(_sizes(context, part))
    if isinstance(part, Symbol) and part.name[:1] == "d" and context.quantities.shape(context.resolve(part)) is None:
        owner = context.quantities.meaning.get(part.name[1:])
        return _ones(context.quantities.shape(Symbol(owner)) if owner else None)
    return None


def _ones(shape: Shape | None) -> Expression | None:
    if shape is None or len(shape) > 2:
        return None
    size = 1
    for n in shape:
        size *= n
    if size > MAX_ITEMS:
        return None
    out: Expression = Number(integer(1).value)
    for n in reversed(shape):
        out = Apply("list", (out,) * n)
    return out
