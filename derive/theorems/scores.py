"""The score q · k of random vectors: its mean and variance for every d_k, one hypothesis a step.

SymPy carries each line to the next (it substitutes what the named hypotheses say), the kernel must find the two equal
under these hypotheses and no others, and exact laws on which they hold must give every line the value that Var(q · k)
has by its definition. `derivation` goes as far as the hypotheses that it is given allow.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from flint import fmpq

from derive import duals
from derive.assumptions import DEFINITIONS, HYPOTHESES, USED, WIDTH, models, spoiled
from derive.expectation import expectation
from derive.kernel import Assumption, Hypothesis, assume, express, is_zero, normalise
from derive.kernel.products import subtract
from derive.laws import Finite, Law
from derive.proof import AGREEMENT, BITS, Proof, Replay, Statement, Step, Unproved, alike, replay
from derive.term_values import Evaluator, Sample, precision
from derive.terms import Entry, Named, Number, Size, Tensor, Term, rename, tensors, total
from derive.theorems import Theorem, Twin

Q, K = Tensor("q", (WIDTH,)), Tensor("k", (WIDTH,))
ORDER = (  # hypotheses and definitions in the order in which a derivation uses them
    "independence",
    "covariance",
    "zero-mean-q",
    "zero-mean-k",
    "diagonal",
    "uncorrelated-q",
    "uncorrelated-k",
    "unit-variance-q",
    "unit-variance-k",
)
WIDTHS = (1, 2, 3)  # where the replay enumerates laws


@dataclass(frozen=True, slots=True)
class Quantity:
    """A moment of the score: what is claimed of it, its symbol and first lines, its value on a law by definition."""

    name: str
    claim: Term
    opening: Callable[[], tuple[tuple[str, Term], ...]]
    value: Callable[[Law], duals.Value]
    claimed: Callable[[int], duals.Value]  # the claim at a width


def score(factor: Term | None = None) -> Term:
    """q · k, times a factor."""
    dot = total(WIDTH, lambda a: Q[a] * K[a])
    return dot if factor is None else factor * dot


def _mean_opening() -> tuple[tuple[str, Term], ...]:
    mean = expectation(score())
    return (("E(q·k)", mean), ("linearity of E", mean))


def _variance_opening(factor: Term | None = None) -> tuple[tuple[str, Term], ...]:
    x = score(factor)
    shown, squared = ("q·k", "(q·k)²") if factor is None else ("s", "s²")  # s = q·k/√d_k, said by the title
    square, mean = expectation(x * x), expectation(x)
    by_definition = Named(f"E({squared})", (), square) - Named(f"E({shown})", (), mean) ** 2
    return (
        (f"Var({shown})", square - mean**2),
        ("definition of the variance", by_definition),
        ("linearity of E", express(normalise(square - mean**2))),
    )


QUANTITIES = {
    q.name: q
    for q in (
        Quantity(
            "scores.mean",
            Number(Fraction(0)),
            _mean_opening,
            lambda law: sum((law.moment("qk", (a, a)) for a in range(law.width)), fmpq(0)),
            lambda d: fmpq(0),
        ),
        Quantity("scores.variance", Size(WIDTH), _variance_opening, lambda law: law.score_variance(), fmpq),
        Quantity(
            "scores.scaled_variance",
            Number(Fraction(1)),
            lambda: _variance_opening(Size(WIDTH) ** Fraction(-1, 2)),
            lambda law: law.score_variance() / law.width,
            lambda d: fmpq(1),
        ),
    )
}


def identities(name: str) -> tuple[Hypothesis, ...]:
    """What a hypothesis or a definition lets a proof replace."""
    return DEFINITIONS[name] if name in DEFINITIONS else HYPOTHESES[name].identities


def derivation(quantity: Quantity, hypotheses: Iterable[str]) -> Proof:
    """From the quantity as far as these hypotheses lead; the claim is proved when the last line is the claim."""
    allowed = {*hypotheses, *DEFINITIONS}
    (symbol, meaning), *opening = quantity.opening()
    left: Term = Named(symbol, (), meaning)
    steps: list[Step] = []
    before = left
    for rule, after in opening:
        steps.append(Step(rule, before, after))
        before = after
    for name in ORDER:
        if name in allowed:
            after = carried(before, identities(name))
            if not alike(after, before):
                steps.append(Step("definition" if name in DEFINITIONS else "hypothesis", before, after, (name,)))
                before = after
    used = [name for step in steps for name in step.uses]
    assumed = tuple(identity for name in used for identity in identities(name))
    return Proof(quantity.name, Statement(left, before, assumed), tuple(steps))


def carried(term: Term, replaced: Sequence[Hypothesis]) -> Term:
    """The term with each identity's left side replaced by its right side, by SymPy; in normal form."""
    from sympy import Indexed

    from derive.sympy_bridge import Bridge

    if not any(_tensor(identity) in tensors(term).values() for identity in replaced):
        return term
    bridge = Bridge()
    expression = bridge.over(term)
    for identity in replaced:
        entry = identity.left
        assert isinstance(entry, Entry), "these identities replace single moments"
        swaps = {}
        for found in expression.atoms(Indexed):
            if bridge.there[found.base] == entry.tensor:
                names = dict(zip(entry.indices, (bridge.there[i] for i in found.indices), strict=True))
                swaps[found] = bridge.over(rename(identity.right, names))
        expression = expression.xreplace(swaps)
    return express(normalise(bridge.back(expression)))


