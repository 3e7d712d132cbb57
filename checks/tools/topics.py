"""The words that can be explained, by kind: verdicts, theorems, rules, slips. Their texts are in checks/messages."""

from collections.abc import Callable

from checks.judging.judge import VERDICTS
from checks.messages import message
from checks.messages.check import MESSAGES as CHECK
from checks.messages.rules import MESSAGES as RULES
from derive.theorems import TABLE

_SLIPS = [name.removeprefix("slip_") for name in CHECK if name.startswith("slip_")]

# kind -> (its names, the text of one of them)
KINDS: dict[str, tuple[list[str], Callable[[str, str], str]]] = {
    "verdict": ([*VERDICTS], lambda name, lang: message(f"tools.verdict_{name}", lang)),
    "theorem": ([*TABLE], lambda name, lang: message(f"theorems.{name}", lang)),
    "rule": ([*RULES], lambda name, lang: message(f"rules.{name}", lang)),
    "slip": (_SLIPS, lambda name, lang: message(f"check.slip_{name}", lang)),
}


def names() -> list[str]:
    """All words that can be explained."""
    return [name for known, _ in KINDS.values() for name in known]


def explained(topic: str, lang: str) -> tuple[str, str] | None:
    """The kind of a word and what it means; None for a word that is not known."""
    return next(((kind, say(topic, lang)) for kind, (known, say) in KINDS.items() if topic in known), None)


def listed(kind: str, lang: str) -> str:
    """All words of a kind with their meanings, a line of Markdown each."""
    known, say = KINDS[kind]
    return "\n".join(f"- `{name}`: {say(name, lang)}" for name in known)
