"""What a theorem on random scores owes to each hypothesis: the proof without some of them, or a counter-model.

`without` shows one choice, `roles` all hypotheses.
"""

from collections.abc import Iterator
from typing import Any

from checks.messages import message
from checks.proofs import Renderer, Shown, renderer
from checks.proofs.data import as_data
from checks.proofs.failing import MODEL_WIDTH, law_in_words, outcomes
from derive.assumptions import GROUPS, HYPOTHESES, WIDTH
from derive.laws import Finite, Law
from derive.notation import TEXT, written
from derive.theorems.scores import QUANTITIES, Quantity, countermodel, derivation, minimal_sets, proves, replayed


def claim(quantity: Quantity) -> str:
    return f"{symbol(quantity)} = {written(quantity.claim, TEXT)}"


def symbol(quantity: Quantity) -> str:
    return quantity.opening()[0][0]


def without(name: str, dropped: frozenset[str], format: str, lang: str, depth: int) -> str | dict[str, Any]:
    """The theorem with some hypotheses dropped: its proof if it still holds, else what is left and counter-models."""
    quantity = QUANTITIES[name]
    proof = derivation(quantity, set(HYPOTHESES) - dropped)
    shown = Shown(replayed(proof), lang, depth)
    follows, models = proves(proof, quantity), []
    if not follows:
        found = (countermodel(quantity, dropped, MODEL_WIDTH, normal) for normal in (False, True))
        models = [law for law in found if law is not None]
    if format == "json":
        return {
            "format": "triplecheck-hypotheses/1",
            "without": sorted(dropped),
            "claim": claim(quantity),
            "follows": follows,
            "derivation": as_data(shown),
            "countermodels": [_model_data(law, quantity) for law in models],
        }
    words = {"dropped": ", ".join(n for n in HYPOTHESES if n in dropped), "claim": claim(quantity)}
    chosen = renderer(format)
    if follows:
        parts = [chosen.paragraph(message("proofs.still_follows", lang, **words))]
    else:
        parts = [chosen.paragraph(message("proofs.does_not_follow", lang, **words))]
        parts += [part for law in models for part in _model_lines(law, quantity, dropped, lang, chosen)]
        parts += [] if models else [chosen.paragraph(message("proofs.no_countermodel", lang))]
        parts.append(chosen.paragraph(message("proofs.remaining", lang)))
    return chosen.document([*parts, chosen.proof(shown)], lang)


def _model_lines(law: Law, quantity: Quantity, dropped: frozenset[str], lang: str, chosen: Renderer) -> Iterator[str]:
    d = law.width
    failing = [name for name in failing_on(law) if name not in dropped]
    sentence = message(
        "proofs.countermodel",
        lang,
        d=d,
        law=law_in_words(law, lang),
        but=message("proofs.but", lang, names=", ".join(failing)) if failing else "",
        symbol=symbol(quantity),
        value=quantity.value(law),
        claimed=quantity.claimed(d),
    )
    yield chosen.paragraph(sentence)
    rows = outcomes(law, lang)
    if rows:
        yield chosen.table(rows)


def failing_on(law: Law) -> list[str]:
    """The hypotheses that do not hold on a law."""
    return [name for name, hypothesis in HYPOTHESES.items() if not hypothesis.holds(law)]


def _model_data(law: Law, quantity: Quantity) -> dict[str, Any]:
    data: dict[str, Any] = {
        "law": law.name,
        WIDTH: law.width,
        "value": str(quantity.value(law)),
        "claimed": str(quantity.claimed(law.width)),
        "fails": failing_on(law),
    }
    if isinstance(law, Finite):
        outcomes = [(str(p), [str(x) for x in q], [str(x) for x in k]) for p, q, k in law.outcomes]
        data["outcomes"] = [{"probability": p, "q": q, "k": k} for p, q, k in outcomes]
    return data


def roles(name: str, lang: str) -> str:
    """Every hypothesis with its part in the theorem, and the smallest sufficient sets."""
    quantity = QUANTITIES[name]
    smallest = minimal_sets(quantity)
    lines = [message("proofs.sufficient", lang, claim=claim(quantity))]
    lines += [f"  {', '.join(n for n in HYPOTHESES if n in chosen)}" for chosen in smallest]
    width = max(map(len, HYPOTHESES))
    lines.append("")
    for hypothesis in HYPOTHESES:
        lines.append(f"{hypothesis:<{width}}  {message(f'hypotheses.{hypothesis}', lang)}")
        lines.append(f"{'':<{width}}  {_role(quantity, hypothesis, smallest, lang)}")
    return "\n".join(lines)


def _role(quantity: Quantity, hypothesis: str, smallest: list[frozenset[str]], lang: str) -> str:
    if not any(hypothesis in chosen for chosen in smallest):
        return message("proofs.not_needed", lang)
    always = all(hypothesis in chosen for chosen in smallest)
    dropped = {hypothesis} if always else next(names for names in GROUPS.values() if hypothesis in names)
    law = countermodel(quantity, dropped, MODEL_WIDTH)
    if law is None:
        return message("proofs.no_countermodel", lang)
    return message(
        "proofs.needed" if always else "proofs.one_of",
        lang,
        d=law.width,
        law=law_in_words(law, lang),
        symbol=symbol(quantity),
        value=quantity.value(law),
    )
