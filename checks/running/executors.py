"""Many documents beyond one machine: a Dask cluster, or any other concurrent.futures.Executor.

What an executor runs starts one process for each document, which can be killed, so that limits hold there too. Workers
must see the documents under the same paths, and have this package. An executor whose workers die loses no document: what
it cannot bring to an end is reported so.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, wait
from importlib import import_module
from itertools import islice
from typing import Any

from checks.messages import message
from checks.running.processes import Limits
from checks.running.worker import digest, line

OUTSTANDING = 64
DASK = "dask://"


class NoExecutor(ValueError):
    """An executor that cannot be had; the argument says why."""


def executor(name: str) -> Executor:
    """The executor at `dask://HOST:PORT`, or what `module:factory` returns. NoExecutor where there is none."""
    try:
        if name.startswith(DASK):
            from distributed import Client

            made: Any = Client("tcp://" + name.removeprefix(DASK), timeout=10, set_as_default=False).get_executor(retries=3)
        else:
            module, _, factory = name.partition(":")
            made = getattr(import_module(module), factory)()
    except Exception as error:  # whatever their code raises
        raise NoExecutor(f"{type(error).__name__}: {error}") from None
    if not callable(getattr(made, "submit", None)):
        raise NoExecutor(f"{type(made).__name__}")
    found: Executor = made
    return found


def lines(
    pool: Executor, paths: Iterable[str], limits: Limits | None = None, lang: str | None = None, whole: bool = False
) -> Iterator[dict[str, Any]]:
    """The line on each document as it is done; a bounded number is handed to the executor at a time."""
    running: dict[Any, str] = {}
    try:
        yield from _lines(pool, iter(paths), running, limits or Limits(), lang, whole)
    finally:
        for future in running:
            future.cancel()
        if running:
            pool.shutdown(wait=False, cancel_futures=True)


def _lines(
    pool: Executor, left: Iterator[str], running: dict[Any, str], limits: Limits, lang: str | None, whole: bool
) -> Iterator[dict[str, Any]]:
    while True:
        for path in islice(left, OUTSTANDING - len(running)):
            try:
                running[pool.submit(alone, path, lang, whole, limits.seconds, limits.memory)] = path
            except Exception as error:  # a pool that is broken takes no more
                yield _failed(path, lang, error)
        if not running:
            return
        done = {f for f in running if f.done()} or _first(running)
        for future in done:
            path = running.pop(future)
            try:
                yield json.loads(future.result())
            except Exception as error:  # a worker that died, by whatever name its executor calls it
                yield _failed(path, lang, error)


def _first(running: Iterable[Any]) -> set[Any]:
    """The futures that are done first; Dask's own futures are waited for in Dask's own way."""
    futures = list(running)
    if futures and type(futures[0]).__module__.startswith("distributed"):
        from distributed import wait as wait_there

        return set(wait_there(futures, return_when=FIRST_COMPLETED).done)
    return wait(futures, return_when=FIRST_COMPLETED).done


def alone(path: str, lang: str | None, whole: bool, seconds: float, memory: float) -> str:
    """The line on one document, as text, from a process of its own that is killed when its time is over."""
    command = [sys.executable, "-m", "checks.running.worker", json.dumps([path, lang, whole, seconds, memory])]
    try:
        done = subprocess.run(command, capture_output=True, timeout=seconds)
        json.loads(done.stdout)
        return done.stdout.decode()
    except subprocess.TimeoutExpired:
        said = message("corpus.timeout", lang or "en", path=path, seconds=f"{seconds:g}")
        return json.dumps(line(path, lang, "timeout", seconds, said, digest=digest(path)))
    except ValueError:
        said = message("corpus.died", lang or "en", path=path, code=done.returncode)
        return json.dumps(line(path, lang, "died", said=said, digest=digest(path)))


def _failed(path: str, lang: str | None, error: Exception) -> dict[str, Any]:
    said = message("corpus.broke", lang or "en", path=path, why=f"{type(error).__name__}: {error}")
    return line(path, lang, "died", said=said, digest=digest(path))
