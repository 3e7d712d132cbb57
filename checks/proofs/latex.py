"""Proofs as LaTeX: one whole document that pdflatex, xelatex, lualatex and tectonic compile with amsmath and graphicx."""

from collections.abc import Callable, Iterator, Sequence

from checks.messages import message
from checks.proofs.failing import Rows, failing
from checks.proofs.prose import pieces
from checks.proofs.shown import (
    Shown,
    assumptions,
    checked,
    conditions,
    details,
    equation,
    meanings,
    quantifiers,
    said,
)
from derive.notation import LATEX, seen, written, written_rows

WIDEST = 62  # characters of a formula that fit on a line of the page
PREAMBLE = r"""\documentclass[11pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath, graphicx}
\usepackage[a4paper, margin=22mm]{geometry}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt plus 2pt}
\allowdisplaybreaks
\emergencystretch=3em
\begin{document}"""
SPECIAL = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
SIGNS = {"−": r"\ensuremath{-}", "·": r"\ensuremath{\cdot}", "×": r"\ensuremath{\times}", "…": r"\ldots{}"}


def document(parts: Sequence[str], lang: str) -> str:
    heading = [rf"\section*{{{words(message('proofs.document', lang))}}}"] if len(parts) > 1 else []
    return "\n\n".join([PREAMBLE, *heading, *parts, r"\end{document}"])


def paragraph(sentence: str) -> str:
    return "".join(_formula(part) if mathematics else words(part) for mathematics, part in pieces(sentence))


def _formula(latex: str) -> str:
    """In its line, or displayed where it is long."""
    return rf"\[ {latex} \]" if seen(latex) > WIDEST // 2 else f"${latex}$"


def words(text: str) -> str:
    """Words in which nothing is a command."""
    return "".join(SPECIAL.get(c) or SIGNS.get(c) or (f"\\{c}" if c in "_&%#{}$" else c) for c in text)


def table(rows: Rows) -> str:
    cells = [" & ".join(f"${cell}$" if n else paragraph(cell) for cell in row) for n, row in enumerate(rows)]
    head, *body = [row + r" \\" for row in cells]
    return "\n".join(
        [rf"\begin{{center}}\begin{{tabular}}{{{'r' * len(rows[0])}}}", head, r"\hline", *body, r"\end{tabular}\end{center}"]
    )


def proof(shown: Shown) -> str:
    return "\n".join(_lines(shown))


def _lines(shown: Shown) -> Iterator[str]:
    yield rf"\subsection*{{{paragraph(shown.title)}}}"
    yield rf"\texttt{{{words(shown.proof.name)}}}"
    yield from (r"\[", split_equation(shown), r"\]", paragraph(quantifiers(shown, LATEX)))
    defined = definitions(shown)
    if defined:
        yield from ("", shown.say("where"), r"\[", defined, r"\]")
    marked = [(one.mark, said(shown, one, LATEX)) for one in assumptions(shown)]
    holding = [(f"C{place}", item) for place, item in enumerate(conditions(shown, LATEX), 1)]
    for title, items in (("assuming", marked), ("wherever", holding)):
        if items:
            yield from ("", shown.say(title), *_listed(items))
    if shown.depth:
        yield from _derivation(shown)
        yield from _failing(shown)
    yield from ("", paragraph(checked(shown)))


def split_equation(shown: Shown) -> str:
    """The statement, in two rows where it is long."""
    whole = equation(shown, LATEX)
    if seen(whole) <= WIDEST:
        return whole
    left, right = (written(side, LATEX) for side in (shown.proof.statement.left, shown.proof.statement.right))
    return "\n".join([r"\begin{aligned}", rf"&{left}\\", rf"&\quad= {right}", r"\end{aligned}"])


def _listed(items: Sequence[tuple[str, str]]) -> list[str]:
    return [r"\begin{itemize}", *(rf"  \item[{mark}] {paragraph(item)}" for mark, item in items), r"\end{itemize}"]


def definitions(shown: Shown) -> str:
    """The definitions in use, aligned at their signs of equality; empty where there are none."""
    found = meanings(shown, LATEX)
    rows = "\\\\\n".join(f"{left} &= {right}" for left, right in found)
    return "\n".join([r"\begin{aligned}", rows, r"\end{aligned}"]) if found else ""


def _rows(shown: Shown, fit: Callable[[str], str] = str) -> Iterator[tuple[str, int | None]]:
    """The lines of the proof, long ones in several rows; the number stands with the last row of a line."""
    opening = f"{written(shown.proof.statement.left, LATEX)} "
    if seen(opening) > WIDEST // 2:
        rows = written_rows(shown.proof.statement.left, LATEX, WIDEST)
        yield from ((f"&{row}" if not n else rf"&\qquad {row}", None) for n, row in enumerate(rows))
        opening = ""
    for place, (_, step) in enumerate(shown.steps, 1):
        first, *more = map(fit, written_rows(step.after, LATEX, WIDEST))
        yield f"{opening}&= {first}", None if more else place
        for n, row in enumerate(more, 1):
            yield rf"&\qquad {row}", place if n == len(more) else None
        opening = ""


def fitting(row: str) -> str:
    """A row that cannot be broken, made smaller."""
    return row if seen(row) <= WIDEST else rf"\resizebox{{.8\linewidth}}{{!}}{{$\displaystyle {row}$}}"


def aligned(shown: Shown) -> str:
    """The proof as one aligned display, for where there are no tags."""
    rows = [row + (rf" && \text{{({place})}}" if place else "") for row, place in _rows(shown)]
    return "\n".join([r"\begin{aligned}", "\\\\\n".join(rows), r"\end{aligned}"])


def displayed(shown: Shown) -> str:
    """The proof as one display, for a notebook."""
    return f"$$\n{aligned(shown)}\n$$"


def _derivation(shown: Shown) -> Iterator[str]:
    rows = [row + (rf" \tag{{{place}}}" if place else r" \notag") for row, place in _rows(shown, fitting)]
    yield from ("", rf"\textbf{{{shown.say('proof')}}}", r"\begin{align*}", "\\\\\n".join(rows), r"\end{align*}")
    yield r"\begin{itemize}"
    for place, (number, step) in enumerate(shown.steps, 1):
        yield rf"  \item[({place})] {paragraph(f'{shown.reason(number, step, LATEX)}: {shown.rule(step)[1]}')}"
        yield from (rf"    \newline {paragraph(detail)}" for detail in list(details(shown, number, step))[:1])
    yield r"\end{itemize}"


def _failing(shown: Shown) -> Iterator[str]:
    found = list(failing(shown, LATEX))
    if not found:
        return
    yield from ("", rf"\textbf{{{shown.say('failing')}}}", r"\begin{itemize}")
    for one in found:
        where = f" ({one.where})" if one.where else ""
        yield rf"  \item[{one.mark}] {paragraph(one.said)}{where}. {paragraph(one.what)}"
        yield from [table(one.rows)] if one.rows else []
    yield r"\end{itemize}"
