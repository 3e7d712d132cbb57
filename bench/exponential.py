"""The assumption behind the bounds, checked on every float32: exp and log within numeric.bounds.ULPS units.

    .venv/bin/python bench/exponential.py

Every finite float32 x with a normal exp(x), and every positive normal one for the logarithm, against float64, whose
own error is below 2^-28 of these units. About a minute for each.
"""

import importlib.util
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from numeric.bounds import ULPS
from numeric.exponential import exponential

CHUNK = 2**20


def worst(function: Callable[[NDArray], NDArray], exact: Callable[[NDArray], NDArray], first: float, last: float) -> float:
    """The largest error in units in the last place over all float32 from `first` to `last`, of one sign."""
    start, stop = sorted(int(np.float32(end).view(np.int32)) for end in (first, last))
    largest = 0.0
    for low in range(start, stop + 1, CHUNK):
        x = np.arange(low, min(low + CHUNK, stop + 1), dtype=np.int64).astype(np.int32).view(np.float32)
        y = function(x)
        units = np.abs(y - exact(x.astype(np.float64))) / np.spacing(np.abs(y))
        largest = max(largest, float(units.max()))
    return largest


def in_place(engine: str) -> Callable[[NDArray], NDArray]:
    run = exponential(engine, np.dtype(np.float32))  # type: ignore[arg-type]

    def function(x: NDArray) -> NDArray:
        y = x.copy()[None]
        run(y)
        return y[0]

    return function


def main() -> None:
    engines = ["numpy"] + ["numba"] * (importlib.util.find_spec("numba") is not None)
    ranges = {"positive": (0.0, 88.72), "negative": (-0.0, -87.29)}
    for engine in engines:
        start = time.perf_counter()
        units = {sign: worst(in_place(engine), np.exp, *ends) for sign, ends in ranges.items()}
        print(f"exp, {engine}: {units}, assumed {ULPS['float32']}; {time.perf_counter() - start:.0f} s", flush=True)
    start = time.perf_counter()
    units = worst(np.log, np.log, float(np.finfo(np.float32).tiny), float(np.finfo(np.float32).max))
    print(f"log, numpy: {units:.3f}, assumed {ULPS['float32']}; {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
