"""Hypotheses on the random vectors q and k: what each says exactly, what it lets a proof replace, what fails without.

A hypothesis is decided on a law by exact arithmetic (`holds`) and used in a proof as identities between moments. The
bank of laws is searched for models and counter-models. Sentences for readers are in checks/messages/hypotheses.py.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations

from derive import kernel
from derive.laws import Finite, Law, Normal, Rational, Vector, finite_laws, normal_laws
from derive.terms import Index, Number, Tensor, Term, delta

WIDTH = "d_k"
a, b, c, e = (Index(name, WIDTH) for name in "abce")


class UnknownHypothesis(ValueError):
    """No hypothesis has that name."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """`identities`: what it lets a proof replace; none where the proof of the variance never needs it."""

    name: str
    holds: Callable[[Law], bool]
    identities: tuple[kernel.Hypothesis, ...] = ()


def moment(letters: str) -> Tensor:
    """E of a product of entries of q and k, as a tensor: moment("qk")[a, b] = E[q_a k_b]."""
    return Tensor(f"E_{letters}", (WIDTH,) * len(letters))


def variances(x: str) -> Tensor:
    """Var of each entry of x."""
    return Tensor(f"Var_{x}", (WIDTH,))


def covariances(x: str) -> Tensor:
    """Covariances of the entries of x."""
    return Tensor(f"Cov_{x}", (WIDTH, WIDTH))


def across(x: str) -> Tensor:
    """Covariances of different entries of x; its diagonal means nothing and is never used."""
    return Tensor(f"Off_{x}", (WIDTH, WIDTH))


def _zero() -> Term:
    return Number(Fraction(0))


# what covariance means: not hypotheses, true of every law with second moments
DEFINITIONS: dict[str, tuple[kernel.Hypothesis, ...]] = {
    "covariance": tuple(
        kernel.Hypothesis(moment(x + x)[a, b], covariances(x)[a, b] + moment(x)[a] * moment(x)[b]) for x in "qk"
    ),
    "diagonal": tuple(
        kernel.Hypothesis(covariances(x)[a, b], delta(a, b) * variances(x)[a] + (1 - delta(a, b)) * across(x)[a, b])
        for x in "qk"
    ),
}


def _entry(x: str, place: int) -> Callable[[Vector, Vector], object]:
    return (lambda q, k: q[place]) if x == "q" else (lambda q, k: k[place])


def _variance(law: Law, x: str, place: int) -> Rational:
    return law.moment(x + x, (place, place)) - law.moment(x, (place,)) ** 2


def _independent(law: Law) -> bool:
    if isinstance(law, Normal):
        return not any(x for row in law.cross for x in row)
    return law.independent([lambda q, k: q, lambda q, k: k])


def _independent_components(x: str) -> Callable[[Law], bool]:
    def holds(law: Law) -> bool:
        if isinstance(law, Normal):
            return _uncorrelated(x)(law)
        return law.independent([_entry(x, n) for n in range(law.width)])

    return holds


def _zero_mean(x: str) -> Callable[[Law], bool]:
    return lambda law: all(law.moment(x, (n,)) == 0 for n in range(law.width))


def _unit_variance(x: str) -> Callable[[Law], bool]:
    return lambda law: all(_variance(law, x, n) == 1 for n in range(law.width))


def _uncorrelated(x: str) -> Callable[[Law], bool]:
    def holds(law: Law) -> bool:
        pairs = combinations(range(law.width), 2)
        return all(law.moment(x + x, p) == law.moment(x, p[:1]) * law.moment(x, p[1:]) for p in pairs)

    return holds


def _identical(law: Law) -> bool:
    if isinstance(law, Finite):
        return all(law.alike(_entry(x, n) for n in range(law.width)) for x in "qk")
    return all(len({(law.moment(x, (n,)), _variance(law, x, n)) for n in range(law.width)}) == 1 for x in "qk")


def _finite_fourth(law: Law) -> bool:
    return True  # finitely many outcomes, or normal: every moment exists


HYPOTHESES: dict[str, Hypothesis] = {
    h.name: h
    for h in (
        Hypothesis(
            "independence",
            _independent,
            (
                kernel.Hypothesis(moment("qqkk")[a, b, c, e], moment("qq")[a, b] * moment("kk")[c, e]),
                kernel.Hypothesis(moment("qk")[a, b], moment("q")[a] * moment("k")[b]),
            ),
        ),
        *(Hypothesis(f"zero-mean-{x}", _zero_mean(x), (kernel.Hypothesis(moment(x)[a], _zero()),)) for x in "qk"),
        *(Hypothesis(f"uncorrelated-{x}", _uncorrelated(x), (kernel.Hypothesis(across(x)[a, b], _zero()),)) for x in "qk"),
        *(
            Hypothesis(f"unit-variance-{x}", _unit_variance(x), (kernel.Hypothesis(variances(x)[a], Number(Fraction(1))),))
            for x in "qk"
        ),
        *(Hypothesis(f"independent-components-{x}", _independent_components(x)) for x in "qk"),
        Hypothesis("identical-distribution", _identical),
        Hypothesis("fourth-moments", _finite_fourth),
        Hypothesis("normality", lambda law: isinstance(law, Normal)),
    )
}
USED = tuple(name for name, h in HYPOTHESES.items() if h.identities)
# one word for both vectors
GROUPS = {
    stem: tuple(f"{stem}-{x}" for x in "qk")
    for stem in ("zero-mean", "uncorrelated", "unit-variance", "independent-components")
}
# what cannot hold without the other: dropping the second drops the first too
IMPLIES = {f"independent-components-{x}": f"uncorrelated-{x}" for x in "qk"}


def named(names: Iterable[str]) -> frozenset[str]:
    """Names and group names as a set of hypotheses. UnknownHypothesis for any other word."""
    found: set[str] = set()
    for name in names:
        if name not in HYPOTHESES and name not in GROUPS:
            raise UnknownHypothesis(name)
        found.update(GROUPS.get(name, (name,)))
    return frozenset(found)


def satisfied(law: Law) -> frozenset[str]:
    """The hypotheses that hold on a law, decided exactly."""
    return frozenset(name for name, hypothesis in HYPOTHESES.items() if hypothesis.holds(law))


@cache
def bank(d: int) -> tuple[Law, ...]:
    """The laws that are searched, finite ones first."""
    return (*finite_laws(d), *normal_laws(d))


def models(required: Iterable[str], d: int) -> Iterator[Law]:
    """The laws of the bank on which all `required` hypotheses hold."""
    wanted = [h for h in reversed(HYPOTHESES.values()) if h.name in set(required)]  # independence, the dearest, last
    return (law for law in bank(d) if all(h.holds(law) for h in wanted))


def spoiled(without: Iterable[str], normal: bool = False) -> frozenset[str]:
    """The dropped hypotheses with those that would bring them back; normality too, unless `normal` asks for it."""
    dropped = frozenset(without)
    dropped |= {name for name, implied in IMPLIES.items() if implied in dropped}
    return dropped if normal else dropped | {"normality"}
