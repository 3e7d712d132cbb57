"""100 000 random values in each of the four formats against a slow, independent rounding. Takes some minutes.

Half are rationals at every edge of the format (subnormal, overflow, ties and their neighbours), half are values
exp(r)/(1 + exp(s)) 2^k, known to us as balls and to the slow route as 400-bit mpmath numbers.
"""

import math
import random
import sys
import time
from fractions import Fraction
from pathlib import Path

from flint import arb, ctx, fmpq
from mpmath import mp

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from slow_rounding import a_value, slow_nearest

from derive.floats import FORMATS, round_ball, round_rational

COUNT = 100_000


def same(found: float | None, wanted: float) -> bool:
    return found is not None and found == wanted and math.copysign(1, found) == math.copysign(1, wanted)


def rationals(name: str, random_: random.Random) -> int:
    """How many of COUNT / 2 rationals are rounded otherwise than by the slow search."""
    bad = 0
    for _ in range(COUNT // 2):
        value = a_value(random_, name)
        bad += not same(round_rational(value, FORMATS[name]), slow_nearest(value, name))
    return bad


def transcendental(name: str, random_: random.Random) -> int:
    """The same for COUNT / 2 softmax-like values."""
    bad, into = 0, FORMATS[name]
    for _ in range(COUNT // 2):
        r, s = Fraction(random_.randint(-900, 900), 100), Fraction(random_.randint(-900, 900), 100)
        shift = random_.randint(into.least, into.top)
        with ctx.workprec(160):
            power = arb(fmpq(r.numerator, r.denominator)).exp()
            ball = power / (1 + arb(fmpq(s.numerator, s.denominator)).exp()) * arb(2) ** shift
        with mp.workprec(400):
            exact = mp.exp(mp.mpf(r.numerator) / r.denominator) / (1 + mp.exp(mp.mpf(s.numerator) / s.denominator))
            _, mantissa, exponent, _ = exact._mpf_
        value = Fraction(mantissa) * Fraction(2) ** (exponent + shift)
        bad += not same(round_ball(ball, into), slow_nearest(value, name))
    return bad


def main() -> int:
    total = 0
    for name in FORMATS:
        start = time.perf_counter()
        bad = rationals(name, random.Random(name)) + transcendental(name, random.Random(name))
        total += bad
        print(f"{name}: {COUNT} values, {bad} misrounded ({time.perf_counter() - start:.0f} s)", flush=True)
    return int(total > 0)


if __name__ == "__main__":
    sys.exit(main())
