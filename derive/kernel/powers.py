"""Powers, roots, exponentials and logarithms of normal forms.

What all terms of a base have in common is taken out of it; exp of a sum is split into a product, so that shifts and
exponents are canonical. What must hold for a step to be meaningful is noted in the current record.
"""

from fractions import Fraction
from math import gcd, lcm

from derive.kernel.atoms import (
    UNIT,
    Atom,
    ExpAtom,
    FunctionAtom,
    GroupAtom,
    LogAtom,
    Polynomial,
    PrimeAtom,
    SumAtom,
    free_indices,
    is_idempotent,
    monomial_key,
    number,
    polynomial_key,
    single,
    tidy,
)
from derive.kernel.products import add, multiply, product_of, rational_power, scale
from derive.kernel.record import OutOfScope, TooLarge, require, use
from derive.terms import Rational

MOST_POWER = 64  # the largest natural exponent that is multiplied out


def power(base: Polynomial, exponent: Rational) -> Polynomial:
    """base^exponent for a rational exponent. OutOfScope for a negative power of 0."""
    exponent = tidy(Fraction(exponent))
    if exponent == 1:
        return base
    if exponent == 0:
        return number(1)
    if not base:
        if exponent < 0:
            raise OutOfScope("division by zero")
        return {}
    if exponent.denominator != 1:
        return _root(base, exponent)
    if len(base) == 1:
        return _monomial_power(base, int(exponent))
    if exponent < 0:
        return _inverse(base, int(exponent))
    if exponent > MOST_POWER:
        raise TooLarge("size")
    result = number(1)
    for _ in range(int(exponent)):
        result = multiply(result, base)
    return result


def _monomial_power(base: Polynomial, exponent: int) -> Polynomial:
    ((monomial, coefficient),) = base.items()
    if exponent < 0:
        for atom, _ in monomial:
            _require_nonzero(atom)
    return product_of(rational_power(coefficient, exponent), [(atom, inner * exponent) for atom, inner in monomial])


def _require_nonzero(atom: Atom) -> None:
    if atom.positive or isinstance(atom, ExpAtom):
        return
    masked = isinstance(atom, SumAtom) and all(inner.positive or is_idempotent(inner) for inner, _ in atom.monomial)
    _require("unmasked" if masked else "nonzero", single(atom))


def _require(kind: str, subject: Polynomial) -> None:
    """Note a side condition on the subject, for all values of its free indices: their names do not matter."""
    key = polynomial_key(subject)
    order = sorted(free_indices(subject), key=lambda index: key.find(f"{index.name}:{index.range}"))
    for place, index in enumerate(order):
        key = key.replace(f"{index.name}:{index.range}", f"%0.{place}:{index.range}")
    require(kind, key, subject)


def _content(base: Polynomial, whole: bool) -> tuple[dict[Atom, Rational], Rational, Polynomial]:
    """Common atoms, positive rational content, and what is left. Not `whole`: only positive atoms come out."""
    exponents = [dict(monomial) for monomial in base]
    common: dict[Atom, Rational] = {}
    for atom in set().union(*exponents):
        if not is_idempotent(atom) and atom is not UNIT and (whole or atom.positive):
            least = min(inner.get(atom, 0) for inner in exponents)
            if least:
                common[atom] = least
    values = [Fraction(value) for value in base.values()]
    factor = Fraction(gcd(*(v.numerator for v in values)), lcm(*(v.denominator for v in values)))
    if not common and factor == 1:
        return {}, 1, base
    inverse = [(atom, -least) for atom, least in common.items()]
    rest = add(*(product_of(value / factor, (*monomial, *inverse)) for monomial, value in base.items()))
    return common, tidy(factor), rest


def _inverse(base: Polynomial, exponent: int) -> Polynomial:
    """A negative whole power of several terms."""
    common, factor, rest = _content(base, whole=True)
    sign = 1
    if rest[min(rest, key=monomial_key)] < 0:
        sign, rest = -1, scale(rest, -1)
    if common or factor != 1:
        use("content")
    for atom, least in common.items():
        if least > 0:
            _require_nonzero(atom)
    outside = product_of(rational_power(factor * sign, exponent), [(atom, least * exponent) for atom, least in common.items()])
    if len(rest) == 1:
        return multiply(outside, power(rest, exponent))
    group = GroupAtom(rest, True)
    if not group.positive:
        _require("nonzero", rest)
    return multiply(outside, single(group, exponent))


