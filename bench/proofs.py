"""How long the shipped theorems take: derived (SymPy), proved and replayed; and the same derivatives in tensorgrad.

tensorgrad is no dependency: where it is not installed, its column stays empty. To compare, install it beside this
project in an environment of its own (pip install tensorgrad sympy python-flint) and run this file with that Python.
Times are the best of three in one process, after the imports; only ratios within one run mean anything.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from sympy.core.cache import clear_cache

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import derive.sympy_bridge  # noqa: F401  (SymPy's import is not what is measured)
from derive.kernel import equal
from derive.proof import replay
from derive.theorems import TABLE, theorem

Timed = Callable[[], object]


def best(run: Timed, times: int = 3) -> float:
    """Seconds of the fastest of several runs, each with SymPy's memory wiped."""
    found = []
    for _ in range(times):
        clear_cache()
        start = time.perf_counter()
        run()
        found.append(time.perf_counter() - start)
    return min(found)


def one_theorem(name: str) -> tuple[float, float, float]:
    """Seconds for deriving, for replaying, and for the kernel's proof of the statement alone."""
    found = theorem(name)
    proof = found.derive()
    statement = proof.statement
    return (
        best(found.derive),
        best(lambda: found.check(proof)),
        best(lambda: equal(statement.left, statement.right, statement.assumptions)),
    )


def by_tensorgrad() -> dict[str, Timed]:
    """The same derivatives in tensorgrad, for any sizes; empty where it is not installed."""
    try:
        from sympy import symbols
        from tensorgrad import Derivative, Variable
        from tensorgrad import functions as F
    except ImportError:
        return {}
    T, D, d_k, d_v = symbols("T D d_k d_v")
    s, S, dA = Variable("s", i=T), Variable("S", i=T, j=T), Variable("dA", i=T, j=T)
    X, G = Variable("X", i=T, x=D), Variable("G", i=T, f=d_v)
    W_Q, W_K, W_V = (
        Variable(name, x=D, **edge) for name, edge in (("W_Q", {"a": d_k}), ("W_K", {"a": d_k}), ("W_V", {"f": d_v}))
    )
    keys = X.rename(i="j")

    def loss_of_projections() -> object:
        scores = (X @ W_Q) @ (keys @ W_K)
        output = F.softmax(scores, dim="j") @ (keys @ W_V)
        return F.sum(G * output)

    return {
        "softmax.jacobian": lambda: Derivative(F.softmax(s, dim="i"), s).full_simplify(),
        "attention.dS": lambda: Derivative(F.sum(dA * F.softmax(S, dim="j")), S).full_simplify(),
        "projections.dW_Q": lambda: Derivative(loss_of_projections(), W_Q).full_simplify(),
    }


def compare(ours: dict[str, tuple[float, float, float]]) -> None:
    peers = by_tensorgrad()
    if not peers:
        print("\ntensorgrad is not installed here; see the top of this file")
        return
    print(f"\n{'derivative':<20} {'ours: derive + replay':>22} {'kernel alone':>13} {'tensorgrad':>11} {'ratio':>6}")
    for name, run in peers.items():
        derive_seconds, replay_seconds, kernel_seconds = ours[name]
        whole, peer = derive_seconds + replay_seconds, best(run)
        print(f"{name:<20} {ms(whole):>22} {ms(kernel_seconds):>13} {ms(peer):>11} {peer / whole:>6.1f}")


def ms(seconds: float) -> str:
    return f"{seconds * 1e3:.1f} ms"


def main() -> None:
    theorem("softmax.jacobian").derive()  # SymPy fills its tables at the first call
    clear_cache()
    start = time.perf_counter()
    replays = [theorem(name).check(theorem(name).derive()) for name in TABLE]
    once = time.perf_counter() - start
    names = [name for name in TABLE if theorem(name).check is replay]
    ours = {name: one_theorem(name) for name in names}
    print(f"{'theorem':<32} {'derive':>9} {'replay':>9} {'kernel alone':>13}")
    for name, (derive_seconds, replay_seconds, kernel_seconds) in ours.items():
        print(f"{name:<32} {ms(derive_seconds):>9} {ms(replay_seconds):>9} {ms(kernel_seconds):>13}")
    print(f"\n{len(replays)} theorems derived, proved and replayed once, in one process: {once:.2f} s (goal: 5 s)")
    compare(ours)


if __name__ == "__main__":
    main()
