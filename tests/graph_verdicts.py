"""The verdicts that the numbers of a page may get, by brute force from its graph: nothing here comes from the checker.

Each number is held against its truth, and against what the printed operands give. The range of a formula over its operands is
known from inside (values at corners of the box) and from outside (mpmath's intervals); where the two decide differently,
both verdicts are admitted.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import mpmath
from graph_pages import Cell, Sheet, Source
from mpmath import iv, mp
from mpmath.libmp.libmpf import ComplexResult

DIGITS = 40
EPS = mpmath.mpf(10) ** -25
HIDDEN = mpmath.mpf("-inf")
FALSE = frozenset({"wrong", "carried"})
Range = tuple[Any, Any]
Verdicts = frozenset[str]


@cache
def value(text: str) -> Any:
    return mp.mpf(text)


def unit(text: str) -> Any:
    return mp.mpf(10) ** -len(text.partition(".")[2])


def reals(text: str, truncating: bool = False) -> Range:
    """What a numeral can stand for."""
    s, u = value(text), unit(text)
    low, high = s - u / 2, s + u / 2
    if truncating:
        low = min(low, s - u) if s <= 0 else low
        high = max(high, s + u) if s >= 0 else high
    return low, high


def meets(x: Range, y: Range) -> bool:
    return bool(x[0] <= y[1] + EPS and y[0] <= x[1] + EPS)


class Expectation:
    """The admitted verdicts of every cell, for a page printed with these texts."""

    def __init__(self, sheet: Sheet, texts: dict[int, str] | None = None) -> None:
        self.cells = sheet.cells
        self.truncating = sheet.truncating
        self.texts = {n: (texts or {}).get(n, cell.text) for n, cell in enumerate(sheet.cells)}
        self.admitted: dict[int, Verdicts] = {}
        with mpmath.workdps(DIGITS):
            iv.dps = DIGITS
            self.cut = self.truncating or self._only_cut()
            for n in range(len(self.cells)):
                self.admitted[n] = self._admitted(n)

    # -- the judge's table ----------------------------------------------------------------
    def _admitted(self, n: int) -> Verdicts:
        cell, text = self.cells[n], self.texts[n]
        if cell.truth is None:
            return self._hidden(cell, text)
        inside = meets(reals(text), (cell.truth, cell.truth))
        shown = reals(text, self.truncating)
        gives = self._gives(cell, text, shown, frozenset())
        out = set()
        if inside:
            out |= {"agrees"} if True in gives else set()
            out |= {"lucky"} if False in gives else set()
            if "lucky" in out and self._excused(cell, shown):
                out.add("agrees")
            return frozenset(out)
        if False in gives:
            out.add("wrong")
            if self._excused(cell, shown) or (self.cut and self._is_cut(text, cell)):
                out.add("rounding")
        if True in gives:
            out |= self._mended(cell, text, shown)
            if cell.joint:
                out.add("wrong")
        return frozenset(out)

    def _hidden(self, cell: Cell, text: str) -> Verdicts:
        """Where the mask hides a number: the first is wrong, what copies it or is worked out from it is carried."""
        if cell.stage == "S" and not cell.again:
            return frozenset({"wrong"})
        copied = [n for n in cell.again if self.admitted[n] & FALSE and text == self.texts[n]]
        return frozenset({"carried"}) if copied else frozenset({"wrong", "carried"})

    def _mended(self, cell: Cell, text: str, shown: Range) -> set[str]:
        used = {o for s in cell.sources for o in s.operands} | set(cell.again)
        surely = frozenset(o for o in used if self.admitted[o] <= FALSE)
        perhaps = frozenset(o for o in used if self.admitted[o] & FALSE)
        out = {"rounding"} if not surely else set()
        if any(self.cells[o].truth is None for o in surely):
            out.add("carried")  # an entry that the mask hides has no value to be put in its place
        for false in {surely, perhaps} - {frozenset()}:
            mended = self._gives(cell, text, shown, false)
            out |= ({"rounding"} if True in mended else set()) | ({"carried"} if False in mended else set())
        return out

    def _only_cut(self) -> bool:
        """Whether no number of the page is rounded to what cutting it would not give: then a cut one may be `rounding`."""
        right = [(self.texts[n], c) for n, c in enumerate(self.cells) if c.truth is not None and c.stage not in ("Q", "K")]
        return not any(meets(reals(t), (c.truth, c.truth)) and not self._is_cut(t, c) for t, c in right)

    def _is_cut(self, text: str, cell: Cell) -> bool:
        s, u = value(text), unit(text)
        return abs(s) <= abs(cell.truth) + EPS < abs(s) + u and s * cell.truth >= 0

    def _excused(self, cell: Cell, shown: Range) -> bool:
        """Whether a constant that the page rounds explains the number."""
        if cell.by_constants is not None:
            return meets(self._outer(cell.by_constants, frozenset()), shown)
        return False

    # -- what the page gives ----------------------------------------------------------------
    def _gives(self, cell: Cell, text: str, shown: Range, mended: frozenset[int]) -> set[bool]:
        """Whether the page gives the number: both answers where corners and intervals differ."""
        if not cell.sources and not cell.again:
            return {meets((cell.truth, cell.truth), shown)}
        answers = [{meets(self._again(n, text, mended), shown)} for n in cell.again]
        sources = [s for s in cell.sources if not s.told]
        inside = meets(reals(text), (cell.truth, cell.truth))
        if cell.again and inside and {True} not in answers:
            answers.append({True, False})  # `lucky` after a false printing of it, `agrees` by its definition
        for source in sources:
            answers.append(self._meets(source, mended, shown))
        several = len(sources) > 1 and any(a != answers[0] for a in answers)
        found = {True} if {True} in answers and not several else set().union(*answers)
        told = [self._meets(source, mended, shown) for source in cell.sources if source.told] if found != {True} else []
        return found.union(*told)

    def _meets(self, source: Source, mended: Any, shown: Range) -> set[bool]:
        """No answer is wrong where a false number leaves the formula without a value."""
        try:
            if not meets(self._outer(source, mended), shown):
                return {False}
            return {True} if meets(self._inner(source, mended), shown) else {True, False}
        except (ComplexResult, ZeroDivisionError, ValueError, TypeError):
            return {True, False}

    def _again(self, n: int, text: str, mended: Any) -> Range:
        earlier = self.texts[n]
        if n in mended:
            return self._truth(n)
        if unit(text) >= unit(earlier) or self._is_exact(n):
            return value(earlier), value(earlier)
        return reals(earlier, self.truncating)

    def _is_exact(self, n: int) -> bool:
        truth = self.cells[n].truth
        return truth is not None and abs(truth - value(self.texts[n])) < EPS

    def _truth(self, n: int) -> Range:
        """A number put right; −∞ where the mask hides it."""
        truth = self.cells[n].truth
        return (HIDDEN, HIDDEN) if truth is None else (truth, truth)

    def _operand(self, n: int, mended: Any) -> Range:
        if n in mended:
            return self._truth(n)
        if self._is_exact(n):
            return value(self.texts[n]), value(self.texts[n])
        return reals(self.texts[n], self.truncating)

    def _outer(self, source: Source, mended: Any) -> Range:
        found = source.formula(iv, [iv.mpf(list(self._operand(n, mended))) for n in source.operands])
        found = iv.mpf(found)
        return mp.mpf(found.a), mp.mpf(found.b)

    def _inner(self, source: Source, mended: Any) -> Range:
        boxes = [self._operand(n, mended) for n in source.operands]
        middle = [(a + b) / 2 for a, b in boxes]
        here = source.formula(mp, middle)
        ends: list[Any] = [here]
        up = [self._rises(source, middle, boxes, k, here) for k in range(len(boxes))]
        for corner in (up, [not u for u in up]):
            ends.append(source.formula(mp, [box[rising] for box, rising in zip(boxes, corner)]))
        return min(ends), max(ends)

    def _rises(self, source: Source, middle: Sequence[Any], boxes: Sequence[Range], k: int, here: Any) -> bool:
        moved = list(middle)
        moved[k] = boxes[k][1]
        return bool(source.formula(mp, moved) >= here)
