"""False printed numbers put right: the truth, rounded to the digits printed and spelled as the page spells.

Only numerals are rewritten, never words; formulas where that is asked for. What follows from a number is recomputed from the
truth, not from the page; the rewritten document is checked again, and again rewritten while that helps.
"""

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from difflib import unified_diff
from io import StringIO
from pathlib import Path
from tempfile import NamedTemporaryFile

from checks.alignment import Change, changed
from checks.checking import check
from checks.document import CONVERTED, Document, from_text
from checks.findings import Finding, Report
from checks.judging.judge import FALSE
from derive.decimals import MINUS

ROUNDS = 6
MOST_FORMULAS = 24
BOM = b"\xef\xbb\xbf"
_NUMERAL = re.compile(
    rf"[{MINUS}+~]?\s?[\d.,][^A-DF-Za-df-jl-z\n]*(?:\\?%|[kKMGBT])?|[{MINUS}+~]?\s?[\d.,].*?(?:\\times|\\cdot).*"
)


class Changed(Exception):
    """The file is no longer what was checked; it is left as it is."""


def rewritable(document: Document) -> bool:
    """Whether the text that was checked is the text of the file: not in notebooks and what pandoc converted."""
    return not document.cells and Path(document.path).suffix.lower() not in CONVERTED


def fixed(report: Report) -> tuple[Report, int]:
    """The report on the document put right, and how many numbers were rewritten in it."""
    rewritten = 0
    for _ in range(ROUNDS):
        found = list(changes(report))
        if not found:
            break
        rewritten += len(found)
        document = report.document
        text = changed(document.source, found)
        report = check(from_text(text, document.path, document.format))
    return report, rewritten


def reformulated(report: Report) -> tuple[Report, int]:
    """The report on the document with true formulas in place of false ones, and how many."""
    count, tried = 0, set[tuple[str, str]]()
    while len(tried) < MOST_FORMULAS:
        waiting = (f for f in report.findings if f.verdict == "wrong" and f.put and (f.about, f.printed) not in tried)
        finding = next(waiting, None)
        if finding is None:
            break
        tried.add((finding.about, finding.printed))
        after = rewritten(report, finding)
        if after is not None:
            report, count = after, count + 1
    return report, count


def rewritten(report: Report, finding: Finding) -> Report | None:
    """The report on the document with the true formula nearest to a false one in its place.

    It is written in the notation of the page; None unless what is read there is proved and makes nothing else false.
    """
    if finding.put is None:
        return None
    document, (start, put) = report.document, finding.put
    text = document.source[:start] + put + document.source[finding.start + len(finding.printed) :]
    after = check(from_text(text, document.path, document.format))
    head = finding.about.partition(" = ")[0]
    here = [f for f in after.findings if f.start == finding.start and f.verdict == "agrees"]
    proved = any(f.about.partition(" = ")[0] == head for f in here)
    return after if proved and after.count(*FALSE) < report.count(*FALSE) else None


def changes(report: Report) -> Iterator[Change]:
    """The false numerals and what is to stand in their places; of two claims that share a place only the first."""
    minus = _minus(report.document.source)
    reach = 0
    for finding in report.findings:
        put = _put(finding, minus)
        if put is not None and put != finding.printed and finding.start >= reach:
            reach = finding.start + len(finding.printed)
            yield Change(finding.start, reach, put)


def _put(finding: Finding, minus: str) -> str | None:
    """The numeral in place of a false one; None where it is none, or is right."""
    truth = finding.truth
    if finding.verdict not in FALSE or finding.kind == "formula" or truth is None:
        return None
    if not _NUMERAL.fullmatch(finding.printed) or not _NUMERAL.fullmatch(truth):
        return None
    sign = finding.printed[:1]
    if truth[:1] in MINUS:
        return (sign if sign in MINUS else minus) + truth[1:]
    return sign + truth if sign in "+~" else truth


def _minus(text: str) -> str:
    """The minus sign that the page itself puts before digits."""
    counts = Counter(re.findall(r"(?<![\w\d])([-−])(?=[\d.])", text))
    return counts.most_common(1)[0][0] if counts else "-"


def difference(before: Document, after: Document) -> str:
    """What was rewritten as a unified diff that `patch` takes; empty where nothing was."""
    old, new = (list(StringIO(d.source, newline="\n")) for d in (before, after))
    lines = unified_diff(old, new, before.path, after.path)
    return "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines)


def write(before: Document, after: Document) -> None:
    """Put the new text in place of the file at once, with its mode and byte order mark; the old survives any failure.

    Changed if the file is no longer what was checked; OSError if it cannot be written.
    """
    target = Path(before.path).resolve()
    raw = target.read_bytes()
    if raw.removeprefix(BOM) != before.source.encode():
        raise Changed(before.path)
    mark = BOM if raw.startswith(BOM) else b""
    with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
        try:
            file.write(mark + after.source.encode())
            file.flush()
            os.fsync(file.fileno())
            shutil.copymode(target, file.name)
            os.replace(file.name, target)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
