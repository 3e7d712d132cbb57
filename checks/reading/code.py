"""Program text: comments and docstrings are read as text, assignments at the top level of Python as data; the rest is not.

What is not read is blanked out, so that offsets stay. Programs are never run.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator

from checks.document import Document
from checks.notation.formula import FUNCTIONS, MAKERS
from checks.pieces import Span
from checks.reading import text
from checks.reading.lines import LineKind

_C = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'|//[/!]?([^\n]*)|/\*+(.*?)\*+/", re.DOTALL)
_HASH = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|#+([^\n]*)")
_STARS = re.compile(r"^(\s*)\*+(?=\s|$)", re.MULTILINE)
_DATA = re.compile(r"^[ \t]*[A-Za-z_]\w*[ \t]*=(?!=)[^=\n]*$", re.MULTILINE)
_BROKEN = (SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError)
_NO_DATA = (ast.Dict, ast.DictComp, ast.ListComp, ast.GeneratorExp, ast.Lambda, ast.JoinedStr, ast.SetComp, ast.Set)

_RESULT = re.compile(r"#\s*(?:=>|->|→|=|≈)?\s*(?:[-−]?[\d.]+|(?:np\.)?(?:array|tensor)?\(?\[[^#]*)\s*$")  # behind a statement

_METHODS = (
    "T",
    "t",
    "bool",
    "astype",
    "float",
    "triu",
    "tril",
    "sum",
    "max",
    "mean",
    "exp",
    "sqrt",
    "softmax",
    "shape",
    "size",
)
_MODULES = ("np", "numpy", "torch", "jnp", "math", "F")


def prepare(document: Document, lang: str) -> Document:
    """The document with all program text that is not read blanked out."""
    if document.format == "python":
        return document.reading(python(document.source))
    return document.reading(kept(document.source, _comments(document.source, _C if document.format == "c" else _HASH)))


def kinds(document: Document) -> list[LineKind]:
    """What each line is."""
    return text.kinds(document)


def blank(source: str) -> str:
    """Only the line ends of a text."""
    return re.sub(r"[^\n]", " ", source)


def kept(source: str, spans: list[Span]) -> str:
    """The text with everything outside the spans, which are in order, blanked out."""
    out, at = [], 0
    for start, end in spans:
        if start >= at:
            out += [blank(source[at:start]), source[start:end]]
            at = end
    return "".join([*out, blank(source[at:])])


def _comments(source: str, pattern: re.Pattern[str]) -> list[Span]:
    out = []
    for match in pattern.finditer(source):
        for group in range(1, (match.lastindex or 0) + 1):
            if match.group(group):
                out += _unstarred(source, *match.span(group))
    return out


def _unstarred(source: str, start: int, end: int) -> list[Span]:
    """A comment without the stars before its lines."""
    out, at = [], start
    for star in _STARS.finditer(source, start, end):
        out.append((at, star.start()))
        at = star.end()
    return [s for s in (*out, (at, end)) if s[0] < s[1]]


# -- Python ----------------------------------------------------------------------
def python(source: str, shown: bool = False) -> str:
    """Python text with only its data, docstrings and comments kept; and what it shows, where its output follows."""
    try:
        tree = ast.parse(source)
        spans = [*_statements(source, tree, shown), *_python_comments(source)]
    except _BROKEN:
        spans = [*_comments(source, _HASH), *(m.span() for m in _DATA.finditer(source))]
    inside: list[Span] = []
    for span in sorted(spans):
        if not inside or span[0] >= inside[-1][1]:
            inside.append(span)
    return kept(source, inside)


def _statements(source: str, tree: ast.Module, shown: bool) -> Iterator[Span]:
    """Assignments of data at the top level, and docstrings wherever they stand."""
    starts = [0, *(m.end() for m in re.finditer(r"\n", source))]
    encoded = source.splitlines(keepends=True)

    def offset(line: int, column: int) -> int:
        row = encoded[line - 1] if line <= len(encoded) else ""
        return starts[line - 1] + (column if row.isascii() else len(row.encode()[:column].decode(errors="ignore")))

    for node in tree.body:
        if (
            _changes(node)
            or (isinstance(node, ast.Assign) and _is_data(node))
            or (shown and _shows(node, node is tree.body[-1]))
        ):
            yield offset(node.lineno, node.col_offset), offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
    for owner in ast.walk(tree):
        if isinstance(owner, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = owner.body[0] if owner.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
                start = offset(first.lineno, first.col_offset)
                end = offset(first.end_lineno or first.lineno, first.end_col_offset or 0)
                yield _inside_quotes(source, start, end)


def _inside_quotes(source: str, start: int, end: int) -> Span:
    match = re.match(r"[A-Za-z]{0,2}(\"\"\"|'''|\"|')", source[start:end])
    size = len(match.group(1)) if match else 0
    return start + (match.end() if match else 0), end - size


def _changes(node: ast.stmt) -> bool:
    """Whether a statement changes an array that has a name, so that its old value is no longer meant."""
    match node:
        case ast.AugAssign(target=ast.Name() | ast.Subscript(value=ast.Name())):
            return True
        case ast.Assign(targets=[ast.Subscript(value=ast.Name())]):
            return True
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(value))
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(), attr=attr))):
            return attr.endswith("_") or attr in ("fill", "sort")
    return False


def _shows(node: ast.stmt, last: bool) -> bool:
    """Whether a statement shows an array: `print(A)`, or a name at the end of a cell."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[*values])):
            shown = [v for v in values if not _is_word(v)]
            fields = [p.value for v in shown for p in ast.walk(v) if isinstance(p, ast.FormattedValue)]
            shown = fields if len(shown) == 1 and isinstance(shown[0], ast.JoinedStr) else shown
            return bool(shown) and not any(isinstance(v, ast.Constant | ast.JoinedStr) for v in shown)
        case ast.Expr(value=value):
            return last and not any(isinstance(p, _NO_DATA) or _is_word(p) or _is_unseen(p) for p in ast.walk(value))
    return False


def _is_unseen(node: ast.AST) -> bool:
    """What is opaque, but for the ways of showing an array in fewer digits."""
    return _is_opaque(node) and not (isinstance(node, ast.Attribute) and node.attr in ("round", "tolist", "item"))


def _is_data(node: ast.Assign) -> bool:
    named = all(isinstance(t, ast.Name) or _are_names(t, node.value) for t in node.targets)
    return named and not any(isinstance(p, _NO_DATA) or _is_word(p) or _is_opaque(p) for p in ast.walk(node.value))


def _are_names(target: ast.expr, value: ast.expr) -> bool:
    """Whether an assignment gives several names a value each."""
    if not (isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts)):
        return False
    return all(isinstance(t, ast.Name) for t in target.elts)


def _is_opaque(node: ast.AST) -> bool:
    """What a page's reader cannot follow: attributes but transposes and array functions, and calls of the program's own."""
    if isinstance(node, ast.Attribute):
        return node.attr not in _METHODS and not (isinstance(node.value, ast.Name) and node.value.id in _MODULES)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in {*FUNCTIONS, *MAKERS}


def _is_word(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _python_comments(source: str) -> Iterator[Span]:
    starts = [0, *(m.end() for m in re.finditer(r"\n", source))]
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            at = starts[token.start[0] - 1] + token.start[1]
            mark = re.match(r"#+[!:]?", token.string)
            if token.line[: token.start[1]].strip() and _RESULT.match(token.string):
                yield at, at + len(token.string)
                continue
            yield at + (mark.end() if mark else 1), at + len(token.string)
