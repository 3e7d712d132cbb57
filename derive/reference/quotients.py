"""Exact arithmetic with quotients of exponential sums, and the question whether such a value is a constant.

Every score is r + s*sqrt(n) with r, s rational; so over a common denominator D every exponential is a monomial in
exp(1/D) and exp(sqrt(n)/D), which are algebraically independent (Lindemann-Weierstrass). A value is a sum, over groups
of rows with one and the same sum Z of exponentials, of N / Z**p: it is algebraic only if the whole is constant, and
comparing coefficients decides that.
"""

from dataclasses import dataclass, field

from flint import fmpq

# (r, s, k): exp((r + s*sqrt(n)) / D) * sqrt(n)**k, with k 0 or 1
Monomial = tuple[int, int, int]
Terms = dict[Monomial, fmpq]
ONE: Monomial = (0, 0, 0)
TERM_LIMIT = 300_000


class Undecidable(Exception):
    """The exact question is out of reach: too many terms, or a loss that this algebra does not hold."""


@dataclass(frozen=True, slots=True)
class Quotient:
    """The sum over groups of numerator / sums[group] ** power. Group 0 has the denominator 1; zero has no parts."""

    parts: dict[int, tuple[int, Terms]]


ZERO = Quotient({})


def polynomial(terms: Terms) -> Quotient:
    """An exponential sum with no denominator."""
    return Quotient({0: (0, terms)} if terms else {})


def number(value: fmpq) -> Quotient:
    return polynomial({ONE: value} if value else {})


def add_terms(left: Terms, right: Terms) -> Terms:
    total = dict(left)
    for monomial, coefficient in right.items():
        found = total.get(monomial, 0) + coefficient
        if found:
            total[monomial] = found
        else:
            del total[monomial]
    return total


@dataclass(slots=True)
class Algebra:
    """The quotients of one problem: the n under the root, and the denominators, one for each group of rows."""

    root: int
    sums: list[Terms] = field(default_factory=lambda: [{ONE: fmpq(1)}])
    _powers: dict[tuple[int, int], Terms] = field(default_factory=dict)

    def group(self, total: Terms) -> int:
        """The number of the group of rows that have this sum of exponentials."""
        if total not in self.sums[1:]:
            self.sums.append(total)
        return self.sums.index(total, 1)

    def multiply_terms(self, left: Terms, right: Terms) -> Terms:
        if len(left) * len(right) > TERM_LIMIT:
            raise Undecidable
        total: Terms = {}
        for (a, b, c), x in left.items():
            for (d, e, f), y in right.items():
                monomial = (a + d, b + e, c ^ f)
                total[monomial] = total.get(monomial, 0) + (x * y * self.root if c & f else x * y)
        return {monomial: x for monomial, x in total.items() if x}

    def power(self, group: int, power: int) -> Terms:
        """sums[group] ** power."""
        if power == 0:
            return {ONE: fmpq(1)}
        if (group, power) not in self._powers:
            self._powers[group, power] = self.multiply_terms(self.power(group, power - 1), self.sums[group])
        return self._powers[group, power]

    def _raised(self, terms: Terms, group: int, power: int) -> Terms:
        return self.multiply_terms(terms, self.power(group, power)) if power else terms

    def add(self, left: Quotient, right: Quotient) -> Quotient:
        parts = dict(left.parts)
        for group, (power, terms) in right.parts.items():
            other_power, other = parts.get(group, (power, {}))
            top = max(power, other_power)
            total = add_terms(self._raised(other, group, top - other_power), self._raised(terms, group, top - power))
            if total:
                parts[group] = (top, total)
            else:
                del parts[group]
        return Quotient(parts)

    def multiply(self, left: Quotient, right: Quotient) -> Quotient:
        """Undecidable where two different denominators meet: no step of the pass needs that."""
        total = ZERO
        for group, (power, terms) in left.parts.items():
            for other_group, (other_power, other) in right.parts.items():
                if group and other_group and group != other_group:
                    raise Undecidable
                product = self.multiply_terms(terms, other)
                together = (power + other_power, product)
                total = self.add(total, Quotient({group or other_group: together} if product else {}))
        return total

    def total(self, pairs: list[tuple[Quotient, fmpq]]) -> Quotient:
        """The sum of value * coefficient."""
        result = ZERO
        for value, by in pairs:
            if by:
                parts = {g: (p, {m: x * by for m, x in terms.items()}) for g, (p, terms) in value.parts.items()}
                result = self.add(result, Quotient(parts))
        return result

    def constant(self, value: Quotient) -> tuple[fmpq, fmpq] | None:
        """(a, b) where the value is a + b*sqrt(n), None where it is transcendental. Undecidable beyond the limit."""
        rational, surd, open_parts = fmpq(0), fmpq(0), {}
        for group, (power, terms) in value.parts.items():
            found = _ratio(terms, self.power(group, power))
            if found is None:
                open_parts[group] = (power, terms)
            else:
                rational, surd = rational + found[0], surd + found[1]
        if not open_parts:
            return rational, surd
        if len(open_parts) == 1:  # a constant and one part that is none
            return None
        together = _ratio(*self._common(open_parts))
        return None if together is None else (rational + together[0], surd + together[1])

    def _common(self, parts: dict[int, tuple[int, Terms]]) -> tuple[Terms, Terms]:
        """One numerator over one denominator."""
        numerator: Terms = {}
        denominator: Terms = {ONE: fmpq(1)}
        for group, (power, terms) in parts.items():
            below = self.power(group, power)
            numerator = add_terms(self.multiply_terms(numerator, below), self.multiply_terms(terms, denominator))
            denominator = self.multiply_terms(denominator, below)
        return numerator, denominator


def _ratio(numerator: Terms, denominator: Terms) -> tuple[fmpq, fmpq] | None:
    """(a, b) with numerator = (a + b*sqrt(n)) * denominator term by term, or None. The denominator holds no root."""
    parts = []
    for k in (0, 1):
        part = {(a, b, 0): x for (a, b, c), x in numerator.items() if c == k}
        first = next(iter(denominator))
        factor = part.get(first, fmpq(0)) / denominator[first]
        if part != ({m: x * factor for m, x in denominator.items()} if factor else {}):
            return None
        parts.append(factor)
    return parts[0], parts[1]
