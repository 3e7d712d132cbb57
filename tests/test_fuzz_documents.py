"""Any input gets a report: no crash, no hang, no memory that grows, and nothing that a document says is ever executed.

Raw bytes, random text, and documents grown from a grammar of what real ones are made of.
"""

import json
import os
import pickle
import signal
import subprocess
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sympy
from canary import CANARIES, watching
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checks.checking import check, check_text
from checks.document import Unreadable, load
from checks.judging.judge import VERDICTS
from checks.limits import LimitError
from checks.notation.formula import parse
from checks.notation.tokens import cut
from derive.decimals import Style

SECONDS = 10
FORMATS = ("markdown", "text")
ENDINGS = (".md", ".txt", ".tex", ".ipynb", ".html", ".csv")
NUMERALS = st.one_of(
    st.decimals(-9, 9, places=3).map(str),
    st.integers(-99, 99).map(str),
    st.sampled_from(
        [
            "1e400",
            "-0.0",
            "0,5",
            "1 024",
            "50 %",
            "16 MiB",
            "10^9",
            "1/0",
            "-inf",
            "nan",
            "9" * 400,
            "1e-9999",
            "٣",
            "½",
            "−0.25",
        ]
    ),
)
NAMES = st.sampled_from(
    [
        "Q",
        "K",
        "V",
        "S",
        "A",
        "Y",
        "X",
        "W_Q",
        "d_k",
        "x",
        "softmax",
        "scores",
        "Row 1",
        "dS",
        "ℓ",
        "exp",
        "__class__",
        *CANARIES,
    ]
)
OPERATORS = st.sampled_from([" + ", " - ", " * ", " @ ", "·", " / ", "^", "^T ", " ⊙ ", " "])
LEAVES = st.one_of(NUMERALS, NAMES)


def _grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(inner, OPERATORS, inner).map("".join),
        st.tuples(
            st.sampled_from(["exp", "sqrt", "softmax", "log", "max", "sum", "diag", "Σ_j ", r"\sqrt", r"\frac"]), inner
        ).map(lambda p: f"{p[0]}({p[1]})"),
        st.lists(inner, min_size=1, max_size=4).map(lambda e: "[" + ", ".join(e) + "]"),
        st.tuples(inner, inner).map(lambda p: r"\frac{" + p[0] + "}{" + p[1] + "}"),
        st.tuples(NAMES, inner).map(lambda p: f"{p[0]}[{p[1]}]"),
    )


FORMULAS = st.recursive(LEAVES, _grown, max_leaves=12)
CHAINS = st.lists(FORMULAS, min_size=2, max_size=4).flatmap(
    lambda m: st.sampled_from([" = ", " ≈ ", " := ", " → ", " <= "]).map(lambda sign: sign.join(m))
)
ROWS = st.lists(st.lists(NUMERALS, min_size=1, max_size=3), min_size=1, max_size=3)
TABLES = st.one_of(
    ROWS.map(lambda rows: "[[" + "]\n [".join(" ".join(r) for r in rows) + "]]"),
    ROWS.map(lambda rows: "\n".join("| " + " | ".join(r) + " |" for r in rows)),
    ROWS.map(lambda rows: "| S | a | b |\n|---|---|---|\n" + "\n".join("| r | " + " | ".join(r) + " |" for r in rows)),
    ROWS.map(lambda rows: r"$$\begin{bmatrix} " + r" \\ ".join(" & ".join(r) for r in rows) + r" \end{bmatrix}$$"),
)
PROSE = st.sampled_from(
    [
        "# Title",
        "Row 1:",
        "With a causal mask:",
        "The weights are in [0.1, 0.9].",
        "```python",
        "```",
        "$$",
        r"\[",
        "<div>",
        "Each row sums to 1.",
        "For all T: dL/dS = A * (dA - rowsum(A * dA))",
        "E[q·k] = 0",
        "4 exp + 4 sum = 8 FLOPs",
        "Fila 2:",
        "> - * 1.",
        "\\begin{align}",
        "|||",
        "\x00\ufeff\u202e",
    ]
)
DOCUMENTS = st.lists(
    st.one_of(CHAINS, CHAINS.map(lambda c: f"`{c}`"), CHAINS.map(lambda c: f"${c}$"), TABLES, PROSE), max_size=10
).map("\n".join)
LAX = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@contextmanager
def limited(seconds: int = SECONDS) -> Iterator[None]:
    """Raises TimeoutError in the block after so many seconds of processor time."""

    def ring(*_: object) -> None:
        raise TimeoutError(f"no answer in {seconds} s")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def harmless(*files: str) -> Iterator[None]:
    """In time, and with nothing evaluated, started, unpickled, or opened but `files`."""
    with limited(), watching(*files):
        yield


