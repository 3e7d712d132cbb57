"""Formats and layouts: a document becomes located pieces, in the order of the page. Knows lines, not mathematics.

A reader prepares the document (what is no text of its format is blanked out, place by place) and says of what kind each
line is; the layout does the rest.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from checks.document import CONVERTED, Document, load
from checks.notation.macros import collected
from checks.pieces import Piece
from checks.reading import annotations, code, emphasis, html, latex, layout, markdown, notebook, pandoc, repair, text
from checks.reading.lines import LineKind

Reader = tuple[Callable[[Document, str], Document], Callable[[Document], Sequence[LineKind]]]


MARKED = ("markdown", "notebook")  # where stars in prose mark emphasis


def _pasted(document: Document, lang: str) -> Document:
    """Pasted text, with what is damaged repaired and the stars of a chat's emphasis taken out."""
    repaired = repair.prepare(document, lang)
    return emphasis.bared(repaired, [LineKind()] * len(repaired.starts))


READERS: dict[str, Reader] = {
    "text": (_pasted, text.kinds),
    "markdown": (markdown.prepare, markdown.kinds),
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
    prepared = _with_macros(annotations.declared(repair.decoded(prepare(document, lang))))
    known = annotations.switched(prepared, kinds(prepared))
    if document.format in MARKED:
        prepared = emphasis.bared(prepared, known)
    return prepared, layout.pieces(prepared, known)


def _with_macros(document: Document) -> Document:
    """The document with the macros that a page defines in its mathematics, and their definitions blanked out."""
    if document.format == "latex" or "\\" not in document.text:
        return document
    macros, places = collected(document.text)
    text, at = [], 0
    for start, end in places:
        text += [document.text[at:start], code.blank(document.text[start:end])]
        at = end
    return replace(document.reading("".join([*text, document.text[at:]])), macros=macros) if macros else document


def open_document(path: str, lang: str = "en", format: str | None = None) -> Document:
    """The document in a file, by pandoc where its format is none of ours. Unreadable, with one sentence in `lang`."""
    kind = CONVERTED.get(Path(path).suffix.lower())
    if format is None and kind is not None and Path(path).is_file():
        return pandoc.converted(path, kind, lang)
    return load(path, lang, format)
