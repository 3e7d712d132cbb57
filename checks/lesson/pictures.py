"""The certified pictures of the lesson, once in every language; the page shows the one that is spoken."""

from html import escape

from checks.lesson.page import typeset
from checks.messages import LANGUAGES
from checks.pictures.figure import Figure
from checks.pictures.subjects import gradient, saturated
from checks.pictures.svg import render


def figures() -> str:
    return "\n".join(_shown(make(lang), lang) for make in (gradient, saturated) for lang in LANGUAGES)


def _shown(figure: Figure, lang: str) -> str:
    caption = f"<strong>{typeset(figure.title)}.</strong> {typeset(figure.caption)}"
    wide = ' class="wide"' if len(figure.panels) > 1 else ""
    return f'<figure data-lang="{escape(lang)}"{wide}>{render(figure, alone=False)}<figcaption>{caption}</figcaption></figure>'
