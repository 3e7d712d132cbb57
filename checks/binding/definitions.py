"""Names and their meanings: which quantity the head of a chain is, and what first equations, givens and redefinitions say."""

import re
from dataclasses import replace
from functools import reduce

from checks.binding import pipeline, readings
from checks.binding.context import Candidate, Context
from checks.binding.defaults import complete, default_sizes
from checks.binding.elements import places_within
from checks.binding.scopes import start_over
from checks.claims import Claim
from checks.limits import MAX_SIZE
from checks.notation.arrays import fits, is_constant_array, is_value, name_of, shape_of
from checks.notation.formula import MAKERS, Formula
from derive.exact import ends
from derive.expression import Apply, Expression, Number, Symbol, apply, index, integer, marks, rebuild, symbols
from derive.printing import show

_MADE = re.compile(rf"(?:\w+\.)?(?:{'|'.join(MAKERS)})\(")
_EXAMPLE = re.compile(
    r"\b(?:with|for|let|take|suppose|say|if|e\.g\.|con|para|sea|si|tomemos|por ejemplo),?[\s$`*(\\]*$", re.IGNORECASE
)
_LETTER = re.compile(r"[^\W\d_](?:_\w{1,4}|\d{1,2})?")
_ONES_ON_DIAGONAL = re.compile(r"(?:I|𝐈|𝕀|Id)(?:_(?:\{)?(?P<n>\d{1,2})(?:\})?)?")
_AS_WRITTEN = ("add", "subtract", "multiply", "times", "negative")


def head(context: Context, members: list[Formula | None]) -> tuple[Expression, int]:
    """The quantity that a chain speaks of, and how many of the members after it were used to define it.

    -1 where the first member is itself to be laid against the quantity.
    """
    first, following = members[0], members[1] if len(members) > 1 else None
    assert first is not None
    name = name_of(first.expression)
    if name is None and following is not None and _is_unknown_product(context, first, following):
        return context.cited(following), 1
    if name is None or following is None:
        name_locals(context, first)
        value = readings.printed_value(members[1:]) if name is None and context.opens_row else None
        calculated = bool(marks(first.expression))
        row = None if value is None or not shape_of(value.expression) else readings.of_row(context, value, calculated)
        return (row.head, -1) if row else (_written(context, first), 0)
    if name in context.quantities.meaning:
        of_row = _of_open_row(context, name, following)
        if of_row is not None:
            return of_row, 0
        return _again(context, name, first, following)
    if name in symbols(following.expression):
        return first.expression, 0  # a name said to be itself, dQ = dL/dQ, defines nothing
    known = context.resolve(first.expression)
    if not any(s not in context.quantities.definitions for s in symbols(known)):
        return known, 0
    local = _sum_of_powers(context, name, members) or context.roles.local(name)
    if local is not None and _own_equation(context, following):
        context.roles.release(name)
        return _introduce(context, name, first, members)
    another = local is not None and _gives_another(context, local, following)
    if another or (context.roles.row is None and symbols(following.expression)):
        context.roles.release(name)
    if local is not None and not another and _can_be(context, local, members):
        return define(context, name, local), 0
    step = _entry_of_row(context, name, members) or _step(context, name, members)
    return (step, 0) if step is not None else _introduce(context, name, first, members)


def _is_unknown_product(context: Context, first: Formula, following: Formula) -> bool:
    """Whether a chain begins with a product of names that the page never gives, written out in numbers: `q·k = 1·2 + 3·1`."""
    match first.expression:
        case Apply("times" | "matmul", (Symbol(), Symbol())):
            names = symbols(context.resolve(first.expression))
            unknown = not any(context.quantities.shape(Symbol(n)) is not None for n in names)
            return unknown and bool(marks(following.expression)) and not symbols(following.expression)
    return False


def _own_equation(context: Context, following: Formula) -> bool:
    """Whether a formula defines its head from the page's own names, so that the usual meaning of the word gives way.

    In a row that is open, the words of the row (`exp / sum`, `logits - 0.038`) are no such names.
    """
    names = symbols(following.expression) - {"-inf"}
    own = [n for n in names if context.roles.row is None or n.lower() not in context.words.roles]
    return bool(own) and names <= set(context.quantities.meaning)


