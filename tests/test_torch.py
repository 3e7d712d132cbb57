"""Our attention and its gradients against PyTorch's fused kernel, on random shapes, within the proved bounds.

Needs torch (the extra `peers`); without it this module is skipped and says so.
"""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from numeric.attention import attention, attention_backward
from numeric.attention_bounds import attention_bounds, gradient_bounds, tiled_bounds, tiled_gradient_bounds
from numeric.layers import cross_entropy_gradient, layer_norm_gradients, rms_norm_gradients
from numeric.masks import causal
from numeric.problem import pose
from numeric.tiled import Blocks, tiled_attention

try:
    import torch
except ModuleNotFoundError:
    pytest.skip("NOT CHECKED: agreement with PyTorch needs torch (the extra `peers`)", allow_module_level=True)

CASES = st.fixed_dictionaries(
    {
        "batch": st.integers(1, 2),
        "key_heads": st.integers(1, 2),
        "group": st.integers(1, 3),
        "queries": st.integers(1, 24),
        "keys": st.integers(1, 24),
        "d_k": st.integers(1, 16),
        "d_v": st.integers(1, 16),
        "dtype": st.sampled_from([np.float32, np.float64]),
        "spread": st.sampled_from([0.1, 1.0, 4.0]),
        "kind": st.sampled_from(["none", "causal", "boolean", "additive"]),
        "scale": st.sampled_from([None, 0.05, 1.5]),
        "queries_a_tile": st.integers(1, 30),
        "keys_a_tile": st.integers(1, 30),
        "seed": st.integers(0, 2**32 - 1),
    }
)


def drawn(case: dict[str, Any]) -> tuple[list[NDArray], NDArray | None]:
    """Q, K, V, dY and the mask; key 0 is open to every query."""
    draw = np.random.default_rng(case["seed"])
    heads, key_heads = case["key_heads"] * case["group"], case["key_heads"]
    shapes = (
        (heads, "queries", "d_k"),
        (key_heads, "keys", "d_k"),
        (key_heads, "keys", "d_v"),
        (heads, "queries", "d_v"),
    )
    arrays = [draw.normal(size=(case["batch"], h, case[t], case[d])) * case["spread"] for h, t, d in shapes]
    allowed = draw.random((case["queries"], case["keys"])) < 0.7
    allowed[:, 0] = True
    bias = np.where(allowed, draw.normal(size=allowed.shape), -np.inf).astype(case["dtype"])
    mask = {"boolean": allowed, "additive": bias}.get(case["kind"])
    return [array.astype(case["dtype"]) for array in arrays], mask


def by_torch(case: dict[str, Any], arrays: list[NDArray], mask: NDArray | None) -> list[NDArray]:
    """Y, dQ, dK, dV of torch.nn.functional.scaled_dot_product_attention."""
    Q, K, V, dY = (torch.tensor(array) for array in arrays)
    inputs = [array.requires_grad_() for array in (Q, K, V)]
    shared = [array.repeat_interleave(case["group"], dim=1) for array in (K, V)]
    Y = torch.nn.functional.scaled_dot_product_attention(
        Q,
        *shared,
        attn_mask=None if mask is None else torch.tensor(mask),
        is_causal=case["kind"] == "causal",
        scale=case["scale"],
    )
    return [array.detach().numpy() for array in (Y, *torch.autograd.grad(Y, inputs, dY))]


def limits(case: dict[str, Any], arrays: list[NDArray], mask: NDArray | None, blocks: Blocks) -> list[NDArray]:
    """What ours and theirs together may differ by: the bound for tiles and the one for the five lines.

    The bounds are for the scale 1/sqrt(d_k): another is put into Q, with one rounding, and the bound on dQ scaled.
    """
    Q, K, V, dY = arrays
    factor = 1.0 if case["scale"] is None else case["scale"] * np.sqrt(case["d_k"])
    Q = Q * Q.dtype.type(factor)
    seen = causal(case["queries"], case["keys"]) if case["kind"] == "causal" else mask
    E_Y, E_dQ = (np.zeros(a.shape) for a in (dY, Q))
    E_dK, E_dV = (np.zeros(a.shape) for a in (K, V))
    for b, h in np.ndindex(Q.shape[:2]):
        k = h // case["group"]
        one = (Q[b, h], K[b, k], V[b, k])
        problem = pose(*one, mask=seen)
        Y, L = tiled_attention(problem, blocks)
        theirs, ours = gradient_bounds(*one, dY[b, h], seen), tiled_gradient_bounds(problem, Y, L, dY[b, h], blocks)
        E_Y[b, h] = attention_bounds(*one, seen).Y.error + tiled_bounds(*one, seen, blocks)[0]
        E_dQ[b, h] = (theirs.dQ.error + ours[0]) * factor
        E_dK[b, k] += theirs.dK.error + ours[1]
        E_dV[b, k] += theirs.dV.error + ours[2]
    return [E_Y, E_dQ, E_dK, E_dV]


@settings(max_examples=1000, deadline=None)
@given(CASES)
def test_a_thousand_random_shapes(case: dict[str, Any]) -> None:
    arrays, mask = drawn(case)
    blocks = Blocks(queries=case["queries_a_tile"], keys=case["keys_a_tile"])
    choices = {
        "mask": mask,
        "causal": case["kind"] == "causal",
        "scale": case["scale"],
        "num_kv_heads": case["key_heads"],
        "blocks": blocks,
    }
    ours = [attention(*arrays[:3], **choices), *attention_backward(*arrays, **choices)]
    # Summing shared heads, and another scale folded into Q, add a few roundings: a quarter more than the bounds.
    for name, mine, theirs, limit in zip(
        ("Y", "dQ", "dK", "dV"), ours, by_torch(case, arrays, mask), limits(case, arrays, mask, blocks)
    ):
        assert mine.dtype == theirs.dtype
        assert (np.abs(mine.astype(float) - theirs) <= 1.25 * limit).all(), name


def gradient_of(function: Any, *arrays: NDArray) -> list[NDArray]:
    tensors = [torch.tensor(array, requires_grad=True) for array in arrays]
    return [gradient.numpy() for gradient in torch.autograd.grad(function(*tensors), tensors)]


@pytest.mark.parametrize("seed", range(10))
def test_layers(seed: int) -> None:
    draw = np.random.default_rng(seed)
    x, dy = draw.normal(size=(2, 4, 7, 9))
    gain, bias = draw.normal(size=(2, 9))
    targets = draw.integers(0, 9, size=(4, 7))
    F = torch.nn.functional
    pairs = [
        (
            layer_norm_gradients(x, gain, dy),
            lambda x, g, b: (F.layer_norm(x, (9,), g, b) * torch.tensor(dy)).sum(),
            (x, gain, bias),
        ),
        (
            rms_norm_gradients(x, gain, dy),
            lambda x, g: (F.rms_norm(x, (9,), g, 1e-6) * torch.tensor(dy)).sum(),
            (x, gain),
        ),
        (
            [cross_entropy_gradient(x, targets)],
            lambda x: F.cross_entropy(x.flatten(0, 1), torch.tensor(targets.ravel())),
            (x,),
        ),
    ]
    for ours, function, arrays in pairs:
        for mine, theirs in zip(ours, gradient_of(function, *arrays), strict=True):
            # Sums of at most 28 terms below 100 in float64.
            assert np.abs(mine - theirs).max() <= 28 * 100 * 2**-53
