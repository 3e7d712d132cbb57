"""Whether anything that a document says is executed: Python's own audit events, while documents are being read.

Evaluating or compiling text, shells, processes, unpickling, sockets, and files that were not handed over are violations.
Importing our own code is not: modules are loaded before the watch begins, and their files end in .py or .pyc.
"""

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CANARIES = (
    "__import__('os').system('touch canary')",
    "exec(\"open('canary','w')\")",
    "eval('1')",
    "().__class__.__bases__[0].__subclasses__()",
    "$(touch canary)",
    "`touch canary`",
    "\\input{/etc/passwd}",
    "\\write18{touch canary}",
    "{{7*7}}",
    "!!python/object/apply:os.system ['x']",
    "cos\nsystem\n(S'touch canary'\ntR.",
    "<script>alert(1)</script>",
    "lambda: open('canary')",
    "%run canary",
    "!touch canary",
    "file:///etc/passwd",
)

FORBIDDEN = ("os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile", "subprocess.Popen")
FORBIDDEN += ("pickle.find_class", "marshal.loads", "socket.connect", "socket.bind", "ctypes.dlopen", "os.remove", "os.rename")
FORBIDDEN += ("os.mkdir", "os.symlink", "os.chmod", "shutil.rmtree", "webbrowser.open", "urllib.Request")
INSTALLED = tuple(
    {str(Path(p).resolve()) for p in (sys.prefix, sys.base_prefix)} | {str(Path(__file__).resolve().parent.parent)}
)
_allowed: list[str] | None = None  # files that may be opened; None while nothing is watched
violations: list[str] = []


def _audit(event: str, arguments: tuple[object, ...]) -> None:
    if _allowed is None:
        return
    if event in FORBIDDEN:
        if event != "marshal.loads" or not _importing():
            violations.append(f"{event} {arguments!r:.120}")
    elif event == "compile":
        known = str(arguments[1]).endswith(".py") or sys._getframe(1).f_code.co_filename == ast.__file__
        if not known and not _importing():  # ast.parse builds a tree and no code
            violations.append(f"compile {arguments!r:.120}")
    elif event == "exec":
        if str(getattr(arguments[0], "co_filename", "<")).startswith("<") and not _importing():
            violations.append(f"exec {arguments!r:.120}")
    elif event == "open":
        # a syntax error makes Python itself look for a file called "<unknown>" to quote from
        path, mode = str(arguments[0]), str(arguments[1] or "r")
        writes = any(c in mode for c in "wax+")
        if path not in (*_allowed, "<unknown>") and (writes or not path.startswith(INSTALLED)):
            violations.append(f"open {path} {mode}")


def _importing() -> bool:
    frame = sys._getframe()
    while frame is not None:
        if "importlib" in frame.f_code.co_filename:
            return True
        frame = frame.f_back  # type: ignore[assignment]
    return False


sys.addaudithook(_audit)


@contextmanager
def watching(*files: str) -> Iterator[None]:
    """AssertionError at the end of the block if anything was executed in it; only `files` may be opened or written."""
    global _allowed
    _allowed = list(files)
    violations.clear()
    try:
        yield
    finally:
        _allowed = None
    assert not violations, "; ".join(violations)
