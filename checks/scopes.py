"""Scopes: an input given again under another heading starts an example, and what came from the old one is forgotten."""

from checks.context import Context
from derive.expression import symbols


def start_over(context: Context, name: str) -> None:
    """Forget every name whose quantity depends on the present one of `name`, and the state of the pipeline with it."""
    quantities = context.quantities
    old = quantities.meaning.get(name)
    same_section = context.defined_in.get(name) == context.section
    if old is None or same_section or not quantities.shape(quantities.definitions[old]):
        return
    stale = {old}
    for own, definition in quantities.definitions.items():  # in the order of definition, so that one pass is enough
        if symbols(definition) & stale:
            stale.add(own)
    for other, own in list(quantities.meaning.items()):
        if own in stale or context.defaulted.get(other) == old:
            del quantities.meaning[other]
    context.roles.restart()
    context.announced, context.last, context.table, context.rows_of = [], None, None, None
