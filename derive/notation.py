"""Terms in writing: as plain text and as LaTeX.

Bound indices get a letter that is free where they stand; a named definition is written by its symbol, and
`definitions` lists what the symbols mean. Printing changes nothing and nothing is read back.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from derive.terms import (
    Apply,
    Delta,
    Derivative,
    Entry,
    Exp,
    ImaginaryUnit,
    Index,
    Log,
    Named,
    Number,
    Plus,
    Power,
    Size,
    Sum,
    Tensor,
    Term,
    Times,
    free,
    walk,
)

LETTERS = {"T": "jklmnrpqt", "N": "jklmnrpqt", "d_k": "abceg", "d_v": "fghw", "D": "yzwx", "H": "hgw"}
LATEX_NAMES = {
    "δ": r"\delta",
    "γ": r"\gamma",
    "β": r"\beta",
    "ε": r"\varepsilon",
    "θ": r"\theta",
    "φ": r"\varphi",
    "τ": r"\tau",
    "μ": r"\mu",
    "σ²": r"\sigma^{2}",
    "ℓ": r"\ell",
    "x̂": r"\hat{x}",
    "ĝ": r"\hat{g}",
    "cos": r"\cos",
    "sin": r"\sin",
    "dP": "dP",
    "S2": "S_{2}",
    "S3": "S_{3}",
    "B1": "B_{1}",
    "B2": "B_{2}",
    "LSE": r"\operatorname{LSE}",
    "q·k": r"q \cdot k",
    "E(s)": r"\operatorname{E}[s]",
    "E(s²)": r"\operatorname{E}[s^{2}]",
    "Var(s)": r"\operatorname{Var}(s)",
    "E(q·k)": r"\operatorname{E}[q \cdot k]",
    "E((q·k)²)": r"\operatorname{E}[(q \cdot k)^{2}]",
    "Var(q·k)": r"\operatorname{Var}(q \cdot k)",
}
# tensors of moments of the entries of q and k, written as what they are: E_qk[a, b] is E[q_a k_b]
MOMENTS = {
    "E": ("E[{}]", r"\operatorname{{E}}[{}]", " "),
    "Var": ("Var({})", r"\operatorname{{Var}}({})", ", "),
    "Cov": ("Cov({})", r"\operatorname{{Cov}}({})", ", "),
    "Off": ("Cov_≠({})", r"\operatorname{{Cov}}_{{\neq}}({})", ", "),
}
_CALLED = re.compile(r"(\w+?)_(\d*)(?:\((.*)\))")  # q_1(m + t), cos_(m − n)
_TOKEN = re.compile(r"\\(?:left|right)[()]|\\[a-zA-Z]+|[{}()\[\]]| [+\-] ")
_FRACTION = re.compile(r"\\frac\{((?:[^{}]|\{[^{}]*\})*)\}\{((?:[^{}]|\{[^{}]*\})*)\}")
_OF_ENTRIES = re.compile(rf"({'|'.join(MOMENTS)})_([qk]+)")
TALL = (r"\frac", r"\sum", r"\left", r"\sqrt")  # what brackets must grow around
DEEPEST = 3  # round brackets inside which a long formula may still be broken
SUM, PRODUCT, POWER, ATOM = range(4)  # how tightly a spelling binds
Letters = dict[Index, str]


@dataclass(frozen=True, slots=True)
class Style:
    """What differs between the two spellings."""

    latex: bool
    times: str = " "

    def name(self, name: str) -> str:
        if not self.latex:
            return name
        if name.startswith("∂"):
            above, _, below = name.partition("/")
            return self.partial(self.name(above[1:]), self.name(below[1:]))
        base, _, below = name.partition("_")
        primes = "'" * (len(base) - len(base.rstrip("'′")))
        base = base.rstrip("'′")
        shown = LATEX_NAMES.get(base, base if len(base) == 1 else rf"\mathrm{{{base}}}")
        return shown + primes + (rf"_{{{below}}}" if below else "")

    def subscript(self, name: str, letters: Iterable[str]) -> str:
        letters = tuple(letters)
        inside = ", ".join(letters) if not self.latex else " ".join(map(self.name, letters))
        if not inside:
            return self.name(name)
        if not self.latex:
            return f"{name}[{inside}]"
        if name.startswith("∂"):
            above, _, below = name.partition("/")
            return self.partial(self.name(above[1:]), self.subscript(below[1:], letters))
        if called := _CALLED.fullmatch(name):
            base, below, argument = called.groups()
            subscripts = ", ".join(filter(None, (below, inside)))
            return f"{self.name(base)}_{{{subscripts}}}({argument.replace('−', '-')})"
        shown = self.name(name)
        return f"({shown})_{{{inside}}}" if "_" in shown else f"{shown}_{{{inside}}}"

    def partial(self, above: str, below: str) -> str:
        return rf"\frac{{\partial {above}}}{{\partial {below}}}"

    def moment(self, kind: str, variables: str, letters: Sequence[str]) -> str:
        """E, Var or Cov of entries of q and k."""
        plain, typeset, between = MOMENTS[kind]
        if not self.latex:
            return plain.format(between.join(f"{x}_{letter}" for x, letter in zip(variables, letters)))
        entries = [f"{x}_{{{self.name(letter)}}}" for x, letter in zip(variables, letters)]
        return typeset.format(between.join(entries))

    def size(self, name: str) -> str:
        return self.name(name)

    def bracket(self, inside: str) -> str:
        tall = self.latex and any(sign in inside for sign in TALL)
        return rf"\left({inside}\right)" if tall else f"({inside})"

    def fraction(self, above: str, below: str, below_binds: int) -> str:
        if self.latex:
            return rf"\frac{{{above}}}{{{below}}}"
        return f"{above} / {below if below_binds >= POWER else self.bracket(below)}"


TEXT = Style(latex=False)
LATEX = Style(latex=True)


@dataclass(slots=True)
class Writer:
    """Writes one term; knows the letters in use."""

    style: Style
    letters: Letters = field(default_factory=dict)

    def write(self, term: Term, binds: int = SUM) -> str:
        shown, tight = self._spell(term)
        return shown if tight >= binds else self.style.bracket(shown)

    def letter(self, index: Index) -> str:
        return self.letters.get(index, index.name)

    def _spell(self, term: Term) -> tuple[str, int]:
        match term:
            case Number(value):
                return self._number(value)
            case Size(name):
                return self.style.size(name), ATOM
            case ImaginaryUnit():
                return "i", ATOM
            case Entry(tensor, indices) if moments := self._moments(tensor):
                return self.style.moment(*moments, [*map(self.letter, indices)]), ATOM
            case Entry(tensor, indices):
                return self.style.subscript(tensor.name, map(self.letter, indices)), ATOM
            case Named(symbol, indices, _):
                return self.style.subscript(symbol, map(self.letter, indices)), ATOM
            case Delta(left, right):
                return self.style.subscript("δ", map(self.letter, (left, right))), ATOM
            case Plus(parts):
                return self._sum(parts)
            case Times(parts):
                return self._product(flat(parts))
            case Power(_, exponent) if exponent < 0:
                return self._product((term,))
            case Power(base, exponent):
                return self._power(base, exponent)
            case Exp(argument):
                return self._call("exp", argument)
            case Log(argument):
                return self._call("log", argument)
            case Apply(name, argument, order):
                return self._call(name + "'" * order, argument)
            case Sum(bound, body):
                return self._total(bound, body)
            case Derivative(body, entry):
                return self._derivative(body, entry)
        raise TypeError(f"no term: {term!r}")

    def _moments(self, tensor: Tensor) -> tuple[str, str] | None:
        """The kind of moment that a tensor holds and of which vectors: ("Cov", "qq")."""
        found = _OF_ENTRIES.fullmatch(tensor.name)
        if found is None or not tensor.ranges or set(tensor.ranges) != {"d_k"}:
            return None
        kind, variables = found.groups()
        full = variables * 2 if kind in ("Cov", "Off") else variables
        return (kind, full) if len(full) == len(tensor.ranges) else None

    def _number(self, value: Fraction) -> tuple[str, int]:
        if value.denominator == 1:
            return str(value), ATOM if value >= 0 else SUM
        if self.style.latex:
            sign = "-" if value < 0 else ""
            return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}", PRODUCT if value > 0 else SUM
        return str(value), PRODUCT if value > 0 else SUM

    def _sum(self, parts: tuple[Term, ...]) -> tuple[str, int]:
        return " ".join(self.pieces(parts)) or "0", SUM

    def pieces(self, parts: tuple[Term, ...]) -> list[str]:
        """The terms of a sum, each with its sign; one that is added stands first, where there is one."""
        minus = "-" if self.style.latex else "−"
        terms = [signed(part) for part in flat_sum(parts)]
        first = next((place for place, (sign, _) in enumerate(terms) if sign > 0), 0)
        terms = [*terms[first : first + 1], *terms[:first], *terms[first + 1 :]]
        spelled = [(sign, self.write(rest, PRODUCT)) for sign, rest in terms]
        head = [f"{minus if sign < 0 else ''}{shown}" for sign, shown in spelled[:1]]
        return head + [f"{minus if sign < 0 else '+'} {shown}" for sign, shown in spelled[1:]]

    def _product(self, factors: tuple[Term, ...]) -> tuple[str, int]:
        sign, rest = signed(Times(factors))
        factors = flat(rest.factors) if isinstance(rest, Times) else (rest,)
        above = [f for f in factors if not (isinstance(f, Power) and f.exponent < 0)]
        below = [Power(f.base, -f.exponent) for f in factors if isinstance(f, Power) and f.exponent < 0]
        under: list[Term] = [f.base if f.exponent == 1 else f for f in below]
        if not under:
            shown = self._juxtaposed(above)
        else:
            shown = self._fraction(above, under)
        minus = "-" if self.style.latex else "−"
        return (minus + shown, SUM) if sign < 0 else (shown, PRODUCT)

    def _fraction(self, above: list[Term], under: list[Term]) -> str:
        """Sums stand behind a fraction, not in its numerator."""
        late = [f for f in above if isinstance(f, Sum)]
        front = [f for f in above if not isinstance(f, Sum)]
        top = self._juxtaposed(front) if front else "1"
        bottom, tight = self._juxtaposed(under), PRODUCT
        if len(under) == 1:
            bottom, tight = self._spell(under[0])
        shown = self.style.fraction(top, bottom, tight)
        if not late:
            return shown
        return f"{shown}{' ' if self.style.latex else ' · '}{self._juxtaposed(late)}"

    def _juxtaposed(self, factors: Sequence[Term]) -> str:
        ordered = sorted(factors, key=lambda factor: isinstance(factor, Sum))
        last = len(ordered) - 1
        spelled = []
        for place, factor in enumerate(ordered):
            inner = self.write(factor, PRODUCT)
            loose = isinstance(factor, Sum) and place < last
            spelled.append(self.style.bracket(inner) if loose else inner)
        return self.style.times.join(spelled) or "1"

    def _power(self, base: Term, exponent: Fraction) -> tuple[str, int]:
        if exponent == Fraction(1, 2):
            if self.style.latex:
                return rf"\sqrt{{{self.write(base)}}}", ATOM
            return f"√{self.write(base, ATOM)}", POWER
        shown = self.write(base, ATOM)
        if self.style.latex:
            return f"{shown}^{{{exponent}}}", POWER
        return f"{shown}^{exponent if exponent.denominator == 1 else f'({exponent})'}", POWER

    def _call(self, name: str, argument: Term) -> tuple[str, int]:
        if self.style.latex:
            known = {"exp": r"\exp", "log": r"\log"}.get(name, self.style.name(name))
            return known + self.style.bracket(self.write(argument)), ATOM
        return f"{name}({self.write(argument)})", ATOM

    def _total(self, bound: tuple[Index, ...], body: Term) -> tuple[str, int]:
        inner = self.binding(bound, body)
        names = [inner.letter(index) for index in bound]
        shown = inner.write(body, PRODUCT)
        if self.style.latex:
            signs = "".join(rf"\sum_{{{n}=1}}^{{{self.style.size(i.range)}}}" for n, i in zip(names, bound))
            return f"{signs} {shown}", PRODUCT
        return f"Σ_{{{', '.join(names)}}} {shown}", PRODUCT

    def binding(self, bound: tuple[Index, ...], body: Term) -> "Writer":
        """A writer that also knows letters for the bound indices."""
        letters = dict(self.letters)
        taken = {self.letter(index) for index in free(body) - set(bound)} | set(letters.values())
        for index in bound:
            letters[index] = fitting(index, taken)
            taken.add(letters[index])
        return Writer(self.style, letters)

    def _derivative(self, body: Term, entry: Entry) -> tuple[str, int]:
        below = self.write(entry)
        if self.style.latex:
            if isinstance(body, Named | Entry):
                return rf"\frac{{\partial {self.write(body)}}}{{\partial {below}}}", PRODUCT
            return rf"\frac{{\partial}}{{\partial {below}}} {self.style.bracket(self.write(body))}", PRODUCT
        if isinstance(body, Named | Entry):
            return f"∂{self.write(body)}/∂{below}", POWER
        return f"∂/∂{below} ({self.write(body)})", PRODUCT


def fitting(index: Index, taken: set[str]) -> str:
    """The index's own name where it is presentable and free, else the first free letter of its range."""
    if index.name.isalpha() and index.name not in taken:
        return index.name
    for suffix in ("", "1", "2", "3", "4", "5", "6", "7", "8", "9"):
        for letter in LETTERS.get(index.range, "klmnpqr"):
            if letter + suffix not in taken:
                return letter + suffix
    return index.name


