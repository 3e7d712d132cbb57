"""Expressions printed back: one line of plain text in the field's notation, so that a reader sees what was read."""

from derive.expression import Apply, Expression, Number, Symbol
from derive.operations import OPERATIONS

_LEAF = 100


def show(expression: Expression) -> str:
    """The expression as text: `(X X.T)[0, 1]`, `softmax(S)`, `Q K.T / sqrt(d_k)`."""
    return _show(expression)[0]


def _show(expression: Expression) -> tuple[str, int]:
    match expression:
        case Number(value):
            text = str(value.numerator) if value.denominator == 1 else _decimal(value.numerator, value.denominator)
            return text, _LEAF if value >= 0 else 15
        case Symbol(name):
            return name, _LEAF
        case Apply("index", (base, *places)):
            inside = ", ".join(show(p) for p in places)
            return f"{_within(base, 80)}[{inside}]", 80
        case Apply("column", (base, place)):
            return f"{_within(base, 80)}[:, {show(place)}]", 80
        case Apply("mask", (scores, _)):
            return f"masked({show(scores)})", 90
        case Apply("tuple", entries):
            return "(" + ", ".join(show(e) for e in entries) + ")", _LEAF
        case Apply("list", entries):
            return "[" + ", ".join(show(e) for e in entries) + "]", _LEAF
        case Apply(name, arguments):
            return _operation(name, arguments)
    raise TypeError(expression)


def _operation(name: str, arguments: tuple[Expression, ...]) -> tuple[str, int]:
    operation = OPERATIONS.get(name)
    if operation is None or operation.binds >= 90:
        inside = ", ".join(show(a) for a in arguments)
        spelling = operation.spelling if operation else name + "({*})"
        return spelling.split("(")[0] + f"({inside})", 90
    if name == "times" and isinstance(arguments[1], Number):
        return f"{_within(arguments[0], 25)} · {_within(arguments[1], 26)}", 25
    tighter = [operation.binds + (1 if n else 0) for n in range(len(arguments))]
    return operation.spelling.format(*(_within(a, b) for a, b in zip(arguments, tighter))), operation.binds


def _within(expression: Expression, binds: int) -> str:
    text, own = _show(expression)
    return text if own >= binds else f"({text})"


def _decimal(numerator: int, denominator: int) -> str:
    """A rational as a finite decimal where it is one, else as a quotient."""
    twos = fives = 0
    rest = denominator
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1 or max(twos, fives) > 12:
        return f"{numerator}/{denominator}"
    places = max(twos, fives)
    digits = str(abs(numerator) * 10**places // denominator).rjust(places + 1, "0")
    return ("-" if numerator < 0 else "") + digits[:-places] + "." + digits[-places:]
