"""Pieces become claims: what each printed number and formula asserts, of which quantity, from what the page shows before.

Chains define names, or are judged against their head; arrays are bound to the quantity that their name, caption or place
in the pipeline gives. Reading order is the order of the page. Nothing is judged here: a Claim only says what would be
compared with what.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from checks.chains import Chain, Scanner
from checks.document import Document
from checks.formula import FUNCTIONS, MASKED, Formula, parse
from checks.lexicon import Words, words
from checks.limits import MAX_CLAIMS, LimitError
from checks.pieces import Grid, Line, Piece, Span
from checks.quantities import Quantities
from checks.restatements import Match, Matcher
from checks.roles import Roles
from checks.tokens import Token, cut
from derive.decimals import Literal, Style, reals, roughen
from derive.expression import Apply, Expression, Number, Symbol, index, integer, marks, parts, rebuild, symbols
from derive.printing import show
from derive.values import Shape, places_of

EQUALITIES = ("=", "≈", ":=", "→")
_COMMENT = re.compile(r"(?<!\S)#[^\n]*")


@dataclass(frozen=True, slots=True)
class Claim:
    """One printed number, formula or statement, and what it is compared with.

    `truth`, at `place`, is the quantity; `page`, at `page_place`, what the page shows just before, where that is a
    calculation. `settled` is a verdict that reading alone decides (given, unread, undecided), `reason` its message.
    The page values of all entries of one array come from what stands above `since`.
    """

    start: int
    end: int
    kind: str
    about: str
    literal: Literal | None = None
    truth: Expression | None = None
    place: tuple[int, ...] = ()
    page: Expression | None = None
    page_place: tuple[int, ...] = ()
    settled: str = ""
    reason: str = ""
    details: tuple[tuple[str, str], ...] = ()
    equals: tuple[Expression, Expression] | None = None
    since: int = 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A quantity that the next array may be: its head, and the last formula of its chain."""

    head: Expression
    page: Expression | None
    shown: str
    sure: bool = False


@dataclass(slots=True)
class Reading:
    """What has been read of a document: the claims in order, the quantities, and the numerals by their places.

    `constants` are the numerals of formulas that hold exactly as written, so that 0.25 is a quarter there.
    """

    document: Document
    quantities: Quantities
    claims: list[Claim] = field(default_factory=list)
    by_mark: dict[int, int] = field(default_factory=dict)
    printings: dict[Expression, list[int]] = field(default_factory=dict)
    literals: dict[int, Literal] = field(default_factory=dict)
    constants: set[int] = field(default_factory=set)


def read_claims(document: Document, pieces: Iterator[Piece], language: str) -> Reading:
    """The claims of a document. LimitError where it makes more claims than are ever built."""
    found = list(pieces)
    binder = Binder(document, words(language), comma_style(document, found))
    for piece in found:
        binder.take(piece)
    binder.reading.claims.sort(key=lambda c: (c.start, c.end))
    return binder.finish()


def comma_style(document: Document, pieces: list[Piece]) -> bool:
    """Whether the numerals of the text (not of its code) have a decimal comma."""
    commas = points = 0
    for piece in pieces:
        if isinstance(piece, Line) and piece.code:
            continue
        text = document.text[piece.start : piece.end]
        commas += len(re.findall(r"(?<![\d,\[(])\d+,\d+(?![\d,\])])", text))
        points += len(re.findall(r"(?<![\d.])\d+\.\d+(?![\d.])", text))
    return commas > points


