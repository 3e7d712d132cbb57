"""Proofs as Markdown with LaTeX between dollar signs, as notebooks, forges and most sites set it."""

from collections.abc import Iterator, Sequence

from checks.proofs.failing import Rows, failing
from checks.proofs.latex import aligned, definitions, split_equation
from checks.proofs.prose import pieces
from checks.proofs.shown import Shown, assumptions, checked, conditions, details, quantifiers, rule_sentences, said
from derive.notation import LATEX


def document(parts: Sequence[str], lang: str) -> str:
    return "\n\n".join(parts)


def paragraph(sentence: str) -> str:
    return "".join(f"${part}$" if mathematics else words(part) for mathematics, part in pieces(sentence))


def words(text: str) -> str:
    """Words in which nothing is markup."""
    return "".join(f"\\{c}" if c in "\\`*_<>[]|" else c for c in text)


def table(rows: Rows) -> str:
    head, *body = [[paragraph(cell) for cell in row] for row in rows]
    lines = ["| " + " | ".join(row) + " |" for row in [head, ["--:"] * len(head), *body]]
    return "\n".join(lines)


def proof(shown: Shown) -> str:
    return "\n".join(_lines(shown))


def _lines(shown: Shown) -> Iterator[str]:
    yield f"## {paragraph(shown.title)}"
    yield from ("", f"`{shown.proof.name}`", "", "$$", split_equation(shown), "$$", "", paragraph(quantifiers(shown, LATEX)))
    defined = definitions(shown)
    if defined:
        yield from ("", shown.say("where"), "", "$$", defined, "$$")
    marked = [f"[{one.mark}] {said(shown, one, LATEX)}" for one in assumptions(shown)]
    holding = [f"[C{place}] {item}" for place, item in enumerate(conditions(shown, LATEX), 1)]
    for title, items in (("assuming", marked), ("wherever", holding)):
        if items:
            yield from ("", shown.say(title), "", *(f"- {paragraph(item)}" for item in items))
    if shown.depth:
        yield from _derivation(shown)
        yield from _failing(shown)
    yield from ("", paragraph(checked(shown)))


def _derivation(shown: Shown) -> Iterator[str]:
    yield from ("", f"### {shown.say('proof')}", "", "$$", aligned(shown), "$$", "")
    for place, (number, step) in enumerate(shown.steps, 1):
        yield f"{place}. {paragraph(shown.reason(number, step, LATEX))}"
        yield from (f"   - {words(detail)}" for detail in details(shown, number, step))
    yield from ("", f"### {shown.say('rules')}", "")
    yield from (f"- **{paragraph(label)}**: {paragraph(sentence)}" for label, sentence in rule_sentences(shown))


def _failing(shown: Shown) -> Iterator[str]:
    found = list(failing(shown, LATEX))
    if found:
        yield from ("", f"### {shown.say('failing')}")
    for one in found:
        where = f" ({one.where})" if one.where else ""
        yield from ("", f"**{one.mark}** {paragraph(f'{one.said}{where}. {one.what}')}")
        if one.rows:
            yield from ("", table(one.rows))
