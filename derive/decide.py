"""Where an exact value lies: inside an interval of rationals, outside it, or exactly on its edge.

A rational is compared at once. Anything else is enclosed in a ball whose precision doubles until the ball lies on one
side; a value that will not leave an edge is asked for its exact form (derive.exponentials), since a transcendental
value is never rational. What stays open is None, never a guess.
"""

from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from typing import Any

from flint import fmpq

from derive.exact import MinusInfinity, TooLarge, Undefined, ends, fraction, precision

START_BITS, LAST_BITS = 96, 3072

ItemAt = Callable[[int], Any]


class Place(Enum):
    """Where a value lies with respect to a closed interval."""

    INSIDE = "inside"
    EDGE = "edge"
    OUTSIDE = "outside"


def place(item_at: ItemAt, low: Fraction, high: Fraction, exactly: Callable[[], Fraction | None]) -> Place | None:
    """Where the value lies with respect to [low, high]; `item_at(bits)` gives it, `exactly()` its rational value, if any.

    None where it could not be decided within LAST_BITS.
    """
    bits = START_BITS
    while bits <= LAST_BITS:
        item = item_at(bits)
        if isinstance(item, MinusInfinity):
            return Place.OUTSIDE
        if isinstance(item, fmpq):
            return _place_rational(fraction(item), low, high)
        try:
            with precision(bits):
                bottom, top = ends(item)
        except (TooLarge, Undefined):
            return None
        if low < bottom and top < high:
            return Place.INSIDE
        if top < low or high < bottom:
            return Place.OUTSIDE
        bits *= 4
    value = exactly()
    return None if value is None else _place_rational(value, low, high)


def _place_rational(value: Fraction, low: Fraction, high: Fraction) -> Place:
    if value < low or value > high:
        return Place.OUTSIDE
    return Place.EDGE if value in (low, high) else Place.INSIDE


def round_to(item_at: ItemAt, unit: Fraction, exactly: Callable[[], Fraction | None]) -> Fraction | None:
    """The value correctly rounded to a multiple of `unit`, a tie away from zero. None where it could not be decided."""
    from derive.decimals import round_away

    bits = START_BITS
    while bits <= LAST_BITS:
        item = item_at(bits)
        if isinstance(item, MinusInfinity):
            return None
        try:
            with precision(bits):
                bottom, top = ends(item)
        except (TooLarge, Undefined):
            return None
        low, high = round_away(bottom, unit), round_away(top, unit)
        if low == high:
            return low
        bits *= 4
    value = exactly()
    return None if value is None else round_away(value, unit)
