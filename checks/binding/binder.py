"""Pieces become claims: what each printed number and formula asserts, of which quantity, from what the page shows before.

Chains define names, or are judged against their head; arrays are bound to the quantity that their name, caption or place
in the pipeline gives. Reading order is the order of the page.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from checks.binding import captions, definitions, printing, shapes
from checks.binding.announcements import announce, mentioned, scanner_of, settle, tokens_of, waits
from checks.binding.context import Candidate, Context
from checks.binding.damage import damaged
from checks.binding.divisors import by_the_other
from checks.binding.equations import laid
from checks.binding.garbled import garbled, without
from checks.binding.joining import join
from checks.binding.masking import read_mask
from checks.binding.scopes import lose
from checks.binding.sentences import sentences
from checks.binding.statements import statements
from checks.claims import Claim, Reading
from checks.document import Document
from checks.lexicon import words
from checks.limits import LimitError
from checks.mishaps import REASON, described, forgiven
from checks.notation.arrays import as_lists, has_size, is_bare, is_value, is_weighted
from checks.notation.chains import Chain, Scanner
from checks.notation.formula import Formula
from checks.notation.tokens import Token
from checks.pieces import Grid, Line, Piece, Span
from checks.reading.layout import math_spans
from checks.theory import theory
from checks.theory.conditions import is_condition
from derive.expression import Apply, Number, Symbol, parts

COMMA_LANGUAGES = ("es", "fr", "pt", "de", "pl")
_CHINESE = "一二三四五六七八九"
_COUNTED_ROW = re.compile(rf"\W*第\s*([{_CHINESE}]|\d{{1,3}})\s*(?:行|个词)")
_VECTOR = re.compile(r"(?:[qkvxyzpsuwoag]|target|logits|scores|weights|query|key|value)(?:_?\w)?(?:_\w+)?")
_VERBS = ("is", "are", "es", "=")
_DIGITS = re.compile(r",\d+(?![\d,])")
_OF_LISTS = ("norm", "variance", "deviation")  # of whole numbers, which are exact
_PART = re.compile(
    r"[\s*#>+-]*(?:heads?|examples?|case|batch|layer|cabezas?|ejemplos?|caso|capa|kopf|beispiel|fall|tête|exemple|cas|cabeça|exemplo)"
    r"\s+(?:\d{1,2}|[A-H])\b[\s*]*[:.)—–]",
    re.IGNORECASE,
)
EQUALITIES = ("=", "≈", ":=", "→")


def read_claims(document: Document, pieces: Iterator[Piece], language: str) -> Reading:
    """The claims of a document. LimitError where it makes more claims than are ever built."""
    found = list(pieces)
    lost = garbled(document, found)
    document = without(document, lost)
    context = Context(document, words(language), comma_style(document, found, language))
    for piece in found:
        take(context, piece)
    try:
        join(context.reading, theory(document, language, context.comma))
    except forgiven() as error:
        context.unread(found[0].start, found[0].end, REASON, **dict(described(error)))
    damaged(context, found)
    for start, end in lost:
        context.unread(start, end, "garbled")
    return context.finish()


def comma_style(document: Document, pieces: list[Piece], language: str) -> bool:
    """Whether a comma between digits is a decimal sign in the text (not in its code).

    In a language that writes so, one plain instance tells, or where no decimal point stands any that is no list; elsewhere
    it takes several that begin with "0,".
    """
    text = "\n".join(document.text[p.start : p.end] for p in pieces if not (isinstance(p, Line) and p.code))
    zeros = len(re.findall(r"(?<![\d,.])0,\d{2,}(?![\d,])", text))
    if re.search(r"\d\{,\}(?!\d{3}(?!\d))\d|(?<!\d)0\{,\}\d", text):
        return True
    if language not in COMMA_LANGUAGES:
        return zeros > 2
    if re.search(r"(?<![\d,.\[(])\d+,\d{2,}(?![\d,\])])|[\[(]\s*[-−]?\d+,\d+\s*;", text):
        return True
    if re.search(r"\d\.\d(?!\d{2}\.)", re.sub(r"`[^`\n]*`", " ", text)):
        return False  # (0,10) beside 0.5 is a pair
    return zeros > 0 or re.search(r"(?<![\w,.\[(])\d+,\d(?![\w,\])])", text) is not None


def take(context: Context, piece: Piece) -> None:
    """Read one piece."""
    try:
        if isinstance(piece, Grid):
            settle(context)
            if not captions.grid(context, piece):
                _cells(context, piece)
        else:
            _line(context, piece)
    except LimitError as error:
        context.unread(piece.start, piece.end, "limit", what=str(error))
    except forgiven() as error:
        context.unread(piece.start, piece.end, REASON, **dict(described(error)))


def _cells(context: Context, table: Grid) -> None:
    """The cells of a table of text, each read as a line."""
    text = context.document.text
    for row in table.rows:
        for start, end in (*([row.label] if row.label else []), *row.cells):
            marked = text[start - 1 : start] in ("`", "$")
            if start < end:
                spans = ((start, end),) if marked else math_spans(text, start, end)
                _line(context, Line(start, end, table.block, spans=spans))
    context.announced, context.opened = [], None


# -- lines -----------------------------------------------------------------------
def _line(context: Context, line: Line) -> None:
    if _PART.match(context.document.text, line.start, line.end) and not line.code:
        context.section += 1  # a head or an example of its own: other numbers for a name are other numbers
    if line.heading:
        context.section += 1
        context.announced, context.waiting, context.shown, context.spoken = [], [], [], {}
        context.roles.told = None
    if line.row is not None:
        _note(context, line)
        return
    context.opened = None
    marker = _row_marker(context, line)
    if line.heading:
        context.last, context.powers, context.dots, context.rows_of = None, [], [], None
    context.stale = context.stale or not (line.code or line.display)
    if printing.may_be_output(context, line) and printing.output(context, line, tokens_of(context, line)):
        return
    if waits(context, line, marker):
        return
    settle(context)
    tokens = tokens_of(context, line)
    context.order = {t.start: line.start + n for n, t in enumerate(tokens)} if line.parts else {}
    scanner = scanner_of(context, line, tokens)
    change = read_mask(context, line)
    if change is None and (change := lose(context, line, scanner)) is not None:
        context.unread(*change, "statement")
    if change is not None:
        context.announced, context.last = [], None
        return
    _folded(context, scanner)
    taken, placed = _chains(context, scanner)
    if line.code and not taken:
        printing.shown(context, line, scanner)
    for formula in scanner.mentions(taken):
        candidate = _mention(context, line, formula, len(tokens))
        placed += [(formula.end, candidate)] if candidate else []
    announce(context, line, marker, placed)
    if line.code and tokens:
        printing.told(context, line, tokens, _stated(context, scanner))
    taken += sentences(context, line, tokens, taken)
    for claim in statements(context, line, tokens, taken):
        context.add(claim)


def _stated(context: Context, scanner: Scanner) -> Formula | None:
    """What a statement of a program calculates: its expression, or the name that it gives to one; None for mere data."""
    tokens = scanner.tokens
    first = scanner.read(0)
    if first is None or first.stop == len(tokens):
        return first
    assigned = tokens[first.stop].text == "=" and first.stop + 1 < len(tokens)
    whole = scanner.read(first.stop + 1) if assigned else None
    return first if whole is not None and whole.stop == len(tokens) and not is_value(whole.expression) else None


def _chains(context: Context, scanner: Scanner) -> tuple[list[Span], list[tuple[int, Candidate]]]:
    """Read the chains of a line: where they stand, and what they leave open."""
    taken: list[Span] = []
    placed: list[tuple[int, Candidate]] = []
    lengths = _lengths(context, scanner.tokens)
    for chain in scanner.chains():
        taken.append((chain.start, chain.end))
        if is_condition(context.document.text, chain.start, chain.end):
            continue
        if _cut_at_comma(context, chain):
            end = chain.end + len(_DIGITS.match(context.document.text, chain.end).group())  # type: ignore[union-attr]
            context.unread(chain.start, end, "comma")
            continue
        while lengths and lengths[0][0] < chain.start:
            context.quantities.define("T", Number(lengths.pop(0)[1]), given=True)
        candidate = _chain(context, chain)
        placed += [(chain.end, candidate)] if candidate else []
    return taken, placed


def _cut_at_comma(context: Context, chain: Chain) -> bool:
    """Whether a chain ends in a number that a comma and digits follow at once: `3/2 = 1,7` where no comma is decimal."""
    last = chain.members[-1]
    number = last is not None and len(chain.members) > 1 and isinstance(last.expression, Number)
    return number and _DIGITS.match(context.document.text, chain.end) is not None


def _note(context: Context, line: Line) -> None:
    """A note beside a row of a table: statements about that row, no chains."""
    row, context.roles.row = context.roles.row, line.row
    for claim in statements(context, line, context.tokens(line, line.start, line.end), []):
        context.add(claim)
    context.roles.row = row


def _row_marker(context: Context, line: Line) -> bool:
    """`Row 1 ("will"):` or `The row of "will":` opens a row; a heading that opens none closes it."""
    text = context.document.text[line.start : line.end]
    row = _row_of(context, text)
    context.opens_row = row is not None
    if row is not None:
        context.powers = []
        context.roles.open_row(row)
    elif line.heading:
        context.roles.close_row()
    return row is not None


def _row_of(context: Context, text: str) -> int | None:
    """The row that a line opens, from 0 on."""
    match = re.match(rf"\W*(?:{context.row_words})\s+(\d{{1,3}})\b", text, re.IGNORECASE)
    if match:
        return int(match.group(1)) - context.first_row
    counted = _COUNTED_ROW.match(text)
    if counted:
        return _CHINESE.find(counted.group(1)) if counted.group(1) in _CHINESE else int(counted.group(1)) - 1
    label = re.search(rf"\b(?:{context.row_words})\b[^\"“«]{{0,20}}[\"“«]([^\"”»]{{1,30}})[\"”»][\s*]*:", text, re.IGNORECASE)
    return context.labels.get(label.group(1)) if label else None


def _lengths(context: Context, tokens: list[Token]) -> list[tuple[int, Fraction]]:
    """`length-32`, `longitud 2048`: what T is in the sentence that follows, and from where on."""
    out = []
    for word, dash, number in zip(tokens, tokens[1:], tokens[2:]):
        value = number.literal.value if number.literal else None
        if word.text.lower() in context.words.length and dash.text == "-" and value and value.denominator == 1:
            out.append((number.end, value))
    return out


def _mention(context: Context, line: Line, formula: Formula, count: int) -> Candidate | None:
    """A formula outside the chains: an array to be bound, or a quantity that is announced."""
    if not is_value(formula.expression):
        if any(literal.places for literal in formula.literals.values()):
            context.reading.literals.update(formula.literals)
            context.cited(formula)
        return mentioned(context, line, formula)
    if isinstance(formula.expression, Apply):
        if printing.quoted(context, line, formula):
            pass
        elif formula.stop - formula.first == count:
            captions.alone(context, formula)
        elif not (context.opens_row and captions.in_row(context, formula)) and not captions.cited(context, formula):
            captions.labelled(context, formula)
    return None


def _folded(context: Context, scanner: Scanner) -> None:
    """`D is the row sum of A * dA`: a name defined in words."""
    tokens = scanner.tokens
    for n, (token, verb) in enumerate(pairwise(tokens)):
        if token.kind != "name" or verb.text.lower() not in _VERBS or token.text in context.quantities.meaning:
            continue
        phrase = " ".join(t.text.lower() for t in tokens[n + 1 : n + 6])
        match = re.match(r"\S+ (?:the |la )?(?:row sums? of|suma por filas de)", phrase)
        formula = scanner.read(n + 1 + len(match.group().split())) if match else None
        if formula is not None:
            expression = context.resolve(formula.expression)
            definitions.define(context, token.text, Apply("rowsum", (expression,)))


# -- chains ----------------------------------------------------------------------
def _chain(context: Context, chain: Chain) -> Candidate | None:
    """Define and claim what a chain says; what it leaves open is announced."""
    read = [n for n, m in enumerate(chain.members) if m is not None or n == 0]
    chain_members, relations = [chain.members[n] for n in read], [chain.relations[n - 1] for n in read[1:]]
    for start, end in chain.gaps:
        context.unread(start, end, "formula")
    for formula in chain_members:
        context.reading.literals.update(formula.literals if formula else {})
    if chain.broken:
        context.unread(chain.start, chain.end, "formula")
    if any(r not in EQUALITIES for r in chain.relations):
        return None
    chain_members = [_vector(chain_members[0], member, n) for n, member in enumerate(chain_members)]
    if any(m is not None and is_weighted(m.expression) for m in chain_members):
        chain_members = [None if m is None else replace(m, expression=as_lists(m.expression)) for m in chain_members]
    first = chain_members[0]
    if (first is not None and is_bare(first)) or any(m is not None and has_size(m.expression) for m in chain_members):
        found = shapes.claims(context, chain_members, chain.start)
        for claim in found or [Claim(chain.start, chain.end, "shape", "", settled="undecided", reason="shapes")]:
            context.add(claim)
        return None
    if by_the_other(context, chain_members):
        return None
    if first is not None and any(isinstance(p, Apply) and p.operation in _OF_LISTS for p in parts(first.expression)):
        context.reading.constants.update(mark for mark, literal in first.literals.items() if literal.whole)
    if first is None and (continued := captions.continued(context, chain_members[1:])) is None:
        return None
    laid(context, chain_members, relations, None if first is not None else continued)
    if chain.open and first is not None and len(chain_members) == 1:
        context.opened = first
    last = chain_members[-1]
    return None if last is not None and is_value(last.expression) and not chain.open else context.last


def _vector(head: Formula | None, member: Formula | None, place: int) -> Formula | None:
    """`q = (1, 2)`: whole numbers in round brackets are a vector behind a small letter, which names no shape."""
    match (head.expression if head is not None else None, member.expression if member is not None else None):
        case Symbol(name), Apply("tuple", entries) if place and _VECTOR.fullmatch(name) and member is not None:
            if all(isinstance(entry, Number) for entry in entries):
                return replace(member, expression=Apply("list", entries))
    return member
