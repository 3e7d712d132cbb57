"""What a program shows: `print(A)`, an expression at a prompt, the last line of a notebook's cell; and the numbers below it.

The outputs are what is shown, in its order. Arrays come as pieces of their own; a number stands alone in its line, or
behind the words that were printed with it.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from checks.binding.context import Candidate, Context
from checks.binding.members import values
from checks.notation.arrays import fits, is_value, shape_of
from checks.notation.chains import Scanner
from checks.notation.formula import Formula, parse
from checks.notation.tokens import Token
from checks.pieces import Line
from derive.expression import Number
from derive.printing import show

_PROMPT = re.compile(r"(?:>>>|\.\.\.|In \[\d{0,4}\]:) ?$")
_OUTPUT = re.compile(r"\b(?:output|outputs|prints|printed|salida|imprime|sortie|affiche|saída|ausgabe)\b", re.IGNORECASE)
_PLAIN = re.compile(r"(?:[-−+.,\d\s]|\de[-+]?\d|np\.\w{1,12}\(|\))+")
MAX_OUTPUT = 4_000
MAX_STEPS = 99
_NEAR = 4_000
_NUMPY = ("np", "numpy", "float16", "float32", "float64", "int64", "int32")  # NumPy shows np.float64(2.5)
_FILLED = re.compile(r"\s*print\s*\(\s*f([\"'])((?:(?!\1)[^\n])*)\1\s*\)\s*(?:#.*)?$")
_FIELD = re.compile(r"\{([^{}:!=]{1,120})=?(?:[:!][^{}]{0,20})?\}")


def is_prompted(context: Context, line: Line) -> bool:
    """Whether a line of a program stands behind a prompt."""
    return line.code and _PROMPT.search(context.document.text, max(0, line.start - 14), line.start) is not None


def shown(context: Context, line: Line, scanner: Scanner) -> bool:
    """Whether a statement shows something; it is remembered then, until its output comes."""
    tokens = scanner.tokens
    prompted = is_prompted(context, line)
    if prompted or _opens_cell(context, line):
        context.shown = []
    last = prompted or (line.code and context.document.format == "notebook")
    formulas = _printed(context, line, scanner) if tokens and tokens[0].text == "print" and line.code else []
    if not formulas and last and tokens and (formula := scanner.read(0)) is not None and formula.stop == len(tokens):
        formulas = [formula]
    if not formulas or (context.document.format == "notebook" and not prompted and is_value(formulas[0].expression)):
        return False
    context.shown += [Candidate(context.resolve(f.expression), None, show(f.expression), True) for f in formulas]
    return True


def _opens_cell(context: Context, line: Line) -> bool:
    """Whether a line is the first of its notebook's cell that shows something: what came before it printed no more."""
    if not context.document.cells:
        return False
    before, context.shown_in = context.shown_in, context.document.cell(line.start)
    return before != context.shown_in


def _printed(context: Context, line: Line, scanner: Scanner) -> list[Formula]:
    """The formulas that a call of print shows, between words or in a string of its own; none where something else is."""
    text = context.document.text[line.start : line.end]
    filled = _FILLED.match(text)
    if filled is None:
        return list(_arguments(scanner))
    if re.search(r"\d", _FIELD.sub("", filled.group(2))):
        return []  # the numerals of its words cannot be told from its values
    spans = [
        (line.start + filled.start(2) + m.start(1), line.start + filled.start(2) + m.end(1))
        for m in _FIELD.finditer(filled.group(2))
    ]
    found = [parse(tokens, 0, lambda t: True) if (tokens := context.tokens(line, *span)) else None for span in spans]
    return [f for f in found if f is not None] if all(found) else []


def _arguments(scanner: Scanner) -> Iterator[Formula]:
    tokens, at = scanner.tokens, 2
    found = []
    while at < len(tokens) - 1:
        if tokens[at].kind == "string" or tokens[at].text == "'":
            at = _past_string(tokens, at)
        else:
            formula = scanner.read(at)
            if formula is None:
                return
            found.append(formula)
            at = formula.stop
        if at < len(tokens) and tokens[at].kind == "comma":
            at += 1
        elif at < len(tokens) - 1:
            return
    if tokens[-1].text == ")":
        yield from found


def _past_string(tokens: list[Token], at: int) -> int:
    """The token behind a string, which single quotes do not make one token."""
    if tokens[at].kind == "string":
        return at + 1
    return next((n + 1 for n in range(at + 1, len(tokens)) if tokens[n].text == "'"), len(tokens))


def may_be_output(context: Context, line: Line) -> bool:
    """Whether a line may show what a program printed: in prose only one of numbers alone."""
    if not context.shown or line.display or line.end - line.start > MAX_OUTPUT:
        return False
    text = context.document.text[line.start : line.end]
    return bool(_PLAIN.fullmatch(text)) if not _is_program(context, line) else any(c.isdigit() for c in text)


