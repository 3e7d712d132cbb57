"""Front matter: what the author declares at the head of a Markdown page between two lines of dashes.

    language: es
    tolerance: 0.0005
    shapes: {Q: T×d_k, K: T×d_k, V: T×d_v}

Shapes may stand one a line below `shapes:`, too. Every other key, and what is malformed, is not ours and is passed over.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from checks.lexicon import LANGUAGES

MAX_SHAPES = 64
MAX_TOLERANCE = Fraction(1, 10)
_MATTER = re.compile(r"\A---[ \t]*\n(.*?\n)---[ \t]*(?:\n|\Z)", re.DOTALL)
_KEY = re.compile(r"^([A-Za-z_]+):[ \t]*(.*?)[ \t]*(?:#.*)?$")
_INNER = re.compile(r"^[ \t]+([^\s:#]{1,24}):[ \t]*(.*?)[ \t]*(?:#.*)?$")
_PAIR = re.compile(r"\s*([^\s:,{}]{1,24})\s*:\s*(\([^()]*\)|\[[^\[\]]*\]|[^,{}]+)")
_TIMES = re.compile(r"×|\*|,|\bx\b|\\times")
_SIZE = re.compile(r"\d{1,6}|[^\W\d]\w{0,7}")

Shapes = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Declared:
    """What front matter declares, and where it ends; nothing where there is none."""

    end: int = 0
    language: str = ""
    tolerance: Fraction | None = None
    shapes: Shapes = ()


def front_matter(source: str) -> Declared:
    """The declarations at the head of a page."""
    matter = _MATTER.match(source)
    if matter is None:
        return Declared()
    values: dict[str, str] = {}
    inner: list[tuple[str, str]] = []
    key = ""
    for line in matter.group(1).split("\n"):
        own, below = _KEY.match(line), _INNER.match(line)
        if own:
            key = own.group(1).lower()
            values[key] = own.group(2).strip("\"'")
        elif below and key == "shapes":
            inner.append((below.group(1), below.group(2)))
    language = values.get("language", values.get("lang", ""))[:2].lower()
    pairs = [*_PAIR.findall(values.get("shapes", "")), *inner][:MAX_SHAPES]
    shapes = tuple((name.strip("\"'"), _dimensions(raw)) for name, raw in pairs)
    return Declared(
        matter.end(),
        language if language in LANGUAGES else "",
        _tolerance(values.get("tolerance", "")),
        tuple((name, dims) for name, dims in shapes if dims),
    )


def _dimensions(raw: str) -> tuple[str, ...]:
    """`T×d_k`, `(T, d_k)` as sizes; nothing where one of them is no size."""
    parts = [part.strip() for part in _TIMES.split(raw.strip(" ()[]\"'$"))]
    return tuple(parts) if len(parts) <= 4 and all(_SIZE.fullmatch(part) for part in parts) else ()


def _tolerance(raw: str) -> Fraction | None:
    """A decimal between 0 and MAX_TOLERANCE, both left out; None for anything else."""
    if not re.fullmatch(r"[0-9]{0,3}\.?[0-9]{1,12}(?:[eE]-?[0-9]{1,2})?", raw):
        return None
    value = Fraction(raw)
    return value if 0 < value <= MAX_TOLERANCE else None
