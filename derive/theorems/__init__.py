"""The derivations that triplecheck ships, one file an area.

`TABLE` names them all and imports nothing: a theorem's module is loaded when it is asked for. Each module holds
`THEOREMS`: name -> Theorem.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from derive.proof import Proof, Statement


@dataclass(frozen=True, slots=True)
class Twin:
    """A false statement next to a true one, named by its slip: it must never be proved."""

    slip: str
    statement: Statement


@dataclass(frozen=True, slots=True)
class Theorem:
    """`derive` builds the proof from the definitions; titles are in checks/messages/theorems.py under `name`."""

    name: str
    derive: Callable[[], Proof]
    twins: Callable[[], tuple[Twin, ...]] = tuple


# theorem -> module of this package
TABLE: dict[str, str] = {}


def theorem(name: str) -> Theorem:
    """The theorem of that name. KeyError when there is none."""
    found: Theorem = import_module(f"derive.theorems.{TABLE[name]}").THEOREMS[name]
    return found
