"""What attention costs: FLOPs, exponentials and bytes of every step, by the five lines and in tiles. Exact counts.

Conventions, as in the roofline model (Williams et al. 2009): a multiply-add is 2 FLOPs, every other operation on a pair
of numbers or on one is 1; exponentials are counted apart; each step reads its operands once and writes its result
once, so that a step which works in place counts both ways. Caches are left out: the bytes are those of the model.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

BOUNDS = ("arithmetic", "memory", "exponentials")


@dataclass(frozen=True, slots=True)
class Shape:
    """One head: `tokens` queries, `keys` keys, sizes d_k and d_v, `width` bytes a number; causal: key j <= query i."""

    tokens: int
    keys: int
    d_k: int
    d_v: int
    width: int
    causal: bool = False

    def __post_init__(self) -> None:
        for name in ("tokens", "keys", "d_k", "d_v", "width"):
            if not isinstance(value := getattr(self, name), int) or value < 1:
                raise ValueError(f"{name} is {value!r}; a whole number from 1 on is wanted")
        if self.causal and self.tokens != self.keys:
            raise ValueError(f"causal costs are counted for as many keys as queries; these are {self.keys} and {self.tokens}")

    @property
    def pairs(self) -> int:
        """(query, key) pairs that may not be skipped: T S, or T (T + 1) / 2."""
        return self.tokens * (self.tokens + 1) // 2 if self.causal else self.tokens * self.keys


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a computation and its costs."""

    name: str
    flops: int
    exponentials: int
    bytes: int

    @property
    def intensity(self) -> Fraction:
        """FLOPs a byte."""
        return Fraction(self.flops, self.bytes)


@dataclass(frozen=True, slots=True)
class Machine:
    """Sustained rates, one thread: FLOPs, bytes and exponentials a second."""

    flops: float
    bytes: float
    exponentials: float

    @property
    def balance(self) -> float:
        """FLOPs a byte at which arithmetic and memory take equally long: the ridge of the roof."""
        return self.flops / self.bytes


def naive_steps(shape: Shape) -> list[Step]:
    """The five lines, whole (T, S) matrices: nothing is skipped, causal or not."""
    T, S, d_k, d_v, w = shape.tokens, shape.keys, shape.d_k, shape.d_v, shape.width
    matrix, row = T * S * w, T * w
    return [
        Step("Q K^T", 2 * T * S * d_k, 0, (T + S) * d_k * w + matrix),
        Step("/ sqrt(d_k)", T * S, 0, 2 * matrix),
        Step("row maximum", T * S, 0, matrix + row),
        Step("subtract it", T * S, 0, 2 * matrix + row),
        Step("exp", 0, T * S, 2 * matrix),
        Step("row sum", T * S, 0, matrix + row),
        Step("divide by it", T * S, 0, 2 * matrix + row),
        Step("A V", 2 * T * S * d_v, 0, matrix + (T + S) * d_v * w),
    ]


def keys_read(shape: Shape, queries: int) -> int:
    """Keys that the blocks of `queries` go through, all blocks together; a causal block ends at its last query."""
    ends = range(queries, shape.tokens + queries, queries)
    return sum(min(end, shape.tokens) for end in ends) if shape.causal else len(ends) * shape.keys


def tiled_step(shape: Shape, queries: int) -> Step:
    """The tiled forward pass in blocks of `queries`: Q and the result once, K and V once a block, no scores."""
    T, d_k, d_v, w = shape.tokens, shape.d_k, shape.d_v, shape.width
    moved = (T + keys_read(shape, queries)) * (d_k + d_v)
    return Step("tiled", shape.pairs * (2 * d_k + 2 * (d_v + 1)) + T * d_v, shape.pairs, moved * w)


def tiled_backward_step(shape: Shape, queries: int) -> Step:
    """The tiled backward pass, five products.

    Q, dY and Y are read and dQ is written once; K and V are read, dK and dV read and written, once a block.
    """
    T, d_k, d_v, w = shape.tokens, shape.d_k, shape.d_v, shape.width
    products = 2 * (d_k + 1) + 2 * (d_v + 1) + 2 * d_v + 4 * d_k
    moved = (2 * T + 3 * keys_read(shape, queries)) * (d_k + d_v)
    return Step("tiled backward", shape.pairs * (products + 1), shape.pairs, moved * w)


def total(name: str, steps: list[Step]) -> Step:
    """All the steps as one."""
    return Step(name, sum(s.flops for s in steps), sum(s.exponentials for s in steps), sum(s.bytes for s in steps))


def times(step: Step, machine: Machine) -> dict[str, float]:
    """Seconds that each of BOUNDS asks for."""
    return {
        "arithmetic": step.flops / machine.flops,
        "memory": step.bytes / machine.bytes,
        "exponentials": step.exponentials / machine.exponentials,
    }


def predicted(step: Step, machine: Machine) -> tuple[float, Literal["arithmetic", "memory", "exponentials"]]:
    """(seconds, what bounds them): the roof. Exponentials take the arithmetic units: their time adds to the FLOPs'."""
    seconds = times(step, machine)
    computing = seconds["arithmetic"] + seconds["exponentials"]
    if seconds["memory"] >= computing:
        return seconds["memory"], "memory"
    return computing, "arithmetic" if seconds["arithmetic"] >= seconds["exponentials"] else "exponentials"
