"""Cross-entropy on softmax: its gradient with and without the premise that the targets sum to one."""

from fractions import Fraction

from derive.kernel import Hypothesis
from derive.proof import Proof, Statement, chain
from derive.terms import Derivative, Index, Size, Term, define, delta, log, total
from derive.theorems import Theorem, Twin
from derive.theorems.notions import ONE, by_sympy, entries, i, line, row_softmax, softmax

s, y = entries("s", "T"), entries("y", "T")
p = softmax(s)
TARGETS = Hypothesis(total("T", y), ONE)


def cross_entropy() -> Term:
    return define("L", lambda: -total("T", lambda q: y(q) * log(p(q))))()


def general() -> Proof:
    left = Derivative(cross_entropy(), s(i))
    right = p(i) * total("T", y) - y(i)
    return chain(
        "losses.cross_entropy",
        Statement(left, right),
        by_sympy(left),
        line("linearity", -total("T", lambda q: y(q) * Derivative(log(p(q)), s(i)))),
        line("theorem", -total("T", lambda q: y(q) * (delta(q, i) - p(i))), "softmax.log_jacobian"),
        line("delta contraction", right),
    )


def with_targets() -> Proof:
    left = Derivative(cross_entropy(), s(i))
    return chain(
        "losses.cross_entropy_targets",
        Statement(left, p(i) - y(i), (TARGETS,)),
        line("theorem", p(i) * total("T", y) - y(i), "losses.cross_entropy"),
        line("hypothesis", p(i) - y(i)),
    )


def targets_twins() -> tuple[Twin, ...]:
    left = Derivative(cross_entropy(), s(i))
    return (
        Twin("the premise Σ y = 1 dropped", Statement(left, p(i) - y(i))),
        Twin("sign", Statement(left, y(i) - p(i), (TARGETS,))),
    )


# the mean over a batch of N rows with C classes
Z, Y = entries("Z", "N", "C"), entries("Y", "N", "C")
row, cls = Index("n", "N"), Index("c", "C")
P = row_softmax(Z, None, "C", "P")
ROWS = Hypothesis(total("C", lambda c: Y(row, c)), ONE)


def mean_loss() -> Term:
    def mean() -> Term:
        return -(Size("N") ** Fraction(-1)) * total(("N", "C"), lambda n, c: Y(n, c) * log(P(n, c)))

    return define("L", mean)()


def batch() -> Proof:
    left = Derivative(mean_loss(), Z(row, cls))
    right = (P(row, cls) - Y(row, cls)) / Size("N")
    return chain(
        "losses.cross_entropy_batch",
        Statement(left, right, (ROWS,)),
        by_sympy(left),
        line("theorem", (P(row, cls) * total("C", lambda c: Y(row, c)) - Y(row, cls)) / Size("N"), "losses.cross_entropy"),
        line("hypothesis", right),
    )


def batch_twins() -> tuple[Twin, ...]:
    left = Derivative(mean_loss(), Z(row, cls))
    return (Twin("the mean's 1/N lost", Statement(left, P(row, cls) - Y(row, cls), (ROWS,))),)


THEOREMS = {
    theorem.name: theorem
    for theorem in (
        Theorem(
            "losses.cross_entropy",
            general,
            lambda: (Twin("y unweighted", Statement(general().statement.left, p(i) - y(i) * total("T", y))),),
        ),
        Theorem("losses.cross_entropy_targets", with_targets, targets_twins),
        Theorem("losses.cross_entropy_batch", batch, batch_twins),
    )
}
