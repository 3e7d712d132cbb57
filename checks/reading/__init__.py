"""Formats and layouts: a document becomes located pieces, in the order of the page. Knows lines, not mathematics.

A reader prepares the document (what is no text of its format is blanked out, place by place) and says of what kind each
line is; the layout does the rest.
"""

from collections.abc import Callable, Iterator, Sequence

from checks.document import Document
from checks.pieces import Piece
from checks.reading import code, html, latex, layout, markdown, notebook, repair, text
from checks.reading.lines import LineKind

Reader = tuple[Callable[[Document, str], Document], Callable[[Document], Sequence[LineKind]]]


def _as_it_is(document: Document, lang: str) -> Document:
    return document


READERS: dict[str, Reader] = {
    "text": (repair.prepare, text.kinds),
    "markdown": (_as_it_is, markdown.kinds),
    "latex": (latex.prepare, latex.kinds),
    "html": (html.prepare, text.kinds),
    "notebook": (notebook.prepare, notebook.kinds),
    "python": (code.prepare, code.kinds),
    "c": (code.prepare, code.kinds),
    "hash": (code.prepare, code.kinds),
}


def read(document: Document, lang: str = "en") -> tuple[Document, Iterator[Piece]]:
    """The document as it is read, and its pieces. Unreadable, with a sentence in `lang`, for a broken container."""
    prepare, kinds = READERS[document.format]
    prepared = prepare(document, lang)
    return prepared, layout.pieces(prepared, kinds(prepared))
