"""Formats and layouts: what is read of small pages, where it stands; a planted error changes verdicts, not readings."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from reading_pages import NOTEBOOK, PAGES
from test_documents import MARK, unmark

from checks.checking import check, check_text
from checks.coverage import listing
from checks.document import Unreadable, from_text, load
from checks.findings import Report
from checks.reading import READERS, open_document

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.md"))


def report_on(name: str, text: str, details: bool = False) -> Report:
    return check(from_text(text, name), details=details)


@pytest.mark.parametrize("name", PAGES)
def test_marked_numbers_have_their_verdicts(name: str) -> None:
    text, marks = unmark(PAGES[name])
    found = {f.start: f for f in report_on(name, text).findings if f.kind != "formula"}
    for mark in marks:
        assert mark.start in found, f"{mark.printed} at {mark.start} was not read"
        finding = found[mark.start]
        assert finding.verdict in mark.verdicts, f"{finding.id} {mark.printed}: {finding.verdict}, {finding.about}"
        assert mark.truth is None or finding.truth == mark.truth
    marked = {m.start for m in marks}
    alarms = [f for f in found.values() if f.verdict in ("wrong", "carried") and f.start not in marked]
    assert not alarms, [(f.id, f.printed, f.about) for f in alarms]


def test_a_notebook_is_read_cell_by_cell(tmp_path: Path) -> None:
    file = tmp_path / "page.ipynb"
    file.write_text(json.dumps(NOTEBOOK))
    found = {f.id: f for f in check(str(file)).findings}
    assert found["cell 2:9:4"].printed == "0.707" and found["cell 2:9:4"].verdict == "agrees"
    assert found["cell 2:10:9"].printed == "0.556" and found["cell 2:10:9"].verdict == "wrong"
    assert found["cell 4:1:19"].printed == "0.566" and found["cell 4:1:19"].verdict in ("agrees", "lucky")
    assert not [i for i in found if i.startswith("cell 3")]


@pytest.mark.parametrize("content", ["{", "[]", '{"cells": 3}', '{"cells": [{}]}', "[" * 100_000])
def test_a_broken_notebook_is_one_sentence(content: str) -> None:
    with pytest.raises(Unreadable):
        check(from_text(content, "page.ipynb"))


# -- positions -------------------------------------------------------------------
def lines_of(path: Path) -> dict[str, list[str]]:
    """The lines of a file; for a notebook those of each cell, its printed outputs after its source."""
    text = path.read_bytes().decode()
    if path.suffix != ".ipynb":
        return {"": text.split("\n")}
    out = {}
    for number, cell in enumerate(json.loads(text)["cells"], 1):
        lines = "".join(cell["source"]).split("\n")
        for output in cell.get("outputs", ()):
            lines += "".join(output["text"]).rstrip("\n").split("\n")
        out[f"cell {number}"] = lines
    return out


def cut(lines: list[str], line: int, column: int, end_line: int, end_column: int) -> str:
    """The text between two places, counted from 1 in code points, the end exclusive."""
    if line == end_line:
        return lines[line - 1][column - 1 : end_column - 1]
    return "\n".join([lines[line - 1][column - 1 :], *lines[line : end_line - 1], lines[end_line - 1][: end_column - 1]])


def files(folder: Path) -> Iterator[Path]:
    yield from EXAMPLES
    for name, page in PAGES.items():
        (folder / name).write_bytes(unmark(page)[0].encode())
        yield folder / name
    (folder / "page.ipynb").write_text(json.dumps(NOTEBOOK))
    yield folder / "page.ipynb"
    (folder / "crlf.md").write_bytes(unmark(PAGES["markdown.md"])[0].replace("\n", "\r\n").encode())
    yield folder / "crlf.md"


def test_the_reported_place_holds_the_printed_text(tmp_path: Path) -> None:
    for path in files(tmp_path):
        report, lines = check(str(path), details=False), lines_of(path)
        assert report.findings
        for finding in report.findings:
            cell = finding.id.split(":")[0] if finding.id.startswith("cell") else ""
            place = (finding.line, finding.column, finding.end_line, finding.end_column)
            assert cut(lines[cell], *place) == finding.printed, (path.name, finding.id)


def test_numbers_never_overlap_and_are_named_once(tmp_path: Path) -> None:
    for path in files(tmp_path):
        numbers = [f for f in check(str(path), details=False).findings if f.kind == "number"]
        spans = sorted((f.start, f.start + len(f.printed)) for f in numbers)
        assert all(a[1] <= b[0] for a, b in pairwise(spans)), path.name
        assert len({f.id for f in numbers}) == len(numbers)


def test_a_byte_order_mark_is_no_column(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_bytes("\ufeffsqrt(2) ≈ 1.414\n".encode())
    assert load(str(file)).position(10) == (1, 11)
    assert [f.id for f in check(str(file)).findings] == ["1:11"]


# -- planted errors --------------------------------------------------------------
def corrected(page: str) -> str:
    """A page with its mistakes put right."""
    return unmark(MARK.sub(lambda m: m.group(3) or m.group(1), page))[0]


def planted(text: str, report: Report) -> Iterator[tuple[int, str]]:
    """Copies of a page, each with one digit of a right result changed."""
    for finding in report.findings:
        if finding.kind == "number" and finding.verdict == "agrees" and "." in finding.printed:
            at = finding.start + finding.printed.index(".") + 1
            yield finding.start, text[:at] + str((int(text[at]) + 4) % 10) + text[at + 1 :]


@pytest.mark.parametrize("name", PAGES)
def test_a_planted_error_is_found_and_changes_no_reading_above_it(name: str) -> None:
    text = corrected(PAGES[name])
    before = report_on(name, text)
    assert not before.count("wrong", "carried"), name
    copies = list(planted(text, before))
    assert copies
    for start, changed in copies:
        after = report_on(name, changed)
        assert after.count("wrong", "carried", "lucky") > before.count("wrong", "carried", "lucky"), (
            name,
            start,
            changed[start : start + 8],
        )
        above = [(f.id, f.about) for f in before.findings if f.start < start - 200]
        assert above == [(f.id, f.about) for f in after.findings if f.start < start - 200], (name, start)


# -- coverage, hostile input --------------------------------------------------------
LISTED = """# 2 Results

