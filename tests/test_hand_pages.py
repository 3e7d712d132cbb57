"""Pages in many styles and languages: no alarm where they are right, nearly every number decided, each planted error found."""

import re

import pytest
from hand_pages import PAGES

from checks.checking import Report, check
from checks.coverage import share, unseen
from checks.document import from_text

MARK = re.compile(r"⟦([^|⟧]*)\|([^⟧]*)⟧")
FALSE = ("wrong", "carried")
OPEN = {  # the numbers of a page that nothing is read of, or that stay undecided, where they are more than one in twenty
    "a homework with bullets": 1, "a notebook.ipynb": 1, "several examples": 2, "a mail.txt": 2, "from logits to loss": 3,
    "softmax estable": 1, "temperatures": 1, "a Jacobian.tex": 1, "a post with arrows.txt": 1,
}  # fmt: skip
PLANTED = [(name, n) for name, page in PAGES.items() for n in range(len(MARK.findall(page)))]


def report_on(name: str, text: str) -> Report:
    return check(from_text(text, name if "." in name else f"{name}.md"), details=False)


@pytest.mark.parametrize("name", PAGES)
def test_a_right_page_raises_no_alarm_and_is_read(name: str) -> None:
    report = report_on(name, MARK.sub(r"\1", PAGES[name]))
    assert not [(f.id, f.printed, f.truth) for f in report.findings if f.verdict in FALSE]
    counts, missing = report.summary, unseen(report)
    opened = counts["undecided"] + counts["unread"] + missing
    assert opened <= OPEN.get(name, 0) or share(counts, missing) >= 0.95


@pytest.mark.parametrize(("name", "planted"), PLANTED)
def test_a_planted_error_is_found_where_it_stands(name: str, planted: int) -> None:
    places = iter(range(10_000))
    moved = MARK.sub(lambda m: f"⟦{m[2]}⟧" if next(places) == planted else m[1], PAGES[name])
    error = re.search(r"⟦([^⟧]*)⟧", moved)[1]
    report = report_on(name, moved.replace("⟦", "").replace("⟧", ""))
    right = report_on(name, MARK.sub(r"\1", PAGES[name])).document.source
    at = next(n for n, (a, b) in enumerate(zip(right, report.document.source)) if a != b)
    here = [f for f in report.findings if f.start <= at < f.start + max(len(f.printed), len(error)) and f.verdict in FALSE]
    assert here, [(f.id, f.printed, f.verdict) for f in report.findings if f.verdict in FALSE]
