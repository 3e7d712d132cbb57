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


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.seed}-{mutant.kind}")
def test_a_slip_gets_the_verdicts_that_are_due(mutant: Mutant) -> None:
    result = seen(mutant)
    assert result.outcome in ("found", "harmless"), result.differences


@pytest.mark.parametrize("seed", [1000032, 1000127])
def test_a_score_where_the_mask_hides_it(seed: int) -> None:
    """The score is wrong; what copies it, the row's largest score included, and what is worked out from it are carried."""
    page = sheet(seed, "shifted mask")
    assert page.slip == "shifted mask"
    assert seen(Mutant(page.slip, seed, page, {})).outcome == "found"
