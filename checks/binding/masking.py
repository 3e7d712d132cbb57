"""Masks in program text: `np.where(np.tril(np.ones((T, T))) == 0, -np.inf, S)`, `S.masked_fill(mask, -inf)`, `S[mask] = -1e9`.

A line of Python is parsed and never run: an interpreter of a dozen array functions works out the places that a mask marks.
What it does not know leaves the line to those who say that a name has changed by what was not read. A finite fill far
below all scores (-1e9) is the minus infinity that it stands for.
"""

import ast
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from checks.binding.context import Context
from checks.binding.members import FAR
from checks.claims import Claim
from checks.notation.arrays import pattern
from checks.notation.formula import MASKED, parse
from checks.pieces import Line, Span
from derive.expression import Apply, Expression, Number, Symbol, apply

MAX_SIDE = 64
MAX_LENGTH = 400
INFINITE = "-inf"
_SEEN = re.compile(r"triu|tril|where\(|masked_fill|\]\s*=[^=]|==|~|_like\(|full\(|\de\d")
Entry = Fraction | str
Table = tuple[tuple[Entry, ...], ...]
_COMPARED: dict[type[ast.cmpop], Callable[[Fraction, Fraction], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Gt: operator.gt, ast.Lt: operator.lt, ast.GtE: operator.ge,
    ast.LtE: operator.le,
}  # fmt: skip
_KEPT = {
    "triu": lambda i, j, k: j - i >= k,
    "tril": lambda i, j, k: j - i <= k,
}
_SAME = ("astype", "bool", "to", "float", "array", "asarray", "tensor")


class _Unknown(Exception):
    """Something in a line that is no mask."""


@dataclass(frozen=True, slots=True)
class _Change:
    """A name, and what a line makes of it."""

    name: str
    meaning: Expression
    before: Expression | None = None


def read_mask(context: Context, line: Line) -> Span | None:
    """The statement of a code line that makes or applies a mask, which is read; None for any other line."""
    text = context.document.text[line.start : line.end]
    if not line.code or len(text) > MAX_LENGTH or not _SEEN.search(text) or not text.isascii():
        return None
    try:
        body = ast.parse(text.strip()).body
        change = _Reader(context, line.start + len(text) - len(text.lstrip())).statement(body[0]) if len(body) == 1 else None
    except (_Unknown, SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if change is None:
        return None
    start = line.start + len(text) - len(text.lstrip())
    end = line.start + len(re.sub(r"[\s;]*(?:#[^\n]*)?$", "", text))
    context.add(Claim(start, end, "formula", text[start - line.start : end - line.start], settled="given", reason="definition"))
    symbol = context.quantities.define(change.name, change.meaning, given=change.before is None)
    context.lost.discard(change.name)
    if change.before is not None:
        context.roles.mask(change.before, symbol)
    return start, end


@dataclass(slots=True)
class _Reader:
    """Reads one statement, whose text begins at `start` of the document."""

    context: Context
    start: int

    def statement(self, node: ast.stmt) -> _Change | None:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return self._assigned(name, value)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=where)], value=value):
                scores = self._scores(ast.Name(id=name))
                return _Change(name, _filled(scores, self._places(where, self._shape(scores)), _scalar(value)), scores)
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Sub() as sign, value=value):
                return self._added(name, ast.Name(id=name), value, sign)
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="masked_fill_"), args=[where, value])
            ):
                scores = self._scores(ast.Name(id=name))
                return _Change(name, _filled(scores, self.table(where), _scalar(value)), scores)
        return None

    def _assigned(self, name: str, value: ast.expr) -> _Change:
        match value:
            case ast.Call(func=ast.Attribute(attr="where"), args=[where, ast.expr() as yes, ast.expr() as no]):
                table = self.table(where)
                if _is_scalar(yes):
                    return self._masked(name, no, table, yes)
                return self._masked(name, yes, _flipped(table), no)
            case ast.Call(func=ast.Attribute(value=scores, attr="masked_fill"), args=[where, fill]):
                return self._masked(name, scores, self.table(where), fill)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as sign, right=right) if not _is_scalar(left):
                return self._added(name, left, right, sign)
        return _Change(name, _as_list(self.table(value)))

    def _masked(self, name: str, scores: ast.expr, table: Table, fill: ast.expr) -> _Change:
        before = self._scores(scores)
        self._check(table, before)
        return _Change(name, _filled(before, table, _scalar(fill)), before)

    def _added(self, name: str, scores: ast.expr, added: ast.expr, sign: ast.operator) -> _Change:
        """Scores and a table of zeros and of numbers that hide. _Unknown where it holds anything else."""
        before, table = self._scores(scores), self.table(added)
        if isinstance(sign, ast.Sub):
            table = _mapped(table, lambda entry: -_number(entry))
        self._check(table, before)
        if any(entry != INFINITE and FAR < _number(entry) != 0 for row in table for entry in row):
            raise _Unknown
        return _Change(name, _filled(before, _mapped(table, lambda entry: Fraction(entry != 0)), INFINITE), before)

    def _check(self, table: Table, scores: Expression) -> None:
        if (len(table), len(table[0])) != self._shape(scores):
            raise _Unknown

    # -- arrays ------------------------------------------------------------------------
    def table(self, node: ast.expr) -> Table:
        """The entries of an array of numbers. _Unknown for any other expression."""
        match node:
            case ast.Name():
                return self._named(node.id)
            case ast.UnaryOp(op=ast.Invert(), operand=inner):
                return _flipped(self.table(inner))
            case ast.Compare(left=left, ops=[compared], comparators=[right]) if type(compared) in _COMPARED:
                holds, value = _COMPARED[type(compared)], _scalar(right)
                return _mapped(self.table(left), lambda entry: Fraction(holds(_number(entry), _number(value))))
            case ast.BinOp(left=left, op=ast.Sub(), right=right) if _is_scalar(left):
                value = _number(_scalar(left))
                return _mapped(self.table(right), lambda entry: value - _number(entry))
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                factor, inner = (left, right) if _is_scalar(left) else (right, left)
                return _mapped(self.table(inner), lambda entry: _number(entry) * _number(_scalar(factor)))
            case ast.Call(func=ast.Attribute(value=owner, attr=name), args=arguments, keywords=keywords):
                return self._called(owner, name, arguments, {k.arg or "": k.value for k in keywords})
        raise _Unknown

    def _called(self, owner: ast.expr, name: str, arguments: list[ast.expr], keywords: dict[str, ast.expr]) -> Table:
        module = isinstance(owner, ast.Name) and owner.id in ("np", "numpy", "torch", "jnp")
        given = arguments if module else [owner, *arguments]
        if name in _KEPT and given:
            table = self.table(given[0])
            shift = keywords.get("k", keywords.get("diagonal", given[1] if len(given) > 1 else ast.Constant(0)))
            k, kept = int(_number(_scalar(shift))), _KEPT[name]
            return tuple(tuple(e if kept(i, j, k) else Fraction(0) for j, e in enumerate(row)) for i, row in enumerate(table))
        if name == "logical_not" and len(given) == 1:
            return _flipped(self.table(given[0]))
        if name in _SAME and given:
            return self.table(given[0])
        if module and name.removesuffix("_like") in ("ones", "zeros", "full"):
            fill: Entry = Fraction(name.startswith("ones"))
            if name.startswith("full"):
                given, fill = given[:-1], _scalar(given[-1])
            rows, columns = self._shape(self._scores(given[0])) if name.endswith("_like") else self._sizes(given)
            return ((fill,) * columns,) * rows
        raise _Unknown

    def _named(self, name: str) -> Table:
        own = self.context.quantities.meaning.get(name)
        match self.context.quantities.definitions.get(own or ""):
            case Apply("list", rows) if rows and all(isinstance(r, Apply) and r.operation == "list" for r in rows):
                return tuple(tuple(_entry(e) for e in row.arguments) for row in rows if isinstance(row, Apply))
        raise _Unknown

    def _sizes(self, given: list[ast.expr]) -> tuple[int, int]:
        if len(given) == 1 and isinstance(given[0], ast.Tuple):
            given = given[0].elts
        sizes = [self._size(node) for node in given]
        if len(sizes) != 2 or not all(0 < size <= MAX_SIDE for size in sizes):
            raise _Unknown
        return sizes[0], sizes[1]

    def _size(self, node: ast.expr) -> int:
        match node:
            case ast.Constant(value=int() as size):
                return size
            case ast.Call(func=ast.Name(id="len"), args=[array]):
                return self._shape(self._scores(array))[0]
            case ast.Subscript(value=ast.Attribute(value=array, attr="shape"), slice=axis):
                return self._shape(self._scores(array))[int(_number(_scalar(axis)))]
            case ast.Call(func=ast.Attribute(value=array, attr="size"), args=[axis]):
                return self._shape(self._scores(array))[int(_number(_scalar(axis)))]
            case ast.Name(id=name) if name in self.context.quantities.meaning:
                value = self.context.quantities.rational(Symbol(self.context.quantities.meaning[name]))
                if value is not None and value.denominator == 1:
                    return int(value)
        raise _Unknown

    # -- scores ------------------------------------------------------------------------
    def _scores(self, node: ast.expr) -> Expression:
        """The matrix that a mask is laid over, as an expression. _Unknown where the page does not know it."""
        if isinstance(node, ast.Name):
            own = self.context.quantities.meaning.get(node.id)
            if own is None or node.id in self.context.lost:
                raise _Unknown
            return Symbol(own)
        if node.end_col_offset is None:
            raise _Unknown
        place = Line(self.start + node.col_offset, self.start + node.end_col_offset, 0, code=True)
        tokens = self.context.tokens(place, place.start, place.end)
        formula = parse(tokens, 0, lambda token: True) if tokens else None
        if formula is None or formula.stop != len(tokens):
            raise _Unknown
        return self.context.resolve(formula.expression)

    def _shape(self, scores: Expression) -> tuple[int, int]:
        shape = self.context.quantities.shape(scores)
        if shape is None or len(shape) != 2:
            raise _Unknown
        return shape[0], shape[1]

    def _places(self, where: ast.expr, shape: tuple[int, int]) -> Table:
        """The places that an index marks: one entry, a mask, the indices of a triangle."""
        match where:
            case ast.Tuple(elts=[ast.expr() as row, ast.expr() as column]):
                place = int(_number(_scalar(row))), int(_number(_scalar(column)))
                if not all(0 <= p < n for p, n in zip(place, shape)):
                    raise _Unknown
                return tuple(tuple(Fraction((i, j) == place) for j in range(shape[1])) for i in range(shape[0]))
            case ast.Call(func=ast.Attribute(attr="triu_indices" | "tril_indices" as name), args=[_, *rest], keywords=keywords):
                shift = next((k.value for k in keywords if k.arg == "k"), rest[0] if rest else ast.Constant(0))
                k, kept = int(_number(_scalar(shift))), _KEPT[name.removesuffix("_indices")]
                return tuple(tuple(Fraction(kept(i, j, k)) for j in range(shape[1])) for i in range(shape[0]))
        table = self.table(where)
        if (len(table), len(table[0])) != shape:
            raise _Unknown
        return table


