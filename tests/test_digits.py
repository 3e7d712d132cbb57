"""Rounded decimals: Python's own decimal module is the second engine; ties and carries by hand."""

import decimal
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st

from derive import digits
from derive.digits import Digits, fixed, spelled

MODES = {
    "half-even": decimal.ROUND_HALF_EVEN,
    "half-away": decimal.ROUND_HALF_UP,
    "truncate": decimal.ROUND_DOWN,
}
VALUES = st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**6), max_value=10**6, places=9)


@pytest.mark.parametrize("rule", MODES)
@given(value=VALUES, places=st.integers(0, 8))
def test_decimals_against_the_decimal_module(rule: str, value: decimal.Decimal, places: int) -> None:
    wanted = value.quantize(decimal.Decimal(1).scaleb(-places), rounding=MODES[rule])
    found = digits.decimals_of_rational(Fraction(value), places, rule)
    assert Fraction(fixed(found)) == Fraction(wanted)


@pytest.mark.parametrize("rule", MODES)
@given(value=VALUES, count=st.integers(1, 30))
def test_significant_against_the_decimal_module(rule: str, value: decimal.Decimal, count: int) -> None:
    wanted = decimal.Context(prec=count, rounding=MODES[rule]).plus(value)
    found = digits.significant_of_rational(Fraction(value), count, rule)
    assert Fraction(spelled(found)) == Fraction(wanted)
    if value:
        assert len(str(abs(found.units))) == count


@given(value=VALUES, count=st.integers(1, 30), places=st.integers(0, 12))
def test_balls_give_the_digits_of_their_rational_or_none(value: decimal.Decimal, count: int, places: int) -> None:
    exact = Fraction(value) + Fraction(1, 7**40)
    with ctx.workprec(400):
        ball = arb(fmpq(exact.numerator, exact.denominator))
    assert digits.significant_of_ball(ball, count) == digits.significant_of_rational(exact, count)
    assert digits.decimals_of_ball(ball, places) == digits.decimals_of_rational(exact, places)


CASES = [
    (Fraction(775, 10000), 3, ("0.078", "0.078", "0.077")),
    (Fraction(125, 1000), 2, ("0.12", "0.13", "0.12")),
    (Fraction(-125, 1000), 2, ("-0.12", "-0.13", "-0.12")),
    (Fraction(-25, 10000), 3, ("-0.002", "-0.003", "-0.002")),
    (Fraction(9996, 1000), 2, ("10.00", "10.00", "9.99")),
    (Fraction(-4, 1000), 2, ("0.00", "0.00", "0.00")),
    (Fraction(2), 0, ("2", "2", "2")),
]


@pytest.mark.parametrize(("value", "places", "wanted"), CASES)
def test_ties_by_hand(value: Fraction, places: int, wanted: tuple[str, ...]) -> None:
    assert tuple(fixed(digits.decimals_of_rational(value, places, rule)) for rule in MODES) == wanted


def test_tie_flag() -> None:
    assert digits.is_tie(Fraction(775, 10000), 3)
    assert digits.is_tie(fmpq(-1, 8), 2)
    assert not digits.is_tie(Fraction(776, 10000), 3)
    assert not digits.is_tie(Fraction(1, 3), 3)


def test_a_straddling_ball_stays_open() -> None:
    with ctx.workprec(200):
        tie = arb(fmpq(1, 8)) + arb(0, 1e-40)
        assert digits.decimals_of_ball(tie, 2) is None
        assert digits.decimals_of_ball(tie, 2, "truncate") == Digits(12, 2)
        assert digits.decimals_of_ball(tie, 3, "truncate") is None
        assert digits.decimals_of_ball(tie, 3) == Digits(125, 3)
        assert digits.significant_of_ball(arb(0, 1e-40), 5) is None
        assert digits.significant_of_ball(arb(0), 5) == Digits(0, 4)


SPELLINGS = [
    (Digits(12345, 3), "12.345"),
    (Digits(5, 3), "0.005"),
    (Digits(-5, 0), "-5"),
    (Digits(1250, 33), "1.250e-30"),
    (Digits(-125, -20), "-1.25e+22"),
    (Digits(7, 9), "7e-09"),
    (Digits(0, 4), "0"),
    (Digits(0, 19), "0"),
]


@pytest.mark.parametrize(("number", "wanted"), SPELLINGS)
def test_spelling(number: Digits, wanted: str) -> None:
    assert spelled(number) == wanted


def test_unknown_rule() -> None:
    with pytest.raises(ValueError, match="half-even"):
        digits.decimals_of_rational(Fraction(1), 1, "up a bit")
