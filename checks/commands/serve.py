"""Opens a page in the browser where derivations are checked as they are written.

  triplecheck serve                       on http://127.0.0.1:8765/, for this machine alone
  triplecheck serve --open                and opens it in the browser
  triplecheck serve --port 0              on any free port

Needs the extra "serve": pip install starlette uvicorn. Nothing is fetched from elsewhere and nothing is kept: each
request is checked in a process of its own, which is stopped when it takes too long or its reader goes away.
Programs can ask, too:  curl --data-binary @page.md 'http://127.0.0.1:8765/check?name=page.md&lang=en'
"""

import argparse
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address

from checks.messages import LANGUAGES, message

PORT = 8765


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `triplecheck serve`."""
    parser.add_argument("--host", default="127.0.0.1", help="another address than this machine's own: others can then ask")
    parser.add_argument("--port", type=_number(0, 65535), default=PORT, metavar="N", help=f"the port ({PORT}); 0 for any")
    parser.add_argument(
        "--name", action="append", default=[], metavar="HOST", help="a name, besides localhost, by which this machine is asked"
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument("--jobs", type=_number(1, 1024), metavar="N", help="checks at a time (the processors of this machine)")
    parser.add_argument("--waiting", type=_number(1, 10_000), default=64, metavar="N", help="requests at most in all (64)")
    parser.add_argument("--timeout", type=_positive, default=20.0, metavar="SECONDS", help="time for one request (20)")
    parser.add_argument("--memory", type=_positive, default=2048.0, metavar="MIB", help="memory for one request (2048)")
    parser.add_argument("--limit", type=_number(1, 16_384), default=1024, metavar="KIB", help="size of a document (1024)")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of what is said here")


def _number(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most}")
        return int(text)

    return parse


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError("a number above 0")
    return value


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted. Exit status 2 where the address cannot be had or the extra is missing."""
    from checks.serve import desk

    try:
        listening = _listening(args.host, args.port)
    except OSError as error:
        return _refused(message("serve.no_address", args.lang, host=args.host, port=args.port, why=error.strerror or error))
    with listening:
        desk.prepare()
        try:
            return _serve(args, listening)
        except ModuleNotFoundError as error:
            return _refused(message("serve.missing", args.lang, name=error.name))


def _serve(args: argparse.Namespace, listening: socket.socket) -> int:
    import uvicorn

    from checks.running.processes import Limits
    from checks.serve.app import application
    from checks.serve.desk import Desk

    jobs = args.jobs or os.cpu_count() or 1
    desk = Desk(Limits(args.timeout, args.memory), jobs, args.waiting)
    names = {args.host.lower(), *(name.lower() for name in args.name)}
    config = uvicorn.Config(
        application(desk, args.limit * 1024, names),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        lifespan="off",
        limit_concurrency=args.waiting + 64,  # connections, those at rest among them
        timeout_graceful_shutdown=1,
    )
    _announce(args, listening.getsockname()[1])
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])
    return 0


def _announce(args: argparse.Namespace, port: int) -> None:
    if not _is_local(args.host):
        print(f"triplecheck: {message('serve.warning', args.lang, host=args.host)}", file=sys.stderr)
    host = f"[{args.host}]" if ":" in args.host else args.host
    address = f"http://{host}:{port}/"
    print(message("serve.here", args.lang, address=address), flush=True)
    if args.open:
        import webbrowser

        webbrowser.open(address)


def _listening(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, protocol)
    if os.name == "posix":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


def _is_local(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _refused(sentence: str) -> int:
    print(f"triplecheck: {sentence}", file=sys.stderr)
    return 2
