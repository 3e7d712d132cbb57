"""Where a value stands on an axis, and which values to mark."""

from collections.abc import Sequence
from math import ceil, floor, log, log10

from checks.pictures.figure import Axis

MARKS = 5


def place(axis: Axis, value: float) -> float:
    """0 at the low end, 1 at the high end; what lies outside is drawn at the end."""
    low, high, at = (log(x) if axis.log else x for x in (axis.low, axis.high, max(value, axis.low)))
    return min((at - low) / (high - low), 1.0)


def marks(axis: Axis) -> list[tuple[float, str]]:
    """Values to mark with their spelling: round ones, or powers of the base."""
    return _powers(axis) if axis.log else _round(axis)


def _round(axis: Axis) -> list[tuple[float, str]]:
    rough = (axis.high - axis.low) / MARKS
    unit = 10.0 ** floor(log10(rough))
    step = next(m * unit for m in (1, 2, 5, 10) if m * unit >= rough * (1 - 1e-9))
    found = (k * step for k in range(ceil(axis.low / step - 1e-9), floor(axis.high / step + 1e-9) + 1))
    return [(x, f"{x:.6g}".replace("-", "−")) for x in found]


def _powers(axis: Axis) -> list[tuple[float, str]]:
    first = ceil(log(axis.low, axis.base) - 1e-9)
    last = floor(log(axis.high, axis.base) + 1e-9)
    skip = max(1, ceil((last - first) / 10))
    return [(float(axis.base) ** n, _power(axis.base, n)) for n in range(first, last + 1, skip)]


def _power(base: int, n: int) -> str:
    value = base**n
    if 1e-3 <= value < 1e4:
        return f"{value:.6g}"
    return f"{base}{str(n).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def apart(places: Sequence[tuple[float, float]], width: float, height: float) -> list[tuple[float, float]]:
    """Where to write beside each place, moved up until no two texts of this width and height cover each other."""
    taken: list[tuple[float, float]] = []
    for x, y in sorted(places, key=lambda at: -at[1]):
        while any(abs(x - a) < width and abs(y - b) < height for a, b in taken):
            y -= height / 4
        taken.append((x, y))
    found = dict(zip(sorted(places, key=lambda at: -at[1]), taken, strict=True))
    return [found[at] for at in places]