def _sum_of_powers(context: Context, name: str, members: list[Formula | None]) -> Expression | None:
    """A sum, printed as a number alone, of the exponentials printed one by one just before."""
    following = members[1]
    alone = following is not None and is_value(following.expression)
    if alone and "exp" in context.spoken and context.words.roles.get(name.lower()) == "sum":
        return apply("total", context.spoken["exp"])
    if not alone or context.summed or len(context.powers) < 2 or context.words.roles.get(name.lower()) != "sum":
        return None
    context.summed = True
    return reduce(lambda a, b: apply("add", a, b), context.powers)


def _entry_of_row(context: Context, name: str, members: list[Formula | None]) -> Expression | None:
    """An entry of the scores in the row that is open, printed again under a name of its own: x_1 = 0.7071."""
    split, value = context.elements.parted(name), readings.printed_value(members[1:])
    row = context.roles.row_of_scores() if context.roles.row is not None else None
    if split is None or row is None or value is None or not places_within(split[1], context.quantities.shape(row)):
        return None
    entry = index(row, *split[1])
    printed = context.reading.printings.get(context.quantities.identity(entry), [])
    latest = context.reading.claims[printed[-1]].literal if printed else None
    literal = next(iter(value.literals.values()), None)
    same = latest is not None and literal is not None and latest.value == literal.value
    if same:
        context.roles.seen[name] = name
    return define(context, name, entry) if same else None


def _step(context: Context, name: str, members: list[Formula | None]) -> Expression | None:
    """A name that the page never defines, as a step of the pipeline or a part of one: S0, α_{11}, A, "weights"."""
    value = readings.printed_value(members[1:])
    if value is None or _is_input(context, members):
        return None
    base, places = _parted(context, name, members[0])
    role = pipeline.role_of(context, base)
    if role is None or base in context.quantities.meaning:
        return None
    matrices = [c for c in pipeline.steps(context, role) if places_within(places, context.quantities.shape(c.head))]
    parts = [replace(c, head=index(c.head, *places), shown=name) for c in matrices]
    fitting = readings.fitting(context, parts, value)
    chosen = _written_out(context, fitting, members) or readings.confirmed(context, fitting, value)
    if chosen is None and len(fitting) == 1 and role != "scores":
        chosen = fitting[0]
    if chosen is None:
        return None
    matrix = define(context, base, matrices[parts.index(chosen)].head)
    return index(matrix, *places)


def _written_out(context: Context, candidates: list[Candidate], members: list[Formula | None]) -> Candidate | None:
    """The candidate that a calculation in the chain gives exactly: `scores[0][0] = [1, 0] · [1, 1] = …`."""
    written = [m.expression for m in members[1:] if m is not None and not is_value(m.expression)]
    exact = [e for e in written if marks(e) and not symbols(e)]
    return next((c for e in exact[:1] for c in candidates if context.quantities.equal(c.head, e)), None)


def _parted(context: Context, name: str, first: Formula | None) -> tuple[str, tuple[int, ...]]:
    """The base and the places of an entry's name: α_{11}, scores[0][1]; any other name is its own base."""
    match first.expression if first is not None else None:
        case Apply("index", (Symbol(base), *places)) if all(isinstance(p, Number) for p in places):
            return base, tuple(int(p.value) for p in places if isinstance(p, Number))
    return context.elements.parted(name) or (name, ())


def _is_input(context: Context, members: list[Formula | None]) -> bool:
    """Whether a chain defines its head by a formula of known quantities."""
    following = members[1]
    return following is not None and bool(symbols(following.expression) - {"-inf"})


def name_locals(context: Context, first: Formula) -> None:
    """Give the words of the pipeline their meaning where a head is written with them: `logits - max`."""
    unknown = [s for s in symbols(first.expression) if s not in context.quantities.meaning]
    meanings = {name: context.roles.local(name) for name in sorted(unknown)}
    for name in sorted(unknown, key=lambda n: context.words.roles.get(n.lower()) == "max"):
        meaning = context.roles.local(name) if meanings[name] is not None else None
        if meaning is not None:
            define(context, name, meaning)
    written = context.resolve(first.expression)
    shifted = context.roles.local("shifted")
    if meanings and shifted is not None and context.quantities.identity(shifted) == context.quantities.identity(written):
        define(context, "shifted", written)


