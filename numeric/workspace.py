"""Memory that a thread keeps between calls, for tiles and for matrices with one more column.

Fresh memory costs a page fault every 4 KiB when it is first written, measured at up to a quarter of a call's time.
At most KEPT bytes are kept under each name; what is larger is made anew.
"""

import threading
from math import prod

import numpy as np
from numpy.typing import DTypeLike, NDArray

KEPT = 2**22
_thread = threading.local()


def workspace(name: str, shape: tuple[int, ...], dtype: DTypeLike) -> NDArray:
    """An array of arbitrary content, this thread's alone until it asks for the same name again."""
    size = prod(shape) * np.dtype(dtype).itemsize
    if size > KEPT:
        return np.empty(shape, dtype)
    kept: dict[str, NDArray] = _thread.__dict__
    if name not in kept or kept[name].nbytes < size:
        kept[name] = np.empty(size, np.uint8)
    return kept[name][:size].view(dtype).reshape(shape)


def with_column(name: str, array: NDArray, column: NDArray | float) -> NDArray:
    """[array, column], in the workspace `name`: a sum or a shift that rides along in a matrix product."""
    wide = workspace(name, (len(array), array.shape[1] + 1), array.dtype)
    wide[:, :-1] = array
    wide[:, -1] = column
    return wide
