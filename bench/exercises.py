"""Exercises as a corpus of slips: for each kind, on how many pages the checker finds the slip at its place and nothing else.

`python bench/exercises.py [PAGES] [FIRST_SEED]`: so many pages of each kind, half of them in Spanish.
"""

import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from checks.checking import check_text
from checks.exercise import KINDS, Exercise, make

OUTCOMES = ("found", "missed", "elsewhere", "several", "open", "other cause", "follows not seen")


def outcome(one: Exercise) -> str:
    """What the checker makes of an exercise; "found" is one mistake, at the slip, that everything false comes from."""
    report = check_text(one.text, details=False)
    roots = [f for f in report.findings if f.verdict == "wrong"]
    if report.count("undecided", "unread", "disagree"):
        return "open"
    if len(roots) != 1:
        return "several" if roots else "missed"
    if roots[0].start != one.slip.start:
        return "elsewhere"
    if any(f.cause != roots[0].number for f in report.findings if f.verdict == "carried"):
        return "other cause"
    judged = {f.start: f.verdict for f in report.findings}
    followed = all(judged.get(number.start) in ("carried", "rounding") for number in one.follows)
    return "found" if followed else "follows not seen"


def main(pages: int = 10, first: int = 0) -> None:
    start, total = time.perf_counter(), 0
    print(f"{'kind':<20}" + "".join(f"{name:>18}" for name in OUTCOMES))
    for kind in KINDS:
        seen = Counter(outcome(make(seed, kind, "es" if seed % 2 else "en")) for seed in range(first, first + pages))
        total += pages
        print(f"{kind:<20}" + "".join(f"{seen[name]:>18}" for name in OUTCOMES))
    print(f"{total} pages, seeds {first} to {first + pages - 1}, {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
