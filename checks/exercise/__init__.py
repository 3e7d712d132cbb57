"""Exercises: a page of attention worked by hand with one slip in it, and its answer.

`make` is the way in. Nothing here looks at the checker, so that a page is a fair test of it.
"""

from checks.exercise.answer import as_json, as_markdown
from checks.exercise.page import Exercise, make
from checks.exercise.slips import KINDS

__all__ = ["KINDS", "Exercise", "as_json", "as_markdown", "make"]
