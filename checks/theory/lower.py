"""Formulas become arrays of kernel terms: names by the scope, indices by their letters.

Sums and maxima are made in checks.theory.sums, derivatives in checks.theory.derivatives. Nothing is decided here.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction

from checks.theory.arrays import (
    ONE,
    ZERO,
    Array,
    Misfit,
    Place,
    Places,
    Space,
    Unsupported,
    column,
    diagonal,
    elementwise,
    mapped,
    matmul,
    scalar,
    softmax,
    squeeze,
    summed,
    transpose,
    whole,
)
from checks.theory.derivatives import derivative, loss_name
from checks.theory.scope import Meaning, Scope, safe, split
from checks.theory.sums import largest, largest_of, sigma
from derive.expression import Apply, Expression, Number, Symbol, parts
from derive.kernel import Assumption
from derive.printing import show
from derive.terms import Number as Rational
from derive.terms import Plus, Power, Tensor, Term, Times, exp, fresh, log, sqrt

ONES = {"𝟏", "𝟙"}
MOST_DEEP = 40
EUCLIDEAN = (Symbol("2"), Symbol("F"))
SMALL = "ε"  # the number that keeps a root from 0: positive, and never declared
SCALARS = {"σ", "μ", "τ", "ρ", "α", "β", SMALL}
ROW = "ϱ"  # the letter of the row that a formula for one sample is read at


@dataclass(slots=True)
class Lower:
    """Lowers the formulas of one statement; what it had to assume collects in `assumptions` and `usual`."""

    scope: Scope
    code: bool = False
    space: Space = field(default_factory=Space)
    letters: dict[str, Place] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    moved: Mapping[str, Tensor] = field(default_factory=dict)
    bound: Mapping[str, Array] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    assumptions: dict[object, Assumption] = field(default_factory=dict)
    usual: dict[str, str] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)
    depth: int = 0

    # -- entry ---------------------------------------------------------------------
    def array(self, expression: Expression) -> Array:
        """The array that a formula is. Misfit, Unsupported."""
        self.depth += 1
        try:
            if self.depth > MOST_DEEP * 4:
                raise Unsupported("depth")
            return self._array(expression)
        finally:
            self.depth -= 1

    def term(self, expression: Expression) -> Term:
        """The term of a formula that is a number. Misfit for one that has axes."""
        found = squeeze(self.array(expression))
        if found.shape:
            raise Misfit(f"{'(' + ', '.join(found.shape) + ')'}, ()")
        return found.at(())

    def _array(self, e: Expression) -> Array:
        match e:
            case Number(value):
                return scalar(Rational(value))
            case Symbol(name):
                return self.name(name)
            case Apply("add" | "subtract" as name, (left, right)):
                sign = 1 if name == "add" else -1
                return self._aligned(left, right, lambda a, b: Plus((a, b if sign > 0 else -b)))
            case Apply("multiply", (left, right)):
                return self._aligned(left, right, lambda a, b: Times((a, b)))
            case Apply("divide", (left, right)):
                return self._aligned(left, right, lambda a, b: a / b)
            case Apply("negative", (inner,)):
                return mapped(self.array(inner), lambda a: -a)
            case Apply("times" | "matmul", (left, right)):
                return self._product(left, right)
            case Apply("power", (base, exponent)):
                return self._power(base, exponent)
            case Apply("transpose", (inner,)):
                return self._transposed(inner)
            case Apply("exp" | "log" | "sqrt" as name, (inner,)):
                function: Callable[[Term], Term] = {"exp": exp, "log": log, "sqrt": sqrt}[name]
                return mapped(self.array(inner), function)
            case Apply("softmax", (inner,)):
                return self._softmax(inner)
            case Apply("derivative", (above, below)):
                return derivative(self, above, below)
            case Apply(name, _):
                return self._other(name, e)
        raise Unsupported("operation")

    def _other(self, name: str, e: Apply) -> Array:
        first = e.arguments[0] if e.arguments else None
        match name:
            case "sigma":
                return sigma(self, e.arguments)
            case "rowsum" if first is not None:
                return summed(self.space, self.array(first), -1, not self.code or self.readings.get("rowsum") != "drop")
            case "total" if first is not None:
                return summed(self.space, self.array(first), None, False)
            case "reduce":
                return self._reduced(e.arguments)
            case "diag" if first is not None:
                return diagonal(self.space, self._vector(self.array(first)))
            case "norm" if first is not None:
                inner = self.array(first)
                squares = mapped(inner, lambda a: Times((a, a)))
                return mapped(summed(self.space, squares, None, False), lambda a: Power(a, Fraction(1, 2)))
            case "entry" if isinstance(first, Apply) and first.operation == "norm" and e.arguments[1] in EUCLIDEAN:
                return self.array(first)
            case "entry" if first is not None:
                return self.picked(self.array(first), split("x_" + str(e.arguments[1].name))[1])  # type: ignore[union-attr]
            case "index" if first is not None:
                return self.picked(self.array(first), tuple(_label(p) for p in e.arguments[1:]))
            case "column" if first is not None and e.arguments[1] in (Symbol("None"), Symbol("newaxis")):
                inner = self.array(first)
                return Array((*inner.shape, "1"), lambda p: inner.at(p[:-1]))
            case "hidden" if first is not None:
                return self._hidden(first)
            case "lone" if first is not None:
                return self._lone(*e.arguments)
            case "einsum":
                return self._einsum(e.arguments)
            case "cases":
                return self._cases(e.arguments)
            case "call" if isinstance(first, Symbol):
                return self._call(first.name, e.arguments[1])
            case "largest":
                return scalar(largest(self, e.arguments))
            case "maximum" if isinstance(first, Apply) and first.operation == "list":
                return scalar(largest_of(self, tuple(self.term(a) for a in first.arguments)))
            case "outer":
                left, right = (self._vector(self.array(a)) for a in e.arguments)
                return Array((left.shape[0], right.shape[0]), lambda p: Times((left.at(p[:1]), right.at(p[1:]))))
        raise Unsupported("operation")

    # -- combining -------------------------------------------------------------------
    def _aligned(self, left: Expression, right: Expression, combine: Callable[[Term, Term], Term]) -> Array:
        a, b = self._squeezed(self.array(left)), self._squeezed(self.array(right))
        if not self.code and {len(a.shape), len(b.shape)} == {1, 2}:
            a, b = _bias(column(a), b), _bias(column(b), a)
        return elementwise(a, b, combine)

    def _squeezed(self, array: Array) -> Array:
        return array if self.code else squeeze(array)

    def _product(self, left: Expression, right: Expression) -> Array:
        if left == Symbol("tr") or left == Symbol("Tr"):
            inner = diagonal(self.space, self.array(right))
            return summed(self.space, inner, None, False)
        if self._is_row_of_ones(left):
            return self._column_sums(right)
        a, b = self._squeezed(self.array(left)), self._squeezed(self.array(right))
        if self.code:
            return matmul(self.space, a, b)
        return self._squeezed(self._matrices(a, b))

    def _is_row_of_ones(self, e: Expression) -> bool:
        """Whether a factor is 𝟏ᵀ, of no declared length."""
        match e:
            case Apply("transpose", (Symbol(name),)):
                return name in ONES and not self.code and self.scope.ones is None
        return False

    def _column_sums(self, of: Expression) -> Array:
        """𝟏ᵀ X, the sums of the columns; Unsupported for 𝟏ᵀ 𝟏, whose length nothing tells."""
        found = column(self.array(of))
        if found.ones or not found.shape:
            raise Unsupported("operation")
        return self._squeezed(summed(self.space, found, 0, True))

    def _matrices(self, a: Array, b: Array) -> Array:
        if a.ones or b.ones:
            a, b = self._ones(a, b)
        if not a.shape or not b.shape:
            return elementwise(a, b, lambda x, y: Times((x, y)))
        if a.shape == b.shape and (len(a.shape) == 1 or a.shape[1] == "1"):
            return matmul(self.space, transpose(a), b)
        if len(a.shape) == 1 and len(b.shape) == 2:
            a = column(a) if b.shape[0] == "1" else Array(("1", a.shape[0]), lambda p, a=a: a.at(p[1:]))  # type: ignore[misc]
        return matmul(self.space, a, column(b))

    def _ones(self, a: Array, b: Array) -> tuple[Array, Array]:
        """The column of ones, as long as what stands beside it asks; or the square of ones, under that reading."""
        self.asked.add("ones")
        square = self.readings.get("ones") == "square"
        if b.ones and not a.ones and len(a.shape) == 2:
            b = Array((a.shape[1], a.shape[1] if square else "1"), b.at)
        elif a.ones and not b.ones and len(b.shape) == 2:
            a = Array((b.shape[0], b.shape[0] if square else "1"), a.at)
        return a, b

    def _vector(self, array: Array) -> Array:
        if len(array.shape) == 2 and array.shape[1] == "1" and not self.code:
            return Array(array.shape[:1], lambda p: array.at((p[0], None)))
        return array

    def _power(self, base: Expression, exponent: Expression) -> Array:
        if not isinstance(exponent, Number):
            value = _plain(self.term(exponent))
            if value is None:
                raise Unsupported("exponent")
        else:
            value = exponent.value
        if abs(value.numerator) > 64 or value.denominator > 64:
            raise Unsupported("exponent")
        if value == -1 and not self.code and (entries := self._diagonal_of(base)) is not None:
            return diagonal(self.space, self._vector(mapped(self.array(entries), lambda a: Power(a, value))))
        inner = self.array(base)
        if not self.code and len(inner.shape) == 2 and "1" not in inner.shape:
            raise Unsupported("matrix_power")
        return mapped(inner, lambda a: Power(a, value))

    def _diagonal_of(self, e: Expression) -> Expression | None:
        """The entries of a diagonal matrix: x of diag(x), or of a name for it; None for another."""
        if isinstance(e, Symbol) and (known := self.find(e.name)) is not None and known.expression and not known.params:
            e = known.expression
        return e.arguments[0] if isinstance(e, Apply) and e.operation == "diag" else None

    def _transposed(self, inner: Expression) -> Array:
        found = self.array(inner)
        return transpose(found if self.code else column(found))

    def _softmax(self, inner: Expression) -> Array:
        masked = self._masked(inner)
        weight = None
        if masked is not None:
            inner, weight = masked
        if isinstance(inner, Symbol):
            base, pieces = split(inner.name)
            meaning = self.find(base)
            if pieces and meaning is not None and self.scope.find(inner.name) is None and len(self.rank(base)) == len(pieces):
                vector = self._vector(self.name(base))
                return self.picked(softmax(self.space, vector, -1), pieces)
        found = self.array(inner)
        axis = 0 if len(found.shape) == 2 and found.shape[1] == "1" else -1
        return softmax(self.space, found, axis, weight)

    def _masked(self, inner: Expression) -> tuple[Expression, Callable[[Places], Term]] | None:
        """S and the weights of a causal mask M where the argument is S + M."""
        if not (isinstance(inner, Apply) and inner.operation == "add"):
            return None
        for scores, mask in (inner.arguments, inner.arguments[::-1]):
            meaning = self.scope.find(mask.name) if isinstance(mask, Symbol) else None
            if meaning is not None and meaning.mask:
                axes = self.array(scores).shape
                tensor = Tensor(safe(meaning.name), axes, mask=True, unit_diagonal=True)

                def weight(places: Places, tensor: Tensor = tensor) -> Term:
                    if all(isinstance(p, int) for p in places):
                        return ONE if places[1] <= places[0] else ZERO  # type: ignore[operator]
                    return self.space.entry(tensor, places)

                return scores, weight
        return None

    def _hidden(self, of: Expression) -> Array:
        """What stands above the diagonal: with a causal mask what it masks, else the places j > i at fixed sizes."""
        found = self.array(of)
        if len(found.shape) != 2 or found.shape[0] != found.shape[1]:
            raise Misfit(f"{found.shape}")
        mask = next((m for m in self.scope.names.values() if m.mask), None)
        if self.space.sizes:
            return Array(found.shape, lambda p: found.at(p) if p[1] > p[0] else ZERO)  # type: ignore[operator]
        if mask is None:
            raise Unsupported("position")
        tensor = Tensor(safe(mask.name), found.shape, mask=True, unit_diagonal=True)
        return Array(found.shape, lambda p: Times((found.at(p), Plus((ONE, -self.space.entry(tensor, p))))))

    def _lone(self, weights: Expression, mask: Expression | None = None) -> Array:
        """The weight of the first row on its own key: with a causal mask all the other keys T' enter its sum with 0."""
        while isinstance(weights, Symbol) and (known := self.scope.find(weights.name)) and known.expression is not None:
            weights = known.expression
        masked = isinstance(weights, Apply) and weights.operation == "softmax" and self._masked(weights.arguments[0])
        if self.space.sizes or not (mask or masked):
            return self.picked(self.array(weights), ("1", "1"))
        own = exp(Tensor("S.1.1")())
        return scalar(own / Plus((own, self.space.total("T′", lambda k: ZERO))))

    # -- names -----------------------------------------------------------------------
    def find(self, name: str) -> Meaning | None:
        """The meaning of a name: the document's, else the field's usual one."""
        return self.scope.find(name) or (None if self.scope.family(name) else self.scope.conventional(name))

    def rank(self, base: str) -> tuple[str, ...]:
        """The axes that the letters of a subscript run through."""
        meaning = self.find(base)
        if meaning is None:
            return ()
        found = self.name(base)
        return found.shape[:1] if len(found.shape) == 2 and found.shape[1] == "1" else found.shape

    def name(self, name: str) -> Array:
        """The array that a name stands for, indexed as its subscript says."""
        if name in ONES:
            return self._all_ones()
        if name in self.bound:
            return self._shifted(self.bound[name], name)
        if name in self.letters and self.scope.find(name) is None:
            raise Unsupported("letter")
        found = self.find(name)
        if found is not None:
            return self._meant(found)
        base, pieces = split(name)
        if base == "δ" and len(pieces) == 2:
            return scalar(self.space.delta(*map(self._place_of, pieces)))
        if pieces and self.find(base) is not None and not self._is_label(base, pieces):
            return self._of_base(name, base, pieces)
        family = self.scope.family(base)
        if family is not None and pieces:
            return self._instance(family, pieces)
        if base[0] == "d" and len(base) > 1 and (self.find(base[1:]) or self.find(name[1:])):
            return derivative(self, Symbol(loss_name(self)), Symbol(name[1:]))
        return self._unknown(name)

    def _is_label(self, base: str, pieces: tuple[str, ...]) -> bool:
        """Whether a subscript only tells one number from another: σ_q beside σ."""
        apart = not any(p in self.letters or p in self.labels or p.isdigit() for p in pieces)
        return apart and self.scope.family(base) is None and not self.rank(base)

    def _of_base(self, name: str, base: str, pieces: tuple[str, ...]) -> Array:
        family = self.scope.family(base)
        if family is None and len(pieces) == 1 and pieces[0] in self.letters and not self.rank(base):
            return self._of_row(base, pieces[0])
        if family is not None and (pieces[0] in self.labels or pieces[0].isdigit() or not self.rank(base)):
            return self._instance(family, pieces)
        return self.picked(self.name(base), pieces)

    def _of_row(self, base: str, letter: str) -> Array:
        """L_r, the loss of row r: what is defined for z and y, with row r of Z and Y in their place."""
        names = dict(self.scope.names)
        for name in self.scope.names:
            rows = self.scope.find(name.upper()) if len(name) == 1 and name.islower() else None
            if rows is not None and len(rows.shape or ()) == 2:
                names[name] = Meaning(name, None, Symbol(f"{rows.name}_{ROW}"))
        if names == self.scope.names:
            raise Unsupported("row")
        return replace(self, scope=replace(self.scope, names=names), letters={ROW: self.letters[letter]}).name(base)

    def _unknown(self, name: str) -> Array:
        if name == "e":
            return scalar(exp(1))
        if self.scope.is_size(name):
            return scalar(self.space.size(name))
        base, pieces = split(name)
        number = base in SCALARS or self.scope.find(base) is not None
        if pieces and not number and all(p in self.letters or p in ("i", "j", "k", "l") for p in pieces):
            raise Unsupported("unknown")
        if name in ("∞", "inf", "-inf", "ℝ", "N", "…"):
            raise Unsupported("operation")
        if name != SMALL:
            self.unknown.add(name)
        return scalar(self.space.entry(Tensor(safe(name), (), name == SMALL), ()))

    def _all_ones(self) -> Array:
        shape = self.scope.ones
        if self.code or shape is None:
            return Array((), lambda _: ONE, ones=True)
        return Array(shape, lambda _: ONE)

    def _meant(self, meaning: Meaning) -> Array:
        if meaning.usual and meaning.shape:
            shape = "(" + ", ".join(meaning.shape) + ")"
            self.usual[meaning.name] = shape if meaning.expression is None else show(meaning.expression)
        given = self.scope.given.get(meaning.name)
        if given is not None and self.space.sizes:
            base = self._listed(given, meaning)
        elif meaning.expression is None:
            base = self._leaf(meaning)
            if meaning.name in self.moved and self.moved[meaning.name].name == safe(meaning.name):
                return base
        else:
            base = self._defined(meaning)
        return self._shifted(base, meaning.name)

    def _shifted(self, base: Array, name: str) -> Array:
        moved = self.moved.get(name)
        if moved is None:
            return base
        return Array(base.shape, lambda p: Plus((base.at(p), self.space.entry(moved, p))))

    def _call(self, name: str, argument: Expression) -> Array:
        """f(2 x) of a function f(x) = … of the page: its formula with the argument for x; f'(x) is its derivative there."""
        base = name.rstrip("'")
        meaning, variable = self.find(base), self.scope.functions.get(base)
        if meaning is None or meaning.expression is None or variable is None or base in self.moved or self.code:
            raise Unsupported("function")
        given = squeeze(self.array(argument))
        names = {**self.scope.names, variable: Meaning(variable, given.shape, Symbol(variable))}
        moved = {n: t for n, t in self.moved.items() if n != variable}
        value = Array((*given.shape, "1"), lambda p: given.at(p[:1])) if len(given.shape) == 1 else given
        inner = replace(
            self, scope=replace(self.scope, names=names), moved=moved, bound={**self.bound, variable: value}, letters={}
        )
        if base == name:
            return inner._defined(meaning)
        nested = any(isinstance(p, Apply) and p.operation in ("call", "derivative") for p in parts(argument))
        if given.shape or name != base + "'" or variable in self.moved or nested:
            raise Unsupported("function")  # one small addition to the variable would meet another
        return derivative(inner, meaning.expression, Symbol(variable))

    def _leaf(self, meaning: Meaning) -> Array:
        shape = meaning.shape or ()
        if len(shape) == 1 and not self.code:
            shape = (shape[0], "1")
        tensor = Tensor(safe(meaning.name), tuple(s for s in shape if s != "1"), meaning.positive)
        return Array(shape, lambda p: self.space.entry(tensor, p))

    def _listed(self, given: Expression, meaning: Meaning) -> Array:
        entries = _entries(given)
        shape = meaning.shape or ()
        shape = (shape[0], "1") if len(shape) == 1 and not self.code else shape

        def at(places: Places) -> Term:
            found = entries[tuple(int(p) for p in places if isinstance(p, int))]
            return self.term(found)

        return Array(shape, at)

    def _defined(self, meaning: Meaning) -> Array:
        try:
            return self._lowered(meaning)
        except Misfit:
            raise Unsupported("definition") from None

    def _lowered(self, meaning: Meaning) -> Array:
        assert meaning.expression is not None
        inner = replace(self._apart(), code=meaning.code)
        if not meaning.params:
            return self._in_style(inner.array(meaning.expression), meaning)
        axes = self._axes(meaning)
        names = meaning.params

        def lowered(places: Places) -> Array:
            at = replace(inner, letters={**inner.letters, **dict(zip(names, places))}, labels=dict(self.labels))
            return at.array(meaning.expression)  # type: ignore[arg-type]

        probe = lowered(tuple(self.generic(axis) for axis in axes))
        rest = self._squeezed(probe).shape
        rest = rest[:-1] if len(rest) == 2 and rest[1] == "1" else rest
        shape = (*axes, *rest)
        if len(shape) == 1 and not self.code:
            shape = (shape[0], "1")

        def at(places: Places) -> Term:
            found = self._squeezed(lowered(places[: len(axes)]))
            own = places[len(axes) : len(axes) + len(rest)]
            return found.at(own if len(found.shape) == len(own) else (*own, None))

        return Array(shape, at)

    def _in_style(self, found: Array, meaning: Meaning) -> Array:
        """A vector of mathematics has one axis in code."""
        if self.code and not meaning.code and len(found.shape) == 2 and found.shape[1] == "1":
            return self._flat(found)
        return found

    def _flat(self, found: Array) -> Array:
        return Array(found.shape[:1], lambda p: found.at((*p, None)))

    def _apart(self) -> "Lower":
        rows = {ROW: self.letters[ROW]} if ROW in self.letters else {}
        return replace(self, letters=rows, labels=dict(self.labels))

    def generic(self, axis: str) -> Place:
        """Any place of an axis."""
        return 0 if axis in self.space.sizes else fresh(axis)

    def _axes(self, meaning: Meaning) -> tuple[str, ...]:
        if meaning.shape and len(meaning.shape) >= len(meaning.params):
            return meaning.shape[: len(meaning.params)]
        assert meaning.expression is not None
        found = dict(self.uses(meaning.expression))
        if any(p not in found for p in meaning.params):
            raise Unsupported("range")
        return tuple(found[p] for p in meaning.params)

    def uses(self, expression: Expression) -> Iterator[tuple[str, str]]:
        """The letters in subscripts, each with the range that its place has."""
        for part in parts(expression):
            if isinstance(part, Symbol):
                base, pieces = split(part.name)
                if pieces and self.scope.find(part.name) is None:
                    yield from self._letters_of(base, pieces)
            elif isinstance(part, Apply) and part.operation in ("entry", "index"):
                labels = tuple(_label(p) for p in part.arguments[1:])
                pieces = split("x_" + labels[0])[1] if part.operation == "entry" else labels
                try:
                    yield from self._run(self.array(part.arguments[0]).shape, pieces)
                except (Misfit, Unsupported):
                    continue

    def _letters_of(self, base: str, pieces: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        for name in (base, base[1:] if base[:1] in "d∂" else "", "softmax_of"):
            if name and self.find(name) is not None:
                with suppress(Misfit, Unsupported):
                    yield from self._run(self.rank(name), pieces)
                return

    def _run(self, axes: tuple[str, ...], pieces: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        yield from ((piece, axis) for piece, axis in zip(pieces, axes) if piece.isalpha() and axis != "1")

    # -- indices -----------------------------------------------------------------------
    def picked(self, array: Array, pieces: tuple[str, ...]) -> Array:
        """The entry, or the row, that a subscript takes."""
        shape = array.shape
        vector = len(shape) == 2 and shape[1] == "1" and len(pieces) == 1
        if len(pieces) > len(shape):
            raise Misfit(f"{array.shape}, {pieces}")
        places = tuple(self._place_of(p, axis) for p, axis in zip(pieces, shape))
        rest = shape[len(pieces) :]
        if vector:
            return scalar(array.at((*places, None)))
        return Array(rest, lambda p: array.at((*places, *p)))

    def _place_of(self, piece: str, axis: str = "") -> Place:
        piece = self.labels.get(piece, piece)
        if piece in self.letters:
            return self.letters[piece]
        size = self.space.sizes.get(axis)
        if size is None and (piece.lstrip("-").isdigit() or self.scope.is_size(piece)):
            raise Unsupported("position")
        if size is not None and piece.lstrip("-").isdigit():
            place = int(piece) - (1 if not self.code else 0)
        elif size is not None and piece == axis:
            place = size - 1
        else:
            raise Unsupported("letter")
        if not -size <= place < size:
            raise Unsupported("position")
        return place % size

    def _instance(self, family: Meaning, pieces: tuple[str, ...]) -> Array:
        """A definition for a label (ℓ_b) at one label: a block, or a place in a running sum."""
        assert family.expression is not None
        piece = self.labels.get(pieces[0], pieces[0])
        inner = replace(self._apart(), labels={**self.labels, family.params[0]: piece})
        expression = family.expression
        if isinstance(expression, Apply) and expression.operation == "largest":
            return scalar(largest(inner, expression.arguments, f"{family.name}.{piece}"))
        return inner.array(expression)

    def having(self, letter: str, place: Place) -> "Lower":
        """The same, with a letter that stands for a place."""
        return replace(self, letters={**self.letters, letter: place})

    # -- the rest ------------------------------------------------------------------------
    def _reduced(self, arguments: tuple[Expression, ...]) -> Array:
        if len(arguments) != 4:
            raise Unsupported("operation")
        operation, inner, axis, keep = arguments
        if operation not in (Symbol("total"), Symbol("mean")) or not isinstance(axis, Number):
            raise Unsupported("maximum")
        if axis.value.denominator != 1:
            raise Unsupported("operation")
        found = self.array(inner)
        total = summed(self.space, found, int(axis.value), keep == Symbol("True"))
        if operation == Symbol("total"):
            return total
        size = self.space.size(found.shape[int(axis.value)])
        return mapped(total, lambda a: a / size)

    def _einsum(self, arguments: tuple[Expression, ...]) -> Array:
        """einsum by its letters: those that the right side lacks are summed. Misfit where a letter has two lengths."""
        pattern, *operands = arguments
        assert isinstance(pattern, Symbol)
        left, arrow, right = pattern.name.replace(" ", "").partition("->")
        inputs = left.split(",")
        arrays = [self.array(o) for o in operands]
        if len(inputs) != len(arrays) or not arrow:
            raise Unsupported("einsum")
        axes: dict[str, str] = {}
        for letters, array in zip(inputs, arrays):
            if len(letters) != len(array.shape) or any(axes.setdefault(c, a) != a for c, a in zip(letters, array.shape)):
                raise Misfit(f"{pattern.name}, {array.shape}")
        bound = [c for c in axes if c not in right]

        def at(places: Places) -> Term:
            def nest(rest: list[str], env: dict[str, Place]) -> Term:
                if rest:
                    return self.space.total(axes[rest[0]], lambda k: nest(rest[1:], {**env, rest[0]: k}))
                return Times(tuple(a.at(tuple(env[c] for c in letters)) for letters, a in zip(inputs, arrays)))

            return nest(bound, dict(zip(right, places)))

        return Array(tuple(axes[c] for c in right), at)

    def _cases(self, arguments: tuple[Expression, ...]) -> Array:
        """Two cases, i = j and i ≠ j, joined by a delta."""
        if len(arguments) != 4:
            raise Unsupported("cases")
        first, condition, second, other = arguments
        match condition, other:
            case Apply("compare", (Symbol("="), Symbol(i), Symbol(j))), _:
                same, different = first, second
            case _, Apply("compare", (Symbol("="), Symbol(i), Symbol(j))):
                same, different = second, first
            case _:
                raise Unsupported("cases")
        d = self.space.delta(self._place_of(i), self._place_of(j))
        return scalar(Plus((Times((d, self.term(same))), Times((Plus((ONE, -d)), self.term(different))))))


def _bias(vector: Array, other: Array) -> Array:
    """A vector that a matrix has as many columns as entries of stands in each of its rows: X W + b."""
    shape = other.shape
    if len(shape) == 2 and vector.shape == (shape[1], "1") and shape[0] not in (shape[1], "1"):
        return Array(("1", shape[1]), lambda p: vector.at((p[1], None)))
    return vector


def _plain(value: Term) -> Fraction | None:
    n = whole(value)
    return None if n is None else Fraction(n)


def _label(place: Expression) -> str:
    if isinstance(place, Symbol):
        return place.name
    if isinstance(place, Number):
        return str(place.value)
    raise Unsupported("position")


def _entries(given: Expression, place: tuple[int, ...] = ()) -> dict[tuple[int, ...], Expression]:
    if isinstance(given, Apply) and given.operation in ("list", "tuple"):
        return {k: v for n, inner in enumerate(given.arguments) for k, v in _entries(inner, (*place, n)).items()}
    return {place: given}
