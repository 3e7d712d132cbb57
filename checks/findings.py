"""What is found: each claim with its verdict and what supports it, and the report on a document."""

from collections import Counter
from dataclasses import dataclass, replace

from checks.claims import Claim
from checks.document import Document
from checks.judging.judge import VERDICTS

Put = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim with its verdict and what supports it. Places are 1-based; `cause` is the number of another finding.

    `put`, of a false formula: where its right side begins, and a true one in the notation of the page.
    """

    number: int
    start: int
    id: str
    line: int
    column: int
    end_line: int
    end_column: int
    kind: str
    printed: str
    about: str
    verdict: str
    truth: str | None = None
    digits: str | None = None
    closed_form: str | None = None
    numeric: float | None = None
    page: tuple[str, str] | None = None
    cause: int | None = None
    carries: int = 0
    slip: str | None = None
    reason: str = ""
    details: tuple[tuple[str, str], ...] = ()
    counterexample: tuple[tuple[str, object], ...] = ()
    proof: tuple[tuple[str, object], ...] = ()
    put: Put | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in one document; `read` are the places of all numerals that formulas were read with."""

    document: Document
    language: str
    rounding_habit: str | None
    findings: tuple[Finding, ...]
    read: frozenset[int] = frozenset()

    def count(self, *verdicts: str) -> int:
        """How many findings have one of these verdicts."""
        return sum(f.verdict in verdicts for f in self.findings)

    @property
    def summary(self) -> dict[str, int]:
        """The number of findings for each verdict."""
        counts = Counter(f.verdict for f in self.findings)
        return {v: counts[v] for v in VERDICTS}

    def _repr_html_(self) -> str:
        from checks.report.html import fragment

        return fragment(self)

    def _repr_markdown_(self) -> str:
        from checks.report.markdown import render

        return render([self], None)


def placed(document: Document, number: int, claim: Claim) -> Finding:
    """A claim at its place, as yet with the verdict that reading settled, if any."""
    line, column = document.position(claim.start)
    end_line, end_column = document.position(claim.end)
    return Finding(
        number,
        claim.start,
        document.identifier(claim.start),
        line,
        column,
        end_line,
        end_column,
        claim.kind,
        document.source[claim.start : claim.end],
        claim.about,
        claim.settled,
        reason=claim.reason,
        details=claim.details,
    )


def in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """The findings in the order of the document, numbered so, each with an id of its own."""
    ordered = sorted(findings, key=lambda f: (f.start, f.end_line, f.end_column))
    place = {f.number: n for n, f in enumerate(ordered)}
    taken: set[str] = set()
    ids = {}
    for finding in sorted(ordered, key=lambda f: f.kind == "formula"):  # a formula may begin with a number that is a claim
        name = finding.id
        while name in taken:
            name += "+"
        taken.add(name)
        ids[finding.number] = name
    return tuple(
        replace(f, number=n, id=ids[f.number], cause=None if f.cause is None else place[f.cause]) for n, f in enumerate(ordered)
    )
