"""The language server end to end: a real client over stdio, from the bytes that it sends to those that it gets."""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
pytest.importorskip("pygls")
from editor_client import URI, Client, alive, descendants, gone
from lsprotocol import types

from checks.checking import check_text
from checks.editor.places import Places
from checks.editor.tasks import formula
from checks.limits import MAX_LINE
from checks.report.places import LEVELS

EXAMPLE = (Path(__file__).parent.parent / "examples" / "length-4.md").read_text(encoding="utf-8")
PAGE = "# Sums\n\na = 2\n\na + 1 = 3\n\n2 · a = 5\n"
SLOW = "\n\n".join(f"x_{n} = softmax([{n}, 1, 2, 3])" for n in range(9000))


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    made = Client()
    yield made
    assert made.leave() == 0


@pytest.fixture
def page(client: Client) -> Iterator[Client]:
    """The server with no document open."""
    yield client
    client.close()


def spans(found: list[dict[str, Any]]) -> list[tuple[int, int, int, str]]:
    return [
        (d["range"]["start"]["line"], d["range"]["start"]["character"], d["range"]["end"]["character"], d["code"])
        for d in found
    ]


# -- diagnostics -----------------------------------------------------------------------
def test_every_finding_that_is_not_fine_is_a_diagnostic(page: Client) -> None:
    wanted = [
        (f.line - 1, f.column - 1, f.end_column - 1, f.verdict) for f in check_text(EXAMPLE).findings if f.verdict in LEVELS
    ]
    found = page.open(EXAMPLE)
    assert spans(found) == wanted and len(wanted) == 52
    carried = [d for d in found if d["code"] == "carried"]
    assert all(d["relatedInformation"][0]["location"]["uri"] == URI for d in carried)


def test_a_change_is_decided_anew(page: Client) -> None:
    assert spans(page.open(PAGE)) == [(6, 8, 9, "wrong")]
    page.change(PAGE.replace("= 5", "= 4"), 2)
    assert page.diagnostics(2) == []
    page.change(PAGE.replace("a = 2", "a = 3"), 3)
    assert spans(page.diagnostics(3)) == [(4, 8, 9, "wrong"), (6, 8, 9, "wrong")]