# -- entries ---------------------------------------------------------------------------
def _is_scalar(node: ast.expr) -> bool:
    try:
        _scalar(node)
    except _Unknown:
        return False
    return True


def _scalar(node: ast.expr) -> Entry:
    """A number, or minus infinity in one of its spellings. _Unknown for anything else."""
    match node:
        case ast.Constant(value=bool() | int() | float() as value):
            return Fraction(str(value) if isinstance(value, float) else int(value))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Attribute(attr="inf" | "Inf" | "infty")):
            return INFINITE
        case ast.UnaryOp(op=ast.USub(), operand=ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value="inf")])):
            return INFINITE
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value="-inf")]):
            return INFINITE
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_number(_scalar(inner))
    raise _Unknown


def _number(entry: Entry) -> Fraction:
    if isinstance(entry, str):
        raise _Unknown
    return entry


def _entry(expression: Expression) -> Entry:
    if expression == MASKED:
        return INFINITE
    if isinstance(expression, Number):
        return expression.value
    raise _Unknown


def _mapped(table: Table, by: Callable[[Entry], Entry]) -> Table:
    return tuple(tuple(by(entry) for entry in row) for row in table)


def _flipped(table: Table) -> Table:
    return _mapped(table, lambda entry: Fraction(not _number(entry)))


def _as_list(table: Table) -> Expression:
    entries = (tuple(MASKED if isinstance(e, str) else Number(e) for e in row) for row in table)
    return Apply("list", tuple(Apply("list", row) for row in entries))


def _filled(scores: Expression, table: Table, fill: Entry) -> Expression:
    """The scores with `fill` where the table is not zero."""
    shape = (len(table), len(table[0]))
    every: set[tuple[int, ...]] = {(i, j) for i in range(shape[0]) for j in range(shape[1])}
    places = {place for place in every if _number(table[place[0]][place[1]])}
    if fill == INFINITE or _number(fill) <= FAR:
        return Apply("mask", (scores, pattern(shape, places)))
    kept = pattern(shape, every - places)
    return apply("add", apply("multiply", scores, kept), apply("multiply", pattern(shape, places), Number(_number(fill))))
