"""Processes for text that others write while somebody waits: each answers requests, within limits, and can be killed.

A `Process` answers one request at a time from a table of tasks and is started anew after it had to be killed. Requests and
answers are JSON, never a pickle. What the tasks do is not known here.
"""

import json
import os
import select
import signal
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock, Thread
from typing import Any

from checks.running.processes import Limits, context, restrict

STARTING = 60.0  # seconds for a process to be there, imports included


class Stopped(Exception):
    """A request that came to no answer; `why` is timeout, memory, died, or broke (the task raised an exception)."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(f"{why}: {detail}")
        self.why, self.detail = why, detail


@dataclass(slots=True)
class Process:
    """Answers requests by `module.tasks()[name](*arguments)`, one at a time, within the limits. May be asked by threads."""

    module: str
    limits: Limits
    _running: BaseProcess | None = None
    _connection: Connection | None = None
    _closed: bool = False
    _asking: Lock = field(default_factory=Lock)

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
        here = context(self.module)
        connection, other = here.Pipe()
        self._connection = connection
        self._running = here.Process(target=_serve, args=(other, self.module, self.limits), daemon=True)
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

    def warm(self) -> None:
        """Have a process ready before it is asked for anything, which may be never."""
        with self._asking:
            try:
                self._started()
            except (EOFError, OSError, Stopped):
                self._end()

    def close(self) -> None:
        """End the process for good."""
        self._closed = True
        self.kill()
        if self._asking.acquire(blocking=False):
            self._end()
            self._asking.release()


def _serve(connection: Connection, module: str, limits: Limits) -> None:
    """Answer until nobody asks any more. What tasks print goes to stderr: stdout may be another protocol's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who asks decides when to end
    os.dup2(2, 1)
    Thread(target=_follow, args=(connection,), daemon=True).start()
    tasks: Mapping[str, Callable[..., Any]] = import_module(module).tasks()
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
