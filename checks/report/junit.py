"""The report in the XML that JUnit made usual (the form that pytest writes): one suite a document, one case a claim."""

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from checks.findings import Finding, Report
from checks.messages import message
from checks.report import language, sentence

_FORBIDDEN = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, production 2 (Char)
OUTCOMES = {
    "wrong": "failure",
    "carried": "failure",
    "disagree": "error",
    "undecided": "skipped",
    "unread": "skipped",
}


def render(reports: Sequence[Report], lang: str | None) -> str:
    """The XML document: false claims fail, open ones are skipped, a warning is said in the case's output."""
    root = Element("testsuites", name="triplecheck")
    for report in reports:
        _suite(root, report, lang or language(report))
    indent(root, " ")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode")


def _suite(root: Element, report: Report, lang: str) -> None:
    claims = [f for f in report.findings if f.verdict != "given"]
    counts = {
        "tests": len(claims),
        "failures": report.count("wrong", "carried"),
        "errors": report.count("disagree"),
        "skipped": report.count("undecided", "unread"),
    }
    path = allowed(report.document.path)
    suite = SubElement(root, "testsuite", {"name": path, "time": "0", **{name: str(count) for name, count in counts.items()}})
    for finding in claims:
        _case(suite, finding, report, path, lang)


def _case(suite: Element, finding: Finding, report: Report, path: str, lang: str) -> None:
    name = f"{finding.id} {finding.about}".strip()
    case = SubElement(suite, "testcase", classname=path, name=allowed(name[:200]), time="0")
    said = allowed(sentence(finding, report, lang))
    title = message(f"check.title_{finding.verdict}", lang)
    outcome = OUTCOMES.get(finding.verdict)
    if outcome is not None:
        SubElement(case, outcome, message=f"{title}: {said}", type=finding.verdict).text = allowed(
            f"{path}:{finding.id}: {report.document.line_at(finding.start)[:200]}"
        )
    elif finding.verdict in ("rounding", "lucky"):
        SubElement(case, "system-out").text = f"{title}: {said}"


def allowed(text: str) -> str:
    """The text without the characters that XML cannot hold."""
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
