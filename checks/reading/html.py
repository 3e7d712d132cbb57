"""HTML pages: tags become blanks, or the few signs that they stand for (bars of tables, ^ and _), place by place.

Scripts, styles and comments are not read. Where a page carries MathML with its TeX source, the source is read.
"""

import re
from html import unescape

from checks.document import Document

_PRE = re.compile(r"<pre\b.*?</pre\s*>", re.DOTALL | re.IGNORECASE)
_UNSEEN = re.compile(
    r"<!--.*?-->|<![A-Za-z][^>]*>|<(script|style|head|template|svg)\b(?![^>]*math/tex).*?</\1\s*>", re.DOTALL | re.IGNORECASE
)
_MATHML = re.compile(r"<math\b.*?</math\s*>", re.DOTALL | re.IGNORECASE)
_TEX = re.compile(r"<annotation[^>]*(?:tex|latex)[^>]*>(.*?)</annotation>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)\b[^<>]*>")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_BREAKS = frozenset({"p", "div", "br", "li", "ul", "ol", "pre", "table", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "tr",
    "section", "article", "dt", "dd", "hr"})  # fmt: skip
_SIGNS = {"sup": ("^{", "}"), "sub": ("_{", "}"), "td": ("|", ""), "th": ("|", "")}


def prepare(document: Document, lang: str) -> Document:
    """The page with its tags blanked out."""
    text = _UNSEEN.sub(lambda m: _blank(m.group()), document.source)
    text = _in_one_line(text)
    text = _MATHML.sub(lambda m: _tex_of(m.group()), text)
    return document.reading(untagged(text))


def untagged(text: str) -> str:
    """A text with its tags as blanks or as the signs that they stand for, and its entities as their characters."""
    text = _TAG.sub(_seen, text)
    return _ENTITY.sub(lambda m: _padded(unescape(m.group()), len(m.group())), text)


def _in_one_line(text: str) -> str:
    """The page with line ends as blanks, except in <pre>."""
    out, at = [], 0
    for pre in _PRE.finditer(text):
        out += [text[at : pre.start()].replace("\n", " "), pre.group()]
        at = pre.end()
    return "".join([*out, text[at:].replace("\n", " ")])


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _padded(text: str, size: int) -> str:
    text = " " if text in "\n\r\t" else text
    return text[:size] + " " * (size - len(text))


def _tex_of(mathml: str) -> str:
    """The TeX source that a piece of MathML carries, between dollar signs, at its place."""
    tex = _TEX.search(mathml)
    if tex is None:
        return _blank(mathml)
    start, end = tex.span(1)
    return _blank(mathml[: start - 1]) + "$" + mathml[start:end] + "$" + _blank(mathml[end + 1 :])


def _seen(match: re.Match[str]) -> str:
    closing, name, size = match.group(1), match.group(2).lower(), len(match.group())
    if name in _BREAKS and not (name == "tr" and closing):
        lines = "\n" if size > 0 and "\n" not in match.group() else ""
        return lines + _blank(match.group())[len(lines) :]
    sign = _SIGNS.get(name, ("", ""))[bool(closing)]
    if name == "sup" and not closing:
        sign = "^{"
    return (sign + _blank(match.group())[len(sign) :]) if sign else _blank(match.group())
