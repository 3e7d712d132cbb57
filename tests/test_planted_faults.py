"""Faults planted in the kernel, one at a time, each killed by the tests it names.

`python tests/test_planted_faults.py` prints the table.
"""

import pytest
import test_kernel
import test_kernel_fuzz
import test_theorems
from faults import Fault, killed, table

from derive.kernel import assumptions, calculus, equality, labelling, powers, products, sums

KILLERS = {
    "values": lambda: test_kernel_fuzz.check_values(range(150)),
    "signed sums": test_kernel_fuzz.test_values_of_signed_sums,
    "respellings": lambda: test_kernel_fuzz.check_respellings(range(1000, 1150)),
    "derivatives": lambda: test_kernel_fuzz.check_derivatives(range(2000, 2100)),
    "assumptions": lambda: test_kernel_fuzz.check_assumptions(range(3000, 3020)),
    "fractions": lambda: test_kernel_fuzz.check_all_fractions(range(4000, 4080)),
    "fractions in sums": lambda: test_kernel_fuzz.check_most_summed_fractions(range(4200, 4260)),
    "near misses": lambda: [test_kernel.test_near_miss_is_not_proved(name) for name in test_kernel.NEAR_MISSES],
    "labels": lambda: test_kernel.test_labels_are_canonical_and_quick(test_kernel.star, 9),
    "theorems": test_theorems.check_core,
    "scaled hypothesis": test_kernel.test_hypothesis_with_a_coefficient,
    "labels of a regular graph": test_kernel.test_regular_graph_has_one_label,
    "labels of chains": test_kernel.test_equal_sums_look_equal,
    **{f"rule {rule}": (lambda rule=rule: test_kernel.proves(rule)) for rule in test_kernel.CASES},
}


