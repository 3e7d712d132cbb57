"""No measured error exceeds its proved bound, and none of the bounds is a thousand times too large."""

from fractions import Fraction

import certified
import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from numeric.attention import attention, single_head_attention
from numeric.attention_bounds import attention_bounds, gradient_bounds, tiled_bounds, tiled_gradient_bounds
from numeric.bounds import BOUNDED, POWER_ULPS, ULPS, Bounded, bounded, growth, rounded_to
from numeric.gradients import attention_gradients
from numeric.masks import additive, causal
from numeric.operations import OPERATIONS
from numeric.problem import pose
from numeric.tiled import Blocks, tiled_attention
from numeric.tiled_gradients import tiled_attention_gradients

DTYPES = (np.float32, np.float64)


def head(tokens: int, size: int, dtype: type, seed: int = 0, spread: float = 1.0) -> list[NDArray]:
    draw = np.random.default_rng(seed)
    return [(draw.normal(size=(tokens, size)) * spread).astype(dtype) for _ in range(4)]


def holds(error: NDArray, bound: NDArray, tightness: float = 1000.0) -> None:
    """The error is below its bound everywhere, and somewhere not more than `tightness` times below."""
    assert (error <= bound).all(), (error - bound).max()
    # A few entries may happen to be exact; of many, the worst shows what the bound is worth.
    assert error.size < 64 or (tightness * error >= bound)[bound > 0].any(), (error.max(), bound.max())


def test_every_operation_has_a_bound() -> None:
    assert set(BOUNDED) == set(OPERATIONS)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("tokens,size,spread", [(1, 1, 1), (2, 2, 1), (4, 8, 1), (16, 16, 3), (64, 64, 1), (24, 8, 6)])
@pytest.mark.parametrize("masked", [False, True])
def test_one_head_forward_and_backward(dtype: type, tokens: int, size: int, spread: float, masked: bool) -> None:
    Q, K, V, dY = head(tokens, size, dtype, spread=spread)
    mask = additive(causal(tokens), dtype) if masked else None
    bounds, exact = attention_bounds(Q, K, V, mask), certified.attention(Q, K, V, mask)
    assert np.array_equal(bounds.Y.value, single_head_attention(Q, K, V, mask))
    holds(certified.errors(bounds.A.value, exact["A"]), bounds.A.error)
    holds(certified.errors(bounds.Y.value, exact["Y"]), bounds.Y.error)
    gradients, computed = gradient_bounds(Q, K, V, dY, mask), attention_gradients(Q, K, V, dY, mask)
    for name, truth in certified.gradients(Q, K, V, dY, mask).items():
        holds(certified.errors(getattr(computed, name), truth), getattr(gradients, name).error)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("spread", [1.0, 5.0])
@pytest.mark.parametrize("keys", [16, 64])
def test_tiles_forward_and_backward(dtype: type, masked: bool, spread: float, keys: int) -> None:
    Q, K, V, dY = head(48, 16, dtype, seed=1, spread=spread)
    mask = additive(causal(48), dtype) if masked else None
    blocks = Blocks(queries=16, keys=keys)
    problem = pose(Q, K, V, mask=mask)
    Y, L = tiled_attention(problem, blocks)
    bound, _ = tiled_bounds(Q, K, V, mask, blocks)
    holds(certified.errors(Y[0, 0], certified.attention(Q, K, V, mask)["Y"]), bound)
    computed = tiled_attention_gradients(problem, Y, L, dY, blocks)
    exact = certified.gradients(Q, K, V, dY, mask)
    limits = tiled_gradient_bounds(problem, Y, L, dY, blocks)
    for name, array, limit in zip(("dQ", "dK", "dV"), computed, limits):
        holds(certified.errors(array[0, 0], exact[name]), limit)


