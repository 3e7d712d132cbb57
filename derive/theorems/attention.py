"""Gradients of one attention head for all T, d_k, d_v, plain and causally masked, and the flash-attention form.

The loss is L = Σ G ∘ O with a free upstream gradient G, so the formulas hold for every differentiable loss.
"""

from collections.abc import Callable
from dataclasses import dataclass

from derive.proof import Proof, Statement, chain
from derive.terms import Derivative, Entry, Index, Plus, Size, Tensor, Term, define, delta, exp, total
from derive.theorems import Theorem, Twin
from derive.theorems.notions import (
    CAUSAL,
    SCALE,
    G,
    K,
    Matrix,
    Q,
    V,
    b,
    by_sympy,
    entries,
    g,
    head,
    line,
    row_softmax,
    softmax_gradient,
    u,
    v,
)

S = entries("S", "T", "T")
dA = entries("∂L/∂A", "T", "T")
Mask = Tensor | None


def loss_of_weights(weights: Matrix) -> Term:
    """L as a function of A alone, seen through its gradient."""
    return define("L", lambda: total(("T", "T"), lambda p, q: dA(p, q) * weights(p, q)))()


def d_weights() -> Proof:
    A = entries("A", "T", "T")
    output = define("O", lambda p, f: total("T", lambda r: A(p, r) * V(r, f)))
    loss = define("L", lambda: total(("T", "d_v"), lambda p, f: G(p, f) * output(p, f)))()
    left = Derivative(loss, A(u, v))
    return chain(
        "attention.dA",
        Statement(left, total("d_v", lambda f: G(u, f) * V(v, f))),
        by_sympy(left),
        line(
            "derivative of an entry",
            total(("T", "d_v", "T"), lambda p, f, r: G(p, f) * delta(p, u) * delta(r, v) * V(r, f)),
        ),
        line("delta contraction", total("d_v", lambda f: G(u, f) * V(v, f))),
    )


def d_weights_twins() -> tuple[Twin, ...]:
    return (Twin("transposed", Statement(d_weights().statement.left, total("d_v", lambda f: G(v, f) * V(u, f)))),)


def d_scores(name: str, mask: Mask) -> Proof:
    A = row_softmax(S, mask)
    left = Derivative(loss_of_weights(A), S(u, v))
    weighted = total("T", lambda r: dA(u, r) * A(u, r))
    right = A(u, v) * (dA(u, v) - weighted)
    return chain(
        name,
        Statement(left, right),
        by_sympy(left),
        line(
            "chain rule",
            total(("T", "T"), lambda p, q: dA(p, q) * delta(p, u) * A(p, q) * (delta(q, v) - A(p, v))),
            "softmax.jacobian",
        ),
        line("delta contraction", dA(u, v) * A(u, v) - A(u, v) * weighted),
        line("collect", right),
    )


def d_scores_twins(mask: Mask) -> tuple[Twin, ...]:
    A = row_softmax(S, mask)
    left = Derivative(loss_of_weights(A), S(u, v))
    by_column = total("T", lambda p: dA(p, v) * A(p, v))
    product = total("T", lambda q: total("T", lambda r: dA(u, r) * A(q, r)))
    return (
        Twin("columns summed instead of rows", Statement(left, A(u, v) * (dA(u, v) - by_column))),
        Twin("the subtracted row sum lost", Statement(left, A(u, v) * dA(u, v))),
        Twin("rowsum of a matrix product", Statement(left, A(u, v) * (dA(u, v) - product))),
    )


def d_values(name: str, mask: Mask) -> Proof:
    one = head(mask)
    left = Derivative(one.loss, V(v, g))
    right = total("T", lambda p: one.weights(p, v) * G(p, g))
    return chain(
        name,
        Statement(left, right),
        by_sympy(left),
        line(
            "derivative of an entry",
            total(("T", "d_v", "T"), lambda p, f, r: G(p, f) * one.weights(p, r) * delta(r, v) * delta(f, g)),
        ),
        line("delta contraction", right),
    )


def d_queries(name: str, mask: Mask) -> Proof:
    one = head(mask)
    left = Derivative(one.loss, Q(u, b))
    right = SCALE * total("T", lambda q: one.d_scores(u, q) * K(q, b))
    return chain(
        name,
        Statement(left, right),
        by_sympy(left),
        line(
            "chain rule",
            total(("T", "T"), lambda p, q: one.d_scores(p, q) * Derivative(one.scores(p, q), Q(u, b))),
            "attention.dS",
        ),
        line(
            "derivative of an entry",
            total(("T", "T"), lambda p, q: one.d_scores(p, q) * SCALE * delta(p, u) * K(q, b)),
        ),
        line("delta contraction", right),
    )