def _root(base: Polynomial, exponent: Rational) -> Polynomial:
    """A fractional power: positive factors come out of it, the rest stays together."""
    _require_real(base)
    common, factor, rest = _content(base, whole=False)
    outside = product_of(1, [(atom, least * exponent) for atom, least in common.items()])
    outside = multiply(outside, _number_root(Fraction(factor), exponent))
    if len(rest) == 1 and () in rest and rest[()] == 1:
        return outside
    use("content")
    group = GroupAtom(rest, _is_primitive(rest))
    if not group.positive:
        _require("nonnegative" if exponent > 0 else "positive", rest)
    return multiply(outside, {((group, exponent),): 1})


def _require_real(base: Polynomial) -> None:
    if not all(atom.real for monomial in base for atom, _ in monomial):
        raise OutOfScope("a root or a logarithm of a complex number")


def _is_primitive(rest: Polynomial) -> bool:
    if len(rest) == 1:
        return False
    common, factor, _ = _content(rest, whole=True)
    return not common and factor == 1 and rest[min(rest, key=monomial_key)] > 0


def _number_root(value: Fraction, exponent: Rational) -> Polynomial:
    primes = [(PrimeAtom(prime), times * exponent) for prime, times in _factors(value.numerator).items()]
    primes += [(PrimeAtom(prime), -times * exponent) for prime, times in _factors(value.denominator).items()]
    return product_of(1, primes)


def _factors(value: int) -> dict[int, int]:
    """Prime factors up to 1000; what is left stays whole (sound, only less canonical)."""
    found: dict[int, int] = {}
    for divisor in range(2, 1000):
        if divisor * divisor > value:
            break
        while value % divisor == 0:
            value //= divisor
            found[divisor] = found.get(divisor, 0) + 1
    if value > 1:
        found[value] = found.get(value, 0) + 1
    return found


def exponential(argument: Polynomial) -> Polynomial:
    """exp of a sum is a product; exp of a multiple of one logarithm is a power."""
    if len(argument) > 1:
        use("exp of a sum")
    result = number(1)
    for monomial, coefficient in argument.items():
        if len(monomial) == 1 and isinstance(monomial[0][0], LogAtom) and monomial[0][1] == 1:
            use("exp of log")
            factor = power(monomial[0][0].polynomial, coefficient)
        else:
            factor = single(ExpAtom(monomial), coefficient)
        result = multiply(result, factor)
    return result


def logarithm(argument: Polynomial) -> Polynomial:
    """log, with its positive factors taken apart. OutOfScope for log 0."""
    if not argument:
        raise OutOfScope("logarithm of zero")
    _require_real(argument)
    common, factor, rest = _content(argument, whole=False)
    if common or factor != 1:
        use("log of a product")
    parts = [scale(_log_of_atom(atom), exponent) for atom, exponent in common.items()]
    parts += [scale(_log_atom(number(p)), times) for p, times in _factors(Fraction(factor).numerator).items()]
    parts += [scale(_log_atom(number(p)), -times) for p, times in _factors(Fraction(factor).denominator).items()]
    if rest != number(1):
        parts.append(_log_atom(rest))
    return add(*parts)


def _log_of_atom(atom: Atom) -> Polynomial:
    if isinstance(atom, ExpAtom):
        return {atom.monomial: 1}
    if isinstance(atom, GroupAtom):
        return _log_atom(atom.polynomial)
    return _log_atom(single(atom))


def _log_atom(argument: Polynomial) -> Polynomial:
    atom = LogAtom(argument)
    if not (all(value > 0 for value in argument.values()) and all(a.positive for m in argument for a, _ in m)):
        _require("positive", argument)
    return single(atom)


def function(name: str, argument: Polynomial, order: int = 0) -> Polynomial:
    return single(FunctionAtom(name, order, argument))
