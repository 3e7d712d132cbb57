"""The productions of calculus: sums over an index, derivatives, largest entries, norms, cases, moments, einsum.

A part of the one parser (checks.notation.formula), kept apart because it is one noun of its own. What a sum runs over stays in
its expression as a Symbol; which range that is, the shapes decide later.
"""

from abc import abstractmethod

from checks.notation.tokens import Token
from derive.expression import Apply, Expression, Number, Symbol, apply, parts

EXPECTATIONS = {
    "E": "expectation", "𝔼": "expectation", "Var": "variance", "var": "variance", "Cov": "covariance", "sd": "deviation",
    "std": "deviation", "SD": "deviation", "Std": "deviation",
}  # fmt: skip
FORMATS = {"fp16", "bf16", "fp32", "fp64", "float16", "float32", "float64", "bfloat16"}
EXTREMES = {"max": "largest", "min": "smallest"}
WHEN = {"if", "when", "for", "si", "falls", "wenn", "quand", "se", "cuando", "jeśli"}
ELSE = {"otherwise", "else", "sonst", "sinon", "caso"}


class Unparsed(Exception):
    """No formula begins here."""


class Calculus:
    """What the parser knows of calculus; the parser itself brings the rest."""

    normed: bool  # the next ‖ closes a norm

    @abstractmethod
    def peek(self, ahead: int = 0) -> Token | None: ...

    @abstractmethod
    def sees(self, kind: str, *texts: str, ahead: int = 0) -> bool: ...

    @abstractmethod
    def take(self) -> Token: ...

    @abstractmethod
    def expect(self, kind: str, *texts: str) -> Token: ...

    @abstractmethod
    def sum(self) -> Expression: ...

    @abstractmethod
    def term(self) -> Expression: ...

    @abstractmethod
    def product(self) -> Expression: ...

    @abstractmethod
    def power(self) -> Expression: ...

    @abstractmethod
    def primary(self) -> Expression: ...

    @abstractmethod
    def exponent(self) -> Expression: ...

    # -- what opens a production -------------------------------------------------
    def opens(self, token: Token) -> bool:
        """Whether the token begins a sum, a derivative or a largest entry."""
        base, _, label = token.text.partition("_")
        if base == "Σ":
            ahead = self._after(token)
            following = self.peek(ahead)
            entry = following is not None and following.kind == "name" and following.text[-2:-1] == "_"
            return bool(label) or self.sees("op", "_", ahead=ahead) or self.sees("open", "(", ahead=ahead) or entry
        if base in EXTREMES:
            return bool(label) or self.sees("op", "_", ahead=self._after(token))
        return token.text == "∂"

    def _after(self, token: Token) -> int:
        return 1 if self.peek() is token else 0

    def opened(self, token: Token) -> Expression:
        """The production that a token (already taken) begins."""
        base, _, label = token.text.partition("_")
        if base == "∂":
            return self._quotient()
        if base == "Σ" and not label and not self.sees("op", "_"):
            return self._implied(self.power() if self.sees("open") else self.term())
        binder = self._binder(label)
        if base == "Σ":
            upper = self._upper()
            return _summed(self.term(), binder, upper)
        return Apply(EXTREMES[base], (self.power(), *binder))

    def _implied(self, body: Expression) -> Expression:
        """Σ(e^(x_j)), Σ p_j log p_j without an index: over the one letter that its summand has."""
        found = {p.name.partition("_")[2] for p in parts(body) if isinstance(p, Symbol) and "_" in p.name}
        letter = found.pop() if len(found) == 1 else ""
        if len(letter) != 1 or not letter.isalpha():
            raise Unparsed
        return Apply("sigma", (body, Symbol(letter)))

    def _binder(self, label: str) -> tuple[Expression, ...]:
        """The index, and from where on it runs or through which set."""
        if label:
            return (Symbol(label),)
        self.expect("op", "_")
        if not self.sees("open", "{"):
            return (Symbol(self.take().text),)
        self.take()
        name = Symbol(self.expect("name").text)
        while self.sees("comma") and self.sees("name", ahead=1):
            self.take()
            name = Symbol(f"{name.name},{self.take().text}")
        if self.sees("close", "}"):
            self.take()
            return (name,)
        relation = self.take()
        if relation.text not in ("=", "∈", "≠"):
            raise Unparsed
        bound = self.sum()
        self.expect("close", "}")
        return (name, apply({"=": "from", "∈": "within", "≠": "except"}[relation.text], bound))

    def _upper(self) -> tuple[Expression, ...]:
        if not self.sees("op", "^"):
            return ()
        self.take()
        return (apply("to", self.exponent()),)

    def label(self) -> str:
        """What stands in a subscript, as text."""
        if not self.sees("open", "{"):
            return self.take().text
        self.take()
        out = ""
        while not self.sees("close", "}"):
            out += self.take().text
        self.take()
        return out

    # -- derivatives -----------------------------------------------------------------
    def _quotient(self) -> Expression:
        """∂X/∂Y, the first sign already taken."""
        above = self.primary()
        self.expect("op", "/")
        self.expect("name", "∂")
        return apply("derivative", above, self.primary())

    def fraction(self) -> Expression:
        """The two groups of \\frac, the upper one beginning with ∂."""
        self.expect("open", "{")
        self.expect("name", "∂")
        order = self._order()
        above = self.primary() if not self.sees("close", "}") else None
        self.expect("close", "}")
        self.expect("open", "{")
        below: list[Expression] = []
        while self.sees("name", "∂"):
            self.take()
            entry = self.primary()
            below += [entry] * self._order()
        self.expect("close", "}")
        if len(below) != order:
            raise Unparsed
        if above is None:
            above = self.power()
        for entry in below:
            above = apply("derivative", above, entry)
        return above

    def gradient(self, token: Token) -> Expression:
        """∇_Q L, ∇_w² L, the first sign already taken."""
        label = token.text.partition("_")[2]
        order = self._order()
        if not label and self.sees("op", "_"):
            self.take()
            label = self.label()
        order = self._order() if order == 1 else order
        if not label:
            raise Unparsed
        of = self.primary()
        for _ in range(order):
            of = apply("derivative", of, Symbol(label))
        return of

    def _order(self) -> int:
        if self.sees("superscript"):
            raised = self.take().text
            if raised not in ("1", "2", "3"):
                raise Unparsed
            return int(raised)
        if not self.sees("op", "^"):
            return 1
        self.take()
        order = self.exponent()
        if not isinstance(order, Number) or order.value not in (1, 2, 3):
            raise Unparsed
        return int(order.value)

    # -- norms, cases, moments, einsum --------------------------------------------------
    def norm(self) -> Expression:
        """‖X‖, the first sign already taken."""
        normed, self.normed = self.normed, True
        inner = self.sum()
        self.normed = normed
        self.expect("op", "‖")
        return apply("norm", inner)

    def cases(self) -> Expression:
        """The rows of a cases environment: value, condition, value, condition."""
        out: list[Expression] = []
        while not self.sees("macro", "end"):
            if self.sees("newline"):
                self.take()
                continue
            out.append(self.sum())
            if self.sees("comma"):
                self.take()
            self.expect("cell")
            out.append(self._condition())
        self.take()
        self.expect("open", "{")
        self.expect("name", "cases")
        self.expect("close", "}")
        return Apply("cases", tuple(out))

    def _condition(self) -> Expression:
        while (
            self.sees("name")
            and (word := self.peek()) is not None
            and word.text.split()[0].lower().rstrip(".,;") in WHEN | ELSE
        ):
            if self.take().text.split()[0].lower().rstrip(".,;") in ELSE:
                return Symbol("else")
        left = self.sum()
        relation = self.take()
        if relation.text not in ("=", "≠", "<", ">", "≤", "≥"):
            raise Unparsed
        right = self.sum()
        while self.sees("comma") or self.sees("other", "."):
            self.take()
        return apply("compare", Symbol(relation.text), left, right)

    def moment(self, token: Token) -> Expression:
        """E[X], Var(X), the name already taken."""
        opener = self.take()
        inner = self.sum()
        arguments = [inner]
        while self.sees("comma"):
            self.take()
            arguments.append(self.sum())
        self.expect("close", {"(": ")", "[": "]", "{": "}"}[opener.text])
        return Apply(EXPECTATIONS[token.text], tuple(arguments))

    def einsum(self) -> Expression:
        """einsum("ij,ij->i", X, Y), the name already taken."""
        self.expect("open", "(")
        out: list[Expression] = [Symbol(self.expect("string").text)]
        while self.sees("comma"):
            self.take()
            out.append(self.sum())
        self.expect("close", ")")
        return Apply("einsum", tuple(out))


def _summed(body: Expression, binder: tuple[Expression, ...], upper: tuple[Expression, ...]) -> Expression:
    """Σ of a body; Σ_{ij} and Σ_{i,j} are a sum over each of their letters."""
    first = binder[0]
    names = first.name if isinstance(first, Symbol) and len(binder) == 1 and not upper else ""
    letters = (
        names.split(",") if "," in names else list(names) if len(names) < 4 and names.isascii() and names.isalpha() else []
    )
    if len(letters) < 2 or len(set(letters)) < len(letters):
        return Apply("sigma", (body, *binder, *upper))
    for letter in reversed(letters):
        body = Apply("sigma", (body, Symbol(letter)))
    return body
