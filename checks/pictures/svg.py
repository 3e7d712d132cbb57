"""A figure as SVG text, written by hand: no library, every text escaped, no script, nothing loaded.

Text and lines take `currentColor`, so that inside a page the picture follows its theme; as a file it is black on white.
"""

from collections.abc import Iterator
from html import escape

from checks.pictures.figure import COLOURS, Axis, Curve, Figure, Heat, Plot, ink, ramp
from checks.pictures.scales import apart, marks, place

WIDTH, HEIGHT = 420, 300  # of a panel
LEFT, RIGHT, TOP, BOTTOM = 62, 14, 30, 48
LINE = 17  # between lines of text
BAR = 32  # steps of a colour bar
WRAP = 6.4  # about how wide a letter is


def element(tag: str, /, *inside: str, **attributes: object) -> str:
    """One element; an attribute's underscores become hyphens, and its value is escaped."""
    given = "".join(f' {name.rstrip("_").replace("_", "-")}="{escape(_short(x))}"' for name, x in attributes.items())
    return f"<{tag}{given}>{''.join(inside)}</{tag}>"


def _short(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def text(words: str, x: float, y: float, anchor: str = "middle", **more: object) -> str:
    return element("text", escape(words), x=x, y=y, text_anchor=anchor, **more)


def render(figure: Figure, alone: bool = True) -> str:
    """The picture; `alone`: as a file of its own, with a white ground, its title and its caption."""
    columns = 1 if len(figure.panels) == 1 else 2
    rows = -(-len(figure.panels) // columns)
    tall = HEIGHT + max(map(_legend_height, figure.panels))
    head = LINE * 2 if alone else 0
    lines = _wrapped(figure.caption, columns * WIDTH) if alone else []
    width, height = columns * WIDTH, head + rows * tall + LINE * len(lines) + (12 if lines else 0)
    panels = [
        element("g", *_panel(panel), transform=f"translate({n % columns * WIDTH} {head + n // columns * tall})")
        for n, panel in enumerate(figure.panels)
    ]
    words = [element("title", escape(figure.title)), element("desc", escape(figure.caption))]
    around: list[str] = []
    if alone:
        around.append(element("rect", width=width, height=height, fill="#ffffff"))
        around.append(text(figure.title, width / 2, 24, font_size=15, font_weight="bold"))
        start = head + rows * tall + LINE
        around += [text(line, 12, start + n * LINE, "start") for n, line in enumerate(lines)]
    frame = {"viewBox": f"0 0 {width} {height}", "role": "img", "fill": "currentColor", "font_size": 12}
    size = {"xmlns": "http://www.w3.org/2000/svg", "width": width, "height": height, "color": "#000000"} if alone else {}
    family = {"font_family": "system-ui, sans-serif", "aria_label": figure.title}
    return element("svg", *words, *around, *panels, **size, **frame, **family)


def _wrapped(words: str, width: float) -> list[str]:
    lines = [""]
    for word in words.split():
        joined = f"{lines[-1]} {word}".strip()
        if len(joined) * WRAP > width - 24 and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = joined
    return lines


def _panel(panel: Plot | Heat) -> Iterator[str]:
    yield text(panel.title, (LEFT + WIDTH - RIGHT) / 2, 18, font_weight="bold")
    yield from _heat(panel) if isinstance(panel, Heat) else _plot(panel)


def _across(axis: Axis, value: float) -> float:
    return LEFT + place(axis, value) * (WIDTH - LEFT - RIGHT)


def _up(axis: Axis, value: float) -> float:
    return HEIGHT - BOTTOM - place(axis, value) * (HEIGHT - TOP - BOTTOM)


def _plot(plot: Plot) -> Iterator[str]:
    base = HEIGHT - BOTTOM
    for value, words in marks(plot.y):
        y = _up(plot.y, value)
        yield element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, stroke="currentColor", stroke_opacity="0.18")
        yield text(words, LEFT - 6, y + 4, "end")
    for value, words in marks(plot.x):
        yield text(words, _across(plot.x, value), base + 16)
    yield element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=base, y2=base, stroke="currentColor")
    yield text(plot.x.label, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10)
    middle = (TOP + base) / 2
    yield text(plot.y.label, 14, middle, transform=f"rotate(-90 14 {middle:g})")
    for curve in plot.curves:
        yield from _curve(plot, curve)
    yield from _legend([curve for curve in plot.curves if curve.name])


