"""SymPy derives what the kernel derives; where SymPy would be wrong in silence, the guard or the kernel says so."""

from random import Random

import pytest
import sympy
from networks import A, Q, X, formula

from derive.identity import Refuted, decide
from derive.kernel import equal
from derive.sympy_bridge import Bridge, Capture, Untranslatable, derivative, guarded_diff
from derive.terms import Derivative, Index, Tensor, exp, total

i, j, u, v = (Index(name, "T") for name in "ijuv")


@pytest.mark.parametrize("block", range(4))
def test_there_and_back(block):
    for seed in range(5000 + 50 * block, 5050 + 50 * block):
        term = formula(Random(seed), 1 + seed % 2)
        bridge = Bridge()
        assert equal(bridge.back(bridge.over(term)), term), f"formula {seed}"


@pytest.mark.parametrize("block", range(4))
def test_two_derivations_agree(block):
    """SymPy's diff and the kernel's Leibniz rules, on random formulas."""
    for seed in range(6000 + 20 * block, 6020 + 20 * block):
        random = Random(seed)
        moved = Derivative(formula(random, 1), random.choice((X[u], A[u, v], Q[u, Index("b", "d")])))
        assert equal(derivative(moved), moved), f"formula {seed}"


def test_capture_is_refused():
    n, k = sympy.Symbol("n", integer=True, positive=True), sympy.Symbol("k", integer=True)
    x = sympy.IndexedBase("x")
    with pytest.raises(Capture, match="k is also bound"):
        guarded_diff(sympy.Sum(x[k] ** 2, (k, 1, n)), x[k])


def test_capture_would_be_wrong():
    """Why the guard: differentiated by its own bound index, SymPy sums 2 x[k] over all k; the kernel refutes that."""
    n, k = sympy.Symbol("n", integer=True, positive=True), sympy.Symbol("k", integer=True)
    x = sympy.IndexedBase("x")
    captured = sympy.Sum(x[k] ** 2, (k, 1, n)).diff(x[k])
    assert captured == sympy.Sum(2 * x[k], (k, 1, n))
    claimed = total("T", lambda m: 2 * X[m])
    assert isinstance(decide(Derivative(total("T", lambda m: X[m] ** 2), X[u]), claimed), Refuted)


def test_equal_names_do_not_capture_in_terms():
    """A term may bind and differentiate by the same name: the bridge gives every sum indices of its own."""
    square = total("T", lambda m: X[m] ** 2)
    moved = Derivative(square, X[u])
    assert equal(derivative(moved), 2 * X[u])
    outer = total("T", lambda m: Derivative(X[m] ** 2 * square, X[m]))
    bridge = Bridge()
    assert equal(bridge.back(bridge.over(outer)), outer)


def test_matrix_calculus_of_sympy_is_refuted():
    """∂/∂A (tr AᵀA + tr BᵀB) = 2A; SymPy's matrix calculus answers 0, and 0 has a counterexample."""
    B = Tensor("B", ("T", "T"))
    traces = total(("T", "T"), lambda m, n: A[m, n] ** 2) + total(("T", "T"), lambda m, n: B[m, n] ** 2)
    claim = Derivative(traces, A[u, v])
    assert isinstance(decide(claim, A[u, v] * 0), Refuted)
    assert equal(derivative(claim), 2 * A[u, v])


@pytest.mark.parametrize("expression", [sympy.sin(sympy.Symbol("x0")), sympy.Symbol("stranger"), sympy.pi])
def test_what_is_no_term_is_refused(expression):
    with pytest.raises(Untranslatable):
        Bridge().back(expression)


def test_sums_over_part_of_a_range_are_refused():
    bridge = Bridge()
    whole = bridge.over(total("T", lambda m: exp(X[m])))
    variable, _, high = whole.limits[0]
    with pytest.raises(Untranslatable, match="part of a range"):
        bridge.back(sympy.Sum(whole.function, (variable, 2, high)))


def test_sympy_sees_generated_names_only():
    hostile = Tensor("__import__('os').system('true')")
    bridge = Bridge()
    assert str(bridge.over(hostile() + 1)) == "x0 + 1"
