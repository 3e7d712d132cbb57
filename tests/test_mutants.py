"""Every printed number of the corrected example, moved by one and by three units of its last digit, against the judge's table.

The expected verdict is computed here by brute force, in fractions and sixty-digit decimals, from a model of the page that
shares nothing with the product: the truth of each number, and the interval that the numbers printed before it give.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from checks.checking import check_text
from checks.findings import Report

getcontext().prec = 60
PAGE = (Path(__file__).parent.parent / "examples" / "length-4-corrected.md").read_text()
MOVES = (-3, -1, 1, 3)
EPS = Fraction(1, 10**40)
Interval = tuple[Fraction, Fraction]

X = [[Fraction(n, 100) for n in row] for row in ([50, 30, -20, 10], [-10, 40, 20, -30], [20, -10, 50, 10], [0, 0, 0, 20])]
G = [[sum(a * b for a, b in zip(p, q)) for q in X] for p in X]
S = [[v / 8 for v in row] for row in G]
T = 4


def exp(x: Fraction) -> Fraction:
    return Fraction((Decimal(x.numerator) / Decimal(x.denominator)).exp())


LOGITS = [S[i][: i + 1] for i in range(T)]
SHIFTED = [[v - max(row) for v in row] for row in LOGITS]
EXP = [[Fraction(1) if v == 0 else exp(v) for v in row] for row in SHIFTED]
SUM = [sum(row) for row in EXP]
A = [[e / z for e in row] for row, z in zip(EXP, SUM)]
Y = [[sum(A[i][k] * X[k][c] for k in range(i + 1)) for c in range(T)] for i in range(T)]


# -- intervals ----------------------------------------------------------------------
def unit(text: str) -> Fraction:
    return Fraction(1, 10 ** len(text.partition(".")[2]))


def reals(text: str) -> Interval:
    return Fraction(text) - unit(text) / 2, Fraction(text) + unit(text) / 2


def operand(text: str, truth: Fraction) -> Interval:
    """A printed number as an operand: a point where it is exactly the truth."""
    return (truth, truth) if Fraction(text) == truth else reals(text)


def point(value: Fraction) -> Interval:
    return value, value


def add(*terms: Interval) -> Interval:
    return sum((t[0] for t in terms), Fraction(0)), sum((t[1] for t in terms), Fraction(0))


def times(x: Interval, y: Interval) -> Interval:
    corners = [a * b for a in x for b in y]
    return min(corners), max(corners)


def meets(x: Interval, y: Interval) -> bool:
    return x[0] <= y[1] + EPS and y[0] <= x[1] + EPS


# -- the page -------------------------------------------------------------------------
@dataclass(frozen=True)
class Printed:
    """A printed number: where it stands, its truth, what the page gives for it; `again` for one printed before."""

    text: str
    truth: Fraction
    page: Interval | None
    start: int = -1
    again: str | None = None
    definition: Interval | None = None
    kind: str = "number"


def model() -> Iterator[Printed]:
    """The numbers of the page in the order of printing, with truth and page interval, from the page's own text."""
    values = iter(NUMERALS)

    def take() -> str:
        return next(values)[0]

    for row in X:
        for value in row:
            yield Printed(take(), value, None, kind="given")
    for text in ("4", "0.5", "4", "0.5", "4", "1.0", "4"):
        yield Printed(take(), Fraction(text), None, kind="given" if text not in ("4",) else "size")
    for text in ("0.5", "0.5", "0.5", "0.5", "0.25"):
        yield Printed(take(), Fraction(text), None, kind="factor")
    g = [[take() for _ in range(T)] for _ in range(T)]
    yield from (Printed(g[i][j], G[i][j], point(G[i][j])) for i in range(T) for j in range(T))
    squares = [take() for _ in range(T)]
    yield from (Printed(s, v * v, point(v * v)) for s, v in zip(squares, X[0]))
    yield Printed(take(), G[0][0], add(*(operand(s, v * v) for s, v in zip(squares, X[0]))))
    yield Printed(take(), Fraction("0.25"), None, kind="factor")
    q = [[take() for _ in range(T)] for _ in range(T)]
    from_g = [[times(point(Fraction(1, 4)), operand(g[i][j], G[i][j])) for j in range(T)] for i in range(T)]
    yield from (Printed(q[i][j], G[i][j] / 4, from_g[i][j]) for i in range(T) for j in range(T))
    yield Printed(take(), Fraction(2), point(Fraction(2)))
    yield Printed(take(), Fraction(2), point(Fraction(2)), again="2")
    s = [[take() for _ in range(T)] for _ in range(T)]
    from_q = [[times(point(Fraction(1, 2)), operand(q[i][j], G[i][j] / 4)) for j in range(T)] for i in range(T)]
    yield from (Printed(s[i][j], S[i][j], from_q[i][j]) for i in range(T) for j in range(T))
    yield from (Printed(take(), S[i][j], None, again=s[i][j], definition=from_q[i][j]) for i in range(T) for j in range(i + 1))
    yield Printed(take(), S[0][0], None, again=s[0][0], definition=from_q[0][0])
    yield from (Printed(take(), Fraction(v), point(Fraction(v))) for v in (1, 0, 0, 0))
    a, printed_exp = [["1.000", "0", "0", "0"]], {}
    for i in range(1, T):
        last = max(range(i + 1), key=lambda j: LOGITS[i][j])
        logits = [take() for _ in range(i + 1)]
        yield from (Printed(t, S[i][j], None, again=s[i][j], definition=from_q[i][j]) for j, t in enumerate(logits))
        top = take()
        yield Printed(top, max(LOGITS[i]), None, again=logits[last], definition=from_q[i][last])
        shifted = [take() for _ in range(i + 1)]
        minus = times(point(Fraction(-1)), operand(top, max(LOGITS[i])))
        for j, t in enumerate(shifted):
            page = add(operand(logits[j], LOGITS[i][j]), minus)
            yield Printed(t, SHIFTED[i][j], page)
        if i == 1:
            inner = take()
            from_logits = add(operand(logits[0], LOGITS[1][0]), minus)
            yield Printed(inner, SHIFTED[1][0], None, again=shifted[0], definition=from_logits)
            ones = [take() for _ in range(3)]
            yield from (Printed(t, Fraction(v), point(Fraction(v))) for t, v in zip(ones, (1, 0, 0)))
        exps = [take() for _ in range(i + 1)]
        for j, t in enumerate(exps):
            low, high = operand(shifted[j], SHIFTED[i][j])
            if i == 1 and j == 0:
                low, high = operand(inner, SHIFTED[1][0])
            yield Printed(t, EXP[i][j], (exp(low), exp(high)))
        yield from zeros(take, i)
        total = take()
        parts = [operand(t, EXP[i][j]) for j, t in enumerate(exps)]
        yield Printed(total, SUM[i], add(*parts))
        weights = [take() for _ in range(i + 1)]
        low, high = operand(total, SUM[i])
        for j, t in enumerate(weights):
            yield Printed(t, A[i][j], times(parts[j], (1 / high, 1 / low)))
        yield from zeros(take, i)
        a.append(weights)
        printed_exp[i] = exps
    for i in range(T):
        for j in range(T):
            if j > i:
                yield Printed(take(), Fraction(0), point(Fraction(0)))
            else:
                again = a[i][j] if i else "1"
                yield Printed(take(), A[i][j], None, again=again, definition=point(A[i][j]))
    yield from outputs(take, a)
    yield from (
        Printed(take(), Fraction(v), None, kind=k) for v, k in ((4, "head"), (4, "head"), (4, "head"), (64, "count")) * 2
    )
    yield from (Printed(take(), Fraction(v), None, kind=k) for v, k in ((4, "head"), (4, "head"), (4, "head"), (12, "count")))


