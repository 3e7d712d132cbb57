"""The small slip that reproduces a wrong number: a lost sign, a neighbour's value, a dropped term, a softmax down the columns.

A slip is only named where it gives exactly the digits printed; it explains, and decides nothing.
"""

from collections.abc import Sequence
from fractions import Fraction

from checks.claims import Claim, Reading
from checks.quantities import NO_VALUE
from derive.decimals import reals, truncate
from derive.exact import MinusInfinity, ends, precision
from derive.expression import Apply, Expression, Number, Symbol, apply, index, parts
from derive.values import places_of

MOST_TERMS = 32
Formed = tuple[str, Expression, tuple[int, ...]]


def slip(reading: Reading, claim: Claim) -> str | None:
    """The name of the slip, or None."""
    if claim.literal is None or claim.truth is None:
        return None
    for name, value in _slips(reading, claim):
        low, high = reals(claim.literal)
        if value is not None and low <= value <= high:
            return name
    return None


def _slips(reading: Reading, claim: Claim) -> list[tuple[str, Fraction | None]]:
    truth = _value(reading, claim.truth, claim.place)
    if truth is None or claim.literal is None:
        return []
    root = reading.quantities.meaning.get("d_k")
    scale = _value(reading, apply("sqrt", Symbol(root)), ()) if root else None
    out: list[tuple[str, Fraction | None]] = [("sign", -truth)]
    if scale and scale > 1 and _scales(reading, claim.truth):
        out += [("lost_scale", truth * scale), ("doubled_scale", truth / scale)]
    if truncate(truth, claim.literal.unit) == claim.literal.value:
        out.append(("truncated", claim.literal.value))
    return out + _swapped(reading, claim) + _formed(reading, claim) + _digits(claim, truth)


def _scales(reading: Reading, truth: Expression | None) -> bool:
    """Whether the quantity's own definition divides by a root, so that it may be lost or doubled."""
    base = truth.arguments[0] if isinstance(truth, Apply) and truth.operation == "index" else truth
    while (inner := _beneath(reading, base)) is not None:
        base = inner
    definition = reading.quantities.definition(base) if isinstance(base, Symbol) else base
    return definition is not None and any(isinstance(p, Apply) and p.operation == "sqrt" for p in parts(definition))


def _beneath(reading: Reading, quantity: Expression | None) -> Expression | None:
    """The quantity that another one only names, or only masks."""
    if isinstance(quantity, Apply):
        return quantity.arguments[0] if quantity.operation in ("mask", "causal") else None
    definition = reading.quantities.definition(quantity) if isinstance(quantity, Symbol) else None
    masks = isinstance(definition, Apply) and definition.operation in ("mask", "causal")
    return definition if isinstance(definition, Symbol) or masks else None


def _swapped(reading: Reading, claim: Claim) -> list[tuple[str, Fraction | None]]:
    """The value of the mirrored entry, or of a neighbour in the same row."""
    shape = reading.quantities.shape(claim.truth) if claim.truth is not None else None
    if shape is None or len(claim.place) != len(shape) or not shape:
        return []
    out = []
    if len(shape) == 2 and claim.place[0] != claim.place[1] and max(claim.place) < min(shape):
        out.append(("transposed", _value(reading, claim.truth, (claim.place[1], claim.place[0]))))
    for place in places_of(shape):
        near = place[:-1] == claim.place[:-1] and abs(place[-1] - claim.place[-1]) == 1
        if near:
            out.append(("neighbour", _value(reading, claim.truth, place)))
    return out


def _formed(reading: Reading, claim: Claim) -> list[tuple[str, Fraction | None]]:
    """What the definition of the claimed entry gives with one step done wrongly."""
    base, place = _located(claim)
    made: list[Formed] = []
    match base if base is None else _defined(reading, base):
        case Apply("softmax", (scores,)) if len(place) == 2:
            made = _of_softmax(reading, scores, place)
        case Apply("divide", (Apply("times" | "matmul", (left, right)), scale)) if len(place) == 2:
            made = _of_product(reading, left, right, place, scale)
        case Apply("times" | "matmul", (left, right)) if place:
            made = _of_product(reading, left, right, place, None)
    return [(name, _value(reading, expression, at)) for name, expression, at in made]


def _located(claim: Claim) -> tuple[Expression | None, tuple[int, ...]]:
    """The array that a claim is about, and the place in it."""
    match claim.truth:
        case Apply("index", (base, *places)) if all(isinstance(p, Number) for p in places):
            return base, (*(int(p.value) for p in places if isinstance(p, Number)), *claim.place)
    return claim.truth, claim.place