def _written(context: Context, first: Formula) -> Expression:
    """A head written out: sums and products in digits stand as written, everything else with what it cites."""
    expression = first.expression
    as_written = isinstance(expression, Apply) and expression.operation in _AS_WRITTEN and not symbols(expression)
    if as_written and context.quantities.shape(expression) == ():
        return _counted(context, context.resolve(expression))
    return _counted(context, context.cited(first))


def _counted(context: Context, written: Expression) -> Expression:
    """Numerals that are themselves results of the chain before stand for what they claim to be: `= 32 ops per row × 4`."""
    reading = context.reading

    def result(part: Expression) -> Expression | None:
        if isinstance(part, Number) and part.mark in reading.by_mark:
            claim = reading.claims[reading.by_mark[part.mark]]
            return claim.truth if not claim.place else None
        return None

    return rebuild(written, result) if marks(written) else written


def _can_be(context: Context, quantity: Expression, members: list[Formula | None]) -> bool:
    """Whether the values printed in a chain have the shape of a quantity."""
    shapes = [shape_of(m.expression) for m in members[1:] if m is not None and is_value(m.expression)]
    return all(fits(s, context.quantities.shape(quantity)) for s in shapes)


def _of_open_row(context: Context, name: str, following: Formula) -> Expression | None:
    """What the name of a whole matrix stands for in an open row, where one row of numbers follows it."""
    if context.roles.row is None or name in context.roles.seen.values() or len(shape_of(following.expression)) != 1:
        return None
    if not is_value(following.expression) or len(context.quantities.shape(Symbol(context.quantities.meaning[name])) or ()) != 2:
        return None
    local = context.roles.local(name)
    context.roles.release(name)
    return local


def _gives_another(context: Context, quantity: Expression, following: Formula) -> bool:
    """Whether a word of the pipeline is first used by defining it as something else; in a row, as a whole matrix."""
    if not symbols(following.expression):
        return False
    other = context.resolve(following.expression)
    if context.roles.row is not None:
        return len(context.quantities.shape(other) or ()) > len(context.quantities.shape(quantity) or ())
    return context.quantities.equal(quantity, other) is False


def _again(context: Context, name: str, first: Formula, following: Formula) -> tuple[Expression, int]:
    """A name that has a meaning: its quantity, or a new one where the document plainly gives another."""
    quantities = context.quantities
    old, new = context.resolve(first.expression), context.resolve(following.expression)
    if is_value(following.expression):
        if quantities.meaning[name] in quantities.givens and _is_new_given(context, name, old, new):
            known = _restated(context, name, following)
            return (known, 0) if known is not None else (give(context, name, following), 1)
        if quantities.shape(old) is None and shape_of(following.expression) and _is_instance(context, name, first):
            context.quantities.supply(name, context.resolve(following.expression))
            for mark in marks(following.expression):
                context.settle(mark, following.literals[mark], name, "given")
            return old, 1
        if _is_made(context, following) and not _is_alike(context, old, new):
            return give(context, name, following), 1
        return old, 0
    cited, _ = context.citing(following)
    if quantities.meaning[name] in symbols(cited) and quantities.equal(old, cited) is False:
        return _definition(context, name, first, following), 1  # a step on: l = 1.368 · e^-1 + 1, where l was 1.368
    itself = quantities.meaning[name] in symbols(new)
    if (marks(following.expression) and not itself) or not symbols(new) or isinstance(first.expression, Apply):
        return old, 0
    equal = quantities.equal(old, new)
    if equal is False or (equal is None and itself):
        for own in reversed(quantities.definitions):
            if own.split("#")[0] == name and quantities.equal(Symbol(own), new):
                return Symbol(own), 0
        return _definition(context, name, first, following), 1
    return old, 0


def _is_instance(context: Context, name: str, first: Formula) -> bool:
    """Whether numbers are an example for a name that is a formula of what has none: p = softmax(z), then "with p = (0.2, 0.8)".

    Without such a word they may be rounded results of what was not read, and nothing exact follows from them.
    """
    if context.lost or not _EXAMPLE.search(context.document.text, max(0, first.start - 40), first.start):
        return False
    definition = context.quantities.definitions[context.quantities.meaning[name]]
    complete(context, definition)
    free = [n for n in symbols(definition) if "#" not in n]
    return bool(free) and context.quantities.shape(definition) is None


