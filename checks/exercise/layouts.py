"""How people set a matrix in a worked page, and how they round: layouts are functions of a name, rows and labels."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import mpmath

Rows = list[list[str]]
Matrix = Any  # mpmath's matrices, which have no types
Layout = Callable[[str, Rows, list[str], list[str]], str]
DIGITS = 40  # of every number before it is rounded


@dataclass(frozen=True)
class Habits:
    """How one page writes: decimals of scores, weights and gradients, its rounding of ties, its language."""

    scores: int
    weights: int
    rounding: str
    spanish: bool

    def rows(self, matrix: Matrix, places: int) -> Rows:
        return [[self.number(matrix[i, j], places) for j in range(matrix.cols)] for i in range(matrix.rows)]

    def number(self, value: object, places: int) -> str:
        return rounded(value, places, self.rounding)

    def say(self, english: str, spanish: str) -> str:
        return (spanish if self.spanish else english) + "\n"


def rounded(value: object, places: int, rounding: str) -> str:
    """A number in decimals, never −0; `rounding` is one of the decimal module's names."""
    exact = Decimal(mpmath.nstr(mpmath.mpf(value), 35))
    text = str(exact.quantize(Decimal(10) ** -places, rounding=rounding))
    return text.lstrip("-") if not text.strip("-0.") else text


def markdown(name: str, rows: Rows, labels: list[str], columns: list[str]) -> str:
    head = f"| {name} | " + " | ".join(columns) + " |\n|" + "---|" * (len(columns) + 1)
    return "\n".join([head, *(f"| {label} | " + " | ".join(row) + " |" for label, row in zip(labels, rows))])


def printout(name: str, rows: Rows, labels: list[str], columns: list[str]) -> str:
    return fenced("[[" + "]\n [".join(" ".join(padded(row, rows)) for row in rows) + "]]")


def bars(name: str, rows: Rows, labels: list[str], columns: list[str]) -> str:
    return fenced("\n".join(f"{label} | " + "  ".join(padded(row, rows)) + " |" for label, row in zip(labels, rows)))


def named_bars(name: str, rows: Rows, labels: list[str], columns: list[str]) -> str:
    starts = [f"{name} = "] + [" " * (len(name) + 3)] * (len(rows) - 1)
    return fenced("\n".join(f"{start}| " + "  ".join(padded(row, rows)) + " |" for start, row in zip(starts, rows)))


def listed(name: str, rows: Rows, labels: list[str], columns: list[str]) -> str:
    return f"{name} = [[" + "], [".join(", ".join(row) for row in rows) + "]]"


def by_row(name: str, rows: Rows, labels: list[str], columns: list[str]) -> str:
    return "\n".join(f"- {name}[{i}] ≈ [" + ", ".join(row) + "]" for i, row in enumerate(rows))


def latex(name: str, rows: Rows, labels: list[str], columns: list[str]) -> str:
    cells = [[cell.replace("-inf", r"-\infty") for cell in row] for row in rows]
    return f"$${name} = \\begin{{bmatrix}} " + r" \\ ".join(" & ".join(row) for row in cells) + r" \end{bmatrix}$$"


def padded(row: list[str], rows: Rows) -> list[str]:
    width = max(len(cell) for other in rows for cell in other)
    return [cell.rjust(width) for cell in row]


def fenced(text: str) -> str:
    return f"```\n{text}\n```"


def program(**matrices: Rows) -> str:
    """The inputs as the arrays of a program."""
    lines = [f"{name} = np.array([{', '.join('[' + ', '.join(row) + ']' for row in rows)}])" for name, rows in matrices.items()]
    return "```python\n" + "\n".join(lines) + "\n```\n"


LAYOUTS: tuple[Layout, ...] = (markdown, printout, bars, named_bars, listed, by_row, latex)
NAMELESS: tuple[Layout, ...] = (printout, bars)
