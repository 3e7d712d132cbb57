"""What the kernel notes while it works: rules used, side conditions relied on, and the limits of time and size.

One record is current at a time (a context variable); the kernel's functions write to it and give up through it.
"""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

# rule -> where it comes from; the sentences that explain them are in checks/messages/rules.py
RULES = (
    "delta contraction",
    "delta substitution",
    "constant sum",
    "factor leaves sum",
    "sums merge",
    "range split",
    "exp of a sum",
    "exp of log",
    "log of a product",
    "content",
    "common denominator",
    "sums term by term",
    "hypothesis",
    "mask squared",
    "unit diagonal",
    "imaginary unit",
    "derivative of an entry",
    "derivative of exp",
    "derivative of a sum",
    "derivative of a power",
    "derivative of log",
    "derivative of a function",
)


class OutOfScope(Exception):
    """The kernel has no rule for this (a division by a delta, a derivative by a symmetric tensor, ...)."""


class TooLarge(Exception):
    """The time or the size allowed is used up."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What must hold for a step to be meaningful: `kind` of the table below, about a subject written by the kernel.

    nonzero, positive, nonnegative: of a term. unmasked: each row of a masked sum has an unmasked entry.
    """

    kind: str
    subject: object


@dataclass(slots=True)
class Record:
    deadline: float = float("inf")
    most_terms: int = 20_000
    rules: Counter[str] = field(default_factory=Counter)
    conditions: dict[tuple[str, str], Condition] = field(default_factory=dict)


_current: ContextVar[Record] = ContextVar("record")
_idle = Record()


def current() -> Record:
    return _current.get(_idle)


@contextmanager
def recording(seconds: float = float("inf")) -> Iterator[Record]:
    """A new record for the block; an enclosing deadline that is earlier stays in force."""
    deadline = min(current().deadline, time.monotonic() + seconds)
    record = Record(deadline)
    token = _current.set(record)
    try:
        yield record
    finally:
        _current.reset(token)


def use(rule: str) -> None:
    """Note that a rule was applied."""
    current().rules[rule] += 1


def require(kind: str, key: str, subject: object) -> None:
    """Note a side condition once; `key` tells subjects apart."""
    current().conditions.setdefault((kind, key), Condition(kind, subject))


def check_limits(terms: int = 0) -> None:
    """TooLarge when the deadline has passed or a polynomial has grown beyond the limit."""
    record = current()
    if terms > record.most_terms:
        raise TooLarge("size")
    if time.monotonic() > record.deadline:
        raise TooLarge("time")