def _is_made(context: Context, following: Formula) -> bool:
    """Whether a program makes an array here: np.array([[…]])."""
    return _MADE.match(context.document.text, following.start, following.end) is not None


def _is_alike(context: Context, old: Expression, new: Expression) -> bool:
    """Whether most entries of an array are those of a quantity, to a thousandth, and none stands at its minus infinities."""
    quantities = context.quantities
    if quantities.shape(old) != quantities.shape(new):
        return False
    near = 0
    for x, y in zip(quantities.truth(old).items, quantities.truth(new).items):
        if repr(x) == "-inf" and repr(y) != "-inf":
            return False
        near += x is y or abs(float(ends(x)[0] - ends(y)[0])) < 1e-3 * max(1.0, abs(float(ends(y)[0])))
    return 2 * near > len(quantities.truth(old).items)


def _is_new_given(context: Context, name: str, old: Expression, new: Expression) -> bool:
    """Whether other numbers for a given start a new quantity: another shape, a new section, or all of them other."""
    quantities = context.quantities
    before, after = quantities.shape(old), quantities.shape(new)
    if before != after or before == ():
        return before != after or quantities.equal(old, new) is not True
    if quantities.equal(old, new):
        return False
    x, y = quantities.truth(old).items, quantities.truth(new).items
    same = sum(1 for a, b in zip(x, y) if a is b or a == b)
    return same * 2 < len(x) or context.defined_in.get(name) != context.section


def _introduce(context: Context, name: str, first: Formula, members: list[Formula | None]) -> tuple[Expression, int]:
    """A name that has no meaning yet: given by numbers, or defined by the formula that follows. Q = K = V = X names three."""
    following = members[1]
    assert following is not None
    names, used = [name], 1
    while isinstance(following.expression, Symbol) and following.expression.name not in context.quantities.meaning:
        after = members[used + 1] if used + 1 < len(members) else None
        if after is None:
            break
        names.append(following.expression.name)
        following, used = after, used + 1
    following = _identity(context, name, following)
    if is_value(following.expression) or is_constant_array(following.expression):
        known = _restated(context, name, following)
        if known is not None:
            return known, used if not is_value(following.expression) else used - 1
        out = give(context, name, following)
        for other in names[1:]:
            context.quantities.define(other, context.quantities.definitions[out.name], given=True)
        return out, used
    found = _from_members(context, name, first, members)
    for other in filter(_LETTER.fullmatch, names[1:]):
        define(context, other, found[0])
    return found


def _identity(context: Context, name: str, following: Formula) -> Formula:
    """`W_Q = I`: the matrix with ones on its diagonal, as wide as what it stands behind, or as its subscript says."""
    match following.expression:
        case Symbol(text) if (said := _ONES_ON_DIAGONAL.fullmatch(text)) and name not in ("X", "Q", "K", "V"):
            shape = context.quantities.shape(Symbol(context.quantities.meaning.get("X", "X")))
            size = int(said["n"]) if said["n"] else shape[1] if shape and len(shape) == 2 and name.startswith("W") else 0
            if 0 < size <= MAX_SIZE:
                rows = (Apply("list", tuple(integer(int(i == j)) for j in range(size))) for i in range(size))
                return replace(following, expression=Apply("list", tuple(rows)))
    return following


def _restated(context: Context, name: str, following: Formula) -> Expression | None:
    """A name for an array that was printed before: `q3 = [0.707, 0, 0.707]`, a row of the scores; or calculated from one."""
    cited, _ = context.citing(following)
    decimal = any(literal.places for literal in following.literals.values())
    kept = is_value(following.expression) and isinstance(cited, Apply) and cited.operation == "list"
    if not decimal or kept or symbols(cited) <= context.quantities.givens:
        return None
    context.cited(following)
    return define(context, name, cited)


def _from_members(context: Context, name: str, first: Formula, members: list[Formula | None]) -> tuple[Expression, int]:
    """A name defined by the first member of its chain that has a value; by its first member where none has.

    A value printed for what the page gives no means to compute is an input: `Query("dug") = "dug" × W_Q → [0.3, 0.6]`.
    """
    for used, member in enumerate(members[1:], 1):
        if member is None:
            continue
        if is_value(member.expression):
            if any(m is not None and _has_operands(context, m) for m in members[1:used]):
                complete(context, context.resolve(members[1].expression) if members[1] is not None else Symbol(name))
                break
            return give(context, name, member), used
        if context.quantities.shape(context.resolve(member.expression)) is not None:
            return _definition(context, name, first, member), used
    return _definition(context, name, first, members[1]), 1


