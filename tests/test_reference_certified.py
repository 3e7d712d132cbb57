"""The certified pass: against two other engines, against its own exact entries, and at every tie."""

from fractions import Fraction
from typing import Any

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from problems import losses, mat, random_problem, rows

from derive import digits
from derive.digits import Digits
from derive.floats import FORMATS, round_ball, round_rational
from derive.reference.certified import PRECISION_CAP, Reference, Undecided, reference, settle
from derive.reference.confirm import Disagreement, confirm, exact_ends
from derive.reference.entries import Entries
from derive.reference.problem import InputError, Problem, Scale, causal, given_gradient, loss_of, matrix, problem
from derive.reference.quotients import Terms


def decimals(found: Reference, step: str, places: int, rule: str = "half-even") -> list[list[str]]:
    def of_ball(ball: arb) -> str | None:
        number = digits.decimals_of_ball(ball, places, rule)
        return None if number is None else digits.fixed(number)

    def of_rational(value: fmpq) -> str:
        return digits.fixed(digits.decimals_of_rational(value, places, rule))

    return settle(found, step, of_ball, of_rational, "-inf")


def floats(found: Reference, step: str, name: str) -> list[list[float]]:
    into = FORMATS[name]
    return settle(found, step, lambda ball: round_ball(ball, into), lambda value: round_rational(value, into), 0.0)


