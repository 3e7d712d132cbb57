"""Every pattern of false formula has right and wrong instances, and each is judged as what it is."""

import pytest
from false_patterns import PATTERNS

from checks.checking import check_text
from checks.findings import Finding

CASES = [(pattern, *case) for pattern, cases in PATTERNS.items() for case in cases]


def last(prelude: str, claim: str) -> Finding:
    found = [f for f in check_text(prelude + claim + "\n", details=False).findings if f.start >= len(prelude)]
    assert found, claim
    return found[-1]


@pytest.mark.parametrize(
    ("pattern", "prelude", "claim", "verdict"), CASES, ids=[f"{p[:24]}-{v}-{n}" for n, (p, _, _, v) in enumerate(CASES)]
)
def test_an_instance_is_judged_as_what_it_is(pattern: str, prelude: str, claim: str, verdict: str) -> None:
    found = last(prelude, claim)
    assert found.verdict == verdict, (found.printed, found.reason)
    if verdict == "wrong" and found.kind == "formula" and not found.reason:
        assert found.counterexample


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_pattern_has_a_right_and_a_wrong_instance(pattern: str) -> None:
    verdicts = {verdict for _, _, verdict in PATTERNS[pattern]}
    assert "wrong" in verdicts and verdicts & {"agrees", "given"}