def zeros(take: object, i: int) -> Iterator[Printed]:
    yield from (Printed(take(), Fraction(0), point(Fraction(0))) for _ in range(T - 1 - i))  # type: ignore[operator]


def outputs(take: object, a: list[list[str]]) -> Iterator[Printed]:
    def weight(i: int, j: int, text: str) -> Printed:
        return Printed(text, A[i][j], None, again=a[i][j])

    take_one = take  # the next numeral of the page
    one = take_one()  # type: ignore[operator]
    yield Printed(one, Fraction(1), None, again="1.000")
    yield from (Printed(take_one(), X[0][c], point(X[0][c])) for c in range(T))  # type: ignore[operator]
    first = [take_one() for _ in range(2)]  # type: ignore[operator]
    yield from (weight(1, j, t) for j, t in enumerate(first))
    second = []
    for j in range(2):
        second.append(take_one())  # type: ignore[operator]
        yield weight(1, j, second[j])
        yield from (Printed(take_one(), X[j][c], point(X[j][c])) for c in range(T))  # type: ignore[operator]
    sums = []
    for c in range(T):
        pair = []
        for j in range(2):
            text = take_one()  # type: ignore[operator]
            sign = -1 if j == 1 and X[1][c] < 0 else 1
            truth = sign * A[1][j] * X[j][c]
            yield Printed(text, truth, times(point(sign * X[j][c]), operand(second[j], A[1][j])))
            pair.append(times(point(Fraction(sign)), operand(text, truth)))
        sums.append(add(*pair))
    yield from (Printed(take_one(), Y[1][c], sums[c]) for c in range(T))  # type: ignore[operator]
    weights = [take_one() for _ in range(3)]  # type: ignore[operator]
    yield from (weight(2, j, t) for j, t in enumerate(weights))
    terms = [[take_one() for _ in range(T)] for _ in range(3)]  # type: ignore[operator]
    for j in range(3):
        for c in range(T):
            yield Printed(terms[j][c], A[2][j] * X[j][c], times(point(X[j][c]), operand(weights[j], A[2][j])))
    for c in range(T):
        page = add(*(operand(terms[j][c], A[2][j] * X[j][c]) for j in range(3)))
        yield Printed(take_one(), Y[2][c], page)  # type: ignore[operator]
    weights = [take_one() for _ in range(4)]  # type: ignore[operator]
    yield from (weight(3, j, t) for j, t in enumerate(weights))
    for c in range(T):
        page = add(*(times(point(X[j][c]), operand(weights[j], A[3][j])) for j in range(4)))
        yield Printed(take_one(), Y[3][c], page)  # type: ignore[operator]


