"""Tables with a step of the calculation in each column or row: cells stand as ⟦printed|verdict|truth⟧."""

TABLES = {
    "a row of sums": r"""| token | logit | exp | prob |
|---|---|---|---|
| a | 2.0 | ⟦7.389|agrees⟧ | ⟦0.245|agrees⟧ |
| b | 3.0 | ⟦20.086|agrees⟧ | ⟦0.655|wrong|0.665⟧ |
| c | 1.0 | ⟦2.718|agrees⟧ | ⟦0.090|agrees⟧ |
| sum | | ⟦30.193|agrees⟧ | ⟦1.000|lucky⟧ |
""",
    "a false sum": r"""| token | logit | e^logit | probability |
|---|---|---|---|
| a | 2.0 | 7.389 | ⟦0.245|agrees⟧ |
| b | 3.0 | 20.086 | 0.665 |
| c | 1.0 | 2.718 | 0.090 |
| **Total** | | ⟦30.139|wrong|30.193⟧ | ⟦1.000|agrees⟧ |
""",
    "una fila de sumas": r"""| palabra | logit | e^logit | probabilidad |
|---|---|---|---|
| a | 2,0 | ⟦7,389|agrees⟧ | ⟦0,245|agrees⟧ |
| b | 3,0 | ⟦20,068|wrong|20,086⟧ | ⟦0,665|agrees⟧ |
| c | 1,0 | 2,718 | ⟦0,090|agrees⟧ |
| suma | | ⟦30,193|lucky⟧ | 1,000 |
""",
    "letters with an index": r"""Scores for one query:

i | s_i | exp(s_i) | p_i
--|---|---|---
1 | 2.0 | ⟦7.389|agrees⟧ | ⟦0.245|agrees⟧
2 | 3.0 | ⟦20.086|agrees⟧ | ⟦0.656|wrong|0.665⟧
3 | 1.0 | 2.718 | 0.090
""",
    "steps down the rows": r"""Scores for one query:

| | the | cat | sat |
|---|---|---|---|
| score | 2.0 | 3.0 | 1.0 |
| exp | ⟦7.389|agrees⟧ | ⟦20.086|agrees⟧ | ⟦2.817|wrong|2.718⟧ |
| weight | ⟦0.245|lucky⟧ | ⟦0.665|lucky⟧ | ⟦0.090|lucky⟧ |
""",
    "pasos por filas": r"""Sea d_k = 4.

| | gato | duerme | hoy |
|---|---|---|---|
| puntuación | 1,2 | 0,4 | 2,0 |
| escalada (/2) | ⟦0,6|agrees⟧ | ⟦0,2|agrees⟧ | ⟦1,0|agrees⟧ |
| exponencial | ⟦1,822|agrees⟧ | ⟦1,221|agrees⟧ | ⟦2,718|agrees⟧ |
| peso (%) | ⟦31,6|agrees⟧ | ⟦21,2|agrees⟧ | ⟦47,7|wrong|47,2⟧ |
""",
    "a divisor in the head": r"""Take d_k = 2.

| token | raw score | ÷ √2 | exp | weight |
|---|---|---|---|---|
| the | 1.0 | ⟦0.707|agrees⟧ | ⟦2.028|agrees⟧ | ⟦0.268|agrees⟧ |
| cat | 2.0 | ⟦1.141|wrong|1.414⟧ | 4.113 | ⟦0.544|agrees⟧ |
| sat | 0.5 | ⟦0.354|agrees⟧ | 1.424 | ⟦0.188|agrees⟧ |
""",
    "the maximum taken off": r"""| $j$ | $z_j$ | $z_j - \max z$ | $e^{z_j - \max z}$ | $p_j$ |
|---|---|---|---|---|
| 1 | 3.0 | ⟦0.0|agrees⟧ | ⟦1.000|agrees⟧ | 0.665 |
| 2 | 2.0 | ⟦-1.0|agrees⟧ | ⟦0.368|agrees⟧ | 0.245 |
| 3 | 1.0 | ⟦-2.0|agrees⟧ | ⟦0.135|agrees⟧ | ⟦0.080|wrong|0.090⟧ |
| $\sum$ | | | ⟦1.503|agrees⟧ | 1 |
""",
    "vectors beside numbers": r"""With q = (1, 2):

| key | k | q·k | weight |
|---|---|---|---|
| a | [0.5, 1.0] | ⟦2.5|agrees⟧ | 0.896 |
| b | [-1.0, 0.3] | ⟦0.4|wrong|-0.4⟧ | 0.049 |
| c | [0.5, -0.4] | ⟦-0.3|agrees⟧ | ⟦0.045|wrong|0.054⟧ |
""",
    "sums beside the rows": r"""The attention matrix:

| | I | like | tea | sum |
|---|---|---|---|---|
| I | 0.5 | 0.3 | 0.2 | ⟦1.0|agrees⟧ |
| like | 0.1 | 0.8 | 0.1 | ⟦1.1|wrong|1.0⟧ |
| tea | 0.3 | 0.3 | 0.4 | ⟦1.0|agrees⟧ |
""",
    "drawn with blanks.txt": r"""token   score   exp     prob
the     2.0     7.389   ⟦0.665|agrees⟧
cat     1.0     ⟦2.718|agrees⟧   0.245
sat     0.0     1.000   ⟦0.080|wrong|0.090⟧
sum             ⟦11.107|agrees⟧  ⟦1.000|lucky⟧
""",
    "page.html": r"""<p>Scores of one query.</p>
<table><tr><th>key</th><th>score</th><th>e<sup>score</sup></th><th>weight</th></tr>
<tr><td>k1</td><td>0.5</td><td>⟦1.649|agrees⟧</td><td>0.378</td></tr>
<tr><td>k2</td><td>1.0</td><td>2.718</td><td>⟦0.662|wrong|0.622⟧</td></tr>
<tr><td>sum</td><td></td><td>⟦4.367|agrees⟧</td><td>1.000</td></tr></table>
""",
    "tabular.tex": r"""\begin{tabular}{|l|c|c|c|}
\toprule
\textbf{clave} & $s_j$ & $e^{s_j}$ & $\alpha_j$ \\
\midrule
gato & $0{,}5$ & $⟦1{,}649|agrees⟧$ & $0{,}378$ \\[2pt]
perro & $1{,}0$ & $⟦2{,}781|wrong⟧$ & $⟦0{,}622|lucky⟧$ \\
\bottomrule
\end{tabular}
""",
}

# tables whose labels are words of the pipeline by chance, or whose columns no word explains, are no tables of steps
NO_STEPS = {
    "tokens": r"""| | attention | weights | matter |
|---|---|---|---|
| attention | 0.5 | 0.3 | 0.2 |
| weights | 0.1 | 0.8 | 0.1 |
| matter | 0.3 | 0.3 | 0.4 |
""",
    "benchmarks": r"""| model | layers | score |
|---|---|---|
| small | 12 | 81.2 |
| large | 24 | 84.6 |
""",
    "years": r"""| year | total | share |
|---|---|---|
| 2021 | 10.5 | 0.3 |
| 2022 | 24.5 | 0.7 |
""",
}
