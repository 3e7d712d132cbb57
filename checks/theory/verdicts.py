"""One formula judged: lowered under each sensible reading, proved by the kernel or refuted by exact values.

A shape that fits for no sizes refutes, where the document itself declared the shapes. What cannot be lowered is
undecided with its reason.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from flint import fmpq

from checks.cache import current
from checks.limits import SECONDS
from checks.theory.arrays import Array, Misfit, Space, Unsupported, broadcast, column, spelled, squeeze
from checks.theory.bounds import range_of
from checks.theory.generic import is_rule, matrices
from checks.theory.lower import Lower
from checks.theory.positions import all_places
from checks.theory.remembered import decide
from checks.theory.sayings import Bounds, sign_of
from checks.theory.scope import Scope, split
from checks.theory.values import Ball, constant
from derive.decimals import decimal
from derive.duals import Undefined
from derive.expression import Apply, Expression, Symbol, parts, symbols
from derive.identity import Decision, Disagreement, Memory, Proved, Refuted, Undecided
from derive.kernel import (
    Assumption,
    Condition,
    Hypothesis,
    OutOfScope,
    Partition,
    TooLarge,
    equal,
    express,
    recording,
)
from derive.notation import text
from derive.samples import STYLES, NoSample, draw
from derive.term_values import Evaluator, TooSlow, precision
from derive.term_values import places as all_indices
from derive.terms import Index, ShapeError, Sum, Term, free, rename

CONSTANT = {"e", "π", "inf", "-inf", "∞", "fp16", "bf16", "fp32", "fp64", "float16", "float32", "float64", "bfloat16"}
SMALL = 4  # of a range that is written out place by place
Evidence = tuple[tuple[str, object], ...]
READINGS = {"ones": ("column", "square"), "rowsum": ("keep", "drop"), "jacobian": ("numerator", "denominator")}


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found about left = right: proved, refuted, undecided or disagree; with its evidence in words."""

    outcome: str
    reason: str = ""
    detail: str = ""
    counterexample: tuple[tuple[str, object], ...] = ()
    proof: tuple[tuple[str, object], ...] = ()
    reading: str = ""