In 2017 [3] we used version 1.2.3 of 12 July; see section 4.1.

1. First: sqrt(2) ≈ 1.414

It has 96 layers.
"""


def test_every_number_is_listed_once_with_its_fate() -> None:
    fates = [(e.printed, e.fate) for e in listing(report_on("page.md", LISTED))]
    assert fates == [
        ("2", "list"), ("2017", "year"), ("3", "citation"), ("1.2.3", "version"), ("12", "unseen"), ("4.1", "section"),
        ("1", "list"), ("2", "operand"), ("1.414", "agrees"), ("96", "unseen"),
    ]  # fmt: skip


HOSTILE = [
    "$$" * 5000, "\\[" * 2000, "┌" * 3000 + "┐" * 3000, "┌─┐\n" * 2000, "|" * 20_000, "<" * 20_000, "<td>" * 5000,
    "=" * 5000 + "\n" * 3, "\\begin{aligned}" * 500, "a = " * 100, "[" * 20_000, "(" * 20_000, "- " * 5000,
    "\\newcommand{\\a}{\\a\\a}\\begin{document}$\\a$", "<!--" * 5000, "<!-- check:" * 3000, "// check: off\n" * 500,
    '"""' * 5000, "1\n2\n3\n" * 3000, "Score(" * 2000, "x = 1\n= " * 800,
]  # fmt: skip


@pytest.mark.parametrize("suffix", ["page.md", "page.txt", "page.tex", "page.html", "page.c", "page.py"])
def test_hostile_text_never_raises(suffix: str) -> None:
    for text in HOSTILE:
        check(from_text(text, suffix), details=False)


def test_every_format_has_a_reader() -> None:
    from checks.document import FORMATS

    assert set(FORMATS.values()) | {"text"} == set(READERS)


def test_other_formats_need_pandoc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "page.rst"
    file.write_text("x\n=\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Unreadable, match="pandoc"):
        open_document(str(file))


def test_labels_of_tables_are_no_claims() -> None:
    table = "The scores S:\n\n| | 1 | 2 |\n|---|---|---|\n| 1 | 0.184 | 0.169 |\n| 2 | -0.391 | 0.530 |\n"
    fates = [(e.printed, e.fate) for e in listing(check_text(table))]
    assert [fate for printed, fate in fates if printed in ("1", "2")] == ["label"] * 4
    assert all(fate != "label" for printed, fate in fates if "." in printed)
