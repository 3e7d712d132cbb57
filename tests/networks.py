"""Random formulas for the kernel's tests: index networks with squares, deltas and weighted denominators.

Uniform random trees hardly ever make two indices meet; networks of tensors over shared indices do.
"""

from collections.abc import Callable
from fractions import Fraction
from random import Random

from derive.terms import (
    Apply,
    Delta,
    Entry,
    Exp,
    Index,
    Log,
    Number,
    Plus,
    Power,
    Size,
    Sum,
    Tensor,
    Term,
    Times,
    fresh,
    rebuild,
    rename,
)

X = Tensor("x", ("T",))
Y = Tensor("y", ("T",))
A = Tensor("A", ("T", "T"))
Q = Tensor("Q", ("T", "d"))
U = Tensor("u", ("d",))
C = Tensor("c", ("T", "T"), mask=True, unit_diagonal=True)
M = Tensor("m", ("T", "d"), mask=True)
W = Tensor("w", ("T",), positive=True)
S = Tensor("S", ("T", "T"), symmetric=True)
TENSORS = (X, Y, A, A, Q, U, C, M, W, S)
FREE = (Index("i", "T"), Index("j", "T"))


def formula(random: Random, depth: int = 2, indices: tuple[Index, ...] | None = None) -> Term:
    """A formula over at most the given free indices, defined for all real entries (of positive tensors: positive)."""
    if indices is None:
        indices = FREE[: random.randint(0, 2)]
    if depth <= 0:
        return network(random, indices)
    maker = random.choice((_sum, _sum, _product, _product, _plus, _power, _fraction, _root, _exp, _log, _function))
    return maker(random, depth, indices)


def network(random: Random, indices: tuple[Index, ...]) -> Term:
    """A product of tensors and deltas whose indices meet at random, summed over the new ones."""
    new = tuple(fresh(random.choice(("T", "T", "d"))) for _ in range(random.randint(0, 3)))
    at_hand = indices + new
    factors = [leaf(random, at_hand) for _ in range(random.randint(1, 4))]
    body: Term = Times(tuple(factors))
    if new:
        body = Sum(new, body) if random.random() < 0.5 else _one_by_one(new, body)
    return Times((body, body)) if random.random() < 0.2 else body


def _one_by_one(bound: tuple[Index, ...], body: Term) -> Term:
    for index in bound:
        body = Sum((index,), body)
    return body


def leaf(random: Random, indices: tuple[Index, ...]) -> Term:
    chance = random.random()
    rows = [index for index in indices if index.range == "T"]
    if chance < 0.1:
        return Number(Fraction(random.choice((1, 2, -1, -3, 6)), random.choice((1, 2, 3))))
    if chance < 0.15:
        return Size(random.choice(("T", "d")))
    if chance < 0.35 and len(rows) > 1:
        return Delta(*random.sample(rows, 2))
    tensor = random.choice(TENSORS)
    chosen = [[index for index in indices if index.range == name] for name in tensor.ranges]
    if not all(chosen):
        return Number(Fraction(2))
    return Entry(tensor, tuple(random.choice(options) for options in chosen))


def positive(random: Random, indices: tuple[Index, ...]) -> Term:
    """Something that is certainly positive: weights and sums of exponentials, with coefficients."""
    index = fresh("T")
    weight: Term = Entry(W, (random.choice([i for i in indices if i.range == "T"] or [index]),))
    total: Term = Sum((index,), Times((weight, Exp(network(random, (*indices, index))))))
    coefficient = Number(Fraction(random.randint(1, 4), random.randint(1, 3)))
    kind = random.randint(0, 3)
    if kind == 0:
        return total
    if kind == 1:
        return Times((coefficient, total))
    square = Power(network(random, indices), Fraction(2))
    return Plus((Times((coefficient, total)), square)) if kind == 2 else Plus((total, coefficient))


def _sum(random: Random, depth: int, indices: tuple[Index, ...]) -> Term:
    index = fresh(random.choice(("T", "T", "d")))
    return Sum((index,), formula(random, depth - 1, (*indices, index)))


def _product(random: Random, depth: int, indices: tuple[Index, ...]) -> Term:
    return Times((formula(random, depth - 1, indices), formula(random, depth - 1, indices)))


def _plus(random: Random, depth: int, indices: tuple[Index, ...]) -> Term:
    return Plus((formula(random, depth - 1, indices), formula(random, depth - 1, indices)))


def _power(random: Random, depth: int, indices: tuple[Index, ...]) -> Term:
    return Power(formula(random, depth - 1, indices), Fraction(2))


def _fraction(random: Random, depth: int, indices: tuple[Index, ...]) -> Term:
    below = positive(random, indices) if random.random() < 0.6 else _difference(random, indices)
    above = below if random.random() < 0.3 else formula(random, depth - 1, indices)
    return Times((above, Power(below, Fraction(random.choice((-1, -1, -2))))))