@dataclass(slots=True)
class Judge:
    """Judges equations in scopes; `memory` are searches that were made before."""

    seconds: float = SECONDS
    memory: Memory | None = field(default_factory=current)

    def proves(self, scope: Scope, left: Expression, right: Expression, code: bool) -> bool:
        """Whether the kernel proves left = right; nothing is refuted."""
        lower = Lower(scope, code)
        try:
            one, other = self._sides(lower, scope, left, right, code)
            if lower.unknown & _perhaps_arrays(left, right):
                general = matrices(scope, left, right)
                return general is not None and self.proves(general, left, right, code)
            with recording(self.seconds):
                return equal(one, other, tuple(lower.assumptions.values()))
        except (Misfit, Unsupported, ShapeError, OutOfScope, TooLarge, RecursionError):
            return False

    def holds_at(self, scope: Scope, left: Expression, right: Expression, code: bool, sizes: Mapping[str, int]) -> bool:
        """Whether left = right at small ranges of given sizes, the other ranges being 2 and 3: no proof for all of those."""
        ranges = {axis: size for axis, size in sizes.items() if axis in scope.axes}
        if not ranges or max(ranges.values()) > SMALL:
            return False
        tried = (self._at(scope, left, right, code, {**dict.fromkeys(sorted(scope.axes), n), **ranges}) for n in (2, 3))
        return all(found is not None and found.outcome == "proved" for found in tried)

    def equation(self, scope: Scope, left: Expression, right: Expression, code: bool) -> Judged:
        """Whether left = right for all sizes and entries."""
        if not any(isinstance(p, Symbol) and p.name not in CONSTANT for side in (left, right) for p in parts(side)):
            return self._constants(left, right)
        first = self._read(scope, left, right, code, {})
        if (first.outcome, first.reason) == ("undecided", "unknown") and (general := matrices(scope, left, right)) is not None:
            found = self._read(general, left, right, code, {})
            first = found if found.outcome == "proved" or is_rule(left, right) else first
        if first.outcome == "proved" or not first.reading:
            return replace(first, reading="")
        for option in first.reading.split():
            other = self._read(scope, left, right, code, {option: READINGS[option][1]})
            if other.outcome == "proved":
                return replace(other, reading=f"{option}={READINGS[option][1]}")
        if first.outcome in ("refuted", "misfit") and any(_is_chain_rule(p) for p in parts(right)):
            return Judged("undecided", "contraction")
        return replace(first, reading="")

    def shaped(self, scope: Scope, of: Expression, shape: tuple[str, ...], code: bool) -> Judged:
        """Whether an array has a shape for all sizes."""
        match of:
            case Apply("derivative", (Symbol(loss), Symbol() as variable)) if scope.find(loss) is None:
                of = variable
        try:
            found = Lower(scope, code).array(of).shape
        except Misfit as error:
            return Judged("misfit", "misfit", str(error))
        except Unsupported as error:
            return Judged("undecided", str(error))
        same = tuple(a for a in found if a != "1") == tuple(a for a in shape if a != "1")
        detail = f"{spelled(found)}, {spelled(shape)}"
        return Judged("proved") if same else Judged("misfit", "misfit", detail)

    def alike(self, scope: Scope, one: Expression, other: Expression, code: bool) -> Judged:
        """Whether two arrays have the same shape for all sizes."""
        try:
            shape = Lower(scope, code).array(other).shape
        except (Misfit, Unsupported) as error:
            return Judged("undecided", "operation", str(error))
        return self.shaped(scope, one, shape, code)

    def denial(self, scope: Scope, left: Expression, right: Expression, code: bool) -> Judged:
        """Whether left = right does not always hold: a counterexample shows it, a proof refutes it."""
        found = self.equation(scope, left, right, code)
        turned = {"refuted": "proved", "misfit": "proved", "proved": "refuted"}
        return replace(found, outcome=turned.get(found.outcome, found.outcome))

    def within(self, scope: Scope, of: Expression, bounds: Bounds, code: bool) -> Judged:
        """Whether all entries lie in a range: refuted by an entry outside, proved by their form, never by samples."""
        lower = Lower(scope, code)
        try:
            found = lower.array(of)
            if not found.shape:
                lower.letters.update(letters(lower, scope, of, of))
                found = lower.array(of)
            places = tuple(Index(f"{'uvwxyz'[n]}", axis) if axis != "1" else None for n, axis in enumerate(found.shape))
            value = found.at(places)
        except Unsupported as error:
            if str(error) != "letter":
                return Judged("undecided", "operation", str(error))
            try:
                lower = Lower(scope, code)
                lower.letters.update(letters(lower, scope, of, of))
                value = lower.term(of)
            except (Misfit, Unsupported) as again:
                return Judged("undecided", "operation", str(again))
        except Misfit as error:
            return Judged("undecided", "operation", str(error))
        low, high, _, _ = bounds
        outside = entry_outside(value, tuple(lower.assumptions.values()), low, high)
        if outside is not None:
            sizes, shown = outside
            evidence: Evidence = (("sizes", sizes), ("values", {}), ("left", shown), ("right", sign_of(bounds)))
            return Judged("refuted", counterexample=evidence)
        known = range_of(scope, of, lambda left, right: self.proves(scope, left, right, code))
        if known is None or not known.within(*bounds):
            return Judged("undecided", "bounded")
        return Judged(
            "proved",
            proof=(("sizes", sorted(scope.ranges)), ("assumptions", []), ("side_conditions", ["T ≥ 2"]), ("steps", [])),
        )

    def largest(self, scope: Scope, of: Expression, bounds: Bounds, code: bool) -> Judged:
        """Whether the largest value is the upper end of a range, and is reached."""
        found = self.within(scope, of, bounds, code)
        known = range_of(scope, of, lambda left, right: self.proves(scope, left, right, code))
        if found.outcome == "refuted" or known is None or known.high is None or bounds[1] is None:
            return found if found.outcome == "refuted" else Judged("undecided", "bounded")
        if known.high == bounds[1] and not known.open_high:
            return found
        if known.high == bounds[1]:
            return Judged("undecided", "bounded")
        evidence: Evidence = (("sizes", {}), ("values", {}), ("left", str(known.high)), ("right", str(bounds[1])))
        return Judged("refuted", counterexample=evidence)

    def _constants(self, left: Expression, right: Expression) -> Judged:
        x, y = constant(left), constant(right)
        if x is None or y is None:
            return Judged("undecided", "operation")
        if isinstance(x, str) or isinstance(y, str):
            return _compared(x == y, x, y)
        if x.low == x.high and y.low == y.high:
            return _compared(x.low == y.low, x, y)
        if not x.overlaps(y.low, y.high):
            return _compared(False, x, y)
        return Judged("proved") if self.proves(Scope(), left, right, False) else Judged("undecided", "open")

    def _read(self, scope: Scope, left: Expression, right: Expression, code: bool, readings: Mapping[str, str]) -> Judged:
        lower = Lower(scope, code, readings=readings)
        found = self._lowered(lower, scope, left, right, code)
        if found.outcome == "proved" and (
            names := lower.unknown & (_perhaps_arrays(left, right) | scope.matrices | _swapped(scope, left, right))
        ):
            return Judged("undecided", "unknown", ", ".join(sorted(names)))
        if found.outcome not in ("refuted", "misfit"):
            return found
        if lower.unknown and (scope.has_tensors or _of_arrays(left, right)):
            return Judged("undecided", "unknown", ", ".join(sorted(lower.unknown)))
        if lower.usual and scope.usual and not self._fits_another(scope, left, right, code, readings):
            return found
        if lower.usual and not row_layout(scope):
            return Judged("undecided", "convention", ", ".join(f"{n}: {s}" for n, s in sorted(lower.usual.items())))
        return found

    def _fits_another(self, scope: Scope, left: Expression, right: Expression, code: bool, readings: Mapping[str, str]) -> bool:
        """Whether a formula that the likeliest layout refutes is true in another usual one."""
        others = (replace(scope, usual=scope.usual[n:]) for n in range(1, len(scope.usual)))
        return any(self._lowered(Lower(s, code, readings=readings), s, left, right, code).outcome == "proved" for s in others)

    def _lowered(self, lower: Lower, scope: Scope, left: Expression, right: Expression, code: bool) -> Judged:
        if scope.given and not any(isinstance(p, Symbol) and p.name != "e" for p in parts(right)):
            found = self._fixed(scope, left, right, code)
            return found if found is not None else Judged("undecided", "position")
        try:
            return self._symbolic(lower, scope, left, right, code)
        except Misfit as error:
            return Judged("misfit", "misfit", str(error), reading=_asked(lower))
        except Unsupported as error:
            reason = str(error)
        except ShapeError as error:
            return Judged("undecided", "names", str(error)[:80])
        except RecursionError:
            return Judged("undecided", "depth")
        if reason in ("position", "maximum"):
            found = self._fixed(scope, left, right, code)
            if found is not None:
                return found
        return Judged("undecided", reason)

    # -- for all sizes -----------------------------------------------------------------
    def _symbolic(self, lower: Lower, scope: Scope, left: Expression, right: Expression, code: bool) -> Judged:
        one, other = self._sides(lower, scope, left, right, code)
        decision = decide(one, other, tuple(lower.assumptions.values()), self.seconds, self.memory)
        out = judged(decision, lower, one, other)
        return replace(out, reading=_asked(lower))

    def _sides(self, lower: Lower, scope: Scope, left: Expression, right: Expression, code: bool) -> tuple[Term, Term]:
        """Both sides as terms at generic places."""
        lower.letters = {**letters(lower, scope, left, right)}
        lower.labels = {name: name for name, place in lower.letters.items() if isinstance(place, Index) and place.range == "1"}
        x, y = aligned(lower.array(left), lower.array(right), code)
        premises(lower, scope)
        indices = tuple(Index(f"{'uvwxyz'[n]}", axis) if axis != "1" else None for n, axis in enumerate(x.shape))
        one, other = last_keys(lower, x.at(indices)), last_keys(lower, y.at(indices))
        return one, other

    # -- at fixed sizes ------------------------------------------------------------------
    def _fixed(self, scope: Scope, left: Expression, right: Expression, code: bool) -> Judged | None:
        """For formulas that speak of particular places: refuted at small sizes, proved only for given numbers."""
        given = given_sizes(scope)
        for sizes in [given] if given else [{}]:
            for n in (2, 3):
                full = {**dict.fromkeys(sorted(scope.axes), n), **sizes}
                found = self._at(scope, left, right, code, full)
                if found is not None and (found.outcome == "refuted" or given):
                    return found
        return None

    def _at(self, scope: Scope, left: Expression, right: Expression, code: bool, sizes: dict[str, int]) -> Judged | None:
        lower = Lower(scope, code, Space(sizes))
        try:
            x, y = aligned(lower.array(left), lower.array(right), code)
            places = list(all_places(x.shape, sizes))
            if len(places) > 16:
                return None
            for place in places:
                one, other = x.at(place), y.at(place)
                found = judged(
                    decide(one, other, tuple(lower.assumptions.values()), self.seconds, self.memory), lower, one, other, sizes
                )
                if found.outcome != "proved":
                    return found
            return found
        except (Misfit, Unsupported, ShapeError):
            return None


