"""Tables with a step of the calculation in each column, or in each row: `key | score | exp(score) | weight | `.

A head is a formula of what is known or of the columns before it, a name, or a word of the pipeline. A row of sums may close
the table. Where two steps could be meant (scores before or after the scale), the arithmetic of the whole column tells.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from checks.binding import pipeline, readings
from checks.binding.context import Candidate, Context
from checks.binding.definitions import give
from checks.binding.members import values
from checks.binding.sentences import Said, chosen
from checks.lexicon import Words
from checks.notation.arrays import is_value, shape_of
from checks.notation.formula import Formula, parse
from checks.pieces import Grid, Row, Span
from derive.decimals import hundredth
from derive.expression import Apply, Expression, Number, Symbol, apply, rebuild, symbols
from derive.printing import show

_DOT = re.compile(r"\bq\w?\s*[·⋅•.@]\s*k|\bdot\b|producto|q\^?[T⊤ᵀ]\s*k", re.IGNORECASE)
_LETTER = re.compile(r"([szxlepawα])(?:_?[ijknt])?")
_LETTERS = {"s": "scores", "z": "scores", "x": "scores", "l": "scores", "e": "exp"}  # p, a, w and α are weights
_BY = re.compile(r"[/÷:]\s*(?=[√\d\\s(])([^()|]*\(?[^()|]*\)?)")
_POWER = re.compile(r"\W*(?:frac\W*)?(?:e\s*\^|e[ˢᶻˣ]|exp\b)")
_SHIFT = re.compile(r"[-−–]\s*\W*(?:max|m\b)")
_SHARE = re.compile(r"/\s*(?:sum|suma|total|[ΣZ∑])", re.IGNORECASE)
_SUM_SIGN = re.compile(r"\W*(?:[Σ∑]|sum)\W*")
_SCORES = ("scores", "logits", "scaled", "masked", "shifted")
_SPECIAL = ("scaled", "masked", "shifted", "exp", "softmax")
_STEPS = (*_SCORES, "exp", "softmax", "weights")

Cells = list[Formula]


@dataclass(slots=True)
class Steps:
    """The columns of a table read so far: quantities by the name in their head, and by their step."""

    names: dict[str, Expression] = field(default_factory=dict)
    made: dict[str, Expression] = field(default_factory=dict)

    def logits(self) -> Expression | None:
        """The scores that an exponential is of: those of the last column that holds such."""
        return next((self.made[step] for step in reversed(self.made) if step in _SCORES), None)

    def follows(self, step: str) -> Expression | None:
        """A step as it follows from the columns before it; None where they do not tell it."""
        logits, powers = self.logits(), self.made.get("exp")
        if step == "shifted" and logits is not None:
            return apply("subtract", logits, apply("maximum", logits))
        if step == "exp" and logits is not None:
            return apply("exp", logits)
        if step in ("weights", "softmax") and (logits is not None or powers is not None):
            return _share(powers) if powers is not None else apply("softmax", logits or Symbol(""))
        return None


def _share(powers: Expression) -> Expression:
    return apply("divide", powers, apply("total", powers))


@dataclass(frozen=True, slots=True)
class Head:
    """What the head of a column says: its name or formula, its step ("" where that is not told), a divisor, a product."""

    formula: Formula | None
    step: str
    by: Expression | None = None
    dot: bool = False


# -- the table --------------------------------------------------------------------------------
def closing_sums(context: Context, table: Grid) -> tuple[Grid, Row | None]:
    """A table without the row of sums that closes it, and that row."""
    last = table.rows[-1] if len(table.rows) > 2 else None
    if last is None or last.label is None or not is_sum(context, last.label):
        return table, None
    return replace(table, rows=table.rows[:-1]), last


def is_sum(context: Context, label: Span) -> bool:
    """Whether a label calls what stands beside or below it a sum."""
    text = context.document.text[slice(*label)].strip(' *_`$:"“”')
    return context.words.roles.get(text.lower()) == "sum" or _SUM_SIGN.fullmatch(text) is not None


def turned(table: Grid) -> Grid | None:
    """A table with its rows for columns; None where its rows have no labels."""
    labels = [row.label for row in table.rows]
    width = len(table.rows[0].cells)
    if table.columns and len(table.columns) != width:
        return None
    heads = [label for label in labels if label is not None]
    if len(heads) != len(labels):
        return None
    across = table.columns or (None,) * width
    rows = tuple(Row(label, tuple(row.cells[n] for row in table.rows)) for n, label in enumerate(across))
    return replace(table, columns=tuple(heads), rows=rows)


def tabled(context: Context, table: Grid, rows: list[Cells], sums: list[Formula | None] | None = None) -> bool:
    """Read a table whose columns are steps; False where it is none."""
    if not table.columns or len(rows) < 2 or len(table.columns) != len(rows[0]):
        return False
    heads = _heads(context, table, (len(rows),))
    if heads is None:
        return False
    percent = [_is_percent(context, label) for label in table.columns]
    columns = [_column([row[n] for row in rows], percent[n]) for n in range(len(heads))]
    totals = [
        _percent(total, shares) if total is not None else None for total, shares in zip(sums or [None] * len(heads), percent)
    ]
    order = [mark for column, total in zip(columns, totals) for mark in _marks(column, total)]
    context.order = {mark: table.start + n for n, mark in enumerate(order)}
    read = Steps()
    for head, column, total in zip(heads, columns, totals):
        context.reading.literals.update(column.literals)
        quantity = _read(context, read, head, column)
        if quantity is None:
            context.unread(column.start, column.end, "unbound")
        elif total is not None:
            context.reading.literals.update(total.literals)
            whole = apply("total", quantity)
            values(context, whole, None, show(context.plain(whole)), total, "=")
    context.announced, context.last, context.order = [], None, {}
    return True


def _marks(column: Formula, total: Formula | None) -> Iterator[int]:
    yield from sorted(column.literals)
    yield from sorted(total.literals) if total is not None else ()


def _heads(context: Context, table: Grid, shape: tuple[int, ...]) -> list[Head] | None:
    """The heads of a table of steps; None for any other table."""
    heads: list[Head] = []
    names: set[str] = set()
    for label in table.columns:
        head = _head(context, label, shape, names, {h.step for h in heads}, table)
        if head is None:
            return None
        heads.append(head)
        names |= {head.formula.expression.name} if head.formula and isinstance(head.formula.expression, Symbol) else set()
    words = [h for h in heads if h.step or (h.formula is not None and isinstance(h.formula.expression, Apply))]
    return heads if words and any(h.step in _STEPS or h.formula is not None for h in words) else None


def _head(context: Context, label: Span, shape: tuple[int, ...], names: set[str], before: set[str], table: Grid) -> Head | None:
    """What the head of a column says: a formula of what is known, a new name, a word of the pipeline; None for other words."""
    text = context.document.text[slice(*label)]
    tokens = context.tokens(table, *label)
    formula = parse(tokens, 0, lambda token: True) if tokens else None
    step = _step(context.words, text)
    if formula is not None and (formula.stop != len(tokens) or isinstance(formula.expression, Number)):
        formula = None
    divisor = _divisor(context, table, label) if before & set(_SCORES) else None
    if divisor is not None and (formula is None or step in _SCORES):
        return Head(None, "scaled", divisor)
    if step == "scores" and _DOT.search(text):
        return Head(None, step, dot=True)
    if formula is None:
        return Head(None, step) if step else None
    written = formula.expression
    if isinstance(written, Symbol):
        return _named(context, formula, written.name, step, shape, before)
    if context.quantities.shape(context.resolve(written)) == shape:
        return Head(formula, "")
    if _SHARE.search(text) and before & {"exp", *_SCORES}:
        return Head(None, "weights")
    if symbols(written) <= names:
        return Head(formula, _operation(written))
    if before & set(_SCORES) and _operation(written) and len(symbols(written)) == 1:
        return Head(None, _operation(written))  # e^s below "score": the column before it
    return Head(None, step) if step else None


def _named(context: Context, formula: Formula, name: str, step: str, shape: tuple[int, ...], before: set[str]) -> Head | None:
    """A head that is a name: one that the page knows, a word of the pipeline, or a letter that is usual for a step."""
    known = context.quantities.shape(context.resolve(formula.expression))
    if known == shape:
        return Head(formula, step)
    letter = _LETTER.fullmatch(name)
    if step:
        return Head(formula, step)
    if letter is None or name in context.quantities.meaning:
        return None
    step = _LETTERS.get(letter.group(1), "weights")
    told = step == "scores" or bool(before & {*_SCORES, "exp"})
    return Head(formula, step if told else "scores" if step == "weights" else "")


def _step(words: Words, text: str) -> str:
    """The step that the words of a head name; "" for none."""
    found = [words.roles[w] for w in re.findall(r"[^\W\d_]+", text.lower()) if w in words.roles]
    if _POWER.match(text):
        return "weights" if "/" in text or "frac" in text else "exp"
    if _SHIFT.search(text):
        return "shifted"
    special = [step for step in found if step in _SPECIAL]  # "scaled score", "exp of the logit"
    return special[0] if special else found[-1] if found else "scores" if _DOT.search(text) else ""


def _operation(expression: Expression) -> str:
    """The step that an operation is: an exponential, a softmax, a share of the sum."""
    match expression:
        case Apply("exp" | "softmax" as name, _):
            return "weights" if name == "softmax" else name
        case Apply("power", (Symbol("e"), _)):
            return "exp"
        case Apply("divide", (Symbol() | Apply(), Number() | Apply("sqrt", _))):
            return "scaled"
    return ""


def _divisor(context: Context, table: Grid, label: Span) -> Expression | None:
    """What the head of a column divides by: `÷ √2`, `scaled (/ 1.414)`."""
    match = _BY.search(context.document.text, *label)
    if match is None:
        return None
    tokens = context.tokens(table, *match.span(1))
    while tokens and tokens[-1].text == ")" and sum(t.text == "(" for t in tokens) < sum(t.text == ")" for t in tokens):
        tokens = tokens[:-1]
    formula = parse(tokens, 0, lambda token: True) if tokens else None
    if formula is None or formula.stop != len(tokens):
        return None
    context.reading.literals.update(formula.literals)
    return context.resolve(formula.expression)


# -- its columns --------------------------------------------------------------------------------
def _read(context: Context, read: Steps, head: Head, column: Formula) -> Expression | None:
    """Read one column; returns its quantity, or None where that is not known."""
    quantity = _quantity(context, read, head, column)
    name = head.formula.expression.name if head.formula and isinstance(head.formula.expression, Symbol) else ""
    first = head.step in ("scores", "logits") or (head.step in _SCORES and not read.made and not _known(context, column))
    if quantity is None and (first or (name and not head.step)):
        quantity = give(context, name if name and head.step == "" else _free(context, head, name), column)
    elif quantity is not None:
        values(context, quantity, None, show(context.plain(quantity)), column, "=")
    if quantity is not None:
        step = "weights" if head.step == "softmax" else head.step
        if name:
            read.names[name] = quantity
        if step:
            read.made[step] = context.spoken[step] = quantity
    return quantity


def _known(context: Context, column: Formula) -> bool:
    """Whether the page has scores that a column may restate."""
    shape = shape_of(column.expression)
    return any(context.quantities.shape(c.head) == shape for c in pipeline.steps(context, "scores"))


def _free(context: Context, head: Head, name: str) -> str:
    """The name of scores that a table gives: that of their head where it is a letter, else the word of the pipeline."""
    return name if _LETTER.fullmatch(name) else "scores"


def _quantity(context: Context, read: Steps, head: Head, column: Formula) -> Expression | None:
    """The quantity of a column: what its formula is, what follows from the columns before it, what the page knows."""
    if head.by is not None:
        logits = read.logits()
        return None if logits is None else apply("divide", logits, head.by)
    if head.formula is not None:
        written = rebuild(head.formula.expression, lambda e: read.names.get(e.name) if isinstance(e, Symbol) else None)
        resolved = context.resolve(written)
        if context.quantities.shape(resolved) == shape_of(column.expression):
            return resolved
    follows = read.follows(head.step)
    if follows is None:
        found = chosen(context, Said(column, head.step)) if head.step else None
        raw = [c for c in pipeline.steps(context, "scores") if context.quantities.shape(c.head) == shape_of(column.expression)]
        return found.head if found else raw[0].head if raw and head.dot else None
    candidates = [Candidate(follows, None, show(context.plain(follows)))]
    logits = read.logits()
    if logits is not None and head.step in ("weights", "softmax"):
        candidates += _of_page(context, column)
    return _most(context, candidates, column)


def _of_page(context: Context, column: Formula) -> list[Candidate]:
    """The weights that the page knows beside those that follow from the table."""
    found = chosen(context, Said(column, "weights"))
    return [found] if found else []


def _most(context: Context, candidates: list[Candidate], column: Formula) -> Expression:
    """The candidate that explains most of a column, and more than half of it; the first where none does."""
    best = readings.confirmed(context, list(reversed(candidates)), column)
    return (best or candidates[0]).head


def _column(cells: Cells, percent: bool) -> Formula:
    """The cells of a column as one array."""
    cells = [_percent(cell, percent) for cell in cells]
    literals = {m: lit for cell in cells for m, lit in cell.literals.items()}
    return Formula(Apply("list", tuple(c.expression for c in cells)), 0, 0, cells[0].start, cells[-1].end, literals)


def _is_percent(context: Context, label: Span) -> bool:
    return "%" in context.document.text[slice(*label)]


def _percent(cell: Formula, percent: bool) -> Formula:
    """A cell, in hundredths where its column is one of percentages."""
    if not percent or not is_value(cell.expression):
        return cell
    literals = {m: lit if lit.tail else hundredth(lit) for m, lit in cell.literals.items()}

    def scaled(part: Expression) -> Expression | None:
        return Number(literals[part.mark].value, part.mark) if isinstance(part, Number) and part.mark in literals else None

    return replace(cell, expression=rebuild(cell.expression, scaled), literals=literals)
