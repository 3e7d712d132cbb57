"""Which quantity a printed array is, that no equation sign names: by its label, what was announced before it, its place."""

import re
from dataclasses import replace
from fractions import Fraction

from checks.binding import members, pipeline, readings
from checks.binding.context import Candidate, Context
from checks.binding.definitions import define, give
from checks.binding.equations import laid
from checks.binding.steps import closing_sums, is_sum, tabled, turned
from checks.notation.arrays import entries, is_value, name_of, shape_of
from checks.notation.formula import MASKED, Formula, parse
from checks.pieces import Grid, Span
from derive.decimals import hundredth
from derive.expression import Apply, Expression, Number, Symbol, apply, marks, rebuild
from derive.printing import show
from derive.values import Shape

_TEMPERATURE = ("t", "τ", "tau", "\\tau", "temperature", "temperatura", "température", "temperatur")
_PERCENT = re.compile(r"\b(?:in|en|as|como)\W+(?:per ?cent|percentages?|porcentajes?|tanto por ciento|%)", re.IGNORECASE)


def alone(context: Context, formula: Formula) -> None:
    """An array that stands alone on its lines."""
    context.reading.literals.update(formula.literals)
    context.rivals = ()
    if _closes(context, formula):
        return
    candidate = _candidate(context, formula, None) or _masked_scores(context, formula)
    if candidate is not None or not cited(context, formula):
        _bind(context, formula, candidate)


def _closes(context: Context, formula: Formula) -> bool:
    """Whether an array is what the name before it was left open for: `Q =`, and the rows below."""
    opened, context.opened = context.opened, None
    if opened is not None:
        laid(context, [opened, formula], ["="])
        context.announced = []
    return opened is not None


def grid(context: Context, table: Grid) -> bool:
    """A table of numbers: one array, named in its corner, or announced before it. False where its cells are text."""
    last = len(table.columns) - 1
    if last > 1 and len(table.rows) > 1 and is_sum(context, table.columns[last]) and not steps(context, table):
        return _with_sums(context, table, last)
    for n, row in enumerate(table.rows):
        if row.label:
            context.labels[context.document.text[slice(*row.label)].strip(' "“”')] = n
    for n, label in enumerate(table.columns):
        context.across[context.document.text[slice(*label)].strip(' "“”')] = n
    if steps(context, table):
        return True
    if len({len(row.cells) for row in table.rows}) != 1:
        context.unread(table.start, table.end, "ragged", widths=", ".join(str(len(r.cells)) for r in table.rows))
        return True
    rows = [[_cell(context, table, cell) for cell in row.cells] for row in table.rows]
    if _in_percent(context, table):
        rows = [[_hundredths(cell) for cell in row] for row in rows]
    if any(cell is None for row in rows for cell in row):
        return False
    if table.columns and all(is_value(c.expression) and shape_of(c.expression) for row in rows for c in row if c):
        _columns(context, table, [[c for c in row if c] for row in rows])
        return True
    if any(shape_of(c.expression) for row in rows for c in row if c):
        return False
    rows = _by_labels(context, table, rows)
    bare = not table.columns and not any(row.label for row in table.rows)
    literals = {m: lit for row in rows for cell in row if cell for m, lit in cell.literals.items()}
    lines = [tuple(c.expression for c in row if c) for row in rows]
    stacked = [e[0] if bare and len(e) == 1 else Apply("list", e) for e in lines]
    expression = Apply("list", tuple(stacked))
    context.reading.literals.update(literals)
    formula = Formula(expression, 0, 0, table.start, table.end, literals)
    if table.name is None and _closes(context, formula):
        context.last, context.table = None, None
        return True
    axes = _has_axes(context, table)
    name = _cell(context, table, table.name) if table.name and not axes else None
    candidate = _of_temperatures(context, table, shape_of(expression)) or _candidate(context, formula, name)
    candidate = candidate or _masked_scores(context, formula)
    if candidate is None and axes and not pipeline.steps(context) and "S" not in context.quantities.meaning:
        context.last, context.table = None, give(context, "A" if _are_shares(rows) else "S", formula)
        return True
    context.last, context.table = None, _bind(context, formula, candidate)
    return True


