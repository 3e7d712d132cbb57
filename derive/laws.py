"""Joint laws of (q, k) on which every property is decided exactly: finite ones, outcome by outcome, and normal ones.

They are the models and counter-models of derive.assumptions. Probabilities, outcomes, means and covariances are
rationals; nothing is sampled.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from flint import fmpq

Rational = Any  # fmpq; python-flint ships no types
Vector = tuple[Rational, ...]
Matrix = tuple[Vector, ...]
Outcome = tuple[Rational, Vector, Vector]  # probability, q, k


@dataclass(frozen=True, slots=True)
class Finite:
    """Finitely many outcomes. `name` says how it is built."""

    name: str
    outcomes: tuple[Outcome, ...]

    @property
    def width(self) -> int:
        return len(self.outcomes[0][1])

    def expect(self, value: Callable[[Vector, Vector], Rational]) -> Rational:
        return sum((p * value(q, k) for p, q, k in self.outcomes), fmpq(0))

    def moment(self, letters: str, places: Sequence[int]) -> Rational:
        """E of the product of entries: moment("qk", (0, 1)) = E q_0 k_1."""
        slots = list(zip(letters, places, strict=True))
        return self.expect(lambda q, k: prod(((q if x == "q" else k)[a] for x, a in slots), start=ONE))

    def score_variance(self) -> Rational:
        """Var(q . k), straight from its definition."""
        mean = self.expect(dot)
        return self.expect(lambda q, k: (dot(q, k) - mean) ** 2)

    def independent(self, parts: Sequence[Callable[[Vector, Vector], object]]) -> bool:
        """Whether the joint law of these parts of (q, k) is the product of their laws."""
        joint = self._law(lambda q, k: tuple(part(q, k) for part in parts))
        single = [self._law(part) for part in parts]
        if len(joint) != prod(map(len, single)):
            return False
        values = product(*single)
        return all(joint[v] == prod(law[x] for law, x in zip(single, v, strict=True)) for v in values)

    def _law(self, part: Callable[[Vector, Vector], object]) -> Counter[object]:
        law: Counter[object] = Counter()
        for p, q, k in self.outcomes:
            law[part(q, k)] += p
        return law

    def alike(self, parts: Iterable[Callable[[Vector, Vector], object]]) -> bool:
        """Whether these parts of (q, k) all have the same law."""
        first, *rest = [self._law(part) for part in parts]
        return all(law == first for law in rest)


@dataclass(frozen=True, slots=True)
class Normal:
    """(q, k) jointly normal: means, covariances within q and within k, and cross[a][b] = Cov(q_a, k_b)."""

    name: str
    mean_q: Vector
    mean_k: Vector
    cov_q: Matrix
    cov_k: Matrix
    cross: Matrix

    @property
    def width(self) -> int:
        return len(self.mean_q)

    def moment(self, letters: str, places: Sequence[int]) -> Rational:
        """E of one entry or of a product of two."""
        means = [(self.mean_q if x == "q" else self.mean_k)[a] for x, a in zip(letters, places, strict=True)]
        if len(letters) == 1:
            return means[0]
        a, b = places
        cov = {"qq": self.cov_q, "kk": self.cov_k, "qk": self.cross}[letters][a][b]
        return cov + means[0] * means[1]

    def score_variance(self) -> Rational:
        """Var(q . k) by Isserlis (1918): third central moments of normals vanish, fourth ones are sums of products."""
        total = fmpq(0)
        for a, b in product(range(self.width), repeat=2):
            total += self.cov_q[a][b] * self.cov_k[a][b] + self.cross[a][b] * self.cross[b][a]
            total += self.mean_q[a] * self.mean_q[b] * self.cov_k[a][b] + self.mean_k[a] * self.mean_k[b] * self.cov_q[a][b]
            total += 2 * self.mean_q[a] * self.mean_k[b] * self.cross[b][a]
        return total


Law = Finite | Normal


def dot(q: Vector, k: Vector) -> Rational:
    return sum((x * y for x, y in zip(q, k, strict=True)), fmpq(0))


ONE = fmpq(1)
COIN = ((fmpq(1, 2), -ONE), (fmpq(1, 2), ONE))
SKEW = ((fmpq(4, 5), fmpq(-1, 2)), (fmpq(1, 5), fmpq(2)))  # mean 0, variance 1, third moment 3/2


def _copies(*components: Sequence[tuple[Rational, Rational]]) -> list[tuple[Rational, Vector]]:
    """A vector of independent components."""
    choices = product(*components)
    return [(prod((p for p, _ in c), start=ONE), tuple(x for _, x in c)) for c in choices]


def _vectors(d: int) -> dict[str, list[tuple[Rational, Vector]]]:
    """Laws of one vector: the plain one, and the plain one with one property spoiled."""
    coins = _copies(*[COIN] * d)
    return {
        "coins": coins,
        "mixed": _copies(*([SKEW] + [COIN] * (d - 1))),
        "shifted": [(p, tuple(x + 1 for x in v)) for p, v in coins],
        "doubled": [(p, tuple(2 * x for x in v)) for p, v in coins],
        "tied": [(p, (x,) * d) for p, x in COIN],
    }


def finite_laws(d: int) -> list[Finite]:
    """Every pair of vector laws, independent; and k made from q."""
    vectors = _vectors(d)
    laws = [
        Finite(f"{n}-{m}", tuple((p * r, q, k) for p, q in vectors[n] for r, k in vectors[m]))
        for n, m in product(vectors, repeat=2)
    ]
    coins = vectors["coins"]
    flips = tuple((p * r, q, tuple(s * x for x in q)) for p, q in coins for r, s in COIN)
    return [*laws, Finite("same", tuple((p, q, q) for p, q in coins)), Finite("signed", flips)]


def normal_laws(d: int) -> list[Normal]:
    """The normal counterparts of the same constructions."""
    zero, ones = (fmpq(0),) * d, (ONE,) * d
    none: Matrix = (zero,) * d
    unit: Matrix = tuple(tuple(fmpq(int(a == b)) for b in range(d)) for a in range(d))
    four: Matrix = tuple(tuple(4 * x for x in row) for row in unit)
    vectors = {"plain": (zero, unit), "shifted": (ones, unit), "doubled": (zero, four), "tied": (zero, (ones,) * d)}
    laws = [
        Normal(f"normal-{n}-{m}", mean_q, mean_k, cov_q, cov_k, none)
        for (n, (mean_q, cov_q)), (m, (mean_k, cov_k)) in product(vectors.items(), repeat=2)
    ]
    return [*laws, Normal("normal-same", zero, zero, unit, unit, unit)]
