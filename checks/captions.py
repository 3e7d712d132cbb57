"""Which quantity a printed array is, that no equation sign names: by its label, what was announced before it, its place."""

from checks import members
from checks.arrays import fits, name_of, shape_of
from checks.context import Candidate, Context
from checks.definitions import define
from checks.formula import MASKED, Formula, parse
from checks.pieces import Grid, Span
from derive.expression import Apply, Symbol, marks
from derive.printing import show
from derive.values import Shape


def alone(context: Context, formula: Formula) -> None:
    """An array that stands alone on its lines."""
    context.reading.literals.update(formula.literals)
    _bind(context, formula, _candidate(context, shape_of(formula.expression), None))


def grid(context: Context, table: Grid) -> None:
    """A table of numbers: one array, named in its corner, or announced before it."""
    for n, row in enumerate(table.rows):
        if row.label:
            context.labels[context.document.text[slice(*row.label)].strip(' "“”')] = n
    if len({len(row.cells) for row in table.rows}) != 1:
        context.unread(table.start, table.end, "ragged", widths=", ".join(str(len(r.cells)) for r in table.rows))
        return
    rows = [[_cell(context, table, cell) for cell in row.cells] for row in table.rows]
    if any(cell is None for row in rows for cell in row):
        return
    literals = {m: lit for row in rows for cell in row if cell for m, lit in cell.literals.items()}
    expression = Apply("list", tuple(Apply("list", tuple(c.expression for c in row if c)) for row in rows))
    context.reading.literals.update(literals)
    formula = Formula(expression, 0, 0, table.start, table.end, literals)
    shape = shape_of(expression)
    candidate = _candidate(context, shape, _cell(context, table, table.name) if table.name else None)
    if candidate is None and any(c.expression == MASKED for row in rows for c in row if c):
        candidate = _masked_scores(context, shape)
    _bind(context, formula, candidate)
    context.last = None


def _cell(context: Context, table: Grid, span: Span) -> Formula | None:
    tokens = context.tokens(table, *span)
    formula = parse(tokens, 0, lambda token: True) if tokens else None
    return formula if formula is not None and formula.stop == len(tokens) else None


def _bind(context: Context, formula: Formula, candidate: Candidate | None) -> None:
    if candidate is None:
        for mark in marks(formula.expression):
            context.settle(mark, formula.literals[mark], "", "unread", "unbound")
        return
    head, page = candidate.head, candidate.page
    if isinstance(head, Symbol) and head.name not in context.quantities.definitions:
        if page is None:
            for mark in marks(formula.expression):
                context.settle(mark, formula.literals[mark], head.name, "given")
            context.quantities.define(head.name, context.quantities.resolve(formula.expression), given=True)
            return
        head, page = define(context, head.name, page), None
    members.values(context, head, page, candidate.shown, formula, "=")
    context.announced = []


def _candidate(context: Context, shape: Shape, name: Formula | None) -> Candidate | None:
    """The quantity that an array is, strongest cue first; None where nothing that fits was announced."""
    named = None if name is None else _named(context, name)
    if named is not None:
        return named
    fitting = [c for c in context.announced if fits(shape, _shape_of(context, c))]
    return next((c for c in reversed(fitting) if c.sure), fitting[-1] if fitting else None)


def _shape_of(context: Context, candidate: Candidate) -> Shape | None:
    head = candidate.head
    undefined = isinstance(head, Symbol) and head.name not in context.quantities.definitions
    return context.quantities.shape(candidate.page if undefined and candidate.page is not None else head)


def _named(context: Context, formula: Formula) -> Candidate | None:
    name, shown = name_of(formula.expression), show(formula.expression)
    announced = [c for c in context.announced if c.sure and c.shown == shown]
    if announced:
        return announced[-1]
    if name is None or name in context.quantities.meaning:
        return Candidate(context.quantities.resolve(formula.expression), None, shown)
    role = context.roles.local(name) or context.roles.conventional(name)
    return None if role is None else Candidate(Symbol(name), role, shown)


def _masked_scores(context: Context, shape: Shape) -> Candidate | None:
    scores = context.roles.scores()
    if scores is None or context.quantities.shape(scores) != shape:
        return None
    return Candidate(scores, None, show(context.plain(scores)))
