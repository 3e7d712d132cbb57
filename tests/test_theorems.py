"""Every theorem is derived, proved and replayed; every wrong twin is refuted and never proved."""

import time

import pytest

from derive import sympy_bridge
from derive.identity import Refuted, decide
from derive.kernel import equal, recording
from derive.kernel.record import RULES
from derive.notation import definitions, latex, text
from derive.proof import SIZES, Unproved, replay
from derive.terms import Derivative, walk
from derive.theorems import TABLE, replayed, theorem

# theorems of other areas bring checks of their own
NAMES = [name for name in TABLE if theorem(name).check is replay]
CORE = ("softmax.jacobian", "softmax.jacobian_norm", "attention.dS_masked", "attention.dQ", "attention.dK")


def check_core():
    for name in CORE:
        replayed(name)


@pytest.mark.parametrize("name", NAMES)
def test_theorem(name):
    found = replayed(name)
    assert found.proof.name == name
    assert found.sizes == SIZES and found.values_compared >= 4 * len(found.proof.steps)


@pytest.mark.parametrize("name", NAMES)
def test_wrong_twins(name):
    twins = theorem(name).twins()
    assert twins, "every theorem has a wrong twin"
    for twin in twins:
        statement = twin.statement
        with recording():
            assert not equal(statement.left, statement.right, statement.assumptions), twin.slip
        found = decide(statement.left, statement.right, statement.assumptions, seconds=10)
        assert isinstance(found, Refuted), f"{twin.slip}: {found}"


@pytest.mark.parametrize("name", NAMES)
def test_headline_derivatives_come_from_sympy(name):
    """Where a theorem is about one derivative, its proof starts with SymPy's, or cites a theorem that does."""
    proof = theorem(name).derive()
    if isinstance(proof.statement.left, Derivative):
        first = proof.steps[0]
        assert first.rule in ("sympy diff", "theorem")
        if first.rule == "sympy diff":
            assert not any(isinstance(node, Derivative) for node in walk(first.after))
            assert equal(first.after, sympy_bridge.derivative(proof.statement.left))


@pytest.mark.parametrize("name", NAMES)
def test_rules_named_after_the_kernel_are_used_by_it(name):
    """A shown line called after a rule of the kernel needs that rule to come from the shown line before."""
    proof = theorem(name).derive()
    before = proof.statement.left
    for step in proof.steps:
        if step.rule in RULES:
            with recording() as record:
                assert equal(before, step.after, proof.statement.assumptions)
            assert record.rules[step.rule], f"{step.rule} is not used between the lines"
        before = step.after if step.depth == 1 else before


def test_cited_theorems_exist_and_come_first():
    order = list(TABLE)
    for name in NAMES:
        for step in theorem(name).derive().steps:
            for cited in step.uses:
                if "." in cited:
                    assert order.index(cited) < order.index(name), f"{name} cites {cited}"


def test_statements_can_be_written():
    for name in NAMES:
        statement = theorem(name).derive().statement
        for side in (statement.left, statement.right):
            assert "~" not in text(side) and "~" not in latex(side) and "%" not in latex(side)
        for use in definitions((statement.left, statement.right)):
            assert use.symbol


def test_a_false_step_does_not_replay():
    proof = theorem("softmax.jacobian").derive()
    wrong = theorem("softmax.jacobian").twins()[0].statement
    with pytest.raises(Unproved, match="chain does not end"):
        replay(type(proof)(proof.name, wrong, proof.steps))
    with pytest.raises(Unproved, match="does not start"):
        replay(type(proof)(proof.name, proof.statement, proof.steps[1:]))


def test_all_in_one_process_in_time():
    """The goal is 5 s; the limit leaves room for a loaded machine."""
    start = time.process_time()
    for name in NAMES:
        replayed(name)
    assert time.process_time() - start < 20
