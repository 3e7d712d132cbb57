"""paper_derivation.md: the toy example step by step, every entry correctly rounded, and the exact weights.

Made from the certified reference of the example "two-tokens", in a form that `triplecheck check` reads.
"""

from checks.lab import TOLERANCE
from checks.messages import message
from checks.problems.examples import EXAMPLES
from checks.problems.load import LIMIT
from checks.problems.raw import problem_of
from checks.report.tables.model import Rounded, Views, table
from derive.reference.certified import Reference, reference

PLACES = 7  # half a unit of the last place stays far below the tolerance of the lab
assert 10.0**-PLACES < TOLERANCE


def toy() -> Reference:
    """The certified reference of the two-token example."""
    return reference(problem_of(EXAMPLES["two-tokens"], LIMIT), 30)


def _short(number: Rounded) -> str:
    """Integers as integers: 1, not 1.0000000."""
    whole, _, places = number.text.partition(".")
    return number.text if places.strip("0") else whole


def entries(found: Reference, step: str) -> list[list[str]]:
    """A step as it is printed in the paper."""
    made = table(found, "", Views(decimals=PLACES, closed=False, steps=(step,)), {})
    rows = made.steps[0].decimals
    assert rows is not None
    return [[_short(x) for x in row] for row in rows]


def _list(row: list[str]) -> str:
    return f"[{', '.join(row)}]"


def _matrix(rows: list[list[str]]) -> str:
    return _list([_list(row) for row in rows])


def _row(steps: dict[str, list[list[str]]], i: int) -> list[str]:
    """The softmax of row i, as one works it."""
    top = max(steps["scaled"][i], key=float)
    lines = {
        "logits": _list(steps["scaled"][i]),
        "shifted": f"logits - {top} = {_list(steps['shifted'][i])}",
        "exp": _list(steps["exp"][i]),
        "sum": steps["sums"][i][0],
        "softmax": _list(steps["A"][i]),
    }
    return ["```", *(f"{name:<7} = {what}" for name, what in lines.items()), "```"]


def paper(lang: str) -> str:
    """The whole derivation."""
    found = toy()
    steps = {step: entries(found, step) for step in found.names}
    givens = [
        f"{name:<3} = {_matrix([[str(x) for x in row] for row in EXAMPLES['two-tokens'].tables[name]])}"
        for name in ("X", "W_Q", "W_K", "W_V")
    ]
    sections = [
        ("queries", [f"Q = X W_Q = {_matrix(steps['Q'])}"]),
        ("keys", [f"K = X W_K = {_matrix(steps['K'])}"]),
        ("values", [f"V = X W_V = {_matrix(steps['V'])}"]),
        ("scores", [f"S = Q K^T = {_matrix(steps['S'])}"]),
        ("scaled", [f"S_scaled = S / sqrt(d_k) = {_matrix(steps['scaled'])}"]),
        ("row_0", [message("lab.row", lang, row=0), "", *_row(steps, 0)]),
        (
            "row_1",
            [
                message("lab.row", lang, row=1),
                "",
                *_row(steps, 1),
                "",
                message("lab.weights", lang),
                "",
                f"A = softmax(S_scaled) = {_matrix(steps['A'])}",
            ],
        ),
        ("output", [f"Y = A V = {_matrix(steps['Y'])}"]),
    ]
    lines = [f"# {message('lab.paper_title', lang)}", "", message("lab.paper_intro", lang), "", "```", *givens, "```"]
    for number, (name, body) in enumerate(sections, start=1):
        lines += ["", f"## {number}. {message(f'lab.{name}', lang)}", "", *body]
    return "\n".join([*lines, "", message("lab.paper_exact", lang), ""])