def output(context: Context, line: Line, tokens: list[Token]) -> bool:
    """Whether a line is the output of what was shown before it; its numbers are claimed then."""
    if is_prompted(context, line):
        return False
    found = list(_values(tokens))
    labelled = any(t.kind in ("name", "string") and t.text not in _NUMPY for t in _between(tokens, found))
    if not found or len(found) > len(context.shown) or (labelled and not _is_program(context, line)):
        return False
    if any(_goes_on(tokens, formula) for formula in found) or (not labelled and any(map(_is_array, found))):
        return False
    candidates, rest = context.shown[: len(found)], context.shown[len(found) :]
    if not all(fits(shape_of(f.expression), context.quantities.shape(c.head)) for c, f in zip(candidates, found)):
        return False
    context.shown = rest
    for candidate, formula in zip(candidates, found):
        context.reading.literals.update(formula.literals)
        values(context, candidate.head, None, candidate.shown, formula, "=")
    return True


def _is_program(context: Context, line: Line) -> bool:
    return line.code or context.document.format == "notebook"


def _is_array(formula: Formula) -> bool:
    """Whether a value is an array: one that stands alone in its lines is a piece of its own."""
    return bool(shape_of(formula.expression))


def _between(tokens: list[Token], found: list[Formula]) -> list[Token]:
    """The tokens that belong to no value."""
    return [t for t in tokens if not any(f.start <= t.start < f.end for f in found)]


def _goes_on(tokens: list[Token], formula: Formula) -> bool:
    """Whether a word or an operation follows a value, so that it is no output by itself."""
    after = tokens[formula.stop] if formula.stop < len(tokens) else None
    return after is not None and after.kind in ("name", "op", "relation", "open")


def _values(tokens: list[Token]) -> Iterator[Formula]:
    """The numbers and arrays of a line, each number with its sign."""
    at = 0
    while at < len(tokens):
        token = tokens[at]
        begins = token.kind == "number" or token.text in ("-", "[", "array", "tensor")
        formula = parse(tokens, at, lambda token: False) if begins else None
        if formula is not None and is_value(formula.expression):
            yield formula
            at = formula.stop
        else:
            at += 1


def quoted(context: Context, line: Line, formula: Formula) -> bool:
    """Whether an array amid prose is called the output of what was shown: "the output is `[0.14 0.28]`"."""
    text = context.document.text[line.start : formula.start]
    if not context.shown or line.code or not _OUTPUT.search(text):
        return False
    candidate = context.shown[0]
    if not fits(shape_of(formula.expression), context.quantities.shape(candidate.head)):
        return False
    context.shown = context.shown[1:]
    context.reading.literals.update(formula.literals)
    values(context, candidate.head, None, candidate.shown, formula, "=")
    return True


# -- comments that tell a result ------------------------------------------------------------------
_TOLD = re.compile(
    r"(?<!\S)#\s*(?:(?:prints|returns|gives|output|result|resultado|da|devuelve|imprime)\b:?)?\s*(?:=>|->|→|⇒|=|≈|>>>)?\s*"
    r"(?=[-−]?[\d.]|\[|(?:np\.)?array\(|tensor\()([^#\n]+?)\s*$"
)


def told(context: Context, line: Line, tokens: list[Token], head: Formula | None) -> None:
    """Claim what a comment behind a statement tells of its result: `np.dot(a, b)  # 5`, `s = a @ b  # [5, 2]`.

    A value of another shape tells a shape, a size or a step, and is passed over.
    """
    comment = _TOLD.search(context.document.text, line.start, line.end) if line.code else None
    if comment is None or head is None:
        return
    value = context.tokens(replace(line, code=False), *comment.span(1))
    formula = parse(value, 0, lambda token: False) if value else None
    if formula is None or formula.stop != len(value) or not is_value(formula.expression):
        return
    quantity = context.resolve(head.expression)
    if not fits(shape_of(formula.expression), context.quantities.shape(quantity)) or _counts(context, formula):
        return
    context.reading.literals.update(formula.literals)
    values(context, quantity, None, show(head.expression), formula, "=")


def _counts(context: Context, value: Formula) -> bool:
    """Whether a comment only numbers its line: others hold the numbers from 1 on."""
    number = value.expression.value if isinstance(value.expression, Number) else None
    whole = all(literal.whole for literal in value.literals.values())
    if number is None or not whole or not 0 < number <= MAX_STEPS:
        return False
    near = context.document.text[max(0, value.start - _NEAR) : value.start + _NEAR]
    held = {int(n) for n in re.findall(r"\S[ \t]+#[ \t]*(\d{1,2})[ \t]*$", near, re.MULTILINE)}
    return len(held) > 1 and set(range(1, int(number) + 1)) <= held
