"""The plugin in real pytest runs: which items there are, how they end, and what failures say."""

from pathlib import Path

import flint  # noqa: F401  libraries in C are loaded once, and not by each of the runs
import numpy  # noqa: F401
import pytest

import checks.pytest_plugin  # noqa: F401

pytest_plugins = "pytester"

PAGE = "# A page\n\nsqrt(4) = 2\n\nexp(0) = 2\n\nsqrt(2) ≈ 1.414 and 2 / 1.414 = 1.415\n\n"
PAGE += "X = [[1, 2], [3, 4]]\n\nX X = [[7, 10], [15]]\n"


def run(pytester: pytest.Pytester, *options: str) -> tuple[int, str]:
    done = pytester.runpytest_inprocess("-p", "no:cacheprovider", "-q", "--rootdir", ".", *options)
    return done.ret, done.stdout.str() + done.stderr.str()


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    (pytester.path / "page.md").write_text(PAGE)
    (pytester.path / "test_it.py").write_text("def test_it(): pass\n")
    return pytester.path


def test_nothing_is_collected_unasked(folder: Path, pytester: pytest.Pytester) -> None:
    assert "1 passed" in run(pytester)[1]


@pytest.mark.parametrize(
    "option", [["--triplecheck"], ["-p", "checks.pytest_plugin"], ["--triplecheck", "-p", "checks.pytest_plugin"]]
)
def test_one_item_a_claim(folder: Path, pytester: pytest.Pytester, option: list[str]) -> None:
    status, out = run(pytester, *option, "--collect-only")
    assert status == 0
    assert {"page.md::3:11", "page.md::5:10"} <= set(out.splitlines())
    status, out = run(pytester, *option)
    assert status == 1 and "1 failed" in out and "skipped" in out


def test_a_failure_reads_like_the_terminal(folder: Path, pytester: pytest.Pytester) -> None:
    out = run(pytester, "--triplecheck")[1]
    assert "5:10  wrong  exp(0) is 1, not 2" in out
    assert "exp(0) = 2\n               ^" in out and "right: 1" in out
    assert "Traceback" not in out and "runtest" not in out


def test_one_claim_by_its_name(folder: Path, pytester: pytest.Pytester) -> None:
    assert "1 passed" in run(pytester, "--triplecheck", "page.md::3:11")[1]
    status, out = run(pytester, "--triplecheck", "page.md::5:10")
    assert status == 1 and "1 failed" in out


def test_a_strict_project(folder: Path, pytester: pytest.Pytester) -> None:
    (folder / "pyproject.toml").write_text("[tool.triplecheck]\nstrict = true\n")
    out = run(pytester, "--triplecheck")[1]
    assert "rounding" in out and "skipped" not in out


def test_a_mistake_in_the_settings(folder: Path, pytester: pytest.Pytester) -> None:
    (folder / "pyproject.toml").write_text("[tool.triplecheck]\nstrickt = true\n")
    status, out = run(pytester, "--triplecheck")
    assert status == 4 and "strickt" in out and "Traceback" not in out


def test_which_files(folder: Path, pytester: pytest.Pytester) -> None:
    (folder / "broken.md").write_bytes(b"\xff\xfe\x00")
    (folder / "notes.txt").write_text("exp(0) = 3\n")
    status, out = run(pytester, "--triplecheck")
    assert status == 2 and "broken.md" in out and "not text" in out and "Traceback" not in out
    (folder / "pyproject.toml").write_text("[tool.triplecheck]\nexclude = ['broken.*']\n")
    assert "1 failed" in run(pytester, "--triplecheck")[1]
    assert "1 failed" in run(pytester, "--triplecheck", "-o", "triplecheck_files=*.txt")[1]
