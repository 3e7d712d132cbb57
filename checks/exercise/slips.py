"""The slips that an exercise may hold: for each kind the places where it can stand in a page that is right, and what it gives.

A slip happens once, in one number. Only slips that show are offered: by a unit where the kind is one of the last digit,
else by so much that no rounding before it explains them.
"""

from collections.abc import Callable, Iterator

import mpmath

from checks.exercise.layouts import DIGITS
from checks.exercise.solve import Cell, Value, Working, output_terms, product_terms

Offer = tuple[Cell, str]  # the place, and the numeral printed there
Kind = Callable[[Working], Iterator[Offer]]
MARGIN = {"P": 2, "S": 3, "logits": 2}  # units of the last digit; elsewhere rounded numbers stand before
FAR = 12


def offers(kind: str, done: Working) -> list[Offer]:
    """The places and numerals of a kind, those that show."""
    with mpmath.workdps(DIGITS):
        found = [(cell, text) for cell, text in KINDS[kind](done) if text.strip("-0.") and text != done.texts[cell]]
        return [offer for offer in found if kind in ("truncated", "mask_shifted") or _shows(done, *offer)]


def _shows(done: Working, cell: Cell, text: str) -> bool:
    units = abs(mpmath.mpf(text) - done.values[cell]) * mpmath.mpf(10) ** done.head.places(cell[0])
    return bool(units >= MARGIN.get(cell[0], FAR))


def _seen(done: Working, *stages: str) -> Iterator[Cell]:
    """The numbers of these stages that no mask hides."""
    for cell, value in done.values.items():
        if cell[0] in stages and value is not None and (cell[0] == "Y" or done.head.sees(cell[1], cell[2])):
            yield cell


def _spelled(done: Working, cell: Cell, value: object) -> Offer:
    return cell, done.head.text(cell[0], value)


def _sign(done: Working) -> Iterator[Offer]:
    for cell in _seen(done, "P", "S"):
        text = done.texts[cell]
        yield cell, text[1:] if text.startswith("-") else f"-{text}"


def _dropped_term(done: Working) -> Iterator[Offer]:
    for cell in _seen(done, "P", "sum", "Y"):
        terms = _terms(done, *cell)
        for left_out in range(len(terms)) if len(terms) > 1 else ():
            yield _spelled(done, cell, mpmath.fsum(term for n, term in enumerate(terms) if n != left_out))


def _terms(done: Working, stage: str, row: int, column: int) -> list[Value]:
    match stage:
        case "P":
            return product_terms(done.head, row, column)
        case "Y":
            return output_terms(done, row, column)
    powers = [done.values["exp", row, key] for key in range(len(done.head.K))]
    return [power for power in powers if power is not None]


def _swapped_index(done: Working) -> Iterator[Offer]:
    for cell in _seen(done, "P") if done.head.square else ():
        yield _spelled(done, cell, done.values["P", cell[2], cell[1]])


def _lost_scale(done: Working) -> Iterator[Offer]:
    for cell in _seen(done, "S"):
        yield _spelled(done, cell, done.values["P", cell[1], cell[2]])


def _doubled_scale(done: Working) -> Iterator[Offer]:
    for cell in _seen(done, "S"):
        yield _spelled(done, cell, done.values["P", cell[1], cell[2]] / done.head.width)


def _softmax_columns(done: Working) -> Iterator[Offer]:
    """The exponentials of a column are added for the row's sum."""
    for cell in _seen(done, "sum") if done.head.square and not done.head.causal else ():
        column = [done.values["exp", row, cell[1]] for row in range(len(done.head.Q))]
        yield _spelled(done, cell, mpmath.fsum(column))


def _not_normalised(done: Working) -> Iterator[Offer]:
    """One exponential is not divided by the sum, so that the row does not add up to 1."""
    for cell in _seen(done, "A"):
        yield _spelled(done, cell, done.values["exp", cell[1], cell[2]])


def _mask_shifted(done: Working) -> Iterator[Offer]:
    """A row sees one key too many."""
    for row in range(len(done.head.Q) - 1) if done.head.causal else ():
        product = done.values["P", row, row + 1]
        yield _spelled(done, ("S", row, row + 1), product / mpmath.sqrt(done.head.width))


def _truncated(done: Working) -> Iterator[Offer]:
    """Cut where the other numbers of the page are rounded, and no root rounded to three decimals excuses it."""
    head = done.head
    unit, root = mpmath.mpf(10) ** -head.scores, mpmath.sqrt(head.width)
    half = mpmath.mpf("0.0005")
    rough = mpmath.nint(root * 1000) / 1000
    for cell in _seen(done, "S"):
        value = done.values[cell]
        digits = mpmath.nstr(abs(value), DIGITS - 5, strip_zeros=False, min_fixed=-mpmath.inf, max_fixed=mpmath.inf)
        cut = digits[: digits.index(".") + 1 + head.scores]
        least = abs(value) * root / (rough + half)
        if least > mpmath.mpf(cut) + unit / 2:
            yield cell, cut if value > 0 else f"-{cut}"


def _miscopied(done: Working) -> Iterator[Offer]:
    """A score is copied with another digit."""
    for cell in _seen(done, "logits"):
        text = done.texts[cell]
        for place, digit in enumerate(text):
            for other in "123456789" if digit.isdigit() and place else ():
                yield cell, text[:place] + other + text[place + 1 :]


def _transposed_digits(done: Working) -> Iterator[Offer]:
    """Two neighbouring decimals change places."""
    for cell in _seen(done, "P", "S", "exp", "A", "Y"):
        text = done.texts[cell]
        for place in range(text.index(".") + 1, len(text) - 1):
            yield cell, text[:place] + text[place + 1] + text[place] + text[place + 2 :]


KINDS: dict[str, Kind] = {
    "sign": _sign,
    "dropped_term": _dropped_term,
    "swapped_index": _swapped_index,
    "lost_scale": _lost_scale,
    "doubled_scale": _doubled_scale,
    "softmax_columns": _softmax_columns,
    "not_normalised": _not_normalised,
    "mask_shifted": _mask_shifted,
    "truncated": _truncated,
    "miscopied": _miscopied,
    "transposed_digits": _transposed_digits,
}
