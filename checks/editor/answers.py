"""A view in the words of the protocol: diagnostics, hovers, actions, places, symbols. Pure functions of what was seen.

All text is plain text, never Markdown: what a document prints cannot become a link or a picture in the editor.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from checks.editor.places import Places
from checks.editor.view import Edit, Mark, Symbol, View
from checks.judging.judge import FALSE
from checks.messages import message

SOURCE = "triplecheck"
FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.{SOURCE}"
SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}


@dataclass(frozen=True, slots=True)
class Seen:
    """A view, and the document, the version of it and the text that it is of."""

    view: View
    places: Places
    uri: str
    version: int

    def at(self, position: types.Position) -> Mark | None:
        """The innermost mark at a position."""
        return self.view.at(self.places.offset(position))

    def range(self, mark: Mark) -> types.Range:
        """Where a mark stands."""
        return self.places.range(mark.start, mark.end)

    def location(self, mark: Mark) -> types.Location:
        """Where a mark stands, and in which document."""
        return types.Location(self.uri, self.range(mark))


def diagnostics(seen: Seen) -> list[types.Diagnostic]:
    """One for each finding that is false, a warning or open; one alone where the document was refused."""
    view = seen.view
    if view.refused:
        return [_whole(seen, view.refused, types.DiagnosticSeverity.Error, "refused")]
    found = [_diagnostic(m, seen) for m in view.marks if m.level]
    if not view.decided:  # a document of which nothing could be read is never fine
        claims = any(m.verdict != "given" for m in view.marks)
        severity = types.DiagnosticSeverity.Information if claims else types.DiagnosticSeverity.Hint
        found.append(_whole(seen, message("check.nothing", view.language), severity, "nothing"))
    return found


def _whole(seen: Seen, said: str, severity: types.DiagnosticSeverity, code: str) -> types.Diagnostic:
    return types.Diagnostic(seen.places.range(0, seen.places.ends[0]), said, severity, code, source=SOURCE)


def _diagnostic(mark: Mark, seen: Seen) -> types.Diagnostic:
    causes = [seen.view.marks[mark.cause]] if mark.cause is not None else []
    related = [types.DiagnosticRelatedInformation(seen.location(m), m.message) for m in causes]
    severity = SEVERITIES[mark.level]
    return types.Diagnostic(
        seen.range(mark), mark.message, severity, mark.verdict, source=SOURCE, related_information=related or None
    )


def hover(seen: Seen, params: types.HoverParams) -> types.Hover | None:
    """All that is known of the finding at a position."""
    mark = seen.at(params.position)
    if mark is None:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.PlainText, "\n".join(mark.told)), seen.range(mark))


def cause(seen: Seen, params: types.DefinitionParams) -> types.Location | None:
    """Where the mistake is that the number at a position was carried from."""
    mark = seen.at(params.position)
    return None if mark is None or mark.cause is None else seen.location(seen.view.marks[mark.cause])


def carried(seen: Seen, params: types.ReferenceParams) -> list[types.Location]:
    """Where the numbers are that were carried from the mistake at a position."""
    mark, marks = seen.at(params.position), seen.view.marks
    return [seen.location(m) for m in marks if m.cause is not None and marks[m.cause] is mark]


# -- actions -------------------------------------------------------------------------
def false_in(seen: Seen, within: types.Range) -> list[Mark]:
    """The false findings that a range touches."""
    start, end = seen.places.offset(within.start), seen.places.offset(within.end)
    return [m for m in seen.view.marks if m.verdict in FALSE and m.start <= end and start <= m.end]


def fixes(seen: Seen, within: types.Range) -> Iterator[types.CodeAction]:
    """What puts the false numbers of a range right, one by one."""
    for mark in false_in(seen, within):
        if mark.put is not None:
            yield _fix(message("editor.put", seen.view.language, truth=mark.put, printed=mark.printed), mark, mark.edits, seen)


def fix_all(seen: Seen) -> types.CodeAction:
    """What puts all false numbers of the document right."""
    title = message("editor.put_all", seen.view.language, count=sum(m.put is not None for m in seen.view.marks))
    return types.CodeAction(title, FIX_ALL, edit=_edit(seen.view.all_edits, seen))


def write_formula(seen: Seen, mark: Mark, edit: Edit) -> types.CodeAction:
    """What writes the true formula in place of a false one."""
    return _fix(message("editor.put_formula", seen.view.language, form=mark.nearest), mark, (edit,), seen)


def _fix(title: str, mark: Mark, edits: tuple[Edit, ...], seen: Seen) -> types.CodeAction:
    found, edit = [_diagnostic(mark, seen)], _edit(edits, seen)
    return types.CodeAction(title, types.CodeActionKind.QuickFix, diagnostics=found, is_preferred=True, edit=edit)


def _edit(edits: tuple[Edit, ...], seen: Seen) -> types.WorkspaceEdit:
    document = types.OptionalVersionedTextDocumentIdentifier(seen.uri, seen.version)
    changes = [types.TextEdit(seen.places.range(start, end), put) for start, end, put in edits]
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, changes)])


# -- symbols -------------------------------------------------------------------------
def symbols(seen: Seen, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    """Headings with what stands below them, and the definitions under each."""
    ordered = sorted(seen.view.symbols, key=lambda s: (s.start, s.level == 0))
    out: list[types.DocumentSymbol] = []
    above: list[tuple[int, list[types.DocumentSymbol]]] = [(0, out)]
    for number, symbol in enumerate(ordered):
        below: list[types.DocumentSymbol] = []
        while symbol.level and above[-1][0] >= symbol.level:
            above.pop()
        above[-1][1].append(_symbol(symbol, _reach(ordered, number, len(seen.places.text)), below, seen.places))
        if symbol.level:
            above.append((symbol.level, below))
    return out


def _reach(ordered: list[Symbol], number: int, end: int) -> int:
    """How far a symbol goes: a heading to the next one that is not below it."""
    own = ordered[number]
    if not own.level:
        return own.end
    return next((s.start for s in ordered[number + 1 :] if 0 < s.level <= own.level), end)


def _symbol(symbol: Symbol, reach: int, below: list[types.DocumentSymbol], places: Places) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        symbol.name,
        types.SymbolKind.String if symbol.level else types.SymbolKind.Variable,
        places.range(symbol.start, max(reach, symbol.end)),
        places.range(symbol.start, symbol.end),
        symbol.detail or None,
        children=below,
    )


def lens(seen: Seen, params: types.CodeLensParams) -> list[types.CodeLens]:
    """What was read of the document and what was not, above its first line."""
    return [types.CodeLens(seen.places.range(0, 0), types.Command(f"{SOURCE}: {seen.view.coverage}", ""))]


# request -> its answer from what is seen of the document that it names
ANSWERS: dict[str, Callable[[Seen, Any], Any]] = {
    types.TEXT_DOCUMENT_HOVER: hover,
    types.TEXT_DOCUMENT_DEFINITION: cause,
    types.TEXT_DOCUMENT_REFERENCES: carried,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: symbols,
    types.TEXT_DOCUMENT_CODE_LENS: lens,
}