PROBLEMS = {
    **{f"given {size}": random_problem(size) for size in (1, 2, 3, 5, 8)},
    **{f"causal {size}": random_problem(size, masked=True) for size in (2, 4, 7)},
    "bare cross-entropy": problem(
        {"Q": mat("1 2"), "K": mat("0.5 0; 0.1 0.3"), "V": mat("1 2; 3 0.7")},
        loss=loss_of("cross-entropy", 1, 2, classes=[1]),
    ),
    **{f"{kind} 2": random_problem(2, loss=loss) for kind, loss in losses(2).items()},
    **{f"{kind} 3": random_problem(3, loss=loss) for kind, loss in losses(3).items()},
    **{f"{kind} 4 causal": random_problem(4, masked=True, loss=loss) for kind, loss in losses(4).items()},
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_mpmath_intervals_meet_every_ball(name: str) -> None:
    found = reference(PROBLEMS[name])
    # every step but shifted, exp and sums, less the masked entries
    wanted = sum(
        not found.masked(step, i, j)
        for step in found.names
        if step not in ("shifted", "exp", "sums")
        for i in range(found.shape(step)[0])
        for j in range(found.shape(step)[1])
    )
    assert confirm(found, "mpmath") == wanted


@pytest.mark.parametrize("name", ["given 1", "given 2", "given 3", "causal 2", "mse 2", "bare cross-entropy"])
def test_sympy_agrees(name: str) -> None:
    found = reference(PROBLEMS[name], 30)
    assert confirm(found, "sympy") >= 8


def test_a_wrong_ball_is_noticed() -> None:
    found = reference(random_problem(2), 30)
    ball = found.balls(found.least_bits)["A"]
    with ctx.workprec(200):
        ball[1, 0] = ball[1, 0] + arb(10) ** -20
    for engine in ("mpmath", "sympy"):
        with pytest.raises(Disagreement) as caught:
            confirm(found, engine)
        assert (caught.value.step, caught.value.row, caught.value.column) == ("A", 1, 0)


def test_engines_refuse_what_is_too_large() -> None:
    found = reference(random_problem(17), 20)
    with pytest.raises(InputError, match="engine_size"):
        confirm(found, "mpmath")
    fed_back = reference(random_problem(3, loss=losses(3)["squared"]), 20)
    with pytest.raises(InputError, match="engine_size"):
        confirm(fed_back, "sympy")


def ball_of(exact: Entries, step: str, i: int, j: int) -> arb:
    """An exact entry evaluated by hand: another route to the same number."""
    root = arb(exact.algebra.root).sqrt()

    def total(terms: Terms) -> arb:
        result = arb(0)
        for (a, b, k), x in terms.items():
            result += arb(x) * ((a + b * root) / exact.denominator).exp() * root**k
        return result

    result = arb(0)
    for group, (power, terms) in exact.value(step, i, j).parts.items():
        result += total(terms) / total(exact.algebra.sums[group]) ** power
    return result


@pytest.mark.parametrize("name", [name for name in PROBLEMS if "cross" not in name and "8" not in name])
def test_exact_entries_lie_in_the_balls(name: str) -> None:
    found = reference(PROBLEMS[name], 30)
    with ctx.workprec(300):
        for step in found.names:
            for i in range(found.shape(step)[0]):
                for j in range(found.shape(step)[1]):
                    if found.masked(step, i, j):
                        continue
                    value = ball_of(found.exact, step, i, j)
                    low, high = exact_ends(found, step, i, j)
                    ends = [arb(fmpq(x.numerator, x.denominator)) for x in (low, high)]
                    assert value.overlaps(ends[0].union(ends[1])), (step, i, j)


@pytest.mark.parametrize("count", [1, 5, 50, 300])
def test_radii_are_as_promised(count: int) -> None:
    found = reference(random_problem(5, masked=True), count)
    for of in found.balls(found.least_bits).values():
        for ball in of.entries():
            assert ball.rad() < arb(10) ** -count / 2


def uniform(keys: int, values: str) -> Problem:
    """One query at a right angle to all keys: every weight is 1/keys."""
    zero = "; ".join(["0"] * keys)
    return problem({"Q": mat("1"), "K": mat(zero), "V": mat(values)})


def test_ties_of_equal_weights_are_exact() -> None:
    found = reference(uniform(8, "1; 0; 0; 0; 0; 0; 0; 0"))
    assert decimals(found, "A", 2) == [["0.12"] * 8]
    assert decimals(found, "A", 2, "half-away") == [["0.13"] * 8]
    assert decimals(found, "A", 3, "truncate") == [["0.125"] * 8]
    assert decimals(found, "Y", 2, "half-away") == [["0.13"]]


@pytest.mark.parametrize("keys", [2, 8, 5])
def test_ties_are_flagged_whether_the_ball_is_exact_or_not(keys: int) -> None:
    """1/2, 1/8 and 1/5 as weights, and an output at a tie of the third decimal that no ball holds exactly."""
    tie = Fraction(keys * 1235, 10000)
    found = reference(uniform(keys, "; ".join([str(tie)] + ["0"] * (keys - 1))))
    flags = settle(found, "Y", lambda ball: None, lambda value: digits.is_tie(value, 3), False)
    assert flags == [[True]]
    flagged = settle(found, "A", lambda ball: None, lambda value: digits.is_tie(value, 0), False)
    assert flagged == [[keys == 2] * keys]


def test_equal_group_means_make_a_rational_output() -> None:
    """Scores 0, 0, 1, 1 and V with mean 1/8 in both groups: Y is 1/8 though A is transcendental."""
    found = reference(problem({"Q": mat("1"), "K": mat("0; 0; 1; 1"), "V": mat("0; 1/4; 1/16; 3/16")}))
    assert found.exact.rational("Y", 0, 0) == fmpq(1, 8)
    assert found.exact.rational("A", 0, 0) is None
    assert decimals(found, "Y", 2) == [["0.12"]]
    assert decimals(found, "Y", 2, "half-away") == [["0.13"]]
    values = mat(f"0; 1/4; 1/16; {3 * 10**60 + 1}/{16 * 10**60}")
    nearly = reference(problem({"Q": mat("1"), "K": mat("0; 0; 1; 1"), "V": values}))
    assert nearly.exact.rational("Y", 0, 0) is None
    assert decimals(nearly, "Y", 2) == [["0.13"]]  # 1e-62 above the tie


@pytest.mark.parametrize("power", [20, 60, 400])
@pytest.mark.parametrize("sign", [1, -1])
def test_weights_next_to_a_tie(power: int, sign: int) -> None:
    """Two scores 10^-power apart: the weight is 1/2 give or take; to no decimals that is 1 or 0."""
    found = reference(problem({"Q": mat("1"), "K": mat(f"{sign}/{10**power}; 0"), "V": mat("0; 1")}), 20)
    assert decimals(found, "A", 0) == [["1", "0"] if sign > 0 else ["0", "1"]]
    assert floats(found, "A", "fp64") == [[0.5 + sign * 10.0**-20 / 4, 0.5 - sign * 10.0**-20 / 4]]  # that is 0.5 twice


def test_rows_that_cancel_across_queries() -> None:
    """Two tokens: the columns of A sum to one, so with G all ones dV is exactly one, though no row is rational."""
    identity = rows("1 0; 0 1")
    givens = {"X": mat("1 0; 0 1"), "W_Q": mat("1 0; 0 1"), "W_K": mat("0 1; 1 0"), "W_V": mat("2 0; 0 3")}
    ones = given_gradient(rows("1 1; 1 1"), 2, 2)
    found = reference(problem(givens, None, None, ones))
    assert [[found.exact.rational("dV", i, j) for j in range(2)] for i in range(2)] == [[1, 1], [1, 1]]
    assert decimals(found, "dV", 3, "truncate") == [["1.000", "1.000"], ["1.000", "1.000"]]
    other = reference(problem(givens, None, None, given_gradient(identity, 2, 2)))
    assert other.exact.rational("dV", 0, 0) is None


def test_different_denominators_that_cancel() -> None:
    """Rows with sums 1 + e and 1 + e^2: dV of the two weights is no constant; their difference with itself is zero."""
    found = reference(
        problem({"Q": mat("1; 2"), "K": mat("0; 1"), "V": mat("1; 1")}, None, None, given_gradient(rows("1; 1"), 2, 1))
    )
    assert found.exact.rational("dV", 0, 0) is None
    assert found.exact.rational("dV", 1, 0) is None
    whole = found.exact.algebra.add(found.exact.value("dV", 0, 0), found.exact.value("dV", 1, 0))
    assert found.exact.algebra.constant(whole) == (2, 0)


def test_equal_values_give_zero_gradients() -> None:
    for masked in (False, True):
        mask = causal(3, 3) if masked else None
        givens = {"Q": mat("1 2; 3 4; 5 7"), "K": mat("1 0; 2 1; 1/3 1"), "V": mat("0.1 0.7; 0.1 0.7; 0.1 0.7")}
        for loss in (loss_of("sum", 3, 2), loss_of("squared", 3, 2), loss_of("cross-entropy", 3, 2, classes=[0, 1, 1])):
            found = reference(problem(givens, mask, None, loss))
            for step in ("dS", "dQ", "dK"):
                balls = found.balls(found.least_bits)[step]
                assert all(ball.is_zero() for ball in balls.entries()), (loss.kind, step)


def test_a_causal_first_row_is_exact() -> None:
    found = reference(random_problem(4, masked=True))
    assert found.exact.rational("A", 0, 0) == 1
    assert decimals(found, "A", 30, "truncate")[0] == ["1." + "0" * 30] + ["0." + "0" * 30] * 3


def test_finite_masks_are_added_exactly() -> None:
    """scores sqrt(2)/2 and 0 with a bias: equal only where both parts are equal."""
    givens = {"Q": mat("1 0; 1 0"), "K": mat("1 0; 0 1; 1 5"), "V": mat("1; 0; 0")}
    mask = [[Fraction(1, 3), Fraction(0), Fraction(1, 3)], [None, Fraction(7), None]]
    found = reference(problem(givens, mask))
    group = found.exact.row(0)[1]
    assert group[0] == group[2] != group[1]
    assert confirm(found, "mpmath") > 0
    assert decimals(found, "A", 3)[1] == ["0.000", "1.000", "0.000"]
    assert decimals(found, "masked", 3)[1] == ["-inf", "7.000", "-inf"]


def test_large_scores_neither_overflow_nor_vanish() -> None:
    found = reference(problem({"Q": mat("1"), "K": mat("90000; 0; 89999"), "V": mat("1; 1; 1")}), 20)
    weights = settle(
        found,
        "A",
        lambda ball: digits.significant_of_ball(ball, 5),
        lambda value: digits.significant_of_rational(value, 5),
        Digits(0, 0),
    )
    assert weights[0][1].places > 39000
    assert weights[0][1].units > 0
    with pytest.raises(InputError, match="spread"):
        reference(problem({"Q": mat("1"), "K": mat("9000000; 0"), "V": mat("1; 1")}))
    logits = {"Q": mat("1"), "K": mat("1; 0"), "V": mat("1e300 0; 1e300 0")}
    with pytest.raises(InputError, match="spread"):
        reference(problem(logits, loss=loss_of("cross-entropy", 1, 2, classes=[0])), 20)


def test_what_cannot_be_decided_says_so() -> None:
    """Cross-entropy has no exact entries: a tie of its gradient stays open at the cap, and names its place."""
    givens = {"Q": mat("1; 1"), "K": mat("0; 0"), "V": mat("1 1; 1 1")}
    found = reference(problem(givens, None, None, loss_of("cross-entropy", 2, 2, classes=[0, 1])), 20)
    assert decimals(found, "dY", 3)[0] == ["-0.250", "0.250"]
    assert decimals(found, "dY", 1)[0] == ["-0.2", "0.2"]  # the ball is exact here: no question is open
    uneven = {"Q": mat("1; 1"), "K": mat("0; 0"), "V": mat("1 1 1; 1 1 1")}
    open_ = reference(problem(uneven, None, None, loss_of("cross-entropy", 2, 3, classes=[0, 1])), 20)
    with pytest.raises(Undecided, match=r"dV\[0, 0\]") as caught:
        settle(open_, "dV", lambda ball: None, lambda value: "", "")
    assert caught.value.bits >= PRECISION_CAP


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 4), st.integers(0, 10**6), st.booleans(), st.integers(1, 25))
def test_more_precision_never_changes_a_digit(size: int, seed: int, masked: bool, count: int) -> None:
    given_problem = random_problem(size, seed, masked)
    short, long = reference(given_problem, count), reference(given_problem, 60)
    for step in ("A", "Y", "dQ", "dX"):
        assert decimals(short, step, count) == decimals(long, step, count)


