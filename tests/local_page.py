"""The local page for tests: a real server on a free port of this machine, and what asks it without a browser."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: its process and its address."""

    process: "subprocess.Popen[str]"
    address: str

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    def ask(
        self, path: str, body: bytes | str | None = None, method: str | None = None, headers: Mapping[str, str] = {}
    ) -> tuple[int, Any, Mapping[str, str]]:
        """Status, content (read as JSON where it is that) and headers."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        content = body.encode() if isinstance(body, str) else body
        connection.request(method or ("GET" if body is None else "POST"), path, content, dict(headers))
        answer = connection.getresponse()
        read, found = answer.read(), {name.lower(): value for name, value in answer.getheaders()}
        connection.close()
        is_json = found.get("content-type", "").startswith("application/json")
        return answer.status, json.loads(read) if is_json else read.decode(), found

    def check(self, text: str, lang: str = "en", name: str = "page.md") -> dict[str, Any]:
        """The answer on a document that is checked."""
        status, found, _ = self.ask(f"/check?lang={lang}&name={name}", text)
        assert status == 200, found
        assert isinstance(found, dict)
        return found

    def below(self) -> set[int]:
        """The processes below the server: the one that others are forked from, and those of requests."""
        parents, todo, found = running(), [self.process.pid], set[int]()
        while todo:
            parent = todo.pop()
            children = [pid for pid, above in parents.items() if above == parent]
            found.update(children)
            todo += children
        return found

    def processes(self) -> int:
        """How many processes stand below the server."""
        return len(self.below())

    def at_work(self, number: int, most: float = 30.0) -> bool:
        """Whether so many processes of requests are there within `most` seconds."""
        until = time.monotonic() + most
        while self.processes() != AT_REST + number and time.monotonic() < until:
            time.sleep(0.02)
        return self.processes() == AT_REST + number

    def settled(self, most: float = 5.0) -> int:
        """The processes below the server when their number has come down as far as it does within `most` seconds."""
        until = time.monotonic() + most
        while (number := self.processes()) > AT_REST and time.monotonic() < until:
            time.sleep(0.05)
        return number


def running() -> dict[int, int]:
    """The processes of this machine that have not ended, each with its parent: from /proc where there is one, else by ps."""
    if Path("/proc/self/stat").exists():
        rows = [row for path in Path("/proc").glob("[0-9]*/stat") if (row := _stat(path))]
    else:
        listed = subprocess.run(["ps", "-A", "-o", "pid=,stat=,ppid="], capture_output=True, text=True, check=True).stdout
        rows = [line.split() for line in listed.splitlines()]
    return {int(pid): int(parent) for pid, state, parent in rows if not state.startswith("Z")}


def _stat(path: Path) -> list[str]:
    """Number, state and parent of a process; nothing if it has ended in the meantime."""
    with suppress(OSError):
        head, _, tail = path.read_text().rpartition(")")
        return [head.split(" ", 1)[0], *tail.split()[:2]]
    return []


AT_REST = 2  # the server that processes are forked from, and multiprocessing's resource tracker


@contextmanager
def server(*options: str) -> Iterator[Server]:
    """A server with these options; it is ended with its processes."""
    command = [sys.executable, "-m", "checks.cli", "serve", "--port", "0", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        address = next((word for word in said.split() if word.startswith("http://")), "")
        assert address, process.stderr.read() if process.stderr else ""
        yield Server(process, address)
    finally:
        process.terminate()
        process.wait(20)