def _tensor(identity: Hypothesis) -> Tensor:
    assert isinstance(identity.left, Entry)
    return identity.left.tensor


def proves(proof: Proof, quantity: Quantity) -> bool:
    """Whether the derivation ends at the quantity's claim (the kernel decides)."""
    return is_zero(subtract(normalise(proof.statement.right), normalise(quantity.claim)))


def countermodel(quantity: Quantity, without: Iterable[str], d: int = 2, normal: bool = False) -> Law | None:
    """A law on which every hypothesis but `without` holds and the claim fails at width d.

    A finite law is never normal: finite counter-models answer for all the other hypotheses, `normal` asks for one that
    is normal as well. None when no law at hand will do, which proves nothing.
    """
    laws = models(frozenset(HYPOTHESES) - spoiled(without, normal), d)
    return next((law for law in laws if quantity.value(law) != quantity.claimed(d)), None)


def used(proof: Proof) -> tuple[str, ...]:
    """The hypotheses that the proof rests on, in the order of use."""
    return tuple(name for step in proof.steps for name in step.uses if name in HYPOTHESES)


def replayed(proof: Proof) -> Replay:
    """The proof re-checked: steps by the kernel under their own hypotheses, lines on exact laws. Unproved if not."""
    return replace(replay(proof, confirm, compare), sizes=(), widths=WIDTHS)


def confirm(step: Step, assumptions: Sequence[Assumption]) -> None:
    """before = after by the kernel, under nothing but the hypotheses and definitions that the step names."""
    allowed = [identity for name in step.uses for identity in identities(name)]
    if any(identity not in assumptions for identity in allowed):
        raise Unproved("the step uses a hypothesis that the statement does not name")
    difference = subtract(normalise(step.before), normalise(step.after))
    if not is_zero(assume(difference, allowed)):
        raise Unproved(f"the two sides are not equal under {', '.join(step.uses) or 'no hypothesis'}")


def compare(proof: Proof, sizes: tuple[tuple[int, int], ...]) -> int:
    """Every line on every finite law of the bank that satisfies the hypotheses, at d_k = 1, 2, 3, exactly."""
    quantity, lines = QUANTITIES[proof.name], [proof.statement.left, *(step.after for step in proof.steps)]
    compared = 0
    for d in WIDTHS:
        for law in models(used(proof), d):
            if isinstance(law, Finite):
                compared += _compare_on(law, lines, quantity.value(law))
    if not compared:
        raise Unproved("no law at hand satisfies the hypotheses")
    return compared


def _compare_on(law: Finite, lines: Sequence[Term], expected: duals.Value) -> int:
    known = {name: tensor for line in lines for name, tensor in tensors(line).items()}
    sample = Sample({WIDTH: law.width}, {name: _Moments(tensor, law) for name, tensor in known.items()})
    with precision(BITS):
        evaluator = Evaluator(sample)
        for number, line in enumerate(lines):
            value = evaluator.value(line, {})
            if not duals.close_together(value, expected, AGREEMENT):
                raise Unproved(f"line {number} is {value} on the law {law.name} where {expected} is due")
    return len(lines)


class _Moments(dict[tuple[int, ...], duals.Value]):
    """A tensor of moments, each computed outcome by outcome when it is asked for."""

    def __init__(self, tensor: Tensor, law: Finite) -> None:
        super().__init__()
        self.kind, self.letters = tensor.name.split("_")
        self.law = law

    def __missing__(self, place: tuple[int, ...]) -> duals.Value:
        self[place] = self._moment(place[0], place[-1], place)
        return self[place]

    def _moment(self, first: int, last: int, place: tuple[int, ...]) -> duals.Value:
        law, x = self.law, self.letters
        if self.kind == "E":
            return law.moment(x, place)
        if self.kind == "Off" and first == last:
            return fmpq(1009, 7)  # means nothing: it would show if a line used it
        return law.moment(x * 2, (first, last)) - law.moment(x, (first,)) * law.moment(x, (last,))


def minimal_sets(quantity: Quantity) -> list[frozenset[str]]:
    """All smallest sets of hypotheses under which the claim is proved, by search through the sets that proofs use."""
    found: list[frozenset[str]] = []
    for size in range(len(USED) + 1):
        for chosen in map(frozenset, combinations(USED, size)):
            if not any(smaller <= chosen for smaller in found) and proves(derivation(quantity, chosen), quantity):
                found.append(chosen)
    return found


def theorem_of(quantity: Quantity) -> Theorem:
    return Theorem(quantity.name, lambda: derivation(quantity, HYPOTHESES), lambda: tuple(twins(quantity)), replayed)


def twins(quantity: Quantity) -> Iterator[Twin]:
    """The claim with each hypothesis that its proof uses left out, and a claim that is one factor off."""
    whole = derivation(quantity, HYPOTHESES)
    for name in used(whole):
        rivals = {n for n in USED if n[:-2] == name[:-2]} if name.startswith("uncorrelated") else {name}
        if not proves(part := derivation(quantity, set(HYPOTHESES) - rivals), quantity):
            yield Twin(f"without {name}", Statement(part.statement.left, quantity.claim, part.statement.assumptions))
    off = quantity.claim * Size(WIDTH) if quantity.name != "scores.mean" else Size(WIDTH)
    yield Twin("a factor d_k", Statement(whole.statement.left, off, whole.statement.assumptions))


THEOREMS = {name: theorem_of(quantity) for name, quantity in QUANTITIES.items()}
