"""Tables with a step in each column or row: what each cell is read as, and that its error is found where it stands."""

import pytest
from step_pages import NO_STEPS, TABLES
from test_documents import unmark

from checks.checking import check
from checks.document import from_text


@pytest.mark.parametrize("name", TABLES)
def test_the_cells_of_steps(name: str) -> None:
    text, marks = unmark(TABLES[name])
    report = check(from_text(text, name if "." in name else f"{name}.md"), details=False)
    found = {f.start: f for f in report.findings if f.kind != "formula"}
    for mark in marks:
        assert mark.start in found, f"{mark.printed} was not read"
        assert found[mark.start].verdict in mark.verdicts, (mark, found[mark.start])
        assert mark.truth is None or found[mark.start].truth == mark.truth
    marked = {m.start for m in marks}
    open_or_false = [f for f in report.findings if f.verdict in ("wrong", "unread", "undecided") and f.start not in marked]
    assert not [(f.id, f.printed, f.verdict) for f in open_or_false]


@pytest.mark.parametrize("name", NO_STEPS)
def test_no_table_of_steps_raises_no_alarm(name: str) -> None:
    report = check(from_text(NO_STEPS[name], "page.md"), details=False)
    assert not [(f.id, f.verdict) for f in report.findings if f.verdict in ("wrong", "carried")]
