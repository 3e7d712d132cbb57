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


TRUNCATED = [(5000483, "notebook", 2), (5000485, "html", 3), (5000592, "", 0), (1000139, "", 0)]


@pytest.mark.parametrize("seed, form, digits", TRUNCATED)
def test_a_weighted_mean_that_is_exact_does_not_hide_that_a_page_truncates(seed: int, form: str, digits: int) -> None:
    """−0.400 of a column of −0.4 is no number rounded otherwise: weights that sum to one give it exactly."""
    report, found = alarms(sheet(seed, "", "truncation", form, digits))
    assert found == [] and report.rounding_habit == "truncation"


# pages of bench/trust.py that were judged otherwise once, and what was the matter
REPAIRED = {
    (2000927, "shifted mask"): "an entry whose truth is minus infinity, printed again, ended in a traceback",
    (1000240, "sign"): "the digits of a signed entry were taken for another number",
    (3001245, "shifted mask"): "a number printed where the mask hides the entry was called rounding",
    (3001245, "one unit of the last digit"): "a weight that is exactly 1 was taken for an interval",
    (1000268, "sign"): "only the last printing of an operand was tried for the second entry of a row",
    (6000031, "swapped rows"): "a table that its caption alone names was unread where no entry bore it out",
    (6000052, "lost transpose in Q K^T"): "the same, in plain text",
    (1000257, "shifted mask"): "a causal mask of which nothing is printed was not believed",
    (6000389, "one unit of the last digit"): "a masked copy of scores was taken for a calculation of them",
    (6000341, "lost scale"): "weights printed again were unread where the slip made them fit two readings",
    (6000559, "lost scale"): "the same of scores under a mask, which nothing names",
    (9000420, "doubled scale"): "false numbers that happen to be cut made a page one that truncates",
    (8000118, "shifted mask"): "a causal mask over rows that are listed was believed of the first row alone",
}


def mutant_of(seed: int, kind: str) -> Mutant:
    return next(mutant for mutant in mutants(seed) if mutant.kind == kind or mutant.seed > seed)


@pytest.mark.parametrize("seed, kind", REPAIRED, ids=str)
def test_repaired_pages_stay_repaired(seed: int, kind: str) -> None:
    mutant = mutant_of(seed, kind)
    assert mutant.kind == kind
    assert seen(mutant).outcome in ("found", "harmless"), seen(mutant).differences


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
