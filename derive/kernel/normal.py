"""The normal form: sums of products over atoms, with every rule applied that always simplifies.

Sums are atoms with an exponent, so Z · Z⁻¹ = 1 needs no search; exp of a sum is split into a product, so shifts and
exponents are canonical. All functions return polynomials that share nothing with their arguments' dicts, and note
the rules and side conditions they rely on in the current record. Tensors are real; only `UNIT` is not.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm

from derive.kernel.atoms import (
    UNIT,
    Atom,
    DeltaAtom,
    EntryAtom,
    ExpAtom,
    FunctionAtom,
    GroupAtom,
    LogAtom,
    Monomial,
    Polynomial,
    PrimeAtom,
    SizeAtom,
    SumAtom,
    free_indices,
    is_idempotent,
    monomial_key,
    number,
    ordered,
    polynomial_key,
    single,
    tidy,
)
from derive.kernel.labelling import orders
from derive.kernel.record import OutOfScope, TooLarge, check_limits, require, use
from derive.terms import Index, Rational, Tensor, fixed_size, fresh

MOST_POWER = 64  # the largest natural exponent that is multiplied out
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
            return multiply(product_of(coefficient, exponents.items()), power(atom.polynomial, exponent))
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
    return multiply(single(delta_atom), substitute_monomial(rest, {replaced: kept}))


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


def entry(tensor: Tensor, indices: tuple[Index, ...]) -> Polynomial:
    if tensor.symmetric:
        indices = tuple(sorted(indices))
    if tensor.unit_diagonal and len(set(indices)) == 1:
        use("unit diagonal")
        return number(1)
    return single(EntryAtom(tensor, indices))


def size(range_name: str) -> Polynomial:
    """The size of a range; a range named by digits has that size."""
    fixed = fixed_size(range_name)
    return single(SizeAtom(range_name)) if fixed is None else number(fixed)


def delta(left: Index, right: Index) -> Polynomial:
    if left.range != right.range:
        raise OutOfScope(f"a delta between the ranges {left.range} and {right.range}")
    return number(1) if left == right else single(DeltaAtom(*sorted((left, right), key=_last_if_bound)))


def _last_if_bound(index: Index) -> tuple[bool, Index]:
    """Bound indices come after free ones, so that a substitution keeps the free one."""
    return (index.name[0] in "%~", index)


Names = Mapping[Index, Index]


def substitute_atom(atom: Atom, names: Names) -> Polynomial:
    """The atom with other free indices."""
    if atom.free.isdisjoint(names):
        return atom.polynomial if isinstance(atom, GroupAtom) else single(atom)
    match atom:
        case EntryAtom(tensor=tensor, indices=indices):
            return entry(tensor, tuple(names.get(i, i) for i in indices))
        case DeltaAtom(left=left, right=right):
            return delta(names.get(left, left), names.get(right, right))
        case ExpAtom(monomial=monomial):
            return exponential(substitute_monomial(monomial, names))
        case SumAtom(bound=bound, monomial=monomial):
            renewed = {i: fresh(i.range) for i in bound}
            return close(list(renewed.values()), substitute_monomial(monomial, {**names, **renewed}))
        case GroupAtom(polynomial=polynomial):
            return substitute(polynomial, names)
        case LogAtom(polynomial=polynomial):
            return logarithm(substitute(polynomial, names))
        case FunctionAtom(function=name, order=order, polynomial=polynomial):
            return function(name, substitute(polynomial, names), order)
    raise AssertionError(f"no substitution for {atom.key}")


def substitute_monomial(monomial: Iterable[tuple[Atom, Rational]], names: Names) -> Polynomial:
    kept: list[tuple[Atom, Rational]] = []
    changed: list[Polynomial] = []
    for atom, exponent in monomial:
        if atom.free.isdisjoint(names):
            kept.append((atom, exponent))
        elif isinstance(atom, EntryAtom) and not atom.tensor.unit_diagonal:
            renamed = entry(atom.tensor, tuple(names.get(i, i) for i in atom.indices))
            kept.append((next(iter(renamed))[0][0], exponent))
        else:
            changed.append(power(substitute_atom(atom, names), exponent))
    return multiply(product_of(1, kept), *changed)


def substitute(polynomial: Polynomial, names: Names) -> Polynomial:
    return add(*(scale(substitute_monomial(m, names), value) for m, value in polynomial.items()))


def opened(atom: SumAtom) -> tuple[list[Index], Polynomial]:
    """The sum's body under fresh names."""
    names = {index: fresh(index.range) for index in atom.bound}
    return list(names.values()), substitute_monomial(atom.monomial, names)


