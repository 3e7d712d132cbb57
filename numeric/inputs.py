"""What every function of this package accepts: floating arrays, finite, of shapes that fit.

The errors name the argument and both shapes, and nothing broadcasts unless the caller asked for it. TypeError: not an
array of floats. ValueError: shapes, NaN, infinities.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

FLOATS = (np.float16, np.float32, np.float64)


def floating(value: ArrayLike, name: str) -> NDArray:
    """`value` as an array of float16, float32 or float64, not copied when it is one; TypeError for any other kind."""
    array = np.asarray(value)
    if array.dtype.type not in FLOATS:
        advice = "" if array.dtype == object or array.dtype.kind not in "iub" else f"; write {name}.astype(np.float64)"
        raise TypeError(f"{name} holds {array.dtype}; float16, float32 or float64 is wanted{advice}")
    return array


def finite(value: ArrayLike, name: str) -> NDArray:
    """`value` as a floating array without NaN and infinities; ValueError names the first place that has one."""
    array = floating(value, name)
    # A sum of squares is finite only if all entries are; where it overflows each entry is looked at.
    with np.errstate(over="ignore", invalid="ignore"):
        sound = np.isfinite(np.vdot(array, array) if array.flags.c_contiguous else array.sum())
    if not sound and not np.isfinite(array).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise ValueError(f"{name} holds {array[place]} at {list(place)}")
    return array


def same_dtype(**arrays: NDArray) -> np.dtype:
    """The dtype that all `arrays` share; TypeError names two that differ."""
    (first, head), *rest = arrays.items()
    for name, array in rest:
        if array.dtype != head.dtype:
            raise TypeError(f"{first} holds {head.dtype} but {name} holds {array.dtype}; give both one dtype")
    return head.dtype


def shape_error(first: str, left: tuple[int, ...], second: str, right: tuple[int, ...], why: str) -> ValueError:
    """The one sentence for shapes that do not fit: both arguments, both shapes, and what must agree."""
    return ValueError(f"{first} has shape {left} but {second} has shape {right}: {why}")
