"""The answer of an exercise: which number is wrong, what it should be, what the slip was and what follows from it."""

import json
from pathlib import PurePath
from typing import Any

from checks.exercise.page import Exercise, Number
from checks.messages import message

# how the numbers of each stage are called
NAMES = {
    "P": "(Q K^T)[{row}, {column}]",
    "S": "S[{row}, {column}]",
    "logits": "logits[{row}, {column}]",
    "exp": "exp(S[{row}, {column}])",
    "sum": "sum_j exp(S[{row}, j])",
    "A": "A[{row}, {column}]",
    "Y": "Y[{row}, {column}]",
}


def about(number: Number) -> str:
    stage, row, column = number.cell
    return NAMES[stage].format(row=row, column=column)


def sentence(exercise: Exercise) -> str:
    return message(
        "exercise.answer",
        exercise.lang,
        line=exercise.slip.line,
        column=exercise.slip.column,
        about=about(exercise.slip),
        printed=exercise.slip.printed,
        right=exercise.slip.right,
        slip=message(f"exercise.kind_{exercise.kind}", exercise.lang),
    )


def as_json(exercise: Exercise, page: PurePath) -> str:
    slip, follows = exercise.slip, exercise.follows
    data: dict[str, Any] = {
        "format": "triplecheck-exercise/1",
        "seed": exercise.seed,
        "language": exercise.lang,
        "kind": exercise.kind,
        "page": page.name,
        **_placed(slip),
        "message": sentence(exercise),
        "follows": [_placed(number) for number in follows],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _placed(number: Number) -> dict[str, object]:
    return {
        "id": f"{number.line}:{number.column}",
        "line": number.line,
        "column": number.column,
        "about": about(number),
        "printed": number.printed,
        "right": number.right,
    }


def as_markdown(exercise: Exercise, page: PurePath) -> str:
    """The answer for readers."""

    def say(name: str, **values: object) -> str:
        return message(f"exercise.{name}", exercise.lang, **values)

    lines = [f"# {say('answer_heading', page=page.name)}", "", sentence(exercise), ""]
    if not exercise.follows:
        return "\n".join([*lines, say("nothing_follows"), ""])
    lines += [say("follows", count=len(exercise.follows)), ""]
    lines += [f"| {' | '.join(say(f'head_{name}') for name in ('place', 'number', 'printed', 'right'))} |", "|---|---|---|---|"]
    lines += [f"| {n.line}:{n.column} | `{about(n)}` | {n.printed} | {n.right} |" for n in exercise.follows]
    return "\n".join([*lines, ""])
