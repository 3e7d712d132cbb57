"""What a section assumes of the components of q and k, sentence by sentence.

What is said holds from there on, what is said later in the section holds for what stands before all of it. A condition
("if the components have variance σ²") on top of stated premises holds for its own sentence alone, and for the formula
that the sentence leads to; where nothing was stated it is the premise.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice

from checks.theory.stretches import STATEMENT, sentences
from derive.expression import ONE, TWO, ZERO, Apply, Expression, Number, Symbol, apply, symbols

_MU_SIGN, _SIGMA_SIGN = r"(?:\\mu|μ)", r"(?:\\sigma|σ)"
_NORMAL = re.compile(
    rf"(?:\\mathcal\s*\{{?N\}}?|\bN|𝒩)\s*\(\s*(?P<mean>0|{_MU_SIGN})\s*,\s*(?P<spread>\d{{1,4}}(?:\.\d{{1,4}}|/[1-9]\d{{0,3}})?|{_SIGMA_SIGN}\s*(?:\^\s*\{{?2\}}?|²))\s*\)"
)
_INDEPENDENT = re.compile(r"i\.?\s?i\.?\s?d\b|independ", re.IGNORECASE)
_DEPENDENT = re.compile(
    r"pueden depender|may depend|can depend|not (?:be )?independent|no se supone (?:nada más|que sean independientes)|"
    r"nothing else is assumed|arbitrary dependence|no son independientes|without independence",
    re.IGNORECASE,
)
_ZERO = re.compile(r"(?:media|mean)s?\s*(?:is|of|es|de)?\s*(?:cero|nula|zero|\$?0\b)|zero[- ]mean", re.IGNORECASE)
_UNIT = re.compile(
    r"(?:varianza|variance)s?\s*(?:is|of|es|de)?\s*(?:unidad|\$?1\b)|unit[- ]varianc|varianza unitaria", re.IGNORECASE
)
_MU = re.compile(rf"(?:media|mean)s?\s*\$?{_MU_SIGN}(?:_\{{?([qk])\}}?)?")
_SIGMA = re.compile(rf"(?:varianza|variance)s?\s*\$?{_SIGMA_SIGN}(?:_\{{?([qk])\}}?)?\s*(?:\^|²)")
_VALUE = (
    r"\s*(?:is|are|of|es|de|=|equal to)?\s*\$?(?P<value>\d{1,4}(?:\.\d{1,4}|/[1-9]\d{0,3})?)"
    r"(?![\w^.]*[A-Za-z_^\\]|\s*\\?[dTσ·]|\s*\\cdot|\d|\s*/)"
)
_NUMBERS = {  # what a number is said to be, of components or of the score
    "mean": re.compile(rf"(?:media|mean)s?{_VALUE}", re.IGNORECASE),
    "variance": re.compile(rf"(?:varianza|variance)s?{_VALUE}", re.IGNORECASE),
    "deviation": re.compile(rf"(?:desviaci[oó]n(?:es)? (?:típica|est[aá]ndar)|standard deviation)s?{_VALUE}", re.IGNORECASE),
}
_UNREAD = re.compile(  # a variance that is a formula: 1/d_k
    r"(?:varianza|variance|standard deviation|desviaci[oó]n(?:es)? (?:típica|est[aá]ndar))s?"
    r"\s*(?:is|are|of|es|de|=)?\s*(?:\$|\\\()?\s*(?:1\s*/\s*(?:\\?[A-Za-z√(])|\\[dt]?frac|√|\\sqrt|sqrt|d_)",
    re.IGNORECASE,
)
_RECIPROCAL = re.compile(  # of those the ones that are read: one over a size
    r"(?:varianza|variance)s?\s*(?:is|of|es|de|=|equal to)?\s*(?:\$|\\\()?\s*"
    r"(?:1\s*/\s*|\\[dt]?frac\s*\{\s*1\s*\}\s*\{\s*)(?P<size>[dnDm](?:_(?:\{\w{1,8}\}|\w))?)(?![\w^]|\s*[+*/·²^]|\s*\\c?dot)",
    re.IGNORECASE,
)
UNKNOWN = "unknown-variance"  # among what is free: the page gives a variance that was not read
_DEVIATES = re.compile(
    rf"(?:desviaci[oó]n(?:es)? (?:típica|est[aá]ndar)|standard deviation)s?\s*\$?{_SIGMA_SIGN}(?:_\{{?([qk])\}}?)?"
)
_VECTOR = re.compile(r"(?<![\w\\])[qk](?:_\{?\w+\}?)?(?![\w'’])", re.IGNORECASE)
_JOINED = re.compile(r"[\s$,\\()]*(?:and|y|e|,)?[\s$(\\]*(?:(?:those|the components|las|los)\s+)?(?:of|de|in|en)?[\s$(\\]*")
_OF_PRODUCT = re.compile(
    r"\bscores?\b|product|puntuaci|\blogits?\b|\bit\b|\bsums?\b|\bresult|divid|\bscal|escal"
    r"|(?<![\w\\])s(?![\w'’])|·|\\cdot|\\top|ᵀ|\^T",
    re.IGNORECASE,
)
_PRODUCT_OF = re.compile(
    r"(?:product|scores?|puntuaci\w+|producto(?: \w+)?)\s+(?:of|between|for|de|entre)\s+(?:the\s+)?[\s$]*$", re.IGNORECASE
)
_COMPONENTS = re.compile(r"compon|entries|entrad|coordina|element", re.IGNORECASE)
_OTHERS = re.compile(
    r"(?:compon\w+|entries|entradas|coordina\w+|element\w+)\s+(?:of|de|in|en)\s+(?:the\s+)?[\s$]*(?:\\\w+\{)?(?![qkQK]\b)[A-Za-z]\b|"
    r"\b(?:weights?|inputs?|activations?|noise|gradients?|pesos|activaciones|ruido|[A-JL-PR-Z](?:_\w+)?)\b",
)
_CORRELATED = re.compile(
    r"(?:may|can|could|might|pueden|puede) (?:well )?(?:be|estar) (?:arbitrarily )?correlacion\w*|"
    r"(?:may|can|could|might) (?:well )?be (?:arbitrarily )?correlated|\bare (?:strongly )?correlated|están correlacionad",
    re.IGNORECASE,
)
_FREE = {  # what a page leaves open in words
    "zero-mean": re.compile(
        r"nothing (?:is|was) (?:assumed|said|known) (?:about|of|on) (?:their|the) means?|any means?\b|arbitrary means?|"
        r"(?:means? (?:is|are) )?not necessarily (?:zero|of mean zero|centred|centered)"
        r"|no se supone nada (?:de|sobre) (?:su|sus|la|las) medias?",
        re.IGNORECASE,
    ),
    "unit-variance": re.compile(
        r"nothing (?:is|was) (?:assumed|said|known) (?:about|of|on) (?:their|the) variances?|any variances?\b"
        r"|arbitrary variances?|no se supone nada (?:de|sobre) (?:su|sus|la|las) varianzas?",
        re.IGNORECASE,
    ),
}
_LABEL = r"(?:vector|target|label|targets|labels|encoded|objetivo|etiqueta)"
_ONE_HOT = re.compile(
    rf"one-?hot(?:\s+{_LABEL}){{0,2}}\s+\$?(?P<after>[a-z])\b(?!\s*[’'])|"
    r"(?<![\w\\])(?P<before>[a-z])(?:\s*(?:∈|\\in)(?:\{[^{}]{1,9}\}|[^,;.(){}\n]){1,40}?)?\$?,?\s+\(?(?:(?:is|es|being|be|sea|the|el|la)\s+)?"
    r"(?:an?\s+|un(?:\s+vector)?\s+|the\s+)?one-?hot",
    re.IGNORECASE,
)
_UNIFORM = re.compile(
    r"uniform\w*[^.;\n\[(]{0,40}[\[(]\s*(?P<low>[-−]?\d{1,3}(?:\.\d{1,3})?)\s*,\s*(?P<high>[-−]?\d{1,3}(?:\.\d{1,3})?)\s*[\])]",
    re.IGNORECASE,
)
_OF_SCORE = re.compile(r"q\s*(?:·|\\cdot|\^\\top|\^T|ᵀ)\s*k|\bscores?\b|\bs\s*(?:~|∼|\\sim)", re.IGNORECASE)
_KEYED = re.compile(r"(?<![A-Za-z])d_\{?(?:k|\\text\{k\})|dₖ")
REACH = 600  # characters from a number to the vector that it is said of
_CONDITION = re.compile(r"\b(?:if|when|whenever|si|cuando)\b", re.IGNORECASE)
_SPEAKS = (_NORMAL, _MU, _SIGMA, _ZERO, _UNIT, _UNIFORM, *_NUMBERS.values(), _DEVIATES)


@dataclass(frozen=True, slots=True)
class Premises:
    """Means and variances of the components of q and k, whether they are normal, and whether they are independent.

    `width`: how many components there are, where q itself does not tell.
    `free` are usual hypotheses (derive.assumptions) that the page says not to make.
    """

    mean: dict[str, Expression] = field(default_factory=lambda: {"q": ZERO, "k": ZERO})
    spread: dict[str, Expression] = field(default_factory=lambda: {"q": ONE, "k": ONE})
    normal: bool = False
    independent: bool | None = None
    said: bool = False
    width: str = "d_k"
    free: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Assumed:
    """The premises of a section: all of them together, and those that hold in each of its sentences."""

    whole: Premises
    starts: tuple[int, ...] = ()
    holding: tuple[Premises, ...] = ()

    def at(self, place: int) -> Premises:
        """The premises that hold at a place of the document."""
        found = bisect_right(self.starts, place) - 1
        return self.holding[found] if found >= 0 else self.whole

    def symbols(self) -> set[str]:
        """The names of means and variances that any sentence uses."""
        used = [e for known in (self.whole, *self.holding) for e in (*known.mean.values(), *known.spread.values())]
        return {name for e in used for name in symbols(e)}


def premises(text: str, start: int, end: int, before: Premises) -> Assumed:
    """What the section text[start:end] assumes; one that says nothing of means and variances keeps what was said before."""
    if not any(pattern.search(text, start, end) for pattern in _SPEAKS):
        return Assumed(before)
    known, local = Premises(), None
    keyed = _KEYED.search(text) is not None
    starts, holding = [], []
    for first, last in sentences(text, start, end, STATEMENT):
        sentence = text[first:last]
        said = _update(local or known, sentence)
        said = replace(said, width="d_k") if keyed else said
        if said.said and known.said and _conditional(sentence):
            local = said
        elif local is None:
            known = said
        starts.append(first)
        holding.append(local or known)
        if local is not None and not sentence.rstrip(" *_$\n").endswith((",", ":")):
            local = None
    return Assumed(known, tuple(starts), tuple(held if held.said else known for held in holding))


def one_hot(text: str, start: int, end: int) -> Iterator[tuple[Expression, Expression]]:
    """`y` is one-hot, or a probability vector: Σ_i y_i = 1, for the names that text[start:end] says it of."""
    for match in _ONE_HOT.finditer(text, start, end):
        name = match["after"] or match["before"]
        yield Apply("sigma", (Symbol(f"{name}_i"), Symbol("i"))), ONE


def _conditional(sentence: str) -> bool:
    """Whether a sentence states a premise only as a condition."""
    condition = _CONDITION.search(sentence)
    return condition is not None and any(pattern.search(sentence, condition.end()) for pattern in _SPEAKS)


def _update(known: Premises, sentence: str) -> Premises:
    """The premises after one more sentence."""
    mean, spread = dict(known.mean), dict(known.spread)
    normal = _NORMAL.search(sentence)
    if normal and normal["spread"] != "1" and _OF_SCORE.search(sentence, 0, normal.start()):
        normal = None  # q·k ~ N(0, 64) is said of the score
    for match in _ZERO.finditer(sentence):
        mean |= dict.fromkeys(_subject(sentence, match.start()), ZERO)
    if normal and (whose := _subject(sentence, normal.start())):
        mean |= {x: ZERO if normal["mean"] == "0" else Symbol("μ") for x in whose}
        number = normal["spread"][0].isdigit()
        spread |= {x: Number(Fraction(normal["spread"])) if number else apply("power", Symbol("σ"), TWO) for x in whose}
    for match in _UNIT.finditer(sentence):
        spread |= dict.fromkeys(_subject(sentence, match.start()), ONE)
    counted = False
    for kind, pattern in _NUMBERS.items():
        for match in pattern.finditer(sentence):
            whose, value = _subject(sentence, match.start(), components=True), Number(Fraction(match["value"]))
            counted = counted or bool(whose)
            if kind == "mean":
                mean |= dict.fromkeys(whose, value)
            else:
                spread |= dict.fromkeys(whose, value if kind == "variance" else Number(value.value**2))
    if uniform := _UNIFORM.search(sentence):
        low, high = (Fraction(uniform[end].replace("−", "-")) for end in ("low", "high"))
        mean, spread = dict.fromkeys("qk", Number((low + high) / 2)), dict.fromkeys("qk", Number((high - low) ** 2 / 12))
    for match in _MU.finditer(sentence):
        mean |= {x: Symbol("μ" + (f"_{match[1]}" if match[1] else "")) for x in match[1] or _subject(sentence, match.start())}
    for match in (*_SIGMA.finditer(sentence), *_DEVIATES.finditer(sentence)):
        sigma = Symbol("σ" + (f"_{match[1]}" if match[1] else ""))
        spread |= {x: apply("power", sigma, TWO) for x in match[1] or _subject(sentence, match.start())}
    independent = False if _DEPENDENT.search(sentence) else True if _INDEPENDENT.search(sentence) else known.independent
    correlated = _correlated(sentence)
    if correlated == "between":
        independent, correlated = False, ""
    open_ = {f"{name}-{x}" for name, pattern in _FREE.items() if pattern.search(sentence) for x in "qk"}
    read = {}
    for match in islice(_RECIPROCAL.finditer(sentence), 9):
        size = match["size"].replace("{", "").replace("}", "")
        if whose := _subject(sentence, match.start(), components=True):
            read[match.start()] = size
            spread |= dict.fromkeys(whose, apply("divide", ONE, Symbol(size)))
    unread = (m for m in islice(_UNREAD.finditer(sentence), 9) if m.start() not in read)
    open_ |= {UNKNOWN for m in unread if _subject(sentence, m.start(), components=True)}
    counted = counted or bool(read)
    sizes = [s for s in read.values() if s.startswith("d")]
    said = known.said or counted or any(pattern.search(sentence) for pattern in (_NORMAL, _MU, _SIGMA, _ZERO, _UNIT, _UNIFORM))
    return replace(
        known,
        mean=mean,
        spread=spread,
        normal=(known.normal or normal is not None) and uniform is None,
        independent=independent,
        said=said,
        width=sizes[-1] if sizes else known.width,
        free=known.free | open_ | {f"uncorrelated-{x}" for x in correlated},
    )


def _subject(sentence: str, place: int, components: bool = False) -> str:
    """Whose components are spoken of before a place: "q", "k", "qk" where both are or none is named, "" for the score.

    With `components` a number needs them named: what else has a mean of 3 is anybody's guess.
    """
    sentence, place = sentence[max(0, place - REACH) : place + REACH], min(place, REACH)
    found = list(_VECTOR.finditer(sentence, 0, place))
    if _OF_PRODUCT.search(sentence, found[-1].end() if found else 0, place):
        return ""
    if not found:
        named = _COMPONENTS.search(sentence) and not _OTHERS.search(sentence)
        return "qk" if named or not components else ""
    group = [found[-1]]
    for before in reversed(found[:-1]):
        between = sentence[before.end() : group[-1].start()]
        if re.fullmatch(r"[\s$]*(?:·|\\cdot|\^\{?\\top\}?|ᵀ|\^T)[\s$]*", between):
            return ""
        if not _JOINED.fullmatch(between):
            break
        group.append(before)
    if _PRODUCT_OF.search(sentence, 0, group[-1].start()):
        return ""
    letters = {m.group()[0].lower() for m in group}
    return "".join(x for x in "qk" if x in letters)


def speaks_of_components(text: str, place: int) -> bool:
    """Whether the statement before a place is about components, and not about the score made of them."""
    first = next(
        (last for _, last in sentences(text, max(0, place - 200), place, STATEMENT) if last < place), max(0, place - 200)
    )
    statement = text[first:place]
    named = list(_COMPONENTS.finditer(statement))
    return bool(named) and not _OF_PRODUCT.search(statement, named[-1].end())


def _correlated(sentence: str) -> str:
    """Whose components may be correlated with each other; "between" where those of q may be with those of k."""
    match = _CORRELATED.search(sentence)
    if match is None:
        return ""
    whose = _subject(sentence, match.start())
    within = _COMPONENTS.search(sentence, 0, match.start())
    return whose if within or len(whose) == 1 else "between"