@dataclass(slots=True)
class Binder:
    """Reads pieces in order, and remembers what they defined and announced."""

    document: Document
    words: Words
    comma: bool
    reading: Reading = field(init=False)
    roles: Roles = field(init=False)
    announced: list[Candidate] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    last: Candidate | None = None
    last_block: int = -1
    section: int = 0
    defined_in: dict[str, int] = field(default_factory=dict)
    first_row: int = 1

    def __post_init__(self) -> None:
        self.reading = Reading(self.document, Quantities())
        self.roles = Roles(self.quantities, self.words)
        row_words = "|".join(sorted(self.words.row))
        if re.search(rf"\b(?:{row_words})\s+0\b", self.document.text, re.IGNORECASE):
            self.first_row = 0

    @property
    def quantities(self) -> Quantities:
        """The quantities named so far."""
        return self.reading.quantities

    def finish(self) -> Reading:
        """The reading, with its claims numbered in the order of the page."""
        claims = self.reading.claims
        self.reading.by_mark = {c.start: n for n, c in enumerate(claims) if c.literal is not None}
        self.reading.printings = {}
        for number, claim in enumerate(claims):
            self._enter(number, claim)
        return self.reading

    # -- pieces --------------------------------------------------------------------
    def take(self, piece: Piece) -> None:
        """Read one piece."""
        try:
            if isinstance(piece, Grid):
                self._grid(piece)
            else:
                self._line(piece)
        except LimitError as error:
            self._unread(piece.start, piece.end, "limit", what=str(error))

    def _add(self, claim: Claim) -> None:
        if len(self.reading.claims) >= MAX_CLAIMS:
            raise LimitError(f"more than {MAX_CLAIMS} claims")
        if claim.literal is not None:
            if claim.start in self.reading.by_mark:
                return
            self.reading.by_mark[claim.start] = len(self.reading.claims)
        self.reading.claims.append(claim)
        self._enter(len(self.reading.claims) - 1, claim)

    def _enter(self, number: int, claim: Claim) -> None:
        """Remember which quantity a claim prints."""
        if claim.truth is not None and claim.literal is not None and claim.kind != "bound":
            identity = self.quantities.identity(_element(claim.truth, claim.place, self.quantities.shape(claim.truth)))
            self.reading.printings.setdefault(identity, []).append(number)

    def _unread(self, start: int, end: int, reason: str, **details: str) -> None:
        self._add(Claim(start, end, "formula", "", settled="unread", reason=reason, details=tuple(details.items())))

    def style(self, piece: Piece) -> Style:
        """How numerals are written in a piece."""
        code = isinstance(piece, Line) and piece.code
        return Style(
            comma=self.comma and not code, blanks=not code, suffixes=not code, dangling=code or getattr(piece, "joined", False)
        )

    def _known_word(self, word: str) -> bool:
        return word in FUNCTIONS or word in self.quantities.meaning or word.lower() in self.words.roles

    def _tokens(self, piece: Piece, start: int, end: int) -> list[Token]:
        style, text = self.style(piece), self.document.text
        code = isinstance(piece, Line) and (piece.code or piece.joined)
        cuts = [m.span() for m in _COMMENT.finditer(text, start, end)] if code else []
        stretches = zip([start, *(e for _, e in cuts)], [*(s for s, _ in cuts), end])
        return [t for s, e in stretches for t in cut(text, s, e, style, self._known_word)]

    # -- lines -----------------------------------------------------------------------
    def _line(self, line: Line) -> None:
        if line.heading:
            self.section += 1
            self.announced = []
        marker = self._row_marker(line)
        tokens = split_units(self._tokens(line, line.start, line.end), self.words)
        lengths = self._lengths(tokens)
        scanner = Scanner(
            tokens,
            lambda name: name in self.quantities.meaning,
            lambda word: word.lower() in self.words.roles,
            self.words.letters,
            line.code,
            line.spans,
        )
        if line.block != self.last_block and not line.code:
            self.last = None
        self.last_block = line.block
        taken: list[Span] = []
        placed: list[tuple[int, Candidate]] = []
        self._folded(scanner)
        for chain in scanner.chains():
            taken.append((chain.start, chain.end))
            while lengths and lengths[0][0] < chain.start:
                self.quantities.define("T", Number(lengths.pop(0)[1]), given=True)
            candidate = self._chain(chain)
            if candidate:
                placed.append((chain.end, candidate))
        for formula in scanner.mentions(taken):
            candidate = self._mention(formula, len(tokens))
            if candidate:
                placed.append((formula.end, candidate))
        found = [*self._spoken(line), *(c for _, c in sorted(placed, key=lambda pair: pair[0]))]
        if found:
            self.announced = found if line.code or not marker else [*self.announced, *found]
        self._remarks(line, tokens, taken)

    def _row_marker(self, line: Line) -> bool:
        """`Row 1 ("will"):` opens a row; a heading that opens none closes it."""
        text = self.document.text[line.start : line.end]
        row_words = "|".join(sorted(self.words.row))
        match = re.match(rf"\W*(?:{row_words})\s+(\d{{1,3}})\b", text, re.IGNORECASE)
        if match:
            self.roles.open_row(int(match.group(1)) - self.first_row)
        elif line.heading:
            self.roles.close_row()
        return match is not None

    def _lengths(self, tokens: list[Token]) -> list[tuple[int, Fraction]]:
        """`length-32`, `longitud 2048`: what T is in the sentence that follows, and from where on."""
        out = []
        for word, dash, number in zip(tokens, tokens[1:], tokens[2:]):
            value = number.literal.value if number.literal else None
            if word.text.lower() in self.words.length and dash.text == "-" and value and value.denominator == 1:
                out.append((number.end, value))
        return out

    def _spoken(self, line: Line) -> list[Candidate]:
        """Quantities that a line of prose announces by a word: "the weights", "la salida"."""
        if line.code:
            return []
        text = self.document.text[line.start : line.end].lower()
        spoken = [self.words.roles[w] for w in re.findall(r"[^\W\d_]+", text) if w in self.words.roles]
        heads = [(role, self.roles.matrix(role)) for role in dict.fromkeys(spoken)]
        return [Candidate(h, None, role) for role, h in heads if h is not None]

    def _mention(self, formula: Formula, count: int) -> Candidate | None:
        expression = self.quantities.resolve(formula.expression)
        if _is_value(formula.expression):
            if formula.stop - formula.first == count and isinstance(expression, Apply):
                self._array(formula)
            return None
        if isinstance(formula.expression, Symbol) and formula.expression.name not in self.quantities.meaning:
            role = self.roles.conventional(formula.expression.name)
            return None if role is None else Candidate(Symbol(formula.expression.name), role, formula.expression.name)
        if not symbols(expression) or (isinstance(formula.expression, Symbol) and len(formula.expression.name) > 3):
            return None
        return Candidate(expression, None, show(formula.expression))

    def _folded(self, scanner: Scanner) -> None:
        """`D is the row sum of A * dA`: a name defined in words."""
        tokens = scanner.tokens
        for n, token in enumerate(tokens):
            words_after = [t.text.lower() for t in tokens[n + 1 : n + 6]]
            phrase = " ".join(words_after)
            match = re.match(r"(?:is|are|es|=) (?:the |la )?(?:row sums? of|suma por filas de)", phrase)
            if token.kind != "name" or not match:
                continue
            formula = scanner.read(n + 1 + len(match.group().split()))
            if formula is not None and token.text not in self.quantities.meaning:
                self._define(token.text, Apply("rowsum", (self.quantities.resolve(formula.expression),)))

    # -- chains ----------------------------------------------------------------------
    def _chain(self, chain: Chain) -> Candidate | None:
        """Define and claim what a chain says; what it leaves open is announced."""
        members = list(chain.members)
        relations = list(chain.relations)
        for formula in members:
            self.reading.literals.update(formula.literals if formula else {})
        if chain.broken:
            self._unread(chain.start, chain.end, "formula")
        if any(r not in EQUALITIES for r in relations):
            return None
        bare = members[0] is not None and _is_bare(members[0])
        if bare or any(m is not None and _has_shape(m.expression) for m in members):
            self._add(Claim(chain.start, chain.end, "shape", "", settled="undecided", reason="shapes"))
            return None
        if members[0] is None:
            if self.last is None:
                return None
            head, page, shown, rest = self.last.head, self.last.page, self.last.shown, members[1:]
        else:
            head, consumed = self._head(members, relations)
            shown, rest = show(members[0].expression), members[1 + consumed :]
            relations = relations[consumed:]
            page = self._resolved(members[consumed]) if consumed or not isinstance(head, Symbol) else None
        for relation, member in zip(relations, rest):
            if member is None:
                continue
            page = self._member(head, page, shown, member, relation)
        self.last = Candidate(head, page, shown, True)
        value = members[-1] is not None and _is_value(members[-1].expression)
        return None if value and not chain.open else self.last

    def _resolved(self, formula: Formula | None) -> Expression | None:
        return None if formula is None else self.quantities.resolve(formula.expression)

    def _head(self, members: list[Formula | None], relations: list[str]) -> tuple[Expression, int]:
        """The quantity that a chain speaks of, and how many of the members after it were used to define it."""
        first = members[0]
        assert first is not None
        name = name_of(first.expression)
        following = members[1] if len(members) > 1 else None
        if name is None or following is None:
            return self._cited(self.quantities.resolve(first.expression)), 0
        if name in self.quantities.meaning:
            return self._again(name, first, following)
        if symbols(first.expression) <= set(self.quantities.meaning):
            return self.quantities.resolve(first.expression), 0
        local = self.roles.local(name)
        if local is not None:
            return self._define(name, local), 0
        return self._introduce(name, first, members)

    def _again(self, name: str, first: Formula, following: Formula) -> tuple[Expression, int]:
        """A name that has a meaning: its quantity, or a new one where the document plainly gives another."""
        old = self.quantities.resolve(first.expression)
        new = self.quantities.resolve(following.expression)
        if _is_value(following.expression):
            own = self.quantities.meaning[name]
            if own in self.quantities.givens and self._is_new_given(name, old, new):
                return self._give(name, following), 1
            return old, 0
        if marks(following.expression) or not symbols(new) or isinstance(first.expression, Apply):
            return old, 0
        if self.quantities.equal(old, new) is False and not self._mentions_itself(name, new):
            for own in reversed(self.quantities.definitions):
                if own.split("#")[0] == name and self.quantities.equal(Symbol(own), new):
                    return Symbol(own), 0
            return self._definition(name, first, following), 1
        return old, 0

    def _mentions_itself(self, name: str, new: Expression) -> bool:
        return self.quantities.meaning[name] in symbols(new)

    def _is_new_given(self, name: str, old: Expression, new: Expression) -> bool:
        """Whether other numbers for a given start a new quantity: another shape, a new section, or all of them other."""
        before, after = self.quantities.shape(old), self.quantities.shape(new)
        if before != after or before == ():
            return before != after or self.quantities.equal(old, new) is not True
        if self.quantities.equal(old, new):
            return False
        x, y = self.quantities.truth(old).items, self.quantities.truth(new).items
        same = sum(1 for a, b in zip(x, y) if a is b or a == b)
        return same * 2 < len(x) or self.defined_in.get(name) != self.section

    def _introduce(self, name: str, first: Formula, members: list[Formula | None]) -> tuple[Expression, int]:
        """A name that has no meaning yet: given by numbers, or defined by the formula that follows."""
        following = members[1]
        assert following is not None
        names = [name]
        used = 1
        while isinstance(following.expression, Symbol) and following.expression.name not in self.quantities.meaning:
            after = members[used + 1] if used + 1 < len(members) else None
            if after is None:
                break
            names.append(following.expression.name)
            following, used = after, used + 1
        if _is_value(following.expression) or is_constant_array(following.expression):
            out = self._give(name, following)
            for other in names[1:]:
                self.quantities.define(other, self.quantities.definitions[out.name], given=True)
            return out, used
        return self._definition(name, first, members[1]), 1

    def _give(self, name: str, following: Formula) -> Symbol:
        self.defined_in[name] = self.section
        for mark in marks(following.expression):
            literal = following.literals[mark]
            where = Symbol(name)
            self._add(Claim(mark, mark + len(literal.text), "number", show(where), literal, settled="given"))
        return self.quantities.define(name, self.quantities.resolve(following.expression), given=True)

    def _definition(self, name: str, first: Formula, following: Formula | None) -> Expression:
        assert following is not None
        expression = self.quantities.resolve(following.expression)
        if not marks(following.expression) or symbols(expression):
            self._add(
                Claim(
                    first.start,
                    following.end,
                    "formula",
                    f"{name} = {show(following.expression)}",
                    settled="given",
                    reason="definition",
                )
            )
        return self._define(name, expression)

    def _define(self, name: str, expression: Expression) -> Symbol:
        self.defined_in[name] = self.section
        self._default_sizes(expression)
        return self.quantities.define(name, self.quantities.resolve(expression))

    def _default_sizes(self, expression: Expression) -> None:
        """d_k where the document never gives it: the width of its keys."""
        for size, owner, axis in (("d_k", "K", -1), ("d_v", "V", -1), ("T", "Q", 0)):
            if size in symbols(expression) and size not in self.quantities.meaning and owner in self.quantities.meaning:
                shape = self.quantities.shape(Symbol(self.quantities.meaning[owner]))
                if shape:
                    self.quantities.define(size, integer(shape[axis]), given=True)

    # -- members ---------------------------------------------------------------------
    def _member(self, head: Expression, page: Expression | None, shown: str, member: Formula, relation: str) -> Expression:
        """Claim what one member of a chain says of the head; returns the member, which the next one is computed from."""
        expression = self.quantities.resolve(member.expression)
        self._default_sizes(expression)
        if _is_value(member.expression):
            self._values(head, page, shown, member, relation)
            return expression
        matched = self._restated(member, expression, head, page)
        if marks(expression) and self.quantities.equal(head, expression):
            self.reading.constants.update(marks(expression))
        if matched and marks(expression):
            return expression
        if not self._is_rounded(member):
            about = f"{shown} = {show(member.expression)}"
            self._add(Claim(member.start, member.end, "formula", about, equals=(head, expression), reason="equal"))
        else:
            self._add(
                Claim(
                    member.start,
                    member.end,
                    "formula",
                    f"{shown} = {show(member.expression)}",
                    settled="",
                    reason="calculation",
                    equals=(head, expression),
                )
            )
        return expression

    def _is_rounded(self, member: Formula) -> bool:
        """Whether a formula calculates with printed decimals, so that it need not hold exactly."""
        return any(literal.places for literal in member.literals.values())

    def _values(self, head: Expression, page: Expression | None, shown: str, member: Formula, relation: str) -> None:
        entries = list(_entries(member.expression))
        head = self._with_mask(head, [(p, e) for p, e in entries if e == MASKED])
        printed, shape = _shape(member.expression), self.quantities.shape(head)
        if shape is not None and not _fits(printed, shape):
            self._unread(member.start, member.end, "shape", printed=str(printed), shape=str(shape))
            return
        for place, entry in entries:
            if not isinstance(entry, Number) or entry.mark is None:
                continue
            literal = member.literals[entry.mark]
            if relation == "≈" and literal.whole:
                literal = roughen(literal)
            about = _part_of(shown, place)
            self._add(
                Claim(
                    entry.mark,
                    entry.mark + len(literal.text),
                    "number",
                    about,
                    literal,
                    head,
                    place,
                    page,
                    place,
                    since=member.start,
                )
            )
        self.roles.printed(head)

    def _restated(self, member: Formula, expression: Expression, head: Expression, page: Expression | None) -> bool:
        """Claims for the operands of a written calculation, as far as it can be seen what they restate."""
        values = {m: reals(literal) for m, literal in member.literals.items()}
        matcher = Matcher(self.quantities, values)
        found: Match | None = matcher.match(expression, head)
        if not found:
            return found is not None
        before = matcher.match(expression, page) or {} if page is not None and marks(page) else {}
        for mark, part in found.items():
            literal = member.literals[mark]
            about = show(self._plain(part))
            self._add(
                Claim(
                    mark, mark + len(literal.text), "number", about, literal, part, (), before.get(mark), (), since=member.start
                )
            )
        return True

    def _plain(self, expression: Expression) -> Expression:
        return rebuild(expression, lambda e: Symbol(e.name.split("#")[0]) if isinstance(e, Symbol) else None)

    def _cited(self, head: Expression) -> Expression:
        """A head written in digits: a numeral that is itself a claim stands for what it claims to be."""

        def cite(part: Expression) -> Expression | None:
            if isinstance(part, Number) and part.mark in self.reading.by_mark:
                claim = self.reading.claims[self.reading.by_mark[part.mark]]
                if claim.truth is not None and not claim.place:
                    return claim.truth
            return None

        return rebuild(head, cite) if marks(head) else head

    # -- masks and arrays --------------------------------------------------------------
    def _with_mask(self, head: Expression, masked: list[tuple[tuple[int, ...], Expression]]) -> Expression:
        """The head, with minus infinity where the array shows it and the head does not have it yet."""
        shape = self.quantities.shape(head)
        if not masked or not shape:
            return head
        places = {p for p, _ in masked}
        value = self.quantities.truth(head)
        if all(
            value.items[n] == MASKED or repr(value.items[n]) == "-inf" for n, p in enumerate(places_of(shape)) if p in places
        ):
            return head
        new = Apply("mask", (head, _pattern(shape, places)))
        self.roles.mask(head, new)
        names = [
            n
            for n, own in self.quantities.meaning.items()
            if self.quantities.identity(Symbol(own)) == self.quantities.identity(head)
        ]
        for name in names:
            self.quantities.define(name, new)
        return new

    def _array(self, formula: Formula) -> None:
        """An array that stands alone on its lines."""
        self.reading.literals.update(formula.literals)
        shape = _shape(formula.expression)
        self._bind(formula, shape, self._candidates(shape, None, formula))

    def _bind(self, formula: Formula, shape: Shape, candidate: Candidate | None) -> None:
        if candidate is None:
            for mark in marks(formula.expression):
                literal = formula.literals[mark]
                self._add(Claim(mark, mark + len(literal.text), "number", "", literal, settled="unread", reason="unbound"))
            return
        head = candidate.head
        if isinstance(head, Symbol) and head.name not in self.quantities.definitions:
            page = candidate.page
            if page is None:
                for mark in marks(formula.expression):
                    self._add(
                        Claim(
                            mark,
                            mark + len(formula.literals[mark].text),
                            "number",
                            head.name,
                            formula.literals[mark],
                            settled="given",
                        )
                    )
                self.quantities.define(head.name, self.quantities.resolve(formula.expression), given=True)
                return
            head, candidate = self._define(head.name, page), Candidate(head, None, candidate.shown)
        self._values(head, candidate.page, candidate.shown, formula, "=")
        self.announced = []

    def _candidates(self, shape: Shape, name: Formula | None, formula: Formula) -> Candidate | None:
        """The quantity that an array is, strongest cue first; None where nothing that fits was announced."""
        if name is not None:
            named = self._named(name)
            if named is not None:
                return named
        fitting = [c for c in self.announced if _fits(shape, self._shape_of(c))]
        return self._best(fitting, formula)

    def _best(self, fitting: list[Candidate], formula: Formula) -> Candidate | None:
        """The nearest reading that the arithmetic confirms over the whole array; the nearest of all where it confirms none.

        `fitting` is in the order of the page, words before formulas.
        """
        if len(fitting) < 2:
            return fitting[-1] if fitting else None
        from checks.confirmation import support

        found = [(support(self.reading, self._supposed(c, formula)), c) for c in reversed(fitting)]
        confirmed = [(s, c) for s, c in found if s.confirmed]
        if not confirmed:
            return next((c for _, c in found if c.sure), found[0][1])
        return max(confirmed, key=lambda pair: pair[0].explained)[1]

    def _supposed(self, candidate: Candidate, formula: Formula) -> list[Claim]:
        head = self._of(candidate)
        entries = list(_entries(formula.expression))
        shape = self.quantities.shape(head) or ()
        masked = {p for p, e in entries if e == MASKED}
        head = (
            Apply("mask", (head, _pattern(shape, masked))) if masked and len(shape) == len(_shape(formula.expression)) else head
        )
        return [
            Claim(e.mark, e.mark, "number", "", formula.literals[e.mark], head, p, since=formula.start)
            for p, e in entries
            if isinstance(e, Number) and e.mark is not None
        ]

    def _of(self, candidate: Candidate) -> Expression:
        """The quantity of a candidate: a name that has no meaning yet stands for what it would be defined as."""
        head = candidate.head
        undefined = isinstance(head, Symbol) and head.name not in self.quantities.definitions
        return candidate.page if undefined and candidate.page is not None else head

    def _shape_of(self, candidate: Candidate) -> Shape | None:
        return self.quantities.shape(self._of(candidate))

    def _named(self, formula: Formula) -> Candidate | None:
        name = name_of(formula.expression)
        shown = show(formula.expression)
        announced = [c for c in self.announced if c.sure and c.shown == shown]
        if announced:
            return announced[-1]
        if name is None:
            return Candidate(self.quantities.resolve(formula.expression), None, shown)
        if name in self.quantities.meaning:
            return Candidate(self.quantities.resolve(formula.expression), None, shown)
        role = self.roles.local(name) or self.roles.conventional(name)
        return None if role is None else Candidate(Symbol(name), role, shown)

    # -- grids -----------------------------------------------------------------------
    def _grid(self, grid: Grid) -> None:
        for n, row in enumerate(grid.rows):
            if row.label:
                self.labels[self.document.text[slice(*row.label)].strip(' "“”')] = n
        width = {len(row.cells) for row in grid.rows}
        if len(width) != 1:
            self._unread(grid.start, grid.end, "ragged", widths=", ".join(str(len(r.cells)) for r in grid.rows))
            return
        rows = [[self._cell(grid, cell) for cell in row.cells] for row in grid.rows]
        if any(cell is None for row in rows for cell in row):
            return
        literals = {m: lit for row in rows for cell in row if cell for m, lit in cell.literals.items()}
        expression = Apply("list", tuple(Apply("list", tuple(c.expression for c in row if c)) for row in rows))
        self.reading.literals.update(literals)
        formula = Formula(expression, 0, 0, grid.start, grid.end, literals)
        name = self._cell(grid, grid.name) if grid.name else None
        shape = _shape(expression)
        candidate = self._candidates(shape, name, formula)
        if candidate is None and any(c.expression == MASKED for row in rows for c in row if c):
            candidate = self._masked_scores(shape)
        self._bind(formula, shape, candidate)
        self.last = None

    def _masked_scores(self, shape: Shape) -> Candidate | None:
        scores = self.roles.scores()
        return (
            Candidate(scores, None, show(self._plain(scores)))
            if scores is not None and self.quantities.shape(scores) == shape
            else None
        )

    def _cell(self, grid: Grid, span: Span) -> Formula | None:
        tokens = self._tokens(grid, *span)
        if not tokens:
            return None
        formula = parse(tokens, 0, lambda token: True)
        return formula if formula is not None and formula.stop == len(tokens) else None

    # -- remarks in prose ----------------------------------------------------------------
    def _remarks(self, line: Line, tokens: list[Token], taken: list[Span]) -> None:
        """Numbers in words: the sum of a row, a range of entries, a rough count, a number restated beside its row."""
        from checks.statements import statements

        for claim in statements(self, line, tokens, taken):
            self._add(claim)


