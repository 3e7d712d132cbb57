"""The pass once more, entry by entry and exactly: for closed forms, and for what balls cannot decide.

Made on demand and kept; nothing here is fast, and nothing here rounds. Left out: the cross-entropy loss, whose
gradient holds exponentials of exponentials (there only balls speak).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import lcm

from flint import fmpq, fmpq_mat

from derive.reference.problem import Loss, Problem
from derive.reference.quotients import (
    ONE,
    ZERO,
    Algebra,
    Monomial,
    Quotient,
    Terms,
    Undecidable,
    add_terms,
    number,
    polynomial,
)
from derive.reference.scores import Scores, least


@dataclass(slots=True)
class Entries:
    """The entries of every step of one problem, kept once made. All of it may raise Undecidable."""

    problem: Problem
    scores: dict[str, Scores]
    algebra: Algebra
    denominator: int
    _known: dict[tuple[str, int, int], Quotient] = field(default_factory=dict)
    _rows: dict[int, tuple[int, dict[int, Monomial]]] = field(default_factory=dict)

    def value(self, step: str, i: int, j: int) -> Quotient:
        if (step, i, j) not in self._known:
            self._known[step, i, j] = _STEPS[step](self, i, j)
        return self._known[step, i, j]

    def rational(self, step: str, i: int, j: int) -> fmpq | None:
        """The entry where it is rational, None where it is irrational (and so never a tie). Undecidable."""
        found = self.algebra.constant(self.value(step, i, j))
        return None if found is None or found[1] else found[0]

    def row(self, i: int) -> tuple[int, dict[int, Monomial]]:
        """The group of row i, and the exponentials of its allowed keys over that of its least score."""
        if i not in self._rows:
            lowest = least(self.problem, self.scores["masked"], i)
            monomials = {j: self._exponent("masked", i, j, lowest) for j in self.problem.allowed[i]}
            total: Terms = {}
            for monomial in monomials.values():
                total = add_terms(total, {monomial: fmpq(1)})
            self._rows[i] = (self.algebra.group(total), monomials)
        return self._rows[i]

    def _exponent(self, step: str, i: int, j: int, less: int | None = None) -> Monomial:
        """exp(step[i, j] - step[i, less])."""
        first, second = self.scores[step].parts(i, j)
        if less is not None:
            third, fourth = self.scores[step].parts(i, less)
            first, second = first - third, second - fourth
        return int((first * self.denominator).p), int((second * self.denominator).p), 0

    def exponential(self, i: int, j: int) -> Quotient:
        return polynomial({self._exponent("shifted", i, j): fmpq(1)} if j in self.problem.allowed[i] else {})

    def score(self, step: str, i: int, j: int) -> Quotient:
        rational, surd = self.scores[step].parts(i, j)
        terms = {ONE: rational, (0, 0, 1): surd}
        return polynomial({monomial: x for monomial, x in terms.items() if x})

    def weight(self, i: int, j: int) -> Quotient:
        group, monomials = self.row(i)
        return Quotient({group: (1, {monomials[j]: fmpq(1)})} if j in monomials else {})

    def scaled(self, value: Quotient) -> Quotient:
        """Times the scale of the problem."""
        scale = self.problem.scale
        return self.algebra.multiply(value, polynomial({(0, 0, int(scale.root != 1)): scale.factor}))

    def along(self, step: str, i: int, by: fmpq_mat, j: int) -> Quotient:
        """(step @ by)[i, j]."""
        return self.algebra.total([(self.value(step, i, k), by[k, j]) for k in range(by.nrows())])

    def across(self, step: str, i: int, by: fmpq_mat, j: int) -> Quotient:
        """(step^T @ by)[i, j]."""
        return self.algebra.total([(self.value(step, k, i), by[k, j]) for k in range(by.nrows())])

    def products(self, pairs: list[tuple[Quotient, Quotient]]) -> Quotient:
        result = ZERO
        for left, right in pairs:
            result = self.algebra.add(result, self.algebra.multiply(left, right))
        return result

    def loss(self) -> Loss:
        loss = self.problem.loss
        if loss is None or loss.kind == "cross-entropy":
            raise Undecidable
        return loss

    def upstream(self, i: int, j: int) -> Quotient:
        loss = self.loss()
        offset = (number(loss.offset[i, j]), fmpq(1))
        return self.algebra.total([(self.value("Y", i, j), loss.slope), offset] if loss.slope else [offset])

    def loss_value(self) -> Quotient:
        loss = self.loss()
        places = [(i, j) for i in range(loss.offset.nrows()) for j in range(loss.offset.ncols())]
        if loss.target is None:
            return self.algebra.total([(self.value("Y", *place), loss.offset[0, 0]) for place in places])
        errors = [self.upstream(*place) for place in places]  # slope * (Y - target)
        squares = self.products([(error, error) for error in errors])
        return self.algebra.total([(squares, 1 / (2 * loss.slope))])

    def gradient_at_weights(self, i: int, j: int) -> Quotient:
        columns = range(self.problem.V.ncols())
        return self.algebra.total([(self.value("dY", i, c), self.problem.V[j, c]) for c in columns])

    def gradient_at_scores(self, i: int, j: int) -> Quotient:
        weight, change = self.value("A", i, j), self.value("dA", i, j)
        less = self.algebra.total([(self.value("mean", i, 0), fmpq(-1))])
        return self.algebra.multiply(weight, self.algebra.add(change, less))

    def mean(self, i: int) -> Quotient:
        """The sum of A o dA over row i."""
        return self.products([(self.value("A", i, k), self.value("dA", i, k)) for k in self.problem.allowed[i]])

    def gradient_at_values(self, i: int, j: int) -> Quotient:
        queries = range(self.problem.Q.nrows())
        return self.products([(self.value("A", k, i), self.value("dY", k, j)) for k in queries])

    def inputs_gradient(self, i: int, j: int) -> Quotient:
        result = ZERO
        for step, weights in (("dQ", "W_Q"), ("dK", "W_K"), ("dV", "W_V")):
            by = self.problem.projections[weights].transpose()
            result = self.algebra.add(result, self.along(step, i, by, j))
        return result

    def weights_gradient(self, step: str, i: int, j: int) -> Quotient:
        inputs = self.problem.projections["X"]
        return self.algebra.total([(self.value(step, k, j), inputs[k, i]) for k in range(inputs.nrows())])


_STEPS: dict[str, Callable[[Entries, int, int], Quotient]] = {
    "Q": lambda e, i, j: number(e.problem.Q[i, j]),
    "K": lambda e, i, j: number(e.problem.K[i, j]),
    "V": lambda e, i, j: number(e.problem.V[i, j]),
    "S": lambda e, i, j: number((e.problem.Q * e.problem.K.transpose())[i, j]),
    "scaled": lambda e, i, j: e.score("scaled", i, j),
    "masked": lambda e, i, j: e.score("masked", i, j),
    "shifted": lambda e, i, j: e.score("shifted", i, j),
    "exp": lambda e, i, j: e.exponential(i, j),
    "sums": lambda e, i, j: e.algebra.total([(e.exponential(i, k), fmpq(1)) for k in e.problem.allowed[i]]),
    "A": lambda e, i, j: e.weight(i, j),
    "Y": lambda e, i, j: e.along("A", i, e.problem.V, j),
    "L": lambda e, i, j: e.loss_value(),
    "dY": lambda e, i, j: e.upstream(i, j),
    "dV": lambda e, i, j: e.gradient_at_values(i, j),
    "dA": lambda e, i, j: e.gradient_at_weights(i, j),
    "mean": lambda e, i, j: e.mean(i),
    "dS": lambda e, i, j: e.gradient_at_scores(i, j),
    "dQ": lambda e, i, j: e.scaled(e.along("dS", i, e.problem.K, j)),
    "dK": lambda e, i, j: e.scaled(e.across("dS", i, e.problem.Q, j)),
    "dW_Q": lambda e, i, j: e.weights_gradient("dQ", i, j),
    "dW_K": lambda e, i, j: e.weights_gradient("dK", i, j),
    "dW_V": lambda e, i, j: e.weights_gradient("dV", i, j),
    "dX": lambda e, i, j: e.inputs_gradient(i, j),
}


def entries(problem: Problem, scores: dict[str, Scores]) -> Entries:
    """No entry yet, ready to be asked. Exponents are integers over the common denominator of all scores."""
    masked = scores["masked"]
    parts = [part.entries() for part in (masked.rational, masked.surd) if part is not None]
    return Entries(problem, scores, Algebra(problem.scale.root), lcm(*(int(x.q) for part in parts for x in part)))
