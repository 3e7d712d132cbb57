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
_ONE_HOT = re.compile(
    r"one-?hot(?:\s+(?:vector|target|label|targets|labels|encoded))?\s+\$?(?P<after>[a-z])\b(?!\s*[’'])|"
    r"(?<![\w\\])(?P<before>[a-z])\$?\s+(?:is|es|being|be)\s+(?:an?\s+|un\s+vector\s+)?one-?hot",
    re.IGNORECASE,
)
_UNIFORM = re.compile(
    r"uniform\w*[^.;\n\[(]{0,40}[\[(]\s*(?P<low>[-−]?\d{1,3}(?:\.\d{1,3})?)\s*,\s*(?P<high>[-−]?\d{1,3}(?:\.\d{1,3})?)\s*[\])]",
    re.IGNORECASE,
)
_OF_SCORE = re.compile(r"q\s*(?:·|\\cdot|\^\\top|\^T|ᵀ)\s*k|\bscores?\b|\bs\s*(?:~|∼|\\sim)", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:if|when|whenever|si|cuando)\b", re.IGNORECASE)
_SPEAKS = (_NORMAL, _MU, _SIGMA, _ZERO, _UNIT, _UNIFORM)


@dataclass(frozen=True, slots=True)
class Premises:
    """Means and variances of the components of q and k, whether they are normal, and whether they are independent."""

    mean: dict[str, Expression] = field(default_factory=lambda: {"q": ZERO, "k": ZERO})
    spread: dict[str, Expression] = field(default_factory=lambda: {"q": ONE, "k": ONE})
    normal: bool = False
    independent: bool | None = None
    said: bool = False


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
    starts, holding = [], []
    for first, last in sentences(text, start, end, STATEMENT):
        sentence = text[first:last]
        said = _update(local or known, sentence)
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
    if _ZERO.search(sentence) or (normal and normal["mean"] == "0"):
        mean = {"q": ZERO, "k": ZERO}
    if _UNIT.search(sentence):
        spread = {"q": ONE, "k": ONE}
    if normal and normal["spread"][0].isdigit():
        spread = dict.fromkeys("qk", Number(Fraction(normal["spread"])))
    if uniform := _UNIFORM.search(sentence):
        low, high = (Fraction(uniform[end].replace("−", "-")) for end in ("low", "high"))
        mean, spread = dict.fromkeys("qk", Number((low + high) / 2)), dict.fromkeys("qk", Number((high - low) ** 2 / 12))
    for letter in [*_MU.findall(sentence), *([""] if normal and normal["mean"] != "0" else [])]:
        mean |= {x: Symbol("μ" + (f"_{letter}" if letter else "")) for x in (letter or "qk")}
    for letter in [*_SIGMA.findall(sentence), *([""] if normal and not normal["spread"][0].isdigit() else [])]:
        spread |= {x: apply("power", Symbol("σ" + (f"_{letter}" if letter else "")), TWO) for x in (letter or "qk")}
    independent = False if _DEPENDENT.search(sentence) else True if _INDEPENDENT.search(sentence) else known.independent
    said = known.said or any(pattern.search(sentence) for pattern in _SPEAKS)
    return replace(
        known,
        mean=mean,
        spread=spread,
        normal=(known.normal or normal is not None) and uniform is None,
        independent=independent,
        said=said,
    )
