"""Gradients of multi-head attention with a symbolic number of heads H, causally masked.

Y = Σ_h O_h W_O,h; the upstream gradient of Y is G.
"""

from derive.proof import Proof, Statement, chain
from derive.terms import Derivative, Index, Term, define, delta, total
from derive.theorems import Theorem, Twin
from derive.theorems.notions import CAUSAL, SCALE, b, by_sympy, entries, g, line, row_softmax, softmax_gradient, u, x

Q, K = entries("Q", "H", "T", "d_k"), entries("K", "H", "T", "d_k")
V, W_O = entries("V", "H", "T", "d_v"), entries("W_O", "H", "d_v", "D")
G = entries("G", "T", "D")
h = Index("h", "H")


def scores(head: Index, p: Index, q: Index) -> Term:
    return define("S", lambda n, r, s: SCALE * total("d_k", lambda a: Q(n, r, a) * K(n, s, a)))(head, p, q)


def weights(head: Index, p: Index, q: Index) -> Term:
    def entry(n: Index, r: Index, s: Index) -> Term:
        return row_softmax(lambda y, z: scores(n, y, z), CAUSAL)(r, s).meaning  # type: ignore[attr-defined]

    return define("A", entry)(head, p, q)


def output(head: Index, p: Index, f: Index) -> Term:
    return define("O", lambda n, r, z: total("T", lambda s: weights(n, r, s) * V(n, s, z)))(head, p, f)


def loss() -> Term:
    def merged(p: Index, y: Index) -> Term:
        return total(("H", "d_v"), lambda n, f: output(n, p, f) * W_O(n, f, y))

    projected = define("Y", merged)
    return define("L", lambda: total(("T", "D"), lambda p, y: G(p, y) * projected(p, y)))()


def d_output(head: Index, p: Index, f: Index) -> Term:
    return define("∂L/∂O", lambda n, r, z: total("D", lambda y: G(r, y) * W_O(n, z, y)))(head, p, f)


def d_weights(head: Index, p: Index, q: Index) -> Term:
    return define("∂L/∂A", lambda n, r, s: total("d_v", lambda f: d_output(n, r, f) * V(n, s, f)))(head, p, q)


def d_scores(head: Index, p: Index, q: Index) -> Term:
    def entry(n: Index, r: Index, s: Index) -> Term:
        gradient = softmax_gradient(lambda y, z: weights(n, y, z), lambda y, z: d_weights(n, y, z))
        return gradient(r, s).meaning  # type: ignore[attr-defined]

    return define("∂L/∂S", entry)(head, p, q)


def d_queries() -> Proof:
    left = Derivative(loss(), Q(h, u, b))
    right = SCALE * total("T", lambda q: d_scores(h, u, q) * K(h, q, b))
    return chain(
        "multihead.dQ",
        Statement(left, right),
        by_sympy(left),
        line(
            "chain rule",
            total(("H", "T", "T"), lambda n, p, q: d_scores(n, p, q) * Derivative(scores(n, p, q), Q(h, u, b))),
            "attention.dS_masked",
        ),
        line("delta contraction", right),
    )


def d_keys() -> Proof:
    left = Derivative(loss(), K(h, u, b))
    right = SCALE * total("T", lambda p: d_scores(h, p, u) * Q(h, p, b))
    return chain(
        "multihead.dK",
        Statement(left, right),
        by_sympy(left),
        line(
            "chain rule",
            total(("H", "T", "T"), lambda n, p, q: d_scores(n, p, q) * Derivative(scores(n, p, q), K(h, u, b))),
            "attention.dS_masked",
        ),
        line("delta contraction", right),
    )


def d_values() -> Proof:
    left = Derivative(loss(), V(h, u, g))
    right = total("T", lambda p: weights(h, p, u) * d_output(h, p, g))
    return chain(
        "multihead.dV",
        Statement(left, right),
        by_sympy(left),
        line(
            "chain rule",
            total(("H", "T", "d_v"), lambda n, p, f: d_output(n, p, f) * Derivative(output(n, p, f), V(h, u, g))),
        ),
        line("delta contraction", right),
    )


def d_output_projection() -> Proof:
    left = Derivative(loss(), W_O(h, g, x))
    right = total("T", lambda p: output(h, p, g) * G(p, x))
    return chain(
        "multihead.dW_O",
        Statement(left, right),
        by_sympy(left),
        line(
            "derivative of an entry",
            total(
                ("T", "D", "H", "d_v"),
                lambda p, y, n, f: G(p, y) * output(n, p, f) * delta(n, h) * delta(f, g) * delta(y, x),
            ),
        ),
        line("delta contraction", right),
    )


def d_queries_twins() -> tuple[Twin, ...]:
    left = d_queries().statement.left
    all_heads = SCALE * total(("H", "T"), lambda n, q: d_scores(n, u, q) * K(n, q, b))
    return (
        Twin("summed over the heads", Statement(left, all_heads)),
        Twin("1/√d_k lost", Statement(left, total("T", lambda q: d_scores(h, u, q) * K(h, q, b)))),
    )


def d_keys_twins() -> tuple[Twin, ...]:
    right = SCALE * total("T", lambda p: d_scores(h, u, p) * Q(h, p, b))
    return (Twin("no transpose", Statement(d_keys().statement.left, right)),)


def d_values_twins() -> tuple[Twin, ...]:
    right = total("T", lambda p: weights(h, u, p) * d_output(h, p, g))
    return (Twin("no transpose", Statement(d_values().statement.left, right)),)


def d_output_projection_twins() -> tuple[Twin, ...]:
    left = d_output_projection().statement.left
    return (Twin("summed over the heads", Statement(left, total(("H", "T"), lambda n, p: output(n, p, g) * G(p, x)))),)


THEOREMS = {
    theorem.name: theorem
    for theorem in (
        Theorem("multihead.dQ", d_queries, d_queries_twins),
        Theorem("multihead.dK", d_keys, d_keys_twins),
        Theorem("multihead.dV", d_values, d_values_twins),
        Theorem("multihead.dW_O", d_output_projection, d_output_projection_twins),
    )
}