def _has_operands(context: Context, member: Formula) -> bool:
    """Whether a formula computes with what the page has named, so that its result is no input.

    A matrix that the page never shows (`x W_Q`, the weights left closed) makes the result an input after all.
    """
    names = symbols(member.expression)
    known = set(context.quantities.meaning)
    usual = {n for n in names - known if context.roles.conventional(n) is not None}
    closed = [n for n in names - known - usual if n[:1].isupper() and n not in ("T", "N", "L")]
    return bool(names & (known | usual)) and not closed


def give(context: Context, name: str, following: Formula) -> Symbol:
    """A name given by the numbers that follow it."""
    start_over(context, name)
    context.defined_in[name] = context.section
    context.lost.discard(name)
    for mark in marks(following.expression):
        context.settle(mark, following.literals[mark], name, "given")
    symbol = context.quantities.define(name, context.resolve(following.expression), given=True)
    context.citations.remember_array(following.expression, following.literals, symbol, context.section)
    _hold_against_declared(context, name, following)
    role = _called(context, following.start, name)
    if role and len(context.quantities.shape(symbol) or ()) == 1:
        context.spoken[role] = symbol
    return symbol


def _called(context: Context, start: int, name: str) -> str:
    """The word for scores that stands right before a name: "the logits z = [2, 1]"; "" for none."""
    before = context.document.text[max(0, start - 60) : start]
    match = re.search(rf"([^\W\d_]+):?[\s*$`\\(]{{1,4}}{re.escape(name)}[\s*$`]{{0,3}}(?:=|:=)[\s$`]*$", before)
    role = context.words.roles.get(match.group(1).lower(), "") if match else ""
    return role if role in ("scores", "logits") else ""


def _hold_against_declared(context: Context, name: str, following: Formula) -> None:
    """The sizes that front matter declares for a given: new names among them get their numbers, and others must agree."""
    declared, shape = dict(context.document.shapes).get(name), shape_of(following.expression)
    if declared is None:
        return
    quantities = context.quantities
    sizes = [_size(context, axis) for axis in declared]
    for axis, size, found in zip(declared, sizes, shape):
        if size is None and len(declared) == len(shape):
            quantities.define(axis, integer(found), given=True)
    if len(declared) != len(shape) or any(size not in (None, found) for size, found in zip(sizes, shape)):
        details = (("printed", str(shape)), ("shape", f"({', '.join(declared)})"))
        about = f"{name}: {' × '.join(declared)}"
        context.add(Claim(following.start, following.end, "shape", about, settled="wrong", reason="shapes", details=details))


def _size(context: Context, axis: str) -> int | None:
    """The number that a declared size is; None for a name that has none yet."""
    if axis.isdigit():
        return int(axis)
    own = context.quantities.meaning.get(axis)
    value = None if own is None else context.quantities.rational(Symbol(own))
    return int(value) if value is not None and value.denominator == 1 else None


def _definition(context: Context, name: str, first: Formula, following: Formula | None) -> Expression:
    """A name defined by the formula that follows it, which is no claim then."""
    assert following is not None
    expression = context.cited(following)
    if symbols(following.expression):
        context.reading.constants.update(marks(expression))
    if not marks(following.expression) or symbols(following.expression):
        about = f"{name} = {show(following.expression)}"
        context.add(Claim(first.start, following.end, "formula", about, settled="given", reason="definition"))
        symbol = define(context, name, expression)
        context.defining[symbol.name] = (first.start, following.end)
        return symbol
    return define(context, name, expression)


def define(context: Context, name: str, expression: Expression) -> Symbol:
    """Give a name the meaning of an expression."""
    context.defined_in[name] = context.section
    before = context.quantities.meaning.get(name)
    known = before is not None and context.quantities.shape(Symbol(before)) is not None
    default_sizes(context, expression)
    symbol = context.quantities.define(name, context.resolve(expression))
    changed = known and context.quantities.shape(symbol) is None
    (context.lost.add if changed else context.lost.discard)(name)
    return symbol
