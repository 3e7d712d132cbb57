"""Proofs as plain data, for programs."""

import json
from collections.abc import Sequence

from checks.proofs.shown import Shown, assumptions, conditions, meanings, said
from derive.notation import LATEX, TEXT, written
from derive.terms import Term


def as_data(shown: Shown) -> dict[str, object]:
    """The proof as plain data; terms in both spellings."""
    statement = shown.proof.statement
    return {
        "name": shown.proof.name,
        "title": shown.title,
        "left": _both(statement.left),
        "right": _both(statement.right),
        "sizes": list(statement.ranges),
        "definitions": [f"{left} = {right}" for left, right in meanings(shown, TEXT)],
        "assumptions": [said(shown, one, TEXT) for one in assumptions(shown)],
        "side_conditions": conditions(shown, TEXT),
        "steps": [
            {
                "rule": step.rule,
                "explanation": shown.rule(step)[1],
                "uses": list(step.uses),
                "before": _both(step.before),
                "after": _both(step.after),
                "depth": step.depth,
                "kernel_rules": shown.replay.rules[number],
            }
            for number, step in enumerate(shown.proof.steps)
        ],
        "checked": {
            "sizes": [list(p) for p in shown.replay.sizes],
            "widths": list(shown.replay.widths),
            "values": shown.replay.values_compared,
        },
    }


def _both(term: Term) -> dict[str, str]:
    return {"text": written(term, TEXT), "latex": written(term, LATEX)}


def as_json(shown: Sequence[Shown], seconds: Sequence[float] | None = None) -> str:
    theorems = [as_data(one) for one in shown]
    for theorem, time in zip(theorems, seconds or ()):
        theorem["seconds"] = round(time, 4)
    return json.dumps({"format": "triplecheck-proofs/1", "theorems": theorems}, ensure_ascii=False, indent=1)
