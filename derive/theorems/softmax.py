"""Softmax over a row of any length: Jacobian, invariances, second derivative, norm, entropy."""

from derive.proof import Proof, Statement, chain
from derive.terms import Derivative, Index, Tensor, Term, define, delta, exp, log, total
from derive.theorems import Theorem, Twin
from derive.theorems.notions import ONE, ZERO, by_sympy, entries, i, j, k, line, row_softmax, softmax

s = entries("s", "T")
S = entries("S", "T", "T")
upstream = entries("g", "T")
p = softmax(s)


def jacobian_entry(q: Index, r: Index) -> Term:
    """∂p_q/∂s_r = p_q (δ_qr − p_r)."""
    return p(q) * (delta(q, r) - p(r))


def jacobian() -> Proof:
    left, right = Derivative(p(i), s(j)), jacobian_entry(i, j)
    normaliser = define("Z", lambda: total("T", lambda r: exp(s(r))))
    return chain(
        "softmax.jacobian",
        Statement(left, right),
        by_sympy(left),
        line("quotient rule", delta(i, j) * exp(s(i)) / normaliser() - exp(s(i)) * exp(s(j)) / normaliser() ** 2),
        line("definition", delta(i, j) * p(i) - p(i) * p(j), "p"),
        line("collect", right),
    )


def jacobian_twins() -> tuple[Twin, ...]:
    left = Derivative(p(i), s(j))
    return (
        Twin("plus instead of minus", Statement(left, p(i) * (delta(i, j) + p(j)))),
        Twin("diagonal only", Statement(left, delta(i, j) * p(i) * (ONE - p(i)))),
        Twin("delta lost", Statement(left, p(i) * (ONE - p(j)))),
    )


def vector_jacobian() -> Proof:
    """Σ_i g_i ∂p_i/∂s_j, as the gradient of L = Σ g ∘ p."""
    weighted = total("T", lambda q: upstream(q) * p(q))
    left = Derivative(define("L", lambda: weighted)(), s(j))
    right = p(j) * (upstream(j) - weighted)
    return chain(
        "softmax.vjp",
        Statement(left, right),
        by_sympy(left),
        line("chain rule", total("T", lambda q: upstream(q) * Derivative(p(q), s(j)))),
        line("theorem", total("T", lambda q: upstream(q) * jacobian_entry(q, j)), "softmax.jacobian"),
        line("delta contraction", upstream(j) * p(j) - p(j) * weighted),
        line("collect", right),
    )


def vector_jacobian_twins() -> tuple[Twin, ...]:
    left = vector_jacobian().statement.left
    return (
        Twin("the weighted sum lost", Statement(left, p(j) * upstream(j))),
        Twin("the sum of g without its weights", Statement(left, p(j) * (upstream(j) - total("T", upstream)))),
    )


def sums_to_one() -> Proof:
    left = total("T", p)
    normaliser = define("Z", lambda: total("T", lambda r: exp(s(r))))
    return chain(
        "softmax.sums_to_one",
        Statement(left, ONE),
        line("definition", total("T", lambda q: exp(s(q)) / normaliser()), "p"),
        line("factor leaves sum", 1 / normaliser() * total("T", lambda q: exp(s(q)))),
        line("cancel", ONE),
    )


def rows_sum_to_zero() -> Proof:
    left = total("T", lambda r: Derivative(p(i), s(r)))
    return chain(
        "softmax.rows_sum_to_zero",
        Statement(left, ZERO),
        line("theorem", total("T", lambda r: jacobian_entry(i, r)), "softmax.jacobian"),
        line("distribute", p(i) * total("T", lambda r: delta(i, r)) - p(i) * total("T", p)),
        line("delta contraction", p(i) - p(i) * total("T", p)),
        line("theorem", p(i) - p(i), "softmax.sums_to_one"),
        line("cancel", ZERO),
    )


def symmetric() -> Proof:
    left, right = Derivative(p(i), s(j)), Derivative(p(j), s(i))
    return chain(
        "softmax.symmetric",
        Statement(left, right),
        line("theorem", jacobian_entry(i, j), "softmax.jacobian"),
        line("delta substitution", delta(i, j) * p(j) - p(i) * p(j)),
        line("collect", jacobian_entry(j, i)),
        line("theorem", right, "softmax.jacobian"),
    )


