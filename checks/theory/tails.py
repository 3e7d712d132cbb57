"""How far out the largest score lies: "the largest of T scores is 3–4 standard deviations above the mean".

Said of random inputs it is true only with a probability: that the largest of T independent normal scores passes A
deviations is 1 - Φ(A)^T. The claim stays open, with that number, or with what is missing.
"""

import re
from collections.abc import Iterator
from fractions import Fraction

from flint import arb, fmpq

from checks.theory.proposition import Proposition
from derive.exact import precision

LARGEST = re.compile(
    r"(?:largest|maximum|max|biggest|más grande|mayor|máximo)(?: of| in| en| de)?(?: \S+){0,12}?"
    r" (?P<low>\d(?:[.,]\d)?)\$?(?:\s?(?:[–-]|to|a|or|o)\s?\$?(?P<high>\d(?:[.,]\d)?))?\$?"
    r" (?:standard deviations|desviaciones (?:típicas|estándar))",
    re.IGNORECASE,
)
SCORES = re.compile(r"scores?|logits?", re.IGNORECASE)
_T = re.compile(r"\bT\s*=\s*(\d{1,6})\b")


def tails(text: str) -> Iterator[Proposition]:
    """The claims of a document about how many deviations out the largest score lies."""
    for match in LARGEST.finditer(text):
        if not SCORES.search(match.group()):
            continue
        given = [int(m.group(1)) for m in _T.finditer(text, 0, match.end())]
        low = Fraction(match.group("low").replace(",", "."))
        about = " ".join(match.group().split())
        details = (("low", str(low)), ("probability", _passes(low, given[-1]) if given else f"1 − Φ({low})^T"))
        reason = "theory_tail" if given else "theory_tail_of_T"
        yield Proposition(*match.span(), about, settled="undecided", reason=reason, details=details, kind="probability")


def _passes(low: Fraction, count: int) -> str:
    """1 - Φ(low)^count to three digits."""
    with precision(128):
        below = (1 + (arb(fmpq(low.numerator, low.denominator)) / arb(2).sqrt()).erf()) / 2
        return str((1 - below**count).mid().str(3, radius=False))
