"""The expression language that documents are read into: numbers, symbols, and applications of the table of operations.

Expressions are immutable and never rewrite themselves; equality is structure. A Number may carry a `mark`, the place of
the numeral in its document, so that a printed operand can be asked what it stands for. Values and shapes are not here.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Number:
    """An exact rational. `mark` is the numeral's index in its document, None for a constant that nobody printed."""

    value: Fraction
    mark: int | None = None


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name: a matrix, a vector, a scalar, or a size."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Apply:
    """An operation of derive.operations applied to arguments. The hash is computed once: trees are used as keys."""

    operation: str
    arguments: tuple["Expression", ...]
    _hash: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((self.operation, self.arguments)))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Apply)
            and self._hash == other._hash
            and self.operation == other.operation
            and self.arguments == other.arguments
        )


Expression = Number | Symbol | Apply

ZERO, ONE, TWO = Number(Fraction(0)), Number(Fraction(1)), Number(Fraction(2))


def apply(operation: str, *arguments: Expression) -> Apply:
    """The application of `operation` to `arguments`."""
    return Apply(operation, arguments)


def integer(value: int) -> Number:
    """The exact integer, printed nowhere."""
    return Number(Fraction(value))


def index(base: Expression, *places: int) -> Expression:
    """The part of `base` at zero-based places; with no places, `base` itself."""
    if not places:
        return base
    if isinstance(base, Apply) and base.operation == "index":
        return Apply("index", base.arguments + tuple(map(integer, places)))
    return apply("index", base, *map(integer, places))


def rebuild(expression: Expression, change: Callable[[Expression], Expression | None]) -> Expression:
    """The expression with every topmost part for which `change` gives something put in its place."""
    changed = change(expression)
    if changed is not None:
        return changed
    if not isinstance(expression, Apply):
        return expression
    arguments = tuple(rebuild(a, change) for a in expression.arguments)
    if all(a is b for a, b in zip(arguments, expression.arguments)):
        return expression
    return Apply(expression.operation, arguments)


def substitute(expression: Expression, values: Mapping[str, Expression]) -> Expression:
    """The expression with symbols replaced by what `values` holds for their names."""
    return rebuild(expression, lambda e: values.get(e.name) if isinstance(e, Symbol) else None)


def unmark(expression: Expression) -> Expression:
    """The expression without the marks of printed numerals: what it says, not where."""
    return rebuild(expression, lambda e: Number(e.value) if isinstance(e, Number) and e.mark is not None else None)


def parts(expression: Expression) -> Iterator[Expression]:
    """The expression and all its parts, outermost first."""
    yield expression
    if isinstance(expression, Apply):
        for argument in expression.arguments:
            yield from parts(argument)


def symbols(expression: Expression) -> frozenset[str]:
    """The names that occur in the expression; a part that stands in many places is visited once."""
    names, seen, waiting = set(), set(), [expression]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Symbol):
            names.add(part.name)
        elif isinstance(part, Apply) and id(part) not in seen:
            seen.add(id(part))
            waiting += part.arguments
    return frozenset(names)


def marks(expression: Expression) -> tuple[int, ...]:
    """The marks of the printed numerals in the expression, in the order of printing."""
    return tuple(p.mark for p in parts(expression) if isinstance(p, Number) and p.mark is not None)
