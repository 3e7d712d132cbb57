"""Formulas read into expressions: a Pratt parser over checks.notation.tokens, one grammar for unicode, NumPy and LaTeX.

What is written side by side binds tighter than any sign between (Q K^T / sqrt(d_k)); a product of arrays is read as the
field reads it. A reader asks for the longest formula from a token on: what the grammar does not know ends it. Each
printed numeral keeps its place as the mark of its Number. Nothing is evaluated here.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from checks.limits import MAX_DEPTH, MAX_SIZE, LimitError
from checks.notation.calculus import EXPECTATIONS, EXTREMES, FORMATS, Calculus, Unparsed
from checks.notation.magnitude import bearable, factorial_of
from checks.notation.tokens import OPENERS, Token
from derive.decimals import Literal, negate
from derive.expression import ONE, ZERO, Apply, Expression, Number, Symbol, apply, integer

FUNCTIONS = {
    "exp": "exp", "sqrt": "sqrt", "log": "log", "ln": "log", "softmax": "softmax", "Softmax": "softmax", "abs": "abs",
    "diag": "diag", "diagflat": "diag", "Diag": "diag", "rowsum": "rowsum", "max": "maximum", "sum": "total", "mean": "mean",
    "outer": "outer", "transpose": "transpose", "matmul": "matmul", "dot": "times", "raíz": "sqrt", "SoftMax": "softmax",
    "amax": "maximum", "concat": "concat", "Concat": "concat", "concatenate": "concatenate", "hstack": "concat",
    "colsum": "colsum",
}  # fmt: skip
BY_ROW = {"maximum": "rowmax", "total": "rowsum", "mean": "rowmean", "softmax": "softmax"}
ENTROPIES = {"H"}  # H(p) is a name of its own, and no product
MAKERS = {"array", "asarray", "tensor", "Tensor", "matrix", "Matrix", "as_tensor"}
FILLS = {"eye": None, "identity": None, "zeros": 0, "ones": 1}
OPENING = ("Σ", "∂", "max", "min")
_TRANSPOSES = {"T", "⊤", "t", "top"}
_PRODUCTS = {"·": "times", "*": "multiply", "/": "divide", "@": "matmul", "⊙": "multiply"}
_RULED = frozenset({*EXTREMES, "exp", "log", "ln", "sqrt", "softmax", "e"})  # names with rules beyond calls
MASKED = Symbol("-inf")


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression as read: its tokens [first, stop), its place [start, end), its printed numerals by place."""

    expression: Expression
    first: int
    stop: int
    start: int
    end: int
    literals: Mapping[int, Literal]


