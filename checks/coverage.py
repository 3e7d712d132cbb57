"""The list behind the coverage figure: every number of a document as given, claim, operand, or set aside with its reason;
and every formula: those that findings speak of, and the marked mathematics with a relation that nothing was read of.

What is set aside was never meant as mathematics: years, dates, versions, section numbers, citations, list numbers. A number
of none of these kinds that nothing was read of is "unseen": the honest rest. It may be a claim, so that it counts as an
open one where a share of decided claims is asked for.
"""

import re
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from checks.document import Document
from checks.findings import Report
from checks.judging.judge import DECIDED
from checks.lexicon import words
from checks.pieces import Line
from checks.reading import READERS, layout

_NUMERAL = re.compile(r"(?<![\w.,])[-−]?(?:\d+(?:[.,]\d+)*|\.\d+)(?:[eE][-+−]?\d+)?%?")
_BEFORE = (
    ("section", re.compile(
        r"(?:§|\b(?:sections?|sec\.|chapters?|figures?|fig\.|tables?|eqs?\.|equations?|steps?|parts?|lines?|pages?|pp?\."
        r"|sección|capítulo|figura|tabla|paso|ejercicio|línea|página|ecuación|étape|partie|schritt|teil|etap|krok|examples?|ejemplos?|exemples?|exemplos?|beispiele?|exercises?|exercices?|exercícios?|aufgabe|problems?))\s*$",
        re.IGNORECASE,
    )),
    ("version", re.compile(
        r"(?:\bv|\bversion\s|\bversión\s|[A-Za-z]+[-=]{1,2}|>=|\b(?:Python|NumPy|PyTorch|CUDA)\s)$", re.IGNORECASE
    )),
    ("citation", re.compile(
        r"\w[.,;:]?\s\[(?:\d+\s*[,;–-]\s*)*$|\((?:[A-Z][\w.]+,?\s+(?:et al\.?,?\s+|and\s+[A-Z]\w+,?\s+)?)$"
    )),
    ("index", re.compile(r"[\w\])}]\[(?:[\d:]+\s*,\s*)*$|<sub>\s*$")),
    ("program", re.compile(r"(?:\.round\(|(?:axis|dim|decimals|precision)=)\s*$")),
    ("link", re.compile(r"(?:https?://|www\.|arxiv[:.]|doi[:.]|(?<!\S)\.{0,2}/[a-z])\S*$", re.IGNORECASE)),
)  # fmt: skip
_COUNTED = (
    r"tokens?|keys?|query|queries|heads?|layers?|columns?|positions?|claves?|consulta|cabeza|capa|columna|posición"
    r"|couche|colonne|tête|schicht|spalte|kopf|warstwa|kolumna|głowa|camada|coluna|posição"
)  # with a whole number behind them they name one of several
_RELATION = re.compile(r"(?<![<>!])=(?!=)|[≈≤≥]|\\(?:approx|equiv|leq?|geq?)\b")
_LISTED = re.compile(r"^\s*(?:>\s*)*(?:#{1,6}\s*)?$")
_LIST_END = re.compile(r"[.):]\s|[ \t]+\S")
_CELL_OPENS, _CELL_ENDS = re.compile(r"(?:^|\|)\s*$"), re.compile(r"\s*(?:\||$)")
_RULE = re.compile(r"[ \t|:]*-[ \t|:-]*(?:\n|\Z)")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One number: where it stands, as printed, and what became of it: a verdict, "operand", or why it was set aside."""

    id: str
    printed: str
    fate: str


def unseen(report: Report) -> int:
    """How many numbers nothing was read of."""
    return sum(entry.fate == "unseen" for entry in listing(report))


def share(counts: Mapping[str, int], unseen: int) -> float:
    """The share of the claims that were decided, each number that nothing was read of taken for an open claim; 0 of none."""
    claims = sum(counts.values()) - counts["given"] + unseen
    return sum(counts[verdict] for verdict in DECIDED) / claims if claims else 0.0


def listing(report: Report) -> Iterator[Entry]:
    """All numbers of a document in order."""
    document = report.document
    claims = {f.start: f for f in report.findings if f.kind != "formula"}
    formulas = deque(sorted((f.start, f.start + len(f.printed)) for f in report.findings))
    reach, labels = 0, re.compile(rf"\b(?:{'|'.join(sorted(words(report.language).row))}|{_COUNTED})\s+$", re.IGNORECASE)
    for match in _NUMERAL.finditer(document.source):
        start, end = match.span()
        while formulas and formulas[0][0] <= start:
            reach = max(reach, formulas.popleft()[1])
        claim = claims.get(start) or claims.get(start + (match.group()[0] in "-−"))
        if claim is not None:
            fate = claim.verdict
        elif start in report.read or start + 1 in report.read or end <= reach:
            fate = "operand"
        else:
            fate = _aside(document.source, document.text, start, end, labels)
        yield Entry(document.identifier(start), match.group(), fate)


def formulas(report: Report) -> Iterator[Entry]:
    """The formulas of a document in order: the verdict of each, "operand" where only its numbers are claims, or "unseen"."""
    document = report.document
    found = [(f.start, Entry(f.id, f.printed, f.verdict)) for f in report.findings if f.kind != "number"]
    own = sorted(start for start, _ in found)
    spans = sorted((f.start, f.start + len(f.printed)) for f in report.findings)
    starts = [start for start, _ in spans]
    last = 0
    for start, end in _marked(document):
        if start < last or not _RELATION.search(document.text, start, end):
            continue
        last = end
        inside = spans[bisect_left(starts, start) : bisect_left(starts, end)]
        around = bisect_right(starts, start) - 1
        if not inside and (around < 0 or spans[around][1] <= start):
            found.append((start, Entry(document.identifier(start), document.text[start:end].strip(), "unseen")))
        elif inside and bisect_left(own, start) == bisect_left(own, end):
            found.append((start, Entry(document.identifier(start), document.text[start:end].strip(), "operand")))
    yield from (entry for _, entry in sorted(found, key=lambda pair: pair[0]))


def _marked(document: Document) -> Iterator[tuple[int, int]]:
    """The stretches of a document that are marked as mathematics, and its lines of code that hold a relation."""
    for piece in layout.pieces(document, READERS[document.format][1](document)):
        if isinstance(piece, Line):
            yield from ((piece.start, piece.end),) if piece.code else piece.spans


def _aside(source: str, text: str, start: int, end: int, labels: re.Pattern[str]) -> str:
    """Why a number that was read as no mathematics was set aside."""
    line = source.rfind("\n", 0, start) + 1
    before, numeral = source[line:start], source[start:end]
    if not text[start:end].strip():
        return "program"
    for reason, pattern in (*_BEFORE, ("label", labels)):
        if pattern.search(before[-80:]) and (reason not in ("label", "index") or numeral.isdecimal()):
            return "label" if reason == "index" else reason
    if numeral.isdecimal() and len(numeral) < 4 and _labels_table(source, line, start, end):
        return "label"
    if numeral.isdecimal() and _LISTED.match(before) and _LIST_END.match(source[end : end + 8]):
        return "list"
    if numeral.count(".") > 1:
        return "version"
    if any(m.start() <= start < m.end() for m in _DATE.finditer(source, max(line, start - 12), end + 12)):
        return "date"
    return "year" if re.fullmatch(r"(?:19|20)\d\d", numeral) else "unseen"


def _labels_table(source: str, line: int, start: int, end: int) -> bool:
    """Whether a whole number stands alone in a cell of a table that names a row or a column: in front, or in its head."""
    if source.startswith("<th", source.rfind("<", 0, start)):
        return True
    stop = source.find("\n", end)
    stop = len(source) if stop < 0 else stop
    before, after = source[line:start], source[end:stop]
    if not _CELL_ENDS.match(after) or not _CELL_OPENS.search(before):
        return False
    return not before.strip(" |") or _RULE.match(source, stop + 1) is not None
