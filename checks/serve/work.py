"""What one process does for one request, with all that checking needs imported: documents come as bytes, never as paths."""

import json
import re
import traceback
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from checks.checking import check
from checks.coverage import listing
from checks.document import Unreadable, from_bytes
from checks.findings import Report
from checks.judging.judge import DECIDED
from checks.messages import message
from checks.report import headline, html, markdown
from checks.report import json as json_report
from checks.serve.desk import Answer, Asked
from checks.serve.matrices import matrices

EXPORTS = {
    "html": ("text/html", html.render),
    "markdown": ("text/markdown", markdown.render),
    "json": ("application/json", json_report.render),
}
UNNAMED = "derivation.md"
_ODD = re.compile(r"[^\w. ()+-]")


def answered(asked: Asked, body: bytes) -> Answer:
    """The answer; what goes wrong in a document is one sentence, and so is a failure of the checker's own."""
    try:
        return TASKS[asked.task](asked, body)
    except Unreadable as error:
        return problem(422, str(error))
    except MemoryError:
        return problem(422, message("serve.memory", asked.lang))
    except Exception as error:
        traceback.print_exc()
        return problem(500, message("serve.broke", asked.lang, why=type(error).__name__))


def problem(status: int, sentence: str) -> Answer:
    """What is answered where there is no report."""
    return Answer(status, "application/json", json.dumps({"problem": sentence}, ensure_ascii=False).encode())


def label(name: str) -> str:
    """What a document is called in its report: a name without folders and without anything odd; it is never opened."""
    return _ODD.sub("_", re.split(r"[/\\]", name)[-1])[-80:].strip() or UNNAMED


def _report(asked: Asked, body: bytes) -> Report:
    return check(from_bytes(body, label(asked.name), asked.lang), asked.lang)


def _check(asked: Asked, body: bytes) -> Answer:
    """The report as the page wants it: the JSON report on the document, and where its claims stand."""
    report = _report(asked, body)
    return Answer(200, "application/json", json.dumps(as_page(report, asked.lang, body), ensure_ascii=False).encode())


def as_page(report: Report, lang: str, body: bytes) -> dict[str, Any]:
    """The JSON report on one document and, for the page: sentences on the whole, matrices, and the offsets of the claims.

    Offsets count Unicode code points; there are none where the text that was read is not the one that was sent.
    """
    found = json_report.as_object(report, lang)
    if report.document.source == body.decode("utf-8-sig"):
        for claim, finding in zip(found["claims"], report.findings):
            claim["start"], claim["end"] = finding.start, finding.start + len(finding.printed)
    found["headline"] = headline(report, lang)
    found["coverage"] = _coverage(report, lang)
    found["matrices"] = [asdict(m) for m in matrices(report)]
    return found


def _coverage(report: Report, lang: str) -> str:
    given, unseen = report.count("given"), sum(e.fate == "unseen" for e in listing(report))
    counts = {verdict: report.count(verdict) for verdict in ("undecided", "unread")}
    read = message(
        "check.coverage", lang, claims=len(report.findings) - given, given=given, decided=report.count(*DECIDED), **counts
    )
    return f"{read}. {message('serve.unseen', lang, count=unseen)}." if unseen else f"{read}."


def _export(asked: Asked, body: bytes) -> Answer:
    kind, render = EXPORTS[asked.format]
    return Answer(200, kind, render([_report(asked, body)], asked.lang).encode())


def _table(asked: Asked, body: bytes) -> Answer:
    from checks.serve.pages import table_page

    return Answer(200, "text/html", table_page(asked.name, asked.lang).encode())


def _lesson(asked: Asked, body: bytes) -> Answer:
    from checks.serve.pages import lesson_page

    return Answer(200, "text/html", lesson_page(asked.lang).encode())


TASKS: dict[str, Callable[[Asked, bytes], Answer]] = {
    "check": _check,
    "export": _export,
    "table": _table,
    "lesson": _lesson,
}
