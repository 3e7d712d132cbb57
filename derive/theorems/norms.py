"""Layer norm and RMSNorm over a row of any width D: gradients of the input, of the gain and of the bias."""

from fractions import Fraction

from derive.proof import Proof, Statement, chain
from derive.terms import Derivative, Index, Size, Tensor, Term, define, delta, total
from derive.theorems import Theorem, Twin
from derive.theorems.notions import by_sympy, entries, line

WIDTH = Size("D")
x, gain, bias, G = entries("x", "D"), entries("γ", "D"), entries("β", "D"), entries("G", "D")
EPS = Tensor("ε", positive=True)()
a = Index("a", "D")


def mean() -> Term:
    return define("μ", lambda: total("D", x) / WIDTH)()


def variance() -> Term:
    return define("σ²", lambda: total("D", lambda b: (x(b) - mean()) ** 2) / WIDTH)()


def inverse_deviation() -> Term:
    return define("r", lambda: (variance() + EPS) ** Fraction(-1, 2))()


def normalised(index: Index) -> Term:
    return define("x̂", lambda b: (x(b) - mean()) * inverse_deviation())(index)


def upstream(index: Index) -> Term:
    """∂L/∂x̂ = G ∘ γ."""
    return define("ĝ", lambda b: G(b) * gain(b))(index)


def loss() -> Term:
    def entry(b: Index) -> Term:
        return G(b) * (gain(b) * normalised(b) + bias(b))

    return define("L", lambda: total("D", entry))()


def input_gradient(third_term: bool = True) -> Term:
    """r (ĝ − mean(ĝ) − x̂ mean(ĝ ∘ x̂))."""
    average = total("D", upstream) / WIDTH
    projection = normalised(a) * total("D", lambda b: upstream(b) * normalised(b)) / WIDTH
    inside = upstream(a) - average
    return inverse_deviation() * (inside - projection if third_term else inside)


def layer_input() -> Proof:
    left, right = Derivative(loss(), x(a)), input_gradient()
    return chain(
        "norms.layer_dx",
        Statement(left, right),
        by_sympy(left),
        line("chain rule", total("D", lambda b: upstream(b) * Derivative(normalised(b), x(a)))),
        line(
            "product rule",
            total(
                "D",
                lambda b: upstream(b) * inverse_deviation() * (delta(a, b) - 1 / WIDTH - normalised(a) * normalised(b) / WIDTH),
            ),
        ),
        line("delta contraction", right),
    )


def layer_gain() -> Proof:
    left, right = Derivative(loss(), gain(a)), G(a) * normalised(a)
    return chain(
        "norms.layer_dgain",
        Statement(left, right),
        by_sympy(left),
        line("derivative of an entry", total("D", lambda b: G(b) * delta(a, b) * normalised(b))),
        line("delta contraction", right),
    )


def layer_bias() -> Proof:
    left, right = Derivative(loss(), bias(a)), G(a)
    return chain(
        "norms.layer_dbias",
        Statement(left, right),
        by_sympy(left),
        line("derivative of an entry", total("D", lambda b: G(b) * delta(a, b))),
        line("delta contraction", right),
    )


def root_mean_square() -> Term:
    return define("r", lambda: (total("D", lambda b: x(b) ** 2) / WIDTH + EPS) ** Fraction(-1, 2))()


def rms_loss() -> Term:
    return define("L", lambda: total("D", lambda b: G(b) * gain(b) * x(b) * root_mean_square()))()


def rms_input() -> Proof:
    left = Derivative(rms_loss(), x(a))
    r = root_mean_square()
    right = r * upstream(a) - x(a) * r**3 / WIDTH * total("D", lambda b: upstream(b) * x(b))
    return chain(
        "norms.rms_dx",
        Statement(left, right),
        by_sympy(left),
        line(
            "product rule",
            total("D", lambda b: upstream(b) * (delta(a, b) * r + x(b) * Derivative(r, x(a)))),
        ),
        line(
            "derivative of a power",
            total("D", lambda b: upstream(b) * (delta(a, b) * r - x(b) * r**3 * x(a) / WIDTH)),
        ),
        line("delta contraction", right),
    )


def rms_gain() -> Proof:
    left, right = Derivative(rms_loss(), gain(a)), G(a) * x(a) * root_mean_square()
    return chain(
        "norms.rms_dgain",
        Statement(left, right),
        by_sympy(left),
        line("derivative of an entry", total("D", lambda b: G(b) * delta(a, b) * x(b) * root_mean_square())),
        line("delta contraction", right),
    )


def layer_twins() -> tuple[Twin, ...]:
    left = Derivative(loss(), x(a))
    return (
        Twin("the third term lost", Statement(left, input_gradient(third_term=False))),
        Twin("the variance held constant and the mean too", Statement(left, inverse_deviation() * upstream(a))),
    )


def rms_twins() -> tuple[Twin, ...]:
    r = root_mean_square()
    right = r * upstream(a) - x(a) * r**2 / WIDTH * total("D", lambda b: upstream(b) * x(b))
    return (Twin("r² instead of r³", Statement(Derivative(rms_loss(), x(a)), right)),)


THEOREMS = {
    theorem.name: theorem
    for theorem in (
        Theorem("norms.layer_dx", layer_input, layer_twins),
        Theorem(
            "norms.layer_dgain",
            layer_gain,
            lambda: (Twin("x instead of x̂", Statement(Derivative(loss(), gain(a)), G(a) * x(a))),),
        ),
        Theorem(
            "norms.layer_dbias",
            layer_bias,
            lambda: (Twin("the gain left in", Statement(Derivative(loss(), bias(a)), G(a) * gain(a))),),
        ),
        Theorem("norms.rms_dx", rms_input, rms_twins),
        Theorem(
            "norms.rms_dgain",
            rms_gain,
            lambda: (Twin("x not normalised", Statement(Derivative(rms_loss(), gain(a)), G(a) * x(a))),),
        ),
    )
}
