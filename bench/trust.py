"""How far the checker can be trusted: false alarms on pages that are right, and what becomes of planted slips.

The expected verdicts come from each page's own graph in mpmath (tests/graph_verdicts.py), never from the checker.
`python bench/trust.py [PAGES] [MUTANTS] [FIRST_SEED]` prints the tables of bench/TRUST.md; a seed repeats its page.
"""

import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from graph_pages import SLIPS, Printed, Sheet, sheet
from graph_verdicts import FALSE, Expectation

from checks.checking import Finding, Report, check_text

OPEN = ("undecided", "unread", "given", None)
OUTCOMES = ("found", "harmless", "other label", "open", "elsewhere", "missed")
SHOWN = 12
Texts = dict[int, str]


@dataclass(frozen=True)
class Mutant:
    """A page with a planted slip: numbers that read otherwise, or a page computed with it."""

    kind: str
    seed: int
    sheet: Sheet
    texts: Texts


@dataclass(frozen=True)
class Seen:
    """What the checker made of it: the outcome, and the numbers judged otherwise than expected."""

    outcome: str
    differences: tuple[str, ...]


# -- mutants ---------------------------------------------------------------------------
def moved(text: str, place: int, by: int) -> str:
    """A numeral with `by` units added in a place, counted from the last digit on."""
    places = len(text.partition(".")[2])
    value = round(float(text) * 10**places) + by * 10**place
    return f"{value / 10**places:.{places}f}"


def number_mutants(page: Sheet, rng: random.Random) -> dict[str, Texts]:
    """One of each kind of misprint, at places drawn from the numbers that have a truth."""
    cells = [n for n in page.printed().starts if page.cells[n].truth is not None and page.cells[n].stage not in ("Q", "K")]
    n = rng.choice(cells)
    text = page.cells[n].text
    digits = sum(c.isdigit() for c in text)
    out = {
        "one unit of the last digit": {n: moved(text, 0, rng.choice([-1, 1]))},
        "one in another place": {n: moved(text, rng.randrange(1, max(2, digits)), rng.choice([-1, 1]))},
        "two to nine units": {n: moved(text, 0, rng.choice([-1, 1]) * rng.randint(2, 9))},
    }
    if text.strip("-0."):
        out["sign"] = {n: text[1:] if text.startswith("-") else f"-{text}"}
    rows: dict[tuple[str, int], list[int]] = {}
    for c in cells:
        rows.setdefault((page.cells[c].stage, page.cells[c].row), []).append(c)
    pairs = [(a, b) for row in rows.values() for a, b in pairwise(row) if page.cells[a].text != page.cells[b].text]
    if pairs:
        a, b = rng.choice(pairs)
        out["swapped entries"] = {a: page.cells[b].text, b: page.cells[a].text}
    doubles = [(r, rows[(s, i + 1)]) for (s, i), r in rows.items() if len(rows.get((s, i + 1), ())) == len(r)]
    differing = [(r, q) for r, q in doubles if any(page.cells[a].text != page.cells[b].text for a, b in zip(r, q))]
    if differing:
        first, second = rng.choice(differing)
        pairs = list(zip(first, second))
        out["swapped rows"] = {k: page.cells[o].text for a, b in pairs for k, o in ((a, b), (b, a))}
    return out


def mutants(first: int) -> Iterator[Mutant]:
    """Mutants without end: for each seed the misprints of its page, and a page computed with a slip."""
    seed = first
    while True:
        rng, page = random.Random(seed), sheet(seed)
        for kind, texts in number_mutants(page, rng).items():
            yield Mutant(kind, seed, page, texts)
        slipped = sheet(seed, None)
        yield Mutant(slipped.slip, seed, slipped, {})
        seed += 1


# -- outcomes -----------------------------------------------------------------------------
def checked(page: Sheet, printed: Printed) -> Report:
    return check_text(printed.source or printed.text, page.format, details=False)


def by_place(report: Report) -> dict[int, Finding]:
    return {f.start: f for f in report.findings if f.kind == "number"}


def difference(admitted: frozenset[str], verdict: str | None) -> str | None:
    """In what way a verdict is none of those admitted; None where it is one."""
    if verdict in admitted:
        return None
    if verdict in OPEN:
        return "open"
    if verdict == "agrees":
        return "missed"
    return "elsewhere" if admitted <= {"agrees", "lucky"} else "other label"


