"""Worked pages that know their own graph: each printed number with its true value and what the page computes it from.

A page may carry a slip (a lost scale, a softmax down the columns ...): then the numbers from there on are computed with it,
while `truth` stays right. Everything comes from mpmath at forty digits and shares nothing with the checker.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP
from typing import Any

import mpmath
import page_formats
import worked_pages
from worked_pages import Head

from checks.exercise.layouts import (
    DIGITS,
    LAYOUTS,
    NAMELESS,
    Habits,
    Layout,
    Matrix,
    Rows,
    bars,
    latex,
    listed,
    markdown,
    printout,
    program,
)

Formula = Callable[[Any, Sequence[Any]], Any]
MARK = re.compile("\ue000(\\d{5})\ue001")
NAMES = (("S", "A", "Y"), ("S", "A", "O"), ("Z", "W", "Y"), ("L", "P", "O"), ("scores", "weights", "output"))


@dataclass(frozen=True)
class Source:
    """One way in which the page gives a number: a formula of printed cells. It works on numbers and on intervals alike.

    `told`: one of the cells is told again in prose, and used only where the tables do not give the number.
    """

    formula: Formula
    operands: tuple[int, ...]
    told: bool = False


@dataclass(frozen=True)
class Cell:
    """A printed number. `truth` is None where no number belongs; `again` are earlier printings of the same number.

    `by_constants` is the source with a root as people round it; a `joint` row is explained as a whole or not at all.
    """

    text: str
    truth: Any
    stage: str
    row: int
    sources: tuple[Source, ...] = ()
    again: tuple[int, ...] = ()
    by_constants: Source | None = None
    joint: bool = False


@dataclass(frozen=True)
class Printed:
    """A page as text with the place of each cell."""

    text: str
    starts: dict[int, int]
    source: str = ""  # the file, where that is not the text that is read


@dataclass
class Sheet:
    """A page as it is written: text in which a mark stands before each cell."""

    rng: random.Random
    habits: Habits
    cells: list[Cell] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    plain: bool = False
    slip: str = ""
    form: str = ""  # a format of page_formats, else Markdown or plain text

    @property
    def format(self) -> str:
        return self.form or ("text" if self.plain else "markdown")

    @property
    def truncating(self) -> bool:
        return self.habits.rounding == ROUND_DOWN

    def say(self, english: str, spanish: str) -> None:
        self.parts.append(self.habits.say(english, spanish))

    def cell(self, shown: Any, places: int, cell: Cell) -> str:
        self.cells.append(replace(cell, text=self.habits.number(shown, places)))
        return f"\ue000{len(self.cells) - 1:05d}\ue001{self.cells[-1].text}"

    def matrix(self, stage: str, shown: Matrix, truth: Matrix, places: int, source: Callable[[int, int], Cell]) -> Rows:
        return [
            [
                self.cell(shown[i, j], places, replace(source(i, j), truth=truth[i, j], stage=stage, row=i))
                for j in range(shown.cols)
            ]
            for i in range(shown.rows)
        ]

    def printed(self, texts: dict[int, str] | None = None) -> Printed:
        """The page, with other texts for some cells."""
        whole = "\n".join(self.parts)
        if self.form == "notebook":
            return self._notebook(whole, texts)
        return self._unmarked({"html": page_formats.html, "latex": page_formats.latex}.get(self.form, str)(whole), texts)

    def _notebook(self, whole: str, texts: dict[int, str] | None) -> Printed:
        kept = [(kind, self._unmarked(part, texts).text) for kind, part in page_formats.cells(whole)]
        read = self._unmarked("\n".join(part for _, part in page_formats.cells(whole)), texts)
        return replace(read, source=page_formats.notebook(kept))

    def _unmarked(self, whole: str, texts: dict[int, str] | None) -> Printed:
        out, starts, length, last = [], {}, 0, 0
        for mark in MARK.finditer(whole):
            number = int(mark[1])
            before = whole[last : mark.start()]
            starts[number] = length + len(before)
            text = (texts or {}).get(number, self.cells[number].text)
            out += [before, text]
            length += len(before) + len(text)
            last = mark.end() + len(self.cells[number].text)
        return Printed("".join(out) + whole[last:], starts)


def ids(rows: Rows) -> list[list[int | None]]:
    """The cells of marked rows; None where a row has something else."""
    return [[int(m[1]) if (m := MARK.search(cell)) else None for cell in row] for row in rows]


# -- sources ---------------------------------------------------------------------------
def linear(weights: Sequence[Any], operands: Sequence[int], divisor: Any = None) -> Source:
    """Σ w·x over printed x, divided by an exact or an irrational number."""
    kept = tuple(weights)

    def formula(context: Any, x: Sequence[Any]) -> Any:
        total = sum((context.mpf(w) * v for w, v in zip(kept, x)), context.mpf(0))
        return total if divisor is None else total / divisor(context)

    return Source(formula, tuple(operands))


def root(width: int) -> Callable[[Any], Any]:
    return lambda context: context.sqrt(context.mpf(width))


def rounded_root(width: int) -> Callable[[Any], Any]:
    """√n as a page takes it, rounded to three decimals."""
    middle = mpmath.mpf(mpmath.nint(mpmath.sqrt(width) * 1000)) / 1000
    half = mpmath.mpf("0.0005")
    return lambda context: context.mpf([middle - half, middle + half]) if context is mpmath.iv else middle


def softmax_entry(place: int, operands: Sequence[int]) -> Source:
    return Source(lambda c, x: 1 / sum((c.exp(v - x[place]) for v in x), c.mpf(0)), tuple(operands))


def below_top(place: int, operands: Sequence[int]) -> Source:
    """An entry less the largest of its row."""

    def formula(context: Any, x: Sequence[Any]) -> Any:
        if context is mpmath.iv:
            return x[place] - context.mpf([max(v.a for v in x), max(v.b for v in x)])
        return x[place] - max(x)

    return Source(formula, tuple(operands))


# -- the computation with a slip ----------------------------------------------------------
SLIPS = {
    "lost scale": "S",
    "doubled scale": "S",
    "lost transpose in Q K^T": "P",
    "shifted mask": "S",
    "softmax down the columns": "A",
    "row not normalised": "A",
    "dropped term in A V": "Y",
    "lost transpose in dV": "dV",
    "lost row sum in dS": "dS",
    "lost scale in dQ": "dQ",
    "lost transpose in dK": "dK",
    "sign of dS": "dS",
    "dQ and dK swapped": "dQ",
    "dropped term of the softmax's sum": "A",
}


def fits(slip: str, head: Head) -> bool:
    """Whether a slip is possible with the shapes, and shows."""
    queries, keys, width = len(head.Q), len(head.K), len(head.K[0])
    match slip:
        case "lost transpose in Q K^T":
            return width == keys
        case "lost transpose in dV" | "lost transpose in dK" | "dQ and dK swapped":
            return queries == keys
        case "shifted mask":
            return head.causal
        case "softmax down the columns":
            return not head.causal
    return True


def results(head: Head, slip: str) -> dict[str, Matrix]:
    """All stages at forty digits, with one slip."""
    right = head.results()
    if not slip:
        return right
    q, k, v, g = (mpmath.matrix([[mpmath.mpf(c) for c in row] for row in m]) for m in (head.Q, head.K, head.V, head.dY))
    width = k.cols
    scale = {"lost scale": mpmath.mpf(1), "doubled scale": mpmath.mpf(width)}.get(slip, mpmath.sqrt(width))
    product = q * k if slip == "lost transpose in Q K^T" else right["P"]
    scores = product / scale
    weights = _weights(head, scores, slip)
    output = weights * v
    if slip == "dropped term in A V":
        output = mpmath.matrix(
            [[mpmath.fsum(weights[i, n] * v[n, c] for n in range(v.rows - 1)) for c in range(v.cols)] for i in range(q.rows)]
        )
    upstream = g * v.T
    inner = mpmath.zeros(q.rows, k.rows)
    for i in range(q.rows):
        total = mpmath.fsum(weights[i, j] * upstream[i, j] for j in range(k.rows))
        for j in range(k.rows):
            inner[i, j] = weights[i, j] * (upstream[i, j] - (0 if slip == "lost row sum in dS" else total))
    if slip == "sign of dS":
        inner = -inner
    over = mpmath.sqrt(width)
    first, second = inner * k / (1 if slip == "lost scale in dQ" else over), inner.T * q / over
    if slip == "lost transpose in dK":
        second = inner * q / over
    if slip == "dQ and dK swapped":
        first, second = second, first
    return {
        "P": product,
        "S": scores,
        "A": weights,
        "Y": output,
        "dV": (weights if slip == "lost transpose in dV" else weights.T) * g,
        "dA": upstream,
        "dS": inner,
        "dQ": first,
        "dK": second,
    }


def _weights(head: Head, scores: Matrix, slip: str) -> Matrix:
    seen = {i: min(head.seen(i) + (slip == "shifted mask"), scores.cols) for i in range(scores.rows)}
    out = mpmath.zeros(scores.rows, scores.cols)
    for i in range(scores.rows):
        powers = [mpmath.exp(scores[i, j]) for j in range(seen[i])]
        total = mpmath.fsum(powers)
        if slip == "row not normalised" and i == scores.rows - 1:
            total = max(powers)
        if slip == "dropped term of the softmax's sum" and i == scores.rows - 1:
            total -= powers[0]
        for j in range(seen[i]):
            below = mpmath.fsum(mpmath.exp(scores[n, j]) for n in range(scores.rows))
            out[i, j] = powers[j] / (below if slip == "softmax down the columns" else total)
    return out


# -- the page ----------------------------------------------------------------------------
def sheet(seed: int, slip: str | None = "", habit: str = "", form: str = "", digits: int = 0) -> Sheet:
    """The page of a seed. Without a slip named (None) one that fits is drawn.

    `form`: html, latex or notebook. `digits`: decimals of everything that is rounded, in place of those drawn.
    """
    with mpmath.workdps(DIGITS):
        return _Writer(random.Random(seed), slip, habit, form, digits).write()


class _Writer:
    def __init__(self, rng: random.Random, slip: str | None, habit: str, form: str, digits: int) -> None:
        self.rng = rng
        queries = rng.choice([2, 3, 4])
        keys, width, values = rng.choice([queries, queries, 2, 3]), rng.choice([2, 3, 4]), rng.choice([2, 3])
        rounding = ROUND_DOWN if habit == "truncation" else rng.choice([ROUND_HALF_UP, ROUND_HALF_EVEN])
        self.habits = Habits(rng.choice([2, 3, 4]), rng.choice([3, 4]), rounding, rng.random() < 0.4)
        if digits:
            self.habits = replace(self.habits, scores=digits, weights=max(digits, 3))
        causal = keys == queries and rng.random() < 0.35
        inputs = worked_pages._inputs
        self.projected = rng.random() < 0.3
        self.head = Head(
            inputs(rng, queries, width),
            inputs(rng, keys, width),
            inputs(rng, keys, values),
            inputs(rng, queries, values),
            causal,
        )
        self.out = Sheet(rng, self.habits, plain=rng.random() < 0.25 and not form, form=form)
        if self.projected:
            self._project()
        if slip is None:
            slip = rng.choice([s for s in SLIPS if fits(s, self.head)])
        self.out.slip = self.slip = slip if slip and fits(slip, self.head) else ""
        self.right, self.shown = self.head.results(), results(self.head, self.slip)
        self.S, self.A, self.Y = rng.choice(NAMES)
        self.backward = rng.random() < 0.5 or SLIPS.get(self.slip, "").startswith("d")

    def _project(self) -> None:
        """Queries and keys from one X; the products of one-digit inputs are printed whole, so they are exact."""
        rng, head, inputs = self.rng, self.head, worked_pages._inputs
        rows, inner = len(head.Q), rng.choice([2, 3])
        self.X, self.WQ, self.WK = (
            inputs(rng, rows, inner),
            inputs(rng, inner, len(head.K[0])),
            inputs(rng, inner, len(head.K[0])),
        )
        x, wq, wk = (mpmath.matrix([[mpmath.mpf(c) for c in row] for row in m]) for m in (self.X, self.WQ, self.WK))
        self.Q, self.K = x * wq, x * wk
        exact = replace_rounding(self.habits)
        queries, keys = exact.rows(self.Q, 2), exact.rows(self.K, 2)
        self.head = Head(queries, keys, inputs(rng, rows, len(head.V[0])), head.dY, head.causal)

    # -- writing ---------------------------------------------------------------------------
    def write(self) -> Sheet:
        out, head, right = self.out, self.head, self.right
        width, keys = len(head.K[0]), len(head.K)
        out.say("# One head, step by step\n", "# Una cabeza, paso a paso\n")
        out.say(f"There are {keys} keys, and d_k = {width}.", f"Hay {keys} claves, y con d_k = {width}:")
        if self.projected:
            self._projections()
        else:
            out.parts.append(program(Q=head.Q, K=head.K, V=head.V))
        out.say("First the products `Q K^T`:", "Primero los productos `Q K^T`:")
        layout = self._layout((markdown, printout, bars, listed))
        products = out.matrix("P", self.shown["P"], right["P"], 4 if self.projected else 2, self._product_source)
        self._put(layout, {listed: "Q K^T", latex: "Q K^T"}.get(layout, ""), products, "q", "k")
        self.P = ids(products)
        self._scores()
        style = self.rng.choice(["matrix", "rows", "both"])
        self.weights: list[list[list[int | None]]] = []
        self.told: list[list[int | None]] = []
        if style != "matrix" and self.slip != "softmax down the columns":
            out.say(f"Now `{self.A} = softmax({self.S})`, row by row:", f"Ahora `{self.A} = softmax({self.S})`, fila por fila:")
            self.weights.append([self._row(i) for i in range(len(head.Q))])
        if style != "rows" or not self.weights:
            out.say(f"Next `{self.A} = softmax({self.S})`, by rows:", f"Luego `{self.A} = softmax({self.S})`, por filas:")
            self._weights_matrix()
        if self.rng.random() < 0.2 and self.weights:
            out.say("The weights again, before they are used:", "Los pesos otra vez, antes de usarlos:")
            self._weights_matrix()
        self._output()
        self._extras()
        if self.backward:
            self._backward()
        if out.plain:
            out.parts = [re.sub(r"^```.*\n?|^#+ |`", "", part, flags=re.M) for part in out.parts]
        return out

    def _put(self, layout: Any, name: str, rows: Rows, row: str, column: str) -> None:
        labels, columns = [f"{row}{i}" for i in range(len(rows))], [f"{column}{j}" for j in range(len(rows[0]))]
        self.out.parts.append(layout(name, rows, labels, columns) + "\n")

    def _layout(self, choice: Sequence[Layout]) -> Layout:
        """One of them; in LaTeX a matrix is a matrix."""
        drawn = self.rng.choice(choice)
        return latex if self.out.form == "latex" else drawn

    def _projections(self) -> None:
        out, head = self.out, self.head
        out.parts.append(program(X=self.X, W_Q=self.WQ, W_K=self.WK, V=head.V))
        for name, formula, truth in (("Q", "Q = X W_Q", self.Q), ("K", "K = X W_K", self.K)):
            rows = out.matrix(name, truth, truth, 2, lambda i, j: Cell("", None, "", 0))
            out.parts.append(f"`{formula}`:\n")
            self._put(self._layout(LAYOUTS), name, rows, "t", "c")
            setattr(self, f"{name}_ids", ids(rows))

    def _product_source(self, i: int, j: int) -> Cell:
        if not self.projected:
            return Cell("", None, "", 0)
        width = len(self.head.K[0])
        q, k = self.Q_ids[i], self.K_ids[j]
        source = Source(lambda c, x: sum((x[n] * x[n + width] for n in range(width)), c.mpf(0)), tuple(q + k))
        return Cell("", None, "", 0, (source,))

    def _scores(self) -> None:
        out, head, width = self.out, self.head, len(self.head.K[0])

        def source(i: int, j: int) -> Cell:
            here = self.P[i][j]
            irrational = width not in (1, 4, 9, 16)
            rough = linear([1], [here], rounded_root(width)) if irrational else None
            return Cell("", None, "", 0, (linear([1], [here], root(width)),), by_constants=rough)

        def masked(rows: Rows, shift: int) -> Rows:
            return [[cell if j < head.seen(i) + shift else "-inf" for j, cell in enumerate(row)] for i, row in enumerate(rows)]

        out.say(f"Scaled: `{self.S} = Q K^T / sqrt(d_k)`", f"Escalado: `{self.S} = Q K^T / sqrt(d_k)`")
        first = out.matrix("S", self.shown["S"], self.right["S"], self.habits.scores, source)
        self.scores = [ids(first)]
        if not head.causal:
            self._put(self._layout(LAYOUTS), self.S, first, "q", "k")
        elif self.rng.random() < 0.6:
            out.say("with a causal mask:", "con máscara causal:")
            self._hide(first)
            self._put(self._layout(LAYOUTS), self.S, masked(first, self.slip == "shifted mask"), "q", "k")
        else:
            self._put(self._layout(LAYOUTS), self.S, first, "q", "k")
            out.say("Then the causal mask; the future is -inf:", "Después la máscara causal; el futuro es -inf:")
            again = [
                [
                    out.cell(self.shown["S"][i, j], self.habits.scores, Cell("", self.right["S"][i, j], "S", i, (), (n,)))
                    for j, n in enumerate(row)
                ]
                for i, row in enumerate(self.scores[0])
            ]
            self._hide(again)
            self._put(self._layout(NAMELESS), self.S, masked(again, self.slip == "shifted mask"), "q", "k")
            self.scores.append(ids(again))

    def _hide(self, rows: Rows) -> None:
        """No number belongs where the mask hides the future."""
        for i, row in enumerate(ids(rows)):
            for n in row[self.head.seen(i) :]:
                assert n is not None
                self.out.cells[n] = replace(self.out.cells[n], truth=None, sources=(), again=())

    def _row(self, i: int) -> list[int | None]:
        out, head, S, A = self.out, self.head, self.shown["S"], self.shown["A"]
        seen = min(head.seen(i) + (self.slip == "shifted mask"), len(head.K))
        true = head.seen(i)
        rest = len(head.K) - seen
        zeros, blocked = ", 0" * rest, ", -inf" * rest
        places, fine = self.habits.scores, self.habits.weights
        shifts = self.rng.random() < 0.5
        top = max(S[i, j] for j in range(seen)) if shifts else mpmath.mpf(0)
        true_top = max(self.right["S"][i, j] for j in range(true)) if shifts else mpmath.mpf(0)
        printings = [s[i] for s in self.scores]
        operands = [p[:seen] for p in printings]
        out.say(f"Row {i}:", f"Fila {i}:")
        out.parts.append("```")

        def list_of(label: str, values: Sequence[Any], digits: int, make: Callable[[int], Cell], tail: str) -> list[int | None]:
            cells = [out.cell(v, digits, replace(make(j), stage=label.split(" ")[0], row=i)) for j, v in enumerate(values)]
            out.parts.append(f"{label} = [{', '.join(cells)}{tail}]")
            return ids([cells])[0]

        def known(j: int, value: Any) -> Any:
            return value if j < true else None

        if shifts:
            logits = list_of(
                "logits",
                [S[i, j] for j in range(seen)],
                places,
                lambda j: Cell("", known(j, self.right["S"][i, j]), "", i, (), tuple(p[j] for p in printings)),
                blocked,
            )
            label = "shifted = logits - max" if self.rng.random() < 0.5 else "shifted"
            operands = [
                list_of(
                    label,
                    [S[i, j] - top for j in range(seen)],
                    places,
                    lambda j: Cell(
                        "",
                        known(j, self.right["S"][i, j] - true_top),
                        "",
                        i,
                        tuple(below_top(j, p[:seen]) for p in [logits, *printings]),
                    ),
                    blocked,
                )
            ]
        powers = [mpmath.exp(S[i, j] - top) for j in range(seen)]
        exps = list_of(
            "exp",
            powers,
            fine,
            lambda j: Cell(
                "",
                mpmath.exp(self.right["S"][i, j] - true_top) if j < true else mpmath.mpf(0),
                "",
                i,
                tuple(Source(lambda c, x: c.exp(x[0]), (p[j],)) for p in operands),
            ),
            zeros,
        )
        total = mpmath.fsum(powers)
        shown_total = total - powers[0] if self.slip == "dropped term of the softmax's sum" and i == len(head.Q) - 1 else total
        true_total = mpmath.fsum(mpmath.exp(self.right["S"][i, j] - true_top) for j in range(true))
        sum_cell = out.cell(shown_total, fine, Cell("", true_total, "sum", i, (linear([1] * seen, exps),)))
        out.parts.append(f"sum = {sum_cell}")
        (divisor,) = ids([[sum_cell]])[0]
        weights = list_of(
            "softmax = exp / sum",
            [A[i, j] for j in range(seen)],
            fine,
            lambda j: Cell(
                "",
                self.right["A"][i, j],
                "",
                i,
                (Source(lambda c, x: x[0] / x[1], (exps[j], divisor)), *(softmax_entry(j, p[:seen]) for p in printings)),
                joint=True,
            ),
            zeros,
        )
        out.parts.append("```\n")
        return weights + [None] * rest

    def _weights_matrix(self) -> None:
        head = self.head

        def source(i: int, j: int) -> Cell:
            if self.weights:
                earlier = tuple(n for w in self.weights if (n := w[i][j]) is not None)
                return Cell("", None, "", 0, (), earlier)
            seen = min(head.seen(i) + (self.slip == "shifted mask"), len(head.K))
            if j >= seen:
                return Cell("", None, "", 0)
            return Cell("", None, "", 0, tuple(softmax_entry(j, s[i][:seen]) for s in self.scores), joint=True)

        rows = self.out.matrix("A", self.shown["A"], self.right["A"], self.habits.weights, source)
        self._put(self._layout(LAYOUTS), self.A, rows, "q", "k")
        self.weights.append(ids(rows))

    def _output(self) -> None:
        head = self.head
        self.out.say(f"And then `{self.Y} = {self.A} V`:", f"Por último `{self.Y} = {self.A} V`:")

        def source(i: int, c: int) -> Cell:
            def from_printing(w: list[list[int | None]]) -> Source:
                used = [(n, head.V[j][c]) for j, n in enumerate(w[i]) if n is not None]
                return linear([value for _, value in used], [n for n, _ in used])

            return Cell("", None, "", 0, tuple(map(from_printing, self.weights)))

        rows = self.out.matrix("Y", self.shown["Y"], self.right["Y"], self.habits.scores, source)
        self._put(self._layout(LAYOUTS), self.Y, rows, "q", "c")

    def _entry(self, i: int, j: int) -> tuple[int, ...]:
        return tuple(n for w in self.weights if (n := w[i][j]) is not None)

    def _told(self, i: int, j: int, number: int) -> None:
        """A weight told again is one more printing of it, from which what comes later may be worked out."""
        self.told = [list(row) for row in self.weights[-1]]
        self.told[i][j] = number
        self.weights.append(self.told)

    def _from_weights(self, one: Callable[[list[list[int | None]]], Source]) -> tuple[Source, ...]:
        """What each printing of the weights gives."""
        return tuple(replace(one(w), told=w is self.told) for w in self.weights)

    def _extras(self) -> None:
        """A loss, the Jacobian of a row, a number told again in prose; each on some pages."""
        out, fine = self.out, self.habits.weights
        shown, right = self.shown["A"], self.right["A"]
        i = self.rng.randrange(shown.rows)
        j = self.rng.randrange(self.head.seen(i))
        if self.rng.random() < 0.3 and min(shown[i, j], right[i, j]) > 0.02:
            sources = tuple(Source(lambda c, x: -c.log(x[0]), (n,)) for n in self._entry(i, j))
            value = out.cell(-mpmath.log(shown[i, j]), fine, Cell("", -mpmath.log(right[i, j]), "loss", i, sources))
            out.say(
                f"The loss is `-log({self.A}[{i}, {j}]) = {value}`.", f"La pérdida es `-log({self.A}[{i}, {j}]) = {value}`."
            )
        if self.rng.random() < 0.3:
            value = out.cell(shown[i, j], fine, Cell("", right[i, j], "prose", i, (), self._entry(i, j)))
            self._told(i, j, len(out.cells) - 1)
            out.say(
                f"Query {i} gives key {j} the weight `{self.A}[{i}, {j}] = {value}`.",
                f"La consulta {i} da a la clave {j} el peso `{self.A}[{i}, {j}] = {value}`.",
            )
        if self.rng.random() < 0.3 and not self.head.causal:
            a, b = ([m[i, n] for n in range(m.cols)] for m in (shown, right))

            def source(r: int, c: int) -> Cell:
                def one(w: list[list[int | None]]) -> Source:
                    if r == c:
                        return Source(lambda _, x: x[0] - x[0] * x[0], (w[i][r],))
                    return Source(lambda _, x: -x[0] * x[1], (w[i][r], w[i][c]))

                return Cell("", None, "", 0, self._from_weights(one))

            rows = out.matrix("J", jacobian(a), jacobian(b), fine, source)
            out.say(
                f"The Jacobian of row {i}, `J = diag({self.A}[{i}]) - outer({self.A}[{i}], {self.A}[{i}])`:",
                f"El jacobiano de la fila {i}, `J = diag({self.A}[{i}]) - outer({self.A}[{i}], {self.A}[{i}])`:",
            )
            self._put(self._layout(LAYOUTS), "J", rows, "r", "c")

    def _backward(self) -> None:
        out, head, width, A, Y, S = self.out, self.head, len(self.head.K[0]), self.A, self.Y, self.S
        queries, keys = len(head.Q), len(head.K)
        out.say("## Backward\n", "## Hacia atrás\n")
        out.parts.append(program(**{f"d{Y}": head.dY}))
        printed: dict[str, list[list[int | None]]] = {}
        over, irrational = root(width), width not in (1, 4, 9)

        def bare(i: int, j: int) -> Cell:
            return Cell("", None, "", 0)

        def values(i: int, c: int) -> Cell:
            def one(w: list[list[int | None]]) -> Source:
                used = [(n, head.dY[q][c]) for q in range(queries) if (n := w[q][i]) is not None]
                return linear([g for _, g in used], [n for n, _ in used])

            return Cell("", None, "", 0, self._from_weights(one))

        def inner(i: int, j: int) -> Cell:
            def one(w: list[list[int | None]]) -> Source:
                used = [n for n in range(keys) if w[i][n] is not None]
                if j not in used:
                    return Source(lambda c, x: c.mpf(0), ())
                place = used.index(j)
                operands = [w[i][n] for n in used] + [printed["dA"][i][n] for n in used]

                def formula(c: Any, x: Sequence[Any]) -> Any:
                    half = len(x) // 2
                    return x[place] * (x[half + place] - sum((x[n] * x[half + n] for n in range(half)), c.mpf(0)))

                return Source(formula, tuple(operands))

            return Cell("", None, "", 0, self._from_weights(one))

        def of_dS(pick: Callable[[int, int], tuple[list[Any], list[int | None]]]) -> Callable[[int, int], Cell]:
            def source(i: int, j: int) -> Cell:
                weights, operands = pick(i, j)
                rough = linear(weights, operands, rounded_root(width)) if irrational else None
                return Cell("", None, "", 0, (linear(weights, operands, over),), by_constants=rough)

            return source

        steps: dict[str, tuple[str, Callable[[int, int], Cell]]] = {
            "dV": (f"dV = {A}^T d{Y}", values),
            "dA": (f"d{A} = d{Y} V^T", bare),
            "dS": (f"d{S} = {A} * (d{A} - rowsum({A} * d{A}))", inner),
            "dQ": (f"dQ = d{S} K / sqrt(d_k)", of_dS(lambda i, c: ([head.K[j][c] for j in range(keys)], printed["dS"][i]))),
            "dK": (
                f"dK = d{S}^T Q / sqrt(d_k)",
                of_dS(lambda i, c: ([head.Q[q][c] for q in range(queries)], [printed["dS"][q][i] for q in range(queries)])),
            ),
        }
        names = {"dA": f"d{A}", "dS": f"d{S}"}
        for stage, (formula, source) in steps.items():
            rows = out.matrix(stage, self.shown[stage], self.right[stage], 4, source)
            printed[stage] = ids(rows)
            out.parts.append(f"`{formula}`:\n")
            self._put(self._layout(LAYOUTS), names.get(stage, stage), rows, "r", "c")


def replace_rounding(habits: Habits) -> Habits:
    return Habits(habits.scores, habits.weights, ROUND_HALF_UP, habits.spanish)


def jacobian(row: Sequence[Any]) -> Matrix:
    return mpmath.matrix([[(a if i == j else 0) - a * b for j, b in enumerate(row)] for i, a in enumerate(row)])
