"""What searches for counterexamples came to, kept from run to run: the one part of checking that is slow and repeats.

Nothing in it is believed. A formula that holds is proved again by the kernel, a counterexample is recomputed exactly, so
that a damaged or forged entry costs time, and never makes a false formula agree or a true one wrong. SQLite with JSON
values; many processes may share it; one that cannot be used is passed over.
"""

import json
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any

import flint

from checks import __version__
from checks.configuration import OFF, USER
from derive.identity import Searched
from derive.proof import Statement
from derive.refute import Counterexample
from derive.samples import terms_of
from derive.terms import larger

NAME = "decided.sqlite"
FORM = 1
MOST_NODES = 4_000  # a larger formula is not worth its own spelling
MOST_BYTES = 256 * 2**20
BUSY = 2.0  # seconds to wait for another process
_FRESH = re.compile(r"~\d+")


def folder_of(name: str) -> str:
    """The folder that --cache names: a folder, the user's own, or none ("")."""
    if name == USER:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
        return str(Path(base) / "triplecheck")
    return "" if name == OFF else name


def key(statement: Statement) -> str | None:
    """What a statement is kept under; None where it is long. Names of indices that were made up on the way do not tell.

    Formula, assumptions, and the versions of what searches: SymPy and NumPy take no part in that.
    """
    terms = (statement.left, statement.right, *(t for a in statement.assumptions for t in terms_of(a)))
    if larger(terms, MOST_NODES):
        return None
    names: dict[str, str] = {}
    spelled = _FRESH.sub(lambda m: names.setdefault(m.group(), f"~{len(names)}"), repr(statement))
    return sha256(f"{FORM} {__version__} {flint.__version__}\n{spelled}".encode()).hexdigest()


@dataclass(slots=True)
class Cache:
    """One process's view of the file; what is new is written at the end, at once. After a failure it is silent."""

    folder: str
    new: dict[str, str] = field(default_factory=dict)
    _connection: sqlite3.Connection | None = None
    _broken: bool = False

    def recall(self, statement: Statement) -> Searched | None:
        """What is kept of a statement; None where nothing is, or nothing that can be read."""
        own = None if self._broken else key(statement)
        if own is None:
            return None
        text = self.new.get(own) or self._read(own)
        return None if text is None else _searched(text)

    def keep(self, statement: Statement, searched: Searched) -> None:
        """Keep it until the end of the run, and then in the file."""
        own = None if self._broken else key(statement)
        if own is not None:
            self.new[own] = _text(searched)

    def _read(self, own: str) -> str | None:
        try:
            row = self._opened().execute("SELECT value FROM decided WHERE key = ?", (own,)).fetchone()
        except (sqlite3.Error, OSError):
            self._broken = True
            return None
        return row[0] if row and isinstance(row[0], str) else None

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            Path(self.folder).mkdir(mode=0o700, parents=True, exist_ok=True)
            self._connection = sqlite3.connect(Path(self.folder) / NAME, timeout=BUSY, isolation_level=None)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.execute("CREATE TABLE IF NOT EXISTS decided (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID")
        return self._connection

    def close(self) -> None:
        """Write what is new."""
        try:
            if self.new and not self._broken:
                self._write()
        except (sqlite3.Error, OSError):
            self._broken = True
        finally:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _write(self) -> None:
        connection = self._opened()
        connection.execute("BEGIN IMMEDIATE")
        pages, free, size = (
            connection.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "freelist_count", "page_size")
        )
        if (pages - free) * size > MOST_BYTES:
            connection.execute("DELETE FROM decided")
        connection.executemany("INSERT OR REPLACE INTO decided VALUES (?, ?)", self.new.items())
        connection.execute("COMMIT")
        self.new.clear()

    def trouble(self) -> str:
        """Why the file cannot be used; empty where it can."""
        try:
            connection = self._opened()
            connection.execute("SELECT value FROM decided LIMIT 1").fetchone()
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT OR REPLACE INTO decided VALUES ('', '')")
            connection.execute("ROLLBACK")
        except (sqlite3.Error, OSError) as error:
            return getattr(error, "strerror", None) or str(error)
        finally:
            self.close()
        return ""


_current: ContextVar[Cache | None] = ContextVar("cache", default=None)


def current() -> Cache | None:
    """The cache in use, if any."""
    return _current.get()


@contextmanager
def remembering(folder: str) -> Iterator[None]:
    """Use the cache in a folder within the block; none where the folder is ""."""
    if not folder:
        yield
        return
    opened = Cache(folder)
    token = _current.set(opened)
    try:
        yield
    finally:
        _current.reset(token)
        opened.close()


def _text(searched: Searched) -> str:
    found = searched.counterexample
    if found is None:
        return json.dumps(None)
    entries = {name: [[list(p), str(v)] for p, v in table.items()] for name, table in found.entries.items()}
    return json.dumps({"sizes": dict(found.sizes), "entries": entries})


def _searched(text: str) -> Searched | None:
    try:
        found = json.loads(text)
        return Searched(None if found is None else _counterexample(found))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, ZeroDivisionError):
        return None


def _counterexample(found: dict[str, Any]) -> Counterexample:
    """Sizes and entries alone; the values are computed when it is used."""
    sizes = {str(name): int(size) for name, size in found["sizes"].items()}
    entries = {
        str(name): {tuple(int(n) for n in place): Fraction(str(value)) for place, value in table}
        for name, table in found["entries"].items()
    }
    return Counterexample(sizes, entries, {}, "", "")
