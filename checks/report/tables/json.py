"""The table as JSON (triplecheck-table/1): numbers as text, since JSON's own have no agreed precision."""

import json
from typing import Any

from checks.report.tables.model import StepTable, Table
from checks.report.tables.views import hexadecimal
from derive.floats import FORMATS, shortest


def _step(table: Table, step: StepTable) -> dict[str, Any]:
    found: dict[str, Any] = {"name": step.step.name, "formula": step.step.text, "shape": list(step.shape)}
    if step.closed is not None:
        found["closed_forms"] = [[None if form is None else form.text for form in row] for row in step.closed]
    if step.digits is not None:
        found["digits"] = step.digits
    if step.decimals is not None:
        found["decimals"] = [[x.text for x in row] for row in step.decimals]
        found["ties"] = [[i, j] for i, row in enumerate(step.decimals) for j, x in enumerate(row) if x.tie]
    for name, rows in step.floats.items():
        found[name] = {
            "decimal": [[shortest(x, FORMATS[name]) for x in row] for row in rows],
            "hex": [[hexadecimal(x) for x in row] for row in rows],
        }
    return found


def as_data(table: Table) -> dict[str, Any]:
    """The table as data that json can write."""
    return {
        "format": "triplecheck-table/1",
        "title": table.title,
        "how": list(table.how),
        "digits": table.views.digits,
        "decimals": table.views.decimals,
        "rounding": table.views.rule,
        "steps": [_step(table, step) for step in table.steps],
    }


def render(table: Table, lang: str) -> str:
    """One line a step, so that a change of one step is a change of one line."""
    head = as_data(table)
    found = head.pop("steps")
    lines = [f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}," for name, value in head.items()]
    steps = ",\n".join(f"  {json.dumps(step, ensure_ascii=False)}" for step in found)
    return "\n".join(["{", *lines, ' "steps": [', steps, " ]", "}", ""])