def numerals(text: str) -> list[tuple[str, int]]:
    """The numerals of the page that are numbers: no indices, no labels, no signs of subtraction."""
    masked = re.sub(r"\w\[\d+\]|(?:Row|Step) \d+|^#.*|W_[QKV]|d_k", lambda m: "~" * len(m.group()), text, flags=re.M)
    masked = re.sub(r"(?<=\d) - (?=\d)|(?<=logits) - (?=\d)", " ~ ", masked)
    return [(m.group(), m.start()) for m in re.finditer(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]*\d)", masked)]


NUMERALS = numerals(PAGE)


@cache
def printed() -> tuple[Printed, ...]:
    out = []
    for entry, (text, start) in zip(model(), NUMERALS, strict=True):
        assert entry.text == text, (entry, PAGE[start - 20 : start + 20])
        out.append(Printed(entry.text, entry.truth, entry.page, start, entry.again, entry.definition, entry.kind))
    return tuple(out)


def moved(text: str, by: int) -> str:
    places = len(text.partition(".")[2])
    value = Fraction(text) + by * unit(text)
    return f"{'-' if value < 0 else ''}{Decimal(abs(value.numerator)) / Decimal(value.denominator):.{places}f}"


def expected(entry: Printed, text: str) -> str:
    """The judge's table, for a number whose predecessors on the page are all right."""
    whole = "." not in text and entry.truth.denominator == 1
    inside = Fraction(text) == entry.truth if whole else meets(reals(text), point(entry.truth))
    shown = reals(text) if not whole else point(Fraction(text))
    if entry.again is not None:
        exact = Fraction(entry.again) == entry.truth or unit(text) >= unit(entry.again)
        page = point(Fraction(entry.again)) if exact else reals(entry.again)
        gives = meets(page, shown)
        if inside and not gives and entry.definition is not None:
            gives = meets(entry.definition, shown)
    else:
        gives = entry.page is not None and meets(entry.page, shown)
        if entry.page is None:
            return "agrees" if inside else "wrong"
    if inside:
        return "agrees" if gives else "lucky"
    return "rounding" if gives else "wrong"


