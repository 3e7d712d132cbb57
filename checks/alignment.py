"""Numbers put in place of others in a text, so that its tables stay straight.

Where a line has columns (bars, or runs of blanks between its entries) a number keeps its right edge, or its left one where
that is the aligned one: blanks before or behind it give way. If there are none to give, the whole column between bars is
widened. In running text only the number changes.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

BARS = "|│┃║"
_COLUMNS = re.compile(rf"[{BARS}]|\S {{2,}}\S")
_RULE = re.compile(r"[-─═=━]")


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of the text, from `start` to `end`, and what is put there."""

    start: int
    end: int
    put: str


def changed(text: str, changes: Sequence[Change]) -> str:
    """The text with the changes made, which do not overlap, and with its columns kept."""
    out, at = [], 0
    for edit in edits(text, changes):
        out += [text[at : edit.start], edit.put]
        at = edit.end
    return "".join([*out, text[at:]])


def edits(text: str, changes: Sequence[Change]) -> list[Change]:
    """What has to be put where, in order, so that the changes are made and the columns of the text kept."""
    lines, grown = Lines(text), dict[tuple[int, int], int]()
    fitted = [_fitted(lines, change, grown) for change in changes]
    return sorted([*fitted, *_widened(lines, grown)], key=lambda e: (e.start, e.end))


class Lines:
    """The lines of a text and where each begins."""

    def __init__(self, text: str) -> None:
        self.content = text.split("\n")
        self.starts = [0]
        for line in self.content:
            self.starts.append(self.starts[-1] + len(line) + 1)

    def at(self, offset: int) -> tuple[int, int]:
        """The number of the line that holds an offset, from 0, and the column in it."""
        number = bisect_right(self.starts, offset) - 1
        return number, offset - self.starts[number]


def _fitted(lines: Lines, change: Change, grown: dict[tuple[int, int], int]) -> Change:
    """The change with as many blanks around it taken or given as its width asks for; `grown` notes what could not be."""
    number, column = lines.at(change.start)
    line, end = lines.content[number], column + change.end - change.start
    more = len(change.put) - (end - column)
    if more == 0 or not _COLUMNS.search(line):
        return change
    before, behind = line[:column], line[end:]
    left = len(before) - len(before.rstrip(" "))
    right = len(behind) - len(behind.lstrip(" "))
    closed = right < len(behind) and behind[right] in BARS
    if more < 0 and left == 0 and behind.startswith(","):
        return change  # a list in running text, behind its bracket
    if more < 0:
        padding = " " * -more
        by_left = left < 2 and right > 1 and closed
        return Change(change.start, change.end, change.put + padding if by_left else padding + change.put)
    taken = min(more, max(left - 1, 0))
    given = min(more - taken, max(right - 1, 0)) if closed else 0
    if more > taken + given and closed:
        grown[(number, end + right)] = more - taken - given
    return Change(change.start - taken, change.end + given, change.put)


def _widened(lines: Lines, grown: dict[tuple[int, int], int]) -> Iterator[Change]:
    """What is put before the bars of the other lines of a table where one of its columns had to grow."""
    columns: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for (number, bar), more in grown.items():
        columns[(_rows(lines, number, bar)[0], bar)][number] = more
    for (first, bar), own in columns.items():
        most = max(own.values())
        for number in _rows(lines, first, bar):
            missing = most - own.get(number, 0)
            if missing:
                yield _filled(lines, number, bar, missing)


def _rows(lines: Lines, number: int, bar: int) -> range:
    """The lines around one that have their bar in the same column."""
    first = last = number
    while first > 0 and lines.content[first - 1][bar : bar + 1] in {*BARS, "┼", "┬", "+"}:
        first -= 1
    while last + 1 < len(lines.content) and lines.content[last + 1][bar : bar + 1] in {*BARS, "┼", "┴", "+"}:
        last += 1
    return range(first, last + 1)


def _filled(lines: Lines, number: int, bar: int, width: int) -> Change:
    before = lines.content[number][:bar]
    rule = before[-2:-1] if before.endswith(":") else before[-1:]
    place = bar - 1 if before.endswith(":") else bar
    fill = rule if _RULE.fullmatch(rule) else " "
    at = lines.starts[number] + place
    return Change(at, at, fill * width)
