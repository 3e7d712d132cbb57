"""Annotated documents: each number that matters stands as ⟦printed|verdict⟧ or ⟦printed|verdict|truth⟧.

The marks are taken out before the document is checked. Unmarked claims must not be false. Every kind of layout, habit and
mistake that the reader knows has a small page here; a page is added by writing it down.
"""

import re
from dataclasses import dataclass

import pytest

from checks.check import check_text

MARK = re.compile(r"⟦([^|⟧]+)\|([a-z/]+)(?:\|([^⟧]*))?⟧")


@dataclass(frozen=True)
class Marked:
    start: int
    printed: str
    verdicts: tuple[str, ...]
    truth: str | None


def unmark(text: str) -> tuple[str, list[Marked]]:
    out, marks, at, length = [], [], 0, 0
    for match in MARK.finditer(text):
        before = text[at : match.start()]
        out += [before, match.group(1)]
        length += len(before)
        marks.append(Marked(length, match.group(1), tuple(match.group(2).split("/")), match.group(3)))
        length += len(match.group(1))
        at = match.end()
    return "".join([*out, text[at:]]), marks


GIVENS = """
```python
Q = np.array([[0.4, 0.5], [0.8, -0.7]])
K = np.array([[0.7, 0.3], [-0.5, 0.1]])
V = np.array([[1.0, -2.0], [0.5, 4.0]])
d_k = 2
```
"""

PAGES = {
    "right, in tables": GIVENS
    + """
The scores `S = Q K^T / sqrt(d_k)`:

| S | k0 | k1 |
|---|---|---|
| q0 | ⟦0.304|agrees⟧ | ⟦-0.106|agrees⟧ |
| q1 | ⟦0.247|agrees⟧ | ⟦-0.332|agrees⟧ |

The weights `A = softmax(S)`:

| A | k0 | k1 |
|---|---|---|
| q0 | ⟦0.601|agrees⟧ | ⟦0.399|agrees⟧ |
| q1 | ⟦0.641|agrees⟧ | ⟦0.359|agrees⟧ |
""",
    "one wrong score is carried through": GIVENS
    + """
`S = Q K^T / sqrt(d_k)`

```
[[ ⟦0.504|wrong|0.304⟧ -0.106]
 [ 0.247 -0.332]]
```

`A = softmax(S)`

```
[[⟦0.648|carried|0.601⟧ ⟦0.352|carried|0.399⟧]
 [⟦0.641|agrees⟧ ⟦0.359|agrees⟧]]
```
""",
    "a lost scale": GIVENS
    + """
`S = Q K^T / sqrt(d_k)`

- S[0, 0] = ⟦0.43|wrong|0.30⟧
- S[0, 1] = ⟦-0.11|agrees⟧
""",
    "right after a wrong number": GIVENS
    + """
`S = Q K^T / sqrt(d_k)`, so S[0] = [⟦0.504|wrong|0.304⟧, -0.106] and the row of weights is

softmax(S[0]) = [⟦0.601|lucky⟧, ⟦0.399|lucky⟧]
""",
    "a miscopied weight": GIVENS
    + """
S = Q K^T / sqrt(d_k), A = softmax(S), Y = A V.

A = [[0.601, 0.399], [0.641, 0.359]]

Y[0] = 0.601·V[0] + ⟦0.499|wrong|0.399⟧·V[1] ≈ [⟦0.85|carried|0.80⟧, ⟦0.79|carried|0.39⟧]
""",
    "a page in Spanish, with commas": """
Sean Q = [[1, 2]] y K = [[3, 4], [5, 6]], con d_k = 2.

- Q K^T = [[⟦11|agrees⟧, ⟦17|agrees⟧]]
- 1 / sqrt(2) ≈ ⟦0,7071|agrees⟧
- exp(−2,5) ≈ ⟦8,21·10⁻²|agrees⟧
- sqrt(2) / 2 ≈ ⟦0,708|wrong|0,707⟧
""",
    "a sum as it is written": """
Row sums: 0.469 + 0.228 + 0.302 = ⟦0.999|agrees⟧, and 0.2 · 0.4 + 0.1 = ⟦0.28|wrong|0.18⟧.
""",
    "percentages and powers of ten": """
- exp(-7) ≈ ⟦9.12e-4|agrees⟧
- exp(-7) ≈ ⟦9.12e-3|wrong|0.91e-3⟧
- 3 / 8 = ⟦37.5 %|agrees⟧ and 3 / 8 ≈ ⟦38%|agrees⟧ but not 3 / 8 ≈ ⟦39%|wrong|38%⟧
""",
    "no definition, no verdict": """
Suppose the weights come out as W = foo(Z), and then W[0] = ⟦0.31|undecided/given/unread⟧.
""",
    "a given that is miscopied later": """
X = [[0.50, 0.30], [0.10, 0.20]]

As before, X = [[0.50, 0.30], [0.10, ⟦0.30|wrong|0.20⟧]].
""",
    "integers are exact": """
With T = 128, T^2 = ⟦16 384|agrees⟧ and T^2 / 2 = ⟦8191|wrong|8192⟧.
""",
    "the row sum of a product": """
```python
P = np.array([[0.25, 0.75], [0.5, 0.5]])
dP = np.array([[1.0, -1.0], [0.2, 0.4]])
```

D is the row sum of P * dP: D = [⟦-0.5|agrees⟧, ⟦0.3|agrees⟧]

dS = P * (dP - D):

| dS | 0 | 1 |
|---|---|---|
| 0 | ⟦0.375|agrees⟧ | ⟦-0.375|agrees⟧ |
| 1 | ⟦-0.05|agrees⟧ | ⟦0.06|wrong|0.05⟧ |
""",
    "a row that no one choice of the scores explains": """
```python
x = np.array([[0.5, 0.1]])
W = np.array([[1.0, 0.3, 0.8], [2.1, -0.1, 0.7]])
```

s = x W = [[0.71, 0.14, 0.47]]

softmax(s) = [[0.42, 0.24, ⟦0.34|wrong|0.33⟧]]
""",
    "numbers computed by a formula that does not hold": """
Q = [[1.0, 2.0]], K = [[0.5, 0.5]], with S = Q K^T = [[1.5]] and d_k = 2.

H = S / sqrt(d_k) = S / ⟦2|wrong⟧ = [[⟦0.75|carried|1.06⟧]]
""",
    "a page's own equations come before the usual meaning of its words": """
q = [[1.1, 0.6], [-0.2, -0.35]], k = [[0.5, 0.5], [1.0, -1.0]]

scores = q k^T = [[⟦0.85|agrees⟧, ⟦0.50|agrees⟧], [⟦-0.275|agrees⟧, ⟦0.15|agrees⟧]]

scaled = scores / sqrt(2) = [[⟦0.601|agrees⟧, 0.354], [-0.194, ⟦0.116|wrong|0.106⟧]]
""",
    "rows parted by semicolons": """
Q = [1 0 1; 0 2 0], K = [1 1 0; 0 1 1]

Q K^T = [⟦1|agrees⟧ ⟦1|agrees⟧; ⟦2|agrees⟧ ⟦3|wrong|2⟧]
""",
    "shapes": GIVENS
    + """
With S = Q K^T / sqrt(d_k), A = softmax(S) and Y = A V:

```
dL/dA : ⟦(2, 2)|agrees⟧ = ⟦dY V.T|agrees⟧ = ⟦(2, 2) @ (2, 2)|agrees⟧
dL/dV : ⟦(2, 3)|wrong⟧ = ⟦A.T @ dY|wrong⟧ = ⟦(2, 3) @ (2, 2)|wrong⟧
```
""",
    "code is data": """
```python
X = np.array([[1, 2], [3, 4]])   # __import__("os").system("touch /tmp/never")
W = np.eye(2) * 0.5
```

X W = [[⟦0.5|agrees⟧, ⟦1.0|agrees⟧], [⟦1.5|agrees⟧, ⟦2.0|agrees⟧]]
""",
}


