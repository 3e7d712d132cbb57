"""The lesson built once for the tests that look at it."""

from functools import cache
from typing import Any

from checks.lesson.page import page
from checks.lesson.pictures import figures
from checks.lesson.tables import certified


@cache
def tables() -> dict[str, Any]:
    return certified()


@cache
def built(lang: str = "en") -> str:
    return page(tables(), figures(), lang)
