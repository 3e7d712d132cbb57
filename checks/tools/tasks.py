"""What a tool's process is asked: check a text, prove a theorem, compute a table, explain a word; each gives text and data.

Text is text, never a path. What cannot be answered is refused with one sentence; nothing is decided here.
"""

from argparse import Namespace
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

import derive.sympy_bridge  # noqa: F401  imported here once, for all calls
from checks.checking import check_text
from checks.commands.table import tabulated
from checks.document import Unreadable, from_text, within_limits
from checks.limits import LimitError
from checks.messages import message
from checks.problems import files
from checks.problems.documents import givens
from checks.problems.examples import EXAMPLES
from checks.problems.load import LIMIT
from checks.problems.raw import Raw
from checks.proofs import Shown, render
from checks.proofs.data import as_data
from checks.report import json as json_report
from checks.report import terminal
from checks.report.tables import json as json_table
from checks.report.tables import text as text_table
from checks.tools import topics
from derive.proof import Unproved
from derive.reference.certified import Undecided
from derive.reference.confirm import Disagreement
from derive.reference.problem import InputError
from derive.theorems import TABLE, replayed

Answer = dict[str, Any]  # text and data, or refused: a sentence
NAME = "problem"


def _refused(code: str, lang: str, **values: object) -> Answer:
    return {"refused": message(code, lang, **values)}


def check(text: str, format: str, lang: str | None) -> Answer:
    """The report on a text: for people, and as the JSON report."""
    try:
        report = check_text(within_limits(text, "text", format, lang or "en"), format, lang=lang or "en")
    except Unreadable as error:
        return {"refused": str(error)}
    except LimitError as error:
        return _refused("check.why_limit", lang or "en", what=str(error))
    return {"text": terminal.render([report], lang), "data": json_report.as_report([report], lang)}


def prove(name: str, depth: int, lang: str) -> Answer:
    """A theorem's proof, derived and replayed now."""
    if name not in TABLE:
        near = get_close_matches(name, TABLE, n=3, cutoff=0) or list(TABLE)[:3]
        return _refused("proofs.unknown", lang, name=name, near=", ".join(near))
    try:
        shown = Shown(replayed(name), lang, depth)
    except Unproved as error:
        return _refused("proofs.not_replayed", lang, name=name, reason=error)
    return {"text": render([shown], "text", lang), "data": as_data(shown)}


def theorem(name: str, lang: str) -> Answer:
    """A theorem's proof as Markdown."""
    found = prove(name, 1, lang)
    return found if "refused" in found else {"text": render([Shown(replayed(name), lang, 1)], "markdown", lang)}


# -- tables --------------------------------------------------------------------------
def _example(text: str, title: str) -> Raw:
    if text.strip() not in EXAMPLES:
        raise InputError("no_file", examples=", ".join(EXAMPLES))
    return EXAMPLES[text.strip()]


def _document(text: str, title: str) -> Raw:
    return givens(lambda: from_text(text, title, "markdown"), title)


READERS: dict[str, Callable[[str, str], Raw]] = {
    "json": files.from_json,
    "csv": files.from_csv,
    "document": _document,
    "example": _example,
}


def table(problem: str, kind: str, asked: dict[str, Any], lang: str) -> Answer:
    """The answer key of an attention computation."""
    wanted = {"closed": None, "second_opinion": [], "limit": LIMIT, "lang": lang, **asked}
    try:
        made = tabulated(READERS[kind](problem, NAME), Namespace(**wanted))
    except InputError as error:
        sentence = message(f"inputs.{error.code}", lang, **error.values)
        return _refused("inputs.at", lang, source=NAME, sentence=sentence)
    except Undecided as error:
        return _refused("inputs.undecided", lang, step=error.step, row=error.row, column=error.column, bits=error.bits)
    except Disagreement as error:
        where = {"engine": error.engine, "step": error.step, "row": error.row, "column": error.column}
        return _refused("table.disagreement", lang, **where)
    return {"text": text_table.render(made, lang), "data": json_table.as_data(made)}


# -- words -----------------------------------------------------------------------------
def explain(topic: str, lang: str) -> Answer:
    """What a verdict, a theorem, a rule or a slip is."""
    found = topics.explained(topic, lang)
    if found is None:
        near = get_close_matches(topic, topics.names(), n=3, cutoff=0)
        return _refused("tools.unknown_topic", lang, topic=topic, near=", ".join(near))
    kind, said = found
    return {"text": said, "data": {"topic": topic, "kind": kind, "text": said}}


def listed(kind: str, lang: str) -> Answer:
    """All topics of a kind, as a list in Markdown."""
    return {"text": topics.listed(kind, lang)}


def tasks() -> dict[str, Callable[..., Answer]]:
    """What a process is asked for by name."""
    return {"check": check, "prove": prove, "theorem": theorem, "table": table, "explain": explain, "listed": listed}
