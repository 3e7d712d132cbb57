"""Terms as Coq's text: names that Coq accepts, sums as functions on nat, definitions for what a theorem names.

Sums and products are written with two operands at a time, in the order of the term; what has no spelling here is
Unsupported.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from derive.terms import (
    Delta,
    Entry,
    Exp,
    Index,
    Log,
    Named,
    Number,
    Plus,
    Power,
    Size,
    Sum,
    Tensor,
    Term,
    Times,
    free,
    fresh,
    numbered,
    rebuild,
    rename,
    tensors,
    walk,
)

LETTERS = {
    "∂": "d",
    "δ": "delta",
    "τ": "tau",
    "ℓ": "l",
    "γ": "gamma",
    "β": "beta",
    "θ": "theta",
    "′": "1",
    "·": "dot",
    "²": "2",
}
WORDS = ("forall", "fun", "exists", "if", "then", "else", "let", "in", "match", "with", "end", "at", "as")
TAKEN = frozenset(("S", "O", "R", "x", "exp", "ln", "sqrt", "sum", "delta", "der", "nat", "INR", "E", *WORDS))


class Unsupported(ValueError):
    """The theorem uses what the export has no spelling or no rule for; the argument names it."""


def plain(name: str) -> str:
    """A name of letters, digits and underscores that Coq does not use itself."""
    text = "".join(LETTERS.get(c, c if c.isascii() and c.isalnum() else "_") for c in name).strip("_")
    text = text if text[:1].isalpha() else f"x{text}"
    return f"{text}_" if text in TAKEN else text


@dataclass(slots=True)
class Names:
    """One Coq name for each name of the theorem: two that would look alike get numbers."""

    given: dict[object, str] = field(default_factory=dict)

    def of(self, key: object, wanted: str) -> str:
        if key not in self.given:
            base, number = plain(wanted), 1
            name, used = base, set(self.given.values())
            while name in used:
                number += 1
                name = f"{base}_{number}"
            self.given[key] = name
        return self.given[key]

    def index(self, index: Index) -> str:
        return self.of(index, "i" if index.name.startswith("~") else index.name)

    def size(self, range_name: str) -> str:
        return self.of(Size(range_name), range_name)

    def tensor(self, tensor: Tensor) -> str:
        return self.of(tensor, tensor.name)


@dataclass(frozen=True, slots=True)
class Definition:
    """symbol(parameters) with its meaning; `sizes` and `tensors` are what the meaning depends on."""

    symbol: str
    parameters: tuple[Index, ...]
    meaning: Term
    sizes: tuple[str, ...]
    tensors: tuple[Tensor, ...]


def pairs(term: Term) -> Term:
    """The term with sums and products of two operands at a time, and one index a sum."""
    match term:
        case Plus(parts):
            return _folded(Plus, map(pairs, parts))
        case Times(parts):
            return _folded(Times, map(pairs, parts))
        case Sum(bound, body):
            inner = pairs(body)
            for index in reversed(bound):
                inner = Sum((index,), inner)
            return inner
        case Power(Power(base, inner), outer) if inner.denominator == outer.denominator == 1:
            return pairs(Power(base, inner * outer))
        case Power(base, exponent):
            return _power(pairs(base), exponent)
        case Exp(argument):
            return Exp(pairs(argument))
        case Log(argument):
            return Log(pairs(argument))
        case Named(symbol, indices, meaning):
            return Named(symbol, indices, pairs(meaning))
    return term


def _folded(kind: type[Plus] | type[Times], parts: Iterable[Term]) -> Term:
    first, *rest = parts
    for part in rest:
        first = kind((first, part))
    return first


def _power(base: Term, exponent: Fraction) -> Term:
    """Whole powers as products, of the inverse where they are negative; roots of sizes stay."""
    if exponent.denominator != 1:
        if not isinstance(base, Size) or abs(exponent) != Fraction(1, 2):
            raise Unsupported(f"the power {exponent}")
        return Power(base, exponent)
    if exponent == 0:
        return Number(Fraction(1))
    factor = base if exponent > 0 else Power(base, Fraction(-1))
    return _folded(Times, [factor] * abs(int(exponent)))


def inlined(term: Term) -> Term:
    """The term with meanings in place of names."""
    return inlined(term.meaning) if isinstance(term, Named) else rebuild(term, inlined)


def definitions(terms: Iterable[Term]) -> dict[str, Definition]:
    """What the terms name, each after what it uses. Unsupported where one symbol has two meanings."""
    found: dict[str, Definition] = {}
    for term in terms:
        for node in reversed(list(walk(term))):
            if isinstance(node, Named):
                here = _definition(node)
                before = found.setdefault(node.symbol, here)
                if numbered(_of_parameters(before)) != numbered(_of_parameters(here)):
                    raise Unsupported(f"two meanings of {node.symbol}")
    return found


def _definition(node: Named) -> Definition:
    parameters = tuple(fresh(index.range) for index in node.indices)
    meaning = rename(node.meaning, dict(zip(node.indices, parameters)))
    if len(set(node.indices)) < len(node.indices) or free(meaning) - set(parameters):
        raise Unsupported(f"the meaning of {node.symbol} at repeated or further indices")
    return Definition(node.symbol, parameters, meaning, sizes(meaning), tuple(sorted_tensors(meaning)))


def _of_parameters(definition: Definition) -> Term:
    places = {index: Index(f"_{n}", index.range) for n, index in enumerate(definition.parameters)}
    return rename(definition.meaning, places)


def sizes(term: Term) -> tuple[str, ...]:
    """The ranges that are summed over or whose size occurs."""
    found = set[str]()
    for node in walk(term):
        match node:
            case Size(range_name):
                found.add(range_name)
            case Sum(bound, _):
                found.update(index.range for index in bound)
    return tuple(sorted(found))


def sorted_tensors(term: Term) -> list[Tensor]:
    return [tensor for _, tensor in sorted(tensors(term).items())]


@dataclass(frozen=True, slots=True)
class Speller:
    """Terms spelled with the names of one theorem; `replaced` spells a tensor otherwise (as one with an entry moved)."""

    names: Names
    defined: Mapping[str, Definition] = field(default_factory=dict)
    replaced: Mapping[Tensor, str] = field(default_factory=dict)

    def spell(self, term: Term) -> str:
        """The text of a term, in brackets where it has parts."""
        names = self.names
        match term:
            case Number(value):
                return _number(value)
            case Size(range_name):
                return f"INR {names.size(range_name)}"
            case Entry(tensor, indices):
                return " ".join((self.tensor(tensor), *map(names.index, indices)))
            case Delta(left, right):
                return f"delta {names.index(left)} {names.index(right)}"
            case Plus((left, right)):
                return f"{self.operand(left)} + {self.operand(right)}"
            case Times((left, right)):
                return f"{self.operand(left)} * {self.operand(right)}"
            case Power(base, Fraction(numerator=-1, denominator=1)):
                return f"/ {self.operand(base)}"
            case Power(base, Fraction(numerator=sign, denominator=2)):
                return f"{'/ ' if sign < 0 else ''}sqrt ({self.spell(base)})"
            case Exp(argument):
                return f"exp {self.operand(argument)}"
            case Log(argument):
                return f"ln {self.operand(argument)}"
            case Sum((index,), body):
                return f"sum {names.size(index.range)} (fun {names.index(index)} => {self.spell(body)})"
            case Named(symbol, indices, meaning):
                return self._named(symbol, indices, meaning)
        raise Unsupported(f"a {type(term).__name__}")

    def operand(self, term: Term) -> str:
        text = self.spell(term)
        return text if text.replace("_", "").isalnum() else f"({text})"

    def tensor(self, tensor: Tensor) -> str:
        return self.replaced.get(tensor, self.names.tensor(tensor))

    def _named(self, symbol: str, indices: tuple[Index, ...], meaning: Term) -> str:
        if symbol not in self.defined:
            return self.spell(meaning)
        known = self.defined[symbol]
        arguments = [*map(self.names.size, known.sizes), *map(self.tensor, known.tensors), *map(self.names.index, indices)]
        return " ".join((self.names.of(("defined", symbol), symbol), *arguments))

    def define(self, definition: Definition) -> str:
        """Definition symbol (sizes) (tensors) (indices) : R := meaning."""
        names = self.names
        binders = [f"({names.size(size)} : nat)" for size in definition.sizes]
        binders += [typed(names.tensor(t), t) for t in definition.tensors]
        binders += [f"({names.index(index)} : nat)" for index in definition.parameters]
        head = " ".join((names.of(("defined", definition.symbol), definition.symbol), *binders))
        return f"Definition {head} : R :=\n  {self.spell(pairs(definition.meaning))}."


def typed(name: str, tensor: Tensor) -> str:
    return f"({name} : {'nat -> ' * len(tensor.ranges)}R)"


def _number(value: Fraction) -> str:
    whole = str(value.numerator) if value >= 0 else f"({value.numerator})"
    return whole if value.denominator == 1 else f"({whole} / {value.denominator})"
