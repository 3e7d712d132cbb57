"""What a student wrote for people and programs to read: the derivation, the captured output, the manifest, the README.

The derivation goes through the document checker; besides, every matrix that the lab asks for must stand there.
"""

import json
import math
import re
from datetime import date
from typing import Any

from checks.lab import EXPERIMENT, THRESHOLD, TOLERANCE, WIDTH
from checks.lab.faults import Fault
from checks.lab.numerals import count_runs, numerals, shows
from checks.lab.paper import entries, toy
from derive.reference.certified import Reference

ASKED = ("Q", "K", "V", "S", "scaled", "A", "Y")
FALSE = ("wrong", "carried", "disagree")
LEAST_WORDS = 25


def _numbers(found: Reference, step: str) -> list[list[float]]:
    from checks.report.tables.model import floats

    return floats(found, step, "fp64")


def _spelled(found: Reference, step: str) -> str:
    return "; ".join(" ".join(row) for row in entries(found, step))


def paper(file: str, text: str) -> list[Fault]:
    """False claims by the checker; then the matrices that are not there, and Y where it is too coarse for the lab."""
    from checks.checking import check_text
    from checks.limits import LimitError

    try:
        findings = check_text(text).findings
    except LimitError as error:
        return [Fault(file, "unreadable", {"reason": str(error)})]
    faults = []
    for finding in findings:
        if finding.verdict in FALSE and finding.truth is not None:
            values = {"line": finding.line, "printed": finding.printed, "about": finding.about, "truth": finding.truth}
            faults.append(Fault(file, "number", values))
        elif finding.verdict in FALSE:
            faults.append(Fault(file, "formula", {"line": finding.line, "printed": finding.printed}))
    found, printed = toy(), numerals(text)
    for step in ASKED:
        rows = _numbers(found, step)
        if not all(count_runs(printed, row, 0) for row in rows):
            faults.append(Fault(file, "entries", {"name": step, "entries": _spelled(found, step)}))
        elif step == "Y" and not all(count_runs(printed, row, TOLERANCE) for row in rows):
            faults.append(Fault(file, "precise", {"tolerance": TOLERANCE, "entries": _spelled(found, step)}))
    return faults


def output(file: str, text: str) -> list[Fault]:
    """The true Y must stand there twice, from paper and code: row by row side by side, or entry by entry."""
    found = toy()
    rows = _numbers(found, "Y")
    printed = numerals(text)
    by_rows = min(count_runs(printed, row, TOLERANCE) for row in rows)
    by_entries = min(count_runs(printed, [number], TOLERANCE) for row in rows for number in row)
    count = max(by_rows, by_entries)
    if count < 2:
        return [Fault(file, "both", {"count": count, "tolerance": TOLERANCE})]
    return []


def readme(file: str, text: str) -> list[Fault]:
    """Both findings, in a few sentences."""
    words = len(text.split())
    if words < LEAST_WORDS:
        return [Fault(file, "words", {"found": words, "least": LEAST_WORDS})]
    subjects = {
        "finding_paper": r"differ|diferenc|max_abs_diff|coincid|agree|match",
        "finding_scale": r"sqrt|√|\bscal|escal|satura|d_k",
    }
    missing = [name for name, pattern in subjects.items() if not re.search(pattern, text, re.IGNORECASE)]
    return [Fault(file, "finding", {"finding": name}) for name in missing]


def _is_number(value: object) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return abs(value) < math.inf and abs(value) < 10**300


def _is_date(value: object) -> bool:
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


RESULTS = (
    "max_abs_diff_paper_vs_code",
    f"softmax_max_entry_scaled_d_k_{WIDTH}",
    f"softmax_max_entry_unscaled_d_k_{WIDTH}",
)
# path in the manifest -> (whether a value will do, what is wanted)
_FIELDS: dict[tuple[str, ...], tuple[Any, str]] = {
    ("experiment",): (lambda value: value == EXPERIMENT, f'"{EXPERIMENT}"'),
    ("date",): (_is_date, "YYYY-MM-DD"),
    ("seed",): (lambda value: isinstance(value, int) and not isinstance(value, bool), "42"),
    ("versions", "python"): (lambda value: isinstance(value, str) and re.match(r"3\.\d+", value), '"3.x.y"'),
    ("versions", "numpy"): (lambda value: isinstance(value, str) and re.match(r"\d+\.\d+", value), '"x.y.z"'),
    ("results_summary", RESULTS[0]): (lambda value: _is_number(value) and value >= 0, ">= 0"),
    ("results_summary", RESULTS[1]): (lambda value: _is_number(value) and 0 < value <= 1, "0 .. 1"),
    ("results_summary", RESULTS[2]): (lambda value: _is_number(value) and 0 < value <= 1, "0 .. 1"),
}


def _at(content: object, path: tuple[str, ...]) -> object:
    for name in path:
        content = content.get(name) if isinstance(content, dict) else None
    return content


def manifest(file: str, text: str, shown: str | None) -> list[Fault]:
    """Every field; then the results against the lab's limits and against what the captured output shows."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError also for integers of thousands of digits
        return [Fault(file, "json", {"reason": str(error)})]
    faults = []
    for path, (fits, wanted) in _FIELDS.items():
        value = _at(content, path)
        if not fits(value):
            said = json.dumps(value, ensure_ascii=False)[:60]
            faults.append(Fault(file, "field", {"name": ".".join(path), "found": said, "wanted": wanted}))
    return faults or _results(file, content, shown)


def _results(file: str, content: object, shown: str | None) -> list[Fault]:
    values = [_at(content, ("results_summary", name)) for name in RESULTS]
    difference, scaled, unscaled = (float(value) for value in values if isinstance(value, int | float))
    faults = []
    if difference >= TOLERANCE:
        faults.append(Fault(file, "difference", {"found": difference, "tolerance": TOLERANCE}))
    if unscaled <= scaled:
        faults.append(Fault(file, "order", {"unscaled": unscaled, "scaled": scaled}))
    if shown is not None:
        printed = numerals(shown)
        for name, value in zip(RESULTS, (difference, scaled, unscaled), strict=True):
            if not any(shows(number, value) for number in printed):
                faults.append(Fault(file, "unseen", {"name": name, "found": value}))
    if unscaled <= THRESHOLD:
        faults.append(Fault(file, "saturation", {"found": unscaled, "threshold": THRESHOLD}, note=True))
    return faults
