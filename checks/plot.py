"""The saturation picture: how large the largest weight is, and how much gradient is left, against T.

matplotlib is an extra and is imported here only. The same table gives the same bytes.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from checks.messages import message
from checks.pictures.figure import COLOURS
from checks.saturation import Table

PANELS = ("exceeds", "largest", "jacobian", "median_jacobian")
SCALE_COLOURS = {"sqrt": COLOURS[0], "none": COLOURS[1], "linear": COLOURS[2]}
MARKERS = {"independent": "o", "orthogonal": "s"}


class NoMatplotlib(Exception):
    """matplotlib is not installed."""


def draw(tables: Sequence[Table], heading: str, target: Path, lang: str = "en") -> None:
    """Write the picture to `target` (.svg, .png or .pdf). NoMatplotlib, or OSError where the file cannot be written."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError as missing:
        raise NoMatplotlib from missing
    with rc_context({"svg.hashsalt": "triplecheck", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(10, 7), layout="constrained")
        for axes, column in zip(figure.subplots(2, 2).flat, PANELS, strict=True):
            _panel(axes, tables, column, lang)
        figure.suptitle(heading)
        metadata: dict[str, Any] = {".svg": {"Date": None}, ".png": {"Software": None}, ".pdf": {"CreationDate": None}}
        figure.savefig(target, metadata=metadata[target.suffix], dpi=120)


def _panel(axes: Any, tables: Sequence[Table], column: str, lang: str) -> None:
    for table in tables:
        sizes = [row.tokens for row in table.rows]
        cells = [row.cells[column] for row in table.rows]
        spread = [[c.value - c.low for c in cells], [c.high - c.value for c in cells]]
        label = f"{message(f'saturation.scale_{table.scale}', lang)}, {message(f'saturation.short_{table.model}', lang)}"
        axes.errorbar(
            sizes,
            [c.value for c in cells],
            yerr=[[max(0.0, x) for x in side] for side in spread],
            color=SCALE_COLOURS[table.scale],
            marker=MARKERS[table.model],
            linestyle="-" if table.model == "independent" else ":",
            markersize=4,
            capsize=2,
            label=label,
        )
    sizes = sorted({row.tokens for table in tables for row in table.rows})
    if column == "largest":
        axes.plot(sizes, [1 / size for size in sizes], color="grey", linestyle="--", label="1/T")
        axes.legend(fontsize=7)
    if column in ("exceeds", "largest"):
        axes.set_ylim(-0.03, 1.03)
    axes.set_xscale("log", base=2)
    axes.set_xticks(sizes, [str(size) for size in sizes])
    axes.set_xlabel("T")
    axes.set_title(message(f"saturation.title_{column}", lang))
