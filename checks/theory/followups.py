"""Counts that follow from the one before by what their own clause adds: a number format, so many heads, half of it.

"Für 16 Anfragen: 16 GiB" multiplies what was said of one; "in bf16 they take 16 MiB" changes the bytes of each entry. A
clause of nothing but such words and pronouns can be false; where other words stand, a number that does not follow may
well speak of something else.
"""

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from checks.theory.units import FORMATS
from checks.theory.values import Ball

NEAR = 400  # characters back to the count that a clause goes on from
KINDS = {
    "head": r"heads?|kopf|köpfe[n]?|cabezas?|têtes?|cabeças?",
    "layer": r"layers?|blocks?|schicht(?:en)?|lagen?|blöcke[n]?|capas?|bloques?|couches?|blocs?|camadas?|blocos?",
    "request": r"requests?|sequences?|users?|batch(?:es)?|conversations?|anfragen?|sequenz(?:en)?|nutzer|peticion(?:es)?|petición|"
    r"solicitud(?:es)?|secuencias?|usuarios?|requêtes?|séquences?|utilisateurs?|requisiç(?:ão|ões)|sequências?|usuários?|pedidos?",
    "token": r"tokens?|positions?|posiciones|positionen",
    "expert": r"experts?|experten|expertos?|especialistas?",
    "matrix": r"matri(?:x|ces|zen)|matri(?:z|ces|zes)",
}
_FORMAT = re.compile(rf"\b(?:{'|'.join(FORMATS)})\b", re.IGNORECASE)
_NUMBER = r"(?P<n>\d{1,3}(?:[,. ]\d{3})+|\d{1,6})"
_TIMES = {k: re.compile(rf"(?<![\w.,]){_NUMBER}\$?\s+(?:kv[- ])?(?:{w})\b", re.IGNORECASE) for k, w in KINDS.items()}
_BATCH = re.compile(rf"\b(?:batch|lote|lot)(?: size)?\s+(?:of|de|von|aus)?\s*\$?{_NUMBER}(?!\w)", re.IGNORECASE)
_PER = {k: re.compile(rf"\b(?:per|each|every|por|pro|je|par|cada|chaque)\s+(?:{w})\b", re.IGNORECASE) for k, w in KINDS.items()}
_SHARES = (
    (
        re.compile(
            r"\bhalf\b|\bhalves\b|\bhalved\b|\bmitad\b|\bhalbiert\b|\bhälfte\b|\bmoitié\b|\bmetade\b|\bhalb so viel\b", re.IGNORECASE
        ),
        Fraction(1, 2),
    ),
    (re.compile(r"\bquarter(?:s|ed)?\b|\bcuarta parte\b|\bviertel\b|\bquart\b|\bquarta parte\b|\bquarto\b", re.IGNORECASE), Fraction(1, 4)),
    (re.compile(r"\btwice\b|\bdoubles?\b|\bdoubled\b|\bdoble\b|\bdoppelte?\b|\bverdoppelt\b|\bdobro\b|\bdouble\b", re.IGNORECASE), Fraction(2)),
    (re.compile(r"\bquadruples?\b|\bcuádruple\b|\bvierfache\b|\bquádruplo\b", re.IGNORECASE), Fraction(4)),
)  # fmt: skip
_PLAIN = frozenset(
    "that this it they these which is are was takes take needs need makes make gives give would be costs cost comes amounts in "
    "for with at all the a an of over across so then thus hence or and i e ie about around roughly approximately nearly some "
    "together altogether total only just means "
    "das ist sind sie es dies diese also braucht brauchen belegt belegen ergibt macht für im mit bei alle allen die der den und oder "
    "zusammen insgesamt etwa rund ungefähr ca d h kosten kostet nur man wären wäre "
    "eso esto esos son ocupa ocupan necesita necesitan da dan hace hacen para con en todas todos las los el la lo que y o sea es decir "
    "juntas juntos unos unas aproximadamente cerca de cuesta cuestan un una se queda suponen supone "
    "cela ça ce qui soit fait font occupe occupent il elles ils pour avec les toutes tous le un une et ou au environ à peu près coûte coûtent "
    "isso isto são ocupam para com em todas os as no e cerca custa custam dá dão cada".split()
)
_WORD = re.compile(r"[^\W\d_]+")
ENDS = re.compile(r"[;()]|[.!?](?=\s|$)|,(?!\d)|\s(?:and|y|und|et|e|or|while|mientras|während)\s|\n\s*\n")


