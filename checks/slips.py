"""The small slip that reproduces a wrong number: a lost sign, a neighbour's value, a lost or doubled 1/√d_k, a cut.

A slip is only named where it gives exactly the digits printed; it explains, and decides nothing.
"""

from fractions import Fraction

from checks.claims import Claim, Reading
from checks.quantities import NO_VALUE
from derive.decimals import reals, truncate
from derive.exact import MinusInfinity, ends, precision
from derive.expression import Apply, Expression, Symbol, apply, parts
from derive.values import places_of


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
    return out + _swapped(reading, claim) + _digits(claim, truth)


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