def name_of(expression: Expression) -> str | None:
    """The name that an equation for this expression would define: a symbol, or an entry of one."""
    if isinstance(expression, Symbol):
        return expression.name
    if isinstance(expression, Apply) and expression.operation == "index" and isinstance(expression.arguments[0], Symbol):
        return show(expression)
    return None


def split_units(tokens: list[Token], words: Words) -> list[Token]:
    """Counts with their units: `4 exp + 4 sum` is 4 + 4; `= 32 ops per row × 4` ends one chain and begins the next."""
    out: list[Token] = []
    n = 0
    while n < len(tokens):
        token = tokens[n]
        out.append(token)
        n += 1
        if token.kind != "number":
            continue
        stop = n
        while stop < len(tokens) and tokens[stop].kind == "name" and tokens[stop].text.lower() in UNITS and stop - n < 4:
            stop += 1
        if stop == n or not (stop < len(tokens) and tokens[stop].kind in ("op", "relation")) or tokens[n].text == "e":
            continue
        before = out[-2] if len(out) > 1 else None
        if before is not None and before.kind == "relation" and tokens[stop].kind == "op":
            out += [Token("split", "", token.start, token.start), token]
        n = stop
    return out


UNITS = frozenset(
    [
        "exp",
        "sum",
        "div",
        "muls",
        "mul",
        "mults",
        "adds",
        "add",
        "ops",
        "op",
        "flops",
        "flop",
        "per",
        "row",
        "por",
        "fila",
        "filas",
        "exps",
        "sums",
        "divs",
        "small",
        "sets",
        "each",
        "cada",
        "exponentials",
    ]
)


