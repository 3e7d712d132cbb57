"""Rotary positions: scores depend on m − n alone, and rotations keep norms. cos and sin are written with exp(iφ)."""

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


def cosine(angle: Term) -> Term:
    i = ImaginaryUnit()
    return HALF * (exp(i * angle) + exp(-i * angle))


def sine(angle: Term) -> Term:
    i = ImaginaryUnit()
    return -HALF * i * (exp(i * angle) - exp(-i * angle))


def vector(name: str, part: str, pair: Index) -> Term:
    return entries(f"{name}_{part}", PAIRS)(pair)


def rotated(name: str, position: Term, part: str, pair: Index) -> Term:
    """Part 1: cos(mθ) x₁ − sin(mθ) x₂; part 2: sin(mθ) x₁ + cos(mθ) x₂."""
    angle = position * θ(pair)
    first, second = (vector(name, which, pair) for which in PARTS)
    if part == "1":
        return cosine(angle) * first - sine(angle) * second
    return sine(angle) * first + cosine(angle) * second


def score(query_position: Term, key_position: Term, symbol: str = "") -> Term:
    """⟨R_m q, R_n k⟩ = Σ over the pairs."""

    def pair(index: Index) -> Term:
        first, second = (
            rotated("q", query_position, part, index) * rotated("k", key_position, part, index) for part in PARTS
        )
        return first + second

    whole = total(PAIRS, pair)
    return define(symbol, lambda: whole)() if symbol else whole


def relative_score(distance: Term) -> Term:
    """⟨R_{m−n} q, k⟩."""

    def pair(index: Index) -> Term:
        first, second = (rotated("q", distance, part, index) * vector("k", part, index) for part in PARTS)
        return first + second

    return total(PAIRS, pair)


def turned(distance: Term) -> Term:
    """Σ cos(θ(m − n)) (q·k) − sin(θ(m − n)) (q₂ k₁ − q₁ k₂), pair by pair."""

    def pair(index: Index) -> Term:
        q1, q2 = (vector("q", part, index) for part in PARTS)
        k1, k2 = (vector("k", part, index) for part in PARTS)
        angle = distance * θ(index)
        return cosine(angle) * (q1 * k1 + q2 * k2) + sine(angle) * (q1 * k2 - q2 * k1)

    return total(PAIRS, pair)


def shifted() -> Proof:
    left, right = score(m + t, n + t), score(m, n)
    return chain(
        "rope.shift",
        Statement(left, right),
        line("angle sums", turned((m + t) - (n + t))),
        line("cancel", turned(m - n)),
        line("angle sums", right),
    )


def relative() -> Proof:
    left, right = score(m, n), relative_score(m - n)
    return chain(
        "rope.relative",
        Statement(left, right),
        line("angle sums", turned(m - n)),
        line("collect", right),
    )


def squared_norm(position: Term) -> Term:
    def pair(index: Index) -> Term:
        return rotated("q", position, "1", index) ** 2 + rotated("q", position, "2", index) ** 2

    return total(PAIRS, pair)


def norm() -> Proof:
    left = squared_norm(m)
    right = total(PAIRS, lambda p: vector("q", "1", p) ** 2 + vector("q", "2", p) ** 2)

    def pair(index: Index) -> Term:
        angle = m * θ(index)
        unit = cosine(angle) ** 2 + sine(angle) ** 2
        return unit * (vector("q", "1", index) ** 2 + vector("q", "2", index) ** 2)

    return chain(
        "rope.norm",
        Statement(left, right),
        line("collect", total(PAIRS, pair)),
        line("imaginary unit", right),
    )


def norm_twins() -> tuple[Twin, ...]:
    def pair(index: Index) -> Term:
        angle = m * θ(index)
        first, second = vector("q", "1", index), vector("q", "2", index)
        wrong = cosine(angle) * first + sine(angle) * second
        return wrong**2 + rotated("q", m, "2", index) ** 2

    return (Twin("a sign of the rotation lost", Statement(total(PAIRS, pair), norm().statement.right)),)


THEOREMS = {
    theorem.name: theorem
    for theorem in (
        Theorem(
            "rope.shift",
            shifted,
            lambda: (Twin("one side shifted alone", Statement(score(m + t, n), score(m, n))),),
        ),
        Theorem(
            "rope.relative",
            relative,
            lambda: (Twin("m + n instead of m − n", Statement(score(m, n), relative_score(m + n))),),
        ),
        Theorem("rope.norm", norm, norm_twins),
    )
}
