"""Claims about the largest attention weight of random inputs: near 1/T, near 1, above 0.95; answered by probabilities.

Read only where the page speaks of the largest entry of a row and draws its inputs at random. A claim said of every run
is wrong where it fails in more than one run in a hundred; "near" says no number and stays open, with the expected value.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

LARGEST = re.compile(
    r"(?:entrada|peso|valor)(?:es)? (?:de atención )?máxim|máxim\w* (?:entrada|peso)|"
    r"(?:largest|max(?:imum|imal)?) (?:attention )?(?:entry|weight)",
    re.IGNORECASE,
)
RANDOM = re.compile(r"\\mathcal\s*\{?N\}?\s*\(\s*0\s*,\s*1|N\(0, ?1\)|𝒩\(0|random|aleatori", re.IGNORECASE)
CLAIM = re.compile(
    r"(?P<without>sin (?:el )?escala\w*|without (?:the )?scal\w*|unscaled)|"
    r"(?P<with>con (?:el )?escala\w*|with (?:the )?scal\w*|\bscaled)",
    re.IGNORECASE,
)
NEAR = re.compile(
    r"(?:cerca de|near|close to|around|alrededor de)\s*(?:\\\(|\$|`)?\s*(?P<n>1/T|\\frac\{1\}\{T\}|[01][.,]\d+)", re.IGNORECASE
)
ABOVE = re.compile(r"(?:>|por encima de|above|over|exceeds?)\s*(?:\\\(|\$|`)?\s*(?P<n>0[.,]\d+)", re.IGNORECASE)
SATURATES = re.compile(r"\b(?P<n>satura\w*)", re.IGNORECASE)
_T, _WIDTH = re.compile(r"\bT\s*=\s*(\d{1,4})\b"), re.compile(r"d_\{?k\}?\s*=\s*(\d{1,4})\b")
INSTEAD = re.compile(r"(?:en lugar de|instead of|rather than|en vez de)\s*(?:\\\(|\$)?\s*$", re.IGNORECASE)
REACH = 220
ENOUGH = 0.99  # the share of runs in which what is said of every run must hold


@dataclass(frozen=True, slots=True)
class Saturated:
    """A claim at [start, end): whether it is false, and the probability and expectation that answer it."""

    start: int
    end: int
    about: str
    wrong: bool
    probability: str
    expected: str


def saturated(text: str) -> Iterator[Saturated]:
    """The claims of a document about the largest weight of random inputs."""
    if not LARGEST.search(text) or not RANDOM.search(text):
        return
    for match in CLAIM.finditer(text):
        stop = text.find("\n", match.end())
        line = text[match.end() : min(stop if stop >= 0 else len(text), match.end() + REACH)]
        found = NEAR.search(line) or (ABOVE.search(line) if LARGEST.search(line) else None) or SATURATES.search(line)
        sizes = _last(_T, text, match.start()), _last(_WIDTH, text, match.end() + len(line))
        if found is not None and sizes[0] and sizes[1]:
            at = match.end() + found.start("n"), match.end() + found.end("n")
            yield from _answered(at, found, "none" if match.group("without") else "sqrt", sizes[0], sizes[1])


def _last(pattern: re.Pattern[str], text: str, end: int) -> int | None:
    """The size given last before a place."""
    found = [m for m in pattern.finditer(text, 0, end) if not INSTEAD.search(text, max(0, m.start() - 24), m.start())]
    return int(found[-1].group(1)) if found else None


def _answered(at: tuple[int, int], found: re.Match[str], scale: str, tokens: int, width: int) -> Iterator[Saturated]:
    from derive.saturation import saturations

    crisp = found.re is ABOVE
    level = Fraction(found.group("n").replace(",", ".")) if found.group("n")[0] == "0" else Fraction(19, 20)
    try:
        (row,) = saturations(width, [tokens], scale, level, digits=4)
    except ValueError:
        return
    probability = row.exceeds.mid().str(3, radius=False) if row.exceeds is not None else "?"
    wrong = crisp and row.exceeds is not None and bool(row.exceeds < ENOUGH)
    about = f"max of a row, T = {tokens}, d_k = {width}"
    yield Saturated(*at, about, wrong, f"P(> {float(level)}) = {probability}", row.largest.mid().str(3, radius=False))
