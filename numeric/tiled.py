"""Attention in tiles: never more than a block of scores in memory, exact to rounding whatever the block.

Online softmax (Milakov and Gimelshein 2018; Dao et al. 2022): a running row maximum m, the sums so far rescaled by
exp(m_old - m_new). Three measured savings leave an in-place exp alone between the two products: the scale goes into Q,
the row sum is a product with ones, and where |q| |k| scale (Cauchy-Schwarz) or the softcap bounds the scores, no
maximum is needed at all. The backward pass is in numeric.tiled_gradients.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from numeric.exponential import Engine, Exponential, exponential
from numeric.problem import Problem, bias_tile, hidden_tile, key_range
from numeric.workspace import workspace

Head = tuple[int, int]
Task = tuple[Head, slice]
# dtype -> scores up to this size need no maximum; exp of it times S times the V allowed stays far from the ends.
SAFE_SCORE = {"float32": 40.0, "float64": 300.0}
SAFE_VALUE = {"float32": (1e-15, 1e15), "float64": (1e-100, 1e100)}


@dataclass(frozen=True, slots=True)
class Blocks:
    """The shape of a tile, and the two choices of how it is computed."""

    queries: int = 512
    keys: int = 256
    exponential: Engine = "numpy"
    threads: int = 1

    def __post_init__(self) -> None:
        for name in ("queries", "keys", "threads"):
            value = getattr(self, name)
            if not isinstance(value, int) or value < 1:
                raise ValueError(f"{name} is {value!r}; a whole number from 1 on is wanted")


def slices(start: int, end: int, step: int) -> Iterator[slice]:
    """start:end in pieces of at most `step`."""
    return (slice(i, min(i + step, end)) for i in range(start, end, step))


def run(work: Callable[[Sequence[Task]], None], tasks: Sequence[Task], threads: int) -> None:
    """`work` on all tasks: at once for one thread, else in a pool, four portions a thread so that uneven ones even out.

    Only as much faster as the BLAS underneath leaves cores free: OPENBLAS_NUM_THREADS=1 before Python starts.
    """
    if threads == 1:
        return work(tasks)
    size = max(1, -(-len(tasks) // (4 * threads)))
    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(work, tasks[i : i + size]) for i in range(0, len(tasks), size)]:
            done.result()
    return None


def largest_norm(matrix: NDArray) -> float:
    """The largest Euclidean norm of a row, 0 for no rows; inf if its square overflows."""
    with np.errstate(over="ignore"):
        return float(np.sqrt(np.einsum("ij,ij->i", matrix, matrix).max(initial=0)))


def may_skip_maximum(V: NDArray, mask: NDArray | None) -> bool:
    """No bias that could lift a score, and values whose products with exp of a bounded score stay in range."""
    least, most = SAFE_VALUE[V.dtype.name]
    return (mask is None or mask.dtype == np.bool_) and least < max(V.max(initial=0), -V.min(initial=0)) < most


def soft_capped(scores: NDArray, softcap: float) -> None:
    """scores <- softcap tanh(scores / softcap)."""
    scores /= scores.dtype.type(softcap)
    np.tanh(scores, out=scores)
    scores *= scores.dtype.type(softcap)


@dataclass(frozen=True, slots=True)
class Sums:
    """Running sums of a block of queries: exp(s - shift) v, exp(s - shift), and the shift; one row a query."""

    values: NDArray  # (queries, d_v)
    weights: NDArray  # (queries, 1)
    shift: NDArray  # (queries, 1)

    def add(self, weights: NDArray, V: NDArray) -> None:
        """Add a tile. The row sums as a product with ones: BLAS takes a quarter of the time of a sum."""
        np.add(self.values, weights @ V, out=self.values)
        np.add(self.weights[:, 0], weights @ np.ones(len(V), V.dtype), out=self.weights[:, 0])

    def rescale(self, factor: NDArray) -> None:
        """All sums so far times exp(old shift - new shift)."""
        np.multiply(self.values, factor, out=self.values)
        np.multiply(self.weights, factor, out=self.weights)


class ForwardHead:
    """What the query blocks of one head share, and one tile of memory for all of them."""

    def __init__(self, problem: Problem, head: Head, blocks: Blocks, exp: Exponential, tile: NDArray) -> None:
        batch, query_head = head
        self.problem, self.head, self.blocks, self.exp, self.tile = problem, head, blocks, exp, tile
        self.Q = problem.Q[head]
        self.K = problem.K[batch, query_head // problem.group]
        self.V = problem.V[batch, query_head // problem.group]
        self.key_norm = largest_norm(self.K)
        self.may_skip = may_skip_maximum(self.V, problem.mask)

    def needs_no_maximum(self, product: float) -> bool:
        """True where exp of every score is sure to be in range; `product` bounds |q| |k|, the scale included."""
        bound = product if self.problem.softcap is None else self.problem.softcap
        return self.may_skip and bound < SAFE_SCORE[self.Q.dtype.name]

    def scores(self, queries: NDArray, rows: slice, columns: slice) -> NDArray:
        """Softcapped and biased scores of one tile, not yet masked by booleans or the window."""
        keys = self.K[columns]
        scores = np.matmul(queries, keys.T, out=self.tile[: len(queries) * len(keys)].reshape(len(queries), len(keys)))
        if self.problem.softcap is not None:
            soft_capped(scores, self.problem.softcap)
        bias = bias_tile(self.problem, self.head, rows, columns)
        if bias is not None:
            scores += bias
        return scores

    def sums(self, rows: slice) -> Sums:
        """The sums over the keys of each query of `rows`."""
        queries = self.Q[rows] * self.Q.dtype.type(self.problem.scale)
        columns = list(slices(*key_range(self.problem, self.head[0], rows), self.blocks.keys))
        sums = Sums(*(np.zeros((len(queries), size), queries.dtype) for size in (self.V.shape[1], 1, 1)))
        product = largest_norm(queries) * self.key_norm
        if not product < np.finfo(queries.dtype).max:
            raise OverflowError(f"scores may overflow {queries.dtype}: |q| |k| scale reaches {product:.3g}")
        add_all = self._add_plain if self.needs_no_maximum(product) else self._add_online
        add_all(queries, rows, columns, sums)
        return sums

    def _add_plain(self, queries: NDArray, rows: slice, columns: Sequence[slice], sums: Sums) -> None:
        for some in columns:
            weights = self.scores(queries, rows, some)
            self.exp(weights)
            hidden = hidden_tile(self.problem, self.head, rows, some)
            if hidden is not None:
                np.copyto(weights, 0, where=hidden)
            sums.add(weights, self.V[some])

    def _add_online(self, queries: NDArray, rows: slice, columns: Sequence[slice], sums: Sums) -> None:
        peak = np.full((len(queries), 1), -np.inf, queries.dtype)
        for some in columns:
            scores = self.scores(queries, rows, some)
            hidden = hidden_tile(self.problem, self.head, rows, some)
            if hidden is not None:
                np.copyto(scores, -np.inf, where=hidden)
            higher = np.maximum(peak, scores.max(axis=1, keepdims=True))
            sums.shift[:] = np.where(np.isneginf(higher), 0, higher)  # a row without a key so far: exp(-inf - 0) = 0
            scores -= sums.shift
            self.exp(scores)
            if some is not columns[0]:
                sums.rescale(np.exp(peak - sums.shift))
            sums.add(scores, self.V[some])
            peak = higher


def tiled_attention(problem: Problem, blocks: Blocks | None = None) -> tuple[NDArray, NDArray]:
    """(Y, L): Y (batch, heads, queries, d_v), and for the backward pass L = logsumexp of each row's scores.

    Both in the dtype computed in. A fully masked row is a ValueError, or Y = 0 and L = 0. OverflowError: scores or
    results leave the range of the dtype.
    """
    blocks = blocks or Blocks()
    Y = np.empty((*problem.Q.shape[:3], problem.V.shape[3]), problem.Q.dtype)
    L = np.empty(problem.Q.shape[:3], problem.Q.dtype)
    exp = exponential(blocks.exponential, problem.Q.dtype)

    def work(tasks: Sequence[Task]) -> None:
        tile = workspace("scores", (blocks.queries * blocks.keys,), problem.Q.dtype)
        shared = None
        for head, rows in tasks:
            if shared is None or shared.head != head:
                shared = ForwardHead(problem, head, blocks, exp, tile)
            with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
                finish(shared.sums(rows), problem, Y[head][rows], L[head][rows], (head, rows))

    queries = problem.Q.shape[2]
    run(work, [(head, rows) for head in problem.heads for rows in slices(0, queries, blocks.queries)], blocks.threads)
    return Y, L


def finish(sums: Sums, problem: Problem, Y: NDArray, L: NDArray, where: Task) -> None:
    """Y <- sums / row sums, L <- shift + log(row sums), with fully masked rows as chosen."""
    row_sums = sums.weights
    if not (np.isfinite(sums.values).all() and np.isfinite(row_sums).all()):
        raise OverflowError(f"scores or values overflow {Y.dtype} in {place(where)}")
    empty = row_sums == 0
    if empty.any():
        if problem.masked_rows == "error":
            row = where[1].start + int(np.argmax(empty))
            raise ValueError(
                f"query {row} of head {where[0][1]}, batch entry {where[0][0]} is fully masked: it has no softmax; "
                "masked_rows='zero' gives a row of zeros"
            )
        row_sums = np.where(empty, 1, row_sums)
    np.divide(sums.values, row_sums, out=Y)
    L[:] = (sums.shift + np.log(row_sums))[:, 0]


def place(where: Task) -> str:
    """The block in words."""
    (batch, head), rows = where
    return f"queries {rows.start} to {rows.stop - 1} of head {head}, batch entry {batch}"
