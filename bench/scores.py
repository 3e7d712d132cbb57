"""Times of the √d_k argument: proof, moments, saturation; beside sympy.stats at fixed widths and plain simulation.

Run: python bench/scores.py. Times are the best of a few runs in this process, everything imported before.
"""

import time
from collections.abc import Callable
from fractions import Fraction

from sympy import expand
from sympy.stats import E, Normal

from checks.saturation import Setting, tables
from derive.assumptions import HYPOTHESES
from derive.distributions import distance_to_normal
from derive.moments import score_moment
from derive.saturation import saturations
from derive.theorems.scores import QUANTITIES, derivation, minimal_sets, replayed
from numeric.experiments import saturation

TOKENS = (2, 4, 8, 16)


def best(call: Callable[[], object], runs: int = 3) -> float:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def stats_moment(order: int, width: int) -> object:
    """The moment by sympy.stats, which knows one width at a time."""
    pairs = [(Normal(f"q{a}", 0, 1), Normal(f"k{a}", 0, 1)) for a in range(width)]
    return E(expand(sum(q * k for q, k in pairs) ** order))


def row(what: str, seconds: float, goal: str = "") -> None:
    print(f"{what:<70} {seconds:8.3f} s   {goal}")


def main() -> None:
    variance = QUANTITIES["scores.variance"]
    row("Var(q·k) = d_k derived", best(lambda: derivation(variance, HYPOTHESES)))
    row("  and replayed", best(lambda: replayed(derivation(variance, HYPOTHESES))), "goal 0.2")
    row("minimal sets of hypotheses by search", best(lambda: minimal_sets(variance), 1))
    moments = best(lambda: [score_moment(n) for n in (2, 4, 6, 8)])
    row("E(q·k)^2, 4, 6, 8 for symbolic d_k", moments, "goal 1")
    for width in (1, 2):
        row(f"  sympy.stats: E(q·k)^4 at d_k = {width} only", best(lambda width=width: stats_moment(4, width), 1))
    row("distance to the normal, d_k = 64, 12 digits", best(lambda: distance_to_normal(64)))
    exact = best(lambda: [saturations(64, TOKENS, scale) for scale in ("sqrt", "none")], 1)
    row("certified table, T = 2 4 8 16, both scales, 6 digits", exact)
    texts = 20_000
    drawn = best(lambda: [saturation(64, T, [1.0, 0.125], texts=texts) for T in TOKENS], 1)
    error = saturation(64, 2, [1.0], texts=texts)[0].exceeds.error
    row(f"  simulation of {texts} texts: standard error {error:.4f}", drawn)
    row("  simulation to 1e-6 would take", drawn * (error / 1e-6) ** 2)
    whole = best(lambda: tables(Setting(64, TOKENS, Fraction(19, 20)), scales=("sqrt", "none")), 1)
    row("triplecheck saturation --d-k 64 --tokens 2 4 8 16, all its values", whole, "goal 10")


if __name__ == "__main__":
    main()
