"""Rows tested jointly: one choice of the operands, within what they can stand for, must explain a whole softmax row.

Entry by entry a row such as 0.35, 0.25, 0.35 may be within reach of the printed scores while no one choice of them gives all
three. With weights y = exp(x)/Z the question is whether a Z exists for which every exp(x) can lie in Z·y and their sum is Z:
two piecewise linear conditions in one unknown, decided at their corners with rationals.
"""

from collections.abc import Sequence
from fractions import Fraction

from checks.claims import Claim
from checks.judging.links import Page
from derive.decimals import reals
from derive.exact import fraction
from derive.expression import Apply, Expression, Symbol
from derive.intervals import Estimate, Intervals

Range = tuple[Fraction, Fraction]


def outlier(page: Page, numbers: Sequence[int]) -> int | None:
    """The claim of a softmax row without which the others fit together, or else the one farthest off; None where all fit."""
    claims = [page.reading.claims[n] for n in numbers]
    powers = _powers(page, claims[0])
    if powers is None or len(powers) != len(claims):
        return None
    weights = [_reals(page, claim) for claim in claims]
    if _fits(powers, weights):
        return None
    rest = [
        n
        for n in range(len(numbers))
        if _fits(powers, [w if k != n else (Fraction(0), Fraction(1)) for k, w in enumerate(weights)])
    ]
    false = [n for n in range(len(numbers)) if page.verdicts[numbers[n]] not in ("agrees", "lucky")]
    alone = [n for n in false if n in rest]
    return numbers[max(alone or false, key=lambda n: _distance(claims[n], powers, n))] if false else None


def _reals(page: Page, claim: Claim) -> Range:
    assert claim.literal is not None
    return reals(claim.literal, page.truncating)


def _powers(page: Page, claim: Claim) -> list[Range] | None:
    """The exponentials of the row's scores, each with what the page's numbers allow; None for no softmax row."""
    row = _scores(page, claim)
    values = None if row is None else page.value(row, claim.since)
    if values is None or not values.shape:
        return None
    items = values.rows()[claim.place[0] if len(values.shape) == 2 else 0]
    if not all(isinstance(item, Estimate) for item in items):
        return None
    powers = [Intervals().exp(item) for item in items]
    return [(fraction(p.low), fraction(p.high)) for p in powers]


def _scores(page: Page, claim: Claim) -> Expression | None:
    expression = claim.page if claim.page is not None else claim.truth
    while isinstance(expression, Symbol):
        expression = page.reading.quantities.definition(expression)
    return expression.arguments[0] if isinstance(expression, Apply) and expression.operation == "softmax" else None


def _fits(powers: list[Range], weights: list[Range]) -> bool:
    """Whether one Z gives every weight: each power in Z·weight, and the powers adding up to Z."""
    low = max(p[0] / w[1] for p, w in zip(powers, weights) if w[1] > 0)
    every = sum((p[1] for p in powers), Fraction(0))
    high = min((p[1] / w[0] for p, w in zip(powers, weights) if w[0] > 0), default=every)
    if low > high or any(w[1] <= 0 for w in weights):
        return False
    corners = {low, high} | {p / w for ps, ws in zip(powers, weights) for p in ps for w in ws if w and low <= p / w <= high}
    inside = sorted(corners)
    return any(_balanced(powers, weights, a, b) for a, b in zip(inside, inside[1:] or inside))


def _balanced(powers: list[Range], weights: list[Range], a: Fraction, b: Fraction) -> bool:
    """Whether somewhere in [a, b], where both bounds of the sum are linear in Z, the sum of the powers can be Z."""
    at = [(_least(powers, weights, z) - z, _most(powers, weights, z) - z) for z in (a, b)]
    if any(least <= 0 <= most for least, most in at):
        return True
    # The set where least ≤ 0 and the set where most ≥ 0 are two intervals in [a, b]; they may meet between the ends.
    return _overlap([least for least, _ in at], [-most for _, most in at])


def _overlap(first: list[Fraction], second: list[Fraction]) -> bool:
    """Whether two functions, linear between 0 and 1 with these end values, are both at most 0 somewhere there."""
    spans = []
    for start, end in (first, second):
        if start > 0 and end > 0:
            return False
        root = start / (start - end) if start != end else Fraction(0)
        spans.append((root if start > 0 else Fraction(0), root if end > 0 else Fraction(1)))
    return max(s[0] for s in spans) <= min(s[1] for s in spans)


def _least(powers: list[Range], weights: list[Range], z: Fraction) -> Fraction:
    return sum((max(p[0], z * w[0]) for p, w in zip(powers, weights)), Fraction(0))


def _most(powers: list[Range], weights: list[Range], z: Fraction) -> Fraction:
    return sum((min(p[1], z * w[1]) for p, w in zip(powers, weights)), Fraction(0))


def _distance(claim: Claim, powers: list[Range], place: int) -> Fraction:
    """How many units of its last digit an entry is from the softmax of the middles."""
    assert claim.literal is not None
    middles = [(p[0] + p[1]) / 2 for p in powers]
    return abs(middles[place] / sum(middles) - claim.literal.value) / claim.literal.unit
