"""What has been read of a page so far, as far as it bears on what comes next: quantities, roles, what was announced."""

import re
from dataclasses import dataclass, field, replace

from checks.binding.elements import Elements
from checks.binding.meanings import meant
from checks.binding.roles import Roles
from checks.claims import Claim, Reading
from checks.document import Document
from checks.judging.citations import Citations
from checks.judging.restatements import summed, weighted_rows
from checks.lexicon import Words, either
from checks.limits import MAX_CLAIMS, LimitError
from checks.notation.arrays import element
from checks.notation.formula import FUNCTIONS, Formula
from checks.notation.lexemes import lexemes
from checks.notation.tokens import Token
from checks.pieces import Line, Piece
from checks.quantities import Quantities
from derive.decimals import Literal, Style, is_rounded_constant
from derive.expression import Expression, Number, Symbol, marks, rebuild
from derive.printing import show

NEAR = 240


@dataclass(frozen=True, slots=True)
class Candidate:
    """A quantity that the next array may be: its head, and the last formula of its chain.

    It is `captioned` where the line just above the array ends in its formula and a colon.
    """

    head: Expression
    page: Expression | None
    shown: str
    sure: bool = False
    captioned: bool = False


@dataclass(slots=True)
class Context:
    """The state that reading a piece starts from, and that it leaves for the next one.

    `announced` are the quantities that the next array may be, `waiting` the lines of prose not yet looked at for such;
    `phrases` are the words by which prose asserts something of a number; `last` is the chain that a line beginning with a
    sign continues, `stale` if prose stands between; `opened` is the name that a sign leaves open at the end of a line, `Q =`;
    `powers` are the exponentials printed one by one, `summed` once their sum was printed, `dots` the scores printed so;
    `rows_of` is the matrix whose rows are being printed one by one, `table` the one printed last as a table; `defaulted` are
    the sizes taken from an input, with that input; `order` is the order of reading where arrays stand side by side; `lost`
    are names that program text has changed by something that was not read, `shown` what it prints, in order, until the
    outputs come, `shown_in` the cell of a notebook that does; `spoken` is the quantity that sentences last spoke of by each
    word of the pipeline, `untold` where a list of scores was left unread; `labels` and `across` are the places of rows and
    columns by their labels, `column_said` the column named last.
    """

    document: Document
    words: Words
    comma: bool
    reading: Reading = field(init=False)
    roles: Roles = field(init=False)
    announced: list[Candidate] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    last: Candidate | None = None
    opened: Formula | None = None
    stale: bool = False
    powers: list[Expression] = field(default_factory=list)
    summed: bool = False
    dots: list[Expression] = field(default_factory=list)
    rows_of: Expression | None = None
    opens_row: bool = False
    waiting: list[tuple[Line, bool]] = field(default_factory=list)
    phrases: re.Pattern[str] = field(init=False)
    table: Expression | None = None
    rivals: tuple[str, ...] = ()
    section: int = 0
    defined_in: dict[str, int] = field(default_factory=dict)
    defining: dict[str, tuple[int, int]] = field(default_factory=dict)
    first_row: int = 1
    order: dict[int, int] = field(default_factory=dict)
    defaulted: dict[str, str] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)
    shown: list[Candidate] = field(default_factory=list)
    shown_in: int = 0
    spoken: dict[str, Expression] = field(default_factory=dict)
    untold: bool = False
    across: dict[str, int] = field(default_factory=dict)
    column_said: int | None = None
    elements: Elements = field(init=False)
    citations: Citations = field(init=False)

    def __post_init__(self) -> None:
        self.reading = Reading(self.document, Quantities())
        self.roles = Roles(self.quantities, self.words)
        self.elements = Elements(self.quantities, self.document.text)
        self.citations = Citations(self.quantities)
        self.phrases = _phrases(self.words)
        if re.search(rf"\b(?:{self.row_words})\s+0\b", self.document.text, re.IGNORECASE):
            self.first_row = 0

    @property
    def row_words(self) -> str:
        """The words that open a row, as alternatives of a regular expression."""
        return "|".join(sorted(self.words.row))

    @property
    def quantities(self) -> Quantities:
        """The quantities named so far."""
        return self.reading.quantities

    def finish(self) -> Reading:
        """The reading, with its claims in the order of the page and numbered."""
        self.reading.claims.sort(key=lambda c: (c.rank, c.start, c.end))
        claims = self.reading.claims
        self.reading.by_mark = {c.start: n for n, c in enumerate(claims) if c.literal is not None}
        self.reading.printings = {}
        for number, claim in enumerate(claims):
            self._enter(number, claim)
        return self.reading

    # -- claims --------------------------------------------------------------------
    def add(self, claim: Claim) -> None:
        """Add a claim; the first one about a numeral stands. LimitError beyond MAX_CLAIMS."""
        if len(self.reading.claims) >= MAX_CLAIMS:
            raise LimitError(f"more than {MAX_CLAIMS} claims")
        rank, since = self.order.get(claim.start, claim.start), self.order.get(claim.since, claim.since)
        claim = replace(claim, rank=rank, since=since)
        if claim.literal is not None:
            if claim.start in self.reading.by_mark or self._is_signed(claim):
                return
            self.reading.by_mark[claim.start] = len(self.reading.claims)
        self.reading.claims.append(claim)
        self._enter(len(self.reading.claims) - 1, claim)

    def _is_signed(self, claim: Claim) -> bool:
        """Whether a claim was added about the same numeral with its sign: without it, it is another number."""
        signed = self.reading.by_mark.get(claim.start - 1)
        return signed is not None and self.reading.claims[signed].end == claim.end

    def _enter(self, number: int, claim: Claim) -> None:
        """Remember which quantity a claim prints."""
        if claim.truth is not None and claim.literal is not None and claim.kind != "bound":
            part = element(claim.truth, claim.place, self.quantities.shape(claim.truth))
            self.reading.printings.setdefault(self.quantities.identity(part), []).append(number)
            if claim.kind == "number" and not claim.settled:
                self.citations.remember(claim.literal, claim.truth, claim.place, self.section)

    def unread(self, start: int, end: int, reason: str, **details: str) -> None:
        """Say that something that looks like a claim was not read, and why."""
        self.add(Claim(start, end, "formula", "", settled="unread", reason=reason, details=tuple(details.items())))

    def settle(
        self, mark: int, literal: Literal, about: str, verdict: str, reason: str = "", rivals: tuple[str, ...] = ()
    ) -> None:
        """Add a printed number whose verdict reading alone decides; `rivals` are two readings that explain it equally well."""
        details = tuple(zip(("one", "other"), rivals))
        end = mark + len(literal.text)
        self.add(Claim(mark, end, "number", about, literal, settled=verdict, reason=reason, details=details))

    # -- expressions -----------------------------------------------------------------
    def resolve(self, expression: Expression) -> Expression:
        """An expression in own names, names of entries as parts of their quantities."""
        return meant(self.quantities, self.elements.resolve(expression))

    def resolved(self, formula: Formula | None) -> Expression | None:
        """A formula's expression in own names."""
        return None if formula is None else self.resolve(formula.expression)

    def citing(self, formula: Formula) -> tuple[Expression, dict[int, Expression]]:
        """A formula with the printed numbers that it cites put in, and what each of its numerals cites."""
        return self.citations.cite(self.resolve(formula.expression), formula.literals, self.roles.row, self.section)

    def cited(self, formula: Formula) -> Expression:
        """A formula with the printed numbers that it cites put in; each such numeral becomes a claim of its own."""
        expression, found = self.citing(formula)
        kept = [formula.literals[m] for m in marks(expression) if m in formula.literals]
        if found and any(self._stands_alone(literal) for literal in kept):
            written = self.resolve(formula.expression)
            found = weighted_rows(self.quantities, written, found) or summed(self.quantities, written, found, self.powers)
            if not found:
                return written  # a calculation cites all its operands or stands as it is written
            expression = rebuild(written, lambda part: found.get(part.mark) if isinstance(part, Number) and part.mark else None)
        for mark, part in found.items():
            literal = formula.literals[mark]
            end, about = mark + len(literal.text), show(self.plain(part))
            self.add(Claim(mark, end, "number", about, literal, part, since=formula.start))
        return expression

    def _stands_alone(self, literal: Literal) -> bool:
        """Whether a decimal cites no quantity: it was never printed before, or only as the result of digits as written."""
        printings = self.citations.numbers.get((literal.value, literal.unit), [])
        literals = self.reading.literals
        written = [p for p in printings if any(literals[m].places for m in marks(p.quantity) if m in literals)]
        return bool(literal.places) and not is_rounded_constant(literal) and len(written) == len(printings)

    def plain(self, expression: Expression) -> Expression:
        """An expression in the names of the page."""
        return rebuild(expression, lambda e: Symbol(e.name.split("#")[0]) if isinstance(e, Symbol) else None)

    # -- words -----------------------------------------------------------------------
    # -- tokens ----------------------------------------------------------------------
    def style(self, piece: Piece) -> Style:
        """How numerals are written in a piece."""
        code = isinstance(piece, Line) and piece.code
        return Style(
            comma=self.comma and not code, blanks=not code, suffixes=not code, dangling=code or getattr(piece, "joined", False)
        )

    def tokens(self, piece: Piece, start: int, end: int) -> list[Token]:
        """The tokens of a stretch of a piece."""
        document = self.document
        return lexemes(document.text, piece, start, end, self.style(piece), self._known_word, document.macros)

    def _known_word(self, word: str) -> bool:
        return word in FUNCTIONS or word in self.quantities.meaning or word.lower() in self.words.roles


def _phrases(words: Words) -> re.Pattern[str]:
    """The words of prose that assert something of a number beside them; bounded reaches keep it linear."""
    summed = [w for w, role in words.roles.items() if role in ("sum", "max")]
    parts = [
        rf"(?:{either([*words.sums, *words.ranges])})",
        rf"\b(?:{either(summed)})\s+[-−]?\d",
        rf"\b(?:{either(words.costs)})\s*:",
        rf"\d\S{{0,40}},?\s{{1,8}}(?:{either(words.again)})\s",
        rf"\b(?:{either(words.attends)})\b[^.!?]{{0,200}}\d|\d[^.!?]{{0,200}}\b(?:{either(words.attends)})\b",
        rf"\b(?:{either(words.folds)})\b[^.!?]{{0,200}}\d|\b(?:{either(words.between)})\s[^.!?]{{0,200}}\d",
        r"row sums?|suma por filas",
        rf"\b(?:{either([*words.roles, *words.spoken])})\b[^.!?]{{0,200}}?\b(?:{either(words.verbs)})\b[^.!?\d]{{0,60}}\d",
    ]
    return re.compile("|".join(parts), re.IGNORECASE)
