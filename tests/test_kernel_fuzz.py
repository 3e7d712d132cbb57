"""Random formulas: the normal form against plain exact evaluation, respellings, derivatives against dual numbers."""

import time
from collections import Counter
from contextlib import suppress
from random import Random

import pytest
from networks import A, Q, W, X, Y, formula, network, respelled, slipped

from derive import duals
from derive.duals import Undefined
from derive.kernel import (
    RULES,
    Hypothesis,
    OutOfScope,
    Partition,
    TooLarge,
    assume,
    equal,
    express,
    normalise,
    recording,
)
from derive.samples import draw
from derive.term_values import Evaluator, places, precision
from derive.terms import Apply, Derivative, Index, Plus, Sum, free, term, total

PARTITION = Partition("T", ("B1", "B2"))
SUM_OF_Y = Hypothesis(total("T", lambda m: Y[m]), term(1))
ROWS_OF_A = Hypothesis(total("T", lambda m: A[Index("r", "T"), m]), X[Index("r", "T")])
REACHED: Counter[str] = Counter()


def fitting(seed, depth=2):
    random = Random(seed)
    return random, formula(random, random.randint(1, depth))


def same_values(formula_, normal, sample):
    """The formula and its normal form have the same values at all free indices; both are evaluated plainly."""
    with precision(128):
        evaluator = Evaluator(sample)
        spelled = express(normal)
        for place in places(sorted(free(formula_)), sample):
            try:
                expected = evaluator.value(formula_, place)
            except Undefined:
                continue
            found = evaluator.value(spelled, place)
            assert duals.close_together(expected, found, 60), f"{expected} became {found}"


def check_values(seeds, sizes=(3, 2)):
    for seed in seeds:
        random, formula_ = fitting(seed)
        with recording() as record:
            normal = normalise(formula_)
        REACHED.update(record.rules)
        same_values(formula_, normal, draw((formula_,), (), sizes, random))


def check_respellings(seeds):
    for seed in seeds:
        random, formula_ = fitting(seed)
        with recording() as record:
            assert equal(formula_, respelled(random, formula_)), f"formula {seed} and its respelling"
        REACHED.update(record.rules)


def check_derivatives(seeds):
    for seed in seeds:
        random, formula_ = fitting(seed)
        entry = random.choice((X[Index("u", "T")], A[Index("u", "T"), Index("v", "T")], Q[Index("u", "T"), Index("b", "d")]))
        moved = Derivative(Plus((formula_, Apply("φ", network(random, (Index("u", "T"),))))), entry)
        with recording() as record:
            normal = normalise(moved)
        REACHED.update(record.rules)
        same_values(moved, normal, draw((moved,), (), (2, 3), random))


def check_assumptions(seeds):
    """Sums over split ranges and sums that are known, in closed formulas."""
    for seed in seeds:
        random, _ = fitting(seed)
        for assumptions in ((PARTITION,), (SUM_OF_Y,), (ROWS_OF_A,)):
            closed = formula(random, 1, ())
            closed = Plus((closed, network(random, ()), total("T", lambda m: Y[m]) * total(("T", "T"), lambda m, n: A[m, n])))
            with recording() as record:
                normal = assume(normalise(closed), assumptions)
            REACHED.update(record.rules)
            same_values(closed, normal, draw((closed,), assumptions, (2, 3), random))


def check_slips(seeds):
    """A formula and one with a slip: what is proved equal has equal values. Returns how often it was proved."""
    proved = 0
    for seed in seeds:
        random, formula_ = fitting(seed)
        other = slipped(random, formula_)
        try:
            if not equal(formula_, other):
                continue
        except OutOfScope:
            continue
        proved += 1
        sample = draw((formula_, other), (), (3, 2), random)
        with precision(128):
            evaluator = Evaluator(sample)
            for place in places(sorted(free(formula_) | free(other)), sample):
                try:
                    left, right = evaluator.value(formula_, place), evaluator.value(other, place)
                except Undefined:
                    continue
                assert not duals.differ(left, right), f"formula {seed} and its slip: {left}, {right}"
    return proved


def fractions(seed, indices):
    """f/a + g/b and (f b + g a) / (a b) for random f, g, a, b."""
    random = Random(seed)
    f, g = network(random, indices), network(random, indices)
    a, b = (network(random, indices) + term(random.randint(1, 9)) for _ in range(2))
    left, right = f / a + g / b, (f * b + g * a) / (a * b)
    return (Sum(indices, left), Sum(indices, right)) if indices else (left, right)


def check_fractions(seeds, indices=()):
    """How many sums of two fractions are proved, and of how many; the others have a denominator that is 0."""
    proved = tried = 0
    for seed in seeds:
        with recording() as record:
            try:
                proved += equal(*fractions(seed, indices))
                tried += 1
            except OutOfScope:
                continue
        REACHED.update(record.rules)
    return proved, tried


def check_all_fractions(seeds):
    proved, tried = check_fractions(seeds)
    assert proved == tried > 0


def check_most_summed_fractions(seeds):
    """Under a sum the kernel is incomplete: where several sums meet it may pair them in another way."""
    proved, tried = check_fractions(seeds, (Index("k", "T"),))
    assert 0.8 * tried < proved


def test_values_of_signed_sums():
    """Bases whose sign turns when the bound index gets its canonical name."""
    i = Index("i", "T")
    for seed in range(20):
        random = Random(seed)
        one, other = term(random.choice((1, -2, 3))), term(random.choice((-1, 5, 7)))
        formula_ = total("T", lambda m, a=one, b=other: W[m] / (a * X[m] + b * X[i]))
        same_values(formula_, normalise(formula_), draw((formula_,), (), (3,), random))


def test_values():
    check_values(range(400))


def test_values_at_square_and_tiny_sizes():
    check_values(range(400, 450), (2, 2))
    check_values(range(450, 500), (1, 1))


def test_respellings():
    check_respellings(range(1000, 1400))


def test_derivatives():
    check_derivatives(range(2000, 2300))


def test_assumptions():
    check_assumptions(range(3000, 3060))


def test_fractions():
    check_all_fractions(range(4000, 4200))


def test_fractions_in_sums():
    check_most_summed_fractions(range(4200, 4400))


def test_slips():
    assert 0 < check_slips(range(7000, 7500)) < 250, "most slips change the formula, not all"


def test_the_fuzz_reaches_every_rule():
    """Counters of the rules that the tests above used; rotations have directed tests of their own."""
    if not REACHED:
        check_values(range(200))
        check_respellings(range(1000, 1100))
        check_derivatives(range(2000, 2150))
        check_assumptions(range(3000, 3020))
        check_fractions(range(4000, 4050))
        check_fractions(range(4200, 4230), (Index("k", "T"),))
    missing = set(RULES) - {"imaginary unit"} - {rule for rule, times in REACHED.items() if times >= 5}
    assert not missing, f"reached: {dict(REACHED)}"


@pytest.mark.parametrize("seed", range(5))
def test_large_formulas_end_in_time(seed):
    random = Random(seed)
    large = formula(random, 4)
    start = time.process_time()
    with recording(1.0), suppress(TooLarge, OutOfScope):
        assert equal(large, respelled(random, large))
    assert time.process_time() - start < 4
