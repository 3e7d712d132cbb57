"""Masks: where a page hides entries of its scores, by minus infinity in an array or by words before it.

A causal mask hides what is above the diagonal. Minus infinity that is shown is believed; words are believed where the
lines that lead to an array say that the future is masked and nothing denies it, or where the weights are zero there.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from checks.binding import pipeline
from checks.binding.context import NEAR, Context
from checks.claims import Claim
from checks.lexicon import either
from checks.notation.arrays import pattern
from checks.notation.formula import MASKED
from derive.expression import Apply, Expression, Number, Symbol, apply, index
from derive.printing import show
from derive.values import Shape, places_of

FAR = 20_000  # characters in which a page is taken to speak of one example
_CAPTION = re.compile(r"[^\n]*:[ \t*_`$]*(?=\n)")
_ARRAY_NAME = re.compile(r"^[ \t]*(?:[-*+•] +)?[\w\[\]]+ *[=≈]|\\begin\{\w+\}", re.MULTILINE)
_INFINITE = re.compile(r"[-−–] ?(?:np\.|math\.|torch\.)?inf|[-−–] ?(?:∞|\\infty)|-1e\d")
Place = tuple[int, ...]
Entries = Sequence[tuple[Place, Expression]]


def masked(
    context: Context, head: Expression, page: Expression | None, entries: Entries, start: int, end: int
) -> tuple[Expression, Expression | None]:
    """The head of a printed array and the page's own calculation of it, with the mask that is shown or announced for it."""
    places = {p for p, entry in entries if entry == MASKED}
    shape = context.quantities.shape(head)
    if not places:
        new = _announced(context, head, entries, start)
        if new is head and _is_masked_by_words(context, head, start):
            return _with_mask(context, head, _future(shape or (), _whole(head)[1]), True), page
        return new, page if new is head else _page(page, shape or ())
    speech = _speaks(context, start, NEAR) if shape is not None else Speech(False, False)
    future = _future(shape or (), _whole(head)[1])
    if speech.hides and future and not _hides_more(context):
        _misplaced(context, head, [p for p, entry in entries if entry == MASKED], future, start, end)
        places = future
    elif speech.causal:
        places |= future
    return _with_mask(context, head, places, speech.causal), page


# -- masks that an array shows -----------------------------------------------------------
def _hides_more(context: Context) -> bool:
    """Whether the page speaks of another mask beside the causal one: a window, padding."""
    return re.search(rf"(?<!\w)(?:{either(context.words.masks)})", context.document.text, re.IGNORECASE) is not None


def _misplaced(context: Context, head: Expression, shown: list[Place], future: set[Place], start: int, end: int) -> None:
    """Claim that a score is −∞ for each that is shown so where a causal mask does not hide it."""
    signs = list(_INFINITE.finditer(context.document.text, start, end))
    if len(signs) != len(shown):
        return
    for place, sign in zip(shown, signs):
        if place not in future:
            entry = index(head, *place)
            about = f"{show(context.plain(entry))} = {MASKED.name}"
            context.add(Claim(sign.start(), sign.end(), "formula", about, equals=(entry, MASKED), reason="equal"))


def _future(shape: Shape, row: int | None = None) -> set[Place]:
    """The places above the diagonal of a square matrix, or of one row of it; none of another shape."""
    if len(shape) == 1 and row is not None:
        return {(j,) for j in range(row + 1, shape[0])}
    size = shape[0] if len(shape) == 2 and shape[0] == shape[1] else 0
    return {(i, j) for i in range(size) for j in range(i + 1, size)}


def _with_mask(context: Context, head: Expression, places: set[Place], causal: bool = False) -> Expression:
    """The head, with minus infinity at the places if it does not have it yet; names of the same quantity follow.

    A row under a causal mask tells of all rows.
    """
    quantities = context.quantities
    shape = quantities.shape(head)
    if not shape or not (places or (causal and len(shape) == 1)):
        return head
    items = quantities.truth(head).items
    if places and all(items[n] == MASKED or repr(items[n]) == "-inf" for n, p in enumerate(places_of(shape)) if p in places):
        return head
    whole = _row_masked(context, head, shape, places, causal)
    if whole is not None:
        return whole
    new = Apply("mask", (head, pattern(shape, places)))
    context.roles.mask(head, new)
    _rename(context, head, new)
    return new


def _rename(context: Context, old: Expression, new: Expression) -> list[str]:
    """Give all names of one quantity another one; returns them."""
    quantities = context.quantities
    identity = quantities.identity(old)
    names = [n for n, own in quantities.meaning.items() if quantities.identity(Symbol(own)) == identity]
    for name in names:
        quantities.define(name, new)
    return names


def _row_masked(
    context: Context, head: Expression, shape: tuple[int, ...], places: set[Place], causal: bool
) -> Expression | None:
    """A mask shown row by row, `S[0] = [0.3, -inf]`: the whole matrix gets it, one row after the other or all at once."""
    match head:
        case Apply("index", (Symbol() as matrix, Number(value))) if len(shape) == 1:
            size = context.quantities.shape(matrix)
            if size is None or len(size) != 2:
                return None
            row = int(value)
            hidden = {(row, *place) for place in places} | (_future(size) if causal else set())
            if not hidden:
                return None
            new = Apply("mask", (matrix, pattern(size, hidden)))
            context.roles.mask(matrix, new)
            names = [n for n, own in context.quantities.meaning.items() if own == matrix.name]
            for name in names:
                context.quantities.define(name, new)
            return Apply("index", (Symbol(context.quantities.meaning[names[0]]) if names else new, Number(value)))
    return None