def _curve(plot: Plot, curve: Curve) -> Iterator[str]:
    places = [(_across(plot.x, x), _up(plot.y, y)) for x, y in curve.points]
    colour = COLOURS[curve.colour]
    if curve.joined:
        points = " ".join(f"{x:.5g},{y:.5g}" for x, y in places)
        yield element("polyline", points=points, fill="none", stroke=colour, stroke_width=2, **_dash(curve))
        return
    yield from (element("circle", cx=x, cy=y, r=3.5, fill=colour) for x, y in places)
    for (x, y), words in zip(apart(places, 90, 12), curve.labels, strict=False):
        right = x < WIDTH * 0.7
        yield text(words, x + (6 if right else -6), y + 3, "start" if right else "end", font_size=10)


def _dash(curve: Curve) -> dict[str, object]:
    return {"stroke_dasharray": "6 4"} if curve.dashed else {}


def _legend(curves: list[Curve]) -> Iterator[str]:
    """Names below the plot in two columns, each on a line of its own colour."""
    for n, curve in enumerate(curves):
        x, y = LEFT + n % 2 * (WIDTH - LEFT) // 2, HEIGHT + 4 + n // 2 * LINE
        line = {"stroke": COLOURS[curve.colour], "stroke_width": 2, **_dash(curve)}
        yield element("line", x1=x, x2=x + 26, y1=y, y2=y, **line)
        yield text(curve.name, x + 32, y + 4, "start", font_size=11)


def _legend_height(panel: Plot | Heat) -> int:
    names = 0 if isinstance(panel, Heat) else sum(1 for curve in panel.curves if curve.name)
    return LINE * -(-names // 2)


def _heat(heat: Heat) -> Iterator[str]:
    count = len(heat.rows[0])
    cell = min((HEIGHT - TOP - 40) / len(heat.rows), (WIDTH - LEFT - 90) / count)
    top, side = TOP + 26, cell * count
    yield text(heat.across, LEFT + side / 2, TOP + 6)
    yield text(heat.down, 26, top + cell * len(heat.rows) / 2, transform=f"rotate(-90 26 {top + cell * len(heat.rows) / 2:g})")
    if count <= 16:
        yield from (text(str(j), LEFT + (j + 0.5) * cell, top - 5, font_size=10) for j in range(count))
        yield from (text(str(i), LEFT - 5, top + (i + 0.5) * cell + 4, "end", font_size=10) for i in range(len(heat.rows)))
    for i, row in enumerate(heat.rows):
        for j, value in enumerate(row):
            yield _box(LEFT + j * cell, top + i * cell, cell, value)
    yield from _bar(LEFT + side + 16, top, cell * len(heat.rows))


def _box(x: float, y: float, cell: float, value: float | None) -> str:
    size = {"x": x, "y": y, "width": cell - 0.6, "height": cell - 0.6}
    if value is None:
        return element("rect", **size, fill="none", stroke="currentColor", stroke_opacity="0.25")
    colour = ramp(value)
    box = element("rect", **size, fill="#{:02x}{:02x}{:02x}".format(*colour))
    small = cell < 24
    return box if small else box + text(f"{value:.2f}", x + cell / 2, y + cell / 2 + 4, fill=ink(colour), font_size=10)


def _bar(x: float, y: float, height: float) -> Iterator[str]:
    for k in range(BAR):
        colour = "#{:02x}{:02x}{:02x}".format(*ramp(1 - (k + 0.5) / BAR))
        yield element("rect", x=x, y=y + height * k / BAR, width=12, height=height / BAR + 0.4, fill=colour)
    for value in (1.0, 0.5, 0.0):
        yield text(f"{value:g}", x + 17, y + height * (1 - value) + 4, "start", font_size=10)
