"""What an equation gives a name: a definition, a mask, numbers for a leaf, a family of labelled names.

The first equation for a name defines it; a later one does so where it says so or only scales it in a new section.
"""

import re
from dataclasses import dataclass, field, replace

from checks.notation.formula import FUNCTIONS
from checks.theory.arrays import Misfit, Unsupported
from checks.theory.gradients import is_upstream
from checks.theory.lower import Lower
from checks.theory.reader import EQUAL, Said, cut_off, name_of
from checks.theory.scope import Meaning, Scope, canonical, split
from checks.theory.verdicts import Judge
from derive.expression import Apply, Expression, Number, Symbol, apply, parts

DEFINING = re.compile(
    r"\b(?:let|where|with|write|define[sd]?|denote[sd]?|put|set|keep|call|now|"
    r"sean?|donde|con|escribimos|definimos|llamamos|soit|où|posons|sei|mit|wobei)\b",
    re.IGNORECASE,
)
ASSERTING = re.compile(
    r"\b(?:then|hence|so|therefore|thus|gives?|yields?|becomes?|obtain|equals?|obeys?|have|is|are|follows|"
    r"entonces|así|da|queda|cumple|es|donc|alors|dann|also|ist)\b",
    re.IGNORECASE,
)
ARITHMETIC = {"add", "subtract", "times", "multiply", "divide", "power", "negative", "sqrt"}


@dataclass(slots=True)
class Definitions:
    """Enters what equations define into scopes, and keeps the `places` where they stand."""

    text: str
    judge: Judge
    places: set[int] = field(default_factory=set)

    def define(self, scope: Scope, one: Said, above: set[str]) -> None:
        members, relations = one.chain.members, one.chain.relations
        head = members[0]
        if head is None or len(members) < 2 or members[1] is None or relations[0] not in EQUAL:
            return
        name, right = name_of(head), members[1].expression
        if name is None or not _defines(right):
            return
        if isinstance(right, Apply) and right.operation in ("list", "tuple"):
            self._give(scope, name, right, one)
            return
        base, pieces = split(name)
        base = canonical(base)
        if _mask(scope, base, pieces, right, self.text[one.stretch.start : one.stretch.end + 200]):
            self.places.add(one.chain.start)
            return
        declared = scope.find(base)
        arrayed = bool(pieces) and declared is not None and len(_shape(scope, declared) or ()) >= len(pieces)
        if any(scope.find(p) is not None for p in pieces) or (not arrayed and not _indexes(right, pieces)):
            base, pieces = canonical(name), ()
        sized = scope.is_size(name) and (name in scope.ranges or not computes(right))
        if name in FUNCTIONS or sized or cut_off(self.text, members[1]):
            return
        if self._is_gradient_name(scope, name) or isinstance(right, Number):
            return
        known = scope.find(name) or (scope.find(base) if pieces else None)
        if scope.family(base) is not None and pieces and pieces[0].isalpha():
            return
        if known is not None and known.expression is None and known.shape is not None and not known.usual:
            meaning = Meaning(known.name, known.shape, right, pieces, one.stretch.kind == "code")
            if not mentions(right, known.name):
                self._enter(scope, meaning, one)
            return
        if known is None or (pieces and self._is_family(scope, base, pieces, known)):
            self._new(scope, base, pieces, right, one)
        elif self._redefines(scope, known, right, one, above):
            self._enter(scope, Meaning(known.name, known.shape, right, pieces, one.stretch.kind == "code"), one)

    def _is_gradient_name(self, scope: Scope, name: str) -> bool:
        base = split(name)[0]
        return len(base) > 1 and base[0] == "d" and scope.find(name) is None and scope.knows(name) and not scope.is_size(name)

    def _enter(self, scope: Scope, meaning: Meaning, one: Said) -> None:
        scope.names[canonical(meaning.name)] = meaning
        self.places.add(one.chain.start)

    def _new(self, scope: Scope, base: str, pieces: tuple[str, ...], right: Expression, one: Said) -> None:
        code = one.stretch.kind == "code"
        labelled = pieces and (_is_running(right, pieces[0]) or _is_label(right, pieces[0], scope))
        if labelled:
            scope.families[base] = Meaning(base, None, right, pieces, code)
            self.places.add(one.chain.start)
        elif pieces and all(p.isalpha() and not scope.is_size(p) for p in pieces):
            self._enter(scope, Meaning(base, None, right, pieces, code), one)
        else:
            self._enter(scope, Meaning("_".join([base, "".join(pieces)]) if pieces else base, None, right, (), code), one)

    def _is_family(self, scope: Scope, base: str, pieces: tuple[str, ...], known: Meaning) -> bool:
        """Whether ℓ_b is a name of its own beside a plain ℓ."""
        return len(pieces) == 1 and pieces[0].isalpha() and scope.family(base) is None and _shape(scope, known) == ()

    def _redefines(self, scope: Scope, known: Meaning, right: Expression, one: Said, above: set[str]) -> bool:
        """Whether an equation for a known name gives it another meaning: it says so, or it only scales it in a new section."""
        if mentions(right, known.name) or known.expression is None:
            return False
        before = self.text[one.stretch.before : one.chain.start]
        defined = [m.end() for m in DEFINING.finditer(before)]
        asserted = [m.end() for m in ASSERTING.finditer(before)]
        if defined and (not asserted or asserted[-1] < defined[-1]):
            return True
        if canonical(known.name) not in above:
            return False
        for whole, by, turned in ((right, known.expression, False), (known.expression, right, True)):
            if not (isinstance(whole, Apply) and whole.operation == "divide"):
                continue
            if self.judge.equation(scope, whole.arguments[0], by, False).outcome == "proved":
                scope.substitute(known.name, Apply("divide" if turned else "times", (Symbol(known.name), whole.arguments[1])))
                return True
        return False

    def _give(self, scope: Scope, name: str, right: Expression, one: Said) -> None:
        """`z = (0, ln 2)`: numbers for a leaf, in this section."""
        known = scope.find(name)
        if known is not None and (known.expression is None or is_upstream(known.expression, scope)):
            scope.given[known.name] = right
            self.places.add(one.chain.start)
            if known.expression is not None:
                scope.names[canonical(name)] = replace(known, shape=_shape(scope, known))


