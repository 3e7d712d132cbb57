"""What a document's names stand for, what printed arrays are the same quantity, and the exact value of each.

Each definition gets a name of its own (`S#3` is the third meaning given to S), so that expressions stay small and a
redefined name starts a new quantity. `identity` brings an expression to the form by which printings of one quantity find
each other: indices pushed inwards, rational factors collected, softmax recognised; it never decides a claim.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import fmpq

from derive.decide import LAST_BITS, START_BITS
from derive.evaluate import Evaluator, Unknown
from derive.exact import MINUS_INFINITY, Balls, TooLarge, Undefined, ends, fraction, precision
from derive.exponentials import Exponentials, Inexpressible
from derive.expression import Apply, Expression, Number, Symbol, apply, rebuild, substitute, symbols, unmark
from derive.printing import show
from derive.values import Shape, ShapeError, Value, scalar

ELEMENTWISE = {"add", "subtract", "multiply", "divide", "negative", "exp", "log", "sqrt", "abs", "power"}
NO_VALUE = (Unknown, Undefined, ShapeError, TooLarge, RecursionError)


@dataclass(slots=True)
class Quantities:
    """Definitions by their own names, what each plain name means at this point, and the exact values."""

    definitions: dict[str, Expression] = field(default_factory=dict)
    givens: set[str] = field(default_factory=set)
    meaning: dict[str, str] = field(default_factory=dict)
    _truths: dict[int, Evaluator] = field(default_factory=dict)
    _identities: dict[Expression, Expression] = field(default_factory=dict)

    # -- definitions ---------------------------------------------------------
    def define(self, name: str, expression: Expression, given: bool = False) -> Symbol:
        """Give `name` a new meaning: an expression in own names, or the numbers of a given."""
        own = f"{name}#{len(self.definitions)}"
        if name not in self.meaning:
            self._bind_late(name, own, self.rests_on(expression))
        self.definitions[own] = expression
        self.meaning[name] = own
        if given:
            self.givens.add(own)
        return Symbol(own)

    def supply(self, name: str, numbers: Expression) -> None:
        """Give numbers to a name that has a meaning and no value, so that what was defined by it has one, too."""
        own = self.meaning[name]
        self.definitions[own] = numbers
        self.givens.add(own)
        self._truths.clear()
        self._identities.clear()

    def redefine(self, own: str, expression: Expression) -> None:
        """Put another expression in place of a definition, for all that was made of it."""
        self.definitions[own] = expression
        self._truths.clear()
        self._identities.clear()

    def rests_on(self, expression: Expression) -> set[str]:
        """The names that an expression comes down to."""
        out: set[str] = set()
        waiting = list(symbols(expression))
        while waiting:
            name = waiting.pop()
            if name not in out:
                out.add(name)
                waiting += symbols(self.definitions[name]) if name in self.definitions else ()
        return out

    def _bind_late(self, name: str, own: str, needed: set[str]) -> None:
        """Definitions that used a name before it had a meaning get the first one that it is given, unless it needs them."""
        waiting = [n for n, e in self.definitions.items() if n not in needed and name in symbols(e)]
        for other in waiting:
            self.definitions[other] = substitute(self.definitions[other], {name: Symbol(own)})
        if waiting:
            self._truths.clear()
            self._identities.clear()

    def resolve(self, expression: Expression) -> Expression:
        """The expression with plain names replaced by the own names that they mean now."""

        def own(part: Expression) -> Expression | None:
            if isinstance(part, Symbol) and part.name in self.meaning:
                return Symbol(self.meaning[part.name])
            if isinstance(part, Apply) and part.operation == "index" and isinstance(part.arguments[0], Symbol):
                name = show(part)
                return Symbol(self.meaning[name]) if name in self.meaning else None
            return None

        return rebuild(expression, own)

    def definition(self, symbol: Symbol) -> Expression | None:
        """What an own name was defined to be."""
        return self.definitions.get(symbol.name)

    # -- exact values ----------------------------------------------------------
    def truth(self, expression: Expression, bits: int = START_BITS) -> Value:
        """The exact value at a precision. Raises one of NO_VALUE where there is none."""
        evaluator = self._truths.get(bits)
        if evaluator is None:
            evaluator = self._truths[bits] = Evaluator(Balls(), self._known(bits))
        found = evaluator.memo.get(expression)
        if found is not None:
            return found
        with precision(bits):
            return evaluator.value(expression)

    def _known(self, bits: int) -> Any:
        def known(part: Expression) -> Value | None:
            if isinstance(part, Symbol):
                if part.name == "-inf":
                    return scalar(MINUS_INFINITY)
                definition = self.definitions.get(part.name)
                return None if definition is None else self._truths[bits].value(definition)
            return None

        return known

    def item(self, expression: Expression, place: tuple[int, ...], bits: int) -> Any:
        """One entry of the exact value. A printed vector may stand for a column or a row matrix."""
        value = self.truth(expression, bits)
        if len(place) < len(value.shape):
            return value.items[place[0] if place else 0]
        return value[place].item

    def shape(self, expression: Expression) -> Shape | None:
        """The shape of the exact value, or None where it has none."""
        try:
            return self.truth(expression).shape
        except NO_VALUE:
            return None

    def rational(self, expression: Expression) -> Fraction | None:
        """The value of a scalar that is exactly rational, else None."""
        try:
            item = self.truth(expression).item
        except NO_VALUE:
            return None
        return fraction(item) if isinstance(item, fmpq) else None

    def equal(self, left: Expression, right: Expression) -> bool | None:
        """Whether two expressions have the same exact value here; None where that stays open or there is no value."""
        if self.identity(left) == self.identity(right):
            return True
        bits = START_BITS
        while bits <= LAST_BITS:
            try:
                x, y = self.truth(left, bits), self.truth(right, bits)
            except NO_VALUE:
                return None
            if x.shape != y.shape and len(x.items) != len(y.items):
                return False
            answers = [_same(a, b, bits) for a, b in zip(x.items, y.items)]
            if False in answers:
                return False
            if None not in answers:
                return True
            if bits == START_BITS and (exact := self._equal_exactly(left, right)) is not None:
                return exact
            bits *= 4
        return None

    def _equal_exactly(self, left: Expression, right: Expression) -> bool | None:
        """Equality of values that are quotients of exponential sums; None for others."""
        evaluator = Evaluator(Exponentials(), lambda part: self._known_exactly(part, evaluator))
        try:
            x, y = evaluator.value(left), evaluator.value(right)
            return all(a is b or not (a - b).above for a, b in zip(x.items, y.items))
        except (*NO_VALUE, Inexpressible, AttributeError):
            return None

    def _known_exactly(self, part: Expression, evaluator: Evaluator) -> Value | None:
        if part == Symbol("-inf"):
            return scalar(MINUS_INFINITY)
        definition = self.definitions.get(part.name) if isinstance(part, Symbol) else None
        return None if definition is None else evaluator.value(definition)

    # -- identity --------------------------------------------------------------
    def identity(self, expression: Expression) -> Expression:
        """The form shared by expressions that are seen to be the same quantity."""
        found = self._identities.get(expression)
        if found is None:
            found = self._identities[expression] = self._identify(expression)
        return found

    def _identify(self, expression: Expression) -> Expression:
        if isinstance(expression, Number):
            return unmark(expression)
        if isinstance(expression, Symbol):
            definition = self.definitions.get(expression.name)
            if definition is None or (expression.name in self.givens and self.shape(expression) != ()):
                return expression
            return self.identity(definition)
        if expression.operation in ("index", "column"):
            return self._part(expression)
        if expression.operation == "mask":
            return Apply("mask", (self.identity(expression.arguments[0]), unmark(expression.arguments[1])))
        return self._simplify(Apply(expression.operation, tuple(map(self.identity, expression.arguments))))

    def _simplify(self, e: Apply) -> Expression:
        match e:
            case Apply("transpose", (Apply("transpose", (inner,)),)):
                return inner
            case Apply("transpose", (inner,)) if len(self.shape(inner) or ()) == 1:
                return inner
            case Apply("negative", (inner,)):
                return _scaled(Fraction(-1), inner)
            case Apply("sqrt" | "add" | "subtract" | "multiply" | "divide" | "power" | "times", _) if (
                value := self._constant(e)
            ) is not None:
                return Number(value)
            case Apply("divide", (inner, by)) if factor := self._constant(by):
                return _scaled(1 / factor, inner)
            case Apply("divide", (Apply("exp", (inner,)), Apply("total" | "rowsum", (Apply("exp", (again,)),)))) if (
                inner == again
            ):
                return self._simplify(apply("softmax", inner))
            case Apply("softmax", (Apply("subtract", (inner, shift)),)) if self._same_in_row(shift, inner):
                return apply("softmax", inner)
            case Apply("times" | "multiply" | "matmul", (left, right)):
                return self._product(e.operation, left, right)
        return e

    def _constant(self, e: Expression) -> Fraction | None:
        """The rational value of an identity that names no quantity."""
        if isinstance(e, Number):
            return e.value
        return None if symbols(e) or self.shape(e) != () else self.rational(e)

    def _same_in_row(self, shift: Expression, scores: Expression) -> bool:
        """Whether what is subtracted is one number for each row, so that softmax does not change."""
        by, of = self.shape(shift), self.shape(scores)
        return (by == () and of is not None and len(of) == 1) or (by is not None and len(by) == 2 and by[1] == 1)

    def _product(self, operation: str, left: Expression, right: Expression) -> Expression:
        if (factor := self._constant(left)) is not None:
            return _scaled(factor, right)
        if (factor := self._constant(right)) is not None:
            return _scaled(factor, left)
        for scaled, other, first in ((left, right, True), (right, left, False)):
            if isinstance(scaled, Apply) and scaled.operation == "scale":
                inner = (
                    self._product(operation, scaled.arguments[1], other)
                    if first
                    else self._product(operation, other, scaled.arguments[1])
                )
                return _scaled(_value(scaled.arguments[0]), inner)
        shapes = self.shape(left), self.shape(right)
        if operation == "times" and () not in shapes:
            operation = "matmul"
        elif operation == "times":
            operation = "multiply"
        return apply(operation, left, right)

    def _part(self, e: Apply) -> Expression:
        if e.operation == "column":
            return self._push_column(self.identity(e.arguments[0]), e.arguments[1])
        base, places = e.arguments[0], list(e.arguments[1:])
        if isinstance(base, Apply) and base.operation == "index":
            return self.identity(Apply("index", base.arguments + tuple(places)))
        here = self.identity(base)
        for place in places:
            here = self._push(here, unmark(place))
        return here

    def _push(self, base: Expression, place: Expression) -> Expression:
        """The part of an identity at one leading place, as an identity."""
        shape = self.shape(base)
        if not isinstance(base, Apply) or not isinstance(place, Number) or shape is None:
            return _indexed(base, place)
        match base:
            case Apply("list", entries) if -len(entries) <= place.value < len(entries):
                return entries[int(place.value)]
            case Apply("scale", (factor, inner)):
                return _scaled(_value(factor), self._push(inner, place))
            case Apply("transpose", (inner,)):
                return self._push_column(inner, place)
            case Apply("softmax", (inner,)) if len(shape) == 2:
                return self._simplify(apply("softmax", self._push(inner, place)))
            case Apply("rowsum" | "rowmax" | "rowmean" as name, (inner,)) if len(shape) == 2:
                over = {"rowsum": "total", "rowmax": "maximum", "rowmean": "mean"}[name]
                return apply(over, self._push(inner, place))
            case Apply("total" | "maximum" | "mean", _) if place == Number(Fraction(0)):
                return base
            case Apply("mask", (_, Apply("list", flags))):
                return self._push_mask(base, flags[int(place.value)], place)
            case Apply("matmul", (left, right)):
                if len(self.shape(left) or ()) == 2:
                    return self._product("matmul", self._push(left, place), right)
                if len(self.shape(left) or ()) == 1 and len(self.shape(right) or ()) == 2:
                    return self._product("matmul", left, self._push_column(right, place))
            case Apply(name, arguments) if name in ELEMENTWISE:
                return self._simplify(Apply(name, tuple(self._row_of(a, place, shape) for a in arguments)))
        return _indexed(base, place)

    def _push_mask(self, base: Apply, flags: Expression, place: Expression) -> Expression:
        """An entry that a mask lets through is the score itself; one that it hides has an identity of its own."""
        inner = self._push(base.arguments[0], place)
        if isinstance(flags, Number):
            return _indexed(base, place) if flags.value else inner
        blocked = isinstance(flags, Apply) and any(isinstance(f, Number) and f.value for f in flags.arguments)
        return Apply("mask", (inner, flags)) if blocked else inner

    def _row_of(self, argument: Expression, place: Number, shape: Shape) -> Expression:
        """The part of an operand that meets one row of an elementwise result of the given shape."""
        own = self.shape(argument) or ()
        if len(own) < len(shape):
            return argument
        if len(own) == 2 and own[1] == 1 and shape[-1] != 1:
            return self._push(self._push(argument, place), Number(Fraction(0)))
        return self._push(argument, place if own[0] != 1 else Number(Fraction(0)))

    def _push_column(self, base: Expression, place: Expression) -> Expression:
        match base:
            case Apply("transpose", (inner,)):
                return self._push(inner, place)
            case Apply("scale", (factor, inner)):
                return _scaled(_value(factor), self._push_column(inner, place))
            case Apply("matmul", (left, right)) if len(self.shape(right) or ()) == 2:
                return self._product("matmul", left, self._push_column(right, place))
        return Apply("column", (base, place))


def _indexed(base: Expression, place: Expression) -> Expression:
    if isinstance(base, Apply) and base.operation == "index":
        return Apply("index", (*base.arguments, place))
    if isinstance(base, Apply) and base.operation == "column":
        return Apply("index", (base.arguments[0], place, base.arguments[1]))
    return Apply("index", (base, place))


def _value(number: Expression) -> Fraction:
    assert isinstance(number, Number)
    return number.value


def _scaled(factor: Fraction, inner: Expression) -> Expression:
    if isinstance(inner, Number):
        return Number(factor * inner.value)
    if isinstance(inner, Apply) and inner.operation == "scale":
        return _scaled(factor * _value(inner.arguments[0]), inner.arguments[1])
    return inner if factor == 1 else apply("scale", Number(factor), inner)


def _same(x: Any, y: Any, bits: int) -> bool | None:
    if x is MINUS_INFINITY or y is MINUS_INFINITY:
        return x is y
    if isinstance(x, fmpq) and isinstance(y, fmpq):
        return bool(x == y)
    if x == y and not hasattr(x, "rad"):
        return True
    with precision(bits):
        (a, b), (c, d) = ends(x), ends(y)
    return False if b < c or d < a else None
