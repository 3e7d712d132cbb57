"""What sentences say in words about numbers: the sum of a row, the range of a matrix's entries, counts, restated numbers."""

import re
from collections.abc import Iterator
from fractions import Fraction

from checks.arrays import part_of
from checks.claims import Claim
from checks.context import Context
from checks.pieces import Line, Span
from checks.tokens import Token
from derive.decimals import Literal
from derive.expression import Expression, Symbol, apply, index, integer
from derive.printing import show


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
            or _range(context, line, tokens, token, before)
            or _count(context, tokens, token, before)
            or _beside_row(context, line, token)
            or _again(context, tokens, token, taken)
            or _between(context, line, token)
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
    row = _row_named(context, line, token) if line.row is None else line.row
    summed = context.roles.weights() if line.row is None else context.table
    if line.row is None and literal.value > Fraction(3, 2):
        scores = context.roles.scores()
        summed = None if scores is None else apply("exp", scores)  # weights add up to 1, exponentials to more
    if row is None or summed is None:
        return None
    part = apply("total", index(summed, row))
    return _claim(token, literal, "number", f"sum({part_of(show(context.plain(summed)), (row,))})", truth=part)


def _row_named(context: Context, line: Line, token: Token) -> int | None:
    text = context.document.text[line.start : token.start]
    for label in re.findall(r"[\"“«']([^\"”»']{1,30})[\"”»']", text):
        if label in context.labels:
            return context.labels[label]
    match = re.search(rf"\b(?:{context.row_words})\s+(\d{{1,3}})\b", text, re.IGNORECASE)
    return int(match.group(1)) - context.first_row if match else context.roles.row


def _range(context: Context, line: Line, tokens: list[Token], token: Token, before: str) -> Claim | None:
    """`Each row of A has entries in [0.24, 0.51]`: one claim an end."""
    place = tokens.index(token)
    opener = place - 1 if tokens[place - 1].text in "[(" else place - 3
    if token.literal is None or opener < 0 or tokens[opener].text not in ("[", "("):
        return None
    head = context.document.text[line.start : tokens[opener].start].lower().rstrip(" `$")
    if not head.endswith(context.words.ranges):
        return None
    subject = _subject(context, tokens[:opener])
    if subject is None:
        return None
    upper = opener == place - 3
    about = f"{'max' if upper else 'min'}({show(context.plain(subject))})"
    truth = apply("maximum", subject) if upper else apply("negative", apply("maximum", apply("negative", subject)))
    return _claim(token, token.literal, "bound", about, truth=truth, details=(("end", "upper" if upper else "lower"),))


def _subject(context: Context, tokens: list[Token]) -> Expression | None:
    for token in reversed(tokens):
        if token.kind == "name" and token.text in context.quantities.meaning:
            symbol = Symbol(context.quantities.meaning[token.text])
            if len(context.quantities.shape(symbol) or ()) == 2:
                return symbol
    return None


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


def _between(context: Context, line: Line, token: Token) -> Claim | None:
    """`the attention of "cat" to "sat" is 0.31`: a word of the pipeline, the label of a row, that of a column."""
    text = context.document.text[line.start : token.start]
    sentence = re.split(r"[.;!?]\s", text)[-1]
    labels = [context.labels[w] for w in re.findall(r"[\"“«']([^\"”»']{1,30})[\"”»']", sentence) if w in context.labels]
    words = [context.words.roles[w] for w in re.findall(r"[^\W\d_]+", sentence.lower()) if w in context.words.roles]
    matrix = context.roles.matrix(words[0]) if words and len(labels) == 2 else None
    shape = context.quantities.shape(matrix) if matrix is not None else None
    if token.literal is None or matrix is None or shape is None or len(shape) != 2 or not token.literal.places:
        return None
    row, column = labels
    if row >= shape[0] or column >= shape[1]:
        return None
    about = part_of(show(context.plain(matrix)), (row, column))
    return _claim(token, token.literal, "number", about, truth=matrix, place=(row, column))


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
