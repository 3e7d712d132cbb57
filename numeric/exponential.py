"""exp in place, the one elementwise step between two matrix products: NumPy's, or numba's when that extra is installed.

numba's reduces by ln 2 in two parts (Cody and Waite 1980), sums Taylor's series (degree 7 or 13: what is cut off is
below a tenth of the unit roundoff) and puts 2^k into the exponent bits: no branch, so LLVM makes vector code of it.
A result below the smallest normal number becomes 0, and so does exp(-inf). Callers never pass what would overflow.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import factorial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Exponential = Callable[[NDArray], Any]
Engine = Literal["numpy", "numba"]
LN2 = Fraction("0.69314718055994530941723212145817656807550013436025525412068")
# dtype -> (integer twin, bits of the significand, bits of ln 2 in its high part, degree, least argument)
FORMATS = {
    "float32": (np.float32, np.int32, 23, 9, 7, -87.3),
    "float64": (np.float64, np.int64, 52, 32, 13, -708.3),
}


def numpy_exponential(scores: NDArray) -> None:
    """scores <- exp(scores)."""
    np.exp(scores, out=scores)


def exponential(engine: Engine, dtype: np.dtype) -> Exponential:
    """The in-place exp of `engine` for 2-D arrays; ValueError: no such engine; ModuleNotFoundError: no numba."""
    if engine == "numpy":
        return numpy_exponential
    if engine != "numba":
        raise ValueError(f"exponential is {engine!r}; it can be 'numpy' or 'numba'")
    return _numba_exponential(dtype.name)


@cache
def _numba_exponential(dtype: str) -> Exponential:
    try:
        from numba import njit
    except ModuleNotFoundError:
        raise ModuleNotFoundError("exponential='numba' needs numba; the extra 'fast' installs it") from None
    real, whole, bits, split, degree, least = FORMATS[dtype]
    high = Fraction(int(LN2 * 2**split), 2**split)
    ln2_high, ln2_low, per_ln2 = real(high), real(float(LN2 - high)), real(float(1 / LN2))
    to_whole = real(1.5 * 2**bits)  # adding it rounds to an integer, which then stands in the low bits
    low, shift = real(least), whole(bits)
    last, *coefficients = (real(1 / factorial(n)) for n in range(degree, -1, -1))
    series = tuple(coefficients)

    @njit(fastmath={"contract"}, error_model="numpy", boundscheck=False, nogil=True)
    def exp_in_place(scores):
        for i in range(scores.shape[0]):
            row = scores[i]
            pattern = row.view(whole)
            for j in range(row.shape[0]):
                x = row[j]
                inside = max(x, low)
                k = (inside * per_ln2 + to_whole) - to_whole
                r = (inside - k * ln2_high) - k * ln2_low
                total = last
                for coefficient in series:
                    total = total * r + coefficient
                row[j] = total
                pattern[j] = pattern[j] + (whole(k) << shift) if x >= low else whole(0)

    compiled: Exponential = exp_in_place
    return compiled
