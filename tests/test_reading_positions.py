"""Every place that a report names holds, in the file itself, exactly what the report says is printed there."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from checks.check import check
from checks.document import Document, load

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.md"))
READING = sorted((Path(__file__).parent / "data" / "reading").iterdir())


def lines_of(path: Path) -> dict[str, list[str]]:
    """The lines of a file; for a notebook those of each cell, its printed outputs after its source."""
    text = path.read_bytes().decode()
    if path.suffix != ".ipynb":
        return {"": text.split("\n")}
    out = {}
    for number, cell in enumerate(json.loads(text)["cells"], 1):
        source = "".join(cell["source"])
        lines = (source.rstrip("\n") if cell["cell_type"] == "code" else source).split("\n")
        for output in cell.get("outputs", ()):
            printed = output.get("text", output.get("data", {}).get("text/plain", []))
            lines += "".join(printed).rstrip("\n").split("\n")
        out[f"cell {number}"] = lines
    return out


def cut(lines: list[str], line: int, column: int, end_line: int, end_column: int) -> str:
    """The text between two places, counted from 1 in code points, the end exclusive."""
    if line == end_line:
        return lines[line - 1][column - 1 : end_column - 1]
    middle = lines[line : end_line - 1]
    return "\n".join([lines[line - 1][column - 1 :], *middle, lines[end_line - 1][: end_column - 1]])


@pytest.mark.parametrize("path", [*EXAMPLES, *READING], ids=lambda p: p.name)
def test_the_reported_place_holds_the_printed_text(path: Path) -> None:
    report, lines = check(str(path)), lines_of(path)
    assert report.findings
    for finding in report.findings:
        cell = finding.id.split(":")[0] if finding.id.startswith("cell") else ""
        place = (finding.line, finding.column, finding.end_line, finding.end_column)
        assert cut(lines[cell], *place) == finding.printed, finding.id


@pytest.mark.parametrize("path", [*EXAMPLES, *READING], ids=lambda p: p.name)
def test_places_are_named_once_and_never_overlap_for_numbers(path: Path) -> None:
    found = [f for f in check(str(path)).findings if f.kind != "formula"]
    spans = sorted((f.start, f.start + len(f.printed)) for f in found)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert len({f.id for f in found}) == len(found)


def test_positions_count_code_points_and_any_line_end() -> None:
    text = "\ufeff".lstrip("\ufeff") + "x = 𝟏\r\nsqrt(2) ≈ 1.414\r\n"
    document = Document("", text, "text", (0, 7), text, (0, 7))
    assert document.position(text.index("1.414")) == (2, 11)


def test_a_byte_order_mark_is_no_column(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_bytes("\ufeffsqrt(2) ≈ 1.414\n".encode())
    assert load(str(file)).position(10) == (1, 11)
    assert [f.id for f in check(str(file)).findings] == ["1:11"]
