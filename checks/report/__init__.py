"""Reports for people and programs: one file a format, all over the same Report."""

from checks.checking import Finding, Report
from checks.messages import LANGUAGES, message


def language(report: Report) -> str:
    """The language of a document's report where none is asked for: the document's own, if we speak it."""
    return report.language if report.language in LANGUAGES else "en"


def sentence(finding: Finding, report: Report, lang: str) -> str:
    """What is to be said of a finding, in one sentence."""
    if finding.verdict in ("undecided", "unread"):
        return message(f"check.{finding.verdict}", lang, why=_why(finding, lang))
    if finding.reason.startswith("theory_misfit"):
        return message("theory.misfit", lang, about=finding.about, **dict(finding.details))
    if finding.reason in ("theory_model", "theory_fails"):
        return message(finding.reason.replace("_", "."), lang, about=finding.about, **dict(finding.details))
    if finding.counterexample:
        return message("theory.refuted", lang, about=finding.about, **_instance(finding))
    if finding.kind == "shape" and finding.verdict in ("agrees", "wrong"):
        return message(f"check.{finding.verdict}_shape", lang, **{"about": finding.about, **dict(finding.details)})
    bare = finding.digits is None and finding.truth is None
    if (finding.kind == "formula" or bare) and finding.verdict in ("agrees", "wrong"):
        return message(f"check.{finding.verdict}_formula", lang, about=finding.about)
    cause = report.findings[finding.cause].line if finding.cause is not None else "?"
    name = "rounding_tolerance" if finding.reason == "tolerance" else finding.verdict
    return message(
        f"check.{name}",
        lang,
        about=finding.about,
        digits=finding.digits or finding.truth or "?",
        truth=finding.truth or "?",
        printed=finding.printed,
        line=cause,
        numeric=finding.numeric,
    )


def _instance(finding: Finding) -> dict[str, str]:
    """The smallest sizes and the two values of a counterexample."""
    found = dict(finding.counterexample)
    sizes = found.get("sizes")
    shown = ", ".join(f"{name} = {size}" for name, size in sizes.items()) if isinstance(sizes, dict) else ""
    return {"sizes": shown or "–", "left": str(found.get("left", "?")), "right": str(found.get("right", "?"))}


def _why(finding: Finding, lang: str) -> str:
    reason = finding.reason or "precision"
    if reason.startswith("theory_"):
        return message(f"theory.why_{reason.removeprefix('theory_')}", lang, about=finding.about, **dict(finding.details))
    return message(f"check.why_{reason}", lang, about=finding.about, **dict(finding.details))
