"""The table as text for a terminal or a file."""

from textwrap import wrap

from checks.messages import message
from checks.report.tables.model import StepTable, Table
from checks.report.tables.views import closed_entries, left_out, matrices


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[j]) for row in rows) for j in range(len(rows[0]))]
    return ["  [ " + "  ".join(x.rjust(width) for x, width in zip(row, widths, strict=True)) + " ]" for row in rows]


def _closed(step: StepTable, lang: str) -> list[str]:
    if step.closed is None:
        return []
    named = list(closed_entries(step))
    width = max((len(name) for name, _ in named), default=0)
    lines = [f"  {message('table.closed', lang)}", *(f"  {name.ljust(width)} = {form}" for name, form in named)]
    return lines + ([f"  {message('table.left_out', lang, count=left_out(step))}"] if left_out(step) else [])


def _step(table: Table, step: StepTable, lang: str) -> list[str]:
    lines = [f"{step.step.text}    ({step.shape[0]}, {step.shape[1]})"]
    for view in matrices(table, step, lang):
        lines += [f"  {view.heading}", *_aligned(view.rows)]
    return [*lines, *_closed(step, lang), ""]


def render(table: Table, lang: str) -> str:
    lines = [table.title, *(line for sentence in table.how for line in wrap(sentence, 100)), ""]
    for step in table.steps:
        lines += _step(table, step, lang)
    return "\n".join(lines)
