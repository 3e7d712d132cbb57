"""The commands of the README are run, and print what it shows (`...` stands for lines left out)."""

import re
import shlex
from pathlib import Path

import pytest

from checks.cli import main

ROOT = Path(__file__).parent.parent
BLOCKS = re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
RUNS = [
    (command, shown)
    for block in BLOCKS
    for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M)
    if "triplecheck" in command
]


@pytest.mark.parametrize("command,shown", RUNS, ids=[c for c, _ in RUNS])
def test_command(command: str, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    main(shlex.split(command)[1:])
    printed = capsys.readouterr().out
    pattern = ".*".join(re.escape(part) for part in shown.split("...\n"))
    assert re.fullmatch(pattern, printed, re.S), printed


def test_there_are_commands() -> None:
    assert len(RUNS) >= 2
