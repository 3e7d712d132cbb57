"""Where a finding stands in the file, for formats that other programs read: nothing but the file where lines are not its own.

A notebook's lines are counted within its cells, and what pandoc converted has lines of its own: neither are lines of the file.
"""

from pathlib import Path

from checks.document import CONVERTED, Document

LEVELS = {
    "wrong": "error",
    "carried": "error",
    "disagree": "error",
    "rounding": "warning",
    "lucky": "warning",
    "undecided": "note",
    "unread": "note",
}


def has_lines(document: Document) -> bool:
    """Whether the lines and columns of the findings are those of the file."""
    return not document.cells and Path(document.path).suffix.lower() not in CONVERTED
