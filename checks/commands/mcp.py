"""Tools for other programs, over the model context protocol: check, prove, table and explain, with typed results.

A program that writes mathematics gets it checked before anybody reads it. It starts this command and speaks with it over
standard input and output; text goes in, never a path. Needs pip install mcp.

  triplecheck mcp
  triplecheck mcp --lang es --timeout 30

In the settings of a client:  {"mcpServers": {"triplecheck": {"command": "triplecheck", "args": ["mcp"]}}}
"""

import argparse
import sys

from checks.commands.lsp import positive
from checks.messages import LANGUAGES, message
from checks.running.processes import Limits


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `triplecheck mcp`."""
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of descriptions and answers (en)")
    parser.add_argument("--timeout", type=positive, default=60.0, metavar="SECONDS", help="time for one call (60)")
    parser.add_argument("--memory", type=positive, default=2048.0, metavar="MIB", help="memory for one call (2048)")


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client leaves; 2 where mcp is not installed."""
    try:
        import mcp.server.mcpserver  # noqa: F401
    except ImportError:
        print(f"triplecheck: {message('tools.no_mcp', arguments.lang)}", file=sys.stderr)
        return 2
    from checks.tools.server import server

    server(Limits(arguments.timeout, arguments.memory), arguments.lang).run("stdio")
    return 0
