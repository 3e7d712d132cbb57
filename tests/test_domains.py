"""One expression, four ways: exact balls, estimates, exponential quotients and bounded floats must not contradict."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.decide import Place, place, round_to
from derive.evaluate import Evaluator, Unknown
from derive.exact import MINUS_INFINITY, Balls, Undefined, ends, precision
from derive.exponentials import Exponentials, closed_form
from derive.expression import Apply, Expression, Number, Symbol, apply, index, integer
from derive.intervals import Intervals, as_fractions
from derive.values import ShapeError, scalar
from numeric.bounds import BOUNDED, Bounded, bounded, roundoff

F = Fraction


def number(value: Fraction | int | str) -> Number:
    return Number(Fraction(value))


def array(rows: list[list[str]]) -> Expression:
    return Apply("list", tuple(Apply("list", tuple(number(v) for v in row)) for row in rows))


def vector(*entries: str) -> Expression:
    return Apply("list", tuple(map(number, entries)))


def evaluator(domain: Any) -> Evaluator:
    return Evaluator(domain, lambda e: scalar(MINUS_INFINITY) if e == Symbol("-inf") else None)


def numpy_value(e: Expression) -> Bounded:
    match e:
        case Number(value):
            return bounded(float(value), roundoff(np.float64) * abs(float(value)))
        case Apply(name, arguments):
            return BOUNDED[name](*(numpy_value(a) for a in arguments))
    raise AssertionError(e)


rationals = st.fractions(min_value=-3, max_value=3, max_denominator=20)
matrices = st.lists(st.lists(rationals, min_size=3, max_size=3), min_size=3, max_size=3).map(
    lambda m: Apply("list", tuple(Apply("list", tuple(map(Number, row))) for row in m))
)


def grow(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    two = st.sampled_from(["add", "subtract", "multiply", "matmul", "times"])
    one = st.sampled_from(["transpose", "softmax", "negative"])
    return st.one_of(
        st.builds(lambda o, a, b: apply(o, a, b), two, inner, inner),
        st.builds(lambda o, a: apply(o, a), one, inner),
        st.builds(lambda a, n: apply("divide", a, apply("sqrt", integer(n))), inner, st.integers(1, 8)),
    )


expressions = st.recursive(matrices, grow, max_leaves=4)


@settings(max_examples=60, deadline=None)
@given(expressions)
def test_the_domains_agree(expression: Expression) -> None:
    with precision(256):
        truth = evaluator(Balls()).value(expression)
        bounds = [ends(item) for item in truth.items]
    estimates = evaluator(Intervals()).value(expression)
    floats = numpy_value(expression)
    assert truth.shape == estimates.shape == floats.value.shape
    for (low, high), estimate, value, error in zip(bounds, estimates.items, floats.value.flat, floats.error.flat):
        below, above = as_fractions(estimate)
        assert below <= high and low <= above
        assert abs(Fraction(float(value)) - low) <= Fraction(float(error)) + (high - low)
        assert above - below < Fraction(1, 10**20)


@settings(max_examples=30, deadline=None)
@given(matrices, st.integers(0, 2))
def test_softmax_estimates_hold_every_choice(matrix: Expression, pick: int) -> None:
    """Scores within their half units: the weights stay within the estimate, and its ends are reached at a corner."""
    row = [F(e.value) for e in matrix.arguments[0].arguments]  # type: ignore[union-attr]
    half = F(1, 20)
    from derive.intervals import between

    estimates = Intervals().softmax([between(v - half, v + half) for v in row])
    corner = [v + half if n == pick else v - half for n, v in enumerate(row)]
    exact = Balls().softmax([evaluator(Balls()).value(Number(v)).item for v in corner])
    with precision(128):
        low, high = ends(exact[pick])
    assert low <= as_fractions(estimates[pick])[1] and high >= as_fractions(estimates[pick])[1] - F(1, 10**12)


TIES = [
    # an expression whose value is rational although exponentials come in, and that value
    (apply("softmax", vector("1/3", "1/3")), (0,), F(1, 2)),
    (apply("matmul", apply("softmax", vector("0.1", "0.7", "0.1")), vector("1", "1", "1")), (), F(1)),
    (apply("divide", apply("exp", number(2)), apply("exp", number(2))), (), F(1)),
    (
        apply("softmax", apply("divide", vector("1", "1", "1"), apply("sqrt", number(2)))),
        (1,),
        F(1, 3),
    ),
]


@pytest.mark.parametrize("expression,at,value", TIES)
def test_rational_values_are_recognised(expression: Expression, at: tuple[int, ...], value: Fraction) -> None:
    assert evaluator(Exponentials()).value(expression)[at].item.rational() == value


def test_a_tie_of_a_transcendental_form_is_decided() -> None:
    """A V with all values 1/8: the ball straddles the edge of R(0.12) at every precision; the exact form tells."""
    expression = apply("matmul", apply("softmax", vector("0.1", "0.7", "0.3")), vector("0.125", "0.125", "0.125"))

    def at(bits: int) -> Any:
        with precision(bits):
            return evaluator(Balls()).value(expression).item

    def exactly() -> Fraction | None:
        value = evaluator(Exponentials()).value(expression).item.rational()
        assert value is None or isinstance(value, Fraction)
        return value

    assert place(at, F("0.115"), F("0.125"), exactly) is Place.EDGE
    assert round_to(at, F("0.01"), exactly) == F("0.13")


def test_closed_form() -> None:
    scores = Apply("list", (number(0), apply("divide", number(1), apply("sqrt", number(2)))))
    item = evaluator(Exponentials()).value(index(apply("softmax", scores), 1)).item
    assert closed_form(item) == "exp(sqrt(2)/2)/(1 + exp(sqrt(2)/2))"


BAD = [
    (apply("matmul", array([["1", "2"]]), array([["1", "2"]])), ShapeError),
    (apply("divide", number(1), number(0)), Undefined),
    (apply("sqrt", number(-1)), Undefined),
    (apply("log", number(0)), Undefined),
    (apply("softmax", Apply("list", (Symbol("-inf"), Symbol("-inf")))), Undefined),
    (index(vector("1", "2"), 2), ShapeError),
    (Symbol("x"), Unknown),
    (apply("nothing", number(1)), Unknown),
    (apply("list", vector("1"), vector("1", "2")), ShapeError),
]


@pytest.mark.parametrize("expression,error", BAD)
@pytest.mark.parametrize("domain", [Balls(), Intervals()])
def test_what_has_no_value(expression: Expression, error: type[Exception], domain: Any) -> None:
    with pytest.raises(error):
        evaluator(domain).value(expression)


def test_powers_beyond_the_limit_are_refused_before_they_are_built() -> None:
    from derive.exact import TooLarge

    tower = apply("power", number(9), apply("power", number(9), number(9)))
    with pytest.raises(TooLarge):
        evaluator(Balls()).value(tower)


MASKED = Symbol("-inf")


@pytest.mark.parametrize(
    "expression",
    [
        apply("abs", MASKED),
        apply("log", MASKED),
        apply("sqrt", MASKED),
        apply("power", MASKED, number(2)),
        apply("power", number(2), MASKED),
        apply("divide", number(1), MASKED),
        apply("multiply", number(-1), MASKED),
        apply("multiply", MASKED, number(-1)),
        apply("multiply", MASKED, number(0)),
        apply("divide", MASKED, number(-2)),
        apply("divide", MASKED, MASKED),
    ],
)
@pytest.mark.parametrize("domain", [Balls(), Intervals(), Exponentials()])
def test_minus_infinity_has_no_such_value_in_any_domain(expression: Expression, domain: Any) -> None:
    with pytest.raises(Undefined):
        evaluator(domain).value(expression)


@pytest.mark.parametrize(
    "expression",
    [
        apply("multiply", MASKED, number("0.5")),
        apply("multiply", number("0.5"), MASKED),
        apply("divide", MASKED, apply("sqrt", number(2))),
    ],
)
@pytest.mark.parametrize("domain", [Balls(), Intervals(), Exponentials()])
def test_a_masked_score_stays_masked_under_a_positive_scale(expression: Expression, domain: Any) -> None:
    assert evaluator(domain).value(expression).item is MINUS_INFINITY
