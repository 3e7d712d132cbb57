"""Every sentence exists in every language, with the same placeholders."""

import pkgutil
from importlib import import_module
from string import Formatter

import pytest

import checks.messages
from checks.messages import LANGUAGES

AREAS = [m.name for m in pkgutil.iter_modules(checks.messages.__path__)]


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("area", AREAS)
def test_languages_hold_the_same_sentences(area: str) -> None:
    for name, by_language in import_module(f"checks.messages.{area}").MESSAGES.items():
        assert set(by_language) == set(LANGUAGES), name
        wanted = placeholders(by_language["en"])
        assert all(placeholders(t) == wanted for t in by_language.values()), name
        assert all(t.strip() for t in by_language.values()), name
