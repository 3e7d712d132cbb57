"""Rotary positions: scores depend on m − n alone, and rotations keep norms. cos and sin are written with exp(iφ)."""

from dataclasses import dataclass
from fractions import Fraction

from derive.proof import Proof, Statement, chain
from derive.terms import ImaginaryUnit, Index, Term, define, exp, total
from derive.theorems import Theorem, Twin
from derive.theorems.notions import entries, line

PAIRS = "P"
θ = entries("θ", PAIRS)
m, n, t = entries("m")(), entries("n")(), entries("t")()
HALF = Fraction(1, 2)
PARTS = ("1", "2")


@dataclass(frozen=True, slots=True)
class Position:
    """A position in the sequence and how it is written."""

    label: str
    value: Term


M, N = Position("m", m), Position("n", n)
M_LATER, N_LATER = Position("m + t", m + t), Position("n + t", n + t)
DISTANCE = Position("m − n", m - n)


def cosine(position: Position, pair: Index) -> Term:
    i = ImaginaryUnit()

    def half_sum(p: Index) -> Term:
        return HALF * (exp(i * position.value * θ(p)) + exp(-i * position.value * θ(p)))

    return define(f"cos_({position.label})", half_sum)(pair)


def sine(position: Position, pair: Index) -> Term:
    i = ImaginaryUnit()

    def half_difference(p: Index) -> Term:
        return -HALF * i * (exp(i * position.value * θ(p)) - exp(-i * position.value * θ(p)))

    return define(f"sin_({position.label})", half_difference)(pair)


def vector(name: str, part: str, pair: Index) -> Term:
    return entries(f"{name}_{part}", PAIRS)(pair)


def rotated(name: str, position: Position, part: str, pair: Index) -> Term:
    """Part 1: cos(mθ) x₁ − sin(mθ) x₂; part 2: sin(mθ) x₁ + cos(mθ) x₂."""

    def turned_part(p: Index) -> Term:
        first, second = (vector(name, which, p) for which in PARTS)
        if part == "1":
            return cosine(position, p) * first - sine(position, p) * second
        return sine(position, p) * first + cosine(position, p) * second

    return define(f"{name}_{part}({position.label})", turned_part)(pair)


def score(query: Position, key: Position) -> Term:
    """⟨R_m q, R_n k⟩ = Σ over the pairs."""

    def pair(p: Index) -> Term:
        first, second = (rotated("q", query, part, p) * rotated("k", key, part, p) for part in PARTS)
        return first + second

    return total(PAIRS, pair)


def relative_score(distance: Position) -> Term:
    """⟨R_{m−n} q, k⟩."""

    def pair(p: Index) -> Term:
        first, second = (rotated("q", distance, part, p) * vector("k", part, p) for part in PARTS)
        return first + second

    return total(PAIRS, pair)


def turned(distance: Position) -> Term:
    """Σ cos((m − n)θ) (q₁ k₁ + q₂ k₂) + sin((m − n)θ) (q₁ k₂ − q₂ k₁)."""

    def pair(p: Index) -> Term:
        q1, q2 = (vector("q", part, p) for part in PARTS)
        k1, k2 = (vector("k", part, p) for part in PARTS)
        return cosine(distance, p) * (q1 * k1 + q2 * k2) + sine(distance, p) * (q1 * k2 - q2 * k1)

    return total(PAIRS, pair)


def shifted() -> Proof:
    left, right = score(M_LATER, N_LATER), score(M, N)
    return chain(
        "rope.shift",
        Statement(left, right),
        line("angle sums", turned(Position("m + t − (n + t)", (m + t) - (n + t)))),
        line("cancel", turned(DISTANCE)),
        line("angle sums", right),
    )


def relative() -> Proof:
    left, right = score(M, N), relative_score(DISTANCE)
    return chain(
        "rope.relative",
        Statement(left, right),
        line("angle sums", turned(DISTANCE)),
        line("collect", right),
    )


def squared_norm(position: Position) -> Term:
    def pair(index: Index) -> Term:
        return rotated("q", position, "1", index) ** 2 + rotated("q", position, "2", index) ** 2

    return total(PAIRS, pair)


def norm() -> Proof:
    left = squared_norm(M)
    right = total(PAIRS, lambda p: vector("q", "1", p) ** 2 + vector("q", "2", p) ** 2)

    def pair(index: Index) -> Term:
        unit = cosine(M, index) ** 2 + sine(M, index) ** 2
        return unit * (vector("q", "1", index) ** 2 + vector("q", "2", index) ** 2)

    return chain(
        "rope.norm",
        Statement(left, right),
        line("collect", total(PAIRS, pair)),
        line("imaginary unit", right),
    )


def norm_twins() -> tuple[Twin, ...]:
    def pair(index: Index) -> Term:
        first, second = vector("q", "1", index), vector("q", "2", index)
        wrong = cosine(M, index) * first + sine(M, index) * second
        return wrong**2 + rotated("q", M, "2", index) ** 2

    return (Twin("a sign of the rotation lost", Statement(total(PAIRS, pair), norm().statement.right)),)


THEOREMS = {
    theorem.name: theorem
    for theorem in (
        Theorem(
            "rope.shift",
            shifted,
            lambda: (Twin("one side shifted alone", Statement(score(M_LATER, N), score(M, N))),),
        ),
        Theorem(
            "rope.relative",
            relative,
            lambda: (Twin("m + n instead of m − n", Statement(score(M, N), relative_score(Position("m + n", m + n)))),),
        ),
        Theorem("rope.norm", norm, norm_twins),
    )
}
