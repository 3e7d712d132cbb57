"""Many documents: nothing is lost whatever happens to one, and a run can be cut off, gone on with, parted and merged."""

import json
import os
import random
import signal
import time
from multiprocessing import active_children
from pathlib import Path

import pytest

from checks.checking import check, check_text
from checks.cli import main
from checks.document import from_text
from checks.findings import Report
from checks.report import html, sarif, terminal
from checks.report import json as json_report
from checks.running.corpus import documents, lines, shard
from checks.running.processes import Limits
from checks.running.transport import packed, unpacked

ROOT = Path(__file__).parent.parent
SLOW = "[" * 3000 + "\n\n" + "\n\n".join(f"x_{n} = softmax([{n}, 1, 2, 3])" for n in range(3000)) + "\n"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Twelve pages in two folders; one is no text, one is hidden, one would take long."""
    folder = tmp_path / "pages"
    (folder / "inner").mkdir(parents=True)
    for number in range(10):
        place = folder / "inner" if number % 2 else folder
        (place / f"{number}.md").write_text(f"{number} + 1 = {number + 1}\n\n2 · {number} = {2 * number + (number == 3)}\n")
    (folder / "broken.md").write_bytes(b"\xff\x00")
    (folder / ".hidden.md").write_text("exp(0) = 2\n")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    return folder


def test_documents(pages: Path, tmp_path: Path) -> None:
    found = [os.path.relpath(p, pages) for p in documents([str(pages)])]
    assert found == ["0.md", "2.md", "4.md", "6.md", "8.md", "broken.md", *(f"inner/{n}.md" for n in (1, 3, 5, 7, 9))]
    assert len(documents([str(pages)], ["broken.*", "*/inner/*"])) == 5
    assert documents(["a.md", "a.md", "b.txt"], ["*.md"]) == ["a.md", "b.txt"]
    os.symlink("/", pages / "root")
    assert len(documents([str(pages)])) == 11


@pytest.mark.parametrize("count", [1, 2, 7])
def test_shards_part_the_documents(count: int) -> None:
    paths = [f"pages/{n}.md" for n in range(200)]
    parts = [shard(paths, number, count) for number in range(1, count + 1)]
    assert sorted(p for part in parts for p in part) == sorted(paths)
    assert all(shard(paths[50:], n + 1, count) == [p for p in part if p in paths[50:]] for n, part in enumerate(parts))


REPORTS = [
    check(str(ROOT / "examples" / "length-4.md")),
    check_text("Let $s = q \\cdot k$. $\\mathrm{Var}(q \\cdot k) = d_k^2$, X = [[1, 2], [3]], exp(0) = 2\n"),
    check(from_text(json.dumps({"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["exp(0) = 2"]}]}), "a.ipynb")),
]


@pytest.mark.parametrize("report", REPORTS, ids=["page", "formulas", "notebook"])
def test_reports_survive_the_way_between_processes(report: Report) -> None:
    back = unpacked(json.loads(json.dumps(packed(report))))
    for renderer in (terminal, html, sarif, json_report):
        assert renderer.render([back], None) == renderer.render([report], None)
    assert terminal.render([back], "es", coverage=True) == terminal.render([report], "es", coverage=True)


def test_one_line_a_document(pages: Path) -> None:
    found = {os.path.basename(one["path"]): one for one in lines(documents([str(pages)]), jobs=2)}
    assert len(found) == 11
    assert found["broken.md"]["status"] == "unreadable" and "not text" in found["broken.md"]["message"]
    assert found["3.md"]["document"]["summary"]["wrong"] == 1 and found["4.md"]["document"]["summary"]["wrong"] == 0


def test_limits_of_time_and_memory(pages: Path) -> None:
    slow, good = pages / "slow.md", pages / "0.md"
    slow.write_text(4 * SLOW)
    began = time.monotonic()
    found = {one["path"]: one["status"] for one in lines([str(slow), str(good)], jobs=2, limits=Limits(seconds=5.0))}
    assert found == {str(slow): "timeout", str(good): "checked"} and time.monotonic() - began < 30
    found = {one["path"]: one["status"] for one in lines([str(slow), str(good)], limits=Limits(memory=1.0))}
    assert found[str(slow)] in ("memory", "died")


def test_killed_processes_lose_nothing_of_the_others(pages: Path) -> None:
    slow = [pages / f"slow{n}.md" for n in range(3)]
    for page in slow:
        page.write_text(SLOW)
    paths = [*map(str, slow), *documents([str(pages / "inner")])]
    found, killed = {}, 0
    for one in lines(paths, jobs=4, limits=Limits(seconds=8.0)):
        found[one["path"]] = one["status"]
        if one["status"] == "checked" and killed < len(slow):
            victims = [child for child in active_children() if child.pid]
            os.kill(random.choice(victims).pid or 0, signal.SIGKILL) if victims else None
            killed += 1
    assert sorted(found) == sorted(paths)
    assert {"checked", "died", "timeout"} >= set(found.values()) and "died" in found.values()


def test_what_runs_is_killed_when_nobody_asks_on(pages: Path) -> None:
    slow, good = pages / "slow.md", pages / "0.md"
    slow.write_text(SLOW)
    running = lines([str(slow), str(good)], jobs=2)
    assert next(running)["path"] == str(good)
    running.close()
    time.sleep(0.5)
    assert not [child for child in active_children() if child.is_alive()]


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    status = main([str(w) for w in words])
    out, err = capsys.readouterr()
    return status, out, err


def test_the_command(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "check", pages, "--jobs", "2")
    assert status == 2 and "not text" in err and err.count("\n") == 1
    assert out.index("0.md") < out.index("8.md") < out.index("inner/1.md") < out.index("inner/9.md")
    assert run(capsys, "check", pages, "--exclude", "broken.md")[0] == 1
    assert run(capsys, "check", pages, "--exclude", "broken.md", "--exclude", "3.md")[0] == 0


def test_resume_and_merge(pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, (first, second) = tmp_path / "all.jsonl", (tmp_path / "1.jsonl", tmp_path / "2.jsonl")
    lines_to = ("check", pages, "--format", "lines", "--output")
    assert run(capsys, *lines_to, whole)[0] == 2
    assert len(whole.read_text().splitlines()) == 11
    # cut off in the middle of a line, and one page changed since: only what is missing is done again
    content = whole.read_text().splitlines(keepends=True)
    whole.write_text("".join(content[:6]) + content[6][:40])
    kept = {json.loads(text)["path"] for text in content[:6]}
    changed = next(p for p in kept if "broken" not in p)
    Path(changed).write_text("exp(0) = 2\n\nexp(0) = 3\n")
    assert run(capsys, *lines_to, whole, "--resume")[0] == 2
    again = [json.loads(text)["path"] for text in whole.read_text().splitlines()[6:]]
    assert set(again) == {changed, *({json.loads(t)["path"] for t in content} - kept)} and len(again) == 6
    status, out, _ = run(capsys, "merge", whole)
    merged = json.loads(out)
    assert status == 2 and len(merged["documents"]) == 10 and [u["status"] for u in merged["unfinished"]] == ["unreadable"]
    for number, path in ((1, first), (2, second)):
        run(capsys, *lines_to, path, "--shard", f"{number}/2")
    assert json.loads(run(capsys, "merge", second, first)[1]) == merged
    assert "11 documents: 10 checked, 1 not" in run(capsys, "merge", "--format", "text", whole)[1]


COVERED = [([], 0), (["--min-coverage", "50"], 0), (["--min-coverage", "51"], 1), (["--strict"], 0)]


@pytest.mark.parametrize("form", [["--jobs", "1"], ["--format", "lines"]])
@pytest.mark.parametrize("options,status", COVERED)
def test_coverage_is_asked_of_each_document(
    form: list[str], options: list[str], status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As without processes: a number that nothing was read of counts as an open claim."""
    (tmp_path / "page.md").write_text("exp(0) = 1\n\nIt has 96 heads.\n")
    assert run(capsys, "check", tmp_path / "page.md", *form, *options)[0] == status
    assert run(capsys, "check", tmp_path / "page.md", *options)[0] == status


MISUSED = [
    (["--format", "lines", "--resume"], "--output"),
    (["--output", "x", "--diff"], "--output"),
    (["--format", "lines", "--fix"], "--fix"),
    (["--format", "lines", "--output", "/nowhere/x.jsonl"], "cannot be used"),
]


@pytest.mark.parametrize("options,said", MISUSED)
def test_misused(options: list[str], said: str, pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "check", pages / "0.md", *options)
    assert status == 2 and said in err and err.count("\n") == 1


@pytest.mark.parametrize("shard_text", ["0/2", "3/2", "1", "a/b", "1/0"])
def test_no_shards(shard_text: str, pages: Path) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["check", str(pages), "--shard", shard_text])
    assert stop.value.code == 2


def test_merge_refuses_other_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text('{"format": "else"}\n')
    for path, said in ((other, "line 1"), (tmp_path / "missing.jsonl", "cannot be used")):
        status, out, err = run(capsys, "merge", path)
        assert status == 2 and said in err and out == "" and err.count("\n") == 1
