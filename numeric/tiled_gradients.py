"""The backward pass in tiles: five products a tile, weights recomputed as exp(s - L), never a (T, S) matrix.

With D = rowsum(dY * Y) = rowsum(dA * A) (Dao et al. 2022, section 3.1), dS = A * (dY V^T - D). Both shifts, -L and -D,
ride along as one more column in the products, so that one in-place exp and one in-place product are all that happens
between them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from numeric.exponential import Exponential, exponential
from numeric.inputs import same_dtype, shape_error
from numeric.problem import Problem, bias_tile, four_axes, hidden_tile, key_range
from numeric.tiled import Blocks, Head, Task, run, slices
from numeric.workspace import with_column, workspace


class BackwardHead:
    """One key head with one of its query heads; adds into dQ, dK, dV."""

    def __init__(
        self, problem: Problem, head: Head, results: tuple[NDArray, NDArray, NDArray], blocks: Blocks, exp: Exponential
    ) -> None:
        batch, key_head = head[0], head[1] // problem.group
        self.problem, self.head, self.blocks, self.exp = problem, head, blocks, exp
        self.K, self.V = problem.K[batch, key_head], problem.V[batch, key_head]
        self.K_one = with_column("keys and ones", self.K, 1)
        self.V_one = with_column("values and ones", self.V, 1)
        self.dQ, self.dK, self.dV = results
        self.tiles = [
            workspace(name, (blocks.queries * blocks.keys,), problem.Q.dtype) for name in ("scores", "score gradients")
        ]

    def add(self, rows: slice, Y: NDArray, L: NDArray, dY: NDArray) -> None:
        """Add what the queries of `rows` contribute; Y, L and dY are theirs."""
        Q = self.problem.Q[self.head][rows] * self.problem.Q.dtype.type(self.problem.scale)
        shift = -L if self.problem.softcap is None else 0
        Q_shifted = with_column("queries and shifts", Q, shift)
        dY_shifted = with_column("gradients and shifts", dY, -np.einsum("ij,ij->i", dY, Y))
        for columns in slices(*key_range(self.problem, self.head[0], rows), self.blocks.keys):
            A, dS = self.tile_gradients(Q_shifted, dY_shifted, L, rows, columns)
            self.dV[columns] += A.T @ dY
            self.dQ[rows] += dS @ self.K[columns]
            self.dK[columns] += dS.T @ Q

    def tile_gradients(
        self, Q_shifted: NDArray, dY_shifted: NDArray, L: NDArray, rows: slice, columns: slice
    ) -> tuple[NDArray, NDArray]:
        """The weights A and dS (with respect to the scaled scores, before softcap and mask) of one tile."""
        shape = (len(Q_shifted), columns.stop - columns.start)
        A, dS = (tile[: shape[0] * shape[1]].reshape(shape) for tile in self.tiles)
        np.matmul(Q_shifted, self.K_one[columns].T, out=A)
        slope = self._softcap(A, L)
        bias = bias_tile(self.problem, self.head, rows, columns)
        if bias is not None:
            A += bias
        hidden = hidden_tile(self.problem, self.head, rows, columns)
        if hidden is not None:
            np.copyto(A, -np.inf, where=hidden)
        self.exp(A)
        np.matmul(dY_shifted, self.V_one[columns].T, out=dS)
        dS *= A
        if slope is not None:
            dS *= slope
        return A, dS

    def _softcap(self, scores: NDArray, L: NDArray) -> NDArray | None:
        """scores <- cap tanh(scores / cap) - L; returns the slope 1 - tanh^2. Without a cap: None, nothing done."""
        if self.problem.softcap is None:
            return None
        cap = scores.dtype.type(self.problem.softcap)
        scores /= cap
        np.tanh(scores, out=scores)
        slope = 1 - scores * scores
        scores *= cap
        scores -= L[:, None]
        return slope


def tiled_attention_gradients(
    problem: Problem, Y: NDArray, L: NDArray, dY: ArrayLike, blocks: Blocks | None = None
) -> tuple[NDArray, NDArray, NDArray]:
    """(dQ, dK, dV), four axes, in the dtype computed in; Y and L are what `tiled_attention` returned for this problem.

    Key heads that several query heads share get the sum. With more threads than key heads the queries are split too,
    each part with its own dK and dV, so that the last bits depend on the number of threads.
    """
    blocks = blocks or Blocks()
    gradient = four_axes(dY, "dY")
    same_dtype(Q=np.empty(0, problem.dtype), dY=gradient)
    if gradient.shape != Y.shape:
        raise shape_error("dY", gradient.shape, "Y", Y.shape, "a gradient has the shape of its array")
    gradient = gradient.astype(problem.Q.dtype, copy=False)
    batch, key_heads = problem.K.shape[:2]
    parts = -(-blocks.threads // (batch * key_heads)) if blocks.threads > 1 else 1
    dQ = np.zeros_like(problem.Q)
    dKs, dVs = (np.zeros((parts, *array.shape), array.dtype) for array in (problem.K, problem.V))
    exp = exponential(blocks.exponential, problem.Q.dtype)

    def work(tasks: Sequence[Task]) -> None:
        for (entry, key_head), part in tasks:
            for head in range(key_head * problem.group, (key_head + 1) * problem.group):
                where = (entry, head)
                results = (dQ[where], dKs[part.start, entry, key_head], dVs[part.start, entry, key_head])
                shared = BackwardHead(problem, where, results, blocks, exp)
                with np.errstate(over="ignore", invalid="ignore"):
                    for rows in portion(problem.Q.shape[2], part, blocks.queries):
                        shared.add(rows, Y[where][rows], L[where][rows], gradient[where][rows])

    # A task is a key head and a slice part:parts, the share of its queries.
    tasks = [((b, h), slice(p, parts)) for b in range(batch) for h in range(key_heads) for p in range(parts)]
    run(work, tasks, blocks.threads)
    dQ *= dQ.dtype.type(problem.scale)
    gradients = dQ, _summed(dKs), _summed(dVs)
    if not all(np.isfinite(gradient).all() for gradient in gradients):
        raise OverflowError(f"gradients overflow {dQ.dtype}")
    return gradients


def portion(queries: int, part: slice, step: int) -> list[slice]:
    """The blocks of queries of this part: every parts-th one, so that causal parts cost the same."""
    return list(slices(0, queries, step))[part.start :: part.stop]


def _summed(parts: NDArray) -> NDArray:
    return parts[0] if len(parts) == 1 else parts.sum(axis=0)
