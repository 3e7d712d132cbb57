"""Mathematics beyond the limits that stands alone, where no relation has it read: `9^9^9` in a line of its own.

The lines are found by what makes them suspect, and read until a limit is met; nothing is kept of what was read.
"""

import re
from collections.abc import Iterator

from checks.limits import MAX_DEPTH, MAX_TOKENS, LimitError
from checks.notation.formula import parse
from checks.notation.tokens import cut
from checks.theory.proposition import Proposition
from derive.decimals import MAX_DIGITS, Style

_TOWER = re.compile(r"(?<![\w.^])(?:\d[\d.]*|[^\W\d_]|exp)\s*(?:\^|\*\*|\()[^\n=]{0,40}?(?:\^|\*\*|!|\()")
_DIGITS = re.compile(rf"\d{{{MAX_DIGITS + 1}}}")
_WORD = re.compile(r"[^\W\d_]{3}")


def oversized(text: str, taken: list[tuple[int, int]]) -> Iterator[Proposition]:
    """Each line that holds something beyond a limit, where nothing in `taken` has said so; at the place where it begins."""
    at = 0
    for line in text.split("\n"):
        end = at + len(line)
        if not any(start < end and at <= last for start, last in taken):
            found = next((p for place in _suspects(text, line, at, end) if (p := _refused(text, place, end)) is not None), None)
            if found is not None:
                yield found
        at = end + 1


def _suspects(text: str, line: str, at: int, end: int) -> Iterator[int]:
    """Where something in a line may begin that is beyond a limit."""
    long = len(line) > MAX_TOKENS and _WORD.search(line) is None
    deep = line.count("(") + line.count("[") + line.count("{") > MAX_DEPTH
    if long or deep or _DIGITS.search(line):
        first = at + len(line) - len(line.lstrip(" \t$`"))
        yield first
    yield from (match.start() for match in _TOWER.finditer(text, at, end))


def _refused(text: str, start: int, end: int) -> Proposition | None:
    try:
        tokens = cut(text, start, end, Style(blanks=False), lambda word: True)
        if tokens:
            parse(tokens, 0, lambda token: " " not in token.text)
    except LimitError as error:
        last = len(text[start:end].rstrip(" \t$`")) + start
        return Proposition(start, last, "", settled="unread", reason="limit", details=(("what", str(error)),))
    return None
