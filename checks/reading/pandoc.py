"""Other formats, by pandoc where it is installed: the document becomes Markdown, and its own positions are lost."""

import re
import shutil
import subprocess
from pathlib import Path

from checks.document import Document, Unreadable, from_text
from checks.limits import MAX_BYTES
from checks.messages import message

SECONDS = 60
_ESCAPED = re.compile(r"```.*?```|``.*?``|`[^`\n]*`|\$\$.*?\$\$|\$[^$\n]+\$|\\([\[\]<>()^_=+~|'\"#-])", re.DOTALL)


def converted(path: str, kind: str, lang: str) -> Document:
    """The file as Markdown. Unreadable without pandoc, or where pandoc cannot read it."""
    if shutil.which("pandoc") is None:
        raise Unreadable(message("document.pandoc", lang, path=path))
    command = [
        "pandoc",
        "--sandbox",
        "--from",
        kind,
        "--to",
        "gfm+tex_math_dollars",
        "--wrap",
        "none",
        str(Path(path).resolve()),
    ]
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unreadable(message("document.unconverted", lang, path=path, why=str(error))) from None
    if done.returncode or len(done.stdout) > MAX_BYTES:
        why = done.stderr.decode(errors="replace").strip().split("\n")[0]
        raise Unreadable(message("document.unconverted", lang, path=path, why=why))
    return from_text(_plain(done.stdout.decode(errors="replace").replace("\r\n", "\n")), path, "markdown")


def _plain(text: str) -> str:
    """Markdown without the backslashes that pandoc puts before signs of prose: \\[\\[1, 0\\], \\[0, 1\\]\\]."""
    return _ESCAPED.sub(lambda m: m.group(1) or m.group(), text)
