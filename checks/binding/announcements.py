"""What a line announces: the quantities that it names or writes, one of which the next array may be.

Most lines of prose assert nothing and are followed by no array: those wait, and are looked at only when an array comes.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from checks.binding.context import Candidate, Context
from checks.notation.chains import Scanner
from checks.notation.formula import FUNCTIONS, Formula
from checks.notation.tokens import Token
from checks.notation.units import corrected, equate, split_units, with_letters
from checks.pieces import Line
from checks.theory.conditions import without
from derive.expression import Apply, Symbol, symbols
from derive.printing import show

MAX_WAITING = 8
_RETURNS = ("returns", "prints", "outputs", "devuelve", "imprime", "renvoie", "retorna", "devolve")
_LISTED = re.compile(r"\W*[^\W\d_]+(?: [^\W\d_]+){0,3}\W{0,3}:\W*\d+[.,]\d")
_LABELS = re.compile(r"[\"“«][^\"”»]+[\"”»].*[\"“«][^\"”»]+[\"”»].*\d")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_ARRAY_NAME = re.compile(r"[A-Z](?:_\w{1,3})?|[qkvx]_?\d")
_LAST = re.compile(r"[\W_]*:[\W_]*")
_SIGN = re.compile(r"[=≈≃≅→⇒⟶⟹↦≤≥∈∝∼~<>≔≡\[\]\\`$|·×^√]|-> ?|\*\*?\w|[:a-z] [-−]?\d+(?:\.|,(?!\d{3}(?!\d)))\d+(?![.\d])")


def tokens_of(context: Context, line: Line) -> list[Token]:
    """The tokens of a line, with counted units taken out and words that mean "equals" as signs."""
    start, end = line.spans[0] if line.display else (line.start, line.end)
    end = without(context.document.text, start, end) if line.display else end
    tokens = split_units(with_letters(context.tokens(line, start, end)))
    tokens = equate(tokens, context.words.roles, context.words.row, context.words.verbs)
    tokens = _called(tokens, context.words.verbs) if not line.code else tokens
    return corrected(_results(tokens, context.words.verbs, context.words.by), context.words.corrected)


def _called(tokens: list[Token], verbs: frozenset[str]) -> list[Token]:
    """The tokens with a sign for the verb between a function of numbers and its value: "exp(0.9) is 2.460"."""
    out = list(tokens)
    for n, token in enumerate(tokens[2:-1], 2):
        before, after = tokens[n - 1], tokens[n + 1]
        minus = after.text == "-" and n + 2 < len(tokens) and tokens[n + 2].kind == "number"
        if token.text.lower() not in verbs or not (after.kind == "number" or minus):
            continue
        number, ends = (tokens[n + 2], n + 3) if minus else (after, n + 2)
        behind = tokens[ends].text.lower() if ends < len(tokens) else ""
        if number.literal is None or not number.literal.places or behind in ("in", "en", "im", "dans", "em"):
            continue  # "exp(-100) is 0 in fp32" speaks of a format
        opened = next((k for k in range(n - 2, max(-1, n - 24), -1) if tokens[k].kind == "open"), 0)
        called = before.text == ")" and opened and tokens[opened - 1].text in FUNCTIONS and not tokens[opened].spaced
        product = before.kind == "name" and tokens[n - 2].text in ("·", "@") and n > 2
        if called or product:
            out[n] = Token("relation", "=", token.start, token.end, True)
    return out


def _results(tokens: list[Token], verbs: frozenset[str], by: frozenset[str]) -> list[Token]:
    """The tokens with a plain sign between marked stretches, the second a value: `f(x)` → `[0.3, 0.7]`, `f(x)` gives `2`.

    What something is scaled or divided by gives no value itself.
    """
    out, at = list(tokens), 0
    if not any(t.text in ("`", "$") for t in tokens):
        return out
    while at + 3 < len(out):
        before, token, after = out[at : at + 3]
        value = out[at + 4] if out[at + 3].text == "-" and at + 4 < len(out) else out[at + 3]
        said = token.kind == "name" and token.text.lower() in {*verbs, *_RETURNS} and at and out[at - 1].kind == "close"
        marked = (before.text, after.text) in (("`", "`"), ("$", "$")) and (token.kind == "relation" or said)
        opened = next((k for k in range(at - 1, -1, -1) if out[k].text == before.text), 0) if marked else 0
        if opened and out[opened - 1].text.lower() in {*by, "with", "con"}:
            marked = False
        if marked and (value.kind == "number" or value.text in ("[", "(", "array", "tensor")):
            sign = token if token.kind == "relation" else Token("relation", "=", token.start, token.end, True)
            out[at : at + 3] = [sign]
        at += 1
    return out


def scanner_of(context: Context, line: Line, tokens: list[Token]) -> Scanner:
    """The scanner over the tokens of a line."""
    return Scanner(
        tokens,
        lambda name: name in context.quantities.meaning,
        lambda word: word.lower() in context.words.roles,
        context.words.letters,
        line.code,
        line.spans,
        lambda name: _is_softmax(context, name),
    )


def _is_softmax(context: Context, name: str) -> bool:
    own = context.quantities.definitions.get(context.quantities.meaning.get(name, ""))
    return isinstance(own, Apply) and own.operation == "softmax"


def _words(text: str, known: Mapping[str, str]) -> list[str]:
    """The known words of a text; those of a script without blanks are found inside its runs of characters."""
    out = [w for w in re.findall(r"[^\W\d_]+", text) if w in known]
    return out + [w for w in known if _HAN.match(w) and w in text and w not in out]


def spoken(context: Context, line: Line) -> list[Candidate]:
    """Quantities that a line of prose announces by a word: "the weights", "la salida"."""
    if line.code:
        return []
    text = context.document.text[line.start : line.end].lower()
    roles = [context.words.roles[w] for w in _words(text, context.words.roles)]
    heads = [(role, context.roles.matrix(role)) for role in dict.fromkeys(roles)]
    return [Candidate(h, None, role) for role, h in heads if h is not None]


def mentioned(context: Context, line: Line, formula: Formula) -> Candidate | None:
    """The quantity that a formula merely mentioned is; None for words and for what no quantity is known of.

    A name that is new in a caption, `Query matrix Q`, may be what is given below it.
    """
    quantities, written = context.quantities, formula.expression
    if isinstance(written, Symbol) and written.name not in quantities.meaning:
        role = context.roles.conventional(written.name)
        new = role is None and _ARRAY_NAME.fullmatch(written.name) and is_caption(context, line)
        return None if role is None and not new else Candidate(Symbol(written.name), role, written.name)
    expression = context.resolve(written)
    if not symbols(expression) or (isinstance(written, Symbol) and len(written.name) > 3):
        return None
    return Candidate(expression, None, show(written), captioned=_introduces(context, line, formula))


def announce(context: Context, line: Line, marker: bool, placed: list[tuple[int, Candidate]]) -> None:
    """Remember what a line announces, words before formulas; a row's line adds to what was announced before."""
    written = [c for _, c in sorted(placed, key=lambda pair: pair[0])]
    found = written if any(_defines(context, c) for c in written) else [*spoken(context, line), *written]
    if found:
        context.announced = found if line.code or not marker else [*context.announced, *found]
    elif not line.code:
        context.announced = [replace(c, captioned=False) for c in context.announced]


