"""What names mean at a place of a document: leaves (inputs with a shape), definitions, masks, given numbers.

Scopes are layered by section: a section sees everything above it, and what it defines itself also before the line that
does. Only meanings are kept here; terms are made from them in checks.theory.lower.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from checks.notation.tokens import GREEK
from derive.expression import Apply, Expression, Symbol, parts, rebuild, symbols

Shape = tuple[str, ...]
SAFE = {"̂": "hat", "δ": "delta", "Σ": "Sigma", "*": "′", ",": ".", "+": "plus", "̄": "bar", "̃": "tilde", " ": "_"}
SIZES = {"T", "N", "n", "m", "M", "d", "D", "h", "H", "B"}
CONVENTIONS: Mapping[str, Shape] = {
    "Q": ("T", "d_k"), "K": ("T", "d_k"), "V": ("T", "d_v"), "X": ("T", "d"), "W_Q": ("d", "d_k"), "W_K": ("d", "d_k"),
    "W_V": ("d", "d_v"), "G": ("T", "d_v"), "S": ("T", "T"), "A": ("T", "T"), "P": ("T", "T"),
    "Y": ("T", "d_v"), "O": ("T", "d_v"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name stands for.

    Without an expression a leaf of the given shape; with one a definition, `params` being the letters of its head
    (p_i = …). `mask`: causal, for 0 and minus infinity. `usual`: what the document does not say, but the field does.
    """

    name: str
    shape: Shape | None = None
    expression: Expression | None = None
    params: tuple[str, ...] = ()
    code: bool = False
    positive: bool = False
    mask: bool = False
    usual: bool = False


@dataclass(slots=True)
class Scope:
    """Meanings by name; families are names that are defined for a label beside a plain name (ℓ and ℓ_b).

    `usual` are the field's definitions for what the document leaves out, one mapping a layout, the likeliest first.
    `functions` are the page's functions of one variable, f(x) = …, each with the name of that variable,
    `matrices` the letters that the page says are matrices.
    """

    names: dict[str, Meaning] = field(default_factory=dict)
    families: dict[str, Meaning] = field(default_factory=dict)
    ones: Shape | None = None
    sinks: dict[str, str] = field(default_factory=dict)
    given: dict[str, Expression] = field(default_factory=dict)
    premises: tuple[tuple[Expression, Expression], ...] = ()
    usual: tuple[Mapping[str, Meaning], ...] = ()
    functions: Mapping[str, str] = field(default_factory=dict)
    matrices: frozenset[str] = frozenset()

    def inner(self) -> "Scope":
        """The scope of the next section, as yet with nothing of its own."""
        return replace(self, names=dict(self.names), families=dict(self.families), sinks=dict(self.sinks), given={})

    def find(self, name: str) -> Meaning | None:
        """The meaning of exactly this name, under any of its spellings."""
        return self.names.get(name) or self.names.get(canonical(name))

    def family(self, base: str) -> Meaning | None:
        """The definition for a label that goes by this base."""
        return self.families.get(base) or self.families.get(canonical(base))

    @property
    def ranges(self) -> frozenset[str]:
        """The names of sizes: those of declared axes."""
        return frozenset(axis for m in self.names.values() if m.shape for axis in m.shape)

    @property
    def axes(self) -> frozenset[str]:
        """All ranges that arrays here may have, those of the field's usual shapes among them."""
        return (self.ranges | {axis for shape in CONVENTIONS.values() for axis in shape}) - {"1"}

    def is_size(self, name: str) -> bool:
        """Whether a name that nothing else defines is a size."""
        return name in self.ranges or (name in SIZES and name not in self.matrices) or name.startswith("d_")

    def knows(self, name: str) -> bool:
        """Whether a word is a name here: in itself, by its base, or as a gradient (dX)."""
        base = name.partition("_")[0]
        found = self.find(name) or self.find(base) or self.family(base)
        if found is not None or self.is_size(name):
            return True
        if len(base) < 2 or base[0] != "d":
            return False
        of = (base[1:], name[1:])  # dX, dW_O
        return any(self.find(n) is not None or (self.usual and n in self.usual[0]) for n in of) or self.uses(base[1:])

    def uses(self, name: str) -> bool:
        """Whether an array of the field's, which the page declares nowhere, occurs in a definition: Q in S = Q K^T."""
        expressions = (m.expression for m in self.names.values() if m.expression is not None)
        return name in CONVENTIONS and any(name in symbols(e) for e in expressions)

    @property
    def has_tensors(self) -> bool:
        """Whether the document speaks of arrays, so that the field's names may be read as such."""
        calculus = {"diag", "softmax", "transpose", "derivative", "matmul", "rowsum"}
        return bool(self.usual) or any(
            m.shape
            or (m.expression is not None and any(isinstance(p, Apply) and p.operation in calculus for p in parts(m.expression)))
            for m in self.names.values()
        )

    def conventional(self, name: str) -> Meaning | None:
        """The field's usual meaning of a name that the document uses without a word about it."""
        if self.usual:
            return self.usual[0].get(name)
        shape = CONVENTIONS.get(name)
        return Meaning(name, shape, usual=True) if shape and self.has_tensors else None

    def substitute(self, name: str, by: Expression) -> None:
        """Put an expression in place of a name in all definitions."""

        def change(part: Expression) -> Expression | None:
            return by if part == Symbol(name) else None

        for key, meaning in self.names.items():
            if meaning.expression is not None and key != name:
                self.names[key] = replace(meaning, expression=rebuild(meaning.expression, change))


@lru_cache(maxsize=4096)
def canonical(name: str) -> str:
    """One spelling for names that people write in two ways: Lambda_i and Λ_i."""
    base, mark, label = name.partition("_")
    return GREEK.get(base, base).rstrip("'") + mark + label


def split(name: str) -> tuple[str, tuple[str, ...]]:
    """A name and the pieces of its subscript: A_ij -> A, (i, j); s_i-1 -> s, (i-1); A_T1 -> A, (T, 1)."""
    base, _, label = name.partition("_")
    if not label:
        return name, ()
    if "," in label:
        return base, tuple(label.split(","))
    return base, tuple(re.findall(r"[^\W\d_](?:_\w+)?(?:[-+−]\d+)?|\d", label)) or (label,)


def safe(name: str) -> str:
    """A name that the kernel takes: some signs are its own."""
    for sign, word in SAFE.items():
        name = name.replace(sign, word)
    return name
