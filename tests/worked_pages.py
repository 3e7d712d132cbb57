"""Worked pages made from a seed: random inputs, every step rounded from its exact value, in a mixture of layouts.

The numbers come from mpmath at forty digits, so that they share nothing with the checker. A page is right in every digit;
tests move numbers of it. Layouts, languages, rounding habits, digits, masks and the backward pass vary with the seed.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

import mpmath

from checks.exercise.layouts import (
    DIGITS,
    LAYOUTS,
    NAMELESS,
    Habits,
    Matrix,
    Rows,
    bars,
    latex,
    listed,
    markdown,
    printout,
    program,
)


# -- the computation ------------------------------------------------------------------
@dataclass(frozen=True)
class Head:
    """One attention head with its backward pass, at forty digits."""

    Q: Rows
    K: Rows
    V: Rows
    dY: Rows
    causal: bool

    def softmax(self, scores: Matrix) -> Matrix:
        weights = mpmath.zeros(scores.rows, scores.cols)
        for i in range(scores.rows):
            powers = [mpmath.exp(scores[i, j]) for j in range(self.seen(i))]
            for j, power in enumerate(powers):
                weights[i, j] = power / mpmath.fsum(powers)
        return weights

    def seen(self, row: int) -> int:
        return row + 1 if self.causal else len(self.K)

    def results(self) -> dict[str, Matrix]:
        q, k, v, g = (mpmath.matrix([[mpmath.mpf(c) for c in row] for row in m]) for m in (self.Q, self.K, self.V, self.dY))
        root = mpmath.sqrt(k.cols)
        product = q * k.T
        scores = product / root
        weights = self.softmax(scores)
        upstream = g * v.T
        total = [mpmath.fsum(weights[i, j] * upstream[i, j] for j in range(k.rows)) for i in range(q.rows)]
        inner = mpmath.matrix([[weights[i, j] * (upstream[i, j] - total[i]) for j in range(k.rows)] for i in range(q.rows)])
        return {
            "P": product,
            "S": scores,
            "A": weights,
            "Y": weights * v,
            "dV": weights.T * g,
            "dA": upstream,
            "dS": inner,
            "dQ": inner * k / root,
            "dK": inner.T * q / root,
        }


BACKWARD = {
    "dV": "dV = A^T dY",
    "dA": "dA = dY V^T",
    "dS": "dS = A * (dA - rowsum(A * dA))",
    "dQ": "dQ = dS K / sqrt(d_k)",
    "dK": "dK = dS^T Q / sqrt(d_k)",
}


# -- the page ---------------------------------------------------------------------------
def page(seed: int) -> str:
    """The page of a seed."""
    with mpmath.workdps(DIGITS):
        return "\n".join(_page(random.Random(seed)))


def _page(rng: random.Random) -> Iterator[str]:
    queries = rng.choice([2, 3, 4])
    keys, width, values = rng.choice([queries, queries, 2, 3]), rng.choice([2, 3, 4, 8]), rng.choice([2, 3])
    habits = Habits(rng.choice([2, 3, 4]), rng.choice([3, 4]), rng.choice([ROUND_HALF_UP, ROUND_HALF_EVEN]), rng.random() < 0.4)
    causal = keys == queries and rng.random() < 0.4
    head = Head(
        _inputs(rng, queries, width),
        _inputs(rng, keys, width),
        _inputs(rng, keys, values),
        _inputs(rng, queries, values),
        causal,
    )
    found = head.results()
    rows, columns = [f"q{i}" for i in range(queries)], [f"k{i}" for i in range(keys)]
    yield habits.say("# One head, step by step\n", "# Una cabeza, paso a paso\n")
    yield habits.say(f"There are {keys} keys, and d_k = {width}.", f"Hay {keys} claves, y con d_k = {width}:")
    yield program(Q=head.Q, K=head.K, V=head.V)
    yield habits.say("First the products `Q K^T`:", "Primero los productos `Q K^T`:")
    layout = rng.choice([markdown, printout, bars, listed, latex])
    name = {listed: "Q K^T", latex: "QK^T"}.get(layout, "")
    yield layout(name, habits.rows(found["P"], 2), rows, columns) + "\n"
    yield from _scores(rng, habits, head, found["S"], rows, columns)
    style = rng.choice(["matrix", "rows", "both"])
    if style != "matrix":
        for i in range(queries):
            yield from _row(rng, habits, head, found["S"], found["A"], i)
    if style != "rows":
        yield habits.say("The weights `A = softmax(S)`, by rows:", "Los pesos `A = softmax(S)`, por filas:")
        yield rng.choice(LAYOUTS)("A", habits.rows(found["A"], habits.weights), rows, columns) + "\n"
    yield habits.say("The output `Y = A V`:", "La salida `Y = A V`:")
    yield rng.choice(LAYOUTS)("Y", habits.rows(found["Y"], habits.scores), rows, [f"c{i}" for i in range(values)]) + "\n"
    if rng.random() < 0.5:
        yield habits.say("## Backward\n", "## Hacia atrás\n")
        yield program(dY=head.dY)
        for name, formula in BACKWARD.items():
            shown = habits.rows(found[name], 4)
            labels, over = [str(i) for i in range(len(shown))], [str(j) for j in range(len(shown[0]))]
            yield f"`{formula}`:\n\n" + rng.choice(LAYOUTS)(name, shown, labels, over) + "\n"


def _inputs(rng: random.Random, rows: int, columns: int) -> Rows:
    return [[str(Decimal(rng.randint(-15, 15)) / 10) for _ in range(columns)] for _ in range(rows)]


def _scores(
    rng: random.Random, habits: Habits, head: Head, scores: Matrix, rows: list[str], columns: list[str]
) -> Iterator[str]:
    shown = habits.rows(scores, habits.scores)
    masked = [[cell if j < head.seen(i) else "-inf" for j, cell in enumerate(row)] for i, row in enumerate(shown)]
    yield habits.say("Scaled: `S = Q K^T / sqrt(d_k)`", "Escalado: `S = Q K^T / sqrt(d_k)`")
    if not head.causal:
        yield rng.choice(LAYOUTS)("S", shown, rows, columns) + "\n"
    elif rng.random() < 0.7:
        yield habits.say("with a causal mask:", "con máscara causal:")
        yield rng.choice(LAYOUTS)("S", masked, rows, columns) + "\n"
    else:
        yield rng.choice(LAYOUTS)("S", shown, rows, columns) + "\n"
        yield habits.say("Then the mask; the future is -inf:", "Después la máscara; el futuro es -inf:")
        yield rng.choice(NAMELESS)("S", masked, rows, columns) + "\n"


def _row(rng: random.Random, habits: Habits, head: Head, scores: Matrix, weights: Matrix, i: int) -> Iterator[str]:
    seen, all_keys = head.seen(i), len(head.K)
    top = max(scores[i, j] for j in range(seen))
    shifts = rng.random() < 0.5
    powers = [mpmath.exp(scores[i, j] - (top if shifts else 0)) for j in range(seen)]
    zeros, blocked = ", 0" * (all_keys - seen), ", -inf" * (all_keys - seen)
    yield habits.say(f"Row {i}:", f"Fila {i}:")
    yield "```"
    if shifts:
        logits = ", ".join(habits.number(scores[i, j], habits.scores) for j in range(seen))
        shifted = ", ".join(habits.number(scores[i, j] - top, habits.scores) for j in range(seen))
        yield f"logits = [{logits}{blocked}]"
        yield f"shifted = {'logits - max = ' if rng.random() < 0.5 else ''}[{shifted}{blocked}]"
    yield "exp = [" + ", ".join(habits.number(p, habits.weights) for p in powers) + zeros + "]"
    yield "sum = " + habits.number(mpmath.fsum(powers), habits.weights)
    yield "softmax = exp / sum = [" + ", ".join(habits.number(weights[i, j], habits.weights) for j in range(seen)) + zeros + "]"
    yield "```\n"
