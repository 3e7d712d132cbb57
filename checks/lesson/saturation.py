"""Certified saturation over a grid of widths: half a minute of quadrature, kept in saturation.json beside this file.

`python -m checks.lesson.saturation` writes the file again; a test recomputes rows of it.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

WIDTHS = tuple(2**n for n in range(11))
TOKENS = (2, 4, 8, 16)
SCALES = ("none", "sqrt")
DIGITS = 5  # errors below about 10^-DIGITS
COLUMNS = ("exceeds", "largest", "entropy", "jacobian", "median_jacobian")
FILE = Path(__file__).with_name("saturation.json")

Row = dict[str, list[float] | None]  # column -> [value, radius], or None where only simulation answers


def rows(d_k: int, scale: str) -> dict[str, Row]:
    """T -> its row, computed now."""
    from derive.saturation import saturations

    found = saturations(d_k, TOKENS, scale, digits=DIGITS)
    return {str(of.tokens): {column: _pair(getattr(of, column)) for column in COLUMNS} for of in found}


def _pair(ball: Any) -> list[float] | None:
    """A decimal and how far the truth can be from it, its own rounding counted."""
    if ball is None:
        return None
    value = float(f"{float(ball.mid()):.8g}")
    radius = float(abs(ball - value).upper())
    return [value, float(f"{radius * 1.01 + 1e-300:.1e}")]


@cache
def table() -> dict[str, dict[str, dict[str, Row]]]:
    """scale -> d_k -> T -> column -> [value, radius], as kept."""
    found: dict[str, dict[str, dict[str, Row]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def main() -> None:
    made = {scale: {str(d): rows(d, scale) for d in WIDTHS} for scale in SCALES}
    lines = [
        f' "{scale}": {{\n' + ",\n".join(f'  "{d}": {json.dumps(of)}' for d, of in widths.items()) + "\n }"
        for scale, widths in made.items()
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
