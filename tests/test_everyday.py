"""The command as people use it in a shell: interrupted, cut off by `head`, fed through a pipe, on a terminal."""

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "examples" / "length-4.md").read_text()
FALSE = "exp(0) = 2\n"
COMMAND = [sys.executable, "-m", "checks.cli"]


def left(session: int) -> list[str]:
    """The processes of a session that have not ended; those killed a moment ago get a second for it."""
    found: list[str] = []
    for _ in range(20):
        listed = subprocess.run(["ps", "-s", str(session), "-o", "stat=,args="], capture_output=True, text=True).stdout
        found = [line for line in listed.splitlines() if not line.startswith("Z")]
        if not found:
            break
        time.sleep(0.05)
    return found


def begun(process: int, seconds: float = 0.2) -> None:
    """Wait until a process has computed for so long: on a busy machine its start takes any time."""
    ticks, until = seconds * os.sysconf("SC_CLK_TCK"), time.monotonic() + 20
    while time.monotonic() < until:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        if int(fields[11]) + int(fields[12]) >= ticks:
            return
        time.sleep(0.02)


INTERRUPTED = [
    # the command, and how many seconds after its start Ctrl-C comes
    (["check", "pages", "--jobs", "2"], 0.3),
    (["check", "pages", "--jobs", "2"], 2.0),
    (["check", *(f"pages/{n}.md" for n in range(90))], 0.3),
    (["check", "pages", "--executor", "concurrent.futures:ThreadPoolExecutor"], 0.5),
    (["saturation", "--d-k", "64", "--tokens", "2", "4", "8", "16", "32"], 0.4),
    (["prove", "--all"], 1.0),
    (["lab", "lab", "--check", "--run"], 1.0),
]


@pytest.mark.skipif(sys.platform != "linux", reason="processes are watched as Linux shows them")
@pytest.mark.parametrize(("words", "seconds"), INTERRUPTED)
def test_an_interruption_ends_all_without_a_word(words: list[str], seconds: float, tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "verify.py").write_text("while True: pass\n")
    for number in range(90):  # more than is done in the time, whoever else computes here
        (tmp_path / "pages" / f"{number}.md").write_text(PAGE)
    running = subprocess.Popen(
        [*COMMAND, *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    begun(running.pid)
    time.sleep(seconds)
    os.killpg(running.pid, signal.SIGINT)  # as the terminal does it: to all of them
    _, said = running.communicate(timeout=30)
    # in the last moments of a process the signal itself ends it, which shells count as 130, too
    assert running.returncode in (130, -signal.SIGINT) and said == ""
    assert left(running.pid) == []


CUT = [["check", "examples/length-4.md"], ["check", "examples", "--jobs", "2", "--format", "lines"], ["prove"]]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes as POSIX has them")
@pytest.mark.parametrize("words", CUT)
def test_a_closed_pipe_is_no_success(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run([*COMMAND, *words], stdout=writing, stderr=subprocess.PIPE, cwd=ROOT)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (141, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_is_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        ended = subprocess.run([*COMMAND, "prove"], stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert ended.returncode == 2 and "cannot be written" in ended.stderr and ended.stderr.count("\n") == 1


def fed(text: bytes, *words: str) -> tuple[int, str, str]:
    """Exit status and outputs of a command with a text on its standard input."""
    ended = subprocess.run([*COMMAND, "check", *words], input=text, capture_output=True, cwd=ROOT)
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


TABBED = rb"\begin{equation*}" + b"\n" + rb"\frac{1}{8} &= 0.126" + b"\n" + rb"\end{equation*}" + b"\n"
FED = [
    # what stands on standard input, the words of the call, the exit status, what is said
    (FALSE.encode(), ["-"], 1, "exp(0) is 1, not 2"),
    (FALSE.encode(), ["/dev/stdin"], 1, "exp(0) is 1, not 2"),
    (b"exp(0) = 1\n", ["-", "examples/two-tokens.md"], 0, "73 decided"),
    (TABBED, ["--from", "latex", "-"], 1, "0.125"),
    (b'{"cells": [{"cell_type": "markdown", "source": ["exp(0) = 2"]}]}', ["--from", "notebook", "-"], 1, "cell 1:1:10"),
    (FALSE.encode(), ["--diff", "-"], 1, "+exp(0) = 1"),
    (FALSE.encode(), ["--fix", "-"], 2, "is no file"),
    (b"", ["-"], 2, "<stdin> is empty"),
    (b"\xff", ["-"], 2, "<stdin> is not UTF-8"),
    (FALSE.encode(), ["-", "--jobs", "2"], 2, "standard input"),
    (FALSE.encode(), ["-", "--format", "lines"], 2, "standard input"),
    (FALSE.encode(), ["examples", "--from", "latex"], 2, "--from"),
]


@pytest.mark.parametrize(("text", "words", "status", "said"), FED)
def test_standard_input(text: bytes, words: list[str], status: int, said: str) -> None:
    found, out, err = fed(text, *words)
    assert found == status and said in out + err
    assert status < 2 or (err.count("\n") == 1 and "Traceback" not in err)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_folder_with_a_named_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "page.md").write_text(FALSE)
    found, out, _ = fed(b"", str(tmp_path))
    assert found == 1 and "pipe.md" not in out


def test_a_device_without_an_end_is_refused() -> None:
    found, _, err = fed(b"", "/dev/zero")
    assert found == 2 and "the limit for one document" in err


COLOURS = [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)]


@pytest.mark.skipif(sys.platform == "win32", reason="terminals as POSIX has them")
@pytest.mark.parametrize(("environment", "coloured"), COLOURS)
def test_colours_on_a_terminal(environment: dict[str, str], coloured: bool) -> None:
    ours, theirs = pty.openpty()
    clean = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    command = [*COMMAND, "check", "-"]
    subprocess.run(command, input=FALSE.encode(), stdout=theirs, cwd=ROOT, env={**clean, "TERM": "xterm", **environment})
    os.close(theirs)
    shown = os.read(ours, 65536)
    os.close(ours)
    assert b"exp(0) is 1, not 2" in shown and (b"\033[" in shown) == coloured
