"""What becomes of a proof when one of its assumptions fails: it still holds, a counter-model, or open; never a guess."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from checks.messages import message
from checks.messages.hypotheses import MESSAGES as HYPOTHESES
from checks.proofs.shown import Assumed, Shown, assumptions, condition, inline, said
from derive.dropping import dropped
from derive.kernel import Partition
from derive.laws import Finite, Law, dot
from derive.notation import Style
from derive.refute import Counterexample
from derive.terms import Tensor

MODEL_WIDTH = 2  # d_k of the counter-models: the smallest at which entries can be tied
MOST_OUTCOMES, FEW_OUTCOMES = 16, 4
Rows = list[list[str]]


@dataclass(frozen=True, slots=True)
class Failing:
    """One assumption or side condition: what it says, where it is used, what follows where it fails, and a table."""

    mark: str
    said: str
    where: str
    what: str
    rows: Rows


def failing(shown: Shown, style: Style, most: int = FEW_OUTCOMES) -> Iterator[Failing]:
    """Every assumption in the order of its mark, then the side conditions, C1, C2, …; laws of up to `most` outcomes whole."""
    for assumed in assumptions(shown):
        by_name = isinstance(assumed.subject, str)
        what, rows = _by_name(shown, str(assumed.subject), most) if by_name else _by_premise(shown, assumed, style)
        yield Failing(assumed.mark, said(shown, assumed, style), _where(shown, assumed), what, rows)
    for place, found in enumerate(shown.replay.conditions, 1):
        yield Failing(f"C{place}", condition(shown, found, style), "", shown.say(f"fails_{found.kind}"), [])


def _where(shown: Shown, assumed: Assumed) -> str:
    lines = [place for place, (number, _) in enumerate(shown.steps, 1) if number in assumed.steps]
    if not lines:
        return ""
    return shown.say("used_in_lines" if len(lines) > 1 else "used_in_line", lines=", ".join(map(str, lines)))


def _by_premise(shown: Shown, assumed: Assumed, style: Style) -> tuple[str, Rows]:
    premise = assumed.subject
    assert not isinstance(premise, str)
    found = dropped(shown.proof.statement, premise)
    if found.counterexample is not None:
        left_out = isinstance(premise, Partition)
        values = _instance(shown, found.counterexample, style)
        whole = inline(style.name(premise.whole), style) if isinstance(premise, Partition) else ""
        return shown.say("left_out" if left_out else "false_at", whole=whole, **values), []
    if not found.follows:
        return shown.say("stays_open"), []
    if not found.conditions or not isinstance(premise, Tensor):
        return shown.say("not_missed_at_all"), []
    listed = ", ".join(condition(shown, one, style) for one in found.conditions)
    return shown.say("not_missed", name=inline(style.name(premise.name), style), conditions=listed), []


def _instance(shown: Shown, found: Counterexample, style: Style) -> dict[str, str]:
    """A counterexample in words; indices count from 1, as in the sums."""
    places = ", ".join(inline(f"{name} = {value + 1}", style) for name, value in found.indices.items())
    return {
        "sizes": ", ".join(inline(f"{style.size(name)} = {size}", style) for name, size in sorted(found.sizes.items())),
        "entries": ", ".join(
            inline(f"{style.name(name)} = {_entries(table)}", style) for name, table in sorted(found.entries.items()) if table
        ),
        "left": inline(found.left, style),
        "right": inline(found.right, style),
        "place": shown.say("at", indices=places) if places else "",
    }


def _entries(table: Mapping[tuple[int, ...], Fraction]) -> str:
    """A scalar, or nested rows."""
    if () in table:
        return str(table[()])
    first = sorted({position[0] for position in table})
    return f"[{', '.join(_entries({p[1:]: v for p, v in table.items() if p[0] == n}) for n in first)}]"


def _by_name(shown: Shown, name: str, most: int) -> tuple[str, Rows]:
    """A hypothesis on random entries: the theorem without it."""
    from derive.theorems.scores import QUANTITIES, countermodel, derivation, proves, used

    quantity = QUANTITIES[shown.proof.name]
    proof = derivation(quantity, set(HYPOTHESES) - {name})
    if proves(proof, quantity):
        others = [other for other in used(proof) if other not in used(shown.proof)]
        return shown.say("replaced", names=", ".join(others)), []
    law = countermodel(quantity, {name}, MODEL_WIDTH)
    if law is None:
        return shown.say("stays_open"), []
    words = {"symbol": quantity.opening()[0][0], "value": quantity.value(law), "claimed": quantity.claimed(law.width)}
    sentence = shown.say("law_fails", d=law.width, law=law_in_words(law, shown.lang), **words)
    return sentence, outcomes(law, shown.lang, most)


def outcomes(law: Law, lang: str, most: int = MOST_OUTCOMES) -> Rows:
    """A small finite law outcome by outcome, under its headings; nothing for others."""
    if not isinstance(law, Finite) or len(law.outcomes) > most:
        return []
    rows = [[message("proofs.probability", lang), "q", "k", "q·k"]]
    return rows + [[str(p), _vector(q), _vector(k), str(dot(q, k))] for p, q, k in law.outcomes]


def _vector(values: tuple[object, ...]) -> str:
    return f"({', '.join(map(str, values))})"


def law_in_words(law: Law, lang: str) -> str:
    name = law.name
    if name in ("same", "signed", "normal-same"):
        return message(f"laws.{name}", lang)
    prefix, pair = ("normal-", name.removeprefix("normal-")) if name.startswith("normal-") else ("", name)
    q, k = (message(f"laws.{prefix}{part}", lang) for part in pair.split("-"))
    return message("laws.pair", lang, q=q, k=k)
