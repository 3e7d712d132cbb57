"""Counts and costs: numbers with units against the calculation they follow from; instances, shares, crossovers, limits.

Only what a sentence plainly says is bound: its own chain, the count just before ("or 13.0 GiB"), the formula just before
at given sizes ("1.6 for T = 4"). A looser connection (24 layers, 16 heads, fp32) counts only when it gives the printed
number, and is undecided otherwise.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from math import prod

from checks.document import Document
from checks.lexicon import words
from checks.limits import LimitError
from checks.notation.chains import Chain
from checks.notation.formula import Formula
from checks.notation.tokens import Token, cut, shield
from checks.theory.count_words import (
    ALL,
    AND,
    APART,
    CROSSOVER,
    EACH,
    ENTRIES,
    FOR,
    LAYERS,
    LEADS,
    MAKES,
    MARKS,
    MEASURE,
    MORE,
    NOUN,
    OR,
    PARAMETERS,
    RIDGE,
    SHARE,
    SUFFIX,
    TELLS,
)
from checks.theory.counted import (
    Count,
    Known,
    bytes_each,
    clause_end,
    collapse,
    is_rest,
    is_whole,
    read_unit_word,
    rounded,
    unit_end,
)
from checks.theory.crossings import REACH, Limit, crossings, is_per_byte
from checks.theory.followups import NEAR, Base, Clause, clause, followed, is_of_one, repeats
from checks.theory.reader import Reader, check_depth, flatten
from checks.theory.scope import Scope
from checks.theory.spreads import spreads
from checks.theory.stretches import sentences
from checks.theory.units import FORMATS, Unit
from checks.theory.values import Ball, value_of
from derive.decimals import Literal, Style, reals, ungrouped
from derive.expression import Apply, Expression, Number, Symbol, apply, parts, symbols
from derive.printing import show

LEAST = 10**4  # bytes, FLOPs: a smaller number is none of them where it is given in millions
MOST_TOKENS = 400  # of a clause
MOST_BASES = 64  # counts that a number may go on from, looked through
MOST_SIZES = 4  # that a name had before, tried where a count fails


@dataclass(slots=True)
class Counts:
    """Reads a document's sentences for counts."""

    document: Document
    language: str
    comma: bool
    env: dict[str, Ball] = field(default_factory=dict)
    earlier: dict[str, list[Ball]] = field(default_factory=dict)
    own: set[str] = field(default_factory=set)
    named: dict[str, Known] = field(default_factory=dict)
    last: Known | None = None
    formula: Expression | None = None
    ratios: list[Expression] = field(default_factory=list)
    counted: list[tuple[Expression, str]] = field(default_factory=list)
    bytes_each: int | Fraction | None = None
    entries: tuple[Ball, str] | None = None
    per: Known | None = None
    bases: list[Base] = field(default_factory=list)
    cited: set[tuple[Fraction, Fraction]] = field(default_factory=set)
    here: tuple[int, int] = (0, 0)
    before: int = 0
    limits: list[Limit] = field(default_factory=list)
    deviation: Callable[[int], Expression | None] = lambda place: apply("sqrt", Symbol("d_k"))
    out: list[Count] = field(default_factory=list)
    given: list[tuple[int, int]] = field(default_factory=list)
    quiet: list[tuple[int, int]] = field(default_factory=list)

    def read(self, scopes: Sequence[tuple[int, int, Scope]]) -> list[Count]:
        """The counts of a document, in order."""
        for start, end, scope in scopes:
            self.ratios = self.ratios[-3:]
            previous = start
            for first, last in sentences(self.document.text, start, end):
                self.before, previous = previous, first
                if not TELLS.search(self.document.text, first, last):
                    continue
                try:
                    self._sentence(scope, first, last)
                except LimitError:
                    continue
        return self.out

    # -- one sentence ---------------------------------------------------------------
    def _sentence(self, scope: Scope, start: int, end: int) -> None:
        tokens, units = collapse(self._tokens(scope, start, end), self.language in ("fr", "es", "pt"))
        self.here = start, end
        if not tokens:
            return
        self._cite(tokens, units)
        for token in tokens:
            self.bytes_each = FORMATS.get(token.text, self.bytes_each)
        known = lambda name: scope.knows(name) or name in self.env or name in self.named  # noqa: E731
        reader = Reader(tokens, known, lambda word: False, words(self.language).letters, False, (), kind="prose", known=known)
        found = list(reader.chains())
        for member in (m for chain in found for m in chain.members if m is not None):
            check_depth(member.expression)
        text = self.document.text[start:end]
        taken: set[int] = set()
        self.own = set()
        for n, v, at in (found_one for c in found for found_one in _assigned(c)):
            if not CROSSOVER.search(text) and (scope.is_size(n) or scope.find(n) is None):
                self.own.add(n)
                self.earlier.setdefault(n, []).append(v)
                self.env[n] = v
                self.given.append(at)
        for chain in found:
            taken |= self._chain(chain, units, text)
        for mention in reader.mentions([(c.start, c.end) for c in found]):
            check_depth(mention.expression)
            if isinstance(mention.expression, Apply) and any(isinstance(p, Symbol) for p in parts(mention.expression)):
                self.formula = mention.expression
                said = MEASURE.match(self.document.text, mention.end)
                self.counted.append((mention.expression, said.group(1)[0].lower() if said else ""))
        self.entries = _entries(tokens) or self.entries
        self._loose(tokens, units, taken, text)
        self.out += spreads(text, start, tokens, self.env.get("d_k"), self.deviation)
        self.out += crossings(found, tokens, units, [limit for limit in self.limits if limit[0] < end <= limit[0] + REACH])

    def _cite(self, tokens: list[Token], units: dict[int, Unit]) -> None:
        """The numbers that a sentence prints with a scaled unit, and those of parameters in billions (7B)."""
        for token, after in zip(tokens, [*tokens[1:], None]):
            if token.literal is not None and token.start in units:
                self.cited.add((token.literal.value, units[token.start].factor))
            elif token.literal is not None and after is not None and after.text in SUFFIX:
                self.cited.add((token.literal.value, Fraction(SUFFIX[after.text])))

    def _tokens(self, scope: Scope, start: int, end: int) -> list[Token]:
        style = Style(comma=self.comma)
        text, out, at = self.document.text, list[Token](), start
        for match in [*MARKS.finditer(text, start, end), None]:
            stop = match.start() if match else end
            piece = cut(text, at, stop, style, lambda word: scope.knows(word) or read_unit_word(word))
            out += [replace(t, spaced=True) for t in piece[:1]] + piece[1:]
            at = match.end() if match else end
        return flatten(shield(out))

    # -- chains --------------------------------------------------------------------
    def _chain(self, chain: Chain, units: dict[int, Unit], text: str) -> set[int]:
        """Claims for the numbers in a chain; returns their places."""
        members = [m for m in chain.members if m is not None]
        if not members or any(r not in ("=", "≈", ":=", "→", "∼") for r in chain.relations):
            return set()
        taken = {mark for m in members for mark in m.literals}
        head = members[0]
        rest = members[1:]
        name = head.expression.name if isinstance(head.expression, Symbol) else None
        defining = next((m for m in rest if not isinstance(m.expression, Number)), None)
        if name is not None and defining is None:
            return taken
        base = defining if name is not None and name not in self.env and name not in self.named else head
        assert base is not None
        if any(isinstance(p, Symbol) for p in parts(base.expression)):
            self.formula = (rest[-1] if rest and not isinstance(rest[-1].expression, Number) else base).expression
            if isinstance(base.expression, Apply) and base.expression.operation == "divide":
                self.ratios.append(base.expression)
        known = self._valued(base, units)
        if known is None or is_rest(self.document.text, head):
            return self._constant(members, taken)
        has_unit = any(m in units for member in members for m in member.literals)
        if has_unit:
            self.quiet.append((head.start, members[-1].end))
        if not has_unit:
            self._constant(members, taken)
        self._measured(base, known, rest, units)
        for member in rest if has_unit else ():
            if isinstance(member.expression, Number) and member.literals:
                self._number(member, base, known, units)
        self.last = known
        if known.powers or _counts_entries(self.document.text, self.here[0], members[-1].end):
            self._remember(known, head.start, members[-1].end, bytes_each(base, units))
        if name is not None:
            self.named[name] = known
        return taken

    def _measured(self, base: Formula, known: Known, rest: list[Formula], units: dict[int, Unit]) -> None:
        """Numbers without units are in those of their result; in its scaled one where they were printed so, or are small.

        `512 / 32 = 16 KiB`, where 512 KiB stand before; `16 · 7 = 112 GB` of a 7B model.
        """
        marks = [(m, x) for member in rest for m, x in member.literals.items() if m in units]
        if known.powers or not marks:
            return
        unit, literal = units[marks[0][0]], marks[0][1]
        known.powers = dict(unit.powers)
        low, high = (x * unit.factor for x in reals(rounded(literal, unit)))
        if not unit.scaled or known.value.overlaps(low, high) or known.value.high >= min(unit.factor, Fraction(LEAST)):
            return
        cited = any((x.value, unit.factor) in self.cited for x in base.literals.values())
        fits = known.value.overlaps(*reals(rounded(literal, unit)))
        known.value, known.open = known.value * unit.factor, fits and not cited

    def _constant(self, members: list[Formula], taken: set[int]) -> set[int]:
        """`y = 1/(1 + e) ≈ 0.2689`: a decimal after a member that is a number itself."""
        for member, after in pairwise(members):
            value = None if isinstance(member.expression, Number) else value_of(member.expression, {})
            literal = next(iter(after.literals.values()), None)
            if value is not None and literal is not None and literal.places and isinstance(after.expression, Number):
                literal = ungrouped(literal) if is_whole(member.expression) else literal
                self.out.append(Count(after.start, after.end, show(member.expression), literal, value, None))
        return taken

    def _valued(self, base: Formula, units: dict[int, Unit]) -> Known | None:
        powers: dict[str, int] = {}

        def scaled(number: Number) -> Ball | None:
            unit = units.get(number.mark) if number.mark is not None else None
            if unit is None:
                return None
            for key, power in unit.powers.items():
                powers.setdefault(key, power)
            return Ball.exact(number.value * unit.factor)

        env = {**self.env, **{n: k.value for n, k in self.named.items()}}
        value = value_of(base.expression, env, scaled)
        if value is None:
            return None
        used = [self.named[p.name] for p in parts(base.expression) if isinstance(p, Symbol) and p.name in self.named]
        origin = next((k for k in used if k.origin), None)
        printed = None
        if origin is not None and origin.printed is not None:
            ends = []
            for end in origin.printed:
                replaced = {n: (Ball.exact(end) if k is origin else k.value) for n, k in self.named.items()}
                ends.append(value_of(base.expression, {**self.env, **replaced}, scaled))
            low, high = ends
            if low is not None and high is not None:
                printed = (low.low, high.high)
        return Known(value, powers, printed, origin.origin if origin else None)

    def _number(self, member: Formula, base: Formula, known: Known, units: dict[int, Unit]) -> None:
        mark, literal = next(iter(member.literals.items()))
        unit, about = units.get(mark), show(base.expression)
        if known.open and unit is not None:
            self.out.append(Count(mark, mark + len(literal.text), about, literal, known.value, unit, reason="uncounted"))
            return
        if self._is_of_another_size(base, literal, unit, known, units):
            self.out.append(Count(mark, mark + len(literal.text), about, literal, known.value, unit, reason="theory_instance"))
            return
        self._claim(mark, literal, unit, about, known)

    def _is_of_another_size(
        self, base: Formula, literal: Literal, unit: Unit | None, known: Known, units: dict[int, Unit]
    ) -> bool:
        """Whether a number that fails at the sizes given last holds at one given before, where its sentence gives none."""
        low, high = (x * (unit.factor if unit else 1) for x in reals(rounded(literal, unit)))
        if known.value.overlaps(low, high):
            return False
        for name in sorted(symbols(base.expression) & self.earlier.keys() - self.own):
            for size in self.earlier[name][-MOST_SIZES:]:
                meant = self.env[name]
                self.env[name] = size
                other = self._valued(base, units)
                self.env[name] = meant
                if other is not None and other.value.overlaps(low, high):
                    return True
        return False

    def _claim(self, mark: int, literal: Literal, unit: Unit | None, about: str, known: Known) -> None:
        shown = rounded(literal, unit)
        factor = unit.factor if unit else Fraction(1)
        page = (known.printed[0] / factor, known.printed[1] / factor) if known.printed else None
        low, high = reals(shown)
        self.out.append(Count(mark, mark + len(literal.text), about, shown, known.value / factor, unit, page, known.origin))
        if not known.value.overlaps(low * factor, high * factor) and known.origin is None:
            known.printed, known.origin = (low * factor, high * factor), mark

    # -- numbers outside the chains -------------------------------------------------------
    def _loose(
        self,
        tokens: list[Token],
        units: dict[int, Unit],
        taken: set[int],
        text: str,
    ) -> None:
        counts = [self._times(tokens, n) for n in range(len(tokens))]
        factors = [f for f in counts if f is not None]
        for n, token in enumerate(tokens):
            if token.kind != "number" or token.literal is None:
                continue
            unit = units.get(token.start)
            if token.start in taken:
                self.per = self.last if unit is not None and _of_each(tokens, n) else self.per
                continue
            if unit is not None:
                self._with_unit(tokens, n, unit, factors, units, taken)
            elif "%" in token.literal.tail and SHARE.search(text) and self.ratios:
                self._share(token)
            else:
                self._instance(tokens, n)

    def _times(self, tokens: list[Token], n: int) -> Fraction | None:
        """`24 layers`: a factor."""
        token = tokens[n]
        following = tokens[n + 1].text.lower() if n + 1 < len(tokens) else ""
        if token.kind == "number" and token.literal is not None and token.literal.whole and following in LAYERS:
            return token.literal.value
        return None

    def _with_unit(
        self, tokens: list[Token], n: int, unit: Unit, factors: list[Fraction], units: dict[int, Unit], taken: set[int]
    ) -> None:
        token = tokens[n]
        assert token.literal is not None
        if self._each(token, unit) or self._per(tokens, n, unit, factors, units, taken):
            return
        said = self._clause(tokens, n, units, taken)
        if is_per_byte(unit) and self._ridge(tokens, n, unit, units):
            return
        if self._of_parameters(tokens, n, unit, said) or self._follows(token, unit, said):
            return
        if unit.powers.get("second") == -1 or dict(unit.powers) in ({"flop": 1, "byte": -1},):
            return
        self._confirmed(token, unit, factors, tokens, units, said.bytes_each)
        found = self.out[-1] if self.out and self.out[-1].start == token.start else None
        if found is not None and found.reason:
            low, high = (x * unit.factor for x in reals(rounded(token.literal, unit)))
            self._base(Ball(low, high), dict(unit.powers), token, said, sure=False)
        elif found is not None:
            self._base(found.value * unit.factor, dict(unit.powers), token, said)

    # -- what follows from the count before ---------------------------------------------------
    def _clause(self, tokens: list[Token], n: int, units: dict[int, Unit], taken: set[int]) -> Clause:
        """The words around a number: since the count before it in its sentence."""
        text, token, (start, until) = self.document.text, tokens[n], self.here
        given = {first for first, _ in self.given[-MOST_BASES:]}
        before = reversed(tokens[max(0, n - MOST_TOKENS) : n])
        earlier = next((t for t in before if t.start in units or (t.start in taken and t.start not in given)), None)
        ends = unit_end(text, earlier.end) if earlier else start
        since = clause_end(text, ends, token.start) if earlier else start
        after = earlier.end if earlier else 0
        said = clause(text, token.start, unit_end(text, token.end), since, until, not earlier or since > ends)
        another = text[ends:since].strip().lower() in AND or not LEADS.search(
            text[since if earlier else max(since - 6, 0) : token.start]
        )
        return replace(said, after=after, sums=said.sums or another)

    def _remember(self, known: Known, start: int, end: int, each: Fraction | None) -> None:
        """What a chain counts, to go on from."""
        text = self.document.text
        said = clause(text, start, unit_end(text, end), self.here[0], self.here[1])
        bytes_each = (each or said.bytes_each) if known.powers == {"byte": 1} else None
        self.bases.append(Base(known.value, known.powers, end, text[self.here[0] : self.here[1]], bytes_each, said.per))

    def _base(self, value: Ball, powers: dict[str, int], token: Token, said: Clause, sure: bool = True) -> None:
        around = self.document.text[self.here[0] : self.here[1]]
        self.bases.append(Base(value, powers, token.end, around, said.bytes_each, said.per, sure=sure))

    def _of_parameters(self, tokens: list[Token], n: int, unit: Unit, said: Clause) -> bool:
        """`a 7B model takes 14 GB in fp16`: whether it is said of a number of parameters."""
        token, parameters = tokens[n], self._parameters(tokens[:n])
        each = said.bytes_each or self.bytes_each
        before = tokens[n - 1].text.lower() if n else ""
        more = MORE.search(self.document.text, *self.here)
        if parameters is None or unit.powers != {"byte": 1} or not each or before in OR - {"about", "is"} or more:
            return False
        assert token.literal is not None
        known = Known(Ball.exact(parameters * each), {"byte": 1})
        self._claim(token.start, token.literal, unit, f"{parameters} · {each} bytes", known)
        self.last = known
        self._base(known.value, known.powers, token, replace(said, bytes_each=Fraction(each)))
        return True

    def _ridge(self, tokens: list[Token], n: int, unit: Unit, units: dict[int, Unit]) -> bool:
        """`312 TFLOP/s and 2 TB/s: a ridge of 156 FLOPs per byte`: whether a number is the quotient of two rates before it."""
        rates: dict[str, list[tuple[Literal, Unit]]] = {"flop": [], "byte": []}
        for other in tokens[:n]:
            rate = units.get(other.start)
            for name, found in rates.items():
                if (
                    rate is not None
                    and other.literal
                    and dict(rate.powers) == {name: 1, "second": -1}
                    and other.literal.value > 0
                ):
                    found.append((other.literal, rate))
        if not RIDGE.search(self.document.text, *self.here) or any(len(found) != 1 for found in rates.values()):
            return False
        (flops, one), (moved, other_unit) = rates["flop"][0], rates["byte"][0]
        value = Ball.exact(flops.value * one.factor / (moved.value * other_unit.factor))
        token = tokens[n]
        assert token.literal is not None
        literal = replace(token.literal, whole=False)
        self.out.append(Count(token.start, token.end, "FLOP/s / (byte/s)", literal, value / unit.factor, unit))
        return True

    def _follows(self, token: Token, unit: Unit, said: Clause) -> bool:
        """Whether the count before and the words of its own clause decide a number."""
        assert token.literal is not None
        shown, powers = rounded(token.literal, unit), dict(unit.powers)
        low, high = (x * unit.factor for x in reals(shown))
        near = [b for b in self.bases[-MOST_BASES:] if b.place <= token.start <= b.place + NEAR and self._goes_on(b, token)][
            -MOST_SIZES:
        ]
        if not said.adds and not said.alone:
            return False
        choices = [(about, made, base) for base in reversed(near) for about, made in followed(base, said, powers)]
        found = next((c for c in choices if c[1].value.overlaps(low, high)), None)
        if found is None:
            if not choices or not self._is_firm(choices[0][2], near[-1], said):
                return False
            found = choices[0]
        about, made, _ = found
        if not said.adds and self.last is not None and self.last.value == made.value and self.last.powers == powers:
            self._claim(token.start, token.literal, unit, "", self.last)
        else:
            self.out.append(Count(token.start, token.end, about, shown, made.value / unit.factor, unit))
            self.last = Known(made.value, powers)
        self.bases.append(replace(made, place=token.end, around=self.document.text[self.here[0] : self.here[1]]))
        return True

    def _goes_on(self, base: Base, token: Token) -> bool:
        return APART.search(self.document.text, base.place, token.start) is None

    def _is_firm(self, base: Base, latest: Base, said: Clause) -> bool:
        """Whether a number that does not follow is false: nothing else is spoken of, and nothing of it was said before."""
        whole = said.bytes_each is None or said.bytes_each >= 2 or base.sure
        near = base is latest and base.place >= self.before and base.place == (said.after or base.place)
        return near and said.plain and whole and is_of_one(base, said) and not repeats(base, said)

    def _each(self, token: Token, unit: Unit) -> bool:
        """`1024 · 1024 entries; at 2 bytes each that is 2 MiB`: whether a number is said to be that product."""
        text = self.document.text
        before = text[max(0, token.start - 80) : token.start]
        each = EACH.search(before)
        if self.entries is None or each is None or unit.powers != {"byte": 1} or not MAKES.search(before, each.end()):
            return False
        known = Known(self.entries[0] * Fraction(int(each.group(1))), {"byte": 1})
        assert token.literal is not None
        self._claim(token.start, token.literal, unit, f"{self.entries[1]} · {each.group(1)} bytes", known)
        self.last = known
        return True

    def _per(
        self, tokens: list[Token], n: int, unit: Unit, factors: list[Fraction], units: dict[int, Unit], taken: set[int]
    ) -> bool:
        """`2 MiB per head, 24 MiB for all 12 heads`: what is said of one is no total, and times their number it is."""
        token, text = tokens[n], self.document.text
        assert token.literal is not None
        if _of_each(tokens, n):
            low, high = (x * unit.factor for x in reals(rounded(token.literal, unit)))
            last = self.last if self.last is not None and self.last.powers == dict(unit.powers) else None
            found = last if last is not None and last.value.overlaps(low, high) else None
            if found is not None:
                self._claim(token.start, token.literal, unit, "", found)
            elif self._follows(token, unit, self._clause(tokens, n, units, taken)):
                self.per = self.last
                return True
            else:
                before = len(self.out)
                self._confirmed(token, unit, factors, tokens, units, None)
                found = self.last if len(self.out) > before and not self.out[-1].reason else None
            known = found or Known(Ball.exact(token.literal.value * unit.factor), dict(unit.powers), (low, high))
            self.per = known
            value = known.value if known.printed is None else Ball(*known.printed)
            self._base(value, known.powers, token, self._clause(tokens, n, units, taken), found is not None)
            return True
        behind = ALL.match(text, tokens[n + 1].start - 1 if n + 1 < len(tokens) else token.end)
        if self.per is None or behind is None or behind.group(2) not in LAYERS or self.per.powers != dict(unit.powers):
            return False
        self._of_all(token, unit, Fraction(int(behind.group(1))))
        return True

    def _of_all(self, token: Token, unit: Unit, times: Fraction) -> None:
        """A total of so many; open where only the rounding of what was printed of one could give it."""
        assert self.per is not None and token.literal is not None
        shown = rounded(token.literal, unit)
        low, high = (x * unit.factor for x in reals(shown))
        value, printed = self.per.value * times, self.per.printed
        if not value.overlaps(low, high) and printed and printed[0] * times <= high and low <= printed[1] * times:
            self._open(token, unit)
            return
        self.out.append(Count(token.start, token.end, f"· {times}", shown, value / unit.factor, unit))
        self.last = Known(value, dict(unit.powers))

    def _open(self, token: Token, unit: Unit) -> None:
        assert token.literal is not None
        shown = rounded(token.literal, unit)
        self.out.append(Count(token.start, token.end, "", shown, Ball.exact(Fraction(0)), unit, reason="uncounted"))

    def _parameters(self, tokens: list[Token]) -> Fraction | None:
        for number, suffix, word in reversed([*zip(tokens, tokens[1:], tokens[2:])]):
            if number.kind == "number" and number.literal and suffix.text in SUFFIX and word.text.lower() in PARAMETERS:
                return number.literal.value * SUFFIX[suffix.text]
        return None

    def _confirmed(
        self,
        token: Token,
        unit: Unit,
        factors: list[Fraction],
        tokens: list[Token],
        units: dict[int, Unit],
        each: Fraction | None,
    ) -> None:
        """A number that a loose connection gives: the last count or formula, times layers and heads, or over a rate."""
        literal = token.literal
        assert literal is not None
        shown = rounded(literal, unit)
        low, high = (x * unit.factor for x in reals(shown))
        found = [*self._candidates(unit, factors, each), *self._durations(unit, tokens, units)]
        for about, value in found:
            if value.overlaps(low, high):
                self.out.append(Count(token.start, token.end, about, shown, value / unit.factor, unit))
                self.last = Known(value, dict(unit.powers))
                return
        if unit.scaled and literal.value != 1:
            self.out.append(Count(token.start, token.end, "", shown, Ball.exact(Fraction(0)), unit, reason="uncounted"))

    def _candidates(self, unit: Unit, factors: list[Fraction], each: Fraction | None) -> Iterator[tuple[str, Ball]]:
        """What formulas and the last count give, in the format that the clause names, else in the one named last."""
        product, powers = prod(factors, start=Fraction(1)), dict(unit.powers)
        size = (each or Fraction(self.bytes_each or 0)) if powers == {"byte": 1} else Fraction(1)
        for expression, measure in reversed(self.counted[-6:]):
            value = value_of(expression, self.env)
            times = (Fraction(1) if measure == "b" else size) * product
            if value is not None and times:
                yield f"{show(expression)} · {times}", value * times
        last = self.last
        if last is not None and not last.powers and powers == {"byte": 1} and size:
            yield f"· {size} bytes", last.value * (size * product)
        if last is not None and (not last.powers or (last.powers == powers and each is None)):
            already = any(b.times and b.place >= self.here[0] and b.value == last.value for b in self.bases[-MOST_BASES:])
            yield f"· {product}", last.value * (Fraction(1) if already else product)

    def _durations(self, unit: Unit, tokens: list[Token], units: dict[int, Unit]) -> Iterator[tuple[str, Ball]]:
        """How long the last count, or what the sentence speaks of, takes at the rates of the sentence: 80 GB at 2 TB/s."""
        if unit.powers != {"second": 1}:
            return
        said = [(t.literal, units[t.start]) for t in tokens if t.literal is not None and t.start in units]
        amounts = [(self.last.value, self.last.powers)] if self.last is not None else []
        for literal, one in said:
            low, high = reals(rounded(literal, one))
            amounts.append((Ball(low * one.factor, high * one.factor), dict(one.powers)))
        for rate, one in said:
            for amount, powers in amounts:
                if rate.value > 0 and dict(one.powers) == {**powers, "second": -1}:
                    yield "/ rate", amount / (rate.value * one.factor)

    def _share(self, token: Token) -> None:
        assert token.literal is not None
        low, high = reals(token.literal)
        for ratio in reversed(self.ratios):
            value = value_of(ratio, self.env)
            if value is not None and value.overlaps(low, high):
                self.out.append(Count(token.start, token.end, show(ratio), token.literal, value, None))
                return

    def _instance(self, tokens: list[Token], n: int) -> None:
        """`This is 1.6 for T = 4`: the formula before, at a size."""
        if self.formula is None or n + 4 >= len(tokens) or tokens[n].literal is None:
            return
        word, name, sign, number = tokens[n + 1 : n + 5]
        if word.text.lower() not in FOR or name.kind != "name" or sign.text != "=" or number.literal is None:
            return
        if name.text not in {p.name for p in parts(self.formula) if isinstance(p, Symbol)}:
            return
        value = value_of(self.formula, {**self.env, name.text: Ball.exact(number.literal.value)})
        literal = tokens[n].literal
        if value is not None and literal is not None:
            about = f"{show(self.formula)}, {name.text} = {number.text}"
            self.out.append(Count(tokens[n].start, tokens[n].end, about, literal, value, None))


