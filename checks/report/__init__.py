"""Reports for people and programs: one file a format, all over the same Report."""

from checks.findings import Finding, Report
from checks.judging.judge import DECIDED, FALSE
from checks.messages import LANGUAGES, message
from derive.decimals import MINUS


def language(report: Report) -> str:
    """The language of a document's report where none is asked for: the document's own, if we speak it."""
    return report.language if report.language in LANGUAGES else "en"


def headline(report: Report, lang: str) -> str:
    """What is to be said of a whole document first."""
    if not report.count(*DECIDED):
        return message("check.nothing", lang)
    if report.count("wrong", "carried"):
        return message("check.false", lang, wrong=report.count("wrong"), carried=report.count("carried"))
    return message("check.fine", lang)


def sentence(finding: Finding, report: Report, lang: str) -> str:
    """What is to be said of a finding, in one sentence."""
    if finding.verdict in ("undecided", "unread"):
        return message(f"check.{finding.verdict}", lang, why=_why(finding, lang))
    if finding.reason.startswith("theory_misfit"):
        return message("theory.misfit", lang, about=finding.about, **dict(finding.details))
    if finding.reason in ("theory_model", "theory_fails", "theory_outgrows", "theory_format"):
        return message(finding.reason.replace("_", "."), lang, about=finding.about, **dict(finding.details))
    if finding.counterexample:
        return _refuted(finding, lang)
    if finding.kind == "shape" and finding.verdict in ("agrees", "wrong"):
        return message(f"check.{finding.verdict}_shape", lang, **{"about": finding.about, **dict(finding.details)})
    bare = finding.digits is None and finding.truth is None
    if (finding.kind == "formula" or bare) and finding.verdict in ("agrees", "wrong"):
        return message(f"check.{finding.verdict}_formula", lang, about=finding.about)
    cause = report.findings[finding.cause].line if finding.cause is not None else "?"
    exact = "_exact" if finding.verdict in FALSE and same(finding) else ""
    name = "rounding_tolerance" if finding.reason == "tolerance" else finding.verdict + exact
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


def same(finding: Finding) -> bool:
    """Whether the truth as spelled has no more digits: it need not be said twice."""
    if finding.truth is None or finding.digits is None:
        return True
    signs = str.maketrans(dict.fromkeys(MINUS, "-"))
    return finding.truth.translate(signs) == finding.digits.translate(signs)


def _refuted(finding: Finding, lang: str) -> str:
    """The two values of a counterexample, with the smallest sizes where it has some."""
    found = dict(finding.counterexample)
    values = {"left": str(found.get("left", "?")), "right": str(found.get("right", "?"))}
    sizes = found.get("sizes")
    if not isinstance(sizes, dict) or not sizes:
        return message("theory.refuted_instance", lang, about=finding.about, **values)
    shown = ", ".join(f"{name} = {size}" for name, size in sizes.items())
    return message("theory.refuted", lang, about=finding.about, sizes=shown, **values)


def _why(finding: Finding, lang: str) -> str:
    reason = finding.reason or "precision"
    if reason.startswith("theory_"):
        return message(f"theory.why_{reason.removeprefix('theory_')}", lang, about=finding.about, **dict(finding.details))
    return message(f"check.why_{reason}", lang, about=finding.about, **dict(finding.details))
