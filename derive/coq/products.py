"""Proof scripts that two terms of sums, products, deltas and entries are one sum of products.

Nothing here decides: a script says which lemma of sums.v carries each term to the next, and Coq checks it or refuses.
A false claim gets a script as well, which fails where `ring` compares the two sides.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations

from derive.coq.spelling import Speller, Unsupported
from derive.kernel import Hypothesis
from derive.terms import Delta, Entry, Index, Number, Plus, Size, Sum, Term, Times, fresh, indices_of, rename

MOST_BOUND = 6  # orders of more sums than these are not searched through

Lines = list[str]


@dataclass(frozen=True, slots=True)
class Product:
    """coefficient × Σ over `bound`, outermost first, of a product of entries, deltas and sizes."""

    coefficient: Fraction
    bound: tuple[Index, ...] = ()
    factors: tuple[Term, ...] = ()


Proved = tuple[Product, Lines]


def block(lines: Lines) -> Lines:
    """The proof of the goal in front."""
    return ["{", *(f"  {line}" for line in lines), "}"]


def through(middle: str, first: Lines, second: Lines) -> Lines:
    """left = right by way of a term between them."""
    return [f"transitivity ({middle}).", *block(first), *second]


def operands(proofs: Sequence[Lines]) -> Lines:
    """A sum of terms (nested to the left) equals another, one proof for each pair of terms."""
    return ["apply (f_equal2 Rplus)."] * (len(proofs) - 1) + [line for proof in proofs for line in block(proof)]


@dataclass(frozen=True, slots=True)
class Prover:
    """Proves equations with the names of one theorem; hypotheses replace single entries and are called by name."""

    speller: Speller
    hypotheses: Mapping[str, Hypothesis] = field(default_factory=dict)

    def prove(self, left: Term, right: Term) -> Lines:
        """left = right, for terms in pairs (spelling.pairs)."""
        here, to_here = self._reduced(left)
        there, to_there = self._reduced(right)
        compared = through(self._sum(there), ["ring."], ["symmetry.", *to_there])
        return through(self._sum(here), to_here, compared)

    def _reduced(self, term: Term) -> tuple[list[Product], Lines]:
        products, flat = self.flatten(term)
        if not products:
            return [], flat
        reduced = [self._reduce(product) for product in products]
        return [p for p, _ in reduced], through(self._flat(products), flat, operands([lines for _, lines in reduced]))

    # -- texts -----------------------------------------------------------------------
    def _flat(self, products: Sequence[Product]) -> str:
        return " + ".join(f"({self._text(p)})" for p in products) or "0"

    def _sum(self, products: Sequence[Product]) -> str:
        return " + ".join(f"({self._scaled(p)})" for p in products) or "0"

    def _scaled(self, product: Product) -> str:
        """The product with its coefficient before the sums."""
        return (
            f"{self.speller.operand(Number(product.coefficient))} * ({self._text(replace(product, coefficient=Fraction(1)))})"
        )

    def _text(self, product: Product, depth: int = 0) -> str:
        """What stands below the first `depth` sums."""
        factors = list(product.factors)
        if product.coefficient != 1 or not factors:
            factors.insert(0, Number(product.coefficient))
        body = " * ".join(map(self.speller.operand, factors))
        for index in reversed(product.bound[depth:]):
            body = f"sum {self._size(index)} (fun {self._name(index)} => {body})"
        return body

    def _name(self, index: Index) -> str:
        return self.speller.names.index(index)

    def _size(self, index: Index) -> str:
        return self.speller.names.size(index.range)

    def _under(self, bound: Sequence[Index]) -> Lines:
        return [f"under {self._name(index)} H{self._name(index)}." for index in bound]

    # -- terms to sums of products ---------------------------------------------------------
    def flatten(self, term: Term) -> tuple[list[Product], Lines]:
        """Products of which the term is the sum, and the proof."""
        match term:
            case Number(value):
                return ([Product(value)] if value else []), ["reflexivity."]
            case Plus((left, right)):
                first, one = self.flatten(left)
                second, two = self.flatten(right)
                middle = f"({self._flat(first)}) + ({self._flat(second)})"
                return [*first, *second], through(middle, operands([one, two]), ["ring."])
            case Times((left, right)):
                return self._multiplied(left, right)
            case Sum((index,), body):
                return self._summed(index, body)
            case Entry():
                return self._entry(term)
            case Delta() | Size():
                return [Product(Fraction(1), (), (term,))], ["reflexivity."]
        raise Unsupported(f"a {type(term).__name__} between sums")

    def _multiplied(self, left: Term, right: Term) -> tuple[list[Product], Lines]:
        first, one = self.flatten(left)
        second, two = self.flatten(right)
        factors = ["apply (f_equal2 Rmult).", *block(one), *block(two)]
        middle = f"({self._flat(first)}) * ({self._flat(second)})"
        pairs = [(a, b) for a in first for b in second]
        if not pairs:
            return [], through(middle, factors, ["ring."])
        out = [
            self._renewed(Product(a.coefficient * b.coefficient, a.bound + b.bound, a.factors + b.factors)) for a, b in pairs
        ]
        spread = " + ".join(f"({self._text(a)}) * ({self._text(b)})" for a, b in pairs)
        return out, through(middle, factors, through(spread, ["ring."], operands([["merge."]] * len(pairs))))

    def _renewed(self, product: Product) -> Product:
        """With indices of its own, so that no sum captures those of another."""
        names = {index: fresh(index.range) for index in product.bound}
        return replace(product, bound=tuple(names.values()), factors=tuple(rename(f, names) for f in product.factors))

    def _summed(self, index: Index, body: Term) -> tuple[list[Product], Lines]:
        own = fresh(index.range)
        inner, lines = self.flatten(rename(body, {index: own}))
        out = [replace(product, bound=(own, *product.bound)) for product in inner]
        middle = f"sum {self._size(own)} (fun {self._name(own)} => {self._flat(inner)})"
        return out, through(middle, [*self._under([own]), *lines], ["spread."])

    def _entry(self, entry: Entry) -> tuple[list[Product], Lines]:
        for name, hypothesis in self.hypotheses.items():
            left = hypothesis.left
            if isinstance(left, Entry) and left.tensor == entry.tensor:
                right = rename(hypothesis.right, dict(zip(left.indices, entry.indices)))
                products, lines = self.flatten(right)
                return products, through(self.speller.spell(right), [f"apply {name}; assumption."], lines)
        return [Product(Fraction(1), (), (entry,))], ["reflexivity."]

    # -- products to their canonical form ------------------------------------------------------
    def _reduce(self, product: Product) -> Proved:
        """Without deltas over bound indices and sums over nothing, in canonical order, its coefficient in front."""
        steps: list[Proved] = []
        while step := self._contracted(product):
            steps.append(step)
            product = step[0]
        for step in self._sorted(product):
            steps.append(step)
            product = step[0]
        lines = ["symmetry; merge."]
        ordered = replace(product, factors=tuple(sorted(product.factors, key=self._key(product))))
        lines = [f"transitivity ({self._scaled(ordered)}); [symmetry; merge | reflexivity]."]
        for after, proof in reversed(steps):
            lines = through(self._text(after), proof, lines)
        return ordered, lines

    def _contracted(self, product: Product) -> Proved | None:
        for place, factor in enumerate(product.factors):
            if isinstance(factor, Delta):
                rest = replace(product, factors=product.factors[:place] + product.factors[place + 1 :])
                if factor.left == factor.right:
                    same = [f"rewrite (delta_same {self._name(factor.left)}); ring."]
                    return rest, [*self._under(product.bound), *same]
                if step := self._without_delta(product, rest, factor) or self._substituted(product, place, factor):
                    return step
        used = {index for factor in product.factors for index in indices_of(factor)}
        idle = next((index for index in product.bound if index not in used), None)
        return self._counted(product, idle) if idle else None

    def _without_delta(self, product: Product, rest: Product, delta: Delta) -> Proved | None:
        """Σ_x δ[x, y] f(x) = f(y); of two bound indices the inner one goes."""
        places = {index: product.bound.index(index) for index in (delta.left, delta.right) if index in product.bound}
        if not places:
            return None
        gone = max(places, key=lambda index: places[index])
        kept = delta.right if gone == delta.left else delta.left
        depth = places[gone]
        inside = self._text(rest, depth + 1)
        head = f"sum {self._size(gone)} (fun {self._name(gone)} => {self.speller.spell(delta)} * ({inside}))"
        lemma = "sum_delta" if gone == delta.left else "sum_delta_right"
        use = f"refine ({lemma} {self._size(gone)} {self._name(kept)} (fun {self._name(gone)} => {inside}) _); assumption."
        lines = through(head, [*self._under([gone]), "symmetry; merge."], [use])
        after = replace(
            rest,
            bound=tuple(index for index in rest.bound if index != gone),
            factors=tuple(rename(factor, {gone: kept}) for factor in rest.factors),
        )
        return after, [*self._under(product.bound[:depth]), *lines]

    def _substituted(self, product: Product, place: int, delta: Delta) -> Proved | None:
        """δ[i, j] f(j) = δ[i, j] f(i) for free i and j."""
        kept, gone = sorted((delta.left, delta.right))
        renamed = [rename(factor, {gone: kept}) for factor in product.factors]
        renamed[place] = delta
        after = replace(product, factors=tuple(renamed))
        if after.factors == product.factors:
            return None
        rest = [replace(p, factors=p.factors[:place] + p.factors[place + 1 :]) for p in (product, after)]
        before, later = (f"{self.speller.spell(delta)} * ({self._text(p)})" for p in rest)
        equal = through(later, ["apply delta_swaps; intros E; subst; reflexivity."], ["merge."])
        return after, through(before, ["symmetry; merge."], equal)

    def _counted(self, product: Product, idle: Index) -> Proved:
        """Σ_x c = size · c."""
        depth = product.bound.index(idle)
        count = Size(idle.range)
        after = replace(product, bound=tuple(i for i in product.bound if i != idle), factors=(*product.factors, count))
        middle = f"{self.speller.spell(count)} * ({self._text(product, depth + 1)})"
        return after, [*self._under(product.bound[:depth]), *through(middle, ["apply sum_const."], ["merge."])]

    # -- the order of sums -----------------------------------------------------------------------
    def _sorted(self, product: Product) -> Iterator[Proved]:
        """Neighbouring sums exchanged until they stand in canonical order."""
        if len(product.bound) > MOST_BOUND:
            raise Unsupported(f"{len(product.bound)} sums in each other")
        wanted = min(permutations(product.bound), key=lambda order: self._spelled(replace(product, bound=order)))
        for target in range(len(wanted)):
            for place in range(product.bound.index(wanted[target]), target, -1):
                order = list(product.bound)
                order[place - 1], order[place] = order[place], order[place - 1]
                lines = [*self._under(product.bound[: place - 1]), "apply sum_swap."]
                product = replace(product, bound=tuple(order))
                yield product, lines

    def _spelled(self, product: Product) -> tuple[list[str], list[str]]:
        return [self._size(index) for index in product.bound], sorted(map(self._key(product), product.factors))

    def _key(self, product: Product) -> "Key":
        places = {index: Index(f"#{place}", index.range) for place, index in enumerate(product.bound)}
        return Key(self.speller, places)


@dataclass(frozen=True, slots=True)
class Key:
    """How a factor is spelled when bound indices are called by their places."""

    speller: Speller
    places: Mapping[Index, Index]

    def __call__(self, factor: Term) -> str:
        return self.speller.spell(rename(factor, self.places))