def _of_product(
    reading: Reading, left: Expression, right: Expression, place: tuple[int, ...], scale: Expression | None
) -> list[Formed]:
    """An entry of a product without one of its terms, or with the right factor not transposed."""
    scaled = lambda e: e if scale is None else apply("divide", e, scale)  # noqa: E731
    shapes = reading.quantities.shape(left), reading.quantities.shape(right)
    if shapes[0] is None or shapes[1] is None or not shapes[0] or len(shapes[1]) != 2 or shapes[0][-1] > MOST_TERMS:
        return []
    row, column = place[:-1], place[-1]
    terms = [apply("times", index(left, *row, k), index(right, k, column)) for k in range(shapes[0][-1])]
    out: list[Formed] = []
    for k in range(len(terms) if len(terms) > 1 else 0):
        rest = [t for n, t in enumerate(terms) if n != k]
        out.append(("dropped_term", scaled(_summed(rest)), ()))
    if isinstance(right, Apply) and right.operation == "transpose" and shapes[1][0] == shapes[1][1]:
        out.append(("transpose", scaled(apply("times", left, right.arguments[0])), place))
    return out


def _of_softmax(reading: Reading, scores: Expression, place: tuple[int, ...]) -> list[Formed]:
    """A weight normalised down its column, not normalised, or under another mask."""
    row, column = place
    own = index(scores, row, column)
    shifted = apply("exp", apply("subtract", own, apply("maximum", index(scores, row))))
    out: list[Formed] = [
        ("columns", apply("transpose", apply("softmax", apply("transpose", scores))), place),
        ("not_normalised", apply("exp", own), ()),
        ("not_normalised", shifted, ()),
    ]
    scores = _defined(reading, scores)
    match scores:
        case Apply("mask", (plain, Apply("list", flags))) if len(flags) > 1:
            masked: list[Expression] = [Apply("mask", (plain, Apply("list", f))) for f in _shifted(flags)]
        case Apply("add", (plain, mask)) if _blocks(flags := _rows(reading, mask)):
            masked = [apply("add", plain, Apply("list", f)) for f in _shifted(flags)]
        case _:
            return out
    return [
        *out,
        *(("mask_shifted", apply("softmax", m), place) for m in masked),
        ("mask_lost", apply("softmax", plain), place),
    ]


def _defined(reading: Reading, expression: Expression) -> Expression:
    """What a name comes down to: its definition, the definition of that where it is a name again."""
    while isinstance(expression, Symbol) and (known := reading.quantities.definition(expression)) is not None:
        expression = known
    return expression


def _rows(reading: Reading, mask: Expression) -> tuple[Expression, ...]:
    found = _defined(reading, mask)
    return found.arguments if isinstance(found, Apply) and found.operation == "list" else ()


def _blocks(rows: tuple[Expression, ...]) -> bool:
    """Whether rows of numbers hold a minus infinity, so that adding them is a mask."""
    return len(rows) > 1 and any(p == Symbol("-inf") for row in rows for p in parts(row))


def _shifted(rows: tuple[Expression, ...]) -> list[tuple[Expression, ...]]:
    """The rows of a mask, each taken by its neighbour above or below."""
    return [(*rows[1:], rows[-1]), (rows[0], *rows[:-1])]


def _summed(terms: Sequence[Expression]) -> Expression:
    total = terms[0]
    for term in terms[1:]:
        total = apply("add", total, term)
    return total


def _digits(claim: Claim, truth: Fraction) -> list[tuple[str, Fraction | None]]:
    """Two digits of the right numeral swapped."""
    from derive.decimals import round_away

    literal = claim.literal
    assert literal is not None
    right = round_away(truth, literal.unit) / literal.unit
    printed = literal.value / literal.unit
    if right.denominator != 1 or printed.denominator != 1:
        return []
    x, y = str(abs(right.numerator)), str(abs(printed.numerator))
    pairs = [n for n in range(min(len(x), len(y))) if x[n] != y[n]] if len(x) == len(y) else []
    if len(pairs) == 2 and x[pairs[0]] == y[pairs[1]] and x[pairs[1]] == y[pairs[0]] and (right < 0) == (printed < 0):
        return [("swapped_digits", literal.value)]
    return []


def _value(reading: Reading, truth: Expression | None, place: tuple[int, ...]) -> Fraction | None:
    if truth is None:
        return None
    try:
        item = reading.quantities.item(truth, place, 96)
        if isinstance(item, MinusInfinity):
            return None
        with precision(96):
            low, high = ends(item)
    except NO_VALUE:
        return None
    return (low + high) / 2
