"""E, Var and Cov of formulas in index notation, over ranges of symbolic size.

Linear as they are, they pass through sums and constants and leave moments of entries: E(sum_a q_a k_a) becomes
sum_a E_qk[a, a], where the tensor E_qk stands for the numbers E[q_a k_b]. What is known of those is a hypothesis,
never a rule of this module; that E_qq[a, b] = E_qq[b, a] is left out as well.
"""

from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from derive.terms import Entry, Index, Named, Number, Plus, Power, Sum, Tensor, Term, Times, fresh, rename, tensors


class NotPolynomial(ValueError):
    """The random entries do not occur as a polynomial."""


@dataclass(slots=True)
class _Part:
    """A product: sums over `bound` of constants times random entries."""

    bound: tuple[Index, ...] = ()
    constants: tuple[Term, ...] = ()
    entries: tuple[Entry, ...] = field(default=())


def expectation(term: Term, random: Set[str] = frozenset("qk")) -> Term:
    """E(term), the tensors named in `random` being random. NotPolynomial where they stand under a root, log or exp."""
    parts = []
    for part in _parts(term, random):
        body = Times((*part.constants, _moment(part.entries))) if part.entries else Times(part.constants)
        parts.append(Sum(part.bound, body) if part.bound else body)
    return parts[0] if len(parts) == 1 else Plus(tuple(parts))


def covariance(left: Term, right: Term, random: Set[str] = frozenset("qk")) -> Term:
    """E(left right) - E(left) E(right)."""
    return expectation(left * right, random) - expectation(left, random) * expectation(right, random)


def variance(term: Term, random: Set[str] = frozenset("qk")) -> Term:
    return covariance(term, term, random)


def _moment(entries: tuple[Entry, ...]) -> Term:
    """E of a product of entries: q's before k's, so that one moment has one name."""
    ordered = sorted(entries, key=lambda entry: entry.tensor.name, reverse=True)
    indices = tuple(index for entry in ordered for index in entry.indices)
    letters = "".join(entry.tensor.name for entry in ordered)
    return Tensor(f"E_{letters}", tuple(index.range for index in indices))[indices]


def _parts(term: Term, random: Set[str]) -> Iterator[_Part]:
    """The term multiplied out, as far as random entries are concerned."""
    if not random & set(tensors(term)):
        yield _Part(constants=(term,))
        return
    match term:
        case Entry():
            yield _Part(entries=(term,))
        case Named(_, _, meaning):
            yield from _parts(meaning, random)
        case Plus(terms):
            for inner in terms:
                yield from _parts(inner, random)
        case Times(factors):
            yield from _products(factors, random)
        case Power(base, Fraction(numerator=n, denominator=1)) if n > 0:
            yield from _products((base,) * n, random)
        case Sum(bound, body):
            renewed = {index: fresh(index.range) for index in bound}  # a sum used twice must not share its indices
            for part in _parts(rename(body, renewed), random):
                yield _Part((*renewed.values(), *part.bound), part.constants, part.entries)
        case _:
            raise NotPolynomial(f"no expectation of a {type(term).__name__} of random entries")


def _products(factors: tuple[Term, ...], random: Set[str]) -> Iterator[_Part]:
    for combination in product(*(list(_parts(factor, random)) for factor in factors)):
        yield _Part(
            tuple(index for part in combination for index in part.bound),
            tuple(constant for part in combination for constant in part.constants if constant != Number(Fraction(1))),
            tuple(entry for part in combination for entry in part.entries),
        )
