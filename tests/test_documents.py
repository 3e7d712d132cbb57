"""Annotated documents: each number that matters stands as ⟦printed|verdict⟧ or ⟦printed|verdict|truth⟧.

The marks are taken out before the document is checked. Unmarked claims must not be false. Every kind of layout, habit and
mistake that the reader knows has a small page here; a page is added by writing it down.
"""

import re
from dataclasses import dataclass

import pytest

from checks.checking import check_text

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
    "a miscopied weight in a sum over the rows of a table": """
s = [0.3, 1.1, -0.2]

```python
V = np.array([[1.0, 0.5], [-0.5, 2.0], [1.5, -1.0]])
```

The weights are a = softmax(s) = [⟦0.261|agrees⟧, ⟦0.581|agrees⟧, ⟦0.158|agrees⟧].

y = ⟦0.261|agrees⟧·V[0] + ⟦0.581|agrees⟧·V[1] + ⟦0.185|wrong|0.158⟧·V[2] = [⟦0.248|carried|0.208⟧, ⟦1.108|carried|1.134⟧]
""",
    "a miscopied weight of a matrix's row": """
S = [[0.3, 1.1, -0.2], [0.5, 0.1, 0.9]]

```python
V = np.array([[1.0, 0.5], [-0.5, 2.0], [1.5, -1.0]])
```

The weights are A = softmax(S) = [[0.261, 0.581, 0.158], [0.316, 0.212, 0.472]].

y = 0.316·V[0] + ⟦0.221|wrong|0.212⟧·V[1] + 0.472·V[2] = [⟦0.914|carried⟧, ⟦0.128|carried|0.110⟧]
""",
    "weights that are no row of the page's stand as written": """
S = [[0.3, 1.1, -0.2], [0.5, 0.1, 0.9]]

```python
V = np.array([[1.0, 0.5], [-0.5, 2.0], [1.5, -1.0]])
```

The weights are A = softmax(S) = [[0.261, 0.581, 0.158], [0.316, 0.212, 0.472]].

z = 0.261·V[0] + 0.612·V[1] + 0.127·V[2] = [⟦0.146|agrees⟧, ⟦1.228|agrees⟧]
""",
    "a causal mask shifted by one": """
```python
Q = np.array([[1.2, 0.5], [0.3, -0.7], [0.5, 0.5]])
K = np.array([[0.4, 1.1], [-0.9, 0.2], [0.6, 0.2]])
```

S = Q K^T, with a causal mask:

S = [[1.03, ⟦-0.98|wrong|-inf⟧, -inf], [-0.65, -0.41, ⟦0.04|wrong|-inf⟧], [0.75, -0.35, 0.40]]

A = softmax(S) = [[⟦0.882|carried|1.000⟧, ⟦0.118|carried|0.000⟧, 0],
                  [⟦0.234|carried|0.440⟧, ⟦0.298|carried⟧, ⟦0.467|carried⟧], [0.491, 0.163, 0.346]]
""",
    "a causal mask of which nothing is printed": """
```python
Q = np.array([[1.2, 0.5], [0.3, -0.7]])
K = np.array([[0.4, 1.1], [-0.9, 0.2]])
```

S = Q K^T, with a causal mask:

S = [[⟦1.03|agrees⟧, ⟦-0.98|wrong|-inf⟧], [⟦-0.65|agrees⟧, ⟦-0.41|agrees⟧]]

A = softmax(S) = [[⟦0.882|carried|1.000⟧, ⟦0.118|carried|0.000⟧], [⟦0.440|agrees⟧, ⟦0.560|agrees⟧]]
""",
    "a causal mask over rows printed one by one": """
```python
Q = np.array([[1.2, 0.5], [0.3, -0.7], [0.1, 0.2]])
K = np.array([[0.4, 1.1], [-0.9, 0.2], [0.1, 0.2]])
```

S = Q K^T

Después la máscara causal; el futuro es -inf:

- S[0] = [⟦1.03|agrees⟧, -inf, -inf]
- S[1] = [⟦-0.65|agrees⟧, ⟦-0.41|agrees⟧, ⟦-0.11|wrong|-inf⟧]
- S[2] = [⟦0.26|agrees⟧, ⟦-0.05|agrees⟧, ⟦0.05|agrees⟧]
""",
    "scores before a causal mask is laid over them": """
```python
Q = np.array([[1.2, 0.5], [0.3, -0.7]])
K = np.array([[0.4, 1.1], [-0.9, 0.2]])
```

We now apply a causal mask to the scores S = Q K^T:

S = [[⟦1.03|agrees⟧, ⟦-0.98|agrees⟧], [⟦-0.65|agrees⟧, ⟦-0.41|agrees⟧]]

A = softmax(S) = [[⟦1|agrees⟧, ⟦0|agrees⟧], [⟦0.440|agrees⟧, ⟦0.560|agrees⟧]]
""",
    "scores with a mask to come": """
```python
Q = np.array([[1.2, 0.5], [0.3, -0.7]])
K = np.array([[0.4, 1.1], [-0.9, 0.2]])
```

S = Q K^T

The causal mask comes last; these are the scores:

S = [[⟦1.03|agrees⟧, ⟦-0.98|agrees⟧], [⟦-0.65|agrees⟧, ⟦-0.41|agrees⟧]]

Masked:

S = [[⟦1.03|agrees⟧, -inf], [⟦-0.65|agrees⟧, ⟦-0.41|agrees⟧]]
""",
    "a nameless table with every row swapped": """
```python
Q = np.array([[1.2, 0.5], [0.3, -0.7]])
K = np.array([[0.4, 1.1], [-0.9, 0.2]])
```

First the products `Q K^T`:

[[⟦-0.65|wrong|1.03⟧, ⟦-0.41|wrong|-0.98⟧], [⟦1.03|wrong|-0.65⟧, ⟦-0.98|wrong|-0.41⟧]]

Scaled, `S = Q K^T / sqrt(2)`:

S = [[⟦0.728|lucky⟧, ⟦-0.693|lucky⟧], [⟦-0.460|lucky⟧, ⟦-0.290|lucky⟧]]
""",
    "a formula that is spoken of before another table": """
```python
Q = np.array([[1.2, 0.5], [0.3, -0.7]])
K = np.array([[0.4, 1.1], [-0.9, 0.2]])
```

Before we form `Q K^T`, other keys:

[[⟦0.3|unread⟧, ⟦0.2|unread⟧], [⟦0.4|unread⟧, ⟦0.6|unread⟧]]

To get `Q K^T`:

They start from these, which nothing names:

[[⟦0.3|unread⟧, ⟦0.2|unread⟧], [⟦0.4|unread⟧, ⟦0.6|unread⟧]]
""",
    "copies of what two readings give": """
```python
Q = np.array([[1.2, 0.5], [0.3, -0.7]])
K = np.array([[0.4, 1.1], [-0.9, 0.2]])
```

First the products `Q K^T`:

[[⟦1.03|agrees⟧, ⟦-0.98|agrees⟧], [⟦-0.65|agrees⟧, ⟦-0.41|agrees⟧]]

S = Q K^T / sqrt(2)

S = [[⟦1.0300|wrong|0.7283⟧, ⟦-0.9800|wrong⟧], [⟦-0.6500|wrong⟧, ⟦-0.4100|wrong⟧]]

And then:

[[⟦1.0300|carried⟧, ⟦-0.9800|carried⟧], [⟦-0.6500|carried⟧, ⟦-0.4100|carried⟧]]

And then:

[[⟦1.030|unread⟧, ⟦-0.980|unread⟧], [⟦-0.650|unread⟧, ⟦-0.410|unread⟧]]
""",
    "a mask that is printed by itself": """
```python
Q = np.array([[1.2, 0.5], [0.3, -0.7]])
K = np.array([[0.4, 1.1], [-0.9, 0.2]])
```

S = Q K^T = [[⟦1.03|agrees⟧, ⟦-0.98|agrees⟧], [⟦-0.65|agrees⟧, ⟦-0.41|agrees⟧]]

And this is added:

[[⟦0|unread⟧, -inf], [⟦0|unread⟧, ⟦0|unread⟧]]
""",
    "a masked copy of scores with an entry miscopied": """
```python
Q = np.array([[1.2, 0.5], [0.3, -0.7]])
K = np.array([[0.4, 1.1], [-0.9, 0.2]])
```

S = Q K^T / sqrt(2) = [[⟦0.728|agrees⟧, ⟦-0.693|agrees⟧], [⟦-0.460|agrees⟧, ⟦-0.290|agrees⟧]]

The masked scores:

[[⟦0.728|agrees⟧, -inf], [⟦-0.461|wrong|-0.460⟧, ⟦-0.290|agrees⟧]]
""",
    "a term of a sum of exponentials miscopied": """
e^0.255 = 1.29, e^0.382 = 1.47, e^0.233 = 1.26

Sum = ⟦1.29|agrees⟧ + ⟦1.57|wrong|1.47⟧ + ⟦1.26|agrees⟧ = ⟦4.02|agrees⟧

Total price: 1.29 + 1.50 + 1.27 = ⟦4.06|agrees⟧
""",
    "minus infinity where a causal mask hides nothing": """
```python
Q = np.array([[1.2, 0.5], [0.3, -0.7], [0.1, 0.2]])
K = np.array([[0.4, 1.1], [-0.9, 0.2], [0.1, 0.2]])
```

S = Q K^T. A query must not see the future, so a causal mask hides it:

S = [[⟦1.03|agrees⟧, -inf, -inf], [⟦-inf|wrong⟧, ⟦-0.41|agrees⟧, -inf], [⟦0.26|agrees⟧, ⟦-0.05|agrees⟧, ⟦0.05|agrees⟧]]

A = softmax(S) = [[⟦1.000|agrees⟧, 0, 0], [⟦0.440|agrees⟧, ⟦0.560|agrees⟧, 0], [⟦0.393|agrees⟧, ⟦0.288|agrees⟧, ⟦0.319|agrees⟧]]
""",
    "a causal mask with a window": """
```python
Q = np.array([[1.2, 0.5], [0.3, -0.7], [0.1, 0.2]])
K = np.array([[0.4, 1.1], [-0.9, 0.2], [0.1, 0.2]])
```

S = Q K^T, with a causal mask and a window of two keys:

S = [[⟦1.03|agrees⟧, -inf, -inf], [⟦-0.65|agrees⟧, ⟦-0.41|agrees⟧, -inf], [-inf, ⟦-0.05|agrees⟧, ⟦0.05|agrees⟧]]

A = softmax(S) = [[1, 0, 0], [⟦0.440|agrees⟧, ⟦0.560|agrees⟧, 0], [0, ⟦0.475|agrees⟧, ⟦0.525|agrees⟧]]
""",
    "a causal mask that the text announces and the weights lack": """
S = [[2, 1], [0, 3]]

After masking the future positions (causal mask):

A = softmax(S) = [[⟦0.731|wrong|1.000⟧, ⟦0.269|wrong|0.000⟧], [⟦0.047|agrees⟧, ⟦0.953|agrees⟧]]
""",
    "a causal mask that the text announces and the weights show": """
S = [[2, 1], [0, 3]]

Con la máscara causal, los pesos son

A = softmax(S) = [[⟦1.000|agrees⟧, ⟦0.000|agrees⟧], [⟦0.047|agrees⟧, ⟦0.935|wrong|0.953⟧]]
""",
    "a causal mask, row by row": """
S = [[2, 1], [0, 3]]

We set the future entries to minus infinity.

A[0] = softmax(S[0]) = [⟦1|agrees⟧, ⟦0|agrees⟧]

A[1] = [⟦0.047|agrees⟧, ⟦0.953|agrees⟧]
""",
    "weights before the mask": """
S = [[2, 1], [0, 3]]

Before the causal mask is applied the weights are

A = softmax(S) = [[⟦0.731|agrees⟧, ⟦0.269|agrees⟧], [⟦0.047|agrees⟧, ⟦0.953|agrees⟧]]
""",
    "a mask that is said not to be causal": """
```python
Q = np.array([[1.2, 0.5], [0.3, -0.7], [0.5, 0.5]])
K = np.array([[0.4, 1.1], [-0.9, 0.2], [0.6, 0.2]])
```

S = Q K^T, with a non-causal mask:

S = [[1.03, ⟦-0.98|agrees⟧, -inf], [-0.65, -0.41, -inf], [0.75, -0.35, -inf]]
""",
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
    "a program's output is what it prints": """
```python
S = np.array([[2.0, 1.0], [0.0, 3.0]])
S = S / 2
A = np.exp(S) / np.exp(S).sum(axis=1, keepdims=True)
print(A)
```

```
[[⟦0.7311|wrong|0.6225⟧ ⟦0.2689|wrong|0.3775⟧]
 [⟦0.0474|wrong|0.1824⟧ ⟦0.9526|wrong|0.8176⟧]]
```
""",
    "a program's softmax over the wrong axis, as printed": """
```python
S = np.array([[2.0, 1.0], [0.0, 3.0]])
A = np.exp(S) / np.exp(S).sum(axis=0, keepdims=True)
print(A)
```

```
[[⟦0.8808|agrees⟧ ⟦0.1192|agrees⟧]
 [⟦0.1192|agrees⟧ ⟦0.8808|agrees⟧]]
```
""",
    "a program's softmax over the wrong axis, with the numbers of the right one": """
```python
S = np.array([[2.0, 1.0], [0.0, 3.0]])
A = np.exp(S) / np.exp(S).sum(axis=0, keepdims=True)
print(A)
```

```
[[⟦0.7311|wrong|0.8808⟧ ⟦0.2689|wrong|0.1192⟧]
 [⟦0.0474|wrong|0.1192⟧ ⟦0.9526|wrong|0.8808⟧]]
```
""",
    "two outputs in the order of their printing": """
```python
S = np.array([[2.0, 1.0], [0.0, 3.0]])
V = np.array([[1.0, 0.5], [-0.5, 2.0]])
A = np.exp(S) / np.exp(S).sum(axis=1, keepdims=True)
print(A)
print(A @ V)
```

```
[[⟦0.7311|agrees⟧ ⟦0.2689|agrees⟧]
 [⟦0.0474|agrees⟧ ⟦0.9526|agrees⟧]]
[[⟦0.5966|agrees⟧ ⟦0.9034|agrees⟧]
 [⟦-0.4289|agrees⟧ ⟦1.9829|wrong|1.9289⟧]]
```
""",
    "derivatives of softmax in numbers": """
z = (0, 1), p = softmax(z) = (0.2689, 0.7311).

∂p_1/∂z_1 = p_1 (1 - p_1) = 0.2689 · 0.7311 = ⟦0.1966|agrees⟧
∂p_1/∂z_2 = -p_1 p_2 = ⟦-0.1966|agrees⟧
∂p_2/∂z_2 = p_2 (1 - p_2) = ⟦0.1996|wrong|0.1966⟧
""",
    "the column of ones": r"""
$A = \begin{bmatrix} 0.5 & 0.5 \\ 0.25 & 0.75 \end{bmatrix}$, $G = \begin{bmatrix} 1 & -1 \\ 2 & 0 \end{bmatrix}$

$$B = A \odot (G - (A \odot G)\mathbf{1}\mathbf{1}^\top)
= \begin{bmatrix} ⟦0.5|agrees⟧ & -0.5 \\ ⟦0.375|agrees⟧ & ⟦0.375|wrong|-0.375⟧ \end{bmatrix}$$
""",
    "a list in a sentence is no assignment": """
Two tokens with two features each, d_k = 2, no mask.

Q = [[1, 0], [0, 1]]

Q / d_k = [[⟦0.5|agrees⟧, ⟦0|agrees⟧], [⟦0|agrees⟧, ⟦0.6|wrong|0.5⟧]]
""",
    "code is data": """
```python
X = np.array([[1, 2], [3, 4]])   # __import__("os").system("touch /tmp/never")
W = np.eye(2) * 0.5
```

X W = [[⟦0.5|agrees⟧, ⟦1.0|agrees⟧], [⟦1.5|agrees⟧, ⟦2.0|agrees⟧]]
""",
}


