"""Jupyter notebooks: Markdown cells are text, code cells are data, printed outputs are text below their code.

The document becomes the text of its cells, one after the other; positions are counted within a cell.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from checks.document import Document, Unreadable, from_text, line_starts
from checks.messages import message
from checks.reading import code, markdown
from checks.reading.lines import LineKind

_ARRAY = re.compile(r"\s*(?:\[|(?:tensor|array|np\.(?:float|int)\d+)\()")
Cell = tuple[str, str, str]


def prepare(document: Document, lang: str) -> Document:
    """The notebook as the text of its cells. Unreadable where the file is no notebook."""
    try:
        cells = list(_cells(json.loads(document.source)))
    except (ValueError, RecursionError, AttributeError, TypeError, KeyError) as error:
        why = str(error) or type(error).__name__
        raise Unreadable(message("document.notebook", lang, path=document.path, why=why)) from None
    starts: list[tuple[int, int, str]] = []
    source, text, at = [], [], 0
    for number, (kind, content, read) in enumerate(cells, 1):
        starts.append((at, number, kind))
        source.append(content + "\n")
        text.append(read + "\n")
        at += len(content) + 1
    whole = "".join(source) or "\n"
    made = Document(document.path, whole, "notebook", (), whole, line_starts(whole), tuple(starts) or ((0, 1, "raw"),))
    return made.reading("".join(text) or "\n")


def _cells(notebook: dict[str, Any]) -> Iterator[Cell]:
    """Kind, text as it stands, and text to be read of each cell; they have the same length.

    The kind of a cell of code tells how many of its lines are program, `code:3`; what is printed follows.
    """
    for cell in notebook["cells"]:
        kind, source = cell["cell_type"], _joined(cell.get("source", ""))
        if kind == "code":
            outputs = [o for o in map(_output, cell.get("outputs", ())) if o]
            printed = "".join(o if o.endswith("\n") else o + "\n" for o in outputs)
            body = source.rstrip("\n")
            yield f"code:{body.count(chr(10)) + 1}", f"{body}\n{printed}", f"{code.python(body, shown=True)}\n{printed}"
        else:
            yield kind, source, source if kind == "markdown" else code.blank(source)


def _joined(content: Any) -> str:
    return (content if isinstance(content, str) else "".join(content)).replace("\r\n", "\n")


def _output(output: dict[str, Any]) -> str:
    if "text" in output:
        return _joined(output["text"])
    return _joined(output.get("data", {}).get("text/plain", ""))


def kinds(document: Document) -> list[LineKind]:
    """What each line is, cell by cell."""
    out: list[LineKind] = []
    ends = [start for start, _, _ in document.cells[1:]] + [len(document.text)]
    for (start, _, kind), stop in zip(document.cells, ends):
        cell = from_text(document.text[start : stop - 1], "", "markdown")
        out += markdown.kinds(cell) if kind == "markdown" else _of_code(cell, int(kind.partition(":")[2] or 0))
    return out + [LineKind("none")] * (len(document.starts) - len(out))


def _of_code(cell: Document, lines: int) -> list[LineKind]:
    """The kinds of the lines of a cell of code: its program is code, its output is text."""
    found = code.kinds(cell)
    program = [LineKind("code") if cell.line(n + 1).strip() else kind for n, kind in enumerate(found[:lines])]
    printed = [LineKind("code") if _ARRAY.match(cell.line(lines + n + 1)) else kind for n, kind in enumerate(found[lines:])]
    return [*program, *printed]
