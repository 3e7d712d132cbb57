"""The report in SARIF 2.1.0 (OASIS Standard, 27 March 2020): for code scanning and editors.

One result a finding that is false, a warning or open; a carried one names its mistake as a related location. Columns are
counted in code points. A fingerprint stays when lines above are added or removed.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from checks import __version__
from checks.findings import Finding, Report
from checks.messages import message
from checks.report import language, sentence
from checks.report.places import LEVELS, has_lines

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
RULES = tuple(LEVELS)


def render(reports: Sequence[Report], lang: str | None) -> str:
    """One SARIF log with one run on all documents."""
    results = [result for report in reports for result in _results(report, lang or language(report))]
    run = {
        "tool": {"driver": _driver(lang or "en")},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": {"uri": uri(r.document.path)}, "encoding": "utf-8"} for r in reports],
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=True, indent=1)


def uri(path: str) -> str:
    """A path as a relative reference, or as a file URI where it is absolute."""
    plain = Path(path)
    return plain.as_uri() if plain.is_absolute() else quote(plain.as_posix())


def _driver(lang: str) -> dict[str, Any]:
    rules = [
        {
            "id": verdict,
            "shortDescription": {"text": message(f"report.rule_{verdict}", lang)},
            "defaultConfiguration": {"level": level},
        }
        for verdict, level in LEVELS.items()
    ]
    return {"name": "triplecheck", "version": __version__, "semanticVersion": __version__, "rules": rules}


def _results(report: Report, lang: str) -> Iterator[dict[str, Any]]:
    seen: Counter[str] = Counter()
    for finding in report.findings:
        if finding.verdict in LEVELS:
            content = _content(finding, report)
            seen[content] += 1
            yield _result(finding, report, lang, f"{content}:{seen[content]}")


def _result(finding: Finding, report: Report, lang: str, fingerprint: str) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.verdict,
        "ruleIndex": RULES.index(finding.verdict),
        "level": LEVELS[finding.verdict],
        "message": {"text": sentence(finding, report, lang)},
        "locations": [_location(finding, report)],
        "partialFingerprints": {"claim/v1": fingerprint},
    }
    if finding.cause is not None:
        cause = report.findings[finding.cause]
        related = _location(cause, report) | {"message": {"text": sentence(cause, report, lang)}}
        result["relatedLocations"] = [related]
    return result


def _location(finding: Finding, report: Report) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": uri(report.document.path)}}
    if has_lines(report.document):
        physical["region"] = {
            "startLine": finding.line,
            "startColumn": finding.column,
            "endLine": finding.end_line,
            "endColumn": finding.end_column,
        }
    logical = {"name": finding.about[:200] or "?", "fullyQualifiedName": finding.id}
    return {"physicalLocation": physical, "logicalLocations": [logical]}


def _content(finding: Finding, report: Report) -> str:
    """What a finding is, wherever in its document it stands: its words, its line, what it is about."""
    line = " ".join(report.document.line_at(finding.start).split())
    parts = (finding.verdict, finding.kind, finding.printed, finding.about, line, Path(report.document.path).as_posix())
    return sha256(json.dumps(parts).encode()).hexdigest()[:32]