def report(entry: Printed, text: str) -> Report:
    return check_text(PAGE[: entry.start] + text + PAGE[entry.start + len(entry.text) :], details=False)


@cache
def original() -> Report:
    return check_text(PAGE)


def test_the_model_is_the_page() -> None:
    """The brute-force model says `agrees` of every number as it stands, and so does the checker."""
    assert {expected(p, p.text) for p in printed() if p.kind == "number"} == {"agrees"}
    assert {f.verdict for f in original().findings} == {"given", "agrees"}


NUMBERS = [p for p in printed() if p.kind == "number"]
GROUPS = [NUMBERS[n : n + 20] for n in range(0, len(NUMBERS), 20)]


@pytest.mark.parametrize("group", range(len(GROUPS)))
def test_moved_numbers_get_the_verdict_of_the_table(group: int) -> None:
    for number, entry in enumerate(GROUPS[group]):
        for by in MOVES[number % 2 :: 2]:  # one unit and three, up or down in turn: all four would take minutes
            text = moved(entry.text, by)
            found = report(entry, text)
            here = [f for f in found.findings if f.start == entry.start and f.kind != "formula"]
            where = f"{text} for {entry.text} on line {PAGE.count(chr(10), 0, entry.start) + 1}"
            assert [f.verdict for f in here] == [expected(entry, text)], where
            others = [
                f for f in found.findings if f is not here[0] and f.verdict in ("wrong", "carried", "undecided", "unread")
            ]
            assert not others, (where, [(f.id, f.printed, f.verdict) for f in others])


@pytest.mark.parametrize("entry", [p for p in printed() if p.kind == "factor"], ids=lambda p: f"{p.start}:{p.text}")
def test_moved_factors_are_wrong_where_they_stand(entry: Printed) -> None:
    for by in MOVES:
        text = moved(entry.text, by)
        found = report(entry, text)
        false = [f for f in found.findings if f.verdict in ("wrong", "carried")]
        assert false, (entry, text)
        for finding in false:
            end = finding.start + len(finding.printed)
            assert finding.kind == "formula" and finding.start <= entry.start < end, (entry, text, finding)


@pytest.mark.parametrize("entry", [p for p in printed() if p.kind in ("head", "count")], ids=lambda p: f"{p.start}:{p.text}")
def test_moved_counts_falsify_their_own_line_alone(entry: Printed) -> None:
    """A product written out in digits is no claim; what it is set equal to is."""
    for by in MOVES:
        found = report(entry, moved(entry.text, by))
        false = [f for f in found.findings if f.verdict in ("wrong", "carried")]
        line = PAGE.count("\n", 0, entry.start) + 1
        assert [(f.line, f.verdict) for f in false] == [(line, "wrong")]


@pytest.mark.parametrize("entry", [p for p in printed() if p.kind == "given"], ids=lambda p: f"{p.start}:{p.text}")
def test_a_moved_input_is_an_input(entry: Printed) -> None:
    """Nothing on the page can contradict a given; what was computed from the other value no longer follows."""
    found = report(entry, moved(entry.text, 3))
    here = [f for f in found.findings if f.start == entry.start]
    assert [f.verdict for f in here] == ["given"]
    assert found.count("wrong") > 0
