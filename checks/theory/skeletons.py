"""Sentences with one sign for each formula in them, so that what they say can be read in words: "each row of □ sums to □".

A formula is what stands between dollar signs or backticks; in plain prose it is a name that the scope knows as an array.
Places in a skeleton lead back to the page.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from checks.theory.stretches import Stretch
from derive.expression import Expression

FIRST = 0xE000
HOLE = "[\ue000-\uf8ff]"
MOST = 400
ARTICLES = frozenset("aeioyuAEIOYU") - {"A", "O", "Y"}
_SIZE = (
    r"[N𝒩]\(0, ?[^()\n]{1,12}\)|q ?[·⋅] ?k(?![\w·])|q(?:ᵀ|\^T) ?k(?!\w)|"
    r"√ ?\(?d_\{?k\}?\)?|sqrt\(d_k\)|1/d_k|d_k(?:²|\^2)?(?![\w*/·^])"
)
_NAME = re.compile(
    rf"(?<![\w.'\\/=*·+^-])(?:{_SIZE})|"
    r"(?<![\w.'\\/])(?:∂L/∂[A-Z]|dL/d[A-Z]|d[A-Z]|[A-Za-z])(?:_\w{1,3})?(?:ᵀ|\.T)?(?![\w'/=(])"
)

Reading = Callable[[Stretch], Expression | None]


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A sentence: its text with holes, the place of each of its characters, and the formula of each hole."""

    text: str
    places: tuple[int, ...]
    formulas: tuple[Expression, ...]
    spans: tuple[tuple[int, int], ...]

    def formula(self, hole: str) -> Expression:
        """The formula that stands in a hole."""
        return self.formulas[ord(hole) - FIRST]

    def span(self, hole: str) -> tuple[int, int]:
        """Where the formula in a hole stands."""
        return self.spans[ord(hole) - FIRST]

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The place on the page of a stretch of the skeleton."""
        return self.places[start], self.places[end - 1] + 1 if self.text[end - 1] < "\ue000" else self.span(self.text[end - 1])[
            1
        ]


def skeleton(
    text: str, start: int, end: int, stretches: Sequence[Stretch], read: Reading, known: Callable[[str], bool]
) -> Skeleton:
    """The skeleton of the sentence text[start:end]."""
    out: list[str] = []
    places: list[int] = []
    formulas: list[Expression] = []
    spans: list[tuple[int, int]] = []
    at = start
    for first, last, stretch in [*_holes(text, start, end, stretches, known), (end, end, None)]:
        for match in re.finditer(r"(?P<mark>\$\$?|`|\\[()\[\]]|\*\*)|(?P<blank>\s+)|.", text[at:first]):
            if match.group("mark"):
                continue
            if not (match.group("blank") and (not out or out[-1] == " ")):
                out.append(" " if match.group("blank") else match.group())
                places.append(at + match.start())
        found = read(stretch) if stretch is not None and len(formulas) < MOST else None
        if stretch is not None:
            out.append(chr(FIRST + len(formulas)) if found is not None else "¤")
            places.append(first)
        if found is not None:
            formulas.append(found)
            spans.append((first, last))
        at = last
    return Skeleton("".join(out), tuple(places), tuple(formulas), tuple(spans))


def _holes(
    text: str, start: int, end: int, stretches: Sequence[Stretch], known: Callable[[str], bool]
) -> Iterator[tuple[int, int, Stretch]]:
    """The places of formulas: the stretches of mathematics and code, and known names between them."""
    marked = [(s.start, s.end, s) for s in stretches if s.kind != "prose" and start <= s.start and s.end <= end]
    at = start
    for first, last, stretch in [*marked, (end, end, None)]:
        for begin, stop in _products(text, _names(text, at, first, known)):
            yield begin, stop, Stretch(begin, stop, "prose", 0, start)
        if stretch is not None:
            yield first, last, stretch
        at = last


def _names(text: str, start: int, end: int, known: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
    """The known names in a stretch of prose."""
    for match in _NAME.finditer(text, start, end):
        name = re.sub(r"ᵀ|\.T", "", match.group())
        if name not in ARTICLES and ("d_k" in name or name[0] in "∂qN𝒩" or "/" in name or known(name)):
            yield match.span()


def _products(text: str, names: Iterator[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The names, those of matrices that stand side by side as one: W A has shape (m, p)."""
    held: tuple[int, int] | None = None
    for start, end in names:
        if held is not None and text[held[1] : start] == " " and text[held[0]].isupper() and text[start].isupper():
            held = held[0], end
            continue
        if held is not None:
            yield held
        held = start, end
    if held is not None:
        yield held
