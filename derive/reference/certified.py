"""The certified reference: balls at rising precision until every asked digit is decided, exact entries where none is.

It ends: a value that is rational is found to be so and rounded exactly; one that is irrational is never a tie nor an
end of a rounding interval, so a small enough ball decides it. Only where the exact algebra gives up (cross-entropy,
very many terms) is there a cap on the precision, and then `Undecided` names the entry.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import isqrt
from typing import TypeVar

from flint import arb, arb_mat, fmpq, fmpq_mat

from derive.reference import balls
from derive.reference.entries import Entries, entries
from derive.reference.problem import InputError, Problem
from derive.reference.quotients import Undecidable
from derive.reference.scores import Scores, masked_scores, scaled_scores, shifted_scores
from derive.reference.steps import STEPS

T = TypeVar("T")

PRECISION_CAP = 1 << 15  # bits; far beyond any entry that the exact algebra leaves open
EXACT_EXPONENT = 10**5
SPREAD_LIMIT = 10**5  # numbers further apart than this have weights with tens of thousands of zeros


class Undecided(Exception):
    """An entry that neither balls up to the cap nor the exact algebra decide: step, row, column, bits."""

    def __init__(self, step: str, row: int, column: int, bits: int) -> None:
        super().__init__(f"{step}[{row}, {column}] at {bits} bits")
        self.step, self.row, self.column, self.bits = step, row, column, bits


def bits_for(digits: int) -> int:
    """The working precision to begin with for so many decimal digits."""
    return digits * 333 // 100 + 20


@dataclass(slots=True)
class Reference:
    """One problem: its rational steps, its balls at each precision asked for so far, its exact entries.

    rational: the steps that are rational matrices anyway. least_bits: where refinement begins.
    """

    problem: Problem
    scores: dict[str, Scores]
    rational: dict[str, fmpq_mat]
    exact: Entries
    least_bits: int
    _levels: dict[int, dict[str, arb_mat]] = field(default_factory=dict)

    def balls(self, bits: int) -> dict[str, arb_mat]:
        """Every step at so many bits, kept."""
        if bits not in self._levels:
            self._levels[bits] = balls.both(self.problem, self.scores, bits)
        return self._levels[bits]

    @property
    def names(self) -> list[str]:
        """The steps of this problem, in order."""
        found = self.balls(self.least_bits)
        return [name for name in STEPS if name in self.rational or name in found]

    def shape(self, step: str) -> tuple[int, int]:
        of = self.rational[step] if step in self.rational else self.balls(self.least_bits)[step]
        return of.nrows(), of.ncols()

    def masked(self, step: str, i: int, j: int) -> bool:
        """Whether this entry is the -infinity of a masked key."""
        return STEPS[step].masked and j not in self.problem.allowed[i]


def _rational_steps(problem: Problem, scores: dict[str, Scores]) -> dict[str, fmpq_mat]:
    steps = {"Q": problem.Q, "K": problem.K, "V": problem.V, "S": problem.Q * problem.K.transpose()}
    for name, of in scores.items():
        if of.surd is None:
            assert of.rational is not None
            steps[name] = of.rational
    loss = problem.loss
    if loss is not None and loss.kind != "cross-entropy" and not loss.slope:
        steps |= {"dY": loss.offset, "dA": loss.offset * problem.V.transpose()}
    return steps


def reference(problem: Problem, digits: int = 50) -> Reference:
    """All steps as balls of radius below half a unit of the given decimal, in as few passes as that takes."""
    scaled = scaled_scores(problem)
    masked = masked_scores(problem, scaled)
    scores = {"scaled": scaled, "masked": masked, "shifted": shifted_scores(problem, masked)}
    _spread(scores["shifted"], problem)
    found = Reference(problem, scores, _rational_steps(problem, scores), entries(problem, scores), bits_for(digits))
    if problem.loss is not None and problem.loss.classes:
        _logit_spread(balls.forward(problem, scores)["Y"])
    bound = arb(10) ** -digits / 2
    while not all(x.rad() < bound for step in found.balls(found.least_bits).values() for x in step.entries()):
        found.least_bits *= 2
    return found


def _spread(shifted: Scores, problem: Problem) -> None:
    """InputError where scores of one row are so far apart that their weights cannot be spelled."""
    for i, columns in enumerate(problem.allowed):
        for j in columns:
            rational, surd = shifted.parts(i, j)
            size = abs(rational) + abs(surd) * (isqrt(shifted.root) + 1)
            if size > SPREAD_LIMIT:
                power = len(str(int(size.p) // int(size.q))) - 1
                raise InputError("spread", step="masked", row=i, spread=f"1e{power}", limit=SPREAD_LIMIT)


def _logit_spread(outputs: arb_mat) -> None:
    """The same for a cross-entropy, whose softmax takes the rows of Y."""
    for i, row in enumerate(outputs.tolist()):
        ordered = sorted(x.mid() for x in row)
        if ordered[-1] - ordered[0] > SPREAD_LIMIT:
            raise InputError("spread", step="Y", row=i, spread=SPREAD_LIMIT, limit=SPREAD_LIMIT)


def radius_exponent(found: Reference) -> int | None:
    """The least n such that no ball, at the precision where refinement begins, is wider than ± 2**n; None if all exact.

    Not a float: with many digits the radii lie below the range of floats.
    """
    radii = [x.rad().man_exp() for of in found.balls(found.least_bits).values() for x in of.entries()]
    return max((int(m).bit_length() + int(e) for m, e in radii if m), default=None)


def settle(
    found: Reference,
    step: str,
    of_ball: Callable[[arb], T | None],
    of_rational: Callable[[fmpq], T],
    infinite: T,
) -> list[list[T]]:
    """Every entry of a step turned into what the two functions say, with as much precision as it takes.

    of_ball gives None where the ball does not decide. infinite stands at masked keys. Raises Undecided.
    """
    rows, columns = found.shape(step)
    if step in found.rational:
        entries_ = found.rational[step].tolist()
        return [
            [infinite if found.masked(step, i, j) else of_rational(x) for j, x in enumerate(row)]
            for i, row in enumerate(entries_)
        ]
    first = found.balls(found.least_bits)[step].tolist()
    return [
        [
            infinite if found.masked(step, i, j) else _settled(found, step, (i, j), first[i][j], of_ball, of_rational)
            for j in range(columns)
        ]
        for i in range(rows)
    ]


def _settled(
    found: Reference,
    step: str,
    place: tuple[int, int],
    ball: arb,
    of_ball: Callable[[arb], T | None],
    of_rational: Callable[[fmpq], T],
) -> T:
    if ball.is_exact() and abs(int(ball.man_exp()[1])) < EXACT_EXPONENT:  # 1/8: a rational like any other
        return of_rational(ball.fmpq())
    value, bits = of_ball(ball), found.least_bits
    while value is None and bits < 4 * found.least_bits:  # cheaper than the exact entry, and nearly always enough
        bits *= 2
        value = of_ball(found.balls(bits)[step][place])
    if value is not None:
        return value
    try:
        rational = found.exact.rational(step, *place)
        cap = None
    except Undecidable:
        rational, cap = None, PRECISION_CAP
    if rational is not None:
        return of_rational(rational)
    while value is None:
        if cap is not None and bits >= cap:
            raise Undecided(step, *place, bits)
        bits *= 2
        value = of_ball(found.balls(bits)[step][place])
    return value
