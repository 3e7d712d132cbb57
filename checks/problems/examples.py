"""The built-in examples, by name: the two-token lab and the page on a sequence of length 4."""

from checks.problems.raw import Raw


def _rows(text: str) -> list[list[str]]:
    return [row.split() for row in text.split(";")]


_HALF = "0.5 0 0 0; 0 0.5 0 0; 0 0 0.5 0; 0 0 0 0.5"

EXAMPLES = {
    "two-tokens": Raw(
        "two-tokens",
        {
            "X": _rows("1 0; 0 1"),
            "W_Q": _rows("1 0; 0 1"),
            "W_K": _rows("0 1; 1 0"),
            "W_V": _rows("2 0; 0 3"),
            "G": _rows("1 0; 0 1"),  # ours: the lab stops at Y
        },
    ),
    "length-4": Raw(
        "length-4",
        {
            "X": _rows("0.50 0.30 -0.20 0.10; -0.10 0.40 0.20 -0.30; 0.20 -0.10 0.50 0.10; 0.00 0.00 0.00 0.20"),
            "W_Q": _rows(_HALF),
            "W_K": _rows(_HALF),
            "W_V": _rows("1 0 0 0; 0 1 0 0; 0 0 1 0; 0 0 0 1"),
            "G": _rows("0 0 0 0; 0 0 0 0; 0 0 0 0; 1 2 3 4"),  # ours: the page leaves g_3 free
        },
        {"mask": "causal"},
    ),
}
