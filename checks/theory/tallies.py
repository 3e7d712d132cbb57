"""Tables of counts: a row's calculation beside its number, totals of columns, shares of totals, parameters in several formats.

Read from Markdown tables alone. A column means what most of its rows confirm: a number beside `512 · 512` that no row
agrees with may count something else, and a total far from the sum may leave rows out; both say nothing then.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod

from checks.theory.counted import Count, rounded
from checks.theory.units import FORMATS, Unit, unit_of
from checks.theory.values import Ball
from derive.decimals import Literal, Style, TooLong, read_literal, reals, ungrouped

MOST_ROWS = 200
CHANCE = 100  # smaller numbers may be equal by chance: 2 · 2 beside 4 heads
CLOSE = Fraction(1, 20)  # of a total: what is further from the sum is no slip of a digit
_TOTAL = re.compile(r"\W*(?:grand )?(?:totale?s?|sum|suma|gesamt|insgesamt|summe|somme|soma)\W*$", re.IGNORECASE)
_PARTS = re.compile(
    r"\b(?:per|each|every|pro|je|por|par|cada|chaque|all|of which|davon|subtotal|incl\w*|tod[oa]s?|alle|tou(?:te)?s)\b"
    r"|[×x] ?\d",
    re.IGNORECASE,
)
_FORMULA = re.compile(r"formula|fórmula|formel|formule|comput|calcul|cálculo|rechnung|expression", re.IGNORECASE)
_PARAMETERS = re.compile(r"\bpar[aâáà]m|weights|pesos|gewicht|poids", re.IGNORECASE)
_OPERATOR = re.compile(r"\s*(?:[·×*⋅]|\\cdot|\\times|(?P<plus>\+))\s*")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table; the number that it is, with its unit, if it is one."""

    start: int
    text: str
    literal: Literal | None = None
    place: int = 0
    unit: Unit | None = None

    @property
    def factor(self) -> Fraction:
        return self.unit.factor if self.unit else Fraction(1)

    @property
    def ball(self) -> Ball:
        """What it can stand for, in base units; a whole number without a unit is exact."""
        assert self.literal is not None
        literal = rounded(self.literal, self.unit)
        if literal.whole:
            return Ball.exact(literal.value * self.factor)
        low, high = reals(literal)
        return Ball(low * self.factor, high * self.factor)


Row = list[Cell]


def tallies(text: str, comma: bool) -> Iterator[Count]:
    """The claims of the Markdown tables of a text."""
    style = Style(comma=comma, suffixes=True)
    above = at = 0
    for line in text.splitlines(keepends=True):
        start, at = at, at + len(line)
        if not _is_rule(line):
            above = start
            continue
        header, rows = _row(text, above, style), _regrouped(_rows(text, at, style))
        calculated = list(_calculated(header, rows))
        yield from calculated
        yield from _totals(rows, {count.start: count for count in calculated})
        yield from _in_formats(header, rows)


def _is_rule(line: str) -> bool:
    """`|---|:---:|`, below the header of a table."""
    return "-" in line and "|" in line and not line.strip("|-: \t\r\n")


# -- cells ------------------------------------------------------------------------
def _rows(text: str, at: int, style: Style) -> list[Row]:
    rows = list[Row]()
    while at < len(text) and len(rows) < MOST_ROWS:
        row = _row(text, at, style)
        if len(row) < 2 or all(_is_rule(f"|{cell.text}|") for cell in row):
            break
        rows.append(row)
        at = text.find("\n", at) + 1 or len(text)
    return rows


def _row(text: str, at: int, style: Style) -> Row:
    end = text.find("\n", at)
    line = text[at : end if end >= 0 else len(text)]
    if "|" not in line:
        return []
    inner = line.strip().removeprefix("|").removesuffix("|")
    start = at + line.index(inner) if inner else at
    cells = list[Cell]()
    for piece in inner.split("|"):
        cells.append(_cell(piece, start, style))
        start += len(piece) + 1
    return cells


def _cell(piece: str, start: int, style: Style) -> Cell:
    first, last = len(piece) - len(piece.lstrip(" \t*$`≈~")), len(piece.rstrip(" \t\r*$`"))
    literal = _number(piece, first, style) if first < last else None
    rest = piece[first + len(literal.text) : last].strip() if literal is not None else ""
    unit = unit_of(rest) if rest else None
    if literal is None or (rest and unit is None):
        return Cell(start, piece)
    return Cell(start, piece, literal, start + first, unit)


def _number(piece: str, at: int, style: Style) -> Literal | None:
    try:
        return read_literal(piece, at, style)
    except TooLong:
        return None


def _regrouped(rows: list[Row]) -> list[Row]:
    """`3.072` below `2.359.296` parts thousands as that does."""
    grouped = {k for row in rows for k, c in enumerate(row) if c.literal is not None and c.literal.group == "."}
    return [
        [replace(c, literal=ungrouped(c.literal)) if k in grouped and c.literal is not None else c for k, c in enumerate(row)]
        for row in rows
    ]


def _claim(cell: Cell, about: str, value: Ball, reason: str = "") -> Count:
    assert cell.literal is not None
    end = cell.place + len(cell.literal.text)
    return Count(cell.place, end, about, rounded(cell.literal, cell.unit), value / cell.factor, cell.unit, reason=reason)


def _holds(cell: Cell, value: Ball) -> bool:
    return value.overlaps(cell.ball.low, cell.ball.high)


