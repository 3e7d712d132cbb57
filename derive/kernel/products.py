"""Sums and products of normal forms, with every rule applied that always simplifies a monomial.

Polynomials share nothing with their arguments' dicts; rules and side conditions are noted in the current record.
Tensors are real; only `UNIT` is not.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from derive.kernel.atoms import (
    UNIT,
    Atom,
    DeltaAtom,
    GroupAtom,
    Monomial,
    Polynomial,
    PrimeAtom,
    is_idempotent,
    number,
    ordered,
    single,
    tidy,
)
from derive.kernel.record import OutOfScope, TooLarge, check_limits, use
from derive.terms import Rational

MOST_BITS = 4096  # the longest coefficient


def add(*polynomials: Polynomial) -> Polynomial:
    result: dict[Monomial, Rational] = {}
    for polynomial in polynomials:
        for monomial, coefficient in polynomial.items():
            _put(result, monomial, coefficient)
    return result


def _put(result: Polynomial, monomial: Monomial, coefficient: Rational) -> None:
    value = result.get(monomial, 0) + coefficient
    if value:
        result[monomial] = tidy(value)
    else:
        result.pop(monomial, None)


def scale(polynomial: Polynomial, factor: Rational) -> Polynomial:
    return {monomial: tidy(value * factor) for monomial, value in polynomial.items()} if factor else {}


def subtract(left: Polynomial, right: Polynomial) -> Polynomial:
    return add(left, scale(right, -1))


def multiply(*polynomials: Polynomial) -> Polynomial:
    result = number(1)
    for polynomial in polynomials:
        product: Polynomial = {}
        for left, left_number in result.items():
            check_limits(len(product))
            for right, right_number in polynomial.items():
                for monomial, coefficient in _product(left, left_number, right, right_number).items():
                    _put(product, monomial, coefficient)
        result = product
    return result


def _product(left: Monomial, left_number: Rational, right: Monomial, right_number: Rational) -> Polynomial:
    if not left or not right:
        return {left or right: tidy(left_number * right_number)}
    return product_of(left_number * right_number, (*left, *right))


def product_of(coefficient: Rational, factors: Iterable[tuple[Atom, Rational]]) -> Polynomial:
    """coefficient · Π atom^exponent in normal form."""
    exponents: dict[Atom, Rational] = {}
    for atom, exponent in factors:
        exponents[atom] = tidy(exponents.get(atom, 0) + exponent)
    if coefficient.numerator.bit_length() + coefficient.denominator.bit_length() > MOST_BITS:
        raise TooLarge("size")
    for atom in [atom for atom, exponent in exponents.items() if not exponent]:
        del exponents[atom]
    for atom, exponent in list(exponents.items()):
        if exponent == 1 and not isinstance(atom, GroupAtom | PrimeAtom):
            continue
        if is_idempotent(atom):
            _square_idempotent(atom, exponents)
        elif atom is UNIT:
            coefficient *= _reduce_unit(exponents)
        elif isinstance(atom, PrimeAtom):
            coefficient *= _reduce_prime(atom, exponents)
        elif isinstance(atom, GroupAtom) and (exponent > 0 or not atom.primitive) and exponent.denominator == 1:
            del exponents[atom]
            return multiply(product_of(coefficient, exponents.items()), powers.power(atom.polynomial, exponent))
    for atom in exponents:
        if isinstance(atom, DeltaAtom):
            replaced = _substitute_delta(atom, exponents)
            if replaced is not None:
                return scale(replaced, coefficient)
    return {ordered(exponents.items()): tidy(coefficient)} if coefficient else {}


def _square_idempotent(atom: Atom, exponents: dict[Atom, Rational]) -> None:
    if exponents[atom] < 0:
        raise OutOfScope("division by a delta or a mask")
    if exponents[atom] != 1:
        use("mask squared")
        exponents[atom] = 1


def _reduce_unit(exponents: dict[Atom, Rational]) -> int:
    exponent = exponents.pop(UNIT)
    if exponent.denominator != 1:
        raise OutOfScope("a root of the imaginary unit")
    use("imaginary unit")
    turns = int(exponent) % 4
    if turns % 2:
        exponents[UNIT] = 1
    return -1 if turns >= 2 else 1


def _reduce_prime(atom: PrimeAtom, exponents: dict[Atom, Rational]) -> Rational:
    exponent = Fraction(exponents.pop(atom))
    whole = exponent.numerator // exponent.denominator
    if exponent != whole:
        exponents[atom] = exponent - whole
    return rational_power(atom.number, whole)


def rational_power(base: Rational, exponent: int) -> Rational:
    """base^exponent, refused when it would be too long."""
    bits = base.numerator.bit_length() + base.denominator.bit_length()
    if base not in (1, -1) and abs(exponent) * bits > MOST_BITS:
        raise TooLarge("size")
    return tidy(Fraction(base) ** exponent)


def _substitute_delta(delta_atom: DeltaAtom, exponents: Mapping[Atom, Rational]) -> Polynomial | None:
    """δ(i, j) f(j) = δ(i, j) f(i)."""
    kept, replaced = delta_atom.left, delta_atom.right
    if not any(replaced in other.free for other in exponents if other != delta_atom):
        return None
    use("delta substitution")
    rest = [factor for factor in exponents.items() if factor[0] != delta_atom]
    return multiply(single(delta_atom), sums.substitute_monomial(rest, {replaced: kept}))


# Products, powers and sums need each other; these two are imported when what they import from here exists.
from derive.kernel import powers, sums  # noqa: E402
