"""Pages in the styles of people: what is read of each, and where; and what is refused, or said to be unread."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from planted_errors import unstable
from style_pages import STYLES
from test_documents import MARK, unmark

from checks.checking import check, check_text
from checks.coverage import formulas
from checks.document import FORMATS, from_text
from checks.findings import Report


def report_on(name: str, text: str) -> Report:
    return check(from_text(text, name if "." in name else f"{name}.md"), details=False)


@pytest.mark.parametrize("name", STYLES)
def test_marked_numbers_have_their_verdicts(name: str) -> None:
    text, marks = unmark(STYLES[name])
    report = report_on(name, text)
    found = {f.start: f for f in report.findings if f.kind != "formula"}
    for mark in marks:
        assert mark.start in found, f"{mark.printed} at {mark.start} was not read"
        finding = found[mark.start]
        assert finding.verdict in mark.verdicts, f"{finding.id} {mark.printed}: {finding.verdict}, {finding.about}"
        assert mark.truth is None or finding.truth == mark.truth
    marked = {m.start for m in marks}
    assert not [(f.id, f.about) for f in report.findings if f.verdict in ("wrong", "unread") and f.start not in marked]


# -- kinds of layout, one line or two each -------------------------------------------------
GIVEN = "Q = [[1.0, 0.5], [0.0, 2.0]]\n\nK = [[1.0, 1.0], [2.0, 0.0]]\n\nV = [[1.0, 0.0], [0.0, 4.0]]\n\n"
SCORES = "S = [[0.6, -0.1], [0.2, 0.5]]\n\nA = softmax(S) = [[0.668, 0.332], [0.426, 0.574]]\n\n"
KINDS = {
    "a name and its number in bold": "Let **d_k = 2**. Then √d_k = √⟦2|agrees⟧ ≈ **⟦1.414|agrees⟧**.\n",
    "a result in bold": "y = 0.5 * [0.9, 0.6] + 0.5 * [0.4, -0.6] = **[⟦0.650|agrees⟧, ⟦0.110|wrong|0.000⟧]**\n",
    "stars that multiply": "2 * 3 = ⟦6|agrees⟧ and 2**3 = ⟦8|agrees⟧ and 0.5*0.5 = ⟦0.25|agrees⟧\n",
    "rows below their name": "Q =\n\n    1.0   0.5\n    0.0   2.0\n\nK =\n    1.0   1.0\n    2.0   0.0\n\n"
    "S = Q K^T =\n    ⟦1.5|agrees⟧   ⟦2.0|agrees⟧\n    ⟦2.0|agrees⟧   ⟦1.0|wrong|0.0⟧\n",
    "rows in brackets of their own": "Q =\n[1.0, 0.5]\n[0.0, 2.0]\n\n2 Q =\n[⟦2.0|agrees⟧, ⟦1.0|agrees⟧]\n[⟦0.0|agrees⟧, ⟦5.0|wrong|4.0⟧]\n",
    "tables under headings": "## Query matrix Q\n\n| | 1 | 2 |\n|---|---|---|\n| 1 | 1.0 | 0.5 |\n| 2 | 0.0 | 2.0 |\n\n"
    "## Key matrix K\n\n| | 1 | 2 |\n|---|---|---|\n| 1 | 1.0 | 1.0 |\n| 2 | 2.0 | 0.0 |\n\n"
    "## Scores Q·Kᵀ\n\n| | 1 | 2 |\n|---|---|---|\n| 1 | ⟦1.5|agrees⟧ | ⟦2.0|agrees⟧ |\n| 2 | ⟦2.5|wrong|2.0⟧ | ⟦0.0|agrees⟧ |\n",
    "tables without heads": "**Q**\n\n|   |   |\n|---|---|\n| 1.0 | 0.5 |\n| 0.0 | 2.0 |\n\n**Q + Q**\n\n|   |   |\n|---|---|\n"
    "| ⟦2.0|agrees⟧ | ⟦1.0|agrees⟧ |\n| ⟦0.0|agrees⟧ | ⟦3.0|wrong|4.0⟧ |\n",
    "HTML in Markdown": "Q =\n\n<table>\n<tr><td>1.0</td><td>0.5</td></tr>\n<tr><td>0.0</td><td>2.0</td></tr>\n</table>\n\n2 Q =\n\n"
    "<table><tr><td>⟦2.0|agrees⟧</td><td>⟦1.0|agrees⟧</td></tr><tr><td>⟦0.0|agrees⟧</td><td>⟦3.0|wrong|4.0⟧</td></tr></table>\n",
    "several names at once": "```python\nX = np.array([[1.0, 2.0]])\nW, U = np.array([[1.0], [0.5]]), np.array([[2.0], [0.0]])\n"
    "Q, K = X @ W, X @ U\nprint(Q)\nprint(K)\n```\n\n```\n[[⟦2.|agrees⟧]]\n[[⟦3.|wrong⟧]]\n```\n",
    "names between commas in prose": "Two words with two features each, d_k = 2, no mask: √d_k = ⟦1.414|agrees⟧.\n",
    "keyword arguments": "M = [[1.0, 2.0], [3.0, 5.0]]\n\n```\nM - M.max(axis=-1, keepdims=True) = "
    "[[⟦-1.0|agrees⟧, ⟦0.0|agrees⟧], [⟦-2.5|wrong|-2.0⟧, ⟦0.0|agrees⟧]]\n```\n",
    "what sentences list": "Take q = (1, 2) and keys k1 = (0.5, 1), k2 = (-1, 0.3). The dot products are q.k1 = ⟦2.5|agrees⟧ and q.k2 = ⟦-0.4|agrees⟧. "
    "Divided by sqrt(2) this gives ⟦1.768|agrees⟧ and ⟦-0.283|agrees⟧. The exponentials are ⟦5.858|agrees⟧ and ⟦0.754|agrees⟧, "
    "their sum is ⟦7.111|wrong|6.611⟧. So the weights are ⟦0.886|agrees⟧ and ⟦0.114|agrees⟧.\n",
    "percentages": SCORES + "The first query attends ⟦66.8 %|agrees⟧ to the first key, the second only ⟦46.2 %|wrong|42.6 %⟧. "
    "The second word gives ⟦57.4 %|agrees⟧ of its attention to itself.\n",
    "sums and ranges": SCORES
    + "The first row sums to ⟦0.899|wrong|1.000⟧. The weights lie between ⟦0.35|wrong|0.33⟧ and ⟦0.67|agrees⟧. "
    "The largest weight is ⟦0.668|agrees⟧.\n",
    "means": "x = [0.61, -0.78, 0.28]\n\nThe mean of x is ⟦0.367|wrong|0.037⟧.\n",
    "a correction": SCORES.split("A = ")[0] + "A = softmax(S)\n\n- A[0, 0] ≈ ⟦0.686|wrong|0.668⟧ → actually ⟦0.668|agrees⟧\n",
    "a step in each column": "s = [0.5, 1.0]\n\n| key | s | exp(s) | softmax(s) |\n|---|---|---|---|\n| a | 0.5 | ⟦1.649|agrees⟧ | ⟦0.378|agrees⟧ |\n"
    "| b | 1.0 | ⟦2.781|wrong|2.718⟧ | ⟦0.622|agrees⟧ |\n",
    "heads side by side": "H1 = [[0.4], [0.1]]\n\nH2 = [[0.5], [-0.6]]\n\nConcat(H1, H2) = [[⟦0.4|agrees⟧, ⟦0.5|agrees⟧], [⟦0.1|agrees⟧, ⟦0.6|wrong|-0.6⟧]]\n",
    "a table of another example": GIVEN
    + "| key | score | weight |\n|---|---|---|\n| a | 1.0 | ⟦0.269|agrees⟧ |\n| b | 2.0 | ⟦0.713|wrong|0.731⟧ |\n",
    "what NumPy trims": "```python\nS = np.array([[2.0, 1.0]])\nA = np.exp(S) / np.exp(S).sum(axis=1, keepdims=True)\nprint(A)\n```\n\n"
    "```\n[[⟦1.|wrong|0.7311⟧     ⟦0.2689|agrees⟧]]\n```\n",
    "an example of a formula": "p = softmax(z) and J = diag(p) - p p^T. With p = (0.2, 0.8): J = [[⟦0.16|agrees⟧, ⟦0.16|wrong|-0.16⟧], "
    "[⟦-0.16|agrees⟧, ⟦0.16|agrees⟧]]\n",
    "a result of what was not read": "S = Q K^T and A = softmax(S). S = [[0.99, 0.57]]\n\nA = [[0.605, 0.395]]\n",
}


@pytest.mark.parametrize("name", KINDS)
def test_kind(name: str) -> None:
    text, marks = unmark(KINDS[name])
    report = report_on(name, text)
    for mark in marks:
        here = [f for f in report.findings if f.start == mark.start and f.kind != "formula"]
        assert [f.verdict for f in here] == [mark.verdicts[0]], (mark, [(f.about, f.verdict, f.truth) for f in here])
        assert mark.truth is None or here[0].truth == mark.truth
    marked = {m.start for m in marks}
    assert not [
        (f.id, f.about, f.verdict) for f in report.findings if f.verdict in ("wrong", "carried") and f.start not in marked
    ]


# -- never silent ------------------------------------------------------------------------
DAMAGED = [r"A \dot V = Y", r"\frac{\partial WO}{\partial L = x", r"Y = \unknown{A} V", r"S = \frac{Q K^T}{\sqrt{d_k}"]


@pytest.mark.parametrize("formula", DAMAGED)
def test_a_damaged_formula_is_unread(formula: str) -> None:
    report = check_text(f"Let V be given and ${formula}$ here.\n")
    assert [(f.printed, f.verdict) for f in report.findings] == [(formula, "unread")]


@pytest.mark.parametrize("change", ["S = S.clip(0)", "S[S > limit] = 0", "S += helper(3)"])
def test_a_change_in_a_notebook_is_not_passed_over(change: str) -> None:
    cells = [
        {"cell_type": "code", "source": "S = np.array([[2.0, 1.0]])\nprint(S)", "outputs": [{"text": "[[2. 1.]]"}]},
        {"cell_type": "code", "source": f"{change}\nprint(S)", "outputs": [{"text": "[[9. 1.]]"}]},
    ]
    report = check(from_text(json.dumps({"cells": cells}), "page.ipynb"), details=False)
    assert [f.verdict for f in report.findings if f.id.startswith("cell 1:3")] == ["agrees", "agrees"]
    assert {f.verdict for f in report.findings if f.id.startswith("cell 2")} == {"unread"}


# -- what authors declare -----------------------------------------------------------------
def test_front_matter_declares_shapes_tolerance_and_language() -> None:
    matter = "---\nlanguage: es\ntolerance: 0.002\nshapes: {Q: T×d_k, K: (T, d_k), V: T×3}\n---\n\n"
    report = check_text(matter + GIVEN + "S = Q K^T / sqrt(d_k) = [[1.061, 1.414], [1.413, 0.01]]\n")
    verdicts = {f.printed: f.verdict for f in report.findings}
    assert report.language == "es"
    assert verdicts["1.413"] == "rounding" and verdicts["0.01"] == "wrong" and verdicts["1.061"] == "agrees"
    assert [f.about for f in report.findings if f.kind == "shape" and f.verdict == "wrong"] == ["V: T × 3"]


def test_declared_shapes_are_those_of_formulas() -> None:
    page = "S = Q K^T / sqrt(d_k), A = softmax(S), Y = A V\n\ndL/dV = A dL/dY and dL/dV = A^T dL/dY\n"
    declared = check_text("---\nshapes:\n  Q: T×d_k\n  K: T×d_k\n  V: T×d_v\n---\n\n" + page)
    assert [f.verdict for f in declared.findings if "dV" in f.about] == ["wrong", "agrees"]


@pytest.mark.parametrize("tolerance", ["5", "-1", "0", "1e9", "x", "0.001; rm", "1" * 400])
def test_a_tolerance_out_of_range_is_none(tolerance: str) -> None:
    report = check_text(f"---\ntolerance: {tolerance}\n---\n\nsqrt(2) = 1.44\n")
    assert report.document.tolerance is None
    assert [f.verdict for f in report.findings] == ["wrong"]


MACROS = r"\newcommand{\soft}[1]{\operatorname{softmax}(#1)}\newcommand{\quot}[2]{\frac{#1}{#2}}\newcommand{\loop}{\loop\loop}"


def test_macros_with_arguments_are_what_they_stand_for() -> None:
    page = rf"${MACROS}$" + "\n\n" + r"$\soft{[0, 0]} = [0.5, 0.6]$ and $\quot{1}{4} = 0.25$ and $\quot{\quot{1}{2}}{2} = 0.35$"
    assert [(f.printed, f.verdict) for f in check_text(page).findings if f.kind == "number"] == [
        ("0.5", "agrees"), ("0.6", "wrong"), ("0.25", "agrees"), ("0.35", "wrong"),
    ]  # fmt: skip


def test_a_macro_without_end_is_unread() -> None:
    findings = check_text(rf"${MACROS}$" + "\n\n" + r"$Y = \loop V$").findings
    assert [f.verdict for f in findings] == ["unread"]


def test_formulas_are_listed_with_their_fate() -> None:
    page = "$S = Q K^T$, $\\heartsuit \\le \\spadesuit$, $\\sqrt{2} = 1.5$\n"
    entries = [(e.printed, e.fate) for e in formulas(check_text(page))]
    assert entries == [("S = Q K^T", "given"), ("\\heartsuit \\le \\spadesuit", "unseen"), ("\\sqrt{2} = 1.5", "operand")]


# -- through pandoc -----------------------------------------------------------------------
PANDOC = "# Two words\n\nLet $d_k = 2$, **Q** = [[1, 0], [0.6, 0.8]], K = [[1, 1], [0, 1]].\n\n" + (
    "$$S = \\frac{Q K^T}{\\sqrt{d_k}} = \\begin{pmatrix} 0.707 & 0 \\\\ 0.990 & 0.556 \\end{pmatrix}$$\n\n"
    "|    | k0 | k1 |\n|----|----|----|\n| q0 | 0.670 | 0.330 |\n| q1 | 0.605 | 0.395 |\n\n```\nsoftmax([2, 1]) = [0.731, 0.269]\n```\n"
)


@pytest.mark.skipif(shutil.which("pandoc") is None, reason="pandoc is not installed: other formats are not tried")
@pytest.mark.parametrize("kind", ["docx", "rst", "odt", "org"])
def test_other_formats_are_read_through_pandoc(kind: str, tmp_path: Path) -> None:
    source, file = tmp_path / "page.md", tmp_path / f"page.{kind}"
    source.write_text(PANDOC)
    subprocess.run(["pandoc", str(source), "--output", str(file)], check=True)
    found = {f.printed: f.verdict for f in check(str(file), details=False).findings if f.kind == "number"}
    assert found["0.670"] == "agrees" and found["0.731"] == "agrees"
    if kind != "odt":  # some versions of pandoc lose the formulas of a text document
        assert found["0.707"] == "agrees" and found["0.556"] == "wrong"


# -- languages ----------------------------------------------------------------------------
def test_a_letter_tells_no_language() -> None:
    assert check_text("y = A V, Y = A V, y = x and so on\n\ny = [1, 2]").language == "en"
    assert check_text("Sea y = [0,51; 0,49] la salida.\n").language == "es"


# -- planted errors -------------------------------------------------------------------------
@pytest.mark.parametrize("name", STYLES)
def test_a_planted_error_changes_no_reading(name: str) -> None:
    text = unmark(MARK.sub(lambda m: m.group(3) or m.group(1), STYLES[name]))[0]
    count, found = unstable(text, name if "." in name else f"{name}.md", most=6)
    assert count >= 5
    assert not [u for u in found if not u.lost]


@pytest.mark.skipif("PLANTED_ERRORS" not in os.environ, reason="PLANTED_ERRORS names no folder of documents")
def test_planted_errors_change_no_reading_in_a_folder() -> None:
    changed = []
    for file in sorted(Path(os.environ["PLANTED_ERRORS"]).iterdir()):
        if file.suffix in FORMATS and file.suffix != ".ipynb":
            changed += [(file.name, u) for u in unstable(file.read_text(), file.name)[1] if not u.lost]
    assert not changed
