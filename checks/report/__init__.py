"""Reports for people and programs: one file a format, all over the same Report."""

from checks.check import Finding, Report
from checks.messages import message


def sentence(finding: Finding, report: Report, lang: str) -> str:
    """What is to be said of a finding, in one sentence."""
    if finding.verdict in ("undecided", "unread"):
        return message(f"check.{finding.verdict}", lang, why=_why(finding, lang))
    if finding.kind == "formula" and finding.verdict in ("agrees", "wrong"):
        return message(f"check.{finding.verdict}_formula", lang, about=finding.about)
    cause = report.findings[finding.cause].line if finding.cause is not None else "?"
    return message(
        f"check.{finding.verdict}",
        lang,
        about=finding.about,
        digits=finding.digits or finding.truth or "?",
        truth=finding.truth or "?",
        printed=finding.printed,
        line=cause,
        numeric=finding.numeric,
    )


def _why(finding: Finding, lang: str) -> str:
    reason = finding.reason or "precision"
    return message(f"check.why_{reason}", lang, about=finding.about, **dict(finding.details))
