"""Small pages of every format and layout that is read, one mistake in each: numbers stand as ⟦printed|verdict⟧.

Q = [[1, 0], [0.6, 0.8]], K = [[1, 1], [0, 1]], V = [[1, 2], [3, 0]], d_k = 2: the exact values begin
S = [[0.70710, 0], [0.98994, 0.56568]], A = [[0.66976, 0.33023], [0.60450, 0.39549]], A V = [[1.66047, 1.33952],
[1.79099, 1.20900]].
"""

MARKDOWN = r"""
# Two words

$$Q = \begin{bmatrix}
1.0 & 0.0 \\
0.6 & 0.8
\end{bmatrix}, \quad K = \begin{pmatrix} 1.0 & 1.0 \\ 0.0 & 1.0 \end{pmatrix}$$

With $d_k = 2$:

\[
S = \frac{Q K^T}{\sqrt{d_k}}
\]

\[
= \begin{bmatrix} ⟦0.707|agrees⟧ & ⟦0|agrees⟧ \\ ⟦0.990|agrees⟧ & ⟦0.556|wrong|0.566⟧ \end{bmatrix}
\]

Row 1 alone:

$$e^{0.707} = ⟦2.028|agrees⟧, \quad e^0 = ⟦1|agrees⟧$$

$$\begin{aligned}
A_{1,1} &= \frac{2.028}{2.028 + 1} \\
&\approx ⟦0.670|agrees⟧
\end{aligned}$$
"""

LATEX = r"""\documentclass{article}
\newcommand{\keys}{K}
\title{1 + 1 = 3}
\begin{document}
\section{Scores}
Let $Q = \begin{pmatrix} 1 & 0 \\ 0.6 & 0.8 \end{pmatrix}$ and $K = \begin{pmatrix} 1 & 1 \\ 0 & 1 \end{pmatrix}$. % 2 + 2 = 5
\begin{align*}
  S &= Q \keys^\top \\
    &= \begin{pmatrix} ⟦1|agrees⟧ & ⟦0|agrees⟧ \\ ⟦1.4|agrees⟧ & ⟦0.9|wrong|0.8⟧ \end{pmatrix} \label{eq:12}
\end{align*}
\begin{verbatim}
1 + 1 = 4
\end{verbatim}
\end{document}
"""

HTML = """<!doctype html>
<html><head><title>1 + 1 = 3</title><style>p { margin: 1.5 }</style></head>
<body><h1>Scores</h1>
<p>Given <code>Q = [[1, 0], [0.6, 0.8]]</code> and <code>K = [[1, 1], [0, 1]]</code>, the product Q K<sup>T</sup>:</p>
<table><tr><th></th><th>k0</th><th>k1</th></tr>
<tr><td>q0</td><td>⟦1.00|agrees⟧</td><td>⟦0.00|agrees⟧</td></tr>
<tr><td>q1</td><td>⟦1.40|agrees⟧</td><td>⟦0.70|wrong|0.80⟧</td></tr></table>
<pre>
1.40 &divide; 2 = ⟦0.70|agrees⟧
0.6 &times; 0.8 = ⟦0.60|wrong|0.48⟧
</pre>
<script>x = 1 + 1 == 3</script>
</body></html>
"""

C = """#include <math.h>
/* Rows by hand:
 * Q = [[1, 0], [0.6, 0.8]]
 * K = [[1, 1], [0, 1]]
 */
static float q[] = {1, 0, 0.6f, 0.8f};
int rows(void) {
    // Q0.K0 = ⟦1|agrees⟧, Q1.K0 = ⟦1.4|agrees⟧, Q1.K1 = ⟦0.7|wrong|0.8⟧
    printf("1 + 1 = 3");
    // exp(0.8) = ⟦2.2255|agrees⟧
    return 1 + 1 == 3;
}
"""

PYTHON = '''"""Scores by hand.

Q = [[1, 0], [0.6, 0.8]]
"""

import numpy as np

K = np.array([
    [1.0, 1.0],  # first key
    [0.0, 1.0],
])


def scores(q):
    """Q @ K.T = [[⟦1.0|agrees⟧, ⟦0.0|agrees⟧], [⟦1.4|agrees⟧, ⟦0.6|wrong|0.8⟧]]"""
    x = 1 + 1 == 3
    return q @ K.T  # sqrt(2) = ⟦1.414|agrees⟧
'''

BOXES = """
       ┌           ┐          ┌       ┐
       │ 1.0   0.0 │          │ 1   1 │
  Q =  │ 0.6   0.8 │     K =  │ 0   1 │
       └           ┘          └       ┘

       ┌           ┐     ┌       ┐       ┌           ┐
       │ 1.0   0.0 │     │ 1   0 │       │ ⟦1.0|agrees⟧   ⟦0.0|agrees⟧ │
       │ 0.6   0.8 │  ×  │ 1   1 │   =   │ ⟦1.4|agrees⟧   ⟦0.9|wrong|0.8⟧ │
       └           ┘     └       ┘       └           ┘
"""