def _has_axes(context: Context, table: Grid) -> bool:
    """Whether the corner of a table says what its rows and columns are, queries and keys: `query \\ key`."""
    corner = context.document.text[slice(*table.name)].lower() if table.name else ""
    said = {context.words.inputs.get(word) for word in re.findall(r"[^\W\d_]+", corner)}
    return {"Q", "K"} <= said or re.fullmatch(r"\W*(?:from|de|q)\s*(?:\\+|/|→|->)\s*(?:to|a|k)\W*", corner) is not None


def _are_shares(rows: list[list[Formula | None]]) -> bool:
    """Whether each row of numbers sums to about 1, as weights do."""
    values = [[lit.value for cell in row if cell for lit in cell.literals.values()] for row in rows]
    return all(abs(sum(row, Fraction(0)) - 1) <= Fraction(1, 50) and min(row, default=-1) >= 0 for row in values)


def _with_sums(context: Context, table: Grid, last: int) -> bool:
    """A table whose last column holds the sums of its rows."""
    if len({len(row.cells) for row in table.rows}) != 1 or not grid(context, _some(table, list(range(last)))):
        return False
    cells = [_cell(context, table, row.cells[last]) for row in table.rows]
    found = [cell for cell in cells if cell is not None and is_value(cell.expression)]
    if len(found) != len(cells):
        return False
    literals = {m: lit for cell in found for m, lit in cell.literals.items()}
    formula = Formula(Apply("list", tuple(c.expression for c in found)), 0, 0, found[0].start, found[-1].end, literals)
    context.reading.literals.update(literals)
    if context.table is None:
        context.unread(formula.start, formula.end, "unbound")
        return True
    context.order = {mark: table.end + n for n, mark in enumerate(sorted(literals))}
    sums = apply("rowsum", context.table)
    members.values(context, sums, None, show(context.plain(sums)), formula, "=")
    context.order = {}
    return True


def steps(context: Context, table: Grid) -> bool:
    """Read a table whose columns, or rows, are steps of a calculation; False where it is none."""
    body, sums = closing_sums(context, table)
    if len({len(row.cells) for row in table.rows}) != 1:
        return False
    rows = [[_cell(context, body, cell) for cell in row.cells] for row in body.rows]
    if any(cell is None for row in rows for cell in row):
        return False
    known = [[c for c in row if c] for row in rows]
    if any(shape_of(c.expression) for row in known for c in row):
        return sums is None and bool(table.columns) and _mixed(context, table, known)
    totals = None if sums is None else [_cell(context, body, cell) for cell in sums.cells]
    if tabled(context, body, known, totals):
        return True
    other = turned(table) if sums is None else None
    return other is not None and tabled(context, other, [list(column) for column in zip(*known)])


def _mixed(context: Context, table: Grid, rows: list[list[Formula]]) -> bool:
    """A table of vectors and of numbers, `key | k | q·k | weight`: the vectors are matrices, the numbers are steps."""
    flat = [n for n in range(len(table.columns)) if not any(shape_of(row[n].expression) for row in rows)]
    if not flat or len(flat) == len(table.columns):
        return False
    vectors = [n for n in range(len(table.columns)) if n not in flat]
    if not all(is_value(row[n].expression) and shape_of(row[n].expression) for row in rows for n in vectors):
        return False
    _columns(context, _some(table, vectors), [[row[n] for n in vectors] for row in rows])
    return tabled(context, _some(table, flat), [[row[n] for n in flat] for row in rows])


def _some(table: Grid, columns: list[int]) -> Grid:
    """A table with some of its columns."""
    rows = tuple(replace(row, cells=tuple(row.cells[n] for n in columns)) for row in table.rows)
    return replace(table, columns=tuple(table.columns[n] for n in columns), rows=rows)


def _in_percent(context: Context, table: Grid) -> bool:
    """Whether a table says that its numbers are percentages: `A (%)` in its corner, "in percent" just above it."""
    text = context.document.text
    corner = text[slice(*table.name)] if table.name else ""
    above = text[max(0, table.start - 160) : table.start].rstrip().rsplit("\n", 1)[-1]
    return "%" in corner or _PERCENT.search(above) is not None


def _hundredths(cell: Formula | None) -> Formula | None:
    """A cell whose number is a percentage without its sign."""
    if cell is None or not is_value(cell.expression):
        return cell
    literals = {m: hundredth(lit) if not lit.tail else lit for m, lit in cell.literals.items()}

    def scaled(part: Expression) -> Expression | None:
        return Number(literals[part.mark].value, part.mark) if isinstance(part, Number) and part.mark in literals else None

    expression = rebuild(cell.expression, scaled)
    return replace(cell, expression=expression, literals=literals)


