"""The same pass by other engines, straight from the formulas: mpmath intervals, mpmath numbers, SymPy expressions.

Nothing here is shared with the certified reference but the problem: no shifting by exact differences, no centring, no
ball. One plain pass over lists works with any kind of number. For small sizes; how small is said by `LIMITS`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq_mat

from derive.reference.problem import InputError, Problem
from derive.reference.steps import STEPS

Table = list[list[Any]]
Reader = Callable[[fmpq_mat], Table]
LIMITS = {"mpmath.iv": 16, "mpmath": 32, "sympy": 3}  # T beyond which an engine is too slow to be asked


@dataclass(frozen=True, slots=True)
class Numbers:
    """A kind of number: from a fraction, exp, sqrt of an integer."""

    of: Callable[[int, int], Any]
    exp: Callable[[Any], Any]
    sqrt: Callable[[int], Any]
    log: Callable[[Any], Any]


def _transpose(a: Table) -> Table:
    return [list(column) for column in zip(*a, strict=True)]


def _product(a: Table, b: Table) -> Table:
    columns = _transpose(b)
    return [[sum((x * y for x, y in zip(row, column, strict=True)), start=0) for column in columns] for row in a]


def _times(a: Table, number: Any) -> Table:
    return [[x * number for x in row] for row in a]


def _plus(a: Table, b: Table) -> Table:
    return [[x + y for x, y in zip(*rows, strict=True)] for rows in zip(a, b, strict=True)]


def _softmax(row: list[Any], exp: Callable[[Any], Any]) -> list[Any]:
    powers = [exp(x) for x in row]
    total = sum(powers, start=0)
    return [power / total for power in powers]


def plain_pass(problem: Problem, kind: Numbers) -> dict[str, Table]:
    """Every step but shifted, exp and sums (which depend on who shifts by what), in this kind of number.

    Masked entries of `masked` are None.
    """

    def table(of: fmpq_mat) -> Table:
        return [[kind.of(int(x.p), int(x.q)) for x in row] for row in of.tolist()]

    if problem.projections:
        X, *weights = (table(problem.projections[name]) for name in ("X", "W_Q", "W_K", "W_V"))
        Q, K, V = (_product(X, weight) for weight in weights)
    else:
        Q, K, V = table(problem.Q), table(problem.K), table(problem.V)
    factor = problem.scale.factor
    scale = kind.of(int(factor.p), int(factor.q)) * kind.sqrt(problem.scale.root)
    S = _product(Q, _transpose(K))
    scaled = _times(S, scale)
    biased = scaled if problem.bias is None else _plus(scaled, table(problem.bias))
    masked = [
        [x if j in columns else None for j, x in enumerate(row)] for row, columns in zip(biased, problem.allowed, strict=True)
    ]
    A: Table = []
    for row, columns in zip(masked, problem.allowed, strict=True):
        shares = dict(zip(columns, _softmax([row[j] for j in columns], kind.exp), strict=True))
        A.append([shares.get(j, kind.of(0, 1)) for j in range(len(row))])
    steps = {"Q": Q, "K": K, "V": V, "S": S, "scaled": scaled, "masked": masked, "A": A, "Y": _product(A, V)}
    if problem.loss is not None:
        steps |= _backward(problem, kind, table, steps, scale)
    return steps


def _upstream(problem: Problem, kind: Numbers, table: Reader, Y: Table) -> tuple[Any, Table]:
    """The loss and dY, from the loss's own definition."""
    loss = problem.loss
    assert loss is not None
    count = len(Y) * len(Y[0])
    flat = [y for row in Y for y in row]
    match loss.kind:
        case "given":
            return None, table(loss.offset)
        case "sum" | "mean":
            share = kind.of(1, 1 if loss.kind == "sum" else count)
            return sum(flat, start=0) * share, [[share for _ in row] for row in Y]
        case "squared" | "mse":
            errors = _plus(Y, _times(table(loss.target), kind.of(-1, 1)))
            square = sum((x * x for row in errors for x in row), start=0)
            whole = 2 if loss.kind == "squared" else count
            half, slope = kind.of(1, whole), kind.of(2, whole)
            return square * half, _times(errors, slope)
        case _:
            share = kind.of(1, len(Y))
            chances = [_softmax(row, kind.exp) for row in Y]
            value = sum((-kind.log(row[c]) for row, c in zip(chances, loss.classes, strict=True)), start=0) * share
            gradient = [
                [(p - (1 if j == c else 0)) * share for j, p in enumerate(row)]
                for row, c in zip(chances, loss.classes, strict=True)
            ]
            return value, gradient


