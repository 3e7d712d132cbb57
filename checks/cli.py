"""The command line: finds the subcommand and imports only what that one needs.

Exit status: 0 fine, 1 something false (or what --strict adds), 2 bad usage or an unreadable file, 3 our own witnesses
differ; as shells count signals, 130 where it was interrupted and 141 where nobody reads on.
"""

import argparse
import errno
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module

from checks import __version__
from checks.messages import message

# name -> what it does, in the words of --help
COMMANDS = {
    "check": "check documents: every printed number and formula, three ways",
    "merge": "merge what the shards of a check of many documents wrote",
    "saturation": "how saturated the softmax of random scores is, with and without 1/sqrt(d_k)",
    "prove": "show derivations as proofs for all sizes, each step re-checked",
    "table": "the exact answer key of an attention computation, forward and backward",
    "verify": "hold computed results against the certified reference, in ulps",
    "lab": "make or check the lab: attention by hand, in code, and compared",
    "explain": "what a verdict, a rule of the proofs, a theorem or a slip means, in a few sentences",
    "exercise": "make a worked page with one slip in it, and its answer",
    "roofline": "what attention costs and how long it takes here: model and measurement, step by step",
    "serve": "a local page where derivations are checked as they are written",
    "lsp": "check documents while they are written: a language server for editors",
    "mcp": "tools for other programs, over the model context protocol: check, prove, table, explain",
    "lesson": "write the lesson: one offline page on attention, by hand, exactly and in floats",
    "plot": "draw weights, saturation, gradient death or this machine's roofline: SVG, PNG, PDF",
    "completion": "print the completion of these commands for a shell",
}


def _usage() -> str:
    lines = [f"  {name:<12} {what}" for name, what in COMMANDS.items()]
    return "\n".join(
        [
            "usage: triplecheck COMMAND [ARGUMENTS]",
            "",
            "Checks worked derivations of attention: what the paper prints, what exact arithmetic says, what NumPy computes.",
            "",
            *lines,
            "",
            "Start with:  triplecheck check PAGE.md        Each command explains itself:  triplecheck COMMAND --help",
        ]
    )


INTERRUPTED, CLOSED = 128 + 2, 128 + 13


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status. An interruption and a closed pipe end it without a word."""
    try:
        status = _command(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        _deaf()
        return INTERRUPTED
    except BrokenPipeError:
        _silent()
        return CLOSED
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _silent()
        print(f"triplecheck: {message('cli.full', why=error.strerror)}", file=sys.stderr)
        return 2


def _deaf() -> None:
    """What is still to be cleaned up is not interrupted again."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _silent() -> None:
    """What is left in the buffer goes nowhere, so that the end of the process does not fail again."""
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _command(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(_usage())
        return 0 if words else 2
    if words[0] in ("-V", "--version", "version"):
        print(f"triplecheck {__version__}")
        return 0
    name, rest = words[0], words[1:]
    if name not in COMMANDS:
        print(f"triplecheck: {_unknown(name)}", file=sys.stderr)
        return 2
    command = import_module(f"checks.commands.{name}")
    parser = argparse.ArgumentParser(
        prog=f"triplecheck {name}",
        description=command.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_arguments(parser)
    status: int = command.run(parser.parse_args(rest))
    return status


def _unknown(name: str) -> str:
    """What is said of a word that is no command: the one that was meant, or all there are."""
    from difflib import get_close_matches

    near = [f"check {name}"] if os.path.exists(name) else get_close_matches(name, COMMANDS, 1)
    if near:
        return message("cli.nearest_command", name=name, nearest=near[0])
    return message("cli.unknown_command", name=name, names=", ".join(COMMANDS))


if __name__ == "__main__":
    sys.exit(main())