def flat(factors: Iterable[Term]) -> tuple[Term, ...]:
    """Products of products as one product."""
    result: list[Term] = []
    for factor in factors:
        result.extend(flat(factor.factors) if isinstance(factor, Times) else [factor])
    return tuple(result)


def flat_sum(parts: Iterable[Term]) -> tuple[Term, ...]:
    result: list[Term] = []
    for part in parts:
        result.extend(flat_sum(part.terms) if isinstance(part, Plus) else [part])
    return tuple(result)


def signed(term: Term) -> tuple[int, Term]:
    """The sign taken out of a product's numbers."""
    if isinstance(term, Number):
        return (-1, Number(-term.value)) if term.value < 0 else (1, term)
    if not isinstance(term, Times):
        return 1, term
    value = Fraction(1)
    others: list[Term] = []
    for factor in flat(term.factors):
        if isinstance(factor, Number):
            value *= factor.value
        else:
            others.append(factor)
    if abs(value) != 1 or not others:
        others.insert(0, Number(abs(value)))
    return (-1 if value < 0 else 1), others[0] if len(others) == 1 else Times(tuple(others))


def text(term: Term) -> str:
    """The term in one line of Unicode."""
    return written(term, TEXT)


def latex(term: Term) -> str:
    return written(term, LATEX)


