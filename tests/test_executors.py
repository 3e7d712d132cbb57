"""Executors: a real Dask cluster with a worker killed in the middle, pools of this machine, and names that are none."""

import os
import signal
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from checks.cli import main
from checks.running.executors import NoExecutor, executor, lines
from checks.running.processes import Limits


@pytest.fixture
def pages(tmp_path: Path) -> list[str]:
    for number in range(6):
        (tmp_path / f"{number}.md").write_text(f"{number} + 1 = {number + 1}\n\n2 · {number} = {2 * number + (number == 3)}\n")
    (tmp_path / "broken.md").write_bytes(b"\xff\x00")
    return sorted(map(str, tmp_path.iterdir()))


def test_threads_of_this_machine(pages: list[str]) -> None:
    with ThreadPoolExecutor(2) as pool:
        found = {os.path.basename(one["path"]): one for one in lines(pool, pages)}
    assert len(found) == 7 and found["broken.md"]["status"] == "unreadable"
    assert [name for name, one in found.items() if one["document"] and one["document"]["summary"]["wrong"]] == ["3.md"]


def test_time_is_limited_there_too(tmp_path: Path) -> None:
    slow = tmp_path / "slow.md"
    slow.write_text("\n\n".join(f"x_{n} = softmax([{n}, 1, 2, 3])" for n in range(9000)))
    with ThreadPoolExecutor(1) as pool:
        assert [one["status"] for one in lines(pool, [str(slow)], Limits(seconds=1.0))] == ["timeout"]


class Broken(Executor):
    """A pool whose first future fails, and that takes no more after it."""

    taken = 0

    def submit(self, *words: Any, **more: Any) -> Future[Any]:  # type: ignore[override]
        self.taken += 1
        if self.taken > 1:
            raise RuntimeError("broken pool")
        future: Future[Any] = Future()
        future.set_exception(RuntimeError("a worker died"))
        return future


def test_a_broken_pool_loses_no_document(pages: list[str]) -> None:
    found = list(lines(Broken(), pages))
    assert sorted(one["path"] for one in found) == pages and {one["status"] for one in found} == {"died"}


@pytest.mark.parametrize("name", ["nothing", "no.module:f", "os:nothing", "os:getcwd", "builtins:int"])
def test_no_executor(name: str, pages: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NoExecutor):
        executor(name)
    assert main(["check", "--executor", name, pages[0]]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_command(pages: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--executor", "concurrent.futures:ThreadPoolExecutor", *pages[:6]]) == 1
    assert "2 · 3 = 7" in capsys.readouterr().out


def test_a_dask_cluster_with_a_worker_killed(pages: list[str]) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        pool = executor(cluster.scheduler_address.replace("tcp://", "dask://"))
        running, found = lines(pool, pages), []
        found.append(next(running))
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
        found += running
        assert sorted(one["path"] for one in found) == pages
        assert {one["status"] for one in found} == {"checked", "unreadable"}
