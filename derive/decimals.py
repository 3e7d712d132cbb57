"""Printed decimal literals: what a numeral says, the reals that it can stand for, and numbers spelled back the same way.

A literal keeps its decimal sign, its thousands groups, its power of ten, its percent sign and its suffix, so that the
truth can be printed as the document prints. Everything is rational from the first character on; floats never appear.
Correct rounding to binary formats is not here.
"""

import re
from dataclasses import dataclass, replace
from fractions import Fraction

MINUS = "-−–"
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−–", "0123456789-+--")
_SUFFIXES = {"K": 3, "k": 3, "M": 6, "G": 9, "B": 9, "T": 12}
_GROUP, _THIN = r"[\u0020\u00a0\u2009\u202f]", r"(?:~|\\[,;: ])"
_E, _PI = Fraction("2.718281828459045235"), Fraction("3.141592653589793238")
_ROOTS = (2, 3, 5, 6, 7, 8, 10, 12, 24, 32, 48, 80, 96, 128, 512)
MAX_DIGITS = 400
MAX_EXPONENT = 400

_POWER = re.compile(
    r"[ \u00a0\u2009]?(?:·|×|\*|⋅|\\cdot ?|\\times ?)[ \u00a0\u2009]?10"
    r"(?:([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(?:\^|\*\*)(?:\{ ?([-+−]?\d{1,6}) ?\}|\(([-+−]?\d{1,6})\)|([-+−]?\d{1,6})))"
)
_EXPONENT = re.compile(r"[eE]([-+−]?\d{1,6})(?!\w|\.\d)")
_NOUNS = (
    r"(?:[Bb]ytes?|[Oo]ctets?|FLOPs?|FLOPS|[Pp]ar[aâáà]m[eèé]t(?:ern|er|ers|res|ros)|[Tt]okens?|Einträgen?|Gewichten?|entradas|"
    r"entrées|entries|elementos|elements|éléments|Elementen?|pesos|weights|poids)\b"
)
_COUNTED = rf"[1-9]\d{{0,2}}\.\d{{3}}(?=[ \u00a0~]{_NOUNS}(?! (?:per|por|pro|par|each|cada|je)\b))"  # no byte has thousandths
_PERCENT = re.compile(r"[ \u00a0\u2009\u202f]?\\?%")
_SUFFIX = re.compile(r"(?:[ \u00a0]?)([KkMGBT])(?![A-Za-z0-9_.^\[(⁰¹²³⁴⁵⁶⁷⁸⁹ᵀ])")


class TooLong(ValueError):
    """A numeral beyond the limits: more digits, or a larger power of ten, than is ever built."""


@dataclass(frozen=True, slots=True)
class Style:
    """How numerals are written in a region: whether a comma is a decimal sign, too; thousands groups; suffixes (268M); "1."."""

    comma: bool = False
    blanks: bool = True
    groups: bool = True
    suffixes: bool = False
    dangling: bool = False


@dataclass(frozen=True, slots=True)
class Literal:
    """A numeral as printed. `value` counts percent, suffix and power of ten; `unit` is one unit of its last digit."""

    text: str
    value: Fraction
    unit: Fraction
    places: int
    whole: bool
    sign: str = "."
    power: int = 0
    tail: str = ""
    group: str = ""
    rough: bool = False


def _scale_of(power: int, tail: str) -> Fraction:
    scale = Fraction(10) ** power
    if "%" in tail:
        scale /= 100
    letter = tail.strip()[-1:]
    if letter in _SUFFIXES:
        scale *= 10 ** _SUFFIXES[letter]
    return scale


def _mantissa(style: Style) -> re.Pattern[str]:
    key = (style.comma, style.blanks, style.groups, style.dangling)
    if key not in _MANTISSAS:
        signs = ([] if style.comma else [r"\{,\}", ","]) + ["_"] if style.groups else []
        separators = ([_GROUP] if style.blanks else []) + ([_THIN] if style.groups else []) + signs
        grouped = "|".join(rf"\d{{1,3}}(?:{s}\d{{3}})+(?![\d])" for s in separators)
        if style.groups:  # two points part groups, in whatever language: 1.048.576
            grouped += r"|[1-9]\d{0,2}(?:\.\d{3}){2,}(?!\.?\d)|" + _COUNTED
        point = r"(?:[.,]|\{,\})" if style.comma else r"\."
        whole = rf"(?:{grouped}|\d+)" if grouped else r"\d+"
        more = r"\d*" if style.dangling else r"\d+"
        tail = rf"(?:{point}{more})?"
        _MANTISSAS[key] = re.compile(rf"(?:({whole})({tail})|({point}\d+))")
    return _MANTISSAS[key]