def _by_labels(context: Context, table: Grid, rows: list[list[Formula | None]]) -> list[list[Formula | None]]:
    """The cells in the order that numbered labels give them: a table may list q1 before q0, or keys down and queries across."""
    text = context.document.text
    downs = [_numbered(text[slice(*row.label)]) if row.label else None for row in table.rows]
    across = [_numbered(text[slice(*label)]) for label in table.columns]
    rows = [rows[n] for n in _order(downs)]
    columns = _order(across)
    rows = [[row[n] for n in columns] if len(columns) == len(row) else row for row in rows]
    prefixes = {d[0] if d else "" for d in downs}, {a[0] if a else "" for a in across}
    return [list(column) for column in zip(*rows)] if prefixes == ({"k"}, {"q"}) else rows


def _numbered(label: str) -> tuple[str, int] | None:
    """The letters and the number of a label such as q1, k_0, token 2."""
    match = re.fullmatch(r"[\W_]*([^\W\d_]*)[\s_]*(\d{1,3})[\W_]*", label)
    return (match.group(1).lower(), int(match.group(2))) if match else None


def _order(labels: list[tuple[str, int] | None]) -> list[int]:
    """The places in the order of their labels, where these number a run of entries of one kind; else as they stand."""
    known = [label for label in labels if label is not None]
    numbers = sorted(number for _, number in known)
    run = len(known) == len(labels) and len({kind for kind, _ in known}) == 1 and bool(known)
    if not run or numbers != list(range(numbers[0], numbers[0] + len(numbers))) or not known[0][0]:
        return list(range(len(labels)))
    return sorted(range(len(labels)), key=lambda n: known[n][1])


def _columns(context: Context, table: Grid, rows: list[list[Formula]]) -> None:
    """A table whose cells are vectors: each column is a matrix, named by its label, `Q` or `Vector Q`."""
    for n, label in enumerate(table.columns):
        cells = [row[n] for row in rows]
        literals = {m: lit for cell in cells for m, lit in cell.literals.items()}
        formula = Formula(Apply("list", tuple(c.expression for c in cells)), 0, 0, cells[0].start, cells[-1].end, literals)
        context.reading.literals.update(literals)
        words = context.document.text[slice(*label)].strip(" *`$").split()
        name = _name(context, table, label, words[-1]) if words else None
        candidate = (
            None if name is None else _named(context, name) or Candidate(_stacked(context, name), None, show(name.expression))
        )
        spoken = context.words.inputs.get(words[-1].lower()) if words else None
        if candidate is None and spoken is not None:
            candidate = Candidate(Symbol(context.quantities.meaning.get(spoken, spoken)), None, spoken)
        _bind(context, formula, candidate)


def _stacked(context: Context, name: Formula) -> Expression:
    """The matrix whose rows a column of vectors holds: K below `k`."""
    match name.expression:
        case Symbol("q" | "k" | "v" as row) if row.upper() not in context.quantities.meaning:
            return Symbol(row.upper())
    return name.expression


def _name(context: Context, table: Grid, label: Span, word: str) -> Formula | None:
    """The last word of a label, where it is a name: a capital, or one with a subscript."""
    start = context.document.text.rindex(word, *label)
    formula = _cell(context, table, (start, start + len(word)))
    name = formula.expression.name if formula is not None and isinstance(formula.expression, Symbol) else ""
    return formula if len(name) == 1 or "_" in name else None


def _cell(context: Context, table: Grid, span: Span) -> Formula | None:
    tokens = context.tokens(table, *span)
    formula = parse(tokens, 0, lambda token: True) if tokens else None
    return formula if formula is not None and formula.stop == len(tokens) else None


def _bind(context: Context, formula: Formula, candidate: Candidate | None) -> Expression | None:
    """Claim what an array says of a candidate; returns the quantity that it is, None where it stays unread."""
    if candidate is None and (name := _input(context, formula)) is not None:
        return give(context, name, formula)
    if candidate is None:
        rivals, context.rivals = context.rivals, ()
        for mark in marks(formula.expression):
            context.settle(mark, formula.literals[mark], "", "unread", "two_readings" if rivals else "unbound", rivals)
        return None
    head, page = candidate.head, candidate.page
    if isinstance(head, Symbol) and head.name not in context.quantities.definitions:
        if page is None:
            given = give(context, head.name, formula)
            context.announced = []
            return given
        head, page = define(context, head.name, page), None
    members.values(context, head, page, candidate.shown, formula, "=")
    context.announced = []
    return head


