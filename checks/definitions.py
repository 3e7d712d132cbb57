"""Names and their meanings: which quantity the head of a chain is, and what first equations, givens and redefinitions say."""

from checks.arrays import is_constant_array, is_value, name_of
from checks.claims import Claim
from checks.context import Context
from checks.formula import Formula
from derive.expression import Apply, Expression, Number, Symbol, integer, marks, rebuild, symbols
from derive.printing import show

_SIZES = (("d_k", "K", -1), ("d_v", "V", -1), ("T", "Q", 0))


def head(context: Context, members: list[Formula | None]) -> tuple[Expression, int]:
    """The quantity that a chain speaks of, and how many of the members after it were used to define it."""
    first, following = members[0], members[1] if len(members) > 1 else None
    assert first is not None
    quantities = context.quantities
    name = name_of(first.expression)
    if name is None or following is None:
        return _cited(context, quantities.resolve(first.expression)), 0
    if name in quantities.meaning:
        return _again(context, name, first, following)
    if symbols(first.expression) <= set(quantities.meaning):
        return quantities.resolve(first.expression), 0
    local = context.roles.local(name)
    if local is not None:
        return define(context, name, local), 0
    return _introduce(context, name, first, members)


def _cited(context: Context, written: Expression) -> Expression:
    """A head written in digits: a numeral that is itself a claim stands for what it claims to be."""
    reading = context.reading

    def cite(part: Expression) -> Expression | None:
        if isinstance(part, Number) and part.mark in reading.by_mark:
            claim = reading.claims[reading.by_mark[part.mark]]
            if claim.truth is not None and not claim.place:
                return claim.truth
        return None

    return rebuild(written, cite) if marks(written) else written


def _again(context: Context, name: str, first: Formula, following: Formula) -> tuple[Expression, int]:
    """A name that has a meaning: its quantity, or a new one where the document plainly gives another."""
    quantities = context.quantities
    old, new = quantities.resolve(first.expression), quantities.resolve(following.expression)
    if is_value(following.expression):
        if quantities.meaning[name] in quantities.givens and _is_new_given(context, name, old, new):
            return give(context, name, following), 1
        return old, 0
    if marks(following.expression) or not symbols(new) or isinstance(first.expression, Apply):
        return old, 0
    if quantities.meaning[name] not in symbols(new) and quantities.equal(old, new) is False:
        for own in reversed(quantities.definitions):
            if own.split("#")[0] == name and quantities.equal(Symbol(own), new):
                return Symbol(own), 0
        return _definition(context, name, first, following), 1
    return old, 0


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
    if is_value(following.expression) or is_constant_array(following.expression):
        out = give(context, name, following)
        for other in names[1:]:
            context.quantities.define(other, context.quantities.definitions[out.name], given=True)
        return out, used
    return _definition(context, name, first, members[1]), 1


def give(context: Context, name: str, following: Formula) -> Symbol:
    """A name given by the numbers that follow it."""
    context.defined_in[name] = context.section
    for mark in marks(following.expression):
        context.settle(mark, following.literals[mark], name, "given")
    return context.quantities.define(name, context.quantities.resolve(following.expression), given=True)


def _definition(context: Context, name: str, first: Formula, following: Formula | None) -> Expression:
    """A name defined by the formula that follows it, which is no claim then."""
    assert following is not None
    expression = context.quantities.resolve(following.expression)
    if not marks(following.expression) or symbols(expression):
        about = f"{name} = {show(following.expression)}"
        context.add(Claim(first.start, following.end, "formula", about, settled="given", reason="definition"))
    return define(context, name, expression)


def define(context: Context, name: str, expression: Expression) -> Symbol:
    """Give a name the meaning of an expression."""
    context.defined_in[name] = context.section
    default_sizes(context, expression)
    return context.quantities.define(name, context.quantities.resolve(expression))


def default_sizes(context: Context, expression: Expression) -> None:
    """d_k where the document never gives it: the width of its keys."""
    quantities = context.quantities
    for size, owner, axis in _SIZES:
        if size in symbols(expression) and size not in quantities.meaning and owner in quantities.meaning:
            shape = quantities.shape(Symbol(quantities.meaning[owner]))
            if shape:
                quantities.define(size, integer(shape[axis]), given=True)
