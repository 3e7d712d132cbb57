"""The independent route: exact values, dual numbers, and samples that respect the assumptions."""

from fractions import Fraction
from random import Random

import pytest
from flint import arb, fmpq

from derive import duals
from derive.duals import Dual, Undefined
from derive.kernel import Hypothesis, Partition
from derive.samples import STYLES, NoSample, assigned, draw, vocabulary
from derive.term_values import Evaluator, Sample, TooSlow, evaluate, precision
from derive.terms import (
    Apply,
    Derivative,
    ImaginaryUnit,
    Index,
    ShapeError,
    Size,
    Tensor,
    delta,
    exp,
    log,
    sqrt,
    term,
    total,
)

i, j, k = (Index(name, "T") for name in "ijk")
x, y, A = Tensor("x", ("T",)), Tensor("y", ("T",)), Tensor("A", ("T", "T"))
X_VALUES = (fmpq(2), fmpq(-1), fmpq(1, 2))
SAMPLE = Sample(
    {"T": 3},
    {
        "x": {(n,): value for n, value in enumerate(X_VALUES)},
        "A": {(m, n): fmpq(3 * m + n) for m in range(3) for n in range(3)},
    },
)
at = {i: 0, j: 1, k: 2}


@pytest.mark.parametrize(
    "formula, value",
    [
        (x[i] - 3 * x[j], 5),
        (total("T", lambda m: x[m]), Fraction(3, 2)),
        (total(("T", "T"), lambda m, n: A[m, n] * A[n, m]), 0 + 16 + 64 + 2 * (1 * 3 + 2 * 6 + 5 * 7)),
        (total("T", lambda m: A[m, m]), 12),
        (Size("T") ** 2 / 2, Fraction(9, 2)),
        (total("T", lambda m: delta(m, k) * x[m]), Fraction(1, 2)),
        (total("2", lambda m: x[i]), 4),
        (sqrt(term(Fraction(9, 4))), Fraction(3, 2)),
        (exp(x[i] + 2 * x[j]), 1),
        (log(2 * x[k]), 0),
        (ImaginaryUnit() ** 2 * x[i], -2),
        (Derivative(x[i] ** 3, x[i]), 12),
        (Derivative(x[i] ** 3, x[j]), 0),
        (Derivative(total("T", lambda m: x[m] ** 2 * A[m, k]), x[j]), -10),
        (Derivative(1 / x[i], x[i]), Fraction(-1, 4)),
        (Derivative(Derivative(x[i] ** 2 * x[j] ** 3, x[i]), x[j]), 12),  # 2x · 3y² at (2, −1): no confusion of slopes
        (Derivative(x[j] * Derivative(x[i] * x[j], x[i]), x[j]), -2),
        (Derivative(exp(x[i] + 2 * x[j]), x[j]), 2),
    ],
)
def test_values_by_hand(formula, value):
    found = evaluate(formula, SAMPLE, at)
    assert not duals.differ(found, duals.rational(Fraction(value)))
    assert duals.close_together(found, duals.rational(Fraction(value)), 40)


def test_an_unknown_function_has_the_derivatives_of_itself():
    """φ stands for a polynomial: its difference quotient tends to its derivative."""
    first = evaluate(Apply("φ", x[k], 1), SAMPLE, at)
    step = fmpq(1, 10**9)
    moved = Sample(SAMPLE.sizes, {"x": {**SAMPLE.entries["x"], (2,): X_VALUES[2] + step}})
    quotient = (evaluate(Apply("φ", x[k]), moved, at) - evaluate(Apply("φ", x[k]), SAMPLE, at)) / step
    assert abs(quotient - first) < fmpq(1, 10**4)
    assert evaluate(Derivative(Apply("φ", x[k]), x[k]), SAMPLE, at) == first


@pytest.mark.parametrize("formula", [1 / (x[i] + 2 * x[j]), sqrt(x[j]), log(x[j]), 1 / (exp(x[i]) - exp(x[i]))])
def test_undefined_values_are_not_invented(formula):
    with pytest.raises(Undefined):
        evaluate(formula, SAMPLE, at)


def test_huge_powers_become_balls():
    assert isinstance(duals.power(fmpq(3), Fraction(10**6)), arb)
    assert duals.power(fmpq(3), Fraction(100)) == 3**100


