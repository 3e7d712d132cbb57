"""Printed numerals: what they say, the reals they stand for, and how numbers are spelled back."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive.decimals import (
    Style,
    TooLong,
    decimal,
    hundredth,
    is_rounded_constant,
    is_tie,
    negate,
    read_literal,
    reals,
    roughen,
    round_away,
    round_even,
    spell,
    truncate,
    truncated_reals,
)

F = Fraction
COMMA, PLAIN, COUNTS = Style(comma=True), Style(), Style(suffixes=True)

READ = [
    # text, style, numeral, value, one unit of the last digit
    ("0.098 |", PLAIN, "0.098", F(98, 1000), F(1, 1000)),
    ("0.250]", PLAIN, "0.250", F(1, 4), F(1, 1000)),
    ("12.", PLAIN, "12", F(12), F(1)),
    ("1. 0.]", Style(dangling=True), "1.", F(1), F(1)),
    (".5", PLAIN, ".5", F(1, 2), F(1, 10)),
    ("0,7071 y", COMMA, "0,7071", F(7071, 10000), F(1, 10000)),
    ("5,53·10⁻⁴", COMMA, "5,53·10⁻⁴", F(553, 10**6), F(1, 10**6)),
    ("2.48 × 10^{-2}", PLAIN, "2.48 × 10^{-2}", F(248, 10**4), F(1, 10**4)),
    ("1.0e-4", PLAIN, "1.0e-4", F(1, 10**4), F(1, 10**5)),
    ("4.85e8", PLAIN, "4.85e8", F(485 * 10**6), F(10**6)),
    ("58,3 % y", COMMA, "58,3 %", F(583, 1000), F(1, 1000)),
    ("40% to", PLAIN, "40%", F(2, 5), F(1, 100)),
    ("16 384 entries", PLAIN, "16 384", F(16384), F(1)),
    ("68,719,476,736 FLOPs", PLAIN, "68,719,476,736", F(68719476736), F(1)),
    ("65{,}504", PLAIN, "65{,}504", F(65504), F(1)),
    ("0, 1", PLAIN, "0", F(0), F(1)),
    ("268M muls", COUNTS, "268M", F(268 * 10**6), F(10**6)),
    ("4T²", COUNTS, "4", F(4), F(1)),
    ("16 384]", Style(blanks=False), "16", F(16), F(1)),
]


@pytest.mark.parametrize("text,style,numeral,value,unit", READ)
def test_read(text: str, style: Style, numeral: str, value: Fraction, unit: Fraction) -> None:
    literal = read_literal(text, 0, style)
    assert literal is not None
    assert (literal.text, literal.value, literal.unit) == (numeral, value, unit)


@pytest.mark.parametrize("text, whole", [("12", True), ("0.5", False), (".5", False), ("1.", False), ("1e3", False)])
def test_what_is_printed_without_a_point_is_whole(text: str, whole: bool) -> None:
    literal = read_literal(text, 0, Style(dangling=True))
    assert literal is not None and literal.whole is whole
    assert not hundredth(literal).whole


@pytest.mark.parametrize("text", ["x", "-1", "", "e5", "·10"])
def test_no_numeral(text: str) -> None:
    assert read_literal(text) is None


@pytest.mark.parametrize("text", ["1" * 401, "0." + "0" * 401, "1e401", "1e999999", "2·10^{4000}"])
def test_too_long_is_refused_before_it_is_built(text: str) -> None:
    with pytest.raises(TooLong):
        read_literal(text)


SPELLED = [
    (F(12, 125), "0.098", PLAIN, "0.096"),
    (F(0), "-0.04", PLAIN, "0.00"),
    (F(-1, 50), "−0,01", COMMA, "−0,02"),
    (F(417, 1000), "58,3 %", COMMA, "41,7 %"),
    (F(614, 10**8), "6.14e-5", PLAIN, "0.61e-5"),
    (F(1234567), "16,384", PLAIN, "1,234,567"),
    (F(268 * 10**6), "270M", COUNTS, "268M"),
]


@pytest.mark.parametrize("value,like,style,text", SPELLED)
def test_spelled_as_printed(value: Fraction, like: str, style: Style, text: str) -> None:
    literal = read_literal(like.lstrip("-−"), 0, style)
    assert literal is not None
    assert spell(value, negate(literal, like) if like[0] in "-−" else literal) == text


def test_reals() -> None:
    literal = read_literal("0.098")
    assert literal is not None
    assert reals(literal) == (F("0.0975"), F("0.0985"))
    assert truncated_reals(literal) == (F("0.098"), F("0.099"))
    assert reals(literal, truncating=True) == (F("0.0975"), F("0.099"))
    assert truncated_reals(negate(literal, "-0.098")) == (F("-0.099"), F("-0.098"))


@pytest.mark.parametrize(
    "text,low,high", [("270", 265, 275), ("400", 350, 450), ("32", F(63, 2), F(65, 2)), ("1.50", F("1.495"), F("1.505"))]
)
def test_rough(text: str, low: Fraction, high: Fraction) -> None:
    literal = read_literal(text)
    assert literal is not None
    assert reals(roughen(literal)) == (low, high)


values = st.fractions(min_value=-1000, max_value=1000, max_denominator=10**6)
units = st.integers(0, 6).map(lambda n: F(1, 10**n))


@given(values, units)
def test_roundings_are_nearest(value: Fraction, unit: Fraction) -> None:
    for rounded in (round_away(value, unit), round_even(value, unit)):
        assert (rounded / unit).denominator == 1
        assert abs(rounded - value) <= unit / 2
    assert round_away(-value, unit) == -round_away(value, unit)
    if not is_tie(value, unit):
        assert round_away(value, unit) == round_even(value, unit)
    assert abs(truncate(value, unit)) <= abs(value) < abs(truncate(value, unit)) + unit


@given(values, st.integers(1, 6))
def test_spelling_a_rounded_number_reads_back(value: Fraction, places: int) -> None:
    like = read_literal("0." + "5" * places)
    assert like is not None
    rounded = round_away(value, like.unit)
    text = spell(rounded, like)
    again = read_literal(text.lstrip("-"))
    assert again is not None
    assert (-again.value if text.startswith("-") else again.value) == rounded
    assert not text.startswith("-0." + "0" * places)


@given(values)
def test_decimal_is_near(value: Fraction) -> None:
    assert abs(Fraction(decimal(value, 15)) - value) <= abs(value) * F(1, 10**14)


CONSTANTS = {
    **dict.fromkeys(("1.414", "-1.414", "2.72", "3.14", "0.707", "2.236", "0.577"), True),
    **dict.fromkeys(("0.1", "1.00", "2.7", "1.42", "0.05", "3.15", "0.58", "0.600"), False),
}


@pytest.mark.parametrize("text", CONSTANTS)
def test_rounded_constants(text: str) -> None:
    literal = read_literal(text.lstrip("-"), 0, PLAIN)
    assert literal is not None
    assert is_rounded_constant(negate(literal, text) if text.startswith("-") else literal) is CONSTANTS[text]


SHOWN = {
    (F(1, 3), 5): "0.33333",
    (F(10, 3), 5): "3.3333",
    (F(200000, 3), 4): "66670",
    (F(1, 3 * 10**40), 3): "3.33e-41",
    (F(-2 * 10**40, 3), 3): "-6.67e39",
    (F(-1, 8), 9): "-0.125",
    (F(999999, 10**6), 3): "1.000",
    (F(1234), 4): "1234",
    (F(12345), 4): "12350",
    (F(0), 3): "0",
    (F(10**40), 3): "1.00e40",
    (F("0.12345"), 4): "0.1235",
}


@pytest.mark.parametrize("value, digits", SHOWN)
def test_decimals_to_so_many_digits(value: Fraction, digits: int) -> None:
    assert decimal(value, digits) == SHOWN[value, digits]
