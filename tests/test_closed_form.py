"""Closed forms: what is printed, what is a constant, and what no constant is."""

from fractions import Fraction

import pytest
from flint import fmpq
from problems import losses, mat, random_problem

from derive.reference.certified import reference
from derive.reference.closed_form import closed_form
from derive.reference.entries import Entries
from derive.reference.problem import Scale, loss_of, problem
from derive.reference.quotients import ONE, Algebra, Quotient, Undecidable, number, polynomial

ONE_QUERY = {"Q": mat("1"), "V": mat("1; 2")}
# keys, scale -> the closed forms of the two weights
WEIGHTS = [
    ("0; 1", Scale(fmpq(1, 2), 2), ("1/(1 + exp(sqrt(2)/2))", "exp(sqrt(2)/2)/(1 + exp(sqrt(2)/2))")),
    ("1; 0", Scale(fmpq(1), 1), ("E/(1 + E)", "1/(1 + E)")),
    ("2; 2", Scale(fmpq(1, 3), 3), ("1/2", "1/2")),
    ("1/3; -1/6", Scale(fmpq(1), 1), ("exp(1/2)/(1 + exp(1/2))", "1/(1 + exp(1/2))")),
]


@pytest.mark.parametrize(("keys", "scale", "wanted"), WEIGHTS)
def test_weights(keys: str, scale: Scale, wanted: tuple[str, str]) -> None:
    found = reference(problem({**ONE_QUERY, "K": mat(keys)}, scale=scale), 20)
    assert [_text(found.exact, "A", 0, j) for j in range(2)] == list(wanted)


def _text(exact: Entries, step: str, i: int, j: int) -> str:
    form = closed_form(exact, step, i, j)
    assert form is not None
    return form.text


def test_scores_keep_their_root() -> None:
    found = reference(problem({**ONE_QUERY, "K": mat("3; 1/2")}, scale=Scale(fmpq(1, 6), 6)), 20)
    assert [_text(found.exact, "scaled", 0, j) for j in range(2)] == ["sqrt(6)/2", "sqrt(6)/12"]
    assert _text(found.exact, "S", 0, 1) == "1/2"


def test_rationals_are_marked() -> None:
    found = reference(problem({**ONE_QUERY, "K": mat("2; 2")}), 20)
    form = closed_form(found.exact, "Y", 0, 0)
    assert form is not None
    assert (form.rational, form.text, form.latex) == (fmpq(3, 2), "3/2", r"\frac{3}{2}")


def test_cross_entropy_has_none() -> None:
    loss = loss_of("cross-entropy", 1, 1, classes=[0])
    found = reference(problem({**ONE_QUERY, "K": mat("1; 2")}, loss=loss), 20)
    assert closed_form(found.exact, "dY", 0, 0) is None
    assert closed_form(found.exact, "Y", 0, 0) is not None


def test_very_long_forms_are_left_out() -> None:
    found = reference(random_problem(7, loss=losses(7)["squared"]), 20)
    assert closed_form(found.exact, "dX", 3, 3) is None


# Z = 1 + e^1, as exponents over the denominator 1
ALGEBRA = Algebra(2)
GROUP = ALGEBRA.group({ONE: fmpq(1), (1, 0, 0): fmpq(1)})
OTHER = ALGEBRA.group({ONE: fmpq(1), (2, 0, 0): fmpq(1)})
HALF = Quotient({GROUP: (1, {ONE: fmpq(1)})})
REST = Quotient({GROUP: (1, {(1, 0, 0): fmpq(1)})})


def test_constants_are_found_by_comparing_coefficients() -> None:
    assert ALGEBRA.constant(HALF) is None
    assert ALGEBRA.constant(ALGEBRA.add(HALF, REST)) == (1, 0)
    assert ALGEBRA.constant(number(fmpq(0))) == (0, 0)
    assert ALGEBRA.constant(polynomial({(0, 0, 1): fmpq(3), ONE: fmpq(1, 2)})) == (fmpq(1, 2), 3)
    assert ALGEBRA.constant(polynomial({(1, 0, 0): fmpq(3)})) is None
    rooted = ALGEBRA.multiply(ALGEBRA.add(HALF, REST), polynomial({(0, 0, 1): fmpq(1)}))
    assert ALGEBRA.constant(rooted) == (0, 1)
    assert ALGEBRA.constant(ALGEBRA.multiply(rooted, rooted)) == (2, 0)


def test_unlike_powers_are_brought_together() -> None:
    square = ALGEBRA.multiply(HALF, HALF)
    mixed = ALGEBRA.multiply(HALF, REST)
    assert ALGEBRA.constant(ALGEBRA.add(square, mixed)) is None
    assert ALGEBRA.constant(ALGEBRA.add(ALGEBRA.add(square, mixed), REST)) == (1, 0)  # 1/Z^2 + e/Z^2 = 1/Z


def test_unlike_denominators_need_a_common_one() -> None:
    """1/(1 + e) and 1/(1 + e^2) stay apart; 1/(1 + e) and (1 - e + e^2)/(1 + e^3) are the same number."""
    third = Quotient({OTHER: (1, {ONE: fmpq(1)})})
    assert ALGEBRA.constant(ALGEBRA.add(HALF, third)) is None
    cubed = ALGEBRA.group({ONE: fmpq(1), (3, 0, 0): fmpq(1)})  # 1 + e^3 = (1 + e)(1 - e + e^2)
    same = Quotient({cubed: (1, {ONE: fmpq(-1), (1, 0, 0): fmpq(1), (2, 0, 0): fmpq(-1)})})
    assert ALGEBRA.constant(ALGEBRA.add(HALF, same)) == (0, 0)


def test_products_across_groups_are_refused() -> None:
    with pytest.raises(Undecidable):
        ALGEBRA.multiply(HALF, Quotient({OTHER: (1, {ONE: fmpq(1)})}))
    wide = {(k, 0, 0): fmpq(1) for k in range(1000)}
    with pytest.raises(Undecidable):
        ALGEBRA.multiply_terms(wide, wide)


def test_an_entry_is_the_number_that_its_form_says() -> None:
    import sympy

    found = reference(problem({**ONE_QUERY, "K": mat("0; 7/5")}, scale=Scale(fmpq(2, 3), 5)), 40)
    form = closed_form(found.exact, "Y", 0, 0)
    assert form is not None
    value = sympy.N(form.expression, 40)
    ball = found.balls(found.least_bits)["Y"][0, 0]
    assert abs(Fraction(str(value)) - Fraction(ball.mid().str(40, radius=False))) < Fraction(1, 10**35)
