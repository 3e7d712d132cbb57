"""Check documents while they are written: a language server for editors, over standard input and output.

Diagnostics as you type, the truth with its digits and cause under the cursor, the right number as a quick fix, from a
carried number to the mistake it comes from, an outline of headings and definitions. Needs pip install pygls.

An editor starts it; its settings for VS Code, Neovim and Emacs are in docs/editor.md. A client may choose the language with
the initialization option or setting {"triplecheck": {"lang": "es"}}.

  triplecheck lsp
  triplecheck lsp --lang es --timeout 20
"""

import argparse
import os
import sys
from typing import BinaryIO

from checks.messages import LANGUAGES, message
from checks.running.processes import Limits


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `triplecheck lsp`."""
    parser.add_argument("--stdio", action="store_true", help="what it always does; editors like to say so")
    parser.add_argument("--clientProcessId", metavar="N", help="the editor, as some name themselves; not used")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of what is said; each document's own if not given")
    parser.add_argument("--timeout", type=positive, default=10.0, metavar="SECONDS", help="time for one check (10)")
    parser.add_argument("--memory", type=positive, default=2048.0, metavar="MIB", help="memory for one document (2048)")


def positive(text: str) -> float:
    """An argparse type: a number above 0."""
    value = float(text)
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError("a number above 0")
    return value


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client leaves; 2 where pygls is not installed."""
    try:
        import pygls  # noqa: F401
    except ImportError:
        print(f"triplecheck: {message('editor.no_pygls', arguments.lang or 'en')}", file=sys.stderr)
        return 2
    from checks.editor.server import server

    server(Limits(arguments.timeout, arguments.memory), arguments.lang).start_io(stdout=_own(sys.stdout.fileno()))
    return 0


def _own(number: int) -> BinaryIO:
    """Standard output for the protocol alone: what else is printed, here or by processes started here, goes to stderr."""
    taken = os.fdopen(os.dup(number), "wb")
    os.dup2(sys.stderr.fileno(), number)
    return taken
