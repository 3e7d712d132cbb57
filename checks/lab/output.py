"""What a run of our verify.py printed, read back from its text: nothing in the other files that the output does not show."""

import re
from dataclasses import dataclass

from checks.lab import THRESHOLD


@dataclass(frozen=True, slots=True)
class Outcome:
    """difference: largest of paper and code. scaled, unscaled: largest weight. rows_above: unscaled rows beyond 0.95."""

    difference: float
    scaled: float
    unscaled: float
    rows_above: int


def read_output(text: str) -> Outcome | None:
    """None where a line is missing."""
    difference = re.search(r"^max_abs_diff: (\S+)$", text, re.MULTILINE)
    largest = re.findall(r"^largest entry: (\S+)$", text, re.MULTILINE)
    maxima = re.findall(r"^row maxima: (.+)$", text, re.MULTILINE)
    if difference is None or len(largest) != 2 or len(maxima) != 2:
        return None
    above = sum(float(x) > THRESHOLD for x in maxima[1].split())
    return Outcome(float(difference[1]), float(largest[0]), float(largest[1]), above)