# -- masks that words announce -----------------------------------------------------------
def _is_masked_by_words(context: Context, head: Expression, start: int) -> bool:
    """Whether the caption just above scores says that their future is masked, on a page that shows no −∞ beside it.

    Where −∞ is shown elsewhere, that is where the mask is laid on, and these may be the scores before it.
    """
    identity = context.quantities.identity
    scores = {identity(c.head) for c in pipeline.steps(context, "scores")}
    whole = identity(_whole(head)[0])
    if whole not in scores or not _future(context.quantities.shape(whole) or ()):
        return False
    text = context.document.text
    near = max(0, start - NEAR)
    caption = next((m for m in reversed(list(_CAPTION.finditer(text, near, start)))), None)
    if caption is None or re.search(r"\w{3}", _ARRAY_NAME.sub("", text[caption.end() : start])):
        return False
    if "=" in caption.group()[_last_causal(context, caption.group()) :]:
        return False  # "apply a causal mask to S = Q K^T:" shows what it is applied to
    return _speaks(context, caption.end(), NEAR, 1).hides and not _INFINITE.search(text[: caption.start()] + text[start:])


def _announced(context: Context, head: Expression, entries: Entries, start: int) -> Expression:
    """Weights whose scores have no mask yet, with a causal one where it is announced: `softmax(S)` or a name of it."""
    quantities = context.quantities
    weights, row = _whole(head)
    scores = _scores(context, weights)
    shape, size = quantities.shape(head), None if scores is None else quantities.shape(scores)
    hidden = _future(shape or (), row)
    if scores is None or shape is None or size is None or not _future(size) or not hidden:
        return head
    printed = [entry for place, entry in entries if place in hidden]
    zero = all(isinstance(entry, Number) and entry.value == 0 for entry in printed)
    speaks = _speaks(context, start, FAR if zero else NEAR)
    items = quantities.truth(head).items
    if not (speaks.causal if zero else speaks.hides) or all(
        items[n] == 0 for n, p in enumerate(places_of(shape)) if p in hidden
    ):
        return head
    new: Expression = apply("softmax", _with_mask(context, scores, _future(size)))
    names = _rename(context, weights, new)
    new = Symbol(quantities.meaning[names[0]]) if names else new
    return new if row is None else Apply("index", (new, Number(Fraction(row))))


def _page(page: Expression | None, shape: Shape) -> Expression | None:
    """The page's own softmax with the causal mask in it; none where it calculates otherwise."""
    match page:
        case Apply("softmax", (scores,)) if len(shape) == 2:
            return apply("softmax", Apply("mask", (scores, pattern(shape, _future(shape)))))
    return None


def _whole(head: Expression) -> tuple[Expression, int | None]:
    """The matrix that a printed array is, or is a row of, with that row."""
    match head:
        case Apply("index", (matrix, Number(value))):
            return matrix, int(value)
    return head, None


def _scores(context: Context, weights: Expression) -> Expression | None:
    """What a quantity that is defined by softmax takes it of."""
    while isinstance(weights, Symbol) and (definition := context.quantities.definition(weights)) is not None:
        weights = definition
    match weights:
        case Apply("softmax", (scores,)):
            return scores
    return None


def _last_causal(context: Context, caption: str) -> int:
    """Where the last word of a causal mask begins; the end of a caption without one."""
    causal, *_ = _spoken(context)
    return max((m.start() for m in causal.finditer(f" {caption}")), default=len(caption))


@dataclass(frozen=True, slots=True)
class Speech:
    """Whether words tell of the future, and whether they say that it is hidden."""

    causal: bool
    hides: bool


def _speaks(context: Context, start: int, near: int, most: int = 2) -> Speech:
    """What the lines that lead to an array say of a causal mask, or all that stands before it within FAR characters."""
    causal, hiding, denying = _spoken(context)
    lines = [
        f" {line.strip()}" for line in context.document.text[max(0, start - near) : start].split("\n") if re.search(r"\w", line)
    ]
    said = lines if near == FAR else lines[-most:]
    told = any(map(causal.search, said))
    return Speech(told, told and any(map(hiding.search, said)) and not any(map(denying.search, said)))


def _spoken(context: Context) -> tuple[re.Pattern[str], ...]:
    words = context.words
    return _patterns(words.causal, words.hiding, words.unmasked, words.then, words.sight)


@lru_cache
def _patterns(
    causal: tuple[str, ...], hiding: tuple[str, ...], unmasked: tuple[str, ...], then: tuple[str, ...], sight: tuple[str, ...]
) -> tuple[re.Pattern[str], ...]:
    """The words of a causal mask where nothing denies it (not "non-causal"), those of hiding, those of its absence."""
    first = rf"(?!(?<=^ )(?:{either(then)})\b)"
    return (
        re.compile(rf"(?<!\bnon)(?<!\bnot)(?<!\bno)(?<!\bun)[-\s(*_`](?:{either(causal)})(?!\w)", re.IGNORECASE),
        re.compile(rf"(?<!\w)(?:{either(hiding)})", re.IGNORECASE),
        re.compile(rf"(?<!\w){first}(?:{either(unmasked)})(?!\w)(?!\s+(?:{either(sight)}))", re.IGNORECASE),
    )
