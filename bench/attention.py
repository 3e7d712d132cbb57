"""Speed and memory of attention, forward and backward, beside the products alone and PyTorch's fused kernel.

    .venv/bin/python bench/attention.py [--rounds 7] [--write]

One head, d = 64, one thread, CPU time; every round times each contestant once, in turn, and medians of the rounds are
compared, so that a busy machine slows all alike. Two threads are compared by the fastest wall time, beside what the
products alone gain from the second core at that moment. PyTorch and numba take part where they are installed.
--write puts the tables into bench/RESULTS.md and keeps the remarks below them.
"""

import os

# Before NumPy is imported: one BLAS thread, and the BLAS's own choice of kernel and cache size.
os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
    os.environ.pop(name, None)

import argparse
import importlib.util
import time
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray

from checks.commands.roofline import processor
from numeric.attention import single_head_attention
from numeric.gradients import attention_gradients
from numeric.problem import pose
from numeric.tiled import Blocks, tiled_attention
from numeric.tiled_gradients import tiled_attention_gradients

SIZE = 64
TURN = 0.03
TOKENS = (1024, 2048, 4096)
DTYPES = (np.float32, np.float64)
HAS_NUMBA = importlib.util.find_spec("numba") is not None
HAS_TORCH = importlib.util.find_spec("torch") is not None
Calls = dict[str, Callable[[], object]]


def drawn(tokens: int, dtype: type, heads: int = 1) -> list[NDArray]:
    draw = np.random.default_rng(0)
    return [draw.standard_normal((1, heads, tokens, SIZE)).astype(dtype) for _ in range(4)]


def products(Q: NDArray, K: NDArray, V: NDArray, blocks: Blocks) -> Callable[[], None]:
    """The two matrix products of the tiled forward pass, into memory that is there: what it cannot be faster than."""
    Q, K, V = Q[0, 0], K[0, 0], V[0, 0]
    scores, result = np.empty((blocks.queries, blocks.keys), Q.dtype), np.empty((blocks.queries, SIZE), Q.dtype)

    def run() -> None:
        for i in range(0, len(Q), blocks.queries):
            for j in range(0, len(K), blocks.keys):
                np.matmul(Q[i : i + blocks.queries], K[j : j + blocks.keys].T, out=scores)
                np.matmul(scores, V[j : j + blocks.keys], out=result)

    return run


def torch_calls(Q: NDArray, K: NDArray, V: NDArray, dY: NDArray) -> Calls:
    import torch

    torch.set_num_threads(1)
    inputs = [torch.tensor(array, requires_grad=True) for array in (Q, K, V)]
    gradient = torch.tensor(dY)
    Y = torch.nn.functional.scaled_dot_product_attention(*inputs)

    def forward() -> None:
        with torch.no_grad():
            torch.nn.functional.scaled_dot_product_attention(*inputs)

    return {
        "torch forward": forward,
        "torch backward": lambda: torch.autograd.grad(Y, inputs, gradient, retain_graph=True),
    }


def contestants(tokens: int, dtype: type) -> Calls:
    Q, K, V, dY = drawn(tokens, dtype)
    one = (Q[0, 0], K[0, 0], V[0, 0])
    Y, L = tiled_attention(pose(Q, K, V))
    calls: Calls = {
        "products": products(Q, K, V, Blocks()),
        "forward": lambda: tiled_attention(pose(Q, K, V)),
        "backward": lambda: tiled_attention_gradients(pose(Q, K, V), Y, L, dY),
    }
    if tokens <= 2048:  # the whole matrices of longer rows only measure the memory
        calls["five lines"] = lambda: single_head_attention(*one)
        calls["five lines backward"] = lambda: attention_gradients(*one, dY[0, 0])
    if HAS_NUMBA:
        fast = Blocks(exponential="numba")
        calls["numba forward"] = lambda: tiled_attention(pose(Q, K, V), fast)
        calls["numba backward"] = lambda: tiled_attention_gradients(pose(Q, K, V), Y, L, dY, fast)
    return calls | (torch_calls(Q, K, V, dY) if HAS_TORCH else {})


def timed(
    calls: Calls,
    rounds: int,
    clock: Callable[[], float] = time.thread_time,
    chosen: Callable[[list[float]], float] = median,
) -> dict[str, float]:
    """Median (or what is `chosen`) seconds of each call, all taking turns; short ones repeated to fill about TURN s."""
    repeats = {}
    for name, call in calls.items():
        call()
        start = clock()
        call()
        repeats[name] = max(1, round(TURN / max(clock() - start, 1e-6)))
    taken: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            for _ in range(repeats[name]):
                start = clock()
                call()
                taken[name].append(clock() - start)
    return {name: chosen(seconds) for name, seconds in taken.items()}


def ratio(times: dict[str, float], above: str, below: str) -> str:
    return f"{times[above] / times[below]:.2f}" if above in times and below in times else "–"


