"""Which part of a quantity a printed operand restates: `0.489·X[0] + 0.511·X[1]` laid against A[1] @ V, term by term.

The written formula and the quantity's own definition are matched by structure: sums by their terms, products by their
factors, quotients, exponentials, and arrays entry by entry. The result names, for each printed numeral, the part it
stands for. Where the structures differ nothing is claimed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from checks.quantities import NO_VALUE, Quantities
from derive.exact import ends, precision
from derive.expression import ONE, Apply, Expression, Number, Symbol, apply, index, marks, parts

MAX_TERMS = 64
Match = dict[int, Expression]
Term = tuple[int, Expression]
_Pair = tuple[Expression, Expression]


@dataclass(frozen=True, slots=True)
class Matcher:
    """Lays written formulas against quantities. `values` holds the reals that each printed numeral can stand for."""

    quantities: Quantities
    values: Mapping[int, tuple[Fraction, Fraction]]

    def match(self, written: Expression, truth: Expression) -> Match | None:
        """The part of `truth` that each printed numeral in `written` stands for, or None where they do not match."""
        if not marks(written):
            return {} if self.quantities.equal(written, truth) else None
        if isinstance(written, Number):
            return {written.mark: truth} if written.mark is not None and self.quantities.shape(truth) == () else None
        if isinstance(written, Apply) and written.operation == "list":
            return self._entries(written, truth)
        for view in self._views(truth):
            found = self._structure(written, view)
            if found is not None:
                return found
        return None

    def _entries(self, written: Apply, truth: Expression) -> Match | None:
        shape = self.quantities.shape(truth)
        if not shape or (shape[0] != len(written.arguments) and shape != (1, len(written.arguments))):
            return None
        out: Match = {}
        for place, entry in enumerate(written.arguments):
            part = index(truth, place)
            if len(shape) == 2 and 1 in shape and not _is_list(entry):
                part = index(truth, place, 0) if shape[1] == 1 else index(truth, 0, place)
            found = self.match(entry, part)
            out.update(found or {})
        return out

    def _views(self, truth: Expression) -> Iterator[Expression]:
        """The quantity as its definitions spell it, outermost first, then its identity."""
        here: Expression | None = truth
        while here is not None:
            yield here
            here = self._opened(here)
        yield self.quantities.identity(truth)

    def _opened(self, here: Expression) -> Expression | None:
        match here:
            case Symbol():
                return None if here.name in self.quantities.givens else self.quantities.definition(here)
            case Apply("index", (Symbol() as base, *places)):
                definition = self._opened(base)
                return None if definition is None else self._push(definition, places)
        return None

    def _push(self, definition: Expression, places: list[Expression]) -> Expression | None:
        """The index moved into an entry-by-entry operation, a product or a softmax, one step."""
        match definition:
            case Apply("divide" | "subtract" | "add" | "multiply" | "exp" | "negative" as name, arguments):
                return Apply(name, tuple(self._at(a, places) for a in arguments))
            case Apply("times" | "matmul" as name, (left, right)) if len(self.quantities.shape(left) or ()) == 2:
                rows = apply(name, Apply("index", (left, places[0])), right)
                return rows if len(places) == 1 else Apply("index", (rows, *places[1:]))
            case Apply("softmax", (inner,)) if len(self.quantities.shape(inner) or ()) == 2:
                row = apply("softmax", Apply("index", (inner, places[0])))
                return row if len(places) == 1 else Apply("index", (row, *places[1:]))
            case Symbol():
                return Apply("index", (definition, *places))
        return None

    def _at(self, argument: Expression, places: list[Expression]) -> Expression:
        shape = self.quantities.shape(argument) or ()
        if not shape:
            return argument
        if len(shape) == 2 and shape[1] == 1:
            return Apply("index", (argument, places[0], Number(Fraction(0))))
        return Apply("index", (argument, *places))

    def _structure(self, written: Expression, truth: Expression) -> Match | None:
        ours, theirs = list(_split(written)), self._terms(truth)
        if len(ours) > 1 or len(theirs) > 1:
            found = self._sum(ours, theirs)
            if found is not None or len(ours) > 1:
                return found
        if len(theirs) == 1 and theirs[0][0] == 1 and theirs[0][1] != truth:
            return self.match(written, theirs[0][1])
        match written, self._quotient(truth):
            case Apply("divide", (top, bottom)), (above, below):
                return self._both((top, bottom), (above, below))
            case Apply("times" | "multiply", (a, b)), (above, below):
                inverse = apply("divide", ONE, below)
                return self._better((a, b), (above, inverse), (inverse, above))
        match written, truth:
            case Apply("exp" | "sqrt" | "log" | "softmax" as name, (inner,)), Apply(other, (of,)) if name == other:
                return self.match(inner, of)
            case Apply("negative", (inner,)), Apply("negative", (of,)):
                return self.match(inner, of)
        return self._product(written, truth)

    # -- sums ------------------------------------------------------------------
    def _terms(self, truth: Expression) -> list[Term]:
        return [t for sign, part in _split(truth) for t in self._expanded(sign, part)]

    def _expanded(self, sign: int, part: Expression) -> list[Term]:
        match part:
            case Apply("matmul" | "times", (left, right)):
                a, b = self.quantities.shape(left), self.quantities.shape(right)
                if a is not None and len(a) == 1 and b is not None and b and b[0] == a[0] <= MAX_TERMS:
                    return [(sign, apply("times", index(left, k), index(right, k))) for k in range(a[0])]
            case Apply("total" | "rowsum", (inner,)):
                n = self.quantities.shape(inner)
                if n is not None and len(n) == 1 and n[0] <= MAX_TERMS:
                    return [(sign, index(inner, k)) for k in range(n[0])]
            case Apply("index", (Apply("matmul" | "times", (left, right)), place)):
                a, b = self.quantities.shape(left), self.quantities.shape(right)
                if a is not None and len(a) == 1 and b is not None and len(b) == 2 and a[0] <= MAX_TERMS:
                    entries = [
                        apply("times", index(left, k), Apply("index", (right, Number(Fraction(k)), place))) for k in range(a[0])
                    ]
                    return [(sign, e) for e in entries]
        return [(sign, part)]

    def _sum(self, ours: list[Term], theirs: list[Term]) -> Match | None:
        if len(ours) != len(theirs):
            theirs = [t for t in theirs if not self._is_zero(t[1])]
        if len(ours) != len(theirs) or len(ours) < 1:
            return None
        out: Match = {}
        for (sign, written), (other, truth) in zip(ours, theirs):
            found = self.match(written, truth if sign == other else apply("negative", truth))
            if found is None:
                return None
            out.update(found)
        return out

    def _is_zero(self, e: Expression) -> bool:
        try:
            return all(item == 0 for item in self.quantities.truth(e).items)
        except NO_VALUE:
            return False

    # -- products and quotients --------------------------------------------------
    def _quotient(self, truth: Expression) -> tuple[Expression, Expression] | None:
        match truth:
            case Apply("divide", (above, below)):
                return above, below
            case Apply("scale", (Number(value), inner)) if value.numerator == 1:
                return inner, Number(Fraction(value.denominator))
            case Apply("index", (Apply("softmax", (row,)), place)):
                powers = apply("exp", row)
                return Apply("index", (powers, place)), apply("total", powers)
        return None

    def _both(self, written: _Pair, truth: _Pair) -> Match | None:
        first, second = self.match(written[0], truth[0]), self.match(written[1], truth[1])
        return None if first is None or second is None else {**first, **second}

    def _product(self, written: Expression, truth: Expression) -> Match | None:
        match written, truth:
            case Apply("times" | "multiply" | "matmul", (a, b)), Apply("times" | "multiply" | "matmul" | "scale", (c, d)):
                return self._better((a, b), (c, d), (d, c))
            case Apply("times" | "multiply", pair), Apply("negative", (Apply("times" | "multiply", (c, d)),)) if len(pair) == 2:
                less_c, less_d = apply("negative", c), apply("negative", d)
                return self._better((pair[0], pair[1]), (less_c, d), (c, less_d), (d, less_c), (less_d, c))
        return None

    def _better(self, written: _Pair, *truths: _Pair) -> Match | None:
        """The pairing of factors that explains more of the printed numerals."""
        found = [m for m in (self._both(written, truth) for truth in truths) if m is not None]
        return max(found, key=self._explained) if found else None

    def _explained(self, match: Match) -> int:
        return sum(self._fits(mark, truth) for mark, truth in match.items())

    def _fits(self, mark: int, truth: Expression) -> bool:
        value = self.values.get(mark)
        try:
            with precision(64):
                low, high = ends(self.quantities.truth(truth).item)
        except NO_VALUE:
            return False
        return value is not None and value[0] <= high and low <= value[1]


def weighted_rows(quantities: Quantities, written: Expression, cited: Match) -> Match:
    """What all weights of `0.26·V[0] + 0.58·V[1] + 0.16·V[2]` restate, where most cite the entries of one row in their order.

    The one that cites nothing is then a miscopied weight. Empty where the sum is not over all rows of a table, in order.
    """
    rows = {_row(e) for e in cited.values() if isinstance(e, Apply) and e.operation == "index"}
    tables: set[Expression] = {e.arguments[0] for e in parts(written) if isinstance(e, Apply) and e.operation == "index"}
    vectors = [e for _, term in _split(written) for e in _factors(term) if len(quantities.shape(e) or ()) == 1]
    tables |= {Apply("list", tuple(vectors))} if len(vectors) > 1 and all(isinstance(e, Symbol) for e in vectors) else set()
    for row in rows:
        for table in tables:
            found = Matcher(quantities, {}).match(written, apply("matmul", row, table)) or {}
            agreeing = sum(m in found and quantities.equal(found[m], e) is True for m, e in cited.items())
            if agreeing == len(cited) and 2 * agreeing > len(found) == len(marks(written)):
                return found
    return {}


def summed(quantities: Quantities, written: Expression, cited: Match, powers: list[Expression]) -> Match:
    """What all terms of `1.29 + 1.57 + 1.26` restate, where most cite the exponentials just printed, in their order.

    The one that cites nothing is then a miscopied term. Empty for any other sum.
    """
    terms = [term for sign, term in _split(written) if sign > 0]
    if len(terms) != len(powers) or not all(isinstance(t, Number) and t.mark is not None for t in terms):
        return {}
    found = {t.mark: power for t, power in zip(terms, powers) if isinstance(t, Number) and t.mark is not None}
    agreeing = sum(m in found and quantities.equal(found[m], e) is True for m, e in cited.items())
    return found if agreeing == len(cited) and 2 * agreeing > len(found) == len(marks(written)) else {}


def _factors(term: Expression) -> tuple[Expression, ...]:
    """The two factors of a product."""
    return term.arguments if isinstance(term, Apply) and term.operation in ("times", "multiply", "matmul") else ()


def _row(entry: Apply) -> Expression:
    """The row that an entry stands in; a vector is its own."""
    *outer, _ = entry.arguments
    return outer[0] if len(outer) == 1 else Apply("index", tuple(outer))


def _is_list(e: Expression) -> bool:
    return isinstance(e, Apply) and e.operation == "list"


def _split(e: Expression, sign: int = 1) -> Iterator[Term]:
    """The terms of a sum with their signs."""
    match e:
        case Apply("add", (left, right)):
            yield from _split(left, sign)
            yield from _split(right, sign)
        case Apply("subtract", (left, right)):
            yield from _split(left, sign)
            yield from _split(right, -sign)
        case Apply("negative", (inner,)):
            yield from _split(inner, -sign)
        case _:
            yield sign, e
