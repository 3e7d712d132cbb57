"""A failure of the checker at one claim: that claim is open and says so, and all others are judged as ever."""

from collections.abc import Callable
from typing import Any

import pytest

from checks import checking
from checks.binding import binder
from checks.checking import check_text
from checks.judging import formulas
from checks.judging.witnesses import Witnesses
from checks.mishaps import RAISE
from checks.report.terminal import render
from checks.theory import propositions, verdicts

PAGE = """exp(0) = 2

exp(0) = 1

Let $Q$, $K$, $V$ be of shape $(T, d)$, $S = Q K^T$ and $Y = S V$.

$S^T = K Q^T$

$S^T = Q K^T$

sqrt(4) = 2
"""
WHOLE = ["wrong", "agrees", "agrees", "wrong", "agrees"]


def failing(error: type[BaseException], when: Callable[..., bool], really: Callable[..., Any]) -> Callable[..., Any]:
    """The function, but for the calls that `when` picks out."""

    def made(*words: Any, **named: Any) -> Any:
        if when(*words):
            raise error("planted")
        return really(*words, **named)

    return made


# where a failure is planted, for which calls, and the verdicts on the five claims
PLANTED: dict[str, tuple[Any, str, Callable[..., bool], list[str]]] = {
    "a truth": (Witnesses, "truth", lambda _, claim: claim.about == "sqrt(4)", [*WHOLE[:4], "undecided"]),
    "digits": (Witnesses, "digits", lambda _, claim: claim.start < 10, ["undecided", *WHOLE[1:]]),
    "a slip": (checking, "slip", lambda *_: True, ["undecided", *WHOLE[1:]]),
    "a decision": (verdicts, "decide", lambda *_: True, [*WHOLE[:2], "undecided", "undecided", "agrees"]),
    "a variant": (formulas, "nearest", lambda *_: True, WHOLE),
    "a line": (binder, "_line", lambda context, line: line.start == 0, ["unread", *WHOLE[1:]]),
    "a formula": (propositions.Theory, "_claim", lambda _, scope, one: True, [*WHOLE[:2], "unread", "unread", "agrees"]),
}


def verdict(text: str = PAGE) -> list[str]:
    return [f.verdict for f in check_text(text).findings if f.verdict != "given"]


@pytest.mark.parametrize("error", [IndexError, AttributeError, TypeError, KeyError, ZeroDivisionError])
@pytest.mark.parametrize("name", PLANTED)
def test_a_failure_is_its_claims_alone(name: str, error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    where, function, when, wanted = PLANTED[name]
    monkeypatch.setattr(where, function, failing(error, when, getattr(where, function)))
    with pytest.raises(error, match="planted"):
        check_text(PAGE)
    monkeypatch.delenv(RAISE)
    assert verdict() == wanted
    said = render([check_text(PAGE)], "en")
    assert (f"the checker itself failed here ({error.__name__})" in said) == (wanted != WHOLE)
