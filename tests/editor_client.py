"""A small client of the language server protocol over stdio, of our own: what it sends and gets is the protocol's bytes."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

URI = "file:///page.md"
PATIENCE = 60.0


class Client:
    """One server process and what it has said so far."""

    def __init__(self, *options: str, encodings: list[str] | None = None, initialization: Any = None) -> None:
        command = [sys.executable, "-m", "checks.cli", "lsp", *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.said: list[dict[str, Any]] = []
        self.news = threading.Condition()
        self.number = 0
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        general = {"positionEncodings": encodings} if encodings else {}
        about = {"processId": None, "rootUri": None, "capabilities": {"general": general}}
        self.capabilities = self.request("initialize", about | {"initializationOptions": initialization})["capabilities"]
        self.notify("initialized", {})

    def _listen(self) -> None:
        while header := self.process.stdout.readline():
            size = int(header.split(b":")[1])
            while self.process.stdout.readline().strip():
                pass
            with self.news:
                self.said.append(json.loads(self.process.stdout.read(size)))
                self.news.notify_all()

    def _send(self, **message: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def wait(self, found: Callable[[dict[str, Any]], bool], patience: float = PATIENCE) -> dict[str, Any]:
        """The first message so far, or to come, that is wanted."""
        with self.news:
            assert self.news.wait_for(lambda: any(map(found, self.said)), patience), "the server said nothing of it"
            return next(filter(found, self.said))

    def request(self, method: str, params: Any) -> Any:
        """The result of a request; an error fails."""
        self.number += 1
        number = self.number
        self._send(id=number, method=method, params=params)
        answer = self.wait(lambda m: m.get("id") == number)
        assert "error" not in answer, answer
        return answer["result"]

    def notify(self, method: str, params: Any) -> None:
        self._send(method=method, params=params)

    def open(self, text: str, uri: str = URI, language: str = "markdown") -> list[dict[str, Any]]:
        """The diagnostics of a document that is opened."""
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})
        return self.diagnostics(1, uri)

    def change(self, text: str, version: int, uri: str = URI) -> None:
        identity = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": identity, "contentChanges": [{"text": text}]})

    def diagnostics(self, version: int, uri: str = URI) -> list[dict[str, Any]]:
        """The diagnostics of one version of a document."""

        def of_version(message: dict[str, Any]) -> bool:
            params = message.get("params") or {}
            return message.get("method") == "textDocument/publishDiagnostics" and (params["uri"], params.get("version")) == (
                uri,
                version,
            )

        return self.wait(of_version)["params"]["diagnostics"]

    def close(self, uri: str = URI) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        with self.news:
            self.said.clear()

    def ask(self, what: str, line: int, character: int, uri: str = URI, **more: Any) -> Any:
        """What is said of one position."""
        where = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
        return self.request(f"textDocument/{what}", where | more)

    def actions(self, within: dict[str, Any], uri: str = URI, **context: Any) -> list[dict[str, Any]]:
        about = {"textDocument": {"uri": uri}, "range": within, "context": {"diagnostics": [], **context}}
        return self.request("textDocument/codeAction", about)

    def leave(self) -> int:
        """The exit status after a farewell as the protocol has it."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(20)


def descendants(pid: int) -> set[int]:
    """The processes below one, by /proc; those that have ended and wait to be buried do not count."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            _, _, rest = path.read_text().rpartition(")")
            state, parent = rest.split()[:2]
        except OSError:
            continue
        if state != "Z":
            parents[int(path.parent.name)] = int(parent)
    found, new = set[int](), {pid}
    while new:
        new = {p for p, parent in parents.items() if parent in new} - found
        found |= new
    return found


def alive(pids: set[int]) -> set[int]:
    """Which of the processes are still there."""
    found = set()
    for pid in pids:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
                found.add(pid)
        except OSError:
            continue
    return found


def gone(pids: set[int], seconds: float) -> set[int]:
    """What is still alive of the processes after waiting for them to end."""
    deadline = time.monotonic() + seconds
    while alive(pids) and time.monotonic() < deadline:
        time.sleep(0.05)
    return alive(pids)