def shift() -> Proof:
    m = entries("m", "T")
    shifted = row_softmax(lambda q, r: S(q, r) - m(q), symbol="A′")
    plain = row_softmax(S)
    left, right = shifted(i, j), plain(i, j)
    below = total("T", lambda r: exp(S(i, r)))
    return chain(
        "softmax.shift",
        Statement(left, right),
        line("exp of a sum", exp(S(i, j)) * exp(-m(i)) / total("T", lambda r: exp(S(i, r)) * exp(-m(i))), "A′"),
        line("factor leaves sum", exp(S(i, j)) * exp(-m(i)) / (exp(-m(i)) * below)),
        line("cancel", exp(S(i, j)) / below),
        line("definition", right, "A"),
    )


def shift_twins() -> tuple[Twin, ...]:
    m = entries("m", "T")
    by_column = row_softmax(lambda q, r: S(q, r) - m(r), symbol="A′")
    scaled = row_softmax(lambda q, r: S(q, r) * m(q), symbol="A′")
    plain = row_softmax(S)
    return (
        Twin("a shift by column", Statement(by_column(i, j), plain(i, j))),
        Twin("a factor instead of a shift", Statement(scaled(i, j), plain(i, j))),
    )


def masked_shift() -> Proof:
    m, mask = entries("m", "T"), Tensor("c", ("T", "T"), mask=True)
    left = row_softmax(lambda q, r: S(q, r) - m(q), mask, symbol="A′")(i, j)
    right = row_softmax(S, mask)(i, j)
    above = mask[i, j] * exp(S(i, j))
    below = total("T", lambda r: mask[i, r] * exp(S(i, r)))
    return chain(
        "softmax.shift_masked",
        Statement(left, right),
        line("exp of a sum", above * exp(-m(i)) / (exp(-m(i)) * below), "A′"),
        line("cancel", above / below),
        line("definition", right, "A"),
    )


def log_jacobian() -> Proof:
    left, right = Derivative(log(p(i)), s(j)), delta(i, j) - p(j)
    return chain(
        "softmax.log_jacobian",
        Statement(left, right),
        by_sympy(left),
        line("derivative of log", Derivative(p(i), s(j)) / p(i)),
        line("theorem", jacobian_entry(i, j) / p(i), "softmax.jacobian"),
        line("cancel", right),
    )


def second_entry(a: Index, b: Index, c: Index) -> Term:
    return p(a) * ((delta(a, b) - p(b)) * (delta(a, c) - p(c)) - p(b) * (delta(b, c) - p(c)))


def second_derivative() -> Proof:
    left = Derivative(Derivative(p(i), s(j)), s(k))
    return chain(
        "softmax.second_derivative",
        Statement(left, second_entry(i, j, k)),
        by_sympy(left),
        line("theorem", Derivative(jacobian_entry(i, j), s(k)), "softmax.jacobian"),
        line(
            "product rule",
            Derivative(p(i), s(k)) * (delta(i, j) - p(j)) - p(i) * Derivative(p(j), s(k)),
        ),
        line(
            "theorem",
            jacobian_entry(i, k) * (delta(i, j) - p(j)) - p(i) * jacobian_entry(j, k),
            "softmax.jacobian",
        ),
        line("collect", second_entry(i, j, k)),
    )


def power_sum(n: int) -> Term:
    return define(f"S{n}", lambda: total("T", lambda q: p(q) ** n))()


def jacobian_norm() -> Proof:
    left = total(("T", "T"), lambda q, r: Derivative(p(q), s(r)) ** 2)
    right = power_sum(2) - 2 * power_sum(3) + power_sum(2) ** 2
    return chain(
        "softmax.jacobian_norm",
        Statement(left, right),
        line("theorem", total(("T", "T"), lambda q, r: jacobian_entry(q, r) ** 2), "softmax.jacobian"),
        line(
            "distribute",
            total(("T", "T"), lambda q, r: p(q) ** 2 * (delta(q, r) - 2 * delta(q, r) * p(r) + p(r) ** 2)),
        ),
        line("delta contraction", right),
    )


