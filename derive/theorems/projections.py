"""Gradients through the projections Q = X W_Q, K = X W_K, V = X W_V, and through a feed-forward layer.

All for all T, D, d_k, d_v and under a causal mask; the plain case is the mask of ones.
"""

from collections.abc import Callable

from derive.proof import Proof, Statement, chain
from derive.terms import Apply, Derivative, Index, Term, define, delta, total
from derive.theorems import Theorem, Twin
from derive.theorems.notions import CAUSAL, Attention, G, Matrix, b, by_sympy, entries, g, line, u, x

X = entries("X", "T", "D")
WEIGHTS = {
    "Q": entries("W_Q", "D", "d_k"),
    "K": entries("W_K", "D", "d_k"),
    "V": entries("W_V", "D", "d_v"),
}
COLUMN = {"Q": b, "K": b, "V": g}


def projected(name: str) -> Matrix:
    """(X W)[p, a] = Σ_y X[p, y] W[y, a]."""
    return define(name, lambda p, a: total("D", lambda y: X(p, y) * WEIGHTS[name](y, a)))


HEAD = Attention(projected("Q"), projected("K"), projected("V"), G, CAUSAL)
GRADIENTS: dict[str, Callable[[], Matrix]] = {
    "Q": lambda: HEAD.d_queries,
    "K": lambda: HEAD.d_keys,
    "V": lambda: HEAD.d_values,
}


def d_projection(name: str) -> Proof:
    """∂L/∂W = Xᵀ ∂L/∂(XW)."""
    column, gradient = COLUMN[name], GRADIENTS[name]()
    left = Derivative(HEAD.loss, WEIGHTS[name](x, column))
    right = total("T", lambda p: X(p, x) * gradient(p, column))
    ranges = ("T", column.range)

    def term(p: Index, a: Index) -> Term:
        return gradient(p, a) * Derivative(projected(name)(p, a), WEIGHTS[name](x, column))

    return chain(
        f"projections.dW_{name}",
        Statement(left, right),
        by_sympy(left),
        line("chain rule", total(ranges, term), f"attention.d{name}_masked"),
        line(
            "derivative of an entry",
            total((*ranges, "D"), lambda p, a, y: gradient(p, a) * X(p, y) * delta(y, x) * delta(a, column)),
        ),
        line("delta contraction", right),
    )


def back_projected(name: str) -> Term:
    """(∂L/∂(XW) Wᵀ)[u, x]."""
    gradient = GRADIENTS[name]()
    return total(COLUMN[name].range, lambda a: gradient(u, a) * WEIGHTS[name](x, a))


def d_input() -> Proof:
    """∂L/∂X = ∂L/∂Q W_Qᵀ + ∂L/∂K W_Kᵀ + ∂L/∂V W_Vᵀ: each position is query, key and value."""
    left = Derivative(HEAD.loss, X(u, x))
    right = back_projected("Q") + back_projected("K") + back_projected("V")

    def through(name: str) -> Term:
        gradient = GRADIENTS[name]()

        def term(p: Index, a: Index) -> Term:
            return gradient(p, a) * Derivative(projected(name)(p, a), X(u, x))

        return total(("T", COLUMN[name].range), term)

    return chain(
        "projections.dX",
        Statement(left, right),
        by_sympy(left),
        line(
            "chain rule",
            through("Q") + through("K") + through("V"),
            "attention.dQ_masked",
            "attention.dK_masked",
            "attention.dV_masked",
        ),
        line("delta contraction", right),
    )


def d_projection_twins(name: str, other: str) -> tuple[Twin, ...]:
    column = COLUMN[name]
    left = Derivative(HEAD.loss, WEIGHTS[name](x, column))
    swapped, own = GRADIENTS[other](), GRADIENTS[name]()
    twins = [
        Twin(
            "the sum over positions weighted twice",
            Statement(left, total("T", lambda p: X(p, x) ** 2 * own(p, column))),
        )
    ]
    if COLUMN[other] == column:
        twins.append(Twin(f"∂L/∂{other} instead", Statement(left, total("T", lambda p: X(p, x) * swapped(p, column)))))
    return tuple(twins)


def d_input_twins() -> tuple[Twin, ...]:
    left = Derivative(HEAD.loss, X(u, x))
    return (
        Twin("the path through V lost", Statement(left, back_projected("Q") + back_projected("K"))),
        Twin("the path through K lost", Statement(left, back_projected("Q") + back_projected("V"))),
    )


def d_feed_forward() -> Proof:
    """∂L/∂W of L = Σ G ∘ φ(X W) for any smooth φ: Xᵀ (G ∘ φ′(X W))."""
    W, upstream, column = entries("W", "D", "F"), entries("G", "T", "F"), Index("f", "F")
    hidden = define("Z", lambda p, h: total("D", lambda y: X(p, y) * W(y, h)))
    loss = define("L", lambda: total(("T", "F"), lambda p, h: upstream(p, h) * Apply("φ", hidden(p, h))))()
    left = Derivative(loss, W(x, column))
    right = total("T", lambda p: X(p, x) * upstream(p, column) * Apply("φ", hidden(p, column), 1))

    def term(p: Index, h: Index) -> Term:
        return upstream(p, h) * Apply("φ", hidden(p, h), 1) * Derivative(hidden(p, h), W(x, column))

    return chain(
        "projections.feed_forward",
        Statement(left, right),
        by_sympy(left),
        line("derivative of a function", total(("T", "F"), term)),
        line("delta contraction", right),
    )


def d_feed_forward_twins() -> tuple[Twin, ...]:
    W, upstream, column = entries("W", "D", "F"), entries("G", "T", "F"), Index("f", "F")
    hidden = define("Z", lambda p, h: total("D", lambda y: X(p, y) * W(y, h)))
    left = d_feed_forward().statement.left
    right = total("T", lambda p: X(p, x) * upstream(p, column) * Apply("φ", hidden(p, column)))
    return (Twin("φ instead of φ′", Statement(left, right)),)


THEOREMS = {
    theorem.name: theorem
    for theorem in (
        Theorem("projections.dW_Q", lambda: d_projection("Q"), lambda: d_projection_twins("Q", "K")),
        Theorem("projections.dW_K", lambda: d_projection("K"), lambda: d_projection_twins("K", "Q")),
        Theorem("projections.dW_V", lambda: d_projection("V"), lambda: d_projection_twins("V", "Q")),
        Theorem("projections.dX", d_input, d_input_twins),
        Theorem("projections.feed_forward", d_feed_forward, d_feed_forward_twins),
    )
}
