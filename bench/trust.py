"""How far the checker can be trusted: false alarms on pages that are right, and what becomes of planted slips.

The expected verdicts come from each page's own graph in mpmath (tests/graph_verdicts.py), never from the checker.
`python bench/trust.py --pages 120 --mutants 800 --formulas --documents examples` prints the tables of bench/TRUST.md; a seed
repeats its page.
"""

import argparse
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
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "bench")]

from formula_edits import edited
from graph_pages import SLIPS, Printed, Sheet, sheet
from graph_verdicts import FALSE, Expectation
from trust_documents import Planted, Sound, outcome, planted, sound

from checks.checking import check_text
from checks.findings import Finding, Report

OPEN = ("undecided", "unread", "given", None)
OUTCOMES = ("found", "harmless", "other label", "open", "elsewhere", "missed")
FORMS = ("", "html", "latex", "notebook")
ENDINGS = (".md", ".txt", ".tex", ".html", ".py", ".c")
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


def form_of(seed: int) -> str:
    """Three pages of eight are HTML, LaTeX and a notebook."""
    return FORMS[seed % 8] if seed % 8 < len(FORMS) else ""


def mutants(first: int) -> Iterator[Mutant]:
    """Mutants without end: for each seed the misprints of its page, and a page computed with a slip."""
    seed = first
    while True:
        rng, form = random.Random(seed), form_of(seed)
        page = sheet(seed, form=form)
        for kind, texts in number_mutants(page, rng).items():
            yield Mutant(kind, seed, page, texts)
        slipped = sheet(seed, None, form=form)
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
class Table:
    """Outcomes by kind of slip, shown as they come and summed up at the end."""

    def __init__(self, title: str) -> None:
        self.title, self.counts, self.start = title, Counter[tuple[str, str]](), time.perf_counter()

    def add(self, kind: str, outcome: str, where: str, what: str) -> None:
        self.counts[kind, outcome] += 1
        if outcome not in ("found", "harmless"):
            print(f"    {where} {kind}: {outcome}: {what}", flush=True)
        if self.counts.total() % 500 == 0:
            self.show()

    def show(self) -> None:
        kinds = sorted({k for k, _ in self.counts}, key=lambda k: (k in SLIPS, k))
        print(f"\n| {self.title} | " + " | ".join(OUTCOMES) + " |\n|---|" + "---:|" * len(OUTCOMES))
        for kind in kinds:
            print(f"| {kind} | " + " | ".join(str(self.counts[kind, o]) for o in OUTCOMES) + " |")
        print("| all | " + " | ".join(str(sum(self.counts[k, o] for k in kinds)) for o in OUTCOMES) + " |")
        print(f"\n{self.counts.total()} in {time.perf_counter() - self.start:.0f} s\n", flush=True)


def clean(seeds: range, habit: str) -> None:
    """Right pages in every format and number of digits: false alarms, open claims, numbers that are not seen to agree."""
    start, verdicts, bad, unseen, numbers = time.perf_counter(), Counter[str](), 0, 0, 0
    for seed in seeds:
        page = sheet(seed, "", habit, FORMS[seed % len(FORMS)], seed // len(FORMS) % 6)
        report, found = alarms(page)
        verdicts.update(f.verdict for f in report.findings)
        bad += any(f.verdict not in OPEN for f in found)
        fine = {f.start for f in report.findings if f.verdict in ("agrees", "rounding", "lucky")}
        due = [
            s for n, s in page.printed().starts.items() if page.cells[n].truth is not None and page.cells[n].stage not in "QK"
        ]
        numbers, unseen = numbers + len(due), unseen + sum(s not in fine for s in due)
        for f in found[:2]:
            print(f"    seed {seed} {habit} {page.format}: {f.id} {f.printed[:40]!r} {f.verdict} {f.about}", flush=True)
        if (seed - seeds.start) % 500 == 499:
            print(f"  ... {seed - seeds.start + 1} after {time.perf_counter() - start:.0f} s, {bad} with an alarm", flush=True)
    counts = ", ".join(f"{v} {verdicts[v]}" for v in sorted(verdicts))
    which = f"{len(seeds)} right pages {habit or '(rounded)'}, seeds {seeds.start} to {seeds.stop - 1}"
    print(f"{which}: {bad} with a false alarm; {unseen} of {numbers} numbers not seen to be right; {counts}")
    print(f"  {time.perf_counter() - start:.0f} s\n", flush=True)


def pages(count: int, first: int) -> None:
    table = Table(f"{count} mutants of pages, seeds from {first}")
    for mutant, _ in zip(mutants(first), range(count)):
        result = seen(mutant)
        table.add(mutant.kind, result.outcome, f"seed {mutant.seed} {mutant.sheet.format}", "; ".join(result.differences[:2]))
    table.show()


def formulas() -> None:
    table = Table("formulas, each slip at each place")
    for formula in edited():
        found = [f for f in check_text(formula.page, details=False).findings if f.verdict != "given"]
        verdict = found[-1].verdict if found else None
        due = "agrees" if formula.true else "wrong"
        right = "harmless" if formula.true else "found"
        outcome = right if verdict == due else "missed" if verdict == "agrees" else "open" if verdict in OPEN else "elsewhere"
        table.add(formula.slip or "none", outcome, formula.spelling, f"{formula.text}: {verdict}, not {due}")
    table.show()


def documents(places: list[str], most: int, first: int) -> None:
    files = sorted(f for p in map(Path, places) for f in ([p] if p.is_file() else p.iterdir()) if f.suffix in ENDINGS)
    table, read = Table(f"mutants of documents, at most {most} each, seed {first}"), 0
    for number, file in enumerate(files):
        page = sound(file)
        if page is None or not page.numbers:
            continue
        read += 1
        for mutant in planted(page, random.Random(first + number), most):
            table.add(mutant.kind, *outcome_of(page, mutant))
    print(f"{read} of {len(files)} documents have numbers that can be moved")
    table.show()


def outcome_of(page: Sound, mutant: Planted) -> tuple[str, str, str]:
    found, what = outcome(page, mutant)
    return found, Path(page.path).name, what


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=1_000_000, help="the first seed")
    parser.add_argument("--pages", type=int, default=0, help="right pages; a quarter as many truncated ones")
    parser.add_argument("--mutants", type=int, default=0, help="mutants of generated pages")
    parser.add_argument("--formulas", action="store_true", help="formulas with every slip at every place")
    parser.add_argument("--documents", nargs="*", default=[], help="documents, or folders of documents")
    parser.add_argument("--most", type=int, default=40, help="mutants of one document")
    return parser.parse_args()


def main() -> None:
    wanted = arguments()
    commit = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    print(f"commit {commit.stdout.strip()}, first seed {wanted.first}\n", flush=True)
    if wanted.pages:
        clean(range(wanted.first, wanted.first + wanted.pages), "")
        clean(range(wanted.first + wanted.pages, wanted.first + wanted.pages + wanted.pages // 4), "truncation")
    if wanted.formulas:
        formulas()
    if wanted.documents:
        documents(wanted.documents, wanted.most, wanted.first)
    if wanted.mutants:
        pages(wanted.mutants, wanted.first + 2 * wanted.pages)


if __name__ == "__main__":
    main()
