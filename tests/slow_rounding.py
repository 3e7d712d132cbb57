"""Rounding the slow way, for tests and benchmarks: neighbours on the grid as Fractions, and values at every edge."""

import math
import random
from fractions import Fraction

from derive.floats import FORMATS


def slow_nearest(value: Fraction, name: str) -> float:
    """Independent route: both neighbours on the grid as Fractions, the nearer one, ties by parity."""
    into = FORMATS[name]
    size = abs(value)
    bits = size.numerator.bit_length() - size.denominator.bit_length()
    exponent = max(into.least, bits - into.precision - 2)  # not yet enough, never too much
    while Fraction(2) ** (exponent + into.precision) <= size:
        exponent += 1
    unit = Fraction(2) ** exponent
    low = size // unit
    lower, upper = low * unit, (low + 1) * unit
    if size - lower == upper - size:
        nearest = lower if low % 2 == 0 else upper
    else:
        nearest = lower if size - lower < upper - size else upper
    found = math.inf if nearest >= Fraction(2) ** into.top else float(nearest)
    return -found if value < 0 else found


def a_value(random_: random.Random, name: str) -> Fraction:
    """Normal, subnormal, near overflow, and exact ties, with their neighbours."""
    into = FORMATS[name]
    exponent = random_.randint(into.least - 3, into.top + 1)
    mantissa = random_.getrandbits(into.precision + 1) | 1
    value = Fraction(mantissa) * Fraction(2) ** (exponent - random_.randint(0, into.precision + 1))
    if random_.random() < 0.5:
        value += value * Fraction(random_.randint(-3, 3), 3 ** random_.randint(1, 80))
    return random_.choice((1, -1)) * value
