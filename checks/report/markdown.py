"""The report as Markdown, for comments on changes and for course pages: the mistakes, what is open, and the counts.

Everything that comes from a document is inert: code spans that no backtick of it can close, and escaped words.
"""

import re
from collections.abc import Iterator, Sequence

from checks.findings import Finding, Report
from checks.messages import message
from checks.report import headline, language, sentence

_PUNCTUATION = re.compile(r"([\\`*_{}\[\]<>#|~&$]|:(?!\d)|(?<=www)\.)", re.IGNORECASE)
SECTIONS = (
    ("heading_roots", ("wrong", "disagree")),
    ("heading_carried", ("carried",)),
    ("heading_warnings", ("rounding", "lucky")),
    ("heading_open", ("undecided", "unread")),
)
COLUMNS = ("place", "verdict", "printed", "truth", "carries", "said")
LONGEST = 80


def render(reports: Sequence[Report], lang: str | None) -> str:
    """The report on all documents, each in its own language unless `lang` is given."""
    return "\n".join(line for report in reports for line in _document(report, lang or language(report)))


def _document(report: Report, lang: str) -> Iterator[str]:
    yield f"# {code(report.document.path)}"
    yield ""
    yield from _summary(report, lang)
    for heading, verdicts in SECTIONS:
        found = [f for f in report.findings if f.verdict in verdicts]
        if found:
            yield ""
            yield f"## {message(f'check.{heading}', lang)}"
            yield ""
            yield from _table(found, report, lang)
    yield ""


def _summary(report: Report, lang: str) -> Iterator[str]:
    yield f"**{headline(report, lang)}**"
    yield ""
    yield ", ".join(f"{message(f'check.title_{verdict}', lang)} {count}" for verdict, count in report.summary.items() if count)


def _table(found: Sequence[Finding], report: Report, lang: str) -> Iterator[str]:
    yield "| " + " | ".join(message(f"report.{name}", lang) for name in COLUMNS) + " |"
    yield "|---" * len(COLUMNS) + "|"
    for finding in found:
        cells = (
            escaped(finding.id),
            message(f"check.title_{finding.verdict}", lang),
            code(finding.printed),
            code(finding.truth) if finding.truth else "",
            str(finding.carries or ""),
            escaped(sentence(finding, report, lang)),
        )
        yield "| " + " | ".join(cells) + " |"


def code(text: str) -> str:
    """A code span, on one line, that shows `text` and that nothing in it can end, in a table too."""
    line = " ".join(text.split())
    line = (line if len(line) <= LONGEST else line[: LONGEST - 1] + "…").replace("|", "\\|")
    fence = "`" * (max((len(run) for run in re.findall(r"`+", line)), default=0) + 1)
    space = " " if line[:1] in ("`", "") or line[-1:] == "`" else ""
    return f"{fence}{space}{line}{space}{fence}"


def escaped(text: str) -> str:
    """Words on one line in which nothing is markup, a link or a mention."""
    return _PUNCTUATION.sub(r"\\\1", " ".join(text.split())).replace("@", "&#64;")
