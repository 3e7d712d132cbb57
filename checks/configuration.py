"""What a project asks of the checker once and for all: `[tool.triplecheck]` in the nearest pyproject.toml.

    [tool.triplecheck]
    strict = true
    min-coverage = 95
    exclude = ["drafts/*"]

The command line goes before it. A key that is not known, or a value of another kind, is an error and not passed over.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from checks.messages import LANGUAGES, message

OFF, USER = "off", "user"  # no cache; the one in the user's own folder

NAME = "pyproject.toml"


class Misconfigured(Exception):
    """A project file that cannot be followed; the message is one sentence for the user."""


def _share(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 100


def _positive(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0


def _globs(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


# key -> (what its value must be, the test of it)
KEYS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "lang": (" | ".join(LANGUAGES), lambda value: value in LANGUAGES),
    "strict": ("true | false", lambda value: isinstance(value, bool)),
    "min-coverage": ("0 … 100", _share),
    "exclude": ('["*.md", …]', _globs),
    "jobs": ("1, 2, …", lambda value: _positive(value) and isinstance(value, int)),
    "timeout": ("> 0", _positive),
    "memory": ("> 0", _positive),
    "cache": ('"user" | "off" | "DIR"', lambda value: isinstance(value, str) and value != ""),
}


def settings(folder: Path, lang: str = "en") -> dict[str, Any]:
    """The settings for a folder: key -> value, for the keys that are set. Misconfigured, with a sentence in `lang`."""
    for place in (folder, *folder.parents):
        path = place / NAME
        if path.is_file():
            return _read(path, lang)
    return {}


def _read(path: Path, lang: str) -> dict[str, Any]:
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        why = " ".join(str(error).split())
        raise Misconfigured(message("configuration.broken", lang, path=path, why=why)) from None
    tools = content.get("tool", {})
    found = tools.get("triplecheck", {}) if isinstance(tools, dict) else {}
    if not isinstance(found, dict):
        raise Misconfigured(message("configuration.no_table", lang, path=path))
    for key, value in found.items():
        if key not in KEYS:
            raise Misconfigured(message("configuration.unknown", lang, path=path, key=key, keys=", ".join(KEYS)))
        expected, allowed = KEYS[key]
        if not allowed(value):
            raise Misconfigured(message("configuration.value", lang, path=path, key=key, expected=expected))
    if found.get("cache", OFF) not in (OFF, USER):
        found["cache"] = str(path.parent / found["cache"])
    return found
