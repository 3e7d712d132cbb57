"""Completion in a real bash: what is offered at each place; and that other shells are given every command and option."""

import shutil
import subprocess

import pytest

from checks.cli import COMMANDS, main

OFFERED = [
    # what is typed, some of what is offered, something that is not
    (["triplecheck", ""], {"check", "prove", "merge"}, "--format"),
    (["triplecheck", "che"], {"check"}, "prove"),
    (["triplecheck", "check", "--f"], {"--format", "--fix"}, "--diff"),
    (["triplecheck", "check", "--format", ""], {"text", "sarif", "lines"}, "--format"),
    (["triplecheck", "check", "--lang", "e"], {"en", "es"}, "text"),
    (["triplecheck", "merge", "--format", ""], {"json", "text"}, "sarif"),
    (["triplecheck", "check", "pa"], set(), "check"),
    (["triplecheck", "nothing", "--"], set(), "--format"),
]


@pytest.fixture(scope="module")
def script() -> str:
    import contextlib
    import io

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(["completion", "bash"]) == 0
    return out.getvalue()


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize("words,offered,other", OFFERED)
def test_bash(words: list[str], offered: set[str], other: str, script: str) -> None:
    typed = " ".join(f"'{word}'" for word in words)
    asked = f'{script}\nCOMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _triplecheck; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True)
    found = set(done.stdout.split())
    assert offered <= found and other not in found and done.stderr == ""


def test_every_command_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "fish"]) == 0
    out = capsys.readouterr().out
    assert all(f"-a {name} " in out for name in COMMANDS) and "-l format -x -a 'text json" in out
    with pytest.raises(SystemExit):
        main(["completion", "tcsh"])
