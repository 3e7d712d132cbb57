"""One attention head worked out number by number, each at forty digits and as it is printed; a slip may stand in for one.

A number that is planted is used as it is printed in everything after it, as by somebody who does not notice.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import mpmath

from checks.exercise.layouts import DIGITS, Rows, rounded

Cell = tuple[str, int, int]  # stage, row, column
Value = Any  # mpmath ships no types; None where the mask hides a number
EXACT_PLACES = 2  # products of inputs with one decimal
HIDDEN = {"S": "-inf", "logits": "-inf", "exp": "0", "A": "0"}


@dataclass(frozen=True, slots=True)
class Head:
    """The inputs, as they are printed, and the habits of the page."""

    Q: Rows
    K: Rows
    V: Rows
    causal: bool
    scores: int  # decimals of scores and outputs
    weights: int  # decimals of exponentials, sums and weights
    rounding: str

    @property
    def width(self) -> int:
        return len(self.Q[0])

    @property
    def square(self) -> bool:
        return len(self.Q) == len(self.K)

    def sees(self, row: int, column: int) -> bool:
        return not self.causal or column <= row

    def places(self, stage: str) -> int:
        return EXACT_PLACES if stage == "P" else self.weights if stage in ("exp", "sum", "A") else self.scores

    def text(self, stage: str, value: Value) -> str:
        return HIDDEN[stage] if value is None else rounded(value, self.places(stage), self.rounding)


@dataclass(slots=True)
class Working:
    """What the page holds of each number: its value as it is used from there on, and its text."""

    head: Head
    planted: Mapping[Cell, str]
    values: dict[Cell, Value] = field(default_factory=dict)
    texts: dict[Cell, str] = field(default_factory=dict)

    def put(self, cell: Cell, value: Value) -> Value:
        """The value, or what is planted in its place."""
        text = self.planted.get(cell)
        self.values[cell] = value if text is None else mpmath.mpf(text)
        self.texts[cell] = self.head.text(cell[0], value) if text is None else text
        return self.values[cell]


def solve(head: Head, planted: Mapping[Cell, str] | None = None) -> Working:
    """All numbers of the page, in its order."""
    with mpmath.workdps(DIGITS):
        done = Working(head, planted or {})
        for row in range(len(head.Q)):
            _scores(done, row)
        for row in range(len(head.Q)):
            _softmax(done, row)
        for row in range(len(head.Q)):
            for column in range(len(head.V[0])):
                done.put(("Y", row, column), mpmath.fsum(output_terms(done, row, column)))
        return done


def product_terms(head: Head, row: int, column: int) -> list[Value]:
    return [mpmath.mpf(q) * mpmath.mpf(k) for q, k in zip(head.Q[row], head.K[column])]


def output_terms(done: Working, row: int, column: int) -> list[Value]:
    weights = [done.values["A", row, key] or 0 for key in range(len(done.head.K))]
    return [weight * mpmath.mpf(values[column]) for weight, values in zip(weights, done.head.V)]


def _scores(done: Working, row: int) -> None:
    head = done.head
    for column in range(len(head.K)):
        product = done.put(("P", row, column), mpmath.fsum(product_terms(head, row, column)))
        done.put(("S", row, column), product / mpmath.sqrt(head.width) if head.sees(row, column) else None)


def _softmax(done: Working, row: int) -> None:
    columns = range(len(done.head.K))
    powers = []
    for column in columns:
        logit = done.put(("logits", row, column), done.values["S", row, column])
        powers.append(done.put(("exp", row, column), None if logit is None else mpmath.exp(logit)))
    total = done.put(("sum", row, 0), mpmath.fsum(power for power in powers if power is not None))
    for column, power in enumerate(powers):
        done.put(("A", row, column), None if power is None else power / total)
