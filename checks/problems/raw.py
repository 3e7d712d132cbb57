"""What every source gives before it is understood: named tables of spelled numbers, and named settings.

`problem_of` is the one place that turns them into a checked problem, so that all sources read alike.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from checks.problems.numerals import bias, fraction, scale
from derive.reference.problem import (
    InputError,
    Loss,
    Mask,
    Problem,
    causal,
    given_gradient,
    head_sizes,
    loss_of,
    matrix,
    problem,
    work,
)

Cell = str | Fraction | bool  # a spelled number, one that is exact already, or a mask's true and false
Table = Sequence[Sequence[Cell]]

MATRICES = ("X", "W_Q", "W_K", "W_V", "Q", "K", "V", "G", "mask", "target")
SETTINGS = ("mask", "scale", "loss", "classes", "title")
ALIASES = {"dY": "G", "upstream": "G", "WQ": "W_Q", "WK": "W_K", "WV": "W_V", "Wq": "W_Q", "Wk": "W_K", "Wv": "W_V"}


@dataclass(frozen=True, slots=True)
class Raw:
    """tables: name -> rows of cells. settings: name -> text. title: what the results are headed with."""

    title: str
    tables: Mapping[str, Table] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)

    def with_settings(self, **settings: str | None) -> "Raw":
        """Settings of the command line win over those of the file."""
        given = {name: text for name, text in settings.items() if text is not None}
        tables = {name: table for name, table in self.tables.items() if name not in given}
        return replace(self, tables=tables, settings={**self.settings, **given})


def canonical(name: str) -> str:
    """The name of a matrix or setting as used here. InputError "unknown_name"."""
    found = ALIASES.get(name, name)
    if found not in MATRICES and found not in SETTINGS:
        raise InputError("unknown_name", name=name[:40], known=", ".join(dict.fromkeys(MATRICES + SETTINGS)))
    return found


def _exact(name: str, table: Table) -> list[list[Fraction]]:
    return [
        [x if isinstance(x, Fraction) else _number(x, f"{name}[{i}, {j}]") for j, x in enumerate(row)]
        for i, row in enumerate(table)
    ]


def _number(cell: str | bool, where: str) -> Fraction:
    if isinstance(cell, bool):
        raise InputError("number", found=str(cell).lower(), where=where)
    return fraction(cell, where)


def _mask(table: Table) -> Mask:
    """true, false and a table of bare 0 and 1 say which keys take part; any other number is added to the scores."""
    cells = [cell for row in table for cell in row]
    if any(isinstance(cell, bool) for cell in cells):
        if not all(isinstance(cell, bool) for cell in cells):
            raise InputError("mixed_mask")
        return [[Fraction(0) if cell else None for cell in row] for row in table]
    added = [
        [x if isinstance(x, Fraction) else bias(str(x), f"mask[{i}, {j}]") for j, x in enumerate(row)]
        for i, row in enumerate(table)
    ]
    if all(x in (0, 1) for row in added for x in row) and any(x == 1 for row in added for x in row):
        return [[Fraction(0) if x else None for x in row] for row in added]
    return added


def _read_mask(raw: Raw, queries: int, keys: int) -> Mask | None:
    if "mask" in raw.tables:
        return _mask(raw.tables["mask"])
    match raw.settings.get("mask", "none").strip():
        case "none":
            return None
        case "causal":
            return causal(queries, keys)
        case other:
            raise InputError("mask_name", name=other[:40])


def _read_loss(raw: Raw, rows: int, columns: int) -> Loss | None:
    kind = raw.settings.get("loss", "").strip()
    if "G" in raw.tables:
        if kind:
            raise InputError("two_losses")
        return given_gradient(_exact("G", raw.tables["G"]), rows, columns)
    if not kind:
        return None
    target = _exact("target", raw.tables["target"]) if "target" in raw.tables else None
    words = raw.settings.get("classes", "").replace(",", " ").split()
    if not all(word.isdecimal() and len(word) < 10 for word in words):
        raise InputError("classes", found=" ".join(words)[:40], rows=rows, last=columns - 1)
    return loss_of(kind, rows, columns, target, [int(word) for word in words])


def problem_of(raw: Raw, limit: int, digits: int = 50) -> Problem:
    """The checked problem. InputError, also where one pass to so many digits would exceed `limit` (see `work`)."""
    givens = {
        name: matrix(name, _exact(name, table)) for name, table in raw.tables.items() if name not in ("mask", "G", "target")
    }
    (queries, keys, inner, outer), model = head_sizes(givens)
    needed = work((queries, keys, inner, outer), model, digits)
    if needed > limit:
        raise InputError("work", queries=queries, keys=keys, inner=inner, outer=outer, work=needed, limit=limit)
    mask, loss = _read_mask(raw, queries, keys), _read_loss(raw, queries, outer)
    return problem(givens, mask, scale(raw.settings.get("scale", "1/sqrt(d_k)"), inner), loss)
