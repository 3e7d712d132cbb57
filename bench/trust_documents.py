"""Slips planted in documents written by hand: every printed number that agrees, moved in every place, signed, swapped.

What is due comes from the truth of the number on the sound page, as exact arithmetic gives it, and not from the judge: a
number whose reals no longer contain its truth must be wrong, carried or rounding where it stands; right numbers around it
must not be called false, where their truth is a named quantity's and so cannot depend on what was moved.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from checks.checking import check
from checks.document import Unreadable, from_text, load
from checks.findings import Finding, Report

PLAIN = re.compile(r"-?\d+\.\d+$")
FLAGGED = frozenset({"wrong", "carried", "rounding"})
FINE = frozenset({"agrees", "lucky", "given"})


@dataclass(frozen=True)
class Planted:
    """Other texts for some numbers of a document, by the places of these numbers."""

    kind: str
    path: str
    texts: dict[int, str]


@dataclass(frozen=True)
class Sound:
    """A document as it stands, its report, and the truths of its numbers that can be moved."""

    path: str
    text: str
    format: str
    report: Report
    numbers: dict[int, Finding]

    def after(self, planted: Planted) -> Report:
        """The report on the document with the slips planted."""
        out, last = [], 0
        for start in sorted(planted.texts):
            out += [self.text[last:start], planted.texts[start]]
            last = start + len(self.numbers[start].printed)
        return check(from_text("".join([*out, self.text[last:]]), self.path, self.format), details=False)


def sound(path: Path) -> Sound | None:
    """None for what is no text that is read as it stands (a notebook)."""
    try:
        document = load(str(path))
    except Unreadable:
        return None
    if document.format == "notebook":
        return None
    report = check(document)
    text = document.source
    numbers = {
        f.start: f
        for f in report.findings
        if f.kind == "number"
        and f.verdict == "agrees"
        and f.digits
        and PLAIN.match(f.printed)
        and text.startswith(f.printed, f.start)
    }
    return Sound(str(path), text, document.format, report, numbers)


def planted(page: Sound, rng: random.Random, most: int) -> list[Planted]:
    """At most so many slips of a document, drawn from all."""
    found = list(_slips(page))
    return rng.sample(found, min(most, len(found)))


def _slips(page: Sound) -> Iterator[Planted]:
    before: Finding | None = None
    for start, finding in sorted(page.numbers.items()):
        text = finding.printed
        places = len(text.partition(".")[2])
        for place in range(sum(c.isdigit() for c in text)):
            for by in (-1, 1):
                kind = "one unit of the last digit" if place == 0 else "one in another place"
                yield Planted(kind, page.path, {start: _moved(text, by * 10**place, places)})
        if text.strip("-0."):
            yield Planted("sign", page.path, {start: text[1:] if text.startswith("-") else f"-{text}"})
        if before and before.line == finding.line and before.printed != text:
            yield Planted("swapped entries", page.path, {before.start: text, start: before.printed})
        before = finding


def _moved(text: str, units: int, places: int) -> str:
    return f"{Decimal(text) + Decimal(units).scaleb(-places):.{places}f}"


def outcome(page: Sound, mutant: Planted) -> tuple[str, str]:
    """found, harmless, open, elsewhere or missed, and what was seen."""
    report = page.after(mutant)
    shift, seen, harmless = 0, dict[str, str](), True
    moved = {f.start: f for f in report.findings if f.kind == "number"}
    for start, text in sorted(mutant.texts.items()):
        finding = moved.get(start + shift) or moved.get(start + shift + 1)
        shift += len(text) - len(page.numbers[start].printed)
        verdict = finding.verdict if finding else "not read"
        due = FINE if _is_right(text, page.numbers[start]) else FLAGGED
        harmless = harmless and due is FINE
        if verdict not in due:
            way = "missed" if verdict in FINE else "elsewhere" if verdict in FLAGGED else "open"
            seen[way] = f"{page.numbers[start].id} {page.numbers[start].printed} as {text}: {verdict}"
    if not harmless and (complaint := _elsewhere(page, mutant, report)):
        seen["elsewhere"] = complaint
    for way in ("missed", "elsewhere", "open"):
        if way in seen:
            return way, seen[way]
    return ("harmless" if harmless else "found"), ""


def _is_right(text: str, finding: Finding) -> bool:
    assert finding.digits is not None
    truth = Fraction(re.sub(r"[^\d.eE+-]", "", finding.digits))
    half = Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
    return abs(Fraction(text) - truth) <= half + Fraction(1, 10**9)


def _elsewhere(page: Sound, mutant: Planted, report: Report) -> str:
    """The first other number of a named quantity that was right and is called false now."""
    stood = {(f.line, f.printed, f.about) for f in page.report.findings if f.verdict in FINE and f.kind == "number" and f.about}
    gone = {(page.numbers[s].line, t) for s, t in mutant.texts.items()}
    for f in report.findings:
        if (
            f.verdict in ("wrong", "carried", "disagree")
            and (f.line, f.printed, f.about) in stood
            and (f.line, f.printed) not in gone
        ):
            return f"{f.id} {f.printed} {f.about}: {f.verdict}"
    return ""