@dataclass(slots=True)
class _Parser(Calculus):
    tokens: list[Token]
    at: int
    is_name: Callable[[Token], bool]
    is_factor: Callable[[Token], bool]
    literals: dict[int, Literal] = field(default_factory=dict)
    depth: int = 0
    blanks: bool = False
    literally: bool = False
    normed: bool = False

    # -- moving ------------------------------------------------------------
    def peek(self, ahead: int = 0) -> Token | None:
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else None

    def sees(self, kind: str, *texts: str, ahead: int = 0) -> bool:
        token = self.peek(ahead)
        return token is not None and token.kind == kind and (not texts or token.text in texts)

    def take(self) -> Token:
        token = self.peek()
        if token is None:
            raise Unparsed
        self.at += 1
        return token

    def expect(self, kind: str, *texts: str) -> Token:
        if not self.sees(kind, *texts):
            raise Unparsed
        return self.take()

    # -- sums and products ---------------------------------------------------
    def sum(self) -> Expression:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise LimitError(f"brackets deeper than {MAX_DEPTH}")
        left = self.term()
        while self.sees("op", "+", "-") and not self._separates():
            before = self.at
            sign = self.take().text
            try:
                right = self.term()
            except Unparsed:
                self.at = before
                break
            left = apply("add" if sign == "+" else "subtract", left, right)
        self.depth -= 1
        return left

    def _separates(self) -> bool:
        """In a list whose entries stand apart by blanks alone, a sign glued to its numeral begins an entry."""
        sign, following = self.peek(), self.peek(1)
        return self.blanks and sign is not None and following is not None and sign.spaced and not following.spaced

    def term(self) -> Expression:
        left = self.product()
        while self.sees("op", *_PRODUCTS):
            before = self.at
            sign = self.take().text
            try:
                right = self.product()
            except Unparsed:
                self.at = before
                break
            left = apply(_PRODUCTS[sign], left, right)
        return left

    def product(self) -> Expression:
        left = self.unary()
        while self._begins_factor():
            before, depth = self.at, self.depth
            try:
                right = self.power()
            except Unparsed:
                self.at, self.depth = before, depth
                break
            left = apply("times", left, right)
        return left

    def _begins_factor(self) -> bool:
        token = self.peek()
        if token is None or (self.blanks and token.spaced):
            return False
        if token.kind == "name":
            return token.text in FUNCTIONS or self.opens(token) or self.is_factor(token)
        if token.kind == "open":
            return token.text in "([{" and not (self.blanks and token.text == "[")
        return (token.kind == "macro" and token.text in ("frac", "sqrt", "begin")) or (
            token.kind == "op" and (token.text == "√" or (token.text == "‖" and not self.normed))
        )

    def unary(self) -> Expression:
        if self.sees("op", "-"):
            sign = self.take()
            number = self.peek()
            if number is not None and number.kind == "number" and not self._powered(1):
                return self._number(self.take(), sign)
            if self.sees("infinity"):
                self.take()
                return MASKED
            inner = self.unary()
            return apply("negative", inner)
        if self.sees("op", "+") and not self.blanks:
            self.take()
        return self.power()

    def _powered(self, ahead: int) -> bool:
        return self.sees("op", "^", ahead=ahead) or self.sees("superscript", ahead=ahead)

    # -- powers, indices, transposes -------------------------------------------
    def power(self) -> Expression:
        base = self.postfix()
        while True:
            if self.sees("superscript"):
                base = bearable(apply("power", base, integer(self._whole(self.take()))))
            elif self.sees("op", "^"):
                self.take()
                base = self._raised(base)
            else:
                return self._indexed(base) if self.sees("open", "[") and not self._spaced() else base

    def _whole(self, token: Token) -> int:
        """The integer of a raised numeral. Unparsed for a sign alone."""
        if not re.fullmatch(r"[-+]?\d{1,6}", token.text):
            raise Unparsed
        return int(token.text)

    def _stands_alone(self, ahead: int) -> bool:
        """Whether what is `ahead` begins no factor, so that the sign before it is a label (m^*)."""
        token = self.peek(ahead)
        return token is None or token.kind in ("relation", "close", "comma", "newline", "other", "cell") or token.kind == "op"

    def _spaced(self) -> bool:
        token = self.peek()
        return token is not None and token.spaced

    def _raised(self, base: Expression) -> Expression:
        braces = 1 if self.sees("open", "{", "(") else 0
        name = self.peek(braces)
        closed = not braces or self.sees("close", ahead=2)
        if name is not None and name.kind == "name" and name.text in _TRANSPOSES and closed:
            self.at += 1 + 2 * braces
            return apply("transpose", base)
        if name is not None and name.kind == "transpose" and closed:
            self.at += 1 + 2 * braces
            return apply("transpose", base)
        if self.sees("op", "*") and isinstance(base, Symbol) and self._stands_alone(1):
            self.take()
            return Symbol(base.name + "*")
        exponent = self.exponent()
        if self.sees("op", "!") and not self._spaced() and (raised := factorial_of(exponent)) is not None:
            bearable(apply("power", base, raised))  # 10^7!, were the sign no exclamation
        return bearable(apply("exp", exponent) if base == Symbol("e") else apply("power", base, exponent))

    def _factorial(self, base: Expression) -> Expression | None:
        """n! where n is a number and mathematics goes on behind it; the sign at the end of a sentence is none."""
        after = self.peek(1)
        if self._spaced() or after is None or after.kind not in ("op", "relation", "close", "comma", "superscript"):
            return None
        return factorial_of(base)

    def exponent(self) -> Expression:
        if self.sees("open", "{", "("):
            return self._group()
        if self.sees("op", "-"):
            return self.unary()
        base = self.postfix()
        if self.sees("op", "^"):
            self.take()
            return self._raised(base)
        return base

    def postfix(self) -> Expression:
        base = self.primary()
        while True:
            if self.sees("transpose"):
                self.take()
                base = apply("transpose", base)
            elif self.sees("op", "!"):
                made = self._factorial(base)
                if made is None:
                    return base
                self.take()
                base = made
            elif self.sees("method"):
                base = self._method(base)
            elif self.sees("op", "_") and isinstance(base, Apply):
                self.take()
                base = apply("entry", base, Symbol(self.label()))
            elif self.sees("open", "[") and not self._spaced() and not isinstance(base, Number):
                base = self._indexed(base)
            else:
                return base

    def _indexed(self, base: Expression) -> Expression:
        self.expect("open", "[")
        places: list[Expression | None] = []
        while not self.sees("close", "]"):
            if self.sees("op", ":"):
                self.take()
                places.append(None)
            else:
                places.append(self._place())
            if not self.sees("close", "]"):
                self.expect("comma")
        self.take()
        if not places:
            raise Unparsed
        return _at(base, places)

    def _place(self) -> Expression:
        token = self.take()
        if token.kind == "op" and token.text == "-" and self.sees("number"):
            token = self.take()
            if token.literal is not None and token.literal.whole:
                return Number(-token.literal.value)
        if token.kind == "number" and token.literal is not None and token.literal.whole:
            return Number(token.literal.value)
        if token.kind == "name":
            return Symbol(token.text)
        if token.kind == "string":
            return Symbol(f'"{token.text}"')
        raise Unparsed

    # -- primaries -----------------------------------------------------------
    def primary(self) -> Expression:
        token = self.take()
        match token.kind:
            case "number":
                return self._number(token, None)
            case "infinity":
                return Symbol("inf")
            case "name":
                return self._name(token)
            case "open" if token.text in OPENERS:
                self.at -= 1
                return self._list() if token.text == "[" else self._group()
            case "macro":
                return self._macro(token)
            case "other" if token.text == "…":
                return Symbol("…")
            case "op" if token.text == "‖":
                return self.norm()
            case "op" if token.text == "√":
                return apply("sqrt", self.power() if not self.sees("op", "-") else self.unary())
        raise Unparsed

    def _number(self, token: Token, sign: Token | None) -> Expression:
        literal = token.literal
        if literal is None:
            raise Unparsed
        start = token.start
        if sign is not None:
            start = sign.start
            literal = negate(literal, "-" + literal.text if sign.end == token.start else "- " + literal.text)
        self.literals[start] = literal
        return Number(literal.value, start)

    def _name(self, token: Token) -> Expression:
        called = self.sees("open", "(")
        if self.opens(token):
            return self.opened(token)
        if token.text in EXPECTATIONS and self.sees("open", "(", "[", "{"):
            return self.moment(token)
        if (
            token.text in ENTROPIES
            and called
            and not self._spaced()
            and self.sees("name", ahead=1)
            and self.sees("close", ahead=2)
        ):
            self.at += 3
            return Symbol(f"{token.text}({self.tokens[self.at - 2].text})")
        if token.text.endswith("()") and called:
            return self._call(token.text[:-2])
        if token.text in FORMATS and called:
            return apply("rounded", Symbol(token.text), self._group())
        if token.text == "einsum" and called:
            return self.einsum()
        if token.text in MAKERS and called:
            return self._made()
        if token.text in FILLS and called:
            return self._filled(token.text)
        if token.text == "cat" and called:
            return self._called("concatenate")
        if token.text in FUNCTIONS and called:
            return self._called(FUNCTIONS[token.text])
        if token.text in ("exp", "log", "ln", "sqrt", "softmax") and self._begins_argument():
            inner = self.term() if self.sees("name", "Σ") else self.power()
            return apply(FUNCTIONS[token.text], inner)
        if token.text == "e" and self._powered(0):
            if self.sees("superscript"):
                return apply("exp", integer(self._whole(self.take())))
            return Symbol("e")
        if token.text.startswith("∇"):
            return self.gradient(token)
        if token.text in ("Σ", "Π") or not self.is_name(token):
            raise Unparsed
        return Symbol(token.text)

    def _call(self, name: str) -> Expression:
        """A function of the page at another argument than its own."""
        argument = self._group()
        if isinstance(argument, Apply) and argument.operation in ("list", "tuple"):
            raise Unparsed
        return Apply("call", (Symbol(name), argument))

    def _begins_argument(self) -> bool:
        token = self.peek()
        if token is None:
            return False
        return (
            token.kind == "number"
            or (token.kind == "open" and token.text == "{")
            or (token.kind == "macro" and token.text == "frac")
            or (token.kind == "name" and (token.text.startswith("Σ") or self.is_name(token)))
        )

    def _called(self, operation: str) -> Expression:
        self.expect("open", "(")
        arguments, keywords = self._arguments()
        return self._applied(operation, arguments, keywords)

    def _method(self, base: Expression) -> Expression:
        operation = FUNCTIONS[self.take().text]
        self.expect("open", "(")
        arguments, keywords = self._arguments()
        return self._applied(operation, [base, *arguments], keywords)

    def _applied(self, operation: str, arguments: list[Expression], keywords: dict[str, Expression]) -> Expression:
        axis = keywords.get("axis", keywords.get("dim"))
        if operation in ("concat", "concatenate"):
            if operation == "concatenate" and axis is None:
                raise Unparsed  # NumPy puts the rows of one under those of the other
            return self._concat(arguments, axis)
        if axis is None and operation in BY_ROW and len(arguments) == 2 and isinstance(arguments[1], Number):
            arguments, axis = arguments[:1], arguments[1]  # x.sum(-1)
        if axis is not None and operation in BY_ROW:
            if self.literally and operation != "softmax":
                kept = keywords.get("keepdims", keywords.get("keepdim", Symbol("False")))
                return Apply("reduce", (Symbol(operation), *arguments, axis, Symbol("True") if kept == ONE else kept))
            return _along(operation, arguments, axis)
        if len(arguments) > 1 and operation in ("softmax", "maximum"):
            if operation == "softmax" and isinstance(arguments[1], Number) and not isinstance(arguments[0], Number):
                return _along(operation, arguments[:1], arguments[1])
            arguments = [Apply("list", tuple(arguments))]
        if operation == "colsum" and len(arguments) == 1:
            return _along("total", arguments, ZERO)
        if len(arguments) != (2 if operation in ("outer", "matmul", "times") else 1):
            raise Unparsed
        return bearable(Apply(operation, tuple(arguments)))

    def _concat(self, arguments: list[Expression], axis: Expression | None) -> Expression:
        """Arrays side by side: `concat(H1, H2)`, `np.concatenate([H1, H2], axis=1)`."""
        if len(arguments) == 1 and isinstance(arguments[0], Apply) and arguments[0].operation == "list":
            arguments = list(arguments[0].arguments)
        if not arguments or (axis is not None and not (isinstance(axis, Number) and axis.value in (-1, 1))):
            raise Unparsed
        return Apply("concat", tuple(arguments))

    def _arguments(self) -> tuple[list[Expression], dict[str, Expression]]:
        arguments: list[Expression] = []
        keywords: dict[str, Expression] = {}
        while not self.sees("close", ")"):
            if self.sees("name") and self.sees("relation", "=", ahead=1):
                key = self.take().text
                self.take()
                keywords[key] = self._keyword()
            else:
                arguments.append(self._inside())
            if not self.sees("close", ")"):
                self.expect("comma")
        self.take()
        return arguments, keywords

    def _keyword(self) -> Expression:
        if self.sees("name") and (self.sees("comma", ahead=1) or self.sees("close", ahead=1)):
            return Symbol(self.take().text)
        return self._inside()

    def _inside(self) -> Expression:
        """An entry or argument: brackets stand around it, so blanks no longer separate."""
        blanks, self.blanks = self.blanks, False
        normed, self.normed = self.normed, False
        try:
            return self.sum()
        finally:
            self.blanks, self.normed = blanks, normed

    def _made(self) -> Expression:
        self.expect("open", "(")
        arguments, _ = self._arguments()
        if not arguments:
            raise Unparsed
        return arguments[0]

    def _filled(self, name: str) -> Expression:
        self.expect("open", "(")
        arguments, _ = self._arguments()
        sizes = [_size(n) for a in arguments for n in (a.arguments if isinstance(a, Apply) else (a,))]
        if not 1 <= len(sizes) <= 2:
            raise Unparsed
        value = FILLS[name]
        if value is None:
            return _matrix(sizes[0], sizes[-1], lambda i, j: int(i == j))
        if len(sizes) == 1:
            return Apply("list", tuple(integer(value) for _ in range(sizes[0])))
        return _matrix(sizes[0], sizes[1], lambda i, j: value)

    def _group(self) -> Expression:
        opener = self.take()
        inner = self._inside()
        entries = [inner]
        parted = False
        while self.sees("comma") or self.sees("semicolon"):
            parted = self.take().kind == "semicolon" or parted
            entries.append(self._inside())
        self.expect("close", OPENERS[opener.text], ")" if opener.text == "(" else OPENERS[opener.text])
        if len(entries) == 1:
            return inner
        return Apply("tuple" if opener.text == "(" and not parted and all(map(_is_size, entries)) else "list", tuple(entries))

    def _list(self) -> Expression:
        self.expect("open", "[")
        blanks, self.blanks = self.blanks, self._no_commas()
        rows: list[list[Expression]] = [[]]
        try:
            while not self.sees("close", "]"):
                rows[-1].append(self.sum())
                if self.sees("semicolon"):
                    self.take()
                    rows.append([])
                elif self.sees("comma"):
                    self.take()
                elif not self.sees("close", "]") and not (self.blanks and self._spaced()):
                    raise Unparsed
        finally:
            self.blanks = blanks
        self.take()
        return _stacked([row for row in rows if row])

    def _no_commas(self) -> bool:
        """Whether the list that was just opened has entries but no comma of its own, so that blanks part them."""
        depth, seen = 0, 0
        for token in self.tokens[self.at :]:
            if token.kind == "open":
                depth += 1
            elif token.kind == "close":
                if depth == 0:
                    break
                depth -= 1
            if depth == 0 and token.kind == "comma":
                return False
            seen += 1
        return seen > 1

    # -- LaTeX ----------------------------------------------------------------
    def _macro(self, token: Token) -> Expression:
        if token.text == "frac":
            if self.sees("open", "{") and self.sees("name", "∂", ahead=1):
                return self.fraction()
            top = self._argument()
            return apply("divide", top, self._argument())
        if token.text == "sqrt":
            if self.sees("open", "["):
                raise Unparsed
            return apply("sqrt", self._argument())
        if token.text == "begin":
            return self._environment()
        raise Unparsed

    def _argument(self) -> Expression:
        return self._group() if self.sees("open", "{") else self.primary()

    def _environment(self) -> Expression:
        self.expect("open", "{")
        name = self.expect("name").text
        self.expect("close", "}")
        if name == "cases":
            return self.cases()
        if not (name.endswith("matrix") or name == "array"):
            raise Unparsed
        if name == "array" and self.sees("open", "{"):
            while not self.sees("close", "}"):
                self.take()
            self.take()
        rows: list[list[Expression]] = [[]]
        while not self.sees("macro", "end"):
            if self.sees("newline"):
                self.take()
                rows.append([])
            elif self.sees("cell"):
                self.take()
            else:
                rows[-1].append(self._inside())
        self.at += 1
        self.expect("open", "{")
        self.expect("name")
        self.expect("close", "}")
        return _rows([row for row in rows if row])


