"""Processes that can be killed: where they are forked from, and what each may use.

Light on purpose: what starts such processes need not import what they do.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one document may use: seconds by the clock, mebibytes of address space, a folder of what was decided before."""

    seconds: float = 60.0
    memory: float = 2048.0
    cache: str = ""


def context(*more: str) -> Any:
    """Processes forked from a server with all imports done, and `more` modules; started afresh where there is no such thing."""
    for name in _THREADS:
        os.environ.setdefault(name, "1")
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    from multiprocessing import forkserver, resource_tracker

    made = multiprocessing.get_context("forkserver")
    made.set_forkserver_preload(["checks.running.warm", *more])
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
