"""A picture as data: panels of curves or of a heat map, with titles, axes and a caption. Drawn elsewhere."""

from dataclasses import dataclass

# Okabe and Ito's colours (Color Universal Design, 2008) without yellow, which is too light for lines on white
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
# cividis at nine points (Nuñez, Anderton and Renslow, PLOS ONE 13, 2018), from dark to light
RAMP = ("#00224e", "#17356f", "#434e6c", "#61656f", "#7d7c78", "#9c9475", "#bcaf6f", "#dfcb5d", "#fee838")
INK_LIMIT = 0.18  # luminance above which black has the better contrast, and at least 4.5


@dataclass(frozen=True, slots=True)
class Curve:
    """Points (x, y); joined or not, solid or dashed. `colour`: its place in COLOURS. `name`: empty for no legend."""

    name: str
    points: tuple[tuple[float, float], ...]
    colour: int
    dashed: bool = False
    joined: bool = True
    labels: tuple[str, ...] = ()  # beside the points


@dataclass(frozen=True, slots=True)
class Axis:
    label: str
    low: float
    high: float
    log: bool = False
    base: int = 10  # of the marks of a logarithmic axis


@dataclass(frozen=True, slots=True)
class Plot:
    title: str
    x: Axis
    y: Axis
    curves: tuple[Curve, ...]


@dataclass(frozen=True, slots=True)
class Heat:
    """Rows of values from 0 to 1, None where nothing is shown."""

    title: str
    rows: tuple[tuple[float | None, ...], ...]
    down: str
    across: str


@dataclass(frozen=True, slots=True)
class Figure:
    title: str
    caption: str
    panels: tuple[Plot | Heat, ...]


def ramp(share: float) -> tuple[int, int, int]:
    """The colour of a value from 0 to 1, channels 0 to 255."""
    place = min(max(share, 0.0), 1.0) * (len(RAMP) - 1)
    low = min(int(place), len(RAMP) - 2)
    part = place - low
    red, green, blue = (
        round(int(RAMP[low][k : k + 2], 16) * (1 - part) + int(RAMP[low + 1][k : k + 2], 16) * part) for k in (1, 3, 5)
    )
    return red, green, blue


def luminance(colour: tuple[int, int, int]) -> float:
    """Relative luminance (WCAG 2.2)."""

    def linear(channel: int) -> float:
        c = channel / 255
        return c / 12.92 if c <= 0.04045 else float(((c + 0.055) / 1.055) ** 2.4)

    red, green, blue = map(linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink(colour: tuple[int, int, int]) -> str:
    """Black or white, whichever reads better on a colour."""
    return "#000000" if luminance(colour) > INK_LIMIT else "#ffffff"
