"""What pages say of number formats: where exp overflows, the largest and smallest numbers, what -1e9 and 2049 become.

Limits of a format are exact (IEEE 754-2019, table 3.5; bf16 is fp32 without its last 16 bits); conversion rounds to
nearest, ties to even, and keeps subnormal numbers. A printed limit is a count like any other; what becomes of a number
is decided by rounding it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from flint import arb, fmpq

from checks.theory.proposition import Proposition
from checks.theory.stretches import sentences
from checks.theory.values import BITS, Ball
from derive.decimals import Literal, Style, TooLong, negate, read_literal
from derive.exact import ends, precision
from derive.floats import FORMATS, Format, round_ball, round_rational

WORDS = {
    "fp16": "fp16", "float16": "fp16", "half": "fp16", "media": "fp16", "bf16": "bf16", "bfloat16": "bf16", "fp32": "fp32",
    "float32": "fp32", "single": "fp32", "simple": "fp32", "fp64": "fp64", "float64": "fp64", "double": "fp64", "doble": "fp64",
}  # fmt: skip
FORM = (
    r"(?P<form>(?:fp|float|bf|bfloat)(?:16|32|64)\b|(?:half|single|double)[- ]precision|"
    r"precisión (?:simple|doble)|(?:simple|doble|media) precisión)"
)
NUM = (
    r"(?:\$|`|\\\()?\s*(?P<n>[-−]?\s?\d(?:[\d.,]*\d)?(?:[eE][-+−]?\d+)?)"
    r"(?![\d⁻⁰¹²³⁴⁵⁶⁷⁸⁹^!]|[.,]\d|\s*[·×*/^(+]|\s*[-−]\s*\d)(?:\$|`|\\\))?"
)
ABOUT = (
    r"(?:about|around|roughly|approximately|≈|~|\\approx|unos|unas|aproximadamente|alrededor de)?"
    r"\s*\$?\s*(?:x\s*)?(?:>|≈|\\approx)?\s*"
)
_FROM = r"(?:at|above|beyond|past|for|from|when|when x|is|es|near|a partir de|por encima de|para|en|cuando x?)"
AT = rf"{_FROM}\s*(?:x\s*>\s*)?{ABOUT}"
EXP = r"(?:`?(?:np\.|torch\.)?exp`?(?:\(\w\))?|\$?e\^\{?x\}?\$?|eˣ|the exponential|la exponencial)"
OVERFLOWS = r"(?:overflows?|desborda|se desborda)"
TELLS = re.compile(FORM, re.IGNORECASE)
LARGEST_ONE = 2**60  # beyond this no sum of ones is followed


@dataclass(frozen=True, slots=True)
class Limit:
    """A printed number that should be a limit of a format."""

    start: int
    end: int
    about: str
    literal: Literal
    value: Ball


Said = Limit | Proposition
Maker = Callable[[str, re.Match[str], int, Style], Said | None]


def formats(text: str, start: int, end: int, comma: bool) -> Iterator[Said]:
    """The claims about number formats in text[start:end]."""
    style = Style(comma=comma, blanks=False)
    for first, last in sentences(text, start, end):
        if TELLS.search(text, first, last):
            yield from _in_sentence(text, first, last, style)


def _in_sentence(text: str, first: int, last: int, style: Style) -> Iterator[Said]:
    taken: list[tuple[int, int]] = []
    for pattern, make in PATTERNS:
        matches = list(pattern.finditer(text, first, last))
        again = _AGAIN.finditer(text, matches[-1].end(), last) if matches and make is _overflow_limit else ()
        for match in chain(matches, again):
            if any(s < match.end() and match.start() < e for s, e in taken):
                continue
            made = make(text, match, match.start("n"), style)
            if made is not None:
                taken.append(match.span())
                yield made


# -- limits of a format ------------------------------------------------------------
def largest(form: Format) -> Fraction:
    """The largest finite number."""
    return (2 - Fraction(2) ** (1 - form.precision)) * Fraction(2) ** (form.top - 1)


def smallest(form: Format) -> Fraction:
    """The smallest positive number, a subnormal one."""
    return Fraction(2) ** form.least


def smallest_normal(form: Format) -> Fraction:
    """The smallest positive number with all bits of precision."""
    return Fraction(2) ** (form.least + form.precision - 1)


def integers(form: Format) -> Fraction:
    """Up to here every integer is a number of the format."""
    return Fraction(2) ** form.precision


def _overflow(form: Format) -> Ball:
    """Where exp(x) leaves the format: from the log of its largest number to where rounding gives infinity."""
    above = largest(form) + Fraction(2) ** (form.top - form.precision - 1)
    with precision(BITS):
        low, high = (ends(arb(fmpq(x.numerator, x.denominator)).log()) for x in (largest(form), above))
    return Ball(low[0], high[1])


def _limit(name: str, of: Callable[[Format], Fraction]) -> Maker:
    def make(text: str, match: re.Match[str], at: int, style: Style) -> Said | None:
        form, literal = _form(match), _literal(text, at, style)
        if literal is None:
            return None
        return Limit(at, at + len(literal.text), f"{name}({form.name})", literal, Ball.exact(of(form)))

    return make


def _overflow_limit(text: str, match: re.Match[str], at: int, style: Style) -> Said | None:
    form, literal = _form(match), _literal(text, at, style)
    if literal is None:
        return None
    return Limit(at, at + len(literal.text), f"log(max {form.name})", literal, _overflow(form))


# -- what becomes of a number ---------------------------------------------------------
def _becomes(judge: Callable[[float, Fraction | None, Format], bool], power: bool) -> Maker:
    """A claim about the number that a format has for a printed one, or for exp of it."""

    def make(text: str, match: re.Match[str], at: int, style: Style) -> Said | None:
        form, literal = _form(match), _literal(text, at, style)
        if literal is None:
            return None
        exact = None if power else literal.value
        found = _rounded(literal.value, form, power)
        if found is None:
            return None
        holds = judge(found, exact, form) != bool(match.groupdict().get("not"))
        shown = f"exp({literal.text})" if power else literal.text
        details = (("form", form.name), ("number", shown), ("value", repr(found).replace("inf", "∞")))
        about = " ".join(text[match.start() : match.end()].split())
        settled, reason = ("agrees", "") if holds else ("wrong", "theory_format")
        return Proposition(*match.span(), about, settled=settled, reason=reason, details=details, kind="format")

    return make


def _rounded(value: Fraction, form: Format, power: bool) -> float | None:
    if not power:
        return round_rational(value, form)
    if abs(value) > 10**6:
        return float("inf") if value > 0 else 0.0
    with precision(BITS):
        return round_ball(arb(fmpq(value.numerator, value.denominator)).exp(), form)


def _is_infinite(found: float, exact: Fraction | None, form: Format) -> bool:
    return found in (float("inf"), float("-inf"))


def _is_zero(found: float, exact: Fraction | None, form: Format) -> bool:
    return found == 0


def _is_exact(found: float, exact: Fraction | None, form: Format) -> bool:
    return not _is_infinite(found, exact, form) and exact == Fraction(found)


def _is_subnormal(found: float, exact: Fraction | None, form: Format) -> bool:
    return not _is_infinite(found, exact, form) and 0 < abs(Fraction(found)) < smallest_normal(form)


def _added(text: str, match: re.Match[str], at: int, style: Style) -> Said | None:
    """Ones added one after another stay where one more is half a unit: at 2 to the precision, ties going to even."""
    form, literal = _form(match), _literal(text, at, style)
    count = _literal(text, match.start("count"), style)
    if literal is None or count is None or not count.whole or not 0 < count.value < LARGEST_ONE:
        return None
    reached = min(count.value, integers(form))
    value = count.value / reached if match.groupdict().get("share") else reached
    return Limit(at, at + len(literal.text), f"{form.name}: 1 + … + 1 ({count.text})", literal, Ball.exact(value))


def _form(match: re.Match[str]) -> Format:
    word = re.sub(r"[- ]?precisi\w+[- ]?", "", match.group("form").lower()).strip()
    return FORMATS[WORDS[word]]


def _literal(text: str, at: int, style: Style) -> Literal | None:
    sign = re.match(r"[-−]\s?", text[at : at + 3])
    try:
        found = read_literal(text, at + (sign.end() if sign else 0), style)
    except TooLong:
        return None
    if found is None or sign is None:
        return found
    return negate(found, sign.group() + found.text)


def _pattern(raw: str) -> re.Pattern[str]:
    return re.compile(raw, re.IGNORECASE)


_NOT = r"(?P<not>(?:does|do|is|are) not |doesn't |isn't |cannot |can't |no )?"
_IN = rf"(?:in|en|as|to|con|para|of) {FORM}"
_MEANS = rf"(?:is|es|becomes?|are|of|:|=|goes up to|llega a|vale)\s*(?:only |solo )?{ABOUT}{NUM}"
_AGAIN = _pattern(rf"(?:,|;|\band\b|\by\b|\bwhile\b|\bmientras que\b)\s*(?:in |en )?{FORM}(?:'s)?\s*(?:{OVERFLOWS} )?{AT}{NUM}")
_OF = rf"(?:exp\(|e\^\{{?|e\^\()\s*{NUM}\s*[)}}]*\$?"
_ZERO = r"(?:underflows? to|is(?: exactly)?|is (?:flushed|rounded) to|es(?: exactamente)?|se redondea a) (?:zero|0|cero)"
_BECOMES = r"(?:becomes|overflows to|turns into|rounds to|is|se convierte en|es)"
_INFINITY = r"(?:[-−]|minus |menos )?\$?(?:inf(?:inity|inito)?\b|∞|\\infty)\$?"
_TOP = r"(?:largest|maximum|max|mayor|máximo)(?: número)?(?: finite| finito| representable)?"
_VALUE = r"(?: positive| positivo)?(?: number| value| número| valor)?(?: finito)?"
_LEAST = r"(?:smallest|least|minimum|min|mínimo|menor)(?: número)?(?: positive| positivo)?"
_SUB = r"(?:subnormal|denormal(?:i[sz]ed)?|desnormalizad[oa])"
_EXACTLY = r"(?:is |be |es )?(?:exactly )?(?:representable|represented exactly|stored exactly|stored as it is)(?: exactly)?"
_ALL = r"(?:represents?|holds|has|representa)(?: exactly)? (?:all|every|todos los)(?: the)? (?:integers?|enteros)(?: exactly)?"
_ONES = r"(?:adding|summing|add|sum of|sumar|suma de) (?P<count>\d[\d,]*) (?:ones|unos)"
_GIVES = r"(?:gives|is|yields|stops at|da|es)"
TABLE: tuple[tuple[str, Maker], ...] = (
    (rf"{EXP} {OVERFLOWS} {_IN}[^.;\d]{{0,24}}?{AT}{NUM}", _overflow_limit),
    (rf"{FORM}(?:'s)? {EXP} {OVERFLOWS} {AT}{NUM}", _overflow_limit),
    (rf"(?:in|en) {FORM},? {EXP} {OVERFLOWS} {AT}{NUM}", _overflow_limit),
    (rf"(?:threshold|limit|umbral|límite)[^.;\d]{{0,30}}{EXP}[^.;\d]{{0,12}}? {_IN} {_MEANS}", _overflow_limit),
    (rf"{_OF} {_NOT}{OVERFLOWS} {_IN}", _becomes(_is_infinite, True)),
    (rf"{_OF} {_NOT}{_ZERO} {_IN}", _becomes(_is_zero, True)),
    (rf"{_OF} {_NOT}(?:is|es) (?:a |un )?{_SUB}(?: number)? {_IN}", _becomes(_is_subnormal, True)),
    (rf"{NUM} (?:is|es) (?:the|el) {_TOP}{_VALUE} ?(?:in|en|of|de)? ?{FORM}", _limit("max", largest)),
    (rf"{_TOP} {FORM}{_VALUE},? {_MEANS}", _limit("max", largest)),
    (rf"{FORM} (?:max(?:imum)?|has a maximum of|llega hasta|tiene un máximo de) ?{ABOUT}{NUM}", _limit("max", largest)),
    (rf"{_TOP}{_VALUE} {_IN} {_MEANS}", _limit("max", largest)),
    (rf"{_LEAST} normal(?: positive)? {FORM}{_VALUE} {_MEANS}", _limit("min normal", smallest_normal)),
    (rf"{_LEAST} normal{_VALUE} {_IN} {_MEANS}", _limit("min normal", smallest_normal)),
    (rf"{_LEAST}(?: {_SUB})? {FORM}{_VALUE}(?: {_SUB})? {_MEANS}", _limit("min", smallest)),
    (rf"{_LEAST}(?: {_SUB})?{_VALUE}(?: {_SUB})? {_IN} {_MEANS}", _limit("min", smallest)),
    (rf"{FORM} {_ALL} (?:up to|hasta)(?: el)? {NUM}", _limit("integers", integers)),
    (rf"{NUM} {_NOT}{_BECOMES} {_INFINITY} {_IN}", _becomes(_is_infinite, False)),
    (rf"(?:in|en) {FORM},? (?:the mask |el valor )?{NUM} {_NOT}{_BECOMES} {_INFINITY}", _becomes(_is_infinite, False)),
    (rf"{NUM} {_NOT}{OVERFLOWS} {_IN}", _becomes(_is_infinite, False)),
    (rf"{NUM} {_NOT}{_EXACTLY} {_IN}", _becomes(_is_exact, False)),
    (rf"{NUM} {_NOT}(?:is|es) (?:a |un (?:número )?)?{_SUB}(?: number)? {_IN}", _becomes(_is_subnormal, False)),
    (rf"{NUM} {_NOT}{_ZERO} {_IN}", _becomes(_is_zero, False)),
    (rf"{_ONES}[^.;]{{0,40}}? {_IN}[^.;\d]{{0,40}}? {_GIVES} {NUM}", _added),
    (rf"(?P<count>\d[\d,]*) (?P<share>equal) {FORM} logits[^.;\d]{{0,60}}?sum[^.;\d]{{0,20}}? (?:of|is|to|=) {NUM}", _added),
)  # fmt: skip
PATTERNS = tuple((_pattern(raw), make) for raw, make in TABLE)
