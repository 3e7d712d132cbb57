"""Pages that know their graph: right ones raise no alarm, and slips get the verdicts that are due.

bench/trust.py runs the same on many more seeds, and counts.
"""

import sys
from itertools import takewhile
from pathlib import Path

import pytest
from graph_pages import sheet
from graph_verdicts import Expectation

sys.path.append(str(Path(__file__).parent.parent / "bench"))

from trust import Mutant, alarms, mutants, seen

MUTANTS = list(takewhile(lambda mutant: mutant.seed < 4, mutants(0)))


@pytest.mark.parametrize("habit", ["", "truncation"])
@pytest.mark.parametrize("seed", range(4))
def test_a_right_page_is_expected_to_agree_and_raises_no_alarm(seed: int, habit: str) -> None:
    page = sheet(seed, "", habit)
    admitted = Expectation(page).admitted
    due = {verdict for n, cell in enumerate(page.cells) if cell.truth is not None for verdict in admitted[n]}
    assert due <= ({"agrees", "rounding", "wrong"} if habit else {"agrees"})
    assert alarms(page)[1] == []


@pytest.mark.parametrize("form", ["html", "latex", "notebook"])
@pytest.mark.parametrize("seed", range(6))
def test_a_right_page_agrees_in_every_format(seed: int, form: str) -> None:
    page = sheet(seed, "", "", form, digits=2 + seed % 4)
    report, found = alarms(page)
    assert found == []
    agreeing = {f.start for f in report.findings if f.verdict == "agrees"}
    assert {
        n for n, start in page.printed().starts.items() if page.cells[n].truth is not None and start not in agreeing
    } == set()


def test_a_masked_entry_that_is_printed_again_has_no_page_value() -> None:
    """The truth of the entry is minus infinity; this page once ended in a traceback."""
    assert seen(Mutant("shifted mask", 2000927, sheet(2000927, "shifted mask"), {})).outcome != "harmless"


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.seed}-{mutant.kind}")
def test_a_slip_gets_the_verdicts_that_are_due(mutant: Mutant) -> None:
    result = seen(mutant)
    assert result.outcome in ("found", "harmless"), result.differences
