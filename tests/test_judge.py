"""The judge's tables."""

import pytest

from checks.judging.judge import Evidence, cause, judge, judge_equality

YES, NO = True, False
TABLE = [
    # truth in R, page meets R, still when mended, truncated, constants -> verdict
    (YES, YES, YES, NO, NO, "agrees"),
    (YES, None, None, NO, NO, "agrees"),
    (YES, NO, None, NO, NO, "lucky"),
    (YES, NO, None, NO, YES, "agrees"),
    (NO, None, None, NO, NO, "wrong"),
    (NO, NO, None, NO, NO, "wrong"),
    (NO, None, None, YES, NO, "rounding"),
    (NO, NO, None, YES, NO, "rounding"),
    (NO, NO, None, NO, YES, "rounding"),
    (NO, YES, YES, NO, NO, "rounding"),
    (NO, YES, NO, NO, NO, "carried"),
    (NO, YES, NO, YES, NO, "carried"),
    (None, YES, YES, NO, NO, "undecided"),
]


@pytest.mark.parametrize("inside,meets,mended,truncated,constants,verdict", TABLE)
def test_table(inside: bool, meets: bool, mended: bool, truncated: bool, constants: bool, verdict: str) -> None:
    assert judge(Evidence("", inside, meets, mended, truncated, constants)) == verdict


def test_what_reading_alone_decided_stands() -> None:
    assert judge(Evidence("unread", YES, YES, YES)) == "unread"


@pytest.mark.parametrize("settled", ["given", "unread", "undecided"])
def test_what_reading_settled_stands(settled: str) -> None:
    assert judge(Evidence(settled, inside=False, meets=True)) == settled


@pytest.mark.parametrize("inside", [True, False])
def test_witnesses_that_differ_are_our_defect(inside: bool) -> None:
    assert judge(Evidence("", inside, True, True, numeric=False)) == "disagree"


@pytest.mark.parametrize("equal,verdict", [(True, "agrees"), (False, "wrong"), (None, "undecided")])
def test_equalities(equal: bool | None, verdict: str) -> None:
    assert judge_equality(equal) == verdict


def test_the_cause_is_the_earliest_wrong_number_reached() -> None:
    verdicts = ["wrong", "wrong", "carried", "agrees", "carried"]
    assert cause(frozenset({2, 1}), verdicts, {2: 0}) == 0
    assert cause(frozenset({1, 4}), verdicts, {4: 1}) == 1
    assert cause(frozenset(), verdicts, {}) is None