def d_keys(name: str, mask: Mask) -> Proof:
    one = head(mask)
    left = Derivative(one.loss, K(v, b))
    right = SCALE * total("T", lambda p: one.d_scores(p, v) * Q(p, b))
    return chain(
        name,
        Statement(left, right),
        by_sympy(left),
        line(
            "chain rule",
            total(("T", "T"), lambda p, q: one.d_scores(p, q) * Derivative(one.scores(p, q), K(v, b))),
            "attention.dS",
        ),
        line(
            "derivative of an entry",
            total(("T", "T"), lambda p, q: one.d_scores(p, q) * SCALE * delta(q, v) * Q(p, b)),
        ),
        line("delta contraction", right),
    )


def d_values_twins(mask: Mask) -> tuple[Twin, ...]:
    one = head(mask)
    left = Derivative(one.loss, V(v, g))
    return (Twin("no transpose", Statement(left, total("T", lambda p: one.weights(v, p) * G(p, g)))),)


def d_queries_twins(mask: Mask) -> tuple[Twin, ...]:
    one = head(mask)
    left = Derivative(one.loss, Q(u, b))
    plain = total("T", lambda q: one.d_scores(u, q) * K(q, b))
    transposed = SCALE * total("T", lambda q: one.d_scores(q, u) * K(q, b))
    return (
        Twin("1/√d_k lost", Statement(left, plain)),
        Twin("1/d_k instead of 1/√d_k", Statement(left, plain / Size("d_k"))),
        Twin("a transpose too many", Statement(left, transposed)),
        Twin("Q instead of K", Statement(left, SCALE * total("T", lambda q: one.d_scores(u, q) * Q(q, b)))),
    )


def d_keys_twins(mask: Mask) -> tuple[Twin, ...]:
    one = head(mask)
    left = Derivative(one.loss, K(v, b))
    return (
        Twin("no transpose", Statement(left, SCALE * total("T", lambda p: one.d_scores(v, p) * Q(p, b)))),
        Twin("1/√d_k lost", Statement(left, total("T", lambda p: one.d_scores(p, v) * Q(p, b)))),
    )


# flash attention: keys in a range of their own, N
QF, KF, VF = entries("Q", "T", "d_k"), entries("K", "N", "d_k"), entries("V", "N", "d_v")
column = Index("v", "N")


def flash_weights(p: Index, q: Index) -> Term:
    return row_softmax(lambda r, s: SCALE * total("d_k", lambda a: QF(r, a) * KF(s, a)), None, "N", "P")(p, q)


def flash_upstream(p: Index, q: Index) -> Term:
    return define("dP", lambda r, s: total("d_v", lambda f: G(r, f) * VF(s, f)))(p, q)


def flash_output(p: Index, f: Index) -> Term:
    return define("O", lambda r, h: total("N", lambda s: flash_weights(r, s) * VF(s, h)))(p, f)


def row_dot(p: Index) -> Term:
    """D_i = Σ_f G_if O_if, the row sums of dO ∘ O."""
    return define("D", lambda r: total("d_v", lambda f: G(r, f) * flash_output(r, f)))(p)


def flash_row_dot() -> Proof:
    left = row_dot(u)
    right = total("N", lambda q: flash_weights(u, q) * flash_upstream(u, q))
    both = total(("d_v", "N"), lambda f, q: G(u, f) * flash_weights(u, q) * VF(q, f))
    return chain(
        "attention.flash_D",
        Statement(left, right),
        line("definition", total("d_v", lambda f: G(u, f) * flash_output(u, f)), "D"),
        line("sums merge", both, "O"),
        line("factor leaves sum", right, "dP"),
    )


def flash_loss() -> tuple[Term, Callable[[Index, Index], Term]]:
    free_scores = entries("S", "T", "N")
    weights = row_softmax(free_scores, None, "N", "P")
    output = define("O", lambda r, f: total("N", lambda s: weights(r, s) * VF(s, f)))
    loss = define("L", lambda: total(("T", "d_v"), lambda r, f: G(r, f) * output(r, f)))()
    return Derivative(loss, free_scores(u, column)), weights


def flash_right(weights: Matrix) -> Term:
    output = define("O", lambda r, f: total("N", lambda s: weights(r, s) * VF(s, f)))
    dot = define("D", lambda r: total("d_v", lambda f: G(r, f) * output(r, f)))
    return weights(u, column) * (flash_upstream(u, column) - dot(u))


def flash_scores() -> Proof:
    left, weights = flash_loss()
    right = flash_right(weights)
    return chain(
        "attention.flash_dS",
        Statement(left, right),
        by_sympy(left),
        line("theorem", softmax_gradient(weights, flash_upstream, "N")(u, column), "attention.dS"),
        line("theorem", right, "attention.flash_D"),
    )


