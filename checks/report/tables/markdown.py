"""The table as Markdown: a section a step, its matrices as code blocks, its closed forms as mathematics."""

from checks.messages import message
from checks.report.tables.model import StepTable, Table
from checks.report.tables.views import closed_entries, left_out, matrices


def _grid(rows: list[list[str]]) -> list[str]:
    columns = range(len(rows[0]))
    head = ["| |" + "".join(f" {j} |" for j in columns), "|---|" + "---:|" * len(rows[0])]
    return head + [f"| {i} | " + " | ".join(row) + " |" for i, row in enumerate(rows)]


def _step(table: Table, step: StepTable, lang: str) -> list[str]:
    lines = [f"## {step.step.name}", "", f"${step.step.latex}$, ({step.shape[0]}, {step.shape[1]})", ""]
    for view in matrices(table, step, lang):
        lines += [f"{view.heading}:", "", *_grid(view.rows), ""]
    if step.closed is not None:
        lines += [f"{message('table.closed', lang)}:", ""]
        lines += [f"- {name} = ${form}$" for name, form in closed_entries(step, latex=True)]
        lines += [f"- {message('table.left_out', lang, count=left_out(step))}"] if left_out(step) else []
        lines += [""]
    return lines


def render(table: Table, lang: str) -> str:
    lines = [f"# {table.title}", "", *(f"{sentence}  " for sentence in table.how), ""]
    for step in table.steps:
        lines += _step(table, step, lang)
    return "\n".join(lines)
