"""The report for a terminal: roots first, each with its line, a caret, the right value and what followed from it."""

from collections import Counter
from collections.abc import Iterator, Sequence

from checks.coverage import formulas, listing, unseen
from checks.findings import Finding, Report
from checks.judging.judge import DECIDED
from checks.messages import message
from checks.report import headline, language, same, sentence

WIDTH = 100
COLOURS = {
    "wrong": "31;1",
    "carried": "33",
    "rounding": "36",
    "lucky": "36",
    "undecided": "35",
    "unread": "35",
    "disagree": "31;7",
}
MOST = 12


def render(reports: Sequence[Report], lang: str | None, colour: bool = False, coverage: bool = False) -> str:
    """The report on all documents as lines of text, each document in its own language unless `lang` is given."""
    lines: list[str] = []
    for report in reports:
        lines += _document(report, lang or language(report), colour)
        lines += _listed(report, lang or language(report), colour) if coverage else ()
    return "\n".join(lines) + "\n"


def _listed(report: Report, lang: str, colour: bool) -> Iterator[str]:
    """Every number and every formula of the document and what became of it."""
    yield "  " + _paint(message("check.heading_numbers", lang), "1", colour)
    entries = list(listing(report))
    for entry in entries:
        name = "title" if entry.fate in COLOURS or entry.fate in ("agrees", "given") else "aside"
        yield f"    {entry.id:>7}  {entry.printed}  {message(f'check.{name}_{entry.fate}', lang)}"
    fates = Counter(e.fate for e in entries)
    unseen = fates.pop("unseen", 0)
    yield "  " + message("check.numbers", lang, count=len(entries), seen=len(entries) - unseen, unseen=unseen)
    yield ""
    yield "  " + _paint(message("check.heading_formulas", lang), "1", colour)
    found = list(formulas(report))
    for entry in found:
        name = "aside" if entry.fate in ("operand", "unseen") else "title"
        printed = " ".join(entry.printed.split())
        shown = printed if len(printed) <= WIDTH else printed[: WIDTH - 1] + "…"
        yield f"    {entry.id:>7}  {shown}  {message(f'check.{name}_{entry.fate}', lang)}"
    unread = sum(entry.fate in ("unseen", "unread") for entry in found)
    yield "  " + message("check.formulas", lang, count=len(found), seen=len(found) - unread, unseen=unread)
    yield ""


def _document(report: Report, lang: str, colour: bool) -> Iterator[str]:
    yield _paint(report.document.path, "1", colour)
    roots = [f for f in report.findings if f.verdict in ("wrong", "disagree")]
    for finding in roots:
        yield ""
        yield from told(finding, report, lang, colour)
    yield from _list(
        "heading_warnings", [f for f in report.findings if f.verdict in ("rounding", "lucky")], report, lang, colour
    )
    yield from _list("heading_open", [f for f in report.findings if f.verdict in ("undecided", "unread")], report, lang, colour)
    yield ""
    yield from _summary(report, lang, colour)
    yield ""


def told(finding: Finding, report: Report, lang: str, colour: bool = False) -> Iterator[str]:
    """All that is said of one false claim: its line, a caret, the right value, what followed from it."""
    title = message(f"check.title_{finding.verdict}", lang)
    yield f"  {finding.id}  {_paint(title, COLOURS[finding.verdict], colour)}  {sentence(finding, report, lang)}"
    yield from _excerpt(finding, report, colour)
    if finding.truth is not None:
        name = "check.right_alone" if same(finding) else "check.right_value"
        yield "      " + message(name, lang, truth=finding.truth, **({} if same(finding) else {"digits": finding.digits}))
    if finding.closed_form and finding.closed_form not in (finding.digits, finding.truth):
        name = "check.nearest" if finding.kind == "formula" else "check.right_exact"
        yield "      " + message(name, lang, form=finding.closed_form)
    if finding.slip:
        yield "      " + message("check.slip", lang, slip=message(f"check.slip_{finding.slip}", lang))
    carried = [f for f in report.findings if f.cause == finding.number]
    if carried:
        places = ", ".join(f.id for f in carried[:MOST]) + (", …" if len(carried) > MOST else "")
        name = "check.carries_one" if len(carried) == 1 else "check.carries"
        yield "      " + _paint(_counted(name, lang, len(carried), places), COLOURS["carried"], colour)


def _counted(name: str, lang: str, count: int, places: str) -> str:
    return message(name, lang, places=places) if name.endswith("one") else message(name, lang, count=count, places=places)


def _excerpt(finding: Finding, report: Report, colour: bool) -> Iterator[str]:
    text = report.document.line_at(finding.start)
    column = finding.column - 1
    start = max(0, column - WIDTH // 2) if len(text) > WIDTH else 0
    shown = text[start : start + WIDTH].replace("\t", " ")
    end = finding.end_column - 1 if finding.end_line == finding.line else len(text)
    yield f"      {shown}"
    yield "      " + " " * (column - start) + _paint("^" * max(1, min(end, start + WIDTH) - column), COLOURS["wrong"], colour)


def _list(heading: str, findings: list[Finding], report: Report, lang: str, colour: bool) -> Iterator[str]:
    if not findings:
        return
    yield ""
    yield "  " + _paint(message(f"check.{heading}", lang), "1", colour)
    for finding in findings[: MOST * 2]:
        title = message(f"check.title_{finding.verdict}", lang)
        printed = finding.printed if len(finding.printed) <= 40 else finding.printed[:37] + "…"
        title = _paint(title, COLOURS[finding.verdict], colour)
        yield f"    {finding.id:>7}  {title}  {printed}  {sentence(finding, report, lang)}"
    if len(findings) > MOST * 2:
        yield f"    … {len(findings) - MOST * 2}"


def _summary(report: Report, lang: str, colour: bool) -> Iterator[str]:
    counts = report.summary
    plain = "1" if counts["wrong"] or counts["carried"] else "32;1"
    yield "  " + _paint(headline(report, lang), plain if report.count(*DECIDED) else COLOURS["undecided"], colour)
    if report.findings:
        yield "  " + "  ".join(f"{message(f'check.title_{v}', lang)} {n}" for v, n in counts.items() if n)
    yield "  " + message(
        "check.coverage",
        lang,
        claims=len(report.findings) - counts["given"],
        given=counts["given"],
        decided=report.count(*DECIDED),
        undecided=counts["undecided"],
        unread=counts["unread"],
    )
    left = unseen(report)
    if left:
        yield "  " + message("check.unseen", lang, count=left)
    if report.document.tolerance is not None:
        yield "  " + message("check.tolerance", lang, tolerance=float(report.document.tolerance))
    if report.rounding_habit:
        habit = message(f"check.habit_{report.rounding_habit}", lang)
        yield "  " + message("check.habit", lang, habit=habit)


def _paint(text: str, code: str, colour: bool) -> str:
    return f"\033[{code}m{text}\033[0m" if colour else text
