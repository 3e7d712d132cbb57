"""Products as people write them: no transpose of a transpose, numbers first, one scale, and that at the end.

Only the shape of a formula changes, by rules that hold for all arrays: transposes cancel, numbers and powers of sizes
move through a product. Nothing is decided here.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from derive.expression import ONE, Apply, Expression, Number, Symbol, apply, rebuild

PRODUCTS = ("times", "matmul", "divide", "negative")


@dataclass(slots=True)
class Product:
    """A number, powers of sizes, and the arrays in their order with the sign that joins each to those before it."""

    number: Fraction = Fraction(1)
    powers: dict[str, Fraction] = field(default_factory=dict)
    arrays: list[tuple[str, Expression]] = field(default_factory=list)
    below: list[Expression] = field(default_factory=list)


def simplified(expression: Expression) -> Expression:
    """The formula with its products and transposes simplified."""
    return _simple(rebuild(expression, _untwisted))


def _untwisted(part: Expression) -> Expression | None:
    match part:
        case Apply("transpose", (Apply("transpose", (inner,)),)):
            return rebuild(inner, _untwisted)
        case Apply("negative", (Apply("negative", (inner,)),)):
            return rebuild(inner, _untwisted)
    return None


def _simple(e: Expression) -> Expression:
    if not isinstance(e, Apply):
        return e
    if e.operation == "transpose" and isinstance(e.arguments[0], Apply) and e.arguments[0].operation == "transpose":
        return _simple(e.arguments[0].arguments[0])
    match e:
        case Apply("transpose", (Apply("times" | "matmul" as name, (left, right)),)) if not (_scalar(left) or _scalar(right)):
            return _simple(Apply(name, (apply("transpose", right), apply("transpose", left))))
        case Apply("multiply", (left, right)) if _scalar(left) or _scalar(right):
            return _simple(Apply("times", (left, right)))
    if e.operation not in PRODUCTS:
        return Apply(e.operation, tuple(map(_simple, e.arguments)))
    product = Product()
    _collect(e, product, 1, "times")
    return _written(product)


def _collect(e: Expression, into: Product, sign: int, join: str) -> None:
    size = _size(e)
    match e:
        case _ if size is not None:
            name, power = size
            into.powers[name] = into.powers.get(name, Fraction(0)) + sign * power
        case Number(value) if value:
            into.number *= value**sign
        case Apply("negative", (inner,)):
            into.number *= -1
            _collect(inner, into, sign, join)
        case Apply("divide", (above, below)):
            _collect(above, into, sign, join)
            _collect(below, into, -sign, join)
        case Apply("multiply", (left, right)) if _scalar(left) or _scalar(right):
            _collect(Apply("times", (left, right)), into, sign, join)
        case Apply("times" | "matmul" as name, (left, right)) if sign > 0:
            _collect(left, into, sign, join)
            _collect(right, into, sign, name)
        case _ if sign > 0:
            into.arrays.append((join, _simple(e)))
        case _:
            into.below.append(_simple(e))


def _size(e: Expression) -> tuple[str, Fraction] | None:
    """A size, its root or its power."""
    match e:
        case Symbol(name) if name in ("d", "T", "N", "n") or name.startswith("d_"):
            return name, Fraction(1)
        case Apply("sqrt", (inner,)):
            found = _size(inner)
            return None if found is None else (found[0], found[1] / 2)
        case Apply("power", (inner, Number(value))):
            found = _size(inner)
            return None if found is None else (found[0], found[1] * value)
    return None


def _written(product: Product) -> Expression:
    above = [_power(n, p) for n, p in product.powers.items() if p > 0]
    below = [_power(n, -p) for n, p in product.powers.items() if p < 0] + product.below
    number = abs(product.number)
    if number.denominator != 1 and below:
        below.insert(0, Number(Fraction(number.denominator)))
        number = Fraction(number.numerator)
    out: Expression | None = Number(number) if number != 1 else None
    for join, factor in [*(("times", f) for f in above), *product.arrays]:
        out = factor if out is None else Apply(join if not _is_scalar(out) else "times", (out, factor))
    out = ONE if out is None else out
    if below:
        under = below[0]
        for factor in below[1:]:
            under = apply("times", under, factor)
        out = apply("divide", out, under)
    return apply("negative", out) if product.number < 0 else out


def _power(name: str, power: Fraction) -> Expression:
    if power == 1:
        return Symbol(name)
    if power == Fraction(1, 2):
        return apply("sqrt", Symbol(name))
    return apply("power", Symbol(name), Number(power))


def _scalar(e: Expression) -> bool:
    """Whether a formula is made of numbers and sizes alone."""
    if isinstance(e, Apply) and e.operation in (*PRODUCTS, "multiply"):
        return all(map(_scalar, e.arguments))
    return _is_scalar(e)


def _is_scalar(e: Expression) -> bool:
    return isinstance(e, Number) or _size(e) is not None
