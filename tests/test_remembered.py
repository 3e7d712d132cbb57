"""Remembered answers are the answers, and only where a process asks to remember."""

from typing import Any

import pytest

from checks.checking import check_text
from checks.report.json import as_object
from checks.theory import remembered
from derive.identity import Proved, Refuted
from derive.terms import Entry, Index, Sum, Tensor, fresh

PAGE = r"""Let $S = Q K^\top / \sqrt{d_k}$ with $Q, K \in \mathbb{R}^{T \times d_k}$ and $A = \text{softmax}(S)$, $Y = A V$.

$$\frac{\partial L}{\partial Q} = \frac{1}{\sqrt{d_k}} \frac{\partial L}{\partial S} K$$
$$\frac{\partial L}{\partial K} = \frac{\partial L}{\partial S} Q$$
$$\frac{\partial L}{\partial V} = A^\top \frac{\partial L}{\partial Y}$$
"""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Memory for one test, and the questions that reach the one who decides."""
    questions: list[Any] = []
    decide = remembered.identity.decide
    monkeypatch.setattr(remembered, "_asked_for", [])
    monkeypatch.setattr(remembered, "_answers", {})
    monkeypatch.setattr(remembered.identity, "decide", lambda *words: questions.append(words) or decide(*words))
    return questions


def test_nothing_is_remembered_unasked(asked: list[Any]) -> None:
    check_text(PAGE)
    once = len(asked)
    check_text(PAGE)
    assert once and len(asked) == 2 * once and not remembered._answers


def test_a_page_is_decided_once_and_its_report_stays_the_same(asked: list[Any]) -> None:
    before = as_object(check_text(PAGE), "en")
    asked.clear()
    remembered.remember()
    first = as_object(check_text(PAGE), "en")
    once = len(asked)
    again = as_object(check_text(PAGE.replace("Let", "And let")), "en")
    assert once and len(asked) == once
    assert before == first and [c["verdict"] for c in again["claims"]] == [c["verdict"] for c in first["claims"]]
    assert [c["proof"] for c in again["claims"]] == [c["proof"] for c in first["claims"]]
    assert {"agrees", "wrong"} <= {c["verdict"] for c in first["claims"]}


def test_names_of_bound_indices_make_no_other_question(asked: list[Any]) -> None:
    remembered.remember()
    x, y = Tensor("x", ("T",)), Tensor("y", ("T",))

    def total(tensor: Tensor) -> Sum:
        index = fresh("T")
        return Sum((index,), Entry(tensor, (index,)))

    answers = [remembered.decide(total(x), total(x), (), 5.0) for _ in range(3)]
    assert len(asked) == 1 and all(isinstance(a, Proved) for a in answers)
    assert isinstance(remembered.decide(total(x), total(y), (), 5.0), Refuted)
    assert isinstance(remembered.decide(total(x), Entry(x, (Index("i", "T"),)), (), 5.0), Refuted)
    assert len(asked) == 3
