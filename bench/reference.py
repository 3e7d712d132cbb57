"""Forward and backward pass to 50 certified digits: ours against SymPy, mpmath, mpmath.iv and gmpy2.

The same plain formulas run in each engine on the same random problem (A, Y, dQ, dK, dV, T = d, entries with two
decimals); ratios hold within one run on one machine. Needs gmpy2 for its column: `uv pip install gmpy2`, by hand.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from derive import digits
from derive.floats import FORMATS, round_ball
from derive.reference.certified import reference
from derive.reference.problem import Problem, given_gradient, matrix, problem
from derive.reference.second_opinion import Numbers, plain_pass

DIGITS = 50
SIZES = (4, 16, 64, 128)
LARGEST = {"SymPy expressions + evalf": 4, "mpmath": 64, "mpmath.iv": 16, "gmpy2": 64}
TARGETS = {16: 0.020, 64: 0.3, 128: 1.0}  # seconds


def posed(size: int) -> Problem:
    random_ = random.Random(size)

    def rows() -> list[list[Fraction]]:
        return [[Fraction(random_.randint(-100, 100), 100) for _ in range(size)] for _ in range(size)]

    givens = {name: matrix(name, rows()) for name in ("Q", "K", "V")}
    return problem(givens, loss=given_gradient(rows(), size, size))


def seconds(work: Callable[[], Any], most: float = 10.0) -> tuple[float, float]:
    """Least and median CPU time of up to five runs, within about `most` seconds in all."""
    times: list[float] = []
    start = time.perf_counter()
    while len(times) < 5 and (not times or time.perf_counter() - start < most):
        before = time.process_time()
        work()
        times.append(time.process_time() - before)
    return min(times), statistics.median(times)


def by_sympy(given: Problem) -> None:
    import sympy

    kind = Numbers(sympy.Rational, sympy.exp, lambda n: sympy.sqrt(sympy.Integer(n)), sympy.log)
    steps = plain_pass(given, kind)
    for step in ("A", "Y", "dQ", "dK", "dV"):
        sympy.Matrix(steps[step]).evalf(DIGITS)


def by_mpmath(given: Problem) -> None:
    from mpmath import mp

    with mp.workdps(DIGITS + 6):
        plain_pass(given, Numbers(lambda p, q: mp.mpf(p) / q, mp.exp, lambda n: mp.sqrt(n), mp.log))


def by_intervals(given: Problem) -> None:
    from mpmath import iv

    before, iv.prec = iv.prec, 186
    try:
        plain_pass(given, Numbers(lambda p, q: iv.mpf(p) / q, iv.exp, lambda n: iv.sqrt(iv.mpf(n)), iv.log))
    finally:
        iv.prec = before


def by_gmpy2(given: Problem) -> None:
    import gmpy2

    with gmpy2.context(gmpy2.get_context(), precision=186):
        kind = Numbers(lambda p, q: gmpy2.mpfr(gmpy2.mpq(p, q)), gmpy2.exp, lambda n: gmpy2.sqrt(gmpy2.mpfr(n)), gmpy2.log)
        plain_pass(given, kind)


PEERS: dict[str, Callable[[Problem], None]] = {
    "SymPy expressions + evalf": by_sympy,
    "mpmath": by_mpmath,
    "mpmath.iv": by_intervals,
    "gmpy2": by_gmpy2,
}


def available() -> dict[str, Callable[[Problem], None]]:
    try:
        import gmpy2  # noqa: F401
    except ImportError:
        print("gmpy2 is not installed, so its column is left out (uv pip install gmpy2)")
        return {name: work for name, work in PEERS.items() if name != "gmpy2"}
    return PEERS


def passes() -> bool:
    peers = available()
    good = True
    from mpmath.libmp import BACKEND

    print(f"forward and backward to {DIGITS} certified digits; least (median) CPU time, one core; mpmath runs on {BACKEND}")
    print("ours and mpmath.iv are rigorous, the others carry the digits and no bound")
    for size in SIZES:
        given = posed(size)
        ours, median = seconds(lambda given=given: reference(given, DIGITS))  # type: ignore[misc]
        target = TARGETS.get(size)
        good = good and (target is None or ours < target)
        aim = "" if target is None else f", target {target * 1e3:.0f} ms"
        print(f"T = d = {size:>3}: {ours * 1e3:9.2f} ms ({median * 1e3:.2f}){aim}")
        for name, work in peers.items():
            if size <= LARGEST[name]:
                theirs, middle = seconds(lambda work=work, given=given: work(given))  # type: ignore[misc]
                print(f"    {name:<26} {theirs * 1e3:10.1f} ms ({middle * 1e3:.1f}): {theirs / ours:8.1f} times ours")
                good = good and (name[:5] != "SymPy" or theirs / ours >= 500)
    return good


def rounding() -> bool:
    found = reference(posed(64), DIGITS)
    balls = found.balls(found.least_bits)["dQ"].entries()
    good = True
    for name, into in FORMATS.items():
        least, _ = seconds(lambda into=into: [round_ball(ball, into) for ball in balls])  # type: ignore[misc]
        each = least / len(balls) * 1e6
        good = good and each < 10
        print(f"correct rounding to {name}: {each:.2f} us a value, target 10")
    least, _ = seconds(lambda: [digits.significant_of_ball(ball, 20) for ball in balls])
    print(f"20 significant decimal digits: {least / len(balls) * 1e6:.2f} us a value")
    return good


if __name__ == "__main__":
    sys.exit(0 if passes() & rounding() else "a target is missed")