NUMBERS = st.fractions(-3, 3, max_denominator=40)


@st.composite
def any_problem(draw: st.DrawFn) -> Problem:
    """Any shapes, masks with holes and biases, scales with roots: whatever a file may say."""
    queries, keys, inner, outer = (draw(st.integers(1, 3)) for _ in range(4))

    def table(height: int, width: int, cells: st.SearchStrategy[Any] = NUMBERS) -> list[list[Any]]:
        return draw(st.lists(st.lists(cells, min_size=width, max_size=width), min_size=height, max_size=height))

    mask = table(queries, keys, st.one_of(st.none(), st.just(Fraction(0)), NUMBERS))
    for row in mask:
        row[draw(st.integers(0, keys - 1))] = draw(NUMBERS)
    factor = draw(NUMBERS)
    scale = Scale(fmpq(factor.numerator, factor.denominator), draw(st.sampled_from([1, 2, 3, 6])))
    givens = {"Q": table(queries, inner), "K": table(keys, inner), "V": table(keys, outer)}
    loss = draw(st.sampled_from(["given", "sum", "squared"]))
    upstream = given_gradient(table(queries, outer), queries, outer)
    chosen = upstream if loss == "given" else loss_of(loss, queries, outer, table(queries, outer))
    return problem({name: matrix(name, rows_) for name, rows_ in givens.items()}, mask, scale, chosen)