def written(term: Term, style: Style) -> str:
    return Writer(style, {index: index.name for index in free(term)}).write(term)


def written_rows(term: Term, style: Style, most: int) -> list[str]:
    """The term in rows of about `most` characters as they are seen, broken before signs, outside brackets where it can be."""
    rows = [written(term, style)]
    for depth in range(DEEPEST):
        rows = [part for row in rows for part in ([row] if seen(row) <= most else _joined(_broken(row, depth), most))]
    return rows


def _broken(formula: str, depth: int) -> list[str]:
    """The formula cut before each sign that stands inside so many round brackets and in no other group."""
    parts, start, level = [], 0, 0
    groups = 0  # braces, square brackets, and brackets that grow, which must close in their row
    for token in _TOKEN.finditer(formula):
        match token[0]:
            case "{" | "[" | r"\left(":
                groups += 1
            case "}" | "]" | r"\right)":
                groups -= 1
            case "(" | ")":
                level += 1 if token[0] == "(" else -1
            case " + " | " - " if level == depth and not groups:
                parts.append(formula[start : token.start()])
                start = token.start() + 1
    return [*parts, formula[start:]]


def _joined(parts: Sequence[str], most: int) -> list[str]:
    """As many parts on each row as fit."""
    rows: list[str] = []
    for part in parts:
        if rows and seen(rows[-1]) + seen(part) <= most:
            rows[-1] += f" {part}"
        else:
            rows.append(part)
    return rows