@pytest.fixture(autouse=True, scope="module")
def _warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is imported late is imported before anything is watched; no canary file may appear."""
    page = "`x = 0.5`\n\nS = [[0.1, 0.2]]\n\nd_k = 4, Var(q·k) = d_k\n"
    check_text(page)
    for ending in ENDINGS:
        path = tmp_path_factory.getbasetemp() / f"warm{ending}"
        path.write_text(json.dumps({"cells": [{"cell_type": "code", "source": "x = 0.5"}]}) if ending == ".ipynb" else page)
        check(load(str(path)))
    yield
    assert not Path("canary").exists()


GUARDED = {
    "eval": lambda: eval("1 + 1"),
    "exec": lambda: exec("x = 1"),
    "compile": lambda: compile("1", "<string>", "eval"),
    "system": lambda: os.system("true"),
    "process": lambda: subprocess.run(["true"], check=True),
    "pickle": lambda: pickle.loads(b"cos\nsystem\n."),
    "open": lambda: Path("/etc/hostname").read_bytes(),
    "sympify": lambda: sympy.sympify("1 + 1"),
}


@pytest.mark.parametrize("name", GUARDED)
def test_the_guard_notices(name: str) -> None:
    """A guard that sees nothing would let everything pass."""
    with pytest.raises(AssertionError, match=r"compile|exec|open|system|subprocess|pickle"), watching():
        GUARDED[name]()


def survives(text: str, format: str) -> None:
    """A report with known verdicts, in time."""
    with harmless():
        report = check_text(text, format, details=False)
    assert all(f.verdict in VERDICTS and f.verdict != "disagree" for f in report.findings)


@LAX
@given(DOCUMENTS, st.sampled_from(FORMATS))
def test_documents_from_a_grammar(text: str, format: str) -> None:
    survives(text, format)


@LAX
@given(st.text(max_size=300), st.sampled_from(FORMATS))
def test_random_text(text: str, format: str) -> None:
    survives(text, format)


@LAX
@given(CHAINS)
def test_formulas(text: str) -> None:
    with harmless():
        try:
            tokens = cut(text, 0, len(text), Style())
        except LimitError:
            return
        for first in range(min(len(tokens), 20)):
            try:
                formula = parse(tokens, first, lambda token: True)
            except LimitError:
                continue
            assert formula is None or first < formula.stop <= len(tokens)


@LAX
@given(st.one_of(st.binary(max_size=400), DOCUMENTS.map(str.encode)), st.sampled_from(ENDINGS))
def test_files_of_any_bytes(tmp_path_factory: pytest.TempPathFactory, content: bytes, ending: str) -> None:
    path = tmp_path_factory.getbasetemp() / f"document{ending}"
    path.write_bytes(content)
    with harmless(str(path)):
        try:
            check(load(str(path)), details=False)
        except Unreadable:
            return


@LAX
@given(st.lists(st.tuples(st.sampled_from(["markdown", "code", "raw", ""]), DOCUMENTS), max_size=3), st.booleans())
def test_notebooks(tmp_path_factory: pytest.TempPathFactory, cells: list[tuple[str, str]], whole: bool) -> None:
    book = {
        "cells": [
            {"cell_type": kind, "source": text if whole else text.splitlines(True), "outputs": [{"text": text}]}
            for kind, text in cells
        ]
    }
    path = tmp_path_factory.getbasetemp() / "book.ipynb"
    path.write_text(json.dumps(book))
    with harmless(str(path)):
        try:
            check(load(str(path)), details=False)
        except Unreadable:
            return


HUGE = {
    "open brackets": "x = " + "(" * 20_000,
    "nested lists": "[" * 5_000 + "1" + "]" * 5_000,
    "a long sum": "x = " + " + ".join(["0.1"] * 3_000),
    "a long product": "x = 0.5\ny = " + "*".join(["x"] * 3_000),
    "a tower of powers": "x = 9^9^9^9^9^9",
    "a huge power": "x = 10^999999999\ny = exp(exp(exp(99)))",
    "many equals signs": "x" + " = 1" * 3_000,
    "many lines": "x = 0.5\n" * 5_000,
    "a wide row": "| " + "1 | " * 20_000,
    "frac in frac": r"$" + r"\frac{1}{" * 3_000 + "1" + "}" * 3_000 + "$",
    "doubling names": "a0 = [1, 2]\n" + "\n".join(f"a{n + 1} = a{n} * a{n}" for n in range(60)),
    "exponential definitions": "x = 0.1\n" + "\n".join("x = x * x + x" for _ in range(60)),
    "digits": "x = 0." + "1" * 50_000,
    "blank lines": "a = 1. " + "\n" * 60_000 + "b = 2",
    "blank lines with tabs": "a = 1. " + "\t\n" * 40_000 + "b = 2",
    "numbers and words": "1 2.5 the scores " * 4_000,
    "variances": "independent components with mean 0 and " + "variance 1/d " * 7_000,
    "backticks": "`" * 50_000,
    "dollars": "$" * 20_000,
}


@pytest.mark.parametrize("name", HUGE)
def test_huge_documents_end_in_time_and_memory(name: str) -> None:
    with limited(20):
        check_text(HUGE[name], details=False)
    tracemalloc.start()
    try:
        with limited(120):  # tracing makes everything several times slower
            check_text(HUGE[name], details=False)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 400 * 2**20


@pytest.mark.parametrize("format", ["c", "python", "latex", "html"])
@pytest.mark.parametrize("name", ["digits", "blank lines", "numbers and words"])
def test_long_stretches_cost_no_more_than_their_length(name: str, format: str) -> None:
    with limited(5):
        check_text(HUGE[name], format, details=False)
