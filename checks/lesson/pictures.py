"""The certified pictures of the lesson, once in every language; the page shows the one that is spoken."""

from dataclasses import replace
from html import escape

from checks.lesson.page import typeset
from checks.messages import LANGUAGES
from checks.pictures.figure import Figure
from checks.pictures.subjects import gradient, saturated
from checks.pictures.svg import render


def figures() -> str:
    made = {lang: [part for make in (gradient, saturated) for part in _parts(make(lang))] for lang in LANGUAGES}
    return "\n".join(
        _shown(part, lang) for parts in zip(*made.values(), strict=True) for lang, part in zip(made, parts, strict=True)
    )


def _parts(figure: Figure) -> list[Figure]:
    """One figure a panel: two beside each other are too small to read on a telephone."""
    return [replace(figure, panels=(panel,)) for panel in figure.panels]


def _shown(figure: Figure, lang: str) -> str:
    caption = f"<strong>{typeset(figure.title)}.</strong> {typeset(figure.caption)}"
    return f'<figure data-lang="{escape(lang)}">{render(figure, alone=False)}<figcaption>{caption}</figcaption></figure>'
