"""The costs measured on this machine: its rates, and the time of each step that numeric.costs models.

CPU time of the calling thread, the median of several runs after one to warm up. BLAS has to be held to one thread for
the numbers to mean one thread: OPENBLAS_NUM_THREADS=1 (and its like) before Python starts.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import DTypeLike, NDArray

from numeric.costs import Machine, Shape, Step, naive_steps, predicted, tiled_backward_step, tiled_step, total
from numeric.problem import pose
from numeric.tiled import Blocks, tiled_attention
from numeric.tiled_gradients import tiled_attention_gradients

PRODUCT = 768  # rows and columns of the products that show the arithmetic rate


@dataclass(frozen=True, slots=True)
class Measured:
    """A step, the seconds that the model gives it, what bounds it, and the seconds that it took."""

    step: Step
    predicted: float
    bound: str
    seconds: float


def seconds(call: Callable[[], object], repeats: int) -> float:
    """Median CPU seconds of `call`; short calls are looped so that the clock's grain does not matter."""
    call()
    start = time.perf_counter()
    call()
    loops = max(1, int(2e-3 / max(time.perf_counter() - start, 1e-7)))
    return median(_looped(call, loops) for _ in range(repeats))


def _looped(call: Callable[[], object], loops: int) -> float:
    start = time.thread_time()
    for _ in range(loops):
        call()
    return (time.thread_time() - start) / loops


def machine_rates(dtype: DTypeLike, size: int, repeats: int = 5) -> Machine:
    """FLOP/s of a square product, bytes/s of adding 1 to `size` numbers out of place, exponentials/s in a tile."""
    draw = np.random.default_rng(0)
    A = draw.random((PRODUCT, PRODUCT)).astype(dtype)
    out = np.empty_like(A)
    array, tile = np.ones(size, dtype), draw.standard_normal(2**16).astype(dtype)
    copy, exponentials = np.empty_like(array), np.empty_like(tile)
    one = array.dtype.type(1)
    return Machine(
        flops=2 * PRODUCT**3 / seconds(lambda: np.matmul(A, A, out=out), repeats),
        bytes=2 * array.nbytes / seconds(lambda: np.add(array, one, out=copy), repeats),
        exponentials=tile.size / seconds(lambda: np.exp(tile, out=exponentials), repeats),
    )


def naive_calls(Q: NDArray, K: NDArray, V: NDArray) -> dict[str, Callable[[], object]]:
    """Each step of the five lines by itself, into memory that is there already; names as in numeric.costs."""
    S = Q @ K.T
    other, Y = np.empty_like(S), np.empty((len(Q), V.shape[1]), Q.dtype)
    root = Q.dtype.type(np.sqrt(Q.shape[1]))
    scaled = S / root
    peak, weights = scaled.max(axis=1, keepdims=True), np.exp(scaled - scaled.max(axis=1, keepdims=True))
    sums = weights.sum(axis=1, keepdims=True)
    shifted = scaled - peak
    return {
        "Q K^T": lambda: np.matmul(Q, K.T, out=other),
        "/ sqrt(d_k)": lambda: np.divide(S, root, out=other),
        "row maximum": lambda: scaled.max(axis=1, keepdims=True),
        "subtract it": lambda: np.subtract(scaled, peak, out=other),
        "exp": lambda: np.exp(shifted, out=other),
        "row sum": lambda: weights.sum(axis=1, keepdims=True),
        "divide by it": lambda: np.divide(weights, sums, out=other),
        "A V": lambda: np.matmul(weights, V, out=Y),
    }


def roofline(
    shape: Shape, dtype: DTypeLike = np.float32, repeats: int = 5, blocks: Blocks | None = None
) -> tuple[Machine, list[Measured]]:
    """(the machine's rates, every naive step, their sum, the tiled passes): model and measurement for one head.

    Memory: five (T, S) matrices while it runs.
    """
    blocks = blocks or Blocks()
    draw = np.random.default_rng(0)
    sizes = ((shape.tokens, shape.d_k), (shape.keys, shape.d_k), (shape.keys, shape.d_v), (shape.tokens, shape.d_v))
    Q, K, V, dY = (draw.standard_normal(size).astype(dtype) for size in sizes)
    machine = machine_rates(dtype, shape.tokens * shape.keys, repeats)
    steps, calls = naive_steps(shape), naive_calls(Q, K, V)
    rows = [_measured(step, machine, seconds(calls[step.name], repeats)) for step in steps]
    together = total("five lines", steps)
    rows.append(Measured(together, sum(r.predicted for r in rows), rows[0].bound, sum(r.seconds for r in rows)))
    problem = pose(Q, K, V, causal=shape.causal)
    Y, L = tiled_attention(problem, blocks)
    passes = (
        (tiled_step(shape, blocks.queries), lambda: tiled_attention(problem, blocks)),
        (
            tiled_backward_step(shape, blocks.queries),
            lambda: tiled_attention_gradients(problem, Y, L, dY, blocks),
        ),
    )
    rows += [_measured(step, machine, seconds(call, repeats)) for step, call in passes]
    return machine, rows


def _measured(step: Step, machine: Machine, taken: float) -> Measured:
    expected, bound = predicted(step, machine)
    return Measured(step, expected, bound, taken)
