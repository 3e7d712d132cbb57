"""The numbers of a free text, in order: what is looked for in a student's derivation and output."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

# a decimal comma counts only with three digits or more behind it: [1,0] is two numbers
_NUMBER = re.compile(r"(?<![\w.])[-+\N{MINUS SIGN}]?(?:\d+,\d{3,}(?![\d.])|\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?(?!\.?\w)")


COARSE = 0.005  # a bare 0 or 1 does not stand for a third
SHARE = 0.04  # of a value: half a unit of two printed figures or more


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number and half a unit of its last printed place."""

    value: float
    half_unit: float


def numerals(text: str) -> list[Numeral]:
    """All numbers of the text that a float can hold."""
    found = []
    for match in _NUMBER.finditer(text):
        plain = match[0].replace("\N{MINUS SIGN}", "-").replace(",", ".").lower()
        mantissa, _, exponent = plain.partition("e")
        places = len(mantissa.partition(".")[2])
        number = Numeral(float(plain), float(f"0.5e{int(exponent or 0) - places}"))
        if math.isfinite(number.value) and math.isfinite(number.half_unit):
            found.append(number)
    return found


def count_runs(found: Sequence[Numeral], wanted: Sequence[float], tolerance: float) -> int:
    """How often the wanted numbers stand one after another, each within the tolerance or half a printed unit of it.

    tolerance 0: only what the printed digits stand for.
    """

    def fits(numeral: Numeral, number: float) -> bool:
        slack = tolerance if tolerance else min(numeral.half_unit * 1.000001, COARSE)
        return abs(numeral.value - number) <= slack

    starts = range(len(found) - len(wanted) + 1)
    return sum(all(fits(found[start + k], number) for k, number in enumerate(wanted)) for start in starts)


def shows(printed: Numeral, value: float) -> bool:
    """Whether a printed number is the value: equal, or as near as the digits of the coarser of the two say.

    Fewer than two figures show no value but their own: a bare 0 or 1 is not 0.4.
    """
    (told,) = numerals(repr(value))
    slack = max(one.half_unit if one.half_unit <= SHARE * abs(value) else 0.0 for one in (printed, told))
    return abs(printed.value - value) <= slack * 1.000001
