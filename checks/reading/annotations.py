"""What authors tell the checker: `<!-- check: S = Q K^T / sqrt(d_k) -->`, `check: off` … `check: on`, front matter.

An annotation is read as a line of mathematics at its place. Other comments of Markdown are not read.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from checks.document import Document
from checks.reading.lines import LineKind
from checks.reading.matter import Declared, front_matter

_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
_CHECK = re.compile(r"(?:<!--|%+|#+|//+)[ \t]*check:[ \t]*(.*?)[ \t]*(?:-->|$)", re.MULTILINE)
_SWITCHES = ("off", "on")


def declared(document: Document) -> Document:
    """The document with annotations bared and comments and front matter blanked out, and with what this declares."""
    text = document.text
    matter = front_matter(document.source) if document.format == "markdown" else Declared()
    if matter.end:
        text = _blank(text[: matter.end]) + text[matter.end :]
        document = replace(document, language=matter.language, tolerance=matter.tolerance, shapes=matter.shapes)
    if "check:" in document.source:
        text = _switched_off(document.source, _bared(document.source, text))
    if document.format == "markdown" and "<!--" in text:
        text = _COMMENT.sub(lambda m: _blank(m.group()), text)
    return document.reading(text)


def silenced(document: Document) -> Document:
    """The document with whatever stands where the checker is switched off blanked out."""
    text, since = document.text, None
    for match in _CHECK.finditer(document.source) if "check:" in document.source else ():
        said = match.group(1).strip()
        if said == "off" and since is None:
            since = match.start()
        elif said == "on" and since is not None:
            text, since = text[:since] + _blank(text[since : match.end()]) + text[match.end() :], None
    return document.reading(text if since is None else text[:since] + _blank(text[since:]))


def _bared(source: str, text: str) -> str:
    """The text with only the mathematics of each annotation left of it."""
    out, at = [], 0
    for match in _CHECK.finditer(source):
        start, end = match.span(1)
        said = "" if match.group(1).strip() in _SWITCHES else source[start:end]
        out += [text[at : match.start()], _blank(source[match.start() : start]), said or _blank(source[start:end])]
        out.append(_blank(source[end : match.end()]))
        at = match.end()
    return "".join([*out, text[at:]])


def _switched_off(source: str, text: str) -> str:
    """The text without what stands between `check: off` and `check: on`."""
    off: int | None = None
    for match in _CHECK.finditer(source):
        if match.group(1).strip() == "off" and off is None:
            off = match.start()
        elif match.group(1).strip() == "on" and off is not None:
            text, off = text[:off] + _blank(text[off : match.end()]) + text[match.end() :], None
    return text if off is None else text[:off] + _blank(text[off:])


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def switched(document: Document, kinds: Sequence[LineKind]) -> list[LineKind]:
    """The kinds of the lines, code where an annotation stands."""
    out = list(kinds)
    for match in _CHECK.finditer(document.source) if "check:" in document.source else ():
        if match.group(1).strip() not in _SWITCHES:
            out[document.number_of(match.start())] = LineKind("code")
    return out
