"""The definitions that the theorems share: tensors, indices, softmax and attention, and SymPy's line of a proof."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from derive.terms import Derivative, Entry, Index, Size, Tensor, Term, define, exp, term, total

Matrix = Callable[[Index, Index], Term]
Vector = Callable[[Index], Term]
Line = tuple[str, Term, tuple[str, ...], int]

i, j, k, u, v = (Index(name, "T") for name in "ijkuv")
b = Index("b", "d_k")
g = Index("g", "d_v")
x = Index("x", "D")

SCALE = Size("d_k") ** Fraction(-1, 2)
CAUSAL = Tensor("c", ("T", "T"), mask=True, unit_diagonal=True)


def line(rule: str, after: Term, *uses: str, depth: int = 1) -> Line:
    """One line of a derivation: equal to the line before by `rule`."""
    return (rule, after, uses, depth)


def by_sympy(left: Term) -> Line:
    """The derivative as SymPy's `diff` on symbolic sizes gives it."""
    from derive.sympy_bridge import derivative

    assert isinstance(left, Derivative)
    return line("sympy diff", derivative(left), depth=2)


def entries(name: str, *ranges: str) -> Callable[..., Entry]:
    """A tensor without assumptions, ready for indices: entries("Q", "T", "d_k")(i, a)."""
    tensor = Tensor(name, ranges)
    return lambda *indices: tensor[indices]


def softmax(scores: Vector, range_name: str = "T", symbol: str = "p") -> Vector:
    """p_i = exp(s_i) / Σ_k exp(s_k)."""
    return define(symbol, lambda q: exp(scores(q)) / total(range_name, lambda r: exp(scores(r))))


def row_softmax(scores: Matrix, mask: Tensor | None = None, columns: str = "T", symbol: str = "A") -> Matrix:
    """A_ij = c_ij exp(S_ij) / Σ_k c_ik exp(S_ik); without a mask c is 1."""

    def weight(p: Index, q: Index) -> Term:
        return mask[p, q] * exp(scores(p, q)) if mask else exp(scores(p, q))

    return define(symbol, lambda p, q: weight(p, q) / total(columns, lambda r: weight(p, r)))


def softmax_gradient(weights: Matrix, upstream: Matrix, columns: str = "T", symbol: str = "∂L/∂S") -> Matrix:
    """∂L/∂S = A ∘ (∂L/∂A − rowsum(∂L/∂A ∘ A))."""

    def entry(p: Index, q: Index) -> Term:
        return weights(p, q) * (upstream(p, q) - total(columns, lambda r: upstream(p, r) * weights(p, r)))

    return define(symbol, entry)


@dataclass(frozen=True, slots=True)
class Attention:
    """One head: everything from Q, K, V and the upstream gradient G = ∂L/∂O, each by its definition."""

    queries: Matrix
    keys: Matrix
    values: Matrix
    upstream: Matrix
    mask: Tensor | None = None

    @property
    def scores(self) -> Matrix:
        def entry(p: Index, q: Index) -> Term:
            return SCALE * total("d_k", lambda a: self.queries(p, a) * self.keys(q, a))

        return define("S", entry)

    @property
    def weights(self) -> Matrix:
        return row_softmax(self.scores, self.mask)

    @property
    def output(self) -> Matrix:
        return define("O", lambda p, f: total("T", lambda r: self.weights(p, r) * self.values(r, f)))

    @property
    def loss(self) -> Term:
        """L = Σ G ∘ O: its gradients are those of any loss whose gradient by O is G."""
        return define("L", lambda: total(("T", "d_v"), lambda p, f: self.upstream(p, f) * self.output(p, f)))()

    @property
    def d_weights(self) -> Matrix:
        return define("∂L/∂A", lambda p, q: total("d_v", lambda f: self.upstream(p, f) * self.values(q, f)))

    @property
    def d_scores(self) -> Matrix:
        return softmax_gradient(self.weights, self.d_weights)

    @property
    def d_queries(self) -> Matrix:
        return define("∂L/∂Q", lambda p, a: SCALE * total("T", lambda r: self.d_scores(p, r) * self.keys(r, a)))

    @property
    def d_keys(self) -> Matrix:
        return define("∂L/∂K", lambda q, a: SCALE * total("T", lambda p: self.d_scores(p, q) * self.queries(p, a)))

    @property
    def d_values(self) -> Matrix:
        return define("∂L/∂V", lambda q, f: total("T", lambda p: self.weights(p, q) * self.upstream(p, f)))


Q, K, V, G = entries("Q", "T", "d_k"), entries("K", "T", "d_k"), entries("V", "T", "d_v"), entries("G", "T", "d_v")


def head(mask: Tensor | None = None) -> Attention:
    """Attention over free Q, K, V."""
    return Attention(Q, K, V, G, mask)


ONE, ZERO = term(1), term(0)
