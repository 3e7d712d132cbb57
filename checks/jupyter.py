"""For notebooks: a cell magic that checks what stands in a cell, and shows the report with its numbers marked.

  %load_ext checks.jupyter
  %%check --lang es
  The text of a worked page, as it would stand in a file.

The report is the cell's value. Reports and proofs (checks.proofs.proof("attention.dQ")) show themselves richly anyway.
IPython is nowhere imported: it calls `load_ipython_extension` itself.
"""

import argparse
import shlex
import sys
from dataclasses import replace
from typing import Any, NoReturn

from checks.messages import LANGUAGES, message

FORMATS = ("markdown", "text", "latex", "html")


class BadOptions(ValueError):
    """The magic's line cannot be read; the text says why."""


class _Parser(argparse.ArgumentParser):
    def error(self, said: str) -> NoReturn:
        raise BadOptions(said)


def check(line: str, cell: str) -> Any:
    """The report on a cell's text; None, with a sentence on standard error, for options that there are not."""
    from checks.checking import check_text

    try:
        options = _options(line)
    except (BadOptions, ValueError) as error:
        print(f"triplecheck: {message('jupyter.bad_options', reason=error)}", file=sys.stderr)
        return None
    report = check_text(cell, options.format, lang=options.lang or "en")
    return replace(report, language=options.lang) if options.lang else report


def _options(line: str) -> argparse.Namespace:
    parser = _Parser(prog="%%check", add_help=False)
    parser.add_argument("--lang", choices=LANGUAGES)
    parser.add_argument("--format", choices=FORMATS, default="markdown")
    return parser.parse_args(shlex.split(line))


def load_ipython_extension(ipython: Any) -> None:
    """Called by IPython's %load_ext."""
    ipython.register_magic_function(check, "cell", "check")