@dataclass(frozen=True, slots=True)
class Base:
    """A count that was said: value in base units, place, bytes of each entry, what it is said of each of, and of how many."""

    value: Ball
    powers: dict[str, int]
    place: int
    around: str
    bytes_each: Fraction | None = None
    per: str = ""
    times: frozenset[str] = frozenset()
    root: "Base | None" = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Clause:
    """What the words around a number add to the count before: `plain` where they are nothing else, `alone` without numbers."""

    bytes_each: Fraction | None
    times: tuple[tuple[str, Fraction], ...]
    share: Fraction | None
    per: str
    plain: bool
    alone: bool

    @property
    def adds(self) -> bool:
        """Whether it changes the count before."""
        return self.bytes_each is not None or bool(self.times) or self.share is not None


def clause(text: str, start: int, end: int, since: int, until: int, parted: bool = True) -> Clause:
    """The clause around the number and unit text[start:end], in the sentence text[since:until]; `parted` from other counts."""
    stop = ENDS.search(text, end, until)
    behind = text[end : stop.start() if stop else until]
    before = text[since:start]
    formats = [*_FORMAT.finditer(behind)] or [*_FORMAT.finditer(before)][-1:]
    each = Fraction(FORMATS[formats[0].group().lower()]) if formats else None
    said = f"{before} | {behind}"
    times, rest = list[tuple[str, Fraction]](), _FORMAT.sub(" ", said)
    for kind, pattern in [*_TIMES.items(), ("request", _BATCH)]:
        for match in pattern.finditer(rest):
            if kind not in dict(times):
                times.append((kind, Fraction(re.sub(r"\D", "", match.group("n")))))
        rest = pattern.sub(" ", rest)
    per = next((k for words in (behind, before) for k, p in _PER.items() if p.search(words)), "")
    for pattern in _PER.values():
        rest = pattern.sub(" ", rest)
    share = next((value for pattern, value in _SHARES if pattern.search(before)), None)
    for pattern, _ in _SHARES:
        rest = pattern.sub(" ", rest)
    rest = re.sub(r"\b(?:comes|amounts|adds up) to\b", " ", rest)
    alone = parted and not re.search(r"\d", rest)
    plain = alone and all(w.lower() in _PLAIN for w in _WORD.findall(rest)) and not re.search(r"[=<>^×·*/+−]", rest)
    return Clause(each, tuple(times), share, per, plain, alone)


def followed(base: Base, said: Clause, powers: dict[str, int]) -> list[tuple[str, Base]]:
    """What a clause makes of a count, nearest reading first; nothing where its words cannot be applied to it."""
    starts = [base]
    if base.root is not None and base.times & {k for k, _ in said.times}:
        starts = [base.root]
    elif base.root is not None:
        starts = [base, base.root]
    found = list[tuple[str, Base]]()
    for one in starts:
        found += _followed(one, said, powers)
    return found


def _followed(base: Base, said: Clause, powers: dict[str, int]) -> list[tuple[str, Base]]:
    factor, names = Fraction(1), list[str]()
    for kind, number in said.times:
        if kind == "token" and base.per != "token":
            return []
        factor *= number
        names.append(str(number))
    each = said.bytes_each
    if base.powers == powers:
        if each is not None and powers == {"byte": 1} and said.share is None:
            if base.bytes_each is None:
                return []
            factor *= each / base.bytes_each
            names += [f"{each}/{base.bytes_each}"] if each != base.bytes_each else []
        factor *= said.share or 1
        names += [str(said.share)] if said.share else []
    elif base.powers or powers != {"byte": 1} or each is None or said.share is not None:
        return []
    else:
        factor *= each
        names.append(f"{each} bytes")
    times = base.times | {k for k, _ in said.times}
    root = (base.root or base) if said.times else base.root
    if root is not None and each is not None:
        root = _in_format(root, each)
    per = said.per or ("" if said.times else base.per)
    made = replace(
        base, value=base.value * factor, powers=powers, bytes_each=each or base.bytes_each, per=per, times=times, root=root
    )
    return [("· " + " · ".join(names) if names else "", made)]


def _in_format(base: Base, each: Fraction) -> Base | None:
    if not base.powers:
        return replace(base, value=base.value * each, powers={"byte": 1}, bytes_each=each)
    if base.powers != {"byte": 1} or base.bytes_each is None:
        return base
    return replace(base, value=base.value * (each / base.bytes_each), bytes_each=each)


def repeats(base: Base, said: Clause) -> bool:
    """Whether the count before was itself said of so many of the same: then it may be the total already."""
    others = [kind for kind, _ in said.times if kind not in base.times]
    return any(re.search(rf"\b(?:{KINDS[kind]})\b", base.around, re.IGNORECASE) for kind in others) and not base.per
