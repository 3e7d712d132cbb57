"""The scores exactly: each is rational + surd * sqrt(root), so that comparing and subtracting need no rounding."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any

from flint import arb, arb_mat, fmpq, fmpq_mat

from derive.reference.problem import Problem


@dataclass(frozen=True, slots=True)
class Scores:
    """(T_q, T_k) numbers rational + surd * sqrt(root), root squarefree; a part that is None is zero everywhere."""

    rational: fmpq_mat | None
    surd: fmpq_mat | None
    root: int

    def parts(self, i: int, j: int) -> tuple[fmpq, fmpq]:
        zero = fmpq(0)
        return (
            zero if self.rational is None else self.rational[i, j],
            zero if self.surd is None else self.surd[i, j],
        )

    def balls(self) -> arb_mat:
        """At the working precision."""
        if self.surd is None:
            return arb_mat(self.rational)
        rooted = arb_mat(self.surd) * arb(self.root).sqrt()
        return rooted if self.rational is None else rooted + arb_mat(self.rational)


def scaled_scores(problem: Problem) -> Scores:
    """scale * Q K^T, without the mask."""
    product = problem.Q * problem.K.transpose() * problem.scale.factor
    return Scores(product, None, 1) if problem.scale.root == 1 else Scores(None, product, problem.scale.root)


def masked_scores(problem: Problem, scaled: Scores) -> Scores:
    """With the finite part of the mask added; the entries that are not allowed mean nothing."""
    if problem.bias is None:
        return scaled
    rational = problem.bias if scaled.rational is None else scaled.rational + problem.bias
    return Scores(rational, scaled.surd, scaled.root)


def sign(rational: fmpq, surd: fmpq, root: int) -> int:
    """Of rational + surd * sqrt(root), exactly: where the parts pull apart, the larger square wins."""
    first, second = (rational > 0) - (rational < 0), (surd > 0) - (surd < 0)
    if first == second or second == 0:
        return first
    if first == 0:
        return second
    square = rational * rational - surd * surd * root
    return first if square > 0 else second if square < 0 else 0


def _order(scores: Scores, i: int) -> Callable[[int], Any]:
    """A sort key for the columns of row i."""
    if scores.surd is None:
        assert scores.rational is not None
        row = scores.rational
        return lambda j: row[i, j]
    if scores.rational is None:
        row = scores.surd
        return lambda j: row[i, j]

    def compare(left: int, right: int) -> int:
        (a, b), (c, d) = scores.parts(i, left), scores.parts(i, right)
        return sign(a - c, b - d, scores.root)

    return cmp_to_key(compare)


def greatest(problem: Problem, scores: Scores) -> list[int]:
    """For each row the first allowed column that holds its maximum."""
    return [max(columns, key=_order(scores, i)) for i, columns in enumerate(problem.allowed)]


def least(problem: Problem, scores: Scores, i: int) -> int:
    """The first allowed column that holds the minimum of row i."""
    return min(problem.allowed[i], key=_order(scores, i))


def _less(part: fmpq_mat | None, columns: list[int]) -> fmpq_mat | None:
    if part is None:
        return None
    rows = [[x - row[j] for x in row] for row, j in zip(part.tolist(), columns, strict=True)]
    return fmpq_mat(rows)


def shifted_scores(problem: Problem, scores: Scores) -> Scores:
    """Each row less its maximum, so that equal scores give an exact zero."""
    columns = greatest(problem, scores)
    return Scores(_less(scores.rational, columns), _less(scores.surd, columns), scores.root)