SPEED = [
    ("forward / products", "forward", "products"),
    ("forward / torch", "forward", "torch forward"),
    ("five lines / forward", "five lines", "forward"),
    ("numba forward / products", "numba forward", "products"),
    ("numba forward / torch", "numba forward", "torch forward"),
    ("backward / torch", "backward", "torch backward"),
    ("numba backward / torch", "numba backward", "torch backward"),
    ("backward by hand / backward", "five lines backward", "backward"),
]


def speed(rounds: int) -> list[str]:
    columns = [(tokens, dtype) for dtype in DTYPES for tokens in TOKENS]
    results = [timed(contestants(*column), rounds) for column in columns]
    lines = ["| one thread, CPU time | " + " | ".join(f"{d.__name__} T = {t}" for t, d in columns) + " |"]
    lines.append("|---|" + "---:|" * len(columns))
    for name in ("products", "forward", "backward"):
        lines.append(f"| {name}, ms | " + " | ".join(f"{times[name] * 1e3:.1f}" for times in results) + " |")
    for title, above, below in SPEED:
        lines.append(f"| {title} | " + " | ".join(ratio(times, above, below) for times in results) + " |")
    return lines


def extra_memory(call: Callable[[], tuple[NDArray, ...]]) -> float:
    """MiB at the peak, over the inputs and the results, in a thread that has kept no workspace yet."""
    tracemalloc.start()
    with ThreadPoolExecutor(1) as pool:
        results = pool.submit(call).result()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return (peak - sum(result.nbytes for result in results)) / 2**20


def memory() -> list[str]:
    lines = ["| extra memory at T = 4096, MiB | forward | backward | one (T, T) matrix |", "|---|---:|---:|---:|"]
    for dtype in DTYPES:
        Q, K, V, dY = drawn(4096, dtype)
        problem = pose(Q, K, V)
        Y, L = tiled_attention(problem)
        forward = extra_memory(lambda p=problem: tiled_attention(p))
        backward = extra_memory(lambda p=problem, y=Y, s=L, g=dY: tiled_attention_gradients(p, y, s, g))
        lines.append(f"| {dtype.__name__} | {forward:.1f} | {backward:.1f} | {4096**2 * Q.itemsize / 2**20:.0f} |")
    return lines


def halves(Q: NDArray, K: NDArray, V: NDArray, count: int) -> Callable[[], None]:
    """The products alone, `count` threads with a share each: what the machine has to give just now."""
    share = Q.shape[2] // count
    runs = [products(Q[:, :, i * share : (i + 1) * share], K, V, Blocks()) for i in range(count)]

    def run() -> None:
        with ThreadPoolExecutor(count) as pool:
            for done in [pool.submit(part) for part in runs]:
                done.result()

    return run


def threads(rounds: int) -> list[str]:
    lines = [
        "| one thread / two threads, fastest wall time, float32 T = 4096 | products alone | forward | backward |",
        "|---|---:|---:|---:|",
    ]
    for heads in (1, 4):
        Q, K, V, dY = drawn(4096, np.float32, heads)
        problem = pose(Q, K, V)
        Y, L = tiled_attention(problem)
        calls: Calls = {}
        for count in (1, 2):
            blocks = Blocks(threads=count)
            calls[f"products {count}"] = halves(Q, K, V, count)
            calls[f"forward {count}"] = lambda b=blocks, p=problem: tiled_attention(p, b)
            calls[f"backward {count}"] = lambda b=blocks, p=problem, y=Y, s=L, g=dY: tiled_attention_gradients(p, y, s, g, b)
        times = timed(calls, 3 * rounds, time.perf_counter, min)
        ratios = (ratio(times, f"{name} 1", f"{name} 2") for name in ("products", "forward", "backward"))
        lines.append(f"| {heads} head{'s' * (heads > 1)} | " + " | ".join(ratios) + " |")
    return lines


def machine() -> str:
    versions = [f"NumPy {np.__version__}"]
    for package in ("torch", "numba"):
        if importlib.util.find_spec(package):
            versions.append(f"{package} {importlib.import_module(package).__version__}")
    if importlib.util.find_spec("threadpoolctl"):
        from threadpoolctl import threadpool_info

        versions += [f"{i['internal_api']} {i['version']} ({i.get('architecture')})" for i in threadpool_info() if i["version"]]
    return f"{processor()}; " + ", ".join(versions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--write", action="store_true", help="put the tables into bench/RESULTS.md")
    args = parser.parse_args()
    if args.rounds < 5:
        parser.error("--rounds: medians of at least 5 are compared")
    settings = f"{machine()}. d = {SIZE}, tiles of {Blocks().queries} x {Blocks().keys}, medians of {args.rounds} rounds."
    parts = [speed(args.rounds), memory(), threads(args.rounds)]
    text = "\n".join(["# Attention: measured ratios", "", settings, ""] + ["\n".join([*part, ""]) for part in parts])
    print(text)
    if args.write:
        path = Path(__file__).parent / "RESULTS.md"
        _, heading, remarks = path.read_text(encoding="utf-8").partition("## Reading it")
        path.write_text(text + heading + remarks, encoding="utf-8")


if __name__ == "__main__":
    main()
