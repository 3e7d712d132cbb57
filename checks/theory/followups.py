"""Counts that follow from the one before by what their own clause adds: a number format, so many heads, half of it.

"Für 16 Anfragen: 16 GiB" multiplies what was said of one; "in bf16 they take 16 MiB" changes the bytes of each entry. A
clause of nothing but such words and pronouns can be false; where other words stand, a number that does not follow may
well speak of something else.
"""

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from checks.theory.followup_words import KINDS, PLAIN, SHARES, SUMS
from checks.theory.units import FORMATS
from checks.theory.values import Ball

NEAR = 400  # characters back to the count that a clause goes on from
_FORMAT = re.compile(rf"\b(?:{'|'.join(FORMATS)})\b", re.IGNORECASE)
_NUMBER = r"(?P<n>\d{1,3}(?:[,. ]\d{3})+|\d{1,6})"
_TIMES = {k: re.compile(rf"(?<![\w.,]){_NUMBER}(?P<k>K?)\$?\s+(?:kv[- ])?(?:{w})\b", re.IGNORECASE) for k, w in KINDS.items()}
_BATCH = re.compile(rf"\b(?:batch|lote|lot)(?: size)?\s+(?:of|de|von|aus)?\s*\$?{_NUMBER}(?!\w)", re.IGNORECASE)
_PER = {k: re.compile(rf"\b(?:per|each|every|por|pro|je|par|cada|chaque)\s+(?:{w})\b", re.IGNORECASE) for k, w in KINDS.items()}
_SHARES = [(re.compile(rf"\b(?:{said})\b", re.IGNORECASE), share) for said, share in SHARES.items()]
_SUMS = re.compile(rf"\b(?:{SUMS})\b", re.IGNORECASE)
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
    sums: bool
    after: int = 0

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
    kilos = False
    times, rest = list[tuple[str, Fraction]](), _FORMAT.sub(" ", said)
    for kind, pattern in [*_TIMES.items(), ("request", _BATCH)]:
        for match in pattern.finditer(rest):
            if kind not in dict(times):
                kilo = 1024 if match.groupdict().get("k") else 1  # of tokens; others mean 1000, so that nothing is false by it
                times.append((kind, Fraction(re.sub(r"\D", "", match.group("n"))) * kilo))
                kilos = kilos or kilo > 1
        rest = pattern.sub(" ", rest)
    per = next((k for words in (behind, before) for k, p in _PER.items() if p.search(words)), "")
    for pattern in _PER.values():
        rest = pattern.sub(" ", rest)
    share = next((value for pattern, value in _SHARES if pattern.search(before)), None)
    for pattern, _ in _SHARES:
        rest = pattern.sub(" ", rest)
    rest = re.sub(r"\b(?:comes|amounts|adds up) to\b", " ", rest)
    alone = parted and not kilos and not re.search(r"\d", rest)
    plain = alone and all(w.lower() in PLAIN for w in _WORD.findall(rest)) and not re.search(r"[=<>^×·*/+−]", rest)
    return Clause(each, tuple(times), share, per, plain, alone, _SUMS.search(said) is not None)


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
    if said.per and said.per != base.per:
        return []
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


def is_of_one(base: Base, said: Clause) -> bool:
    """Whether a count was plainly said of one, so that so many of them take so many times as much: what a model takes was not.

    A matrix is one of a head and of a layer without a word; a sum says nothing of its parts.
    """
    root = base.root if base.root is not None and base.times & {k for k, _ in said.times} else base
    freely = all(root.per == kind or (kind in ("head", "layer") and root.sure) for kind, _ in said.times)
    return freely and (said.adds or not said.sums)


def repeats(base: Base, said: Clause) -> bool:
    """Whether the count before was itself said of so many of the same: then it may be the total already."""
    others = [kind for kind, _ in said.times if kind not in base.times]
    return any(re.search(rf"\b(?:{KINDS[kind]})\b", base.around, re.IGNORECASE) for kind in others) and not base.per