def _perhaps_arrays(left: Expression, right: Expression) -> set[str]:
    """The names of a formula with transposes or matrix products that need not be scalars: numbers commute, matrices do not.

    Those that are transposed, and capitals; small Greek letters are taken for scalars.
    """
    if not _of_arrays(left, right):
        return set()
    every = [p for side in (left, right) for p in parts(side)]
    transposes = [p for p in every if isinstance(p, Apply) and p.operation == "transpose"]
    turned = {name for p in transposes for name in symbols(p)}
    names = symbols(left) | symbols(right)
    return {n for n in names if (n in turned and not "α" <= n[0] <= "ω") or n[0].isupper()}


def _swapped(scope: Scope, left: Expression, right: Expression) -> set[str]:
    """Capital letters that stand as B C here and as C B there: as matrices they need not commute."""

    def pairs(e: Expression, through: bool = True) -> set[tuple[str, str]]:
        out = set()
        for part in parts(e):
            match part:
                case Apply("times", (Apply("times", (_, Symbol(a))) | Symbol(a), Symbol(b))):
                    out.add((a, b))
                case Symbol(name) if through and (known := scope.find(name)) is not None and known.expression is not None:
                    out |= pairs(known.expression, False)
        return out

    one, other = pairs(left), pairs(right)
    return {n for a, b in one if (b, a) in other and a.isupper() and b.isupper() for n in (a, b)}


