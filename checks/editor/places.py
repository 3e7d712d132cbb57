"""Offsets in a text as a client counts places: lines that end as the protocol says, columns in UTF-16 units or others.

Our own, since lines of documents end at LF alone and those of str.splitlines at form feeds and separators, too; the
protocol's end at LF, CR LF or CR.
"""

import re
from bisect import bisect_right

from lsprotocol import types

_LINE = re.compile(r"\r\n|\n|\r")
_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Places:
    """The lines of a text, which has no lone surrogates; `encoding` says in what units a column is counted."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        ends = list(_LINE.finditer(text))
        self.text = text
        self.starts = [0, *(m.end() for m in ends)]
        self.ends = [*(m.start() for m in ends), len(text)]
        self.codec, self.unit = _UNITS.get(encoding, _UNITS["utf-16"])

    def position(self, offset: int) -> types.Position:
        """The client's position of an offset."""
        line = bisect_right(self.starts, offset) - 1
        before = self.text[self.starts[line] : offset]
        return types.Position(line, len(before.encode(self.codec)) // self.unit)

    def offset(self, position: types.Position) -> int:
        """The offset of a client's position; one beyond a line or the text is brought back to its end."""
        if position.line >= len(self.starts):
            return len(self.text)
        start, end = self.starts[position.line], self.ends[position.line]
        before = self.text[start:end].encode(self.codec)[: position.character * self.unit]
        return start + len(before.decode(self.codec, "ignore"))

    def range(self, start: int, end: int) -> types.Range:
        """The client's range from one offset to another."""
        return types.Range(self.position(start), self.position(end))
