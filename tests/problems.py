"""Problems that several tests use: random ones with a seed, and matrices from one line of text."""

import random
from fractions import Fraction

from flint import fmpq_mat

from derive.reference.problem import Loss, Problem, causal, given_gradient, loss_of, matrix, problem


def rows(text: str) -> list[list[Fraction]]:
    """rows("1 0.5; 1/3 2")."""
    return [[Fraction(x) for x in row.split()] for row in text.split(";")]


def mat(text: str) -> fmpq_mat:
    return matrix("M", rows(text))


def random_rows(random_: random.Random, height: int, width: int, spread: int = 100) -> list[list[Fraction]]:
    return [[Fraction(random_.randint(-spread, spread), 100) for _ in range(width)] for _ in range(height)]


def random_problem(size: int, seed: int = 0, masked: bool = False, loss: Loss | None = None) -> Problem:
    """X, W_Q, W_K, W_V of entries with two decimals, size by size, and G unless a loss is given."""
    random_ = random.Random(f"{size} {seed}")
    givens = {name: matrix(name, random_rows(random_, size, size)) for name in ("X", "W_Q", "W_K", "W_V")}
    upstream = given_gradient(random_rows(random_, size, size), size, size)
    return problem(givens, causal(size, size) if masked else None, None, loss or upstream)


def losses(size: int) -> dict[str, Loss]:
    target = [[Fraction(i - j, 7) for j in range(size)] for i in range(size)]
    found = {kind: loss_of(kind, size, size) for kind in ("sum", "mean")}
    found |= {kind: loss_of(kind, size, size, target) for kind in ("squared", "mse")}
    return found | {"cross-entropy": loss_of("cross-entropy", size, size, classes=[i % size for i in range(size)])}