@dataclass(frozen=True, slots=True)
class Tile:
    """A block of keys: its scores and values, and its exponentials and outputs before normalising."""

    keys: str
    name: str

    def score(self, p: Index, q: Index) -> Entry:
        return entries(f"S_{self.name}", "T", self.keys)(p, q)

    def value(self, q: Index, f: Index) -> Entry:
        return entries(f"V_{self.name}", self.keys, "d_v")(q, f)

    def exponentials(self, p: Index) -> Term:
        return total(self.keys, lambda q: exp(self.score(p, q)))

    def weighted(self, p: Index, f: Index) -> Term:
        return total(self.keys, lambda q: exp(self.score(p, q)) * self.value(q, f))

    def upstream(self, p: Index, q: Index) -> Term:
        return define(f"dP_{self.name}", lambda r, s: total("d_v", lambda f: G(r, f) * self.value(s, f)))(p, q)


TILES = (Tile("B1", "1"), Tile("B2", "2"))
first = Index("v", "B1")


def tiles_normaliser(p: Index) -> Term:
    return define("ℓ", lambda r: TILES[0].exponentials(r) + TILES[1].exponentials(r))(p)


def tile_entry(p: Index, q: Index) -> Term:
    """An entry of P in the first block: normalised over the whole row."""
    return define("P_1", lambda r, s: exp(TILES[0].score(r, s)) / tiles_normaliser(r))(p, q)


def tiles_output(p: Index, f: Index, tiles: tuple[Tile, ...] = TILES) -> Term:
    def entry(r: Index, h: Index) -> Term:
        return Plus(tuple(tile.weighted(r, h) for tile in tiles)) / tiles_normaliser(r)

    return define("O" if len(tiles) > 1 else "O_1", entry)(p, f)


def tiles_row_dot(tiles: tuple[Tile, ...] = TILES) -> Term:
    name = "D" if len(tiles) > 1 else "D_1"
    return define(name, lambda p: total("d_v", lambda f: G(p, f) * tiles_output(p, f, tiles)))(u)


def tiles_left() -> Derivative:
    def loss() -> Term:
        return total(("T", "d_v"), lambda p, f: G(p, f) * tiles_output(p, f))

    return Derivative(define("L", loss)(), TILES[0].score(u, first))


def flash_tile() -> Proof:
    """The form on one block of keys: D still comes from the whole row."""
    left = tiles_left()
    right = tile_entry(u, first) * (TILES[0].upstream(u, first) - tiles_row_dot())
    above = total("d_v", lambda f: G(u, f) * exp(TILES[0].score(u, first)) * TILES[0].value(first, f))
    below = total("d_v", lambda f: G(u, f) * tiles_output(u, f))
    return chain(
        "attention.flash_tile",
        Statement(left, right),
        by_sympy(left),
        line("quotient rule", above / tiles_normaliser(u) - tile_entry(u, first) * below, "O", "ℓ"),
        line("definition", tile_entry(u, first) * TILES[0].upstream(u, first) - tile_entry(u, first) * tiles_row_dot()),
        line("collect", right),
    )


def flash_tile_twins() -> tuple[Twin, ...]:
    right = tile_entry(u, first) * (TILES[0].upstream(u, first) - tiles_row_dot(TILES[:1]))
    return (Twin("D from one block of the row", Statement(tiles_left(), right)),)


def flash_twins() -> tuple[Twin, ...]:
    left, weights = flash_loss()
    output = define("O", lambda r, f: total("N", lambda s: weights(r, s) * VF(s, f)))
    dot = total("d_v", lambda f: output(u, f))
    return (
        Twin("D without dO", Statement(left, weights(u, column) * (flash_upstream(u, column) - dot))),
        Twin("D lost", Statement(left, weights(u, column) * flash_upstream(u, column))),
    )


def flash_row_dot_twins() -> tuple[Twin, ...]:
    right = total("N", lambda q: flash_weights(u, q) * flash_upstream(u, q) ** 2)
    return (Twin("the inner sum squared", Statement(row_dot(u), right)),)


def named(name: str, mask: Mask, proof: Callable[[str, Mask], Proof], twins: Callable[[Mask], tuple[Twin, ...]]) -> Theorem:
    return Theorem(name, lambda: proof(name, mask), lambda: twins(mask))


THEOREMS = {
    theorem.name: theorem
    for theorem in (
        Theorem("attention.dA", d_weights, d_weights_twins),
        named("attention.dS", None, d_scores, d_scores_twins),
        named("attention.dS_masked", CAUSAL, d_scores, d_scores_twins),
        named("attention.dV", None, d_values, d_values_twins),
        named("attention.dV_masked", CAUSAL, d_values, d_values_twins),
        named("attention.dQ", None, d_queries, d_queries_twins),
        named("attention.dQ_masked", CAUSAL, d_queries, d_queries_twins),
        named("attention.dK", None, d_keys, d_keys_twins),
        named("attention.dK_masked", CAUSAL, d_keys, d_keys_twins),
        Theorem("attention.flash_D", flash_row_dot, flash_row_dot_twins),
        Theorem("attention.flash_dS", flash_scores, flash_twins),
        Theorem("attention.flash_tile", flash_tile, flash_tile_twins),
    )
}
