"""Moments of the score q . k for symbolic d_k: sums of d_k independent products q_a k_a, through their cumulants.

Cumulants add, so every moment of the score is a polynomial in d_k whose coefficients are exact rationals (Kendall and
Stuart, The Advanced Theory of Statistics 1, ch. 3). Laws of one component are given by their moments; the components
of q are independent copies of one law, those of k of another, unless a function says otherwise. Left out: tails and
densities (distributions), proofs (theorems/scores).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from sympy import Expr, Rational, Symbol, binomial, factorial, factorial2, sqrt

d_k = Symbol("d_k", integer=True, positive=True)


class NoMoment(ValueError):
    """The law has no moment of that order."""


@dataclass(frozen=True, slots=True)
class Law:
    """The law of one component: `moment(n)` = E x^n, exact. NoMoment where it does not exist."""

    name: str
    moment: Callable[[int], Expr]


def _even(value: Callable[[int], Any]) -> Callable[[int], Expr]:
    """Moments of a law symmetric about 0, from r -> E x^(2r)."""
    return lambda n: sympy.Integer(0) if n % 2 else sympy.sympify(value(n // 2))


# mean 0, variance 1
GAUSSIAN = Law("gaussian", _even(lambda r: factorial2(2 * r - 1)))
RADEMACHER = Law("rademacher", _even(lambda r: 1))
UNIFORM = Law("uniform", _even(lambda r: Rational(3**r, 2 * r + 1)))
LAPLACE = Law("laplace", _even(lambda r: factorial(2 * r) / sympy.Integer(2) ** r))
LAWS = {law.name: law for law in (GAUSSIAN, RADEMACHER, UNIFORM, LAPLACE)}


def student(nu: Any) -> Law:
    """Student's t scaled to variance 1. ValueError where nu <= 2: then there is no variance to scale.

    A symbolic nu gives the formulas that hold where the moment exists.
    """
    nu = sympy.nsimplify(nu)
    if nu.is_number and not nu > 2:
        raise NoMoment(f"Student's t needs ν > 2 to have a variance, not ν = {nu}")

    def moment(n: int) -> Expr:
        if nu.is_number and not nu > n:
            raise NoMoment(f"Student's t with ν = {nu} has no moment of order {n}: that needs ν > {n}")
        if n % 2:
            return sympy.Integer(0)
        factors = [(2 * i - 1) * (nu - 2) / (nu - 2 * i) for i in range(1, n // 2 + 1)]
        return sympy.prod(factors)

    return Law(f"student-t({nu})", moment)


def shifted(law: Law, mean: Any, deviation: Any) -> Law:
    """The law of mean + deviation x."""
    mean, deviation = sympy.sympify(mean), sympy.sympify(deviation)

    def moment(n: int) -> Expr:
        terms = (binomial(n, k) * mean ** (n - k) * deviation**k * law.moment(k) for k in range(n + 1))
        return sympy.expand(sum(terms))

    return Law(f"{mean} + {deviation}*{law.name}", moment)


def cumulants(moments: Sequence[Expr]) -> list[Expr]:
    """kappa_1 .. kappa_n from m_1 .. m_n: kappa_n = m_n - sum_(k<n) C(n-1, k-1) kappa_k m_(n-k)."""
    found: list[Expr] = []
    for n, m in enumerate(moments, 1):
        lower = (binomial(n - 1, k - 1) * found[k - 1] * moments[n - k - 1] for k in range(1, n))
        found.append(sympy.expand(m - sum(lower)))
    return found


def from_cumulants(kappa: Sequence[Expr]) -> list[Expr]:
    """m_1 .. m_n from kappa_1 .. kappa_n."""
    moments: list[Expr] = [sympy.Integer(1)]
    for n in range(1, len(kappa) + 1):
        terms = (binomial(n - 1, k - 1) * kappa[k - 1] * moments[n - k] for k in range(1, n + 1))
        moments.append(sympy.expand(sum(terms)))
    return moments[1:]


def score_cumulants(order: int, q: Law = GAUSSIAN, k: Law = GAUSSIAN, d: Any = d_k) -> list[Expr]:
    """kappa_1 .. kappa_order of q . k, q and k independent. NoMoment where a component lacks the moment."""
    products = [q.moment(n) * k.moment(n) for n in range(order, 0, -1)]  # the highest first: it names what is missing
    return [d * kappa for kappa in cumulants(products[::-1])]


def score_moment(order: int, q: Law = GAUSSIAN, k: Law = GAUSSIAN, d: Any = d_k) -> Expr:
    """E (q . k)^order, factored. ValueError for an order below 1; NoMoment where it does not exist."""
    _check(order, d)
    return sympy.factor(from_cumulants(score_cumulants(order, q, k, d))[-1])


def score_variance(q: Law = GAUSSIAN, k: Law = GAUSSIAN, d: Any = d_k) -> Expr:
    _check(2, d)
    return sympy.factor(score_cumulants(2, q, k, d)[1])


def skewness(q: Law = GAUSSIAN, k: Law = GAUSSIAN, d: Any = d_k) -> Expr:
    """E (x - E x)^3 / Var^(3/2) of the score."""
    _check(3, d)
    _, second, third = score_cumulants(3, q, k, d)
    return sympy.factor(third) / sympy.factor(second) ** Rational(3, 2)


def excess_kurtosis(q: Law = GAUSSIAN, k: Law = GAUSSIAN, d: Any = d_k) -> Expr:
    """E (x - E x)^4 / Var^2 - 3 of the score: (kurtosis of q times kurtosis of k, minus 3) / d_k for zero means."""
    _check(4, d)
    kappa = score_cumulants(4, q, k, d)
    return sympy.factor(kappa[3] / kappa[1] ** 2)


def _check(order: int, d: Any) -> None:
    if order < 1:
        raise ValueError(f"the order of a moment is at least 1, not {order}")
    size = sympy.sympify(d)
    if size.is_number and not (size.is_integer and size >= 1):
        raise ValueError(f"d_k must be a whole number of at least 1, not {size}")


def general_variance(mean_q: Any, mean_k: Any, variance_q: Any, variance_k: Any, d: Any = d_k) -> Expr:
    """Var(q . k) for independent components with these means and variances, whatever their laws."""
    mq, mk, vq, vk = map(sympy.sympify, (mean_q, mean_k, variance_q, variance_k))
    return d * (vq * vk + mq**2 * vk + mk**2 * vq)


def correlated_cumulant(order: int, rho: Any, d: Any = d_k) -> Expr:
    """kappa_order of q . k where (q_a, k_a) are standard normal with correlation rho, independent over a.

    E exp(t q_a k_a) = [(1 - (1+rho) t)(1 + (1-rho) t)]^(-1/2); read the cumulants off its logarithm.
    """
    _check(order, d)
    rho = sympy.sympify(rho)
    if rho.is_number and not -1 <= rho <= 1:
        raise ValueError(f"a correlation lies between -1 and 1, not at {rho}")
    return sympy.expand(d * factorial(order - 1) * ((1 + rho) ** order + (-1) ** order * (1 - rho) ** order) / 2)


def correlated_moments(order: int, rho: Any, d: Any = d_k) -> list[Expr]:
    """E (q . k)^n, n = 1 .. order, under that correlation."""
    return from_cumulants([correlated_cumulant(n, rho, d) for n in range(1, order + 1)])


def generating_function(t: Any, d: Any = d_k) -> Expr:
    """E exp(t q . k) = (1 - t^2)^(-d/2) for standard normal q, k, |t| < 1."""
    return (1 - sympy.sympify(t) ** 2) ** (-sympy.sympify(d) / 2)


# how the scores are scaled -> factor
SCALES: dict[str, Callable[[Any], Expr]] = {
    "sqrt": lambda d: 1 / sqrt(d),
    "linear": lambda d: 1 / sympy.sympify(d),
    "none": lambda d: sympy.Integer(1),
}

# initialisation -> variance of one entry of W_Q (d_model rows, d_k columns), symbolic in both
INITIALISATIONS: dict[str, Callable[[Any, Any], Expr]] = {
    "lecun": lambda d_model, d: 1 / d_model,
    "he": lambda d_model, d: 2 / d_model,
    "xavier": lambda d_model, d: 2 / (d_model + d),  # one (d_model, d_k) matrix a head
    "xavier-fused": lambda d_model, d: 1 / d_model,  # one (d_model, d_model) matrix for all heads
    "linear-default": lambda d_model, d: 1 / (3 * d_model),  # uniform on +-1/sqrt(d_model)
}


def initial_score_variance(initialisation: str, d_model: Any, heads: Any = 1, scale: str = "sqrt") -> Expr:
    """Var of a scaled score at the start, per head of width d_k = d_model / heads, inputs of variance 1.

    Independent zero-mean W_Q, W_K make q_a and k_a independent with variance d_model Var(W): also for a token's own
    key. ValueError for unknown names, or heads that do not divide d_model.
    """
    if initialisation not in INITIALISATIONS:
        raise ValueError(f"unknown initialisation '{initialisation}'; there are: {', '.join(INITIALISATIONS)}")
    if scale not in SCALES:
        raise ValueError(f"unknown scale '{scale}'; there are: {', '.join(SCALES)}")
    d_model, heads = sympy.sympify(d_model), sympy.sympify(heads)
    d = d_model / heads
    _check(2, d)
    component = d_model * INITIALISATIONS[initialisation](d_model, d)
    return sympy.cancel(d * component**2 * SCALES[scale](d) ** 2)
