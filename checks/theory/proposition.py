"""One thing that a document asserts for all sizes: an equation, a bound or a shape in a scope, at its place on the page."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from checks.theory.sayings import Bounds
from checks.theory.scope import Scope, split
from derive.expression import Expression, Symbol, parts


@dataclass(frozen=True, slots=True)
class Proposition:
    """One claim: left = right in a scope, at the place [start, end) of its member; settled where reading decides.

    `sizes` are the numbers that the page gives to sizes there (checks.theory.instances).
    `member` is where the right side begins, where it is written out as it stands.
    """

    start: int
    end: int
    about: str
    left: Expression | None = None
    right: Expression | None = None
    scope: Scope | None = None
    code: bool = False
    settled: str = ""
    reason: str = ""
    details: tuple[tuple[str, str], ...] = ()
    cautious: bool = False
    sizes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    else_from: tuple[tuple[int, Expression], ...] = ()
    usual: tuple[tuple[str, str], ...] = ()
    kind: str = "formula"
    bounds: Bounds | None = None
    shape: tuple[str, ...] = ()
    largest: bool = False
    denied: bool = False
    member: int | None = None

    @property
    def declared(self) -> bool:
        """Whether an array that the document itself declares, with symbolic sizes, occurs in it or below it."""
        scope, waiting, seen = self.scope, [e for e in (self.left, self.right) if e is not None], set()
        while scope is not None and waiting:
            for part in parts(waiting.pop()):
                if not isinstance(part, Symbol) or part.name in seen:
                    continue
                seen.add(part.name)
                base = split(part.name)[0]
                for name in (part.name, base, base[1:]):
                    known = (scope.find(name) or scope.family(name)) if name else None
                    if known is not None and known.shape and not known.usual:
                        return True
                    if known is not None and known.expression is not None:
                        waiting.append(known.expression)
        return False
