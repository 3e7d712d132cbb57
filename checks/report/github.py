"""The report as workflow commands of GitHub Actions: one annotation a finding, shown beside its line in a change."""

from collections.abc import Iterator, Sequence

from checks.findings import Finding, Report
from checks.messages import message
from checks.report import language, sentence
from checks.report.places import LEVELS, has_lines

COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def render(reports: Sequence[Report], lang: str | None) -> str:
    """One line a finding that is false, a warning or open."""
    return "\n".join(line for report in reports for line in _document(report, lang or language(report)))


def _document(report: Report, lang: str) -> Iterator[str]:
    for finding in report.findings:
        if finding.verdict in LEVELS:
            title = f"{finding.id} {message(f'check.title_{finding.verdict}', lang)}"
            values = {"file": report.document.path, **_place(finding, report), "title": title}
            properties = ",".join(f"{name}={_property(str(value))}" for name, value in values.items())
            yield f"::{COMMANDS[LEVELS[finding.verdict]]} {properties}::{_data(sentence(finding, report, lang))}"


def _place(finding: Finding, report: Report) -> dict[str, int]:
    if not has_lines(report.document):
        return {}
    lines = {"line": finding.line, "endLine": finding.end_line}
    columns = {"col": finding.column, "endColumn": finding.end_column}  # only allowed within one line
    return {**lines, **columns} if finding.line == finding.end_line else lines


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
