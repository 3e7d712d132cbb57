"""What an editor shows of a document: a mark for each finding, its symbols, its coverage. Plain data, for the way between
processes; places are offsets in the text, so that each client may count them in its own units.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

Edit = tuple[int, int, str]  # what stands from one offset to the other becomes this text


@dataclass(frozen=True, slots=True)
class Mark:
    """One finding. `level` is error, warning, note, or nothing; `told` all that is said of it; `cause` another mark's number.

    `put` is the right numeral and `edits` what writes it there with its table kept straight; `nearest` is the true formula
    that a false one is nearest to.
    """

    start: int
    end: int
    verdict: str
    level: str
    printed: str
    message: str
    told: tuple[str, ...]
    cause: int | None = None
    put: str | None = None
    edits: tuple[Edit, ...] = ()
    nearest: str | None = None


@dataclass(frozen=True, slots=True)
class Symbol:
    """A heading (with its level, from 1 on) or a definition (level 0), and where it stands."""

    name: str
    detail: str
    level: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class View:
    """All of one document. `refused` is a sentence in place of everything else; `all_edits` put all false numbers right."""

    refused: str = ""
    language: str = "en"
    coverage: str = ""
    decided: int = 0
    marks: tuple[Mark, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    all_edits: tuple[Edit, ...] = ()

    def at(self, offset: int) -> Mark | None:
        """The innermost mark at an offset; the place just behind a mark is still its own."""
        around = [m for m in self.marks if m.start <= offset <= m.end]
        return min(around, key=lambda m: (offset == m.end, m.end - m.start), default=None)


def packed(view: View) -> dict[str, Any]:
    """The view as data that json can write."""
    return asdict(view)


def unpacked(data: Mapping[str, Any]) -> View:
    """The view that was packed."""
    marks = tuple(Mark(**{**m, "told": tuple(m["told"]), "edits": _edits(m["edits"])}) for m in data["marks"])
    symbols = tuple(Symbol(**s) for s in data["symbols"])
    return View(**{**data, "marks": marks, "symbols": symbols, "all_edits": _edits(data["all_edits"])})


def _edits(found: list[list[Any]]) -> tuple[Edit, ...]:
    return tuple((start, end, put) for start, end, put in found)