def _of_arrays(left: Expression, right: Expression) -> bool:
    """Whether a formula speaks of arrays by itself: R_m^T R_n is no product of numbers."""
    found = [p for side in (left, right) for p in parts(side)]
    return any(
        isinstance(p, Apply) and p.operation in ("transpose", "matmul", "softmax", "derivative", "rowsum") for p in found
    )


def _asked(lower: Lower) -> str:
    """The readings that a formula left open."""
    return " ".join(sorted(lower.asked & set(READINGS)))


def _is_chain_rule(e: Expression) -> bool:
    """∂L/∂y ∂y/∂x written as a product: a contraction, whichever way its factors are laid out."""
    match e:
        case Apply("times" | "matmul", (Apply("derivative", (_, middle)), Apply("derivative", (above, _)))):
            return middle == above
    return False


def last_keys(lower: Lower, value: Term) -> Term:
    """A term at the last key of a running sum, as the sum over that one key."""
    single = tuple(i for i in sorted(free(value)) if i.range == "1")
    return Sum(single, value) if lower.labels and single else value


def entry_outside(
    value: Term, assumptions: tuple[Assumption, ...], low: Fraction | None, high: Fraction | None
) -> tuple[dict[str, int], str] | None:
    """An entry that certainly lies outside a range, with the sizes where it does."""
    for pattern in ((2, 1), (2, 2), (3, 2)):
        for style in STYLES:
            try:
                with precision(128):
                    sample = draw((value,), assumptions, pattern, Random(f"{pattern} {style}"), style)
                    evaluator = Evaluator(sample, time.monotonic() + 1)
                    for place in all_indices(sorted(free(value)), sample):
                        item = evaluator.value(value, place)
                        if (low is not None and item < _exact(low)) or (high is not None and item > _exact(high)):
                            return dict(sample.sizes), str(item) if isinstance(item, fmpq) else item.str(8, radius=False)
            except (NoSample, Undefined, ValueError, TooSlow):
                continue
    return None


