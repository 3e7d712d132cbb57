"""Closed forms of exact entries, written by SymPy's printers: exp(sqrt(2)/2)/(1 + exp(sqrt(2)/2)).

SymPy only holds and prints what the exact algebra found (it decides nothing, and no text reaches it). Entries with very
many terms have a closed form that nobody reads; `closed_form` gives None beyond the limit.
"""

from dataclasses import dataclass
from typing import Any

from flint import fmpq

from derive.reference.entries import Entries
from derive.reference.quotients import ONE, Quotient, Terms, Undecidable

TERMS = 60


@dataclass(frozen=True, slots=True)
class ClosedForm:
    """One entry: `rational` where it is one; text and LaTeX always."""

    expression: Any
    rational: fmpq | None
    text: str
    latex: str


def _sympy_terms(terms: Terms, root: int, denominator: int) -> Any:
    import sympy

    def rational(x: fmpq) -> Any:
        return sympy.Rational(int(x.p), int(x.q))

    surd = sympy.sqrt(root)
    return sympy.Add(
        *(
            rational(x) * surd**k * sympy.exp(sympy.Rational(a, denominator) + sympy.Rational(b, denominator) * surd)
            for (a, b, k), x in terms.items()
        )
    )


def expression_of(value: Quotient, exact: Entries) -> Any:
    """The SymPy expression of a quotient, one fraction for each group of rows."""
    import sympy

    root, denominator = exact.algebra.root, exact.denominator
    parts = []
    for group, (power, terms) in value.parts.items():
        below = _sympy_terms(exact.algebra.sums[group], root, denominator)
        parts.append(_sympy_terms(terms, root, denominator) / below**power)
    return sympy.Add(*parts)


def closed_form(exact: Entries, step: str, i: int, j: int) -> ClosedForm | None:
    """The closed form of one entry; a rational or a rational plus a multiple of a root where the entry is one."""
    import sympy

    try:
        value = exact.value(step, i, j)
        constant = exact.algebra.constant(value)
    except Undecidable:
        return None
    if constant is not None:
        rational, surd = constant
        parts = {0: (0, {m: x for m, x in ((ONE, rational), ((0, 0, 1), surd)) if x})}
        value = Quotient(parts)
    elif sum(len(terms) for _, terms in value.parts.values()) > TERMS:
        return None
    found = expression_of(value, exact)
    is_rational = constant is not None and not constant[1]
    return ClosedForm(found, constant[0] if is_rational and constant else None, str(found), sympy.latex(found))