# -- a calculation and its number ---------------------------------------------------
def _calculated(header: Row, rows: list[Row]) -> Iterator[Count]:
    """`| W_Q | 512 · 512 | 262,144 |`."""
    for k in range(max((len(row) for row in rows), default=0) - 1):
        found = list[tuple[Cell, str, Ball]]()
        for row in rows:
            value = _value(row[k].text) if len(row) > k + 1 else None
            if value is not None and row[k + 1].literal is not None and row[k + 1].unit is None:
                found.append((row[k + 1], row[k].text.strip(), Ball.exact(value)))
        named = k < len(header) and _FORMULA.search(header[k].text) is not None
        right = sum(_holds(cell, value) and (named or value.low >= CHANCE) for cell, _, value in found)
        if right >= 2 and (2 * right > len(found) or named):
            yield from (_claim(cell, about, value) for cell, about, value in found)


def _value(text: str) -> Fraction | None:
    """The value of whole numbers that are multiplied and added; None for anything else, or a number alone."""
    at, total, factors, signs = len(text) - len(text.lstrip(" $`*")), Fraction(0), list[Fraction](), 0
    style, end = Style(), len(text.rstrip(" $`*"))
    while True:
        literal = _number(text, at, style)
        if literal is None or not (literal.whole and literal.value):
            return None
        factors.append(literal.value)
        at += len(literal.text)
        if at >= end:
            return total + prod(factors, start=Fraction(1)) if signs else None
        sign = _OPERATOR.match(text, at)
        if sign is None:
            return None
        if sign.group("plus"):
            total, factors = total + prod(factors, start=Fraction(1)), []
        at, signs = sign.end(), signs + 1


# -- totals and shares ---------------------------------------------------------------
def _totals(rows: list[Row], calculated: Mapping[int, Count]) -> Iterator[Count]:
    """The row of totals at the end of a table against the columns above it, and shares of a total that is right.

    A false number above stands for what its calculation gives; a total that follows from it as printed is carried.
    """
    if len(rows) < 3 or not _TOTAL.match(rows[-1][0].text):
        return
    above, last = rows[:-1], rows[-1]
    apart = any(_PARTS.search(row[0].text) for row in above) or any(_TOTAL.match(row[0].text) for row in above)
    for k in range(1, len(last)):
        column = [row[k] for row in above if len(row) > k]
        total = last[k]
        if len(column) != len(above) or total.literal is None or any(c.literal is None for c in column):
            continue
        cells = [*column, total]
        if any("%" in c.literal.tail for c in cells if c.literal) or len({_measure(c) for c in cells}) > 1:
            continue
        printed = _sum([c.ball for c in column])
        value = _sum([calculated[c.place].value if c.place in calculated else c.ball for c in column])
        false = next((c.place for c in column if c.place in calculated and not _holds(c, calculated[c.place].value)), None)
        near = not apart and abs(total.ball.low - value.low) < CLOSE * value.low
        claim = _claim(total, "Σ", value, "" if near or _holds(total, value) else "uncounted")
        yield replace(claim, page=(printed.low / total.factor, printed.high / total.factor), origin=false) if false else claim
        if _holds(total, value):
            yield from _shares(above, k, value)


def _sum(balls: list[Ball]) -> Ball:
    return Ball(sum((b.low for b in balls), Fraction(0)), sum((b.high for b in balls), Fraction(0)))


def _measure(cell: Cell) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(cell.unit.powers.items())) if cell.unit else ()


def _shares(above: list[Row], of: int, total: Ball) -> Iterator[Count]:
    """Percentages of a total, where most are those of one column."""
    for k in range(1, len(above[0])):
        shares = [row for row in above if len(row) > k and (share := row[k].literal) is not None and "%" in share.tail]
        cells = [(row[k], row[of].ball) for row in shares]
        if k == of or len(cells) != len(above) or total.low <= 0:
            continue
        found = [(cell, Ball(part.low / total.high, part.high / total.low)) for cell, part in cells]
        if 2 * sum(_holds(cell, value) for cell, value in found) > len(found):
            yield from (_claim(cell, "/ Σ", value) for cell, value in found)


# -- parameters in several formats -------------------------------------------------------
def _in_formats(header: Row, rows: list[Row]) -> Iterator[Count]:
    """`| GPT-2 | 124M | 496 MB | 248 MB |` below `Params | fp32 | fp16`."""
    names = [c.text.strip(" *`").lower() for c in header]
    formats = {k: Fraction(FORMATS[name]) for k, name in enumerate(names) if name in FORMATS}
    counted = next((k for k, c in enumerate(header) if _PARAMETERS.search(c.text)), None)
    if counted is None or not formats:
        return
    found = list[tuple[Cell, str, Ball, Ball]]()
    for row in rows:
        of = row[counted].literal if len(row) > counted else None
        for k, each in formats.items():
            if (
                of is not None
                and of.value > 0
                and k < len(row)
                and row[k].literal is not None
                and _measure(row[k]) == (("byte", 1),)
            ):
                low, high = reals(replace(of, whole=False))
                spread = Ball.exact(of.value * each) if of.whole else Ball(low * each, high * each)
                found.append((row[k], f"{of.text} · {each} bytes", Ball.exact(of.value * each), spread))
    right = sum(_holds(cell, value) for cell, _, value, _ in found)
    if right < 2 or 2 * right <= len(found):
        return
    for cell, about, value, spread in found:
        loose = not _holds(cell, value) and _holds(cell, spread)
        yield _claim(cell, about, value, "uncounted" if loose else "")