def _of_each(tokens: list[Token], n: int) -> bool:
    """Whether what is counted is said of one of several: per head, por cabeza."""
    following = [t.text.lower() for t in tokens[n + 1 : n + 3]]
    return len(following) == 2 and following[0] in ("per", "por") and f"{following[1].removesuffix('s')}s" in LAYERS


def _entries(tokens: list[Token]) -> tuple[Ball, str] | None:
    """`1024 · 1024 entries`: how many entries a sentence speaks of, and how it says so."""
    found = None
    for n, token in enumerate(tokens):
        stop, value = n, Fraction(1)
        while stop < len(tokens) and (literal := tokens[stop].literal) is not None and literal.whole:
            value *= literal.value
            stop += 1
            if stop + 1 >= len(tokens) or tokens[stop].text not in ("·", "*"):
                break
            stop += 1
        begins = n == 0 or tokens[n - 1].text not in ("·", "*", "/", "^")
        if token.kind == "number" and begins and n < stop < len(tokens) and tokens[stop].text.lower() in ENTRIES:
            found = Ball.exact(value), " · ".join(t.text for t in tokens[n:stop:2])
    return found


def _counts_entries(text: str, start: int, end: int) -> bool:
    """Whether a number without a unit is said to be one of entries or parameters."""
    return bool(NOUN.match(text, end) or NOUN.search(text, start, end))


def _assigned(chain: Chain) -> Iterator[tuple[str, Ball, tuple[int, int]]]:
    """`T = 2048`: a name and its number."""
    if len(chain.members) == 2 and chain.relations == ("=",):
        first, second = chain.members
        if first is None or second is None or not isinstance(first.expression, Symbol):
            return
        if isinstance(second.expression, Number) and second.expression.mark is not None:
            yield first.expression.name, Ball.exact(second.expression.value), (second.start, second.end)
