"""Moments of polynomials in independent numbers that a page names: Var(x + f) = 2 after "x and f are independent, variance 1".

Bilinear in the terms of the polynomials. A mean or a higher moment that the page does not give is needed by no answer.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from checks.theory.scope import Scope
from checks.theory.stretches import STATEMENT, sentences
from derive.expression import ONE, TWO, ZERO, Apply, Expression, Number, Symbol, apply, symbols

_LETTERS = r"(?<![\w\\])[a-z](?:[\s$`]{0,4},[\s$`]{0,4}[a-z](?!\w)){0,6}[\s$`]{0,4},?\s{0,4}(?:and|y)[\s$`]{1,4}[a-z](?!\w)"
_KINDS = r"(?:(?:statistically|mutually|random|numbers|variables|scalars|escalares|números|aleatorias)\s{1,4})*"
_INDEPENDENT = re.compile(
    rf"(?P<names>{_LETTERS})[\s$`]{{0,4}}(?:are|be|son|sean)\s{{1,4}}{_KINDS}(?:independent|independientes|i\.?i\.?d)\b"
    rf"|(?:independent|independientes)\s{{1,4}}{_KINDS}[\s$`]{{0,4}}(?P<behind>{_LETTERS})",
    re.IGNORECASE,
)
_SAID = re.compile(r"independ|i\.?i\.?d\b", re.IGNORECASE)
_VALUE = (
    r"\s*(?:is|are|of|es|de|=|equal to)?\s*\$?(?P<value>\d{1,4}(?:\.\d{1,4}|/[1-9]\d{0,3})?)(?![\w^.]*[A-Za-z_^\\]|\d|\s*/)"
)
_MEAN = re.compile(
    rf"(?:means?|medias?){_VALUE}|(?P<zero>zero[- ]means?|(?:means?|medias?)\s+(?:zero|cero|nula))", re.IGNORECASE
)
_VARIANCE = re.compile(
    rf"(?:variances?|varianzas?){_VALUE}|(?P<unit>unit[- ]variances?|varianzas?\s+unitarias?)", re.IGNORECASE
)
_OTHERS = re.compile(r"compon|entr(?:y|ies)\b|entrad|vector|\\mathbb|ℝ|correla|\bnot\b|\bno\b|\bif\b|\bsi\b", re.IGNORECASE)
MOST = 64  # terms of an expanded polynomial
Monomial = tuple[tuple[str, int], ...]
Polynomial = dict[Monomial, Expression]


class Unknown(Exception):
    """A moment that what the page says does not give."""


@dataclass(frozen=True, slots=True)
class Law:
    """Mean and variance of one number, where the page gives them."""

    mean: Expression | None = None
    variance: Expression | None = None


@dataclass(frozen=True, slots=True)
class Independent:
    """The laws of independent numbers by name."""

    laws: Mapping[str, Law] = field(default_factory=dict)

    def speaks_of(self, expression: Expression) -> bool:
        """Whether a formula is about these numbers."""
        return bool(symbols(expression) & self.laws.keys())

    def moment(self, kind: str, arguments: tuple[Expression, ...], scope: Scope) -> Expression:
        """E, Var, sd or Cov of polynomials in these numbers. Unknown."""
        found = [self._expanded(a, scope) for a in arguments]
        match kind, found:
            case "expectation", [one]:
                return _total(apply("times", c, self._mean(m)) for m, c in one.items())
            case "variance", [one]:
                return self._covariance(one, one)
            case "deviation", [one]:
                return apply("sqrt", self._covariance(one, one))
            case "covariance", [one, other]:
                return self._covariance(one, other)
        raise Unknown

    def _covariance(self, one: Polynomial, other: Polynomial) -> Expression:
        pairs = product(one.items(), other.items())
        return _total(apply("times", apply("times", c, e), self._joint(m, n)) for (m, c), (n, e) in pairs)

    def _joint(self, m: Monomial, n: Monomial) -> Expression:
        """The covariance of two products."""
        if not dict(m).keys() & dict(n).keys():
            return ZERO
        if m == n and len(m) == 1 and m[0][1] == 1:
            return _known(self.laws[m[0][0]].variance)
        apart = apply("times", self._mean(m), self._mean(n))
        return apply("subtract", self._mean(_merged(m, n)), apart)

    def _mean(self, m: Monomial) -> Expression:
        """The mean of a product of powers: independent numbers have theirs one by one."""
        out: Expression = ONE
        for name, power in m:
            law = self.laws[name]
            if power > 2:
                raise Unknown
            own = _known(law.mean)
            out = apply("times", out, own if power == 1 else apply("add", _known(law.variance), apply("power", own, TWO)))
        return out

    def _expanded(self, e: Expression, scope: Scope) -> Polynomial:
        match e:
            case Symbol(name) if name in self.laws:
                known = scope.find(name)
                if known is not None and known.expression is not None:
                    raise Unknown  # the page makes it of something else
                return {((name, 1),): ONE}
            case Symbol(name):
                known = scope.find(name)
                if known is not None and known.expression is not None and self.speaks_of(known.expression):
                    if known.params:
                        raise Unknown
                    return self._expanded(known.expression, scope)
            case Apply("add" | "subtract" as sign, (left, right)):
                turned = {m: c if sign == "add" else apply("negative", c) for m, c in self._expanded(right, scope).items()}
                return _plus(self._expanded(left, scope), turned)
            case Apply("negative", (inner,)):
                return {m: apply("negative", c) for m, c in self._expanded(inner, scope).items()}
            case Apply("times" | "multiply", (left, right)):
                return _times(self._expanded(left, scope), self._expanded(right, scope))
            case Apply("divide", (left, right)) if not self.speaks_of(right):
                return {m: apply("divide", c, right) for m, c in self._expanded(left, scope).items()}
            case Apply("power", (inner, Number(value))) if self.speaks_of(inner) and value in (1, 2):
                one = self._expanded(inner, scope)
                return one if value == 1 else _times(one, one)
        if self.speaks_of(e) or any((m := scope.find(n)) is not None and m.expression is not None for n in symbols(e)):
            raise Unknown
        return {(): e}


def independent(text: str, start: int, end: int) -> Independent:
    """What text[start:end] says of independent numbers, each sentence for the names it has; nothing for q and k."""
    laws: dict[str, Law] = {}
    if not _SAID.search(text, start, end):
        return Independent()
    for first, last in sentences(text, start, end, STATEMENT):
        match = _INDEPENDENT.search(text, first, last)
        if match is None or _OTHERS.search(text, first, last):
            continue
        names = set(re.findall(r"(?<![A-Za-z])[a-z](?![A-Za-z])", match["names"] or match["behind"])) - {"y"}
        names |= {"y"} if re.search(r"(?<![A-Za-z])y[\s$`]*,|\$y\$|(?:and|y)[\s$`]+y(?!\w)", match.group()) else set()
        if names & {"q", "k"} or len(names) < 2:
            continue
        mean, variance = (_said(pattern, text[first:last]) for pattern in (_MEAN, _VARIANCE))
        laws |= dict.fromkeys(names, Law(mean, variance))
    return Independent(laws)


def _said(pattern: re.Pattern[str], sentence: str) -> Expression | None:
    """The one number that a sentence gives for a moment; None where it gives none, or several."""
    found = list(pattern.finditer(sentence))
    if len(found) != 1:
        return None
    if found[0]["value"] is not None:
        return Number(Fraction(found[0]["value"]))
    return ZERO if pattern is _MEAN else ONE


def _known(value: Expression | None) -> Expression:
    if value is None:
        raise Unknown
    return value


def _merged(m: Monomial, n: Monomial) -> Monomial:
    powers = dict(m)
    for name, power in n:
        powers[name] = powers.get(name, 0) + power
    return tuple(sorted(powers.items()))


def _plus(one: Polynomial, other: Polynomial) -> Polynomial:
    out = dict(one)
    for m, c in other.items():
        out[m] = apply("add", out[m], c) if m in out else c
    return out


def _times(one: Polynomial, other: Polynomial) -> Polynomial:
    if len(one) * len(other) > MOST:
        raise Unknown
    out: Polynomial = {}
    for (m, c), (n, e) in product(one.items(), other.items()):
        out = _plus(out, {_merged(m, n): apply("times", c, e)})
    return out


def _total(terms: Iterable[Expression]) -> Expression:
    out: Expression = ZERO
    for term in terms:
        out = term if out == ZERO else apply("add", out, term)
    return out
