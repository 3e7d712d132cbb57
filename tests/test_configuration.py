"""[tool.triplecheck]: what it sets, what goes before it, and that mistakes in it are said."""

import re
from pathlib import Path

import pytest

from checks.cli import COMMANDS, main
from checks.configuration import Misconfigured, settings

ROOT = Path(__file__).parent.parent
ROUNDED = "sqrt(2) ≈ 1.414 and 2 / 1.414 = 1.415\n"

BROKEN = [
    ("[tool.triplecheck]\nstrickt = true\n", "strickt"),
    ("[tool.triplecheck]\nstrict = 1\n", "true | false"),
    ("[tool.triplecheck]\nmin-coverage = 101\n", "0 … 100"),
    ("[tool.triplecheck]\nmin-coverage = true\n", "0 … 100"),
    ("[tool.triplecheck]\nlang = 'xx'\n", "en | es"),
    ("[tool.triplecheck]\njobs = 1.5\n", "jobs"),
    ("[tool.triplecheck]\nexclude = 'a'\n", "exclude"),
    ("[tool]\ntriplecheck = 3\n", "no table"),
    ("[tool\n", "cannot be read"),
]


@pytest.mark.parametrize("content,word", BROKEN)
def test_mistakes(
    content: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyproject.toml").write_text(content)
    (tmp_path / "page.md").write_text("exp(0) = 1\n")
    monkeypatch.chdir(tmp_path)
    assert main(["check", "page.md"]) == 2
    err = capsys.readouterr().err
    assert word in err and err.count("\n") == 1
    with pytest.raises(Misconfigured):
        settings(tmp_path)


STATUSES = [
    ("", [], 0),
    ("strict = true", [], 1),
    ("strict = true", ["--no-strict"], 0),
    ("min-coverage = 100", [], 1),
    ("min-coverage = 100", ["--min-coverage", "0"], 0),
]


@pytest.mark.parametrize("content,options,status", STATUSES)
def test_the_command_line_goes_first(
    content: str, options: list[str], status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text(f"[tool.triplecheck]\n{content}\n")
    (tmp_path / "in").mkdir()
    open_claim = "\nX = [[1, 2], [3, 4]]\n\nX X = [[7, 10], [15]]\n" if "min" in content else ""
    (tmp_path / "in" / "page.md").write_text(ROUNDED + open_claim)
    monkeypatch.chdir(tmp_path / "in")
    assert main(["check", *options, "page.md"]) == status


def test_the_nearest_project_counts(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.triplecheck]\nlang = 'es'\n")
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert settings(inner) == {"lang": "es"}
    (tmp_path / "a" / "pyproject.toml").write_text("[project]\n")
    assert settings(inner) == {}


def test_the_hooks_run_commands_that_exist() -> None:
    entries = re.findall(r"^  entry: triplecheck (\w+)((?: --\w+)*)$", (ROOT / ".pre-commit-hooks.yaml").read_text(), re.M)
    assert len(entries) == 2 and all(name in COMMANDS for name, _ in entries)
