"""Units of counts: bytes and FLOPs with decimal and binary prefixes, rates, seconds. MB is a million bytes, MiB is 2^20.

A unit is a factor and the powers of its base units. Words and spellings live here, conversions follow from them.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from checks.notation.tokens import Token

DECIMAL = {"": 0, "k": 1, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5, "E": 6}
BINARY = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5}
BASES = {
    "B": "byte", "byte": "byte", "bytes": "byte", "octets": "byte", "octet": "byte", "Byte": "byte", "Bytes": "byte",
    "FLOP": "flop", "FLOPs": "flop", "flop": "flop", "flops": "flop", "Flop": "flop", "Flops": "flop",
    "s": "second", "sec": "second", "second": "second", "seconds": "second", "segundo": "second", "segundos": "second",
    "bit": "bit", "bits": "bit",
}  # fmt: skip
RATES = {"FLOPS": "flop"}
SMALL = {"ms": Fraction(1, 1000), "µs": Fraction(1, 10**6), "μs": Fraction(1, 10**6), "ns": Fraction(1, 10**9)}
PER = {"/", "per", "por", "pro", "par"}
_PREFIXED = re.compile(r"(Ki|Mi|Gi|Ti|Pi|[kKMGTPE]?)(.+)")
FORMATS: dict[str, int | Fraction] = {
    "fp16": 2, "bf16": 2, "float16": 2, "bfloat16": 2, "fp32": 4, "float32": 4, "fp64": 8, "float64": 8, "fp8": 1, "int8": 1,
    "int4": Fraction(1, 2), "fp4": Fraction(1, 2),
}  # fmt: skip
FRENCH = re.compile(r"[KMGT]io|[kKMGT]o")  # octets: Mio, Go; elsewhere Mio is a million, and Go and To are words


@dataclass(frozen=True, slots=True)
class Unit:
    """A factor to the base units, and their powers."""

    factor: Fraction
    powers: Mapping[str, int]
    scaled: bool = False
    decimal: int = 0

    def over(self, other: "Unit") -> "Unit":
        """The quotient of two units."""
        powers = {k: self.powers.get(k, 0) - other.powers.get(k, 0) for k in {*self.powers, *other.powers}}
        kept = {k: v for k, v in powers.items() if v}
        return Unit(self.factor / other.factor, kept, self.scaled or other.scaled, self.decimal)


def unit_of(word: str) -> Unit | None:
    """The unit that a word is: MiB, GFLOP, bytes, GFLOPS."""
    if word in SMALL:
        return Unit(SMALL[word], {"second": 1}, True)
    if word in BASES and word != "B":
        return Unit(Fraction(1), {BASES[word]: 1})
    for rates, powers in ((False, BASES), (True, RATES)):
        match = _PREFIXED.fullmatch(word)
        prefix, base = (match.group(1), match.group(2)) if match else ("", word)
        if base not in powers or (base == "s" and prefix) or (base == "B" and not prefix):
            continue
        factor = Fraction(1024) ** BINARY[prefix] if prefix in BINARY else Fraction(1000) ** DECIMAL[prefix]
        found = {powers[base]: 1, "second": -1} if rates else {powers[base]: 1}
        return Unit(factor, found, bool(prefix), DECIMAL.get(prefix, 0) if base in ("B", "byte", "bytes") else 0)
    return None


def read_unit(tokens: Sequence[Token], first: int, french: bool = False) -> tuple[Unit, int] | None:
    """The unit that begins at a token, and the token after it: `GB/s`, `FLOPs per byte`, `MiB`; `Mio` where that is one."""
    if first >= len(tokens):
        return None
    word, stop = _word(tokens, first)
    unit = unit_of(word[:-1] + "B") if french and FRENCH.fullmatch(word) else unit_of(word)
    if unit is None:
        return None
    while stop + 1 < len(tokens) and tokens[stop].text in PER:
        below, after = _word(tokens, stop + 1)
        under = unit_of(below)
        if under is None:
            break
        unit, stop = unit.over(under), after
    return unit, stop


def _word(tokens: Sequence[Token], first: int) -> tuple[str, int]:
    """A word that the tokenizer may have cut into letters: GB is G, B."""
    stop, word = first, ""
    while stop < len(tokens) and tokens[stop].kind == "name" and (stop == first or tokens[stop].start == tokens[stop - 1].end):
        word += tokens[stop].text
        stop += 1
    return word, max(stop, first + 1)
