"""Spelled numbers as exact fractions: 0.1 is 1/10, 1e-5, 2/3, -inf. Hostile lengths and exponents are refused first."""

import re
from fractions import Fraction

from derive.reference.problem import InputError, Scale, inverse_root

DIGITS = 400
EXPONENT = 400
MINUS_INFINITY = None

_DECIMAL = re.compile(r"([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:[eE]([+-]?\d{1,6}))?")
_RATIO = re.compile(r"([+-]?\d+)\s*/\s*(\d+)")
_ROOT = re.compile(r"1\s*/\s*(?:sqrt\s*\(?|√\(?)\s*(d_k|d|\d{1,9})\s*\)?")
_MINUS_INFINITE = {"-inf", "-infinity", "-∞"}
_NOT_FINITE = {"nan", "inf", "+inf", "infinity", "+infinity", "∞"}


def _plain(text: str) -> str:
    return text.strip().replace("\N{MINUS SIGN}", "-")


def fraction(text: str, where: str) -> Fraction:
    """The exact value. InputError "not_finite", "too_long" or "number", naming where it stands."""
    plain = _plain(text)
    if plain.lower() in _NOT_FINITE | _MINUS_INFINITE:
        raise InputError("not_finite", found=plain, where=where)
    if len(plain) > DIGITS:
        raise InputError("too_long", where=where, length=len(plain), limit=DIGITS)
    if ratio := _RATIO.fullmatch(plain):
        if not int(ratio[2]):
            raise InputError("number", found=plain, where=where)
        return Fraction(int(ratio[1]), int(ratio[2]))
    decimal = _DECIMAL.fullmatch(plain)
    if decimal is None:
        raise InputError("number", found=plain[:40], where=where)
    if decimal[3] and abs(int(decimal[3])) > EXPONENT:
        raise InputError("exponent", found=plain[:40], where=where, limit=EXPONENT)
    return Fraction(plain)


def bias(text: str, where: str) -> Fraction | None:
    """An entry of an additive mask: finite, or None for -infinity."""
    return None if _plain(text).lower() in _MINUS_INFINITE else fraction(text, where)


def scale(text: str, d_k: int) -> Scale | None:
    """1/sqrt(d_k) (None: the default), 1/sqrt(NUMBER), none (one), or a rational number."""
    plain = _plain(text)
    if root := _ROOT.fullmatch(plain):
        return None if root[1] in ("d_k", "d") else inverse_root(_positive(int(root[1])))
    if plain.lower() in ("none", "off"):
        return _rational(Fraction(1))
    return _rational(fraction(plain, "scale"))


def _positive(number: int) -> int:
    if not number:
        raise InputError("number", found="1/sqrt(0)", where="scale")
    return number


def _rational(value: Fraction) -> Scale:
    from flint import fmpq

    return Scale(fmpq(value.numerator, value.denominator), 1)
