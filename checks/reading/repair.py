"""Damage of pasted text, repaired place by place: signs read in the wrong encoding, line numbers glued to code."""

import re
from functools import partial

from checks.document import Document

_SIGNS = (
    (re.compile(r"(?:Â|Β|В)(?=·)"), " "),
    (re.compile(r"(?<=[\d)\]])( ?)(?:Γ—|Ã—|Γ|Ã\u0097|├Ч)( ?)(?=[\d(\[−-])"), "×"),
    (re.compile(r"âˆš|β\u0088\u009a"), "√"),
    (re.compile(r"â‰ˆ"), "≈"),
    (re.compile(r"âˆ’"), "−"),
    (re.compile(r"â†’"), "→"),
)
_NUMBERED = re.compile(r"^(\d{1,4})(?=\D|$)")


def prepare(document: Document, lang: str) -> Document:
    """The document with its damage repaired; the text keeps its length."""
    return document.reading(_without_line_numbers(decoded(document).text))


def decoded(document: Document) -> Document:
    """The document with the signs that were read in a wrong encoding, place by place."""
    text = document.text
    if text.isascii():
        return document
    for damaged, sign in _SIGNS:
        text = damaged.sub(partial(_centred, sign), text)
    return document if text == document.text else document.reading(text)


def _centred(sign: str, match: re.Match[str]) -> str:
    return sign.center(len(match.group()))


def _without_line_numbers(text: str) -> str:
    """Text without line numbers glued to lines of code: runs of three or more that count up from 1 and begin assignments."""
    lines = text.split("\n")
    run: list[int] = []
    for number, line in enumerate([*lines, ""]):
        match = _NUMBERED.match(line)
        value = int(match.group(1)) if match else 0
        if value != 1 and value == len(run) + 1:
            run.append(number)
            continue
        if len(run) >= 3 and re.match(r"^1[^\d\s.,)%]", lines[run[0]]):
            for n in run:
                lines[n] = _NUMBERED.sub(lambda m: " " * len(m.group()), lines[n])
        run = [number] if value == 1 else []
    return "\n".join(lines)
