"""Errors planted in the numbers of a page, one at a time: does every number keep its reading, what it is said to be?

Verdicts may change, readings may not: one that is chosen because an error vanishes under it would. Two readings are one if
they say the same, but for the decimals that a quantity is written with, or have the same exact value. A number that only
restates one printed before it in the same digits is read as such while the digits are the same; otherwise that reading is
lost, and a calculation with it stands as it is written.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.checking import check
from checks.document import Document, from_text
from checks.findings import Finding, Report

_DECIMAL = re.compile(r"\d+\.\d+")
SHIFTS = (1, -3, 40)


@dataclass(frozen=True)
class Unstable:
    """A number whose reading changed when another one (or itself) was changed."""

    planted: str
    at: str
    before: str
    after: str
    lost: bool


def shifted(printed: str, units: int) -> str:
    """A numeral moved by some units of its last digit, with as many digits as before, or with one more; "" for none."""
    match = re.match(r"([-−]?)(\d+)(?:([.,])(\d+))?", printed)
    if match is None or not match.group(4):
        return ""
    digits = match.group(2) + match.group(4)
    value = str(abs(int(digits) + units)).rjust(len(digits), "0")
    moved = match.group(1) + value[: -len(match.group(4))] + match.group(3) + value[-len(match.group(4)) :]
    return moved + printed[match.end() :]


def readings(report: Report, moved: int, by: int) -> dict[int, Finding]:
    """What each number that was read is said to be, by its place in the page as it was."""
    numbers = (f for f in report.findings if f.kind in ("number", "count", "bound") and f.verdict != "unread")
    return {(f.start if f.start <= moved else f.start - by): f for f in numbers}


def same(before: Finding, after: Finding) -> bool:
    """Whether two readings are one."""
    if before.digits is not None and before.digits == after.digits:
        return True
    return _DECIMAL.sub("#", before.about) == _DECIMAL.sub("#", after.about)


def as_written(number: Finding) -> bool:
    """Whether a number is read as the result of digits before it that cite nothing."""
    return _DECIMAL.search(number.about) is not None


def restates(number: Finding, report: Report) -> bool:
    """Whether a number repeats, digit for digit, what a number before it printed."""
    return any(f.printed == number.printed for f in report.findings if f.start < number.start)


def planted(document: Document, report: Report, most: int) -> Iterator[tuple[int, str, str]]:
    """Copies of a page with one number changed: the place, what it was changed to, and the text."""
    numbers = [f for f in report.findings if f.kind == "number" and f.verdict not in ("given", "unread") and f.about]
    numbers = [f for f in numbers if document.source.startswith(f.printed, f.start) and shifted(f.printed, 1)]
    step = max(1, len(numbers) // most)
    for n, finding in enumerate(numbers[::step]):
        moved = shifted(finding.printed, SHIFTS[n % len(SHIFTS)])
        end = finding.start + len(finding.printed)
        yield finding.start, moved, document.source[: finding.start] + moved + document.source[end:]


def unstable(text: str, name: str, most: int = 10_000) -> tuple[int, list[Unstable]]:
    """How many errors were planted in a page, and the numbers whose reading changed."""
    document = from_text(text, name)
    before = check(document)
    out, count = [], 0
    for start, moved, changed in planted(document, before, most):
        count += 1
        was = next(f.printed for f in before.findings if f.start == start and f.kind == "number")
        after = check(from_text(changed, name))
        old, new = readings(before, start, 0), readings(after, start, len(moved) - len(was))
        for place, finding in old.items():
            other = new.get(place)
            if finding.about and (other is None or not same(finding, other)):
                lost = restates(finding, before) or (other is not None and as_written(other))
                what = f"{was} -> {moved} at {document.identifier(start)}"
                out.append(Unstable(what, f"{finding.id} {finding.printed}", finding.about, other.about if other else "", lost))
    return count, out
