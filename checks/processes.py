"""Processes that can be killed: where they are forked from, and what each may use.

Light on purpose: what starts such processes need not import what they do.
"""

import multiprocessing
import os
from dataclasses import dataclass
from typing import Any

_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one document may use: seconds by the clock, mebibytes of address space."""

    seconds: float = 60.0
    memory: float = 2048.0


def context(*more: str) -> Any:
    """Processes forked from a server with all imports done, and `more` modules; started afresh where there is no such thing."""
    for name in _THREADS:
        os.environ.setdefault(name, "1")
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(["checks.warm", *more])
    return found


def restrict(limits: Limits) -> None:
    """Set limits on this very process that hold although the parent may be gone; nothing where the system knows none."""
    if os.name != "posix":
        return
    import resource

    size, seconds = int(limits.memory * 2**20), int(limits.seconds) + 5
    for kind, most in ((resource.RLIMIT_AS, size), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
