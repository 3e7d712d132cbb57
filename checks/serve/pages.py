"""The pages themselves: their sources beside this module, the words that they are filled with, and the answer keys."""

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from string import Template

from checks.messages import LANGUAGES, message

SCRIPTS = ("theme", "words", "verdicts", "matrices", "paper", "script")
STATIC = {"style.css": "text/css", "icon.svg": "image/svg+xml", **{f"{name}.js": "text/javascript" for name in SCRIPTS}}
AREAS = ("serve", "check", "report")
EXAMPLES = ("two-tokens", "length-4")  # the problems whose answer keys are linked
DECIMALS = 12
_SCRIPT = re.compile(rb"<script\b[^>]*>(.*?)</script>", re.DOTALL)


@cache
def source(name: str) -> str:
    """One of the files beside this module."""
    return files("checks.serve").joinpath(name).read_text("utf-8")


def front(lang: str, limit: int) -> str:
    """The page where derivations are written, which takes documents of at most `limit` bytes."""
    lesson = "" if not has_lesson() else '<li><a href="/lesson" target="_blank" data-word="serve.lesson"></a></li>'
    tables = "".join(f'<li><a href="/tables/{n}" target="_blank">{escape(n)}</a></li>' for n in EXAMPLES)
    return Template(source("page.html")).substitute(lang=lang, limit=limit, lesson=lesson, tables=tables)


def has_lesson() -> bool:
    """Whether the lesson is part of this installation."""
    return find_spec("checks.lesson") is not None


def lesson_page(lang: str) -> str:
    """The lesson, which `triplecheck lesson` writes, too."""
    page, pictures, tables = (import_module(f"checks.lesson.{name}") for name in ("page", "pictures", "tables"))
    made: str = page.page(tables.certified(), pictures.figures(), lang)
    return made


def own_policy(page: bytes) -> str:
    """The policy for a page of ours that holds its own script and style: they run, nothing else does, nothing is loaded."""
    hashes = [b64encode(sha256(script).digest()).decode() for script in _SCRIPT.findall(page)]
    scripts = " ".join(f"'sha256-{one}'" for one in hashes) or "'none'"
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src data:; font-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


@cache
def words(lang: str) -> str:
    """All words of the page in one language, as JSON; the example derivation among them."""
    found = {
        f"{area}.{name}": templates[lang]
        for area in AREAS
        for name, templates in import_module(f"checks.messages.{area}").MESSAGES.items()
    }
    return json.dumps({**found, "example": source(f"example.{lang}.md")}, ensure_ascii=False)


def spoken(asked: str | None, accepted: str) -> str:
    """The language of a page: the one asked for, else the first that the browser accepts and we speak."""
    wanted = [asked or "", *(part.split(";")[0].strip()[:2].lower() for part in accepted.split(","))]
    return next((lang for lang in wanted if lang in LANGUAGES), "en")


def table_page(name: str, lang: str) -> str:
    """The exact answer key of one of the EXAMPLES, as a page."""
    from checks.problems.examples import EXAMPLES as PROBLEMS
    from checks.problems.load import LIMIT
    from checks.problems.raw import problem_of
    from checks.report.tables.markdown import render
    from checks.report.tables.model import Views, table
    from derive.reference.certified import reference

    raw = PROBLEMS[name]
    found = reference(problem_of(raw, LIMIT, DECIMALS), DECIMALS)
    made = table(found, raw.title, Views(None, DECIMALS, "half-even", (), None, ()), {}, lang)
    return Template(source("plain.html")).substitute(
        lang=lang, title=escape(name), back=message("serve.back", lang), body=_as_html(render(made, lang))
    )


def _as_html(text: str) -> str:
    """Markdown of our own as HTML; mathematics as MathML where latex2mathml is there, else as its LaTeX."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.use(dollarmath_plugin, renderer=lambda latex, _: _formula(latex))
    found: str = markdown.render(text)
    found = found.replace(' style="text-align:right"', "")  # the policy allows none; the style sheet says the same
    return found.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")


def _formula(latex: str) -> str:
    try:
        from latex2mathml.converter import convert
    except ImportError:
        return f"<code>{escape(latex)}</code>"
    found: str = convert(latex)
    return found