def _backward(problem: Problem, kind: Numbers, table: Reader, steps: dict[str, Table], scale: Any) -> dict[str, Table]:
    Q, K, V, A = (steps[name] for name in ("Q", "K", "V", "A"))
    value, dY = _upstream(problem, kind, table, steps["Y"])
    dA = _product(dY, _transpose(V))
    dS = []
    for row, change in zip(A, dA, strict=True):
        mean = sum((a * d for a, d in zip(row, change, strict=True)), start=0)
        dS.append([a * (d - mean) for a, d in zip(row, change, strict=True)])
    dQ, dK = _times(_product(dS, K), scale), _times(_product(_transpose(dS), Q), scale)
    dV = _product(_transpose(A), dY)
    found = {"dY": dY, "dV": dV, "dA": dA, "dS": dS, "dQ": dQ, "dK": dK}
    if value is not None:
        found["L"] = [[value]]
    if problem.projections:
        X, W_Q, W_K, W_V = (table(problem.projections[name]) for name in ("X", "W_Q", "W_K", "W_V"))
        pairs = (("dW_Q", dQ), ("dW_K", dK), ("dW_V", dV))
        found |= {name: _product(_transpose(X), change) for name, change in pairs}
        first = _plus(_product(dQ, _transpose(W_Q)), _product(dK, _transpose(W_K)))
        found["dX"] = _plus(first, _product(dV, _transpose(W_V)))
    return found


def size_limit(problem: Problem, engine: str) -> int:
    """T beyond which the engine is not asked; SymPy's expressions grow where the loss feeds Y back into them."""
    fed_back = problem.loss is not None and (problem.loss.slope or problem.loss.classes)
    return LIMITS[engine] - int(engine == "sympy" and bool(fed_back))


def _refuse(problem: Problem, engine: str) -> None:
    size, limit = max(problem.shape), size_limit(problem, engine)
    if size > limit:
        raise InputError("engine_size", engine=engine, size=size, limit=limit)


@contextmanager
def _precision(context: Any, bits: int) -> Iterator[None]:
    before, context.prec = context.prec, bits
    try:
        yield
    finally:
        context.prec = before


def _ends(interval: Any) -> tuple[Fraction, Fraction]:
    """The exact ends of an mpmath interval or number."""

    def exact(raw: tuple[int, int, int, int]) -> Fraction:
        sign, mantissa, exponent, _ = raw
        return Fraction(-mantissa if sign else mantissa) * Fraction(2) ** exponent

    if hasattr(interval, "_mpi_"):
        low, high = interval._mpi_
        return exact(low), exact(high)
    return exact(interval._mpf_), exact(interval._mpf_)


Ends = dict[str, list[list[tuple[Fraction, Fraction] | None]]]


def _in_order(found: dict[str, Table]) -> dict[str, Table]:
    return {name: found[name] for name in STEPS if name in found}


def by_intervals(problem: Problem, bits: int = 200) -> Ends:
    """mpmath.iv: for each entry an interval that holds it, as exact ends. InputError beyond its size."""
    _refuse(problem, "mpmath.iv")
    from mpmath import iv

    with _precision(iv, bits):
        kind = Numbers(lambda p, q: iv.mpf(p) / iv.mpf(q), iv.exp, lambda n: iv.sqrt(iv.mpf(n)), iv.log)
        found = _in_order(plain_pass(problem, kind))
        return {name: [[None if x is None else _ends(iv.mpf(x)) for x in row] for row in of] for name, of in found.items()}


def by_numbers(problem: Problem, digits: int = 80) -> dict[str, Table]:
    """mpmath numbers with so many digits: no rigorous bound, a different library."""
    _refuse(problem, "mpmath")
    from mpmath import mp

    with _precision(mp, digits * 10 // 3 + 20):
        kind = Numbers(lambda p, q: mp.mpf(p) / mp.mpf(q), mp.exp, lambda n: mp.sqrt(mp.mpf(n)), mp.log)
        found = _in_order(plain_pass(problem, kind))
        return {name: [[None if x is None else mp.mpf(x) for x in row] for row in of] for name, of in found.items()}


def by_expressions(problem: Problem) -> dict[str, Table]:
    """SymPy expressions, as they come out of the formulas. InputError beyond its size."""
    _refuse(problem, "sympy")
    import sympy

    kind = Numbers(sympy.Rational, sympy.exp, lambda n: sympy.sqrt(sympy.Integer(n)), sympy.log)
    return _in_order(plain_pass(problem, kind))
