"""The usual steps of attention as quantities, for arrays and names that the page explains by their place alone.

Q K^T → divided by √d_k → masked → softmax → times V. A step is only a candidate: shape and arithmetic choose.
"""

import re

from checks.context import Candidate, Context
from checks.roles import OUTPUTS, SCORES, WEIGHTS
from derive.expression import Apply, Expression, Symbol, apply, integer
from derive.printing import show

_LETTERS = {"S": "scores", "E": "scores", "A": "weights", "P": "weights", "α": "weights", "a": "weights", "p": "weights"}
_OUTPUTS = ("O", "Y", "Z", "C", "o", "y", "z", "c")


def role_of(context: Context, name: str) -> str | None:
    """The step that a name names: by its words, else by its letter."""
    known = (context.words.roles.get(part.lower()) for part in reversed(re.split(r"[_ ,(){}\"\d]+", name)) if part)
    spoken = next((role for role in known if role), None)
    if spoken or name in SCORES + WEIGHTS + OUTPUTS:
        return spoken or ("scores" if name in SCORES else "weights" if name in WEIGHTS else "output")
    return _LETTERS.get(name) or ("output" if name in _OUTPUTS else None)


def steps(context: Context, role: str | None = None) -> list[Candidate]:
    """The steps that a role may mean, or all of them, in their order; each quantity once."""
    scores = _scores(context)
    made: list[tuple[str, Expression]] = [("scores", s) for s in scores]
    weights = [w for w in (_first(context, WEIGHTS),) if w is not None]
    weights += [apply("softmax", s) for s in reversed(scores)]
    made += [("weights", w) for w in weights]
    if "V" in context.quantities.meaning:
        values = Symbol(context.quantities.meaning["V"])
        made += [("output", apply("matmul", w, values)) for w in weights]
    groups = {"logits": "scores", "scaled": "scores", "masked": "scores", "softmax": "weights"}
    wanted = groups.get(role or "", role)
    out: dict[Expression, Candidate] = {}
    for name, quantity in made:
        if wanted in (None, name) and context.quantities.shape(quantity):
            shown = show(context.plain(quantity))
            out.setdefault(context.quantities.identity(quantity), Candidate(quantity, None, shown))
    return list(out.values())


def _scores(context: Context) -> list[Expression]:
    """Raw scores, scaled scores, the scores the page names or has printed last, and those masked."""
    meaning, quantities = context.quantities.meaning, context.quantities
    out: list[Expression] = []
    if "Q" in meaning and "K" in meaning:
        out.append(apply("times", Symbol(meaning["Q"]), apply("transpose", Symbol(meaning["K"]))))
    for known in (_first(context, SCORES), context.roles.latest):
        if known is not None:
            out.append(known)
    out += [apply("divide", s, apply("sqrt", size)) for s in out[:1] if (size := _width(context)) is not None]
    if context.roles.masked is not None:
        out.append(context.roles.masked)
    return [s for s in out if quantities.shape(s)]


def _width(context: Context) -> Expression | None:
    """d_k, or the width of the keys."""
    meaning = context.quantities.meaning
    if "d_k" in meaning:
        return Symbol(meaning["d_k"])
    shape = context.quantities.shape(Symbol(meaning["K"])) if "K" in meaning else None
    return integer(shape[-1]) if shape else None


def _first(context: Context, names: tuple[str, ...]) -> Expression | None:
    return next((Symbol(context.quantities.meaning[n]) for n in names if n in context.quantities.meaning), None)


def rows(candidates: list[Candidate], row: int) -> list[Candidate]:
    """One row of each candidate."""
    return [Candidate(Apply("index", (c.head, integer(row))), c.page, f"{c.shown}[{row}]", c.sure) for c in candidates]
