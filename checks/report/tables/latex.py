"""The table as a LaTeX document that compiles on its own (amsmath)."""

from checks.messages import message
from checks.report.tables.model import StepTable, Table
from checks.report.tables.views import closed_entries, left_out, matrices

_SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "±": r"$\pm$"} | {
    character: "\\" + character for character in "&%$#_{}"
}


def _plain(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in text)


def _number(text: str) -> str:
    text = text.strip()
    if text in ("-inf", "inf"):
        return r"-\infty" if text.startswith("-") else r"\infty"
    if "x" in text:
        return rf"\texttt{{{text}}}"
    mantissa, mark, exponent = text.partition("e")
    return rf"{mantissa}\cdot 10^{{{int(exponent)}}}" if mark else text


def _matrix(rows: list[list[str]]) -> list[str]:
    body = [" & ".join(_number(x) for x in row) + r" \\" for row in rows]
    return [r"\[\begin{pmatrix}", *body, r"\end{pmatrix}\]"]


def _step(table: Table, step: StepTable, lang: str) -> list[str]:
    shape = rf"{step.shape[0]} \times {step.shape[1]}"
    lines = [rf"\subsection*{{{_plain(step.step.name)}}}", rf"$\displaystyle {step.step.latex}$, ${shape}$", ""]
    for view in matrices(table, step, lang):
        lines += [_plain(view.heading), *_matrix(view.rows)]
    if step.closed is not None:
        lines += [_plain(message("table.closed", lang))]
        lines += [rf"\[\texttt{{{_plain(name)}}} = {form}\]" for name, form in closed_entries(step, latex=True)]
        lines += [_plain(message("table.left_out", lang, count=left_out(step)))] if left_out(step) else []
    return lines


def render(table: Table, lang: str) -> str:
    widest = max(step.shape[1] for step in table.steps)
    lines = [
        r"\documentclass{article}",
        r"\usepackage[utf8]{inputenc}",
        r"\usepackage[margin=1cm,landscape]{geometry}",
        r"\usepackage{amsmath}",
        rf"\setcounter{{MaxMatrixCols}}{{{max(widest, 10)}}}",
        r"\begin{document}",
        rf"\section*{{{_plain(table.title)}}}",
        *(_plain(sentence) + r"\\" for sentence in table.how),
    ]
    for step in table.steps:
        lines += _step(table, step, lang)
    return "\n".join([*lines, r"\end{document}", ""])
