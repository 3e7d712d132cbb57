"""Where a limit that was just found meets a balance: "memory-bound for d_k < 40, the balance being 10 FLOPs/byte"."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from checks.notation.chains import Chain
from checks.notation.tokens import Token
from checks.theory.counted import Count
from checks.theory.units import Unit
from checks.theory.values import Ball, value_of
from derive.expression import Expression, Number, Symbol
from derive.printing import show

REACH = 800  # characters from a limit to the sentence that speaks of it
Limit = tuple[int, str, Expression, tuple[tuple[int, Expression], ...]]  # place, name, limit, what false formulas give


def crossings(
    found: Sequence[Chain], tokens: Sequence[Token], units: Mapping[int, Unit], near: Sequence[Limit]
) -> Iterator[Count]:
    """The crossings that a sentence claims, by the limit nearest before it and the last balance that it names."""
    rates = [
        t.literal.value * units[t.start].factor
        for t in tokens
        if t.literal and t.start in units and is_per_byte(units[t.start])
    ]
    if not rates or not near:
        return
    _, name, true, others = near[-1]
    for chain in found:
        match [m.expression if m is not None else None for m in chain.members]:
            case [Symbol(left), Number() as number] if left == name and chain.relations[0] in ("=", "<", ">", "≤", "≥"):
                yield from _crossed(chain, number, rates[-1], name, true, others)


def _crossed(
    chain: Chain,
    number: Number,
    balance: Fraction,
    name: str,
    true: Expression,
    others: tuple[tuple[int, Expression], ...],
) -> Iterator[Count]:
    member = chain.members[1]
    assert member is not None
    solution = _solution(true, name, balance)
    literal = next(iter(member.literals.values()), None)
    if solution is None or literal is None:
        return
    about = f"{name}: {show(true)} = {balance}"
    if solution == number.value:
        yield Count(member.start, member.end, about, literal, Ball.exact(solution), None)
    for origin, other in others:
        if _solution(other, name, balance) == number.value != solution:
            page = (number.value, number.value)
            yield Count(member.start, member.end, about, literal, Ball.exact(solution), None, page, origin)
            return


def is_per_byte(unit: Unit) -> bool:
    """Whether a unit is that of an intensity: FLOPs for each byte."""
    return dict(unit.powers) == {"flop": 1, "byte": -1}


def _solution(limit: Expression, name: str, balance: Fraction) -> Fraction | None:
    """Where a limit that is proportional to a size meets the balance."""
    one, two = (value_of(limit, {name: Ball.exact(n)}) for n in (1, 2))
    if one is None or two is None or one.low != one.high or two.low != 2 * one.low or not one.low:
        return None
    return balance / one.low
