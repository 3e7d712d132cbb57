"""Pages as students, bloggers, lecturers and chats write them; ⟦right|error⟧ is a number and an error to plant in its place.

Their numbers were computed with NumPy and rounded, so that each page without its errors is right.
"""

PAGES = {
    "a homework with bullets": r"""# Exercise 3

The query "it" has the scores s = [1.2, 0.4, -0.3] against the keys "cat", "mat", "hat".

(a) Exponentials:

- exp(1.2) = ⟦3.320|3.302⟧
- exp(0.4) = 1.492
- exp(-0.3) = 0.741

Their sum is 5.553.

(b) Attention weights:

- cat: 3.320 / 5.553 = 0.598
- mat: 1.492 / 5.553 = ⟦0.269|0.267⟧
- hat: 0.741 / 5.553 = 0.133

(c) They add up to 1.
""",
    "a blog with tables": r"""# Attention, one number at a time

Let's take two tokens, **bank** and **river**, with d_k = 2:

| token | query | key | value |
|-------|-------|-----|-------|
| bank | [1.0, 0.5] | [1.0, 1.0] | [1.0, 0.0] |
| river | [0.0, 2.0] | [2.0, 0.0] | [0.0, 4.0] |

Dot products of queries and keys:

| | bank | river |
|---|---|---|
| bank | 1.5 | 2.0 |
| river | ⟦2.0|2.5⟧ | 0.0 |

We divide every entry of the table above by √2 ≈ 1.414:

| | bank | river |
|---|---|---|
| bank | 1.061 | 1.414 |
| river | 1.414 | 0.000 |

After the softmax:

| | bank | river |
|---|---|---|
| bank | 0.413 | 0.587 |
| river | 0.804 | 0.196 |

So "river" attends to "bank" with weight 0.804, and its output is 0.804·[1.0, 0.0] + 0.196·[0.0, 4.0] = [0.804, ⟦0.782|0.758⟧].
""",
    "a lecture note.tex": r"""\documentclass{article}
\usepackage{amsmath}
\begin{document}
\section{Scaled dot-product attention}
Consider
\[
Q = \begin{bmatrix} 1.0 & 0.5 \\ 0.0 & 2.0 \end{bmatrix},\quad K = \begin{bmatrix} 1.0 & 1.0 \\ 2.0 & 0.0 \end{bmatrix},\quad V = \begin{bmatrix} 1.0 & 0.0 \\ 0.0 & 4.0 \end{bmatrix} .
\]
With $d_k = 2$ we get
\begin{align*}
QK^\top &= \begin{bmatrix} 1.5 & 2.0 \\ 2.0 & 0.0 \end{bmatrix} \\
\frac{QK^\top}{\sqrt{2}} &\approx \begin{bmatrix} 1.061 & 1.414 \\ 1.414 & 0.000 \end{bmatrix}
\end{align*}
The first row of the softmax is
\[
\left( \frac{e^{1.061}}{e^{1.061}+e^{1.414}},\; \frac{e^{1.414}}{e^{1.061}+e^{1.414}} \right) \approx (⟦0.413|0.431⟧, 0.587),
\]
and the output is
\[
Y = AV \approx \begin{bmatrix} 0.413 & ⟦2.350|2.531⟧ \\ 0.804 & 0.782 \end{bmatrix} .
\]
\end{document}
""",
    "a chat answer.txt": r"""Sure! Here's a tiny numeric example.

Query: q = [2, 1]
Keys: k₁ = [1, 0], k₂ = [0, 1], k₃ = [1, 1]
Values: v₁ = [1, 2], v₂ = [3, 0], v₃ = [0, 1]

Step 1. Scores
q·k₁ = 2×1 + 1×0 = 2
q·k₂ = 2×0 + 1×1 = 1
q·k₃ = 2×1 + 1×1 = ⟦3|4⟧

Step 2. Scale by √2
2/√2 = 1.414, 1/√2 = 0.707, 3/√2 = 2.121

Step 3. Softmax
α₁ = 0.284
α₂ = 0.140
α₃ = 0.576

Step 4. Weighted sum
output = 0.284·[1, 2] + 0.140·[3, 0] + 0.576·[0, 1] = [⟦0.704|0.740⟧, 1.144]
""",
    "apuntes con puntos y comas": r"""# Apuntes de clase: la atención

Tomamos la frase «el gato duerme» y la consulta de «gato», q = (2; 1). Las claves son k₁ = (1; 0), k₂ = (0; 1) y k₃ = (1; 1).

Los productos escalares son 2,0; 1,0 y 3,0. Al dividir por √2 ≈ 1,414 quedan 1,414; 0,707 y ⟦2,121|2,112⟧.

Las exponenciales son 4,113; 2,028 y 8,342, y su suma es 14,484.

Por tanto, los pesos son 0,284; 0,140 y ⟦0,576|0,567⟧.
""",
    "una tabla con sumas": r"""## Softmax de los logits

| palabra | logit | e^logit | probabilidad |
|---|---|---|---|
| perro | 2,0 | 7,389 | 0,659 |
| gato | 1,0 | ⟦2,718|2,781⟧ | 0,242 |
| pez | 0,1 | 1,105 | 0,099 |
| suma | | 11,213 | 1,000 |

La palabra «perro» recibe el ⟦65,9|69,5⟧ % de la atención.
""",
    "a notebook.ipynb": r"""{
 "cells": [
  {
   "cell_type": "markdown",
   "metadata": {},
   "source": [
    "# Attention with NumPy"
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "import numpy as np\n",
    "Q = np.array([[1.0, 0.5], [0.0, 2.0]])\n",
    "K = np.array([[1.0, 1.0], [2.0, 0.0]])\n",
    "V = np.array([[1.0, 0.0], [0.0, 4.0]])"
   ],
   "execution_count": 1,
   "outputs": []
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "S = Q @ K.T / np.sqrt(2)\n",
    "print(S.round(3))"
   ],
   "execution_count": 1,
   "outputs": [
    {
     "output_type": "stream",
     "name": "stdout",
     "text": [
      "[[1.061 1.414]\n",
      " [1.414 0.000]]\n"
     ]
    }
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "E = np.exp(S)\n",
    "A = E / E.sum(axis=1, keepdims=True)\n",
    "A.round(4)"
   ],
   "execution_count": 1,
   "outputs": [
    {
     "output_type": "execute_result",
     "data": {
      "text/plain": [
       "array([[0.4125, ⟦0.5875|0.5785⟧],\n",
       "       [0.8044, 0.1956]])"
      ]
     },
     "metadata": {},
     "execution_count": 1
    }
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "A.sum()"
   ],
   "execution_count": 1,
   "outputs": [
    {
     "output_type": "execute_result",
     "data": {
      "text/plain": [
       "2.0"
      ]
     },
     "metadata": {},
     "execution_count": 1
    }
   ]
  },
  {
   "cell_type": "code",
   "metadata": {},
   "source": [
    "Y = A @ V\n",
    "print('output:', Y[0].round(3))"
   ],
   "execution_count": 1,
   "outputs": [
    {
     "output_type": "stream",
     "name": "stdout",
     "text": [
      "output: [0.413 ⟦2.350|2.039⟧]\n"
     ]
    }
   ]
  },
  {
   "cell_type": "markdown",
   "metadata": {},
   "source": [
    "The first token looks at the second with weight **0.587**, and the sum of its output is 2.762."
   ]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 5
}""",
    "a blog.html": r"""<!DOCTYPE html>
<html><head><title>Attention</title><style>td { padding: 2px }</style></head><body>
<h1>Worked example</h1>
<p>Let <i>d<sub>k</sub></i> = 4 and the scores of one query be</p>
<pre>
s = [2.0, 1.0, 0.5]
</pre>
<p>Dividing by √4 = 2:</p>
<pre>
s / 2 = [1.0, 0.5, ⟦0.25|0.20⟧]
</pre>
<table>
<tr><th>key</th><th>scaled</th><th>exp</th><th>weight</th></tr>
<tr><td>a</td><td>1.0</td><td>2.718</td><td>0.481</td></tr>
<tr><td>b</td><td>0.5</td><td>1.649</td><td>⟦0.292|0.298⟧</td></tr>
<tr><td>c</td><td>0.25</td><td>1.284</td><td>0.227</td></tr>
</table>
<p>The weights sum to 1.</p>
</body></html>
""",
    "two heads": r"""# Two heads by hand

Both heads have d_k = 2.

## Head 1

Q1 = [[1, 0], [0, 1]], K1 = [[1, 2], [0, 1]], V1 = [[1, 0], [0, 2]]

S1 = Q1 K1^T / sqrt(2) = [[0.707, 0.000], [1.414, 0.707]]

A1 = softmax(S1) = [[0.670, ⟦0.330|0.303⟧], [0.670, 0.330]]

H1 = A1 V1 = [[0.670, 0.660], [0.670, 0.660]]

## Head 2

Q2 = [[0, 1], [1, 1]], K2 = [[1, 0], [1, 1]], V2 = [[2, 1], [0, 1]]

S2 = Q2 K2^T / sqrt(2) = [[0.000, 0.707], [0.707, 1.414]]

A2 = softmax(S2) = [[0.330, 0.670], [0.330, 0.670]]

H2 = A2 V2 = [[0.660, 1.000], [0.660, 1.000]]

## Concatenation

Concat(H1, H2) = [[0.670, 0.660, 0.660, 1.000], [0.670, 0.660, 0.660, ⟦1.000|1.100⟧]]
""",
    "several examples": r"""# Softmax examples

**Example 1.** softmax([1, 2]) = [0.269, 0.731].

**Example 2.** For x = [0, 0, 0] the softmax is [0.333, ⟦0.333|0.334⟧, 0.333], uniform.

**Example 3.** With x = [10, 0], softmax(x) ≈ [1.0000, 0.0000].

**Example 4.** Adding 5 to both scores of example 1 changes nothing: softmax([6, 7]) = [0.269, ⟦0.731|0.713⟧].

**Example 5.** Dividing them by 2 gives softmax([0.5, 1]) = [0.378, 0.622], which is flatter.
""",
    "una máscara.txt": r"""MÁSCARA CAUSAL

Puntuaciones (ya escaladas):

S =
1,0   2,0   0,0
0,5   1,0   1,5
2,0   0,0   1,0

Con la máscara causal se pone -∞ por encima de la diagonal:

S' =
1,0   -∞   -∞
0,5   1,0   -∞
2,0   0,0   1,0

Softmax por filas:

A = softmax(S') =
1,000   0,000   0,000
0,378   0,622   0,000
0,665   0,090   ⟦0,245|0,254⟧

Cada fila suma 1. La segunda fila pone un ⟦62,2|63,2⟧ % en la segunda palabra.
""",
    "docstrings.py": r'''"""Attention on paper.

Take the scores s = [1.0, 2.0, 3.0]. The softmax is

    softmax(s) = [0.090, 0.245, 0.665]

>>> softmax(np.array([1.0, 2.0, 3.0]))
array([0.0900, ⟦0.2447|0.2474⟧, 0.6652])
"""

import numpy as np


def softmax(x):
    """Numerically stable softmax: softmax([0, 1]) = [0.269, ⟦0.731|0.713⟧]."""
    e = np.exp(x - x.max())  # shift by the maximum
    return e / e.sum()


q = np.array([1.0, 2.0])
k = np.array([3.0, 0.5])
score = q @ k  # 4.0
''',
    "um exemplo": r"""# Exemplo de atenção

Sejam as pontuações da consulta «gato»: s = [1,0; 2,0; 0,5].

As exponenciais são 2,718; 7,389 e 1,649, com soma ⟦11,756|11,765⟧.

| palavra | pontuação | exponencial | peso |
|---|---|---|---|
| o | 1,0 | 2,718 | 0,231 |
| gato | 2,0 | 7,389 | 0,629 |
| dorme | 0,5 | 1,649 | ⟦0,140|0,104⟧ |
""",
    "ein Beispiel": r"""# Aufmerksamkeit von Hand

Gegeben sind $q = (1, 2)$ und die Schlüssel $k_1 = (0{,}5; 1)$, $k_2 = (-1; 0{,}3)$.

$$q \cdot k_1 = 1 \cdot 0{,}5 + 2 \cdot 1 = ⟦2{,}5|2{,}6⟧, \qquad q \cdot k_2 = 1 \cdot (-1) + 2 \cdot 0{,}3 = -0{,}4$$

Nach der Division durch $\sqrt{2} \approx 1{,}414$ ergibt sich $1{,}768$ und $-0{,}283$.

$$e^{1{,}768} \approx 5{,}859, \qquad e^{-0{,}283} \approx 0{,}754$$

Die Gewichte sind $\alpha_1 = \frac{5{,}859}{5{,}859 + 0{,}754} = ⟦0{,}886|0{,}868⟧$ und $\alpha_2 = \frac{0{,}754}{5{,}859 + 0{,}754} = 0{,}114$.
""",
    "un cours": r"""# Attention : un exemple chiffré

Soit d_k = 4 et les scores bruts s = [4,0 ; 2,0 ; 0,0].

On divise par √4 = 2 : s / 2 = [2,0 ; 1,0 ; ⟦0,0|0,5⟧].

softmax(s / 2) = [0,665 ; ⟦0,245|0,254⟧ ; 0,090]

Le premier mot reçoit donc 66,5 % de l'attention.
""",
    "an answer with steps down the rows": r"""> How do you get the weights from the scores?

Say the query is *sat* and the raw scores (after scaling) are as below. Then:

| | the | cat | sat |
|---|---|---|---|
| scaled score | 2.0 | 0.5 | 1.0 |
| exp | 7.389 | 1.649 | ⟦2.718|2.178⟧ |
| weight | 0.629 | ⟦0.140|0.104⟧ | 0.231 |

The denominator is 7.389 + 1.649 + 2.718 = 11.756, and the weights add up to 1.
""",
    "a Jacobian": r"""# Backprop through softmax

Let p = [0.2, 0.3, 0.5] be the softmax output and J = diag(p) - p p^T.

J = [[0.16, -0.06, -0.10], [-0.06, 0.21, ⟦-0.15|0.15⟧], [-0.10, -0.15, 0.25]]

If the upstream gradient is g = [1, -1, 2], then p·g = 0.2 - 0.3 + 1.0 = 0.9 and

J g = [0.02, -0.57, ⟦0.55|0.45⟧].
""",
    "stacked brackets.txt": r"""notes on attention
==================

X = [ 1  0 ]
    [ 0  2 ]

W_Q = [ 1  1 ]
      [ 0  1 ]

Q = X W_Q = [ 1  1 ]
            [ 0  ⟦2|1⟧ ]

K = X = [ 1  0 ]
        [ 0  2 ]

Q Kᵀ = [ 1  2 ]
       [ 0  4 ]

A = softmax(Q Kᵀ / √2):
          k1      k2
q1     0.330   0.670
q2     ⟦0.056|0.065⟧   0.944
""",
    "un examen.tex": r"""\documentclass{article}
\usepackage[spanish]{babel}
\usepackage{amsmath}
\begin{document}
\textbf{Ejercicio 2.} Sean $q=(1,\,2)$, $k_1=(1,\,0)$ y $k_2=(0,\,1)$, con $d_k=2$.

\begin{enumerate}
\item Las puntuaciones son $q\cdot k_1 = 1$ y $q\cdot k_2 = 2$.
\item Al escalar: $\frac{1}{\sqrt{2}} \approx 0{,}707$ y $\frac{2}{\sqrt{2}} \approx ⟦1{,}414|1{,}441⟧$.
\item Softmax:
\[
\alpha_1 = \frac{e^{0{,}707}}{e^{0{,}707}+e^{1{,}414}} = \frac{2{,}028}{2{,}028+4{,}112} = ⟦0{,}330|0{,}303⟧,\qquad \alpha_2 = 1 - 0{,}330 = 0{,}670 .
\]
\end{enumerate}
\end{document}
""",
    "a mail.txt": r"""Hi Ana,

I checked the toy example. The two scores are 0.9 and 0.1. exp(0.9) is 2.460 and exp(0.1) is ⟦1.105|1.150⟧, so together they give 3.565. Dividing, we get weights of 0.690 and ⟦0.310|0.301⟧.

If we scale the scores by 1/√4 first, they become 0.45 and 0.05 and the weights are 0.599 and 0.401.

Best,
Tom
""",
    "a tabular.tex": r"""\documentclass{article}
\begin{document}
\section*{Attention weights of the query ``sat''}
The scores $s_j$, their exponentials and the weights $\alpha_j$ are
\begin{center}
\begin{tabular}{lccc}
\hline
token & $s_j$ & $e^{s_j}$ & $\alpha_j$ \\
\hline
the & 0.5 & 1.649 & 0.186 \\
cat & 1.5 & ⟦4.482|4.842⟧ & 0.506 \\
sat & 1.0 & 2.718 & ⟦0.307|0.370⟧ \\
\hline
$\sum$ & & 8.849 & 1.000 \\
\hline
\end{tabular}
\end{center}
\end{document}
""",
    "un blog con código": r"""# Atención en cinco líneas

```python
q = np.array([1.0, 2.0])
K = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
s = K @ q / np.sqrt(2)   # [0.707, 1.414, ⟦2.121|2.112⟧]
a = np.exp(s) / np.exp(s).sum()
print(a)
```

La salida es `[0.1400 0.2840 0.5760]`, así que el tercer vector se lleva el ⟦57,6|57,9⟧ % del peso.
""",
    "中文示例": r"""# 注意力计算示例

设 q = [1, 2]，k1 = [1, 0]，k2 = [0, 1]。

得分：q·k1 = 1，q·k2 = 2。

缩放：1/√2 = 0.707，2/√2 = 1.414。

指数：e^0.707 = 2.028，e^1.414 = ⟦4.112|4.121⟧，总和 = 6.140。

权重：2.028/6.140 = 0.330，4.112/6.140 = ⟦0.670|0.607⟧。
""",
    "from logits to loss": r"""# From logits to loss

Logits z = [2.0, 1.0, 0.1], target class 0, so y = [1, 0, 0].

1. Probabilities: p = softmax(z) = [0.659, 0.242, 0.099]
2. Loss: L = -log(p[0]) = -log(0.659) = ⟦0.417|0.471⟧
3. Gradient: dL/dz = p - y = [-0.341, 0.242, ⟦0.099|0.089⟧]

The gradient sums to 0.
""",
    "numbered steps": r"""### Q: Compute the attention weights for logits 0.2, −0.5 and 1.1

**Solution.**

1. Exponentiate: e^{0.2} ≈ 1.221, e^{−0.5} ≈ ⟦0.607|0.670⟧, e^{1.1} ≈ 3.004.
2. Sum: 1.221 + 0.607 + 3.004 = 4.832.
3. Normalise: 1.221/4.832 ≈ 0.253, 0.607/4.832 ≈ 0.126, 3.004/4.832 ≈ ⟦0.622|0.618⟧.

✅ Check: 0.253 + 0.126 + 0.622 = 1.001
""",
    "NumPy prints": r"""# Self-attention in NumPy

```python
import numpy as np

X = np.array([[1., 0.], [0., 1.], [1., 1.]])
Wq = np.array([[1., 2.], [0., 1.]])
Wk = np.array([[0., 1.], [1., 0.]])
Wv = np.array([[2., 0.], [0., 3.]])

Q, K, V = X @ Wq, X @ Wk, X @ Wv
scores = Q @ K.T / np.sqrt(K.shape[-1])
weights = np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)
out = weights @ V
print(scores.round(3))
print(weights.round(3))
print(out.round(3))
```

```
[[1.414 ⟦0.707|0.770⟧ 2.121]
 [0.707 0.000 0.707]
 [2.121 0.707 2.828]]
[[0.284 0.140 0.576]
 [0.401 0.198 0.401]
 [0.306 0.074 0.620]]
[[1.720 2.148]
 [1.604 1.797]
 [1.851 ⟦2.083|2.250⟧]]
```

Every row of `weights` sums to 1.
""",
    "softmax estable": r"""# Softmax numéricamente estable

Sean los logits x = [3, 1, 2].

1. El máximo es 3, así que restamos: x − 3 = [0, −2, −1].
2. Exponenciamos: [1; 0,135; ⟦0,368|0,386⟧].
3. La suma es 1,503.
4. Dividimos: [0,665; 0,090; ⟦0,245|0,254⟧].
""",
    "temperatures": r"""# Temperature

Logits: z = [2.0, 1.0, 0.0]

| T | p1 | p2 | p3 |
|---|----|----|----|
| 1 | 0.665 | 0.245 | ⟦0.090|0.080⟧ |
| 2 | 0.506 | ⟦0.307|0.370⟧ | 0.186 |
| 0.5 | 0.867 | 0.117 | 0.016 |

With T = 2 we compute softmax(z / 2) = [0.506, 0.307, 0.186].
""",
    "a Jacobian.tex": r"""\section{Softmax Jacobian}
For $p = (0.5, 0.3, 0.2)$ the Jacobian is
$$J = \operatorname{diag}(p) - p p^\top = \begin{pmatrix} 0.25 & -0.15 & -0.10 \\ -0.15 & 0.21 & ⟦-0.06|-0.05⟧ \\ -0.10 & -0.06 & 0.16 \end{pmatrix}.$$
With $g = (1, 0, 2)^\top$ we get $J g = (0.05, ⟦-0.27|-0.72⟧, 0.22)^\top$, and the entries sum to $0$.
""",
    "a post with arrows.txt": r"""ELI5 attention with actual numbers?

ok so say you have 3 words: "I", "love", "tea"

query for "love" = [1, 2]
key for "I" = [1, 0]
key for "love" = [0, 1]
key for "tea" = [1, 1]

score(love, I) = 1*1 + 2*0 = 1
score(love, love) = 1*0 + 2*1 = 2
score(love, tea) = 1*1 + 2*1 = ⟦3|4⟧

divide by sqrt(2) = 1.414 -> 0.707, 1.414, 2.121
exp -> 2.028, 4.113, 8.342
sum = 14.483
divide -> 0.140, 0.284, ⟦0.576|0.567⟧
""",
    "paso a paso.html": r"""<html><body>
<h2>Atención paso a paso</h2>
<ol>
<li>Producto escalar: q·k<sub>1</sub> = 1·2 + 3·1 = 5, q·k<sub>2</sub> = 1·0 + 3·1 = ⟦3|2⟧.</li>
<li>Escalado: 5/√2 = 3,536 y 3/√2 = 2,121.</li>
<li>Softmax: e<sup>3,536</sup> = 34,329 y e<sup>2,121</sup> = 8,339.</li>
<li>Pesos: 34,329/(34,329 + 8,339) = 0,805 y 8,339/(34,329 + 8,339) = ⟦0,195|0,159⟧.</li>
</ol></body></html>
""",
    "outer products": r"""## Gradients of one attention row

Given weights a = [0.7, 0.3], values V = [[1, 2], [3, 4]] and upstream gradient dy = [1, -1].

* dV = outer(a, dy) = [[0.7, -0.7], [0.3, ⟦-0.3|0.3⟧]]
* da = V dy = [-1, -1]
* y = a V = [1.6, ⟦2.6|2.8⟧]
""",
    "Zeilen mit Namen.txt": r"""Aufmerksamkeit, Rechenbeispiel

Bewertungen:   1,0   2,0   3,0
Exponentiale:  2,718   7,389   ⟦20,086|20,068⟧
Summe:         30,193
Gewichte:      0,090   0,245   ⟦0,665|0,656⟧
""",
    "three tokens": r"""# Three tokens, one head

Given

$$
Q = \begin{bmatrix} 1 & 0 \\ 0 & 1 \\ 1 & 1 \end{bmatrix}, \quad
K = \begin{bmatrix} 1 & 1 \\ 0 & 1 \\ 1 & 0 \end{bmatrix}, \quad
V = \begin{bmatrix} 1 & 0 \\ 0 & 1 \\ 1 & 1 \end{bmatrix}
$$

**Step 1.** $QK^T = \begin{bmatrix} 1 & 0 & 1 \\ 1 & 1 & 0 \\ 2 & 1 & ⟦1|2⟧ \end{bmatrix}$

**Step 2.** Row 1 of the weights: $\text{softmax}([0.707, 0, 0.707]) = [0.401, 0.198, 0.401]$

**Step 3.** The output for token 1 is $0.401 \cdot [1, 0] + 0.198 \cdot [0, 1] + 0.401 \cdot [1, 1] = [0.802, ⟦0.599|0.699⟧]$
""",
}
