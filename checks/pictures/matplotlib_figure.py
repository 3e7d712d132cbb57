"""A figure drawn by matplotlib (an extra, imported here only) into PNG or PDF. The same figure gives the same bytes."""

from pathlib import Path
from typing import Any

from checks.pictures.figure import COLOURS, RAMP, Curve, Figure, Heat, Plot, ink, ramp
from checks.pictures.scales import apart, place

AXES = (300, 215)  # about the size of the axes of one panel, in points


def draw(figure: Figure, target: Path) -> None:
    """Write the picture to `target` (.png, .pdf or .svg). ImportError without matplotlib, OSError where it cannot be."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure as Canvas

    columns = 1 if len(figure.panels) == 1 else 2
    rows = -(-len(figure.panels) // columns)
    with rc_context({"svg.hashsalt": "triplecheck", "svg.fonttype": "none", "font.size": 9, "axes.axisbelow": True}):
        canvas = Canvas(figsize=(5.2 * columns, 4 * rows + 0.6), layout="constrained")
        for axes, panel in zip(canvas.subplots(rows, columns, squeeze=False).flat, figure.panels, strict=False):
            _heat(axes, panel, canvas) if isinstance(panel, Heat) else _plot(axes, panel)
        canvas.suptitle(figure.title, fontweight="bold")
        canvas.supxlabel(figure.caption, fontsize=8, wrap=True)
        metadata: dict[str, Any] = {".png": {"Software": None}, ".pdf": {"CreationDate": None}, ".svg": {"Date": None}}
        canvas.savefig(target, metadata=metadata[target.suffix], dpi=120)


def _plot(axes: Any, plot: Plot) -> None:
    for curve in plot.curves:
        xs, ys = zip(*curve.points, strict=True)
        line = (
            {"linestyle": "--" if curve.dashed else "-"} if curve.joined else {"linestyle": "", "marker": "o", "markersize": 4}
        )
        axes.plot(xs, ys, color=COLOURS[curve.colour], label=curve.name or "_", **line)
        _label(axes, plot, curve)
    setters = (
        (plot.x, axes.set_xscale, axes.set_xlim, axes.set_xlabel),
        (plot.y, axes.set_yscale, axes.set_ylim, axes.set_ylabel),
    )
    for axis, scale, limits, label in setters:
        if axis.log:
            scale("log", base=axis.base)
        limits(axis.low, axis.high)
        label(axis.label)
    axes.grid(alpha=0.25)
    axes.set_title(plot.title)
    if any(curve.name for curve in plot.curves):
        axes.legend(fontsize=7)


def _label(axes: Any, plot: Plot, curve: Curve) -> None:
    """The points' names, kept apart: moved up by points (1/72 inch)."""
    places = [(place(plot.x, x) * AXES[0], -place(plot.y, y) * AXES[1]) for x, y in curve.points]
    for at, (x, y), moved, words in zip(curve.points, places, apart(places, 80, 9), curve.labels, strict=False):
        near_end = x > 0.7 * AXES[0]
        shift = (-5 if near_end else 5, y - moved[1] - 2)
        axes.annotate(words, at, shift, textcoords="offset points", fontsize=7, ha="right" if near_end else "left")


def _heat(axes: Any, heat: Heat, canvas: Any) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    values = [[float("nan") if x is None else x for x in row] for row in heat.rows]
    image = axes.imshow(values, cmap=LinearSegmentedColormap.from_list("weights", RAMP), vmin=0, vmax=1)
    axes.set_title(heat.title)
    axes.set_xlabel(heat.across)
    axes.set_ylabel(heat.down)
    for side in (axes.xaxis, axes.yaxis):
        side.get_major_locator().set_params(integer=True)
    if len(values) <= 10:
        for i, row in enumerate(heat.rows):
            for j, value in enumerate(row):
                if value is not None:
                    axes.text(j, i, f"{value:.2f}", ha="center", va="center", fontsize=7, color=ink(ramp(value)))
    canvas.colorbar(image, ax=axes, shrink=0.85)
