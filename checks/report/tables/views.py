"""The views of a step as plain matrices of text with a heading each: what text, Markdown and LaTeX lay out."""

from collections.abc import Iterator
from dataclasses import dataclass

from checks.messages import message
from checks.report.tables.model import StepTable, Table
from derive.floats import FORMATS, shortest

CLOSED_LENGTH = 160


@dataclass(frozen=True, slots=True)
class View:
    heading: str
    rows: list[list[str]]


def matrices(table: Table, step: StepTable, lang: str) -> Iterator[View]:
    """Digits, decimals, then each float format as shortest decimals and as hexadecimal floats."""
    if step.digits is not None:
        yield View(message("table.significant", lang, count=table.views.digits), step.digits)
    if step.decimals is not None:
        plain = " " if any(x.tie for row in step.decimals for x in row) else ""
        marked = [[x.text + ("=" if x.tie else plain) for x in row] for row in step.decimals]
        yield View(message("table.places", lang, places=table.views.decimals), marked)
    for name, rows in step.floats.items():
        yield View(name, [[shortest(x, FORMATS[name]) for x in row] for row in rows])
        yield View(f"{name} hex", [[hexadecimal(x) for x in row] for row in rows])


def hexadecimal(value: float) -> str:
    """0x1.8p+1, without the zeros that Python pads with; infinities as -inf."""
    text = value.hex()
    mantissa, mark, exponent = text.partition("p")
    return mantissa.rstrip("0").rstrip(".") + mark + exponent if "." in mantissa else text


def closed_entries(step: StepTable, latex: bool = False) -> Iterator[tuple[str, str]]:
    """("A[0, 1]", its closed form) for every entry whose form is short enough to read."""
    for i, row in enumerate(step.closed or []):
        for j, form in enumerate(row):
            if form is not None and len(form.text) <= CLOSED_LENGTH:
                yield f"{step.step.name}[{i}, {j}]", form.latex if latex else form.text


def left_out(step: StepTable) -> int:
    """How many closed forms are too long; masked entries have none."""
    total = sum(not (step.step.masked and form is None) for row in step.closed or [] for form in row)
    return total - sum(1 for _ in closed_entries(step))
