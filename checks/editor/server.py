"""The language server: knows which documents are open, has each looked at in a process of its own, and answers from views.

A document is looked at a moment after it was changed, the newest text first; what takes long is given up as soon as there
is a newer text. Nothing is read from disk: only what the editor sends is checked.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from checks import __version__
from checks.document import FORMATS
from checks.editor.answers import ANSWERS, FIX_ALL, Seen, diagnostics, false_in, fix_all, fixes, write_formula
from checks.editor.places import Places
from checks.editor.view import View, unpacked
from checks.messages import LANGUAGES, message
from checks.running.killable import Process, Stopped
from checks.running.processes import Limits

TASKS = "checks.editor.tasks"
DELAY = 0.03  # seconds in which key presses are gathered
PATIENCE = 2.0  # seconds after which a check is given up for a newer text
LANGUAGE_IDS = {
    "markdown": "markdown", "quarto": "markdown", "rmd": "markdown", "mdx": "markdown", "latex": "latex", "tex": "latex",
    "plaintex": "latex", "html": "html", "plaintext": "text", "text": "text", "python": "python", "jupyter": "notebook",
}  # fmt: skip
_LONE = re.compile("[\ud800-\udfff]")


@dataclass(slots=True)
class Open:
    """An open document: its newest text, what was last seen of it, and the process that looks at it."""

    uri: str
    format: str
    process: Process
    text: str = ""
    version: int = 0
    seen: Seen | None = None
    began: float = 0.0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    current: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """The name of the file, for sentences."""
        return PurePosixPath(unquote(urlsplit(self.uri).path)).name or self.uri

    def put(self, text: str, version: int) -> None:
        """Take a new text: it is to be looked at, and a look at the old one that takes long is given up."""
        self.text, self.version = _LONE.sub("\ufffd", text), version
        self.current.clear()
        self.changed.set()
        if self.began and time.monotonic() - self.began > PATIENCE:
            self.process.kill()


class Server(LanguageServer):
    """A language server with its open documents and settings."""

    def __init__(self, limits: Limits, lang: str | None) -> None:
        super().__init__("triplecheck", __version__, types.TextDocumentSyncKind.Full)
        self.limits, self.lang = limits, lang
        self.open: dict[str, Open] = {}
        self.first = Process(TASKS, limits)  # the next document that is opened takes it

    # -- documents -------------------------------------------------------------------
    def opened(self, item: types.TextDocumentItem) -> None:
        """Look at a document from now on."""
        self.closed(item.uri)
        suffix = PurePosixPath(unquote(urlsplit(item.uri).path)).suffix.lower()
        format = LANGUAGE_IDS.get(item.language_id) or FORMATS.get(suffix, "text")
        process, self.first = self.first, Process(TASKS, self.limits)
        document = Open(item.uri, format, process)
        self.open[item.uri] = document
        document.put(item.text, item.version)
        document.task = asyncio.get_running_loop().create_task(self._watch(document))

    def closed(self, uri: str) -> None:
        """Look at a document no longer."""
        document = self.open.pop(uri, None)
        if document is not None and document.task is not None:
            document.task.cancel()

    async def _watch(self, document: Open) -> None:
        try:
            while True:
                await document.changed.wait()
                await asyncio.sleep(DELAY)
                document.changed.clear()
                await self._look(document)
        finally:
            document.process.close()
            document.current.set()  # nobody waits for what will not come

    async def _look(self, document: Open) -> None:
        text, version = document.text, document.version
        document.began = time.monotonic()
        try:
            found = await asyncio.to_thread(document.process.ask, "look", text, document.name, document.format, self.lang)
            view = unpacked(found)
        except Stopped as stopped:
            view = View(refused=message(f"processes.{stopped.why}", self.lang or "en", detail=stopped.detail))
        finally:
            document.began = 0.0
        if version == document.version and not document.changed.is_set():
            document.seen = Seen(view, Places(text, self._encoding()), document.uri, version)
            document.current.set()
            found = diagnostics(document.seen)
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(document.uri, found, version))

    def _encoding(self) -> str:
        return types.PositionEncodingKind(self.server_capabilities.position_encoding or "utf-16").value

    async def seen(self, uri: str) -> Seen | None:
        """What is seen of the newest text of a document; None where none is open or the text could not be looked at."""
        document = self.open.get(uri)
        if document is None:
            return None
        await document.current.wait()
        return document.seen if document.seen and not document.seen.view.refused else None

    # -- settings --------------------------------------------------------------------
    def configure(self, settings: Any) -> None:
        """Take the settings that a client sends; one that makes no sense is said so and passed over."""
        found = settings.get("triplecheck", settings) if isinstance(settings, dict) else {}
        lang = found.get("lang") if isinstance(found, dict) else None
        if lang is None:
            return
        if lang not in LANGUAGES:
            said = message("editor.setting", self.lang or "en", name="lang", value=lang, known=", ".join(LANGUAGES))
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, said))
            return
        self.lang = lang
        for document in self.open.values():
            document.put(document.text, document.version)


def server(limits: Limits, lang: str | None) -> Server:
    """A server with all its answers; `start_io` runs it until its client leaves."""
    made = Server(limits, lang)

    @made.feature(types.INITIALIZED)
    def initialized(server: Server, params: types.InitializedParams) -> None:
        Thread(target=server.first.warm, daemon=True).start()

    @made.feature(types.INITIALIZE)
    def initialize(server: Server, params: types.InitializeParams) -> None:
        server.configure(params.initialization_options)

    @made.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(server: Server, params: types.DidChangeConfigurationParams) -> None:
        server.configure(params.settings)

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(server: Server, params: types.DidOpenTextDocumentParams) -> None:
        server.opened(params.text_document)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(server: Server, params: types.DidChangeTextDocumentParams) -> None:
        document = server.open.get(params.text_document.uri)
        if document is not None and params.content_changes:
            document.put(params.content_changes[-1].text, params.text_document.version)

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(server: Server, params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.closed(uri)
        server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    for request, answer in ANSWERS.items():
        made.feature(request)(_answering(made, answer))

    @made.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix, FIX_ALL]))
    async def actions(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
        return await _actions(server, params)

    return made


def _answering(server: Server, answer: Callable[[Seen, Any], Any]) -> Callable[[Any], Awaitable[Any]]:
    async def answered(params: Any) -> Any:
        seen = await server.seen(params.text_document.uri)
        return None if seen is None else answer(seen, params)

    return answered


async def _actions(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    uri, only = params.text_document.uri, params.context.only
    seen, document = await server.seen(uri), server.open.get(uri)
    if seen is None or document is None:
        return []
    found: list[types.CodeAction] = []
    if _wanted(types.CodeActionKind.QuickFix, only):
        found += fixes(seen, params.range)
        found += await _formulas(document, seen, params.range)
    if _wanted(FIX_ALL, only) and seen.view.all_edits:
        found.append(fix_all(seen))
    return found


def _wanted(kind: str, only: Any) -> bool:
    """Whether a client that asks only for some kinds, or those below them, asks for this one."""
    return not only or any(kind == wanted or kind.startswith(wanted + ".") for wanted in only)


async def _formulas(document: Open, seen: Seen, within: types.Range) -> list[types.CodeAction]:
    """The nearest true formulas for the false ones in a range, where they read back true."""
    found = []
    for mark in false_in(seen, within):
        if mark.nearest is None:
            continue
        try:
            text = seen.places.text
            edit = await asyncio.to_thread(document.process.ask, "formula", text, document.format, mark.start)
        except Stopped:
            continue
        if edit is not None:
            start, end, put = edit
            found.append(write_formula(seen, mark, (start, end, put)))
    return found