def _difference(random: Random, indices: tuple[Index, ...]) -> Term:
    """Something of either sign, and hardly ever 0: entries with coefficients, and a fraction that they do not reach."""
    scale = Number(Fraction(random.choice((2, -2, 3, -6)), random.choice((1, 5))))
    return Plus((Times((scale, network(random, indices))), Times((scale, Number(Fraction(355, 113))))))


def _root(random: Random, depth: int, indices: tuple[Index, ...]) -> Term:
    exponent = Fraction(random.choice((1, -1, 3)), 2)
    root = Power(positive(random, indices), exponent)
    chance = random.random()
    if chance < 0.2:
        return Power(Power(network(random, indices), Fraction(2)), Fraction(1, 2))
    if chance < 0.4:
        return Times((root, Power(Number(Fraction(random.choice((2, 8, 12, 18)))), exponent)))
    return Times((root, formula(random, depth - 1, indices)))


def _exp(random: Random, depth: int, indices: tuple[Index, ...]) -> Term:
    if random.random() < 0.25:
        return Exp(Times((Number(Fraction(random.choice((1, 2, -1)))), Log(positive(random, indices)))))
    return Exp(Plus((network(random, indices), Times((Number(Fraction(-1, 2)), network(random, indices))))))


def _log(random: Random, depth: int, indices: tuple[Index, ...]) -> Term:
    factors = (positive(random, indices), Exp(network(random, indices)), Number(Fraction(random.randint(1, 12), 5)))
    return Log(Times(factors[: random.randint(1, 3)]))


def _function(random: Random, depth: int, indices: tuple[Index, ...]) -> Term:
    return Apply("φ", network(random, indices), random.randint(0, 1))


def respelled(random: Random, term: Term) -> Term:
    """The same formula in other words: commuted, distributed, regrouped, bound indices renamed and reordered."""
    match term:
        case Plus(parts):
            return Plus(_shuffled(random, tuple(respelled(random, part) for part in parts)))
        case Times(factors):
            return _respelled_product(random, _shuffled(random, tuple(respelled(random, f) for f in factors)))
        case Sum(bound, body):
            return _respelled_sum(random, bound, respelled(random, body))
        case Exp(Plus(parts)) if random.random() < 0.5:
            return Times(tuple(Exp(respelled(random, part)) for part in parts))
        case Power(base, exponent) if exponent == 2 and random.random() < 0.5:
            return Times((respelled(random, base), respelled(random, base)))
    return rebuild(term, _inner(random))


def _inner(random: Random) -> Callable[[Term], Term]:
    return lambda inner: respelled(random, inner)


def _shuffled(random: Random, parts: tuple[Term, ...]) -> tuple[Term, ...]:
    return tuple(random.sample(parts, len(parts)))


def _respelled_product(random: Random, factors: tuple[Term, ...]) -> Term:
    for place, factor in enumerate(factors):
        rest = factors[:place] + factors[place + 1 :]
        if isinstance(factor, Plus) and random.random() < 0.5:
            return Plus(tuple(Times((part, *rest)) for part in factor.terms))
        if isinstance(factor, Sum) and random.random() < 0.5:
            names = {index: fresh(index.range) for index in factor.bound}
            return Sum(tuple(names.values()), Times((rename(factor.body, names), *rest)))
    return Times(factors)


def _respelled_sum(random: Random, bound: tuple[Index, ...], body: Term) -> Term:
    names = {index: fresh(index.range) for index in bound}
    body = rename(body, names)
    order = tuple(random.sample(list(names.values()), len(names)))
    if isinstance(body, Plus) and random.random() < 0.5:
        return Plus(tuple(Sum(order, part) for part in body.terms))
    return Sum(order, body) if random.random() < 0.5 else _one_by_one(order, body)


def slipped(random: Random, term: Term) -> Term:
    """The formula with one slip somewhere: another leaf, a lost part, another sign, another power."""
    match term:
        case Plus(parts) | Times(parts) if random.random() < 0.3:
            kept = _shuffled(random, parts)[1:] or parts
            return Plus(kept) if isinstance(term, Plus) else Times(kept)
        case Plus(parts) | Times(parts):
            place = random.randrange(len(parts))
            changed = (*parts[:place], slipped(random, parts[place]), *parts[place + 1 :])
            return Plus(changed) if isinstance(term, Plus) else Times(changed)
        case Power(base, exponent) if random.random() < 0.3:
            return Power(base, exponent - 1)
        case Sum() | Power() | Exp() | Log() | Apply():
            return rebuild(term, lambda inner: slipped(random, inner))
        case Entry(tensor, indices) if len(indices) > 1 and len({i.range for i in indices}) == 1:
            return random.choice((Entry(tensor, indices[::-1]), Times((Number(Fraction(-1)), term))))
    return Times((Number(Fraction(-1)), term))
