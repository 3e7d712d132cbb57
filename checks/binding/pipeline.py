"""The usual steps of attention as quantities, for arrays and names that the page explains by their place alone.

Q K^T → divided by √d_k → masked → softmax → times V. A step is only a candidate: shape and arithmetic choose.
"""

import re
from itertools import islice

from checks.binding.context import Candidate, Context
from checks.binding.roles import OUTPUTS, SCORES, WEIGHTS
from derive.expression import Apply, Expression, Symbol, apply, integer
from derive.printing import show

MAX_STACKED = 64
MAX_NAMES = 200
_LETTERS = {
    "S": "scores",
    "s": "scores",
    "α": "weights",
    "a": "weights",
    "p": "weights",
    "o": "output",
    "z": "output",
    "y": "output",
}
_GROUPS = {"logits": "scores", "scaled": "scores", "masked": "scores", "softmax": "weights"}


def role_of(context: Context, name: str) -> str | None:
    """The step that a name names: by its words, else by its letter."""
    known = (context.words.roles.get(part.lower()) for part in reversed(re.split(r"[_ ,(){}\"\d]+", name)) if part)
    spoken = next((role for role in known if role), None)
    for names, role in ((SCORES, "scores"), (WEIGHTS, "weights"), (OUTPUTS, "output")):
        spoken = spoken or (role if name in names else None)
    return spoken or _LETTERS.get(name)


def steps(context: Context, role: str | None = None) -> list[Candidate]:
    """The steps that a role may mean, or all of them, in their order; each quantity once.

    None where program text changed a quantity by something that was not read: no step is the usual one then.
    """
    if context.lost:
        return []
    scores = _scores(context)
    made: list[tuple[str, Expression]] = [("scores", s) for s in scores]
    weights = [w for w in (_first(context, WEIGHTS),) if w is not None]
    masked = context.roles.masked  # once a mask was shown, it is what the weights come from
    weights += [apply("softmax", s) for s in ([masked] if masked is not None and masked in scores else reversed(scores))]
    values = _matrix(context, "V")
    made += [("weights", w) for w in weights]
    made += [("output", apply("matmul", w, values)) for w in weights if values is not None]
    wanted = _GROUPS.get(role or "", role)
    out: dict[Expression, Candidate] = {}
    for name, quantity in made:
        if wanted in (None, name) and context.quantities.shape(quantity):
            shown = show(context.plain(quantity))
            out.setdefault(context.quantities.identity(quantity), Candidate(quantity, None, shown))
    return list(out.values())


def rows(candidates: list[Candidate], row: int) -> list[Candidate]:
    """One row of each candidate that has it."""
    return [Candidate(Apply("index", (c.head, integer(row))), c.page, f"{c.shown}[{row}]", c.sure) for c in candidates]


def _scores(context: Context) -> list[Expression]:
    """Raw scores, the scores the page names or has printed last, all scaled, and those masked."""
    named = _first(context, SCORES) or _called(context, ("scores", "logits"))
    raw = [r for r in (_raw(context), named, context.roles.unweighted) if r is not None]
    size = _width(context)
    scaled = [] if size is None else [apply("divide", s, apply("sqrt", size)) for s in raw[:1]]
    masked = [] if context.roles.masked is None else [context.roles.masked]
    found = [s for s in (*raw, *scaled, *masked) if context.quantities.shape(s)]
    return found or _one_by_one(context)


def _one_by_one(context: Context) -> list[Expression]:
    """The scores of a page that shows them one by one, or only the exponential of each: e^1 = 2.718, e^2 = 7.389."""
    powers = [p.arguments[0] for p in dict.fromkeys(context.powers) if isinstance(p, Apply)]
    if len(powers) > 1 and len(powers) == len(context.powers):
        return [Apply("list", tuple(powers))]
    return [Apply("list", tuple(context.dots))] if len(context.dots) > 1 else []


def _raw(context: Context) -> Expression | None:
    queries, keys = _matrix(context, "Q") or _lone(context, "q"), _matrix(context, "K")
    if queries is not None and keys is not None and len(context.quantities.shape(queries) or ()) == 1:
        return apply("matmul", keys, queries)
    return None if queries is None or keys is None else apply("times", queries, apply("transpose", keys))


def values_of(context: Context) -> Expression | None:
    """V, or the rows v1, v2 stacked."""
    return _matrix(context, "V")


def _lone(context: Context, name: str) -> Expression | None:
    """A vector by its name: the one query of a page."""
    own = context.quantities.meaning.get(name)
    return Symbol(own) if own and len(context.quantities.shape(Symbol(own)) or ()) == 1 else None


def _matrix(context: Context, name: str) -> Expression | None:
    """A matrix by its name, or stacked from its rows where the page gives those one by one: k1, k2, k3."""
    meaning = context.quantities.meaning
    if name in meaning:
        return Symbol(meaning[name])
    for base in (name.lower(), name.lower() + "_"):
        first = 0 if f"{base}0" in meaning else 1
        found: list[Symbol] = []
        while f"{base}{first + len(found)}" in meaning and len(found) < MAX_STACKED:
            found.append(Symbol(meaning[f"{base}{first + len(found)}"]))
        shapes = {context.quantities.shape(row) for row in found}
        if len(shapes) == 1 and len(shapes.pop() or ()) == 1:
            return Apply("list", tuple(found))
    return None


def _width(context: Context) -> Expression | None:
    """d_k: the width of the keys, or what the page gives where it shows no keys."""
    keys, given = _matrix(context, "K"), context.quantities.meaning.get("d_k")
    shape = None if keys is None else context.quantities.shape(keys)
    size = None if given is None else context.quantities.rational(Symbol(given))
    if shape and size != shape[-1]:
        return integer(shape[-1])
    return None if given is None else Symbol(given)


def _called(context: Context, roles: tuple[str, ...]) -> Expression | None:
    """The last quantity of the page that a word for one of these steps names, or the letter s: `Puntuaciones`."""
    latest = islice(reversed(context.quantities.meaning), MAX_NAMES)
    names = (n for n in latest if n == "s" or context.words.roles.get(n.lower()) in roles)
    return next((Symbol(context.quantities.meaning[n]) for n in names), None)


def _first(context: Context, names: tuple[str, ...]) -> Expression | None:
    return next((Symbol(context.quantities.meaning[n]) for n in names if n in context.quantities.meaning), None)
