"""The plugin in real pytest runs, each in its own process: which items there are, how they end, and what failures say."""

import subprocess
import sys
from pathlib import Path

import pytest

PAGE = "# A page\n\nsqrt(4) = 2\n\nexp(0) = 2\n\nsqrt(2) ≈ 1.414 and 2 / 1.414 = 1.415\n\nX = [[1, 2], [3, 4]]\n\nX X = [[7, 10], [15]]\n"


def run(folder: Path, *options: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "--rootdir", ".", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "page.md").write_text(PAGE)
    (tmp_path / "test_it.py").write_text("def test_it(): pass\n")
    return tmp_path


def test_nothing_is_collected_unasked(folder: Path) -> None:
    assert "1 passed" in run(folder)[1]


@pytest.mark.parametrize(
    "option", [["--triplecheck"], ["-p", "checks.pytest_plugin"], ["--triplecheck", "-p", "checks.pytest_plugin"]]
)
def test_one_item_a_claim(folder: Path, option: list[str]) -> None:
    status, out = run(folder, *option, "--collect-only")
    assert status == 0
    assert {"page.md::3:11", "page.md::5:10"} <= set(out.splitlines())
    status, out = run(folder, *option)
    assert status == 1 and "1 failed" in out and "skipped" in out


def test_a_failure_reads_like_the_terminal(folder: Path) -> None:
    out = run(folder, "--triplecheck")[1]
    assert "5:10  wrong  exp(0) is 1: it should be 1, not 2" in out
    assert "exp(0) = 2\n               ^" in out and "right: 1" in out
    assert "Traceback" not in out and "runtest" not in out


def test_one_claim_by_its_name(folder: Path) -> None:
    assert "1 passed" in run(folder, "--triplecheck", "page.md::3:11")[1]
    status, out = run(folder, "--triplecheck", "page.md::5:10")
    assert status == 1 and "1 failed" in out


def test_a_strict_project(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[tool.triplecheck]\nstrict = true\n")
    out = run(folder, "--triplecheck")[1]
    assert "rounding" in out and "skipped" not in out


def test_a_mistake_in_the_settings(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[tool.triplecheck]\nstrickt = true\n")
    status, out = run(folder, "--triplecheck")
    assert status == 4 and "strickt" in out and "Traceback" not in out


def test_which_files(folder: Path) -> None:
    (folder / "broken.md").write_bytes(b"\xff\xfe\x00")
    (folder / "notes.txt").write_text("exp(0) = 3\n")
    status, out = run(folder, "--triplecheck")
    assert status == 2 and "broken.md" in out and "not text" in out and "Traceback" not in out
    (folder / "pyproject.toml").write_text("[tool.triplecheck]\nexclude = ['broken.*']\n")
    assert "1 failed" in run(folder, "--triplecheck")[1]
    assert "1 failed" in run(folder, "--triplecheck", "-o", "triplecheck_files=*.txt")[1]
