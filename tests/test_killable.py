"""Killable processes: they answer, they are stopped in every way, and the next request is answered again."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from editor_client import gone

from checks.running.killable import Process, Stopped
from checks.running.processes import Limits


@pytest.fixture(scope="module")
def process() -> Iterator[Process]:
    made = Process("killable_tasks", Limits(seconds=1.5, memory=1024))
    yield made
    made.close()


def test_one_process_answers_many_requests(process: Process) -> None:
    assert process.ask("add", 1, 2) == 3 and process.ask("add", "𝔼", "\ud835") == "𝔼\ud835"
    assert process.ask("process") == process.ask("process")


@pytest.mark.parametrize(
    ("request_", "why", "detail"),
    [
        (("sleep", 60), "timeout", "1.5"),
        (("fill", 2**31), "memory", ""),
        (("die", 3), "died", ""),
        (("fail", "no such thing"), "broke", "ValueError: no such thing"),
    ],
)
def test_what_comes_to_no_answer(process: Process, request_: tuple[Any, ...], why: str, detail: str) -> None:
    began = time.monotonic()
    with pytest.raises(Stopped) as stopped:
        process.ask(*request_)
    assert (stopped.value.why, stopped.value.detail) == (why, detail) and time.monotonic() - began < 20
    assert process.ask("add", 1, 2) == 3


def test_what_is_killed_is_stopped_and_started_anew(process: Process) -> None:
    before = process.ask("process")
    Timer(0.3, process.kill).start()
    with pytest.raises(Stopped, match="died"):
        process.ask("sleep", 60)
    assert process.ask("process") != before


def test_what_a_task_prints_is_no_output_of_ours(process: Process, capfd: pytest.CaptureFixture[str]) -> None:
    assert process.ask("speak", "words") == "words" and capfd.readouterr().out == ""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_what_is_closed_stays_closed() -> None:
    made = Process("killable_tasks", Limits())
    made.warm()
    number = made.ask("process")
    made.close()
    assert gone({number}, 10) == set()
    with pytest.raises(Stopped, match="died"):
        made.ask("add", 1, 2)


def test_nothing_is_started_before_it_is_asked() -> None:
    Process("no.such.module", Limits()).close()
    with pytest.raises(Stopped, match="died"):
        Process("no.such.module", Limits()).ask("add", 1, 2)
