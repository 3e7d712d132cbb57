"""Rewritten documents: they check clean, only numerals differ, tables stay straight, and files survive every failure."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checks import fixing
from checks.alignment import Change, changed
from checks.checking import check, check_text
from checks.cli import main
from checks.fixing import Changed, fixed, write

ROOT = Path(__file__).parent.parent
LENGTH_4 = ROOT / "examples" / "length-4.md"

ALIGNED = [
    # the text, old -> new, the text then
    ("is 0.04 and", "0.04", "-0.01", "is -0.01 and"),
    ("I   |  0.39   -0.04  |", "-0.04", "0.00", "I   |  0.39    0.00  |"),
    ("will|  0.30    0.04  |", "0.04", "-0.01", "will|  0.30   -0.01  |"),
    ("| 0.30 | -0.04 |\n| 0.10 |  0.20 |", "-0.04", "0.00", "| 0.30 |  0.00 |\n| 0.10 |  0.20 |"),
    ("| 0.04  | 0.30 |", "0.04", "-0.01", "| -0.01 | 0.30 |"),
    ("| -0.04 | 1 |\n| 0.4   | 1 |", "0.4", "0.25", "| -0.04 | 1 |\n| 0.25  | 1 |"),
    ("| 0.4125  | 1 |", "0.4125", "0.5", "| 0.5     | 1 |"),
    ("| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 | 4 |", "2", "-12", "| a | b   |\n|---|----:|\n| 1 | -12 |\n| 3 | 4   |"),
    ("│ 1 │\n┼───┼\n│ 2 │\n", "2", "10", "│ 1  │\n┼────┼\n│ 10 │\n"),
    ("sum  = [-0.005, 0.038]", "-0.005", "0.000", "sum  = [0.000, 0.038]"),
]


@pytest.mark.parametrize("text,old,new,expected", ALIGNED)
def test_alignment(text: str, old: str, new: str, expected: str) -> None:
    start = text.index(old)
    assert changed(text, [Change(start, start + len(old), new)]) == expected


def test_two_numbers_widen_one_column_once() -> None:
    text = "| 1 | 5 |\n| 2 | 6 |\n| 3 | 7 |\n"
    changes = [Change(text.index(old), text.index(old) + 1, new) for old, new in (("1", "10"), ("3", "100"))]
    assert changed(text, changes) == "| 10  | 5 |\n| 2   | 6 |\n| 100 | 7 |\n"


@given(st.lists(st.lists(st.integers(-99, 999), min_size=3, max_size=3), min_size=1, max_size=5), st.data())
def test_bars_stay_in_line(rows: list[list[int]], data: st.DataObject) -> None:
    """Whatever is put into an aligned table, its bars stand in the same columns in every line, and its entries are as put."""
    text = "".join("|" + "|".join(f" {entry:>4} " for entry in row) + "|\n" for row in rows)
    places = [m.span() for m in re.finditer(r"-?\d+", text)]
    chosen = data.draw(st.lists(st.sampled_from(places), unique=True))
    put = {place: str(data.draw(st.integers(-(10**7), 10**7))) for place in chosen}
    after = changed(text, [Change(*place, new) for place, new in put.items()])
    bars = {tuple(m.start() for m in re.finditer(r"\|", line)) for line in after.splitlines()}
    assert len(bars) == 1
    assert re.findall(r"-?\d+", after) == [put.get(place, text[slice(*place)]) for place in places]


FIXED = [
    ("exp(0) = 2\n", "exp(0) = 1\n"),
    ("1/3 = 34%\n", "1/3 = 33%\n"),
    ("x = 2\n\n1 - x = −2\n", "x = 2\n\n1 - x = −1\n"),
    ("1 - 3 = 4 and −2 − 3 = −5\n", "1 - 3 = −2 and −2 − 3 = −5\n"),
    ("2·10^5 · 4 = 7.0·10^5\n", "2·10^5 · 4 = 8.0·10^5\n"),
    ("2^10 = 1,025\n", "2^10 = 1,024\n"),
    ("sqrt(2) = +1.5\n", "sqrt(2) = +1.4\n"),
    ("a = 2\r\n\r\na + a = 5\r\n", "a = 2\r\n\r\na + a = 4\r\n"),
    ("a + b = b + a, exp(0) = 1\n", "a + b = b + a, exp(0) = 1\n"),
]


@pytest.mark.parametrize("text,expected", FIXED)
def test_fixed(text: str, expected: str) -> None:
    after, count = fixed(check_text(text))
    assert after.document.source == expected and count == (text != expected)
    assert after.count("wrong", "carried") == 0


PAGES = [LENGTH_4, ROOT / "examples" / "length-4-corrected.md"]


@pytest.mark.parametrize("path", PAGES, ids=[p.name for p in PAGES])
def test_a_fixed_page_checks_clean_and_only_numerals_differ(path: Path) -> None:
    before = check(str(path))
    after, count = fixed(before)
    assert after.count("wrong", "carried", "undecided", "unread") == 0
    assert count == before.count("wrong", "carried")
    assert len(after.findings) == len(before.findings)
    words = [re.sub(r"-?\d+(\.\d+)?| +", "", r.document.source) for r in (before, after)]
    assert words[0] == words[1]
    assert fixed(after) == (after, 0)


def test_formulas_are_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text("The gradient: $\\mathrm{Var}(q \\cdot k) = d_k^2$ and exp(0) = 2.\n")
    before = check(str(page))
    formulas = [f.printed for f in before.findings if f.kind == "formula"]
    after, count = fixed(before)
    assert formulas == ["\\mathrm{Var}(q \\cdot k) = d_k^2"]
    assert count == 1 and [f.printed for f in after.findings if f.kind == "formula"] == formulas
    assert main(["check", "--fix", str(page)]) == 1 and "exp(0) = 1" in page.read_text()
    capsys.readouterr()


def test_diff_is_a_patch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text(LENGTH_4.read_text() + "\n2 + 2 = 5\u2028 and \x0c no line end")
    content = page.read_bytes()
    assert main(["check", "--diff", str(page)]) == 1
    patch = capsys.readouterr().out
    assert page.read_bytes() == content
    assert "\\ No newline at end of file" in patch
    if shutil.which("patch"):
        subprocess.run(["patch", "--binary", str(page)], input=patch.encode(), check=True, capture_output=True)
        assert page.read_text() == fixed(check_report(content, tmp_path))[0].document.source
    assert main(["check", "--diff", str(ROOT / "examples" / "two-tokens.md")]) == 0 and capsys.readouterr().out == ""


def check_report(content: bytes, folder: Path):  # type: ignore[no-untyped-def]
    path = folder / "copy.md"
    path.write_bytes(content)
    return check(str(path))


def test_fix_writes_and_keeps_mode_mark_and_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, link = tmp_path / "page.md", tmp_path / "link.md"
    page.write_bytes(b"\xef\xbb\xbfexp(0) = 2\r\n")
    page.chmod(0o640)
    link.symlink_to(page)
    assert main(["check", "--fix", str(link)]) == 0
    assert page.read_bytes() == b"\xef\xbb\xbfexp(0) = 1\r\n" and page.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink() and sorted(os.listdir(tmp_path)) == ["link.md", "page.md"]
    assert "numbers rewritten: 1" in capsys.readouterr().err


def test_a_failure_leaves_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text("exp(0) = 2\n")
    before = check(str(page))
    after = fixed(before)[0]

    def fails(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(fixing.os, "replace", fails)
    with pytest.raises(OSError):
        write(before.document, after.document)
    assert page.read_text() == "exp(0) = 2\n" and os.listdir(tmp_path) == ["page.md"]


def test_a_file_changed_meanwhile_is_left(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("exp(0) = 2\n")
    before = check(str(page))
    page.write_text("exp(0) = 2, words\n")
    with pytest.raises(Changed):
        write(before.document, fixed(before)[0].document)
    assert page.read_text() == "exp(0) = 2, words\n"


def test_a_notebook_is_not_rewritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / "a.ipynb"
    book.write_text(
        '{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["exp(0) = 2"]}], "metadata": {}, "nbformat": 4}'
    )
    content = book.read_bytes()
    assert main(["check", "--fix", str(book)]) == 2
    assert "conversion" in capsys.readouterr().err and book.read_bytes() == content
