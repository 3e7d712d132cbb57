"""A document: its text, and the places in it. Lines and columns are 1-based and counted in Unicode code points."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path

from checks.limits import MAX_BYTES, MAX_LINE
from checks.messages import message


class Unreadable(Exception):
    """A file that cannot be read as a document; the message is one sentence for the user."""


@dataclass(frozen=True, slots=True)
class Document:
    """The text as it stands in the file, its path as given, its format, and where its lines begin."""

    path: str
    text: str
    format: str = "text"
    starts: tuple[int, ...] = field(default=(), repr=False)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of the character at `offset`."""
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line without its end."""
        start = self.starts[number - 1]
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


FORMATS = {".md": "markdown", ".markdown": "markdown", ".mdx": "markdown"}


def from_text(text: str, path: str = "<text>", format: str | None = None) -> Document:
    """The document that holds `text`; its format from the ending of `path` unless given."""
    starts = (0, *(m.end() for m in re.finditer(r"\n", text)))
    return Document(path, text, format or FORMATS.get(Path(path).suffix.lower(), "text"), starts)


def load(path: str, lang: str = "en") -> Document:
    """The document in a file. Unreadable, with one sentence in `lang`, for what is no text within the limits."""
    file = Path(path)
    try:
        if file.is_dir():
            raise Unreadable(message("document.directory", lang, path=path))
        if not file.is_file():
            raise Unreadable(message("document.missing", lang, path=path))
        size = file.stat().st_size
        if size > MAX_BYTES:
            raise Unreadable(message("document.large", lang, path=path, size=size, limit=MAX_BYTES))
        raw = file.read_bytes()
    except OSError as error:
        raise Unreadable(message("document.closed", lang, path=path, why=error.strerror or "")) from None
    return from_text(_decode(raw, path, lang), path)


def _decode(raw: bytes, path: str, lang: str) -> str:
    if b"\0" in raw:
        raise Unreadable(message("document.binary", lang, path=path, at=raw.index(b"\0")))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Unreadable(message("document.encoding", lang, path=path, at=error.start, line=line)) from None
    if not text.strip():
        raise Unreadable(message("document.empty", lang, path=path))
    for number, line_text in enumerate(text.split("\n"), 1):
        if len(line_text) > MAX_LINE:
            raise Unreadable(message("document.line", lang, path=path, line=number, size=len(line_text), limit=MAX_LINE))
    return text
