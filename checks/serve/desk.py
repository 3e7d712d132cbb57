"""A process for each request, so many at a time: the others wait their turn, and too many are turned away.

A request that takes too long, or whose client has gone, has its process killed; nothing of it is kept. What it is about
goes through a pipe as plain bytes, never as a pickle.
"""

import asyncio
import json
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection

from checks.running.processes import Limits, context, restrict

WORK = "checks.serve.work"
STEP = 0.05  # seconds between looks at whether the client is still there


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: the task (see work.TASKS), the language of the answer, the name of the document, the format wanted."""

    task: str
    lang: str = "en"
    name: str = ""
    format: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP status, a media type, and the content."""

    status: int
    type: str
    content: bytes


class Busy(Exception):
    """More requests are waiting than may wait."""


class Late(Exception):
    """The time for one request is over."""


class Died(Exception):
    """The process ended without an answer."""


class Gone(Exception):
    """Nobody waits for the answer any more."""


@dataclass(slots=True)
class Desk:
    """Where requests wait: `jobs` at work at a time, at most `most` in all."""

    limits: Limits
    jobs: int
    most: int
    here: int = 0
    places: asyncio.Semaphore = field(init=False)
    threads: ThreadPoolExecutor = field(init=False)

    def __post_init__(self) -> None:
        self.places = asyncio.Semaphore(self.jobs)
        self.threads = ThreadPoolExecutor(self.jobs, "request")

    async def answer(self, asked: Asked, body: bytes) -> Answer:
        """The answer to a request. Busy, Late, Died. When cancelled, the process is dead before this ends."""
        if self.here >= self.most:
            raise Busy
        self.here += 1
        try:
            async with self.places:
                return await self._alone(asked, body)
        finally:
            self.here -= 1

    async def _alone(self, asked: Asked, body: bytes) -> Answer:
        gone = threading.Event()
        loop = asyncio.get_running_loop()
        running = loop.run_in_executor(self.threads, alone, asked, body, self.limits, gone)
        try:
            return await asyncio.shield(running)
        finally:
            gone.set()
            await asyncio.wait({running})
            running.exception()  # what it may say when nobody waits any more is of no interest


def prepare() -> None:
    """Start the server that processes are forked from; it does its imports while this one goes on."""
    context(WORK)


def alone(asked: Asked, body: bytes, limits: Limits, gone: threading.Event) -> Answer:
    """The answer from a process of its own, which has ended when this returns. Late, Died, Gone."""
    here = context(WORK)
    ours, theirs = here.Pipe()
    process = here.Process(target=_work, args=(theirs, limits), daemon=True)
    process.start()
    theirs.close()
    try:
        ours.send_bytes(json.dumps(asdict(asked)).encode())
        ours.send_bytes(body)
        _await(ours, time.monotonic() + limits.seconds, gone)
        status, kind = json.loads(ours.recv_bytes())
        return Answer(status, kind, ours.recv_bytes())
    except (EOFError, OSError):
        raise Died from None
    finally:
        process.kill()
        process.join()
        ours.close()


def _await(connection: Connection, until: float, gone: threading.Event) -> None:
    while not connection.poll(STEP):
        if gone.is_set():
            raise Gone
        if time.monotonic() >= until:
            raise Late


def _work(connection: Connection, limits: Limits) -> None:
    """What the process does."""
    from checks.serve.work import answered

    restrict(limits)
    with suppress(EOFError, OSError):  # the server is gone: nobody waits
        asked, body = Asked(**json.loads(connection.recv_bytes())), connection.recv_bytes()
        threading.Thread(target=_end_with, args=(connection,), daemon=True).start()
        answer = answered(asked, body)
        connection.send_bytes(json.dumps([answer.status, answer.type]).encode())
        connection.send_bytes(answer.content)


def _end_with(connection: Connection) -> None:
    """End this process as soon as the server at the other end is gone, however it ended: nothing else comes from there."""
    with suppress(OSError):
        connection.poll(None)
        os._exit(1)
