"""A formula spelled as the page spells: LaTeX, NumPy, or plain unicode. What is read is printed by derive.printing.

Each notation is a table of templates by operation; what a table lacks is spelled as derive.printing does.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from checks.notation.tokens import GREEK
from derive.expression import Apply, Expression, Number, Symbol
from derive.printing import show

LOOSE, SUM, PRODUCT, TIGHT, LEAF = 0, 10, 20, 30, 100
BINDS = {"add": SUM, "subtract": SUM, "negative": 15, "multiply": PRODUCT, "matmul": PRODUCT, "divide": PRODUCT, "times": 25}
_SIGN = re.compile(r":?=|→|≈|\\to\b|\\approx\b|\\rightarrow\b")
_TRANSPOSED = re.compile(
    r"\^\s*(?P<brace>\{\s*)?\\(?:top|intercal|mathsf\{T\}|mathrm\{T\})(?!\w)(?(brace)\s*\})|\^\{T\}|\^T(?!\w)|ᵀ|\.T\b"
)
_STACKED = re.compile(r"\\[dt]?frac")
_GRADIENT = re.compile(r"\bd([A-Z](?:_\w+)?)(?![A-Za-z])")
LATIN = {sign: rf"\{name}" for name, sign in GREEK.items()}


@dataclass(frozen=True, slots=True)
class Notation:
    """Templates by operation: how each argument is spelled, and how the whole binds where that is not usual."""

    kind: str
    templates: Mapping[str, str]
    closed: frozenset[str] = frozenset()

    @property
    def stacked(self) -> bool:
        """Whether quotients stand as fractions."""
        return self.kind == "latex" and "divide" in self.closed


LATEX = Notation(
    "latex",
    {
        "add": "{} + {}", "subtract": "{} - {}", "negative": "-{}", "multiply": r"{} \odot {}", "matmul": "{} {}",
        "times": "{} {}",
        "divide": r"\frac{{{}}}{{{}}}", "transpose": r"{}^\top", "sqrt": r"\sqrt{{{}}}",
        "softmax": r"\operatorname{{softmax}}({})",
        "rowsum": r"\operatorname{{rowsum}}({})", "total": r"\operatorname{{sum}}({})", "exp": "e^{{{}}}", "log": r"\log({})",
        "power": "{}^{{{}}}", "derivative": r"\frac{{\partial {}}}{{\partial {}}}", "diag": r"\operatorname{{diag}}({})",
    },
    frozenset({"divide", "sqrt", "derivative", "softmax", "rowsum", "total", "exp", "log", "diag"}),
)  # fmt: skip
NUMPY = Notation(
    "numpy",
    {
        "add": "{} + {}", "subtract": "{} - {}", "negative": "-{}", "multiply": "{} * {}", "matmul": "{} @ {}",
        "times": "{} * {}",
        "divide": "{} / {}", "transpose": "{}.T", "sqrt": "np.sqrt({})", "exp": "np.exp({})", "log": "np.log({})",
        "rowsum": "np.sum({}, axis=-1, keepdims=True)", "total": "np.sum({})", "power": "{}**{}", "derivative": "d{1}",
        "softmax": "softmax({})", "diag": "np.diag({})",
    },
    frozenset({"sqrt", "exp", "log", "rowsum", "total", "softmax", "diag", "derivative"}),
)  # fmt: skip
UNICODE = Notation(
    "unicode",
    {
        "add": "{} + {}", "subtract": "{} − {}", "negative": "−{}", "multiply": "{} ⊙ {}", "matmul": "{} {}", "times": "{} {}",
        "divide": "{} / {}", "transpose": "{}ᵀ", "sqrt": "√{}", "exp": "exp({})", "log": "log({})", "rowsum": "rowsum({})",
        "total": "sum({})", "power": "{}^{}", "derivative": "∂{}/∂{}", "softmax": "softmax({})", "diag": "diag({})",
    },
    frozenset({"exp", "log", "rowsum", "total", "softmax", "diag"}),
)  # fmt: skip


def notation(printed: str, around: str, code: bool) -> Notation:
    """The notation of a formula as it stands on the page; what it does not show itself is looked up in the text around it."""
    starred = "*" in printed and not any(sign in printed for sign in "\\⊙∂")
    if code or starred:
        return NUMPY
    found = LATEX if "\\" in printed else UNICODE
    own = dict(found.templates)
    shown = _TRANSPOSED.search(printed) or _TRANSPOSED.search(around)
    if shown is not None and not ("\\" in shown.group() if found is UNICODE else shown.group() in (".T", "ᵀ")):
        own["transpose"] = "{}" + shown.group().replace("{", "{{").replace("}", "}}")
    closed = found.closed
    if found is LATEX and "/" in printed and not _STACKED.search(printed):
        own["divide"], closed = "{} / {}", closed - {"divide"}
    if found is UNICODE and "√" not in printed + around:
        own["sqrt"], closed = "sqrt({})", closed | {"sqrt"}
    if found is UNICODE and "−" not in printed + around:
        own |= {"subtract": "{} - {}", "negative": "-{}"}
    return replace(found, templates=own, closed=closed)


def spelled(expression: Expression, by: Notation) -> str:
    """The formula in a notation."""
    return _spelled(expression, by)[0]


def corrected(printed: str, left: Expression, right: Expression, by: Notation) -> str:
    """A formula as it should stand where `printed` stands: its own left side, and another right side."""
    head, *rest = _SIGN.split(printed, maxsplit=1)
    out = f"{head.strip(' &:') if rest else spelled(left, by)} = {spelled(right, by)}"
    if by.kind != "unicode" or "∂L/∂" not in printed:
        return out
    whole, sign, tail = out.partition(" = ")
    return whole + sign + _GRADIENT.sub(lambda m: f"(∂L/∂{m.group(1)})", tail)


def _spelled(e: Expression, by: Notation) -> tuple[str, int]:
    match e:
        case Symbol(name):
            return (_latex_name(name) if by.kind == "latex" else name), LEAF
        case Number(value) if by.kind == "latex" and value.denominator != 1:
            return show(e) if "/" not in show(e) else rf"\frac{{{value.numerator}}}{{{value.denominator}}}", LEAF
        case Apply("sigma", (body, Symbol(letter), *bounds)) if by.kind == "latex":
            return rf"\sum_{{{letter}{_bound(bounds, 'from', '=')}}}{_upper(bounds)} {_within(body, by, PRODUCT)}", 15
        case Apply("divide", (above, below)) if by.stacked and r"\frac" in _spelled(above, by)[0]:
            return rf"\frac{{1}}{{{_spelled(below, by)[0]}}} {_within(above, by, 25)}", 25
        case Apply("derivative", (above, below)) if by.kind == "numpy":
            return f"d{_spelled(below, by)[0]}", LEAF
        case Apply("derivative", (above, below)) if by.kind == "unicode":
            return f"∂{_within(above, by, LEAF)}/∂{_within(below, by, LEAF)}", TIGHT - 1
        case Apply("reduce", (Symbol(operation), inner, axis, Symbol(keep))):
            called = {"total": "sum", "maximum": "max"}.get(operation, operation)
            kept = ", keepdims=True" if keep == "True" else ""
            return f"np.{called}({_spelled(inner, by)[0]}, axis={show(axis)}{kept})", LEAF
        case Apply("entry", (base, Symbol(label))) if by.kind == "latex":
            return f"{_within(base, by, TIGHT)}_{{{label}}}", LEAF
        case Apply(name, arguments) if name in by.templates and len(arguments) == by.templates[name].count("{}"):
            return _templated(name, arguments, by)
    text = show(e)
    return text, LEAF if text[:1] not in "(-" and " " not in text else SUM


def _templated(name: str, arguments: tuple[Expression, ...], by: Notation) -> tuple[str, int]:
    if name in by.closed:
        inner = [_spelled(a, by)[0] for a in arguments]
        template = by.templates[name]
        if by.kind == "latex" and "\\frac" in inner[0]:
            template = template.replace("({})", r"\left({}\right)")
        return template.format(*inner), 90
    binds = PRODUCT if name == "times" and by.kind == "numpy" else BINDS.get(name, 80)
    inner = [_within(a, by, binds + (1 if n else 0)) for n, a in enumerate(arguments)]
    if name == "transpose" and inner[0].startswith("\\frac"):
        inner = [rf"\left({inner[0]}\right)"]
    if name == "power":
        inner[1] = _spelled(arguments[1], by)[0] if by.kind == "latex" else _within(arguments[1], by, LEAF)
        if by.kind == "latex" and len(inner[1]) == 1:
            return f"{inner[0]}^{inner[1]}", binds
    if name == "sqrt":  # not closed: √ with one name behind it
        inner = [_within(arguments[0], by, LEAF)]
    return by.templates[name].format(*inner), binds


def _within(e: Expression, by: Notation, binds: int) -> str:
    text, own = _spelled(e, by)
    if own >= binds:
        return text
    return rf"\left({text}\right)" if by.kind == "latex" and "\\frac" in text else f"({text})"


def _latex_name(name: str) -> str:
    base, mark, label = name.partition("_")
    base = LATIN.get(base, r"\mathbf{1}" if base == "𝟏" else base)
    return f"{base}_{{{label}}}" if len(label) > 1 else base + mark + label


def _bound(bounds: list[Expression], name: str, sign: str) -> str:
    return "".join(sign + show(b.arguments[0]) for b in bounds if isinstance(b, Apply) and b.operation == name)


def _upper(bounds: list[Expression]) -> str:
    text = _bound(bounds, "to", "")
    return f"^{{{text}}}" if text else ""