COLUMNS = """
Queries and keys:

```
  q1 = [1, 0]      k1 = [1, 1]
  q2 = [0.6, 0.8]  k2 = [0, 1]
```

Every query with every key:

```
           k1     k2
  q1      ⟦1.00|agrees⟧   ⟦0.00|agrees⟧
  q2      ⟦1.40|agrees⟧   ⟦0.80|agrees⟧
```

Over the root of 2:

```
           k1     k2
  q1      ⟦0.71|agrees⟧   ⟦0.00|agrees⟧
  q2      ⟦0.99|agrees⟧   ⟦0.75|wrong|0.57⟧
```
"""

NAMES = """
```
Query("sun") = "sun" × W_Q → [0.6, 0.8]
Key("red")   = "red" × W_K → [1, 1]

Score("sun" → "red") = Query("sun") · Key("red")
                     = (0.6 × 1) + (0.8 × 1)
                     = 0.6 + 0.8
                     = ⟦1.4|agrees⟧

√2 ≈ ⟦1.414|agrees⟧
"red": 1.4 / 1.414 = ⟦0.990|agrees⟧
e^0.990 = ⟦2.69|agrees⟧
e^0.990 = ⟦2.61|wrong|2.69⟧
```
"""

ROWS = """
Sean `Q = [[1, 0], [0.6, 0.8]]`, `K = [[1, 1], [0, 1]]`, `V = [[1, 2], [3, 0]]`, con d_k = 2.

La atención es `softmax(Q K^T / sqrt(d_k)) V`.

- Fila 0 ("rojo"): [⟦1.66|agrees⟧, ⟦1.34|agrees⟧]
- Fila 1 ("sol"): [⟦1.79|agrees⟧, ⟦1.29|wrong|1.21⟧]
"""

TABLE = """
| Wort | Vektor Q | Vektor K |
|------|----------|----------|
| rot  | [1.0, 0.0] | [1.0, 1.0] |
| grün | [0.6, 0.8] | [0.0, 1.0] |

`Q K^T = [[⟦1.0|agrees⟧, ⟦0.0|agrees⟧], [⟦1.4|agrees⟧, ⟦0.5|wrong|0.8⟧]]`
"""

DAMAGED = """1Q = [[1, 0],  # first
2     [0.6, 0.8]]
3
1scores[0][0] = [1,0] Β· [1,1] = 1Γ1 + 0Γ1 = ⟦1.0|agrees⟧
2scores[1][0] = [0.6,0.8] Β· [1,1] = 0.6Γ1 + 0.8Γ1 = ⟦1.4|agrees⟧
3scores[1][1] = [0.6,0.8] Β· [0,1] = 0.6Γ0 + 0.8Γ1 = ⟦0.9|wrong|0.8⟧
"""

CHINESE = r"""
两个词的注意力，$d_k = 2$：

$$Q = \begin{bmatrix} 1 & 0 \\ 0.6 & 0.8 \end{bmatrix}, \quad K = \begin{bmatrix} 1 & 1 \\ 0 & 1 \end{bmatrix}$$

$$S = \frac{QK^T}{\sqrt{d_k}} = \begin{bmatrix} ⟦0.707|agrees⟧ & ⟦0|agrees⟧ \\ ⟦0.990|agrees⟧ & ⟦0.566|agrees⟧ \end{bmatrix}$$

第二行：$\alpha_{21} = \frac{e^{0.990}}{e^{0.990} + e^{0.566}} = ⟦0.605|agrees⟧$, $\alpha_{22} = ⟦0.386|wrong|0.395⟧$
"""

ANNOTATED = """---
lang: en
---
Q = [[1, 0], [0.6, 0.8]]

K = [[1, 1], [0, 1]]

<!-- a remark: 1 + 1 = 3 -->
<!-- check: S = Q K^T -->

| | | |
|---|---|---|
| | ⟦1.0|agrees⟧ | ⟦0.0|agrees⟧ |
| | ⟦1.4|agrees⟧ | ⟦0.9|wrong|0.8⟧ |

<!-- check: off -->
`1.5 + 1.5 = 4.0`
<!-- check: on -->

`1.5 + 1.5 = ⟦3.0|agrees⟧`
"""

PAGES = {
    "markdown.md": MARKDOWN, "latex.tex": LATEX, "page.html": HTML, "comments.c": C, "module.py": PYTHON, "boxes.txt": BOXES,
    "columns.md": COLUMNS, "names.md": NAMES, "rows.md": ROWS, "table.md": TABLE, "damaged.txt": DAMAGED,
    "chinese.md": CHINESE, "annotated.md": ANNOTATED,
}  # fmt: skip

NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "source": ["# Deux mots\n", "\n", "On pose $d_k = 2$."]},
        {
            "cell_type": "code",
            "source": ["import numpy as np\n", "\n", "Q = np.array([[1.0, 0.0],  # rouge\n", "              [0.6, 0.8]])\n",
                       "K = np.array([[1.0, 1.0], [0.0, 1.0]])\n", "S = Q @ K.T / np.sqrt(2)\n", "print('S =\\n', S.round(3))"],
            "outputs": [{"output_type": "stream", "text": ["S =\n", " [[0.707 0.   ]\n", " [0.99  0.556]]\n"]}],
        },
        {"cell_type": "raw", "source": "1 + 1 = 3"},
        {"cell_type": "markdown", "source": ["- `S[1] = [0.990, 0.566]`"]},
    ],
    "metadata": {}, "nbformat": 4, "nbformat_minor": 5,
}  # fmt: skip