def test_a_long_row_stays_below_its_bound_and_near_it() -> None:
    Q, K, V, _ = head(2048, 64, np.float32)
    wide = single_head_attention(*(x[:64].astype(float) if x is Q else x.astype(float) for x in (Q, K, V)))
    blocks = Blocks(keys=64)  # short tiles: the proved error of a sum grows with the tile, not with the row
    Y = attention(Q[:64], K, V, blocks=blocks)
    holds(np.abs(Y - wide), tiled_bounds(Q[:64], K, V, blocks=blocks)[0])


@pytest.mark.parametrize("dtype,unit", [(np.float32, 2.0**-24), (np.float16, 2.0**-11)])
def test_float64_once_is_one_rounding(dtype: type, unit: float) -> None:
    Q, K, V, _ = head(64, 64, dtype)
    exact = certified.attention(Q, K, V)["Y"]
    computed = attention(Q, K, V, compute="float64-once")
    wide = bounded(attention(*(x.astype(float) for x in (Q, K, V))), tiled_bounds(*(x.astype(float) for x in (Q, K, V)))[0])
    value, error = rounded_to(wide, dtype)
    assert computed.dtype == dtype and np.array_equal(value, computed)
    holds(certified.errors(computed, exact), error, tightness=1.1)
    assert error.max() < 1.001 * unit * np.abs(computed.astype(float)).max()


# Each operation on operands that carry an error: the exact operands are drawn inside it.
OPERANDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("add", "subtract", "multiply", "divide"), ("matrix", "matrix")),
    "power": ("positive", "exponent"),
    "matmul": ("matrix", "square"),
    "dot": ("matrix", "square"),
    **dict.fromkeys(("transpose", "negative", "abs", "exp", "rowsum", "rowmax", "rowmean", "total", "mean"), ("matrix",)),
    "softmax": ("matrix",),
    "maximum": ("matrix",),
    "causal": ("square",),
    "times": ("matrix", "square"),
    "scale": ("exponent", "matrix"),
    "outer": ("vector", "vector"),
    "list": ("vector", "vector"),
    "diag": ("square",),
    "sqrt": ("positive",),
    "log": ("positive",),
}
SHAPES = {"vector": (4,), "matrix": (3, 5), "square": (5, 5), "positive": (3, 5), "exponent": ()}


def operand(kind: str, draw: np.random.Generator, dtype: type, error: float) -> tuple[Bounded, list]:
    """(Bounded, exact balls): the exact value is the computed one moved by up to its error."""
    values = draw.normal(size=SHAPES[kind])
    values = {"positive": np.exp(values), "exponent": np.asarray(3.0)}.get(kind, values).astype(dtype)
    errors = np.abs(values.astype(float)) * error * (kind != "exponent")
    moved = np.vectorize(lambda v, e: arb(float(v)) + arb(float(e)) * arb(float(draw.uniform(-1, 1))), otypes=[object])
    return bounded(values, errors), moved(values, errors)


def exactly(name: str, *operands: NDArray) -> NDArray:
    """The operation on object arrays of balls."""
    (x, *rest) = operands
    y = rest[0] if rest else None
    each = lambda f: np.vectorize(f, otypes=[object])(x)  # noqa: E731
    table = {
        "add": lambda: x + y,
        "subtract": lambda: x - y,
        "multiply": lambda: x * y,
        "divide": lambda: x / y,
        "power": lambda: x * x * x,
        "maximum": lambda: max(x.ravel(), key=lambda v: float(v.mid())),
        "matmul": lambda: x @ y,
        "dot": lambda: x @ y,
        "transpose": lambda: x.T,
        "negative": lambda: -x,
        "abs": lambda: each(abs),
        "exp": lambda: each(arb.exp),
        "log": lambda: each(arb.log),
        "sqrt": lambda: each(arb.sqrt),
        "rowsum": lambda: x.sum(axis=-1, keepdims=True),
        "rowmax": lambda: np.array([[max(row, key=lambda v: float(v.mid()))] for row in x], dtype=object),
        "rowmean": lambda: x.sum(axis=-1, keepdims=True) / x.shape[-1],
        "total": lambda: x.sum(),
        "mean": lambda: x.sum() / x.size,
        "softmax": lambda: each(arb.exp) / each(arb.exp).sum(axis=-1, keepdims=True),
        "diag": lambda: np.diag(x),
        "causal": lambda: x,
        "times": lambda: x @ y,
        "scale": lambda: x * y,
        "outer": lambda: np.outer(x, y),
        "list": lambda: np.stack([x, y]),
    }
    return np.asarray(table[name](), dtype=object)


