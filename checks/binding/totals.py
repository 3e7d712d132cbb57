"""What sentences say of sums and shares without naming a row: "each row sums to 1", "they add up to 1", "61 % of the weight".

A sum is held against the matrix or the list that the sentence speaks of. A share is that of the key that the sentence
names, or of the one that was printed so; another one is unread.
"""

import re
from itertools import islice

from checks.binding.confirmation import prints
from checks.binding.context import Context
from checks.binding.references import references
from checks.claims import Claim
from checks.lexicon import either
from checks.notation.arrays import part_of
from checks.notation.tokens import Token
from checks.pieces import Line
from derive.decimals import Literal
from derive.expression import Apply, Expression, Symbol, apply, index
from derive.printing import show

_REACH = 120
MAX_CLAIMS = 1_000
MAX_LABELS = 64
_WEIGHTS = ("weights", "softmax")


# -- sums ------------------------------------------------------------------------------------------
def summed(context: Context, line: Line, token: Token, before: str) -> Claim | None:
    """`Each row sums to 1`, `the weights add up to 1`: every row of a matrix, or a list of numbers."""
    literal = token.literal
    if literal is None or not before.endswith(context.words.sums):
        return None
    start = max(line.start, token.start - _REACH)
    sentence = re.split(r"[.;!?]\s", context.document.text[start : token.start])[-1]
    every = re.search(rf"\b(?:{either(context.words.every)})\b", sentence, re.IGNORECASE)
    subject = _matrix(context, sentence, literal) if every else _list(context, sentence, literal)
    if subject is None or _is_rounded(context, subject):
        return None
    if not every:
        return _total(token, literal, subject, show(context.plain(subject)))
    rows = [index(subject, n) for n in range((context.quantities.shape(subject) or (0,))[0])]
    false = (n for n, row in enumerate(rows) if prints(context.quantities, apply("total", row), literal) is False)
    chosen = next(false, 0)
    return _total(token, literal, rows[chosen], part_of(show(context.plain(subject)), (chosen,)))


def _total(token: Token, literal: Literal, of: Expression, shown: str) -> Claim:
    return Claim(token.start, token.end, "number", f"sum({shown})", literal, apply("total", of), since=token.start)


def _matrix(context: Context, sentence: str, literal: Literal) -> Expression | None:
    """The matrix that a sentence about every row speaks of: the one that it names, else the one printed last.

    What sums to 1 are the weights, where the page has printed any.
    """
    named = _named(context, sentence)
    if named:
        return named[0] if len(named) == 1 and len(context.quantities.shape(named[0]) or ()) == 2 else None
    shown = [c.truth for c in context.reading.claims[-MAX_CLAIMS:] if c.truth is not None and len(c.place) == 2]
    matrices = [m for m in shown if len(context.quantities.shape(m) or ()) == 2]
    weights = [m for m in matrices if _are_weights(context, m)]
    if weights and (literal.value == 1 or _roles(context, sentence) & set(_WEIGHTS)):
        return weights[-1]
    return matrices[-1] if matrices else context.table


def _named(context: Context, sentence: str) -> list[Expression]:
    """The quantities that a sentence names by a letter."""
    names = dict.fromkeys(re.findall(r"(?<![^\W_])[A-Z](?:_\w)?(?!\w)", sentence))
    return [Symbol(context.quantities.meaning[n]) for n in names if n in context.quantities.meaning]


def _roles(context: Context, sentence: str) -> set[str | None]:
    return {context.words.roles.get(w) for w in re.findall(r"[^\W\d_]+", sentence.lower())}


def _are_weights(context: Context, quantity: Expression) -> bool:
    """Whether a quantity is a softmax, or exponentials divided by their sum."""
    match context.quantities.identity(quantity):
        case Apply("softmax", _):
            return True
        case Apply("index", (Apply("softmax", _), *_)):
            return True
    return False


def _list(context: Context, sentence: str, literal: Literal) -> Expression | None:
    """The list of numbers that a sentence speaks of: the weights, or what was printed last in one row."""
    if _roles(context, sentence) & set(_WEIGHTS):
        return weights_of(context)
    if not re.search(rf"\b(?:{either(context.words.they)})\b", sentence, re.IGNORECASE):
        return None
    shown = (c.truth for c in reversed(context.reading.claims[-8:]) if c.place)
    last = next((t for t in shown if t is not None and len(context.quantities.shape(t) or ()) == 1), None)
    return (weights_of(context) or last) if literal.value == 1 else last


def weights_of(context: Context) -> Expression | None:
    """The weights of the one query that a page speaks of: those that sentences or tables called so, else those printed last."""
    spoken = [context.spoken[role] for role in _WEIGHTS if role in context.spoken]
    shown = [c.truth for c in reversed(context.reading.claims[-40:]) if c.truth is not None and c.place]
    options = [*spoken, *(t for t in dict.fromkeys(shown) if _are_weights(context, t))]
    return next((w for w in options if len(context.quantities.shape(w) or ()) == 1), None)


def _is_rounded(context: Context, subject: Expression) -> bool:
    """Whether a quantity is given by rounded numbers, whose sum tells nothing exact."""
    return isinstance(subject, Symbol) and subject.name in context.quantities.givens


# -- shares ----------------------------------------------------------------------------------------
def share(context: Context, line: Line, token: Token) -> Claim | None:
    """`"cat" pays 61 % of its attention to the third token`: a weight of the one query that the page speaks of."""
    literal, text = token.literal, context.document.text[line.start : line.end]
    if (
        literal is None
        or not literal.tail
        or not any(w in context.words.attends for w in re.findall(r"[^\W\d_]+", text.lower()))
    ):
        return None
    weights = weights_of(context)
    size = (context.quantities.shape(weights) or (0,))[0] if weights is not None else 0
    if weights is None or not size:
        return None
    named = _keys(context, line, token)
    fitting = [n for n in range(size) if prints(context.quantities, index(weights, n), literal)]
    place = next(iter(named)) if len(named) == 1 else fitting[0] if len(fitting) == 1 else None
    if place is None or place >= size:
        return Claim(token.start, token.end, "number", "", literal, settled="unread", reason="unbound")
    about = part_of(show(context.plain(weights)), (place,))
    return Claim(token.start, token.end, "number", about, literal, weights, (place,), since=token.start)


def _keys(context: Context, line: Line, token: Token) -> set[int]:
    """The keys that the sentence around a share may name: the first behind it, else an ordinal before it, else by its label."""
    text = context.document.text
    start = max(text.rfind(mark, line.start, token.start) + 1 for mark in (". ", "! ", "? ", "; ", ", "))
    stop = re.search(r"[.;!?,](?:\s|$)", text[token.end : line.end])
    before = text[max(start, line.start) : token.start]
    behind = text[token.end : token.end + stop.start() if stop else line.end]
    found = [r.column for r in references(context, behind) if r.column is not None]
    found = found or [r.column for r in references(context, before) if r.column is not None]
    if found:
        return {found[0]}
    labels = ((label, place) for label, place in islice(reversed(context.labels.items()), MAX_LABELS) if label)
    return {place for label, place in labels if re.search(rf"(?<!\w){re.escape(label)}(?!\w)", before + behind)}