def entropy() -> Term:
    return define("H", lambda: -total("T", lambda q: p(q) * log(p(q))))()


def entropy_gradient() -> Proof:
    left, right = Derivative(entropy(), s(i)), -p(i) * (log(p(i)) + entropy())
    return chain(
        "softmax.entropy_gradient",
        Statement(left, right),
        by_sympy(left),
        line("product rule", -total("T", lambda q: Derivative(p(q), s(i)) * (log(p(q)) + 1))),
        line("theorem", -total("T", lambda q: jacobian_entry(q, i) * (log(p(q)) + 1)), "softmax.jacobian"),
        line(
            "delta contraction",
            -p(i) * (log(p(i)) + 1) + p(i) * total("T", lambda q: p(q) * (log(p(q)) + 1)),
        ),
        line("theorem", right, "softmax.sums_to_one"),
    )


def temperature() -> Proof:
    tau = Tensor("τ", positive=True)()
    cool = softmax(lambda q: s(q) / tau)
    left, right = Derivative(cool(i), s(j)), cool(i) * (delta(i, j) - cool(j)) / tau
    return chain(
        "softmax.temperature",
        Statement(left, right),
        by_sympy(left),
        line("chain rule", total("T", lambda q: cool(i) * (delta(i, q) - cool(q)) * delta(q, j) / tau)),
        line("delta contraction", right),
    )


def temperature_twins() -> tuple[Twin, ...]:
    tau = Tensor("τ", positive=True)()
    cool = softmax(lambda q: s(q) / tau)
    left = Derivative(cool(i), s(j))
    return (Twin("the factor 1/τ lost", Statement(left, cool(i) * (delta(i, j) - cool(j)))),)


def single_twin(slip: str, left: Term, right: Term) -> tuple[Twin, ...]:
    return (Twin(slip, Statement(left, right)),)


THEOREMS = {
    theorem.name: theorem
    for theorem in (
        Theorem("softmax.jacobian", jacobian, jacobian_twins),
        Theorem("softmax.vjp", vector_jacobian, vector_jacobian_twins),
        Theorem(
            "softmax.sums_to_one",
            sums_to_one,
            lambda: single_twin("squares sum to one", total("T", lambda q: p(q) ** 2), ONE),
        ),
        Theorem(
            "softmax.rows_sum_to_zero",
            rows_sum_to_zero,
            lambda: single_twin("weighted rows", total("T", lambda r: p(r) * Derivative(p(i), s(r))), ZERO),
        ),
        Theorem(
            "softmax.symmetric",
            symmetric,
            lambda: single_twin("antisymmetric", Derivative(p(i), s(j)), -Derivative(p(j), s(i))),
        ),
        Theorem("softmax.shift", shift, shift_twins),
        Theorem(
            "softmax.shift_masked",
            masked_shift,
            lambda: single_twin(
                "the mask forgotten on one side",
                row_softmax(S, Tensor("c", ("T", "T"), mask=True))(i, j),
                row_softmax(S)(i, j),
            ),
        ),
        Theorem(
            "softmax.log_jacobian",
            log_jacobian,
            lambda: single_twin("the wrong weight", Derivative(log(p(i)), s(j)), delta(i, j) - p(i)),
        ),
        Theorem(
            "softmax.second_derivative",
            second_derivative,
            lambda: single_twin(
                "a sign lost",
                Derivative(Derivative(p(i), s(j)), s(k)),
                p(i) * ((delta(i, j) - p(j)) * (delta(i, k) - p(k)) + p(j) * (delta(j, k) - p(k))),
            ),
        ),
        Theorem(
            "softmax.jacobian_norm",
            jacobian_norm,
            lambda: single_twin(
                "the middle term halved",
                total(("T", "T"), lambda q, r: Derivative(p(q), s(r)) ** 2),
                power_sum(2) - power_sum(3) + power_sum(2) ** 2,
            ),
        ),
        Theorem(
            "softmax.entropy_gradient",
            entropy_gradient,
            lambda: single_twin("without the entropy", Derivative(entropy(), s(i)), -p(i) * (log(p(i)) + 1)),
        ),
        Theorem("softmax.temperature", temperature, temperature_twins),
    )
}
