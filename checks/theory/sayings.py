"""Statements in words about arrays of symbolic size: sums of rows, symmetry, triangles, ranges of entries, shapes.

A sentence becomes an equation where it is one (A 1 = 1, X^T = X), else a range or a shape with its own question. Read
from skeletons, so that mathematics and plain prose say the same.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from checks.theory.scope import Meaning, Scope
from checks.theory.skeletons import HOLE, Skeleton
from derive.expression import ONE, Apply, Expression, Number, Symbol, apply, integer, parts

X = rf"(?P<x>{HOLE})"
N = rf"(?P<n>{HOLE}|\d+(?:\.\d+)?(?!\w)|one\b|zero\b|unity\b|uno\b|cero\b|la unidad\b)"
OF = r"(?:of|de|del|in|en)(?: the| la| el| cada)?(?: (?!rows?\b|columns?\b)[a-záéíóú]+){0,3}"
ADDS = (
    r"(?P<not>(?:do|does|need) not |don't |doesn't |no )?(?:always |siempre |all |must |each )?"
    r"(?:sums?|adds?(?: up)?|suman?|has sum|have sum)(?: up)?(?: to| a| en)?(?: exactly)?"
)
IS = r"(?P<no>no )?(?:is|are|es|son)(?P<not> not)?(?: in general| en general| always| siempre| generally)?(?P<not_either> not)?"
ENTRIES = r"(?:entr(?:y|ies)|elements?|components?|values|entradas?|elementos?|componentes?|valores)"
SHAPE = rf"(?P<shape>\([^()]{{1,30}}\)|{HOLE})"
HAS = r"(?:has|have|tiene|is of|is|es de|de)?(?: always)?(?: the| la)? ?"
NUMBERS = {"one": 1, "unity": 1, "uno": 1, "la unidad": 1, "zero": 0, "cero": 0}
ITSELF = (
    r"(?:can (?:only )?|solo |sólo |únicamente )?(?:se )?(?:only )?(?:attends?|looks?|sees?|atiende|ve)"
    r"(?: only| solo| sólo| únicamente)? (?:to |at |a )?(?:itself|sí mism[oa])"
)
CONDITION = re.compile(
    r"\b(?:if|iff|whether|unless|suppose|assume|assuming|provided|were|not every|not all|no tod[ao]s|si|supongamos|salvo)\b",
    re.IGNORECASE,
)
_LITERAL = r"[-−]?\d+(?:\.\d+)?"
TELLS = re.compile(
    r"\bsum|\badd|simétric|symmetric|triangular|\blies?\b|\bare\b|están?\b|\bson\b|shape|forma\b|dimension|size|itself|"
    r"sí mism|max|máxim|largest|varian|deviat|desviaci|approx|aproxim|roughly|nearly",
    re.IGNORECASE,
)
_CELL = re.compile(
    r"^[^\S\n]*\|\s*[$`]?(?P<name>[^|$`]+?)[$`]?\s*\|\s*[$`]?(?P<shape>\((?:\s*[\w_\\{}]+\s*,)+\s*[\w_\\{}]*\s*\))[$`]?\s*\|",
    re.MULTILINE,
)
_ATTRIBUTE = re.compile(r"\b(?P<name>[A-Za-z]\w{0,12})\.shape\s*==?\s*(?P<shape>\([^()\n]{1,40}\))")
_AXES = r"\(\s*\w+\s*,\s*\w+\s*\)"
_PRODUCT = re.compile(
    rf"^[^\S\n]*(?:∂\w+/∂\w+|\w+)\s*:\s*(?P<said>(?P<shape>{_AXES})\s*=[^=\n]*?=\s*(?P<left>{_AXES})\s*@\s*(?P<right>{_AXES}))",
    re.MULTILINE,
)
ROW_OF = re.compile(r"\b(?:row|fila)\s+\$(?P<row>[a-z])\$\s+(?:of|de)\s+\$(?P<of>[A-Z])\$", re.IGNORECASE)
SCORE = Apply("times", (Symbol("q"), Symbol("k")))
Bounds = tuple[Fraction | None, Fraction | None, bool, bool]


@dataclass(frozen=True, slots=True)
class Saying:
    """One statement: its place, what it says of which expression, and with what; `denied` where it says that it is not so."""

    start: int
    end: int
    kind: str
    of: Expression
    bounds: Bounds | None = None
    shape: str = ""
    like: Expression | None = None
    denied: bool = False


Maker = Callable[[Skeleton, re.Match[str], str], "Saying | Iterator[Saying] | None"]


def sayings(sentence: Skeleton, text: str) -> Iterator[Saying]:
    """The statements of a sentence."""
    if not TELLS.search(sentence.text):
        return
    taken: list[tuple[int, int]] = []
    for pattern, make in PATTERNS:
        for match in pattern.finditer(sentence.text):
            if any(s < match.end() and match.start() < e for s, e in taken):
                continue
            if make not in (_moments, _alone) and _supposed(sentence, match):
                continue
            found = make(sentence, match, text)
            made = [found] if isinstance(found, Saying) else list(found or ())
            taken += [match.span()] if made else []
            yield from made


def _supposed(sentence: Skeleton, match: re.Match[str]) -> bool:
    """Whether a statement is asked or made under a condition, so that nothing is asserted."""
    asked = sentence.text.rstrip().endswith("?")
    return asked or CONDITION.search(sentence.text, 0, match.start()) is not None


# -- what a pattern makes --------------------------------------------------------------
def _said(sentence: Skeleton, match: re.Match[str], kind: str, of: Expression, **rest: object) -> Saying:
    start, end = sentence.place(*match.span())
    groups = match.groupdict()
    denied = bool(groups.get("no") or groups.get("not") or groups.get("not_either"))
    return Saying(start, end, kind, of, denied=denied, **rest)  # type: ignore[arg-type]


def _sums(sentence: Skeleton, match: re.Match[str], text: str) -> Saying | None:
    value = _value(sentence, match.group("n"))
    of = sentence.formula(match.group("x"))
    what = match.group("what").lower()[:4]
    axis = Number(Fraction(-1 if what in ("row", "rows", "fila", "row-") else 0))
    total = Apply("reduce", (Symbol("total"), of, axis, Symbol("False")))
    return None if value is None else _said(sentence, match, "equal", apply("subtract", total, value))


def _rows(sentence: Skeleton, match: re.Match[str], text: str) -> Saying:
    return _said(sentence, match, "rows", Symbol(""))


def row_sums(of: Expression) -> Expression:
    """The sum of each row."""
    return Apply("reduce", (Symbol("total"), of, integer(-1), Symbol("False")))


def _total(sentence: Skeleton, match: re.Match[str], text: str) -> Saying | None:
    value = _value(sentence, match.group("n"))
    total = Apply("total", (sentence.formula(match.group("x")),))
    return None if value is None else _said(sentence, match, "equal", apply("subtract", total, value))


def _symmetric(sentence: Skeleton, match: re.Match[str], text: str) -> Saying:
    of = sentence.formula(match.group("x"))
    return _said(sentence, match, "equal", apply("subtract", apply("transpose", of), of))


def _triangular(sentence: Skeleton, match: re.Match[str], text: str) -> Saying:
    of = sentence.formula(match.group("x"))
    lower = match.group("side").lower() in ("lower", "inferior")
    return _said(sentence, match, "lower", of if lower else apply("transpose", of))


def _between(sentence: Skeleton, match: re.Match[str], text: str) -> Saying | None:
    """In [0, 1], in (0, 1), between 0 and 1."""
    groups = match.groupdict()
    above, below = False, False
    if groups.get("interval"):
        start, end = sentence.span(groups["interval"])
        listed, raw = sentence.formula(groups["interval"]), text[start:end].strip()
        ends = listed.arguments if isinstance(listed, Apply) and listed.operation in ("list", "tuple") else ()
        above, below = raw.startswith("("), raw.endswith(")")
    elif groups.get("low"):
        ends = tuple(Number(Fraction(groups[g].replace(",", "."))) for g in ("low", "high"))
        above, below = groups["open"] == "(", groups["close"] == ")"
    else:
        ends = tuple(e for g in ("first", "second") if (e := _value(sentence, groups[g])) is not None)
    numbers = [number(e) for e in ends]
    if len(numbers) != 2 or None in numbers:
        return None
    return _said(sentence, match, "range", sentence.formula(match.group("x")), bounds=(*numbers, above, below))


def _signed(sentence: Skeleton, match: re.Match[str], text: str) -> Saying:
    word = match.group("sign").lower()
    positive = word.startswith(("positiv", "greater"))
    negative = word.startswith("negativ")
    zero = Fraction(0)
    bounds: Bounds = (None, zero, False, True) if negative else (zero, None, positive, False)
    return _said(sentence, match, "range", sentence.formula(match.group("x")), bounds=bounds)


def _largest(sentence: Skeleton, match: re.Match[str], text: str) -> Saying | None:
    value = _value(sentence, match.group("n"))
    top = None if value is None else number(value)
    if top is None:
        return None
    return _said(sentence, match, "largest", sentence.formula(match.group("x")), bounds=(None, top, False, False))


def _shaped(sentence: Skeleton, match: re.Match[str], text: str) -> Saying | None:
    shape = match.group("shape")
    if len(shape) == 1:
        start, end = sentence.span(shape)
        shape = text[start:end]
    elif re.search(HOLE, shape):
        start, end = sentence.place(*match.span("shape"))
        shape = text[start:end]
    if not shape.strip().startswith("("):
        return None
    return _said(sentence, match, "shape", sentence.formula(match.group("x")), shape=shape)


def _alike(sentence: Skeleton, match: re.Match[str], text: str) -> Saying:
    like = sentence.formula(match.group("y"))
    return _said(sentence, match, "alike", sentence.formula(match.group("x")), like=like)


def _alone(sentence: Skeleton, match: re.Match[str], text: str) -> Saying | None:
    hole = match.group("x")
    last = (match.group("which") or "").lower() in ("last", "última", "último")
    of = sentence.formula(hole) if hole else Symbol("")
    return _said(sentence, match, "last" if last else "first", of)


def _moments(sentence: Skeleton, match: re.Match[str], text: str) -> Iterator[Saying]:
    """The mean and the variance of the score, or of the score over a number."""
    groups = match.groupdict()
    of = sentence.formula(groups["x"]) if groups.get("x") else SCORE
    if groups.get("by"):
        of = apply("divide", of, sentence.formula(groups["by"]))
    for kind, name in (("expectation", "mean"), ("variance", "variance")):
        word = groups.get(name) or ("0" if kind == "expectation" and groups.get("zero") else "")
        value = ONE if kind == "variance" and groups.get("unit") else _value(sentence, word) if word else None
        if value is not None:
            yield _said(sentence, match, kind, of, like=value)


def _deviation(sentence: Skeleton, match: re.Match[str], text: str) -> Saying | None:
    value = _value(sentence, match.group("variance"))
    of = sentence.formula(match.group("x")) if match.group("x") else SCORE
    return None if value is None else _said(sentence, match, "deviation", of, like=value)


def _law(sentence: Skeleton, match: re.Match[str], text: str) -> Saying:
    of = sentence.formula(match.group("x")) if match.group("x") else SCORE
    return _said(sentence, match, "law", of, like=sentence.formula(match.group("law")))


def _pattern(raw: str) -> re.Pattern[str]:
    return re.compile(raw, re.IGNORECASE)


_AXIS = r"\b(?P<what>rows?|columns?|filas?|columnas?)"
_INTERVAL = (
    rf"(?:(?P<interval>{HOLE})|(?P<open>[\[(]) ?(?P<low>{_LITERAL}) ?[,;] ?(?P<high>{_LITERAL}) ?(?P<close>[\])])|"
    rf"(?P<first>{HOLE}|{_LITERAL}) (?:and|y) (?P<second>{HOLE}|{_LITERAL}))"
)
_SIGN = r"(?P<sign>positiv\w*|non-?negativ\w*|no negativ\w*|negativ\w*)"
_SAME = r"(?:exactly )?(?:the|la) (?:same|misma) (?:shape|forma)"
_M = rf"(?P<mean>{HOLE}|0|zero\b|cero\b)"
_V = rf"(?P<variance>{HOLE}|1 ?/ ?[dn](?:_\w)?(?!\w)|\d+(?![\w.,]*\d|\s*/)|one\b|uno\b)"
OF_THE = r"(?:of|de|del)(?: the| each| every| la| el| cada)? ?"
SUBJECT = (
    rf"(?:{X}|(?:their |its |the |a |each |every |el |los )?(?:dot[- ]|inner[- ]|scalar[- ])?(?:product|producto|score)s?"
    r"(?: escalar(?:es)?| punto)?)"
)
_WHICH = (
    r"(?P<which>first|last|primera?|primer|última|último) (?:row|token|query|position|fila|posición|consulta)"
    r"|(?:row|fila) (?P<row>0)"
)
PATTERNS: tuple[tuple[re.Pattern[str], Maker], ...] = (
    (_pattern(rf"{_AXIS} {OF} {X},?(?: (?!do|does|need|no|don|doesn)\w+){{0,2}}? {ADDS} {N}"), _sums),
    (
        _pattern(
            rf"\b(?:each|every|all|cada|todas las) (?:the )?(?:rows?|filas?) {ADDS} (?:1(?![.,]?\d)|one|unity|uno|la unidad)\b"
        ),
        _rows,
    ),
    (_pattern(rf"\b(?P<what>row|column)[- ]sums {OF} {X} (?:are|is|equal|all equal)(?: all)? {N}"), _sums),
    (_pattern(rf"\bsumas? (?:por|de las|de) (?P<what>filas?|columnas?) de {X} (?:es|son|valen?|da) {N}"), _sums),
    (_pattern(rf"\b(?:{ENTRIES}|weights|pesos) {OF} {X},? {ADDS} {N}"), _total),
    (_pattern(rf"{X},? {IS}(?: a| una| a real| also| también)? (?:symmetric|simétric[ao])\b"), _symmetric),
    (_pattern(rf"{X},? {IS}(?: a| an| una)? (?P<side>lower|upper)[- ]triangular"), _triangular),
    (_pattern(rf"{X},? {IS}(?: una)? triangular (?P<side>inferior|superior)"), _triangular),
    (
        _pattern(
            rf"\b{ENTRIES} {OF} {X}(?:,[^.]{{0,40}}?,)? (?:lies?|are|is|están?|con valores)(?: all| always| siempre)? "
            rf"(?:in|between|en|entre) {_INTERVAL}"
        ),
        _between,
    ),
    (_pattern(rf"\b{ENTRIES} {OF} {X} (?:are|is|son|es)(?: all| strictly| always| todas| siempre)? {_SIGN}"), _signed),
    (_pattern(rf"\b(?:maximum|largest value|máximo|valor máximo) {OF} {X} (?:is|es|equals|vale) {N}"), _largest),
    (_pattern(rf"\b(?:shape|forma|dimensions?) {OF} {X} (?:is|es|are) {SHAPE}"), _shaped),
    (_pattern(rf"{X},? {HAS}(?:shape|forma|dimensions?|size) ?{SHAPE}"), _shaped),
    (_pattern(rf"{X} (?:has|have|tiene) {_SAME} (?:as|que)(?: the| la)? (?P<y>{HOLE})"), _alike),
    (_pattern(rf"{X} (?:and|y) (?P<y>{HOLE}) (?:have|tienen) {_SAME}"), _alike),
    (_pattern(rf"\b(?:{_WHICH})(?: {OF} {X})? {ITSELF}"), _alone),
    (
        _pattern(
            rf"{SUBJECT},?(?: then| entonces)? (?:has|have|will have|with|tienen?)(?: a)? "
            rf"(?:(?P<zero>zero mean|media (?:cero|nula))|(?:mean|media)(?: of| de)? {_M}),?(?: and| y)?(?: a| an| has)? "
            rf"(?:(?P<unit>unit variance|varianza unitaria)|(?:variance|varianza)(?: of| de)? {_V})"
        ),
        _moments,
    ),
    (
        _pattern(
            rf"{SUBJECT},? (?:is|es|are|son|follows?|sigue|has|tiene)(?: then| entonces)? "
            r"(?:approximately|roughly|nearly|about|aproximadamente|casi)(?: [a-záéíóú]+){0,3}? "
            rf"(?P<law>{HOLE})(?!\w)"
        ),
        _law,
    ),
    (_pattern(rf"\b(?:variance|varianza) {OF_THE}{SUBJECT} (?:is|es|equals|becomes|vale|grows to) {_V}"), _moments),
    (
        _pattern(
            rf"\b(?:standard deviation|desviaci[oó]n (?:est[aá]ndar|típica)) {OF_THE}{SUBJECT} "
            rf"(?:is|es|equals|becomes|vale|grows to) {_V}"
        ),
        _deviation,
    ),
    (
        _pattern(
            rf"\b(?:divid(?:ing|e|imos|ir|iendo)|scaling|scale)(?: [a-záéíóú]+){{0,4}} (?:by|entre|por) (?P<by>{HOLE})"
            r"[^.;:]{0,60}? (?:variance|varianza)(?: (?:is|of|to|becomes|back|be|es|de|queda|en|vuelve|a|again|equals?))* "
            rf"{_V}"
        ),
        _moments,
    ),
)


def _value(sentence: Skeleton, word: str) -> Expression | None:
    """A number in figures, in a word, or in a hole."""
    if word.lower() in NUMBERS:
        return integer(NUMBERS[word.lower()])
    if re.fullmatch(HOLE, word):
        found = sentence.formula(word)
        return None if any(isinstance(p, Symbol) and p.name in ("…", "ℝ") for p in parts(found)) else found
    if "/" in word:
        return apply("divide", ONE, Symbol(word.partition("/")[2].strip()))
    return Number(Fraction(word))


def number(expression: Expression) -> Fraction | None:
    """The rational that a formula without names is."""
    from checks.theory.values import value_of

    found = value_of(expression, {})
    return found.low if found is not None and found.low == found.high else None


# -- tables, attributes, rows ------------------------------------------------------------
def cells(text: str, start: int, end: int) -> Iterator[tuple[int, int, str, int, int, str]]:
    """Rows of a table of shapes, and `Y.shape == (T, d_v)`: the place and text of the array, and of the shape."""
    for pattern in (_CELL, _ATTRIBUTE):
        for match in pattern.finditer(text, start, end):
            yield *match.span("name"), match.group("name"), *match.span("shape"), match.group("shape")


def products(text: str, start: int, end: int) -> Iterator[tuple[int, int, str, bool]]:
    """`∂L/∂A : (4, 4) = … = (4,4) @ (4,4)`: the place of the statement, what it says, and whether the shapes fit."""
    for match in _PRODUCT.finditer(text, start, end):
        claimed, left, right = (tuple(re.findall(r"\w+", match.group(g))) for g in ("shape", "left", "right"))
        fits = len(left) == len(right) == 2 and left[1] == right[0] and claimed == (left[0], right[1])
        yield *match.span("said"), " ".join(match.group("said").split()), fits


def rows_named(scope: Scope, text: str) -> None:
    """`one row a of A`: a vector of weights, as any softmax gives."""
    for match in ROW_OF.finditer(text):
        known = scope.find(match.group("of"))
        if known is None or known.expression is None or not isinstance(known.expression, Apply):
            continue
        if known.expression.operation == "softmax" and scope.find(match.group("row")) is None:
            name, logits = match.group("row"), f"logits.{match.group('row')}"
            scope.names[logits] = Meaning(logits, ("T",))
            scope.names[name] = Meaning(name, None, Apply("softmax", (Symbol(logits),)))


def lone(of: Expression, last: bool) -> tuple[Expression, Expression]:
    """Both sides of "the first (last) row attends only to itself": its weight on its own key is 1."""
    if last:
        return Apply("entry", (of, Symbol("TT"))), ONE
    return Apply("lone", (of,)), ONE


def sign_of(bounds: Bounds) -> str:
    """A range as people write it: (0, 1], ≥ 0."""
    low, high, above, below = bounds
    if low is None:
        return f"{'<' if below else '≤'} {high}"
    if high is None:
        return f"{'>' if above else '≥'} {low}"
    return f"{'(' if above else '['}{low}, {high}{')' if below else ']'}"
