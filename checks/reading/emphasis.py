"""Bold and italics in prose: their stars mean nothing to mathematics, and are blanked out place by place.

What marks emphasis stands as Markdown has it, outside a word and close to what it marks, so that 2 * 3, 2**3 and f(*x)
keep their stars. Code and marked mathematics are left alone.
"""

import re
from collections.abc import Sequence

from checks.document import Document
from checks.reading.layout import math_spans
from checks.reading.lines import LineKind, bounds

_MARK = r"\*{1,3}|_{2,3}"
_MARKED = re.compile(rf"(?<![\w*_)\]}}\\])({_MARK})(?=[^\s*_])((?:(?!\*\*|__).){{1,400}}?)(?<=[^\s*_\\])\1(?![\w*(\[{{])")


def bared(document: Document, kinds: Sequence[LineKind]) -> Document:
    """The document with the marks of emphasis in its prose as blanks."""
    if "*" not in document.text and "__" not in document.text:
        return document
    out, at = [], 0
    for number, kind in enumerate(kinds):
        start, end = bounds(document, number)
        if kind.kind not in ("prose", "heading") or not _MARKED.search(document.text, start, end):
            continue
        kept = math_spans(document.text, start, end)
        for match in _MARKED.finditer(document.text, start + kind.skip, end):
            if any(a < match.end(1) and match.start(1) < b for a, b in kept):
                continue
            size = len(match.group(1))
            out += [document.text[at : match.start()], " " * size, match.group(2), " " * size]
            at = match.end()
    return document.reading("".join([*out, document.text[at:]]))
