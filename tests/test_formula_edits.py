"""A sample of the formulas with slips of bench/trust.py: true ones are proved, false ones refuted."""

import pytest
from formula_edits import Edited, edited

from checks.checking import check_text

ALL = list(edited())
SAMPLE = ALL[::11]


def test_the_sample_has_true_and_false_ones_in_both_spellings() -> None:
    assert len(ALL) > 150
    assert {(e.spelling, e.true) for e in SAMPLE} == {(s, t) for s in ("code", "LaTeX") for t in (True, False)}


@pytest.mark.parametrize("formula", SAMPLE, ids=lambda formula: formula.text)
def test_a_slip_is_refuted_and_what_is_true_proved(formula: Edited) -> None:
    found = [f for f in check_text(formula.page, details=False).findings if f.verdict != "given"]
    assert found and found[-1].verdict == ("agrees" if formula.true else "wrong")
