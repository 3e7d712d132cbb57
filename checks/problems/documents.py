"""The givens of a document as a problem: its first X, W_Q, W_K, W_V (or Q, K, V), the mask that it shows, its dY.

The reading is the document checker's. Where the page's own weights or outputs, computed from its definitions, are not
those of the problem (another scale, a temperature, several heads), the document is refused: its numbers would be those
of another computation.
"""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from flint import arb, ctx, fmpq

from checks.problems.raw import Raw, problem_of
from derive.reference.certified import reference
from derive.reference.confirm import exact_ends
from derive.reference.problem import InputError

if TYPE_CHECKING:
    from checks.claims import Reading
    from checks.document import Document
    from derive.values import Value

PROJECTED = ("X", "W_Q", "W_K", "W_V")
HEADS = ("Q", "K", "V")
UPSTREAM = ("dY", "G")
LIMIT = 10_000_000


def _values(reading: "Reading") -> list[tuple[str, "Value"]]:
    """Every quantity that the document defines, or states numbers of, and that has an exact value, in order."""
    from checks.quantities import NO_VALUE
    from derive.expression import Symbol

    quantities = reading.quantities
    names = [(own.partition("#")[0], Symbol(own)) for own in quantities.definitions]
    claimed = {claim.truth: None for claim in reading.claims if claim.truth is not None}
    found = []
    for name, expression in [*names, *(("", expression) for expression in claimed)]:
        try:
            found.append((name, quantities.truth(expression)))
        except NO_VALUE:
            continue
    return found


def _table(value: "Value") -> list[list[Fraction]] | None:
    """The rows of a rational matrix, else None."""
    if len(value.shape) != 2 or not all(isinstance(item, fmpq) for item in value.items):
        return None
    return [[Fraction(int(x.p), int(x.q)) for x in row] for row in value.rows()]


def _mask(values: list[tuple[str, "Value"]], shape: tuple[int, int]) -> list[list[bool]] | None:
    from derive.exact import MINUS_INFINITY

    for _, value in values:
        if value.shape == shape and any(item is MINUS_INFINITY for item in value.items):
            return [[item is not MINUS_INFINITY for item in row] for row in value.rows()]
    return None


def _read(opened: Callable[[], "Document"]) -> list[tuple[str, "Value"]]:
    from checks.binding.binder import read_claims
    from checks.document import Unreadable
    from checks.lexicon import recognise
    from checks.limits import LimitError
    from checks.reading import read

    try:
        document, pieces = read(opened())
        return _values(read_claims(document, pieces, recognise(document.text)))
    except Unreadable as error:
        raise InputError("document", reason=str(error)) from None
    except LimitError as error:
        raise InputError("document", reason=str(error)) from None


def from_document(path: Path) -> Raw:
    """The raw problem of a document's file. InputError where givens are missing, or where it computes something else."""
    from checks.document import load

    return givens(lambda: load(str(path)), path.name)


def givens(opened: Callable[[], "Document"], title: str) -> Raw:
    """The raw problem of a document that is opened when it is read. InputError as from_document."""
    values = _read(opened)
    tables: dict[str, list[list[Fraction]]] = {}
    for name, value in values:
        table = _table(value) if name in PROJECTED + HEADS + UPSTREAM and name not in tables else None
        if table is not None:
            tables[name] = table
    names = PROJECTED if all(name in tables for name in PROJECTED) else HEADS
    missing = [name for name in names if name not in tables]
    if missing:
        raise InputError("document_givens", missing=", ".join(missing))
    chosen: dict[str, list[list[Fraction]] | list[list[bool]]] = {name: tables[name] for name in names}
    queries, keys = (len(tables[names[0]]), len(tables[names[0 if names is PROJECTED else 1]]))
    mask = _mask(values, (queries, keys))
    if mask is not None:
        chosen["mask"] = mask
    upstream = next((tables[name] for name in UPSTREAM if name in tables), None)
    if upstream is not None and len(upstream) == queries:
        chosen["G"] = upstream
    raw = Raw(title, chosen)
    _same_as_the_page(raw, values)
    return raw


def _same_as_the_page(raw: Raw, values: list[tuple[str, "Value"]]) -> None:
    """InputError where a matrix that the page calls A or Y is not that of the problem."""
    found = reference(problem_of(raw, LIMIT), 15)
    for name, value in values:
        if name in ("A", "Y") and value.shape == found.shape(name):
            for place, item in enumerate(value.items):
                i, j = divmod(place, value.shape[1])
                with ctx.workprec(200):
                    low, high = (arb(fmpq(x.numerator, x.denominator)) for x in exact_ends(found, name, i, j))
                    if isinstance(item, arb | fmpq) and not low.union(high).overlaps(arb(item)):
                        raise InputError("document_differs", name=f"{name}[{i}, {j}]")