def _shape(scope: Scope, meaning: Meaning) -> tuple[str, ...] | None:
    try:
        return tuple(a for a in Lower(scope).name(meaning.name).shape if a != "1")
    except (Misfit, Unsupported):
        return meaning.shape


def squared(scope: Scope, head: Expression, right: Expression) -> None:
    """`σ² = …` gives σ its meaning."""
    match head:
        case Apply("power", (Symbol(name), Number(value))) if value == 2:
            scope.names[canonical(name)] = Meaning(name, None, apply("sqrt", right))


def _defines(right: Expression) -> bool:
    """Whether an expression may define a name: no shape, no set."""
    return not (isinstance(right, Symbol) and right.name in ("ℝ", "…")) and not any(p == Symbol("ℝ") for p in parts(right))


def mentions(right: Expression, name: str) -> bool:
    return any(isinstance(p, Symbol) and split(p.name)[0] in (name, canonical(name)) for p in parts(right))


def computes(right: Expression) -> bool:
    """Whether an expression is a calculation over arrays, so that its name is no size."""
    return any(isinstance(p, Apply) and p.operation not in ARITHMETIC for p in parts(right))


def _indexes(right: Expression, pieces: tuple[str, ...]) -> bool:
    """Whether every letter of a head's subscript is an index on the other side too, so that it is no mere label."""
    found = {p for e in parts(right) if isinstance(e, Symbol) for p in (*split(e.name)[1], e.name)}
    return all(any(p == f or f.startswith((p + "-", p + "+")) for f in found) for p in pieces)


def _is_running(right: Expression, letter: str) -> bool:
    return any(p == Apply("to", (Symbol(letter),)) for p in parts(right))


def _is_label(right: Expression, letter: str, scope: Scope) -> bool:
    """Whether a letter labels blocks, or what is defined for a label itself."""
    for part in parts(right):
        if isinstance(part, Symbol):
            base, pieces = split(part.name)
            if letter in pieces and (base == "B" or scope.family(base) is not None) and scope.find(part.name) is None:
                return True
    return False


def _mask(scope: Scope, base: str, pieces: tuple[str, ...], right: Expression, near: str) -> bool:
    """M_ij = 0 for j ≤ i and M_ij = −∞ for j > i: a causal mask."""
    if len(pieces) != 2 or (right not in (Symbol("-inf"),) and not (isinstance(right, Number) and right.value == 0)):
        return False
    if not re.search(rf"{pieces[1]}\s*(?:>|\\gt)\s*{pieces[0]}", near) or not re.search(r"\\infty|∞|-inf", near):
        return False
    scope.names[base] = Meaning(base, None, None, pieces, mask=True)
    return True