def seen(mutant: Mutant) -> Seen:
    page, expected = mutant.sheet.printed(mutant.texts), Expectation(mutant.sheet, mutant.texts)
    report = checked(mutant.sheet, page)
    found = by_place(report)
    ways, lines = Counter[str](), []
    for n, start in page.starts.items():
        finding = found.get(start)
        way = difference(expected.admitted[n], finding.verdict if finding else None)
        if way:
            ways[way] += 1
            cell = mutant.sheet.cells[n]
            verdict = finding.verdict if finding else "not read"
            where = finding.id if finding else report.document.identifier(start)
            lines.append(
                f"{way}: {where} {cell.stage}: {expected.texts[n]}: {verdict}, not {'/'.join(sorted(expected.admitted[n]))}"
            )
    cells = set(page.starts.values())
    for f in report.findings:
        if f.start not in cells and f.verdict in (*FALSE, "rounding", "lucky", "disagree"):
            ways["elsewhere"] += 1
            lines.append(f"elsewhere: {f.id} {f.printed[:40]}: {f.verdict}")
    worst = next((o for o in reversed(OUTCOMES) if ways[o]), None)
    fine = all("agrees" in expected.admitted[n] for n in page.starts)
    return Seen(worst or ("harmless" if fine else "found"), tuple(lines))


def alarms(page: Sheet) -> tuple[Report, list[Finding]]:
    """What a right page is reproached with; under a truncating habit `rounding` is what a cut number is."""
    report = checked(page, page.printed())
    fine = ("given", "agrees", "rounding") if page.truncating else ("given", "agrees")
    return report, [f for f in report.findings if f.verdict not in fine]


# -- tables ---------------------------------------------------------------------------------
def clean(seeds: range, habit: str) -> None:
    start, verdicts, bad = time.perf_counter(), Counter[str](), 0
    for seed in seeds:
        report, found = alarms(sheet(seed, "", habit))
        verdicts.update(f.verdict for f in report.findings)
        bad += any(f.verdict not in OPEN for f in found)
        for f in found[:2]:
            print(f"    seed {seed} {habit}: {f.id} {f.printed[:40]!r} {f.verdict} {f.about}")
    counts = ", ".join(f"{v} {verdicts[v]}" for v in sorted(verdicts))
    which = f"{len(seeds)} right pages {habit or '(rounded)'}, seeds {seeds.start} to {seeds.stop - 1}"
    print(f"{which}: {bad} with a false alarm; {counts}")
    print(f"  {time.perf_counter() - start:.0f} s\n")


def planted(count: int, first: int) -> None:
    start, table, examples = time.perf_counter(), Counter[tuple[str, str]](), []
    for mutant, _ in zip(mutants(first), range(count)):
        result = seen(mutant)
        table[mutant.kind, result.outcome] += 1
        if result.outcome not in ("found", "harmless"):
            examples.append((OUTCOMES.index(result.outcome), mutant, result))
    kinds = sorted({k for k, _ in table}, key=lambda k: (k in SLIPS, k))
    print(f"| {count} mutants, seeds from {first} | " + " | ".join(OUTCOMES) + " |\n|---|" + "---:|" * len(OUTCOMES))
    for kind in kinds:
        print(f"| {kind} | " + " | ".join(str(table[kind, o]) for o in OUTCOMES) + " |")
    print("| all | " + " | ".join(str(sum(table[k, o] for k in kinds)) for o in OUTCOMES) + " |")
    print(f"\n{time.perf_counter() - start:.0f} s\n")
    for _, mutant, result in sorted(examples, key=lambda e: -e[0])[: SHOWN * 2]:
        print(f"    seed {mutant.seed} {mutant.kind}: {result.outcome}: " + "; ".join(result.differences[:2]))


def main() -> None:
    pages, count, first = (*map(int, sys.argv[1:4]), *(200, 1200, 1_000_000)[len(sys.argv[1:4]) :])
    commit = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    print(f"commit {commit.stdout.strip()}\n")
    clean(range(first, first + pages), "")
    clean(range(first + pages, first + pages + pages // 4), "truncation")
    planted(count, first + 2 * pages)


if __name__ == "__main__":
    main()
