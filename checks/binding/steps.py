"""Tables with a step of the calculation in each column: `key | s | exp(s) | softmax(s)`, `key | score | scaled | weight`.

A column's head is a formula of what is known, a name, or a word of the pipeline. A table is read so only where every head is.
"""

import re

from checks.binding.context import Context
from checks.binding.definitions import give
from checks.binding.equations import laid
from checks.binding.members import values
from checks.binding.sentences import Said, chosen
from checks.notation.formula import Formula, parse
from checks.pieces import Grid, Span
from derive.decimals import hundredth
from derive.expression import Apply, Number, Symbol
from derive.values import Shape

Head = Formula | str


def tabled(context: Context, table: Grid, rows: list[list[Formula]]) -> bool:
    """Read a table whose columns are steps; False where it is none."""
    shape = (len(rows),)
    if not table.columns or len(rows) < 2 or len(table.columns) != len(rows[0]):
        return False
    heads = [_head(context, table, label, shape) for label in table.columns]
    if any(head is None for head in heads) or not any(_is_step(head) for head in heads):
        return False
    for n, (label, head) in enumerate(zip(table.columns, heads)):
        column = _column([row[n] for row in rows], "%" in context.document.text[slice(*label)])
        context.reading.literals.update(column.literals)
        if isinstance(head, str):
            _said(context, head, column)
        elif head is not None:
            laid(context, [head, column], ["="])
    context.announced, context.last = [], None
    return True


def _head(context: Context, table: Grid, label: Span, shape: Shape) -> Head | None:
    """What the head of a column says: a formula with a value of the column's shape, a new name, a word of the pipeline."""
    text = context.document.text[slice(*label)]
    words = [w for w in re.findall(r"[^\W\d_]+", text.lower()) if w in context.words.roles]
    tokens = context.tokens(table, *label)
    formula = parse(tokens, 0, lambda token: True) if tokens else None
    if formula is not None and formula.stop == len(tokens) and not isinstance(formula.expression, Number):
        known = context.quantities.shape(context.resolve(formula.expression))
        if known == shape:
            return formula
        if isinstance(formula.expression, Symbol) and not words and _NEW.fullmatch(formula.expression.name):
            return formula if formula.expression.name not in context.quantities.meaning else None
    return context.words.roles[words[0]] if words else "scores" if _DOT.search(text) else None


_DOT = re.compile(r"\bq\w?\s*[·⋅•.@]\s*k|\bdot\b|producto|q\^?[T⊤ᵀ]\s*k", re.IGNORECASE)
_NEW = re.compile(r"[xszlp](?:_\w)?")


def _is_step(head: Head | None) -> bool:
    return isinstance(head, str) or (head is not None and isinstance(head.expression, Apply))


def _column(cells: list[Formula], percent: bool) -> Formula:
    """The cells of a column as one array."""
    literals = {m: hundredth(lit) if percent and not lit.tail else lit for cell in cells for m, lit in cell.literals.items()}
    entries = tuple(
        Number(literals[c.expression.mark].value, c.expression.mark)
        if isinstance(c.expression, Number) and c.expression.mark is not None
        else c.expression
        for c in cells
    )
    return Formula(Apply("list", entries), 0, 0, cells[0].start, cells[-1].end, literals)


def _said(context: Context, role: str, column: Formula) -> None:
    """A column under a word of the pipeline."""
    found = chosen(context, Said(column, role))
    if found is not None:
        values(context, found.head, None, found.shown, column, "=")
        context.spoken[role] = found.head
    elif role in ("scores", "logits"):
        context.spoken[role] = give(context, "scores", column)
    else:
        context.unread(column.start, column.end, "unbound")
