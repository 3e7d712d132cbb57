"""All places of a shape whose sizes are fixed."""

from collections.abc import Iterator, Mapping
from itertools import product


def all_places(shape: tuple[str, ...], sizes: Mapping[str, int]) -> Iterator[tuple[int | None, ...]]:
    """Every place; None on an axis of one."""
    yield from product(*([None] if axis == "1" else list(range(sizes[axis])) for axis in shape))
