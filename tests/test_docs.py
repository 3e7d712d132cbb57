"""The commands of the README and of docs/ are run, and print what is shown (`...` stands for lines left out).

A block that names a file (```markdown page.md) is that file; Python blocks are run. Each document is read in a folder of its
own that holds the examples.
"""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from checks.cli import main

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CODE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```", re.S | re.M)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.M)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    try:
        main(shlex.split(command.split("triplecheck ", 1)[1]))
    except SystemExit as ended:
        assert ended.code in (0, None), command
    printed = capsys.readouterr().out
    pattern = ".*".join(re.escape(part) for part in shown.split("...\n"))
    assert re.fullmatch(pattern, printed, re.S), f"{command}\n{printed}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_document(path: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count = 0
    for kind, name, block in CODE.findall(path.read_text(encoding="utf-8")):
        if name:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(block, encoding="utf-8")
        elif kind == "python":
            exec(compile(block, str(path), "exec"), {})
        for command, shown in COMMAND.findall(block) if kind == "console" else ():
            if "triplecheck " in command:
                run(command, shown, capsys)
                count += 1
    assert count or path.name not in ("README.md", "tutorial.md", "how-to.md")
