"""LaTeX sources: the preamble and comments are not read; sections are headings; macros keep their meaning."""

import re
from dataclasses import replace

from checks.document import Document
from checks.notation.macros import collected
from checks.reading.lines import LineKind

_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_CHECK = re.compile(r"%\s*check\s*:")
_UNSEEN = re.compile(
    r"\\begin\{(comment|verbatim\*?|lstlisting|tikzpicture|thebibliography|filecontents\*?)\}.*?\\end\{\1\}", re.DOTALL
)
_LABELS = re.compile(
    r"\\(?:label|cite[tp]?|ref|eqref|tag|footnote|index|includegraphics|vspace\*?|hspace\*?)(?:\[[^\]]*\])?\{[^{}]*\}"
)
_SECTION = re.compile(r"^\s*\\(part|chapter|section|subsection|subsubsection|paragraph)\*?\{")
_LEVELS = {"part": 1, "chapter": 1, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4}
_ITEM = re.compile(r"^\s*\\item(?:\[[^\]]*\])?\s*")


_TABLE = re.compile(
    r"(\\begin\{(?P<kind>tabular[x*]?|longtable|tabulary)\}(?:\{[^{}]*\}(?=\s*\{))?(?:\[\w\])?\{(?:[^{}]|\{[^{}]*\})*\})"
    r"(.{0,20000}?)(\\end\{(?P=kind)\})",
    re.DOTALL,
)
_RULES = re.compile(r"\\(?:hline|toprule|midrule|bottomrule|endhead|c(?:mid)?(?:line|rule)(?:\([lr]+\))?\{[^{}]*\})")
_ROW_END = re.compile(r"\\\\(?:\[[^\[\]\n]{0,10}\])?")
_WORDS = re.compile(r"\\(?:textbf|textit|emph|text|mathrm|texttt)\{([^{}]*)\}")


def prepare(document: Document, lang: str) -> Document:
    """The document with preamble, comments, labels and citations blanked out, and its macros."""
    source = document.source
    text = _COMMENT.sub(lambda m: m.group() if _CHECK.match(m.group()) else _blank(m.group()), source)
    macros, _ = collected(text)
    begin = text.find("\\begin{document}")
    if begin >= 0:
        text = _blank(text[:begin]) + " " * len("\\begin{document}") + text[begin + len("\\begin{document}") :]
    end = text.find("\\end{document}")
    if end >= 0:
        text = text[:end] + _blank(text[end:])
    text = _UNSEEN.sub(lambda m: _blank(m.group()), text)
    text = _LABELS.sub(lambda m: _blank(m.group()), text)
    text = _TABLE.sub(_table, text)
    return replace(document.reading(text), macros=macros)


def _table(match: re.Match[str]) -> str:
    """A table of text: one line a row, with bars between its cells."""
    body = _RULES.sub(lambda m: " " * len(m.group()), match.group(3).replace("\n", " "))
    body = _WORDS.sub(lambda m: " " * (m.start(1) - m.start()) + m.group(1) + " ", body)
    body = re.sub(r"(?<!\\)&", "|", body)
    body = _ROW_END.sub(lambda m: "\n" + " " * (len(m.group()) - 1), body)
    return " " * (len(match.group(1)) - 1) + "\n" + body + "\n" + " " * (len(match.group(4)) - 1)


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def kinds(document: Document) -> list[LineKind]:
    """What each line is."""
    return [_kind(document.line(n + 1)) for n in range(len(document.starts))]


def _kind(line: str) -> LineKind:
    section = _SECTION.match(line)
    if section:
        return LineKind("heading", _LEVELS[section.group(1)], section.end())
    item = _ITEM.match(line)
    return LineKind("prose", 0, item.end() if item else 0)
