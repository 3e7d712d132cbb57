"""What a name of the reports and proofs stands for: verdicts, slips, rules, hypotheses, theorems, from the tables of messages.

A name is found in either language. Nothing is computed but a theorem's statement.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from checks.commands.exercise import KINDS
from checks.judging.judge import VERDICTS
from checks.messages import LANGUAGES, check, exercise, hypotheses, message, rules
from derive.theorems import TABLE

AREAS = ("verdicts", "slips", "rules", "hypotheses", "theorems")


class Unknown(KeyError):
    """No such name; `near` are the most similar ones."""

    def __init__(self, name: str, near: tuple[str, ...]) -> None:
        super().__init__(name)
        self.name, self.near = name, near


@dataclass(frozen=True, slots=True)
class Explanation:
    """A title, a sentence, and further facts under their labels."""

    name: str
    area: str
    title: str
    facts: tuple[tuple[str, str], ...]


def names(area: str) -> tuple[str, ...]:
    """The names of an area, in its order."""
    match area:
        case "verdicts":
            return VERDICTS
        case "slips":
            named = [name.removeprefix("slip_") for name in check.MESSAGES if name.startswith("slip_")]
            return tuple(dict.fromkeys([*named, *KINDS]))
        case "rules":
            return tuple(rules.MESSAGES)
        case "hypotheses":
            return tuple(hypotheses.MESSAGES)
    return tuple(TABLE)


def title(area: str, name: str, lang: str) -> str:
    """The name of a thing in a language, or what it is in a few words."""
    match area:
        case "verdicts":
            return message(f"check.title_{name}", lang)
        case "slips":
            return message(f"check.slip_{name}" if f"slip_{name}" in check.MESSAGES else f"exercise.kind_{name}", lang)
        case "rules":
            return message(f"rules.{name}", lang).partition(": ")[0]
        case "hypotheses":
            return message(f"hypotheses.{name}", lang)
    return message(f"theorems.{name}", lang)


def find(name: str) -> tuple[str, str]:
    """The area and the name that are meant, by the name itself or by its title in any language. Unknown otherwise."""
    wanted = plain(name)
    known: dict[str, tuple[str, str]] = {}
    for area in AREAS:
        for one in names(area):
            spellings = [one, *(title(area, one, lang) for lang in LANGUAGES if area in ("verdicts", "rules"))]
            for spelled in spellings:
                known.setdefault(plain(spelled), (area, one))
    if wanted in known:
        return known[wanted]
    near = get_close_matches(wanted, known, n=3, cutoff=0)
    raise Unknown(name, tuple(dict.fromkeys(known[one][1] for one in near)))


def plain(name: str) -> str:
    """Without accents, hyphens, underscores or capitals."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).replace("-", " ").replace("_", " ").split())


def explain(area: str, name: str, lang: str) -> Explanation:
    return Explanation(name, area, title(area, name, lang), tuple(_facts(area, name, lang)))


def _facts(area: str, name: str, lang: str) -> Iterator[tuple[str, str]]:
    def label(code: str) -> str:
        return message(f"explain.{code}", lang)

    match area:
        case "verdicts":
            for part in ("means", "when", "example", "counts"):
                yield label(part), message(f"verdicts.{name}.{part}", lang)
        case "slips":
            if f"slip_{name}" in check.MESSAGES:
                yield label("when"), label("slip_note")
            if f"kind_{name}" in exercise.MESSAGES:
                yield label("see"), message("explain.practise", lang, kind=name)
        case "rules":
            from derive.kernel import RULES

            yield label("says"), message(f"rules.{name}", lang).partition(": ")[2]
            yield label("when"), label("by_kernel" if name in RULES else "by_lines")
        case "hypotheses":
            yield label("see"), "triplecheck prove scores.variance --hypotheses"
        case "theorems":
            yield from _theorem(name, lang)


def _theorem(name: str, lang: str) -> Iterator[tuple[str, str]]:
    """Its statement, derived now, without its proof."""
    from derive.notation import text
    from derive.theorems import theorem

    statement = theorem(name).derive().statement
    yield message("explain.says", lang), f"{text(statement.left)} = {text(statement.right)}"
    yield message("explain.see", lang), f"triplecheck prove {name}" + ("" if lang == "en" else f" --lang {lang}")
