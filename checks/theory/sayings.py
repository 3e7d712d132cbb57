"""Statements in words about arrays of symbolic size: sums of rows, symmetry, triangles, ranges of entries, shapes.

A sentence becomes an equation where it is one (A 1 = 1, X^T = X), else a range or a shape with its own question.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from checks.theory.scope import Meaning, Scope
from checks.theory.stretches import Stretch
from derive.expression import Apply, Expression, Number, Symbol, apply, integer

_OPEN = r"[\s$`]*(?:\\\()?\s*$"
_CLOSE = r"^\s*(?:\\\)|\$|`)*\s*,?\s*"
ROWS = re.compile(
    r"\b(?P<all>(?:every|each|all(?: the)?|cada|todas las|the)\s+(?P<what>row|column|fila|columna)s?\s+(?:of|de)(?: the)?)"
    + _OPEN,
    re.IGNORECASE,
)
SUMS = re.compile(
    _CLOSE + r"(?:always )?(?:sums?|adds? up|suman?|have sum|has sum)\s+(?:up\s+)?(?:to|a|en)?\s*\$?(?P<n>\d+)", re.IGNORECASE
)
SYMMETRIC = re.compile(_CLOSE + r"(?:is|es)\s+(?:always\s+|siempre\s+)?(?:symmetric|simétrica)", re.IGNORECASE)
LOWER = re.compile(_CLOSE + r"(?:is|es)\s+(?:a\s+|una\s+)?(?:lower[- ]triangular|triangular inferior)", re.IGNORECASE)
ENTRIES = re.compile(
    r"\b(?:all(?: the)?|every|each|todas las)?\s*(?:entry|entries|entradas?|elements?|elementos|values)\s+(?:of|de)" + _OPEN,
    re.IGNORECASE,
)
LIES = re.compile(
    _CLOSE + r"(?:[^.]{0,40}?,\s*)?(?:lies?|are|is|están?|con valores)\s+(?:always\s+)?(?:in|between|en|entre)\s*\$?\s*$"
)
ROW_OF = re.compile(r"\b(?:row|fila)\s+\$(?P<row>[a-z])\$\s+(?:of|de)\s+\$(?P<of>[A-Z])\$", re.IGNORECASE)
_CELL = re.compile(
    r"^\s*\|\s*[$`]?(?P<name>[^|$`]+?)[$`]?\s*\|\s*[$`]?(?P<shape>\((?:\s*[\w_\\{}]+\s*,)+\s*[\w_\\{}]*\s*\))[$`]?\s*\|",
    re.MULTILINE,
)
_SHAPE = r"\(\s*\w+\s*,\s*\w+\s*\)"
_PRODUCT = re.compile(
    rf"^\s*(?:∂\w+/∂\w+|\w+)\s*:\s*(?P<said>(?P<shape>{_SHAPE})\s*=[^=\n]*?=\s*(?P<left>{_SHAPE})\s*@\s*(?P<right>{_SHAPE}))",
    re.MULTILINE,
)
_HAS = re.compile(
    _CLOSE
    + r"(?:has|have|tiene|of|is of|de)?\s*(?:the\s+|la\s+)?(?:shape|forma|dimensions?|size)\s*[$`]?(?P<shape>\([^()\n]{1,30}\))"
)


Reading = Callable[[Stretch], Expression | None]


@dataclass(frozen=True, slots=True)
class Saying:
    """One statement: its place, what it says of which expression, and with what."""

    start: int
    end: int
    kind: str
    of: Expression
    bounds: tuple[Fraction, Fraction, bool, bool] | None = None
    shape: str = ""


def sayings(text: str, stretches: Sequence[Stretch], read: Reading, end: int) -> Iterator[Saying]:
    """The statements about the formulas that stand alone in stretches."""
    for n, stretch in enumerate(stretches):
        before = text[stretch.before : stretch.start]
        after = text[stretch.end : min(end, stretch.end + 160)].split("\n\n")[0]
        found = read(stretch)
        if found is None:
            continue
        rows, sums = ROWS.search(before), SUMS.match(after)
        if rows and sums:
            axis = Number(Fraction(-1 if rows.group("what").lower() in ("row", "fila") else 0))
            total = Apply("reduce", (Symbol("total"), found, axis, Symbol("False")))
            yield Saying(
                stretch.before + rows.start(),
                stretch.end + sums.end(),
                "equal",
                apply("subtract", total, integer(int(sums.group("n")))),
            )
        elif match := SYMMETRIC.match(after):
            yield Saying(stretch.start, stretch.end + match.end(), "equal", apply("subtract", apply("transpose", found), found))
        elif match := LOWER.match(after):
            yield Saying(stretch.start, stretch.end + match.end(), "lower", found)
        elif (entries := ENTRIES.search(before)) and n + 1 < len(stretches):
            yield from _range(text, stretches, n, found, stretch.before + entries.start(), read)
        if match := _HAS.match(after):
            yield Saying(stretch.start, stretch.end + match.end(), "shape", found, shape=match.group("shape"))


def _range(text: str, stretches: Sequence[Stretch], n: int, of: Expression, start: int, read: Reading) -> Iterator[Saying]:
    """`All entries of X lie in [0, 1]`, with a remark between."""
    for stretch in stretches[n + 1 : n + 3]:
        if not LIES.match(text[stretches[n].end : stretch.start]):
            continue
        interval = text[stretch.start : stretch.end].strip()
        listed = read(stretch)
        match listed:
            case Apply("list" | "tuple", (low, high)):
                ends = _number(low), _number(high)
                if ends[0] is not None and ends[1] is not None:
                    bounds = ends[0], ends[1], interval.startswith("("), interval.endswith(")")
                    yield Saying(start, stretch.end, "range", of, bounds)
        return


def _number(expression: Expression) -> Fraction | None:
    from checks.theory.values import value_of

    found = value_of(expression, {})
    return found.low if found is not None and found.low == found.high else None


def cells(text: str, start: int, end: int) -> Iterator[tuple[int, int, str, int, int, str]]:
    """Rows of a table of shapes: the place and text of the array, the place and text of the shape."""
    for match in _CELL.finditer(text, start, end):
        yield *match.span("name"), match.group("name"), *match.span("shape"), match.group("shape")


def products(text: str, start: int, end: int) -> Iterator[tuple[int, int, str, bool]]:
    """`∂L/∂A : (4, 4) = … = (4,4) @ (4,4)`: the place of the statement, what it says, and whether the shapes fit."""
    for match in _PRODUCT.finditer(text, start, end):
        claimed, left, right = (tuple(re.findall(r"\w+", match.group(g))) for g in ("shape", "left", "right"))
        fits = len(left) == len(right) == 2 and left[1] == right[0] and claimed == (left[0], right[1])
        yield *match.span("said"), " ".join(match.group("said").split()), fits


def rows_named(scope: Scope, text: str) -> None:
    """`one row a of A`: a vector of weights, as any softmax gives."""
    for match in ROW_OF.finditer(text):
        known = scope.find(match.group("of"))
        if known is None or known.expression is None or not isinstance(known.expression, Apply):
            continue
        if known.expression.operation == "softmax" and scope.find(match.group("row")) is None:
            name, logits = match.group("row"), f"logits.{match.group('row')}"
            scope.names[logits] = Meaning(logits, ("T",))
            scope.names[name] = Meaning(name, None, Apply("softmax", (Symbol(logits),)))
