"""What `triplecheck check --fix` and `--diff` do with the reports on the files: rewrite, or show what would be."""

import sys
from collections.abc import Sequence

from checks.document import STREAMED, streamed
from checks.findings import Report
from checks.fixing import Changed, difference, fixed, reformulated, rewritable, write
from checks.messages import message


def rewrite(reports: Sequence[Report], lang: str, show: bool, formulas: bool) -> tuple[list[Report], bool]:
    """The reports on the documents as rewritten (as they were with `show`), and whether any could not be rewritten."""
    done = [_one(report, lang, show, formulas) for report in reports]
    return [report for report, _ in done], any(failed for _, failed in done)


def _one(report: Report, lang: str, show: bool, formulas: bool) -> tuple[Report, bool]:
    path = report.document.path
    if not report.count("wrong", "carried"):
        return report, False
    if not rewritable(report.document):
        return report, _say("fix.elsewhere", lang, path=path)
    if not show and (path == STREAMED or streamed(path)):
        return report, _say("fix.streamed", lang, path=path)
    whole, reformed = reformulated(report) if formulas else (report, 0)
    after, count = fixed(whole)
    if show:
        sys.stdout.write(difference(report.document, after.document))
        return report, False
    try:
        if count or reformed:
            write(report.document, after.document)
    except Changed:
        return report, _say("fix.changed", lang, path=path)
    except OSError as error:
        return report, _say("fix.closed", lang, path=path, why=error.strerror or "")
    left = {"left": after.count("wrong", "carried")} if after.count("wrong", "carried") else {}
    if formulas:
        name = "fix.formulas_left" if left else "fix.formulas"
        _say(name, lang, path=path, count=count, formulas=reformed, **left)
    else:
        _say("fix.left" if left else "fix.done", lang, path=path, count=count, **left)
    return after, False


def _say(code: str, lang: str, **values: object) -> bool:
    print(f"triplecheck: {message(code, lang, **values)}", file=sys.stderr)
    return True
