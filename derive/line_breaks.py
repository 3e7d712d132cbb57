"""Long formulas in rows: where LaTeX of our own may be broken, and about how wide it is.

A formula is broken before a sign, first outside all round brackets, then inside them. Fractions, roots and subscripts
stay whole: a row that is still too long is for the page to shrink.
"""

import re
from collections.abc import Sequence

DEEPEST = 3  # round brackets inside which a long formula may still be broken
_TOKEN = re.compile(r"\\(?:left|right|biggl|biggr)[()]|\\[a-zA-Z]+|[{}()\[\]]| [+\-] ")
_FRACTION = re.compile(r"\\frac\{((?:[^{}]|\{[^{}]*\})*)\}\{((?:[^{}]|\{[^{}]*\})*)\}")


def in_rows(formula: str, most: int) -> list[str]:
    """The formula in rows of about `most` characters as they are seen, broken outside brackets where it can be."""
    rows = _fitted([formula], most)
    return _fitted([row if seen(row) <= most else _fixed(row) for row in rows], most)


def _fitted(rows: list[str], most: int) -> list[str]:
    for depth in range(DEEPEST):
        rows = [part for row in rows for part in ([row] if seen(row) <= most else _joined(_broken(row, depth), most))]
    return rows


def _fixed(formula: str) -> str:
    """With brackets of a fixed height, that may close in another row; those inside a fraction or a root stay."""
    shown, groups = "", 0
    for part in re.split(r"([{}]|\\left\(|\\right\))", formula):
        groups += {"{": 1, "}": -1}.get(part, 0)
        shown += {r"\left(": r"\biggl(", r"\right)": r"\biggr)"}.get(part, part) if not groups else part
    return shown


def _broken(formula: str, depth: int) -> list[str]:
    """The formula cut before each sign that stands inside so many round brackets and in no other group."""
    parts, start, level = [], 0, 0
    groups = 0  # braces, square brackets, and brackets that grow, which must close in their row
    for token in _TOKEN.finditer(formula):
        match token[0]:
            case "{" | "[" | r"\left(":
                groups += 1
            case "}" | "]" | r"\right)":
                groups -= 1
            case "(" | ")" | r"\biggl(" | r"\biggr)":
                level += 1 if token[0].endswith("(") else -1
            case " + " | " - " if level == depth and not groups:
                parts.append(formula[start : token.start()])
                start = token.start() + 1
    return [*parts, formula[start:]]


def _joined(parts: Sequence[str], most: int) -> list[str]:
    """As many parts on each row as fit."""
    rows: list[str] = []
    for part in parts:
        if rows and seen(rows[-1]) + seen(part) <= most:
            rows[-1] += f" {part}"
        else:
            rows.append(part)
    return rows


def seen(latex: str) -> int:
    """About how many characters wide a formula is; the longer half of a fraction counts, limits of sums do not."""
    latex = re.sub(r"\\sum_\{(?:[^{}]|\{[^{}]*\})*\}(?:\^\{(?:[^{}]|\{[^{}]*\})*\})?", "SSS", latex)
    while (shorter := _FRACTION.sub(lambda halves: max(halves[1], halves[2], key=len), latex)) != latex:
        latex = shorter
    return len(re.sub(r"\\(?:left|right|biggl|biggr|operatorname|partial)|\\[a-z]+(?=[a-z])|[{}_^\\ ]", "", latex))
