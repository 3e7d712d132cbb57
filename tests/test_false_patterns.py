"""Every pattern of false formula has right and wrong instances, and each is judged as what it is."""

import pytest
from false_patterns import HEAD, PATTERNS, PLAIN

from checks.checking import check_text
from checks.findings import Finding
from checks.report import sentence

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


ILL_FORMED = [(p, c) for p, c, verdict in PATTERNS["ill-formed code or text"] if verdict in ("unread", "undecided")]


@pytest.mark.parametrize(("prelude", "claim"), ILL_FORMED, ids=range(len(ILL_FORMED)))
def test_what_is_ill_formed_is_shown_at_its_place_with_the_reason(prelude: str, claim: str) -> None:
    report = check_text(prelude + claim + "\n", details=False)
    found = [f for f in report.findings if f.start >= len(prelude)]
    code = claim.startswith("```")
    place = prelude.count("\n") + 1 + code, 1 + (claim[0] in "$`" and not code)
    assert [(f.line, f.column) for f in found] == [place]
    assert found[0].reason and sentence(found[0], report, "en") != sentence(found[0], report, "es")


# nothing of this is damaged
SOUND = [
    (HEAD, r"The weights lie in $A_{ij} \in [0, 1)$ and $T = 2^{10}$ for all $i$."),
    (HEAD, r"$A = \left[ a_{ij} \right]$ with $\sum_j a_{ij} = 1 \quad \forall i$"),
    (PLAIN, "∂²L/∂x∂y = ∂²L/∂y∂x"),
    ("", "A card with 128+ GB costs about $2 = 2$ in all."),
    ("", "In C, x += 1 and y == 2; ++x == x."),
    ("", "Zero\u200bwidth blanks: the scores are q\u200b·\u200bk = 4."),
    (PLAIN, "2 S = S + S"),
    (PLAIN, "S = S (as above\n\nand so on)."),
]  # fmt: skip


@pytest.mark.parametrize(("prelude", "text"), SOUND, ids=range(len(SOUND)))
def test_what_only_looks_damaged_is_read_as_before(prelude: str, text: str) -> None:
    assert {(f.verdict, f.reason) for f in check_text(prelude + text + "\n", details=False).findings}.isdisjoint(
        {("unread", "garbled"), ("unread", "formula")}
    )


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_pattern_has_a_right_and_a_wrong_instance(pattern: str) -> None:
    verdicts = {verdict for _, _, verdict in PATTERNS[pattern]}
    assert "wrong" in verdicts and verdicts & {"agrees", "given"}
