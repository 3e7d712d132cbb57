"""Pages that are right raise no alarm; a number moved far from its value is wrong where it stands, and nothing else is.

bench/trust.py runs the same on many more seeds.
"""

import random
from fractions import Fraction

import pytest
from worked_pages import page

from checks.checking import check_text

SEEDS = range(24)
MOVED = range(100, 112)
STEPS = (-50, -21, -9, 9, 21, 50)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_right_page_raises_no_alarm(seed: int) -> None:
    report = check_text(page(seed))
    assert {f.verdict for f in report.findings} <= {"given", "agrees"}, [
        (f.id, f.printed, f.verdict, f.about) for f in report.findings if f.verdict not in ("given", "agrees")
    ]
    assert report.count("agrees") > 10


def moves(seed: int, count: int) -> list[tuple[str, int, str]]:
    """Pages with one number moved: the page, the place, and the numeral now there."""
    text, rng = page(seed), random.Random(seed)
    report = check_text(text, details=False)
    numbers = [f for f in report.findings if f.verdict == "agrees" and f.kind == "number" and "." in f.printed]
    out = []
    for finding in rng.sample(numbers, min(count, len(numbers))):
        places, start = len(finding.printed.partition(".")[2]), finding.start
        value = Fraction(finding.printed) + rng.choice(STEPS) * Fraction(1, 10**places)
        moved = f"{float(value):.{places}f}"
        out.append((text[:start] + moved + text[start + len(finding.printed) :], start, moved))
    return out


@pytest.mark.parametrize("seed", MOVED)
def test_a_moved_number_is_false_where_it_stands(seed: int) -> None:
    pages = moves(seed, 3)
    assert len(pages) == 3
    for text, start, moved in pages:
        report = check_text(text, details=False)
        here = [f for f in report.findings if f.start == start]
        assert [f.verdict for f in here] in (["wrong"], ["rounding"]), (moved, here)
        elsewhere = [f for f in report.findings if f.verdict in ("wrong", "undecided", "unread") and f is not here[0]]
        assert not elsewhere, (moved, [(f.id, f.printed, f.verdict) for f in elsewhere])
        carried = [f for f in report.findings if f.verdict == "carried"]
        assert all(f.cause == here[0].number for f in carried)


def test_pages_that_follow_each_other_do_not_mix() -> None:
    """Under each heading the inputs are given anew: eight pages in one document are as right as each alone."""
    text = "\n\n".join(f"# Page {seed}\n\n{page(seed)}" for seed in range(8))
    report = check_text(text, details=False)
    assert {f.verdict for f in report.findings} == {"given", "agrees"}
