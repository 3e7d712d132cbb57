"""Runs verify.py of a folder in a process of its own: a copy of the folder, little memory, little time, no input.

A guard against accidents and endless loops, not against an attacker: it is for code that one has decided to run.
"""

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from checks.lab import FILE_LIMIT

SECONDS = 60
MEMORY = 2 << 30
COPIED = 200  # files


@dataclass(frozen=True, slots=True)
class Run:
    """What came of it: standard output, the end of standard error, exit status (None: stopped by the time limit)."""

    output: str
    errors: str
    status: int | None


def _limits() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_LIMIT, FILE_LIMIT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _copy(folder: Path, into: Path, names: Collection[str]) -> None:
    """The regular files right in the folder (those named, or all), small ones only; links are not followed."""
    files = [path for path in sorted(folder.iterdir()) if path.is_file() and not path.is_symlink()]
    files = [path for path in files if not names or path.name in names]
    for path in files[:COPIED]:
        if path.stat().st_size <= FILE_LIMIT:
            shutil.copyfile(path, into / path.name)


def _sources(folder: Path) -> list[str]:
    """The `src` folders next to or above the folder, for code that imports from there."""
    return [str(above / "src") for above in [folder.resolve(), *folder.resolve().parents][:4] if (above / "src").is_dir()]


def run_verify(folder: Path, seconds: float = SECONDS, names: Collection[str] = ()) -> Run:
    """verify.py of the folder, on a copy of it; of the named files alone, where any are named."""
    with tempfile.TemporaryDirectory() as name:
        into = Path(name)
        _copy(folder, into, names)
        environment = {
            "PATH": os.defpath,
            "HOME": name,
            "PYTHONPATH": "" if names else os.pathsep.join(_sources(folder)),
            "PYTHONIOENCODING": "utf-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
        }
        output, errors = into / ".output", into / ".errors"
        with output.open("wb") as out, errors.open("wb") as err:
            process = subprocess.Popen(
                [sys.executable, "-s", "verify.py"],
                cwd=into,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                preexec_fn=_limits,
                start_new_session=True,
            )
            try:
                status: int | None = process.wait(timeout=seconds)
            except subprocess.TimeoutExpired:
                status = None
            finally:
                _stop(process)
        return Run(_text(output), _text(errors)[-400:], status)


def _stop(process: "subprocess.Popen[bytes]") -> None:
    """The process and what it started, if anything is left."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _text(path: Path) -> str:
    return path.read_bytes()[:FILE_LIMIT].decode("utf-8", "replace")
