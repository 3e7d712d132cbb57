"""What `triplecheck check --fix` and `--diff` do with the reports on the files: rewrite, or show what would be."""

import sys
from collections.abc import Sequence

from checks.checking import Report
from checks.document import STREAMED, streamed
from checks.fixing import Changed, difference, fixed, rewritable, write
from checks.messages import message


def rewrite(reports: Sequence[Report], lang: str, show: bool) -> tuple[list[Report], bool]:
    """The reports on the documents as rewritten (as they were with `show`), and whether any could not be rewritten."""
    done = [_one(report, lang, show) for report in reports]
    return [report for report, _ in done], any(failed for _, failed in done)


def _one(report: Report, lang: str, show: bool) -> tuple[Report, bool]:
    path = report.document.path
    if not report.count("wrong", "carried"):
        return report, False
    if not rewritable(report.document):
        return report, _say("fix.elsewhere", lang, path=path)
    if not show and (path == STREAMED or streamed(path)):
        return report, _say("fix.streamed", lang, path=path)
    after, count = fixed(report)
    if show:
        sys.stdout.write(difference(report.document, after.document))
        return report, False
    try:
        if count:
            write(report.document, after.document)
    except Changed:
        return report, _say("fix.changed", lang, path=path)
    except OSError as error:
        return report, _say("fix.closed", lang, path=path, why=error.strerror or "")
    left = after.count("wrong", "carried")
    _say("fix.left" if left else "fix.done", lang, path=path, count=count, **({"left": left} if left else {}))
    return after, False


def _say(code: str, lang: str, **values: object) -> bool:
    print(f"triplecheck: {message(code, lang, **values)}", file=sys.stderr)
    return True