def test_balls_decide_only_when_disjoint():
    third = arb(1) / 3
    assert not duals.differ(third, fmpq(1, 3))
    assert duals.differ(third, fmpq(1, 2))
    assert not duals.close_together(arb(0, 1), fmpq(0), 10), "a wide ball agrees with nothing"


def test_slopes_of_different_levels():
    product = Dual(fmpq(2), fmpq(1), 1) * Dual(fmpq(3), fmpq(1), 2)
    assert duals.part(duals.part(product, 2)[1], 1) == (2, 1)


def test_deadline():
    wide = total(("T",) * 5, lambda *m: exp(A[m[0], m[1]] * A[m[2], m[3]] + x[m[4]]))
    with pytest.raises(TooSlow):
        Evaluator(SAMPLE, deadline=0).value(wide, {})


def test_blocks_follow_each_other():
    sample = Sample({"B1": 1, "B2": 2}, SAMPLE.entries, {"T": ("B1", "B2")})
    second = Index("k", "B2")
    assert sample.size("T") == 3
    assert evaluate(x[second], sample, {second: 1}) == X_VALUES[2]
    assert evaluate(total("B1", lambda m: x[m]) + total("B2", lambda m: x[m]), sample) == fmpq(3, 2)


MASK = Tensor("c", ("T", "T"), mask=True)
CAUSAL = Tensor("d", ("T", "T"), mask=True, unit_diagonal=True)
POSITIVE = Tensor("w", ("T",), positive=True)
SYMMETRIC = Tensor("S", ("T", "T"), symmetric=True)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("seed", range(5))
def test_samples_respect_traits(style, seed):
    terms = (MASK[i, j] + CAUSAL[i, j] + POSITIVE[i] + SYMMETRIC[i, j],)
    entries = draw(terms, (), (4, 2), Random(seed), style).entries
    assert set(entries["c"].values()) <= {0, 1}
    assert all(any(entries["c"][row, n] for n in range(4)) for row in range(4))
    assert all(entries["d"][n, n] == 1 for n in range(4))
    assert all(value > 0 for value in entries["w"].values())
    assert all(entries["S"][m, n] == entries["S"][n, m] for m in range(4) for n in range(4))


def test_styles_put_the_largest_entry_first_or_last():
    first, last = (draw((x[i],), (), (6,), Random(1), style).entries["x"] for style in ("first", "last"))
    assert max(first, key=first.__getitem__) == (0,) and max(last, key=last.__getitem__) == (5,)
    assert len(set(draw((x[i],), (), (6,), Random(1), "ties").entries["x"].values())) == 1


def test_hypotheses_hold_exactly():
    rows = Hypothesis(total("T", lambda m: A[i, m]), x[i])
    sum_to_one = Hypothesis(total("T", lambda m: x[m]), term(1))
    sample = draw((A[i, j],), (sum_to_one, rows), (3,), Random(0))
    assert sum(sample.entries["x"].values(), fmpq(0)) == 1
    for row in range(3):
        assert sum((sample.entries["A"][row, n] for n in range(3)), fmpq(0)) == sample.entries["x"][row,]


def test_contradictory_hypotheses():
    total_x = total("T", lambda m: x[m])
    with pytest.raises(NoSample):
        draw((x[i],), (Hypothesis(total_x, term(1)), Hypothesis(total_x, term(2))), (2,), Random(0))


def test_sizes_differ_from_each_other():
    assert assigned(["d_k", "T", "d_v"], (3, 2, 4), {}) == {"T": 3, "d_k": 2, "d_v": 4}
    assert assigned(["T"], (3, 2, 4), {"T": ("B1", "B2")}) == {"B1": 3, "B2": 2}


def test_shapes_are_checked():
    with pytest.raises(ShapeError, match="x runs through T, not through N"):
        vocabulary((x[Index("n", "N")],), ())
    vocabulary((x[Index("n", "B1")],), (Partition("T", ("B1", "B2")),))


def test_precision_is_local():
    before = arb(2).sqrt()
    with precision(400):
        assert arb(2).sqrt().rad() < before.rad()
    assert arb(2).sqrt().rad() == before.rad()
