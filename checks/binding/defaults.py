"""The field's usual meanings for names that a page uses and never defines: d_k the width of K, A the weights, Y the output."""

from checks.binding.context import Context
from derive.expression import Expression, Symbol, integer, symbols

_SIZES = (("d_k", "K", -1), ("d_v", "V", -1), ("T", "Q", 0))


def default_sizes(context: Context, expression: Expression) -> None:
    """d_k where the document never gives it: the width of its keys."""
    quantities = context.quantities
    for size, owner, axis in _SIZES:
        if size in symbols(expression) and size not in quantities.meaning and owner in quantities.meaning:
            shape = quantities.shape(Symbol(quantities.meaning[owner]))
            if shape:
                context.defaulted[size] = quantities.meaning[owner]
                quantities.define(size, integer(shape[axis]), given=True)


def complete(context: Context, expression: Expression) -> None:
    """Names that a quantity needs and the page never defines get the field's usual meaning: A the weights, d_k a width."""
    quantities, seen = context.quantities, {expression}
    waiting = [expression]
    while waiting:
        part = waiting.pop()
        default_sizes(context, part)
        for name in sorted(symbols(part)):
            usual = None if "#" in name or name in quantities.meaning else context.roles.conventional(name)
            if usual is not None:
                quantities.define(name, context.resolve(usual))
            definition = quantities.definitions.get(quantities.meaning.get(name, name))
            if definition is not None and definition not in seen:
                seen.add(definition)
                waiting.append(definition)
