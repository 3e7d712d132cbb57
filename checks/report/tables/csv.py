"""The table as CSV, one line an entry; comment lines (#) above say how it was made."""

import csv
import io
from collections.abc import Iterator

from checks.report.tables.model import StepTable, Table
from checks.report.tables.views import hexadecimal
from derive.floats import FORMATS, shortest


def _columns(table: Table, closed: bool) -> list[str]:
    names = ["step", "row", "column"]
    names += ["closed_form"] if closed else []
    names += ["digits"] if table.views.digits is not None else []
    names += ["decimals", "tie"] if table.views.decimals is not None else []
    return names + [name for form in table.views.formats for name in (form, f"{form}_hex")]


def _entries(step: StepTable) -> Iterator[list[str]]:
    for i in range(step.shape[0]):
        for j in range(step.shape[1]):
            line = [step.step.name, str(i), str(j)]
            if step.closed is not None:
                form = step.closed[i][j]
                line.append("" if form is None else form.text)
            if step.digits is not None:
                line.append(step.digits[i][j])
            if step.decimals is not None:
                line += [step.decimals[i][j].text, str(int(step.decimals[i][j].tie))]
            for name, rows in step.floats.items():
                line += [shortest(rows[i][j], FORMATS[name]), hexadecimal(rows[i][j])]
            yield line


def render(table: Table, lang: str) -> str:
    out = io.StringIO()
    for sentence in (table.title, *table.how):
        out.write(f"# {sentence}\n")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_columns(table, any(step.closed is not None for step in table.steps)))
    for step in table.steps:
        writer.writerows(_entries(step))
    return out.getvalue()
