"""What sentences say in words about numbers: the sum of a row, the range of a matrix's entries, counts, restated numbers."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import reduce

from checks.binding.context import Context
from checks.binding.references import entry_named, row_named
from checks.binding.totals import share, summed
from checks.claims import Claim
from checks.notation.arrays import part_of
from checks.notation.tokens import Token
from checks.pieces import Line, Span
from derive.decimals import Literal
from derive.expression import Expression, Symbol, apply, index, integer
from derive.printing import show
from derive.values import Shape

MAX_SIDE = 64

_ENTRIES = ("entries", "entry", "values", "value", "elements", "element", "entradas", "entrada", "valores", "valor")


def statements(context: Context, line: Line, tokens: list[Token], taken: list[Span]) -> Iterator[Claim]:
    """The claims that the words of a line make about its numbers outside the chains."""
    known = context.reading.by_mark
    free = [t for t in tokens if t.kind == "number" and not any(s <= t.start < e for s, e in taken)]
    free = [t for t in free if t.start not in known and t.start - 1 not in known]  # nor one whose sign begins its claim
    if not free:
        return
    text = context.document.text[line.start : line.end].lower()
    for token in free:
        before = text[: token.start - line.start].rstrip(" ~≈`$")
        claim = (
            _row_sum(context, line, token, before)
            or summed(context, line, token, before)
            or _range(context, line, tokens, token, before)
            or _count(context, tokens, token, before)
            or _beside_row(context, line, token)
            or _again(context, tokens, token, taken)
            or _fold(context, tokens, token)
            or _entry(context, line, tokens, token)
            or share(context, line, token)
            or _restated(context, line, tokens, token)
            or _illustrative(line, token, text)
        )
        if claim is not None:
            yield claim


def _claim(token: Token, literal: Literal, kind: str, about: str, **rest: object) -> Claim:
    return Claim(token.start, token.end, kind, about, literal, since=token.start, **rest)  # type: ignore[arg-type]


def _row_sum(context: Context, line: Line, token: Token, before: str) -> Claim | None:
    """`Row "sat" of the printed weights adds up to 0.999`; `sum = 1.0` beside a row of a table."""
    literal = token.literal
    if literal is None or not before.endswith(context.words.sums):
        return None
    row = row_named(context, line, token) if line.row is None else line.row
    summed = context.roles.weights() if line.row is None else context.table
    if line.row is None and literal.value > Fraction(3, 2):
        scores = context.roles.scores()
        summed = None if scores is None else apply("exp", scores)  # weights add up to 1, exponentials to more
    if row is None or summed is None:
        return None
    part = apply("total", index(summed, row))
    return _claim(token, literal, "number", f"sum({part_of(show(context.plain(summed)), (row,))})", truth=part)


def _range(context: Context, line: Line, tokens: list[Token], token: Token, before: str) -> Claim | None:
    """`Each row of A has entries in [0.24, 0.51]`, `the weights lie between 0.24 and 0.51`: one claim an end."""
    place = tokens.index(token)
    if token.literal is None:
        return None
    upper = place >= 3 and tokens[place - 2].kind == "number" and _opens_range(context, tokens, place - 3)
    opener = place - 3 if upper else place - 1
    if not upper and not (_opens_range(context, tokens, opener) and _has_two(context, tokens, place)):
        return None
    spoken = tokens[opener].text.lower() in context.words.between
    head = context.document.text[line.start : tokens[opener].end if spoken else tokens[opener].start].lower().rstrip(" `$")
    if not spoken and not head.endswith(context.words.ranges):
        return None
    subject = _subject(context, tokens[:opener], not spoken)
    if subject is None:
        return None
    about = f"{'max' if upper else 'min'}({show(context.plain(subject))})"
    truth = apply("maximum", subject) if upper else apply("negative", apply("maximum", apply("negative", subject)))
    return _claim(token, token.literal, "bound", about, truth=truth, details=(("end", "upper" if upper else "lower"),))


def _opens_range(context: Context, tokens: list[Token], place: int) -> bool:
    return place >= 0 and (tokens[place].text in ("[", "(") or tokens[place].text.lower() in context.words.between)


def _has_two(context: Context, tokens: list[Token], place: int) -> bool:
    """Whether the number is the first of two: `0.24, 0.51]`, `0.24 and 0.51`."""
    sign, other = (tokens[place + n] if place + n < len(tokens) else None for n in (1, 2))
    joined = sign is not None and (
        sign.kind in ("comma", "semicolon") or sign.text.lower() in {*context.words.joins, "to", "a"}
    )
    return joined and other is not None and other.kind == "number"


def _subject(context: Context, tokens: list[Token], bracketed: bool) -> Expression | None:
    """The matrix that a range is of: the last that is named before it, else by a word, else the one printed last."""
    for token in reversed(tokens):
        if token.kind == "name" and token.text in context.quantities.meaning:
            symbol = Symbol(context.quantities.meaning[token.text])
            if len(context.quantities.shape(symbol) or ()) == 2:
                return symbol
    roles = [context.words.roles[t.text.lower()] for t in tokens if t.text.lower() in context.words.roles]
    if roles:
        return context.roles.matrix(roles[-1])
    entries = any(t.text.lower() in _ENTRIES for t in tokens)
    return context.roles.latest if bracketed or entries else None


def _count(context: Context, tokens: list[Token], token: Token, before: str) -> Claim | None:
    """`scale: 16 ops`, `mask: 6 sets to -inf`: counted over the scores; a rough count without a formula is undecided."""
    if token.literal is None:
        return None
    label = re.match(r"\W*([^\W\d_]+)\s*:$", before.strip())
    what = context.words.costs.get(label.group(1)) if label else None
    scores = context.roles.scores()
    shape = context.quantities.shape(scores) if scores is not None else None
    if what in ("entries", "masked") and scores is not None and shape is not None:
        value = context.quantities.truth(scores)
        number = len(value.items) if what == "entries" else sum(repr(i) == "-inf" for i in value.items)
        return _claim(token, token.literal, "count", f"{what}({show(context.plain(scores))})", truth=integer(number))
    if token.literal.rough:
        return _claim(token, token.literal, "count", "", settled="undecided", reason="uncounted")
    return None


def _again(context: Context, tokens: list[Token], token: Token, taken: list[Span]) -> Claim | None:
    """`exp(12.5) = 268337, or 2.68e5 for short`: the value just printed, printed another way."""
    place = tokens.index(token)
    if place < 2 or tokens[place - 1].text.lower() not in context.words.again or token.literal is None:
        return None
    before = tokens[place - 2] if tokens[place - 2].kind != "comma" else tokens[place - 3]
    printed = context.reading.by_mark.get(before.start)
    claim = None if printed is None else context.reading.claims[printed]
    if claim is None or claim.truth is None or before.kind != "number":
        return None
    return _claim(token, token.literal, "number", claim.about, truth=claim.truth, place=claim.place)


def _beside_row(context: Context, line: Line, token: Token) -> Claim | None:
    """A decimal in the line that opens a row restates the number printed alike in that row."""
    row = context.roles.row
    literal = token.literal
    if row is None or literal is None or not literal.places or not _opens_row(context, line):
        return None
    lone = _lone_score(context, row)
    if lone is not None:
        scores, place = lone
        about = part_of(show(context.plain(scores)), place)
        return _claim(token, literal, "number", about, truth=scores, place=place)
    found: dict[tuple[int, ...], Claim] = {}
    for claim in reversed(context.reading.claims):
        same = claim.literal is not None and claim.literal.value == literal.value and claim.truth is not None
        if same and len(claim.place) == 2 and claim.place[0] == row:
            if found and next(iter(found.values())).truth != claim.truth:
                break
            found.setdefault(claim.place, claim)
    if len(found) > 1:
        return _claim(token, literal, "number", "", settled="unread", reason="unbound")
    return next((_claim(token, literal, "number", c.about, truth=c.truth, place=c.place) for c in found.values()), None)


def _entry(context: Context, line: Line, tokens: list[Token], token: Token) -> Claim | None:
    """`the attention of "cat" to "sat" is 0.31`, `the first query attends 66.8 % to the first key`: an entry of a matrix."""
    literal, text = token.literal, context.document.text[line.start : line.end].lower()
    if literal is None or not (literal.places or literal.tail):
        return None
    words = re.findall(r"[^\W\d_]+", text[: token.start - line.start])
    roles = [context.words.roles[w] for w in words if w in context.words.roles]
    attends = any(w in context.words.attends for w in re.findall(r"[^\W\d_]+", text))
    matrix = context.roles.matrix("weights" if literal.tail or not roles else roles[-1]) if attends or roles else None
    shape = context.quantities.shape(matrix) if matrix is not None else None
    if matrix is None or shape is None or len(shape) != 2:
        return None
    numbers = [t for t in tokens if t.kind == "number" and t.literal is not None and (t.literal.places or t.literal.tail)]
    found = entry_named(context, line, numbers, token)
    if found is None:
        return None
    row, column = (n + size if n < 0 else n for n, size in zip(found, shape))
    if not (0 <= row < shape[0] and 0 <= column < shape[1]):
        return None
    about = part_of(show(context.plain(matrix)), (row, column))
    return _claim(token, literal, "number", about, truth=matrix, place=(row, column))


def _fold(context: Context, tokens: list[Token], token: Token) -> Claim | None:
    """`the largest weight is 0.982`, `the mean of x is 0.367`: an entry or a mean, behind a verb."""
    place, words = tokens.index(token), context.words
    if token.literal is None or place < 2 or tokens[place - 1].text.lower() not in words.verbs:
        return None
    clause = tokens[max(0, place - 10) : place - 1]
    starts = [n for n, t in enumerate(clause) if t.text.lower() in words.folds]
    if not starts or any(t.kind in ("number", "relation") or t.text in ".;" for t in clause[starts[-1] :]):
        return None
    fold, rest = words.folds[clause[starts[-1]].text.lower()], clause[starts[-1] + 1 :]
    named = [Symbol(context.quantities.meaning[t.text]) for t in rest if t.text in context.quantities.meaning]
    roles = [words.roles[t.text.lower()] for t in rest if t.text.lower() in words.roles]
    plain = all(len(t.text) < 4 or t.text.lower() in _ENTRIES for t in rest if t.kind == "name")
    latest = _latest(context, fold) if plain else None
    subject: Expression | None = named[-1] if named else context.roles.matrix(roles[-1]) if roles else latest
    shape = context.quantities.shape(subject) if subject is not None else None
    if subject is None or not shape:
        return None
    truth = _folded(fold, subject, shape)
    return (
        None
        if truth is None
        else _claim(token, token.literal, "number", f"{fold}({show(context.plain(subject))})", truth=truth)
    )


def _latest(context: Context, fold: str) -> Expression | None:
    """What a sentence means that names nothing: the array of the last chain, else the matrix printed last."""
    last = context.last.head if context.last is not None else None
    vector = last is not None and len(context.quantities.shape(last) or ()) == 1
    return last if vector else context.roles.latest if fold in ("max", "min", "trace") else None


def _folded(fold: str, subject: Expression, shape: Shape) -> Expression | None:
    rank = len(shape)
    match fold:
        case "trace" if rank == 2 and shape[0] == shape[1] <= MAX_SIDE:
            return reduce(lambda a, b: apply("add", a, b), [index(subject, n, n) for n in range(shape[0])])
        case "max":
            return apply("maximum", subject)
        case "min":
            return apply("negative", apply("maximum", apply("negative", subject)))
        case "mean" if rank == 1:
            return apply("mean", subject)
        case "variance" if rank == 1:
            return apply("mean", apply("power", apply("subtract", subject, apply("mean", subject)), integer(2)))
    return None


def _restated(context: Context, line: Line, tokens: list[Token], token: Token) -> Claim | None:
    """`"Fox": 0.36`, a number behind a label and nothing else; or one of three decimals or more amid prose."""
    literal, place = token.literal, tokens.index(token)
    if literal is None or not literal.places or literal.rough or literal.tail:
        return None
    listed = 0 < place == len(tokens) - 1 and tokens[place - 1].text == ":" and place <= 6
    if not listed and literal.places < 3:
        return None
    part = context.citations.restated(literal, context.roles.row, context.section)
    return None if part is None else _claim(token, literal, "number", show(context.plain(part)), truth=part)


def _illustrative(line: Line, token: Token, text: str) -> Claim | None:
    """`about ~0.85 for "sat"`: a rough number that was not seen to restate anything."""
    if token.literal is None or (not token.literal.places and not token.literal.tail):
        return None
    rough = text[: token.start - line.start].rstrip(" `$").endswith(("~", "≈", "∼"))
    return _claim(token, token.literal, "number", "", settled="undecided", reason="illustrative") if rough else None


def _lone_score(context: Context, row: int) -> tuple[Expression, tuple[int, int]] | None:
    """The one score of a row that the mask leaves."""
    scores = context.roles.scores()
    shape = context.quantities.shape(scores) if scores is not None else None
    if scores is None or shape is None or len(shape) != 2 or not 0 <= row < shape[0]:
        return None
    kept = [n for n, item in enumerate(context.quantities.truth(scores)[(row,)].items) if repr(item) != "-inf"]
    return (scores, (row, kept[0])) if len(kept) == 1 and shape[1] > 1 else None


def _opens_row(context: Context, line: Line) -> bool:
    text = context.document.text[line.start : line.end]
    return re.match(rf"\W*(?:{context.row_words})\s+\d", text, re.IGNORECASE) is not None