def seen(latex: str) -> int:
    """About how many characters wide a formula is; the longer half of a fraction counts, limits of sums do not."""
    while (shorter := _FRACTION.sub(lambda halves: max(halves[1], halves[2], key=len), latex)) != latex:
        latex = shorter
    latex = re.sub(r"\\sum_\{[^{}]*\}\^\{(?:[^{}]|\{[^{}]*\})*\}", "SS", latex)
    return len(re.sub(r"\\(?:left|right|operatorname|partial)|\\[a-z]+(?=[a-z])|[{}_^\\ ]", "", latex))


def definition(use: Named, style: Style) -> tuple[str, str]:
    """Both sides of a definition, under presentable letters."""
    names = {"T": "ij", "N": "jk"}
    writer = Writer(style)
    for place, index in enumerate(use.indices):
        preferred = names.get(index.range, "")[place : place + 1]
        taken = set(writer.letters.values())
        unused = preferred if preferred and preferred not in taken else fitting(index, taken)
        writer.letters.setdefault(index, unused)
    return writer.write(use), writer.write(use.meaning)


def definitions(terms: Iterable[Term]) -> tuple[Named, ...]:
    """One use of each named definition, those first that the terms mention first."""
    found: dict[str, Named] = {}
    for term in terms:
        for node in walk(term):
            if isinstance(node, Named):
                found.setdefault(node.symbol, node)
    return tuple(found.values())
