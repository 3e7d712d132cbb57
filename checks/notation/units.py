"""Words beside numbers: `4 exp + 4 sum` adds counts, `= 32 ops per row × 4` begins a chain, `sum 2.242` is an equation."""

from dataclasses import replace

from checks.notation.tokens import Token
from derive.decimals import scaled

UNITS = frozenset(
    {
        "exp", "sum", "div", "muls", "mul", "mults", "adds", "add", "ops", "op", "flops", "flop", "per", "row", "por", "fila",
        "filas", "exps", "sums", "divs", "small", "sets", "each", "cada", "exponentials",
    }
)  # fmt: skip


_LETTERS = ("K", "k", "M", "G", "B")
_MARKS = ("$", "\\)", "`")


def with_letters(tokens: list[Token]) -> list[Token]:
    """The tokens with a rounded number in millions as that number: `≈ 85 M`, `\approx 85$ M`, `~1.2 B`."""
    out, n = list[Token](), 0
    if not any(t.text in _LETTERS for t in tokens):
        return tokens
    while n < len(tokens):
        token, rounds = tokens[n], bool(out) and out[-1].text == "≈"
        behind = n + 1 + (n + 1 < len(tokens) and tokens[n + 1].text in _MARKS)
        literal = token.literal
        if literal is not None and not literal.tail and (rounds or literal.rough) and _is_letter(tokens, behind):
            out += [replace(token, literal=scaled(literal, tokens[behind].text)), *tokens[n + 1 : behind]]
            n = behind + 1
            continue
        out.append(token)
        n += 1
    return out


def _is_letter(tokens: list[Token], at: int) -> bool:
    """Whether a letter for thousands or millions stands here, and no sign behind it that makes it a factor."""
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    ends = after is None or after.kind in ("split", "relation", "other", "comma", "close", "name") or after.text in _MARKS
    return at < len(tokens) and tokens[at].kind == "name" and tokens[at].text in _LETTERS and ends


def equate(
    tokens: list[Token], roles: dict[str, str], rows: frozenset[str] = frozenset(), verbs: frozenset[str] = frozenset()
) -> list[Token]:
    """`sum 2.242` says what `sum = 2.242` says: a sign is put between such a word and its decimal.

    Behind a word for a row, as in "the second row sums to", it is a verb; behind a verb it belongs to its sentence.
    """
    listed = _listed(tokens, roles)
    if listed is not None:
        return listed
    out: list[Token] = []
    for n, token in enumerate(tokens):
        if token.kind == "split" and out and out[-1].kind == "relation":
            continue
        out.append(token)
        if token.kind == "name" and roles.get(token.text.lower()) in ("sum", "max"):
            gap = n + 1 < len(tokens) and tokens[n + 1].kind == "split"  # the wide gap of a column
            after = tokens[n + 1 + gap] if n + 1 + gap < len(tokens) else None
            decimal = after is not None and after.literal is not None and after.literal.places and after.spaced
            verb = any(t.text.lower() in rows for t in tokens[max(0, n - 3) : n])
            verb = verb or any(t.text.lower() in verbs for t in tokens[:n])
            if after is not None and decimal and not verb:
                out.append(Token("relation", "=", after.start, after.start))
    return out


def _listed(tokens: list[Token], roles: dict[str, str]) -> list[Token] | None:
    """`exp: 2.34, 1.67, 0.96` or `exp [2.34, 1.67, 0.96]`, a whole line, says what `exp = [2.34, 1.67, 0.96]` says."""
    if len(tokens) > 1 and tokens[1].kind == "split":
        tokens = [tokens[0], *tokens[2:]]
    if len(tokens) < 3 or tokens[0].text.lower() not in roles:
        return None
    if tokens[1].text == "[" and tokens[1].spaced and _is_list(tokens[1:]):
        return [tokens[0], Token("relation", "=", tokens[1].start, tokens[1].start, True), *tokens[1:]]
    if tokens[1].text not in (":", "→", "⇒", "=", "≈"):
        return None
    rest = tokens[2:]
    numbers = [t for t in rest if t.kind == "number"]
    plain = all(t.kind in ("number", "comma", "semicolon") or t.text == "-" for t in rest)
    if not plain or not any(t.literal is not None and t.literal.places for t in numbers):
        return None
    colon, last = tokens[1], rest[-1]
    equated = colon.text in ("=", "≈")
    sign = colon if equated else Token("relation", "=", colon.start, colon.end, True)
    if len(numbers) == 1:
        return None if equated else [tokens[0], sign, *rest]
    return [tokens[0], sign, Token("open", "[", colon.end, colon.end, True), *rest, Token("close", "]", last.end, last.end)]


def _is_list(tokens: list[Token]) -> bool:
    """Whether tokens are one bracket of numbers."""
    inner = tokens[1:-1]
    plain = all(t.kind in ("number", "comma", "semicolon", "infinity") or t.text == "-" for t in inner)
    return plain and bool(inner) and tokens[-1].text == "]"


def split_units(tokens: list[Token]) -> list[Token]:
    """The tokens without the units behind numbers, and with a split where a counted number begins another chain."""
    out: list[Token] = []
    n = 0
    while n < len(tokens):
        token = tokens[n]
        out.append(token)
        n += 1
        if token.kind != "number":
            continue
        stop = n
        while stop < len(tokens) and tokens[stop].kind == "name" and tokens[stop].text.lower() in UNITS and stop - n < 4:
            stop += 1
        if stop == n or not (stop < len(tokens) and tokens[stop].kind in ("op", "relation")) or tokens[n].text == "e":
            continue
        before = out[-2] if len(out) > 1 else None
        if before is not None and before.kind == "relation" and tokens[stop].kind == "op":
            out += [Token("split", "", token.start, token.start), token]
        n = stop
    return out


def corrected(tokens: list[Token], phrases: tuple[str, ...]) -> list[Token]:
    """The tokens with `:=` for the words by which a line corrects its own number: `0.686 → actually 0.668`."""
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        said = _phrase(tokens, at, phrases) if out and out[-1].kind == "relation" else 0
        if said:
            out[-1] = replace(out[-1], text=":=")
            at += said
            continue
        out.append(tokens[at])
        at += 1
    return out


def _phrase(tokens: list[Token], at: int, phrases: tuple[str, ...]) -> int:
    """How many tokens the phrase at a place takes; 0 where none stands there."""
    behind = " ".join(t.text.lower() for t in tokens[at : at + 3]) + " "
    spaced = (phrase.replace(",", " ,").replace(":", " :") + " " for phrase in phrases)
    return next((len(phrase.split()) for phrase in spaced if behind.startswith(phrase)), 0)
