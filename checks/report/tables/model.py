"""What the table formats show: for every step its entries in each asked view, and how they were made.

Views are made here once; the formats only lay them out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, log10

import flint

from checks import __version__
from checks.messages import message
from derive import digits as rounding
from derive.digits import Digits
from derive.floats import FORMATS, round_ball, round_rational
from derive.reference.certified import Reference, radius_exponent, settle
from derive.reference.closed_form import ClosedForm, closed_form
from derive.reference.problem import InputError
from derive.reference.steps import STEPS, Step

INFINITE = "-inf"
CLOSED_SIZE = 4  # closed forms unasked
LARGEST_CLOSED = 8  # closed forms at all: beyond, nobody reads them and they take minutes


@dataclass(frozen=True, slots=True)
class Views:
    """What to show of each entry. closed None: where no size is above 4. decimals: places after the point."""

    digits: int | None = None
    decimals: int | None = None
    rule: str = "half-even"
    formats: tuple[str, ...] = ()
    closed: bool | None = None
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rounded:
    """A decimal as printed, and whether the exact value was a tie (to a rule that has any: truncation has none)."""

    text: str
    tie: bool = False


@dataclass(frozen=True, slots=True)
class StepTable:
    """One step. Each view is rows of entries, or None where it was not asked for; floats: format -> rows."""

    step: Step
    shape: tuple[int, int]
    closed: list[list[ClosedForm | None]] | None
    digits: list[list[str]] | None
    decimals: list[list[Rounded]] | None
    floats: dict[str, list[list[float]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """title: whose numbers. how: sentences on how they were made and how exact they are."""

    title: str
    how: tuple[str, ...]
    views: Views
    steps: tuple[StepTable, ...]


def _digits(found: Reference, step: str, count: int, rule: str) -> list[list[str]]:
    def spelled(number: Digits | None) -> str | None:
        return None if number is None else rounding.spelled(number)

    return settle(
        found,
        step,
        lambda ball: spelled(rounding.significant_of_ball(ball, count, rule)),
        lambda value: rounding.spelled(rounding.significant_of_rational(value, count, rule)),
        INFINITE,
    )


def _decimals(found: Reference, step: str, places: int, rule: str) -> list[list[Rounded]]:
    def of_ball(ball: flint.arb) -> Rounded | None:
        number = rounding.decimals_of_ball(ball, places, rule)
        return None if number is None else Rounded(rounding.fixed(number))

    def of_rational(value: flint.fmpq) -> Rounded:
        number = rounding.decimals_of_rational(value, places, rule)
        return Rounded(rounding.fixed(number), rule != "truncate" and rounding.is_tie(value, places))

    return settle(found, step, of_ball, of_rational, Rounded(INFINITE))


def floats(found: Reference, step: str, name: str) -> list[list[float]]:
    """A step correctly rounded to a format."""
    into = FORMATS[name]
    return settle(found, step, lambda ball: round_ball(ball, into), lambda value: round_rational(value, into), float("-inf"))


def _closed(found: Reference, step: str) -> list[list[ClosedForm | None]]:
    rows, columns = found.shape(step)
    return [
        [None if found.masked(step, i, j) else closed_form(found.exact, step, i, j) for j in range(columns)]
        for i in range(rows)
    ]


def _step_table(found: Reference, name: str, views: Views, closed: bool) -> StepTable:
    return StepTable(
        STEPS[name],
        found.shape(name),
        _closed(found, name) if closed else None,
        None if views.digits is None else _digits(found, name, views.digits, views.rule),
        None if views.decimals is None else _decimals(found, name, views.decimals, views.rule),
        {form: floats(found, name, form) for form in views.formats},
    )


def chosen(found: Reference, asked: Sequence[str]) -> list[str]:
    """The asked steps that the problem has, all where none is asked for. InputError for a name that it lacks."""
    names = found.names
    for name in asked:
        if name not in names:
            raise InputError("no_step", name=name, known=", ".join(names))
    return [name for name in names if not asked or name in asked]


def scale_text(found: Reference) -> str:
    """The scale as one writes it: 1/2, sqrt(2)/2."""
    scale = found.problem.scale
    top, bottom = int(scale.factor.p), int(scale.factor.q)
    root = "" if scale.root == 1 else f"sqrt({scale.root})"
    over = "" if bottom == 1 else f"/{bottom}"
    if not root:
        return f"{top}{over}"
    return f"{'' if top == 1 else '-' if top == -1 else f'{top}*'}{root}{over}"


def _power_above(exponent: int | None) -> str:
    """The least power of ten that is not below 2**exponent."""
    return "0" if exponent is None else f"1e{ceil(exponent * log10(2))}"


def _how(found: Reference, views: Views, confirmed: dict[str, int], lang: str) -> tuple[str, ...]:
    queries, keys, inner, outer = found.problem.shape
    sentences = [
        message("table.problem", lang, queries=queries, keys=keys, inner=inner, outer=outer, scale=scale_text(found)),
        message(
            "table.made",
            lang,
            version=__version__,
            flint=flint.__version__,
            bits=found.least_bits,
            radius=_power_above(radius_exponent(found)),
        ),
    ]
    if views.digits is not None:
        sentences.append(message("table.digits", lang, count=views.digits, rule=views.rule))
    if views.decimals is not None:
        sentences.append(message("table.decimals", lang, places=views.decimals, rule=views.rule))
    if views.formats:
        sentences.append(message("table.floats", lang, formats=", ".join(views.formats)))
    for engine, count in confirmed.items():
        sentences.append(message("table.confirmed", lang, engine=engine, count=count))
    return tuple(sentences)


def table(found: Reference, title: str, views: Views, confirmed: dict[str, int], lang: str = "en") -> Table:
    """All asked views of all asked steps. Raises InputError for an unknown step, Undecided."""
    size = max(found.problem.shape)
    if views.closed and size > LARGEST_CLOSED:
        raise InputError("closed_size", size=size, limit=LARGEST_CLOSED)
    closed = views.closed if views.closed is not None else size <= CLOSED_SIZE
    steps = tuple(_step_table(found, name, views, closed) for name in chosen(found, views.steps))
    return Table(title, _how(found, views, confirmed, lang), views, steps)
