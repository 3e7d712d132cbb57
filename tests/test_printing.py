"""What programs show, and what is said beside their calls: results are held against the call, and are no givens."""

import json

import pytest
from test_documents import unmark

from checks.checking import Report, check
from checks.document import from_text

PAGES = {
    "a prompt.txt": ">>> import numpy as np\n>>> np.exp(1)\n⟦2.718|agrees⟧\n>>> np.exp(2)\n⟦7.398|wrong|7.389⟧\n"
    ">>> a = np.array([1.0, 2.0])\n>>> a.sum()\n⟦3.0|agrees⟧\n>>> a @ a\nnp.float64(⟦6.0|wrong|5.0⟧)\n",
    "a prompt in a fence": "```python\n>>> a = np.array([1.0, 2.0])\n>>> print(a.max(), a.sum())\n⟦2.0|agrees⟧ ⟦4.0|wrong|3.0⟧\n"
    '>>> print("dot", a @ a)\ndot ⟦6.0|wrong|5.0⟧\n>>> np.exp(a) / np.exp(a).sum()\narray([⟦0.269|agrees⟧, ⟦0.713|wrong|0.731⟧])\n```\n',
    "ipython.txt": "In [1]: import numpy as np\n\nIn [2]: a = np.array([1.0, 2.0])\n\nIn [3]: a @ a\nOut[3]: ⟦5.0|agrees⟧\n\n"
    "In [4]: np.exp(a)\nOut[4]: array([⟦2.71828183|agrees⟧, ⟦7.3980561|wrong⟧])\n",
    "strings that are filled": "```python\na = np.array([1.0, 2.0])\nw = np.exp(a) / np.exp(a).sum()\n"
    'print(f"sum = {a.sum():.3f}, dot = {a @ a}")\nprint(f"weights: {w}")\nprint("largest", w.max())\n```\n\nOutput:\n\n'
    "```\nsum = ⟦3.000|agrees⟧, dot = ⟦6.0|wrong|5.0⟧\nweights: [⟦0.269|agrees⟧ ⟦0.713|wrong|0.731⟧]\nlargest ⟦0.731|lucky⟧\n```\n",
    "comments": "```python\na = np.array([1, 2])\nb = np.array([1, 2])\nA = np.array([[1, 2], [0, 2]])\nnp.dot(a, b)  # ⟦5|agrees⟧\n"
    "np.dot(a, b)  # ⟦6|wrong|5⟧\nA @ b  # [⟦5|agrees⟧, ⟦2|wrong|4⟧]\nv = a.sum() / 2  # => ⟦1.5|agrees⟧\n```\n",
    "comments.py": "import numpy as np\n\na = np.array([1, 2])\nb = np.array([1, 2])\ns = np.dot(a, b)  # ⟦6|wrong|5⟧\nt = a * 2  # [⟦2|agrees⟧, ⟦4|agrees⟧]\n",
    "calls in prose": "The call `softmax(np.array([1.0, 2.0]))` → `[⟦0.269|agrees⟧, ⟦0.713|wrong|0.731⟧]`, `np.exp(1)` = `⟦2.781|wrong|2.718⟧`, "
    "and `np.array([1.0, 2.0]).sum()` returns `⟦4.0|wrong|3.0⟧`.\n",
    "llamadas en prosa": "La llamada `np.exp(2)` devuelve `⟦7.398|wrong|7.389⟧`.\n",
    "labels with lists": "Raw scores: 1.0, 2.0, 0.5\nExponentials: ⟦2.718|agrees⟧, ⟦7.389|agrees⟧, ⟦1.649|agrees⟧\nSum: ⟦11.756|agrees⟧\n"
    "Attention weights: ⟦0.231|agrees⟧, ⟦0.692|wrong|0.629⟧, ⟦0.140|agrees⟧\n",
    "two labels with two numbers": "Scores: 1.0, 2.0\nWeights: ⟦0.269|agrees⟧, ⟦0.713|wrong|0.731⟧\n",
    "etiquetas con listas": "Puntuaciones: 1,0; 2,0; 0,5\n\nPesos: ⟦0,231|agrees⟧; ⟦0,692|wrong|0,629⟧; ⟦0,140|agrees⟧\n",
    "identity projections": "X = [[1, 0], [0, 1], [1, 1]]\n\nW_Q = I, W_K = I, W_V = [[1, 0], [0, 2]].\n\n"
    "S = Q K^T = [[⟦1|agrees⟧, 0, 1], [0, 1, 1], [1, 1, ⟦3|wrong|2⟧]]\n\nA = softmax(S) = [[⟦0.422|agrees⟧, 0.155, 0.422], "
    "[0.155, 0.422, 0.422], [⟦0.212|lucky⟧, 0.212, ⟦0.576|lucky⟧]]\n\nY = A V = [[⟦0.845|agrees⟧, 1.155], [0.577, ⟦1.690|rounding⟧], "
    "[0.788, ⟦1.676|wrong⟧]]\n",
    "names in a chain": "X = [[1, 0], [0, 1], [1, 1]]\n\nWith W_Q = W_K = I_2 we have Q = K = V = X and Q K^T = "
    "[[⟦1|agrees⟧, 0, 1], [0, ⟦2|wrong|1⟧, 1], [1, 1, 2]].\n",
    "two heads in a list": "d_k = 2 in both heads:\n\n- head 1: q = [1, 0], k_1 = [1, 1], q·k_1 = ⟦1|agrees⟧\n"
    "- head 2: q = [2, -1], k_1 = [1, 0], q·k_1 = ⟦3|wrong|2⟧\n",
    "a temperature, then the steps again": 'Scores for the query "cat": 2.0, 1.0, 0.1\nexp: ⟦7.389|agrees⟧, ⟦2.718|agrees⟧, ⟦1.105|agrees⟧\n'
    "softmax = ⟦0.659|agrees⟧, ⟦0.252|wrong|0.242⟧, ⟦0.099|agrees⟧\n\nWith temperature 2: ⟦1.0|agrees⟧, ⟦0.5|agrees⟧, ⟦0.06|wrong|0.05⟧\n"
    "exp: ⟦2.718|agrees⟧, ⟦1.694|wrong|1.649⟧, ⟦1.051|lucky⟧\n",
    "exponentials one by one": "e^1 = ⟦2.718|agrees⟧, e^2 = ⟦7.389|agrees⟧, and the sum is ⟦10.107|agrees⟧.\n\n"
    "p_1 = 2.718/10.107 = ⟦0.269|agrees⟧\n\np_2 = ⟦0.137|wrong|0.731⟧\n",
    "a list of exponentials": "- e^1 = 2.718\n- e^2 = 7.389\n- e^0.5 = 1.649\n\nSum = ⟦11.765|wrong|11.756⟧\n\n"
    "a = [⟦0.231|agrees⟧, ⟦0.629|agrees⟧, ⟦0.140|agrees⟧]\n",
}  # fmt: skip