def is_constant_array(expression: Expression) -> bool:
    """An array made of numbers alone: np.eye(4) * 0.5."""
    lists = any(isinstance(p, Apply) and p.operation == "list" for p in parts(expression))
    return (
        lists
        and not (symbols(expression) - {MASKED.name})
        and not any(
            isinstance(p, Apply) and p.operation not in ("list", "multiply", "times", "divide", "negative", "transpose")
            for p in parts(expression)
        )
    )


def _has_shape(expression: Expression) -> bool:
    return any(isinstance(p, Apply) and p.operation == "tuple" for p in parts(expression))


def _is_bare(formula: Formula) -> bool:
    """A head that is only a whole number: "row 1 = 50/50"."""
    literal = next(iter(formula.literals.values()), None)
    return isinstance(formula.expression, Number) and literal is not None and literal.whole


def _is_value(expression: Expression) -> bool:
    """A printed number, or an array of printed numbers and minus infinities."""
    if isinstance(expression, Apply):
        return expression.operation == "list" and all(map(_is_value, expression.arguments))
    return (isinstance(expression, Number) and expression.mark is not None) or expression == MASKED


def _part_of(shown: str, place: tuple[int, ...]) -> str:
    """`S[0, 1]`, `Y[1, 2]`, `(X X.T)[0, 1]`."""
    if not place:
        return shown
    inside = ", ".join(map(str, place))
    if re.fullmatch(r"\w+\[\d+\]", shown):
        return f"{shown[:-1]}, {inside}]"
    return f"{shown}[{inside}]" if re.fullmatch(r"[^\s@*/+-]+", shown) else f"({shown})[{inside}]"