_MANTISSAS: dict[tuple[bool, ...], re.Pattern[str]] = {}


def read_literal(text: str, start: int = 0, style: Style | None = None) -> Literal | None:
    """The unsigned numeral that begins at `start`, or None. TooLong beyond the limits, before anything is built."""
    style = style or Style()
    match = _mantissa(style).match(text, start)
    if not match:
        return None
    end = match.end()
    whole, fraction = match.group(1) or "", (match.group(2) or match.group(3) or "").lstrip(".,{}")
    digits = re.sub(r"\D", "", whole)
    if len(digits) + len(fraction) > MAX_DIGITS:
        raise TooLong(f"a number of {len(digits) + len(fraction)} digits; {MAX_DIGITS} are read")
    power, end = _read_power(text, end)
    tail, end = _read_tail(text, end, style)
    scale = _scale_of(power, tail)
    value = Fraction(int((digits or "0") + fraction), 10 ** len(fraction)) * scale
    parting = re.search(r"\D+", whole)
    bare = not fraction and not (match.group(2) or "")
    return Literal(
        text[start:end],
        value,
        scale / 10 ** len(fraction),
        len(fraction),
        bare and not power and not tail,
        "," if "," in (match.group(2) or match.group(3) or ("," if style.comma else "")) else ".",
        power,
        tail,
        parting.group() if parting else "",
    )


def _read_power(text: str, end: int) -> tuple[int, int]:
    match = _EXPONENT.match(text, end) or _POWER.match(text, end)
    if not match:
        return 0, end
    power = int(next(g for g in match.groups() if g is not None).translate(_SUPERSCRIPTS))
    if abs(power) > MAX_EXPONENT:
        raise TooLong(f"10^{power}; at most 10^{MAX_EXPONENT} is read")
    return power, match.end()


def _read_tail(text: str, end: int, style: Style) -> tuple[str, int]:
    match = _PERCENT.match(text, end) or (_SUFFIX.match(text, end) if style.suffixes else None)
    return (match.group(), match.end()) if match else ("", end)


def negate(literal: Literal, text: str) -> Literal:
    """The same numeral behind a minus sign; `text` is the whole as printed."""
    return Literal(
        text,
        -literal.value,
        literal.unit,
        literal.places,
        literal.whole,
        literal.sign,
        literal.power,
        literal.tail,
        literal.group,
        literal.rough,
    )


def hundredth(literal: Literal) -> Literal:
    """The numeral as a percentage whose sign stands elsewhere."""
    return replace(literal, value=literal.value / 100, unit=literal.unit / 100, power=literal.power - 2, whole=False)


def scaled(literal: Literal, letter: str) -> Literal:
    """The numeral in thousands (K), millions (M) or thousands of millions (G, B), whose letter stands elsewhere."""
    power = _SUFFIXES[letter]
    scale = Fraction(10) ** power
    return replace(literal, value=literal.value * scale, unit=literal.unit * scale, power=literal.power + power, whole=False)


def ungrouped(literal: Literal) -> Literal:
    """The numeral 524.288 as the whole number that it is where its point can only part thousands."""
    if not re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", literal.text):
        return literal
    mark = literal.text[-4]
    return replace(literal, value=literal.value * 1000, unit=Fraction(1), places=0, whole=True, group=mark)


def roughen(literal: Literal) -> Literal:
    """The numeral behind "~" or "about": the trailing zeros of an integer are not significant (~270 is 265 to 275)."""
    if literal.places or not literal.value:
        return literal
    unit = literal.unit
    while literal.value % (unit * 10) == 0:
        unit *= 10
    return Literal(
        literal.text,
        literal.value,
        unit,
        0,
        False,
        literal.sign,
        literal.power,
        literal.tail,
        literal.group,
        True,
    )


def reals(literal: Literal, truncating: bool = False) -> tuple[Fraction, Fraction]:
    """R(s): the closed interval of reals that a literal can stand for; wider away from zero where the habit is to cut."""
    half = literal.unit / 2
    low, high = literal.value - half, literal.value + half
    if truncating:
        cut_low, cut_high = truncated_reals(literal)
        return min(low, cut_low), max(high, cut_high)
    return low, high