# comments that tell a shape, a step or a size, and results that nothing is known of
NOTHING_TOLD = {
    "shapes and steps": "q = np.array([1.0, 2.0])\nK = np.array([[1.0, 0.0], [0.0, 1.0]])\nscores = K @ q  # 1\nw = softmax(scores)  # 2\n"
    "y = w @ K  # 3\nX = K + K  # [2, 2]\nz = K @ q  # (2,)\nd = q @ q  # 64 dimensions\n",
    "a function of its own": ">>> attend(1.0)\n0.731\n>>> x = load()\n>>> x.sum()\n3.0\n",
    "a loop": "a = np.array([1.0, 2.0])\nfor i in range(2):\n    print(a[i])\n```\n\n```\n1.0\n2.0\n",
}


def judged(name: str, text: str) -> Report:
    return check(from_text(text, name if "." in name else f"{name}.md"), details=False)


@pytest.mark.parametrize("name", PAGES)
def test_results_are_no_givens(name: str) -> None:
    text, marks = unmark(PAGES[name])
    report = judged(name, text)
    found = {f.start: f for f in report.findings if f.kind != "formula"}
    for mark in marks:
        assert mark.start in found, f"{mark.printed} was not read"
        assert found[mark.start].verdict in mark.verdicts, (mark, found[mark.start])
        assert mark.truth is None or found[mark.start].truth == mark.truth
    marked = {m.start for m in marks}
    open_or_false = [f for f in report.findings if f.verdict in ("wrong", "unread") and f.start not in marked]
    assert not [(f.id, f.printed, f.verdict) for f in open_or_false]


@pytest.mark.parametrize("name", NOTHING_TOLD)
def test_what_tells_no_result_raises_no_alarm(name: str) -> None:
    report = judged(name, f"```python\n{NOTHING_TOLD[name]}```\n")
    assert not [(f.id, f.printed, f.verdict) for f in report.findings if f.verdict in ("wrong", "carried")]


CELLS = [
    ("a = np.array([1.0, 2.0])\nnp.exp(1)", "2.718281828459045"),
    ("a @ a", "np.float64(6.0)"),
    ("print(a.sum())\nprint(np.exp(a)/np.exp(a).sum())", "3.0\n[0.26894142 0.71305858]\n"),
    ("print('max', a.max())\nprint(f'sum = {a.sum()}')", "max 2.0\nsum = 4.0\n"),
    ("train(a)", "0.25"),
]


def test_a_notebook_shows_the_last_line_of_a_cell() -> None:
    cells = [{"cell_type": "code", "source": source, "outputs": [{"text": text}]} for source, text in CELLS]
    report = check(from_text(json.dumps({"cells": cells}), "page.ipynb"), details=False)
    verdicts = [(f.printed, f.verdict) for f in report.findings if f.kind == "number" and f.verdict != "given"]
    assert verdicts == [
        ("2.718281828459045", "agrees"), ("6.0", "wrong"), ("3.0", "agrees"), ("0.26894142", "agrees"), ("0.71305858", "wrong"),
        ("2.0", "agrees"), ("4.0", "wrong"),
    ]  # fmt: skip