def _stacked(rows: list[list[Expression]]) -> Expression:
    """Entries parted by semicolons: a vector where each stands alone, the rows of a matrix otherwise."""
    if not rows:
        raise Unparsed
    if len(rows) == 1 or all(len(row) == 1 for row in rows):
        return Apply("list", tuple(entry for row in rows for entry in row))
    return Apply("list", tuple(Apply("list", tuple(row)) for row in rows))


def _is_size(entry: Expression) -> bool:
    """Whether an entry of a bracket may be a size, so that (4, 4) may be a shape."""
    return isinstance(entry, Symbol) or (isinstance(entry, Number) and entry.value.denominator == 1 and entry.value > 0)


def _rows(rows: list[list[Expression]]) -> Expression:
    if not rows:
        raise Unparsed
    if len(rows) == 1:
        return Apply("list", tuple(rows[0])) if len(rows[0]) == 1 else Apply("list", (Apply("list", tuple(rows[0])),))
    return Apply("list", tuple(Apply("list", tuple(row)) for row in rows))


def _at(base: Expression, places: list[Expression | None]) -> Expression:
    """base[places]; a colon takes the whole axis."""
    if len(places) == 2 and places[0] is None and places[1] is not None:
        return apply("column", base, places[1])
    kept = [p for p in places if p is not None]
    if not kept or None in places[: len(kept)]:
        raise Unparsed
    if isinstance(base, Apply) and base.operation == "index":
        return Apply("index", (*base.arguments, *kept))
    return Apply("index", (base, *kept))