def is_caption(context: Context, line: Line) -> bool:
    """Whether a line names what stands below it: a heading, a few words, or a short line that ends in a colon."""
    text = context.document.text[line.start : line.end].strip(" *`$")
    short = len(text) <= 80 and (text.endswith(":") or (len(text.split()) <= 4 and not text.endswith(".")))
    return bool(line.heading) or short


def _introduces(context: Context, line: Line, formula: Formula) -> bool:
    """Whether a line is a caption that ends in a formula and a colon: what follows is that formula's value."""
    return _LAST.fullmatch(context.document.text, formula.end, line.end) is not None and is_caption(context, line)


def _defines(context: Context, candidate: Candidate) -> bool:
    """Whether a formula of the line gives a name its meaning, so that the words beside it only describe that one."""
    return candidate.sure and isinstance(candidate.head, Symbol) and context.quantities.shape(candidate.head) is not None


def waits(context: Context, line: Line, marker: bool) -> bool:
    """Whether a line of prose asserts nothing, so that it need only be looked at when an array follows; it waits then."""
    if line.code or line.display or line.heading or line.spans or line.joined or line.parts or marker:
        return False
    text = context.document.text[line.start : line.end]
    if _SIGN.search(text) or _LISTED.match(text) or context.phrases.search(text) or _LABELS.search(text):
        return False
    context.waiting.append((line, marker))
    del context.waiting[:-MAX_WAITING]
    return True


def settle(context: Context) -> None:
    """Look at the lines that wait."""
    waiting, context.waiting = context.waiting, []
    for line, marker in waiting:
        tokens = tokens_of(context, line)
        found = [(f.end, mentioned(context, line, f)) for f in scanner_of(context, line, tokens).mentions([])]
        announce(context, line, marker, [(end, c) for end, c in found if c is not None])
