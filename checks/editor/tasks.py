"""What the process of one document is asked: to look at the text, and to write the formula that a false one is nearest to.

The only module of the language server that checks anything: always `check_text`, within the limits of documents.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from checks.alignment import Change, edits
from checks.checking import check_text
from checks.coverage import unseen
from checks.document import Unreadable, within_limits
from checks.editor.view import Edit, Mark, Symbol, View, packed
from checks.findings import Finding, Report
from checks.fixing import changes, rewritten
from checks.judging.judge import DECIDED, FALSE
from checks.limits import LimitError
from checks.messages import message
from checks.reading import READERS
from checks.report import language, same, sentence
from checks.report.places import LEVELS
from checks.theory.remembered import remember

UNCHECKED = ("notebook",)  # formats whose text in an editor is not what its places are counted in
PREVIEW = 80


def look(text: str, name: str, format: str, lang: str | None) -> dict[str, Any]:
    """The packed view of a text; a text beyond the limits is refused with its sentence."""
    try:
        if format in UNCHECKED:
            raise Unreadable(message(f"editor.{format}", lang or "en", name=name))
        report = check_text(within_limits(text, name, format, lang or "en"), format, lang=lang or "en")
    except Unreadable as error:
        return packed(View(refused=str(error)))
    except LimitError as error:
        return packed(View(refused=message("check.why_limit", lang or "en", what=str(error))))
    return packed(view(report, lang or language(report)))


def view(report: Report, lang: str) -> View:
    """What an editor shows of a report."""
    source, found = report.document.source, list(changes(report))
    put = {change.start: change for change in found}
    carried = defaultdict[int, list[Finding]](list)
    for finding in report.findings:
        if finding.cause is not None:
            carried[finding.cause].append(finding)
    marks = tuple(_mark(f, report, lang, carried[f.number], put.get(f.start)) for f in report.findings)
    everything = _pairs(edits(source, found)) if found else ()
    symbols = (*headings(report), *definitions(report))
    return View("", lang, "; ".join(coverage(report, lang)), report.count(*DECIDED), marks, symbols, everything)


def _mark(finding: Finding, report: Report, lang: str, carried: list[Finding], change: Change | None) -> Mark:
    formula = finding.kind == "formula"
    put = change if finding.verdict in FALSE and not formula else None
    return Mark(
        finding.start,
        _end(finding, report),
        finding.verdict,
        LEVELS.get(finding.verdict, ""),
        finding.printed,
        sentence(finding, report, lang),
        tuple(told(finding, report, lang, carried)),
        finding.cause,
        put.put if put else None,
        _pairs(edits(report.document.source, [put])) if put else (),
        finding.closed_form if finding.put is not None else None,
    )


def _pairs(found: Any) -> tuple[Edit, ...]:
    return tuple((edit.start, edit.end, edit.put) for edit in found)


def _end(finding: Finding, report: Report) -> int:
    return report.document.places[finding.end_line - 1] + finding.end_column - 1


def coverage(report: Report, lang: str) -> Iterator[str]:
    """What was read of the document and what was not."""
    counts = report.summary
    claims, decided = len(report.findings) - counts["given"], report.count(*DECIDED)
    open_ones = {name: counts[name] for name in ("given", "undecided", "unread")}
    yield message("check.coverage", lang, claims=claims, decided=decided, **open_ones)
    if left := unseen(report):
        yield message("check.unseen", lang, count=left)


# -- what is said of one finding -----------------------------------------------------
def told(finding: Finding, report: Report, lang: str, carried: list[Finding]) -> Iterator[str]:
    """All that is known of a finding, a line each: verdict, digits, closed form, page, NumPy, cause, slip, proof."""
    yield f"{message(f'check.title_{finding.verdict}', lang)}: {sentence(finding, report, lang)}"
    if finding.truth is not None:
        name = "check.right_alone" if same(finding) else "check.right_value"
        yield message(name, lang, truth=finding.truth, digits=finding.digits)
    if finding.closed_form and finding.closed_form not in (finding.digits, finding.truth):
        yield message("check.nearest" if finding.kind == "formula" else "check.right_exact", lang, form=finding.closed_form)
    if finding.page is not None:
        yield message("editor.page", lang, low=finding.page[0], high=finding.page[1])
    if finding.numeric is not None:
        yield message("editor.numeric", lang, value=repr(finding.numeric))
    if finding.slip:
        yield message("check.slip", lang, slip=message(f"check.slip_{finding.slip}", lang))
    if finding.cause is not None:
        cause = report.findings[finding.cause]
        yield message("editor.cause", lang, about=cause.about, printed=cause.printed, line=cause.line)
    if carried:
        lines = ", ".join(dict.fromkeys(str(f.line) for f in carried))
        yield message("editor.carries", lang, count=len(carried), lines=lines)
    yield from _evidence(dict(finding.proof), dict(finding.counterexample), lang)


def _evidence(proof: dict[str, Any], counterexample: dict[str, Any], lang: str) -> Iterator[str]:
    if proof.get("sizes"):
        yield message("editor.proved", lang, sizes=", ".join(proof["sizes"]))
    for name in ("assumptions", "side_conditions"):
        if proof.get(name):
            yield message(f"editor.{name}", lang, listed="; ".join(proof[name]))
    if counterexample.get("values"):
        listed = ", ".join(f"{name} = {value}" for name, value in counterexample["values"].items())
        yield message("editor.values", lang, listed=listed)


# -- symbols -------------------------------------------------------------------------
def headings(report: Report) -> Iterator[Symbol]:
    """The headings of the document."""
    document = report.document
    for number, kind in enumerate(READERS[document.format][1](document)):
        text = document.line(number + 1)[kind.skip :] if kind.kind == "heading" else ""
        if text.strip():
            start = document.starts[number]
            yield Symbol(text.strip(), "", max(kind.level, 1), start, start + len(document.line(number + 1)))


def definitions(report: Report) -> Iterator[Symbol]:
    """What the document defines: its givens, all numbers of one array together, and the first equations of its names."""
    known = [f for f in report.findings if f.verdict == "given" and f.about]
    for about, group in groupby(known, key=lambda f: f.about):
        first, *rest = group
        name, _, formula = about.partition(" = ")
        detail = formula or ("" if rest else first.printed)
        last = rest[-1] if rest else first
        yield Symbol(name, detail[:PREVIEW], 0, first.start, _end(last, report))


# -- the nearest true formula ----------------------------------------------------------
def formula(text: str, format: str, start: int) -> Edit | None:
    """What writes, in place of the false formula at `start`, the true one nearest to it; None where none reads back true."""
    before = check_text(text, format, details=False)
    finding = next((f for f in before.findings if f.start == start and f.put is not None), None)
    after = None if finding is None else rewritten(before, finding)
    if finding is None or finding.put is None or after is None:
        return None
    return finding.put[0], _end(finding, before), finding.put[1]


def tasks() -> dict[str, Callable[..., Any]]:
    """What a process is asked for by name; it remembers what it has decided."""
    remember()
    return {"look": look, "formula": formula}
