"""A generated page in other formats: HTML, LaTeX, a notebook. Marks of cells pass through untouched."""

import json
import re

FENCE = re.compile(r"^```(\w*)\s*$")
ARRAY = re.compile(r"(\w+) = np\.array\(\[\[(.*)\]\]\)")
MATHS = (
    (r"sqrt\((\w+)\)", r"\\sqrt{\1}"),
    (r"\b(softmax|rowsum|diag|outer|log)\(", r"\\operatorname{\1}("),
    (r" \* ", r" \\odot "),
)


def html(text: str) -> str:
    """Headings, paragraphs, tables, lists, <pre> and <code>."""
    out, fenced, rows = ["<!doctype html><html><body>"], False, list[str]()
    for line in [*text.replace("&", "&amp;").replace("<", "&lt;").split("\n"), ""]:
        if rows and not line.startswith("|"):
            out += ["<table>", *_table(rows), "</table>"]
            rows = []
        if FENCE.match(line):
            out.append("</pre>" if fenced else "<pre>")
            fenced = not fenced
        elif fenced:
            out.append(line)
        elif line.startswith("|"):
            rows.append(line)
        elif line.strip():
            out.append(_html_line(line))
    return "\n".join([*out, "</body></html>"]) + "\n"


def _html_line(line: str) -> str:
    heading = re.match(r"(#+) (.*)", line)
    if heading:
        return f"<h{len(heading[1])}>{heading[2]}</h{len(heading[1])}>"
    inner = re.sub(r"`([^`]*)`", r"<code>\1</code>", line)
    return f"<ul><li>{inner[2:]}</li></ul>" if inner.startswith("- ") else f"<p>{inner}</p>"


def _table(rows: list[str]) -> list[str]:
    kept = [row.strip("|").split("|") for row in rows if not re.fullmatch(r"[|\-: ]+", row)]
    tag = ["th"] + ["td"] * (len(kept) - 1)
    return ["<tr>" + "".join(f"<{t}>{cell.strip()}</{t}>" for cell in row) + "</tr>" for t, row in zip(tag, kept)]


def latex(text: str) -> str:
    """Sections, formulas between dollar signs, inputs as matrices; matrices of the page are written in LaTeX already."""
    out, fenced = [r"\documentclass{article}", r"\usepackage{amsmath}", r"\begin{document}"], False
    for line in text.split("\n"):
        if FENCE.match(line):
            fenced = not fenced
            out.append("")
        else:
            out.append(_latex_line(line))
    return "\n".join([*out, r"\end{document}"]) + "\n"


def _latex_line(line: str) -> str:
    heading = re.match(r"#+ (.*)", line)
    if heading:
        return rf"\section{{{heading[1]}}}"
    array = ARRAY.match(line)
    if array:
        rows = [row.replace(", ", " & ") for row in array[2].split("], [")]
        return rf"$${array[1]} = \begin{{bmatrix}} " + r" \\ ".join(rows) + r" \end{bmatrix}$$"
    line = re.sub(r"`([^`]*)`", lambda m: f"${_maths(m[1])}$", line)
    return rf"\noindent {line[2:]}" if line.startswith("- ") else line


def _maths(text: str) -> str:
    for plain, macro in MATHS:
        text = re.sub(plain, macro, text)
    return text


def cells(text: str) -> list[tuple[str, str]]:
    """The page as cells of a notebook, broken at blank lines; joined by line ends they are the text that is checked."""
    out, kept, fenced, kind = list[tuple[str, str]](), list[str](), False, "markdown"
    for line in text.split("\n"):
        fence = FENCE.match(line)
        if fence and fence[1] == "python":
            fenced, kind = True, "code"
        elif fence and kind == "code":
            out.append((kind, "\n".join(kept) + "\n"))
            kept, fenced, kind = [], False, "markdown"
        else:
            fenced = fenced != bool(fence)
            kept.append(line)
            if not line.strip() and not fenced:
                out.append((kind, "\n".join(kept)))
                kept = []
    return [*out, ("markdown", "\n".join(kept))]


def notebook(parts: list[tuple[str, str]]) -> str:
    made = [{"cell_type": k, "metadata": {}, "source": p, **({"outputs": []} if k == "code" else {})} for k, p in parts]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": made}, ensure_ascii=False)
