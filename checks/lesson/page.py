"""The page put together: sentences typeset in every language, certified tables, style and script in one file.

Nothing is loaded from anywhere: the policy allows the page's own style and script by their digests, and no request.
"""

import base64
import hashlib
import json
import re
from html import escape
from importlib.resources import files
from typing import Any

from checks import __version__
from checks.messages import LANGUAGES
from checks.messages.hypotheses import MESSAGES as HYPOTHESES
from checks.messages.lesson import MESSAGES

SCRIPTS = (  # in the order in which they build on one another
    "numbers",
    "attention",
    "random",
    "draw",
    "text",
    "worked",
    "heat",
    "variance",
    "saturation",
    "quiz",
    "selfcheck",
    "main",
)
_SPOT = re.compile(r"@(\w+)@")
_TEXT = re.compile(r'data-text="(\w+)">')


def typeset(text: str) -> str:
    """A sentence as HTML: `code`, **strong**, and indices set low (d_k, W_Q)."""
    parts = re.split(r"`([^`]*)`", escape(text, quote=False))
    return "".join(f"<code>{part}</code>" if n % 2 else _prose(part) for n, part in enumerate(parts))


def _prose(text: str) -> str:
    text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", text)
    return re.sub(r"((?<![A-Za-z])[A-Za-z]|‖)_([A-Za-z])\b", r"\1<sub>\2</sub>", text)


def texts(lang: str) -> dict[str, str]:
    """Every sentence of the page in one language, as HTML with its placeholders."""
    own = {name: by_language[lang] for name, by_language in MESSAGES.items()}
    hypotheses = {f"hypothesis_{name.replace('-', '_')}": by_language[lang] for name, by_language in HYPOTHESES.items()}
    return {name: typeset(text) for name, text in (own | hypotheses).items()}


def script() -> str:
    """The page's script, one function so that no name of it is global."""
    return f'"use strict";(() => {{\n{"".join(source(f"script/{name}.js") for name in SCRIPTS)}}})();\n'


def source(name: str) -> str:
    """A file of this package."""
    return files("checks.lesson").joinpath(name).read_text(encoding="utf-8")


def page(certified: dict[str, Any], figures: str, lang: str = "en") -> str:
    """The whole page, opening in `lang`."""
    style, code, said = source("style.css"), script(), {name: texts(name) for name in LANGUAGES}
    values = {
        "lang": lang,
        "version": __version__,
        "title": said[lang]["title"],
        "policy": policy(style, code),
        "style": style,
        "script": code,
        "figures": figures,
        "certified": embedded(certified),
        "texts": embedded(said),
    }
    filled = _SPOT.sub(lambda spot: values[spot[1]], source("page.html"))
    return _TEXT.sub(lambda spot: spot[0] + said[lang][spot[1]], filled)


def policy(style: str, code: str) -> str:
    """Content-Security-Policy: this style and this script, and nothing from anywhere."""
    return (
        f"default-src 'none'; style-src {_digest(style)}; script-src {_digest(code)}; "
        "base-uri 'none'; form-action 'none'; connect-src 'none'"
    )


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def embedded(data: Any) -> str:
    """JSON that cannot end its script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