@settings(max_examples=60, deadline=None)
@given(any_problem())
def test_any_problem_is_confirmed_and_decided(given_problem: Problem) -> None:
    """mpmath's intervals meet the balls, exact entries lie in them, and every entry gets its digits under every rule."""
    found = reference(given_problem, 15)
    assert confirm(found, "mpmath") > 0
    for step in ("A", "Y", "dS", "dQ", "dK", "dV"):
        rows_, columns = found.shape(step)
        for i in range(rows_):
            for j in range(columns):
                low, high = exact_ends(found, step, i, j)
                rational = found.exact.rational(step, i, j)
                if rational is not None:
                    assert low <= Fraction(int(rational.p), int(rational.q)) <= high
        for rule in digits.RULES:
            for places in (0, 2):
                for row, texts in zip(range(rows_), decimals(found, step, places, rule), strict=True):
                    low, high = exact_ends(found, step, row, 0)
                    assert abs(Fraction(texts[0]) - (low + high) / 2) <= Fraction(1, 10**places)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_laws_of_the_pass(seed: int, masked: bool) -> None:
    """Rows of A sum to one, rows of dS to zero, and <dY, Y> = <dV, V>: each within the balls."""
    found = reference(random_problem(4, seed, masked))
    balls = found.balls(found.least_bits)
    with ctx.workprec(200):
        for row in balls["A"].tolist():
            assert sum(row, start=arb(0)).contains(1)
        for row in balls["dS"].tolist():
            assert sum(row, start=arb(0)).contains(0)
        inner = sum((x * y for x, y in zip(balls["dY"].entries(), balls["Y"].entries(), strict=True)), start=arb(0))
        values = [arb(x) for x in found.problem.V.entries()]
        outer = sum((x * y for x, y in zip(balls["dV"].entries(), values, strict=True)), start=arb(0))
        assert inner.overlaps(outer)


def test_finite_differences_agree() -> None:
    """dX against a secant of the exact loss: a third route to the gradient."""
    kinds = losses(3)
    base = random_problem(3, masked=True, loss=kinds["squared"])
    found = reference(base, 60)
    step = Fraction(1, 10**15)
    moved_X = base.projections["X"].tolist()
    moved_X[1][2] += fmpq(1, 10**15)
    from flint import fmpq_mat

    givens = dict(base.projections) | {"X": fmpq_mat(moved_X)}
    moved = reference(problem(givens, causal(3, 3), None, kinds["squared"]), 60)
    with ctx.workprec(400):
        first, second = (of.balls(of.least_bits)["L"][0, 0] for of in (found, moved))
        slope = (second - first) / arb(fmpq(step.numerator, step.denominator))
        assert abs(slope - found.balls(found.least_bits)["dX"][1, 2]) < arb(10) ** -12
