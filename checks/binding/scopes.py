"""Scopes: how long a name keeps its quantity.

An input given again under another heading starts an example, and what came from the old one is forgotten. A name that
program text changes by something that is not read loses its quantity.
"""

import re

from checks.binding.context import Context
from checks.notation.chains import Chain, Scanner
from checks.pieces import Line, Span
from derive.expression import Symbol, symbols

_CALL = r"(?:\b(?:np|numpy|jnp|torch|F|tf|math|scipy)\.|\w\.)[a-z_]\w*\("
_TARGET = r"\s*(?P<name>[^\W\d]\w*)"
_INDEX = r"\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\]"
_STATEMENTS = tuple(
    re.compile(pattern, re.DOTALL)
    for pattern in (
        rf"{_TARGET}\s*(?:{_INDEX}\s*)?(?:[-+*/@%&|]|//|\*\*)=(?!=)",  # S /= 2
        rf"{_TARGET}\s*(?:{_INDEX}\s*)?=(?!=)[^#]*?{_CALL}",  # S = np.where(mask, S, -np.inf)
        rf"{_TARGET}\s*=\s*[a-z_]\w+\([^#]*\)\s*(?:#[^\n]*)?$",  # S = masked(S)
        rf"{_TARGET}\s*(?=[^=\n]*[a-z:<>~]){_INDEX}\s*=(?!=)",  # S[mask] = -np.inf
        rf"{_TARGET}\s*{_INDEX}\s*=\s*-?\s*(?:np|torch|math|float)\b",  # S[0, 1] = -np.inf
        rf"\s*(?:np|torch)\.(?:fill_diagonal|putmask|copyto|put|place)\({_TARGET}",
        rf"{_TARGET}\.(?:fill|sort|masked_fill_|clip_|div_|mul_|add_|sub_|fill_|fill_diagonal_)\(",
    )
)


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


def lose(context: Context, line: Line, scanner: Scanner) -> Span | None:
    """The statement of a code line that changes a name by what is not read to its end; the name loses its quantity."""
    text = context.document.text[line.start : line.end]
    match = next((m for m in (s.match(text) for s in _STATEMENTS) if m), None) if line.code else None
    if match is None:
        return None
    end = line.start + len(re.sub(r"[\s;]*(?:#[^\n]*)?$", "", text))
    start = line.start + match.start("name")
    whole = "=" in text and not re.search(r"\]\s*=|[%&|]=|//=|\*\*=", match.group())
    if whole and any(c.start <= start and c.end >= end and not c.broken and not _calls(context, c) for c in scanner.chains()):
        return None
    context.quantities.define(match["name"], Symbol(f"{match['name']}?"))
    context.lost.add(match["name"])
    return line.start, end


def _calls(context: Context, chain: Chain) -> bool:
    """Whether a chain calls a function of the program's own, which nothing is known of."""
    names = {name for member in chain.members if member is not None for name in symbols(member.expression)}
    return any("(" in name and name not in context.quantities.meaning for name in names)
