"""Processes for documents that others write: forked from a server that has imported everything once, limited, killable.

A `Process` answers one request at a time from a table of tasks and is started anew after it had to be killed. Requests and
answers are JSON, never a pickle. What the tasks do is not known here.
"""

import json
import multiprocessing
import os
import select
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

STARTING = 60.0  # seconds for a process to be there, imports included
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one document may use: seconds by the clock, mebibytes of address space."""

    seconds: float = 60.0
    memory: float = 2048.0


class Stopped(Exception):
    """A request that came to no answer; `why` is timeout, memory, died, or broke (the task raised an exception)."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(f"{why}: {detail}")
        self.why, self.detail = why, detail


def context(*more: str) -> Any:
    """Processes forked from a server with all imports done, and `more` modules; started afresh where there is no such thing."""
    for name in _THREADS:
        os.environ.setdefault(name, "1")
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    from multiprocessing import forkserver, resource_tracker

    made = multiprocessing.get_context("forkserver")
    made.set_forkserver_preload(["checks.warm", *more])
    resource_tracker.ensure_running()  # it would let interrupts through again, were it started by the server
    with uninterrupted():
        forkserver.ensure_running()
    return made


@contextmanager
def uninterrupted() -> Iterator[None]:
    """An interrupt waits until the end of the block; processes started in it are deaf to interrupts: this one ends them."""
    if os.name != "posix" or threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # inherited; other threads still hear
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, handler)
        if came:
            signal.raise_signal(signal.SIGINT)


def restrict(limits: Limits) -> None:
    """Limits that hold for this very process although its parent may be gone; nothing where the system knows none."""
    if os.name != "posix":
        return
    import resource

    size, seconds = int(limits.memory * 2**20), int(time.process_time() + limits.seconds) + 5
    for kind, most in ((resource.RLIMIT_AS, size), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


@dataclass(slots=True)
class Process:
    """Answers requests by `module.TASKS[name](*arguments)`, one at a time, each within the limits. May be asked by threads."""

    module: str
    limits: Limits
    _running: BaseProcess | None = None
    _connection: Connection | None = None
    _closed: bool = False
    _asking: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, name: str, *arguments: Any) -> Any:
        """The answer, as JSON gives it. Stopped where there is none; the next request then gets a new process."""
        with self._asking:
            try:
                answer = json.loads(self._exchanged(json.dumps([name, arguments]).encode()))
            except (EOFError, OSError):
                self._end()
                raise Stopped("died") from None
            except Stopped:
                self._end()
                raise
        if "why" in answer:
            raise Stopped(**answer)
        return answer["answer"]

    def _exchanged(self, request: bytes) -> bytes:
        connection = self._started()
        connection.send_bytes(request)
        if not connection.poll(self.limits.seconds):
            raise Stopped("timeout", f"{self.limits.seconds:g}")
        return connection.recv_bytes()

    def _started(self) -> Connection:
        if self._connection is not None and self._running is not None and self._running.is_alive():
            return self._connection
        self._end()
        made = context()
        connection, other = made.Pipe()
        self._connection = connection
        self._running = made.Process(target=_serve, args=(other, self.module, self.limits), daemon=True)
        self._running.start()
        other.close()
        if self._closed or not connection.poll(STARTING):
            raise Stopped("died")
        connection.recv_bytes()
        return connection

    def _end(self) -> None:
        self.kill()
        if self._connection is not None:
            self._connection.close()
        self._running = self._connection = None

    def kill(self) -> None:
        """End what is running; a request that waits for it is Stopped, and the next one gets a new process."""
        running = self._running
        if running is not None and running.pid is not None:
            running.kill()
            running.join(5)

    def close(self) -> None:
        """End the process for good."""
        self._closed = True
        self.kill()
        if self._asking.acquire(blocking=False):
            self._end()
            self._asking.release()


def _serve(connection: Connection, module: str, limits: Limits) -> None:
    """Answer until nobody asks any more. What tasks print goes to stderr: stdout may be another protocol's."""
    os.dup2(2, 1)
    threading.Thread(target=_follow, args=(connection,), daemon=True).start()
    tasks: Mapping[str, Callable[..., Any]] = import_module(module).TASKS
    connection.send_bytes(b"ready")
    while True:
        try:
            name, arguments = json.loads(connection.recv_bytes())
        except EOFError:
            return
        restrict(limits)
        connection.send_bytes(json.dumps(_answered(tasks[name], arguments)).encode())


def _follow(connection: Connection) -> None:
    """End with the one who asks, also in the middle of a task that nobody waits for any more."""
    if hasattr(select, "poll"):
        hung_up = select.poll()
        hung_up.register(connection.fileno(), 0)
        hung_up.poll()
        os._exit(0)


def _answered(task: Callable[..., Any], arguments: list[Any]) -> dict[str, Any]:
    try:
        return {"answer": task(*arguments)}
    except MemoryError:
        return {"why": "memory"}
    except Exception as error:
        traceback.print_exc()
        return {"why": "broke", "detail": f"{type(error).__name__}: {error}"}
