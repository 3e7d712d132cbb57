"""Numbers listed in a sentence: "the exponentials are 5.858 and 0.754, their sum is 6.611", "the softmax gives 0.4 and 0.6".

A word of the pipeline, a verb, and the numbers. Which of the pipeline's quantities they are (scores before or after the
scale) is told by the arithmetic of the whole list, else by what the page printed last; else the list is unread.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from checks.binding import members, pipeline, readings
from checks.binding.context import Candidate, Context
from checks.binding.definitions import give
from checks.notation.arrays import shape_of
from checks.notation.formula import Formula, parse
from checks.notation.tokens import Token
from checks.pieces import Line, Span
from derive.decimals import negate
from derive.expression import Apply, Expression, Number, Symbol, apply, index
from derive.printing import show

MAX_WORDS = 8
MAX_NAMES = 64
MAX_ROWS = 8
_MARKS = ("$", "`", "\\(", "\\)")
_SCORES = ("scores", "logits", "scaled", "masked")
_STEPS = ("scores", "logits", "scaled", "masked", "shifted", "exp", "sum", "softmax", "weights", "output")


@dataclass(frozen=True, slots=True)
class Said:
    """Numbers of a sentence, and the role that its words give them; what they say that scores are divided by."""

    value: Formula
    role: str
    by: Expression | None = None


def sentences(context: Context, line: Line, tokens: list[Token], taken: list[Span]) -> list[Span]:
    """Claim what a line of prose says of the numbers that it lists; the stretches that were read."""
    if line.code or line.display or line.row is not None:
        return []
    spans = []
    by = _divisor(context, tokens)
    tokens = [t for t in tokens if t.text not in _MARKS]
    for said in list(_said(context, tokens, taken)):
        said = replace(said, by=by)
        if not isinstance(said.value.expression, Apply) and _is_claimed(context, said.value):
            continue
        found = chosen(context, said)
        if found is None and said.role == "scaled" and "exp" in {*context.spoken, *context.roles.seen}:
            found = chosen(context, replace(said, role="weights"))  # the exponentials are what is divided
        if found is None:
            if said.role in _SCORES[:2] and shape_of(said.value.expression) and not pipeline.steps(context):
                context.reading.literals.update(said.value.literals)
                context.spoken[said.role] = context.roles.told = give(context, "scores", said.value)
                spans.append((said.value.start, said.value.end))
            elif shape_of(said.value.expression):
                context.unread(said.value.start, said.value.end, "unbound")
                context.untold = context.untold or said.role in _SCORES
                spans.append((said.value.start, said.value.end))
            continue
        context.reading.literals.update(said.value.literals)
        members.values(context, found.head, None, found.shown, said.value, "=")
        context.spoken[said.role] = found.head
        if said.role in _SCORES:
            context.roles.tell(found.head)
        context.untold = context.untold and said.role not in _SCORES
        spans.append((said.value.start, said.value.end))
    return spans


def _is_claimed(context: Context, value: Formula) -> bool:
    return value.start in context.reading.by_mark


def _said(context: Context, tokens: list[Token], taken: list[Span]) -> Iterator[Said]:
    """The lists of numbers of a line that follow a verb, with the role of the last word of the pipeline before it."""
    at, words = 0 if any(t.kind == "number" for t in tokens) else len(tokens), context.words
    role, said, since, colon = "", False, 0, False
    while at < len(tokens):
        token = tokens[at]
        word = token.text.lower()
        inside = bool(taken) and any(s <= token.start < e for s, e in taken)
        if (token.kind == "other" and token.text in ".!?") or token.kind == "split":
            role, said = "", False
        if token.text in (":", "→", "⇒") and role and not inside:
            said, since, colon, at = True, at, True, at + 1
            continue
        if inside or token.kind == "name":
            if word in words.verbs and role:
                said, since, colon = True, at, False
            elif (named := words.spoken.get(word, words.roles.get(word, ""))) in _STEPS and not inside:
                role, said = named, said and since == at - 1
                if (role == "sum" or role in _SCORES[:2]) and at + 1 < len(tokens) and tokens[at + 1].kind == "number":
                    said, since = True, at  # "with sum 11.756"
            at += 1
            continue
        if said and (token.kind == "number" or (token.kind == "open" and token.text in "([")) and at - since <= MAX_WORDS:
            value, stop = _list(tokens, at, words.joins)
            alone = colon and (at - since > 2 or not shape_of(value.expression if value else Number(Fraction(0))))
            if value is not None and not alone and not any(s < value.end and value.start < e for s, e in taken):
                yield Said(value, role)
            at, said = max(stop, at + 1), False
            continue
        at += 1


def _list(tokens: list[Token], at: int, joins: frozenset[str]) -> tuple[Formula | None, int]:
    """`0.351, 0.174 and 0.474` as an array, or one number; and the token after it."""
    first, opener = at, tokens[at] if tokens[at].kind == "open" else None
    at += opener is not None
    numbers: list[tuple[Number, Token, int]] = []
    while at < len(tokens):
        minus = tokens[at] if tokens[at].kind == "op" and tokens[at].text == "-" else None
        place = at + (minus is not None)
        token = tokens[place] if place < len(tokens) else None
        if token is None or token.kind != "number" or token.literal is None or token.literal.rough:
            break
        value = _signed(token, minus)
        numbers.append((value[0], value[1], place + 1))
        at = place + 1
        joined = at
        while joined < len(tokens) and (tokens[joined].kind in ("comma", "semicolon") or tokens[joined].text.lower() in joins):
            joined += 1
        if joined == at:
            break
        at = joined
    stop = numbers[-1][2] if numbers else first + 1
    if opener is not None:
        if stop >= len(tokens) or tokens[stop].kind != "close" or len(numbers) < 2:
            return None, stop
        stop += 1
    if not numbers or not any(t.literal and t.literal.places for _, t, _ in numbers):
        return None, stop
    if stop < len(tokens) and tokens[stop].kind in ("op", "relation", "open"):
        return None, stop
    literals = {number.mark: token.literal for number, token, _ in numbers if number.mark is not None and token.literal}
    entries = tuple(number for number, _, _ in numbers)
    expression: Expression = entries[0] if len(entries) == 1 and opener is None else Apply("list", entries)
    start, end = tokens[first].start, tokens[stop - 1].end
    return Formula(expression, first, stop, start, end, literals), stop


def _signed(token: Token, minus: Token | None) -> tuple[Number, Token]:
    """A numeral with its sign, marked by its place."""
    assert token.literal is not None
    if minus is None:
        return Number(token.literal.value, token.start), token
    literal = negate(token.literal, ("-" if minus.end == token.start else "- ") + token.literal.text)
    return Number(literal.value, minus.start), replace(token, start=minus.start, literal=literal)


# -- which quantity ----------------------------------------------------------------------
def chosen(context: Context, said: Said) -> Candidate | None:
    """The quantity of a role that the numbers are: what the arithmetic confirms, else what follows from the printed one."""
    options = list(_options(context, said.role, said.by))
    found = readings.fitting(context, options, said.value)
    if not found:
        return None
    confirmed = readings.only(context, found, said.value)
    if confirmed is not None:
        return confirmed
    rivals, context.rivals = context.rivals, ()
    if rivals or (context.untold and len(found) == 1 and not readings.explains(context, found[0], said.value)):
        return None
    explained = [c for c in found if readings.explains(context, c, said.value)]
    if len(explained) == 1 and (said.role not in _SCORES or len(found) == 1 or _is_lone(context)):
        return explained[0]
    follows = said.role not in _SCORES and not context.untold and (len(found) == 1 or _printed(context, found[0]))
    return found[0] if follows else None


def _is_lone(context: Context) -> bool:
    """Whether the page has one query, or one that is spoken of, so that its scores are no row among several."""
    return context.roles.row is not None or "q" in context.quantities.meaning


def _printed(context: Context, candidate: Candidate) -> bool:
    """Whether what a candidate is computed from was said in a sentence before."""
    return any(said in _parts(candidate.head) for said in context.spoken.values())


def _parts(expression: Expression) -> list[Expression]:
    out = [expression]
    for part in out:
        out += part.arguments if isinstance(part, Apply) else ()
    return out


def _divisor(context: Context, tokens: list[Token]) -> Expression | None:
    """What a sentence says that scores are divided by: "dividing by √2", "scale them by 1/√4"."""
    for n, token in enumerate(tokens[:-1]):
        if token.text.lower() not in context.words.by:
            continue
        at = n + 1 + (tokens[n + 1].text in _MARKS)
        formula = parse(tokens, at, lambda token: False) if at < len(tokens) else None
        if formula is None or context.quantities.shape(formula.expression) != ():
            continue
        match formula.expression:
            case Apply("divide", (Number(value), below)) if value == 1:
                return below
        return formula.expression
    return None


def _options(context: Context, role: str, by: Expression | None = None) -> Iterator[Candidate]:
    """The quantities that a role may name, those first that follow from what sentences said before."""
    scores = scores_of(context) or (_vector(context) if role == "softmax" else [])
    if by is not None and role in _SCORES:
        scores = [*scores, *(apply("divide", s, by) for s in scores[:1])]
    powers: list[Expression] = [apply("exp", s) for s in scores]
    powers += [apply("exp", apply("subtract", s, apply("maximum", s))) for s in scores]
    if "exp" in context.spoken:
        powers.insert(0, context.spoken["exp"])
    made: list[Expression]
    match role:
        case "exp":
            made = powers
        case "sum":
            made = [apply("total", p) for p in powers]
        case "shifted":
            made = [apply("subtract", s, apply("maximum", s)) for s in scores]
        case "weights" | "softmax":
            made = [apply("softmax", s) for s in scores]
        case "output":
            values = pipeline.values_of(context)
            made = [] if values is None else [apply("matmul", apply("softmax", s), values) for s in scores]
        case _:
            made = scores
    for quantity in made:
        if context.quantities.shape(quantity) is not None:
            yield Candidate(quantity, None, show(context.plain(quantity)))


def _vector(context: Context) -> list[Expression]:
    """The vector given last in this section, for "the softmax is …" where the page has no scores."""
    latest = islice(reversed(context.defined_in.items()), MAX_NAMES)
    names = [n for n, section in latest if section == context.section and n in context.quantities.meaning]
    given: list[Expression] = [
        Symbol(own) for n in names if (own := context.quantities.meaning[n]) in context.quantities.givens
    ]
    return [s for s in given if len(context.quantities.shape(s) or ()) == 1][:1]


def scores_of(context: Context) -> list[Expression]:
    """The scores of one query, or of the row that is open, those last that were spoken of last."""
    if context.lost:
        return []
    out: list[Expression] = []
    for quantity in [c.head for c in pipeline.steps(context, "scores")]:
        shape = context.quantities.shape(quantity) or ()
        row = context.roles.row
        if len(shape) == 1:
            out.append(quantity)
        elif len(shape) == 2 and row is not None and 0 <= row < shape[0]:
            out.append(index(quantity, row))
        elif len(shape) == 2 and shape[0] <= MAX_ROWS:
            out += [index(quantity, n) for n in range(shape[0])]
    last = [context.spoken[r] for r in reversed(_SCORES) if r in context.spoken]
    return [*dict.fromkeys([*last, *out])]
