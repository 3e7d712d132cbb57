"""Correct rounding: against NumPy where NumPy rounds correctly, against a slow search everywhere, at every edge."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st
from slow_rounding import a_value, slow_nearest

from derive.floats import FORMATS, encoding, ends, round_ball, round_dyadic, round_rational, shortest, spacing

NUMPY = {"fp64": np.float64, "fp32": np.float32, "fp16": np.float16}


@pytest.mark.parametrize("name", FORMATS)
def test_rationals_against_the_slow_search(name: str) -> None:
    random_ = random.Random(name)
    for _ in range(1500):
        value = a_value(random_, name)
        assert round_rational(value, FORMATS[name]) == slow_nearest(value, name), value
        assert round_rational(fmpq(value.numerator, value.denominator), FORMATS[name]) == slow_nearest(value, name)


@pytest.mark.parametrize("name", FORMATS)
def test_balls_against_the_slow_search(name: str) -> None:
    random_ = random.Random(name)
    with ctx.workprec(300):
        for _ in range(1500):
            value = a_value(random_, name)
            ball = arb(fmpq(value.numerator, value.denominator))
            found = round_ball(ball, FORMATS[name])
            if found is None:  # only a tie may stay open at this precision
                low, high, exponent = ends(ball)
                scale = Fraction(2) ** exponent
                assert slow_nearest(low * scale, name) != slow_nearest(high * scale, name)
            else:
                assert found == slow_nearest(value, name), value


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_fp64_numbers_stay_themselves(value: float) -> None:
    assert round_rational(Fraction(value), FORMATS["fp64"]) == value


@pytest.mark.parametrize("name", NUMPY)
@given(value=st.floats(allow_nan=False, allow_infinity=False))
def test_agrees_with_numpy_casts(name: str, value: float) -> None:
    with np.errstate(over="ignore", under="ignore"):
        assert round_rational(Fraction(value), FORMATS[name]) == float(NUMPY[name](value))


EDGES = [
    ("fp64", Fraction(2) ** 1024 - Fraction(2) ** 970, math.inf),  # the tie above the largest number
    ("fp64", Fraction(2) ** 1024 - Fraction(2) ** 970 - 1, float(np.finfo(np.float64).max)),
    ("fp64", Fraction(2) ** -1075, 0.0),  # a tie: to even, which is zero
    ("fp64", Fraction(2) ** -1075 * Fraction(1001, 1000), 5e-324),
    ("fp16", Fraction(65520), math.inf),
    ("fp16", Fraction(65519), 65504.0),
    ("fp16", Fraction(1) + Fraction(1, 2**11), 1.0),
    ("fp16", Fraction(1) + Fraction(1, 2**11) + Fraction(1, 2**60), 1 + 2.0**-10),  # through fp64 it would be 1
    ("bf16", Fraction(1) + Fraction(1, 2**8), 1.0),
    ("bf16", Fraction(1) + Fraction(3, 2**8), 1 + 2.0**-6),
    ("fp32", -(Fraction(2) ** -150), -0.0),
]


@pytest.mark.parametrize(("name", "value", "wanted"), EDGES)
def test_edges(name: str, value: Fraction, wanted: float) -> None:
    found = round_rational(value, FORMATS[name])
    assert found == wanted
    assert math.copysign(1, found) == math.copysign(1, wanted)


def test_huge_exponents_cost_nothing() -> None:
    assert round_dyadic(-1, -(10**12), FORMATS["fp64"]) == 0.0
    assert round_dyadic(3, 10**12, FORMATS["bf16"]) == math.inf


def test_a_ball_around_zero_is_open_and_zero_is_zero() -> None:
    assert round_ball(arb(0, 1e-300), FORMATS["fp16"]) is None
    assert round_ball(arb(0), FORMATS["fp16"]) == 0.0


def test_ends_do_not_depend_on_the_working_precision() -> None:
    with ctx.workprec(400):
        ball = arb(2).sqrt()
    with ctx.workprec(20):
        low, high, exponent = ends(ball)
    scale = Fraction(2) ** exponent
    assert (low * scale) ** 2 < 2 < (high * scale) ** 2
    assert (high - low) * scale < Fraction(2) ** -390


def test_encodings_and_spacing() -> None:
    assert encoding(1.0, FORMATS["bf16"]) == 0x3F80
    assert encoding(-2.0, FORMATS["fp16"]) == 0xC000
    assert encoding(1.0, FORMATS["fp64"]) == 0x3FF0000000000000
    for value in (1.0, 1.5, 3.0, 1e-40, 0.1):
        assert spacing(float(np.float32(value)), FORMATS["fp32"]) == Fraction(float(np.spacing(np.float32(value))))
        assert spacing(value, FORMATS["fp64"]) == Fraction(math.ulp(value))


def test_shortest() -> None:
    third = {name: shortest(round_rational(Fraction(1, 3), FORMATS[name]), FORMATS[name]) for name in FORMATS}
    assert third == {"fp64": "0.3333333333333333", "fp32": "0.33333334", "fp16": "0.3333", "bf16": "0.334"}
    assert shortest(-math.inf, FORMATS["fp16"]) == "-inf"
    with pytest.raises(ValueError):
        shortest(0.1, FORMATS["fp16"])
