"""The cache: what it gives is what is found without it, whatever has become of its file."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
import test_kernel
from test_identity import ADVERSARIAL

from checks.cache import NAME, Cache, key, remembering
from checks.checking import check_text
from checks.cli import main
from checks.configuration import settings
from checks.report.json import render
from derive import identity
from derive.identity import Disagreement, Refuted, decide
from derive.proof import Statement
from derive.refute import Counterexample, recomputed, refute
from derive.samples import NoSample, completed
from derive.terms import Index, Tensor, fresh, total

ROOT = Path(__file__).parent.parent
PAGE = """# Scores

Let $Q$ and $K$ be of shape $(T, d_k)$, $V$ of shape $(T, d_v)$, $S = Q K^T / \\sqrt{d_k}$, $A = \\mathrm{softmax}(S)$,
$Y = A V$.

$\\partial L/\\partial V = A^T \\partial L/\\partial Y$

$\\partial L/\\partial A = V \\partial L/\\partial Y^T$

$S^T = K Q^T / \\sqrt{d_k}$

$S^T = Q K^T / \\sqrt{d_k}$

$\\sum_j A_{ij} = 1$

$\\sum_i A_{ij} = 1$
"""
VERDICTS = ["agrees", "wrong", "agrees", "wrong", "agrees", "wrong"]


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "page.md").write_text(PAGE)
    return tmp_path / "page.md"


def report(folder: Path | None = None) -> str:
    with remembering(str(folder) if folder else ""):
        return render([check_text(PAGE)], "en")


def judged(text: str) -> list[str]:
    return [c["verdict"] for c in json.loads(text)["documents"][0]["claims"] if c["verdict"] != "given"]


def rows(folder: Path) -> list[tuple[str, str]]:
    opened = sqlite3.connect(folder / NAME)
    found = opened.execute("SELECT key, value FROM decided").fetchall()
    opened.close()
    return found


def written(folder: Path, values: Sequence[tuple[str, str]]) -> None:
    opened = sqlite3.connect(folder / NAME)
    opened.executemany("INSERT OR REPLACE INTO decided VALUES (?, ?)", [(v, k) for k, v in values])
    opened.commit()
    opened.close()


def test_the_same_bytes_fresh_cold_and_warm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = report()
    assert judged(alone) == VERDICTS
    assert report(tmp_path) == alone and len(rows(tmp_path)) >= 4

    def searched(*_: object) -> None:
        raise AssertionError("searched again")

    monkeypatch.setattr(identity, "refute", searched)
    assert report(tmp_path) == alone


FORGED = [
    "null",
    "{}",
    "{",
    "17",
    '"agrees"',
    '{"sizes": {}, "entries": {}}',
    '{"sizes": {"T": 2, "d_k": 1}, "entries": {}}',
    '{"sizes": {"T": 10000000000, "d_k": 1, "d_v": 1}, "entries": {}}',
    '{"sizes": {"T": -1, "d_k": "x"}, "entries": {"Q": [[[0, 0], "1/0"]]}}',
    '{"sizes": {"T": 2, "d_k": 1, "d_v": 2}, "entries": {"Q": [[[0, 0], "nan"], 5]}}',
    "[" * 100_000,
]


def test_no_forged_value_changes_a_verdict(tmp_path: Path) -> None:
    """Nonsense is kept of every formula, then of each what belongs to another: of a true one what belongs to a false one."""
    alone = report(tmp_path)
    kept = rows(tmp_path)
    assert {value == "null" for _, value in kept} == {True, False}
    for value in FORGED:
        written(tmp_path, [(value, own) for own, _ in kept])
        assert report(tmp_path) == alone, value
    for turn in range(1, len(kept), 2):
        written(tmp_path, [(kept[(n + turn) % len(kept)][1], own) for n, (own, _) in enumerate(kept)])
        assert judged(report(tmp_path)) == VERDICTS


def test_a_file_that_is_no_cache_is_passed_over(tmp_path: Path, page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One warning for the run, not one a document, and the same report."""
    (tmp_path / "more.md").write_text("exp(0) = 2\n")
    main(["check", str(page), str(tmp_path / "more.md")])
    alone = capsys.readouterr().out
    (tmp_path / "corrupt").mkdir()
    (tmp_path / "corrupt" / NAME).write_bytes(b"SQLite format 3\0" + os.urandom(4096))
    (tmp_path / "file").write_text("")
    for place in ("corrupt", "file", "file/below"):
        for words in ([], ["--jobs", "2"]):
            assert main(["check", str(page), str(tmp_path / "more.md"), "--cache", str(tmp_path / place), *words]) == 1
            out, err = capsys.readouterr()
            assert out == alone and err.count("\n") == 1 and "is passed over" in err


def test_a_file_that_is_damaged_meanwhile_is_passed_over(tmp_path: Path) -> None:
    alone = report(tmp_path)
    (tmp_path / NAME).write_bytes(os.urandom(9000))
    assert report(tmp_path) == alone