FAULTS = (
    Fault("range size dropped", sums, "multiply(result, size(index.range))", "result", "values"),
    Fault("power lost when sums merge", sums, "[(atom, exponent - 1)]", "[]", "values"),
    Fault("merged sum keeps its power", sums, "[(atom, exponent - 1)]", "[(atom, exponent)]", "rule sums merge"),
    Fault(
        "bound name captured",
        sums,
        "names = {index: fresh(index.range) for index in atom.bound}",
        "names = {index: Index('i', index.range) for index in atom.bound}",
        "values",
    ),
    Fault(
        "coefficient lost by a sum",
        sums,
        "scale(_close_monomial(list(bound), monomial), value)",
        "_close_monomial(list(bound), monomial)",
        "values",
    ),
    Fault(
        "leading coefficient forgotten",
        powers,
        "rational_power(factor * sign, exponent)",
        "rational_power(sign, exponent)",
        "values",
    ),
    Fault(
        "sign of a base forgotten",
        powers,
        "rational_power(factor * sign, exponent)",
        "rational_power(factor, exponent)",
        "values",
    ),
    Fault(
        "common factor not taken to the power",
        powers,
        "exponent), [(atom, least * exponent) for atom",
        "exponent), [(atom, least) for atom",
        "rule content",
    ),
    Fault(
        "delta contraction forgets the other index",
        sums,
        "substitute_monomial(rest, {index: other})",
        "substitute_monomial(rest, {})",
        "values",
    ),
    Fault(
        "delta substitution dropped",
        products,
        "substitute_monomial(rest, {replaced: kept})",
        "substitute_monomial(rest, {})",
        "respellings",
    ),
    Fault(
        "delta lost in a substitution",
        products,
        "multiply(single(delta_atom), sums.substitute",
        "multiply(number(1), sums.substitute",
        "values",
    ),
    Fault("positive entries taken for masks", products, "if is_idempotent(atom):", "if atom.positive:", "values"),
    Fault("a square root of a square loses its bars", powers, "(whole or atom.positive)", "True", "values"),
    Fault(
        "coefficient lost under exp",
        powers,
        "single(ExpAtom(monomial), coefficient)",
        "single(ExpAtom(monomial))",
        "values",
    ),
    Fault(
        "exp of log loses its power",
        powers,
        "power(monomial[0][0].polynomial, coefficient)",
        "monomial[0][0].polynomial",
        "values",
    ),
    Fault(
        "log of a power loses its factor",
        powers,
        "scale(_log_of_atom(atom), exponent)",
        "_log_of_atom(atom)",
        "rule log of a product",
    ),
    Fault(
        "log of a fraction adds",
        powers,
        "scale(_log_atom(number(p)), -times)",
        "scale(_log_atom(number(p)), times)",
        "values",
    ),
    Fault("whole part of a root lost", products, "return rational_power(atom.number, whole)", "return 1", "values"),
    Fault("i squared is one", products, "return -1 if turns >= 2 else 1", "return 1", "rule imaginary unit"),
    Fault("all tensors symmetric", sums, "if tensor.symmetric:", "if True:", "values"),
    Fault("diagonal ones for all tensors", sums, "if tensor.unit_diagonal and len", "if len", "values"),
    Fault(
        "coefficient of a labelled sum lost",
        sums,
        "scale(single(SumAtom(best[1], best[2])), best[3])",
        "single(SumAtom(best[1], best[2]))",
        "signed sums",
    ),
    Fault(
        "a power of the exp kept in its derivative",
        calculus,
        "exponent if isinstance(atom, ExpAtom) else exponent - 1",
        "exponent - 1",
        "derivatives",
    ),
    Fault(
        "exponent forgotten by the power rule",
        calculus,
        "product_of(exponent, [*rest, (atom, lowered)])",
        "product_of(1, [*rest, (atom, lowered)])",
        "derivatives",
    ),
    Fault("power not lowered", calculus, "else exponent - 1", "else exponent", "derivatives"),
    Fault(
        "product rule stops at the first factor",
        calculus,
        "for position, (atom, exponent) in enumerate(monomial):",
        "for position, (atom, exponent) in list(enumerate(monomial))[:1]:",
        "derivatives",
    ),
    Fault("derivative of log forgets to divide", calculus, "power(polynomial, -1)", "number(1)", "derivatives"),
    Fault("derivative of a function keeps its order", calculus, "order + 1", "order", "derivatives"),
    Fault(
        "only one index of an entry compared",
        calculus,
        "multiply(number(1), *deltas)",
        "multiply(number(1), *deltas[:1])",
        "theorems",
    ),
    Fault(
        "split range loses its last block",
        assumptions,
        "for part in partition.parts:",
        "for part in partition.parts[:1]:",
        "assumptions",
    ),
    Fault(
        "size of a split range not split",
        assumptions,
        "return add(*map(size, partition.parts))",
        "return size(partition.parts[0])",
        "rule range split",
    ),
    Fault(
        "hypothesis used at the wrong index",
        assumptions,
        "scale(substitute(right, names), 1",
        "scale(right, 1",
        "rule hypothesis",
    ),
    Fault(
        "factors beside a part of a sum forgotten",
        assumptions,
        "multiply(product_of(1, rest), replaced)",
        "replaced",
        "rule hypothesis",
    ),
    Fault(
        "hypothesis forgets its coefficient",
        assumptions,
        "scale(substitute(right, names), 1 / Fraction(value))",
        "substitute(right, names)",
        "scaled hypothesis",
    ),
    Fault("denominators cleared to different powers", equality, "exponent - least)", "max(exponent, 0))", "fractions"),
    Fault(
        "factors beside a sum forgotten",
        equality,
        "multiply(rest, close(others, substitute_monomial(atom.monomial, names)))",
        "close(others, substitute_monomial(atom.monomial, names))",
        "near misses",
    ),
    Fault(
        "inner sum forgotten term by term",
        equality,
        "close(others, substitute_monomial(atom.monomial, names))",
        "substitute_monomial(atom.monomial, names)",
        "fractions in sums",
    ),
    Fault("twins are taken for granted", labelling, "return before == after", "return True", "labels of a regular graph"),
    Fault(
        "refinement does not look at positions",
        labelling,
        "sorted(spelled) if tensor.symmetric else spelled",
        "sorted(spelled)",
        "labels of chains",
    ),
)


@pytest.mark.parametrize("killer", sorted({fault.killer for fault in FAULTS}))
def test_killers_pass_without_a_fault(killer):
    KILLERS[killer]()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_planted_fault_is_killed(fault):
    assert killed(fault, KILLERS), f"'{fault.name}' survives {fault.killer}"


if __name__ == "__main__":
    print(table(FAULTS, KILLERS))
