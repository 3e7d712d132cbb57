"""Proofs as plain text: one formula a line, its reason below it."""

from collections.abc import Iterator, Sequence

from checks.proofs.failing import Rows, failing
from checks.proofs.shown import (
    Shown,
    assumptions,
    checked,
    conditions,
    cut,
    details,
    equation,
    meanings,
    quantifiers,
    rule_sentences,
    said,
)
from derive.notation import TEXT, written


def document(parts: Sequence[str], lang: str) -> str:
    return "\n\n".join(parts)


def paragraph(sentence: str) -> str:
    return sentence


def table(rows: Rows) -> str:
    """Columns set flush right, the headings above them."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join("  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows)


def proof(shown: Shown) -> str:
    lines = [f"{shown.proof.name}: {shown.title}", "", f"  {equation(shown, TEXT)}", f"  {quantifiers(shown, TEXT)}"]
    for title, items in premises(shown):
        lines += [title, *(f"  {item}" for item in items)]
    if shown.depth:
        lines += [*_derivation(shown), *_failing(shown)]
    return "\n".join([*lines, "", checked(shown)])


def premises(shown: Shown) -> list[tuple[str, list[str]]]:
    """The titled lists below a statement, empty ones left out."""
    found = [
        ("where", [f"{left} = {right}" for left, right in meanings(shown, TEXT)]),
        ("assuming", [f"[{one.mark}] {said(shown, one, TEXT)}" for one in assumptions(shown)]),
        ("wherever", [f"[C{place}] {item}" for place, item in enumerate(conditions(shown, TEXT), 1)]),
    ]
    return [(shown.say(title), items) for title, items in found if items]


def _derivation(shown: Shown) -> Iterator[str]:
    yield from ("", shown.say("proof"), f"    {cut(written(shown.proof.statement.left, TEXT))}")
    for place, (number, step) in enumerate(shown.steps, 1):
        yield f"  = {cut(written(step.after, TEXT))}"
        yield f"        ({place}) {shown.reason(number, step)}"
        yield from (f"        {detail}" for detail in details(shown, number, step))
    yield from ("", shown.say("rules"), *(f"  {label}: {sentence}" for label, sentence in rule_sentences(shown)))


def _failing(shown: Shown) -> Iterator[str]:
    found = list(failing(shown, TEXT))
    if found:
        yield from ("", shown.say("failing"))
    for one in found:
        yield f"  [{one.mark}] {one.said}" + (f" ({one.where})" if one.where else "")
        yield f"      {one.what}"
        yield from (f"    {row}" for row in table(one.rows).splitlines())
