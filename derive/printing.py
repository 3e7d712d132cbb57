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
            return _spelled(name), _LEAF
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
            return _calculus(name, arguments) or _operation(name, arguments)
    raise TypeError(expression)


def _spelled(name: str) -> str:
    """A name whose subscript is more than letters and digits, in braces: s_{i-1}."""
    base, _, label = name.partition("_")
    return f"{base}_{{{label}}}" if any(c in ",+-−" for c in label) and "{" not in label else name


def _calculus(name: str, arguments: tuple[Expression, ...]) -> tuple[str, int] | None:
    """Sums, derivatives, largest entries, norms, moments and NumPy's reductions, as the reader takes them back."""
    match name, arguments:
        case "sigma", (body, Symbol(letter), *bounds):
            return f"Σ_{{{letter}{_from(bounds)}}}{_to(bounds)} {_within(body, 20)}", 15
        case "derivative", (above, below):
            return f"∂{_within(above, 100)}/∂{_within(below, 100)}", 30
        case "largest" | "smallest", (body, Symbol(letter), *bounds):
            called = "max" if name == "largest" else "min"
            return f"{called} _{{{letter}{_from(bounds)}}}{_to(bounds)} ({show(body)})", 90
        case "call", (Symbol(function), inner):
            return f"{function}({show(inner)})", 90
        case "norm", (inner,):
            return f"‖{show(inner)}‖", 90
        case "expectation" | "variance" | "deviation", (inner, *_):
            called = {"expectation": "E", "variance": "Var", "deviation": "sd"}[name]
            return f"{called}({show(inner)})", 90
        case "entry", (base, Symbol(label)):
            return f"({show(base)})_{{{label}}}", 80
        case "rounded", (Symbol(form), inner):
            return f"{form}({show(inner)})", 90
        case "reduce", (Symbol(operation), inner, axis, Symbol(keep)):
            called = {"total": "sum", "maximum": "max"}.get(operation, operation)
            return f"{called}({show(inner)}, axis={show(axis)}" + (f", keepdims={keep})" if keep != "False" else ")"), 90
        case "einsum", (Symbol(pattern), *operands):
            return f'einsum("{pattern}", {", ".join(map(show, operands))})', 90
    return None


def _from(bounds: list[Expression]) -> str:
    signs = {"from": "=", "within": "∈", "except": "≠"}
    return "".join(
        f"{signs[b.operation]}{show(b.arguments[0])}" for b in bounds if isinstance(b, Apply) and b.operation in signs
    )


def _to(bounds: list[Expression]) -> str:
    upper = [show(b.arguments[0]) for b in bounds if isinstance(b, Apply) and b.operation == "to"]
    return f"^{{{upper[0]}}}" if upper else ""


def _operation(name: str, arguments: tuple[Expression, ...]) -> tuple[str, int]:
    operation = OPERATIONS.get(name)
    if operation is None or operation.binds >= 90:
        inside = ", ".join(show(a) for a in arguments)
        spelling = operation.spelling if operation else name + "({*})"
        return spelling.split("(")[0] + f"({inside})", 90
    if name == "times" and isinstance(arguments[1], Number):
        return f"{_within(arguments[0], 25)} · {_within(arguments[1], 26)}", 25
    if name == "negative":
        return f"-{_within(arguments[0], 26)}", operation.binds
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