def _along(operation: str, arguments: list[Expression], axis: Expression) -> Expression:
    if len(arguments) != 1 or not isinstance(axis, Number):
        raise Unparsed
    if axis.value in (-1, 1):
        return apply(BY_ROW[operation], arguments[0])
    turned = apply(BY_ROW[operation], apply("transpose", arguments[0]))
    return apply("transpose", turned)


def _size(expression: Expression) -> int:
    if isinstance(expression, Number) and expression.value.denominator == 1 and 0 < expression.value <= MAX_SIZE:
        return int(expression.value)
    raise Unparsed


def _matrix(rows: int, columns: int, entry: Callable[[int, int], int]) -> Expression:
    return Apply("list", tuple(Apply("list", tuple(integer(entry(i, j)) for j in range(columns))) for i in range(rows)))


def _is_word(tokens: list[Token], first: int) -> bool:
    """Whether a formula can only begin at a token if it is a name: it is called by nothing and has no rule of its own."""
    token = tokens[first]
    called = first + 1 < len(tokens) and tokens[first + 1].kind == "open"
    return token.kind == "name" and token.text.isascii() and not called and token.text.partition("_")[0] not in _RULED


def parse(
    tokens: list[Token],
    first: int,
    is_name: Callable[[Token], bool],
    is_factor: Callable[[Token], bool] | None = None,
    literally: bool = False,
) -> Formula | None:
    """The longest formula that begins at tokens[first], or None. LimitError for one nested too deeply.

    `is_name` tells which words are names, `is_factor` which of them may stand beside another as a product. `literally`:
    what NumPy's axis and keepdims say is kept word for word.
    """
    if _is_word(tokens, first) and not is_name(tokens[first]):
        return None
    parser = _Parser(tokens, first, is_name, is_factor or is_name, literally=literally)
    try:
        expression = parser.sum()
    except Unparsed:
        return None
    except RecursionError:
        raise LimitError(f"brackets deeper than {MAX_DEPTH}") from None
    return Formula(expression, first, parser.at, tokens[first].start, tokens[parser.at - 1].end, parser.literals)