def close(bound: Sequence[Index], body: Polynomial) -> Polynomial:
    """Σ over the bound indices of the body, in normal form."""
    check_limits(len(body))
    return add(*(scale(_close_monomial(list(bound), monomial), value) for monomial, value in body.items()))


def _close_monomial(bound: list[Index], monomial: Monomial) -> Polynomial:
    for step in (_contract_delta, _merge_inner_sum):
        result = step(bound, monomial)
        if result is not None:
            return result
    return _factor_out(bound, monomial)


def _contract_delta(bound: list[Index], monomial: Monomial) -> Polynomial | None:
    """Σ_k δ(k, j) f(k) = f(j): the ranges are equal, so j is one of the values of k."""
    for atom, _ in monomial:
        if isinstance(atom, DeltaAtom):
            for index, other in ((atom.left, atom.right), (atom.right, atom.left)):
                if index in bound:
                    use("delta contraction")
                    rest = [factor for factor in monomial if factor[0] != atom]
                    body = substitute_monomial(rest, {index: other})
                    return close([i for i in bound if i != index], body)
    return None


def _merge_inner_sum(bound: list[Index], monomial: Monomial) -> Polynomial | None:
    """Σ_i f(i) (Σ_j g(i, j))ⁿ = Σ_i Σ_j f(i) g(i, j) (Σ_j' g(i, j'))ⁿ⁻¹."""
    for position, (atom, exponent) in enumerate(monomial):
        inner = isinstance(atom, SumAtom) and exponent.denominator == 1 and exponent > 0
        if inner and not atom.free.isdisjoint(bound):
            assert isinstance(atom, SumAtom)
            use("sums merge")
            names, body = opened(atom)
            rest = [factor for n, factor in enumerate(monomial) if n != position] + [(atom, exponent - 1)]
            return close([*bound, *names], multiply(product_of(1, rest), body))
    return None


def _factor_out(bound: list[Index], monomial: Monomial) -> Polynomial:
    """Split into connected sums; factors without a bound index leave, an unused index counts its range."""
    outside: list[tuple[Atom, Rational]] = []
    parts: list[tuple[set[Index], list[tuple[Atom, Rational]]]] = []
    for atom, exponent in monomial:
        touched = set(atom.free.intersection(bound))
        if not touched:
            outside.append((atom, exponent))
            continue
        factors = [(atom, exponent)]
        for part in [part for part in parts if part[0] & touched]:
            parts.remove(part)
            touched |= part[0]
            factors += part[1]
        parts.append((touched, factors))
    if len(parts) > 1 or (outside and parts):
        use("factor leaves sum")
    result = product_of(1, outside)
    for index in bound:
        if not any(index in part[0] for part in parts):
            use("constant sum")
            result = multiply(result, size(index.range))
    for indices, factors in parts:
        result = multiply(result, _connected(sorted(indices), factors))
    return result


def _connected(bound: list[Index], factors: list[tuple[Atom, Rational]]) -> Polynomial:
    """One connected sum under canonical names: the least of the labellings that refinement leaves."""
    height = 1 + max(atom.height for atom, _ in factors)
    best: tuple[str, tuple[Index, ...], Monomial, Rational] | None = None
    for order in orders(bound, factors):
        check_limits()
        names = {index: Index(f"%{height}.{position}", index.range) for position, index in enumerate(order)}
        renamed = substitute_monomial(factors, names)
        if len(renamed) != 1:  # a delta inside a logarithm turned round, and the logarithm came apart
            again = {index: fresh(index.range) for index in names.values()}
            return close(list(again.values()), substitute(renamed, again))
        ((monomial, value),) = renamed.items()
        key = monomial_key(monomial)
        if best is None or key < best[0]:
            best = (key, tuple(names[index] for index in order), monomial, value)
        elif key == best[0] and value != best[3]:
            return {}  # the sum equals its own negative
    assert best is not None
    return scale(single(SumAtom(best[1], best[2])), best[3])
