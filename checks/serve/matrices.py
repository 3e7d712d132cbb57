"""The printed matrices of a report: which findings are the cells of one table. Places come from what each finding is about."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from checks.findings import Finding, Report

_ENTRY = re.compile(r"(.+)\[(\d+)(?:, (\d+))?\]")
_ROW_ENDS = re.compile(r"[\n\[;]|\\\\")


@dataclass(frozen=True, slots=True)
class Matrix:
    """One printing of a matrix: the numbers of its rows and columns, and the finding in each cell, None where there is none."""

    name: str
    line: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    cells: tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A finding and where it stands in its matrix."""

    name: str
    row: int
    column: int
    finding: Finding


def matrices(report: Report) -> list[Matrix]:
    """The matrices in the order of the page, each printing its own; a single number is none."""
    numbers = [f for f in report.findings if f.kind == "number"]
    cells = [cell for f in numbers if (cell := _cell(f)) is not None]
    printings = (list(_printings(cells)), list(_printings(_given(numbers, report.document.source))))
    found = [_matrix(one) for kind in printings for one in kind if len(one) > 1]
    return sorted(found, key=lambda m: m.line)


def _cell(finding: Finding) -> Cell | None:
    entry = _ENTRY.fullmatch(finding.about)
    if entry is None or finding.verdict == "given":
        return None
    name, first, second = entry.groups()
    return Cell(name, *((int(first), int(second)) if second is not None else (0, int(first))), finding)


def _given(numbers: Sequence[Finding], source: str) -> Iterator[Cell]:
    """The cells of arrays that the page gives: one name, and rows that end where the page ends them."""
    for name, array in groupby(numbers, key=lambda f: f.about if f.verdict == "given" else ""):
        row, column, end = 0, 0, None
        for finding in array if name else ():
            if end is not None and _ROW_ENDS.search(source, end, finding.start):
                row, column = row + 1, 0
            yield Cell(name, row, column, finding)
            column, end = column + 1, finding.start + len(finding.printed)


def _printings(cells: Sequence[Cell] | Iterator[Cell]) -> Iterator[list[Cell]]:
    """Runs of cells of one name whose places only go forward."""
    run: list[Cell] = []
    for cell in cells:
        if run and (cell.name != run[-1].name or (cell.row, cell.column) <= (run[-1].row, run[-1].column)):
            yield run
            run = []
        run.append(cell)
    if run:
        yield run


def _matrix(run: Sequence[Cell]) -> Matrix:
    rows, columns = sorted({c.row for c in run}), sorted({c.column for c in run})
    at = {(c.row, c.column): c.finding.number for c in run}
    cells = tuple(tuple(at.get((i, j)) for j in columns) for i in rows)
    return Matrix(_bare(run[0].name), run[0].finding.line, tuple(rows), tuple(columns), cells)


def _bare(name: str) -> str:
    """A product without the brackets that its index asked for."""
    inside = name[1:-1]
    return inside if name[:1] == "(" and name[-1:] == ")" and not {"(", ")"} & set(inside) else name
