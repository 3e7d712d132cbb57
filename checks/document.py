"""A document: its text, and the places in it. Lines and columns are 1-based and counted in Unicode code points."""

import re
import sys
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

from checks.limits import MAX_BYTES, MAX_LINE
from checks.messages import message
from checks.notation.macros import Macro


class Unreadable(Exception):
    """A file that cannot be read as a document; the message is one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document: its path as given, its format, its text as it stands, and where lines and cells begin.

    `text` is what is read: `source` itself, or `source` with everything that is no text (tags, program code) blanked out,
    character for character, so that an offset means the same place in both. `cells` are the first offset, the number
    and the kind of each cell of a notebook; lines are then counted within their cell. `language`, `tolerance` and `shapes`
    are what front matter declares.
    """

    path: str
    text: str
    format: str = "text"
    starts: tuple[int, ...] = field(default=(), repr=False)
    source: str = field(default="", repr=False)
    places: tuple[int, ...] = field(default=(), repr=False)
    cells: tuple[tuple[int, int, str], ...] = field(default=(), repr=False)
    macros: Mapping[str, Macro] = field(default_factory=dict, repr=False)
    language: str = ""
    tolerance: Fraction | None = None
    shapes: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of the character at `offset`."""
        line = bisect_right(self.places, offset)
        column = offset - self.places[line - 1] + 1
        return (line, column) if not self.cells else (line - bisect_right(self.places, self._cell(offset)[0]) + 1, column)

    def identifier(self, offset: int) -> str:
        """`46:7`, line and column; `cell 3:46:7` in a notebook."""
        line, column = self.position(offset)
        return f"cell {self._cell(offset)[1]}:{line}:{column}" if self.cells else f"{line}:{column}"

    def cell(self, offset: int) -> int:
        """The number of the notebook's cell that holds the character at `offset`; 0 where there are no cells."""
        return self._cell(offset)[1] if self.cells else 0

    def _cell(self, offset: int) -> tuple[int, int, str]:
        return self.cells[bisect_right(self.cells, offset, key=lambda cell: cell[0]) - 1]

    def line(self, number: int) -> str:
        """The text of a line without its end."""
        start = self.starts[number - 1]
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def number_of(self, offset: int) -> int:
        """The number, from 0, of the line of the text that holds a place."""
        return bisect_right(self.starts, offset) - 1

    def line_at(self, offset: int) -> str:
        """The line of the source that holds the character at `offset`, without its end."""
        number = bisect_right(self.places, offset)
        end = self.places[number] if number < len(self.places) else len(self.source)
        return self.source[self.places[number - 1] : end].rstrip("\r\n")

    def reading(self, text: str) -> "Document":
        """The same document with `text`, of the same length, to be read in place of the source."""
        assert len(text) == len(self.source)
        return replace(self, text=text, starts=line_starts(text))


def line_starts(text: str) -> tuple[int, ...]:
    """Where the lines of a text begin."""
    return (0, *(m.end() for m in re.finditer(r"\n", text)))


FORMATS = {
    ".md": "markdown", ".markdown": "markdown", ".mdx": "markdown", ".qmd": "markdown", ".rmd": "markdown",
    ".ipynb": "notebook", ".tex": "latex", ".ltx": "latex", ".html": "html", ".htm": "html", ".xhtml": "html",
    ".py": "python", ".pyi": "python", ".c": "c", ".h": "c", ".cc": "c", ".cpp": "c", ".hpp": "c", ".cu": "c", ".cuh": "c",
    ".java": "c", ".js": "c", ".ts": "c", ".rs": "c", ".go": "c", ".swift": "c", ".kt": "c", ".cs": "c", ".metal": "c",
    ".sh": "hash", ".jl": "hash", ".r": "hash", ".rb": "hash",
}  # fmt: skip
CONVERTED = {
    ".docx": "docx", ".odt": "odt", ".rst": "rst", ".org": "org", ".epub": "epub", ".textile": "textile", ".rtf": "rtf",
    ".typ": "typst", ".dbk": "docbook", ".mediawiki": "mediawiki",
}  # fmt: skip
LONG_LINES = ("notebook", "html")


def from_text(text: str, path: str = "<text>", format: str | None = None) -> Document:
    """The document that holds `text`; its format from the ending of `path` unless given."""
    kind = format or FORMATS.get(Path(path).suffix.lower(), "text")
    starts = line_starts(text)
    return Document(path, text, kind, starts, text, starts)


STDIN = "-"  # as a path: standard input
STREAMED = "<stdin>"  # as the path of a document: what was read there


def load(path: str, lang: str = "en", format: str | None = None) -> Document:
    """The document in a file, or in what a pipe or standard input ("-") brings: Markdown where no ending says otherwise.

    Unreadable, with one sentence in `lang`, for what is no text within the limits.
    """
    name = STREAMED if path == STDIN else path
    try:
        raw = _standard_input() if path == STDIN else _bytes(Path(path), path, lang)
    except OSError as error:
        raise Unreadable(message("document.closed", lang, path=name, why=error.strerror or str(error))) from None
    ending = Path(path).suffix.lower()
    kind = format or FORMATS.get(ending, "markdown" if streamed(path) and not ending else "text")
    return from_bytes(raw, name, lang, kind)


def from_bytes(raw: bytes, path: str, lang: str = "en", format: str | None = None) -> Document:
    """The document that `raw` holds, under the name `path`, which is not opened. Unreadable as `load`."""
    kind = format or FORMATS.get(Path(path).suffix.lower(), "text")
    return from_text(_decode(raw, path, kind, lang), path, kind)


def streamed(path: str) -> bool:
    """Whether a path is no file but something that can be read once: standard input, a pipe, a device."""
    return path == STDIN or (Path(path).exists() and not Path(path).is_file() and not Path(path).is_dir())


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise OSError(0, "closed")
    return sys.stdin.buffer.read(MAX_BYTES + 1)


def _bytes(file: Path, path: str, lang: str) -> bytes:
    if file.is_dir():
        raise Unreadable(message("document.directory", lang, path=path))
    if not file.exists():
        raise Unreadable(message("document.missing", lang, path=path))
    with file.open("rb") as opened:
        return opened.read(MAX_BYTES + 1)


def _decode(raw: bytes, path: str, kind: str, lang: str) -> str:
    if len(raw) > MAX_BYTES:
        raise Unreadable(message("document.large", lang, path=path, size=len(raw), limit=MAX_BYTES))
    if b"\0" in raw:
        raise Unreadable(message("document.binary", lang, path=path, at=raw.index(b"\0")))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Unreadable(message("document.encoding", lang, path=path, at=error.start, line=line)) from None
    if not text.strip():
        raise Unreadable(message("document.empty", lang, path=path))
    return within_limits(text, path, kind, lang)


def within_limits(text: str, path: str, format: str, lang: str = "en") -> str:
    """The text itself, where it is one that documents may hold. Unreadable, with one sentence in `lang`, where it is not."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        raise Unreadable(message("document.large", lang, path=path, size=size, limit=MAX_BYTES))
    if "\0" in text:
        raise Unreadable(message("document.binary", lang, path=path, at=text.index("\0")))
    for number, line in enumerate(text.split("\n") if format not in LONG_LINES else (), 1):
        if len(line) > MAX_LINE:
            raise Unreadable(message("document.line", lang, path=path, line=number, size=len(line), limit=MAX_LINE))
    return text