CHANGES = [
    "S //= 2",
    "S = np.where(np.tri(2) == 0, -np.inf, S)",
    "S[some] = -np.inf",
    "S = masked(S)",
    "S = S.masked_fill(mask, float('-inf'))",
    "np.fill_diagonal(S, 0)",
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_name_changed_by_what_is_not_read_is_unknown(change: str) -> None:
    """What the old value gives is no witness: the statement is unread and nothing that follows from it agrees."""
    program = ["S = np.array([[2.0, 1.0], [0.0, 3.0]])", change, "A = np.exp(S) / np.exp(S).sum(axis=1, keepdims=True)"]
    printed = ["[[0.7311 0.2689]", " [0.0474 0.9526]]"]
    report = check_text("\n".join(["```python", *program, "print(A)", "```", "", "```", *printed, "```"]))
    assert not [f for f in report.findings if f.line > 5 and f.verdict in ("agrees", "wrong", "carried")]
    assert ("unread", change) in {(f.verdict, f.printed) for f in report.findings}


HALVED = "[[0.6225 0.3775]\n [0.1824 0.8176]]"
CAUSAL = "[[1.     0.    ]\n [0.0474 0.9526]]"
ANTICAUSAL = "[[0.7311 0.2689]\n [0.     1.    ]]"
READ_CHANGES = {
    "S /= 2": HALVED,
    "S *= 0.5": HALVED,
    "S -= S.max(axis=1, keepdims=True)": "[[0.7311 0.2689]\n [0.0474 0.9526]]",
    "S[0, 1] = -np.inf": CAUSAL,
    "S[np.triu_indices(2, k=1)] = -np.inf": CAUSAL,
    "S = np.where(np.tril(np.ones((2, 2))) == 0, -np.inf, S)": CAUSAL,
    "S = np.where(np.tril(np.ones_like(S)), S, -1e9)": CAUSAL,
    "S = S + np.triu(np.full((2, 2), -np.inf), k=1)": CAUSAL,
    "S += np.triu(np.ones((2, 2)), k=1) * -1e9": CAUSAL,
    "S = S - 1e9 * np.triu(np.ones(S.shape[0], 2), 1)": CAUSAL,
    "S = S.masked_fill(torch.tril(torch.ones(2, 2)) == 0, float('-inf'))": CAUSAL,
    "S.masked_fill_(torch.triu(torch.ones(2, 2), diagonal=1).bool(), -1e9)": CAUSAL,
    "S = np.where(~np.triu(np.ones((2, 2))).astype(bool), -np.inf, S)": ANTICAUSAL,
}


@pytest.mark.parametrize("change", READ_CHANGES)
def test_a_change_that_is_read_has_its_effect(change: str) -> None:
    """The weights of the changed scores agree; those of the scores before are false, and those of no other change agree."""
    program = ["S = np.array([[2.0, 1.0], [0.0, 3.0]])", change, "A = np.exp(S) / np.exp(S).sum(axis=1, keepdims=True)"]
    for printed in sorted({HALVED, CAUSAL, ANTICAUSAL, READ_CHANGES[change]}):
        report = check_text("\n".join(["```python", *program, "print(A)", "```", "", "```", printed, "```"]), details=False)
        verdicts = [f.verdict for f in report.findings if f.line > 7]
        assert len(verdicts) == 4
        assert verdicts == ["agrees"] * 4 if printed == READ_CHANGES[change] else verdicts.count("wrong") >= 2, (
            change,
            verdicts,
        )


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


def test_the_mean_of_a_matrix_needs_its_axis() -> None:
    """Of each row or of all entries: a bare mean is undecided, and exact arithmetic and NumPy mean the same by an axis."""
    matrix = "M = [[1.0, 2.0], [3.0, 5.0]]\n\n"
    for bare in ("M - mean(M) = [[-0.5, 0.5], [-1.0, 1.0]]", "M - mean(M) = [[-1.75, -0.75], [0.25, 2.25]]"):
        assert {f.verdict for f in check_text(matrix + bare + "\n").findings} == {"given", "undecided"}
    for along in ("M - mean(M, axis=1) = [[-0.5, 0.5], [-1.0, 1.0]]", "mean(M, axis=1) = [[1.5], [4.0]]"):
        assert {f.verdict for f in check_text(matrix + along + "\n").findings} == {"given", "agrees"}
    assert "wrong" in {f.verdict for f in check_text(matrix + "mean(M, axis=1) = [[1.5], [4.5]]\n").findings}


def test_a_function_of_a_masked_score_is_undecided() -> None:
    """abs, log and sqrt of minus infinity have no value: the page is read on, nothing is false and nothing agrees."""
    page = "S = [[1.0, -inf], [0.5, 0.25]]\n\nabs(S[0,1]) = 3\n\nmax(abs(S)) = 3\n\nlog(S[0,1]) = 3\n"
    verdicts = [f.verdict for f in check_text(page).findings if f.verdict != "given"]
    assert verdicts == ["undecided"] * 3


COMMAS = [
    # page, what is found of the last number
    ("El factor de escala es 1/√16 = 0,4.", ("0,4", "wrong")),
    ("La desviación es √64 = 8,5.", ("8,5", "wrong")),
    ("Con $d_k=16$, $\\frac{1}{\\sqrt{16}}=0,25$.", ("0,25", "agrees")),
    ("Sean $v_1=(10,0)$ y $v_2=(0,10)$. Entonces $o=0.5 v_1+0.5 v_2=(5,5)$.", ("5", "agrees")),
    ("Sean x = [0,5; 1,5] y x / 5 = [0,1; 0,3]", ("0,3", "agrees")),
    ("El producto q·k = 0,5·2 + 1,5·3 = 5,5 es grande.", ("5,5", "agrees")),
    ("La matriz tiene 1024² = 1.048.576 entradas.", ("1.048.576", "agrees")),
    ("The weight is 3/2 = 1,7.", ("3/2 = 1,7", "unread")),
    ("It takes 512 · 1024 bytes = 524 288 bytes = 512 KiB.", ("512", "agrees")),
    ("It takes 512 · 1024 bytes = 524 288 bytes = 513 KiB.", ("513", "wrong")),
]


@pytest.mark.parametrize(("page", "last"), COMMAS)
def test_commas_points_and_blanks_in_numbers(page: str, last: tuple[str, str]) -> None:
    found = check_text(page).findings[-1]
    assert (found.printed, found.verdict) == last