def test_processes_share_it(tmp_path: Path, page: Path) -> None:
    command = [sys.executable, "-m", "checks.cli", "check", "--format", "json", "--cache", str(tmp_path / "shared"), str(page)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) for _ in range(4)]
    ended = [(*one.communicate(), one.returncode) for one in running]
    assert {(err, status) for _, err, status in ended} == {(b"", 1)} and len({out for out, _, _ in ended}) == 1
    assert len(rows(tmp_path / "shared")) >= 4
    assert sqlite3.connect(tmp_path / "shared" / NAME).execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_workers_use_it(tmp_path: Path, page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(page), "--jobs", "1", "--cache", str(tmp_path / "kept")]) == 1
    assert len(rows(tmp_path / "kept")) >= 4


def test_it_does_not_grow_without_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report(tmp_path)
    before = {own for own, _ in rows(tmp_path)}
    monkeypatch.setattr("checks.cache.MOST_BYTES", 4096)
    with remembering(str(tmp_path)):
        check_text("Let $X$ be of shape $(T, d)$.\n\n$(X X^T)^T = X X^T$\n")
    after = {own for own, _ in rows(tmp_path)}
    assert after and not after & before


def test_what_tells_statements_apart() -> None:
    i, x, y = Index("i", "T"), Tensor("x", ("T",)), Tensor("y", ("T",))
    keys = {
        key(Statement(x[i], y[i])),
        key(Statement(y[i], x[i])),
        key(Statement(x[i], Tensor("y", ("T",), positive=True)[i])),
        key(Statement(total("T", lambda m: x[m]), y[i])),
    }
    assert len(keys) == 4 and None not in keys
    assert key(Statement(total("T", lambda m: x[m]), y[i])) in keys  # the index summed over has another name now
    made = [(fresh("T"), fresh("T")) for _ in range(2)]  # as are the names of indices that stand for any
    assert len({key(Statement(x[one] * y[other], x[one])) for one, other in made}) == 1
    assert len({key(Statement(x[one] * y[other], x[where])) for one, other in made for where in (one, other)}) == 2


def test_a_long_formula_is_not_spelled_out() -> None:
    sum_of_sums = Tensor("x", ("T",))[Index("i", "T")]
    for _ in range(40):  # shared parts: 2^40 nodes when written out
        sum_of_sums = sum_of_sums + sum_of_sums
    assert key(Statement(sum_of_sums, sum_of_sums)) is None


FALSE = [*ADVERSARIAL.values(), *(test_kernel.NEAR_MISSES[n] for n in sorted(test_kernel.NEAR_MISSES) if "log of" not in n)]


@pytest.mark.parametrize("case", FALSE, ids=range(len(FALSE)))
def test_a_counterexample_recomputed_is_itself(case: tuple) -> None:
    statement = Statement(*case)
    found = refute(statement)
    assert found is not None
    bare = Counterexample(found.sizes, found.entries, {}, "?", "?")
    assert recomputed(statement, bare) == found


def test_what_is_no_sample_is_refused() -> None:
    i, j = Index("i", "T"), Index("j", "T")
    mask = Tensor("M", ("T", "T"), mask=True, unit_diagonal=True)
    positive, even = Tensor("p", ("T",), positive=True), Tensor("s", ("T", "T"), symmetric=True)
    terms = (mask[i, j] * positive[i] * even[i, j],)
    good = {
        "M": {(0, 0): 1, (0, 1): 0, (1, 0): 1, (1, 1): 1},
        "p": {(0,): 1, (1,): 2},
        "s": {(0, 0): 1, (0, 1): 5, (1, 0): 5, (1, 1): 0},
    }
    assert completed(terms, (), {"T": 2}, good).sizes == {"T": 2}
    bad = [("M", (0, 1), 2), ("M", (1, 1), 0), ("p", (0,), 0), ("s", (0, 1), 4)]
    for name, place, value in bad:
        with pytest.raises(NoSample):
            completed(terms, (), {"T": 2}, {**good, name: {**good[name], place: value}})
    for sizes in ({}, {"T": 0}, {"T": 9}, {"T": 2, "d": 1}):
        with pytest.raises(NoSample):
            completed(terms, (), sizes, good)


def test_the_project_names_its_cache(tmp_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.triplecheck]\ncache = '.kept'\n")
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path / "in")
    assert settings(tmp_path / "in") == {"cache": str(tmp_path / ".kept")}
    assert main(["check", str(page)]) == 1
    assert (tmp_path / ".kept" / NAME).exists()
    assert main(["check", str(page), "--cache", "off"]) == 1
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert main(["check", str(page), "--cache", "user"]) == 1
    assert (tmp_path / "home" / "triplecheck" / NAME).exists()


def test_a_defect_of_the_kernel_is_seen_through_a_warm_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    i, x = Index("i", "T"), Tensor("x", ("T",))
    kept = Cache(str(tmp_path))
    assert isinstance(decide(x[i] ** 2, x[i], memory=kept), Refuted)
    monkeypatch.setattr(identity, "equal", lambda *_: True)
    assert isinstance(decide(x[i] ** 2, x[i], memory=kept), Disagreement)