@pytest.mark.parametrize("name", PAGES)
def test_page(name: str) -> None:
    text, marks = unmark(PAGES[name])
    report = check_text(text)
    starts = {m.start for m in marks}
    for mark in marks:
        here = [f for f in report.findings if f.start == mark.start]
        assert [f.verdict for f in here if f.verdict in mark.verdicts], (mark, [(f.printed, f.verdict, f.truth) for f in here])
        if mark.truth is not None:
            assert mark.truth in {f.truth for f in here}, (mark, [f.truth for f in here])
    for finding in report.findings:
        assert finding.start in starts or finding.verdict not in ("wrong", "carried", "disagree"), finding


def test_spans_are_what_is_printed() -> None:
    """The reported span, cut out of the document, is the printed text."""
    for text, _ in map(unmark, PAGES.values()):
        report = check_text(text)
        document = report.document
        for f in report.findings:
            start = document.starts[f.line - 1] + f.column - 1
            end = document.starts[f.end_line - 1] + f.end_column - 1
            assert text[start:end] == f.printed


def test_the_habit_is_reported() -> None:
    assert check_text("X = [0.25]\n\nX / 2 = [0.13]\n").rounding_habit == "half away from zero"
    assert check_text("X = [0.25]\n\nX / 2 = [0.12]\n").rounding_habit == "half to even"
    assert check_text("X = [2]\n\nsqrt(X) = [1.414]\n").rounding_habit is None


def test_same_input_same_bytes() -> None:
    from checks.report.json import render

    text, _ = unmark(PAGES["one wrong score is carried through"])
    assert render([check_text(text)], None) == render([check_text(text)], None)


def test_ids_are_unique() -> None:
    for text, _ in map(unmark, PAGES.values()):
        findings = check_text(text, details=False).findings
        assert len({f.id for f in findings}) == len(findings)