def _input(context: Context, formula: Formula) -> str | None:
    """The name of an array that its caption calls scores, queries, keys or values, where the page has no such thing yet."""
    text = context.document.text
    line = text.rfind("\n", 0, formula.start)
    above = [part for part in text[max(0, line - 400) : line].split("\n") if re.search(r"[^\W\d_]{3}", part)]
    names = _spoken(context, above[-1:]) or _spoken(context, above[-2:-1])
    fresh = len(shape_of(formula.expression)) == 2 and len(set(names)) == 1 and names[0] not in context.quantities.meaning
    return names[0] if fresh and not pipeline.steps(context) else None


def _spoken(context: Context, lines: list[str]) -> list[str]:
    """The names of the inputs that lines speak of; a result is none of them."""
    words = re.findall(r"[^\W\d_]+", " ".join(lines).lower())
    roles = {context.words.roles.get(w) for w in words} - {None}
    names = [context.words.inputs[w] for w in words if w in context.words.inputs]
    names += ["S" for _ in roles & {"scores", "logits"}]
    return [*names, *(str(role) for role in roles - {"scores", "logits", "scaled"})]


def _candidate(context: Context, formula: Formula, name: Formula | None) -> Candidate | None:
    """The quantity that an array is, strongest cue first: its name, what was announced, the steps of the pipeline.

    What was announced is in the order of the page, words before formulas; a step counts only where the arithmetic confirms it.
    """
    named = None if name is None else _named(context, name)
    if named is not None:
        return named
    if context.shown:
        return _output(context, formula)
    announced = readings.fitting(context, context.announced, formula)
    sure = [c for c in announced if c.sure]
    if sure and len({c.head for c in announced}) == 1:
        return sure[-1]
    found = readings.confirmed(context, announced, formula) or _step(context, formula)
    if found is not None:
        _named_by(context, found)
    if found is None and announced:
        found = next((c for c in reversed(announced) if c.sure), announced[-1])
        if not found.sure and not _is_captioned(context, found) and not readings.explains(context, found, formula):
            return None  # a word alone, and not one entry that bears it out
    return found or _new(context)


def _is_captioned(context: Context, candidate: Candidate) -> bool:
    """Whether the line just above writes one quantity and announces it with a colon: then it is that one, however wrong."""
    identity = context.quantities.identity
    meanings = {identity(readings.meant(context, c)) for c in context.announced}
    return candidate.captioned and len(meanings) == 1


def _new(context: Context) -> Candidate | None:
    """The one name of a caption that the page has not given yet, unless it is a result that the page can compute."""
    names = {
        c.shown: c for c in context.announced if isinstance(c.head, Symbol) and c.page is None and _is_new(context, c.head)
    }
    candidate = next(iter(names.values())) if len(names) == 1 else None
    result = candidate is not None and pipeline.role_of(context, candidate.shown) is not None
    return None if result and pipeline.steps(context) else candidate


def _is_new(context: Context, symbol: Symbol) -> bool:
    return symbol.name not in context.quantities.definitions and symbol.name not in context.quantities.meaning


def _output(context: Context, formula: Formula) -> Candidate | None:
    """The quantity that a program's output is: what it prints, in its order; None for another shape or no known value."""
    candidate = context.shown.pop(0)
    if readings.fitting(context, [candidate], formula):
        return candidate
    context.shown = []
    return None


def _named_by(context: Context, step: Candidate) -> None:
    """A name that was announced with a formula of no known value gets the step that its array turned out to be."""
    for candidate in context.announced:
        head = candidate.head
        if candidate.sure and isinstance(head, Symbol) and context.quantities.shape(head) is None:
            define(context, head.name.split("#")[0], step.head)


def _step(context: Context, formula: Formula) -> Candidate | None:
    """The step of the pipeline that an array is, or a row of one where a row is open."""
    collected = [] if context.rows_of is None else [Candidate(context.rows_of, None, show(context.plain(context.rows_of)))]
    found = readings.fitting(context, [*pipeline.steps(context), *collected], formula)
    return readings.of_row(context, formula) or readings.only(context, found, formula)


