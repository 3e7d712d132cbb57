"""Which quantity a printed array is, that no equation sign names: by its label, what was announced before it, its place."""

from checks import members
from checks.arrays import entries, fits, name_of, pattern, shape_of
from checks.claims import Claim
from checks.confirmation import support
from checks.context import Candidate, Context
from checks.definitions import define
from checks.formula import MASKED, Formula, parse
from checks.pieces import Grid, Span
from derive.expression import Apply, Expression, Number, Symbol, marks
from derive.printing import show
from derive.values import Shape


def alone(context: Context, formula: Formula) -> None:
    """An array that stands alone on its lines."""
    context.reading.literals.update(formula.literals)
    _bind(context, formula, _candidate(context, formula, None))


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
    candidate = _candidate(context, formula, _cell(context, table, table.name) if table.name else None)
    if candidate is None and any(c.expression == MASKED for row in rows for c in row if c):
        candidate = _masked_scores(context, shape_of(expression))
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
            context.quantities.define(head.name, context.resolve(formula.expression), given=True)
            return
        head, page = define(context, head.name, page), None
    members.values(context, head, page, candidate.shown, formula, "=")
    context.announced = []


def _candidate(context: Context, formula: Formula, name: Formula | None) -> Candidate | None:
    """The quantity that an array is, strongest cue first; None where nothing that fits was announced."""
    named = None if name is None else _named(context, name)
    if named is not None:
        return named
    shape = shape_of(formula.expression)
    return _best(context, [c for c in context.announced if fits(shape, context.quantities.shape(_meant(context, c)))], formula)


def _best(context: Context, fitting: list[Candidate], formula: Formula) -> Candidate | None:
    """The nearest reading that the arithmetic confirms over the whole array; the nearest of all where it confirms none.

    `fitting` is in the order of the page, words before formulas.
    """
    if len(fitting) < 2:
        return fitting[-1] if fitting else None
    found = [(support(context.reading, _supposed(context, c, formula)), c) for c in reversed(fitting)]
    confirmed = [(s, c) for s, c in found if s.confirmed]
    if not confirmed:
        return next((c for _, c in found if c.sure), found[0][1])
    return max(confirmed, key=lambda pair: pair[0].explained)[1]


def _supposed(context: Context, candidate: Candidate, formula: Formula) -> list[Claim]:
    """The claims that an array would make if it were a candidate's quantity."""
    head, found = _meant(context, candidate), list(entries(formula.expression))
    shape = context.quantities.shape(head) or ()
    masked = {p for p, e in found if e == MASKED}
    if masked and len(shape) == len(shape_of(formula.expression)):
        head = Apply("mask", (head, pattern(shape, masked)))
    return [
        Claim(e.mark, e.mark, "number", "", formula.literals[e.mark], head, p, since=formula.start)
        for p, e in found
        if isinstance(e, Number) and e.mark is not None
    ]


def _meant(context: Context, candidate: Candidate) -> Expression:
    """The quantity of a candidate: a name that has no meaning yet stands for what it would be defined as."""
    head = candidate.head
    undefined = isinstance(head, Symbol) and head.name not in context.quantities.definitions
    return candidate.page if undefined and candidate.page is not None else head


def _named(context: Context, formula: Formula) -> Candidate | None:
    name, shown = name_of(formula.expression), show(formula.expression)
    announced = [c for c in context.announced if c.sure and c.shown == shown]
    if announced:
        return announced[-1]
    if name is None or name in context.quantities.meaning:
        return Candidate(context.resolve(formula.expression), None, shown)
    role = context.roles.local(name) or context.roles.conventional(name)
    return None if role is None else Candidate(Symbol(name), role, shown)


def _masked_scores(context: Context, shape: Shape) -> Candidate | None:
    scores = context.roles.scores()
    if scores is None or context.quantities.shape(scores) != shape:
        return None
    return Candidate(scores, None, show(context.plain(scores)))
