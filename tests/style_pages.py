"""Pages in the styles that people hand in, post, paste and send, with one mistake in each: numbers stand as ⟦printed|verdict|truth⟧.

X = [[1, 0, 1], [0, 2, 1]] and the weights of the first page give all of the others but those of one query: their exact values
were computed beside them, with NumPy.
"""

STYLES = {
    "a hand-in with letters before its items": r"""# Homework 4 — Attention by hand
*Student: A. Nonymous, 3rd of May*

**Given.** X is 2×3:

X = [[1, 0, 1], [0, 2, 1]]
W_Q = [[0.2, 0.5], [0.4, -0.3], [0.1, 0.6]]
W_K = [[0.3, -0.1], [0.5, 0.2], [-0.4, 0.7]]
W_V = [[0.5, 1.0], [1.5, -0.5], [0.2, 0.3]]

**(a)** Projections.

Q = X W_Q = [[0.30, 1.10], [0.90, 0.00]]
K = X W_K = [[-0.10, 0.60], [0.60, 1.10]]
V = X W_V = [[0.70, 1.30], [3.20, -0.70]]

**(b)** Scores. First entry: (0.3)(-0.1) + (1.1)(0.6) = ⟦0.63|agrees⟧. All:

QKᵀ = [[⟦0.63|agrees⟧, ⟦1.39|agrees⟧], [-0.09, 0.54]]

and after dividing by √2 = 1.414:

S = QKᵀ/√2 = [[0.445, 0.983], [-0.064, 0.382]]

**(c)** Softmax. Row 1: e^0.445 = 1.560, e^0.983 = 2.672. So the weights of the first row are ⟦0.369|agrees⟧ and ⟦0.631|agrees⟧.

A = [[0.369, 0.631], [0.390, ⟦0.620|wrong|0.610⟧]]

**(d)** Y = A V = [[⟦2.278|agrees⟧, 0.038], [⟦2.224|lucky|2.224⟧, 0.081]]
""",
    "a blog post in sentences": r"""# I finally understood attention

Take the sentence *cats chase mice*. Suppose the query for "cats" is q = (2, 1), and the keys are k1 = (1, 0), k2 = (0, 1), k3 = (1, 1). The values are v1 = (1, 2), v2 = (3, 0) and v3 = (0, 1).

The dot products are 2.0, 1.0 and ⟦3.0|agrees⟧. We scale them by √2 ≈ 1.414 and get 1.414, 0.707 and ⟦2.121|agrees⟧.

The exponentials are 4.113, 2.028 and ⟦8.432|wrong|8.342⟧, and their sum is ⟦14.484|lucky|14.484⟧. After softmax the weights are 0.284, ⟦0.140|agrees⟧ and 0.576.

So the output is 0.284·v1 + 0.140·v2 + 0.576·v3 = (⟦0.704|agrees⟧, 1.144).

The largest weight is ⟦0.576|agrees⟧: "cats" looks mostly at "mice".
""",
    "a lecture note with macros.tex": r"""\documentclass[11pt]{scrartcl}
\usepackage{amsmath}
\newcommand{\attn}[3]{\operatorname{softmax}\!\left(\frac{#1 #2^\top}{\sqrt{d_k}}\right) #3}
\newcommand{\smax}{\operatorname{softmax}}
\title{Lecture 7: a worked example}
\begin{document}
\maketitle
\section{Example}
Let $d_k = 2$ and
\[ Q = \begin{pmatrix} 0.30 & 1.10 \\ 0.90 & 0.00 \end{pmatrix}, \qquad K = \begin{pmatrix} -0.10 & 0.60 \\ 0.60 & 1.10 \end{pmatrix}, \qquad V = \begin{pmatrix} 0.70 & 1.30 \\ 3.20 & -0.70 \end{pmatrix}. \]
Then
\begin{align}
  S &= \frac{Q K^\top}{\sqrt{d_k}} \approx \begin{pmatrix} 0.445 & ⟦0.938|wrong|0.983⟧ \\ -0.064 & 0.382 \end{pmatrix}, \label{eq:s}\\
  A &= \smax(S) \approx \begin{pmatrix} 0.369 & ⟦0.631|lucky|0.631⟧ \\ 0.390 & 0.610 \end{pmatrix}, \\
  Y &= A V \approx \begin{pmatrix} 2.278 & 0.038 \\ 2.224 & ⟦0.081|agrees⟧ \end{pmatrix}.
\end{align}
The rows of $A$ sum to one: $0.369 + 0.631 = ⟦1.000|agrees⟧$.
\end{document}
""",
    "apuntes con comas": r"""# Apuntes: autoatención con dos palabras

Sea d_k = 2. Las matrices de consultas, claves y valores son

$$Q = \begin{pmatrix} 0,30 & 1,10 \\ 0,90 & 0,00 \end{pmatrix},\quad K = \begin{pmatrix} -0,10 & 0,60 \\ 0,60 & 1,10 \end{pmatrix},\quad V = \begin{pmatrix} 0,70 & 1,30 \\ 3,20 & -0,70 \end{pmatrix}$$

**Paso 1.** Productos escalares:

$$Q K^T = \begin{pmatrix} 0,63 & 1,39 \\ ⟦0,09|wrong|-0,09⟧ & 0,54 \end{pmatrix}$$

**Paso 2.** Se divide por $\sqrt{2} \approx 1{,}414$:

$$S = \frac{Q K^T}{\sqrt{2}} = \begin{pmatrix} 0,445 & 0,983 \\ ⟦-0,064|lucky|-0,064⟧ & 0,382 \end{pmatrix}$$

**Paso 3.** Softmax por filas:

| | gato | duerme |
|---|---|---|
| gato | 0,369 | 0,631 |
| duerme | 0,390 | ⟦0,610|agrees⟧ |

Es decir, «gato» presta un ⟦63,1 %|agrees⟧ de su atención a «duerme», y la primera fila suma ⟦1,000|agrees⟧.

**Paso 4.** La salida es $Y = A V = \begin{pmatrix} 2,278 & ⟦0,038|agrees⟧ \\ 2,224 & 0,081 \end{pmatrix}$.
""",
    "a chat pasted.txt": r"""You said:
can you do attention for 2 tokens with numbers

ChatBot said:
Of course! Here is a **complete worked example**.

**Setup**
- d_k = 2
- Q = [[0.30, 1.10], [0.90, 0.00]]
- K = [[-0.10, 0.60], [0.60, 1.10]]
- V = [[0.70, 1.30], [3.20, -0.70]]

**Step 1 – Raw scores**
Q·Kᵀ = [[0.63, 1.39], [-0.09, ⟦0.54|agrees⟧]]

**Step 2 – Scale**
Dividing by √2 gives:
[[0.445, ⟦0.983|agrees⟧], [-0.064, 0.382]]

**Step 3 – Softmax**
Row 1: softmax([0.445, 0.983]) = **[0.369, ⟦0.613|wrong|0.631⟧]**
Row 2: softmax([-0.064, 0.382]) = **[0.390, 0.610]**

**Step 4 – Output**
Token 1: 0.369 × [0.70, 1.30] + 0.631 × [3.20, -0.70] ≈ **[⟦2.278|agrees⟧, 0.038]**
Token 2: 0.390 × [0.70, 1.30] + 0.610 × [3.20, -0.70] ≈ **[⟦2.224|agrees⟧, 0.081]**

Does that help? 😊
""",
    "un correo con filas sueltas.txt": r"""Hola Marta:

Te paso las cuentas. Con d_k = 2:

Q =
0,30   1,10
0,90   0,00

K =
-0,10   0,60
0,60   1,10

S = Q K^T / √2 =
⟦0,445|agrees⟧   0,983
-0,064   ⟦0,382|agrees⟧

A = softmax(S) =
0,369   0,631
⟦0,309|wrong|0,390⟧   0,610

Con V =
0,70   1,30
3,20   -0,70

Y = A V =
2,278   0,038
⟦2,224|lucky|2,224⟧   0,081

La primera fila de A suma ⟦1,000|agrees⟧. El mayor peso es ⟦0,631|agrees⟧.

Un abrazo,
Luis
""",
    "a table with a step in each column": r"""## One query, three keys

Query: q = [2, 1]. Keys: k1 = [1, 0], k2 = [0, 1], k3 = [1, 1].

| key | q·k | scaled | exp | weight |
|:---|---:|---:|---:|---:|
| k1 | 2 | 1.414 | 4.113 | 0.284 |
| k2 | 1 | 0.707 | ⟦2.280|wrong|2.028⟧ | ⟦0.140|lucky⟧ |
| k3 | 3 | ⟦2.121|agrees⟧ | 8.342 | 0.576 |

With values v1 = [1, 2], v2 = [3, 0], v3 = [0, 1] the output is [0.704, ⟦1.144|agrees⟧].
""",
    "a page of tables.html": r"""<!DOCTYPE html><html><head><title>Self-attention, step by step</title></head><body>
<h2>Query matrix Q</h2>
<table><tr><td>0.30</td><td>1.10</td></tr><tr><td>0.90</td><td>0.00</td></tr></table>
<h2>Key matrix K</h2>
<table><tr><td>-0.10</td><td>0.60</td></tr><tr><td>0.60</td><td>1.10</td></tr></table>
<h2>Scores</h2>
<p>We compute <i>S</i> = <i>Q K</i><sup>T</sup> / &radic;2:</p>
<table><tr><td>⟦0.445|agrees⟧</td><td>⟦0.983|agrees⟧</td></tr><tr><td>-0.064</td><td>0.382</td></tr></table>
<h2>Attention weights</h2>
<table><thead><tr><th></th><th>token 1</th><th>token 2</th></tr></thead><tbody><tr><td>token 1</td><td>0.369</td><td>⟦0.631|agrees⟧</td></tr><tr><td>token 2</td><td>0.390</td><td>⟦0.601|wrong|0.610⟧</td></tr></tbody></table>
<p>Token 1 attends ⟦63.1%|agrees⟧ to token 2.</p>
</body></html>
""",
    "media, varianza y pérdida": r"""# Normalización y pérdida

Sea x = [0,5; -0,2; 0,9; 0,4].

La media de x es ⟦0,40|agrees⟧ y la varianza de x es ⟦0,207|wrong|0,155⟧.

n = (x - mean(x)) / sqrt(0,155) = [0,254; -1,524; 1,270; 0,000]

## Entropía cruzada

Los logits son z = [1,2; 0,3; -0,5] y p = softmax(z) = [⟦0,629|agrees⟧; 0,256; 0,115].

La clase correcta es la primera: L = -log(p[0]) = ⟦0,463|agrees⟧.

El gradiente: con y = [1; 0; 0], dz = p - y = [⟦-0,371|agrees⟧; 0,256; 0,115]
""",
}