def in_row(context: Context, formula: Formula) -> bool:
    """A value alone in the line that opens a row; False where it was not seen which row of what it is."""
    found = readings.of_row(context, formula)
    if found is not None:
        context.reading.literals.update(formula.literals)
        members.values(context, found.head, found.page, found.shown, formula, "=")
    return found is not None


_LABEL = re.compile(r"^\s*(?:[-*+•]\s+|>\s*)*\W{0,3}([^\W\d_][^\n:=→]{0,40}?)\W{0,3}[:→]\W*$")


def labelled(context: Context, formula: Formula) -> None:
    """A vector behind a label, `Word 0 ("owl"): [1, 0]`, before any step is known: an input, named by what is quoted in it."""
    text = context.document.text
    label = _LABEL.match(text[text.rfind("\n", 0, formula.start) + 1 : formula.start])
    if label is None or pipeline.steps(context):
        return
    quoted = re.search(r"[\"“«]([^\"”»]+)[\"”»]", label.group())
    context.reading.literals.update(formula.literals)
    give(context, f'"{quoted.group(1)}"' if quoted else label.group(1).strip(), formula)


def continued(context: Context, members_after: list[Formula | None]) -> Candidate | None:
    """The quantity of a chain that begins with a sign: that of the chain before it, or what the words between announce."""
    value = readings.printed_value(members_after)
    if context.last is not None and (not context.stale or value is None):
        return context.last
    if value is None:
        return None
    row = readings.of_row(context, value)
    if row is not None:
        return row
    options = [*([context.last] if context.last else []), *context.announced]
    fitting = readings.fitting(context, options, value)
    return readings.confirmed(context, fitting, value) or _step(context, value) or (fitting[-1] if fitting else None)


def cited(context: Context, formula: Formula) -> bool:
    """An array amid prose restates what was printed in the same digits; False where that is not plain."""
    found = context.citations.cite(formula.expression, formula.literals, context.roles.row, context.section)[0]
    if _is_list(found) or not any(literal.places for literal in formula.literals.values()):
        return False
    members.values(context, found, None, show(context.plain(found)), formula, "=")
    return True


def _is_list(expression: Expression) -> bool:
    return isinstance(expression, Apply) and expression.operation == "list"


def _named(context: Context, formula: Formula) -> Candidate | None:
    name, shown = name_of(formula.expression), show(formula.expression)
    announced = [c for c in context.announced if c.sure and c.shown == shown]
    if announced:
        return announced[-1]
    if name is None or name in context.quantities.meaning:
        return Candidate(context.resolve(formula.expression), None, shown)
    role = context.roles.local(name) or context.roles.conventional(name)
    return None if role is None else Candidate(Symbol(name), role, shown)


def _of_temperatures(context: Context, table: Grid, shape: Shape) -> Candidate | None:
    """A table with a temperature before each row, `T | p1 | p2`: the softmax of the scores divided by it."""
    corner = context.document.text[slice(*table.name)].strip(" $*") if table.name else ""
    labels = [_cell(context, table, row.label) if row.label else None for row in table.rows]
    numbers = [c.expression for c in labels if c is not None and isinstance(c.expression, Number)]
    if corner.lower() not in _TEMPERATURE or len(numbers) < len(table.rows) or not all(n.value for n in numbers):
        return None
    told = [context.spoken[role] for role in ("logits", "scores") if role in context.spoken]
    options = [*told, *(c.head for c in pipeline.steps(context, "scores"))]
    scores = next((s for s in options if context.quantities.shape(s) == shape[1:]), None)
    if scores is None:
        return None
    rows = tuple(apply("softmax", apply("divide", scores, Number(n.value))) for n in numbers)
    return Candidate(Apply("list", rows), None, f"softmax({show(context.plain(scores))} / {corner})")


def _masked_scores(context: Context, formula: Formula) -> Candidate | None:
    """The scores, for a table in which a mask hides entries and that nothing else tells, if an entry bears it out."""
    shape = shape_of(formula.expression)
    if len(shape) != 2 or all(entry != MASKED for _, entry in entries(formula.expression)):
        return None
    scores = context.roles.scores()
    if scores is None or context.quantities.shape(scores) != shape:
        return None
    candidate = Candidate(scores, None, show(context.plain(scores)))
    return candidate if readings.explains(context, candidate, formula) else None