def is_rounded_constant(literal: Literal) -> bool:
    """Whether a numeral with three digits or more is a rounding of e, π, a small root √n or its inverse 1/√n."""
    if literal.places < 2 or abs(literal.value) * 10**literal.places < 100:
        return False
    low, high = reals(negate(literal, literal.text) if literal.value < 0 else literal)
    if any(low <= constant <= high for constant in (_E, _PI)):
        return True
    return any(low**2 <= n <= high**2 or low**2 * n <= 1 <= high**2 * n for n in _ROOTS)


def truncated_reals(literal: Literal) -> tuple[Fraction, Fraction]:
    """[s, s + u) away from zero: what a literal stands for if the digits behind its last were cut off.

    The far end is not included. A printed zero stands for (−u, u).
    """
    if literal.value == 0 and not literal.text.startswith(tuple(MINUS)):
        return -literal.unit, literal.unit
    if literal.value <= 0:
        return literal.value - literal.unit, literal.value
    return literal.value, literal.value + literal.unit


def round_away(value: Fraction, unit: Fraction) -> Fraction:
    """`value` rounded to a multiple of `unit`, ties away from zero."""
    count = abs(value) / unit + Fraction(1, 2)
    whole = count.numerator // count.denominator
    return whole * unit if value >= 0 else -whole * unit


def round_even(value: Fraction, unit: Fraction) -> Fraction:
    """`value` rounded to a multiple of `unit`, ties to the even digit."""
    return round(value / unit) * unit


def truncate(value: Fraction, unit: Fraction) -> Fraction:
    """`value` cut to a multiple of `unit`, towards zero."""
    count = abs(value) / unit
    whole = count.numerator // count.denominator
    return whole * unit if value >= 0 else -whole * unit


def is_tie(value: Fraction, unit: Fraction) -> bool:
    """Whether `value` lies exactly half-way between two multiples of `unit`."""
    return (value / unit * 2).denominator == 1 and (value / unit).denominator != 1


def spell(value: Fraction, like: Literal) -> str:
    """`value`, already a multiple of like.unit, spelled as `like` is printed; never −0."""
    scale = _scale_of(like.power, like.tail)
    count = round_away(value / scale, Fraction(1, 10**like.places)) * 10**like.places
    digits = str(abs(count.numerator)).rjust(like.places + 1, "0")
    whole, fraction = (digits[: -like.places], digits[-like.places :]) if like.places else (digits, "")
    if like.group:
        whole = f"{int(whole):,}".replace(",", like.group)
    minus = next((c for c in like.text if c in MINUS), "-") if like.text[:1] in MINUS else "-"
    body = whole + (like.sign + fraction if fraction else "")
    return (minus if count < 0 else "") + body + _power_text(like)


def _power_text(like: Literal) -> str:
    body = like.text.lstrip(MINUS + "+~ ")
    cut = re.match(rf"(?:[\d.,_{{}}]|{_GROUP}|{_THIN})*", body.replace("10^", "\0"))
    rest = body[cut.end() :] if cut else ""
    return (" " if rest and body[: cut.end() if cut else 0].endswith(" ") else "") + rest


def decimal(value: Fraction, digits: int) -> str:
    """`value` as a plain decimal with that many significant digits, for messages; exact decimals are printed whole."""
    if value == 0:
        return "0"
    exact = _exact_decimal(value, digits)
    if exact is not None:
        return exact
    exponent = _magnitude(value)
    places = digits - 1 - exponent
    unit = Fraction(10) ** -places
    rounded = round_away(value, unit)
    if abs(exponent) > 30:
        mantissa = abs(rounded / Fraction(10) ** exponent)
        return ("-" if value < 0 else "") + _plain(mantissa, digits - 1) + f"e{exponent}"
    return ("-" if value < 0 else "") + _plain(abs(rounded), max(places, 0))


def _exact_decimal(value: Fraction, digits: int) -> str | None:
    for places in range(digits + 1):
        if (value * 10**places).denominator == 1 and abs(value) < 10**digits:
            return ("-" if value < 0 else "") + _plain(abs(value), places)
    return None


def _plain(value: Fraction, places: int) -> str:
    count = value * 10**places
    digits = str(count.numerator // count.denominator).rjust(places + 1, "0")
    return digits[:-places] + "." + digits[-places:] if places else digits


def _magnitude(value: Fraction) -> int:
    """The exponent e with 10^e <= |value| < 10^(e+1)."""
    guess = len(str(abs(value.numerator))) - len(str(value.denominator))
    return guess if abs(value) >= Fraction(10) ** guess else guess - 1