@pytest.mark.parametrize(
    ("before", "units"),
    [("", 0), ("𝔼 ", 3), ("🎲🎲 ", 5), ("ñ∂ ", 3), ("👩‍🔬 𝔼[q·k] ", 14)],
)
def test_columns_are_utf_16_units(page: Client, before: str, units: int) -> None:
    text = PAGE.replace("2 · a", f"{before}— so: 2 · a")
    column = text.split("\n")[6].index("= 5") + 2 - len(before) + units
    (found,) = page.open(text)
    assert spans([found]) == [(6, column, column + 1, "wrong")]
    assert page.ask("hover", 6, column)["range"] == found["range"]
    (edit,) = page.actions(found["range"])[0]["edit"]["documentChanges"][0]["edits"]
    assert edit == {"range": found["range"], "newText": "4"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@given(text=st.text(st.sampled_from("aé∂𝔼🎲\n\r\f\u2028"), max_size=30), place=st.integers(0, 30))
def test_a_place_there_and_back(encoding: str, text: str, place: int) -> None:
    places, place = Places(text, encoding), min(place, len(text))
    position = places.position(place)
    assert position.line == len(re.findall(r"\r\n|\n|\r", text[:place])) - text[place - 1 : place + 1].count("\r\n")
    between = text[place - 1 : place + 1] == "\r\n"
    assert places.offset(position) == place - between
    units = {"utf-8": 1, "utf-16-le": 2, "utf-32-le": 4}
    line = text[places.starts[position.line] : place]
    assert position.character in [len(line.encode(c)) // n for c, n in units.items() if c.startswith(encoding)]


def test_places_beyond_the_end() -> None:
    places = Places("ab\r\nc")
    ends = [places.offset(types.Position(line, column)) for line, column in ((0, 99), (1, 99), (9, 0))]
    assert ends == [2, 5, 5]


def test_columns_in_the_units_that_were_agreed_and_the_language_that_was_asked_for() -> None:
    client = Client(encodings=["utf-8"], initialization={"lang": "es"})
    assert client.capabilities["positionEncoding"] == "utf-8"
    (found,) = client.open(PAGE.replace("2 · a", "𝔼 — 2 · a"))
    units = len("𝔼 — 2 · a = ".encode())
    assert spans([found]) == [(6, units, units + 1, "wrong")] and "2 a es 4, no 5" in found["message"]
    client.leave()


@pytest.mark.parametrize("separator", ["\f", "\u2028", "\x85", "\v"])
def test_lines_end_where_the_protocol_ends_them(page: Client, separator: str) -> None:
    text = PAGE.replace("# Sums", f"# Sums{separator}of numbers")
    assert spans(page.open(text)) == [(6, 8, 9, "wrong")]


def test_carriage_returns(page: Client) -> None:
    assert spans(page.open(PAGE.replace("\n", "\r\n"))) == [(6, 8, 9, "wrong")]


def test_a_lone_half_of_a_character(page: Client) -> None:
    assert spans(page.open(PAGE.replace("Sums", "\ud835 Sums"))) == [(6, 8, 9, "wrong")]


def test_a_page_of_which_nothing_was_read_is_not_fine(page: Client) -> None:
    (found,) = page.open("Only words.\n")
    assert found["code"] == "nothing" and found["severity"] == 4


@pytest.mark.parametrize(
    ("language", "text", "wrong"),
    [
        ("latex", "\\section{Sums}\nLet $a = 2$.\nThen $2 a = 5$.\n", 1),
        ("plaintext", "a = 2\n\n2 · a = 5\n", 1),
        ("markdown", "`a = 2`\n\n`2 * a = 5`\n", 1),
    ],
)
def test_the_language_of_a_document_is_its_format(page: Client, language: str, text: str, wrong: int) -> None:
    assert [d["code"] for d in page.open(text, language=language)] == ["wrong"] * wrong


# -- what is said of a place -----------------------------------------------------------
def test_hover_tells_truth_digits_closed_form_and_cause(page: Client) -> None:
    page.open(EXAMPLE)
    lines = EXAMPLE.split("\n")
    number = next(n for n, line in enumerate(lines) if "1.958" in line)
    said = page.ask("hover", number, lines[number].index("1.958"))["contents"]
    assert said["kind"] == "plaintext"
    for part in ("carried", "1.963", "1.96319441772082", "1 + exp(-3/80)", "line 29", "1.9575 … 1.9585"):
        assert part in said["value"]
    assert page.ask("hover", 0, 2) is None


def test_go_to_the_cause_and_back(page: Client) -> None:
    carried = next(d for d in page.open(EXAMPLE) if d["code"] == "carried")
    cause = page.ask("definition", **carried["range"]["start"])
    assert cause == carried["relatedInformation"][0]["location"]
    back = page.ask("references", **cause["range"]["start"], context={"includeDeclaration": False})
    assert carried["range"] in [location["range"] for location in back]
    assert page.ask("definition", **cause["range"]["start"]) is None


def test_symbols_are_headings_and_definitions(page: Client) -> None:
    page.open(EXAMPLE)
    (top,) = page.request("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    names = [(child["name"], [below["name"] for below in child["children"]]) for child in top["children"]]
    assert [n for n, _ in names[:4]] == ["X", "W_Q", "W_K", "W_V"]
    assert ("Step 2: the scale", ["S"]) in names and ("Step 5: the output", ["Y"]) in names

    def inside(outer: dict[str, Any], inner: dict[str, Any]) -> bool:
        ends = [(r["start"]["line"], r["start"]["character"], r["end"]["line"], r["end"]["character"]) for r in (outer, inner)]
        return ends[0][:2] <= ends[1][:2] and ends[1][2:] <= ends[0][2:]

    assert all(inside(top["range"], child["range"]) for child in top["children"])
    assert all(inside(s["range"], s["selectionRange"]) for s in [top, *top["children"]])


def test_the_coverage_stands_above_the_page(page: Client) -> None:
    page.open(PAGE)
    (lens,) = page.request("textDocument/codeLens", {"textDocument": {"uri": URI}})
    assert "2 claims and 1 givens read; 2 decided" in lens["command"]["title"]


# -- actions -----------------------------------------------------------------------------
def applied(text: str, action: dict[str, Any]) -> str:
    """The text, of the basic plane alone, with the edits of an action made."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:n]) for n in range(len(lines))]
    (change,) = action["edit"]["documentChanges"]
    for edit in sorted(change["edits"], key=lambda e: -starts[e["range"]["start"]["line"]] - e["range"]["start"]["character"]):
        first, last = (starts[p["line"]] + p["character"] for p in (edit["range"]["start"], edit["range"]["end"]))
        text = text[:first] + edit["newText"] + text[last:]
    return text


def test_one_number_put_right_keeps_its_table(page: Client) -> None:
    first = page.open(EXAMPLE)[0]
    action = page.actions(first["range"])[0]
    assert action["title"] == "Put 0.00 in place of -0.04" and action["isPreferred"] and action["diagnostics"] == [first]
    after = applied(EXAMPLE, action).split("\n")[27]
    assert after == "I   |  0.39    0.00   -0.01    0.02  |"


def test_all_numbers_put_right(page: Client) -> None:
    page.open(EXAMPLE)
    nowhere = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    (action,) = page.actions(nowhere, only=["source.fixAll"])
    assert action["title"] == "Put all 47 false numbers right"
    offered = {
        kind: page.actions(nowhere, only=[kind]) for kind in ("source", "source.fixAll.triplecheck", "refactor", "source.f")
    }
    assert [len(found) for found in offered.values()] == [1, 1, 0, 0]
    page.change(applied(EXAMPLE, action), 2)
    assert not [d for d in page.diagnostics(2) if d["code"] in ("wrong", "carried")]


GRADIENT = "Let $S = Q K^\\top / \\sqrt{d_k}$ with $Q, K \\in \\mathbb{R}^{T \\times d_k}$.\n\n"
FALSE_FORMULA = GRADIENT + r"$$\frac{\partial L}{\partial Q} = \frac{\partial L}{\partial S} K$$" + "\n"


def test_the_nearest_true_formula_is_written_and_read_back_true(page: Client) -> None:
    wrong = next(d for d in page.open(FALSE_FORMULA) if d["code"] == "wrong")
    (action,) = [a for a in page.actions(wrong["range"]) if a["kind"] == "quickfix"]
    page.change(applied(FALSE_FORMULA, action), 2)
    assert page.diagnostics(2) == [] and check_text(applied(FALSE_FORMULA, action)).count("agrees") == 1


def test_no_formula_is_offered_where_there_is_none() -> None:
    assert formula(PAGE, "markdown", PAGE.index("2 · a")) is None
    assert formula("", "markdown", 0) is None


# -- languages and settings ------------------------------------------------------------
def test_the_language_changes_while_it_runs(page: Client) -> None:
    page.open(PAGE)
    with page.news:
        page.said.clear()
    page.notify("workspace/didChangeConfiguration", {"settings": {"triplecheck": {"lang": "es"}}})
    assert "2 a es 4, no 5" in page.diagnostics(1)[0]["message"]
    page.notify("workspace/didChangeConfiguration", {"settings": {"triplecheck": {"lang": "tlh"}}})
    said = page.wait(lambda m: m.get("method") == "window/showMessage")["params"]["message"]
    assert "'tlh'" in said and "en, es" in said
    with page.news:
        page.said.clear()
    page.notify("workspace/didChangeConfiguration", {"settings": {"triplecheck": {"lang": "en"}}})
    assert "2 a is 4, not 5" in page.diagnostics(1)[0]["message"]


# -- bad input -------------------------------------------------------------------------
def test_a_formula_typed_key_by_key(page: Client) -> None:
    typed = (
        r"$$\frac{\partial L}{\partial Q} = \frac{1}{\sqrt{d_k}} \frac{\partial L}{\partial S} K \left[ \begin{bmatrix} 1 & ((("
    )
    page.open(PAGE)
    for version in range(2, len(typed) + 2):
        page.change(PAGE + GRADIENT + typed[: version - 1], version)
    assert (6, 8, 9, "wrong") in spans(page.diagnostics(version))
    page.change(PAGE, version + 1)
    assert spans(page.diagnostics(version + 1)) == [(6, 8, 9, "wrong")]


@pytest.mark.parametrize(
    ("text", "language", "part"),
    [
        (PAGE + "1" * (MAX_LINE + 1), "markdown", f"line 8 has {MAX_LINE + 1} characters"),
        (PAGE + "\0", "markdown", "is not text"),
        ('{"cells": []}', "jupyter", "triplecheck check page.md"),
    ],
)
def test_what_is_no_document_gets_one_sentence(page: Client, text: str, language: str, part: str) -> None:
    (found,) = page.open(text, language=language)
    assert part in found["message"] and found["code"] == "refused"
    assert page.ask("hover", 0, 0) is None and page.actions(found["range"]) == []
    page.change(PAGE, 2)
    assert language == "jupyter" or spans(page.diagnostics(2)) == [(6, 8, 9, "wrong")]


def test_what_takes_too_long_is_stopped_and_the_next_text_is_checked() -> None:
    client = Client("--timeout", "1", "--lang", "es")
    (found,) = client.open(SLOW)
    assert "detenido tras 1 segundos" in found["message"]
    client.change(PAGE, 2)
    (found,) = client.diagnostics(2)
    assert client.actions(found["range"])[0]["title"] == "Poner 4 en lugar de 5"
    client.leave()


def test_a_check_that_takes_long_is_given_up_for_a_newer_text(page: Client) -> None:
    page.notify("textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "markdown", "version": 1, "text": SLOW}})
    time.sleep(3)
    began = time.monotonic()
    page.change(PAGE, 2)
    assert spans(page.diagnostics(2)) == [(6, 8, 9, "wrong")] and time.monotonic() - began < 6


def test_a_document_that_is_closed_is_forgotten(client: Client) -> None:
    client.open(PAGE)
    client.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
    empty = client.wait(lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["diagnostics"] == [])
    assert empty["params"]["uri"] == URI
    assert client.ask("hover", 6, 8) is None
    client.close()


# -- no process is left behind -----------------------------------------------------------
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="counts processes by /proc")


@needs_proc
@pytest.mark.parametrize("how", ["client disconnects", "server is killed"])
def test_no_process_is_left_behind(how: str) -> None:
    """One document is idle and another is being checked when it happens."""
    client = Client("--timeout", "60")
    client.open(PAGE, "file:///first.md")
    client.notify("textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "markdown", "version": 1, "text": SLOW}})
    time.sleep(1.5)
    pids = {client.process.pid} | descendants(client.process.pid)
    assert len(pids) >= 4  # the server, the one that forks, and a process for each document
    if how == "client disconnects":
        client.process.stdin.close()
    else:
        os.kill(client.process.pid, signal.SIGKILL)
    client.process.wait(20)
    assert gone(pids, 15) == set()


@needs_proc
def test_a_document_that_is_closed_ends_its_process(client: Client) -> None:
    before = descendants(client.process.pid)
    client.open(PAGE, "file:///another.md")
    (made,) = descendants(client.process.pid) - before
    client.close("file:///another.md")
    assert gone({made}, 10) == set() and alive({client.process.pid})


# -- the command ---------------------------------------------------------------------
def test_without_pygls_one_sentence_and_exit_2() -> None:
    code = "import sys; sys.modules['pygls'] = None; from checks.cli import main; sys.exit(main(['lsp', '--lang', 'es']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "pip install pygls" in done.stderr


def test_the_settings_in_the_documentation_are_those_of_the_commands() -> None:
    text = (Path(__file__).parent.parent / "docs" / "editor.md").read_text(encoding="utf-8")
    settings = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]
    started = [
        [s["glspc.server.command"], *s["glspc.server.commandArguments"]] for s in settings if "glspc.server.command" in s
    ]
    started += [[one["command"], *one["args"]] for s in settings for one in s.get("mcpServers", {}).values()]
    started += [re.findall(r"'(.*?)'", line) for line in re.findall(r"cmd = \{(.*)\}", text)]
    started += [re.findall(r'"(.*?)"', line)[:2] for line in re.findall(r"\. \((\"triplecheck\".*)\)", text)]
    assert sorted(map(tuple, started)) == [("triplecheck", "lsp")] * 4 + [("triplecheck", "mcp")]
    options = set(re.findall(r"`(--[a-z]+)", text))
    for command in ("lsp", "mcp"):
        parser = argparse.ArgumentParser()
        import_module(f"checks.commands.{command}").add_arguments(parser)
        assert options - {"--format"} <= {option for action in parser._actions for option in action.option_strings}


def test_the_server_itself_imports_no_mathematics() -> None:
    code = "import sys, checks.editor.server; assert not {'sympy', 'numpy', 'flint'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