def _exact(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _compared(equal: bool, left: Ball | str, right: Ball | str) -> Judged:
    shown = [side if isinstance(side, str) else decimal(side.low, 12) for side in (left, right)]
    found: tuple[tuple[str, object], ...] = (("sizes", {}), ("values", {}), ("left", shown[0]), ("right", shown[1]))
    return Judged("proved") if equal else Judged("refuted", counterexample=found)


def premises(lower: Lower, scope: Scope) -> None:
    """What the document assumes of its inputs becomes hypotheses."""
    for left, right in scope.premises:
        lower.assumptions["premise", repr(left)] = Hypothesis(lower.term(left), lower.term(right))


def row_layout(scope: Scope) -> bool:
    """Whether the document's own scores are Q K^T, so that its arrays have the field's usual shapes."""
    form = Apply("transpose", (Symbol("K"),))
    products = (p for m in scope.names.values() if m.expression is not None for p in parts(m.expression))
    pair = Symbol("Q"), form
    return any(isinstance(p, Apply) and p.operation in ("times", "matmul") and p.arguments == pair for p in products)


def given_sizes(scope: Scope) -> dict[str, int]:
    """Sizes that given arrays have."""
    out: dict[str, int] = {}
    for name, listed in scope.given.items():
        meaning = scope.find(name)
        axes = tuple(a for a in (meaning.shape or ()) if a != "1") if meaning else ()
        level: Expression = listed
        for axis in axes:
            entries = getattr(level, "arguments", ())
            if axis not in out and entries:
                out[axis] = len(entries)
            level = entries[0] if entries else level
    return out


def letters(lower: Lower, scope: Scope, left: Expression, right: Expression) -> dict[str, Index]:
    """Free indices, one a letter of the subscripts; a letter of a running sum stands for its last key."""
    out: dict[str, Index] = {}
    running = {
        split(p.name)[1][0].split("-")[0]
        for e in (left, right)
        for p in parts(e)
        if isinstance(p, Symbol) and split(p.name)[1] and scope.family(split(p.name)[0]) and scope.find(p.name) is None
    }
    for letter in running:
        if letter.isalpha() and not scope.is_size(letter):
            out[letter] = Index(letter, "1")
    for side in (left, right):
        for letter, axis in lower.uses(side):
            if letter not in out and not (axis in scope.ranges and scope.is_size(letter) and letter == axis):
                out[letter] = Index(letter, axis)
    return out


def aligned(x: Array, y: Array, code: bool) -> tuple[Array, Array]:
    """Both sides with the same shape; a number stands for an array that has it everywhere. Misfit otherwise."""
    x, y = squeeze(x), squeeze(y)
    if not code and {len(x.shape), len(y.shape)} == {1, 2}:
        x, y = column(x), column(y)
    if x.shape == y.shape:
        return x, y
    if not y.shape or y.ones:
        return x, Array(x.shape, lambda _: y.at(()))
    if not x.shape or x.ones:
        return Array(y.shape, lambda _: x.at(())), y
    broadcast(x.shape, y.shape)
    raise Misfit(f"{spelled(x.shape)}, {spelled(y.shape)}")


def judged(decision: Decision, lower: Lower, left: Term, right: Term, sizes: Mapping[str, int] | None = None) -> Judged:
    """The kernel's and the refuter's answer in words."""
    match decision:
        case Proved(ranges, assumptions, conditions, rules):
            proof: list[tuple[str, object]] = [
                ("sizes", list(ranges)),
                ("assumptions", [*map(assumption, assumptions), *(f"{n}: {s}" for n, s in sorted(lower.usual.items()))]),
                ("side_conditions", sorted({condition(c) for c in conditions})),
                ("steps", sorted(rules)),
            ]
            return Judged("proved", proof=tuple(proof))
        case Refuted(found):
            values = {
                (f"{name}[{', '.join(str(p + 1) for p in place)}]" if place else name): str(value)
                for name, table in found.entries.items()
                if not name.startswith("ε.")
                for place, value in table.items()
            }
            return Judged(
                "refuted",
                counterexample=(
                    ("sizes", dict(sizes or {}) | dict(found.sizes)),
                    ("values", values),
                    ("indices", {name: n + 1 for name, n in found.indices.items()}),
                    ("left", found.left),
                    ("right", found.right),
                ),
            )
        case Disagreement():
            return Judged("disagree")
        case Undecided(reason, detail):
            return Judged("undecided", reason, detail[:80])
    raise TypeError(decision)


def assumption(found: Assumption) -> str:
    """An assumption in one line, its indices named anew: the names made up on the way differ from run to run."""
    match found:
        case Hypothesis(left, right):
            return f"{text(_lettered(left))} = {text(right)}"
        case Partition(whole, blocks):
            return f"{whole} = {' + '.join(blocks)}"
    return f"{text(_lettered(found.left))}: max"


def condition(found: Condition) -> str:
    """A side condition in one line: x ≠ 0, x > 0."""
    sign = {"nonzero": "≠ 0", "positive": "> 0", "nonnegative": "≥ 0"}.get(found.kind, found.kind)
    try:
        term = express(found.subject)  # type: ignore[arg-type]
    except (TypeError, AttributeError):
        return sign
    return f"{text(_lettered(term))} {sign}"[:160]


def _lettered(term: Term) -> Term:
    """The term with letters for its free indices, so that it reads the same whatever they were numbered."""
    names = iter("ijklmnuvwxyz" * 3)
    numbered = sorted(free(term), key=lambda i: (len(i.name), i))
    return rename(term, {i: Index(next(names), i.range) for i in numbered})
