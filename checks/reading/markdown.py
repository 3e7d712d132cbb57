"""Markdown: markdown-it-py says which lines are headings, code, tables, lists; positions stay those of the file."""

import re

from markdown_it import MarkdownIt

from checks.document import Document
from checks.reading import html
from checks.reading.lines import LineKind, prompted

_BULLET = re.compile(r"^\s*(?:>\s*)*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]\]\s+)?")
_PROGRAM = re.compile(r"^\s*(?:import |from \w+ import |def |class |return |#|%)")

_DISPLAYED = re.compile(r"\$\$(?:(?!\$\$|```|~~~)[\s\S]){1,20000}\$\$|(?<!\\)\\\[(?:(?!\\\]|```|~~~)[\s\S]){1,20000}\\\]")
_MATH = ("math", "latex", "tex", "katex")


_TAGS = (
    "a|abbr|b|blockquote|br|caption|center|code|col|colgroup|dd|details|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|img|input"
    "|kbd|li|mark|math|ol|p|pre|s|section|small|span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|u|ul|var"
)
_HTML = re.compile(
    r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`|\$\$.*?\$\$|(?P<table><table\b[^<>]*>.*?</table\s*>)"
    rf"|(?P<tag></?(?:{_TAGS})(?:\s[^<>]*)?/?>)",
    re.DOTALL | re.IGNORECASE,
)


def prepare(document: Document, lang: str) -> Document:
    """The page with its HTML tags blanked out, or as the signs that they stand for; code and mathematics stay as they are."""
    if "<" not in document.text:
        return document
    return document.reading(_HTML.sub(_without_tags, document.text))


def _without_tags(match: re.Match[str]) -> str:
    if match["table"]:
        return html.untagged(match["table"].replace("\n", " "))
    if match["tag"]:
        shown = html.untagged(match["tag"])
        return re.sub(r"[^\n]", " ", match["tag"]) if "\n" in shown or "|" in shown else shown
    return match.group()


def kinds(document: Document) -> list[LineKind]:
    """What each line is."""
    total = len(document.starts)
    out = [LineKind("prose")] * total
    plain = _DISPLAYED.sub(lambda m: re.sub(r"[^\n]", "x", m.group()), document.text)
    for token in MarkdownIt("commonmark").enable("table").parse(plain):
        if token.map is None:
            continue
        first, last = token.map[0], min(token.map[1], total)
        if token.type == "fence":
            out[first] = LineKind("none")
            display = token.info.strip().split(" ")[0].lower() in _MATH
            for n in range(first + 1, last):
                out[n] = LineKind("display") if display else _code(document.line(n + 1))
            if last - 1 > first and re.match(r"^\s*(?:>\s*)*(?:```|~~~)", document.line(last)):
                out[last - 1] = LineKind("none")
        elif token.type == "code_block":
            for n in range(first, last):
                out[n] = _code(document.line(n + 1))
        elif token.type == "heading_open":
            for n in range(first, last):
                out[n] = LineKind("heading", int(token.tag[1]))
    return [_skipping(document.line(n + 1), kind) for n, kind in enumerate(out)]


def _code(line: str) -> LineKind:
    return prompted(line) or (LineKind("none") if _PROGRAM.match(line) else LineKind("code"))


def _skipping(line: str, kind: LineKind) -> LineKind:
    if kind.kind == "heading":
        skip = len(line) - len(line.lstrip(" #"))
        return LineKind("heading", kind.level, skip)
    if kind.kind != "prose":
        return kind
    bullet = _BULLET.match(line)
    return LineKind("prose", 0, bullet.end() if bullet else 0)