def _entries(expression: Expression, place: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Expression]]:
    if isinstance(expression, Apply) and expression.operation == "list":
        for n, entry in enumerate(expression.arguments):
            yield from _entries(entry, (*place, n))
    else:
        yield place, expression


def _shape(expression: Expression) -> Shape:
    if isinstance(expression, Apply) and expression.operation == "list":
        inner = {_shape(e) for e in expression.arguments}
        return (len(expression.arguments), *(inner.pop() if len(inner) == 1 else ()))
    return ()


def _fits(printed: Shape, shape: Shape | None) -> bool:
    """Whether an array as printed can be a quantity of this shape: the same, or a column or row printed flat."""
    if shape is None:
        return False
    if printed == shape:
        return True
    return len(printed) == 1 and len(shape) == 2 and 1 in shape and max(shape) == printed[0]


def _element(truth: Expression, place: tuple[int, ...], shape: Shape | None) -> Expression:
    if shape is not None and len(place) < len(shape):
        place = list(places_of(shape))[place[0] if place else 0]
    return index(truth, *place)


def _pattern(shape: Shape, places: set[tuple[int, ...]]) -> Expression:
    if len(shape) == 1:
        return Apply("list", tuple(integer(int((j,) in places)) for j in range(shape[0])))
    return Apply(
        "list", tuple(Apply("list", tuple(integer(int((i, j) in places)) for j in range(shape[1]))) for i in range(shape[0]))
    )
