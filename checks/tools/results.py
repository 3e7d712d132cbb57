"""The types of the tools' results, as their schemas say them to other programs: the JSON reports, field by field.

Fields are added to the reports, never renamed; what is not named here may be there, too.
"""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from checks.messages import message

VERDICT = " ".join(
    f"{name}: {message(f'tools.verdict_{name}')}"
    for name in ("agrees", "rounding", "lucky", "carried", "wrong", "undecided", "unread", "disagree")
)
Verdict = Annotated[
    Literal["given", "agrees", "rounding", "lucky", "carried", "wrong", "undecided", "unread", "disagree"],
    Field(description=VERDICT),
]


class Claim(TypedDict):
    """One printed number, formula or statement. Lines and columns from 1, in Unicode code points, the end exclusive."""

    id: str
    line: int
    column: int
    end_line: int
    end_column: int
    kind: str
    printed: str
    about: str
    verdict: Verdict
    truth: str | None
    digits: str | None
    closed_form: str | None
    numeric: float | None
    page: list[str] | None
    cause: str | None
    carries: int
    slip: str | None
    counterexample: dict[str, Any] | None
    proof: dict[str, Any] | None
    message: str


class Document(TypedDict):
    """What was found in a text: how many claims got each verdict, how many numbers nothing was read of, and every claim."""

    path: str
    language: str
    rounding_habit: str | None
    summary: dict[str, int]
    unseen: int
    claims: list[Claim]


class Report(TypedDict):
    """The JSON report, format triplecheck/1."""

    format: str
    documents: list[Document]
    summary: dict[str, int]


class Spelled(TypedDict):
    """A formula in plain text and in LaTeX."""

    text: str
    latex: str


class Step(TypedDict):
    """One line of a derivation: by which rule it follows from the line before."""

    rule: str
    explanation: str
    uses: list[str]
    before: Spelled
    after: Spelled
    depth: int
    kernel_rules: dict[str, int]


class Proof(TypedDict):
    """A theorem with the derivation that was replayed just now, for all `sizes`."""

    name: str
    title: str
    left: Spelled
    right: Spelled
    sizes: list[str]
    definitions: list[str]
    assumptions: list[str]
    side_conditions: list[str]
    steps: list[Step]
    checked: dict[str, Any]


class Floats(TypedDict):
    """The entries correctly rounded to a float format, in decimal and in hexadecimal."""

    decimal: list[list[Any]]
    hex: list[list[Any]]


class TableStep(TypedDict):
    """One step of the computation: rows of entries, in the views that were asked for."""

    name: str
    formula: str
    shape: list[int]
    closed_forms: NotRequired[list[list[str | None]]]
    digits: NotRequired[list[list[str]]]
    decimals: NotRequired[list[list[str]]]
    ties: NotRequired[list[list[int]]]
    fp64: NotRequired[Floats]
    fp32: NotRequired[Floats]
    fp16: NotRequired[Floats]
    bf16: NotRequired[Floats]


class Table(TypedDict):
    """The answer key, format triplecheck-table/1: numbers as text, since JSON's own have no agreed precision."""

    format: str
    title: str
    how: list[str]
    digits: int | None
    decimals: int | None
    rounding: str
    steps: list[TableStep]


class Explanation(TypedDict):
    """What a word means. kind: verdict, theorem, rule, slip."""

    topic: str
    kind: str
    text: str