@settings(max_examples=120, deadline=None)
@given(
    name=st.sampled_from(sorted(OPERANDS)),
    dtype=st.sampled_from(DTYPES),
    error=st.sampled_from([0.0, 1e-7, 1e-3]),
    seed=st.integers(0, 10**6),
)
def test_operations_carry_errors(name: str, dtype: type, error: float, seed: int) -> None:
    ctx.prec = 200
    draw = np.random.default_rng(seed)
    computed, exact = zip(*(operand(kind, draw, dtype, error) for kind in OPERANDS[name]))
    result = BOUNDED[name](*computed)
    truth = exactly(name, *exact)
    assert result.value.shape == result.error.shape == np.shape(truth)
    for value, limit, ball in zip(result.value.ravel(), result.error.ravel(), truth.ravel()):
        if np.isfinite(value):
            assert float((arb(float(value)) - ball).abs_upper()) <= limit, name
        else:
            assert name == "causal" and limit == 0


NOTHING_KNOWN = [
    ("divide", [bounded(np.ones(1)), bounded(np.full(1, 1e-3), 1e-2)]),
    ("log", [bounded(np.full(1, 1e-3), 1e-2)]),
    ("sqrt", [bounded(np.full(1, 1e-3), 1e-2)]),
    ("exp", [bounded(np.full(1, 100.0, np.float32))]),
    ("multiply", [bounded(np.full(1, 1e30, np.float32)), bounded(np.full(1, 1e30, np.float32))]),
    ("power", [bounded(np.full(1, -2.0)), bounded(np.full(1, 0.5))]),
    ("subtract", [bounded(np.full(1, np.inf)), bounded(np.full(1, np.inf))]),
]


@pytest.mark.parametrize("name,operands", NOTHING_KNOWN)
def test_where_nothing_is_known_the_bound_says_so(name: str, operands: list[Bounded]) -> None:
    assert np.isinf(BOUNDED[name](*operands).error).all()


def test_masks_are_exact() -> None:
    masked = BOUNDED["add"](bounded(np.ones((2, 2)), 1e-9), bounded(additive(causal(2))))
    assert masked.error[0, 1] == 0 and masked.error[1, 1] >= 1e-9


def test_bounds_refuse_half_precision_and_hopeless_lengths() -> None:
    with pytest.raises(TypeError, match="float32 and float64"):
        bounded(np.ones(3, np.float16))
    with pytest.raises(ValueError, match="too many"):
        growth(2**24, np.float32)


def test_growth_is_above_the_product_of_factors() -> None:
    u = Fraction(1, 2**24)
    for n in (1, 7, 1000):
        assert (1 + u) ** n - 1 <= Fraction(growth(n, np.float32))
        assert 1 / (1 - u) ** n - 1 <= Fraction(growth(n, np.float32))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name,exact", [("exp", arb.exp), ("log", arb.log), ("power", lambda x: x * x * x)])
def test_numpy_is_as_good_as_assumed(dtype: type, name: str, exact: object) -> None:
    ctx.prec = 120
    draw = np.random.default_rng(3)
    values = draw.uniform(-80, 80, 4000) if name == "exp" else np.exp(draw.uniform(-20, 20, 4000))
    values = values.astype(dtype)
    computed = np.power(values, dtype(3)) if name == "power" else getattr(np, name)(values)
    limit = POWER_ULPS if name == "power" else ULPS[np.dtype(dtype).name]
    for x, y in zip(values, computed):
        truth = exact(arb(float(x)))  # type: ignore[operator]
        assert float((arb(float(y)) - truth).abs_upper()) <= limit * float(np.spacing(np.abs(y))), (x, y)
