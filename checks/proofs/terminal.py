"""Proofs for a terminal: `checks.proofs.text` wrapped to the window, with headings, reasons and marks set apart by colour."""

import re
import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from io import StringIO

from checks.proofs import text

WIDEST, NARROWEST = 110, 40
MARKS = r"\[[AC]\d+(?:, [AC]\d+)*\]"
INSIDE, JOINED = re.compile(r"\[[^\]]*\]|\([^()]*\)"), "\N{NO-BREAK SPACE}"
paragraph, table, proof = text.paragraph, text.table, text.proof


def document(parts: Sequence[str], lang: str) -> str:
    """The parts wrapped, and coloured where standard output shows colours."""
    from rich.console import Console
    from rich.text import Text

    buffer = StringIO()
    width = max(NARROWEST, min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST))
    console = Console(file=buffer, width=width, force_terminal=sys.stdout.isatty(), highlight=False)
    for line in text.document(parts, lang).splitlines():
        for row in _wrapped(line, width):
            shown = Text(row, style=_style(line))
            shown.highlight_regex(MARKS, "bold magenta")
            console.print(shown, no_wrap=True, crop=False)
    return buffer.getvalue().rstrip("\n")


def _wrapped(line: str, width: int) -> Iterator[str]:
    """The line in rows, those after the first hung below it."""
    indent = " " * (len(line) - len(line.lstrip(" ")) + 4)
    joined = INSIDE.sub(lambda part: part[0].replace(" ", JOINED), line)
    rows = textwrap.wrap(joined, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    yield from (row.replace(JOINED, " ") for row in rows or [""])


def _style(line: str) -> str:
    """Headings bold, lines of the proof in colour, reasons dim."""
    if not line.startswith(" "):
        return "bold"
    return "cyan" if line.startswith(("  = ", "    ∂")) else "dim" if line.startswith("      ") else ""
