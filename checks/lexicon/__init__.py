"""Words of a language that carry mathematics: one file a language, the same tables in each.

A table maps a word (lower case) to what it names in the vocabulary of attention. `words(language)` joins a language's
tables with English, since pages mix them.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module

LANGUAGES = ("en", "es", "fr", "pt", "de", "pl", "zh")
_HAN = re.compile(r"[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Words:
    """The tables of one language, joined with English.

    roles: a word -> the quantity it names; row: words that open a row; letters: one-letter words of prose; stop: the
    commonest words, by which a language is recognised; sums: phrases before the sum of a row; ranges: words before an
    interval of entries; about: words that make a numeral rough; causal: words that say that a mask is about the future;
    hiding: beginnings of words that say that something is masked; unmasked: words that say that it is not, or not yet;
    then: those of them that open a sentence as "then" does; sight: words that follow "not" where something is hidden;
    masks: beginnings of words for masks that hide something else than the future; inputs: words for Q, K and V; verbs:
    words between a quantity and its numbers; joins: words between the numbers of a list; ordinals: words that count rows
    and columns, from 0; folds: words for the largest entry, the mean, the variance, the trace; corrected: words before a
    number that corrects the one before it; attends: words of sentences that give an entry of the weights; between: words
    before the two ends of a range; spoken: further words for a step, in sentences alone; by: words before what something is
    divided by; every: words for each row of a matrix; they: words for the numbers printed last.
    """

    roles: dict[str, str]
    row: frozenset[str]
    letters: frozenset[str]
    stop: frozenset[str]
    sums: tuple[str, ...]
    ranges: tuple[str, ...]
    about: frozenset[str]
    causal: tuple[str, ...]
    hiding: tuple[str, ...]
    unmasked: tuple[str, ...]
    then: tuple[str, ...]
    sight: tuple[str, ...]
    masks: tuple[str, ...]
    length: frozenset[str]
    costs: dict[str, str]
    again: frozenset[str]
    inputs: dict[str, str]
    verbs: frozenset[str]
    joins: frozenset[str]
    ordinals: dict[str, int]
    folds: dict[str, str]
    corrected: tuple[str, ...]
    attends: frozenset[str]
    between: frozenset[str]
    spoken: dict[str, str]
    by: frozenset[str]
    every: tuple[str, ...]
    they: tuple[str, ...]


@lru_cache
def words(language: str) -> Words:
    """The words of a language and of English; what opens a row or names a quantity does so in any language."""
    names = ["en"] if language not in LANGUAGES else list(dict.fromkeys([language, "en"]))
    tables = [import_module(f"checks.lexicon.{name}") for name in names]
    every = tables + [import_module(f"checks.lexicon.{name}") for name in LANGUAGES if name not in names]
    return Words(
        {k: v for t in reversed(every) for k, v in t.ROLES.items()},
        frozenset(w for t in every for w in t.ROW),
        frozenset(w for t in tables for w in t.LETTERS),
        frozenset(tables[0].STOP),
        tuple(w for t in tables for w in t.SUMS),
        tuple(w for t in tables for w in t.RANGES),
        frozenset(w for t in tables for w in t.ABOUT),
        tuple(w for t in tables for w in t.CAUSAL),
        tuple(w for t in tables for w in t.HIDING),
        tuple(w for t in tables for w in t.UNMASKED),
        tuple(w for t in tables for w in t.THEN),
        tuple(w for t in tables for w in t.SIGHT),
        tuple(w for t in tables for w in t.MASKS),
        frozenset(w for t in tables for w in t.LENGTH),
        {k: v for t in reversed(tables) for k, v in t.COSTS.items()},
        frozenset(w for t in tables for w in t.AGAIN),
        {k: v for t in reversed(tables) for k, v in t.INPUTS.items()},
        frozenset(w for t in tables for w in t.VERBS),
        frozenset(w for t in tables for w in t.JOINS),
        {k: v for t in reversed(tables) for k, v in t.ORDINALS.items()},
        {k: v for t in reversed(tables) for k, v in t.FOLDS.items()},
        tuple(w for t in tables for w in t.CORRECTED),
        frozenset(w for t in tables for w in t.ATTENDS),
        frozenset(w for t in tables for w in t.BETWEEN),
        {k: v for t in reversed(tables) for k, v in t.SPOKEN.items()},
        frozenset(w for t in tables for w in t.BY),
        tuple(w for t in tables for w in t.EVERY),
        tuple(w for t in tables for w in t.THEY),
    )


def recognise(text: str) -> str:
    """The language of a text, by its commonest words; English where nothing tells. Letters are names, and tell nothing."""
    if len(_HAN.findall(text[:20_000])) * 10 > len(text[:20_000].split()):
        return "zh"
    counts: dict[str, int] = {}
    for word in re.findall(r"(?<![\w\\$])[^\W\d_]{2,}(?![\w$])", text[:200_000].lower()):
        counts[word] = counts.get(word, 0) + 1
    totals = {lang: sum(counts.get(w, 0) for w in _telling(lang)) for lang in LANGUAGES}
    best = max(LANGUAGES, key=lambda lang: totals[lang])
    return best if totals[best] else "en"


@lru_cache
def _telling(language: str) -> frozenset[str]:
    """The words by which a language is recognised: its commonest, and those of attention that are not English, too."""
    own, english = import_module(f"checks.lexicon.{language}"), import_module("checks.lexicon.en")
    carried = {*own.ROLES, *own.SPOKEN, *own.INPUTS, *own.FOLDS} - {*english.ROLES, *english.SPOKEN, *english.INPUTS}
    return frozenset(own.STOP) | (frozenset(w for w in carried if len(w) > 3) if language != "en" else frozenset())


def either(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first; one that matches nothing for none."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True)) or r"(?!)"
