"""The JSON report, format triplecheck/1: for programs. Fields are added, never renamed."""

import json
from collections.abc import Sequence
from typing import Any

from checks.coverage import Entry, formulas, listing, unseen
from checks.findings import Finding, Report
from checks.judging.judge import VERDICTS
from checks.messages import message
from checks.report import language, sentence

FORMAT = "triplecheck/1"


def render(reports: Sequence[Report], lang: str | None, coverage: bool = False) -> str:
    """The report on all documents as one JSON object."""
    found = as_report(reports, lang)
    if coverage:
        for document, report in zip(found["documents"], reports):
            numbers, read = listing(report), formulas(report)
            document["coverage"] = [*(_entry(e, "number") for e in numbers), *(_entry(e, "formula") for e in read)]
    return json.dumps(found, ensure_ascii=False, indent=1)


def as_report(reports: Sequence[Report], lang: str | None) -> dict[str, Any]:
    """The report on all documents as data."""
    documents = [as_object(r, lang) for r in reports]
    total = {v: sum(d["summary"][v] for d in documents) for v in VERDICTS}
    return {"format": FORMAT, "documents": documents, "summary": total}


def _entry(entry: Entry, kind: str) -> dict[str, str]:
    return {"id": entry.id, "printed": entry.printed, "fate": entry.fate, "kind": kind}


def as_object(report: Report, lang: str | None) -> dict[str, Any]:
    """What the report says of its document, as data."""
    lang = lang or language(report)
    return {
        "path": report.document.path,
        "language": report.language,
        "rounding_habit": report.rounding_habit,
        "summary": report.summary,
        "unseen": unseen(report),
        "claims": [_claim(f, report, lang) for f in report.findings],
    }


def _claim(finding: Finding, report: Report, lang: str) -> dict[str, Any]:
    return {
        "id": finding.id,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "kind": finding.kind,
        "printed": finding.printed,
        "about": finding.about,
        "verdict": finding.verdict,
        "truth": finding.truth,
        "digits": finding.digits,
        "closed_form": finding.closed_form,
        "numeric": finding.numeric,
        "page": list(finding.page) if finding.page else None,
        "cause": report.findings[finding.cause].id if finding.cause is not None else None,
        "carries": finding.carries,
        "slip": message(f"check.slip_{finding.slip}", lang) if finding.slip else None,
        "counterexample": dict(finding.counterexample) or None,
        "proof": dict(finding.proof) or None,
        "message": sentence(finding, report, lang),
    }
