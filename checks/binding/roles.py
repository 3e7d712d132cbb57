"""The usual pipeline of attention: what a page's words name when it defines them nowhere itself.

scores → masked → shifted → exp → sum → weights → output. Inside a row ("Row 1:") the words logits, shifted, exp, sum and
softmax are that row's; elsewhere they are the matrices'.
"""

from dataclasses import dataclass, field

from checks.lexicon import Words
from checks.quantities import Quantities
from derive.expression import Apply, Expression, Symbol, apply, index

SCORES = ("S_scaled", "S", "scores", "logits")
WEIGHTS = ("A", "P", "weights")
OUTPUTS = ("Y", "O", "output", "Z", "C")
_LOCAL = ("scores", "logits", "scaled", "masked", "max", "shifted", "exp", "sum", "softmax", "weights")


@dataclass(slots=True)
class Roles:
    """What the words of the pipeline stand for at this point of the page; `told` are the scores that a sentence listed."""

    quantities: Quantities
    words: Words
    row: int | None = None
    seen: dict[str, str] = field(default_factory=dict)
    masked: Expression | None = None
    latest: Expression | None = None
    unweighted: Expression | None = None
    weighted: Expression | None = None
    told: Expression | None = None

    def open_row(self, row: int) -> None:
        """Begin a row: its local words are new."""
        self._forget()
        self.row = row

    def close_row(self) -> None:
        """Leave the row."""
        self._forget()
        self.row = None

    def tell(self, scores: Expression) -> None:
        """A sentence lists scores: where they are others than before, what was made of those is over."""
        if self.row is None and self.told is not None and self.told != scores:
            self._forget()
        self.told = scores

    def restart(self) -> None:
        """A new example begins: no row is open, no scores were shown."""
        self.close_row()
        self.masked = self.latest = self.unweighted = self.weighted = self.told = None

    def release(self, name: str) -> None:
        """A name that the page defines itself is no word of the open row: it outlives it."""
        self.seen = {role: word for role, word in self.seen.items() if word != name}

    def _forget(self) -> None:
        for name in self.seen.values():
            self.quantities.meaning.pop(name, None)
        self.seen = {}

    def printed(self, head: Expression) -> None:
        """Remember an array as the latest one printed, whole or row by row; weights are no scores."""
        whole = head
        match head:
            case Apply("index", (Symbol() as matrix, _)):
                whole = matrix
        if len(self.quantities.shape(whole) or ()) != 2:
            return
        self.latest = whole
        if self._are_weights(whole):
            self.weighted = whole
        else:
            self.unweighted = whole

    def _are_weights(self, matrix: Expression) -> bool:
        definition = self.quantities.definition(matrix) if isinstance(matrix, Symbol) else matrix
        return isinstance(definition, Apply) and definition.operation == "softmax"

    def mask(self, before: Expression, after: Expression) -> None:
        """The scores were shown with a mask."""
        if len(self.quantities.shape(after) or ()) == 2:
            self.masked = after

    # -- the pipeline ------------------------------------------------------------------
    def scores(self) -> Expression | None:
        """The scores that softmax takes: masked where a mask was shown."""
        if self.masked is not None:
            return self.masked
        return self._first(SCORES) or self.unweighted

    def weights(self) -> Expression | None:
        """The attention weights: those that the page names, else those that it printed last."""
        named, scores = self._first(WEIGHTS) or self.weighted, self.scores()
        return named or (None if scores is None else apply("softmax", scores))

    def _first(self, names: tuple[str, ...]) -> Symbol | None:
        return next((Symbol(self.quantities.meaning[n]) for n in names if n in self.quantities.meaning), None)

    def conventional(self, name: str) -> Expression | None:
        """What a bare capital stands for where the page never says: A the weights, Y the output, K the keys X W_K."""
        if name in ("Q", "K", "V"):
            return self._projected(name)
        if name in WEIGHTS:
            return None if self.scores() is None else apply("softmax", self.scores() or Symbol("S"))
        if name in OUTPUTS and "V" in self.quantities.meaning and self.weights() is not None:
            return apply("matmul", self.weights() or Symbol("A"), Symbol(self.quantities.meaning["V"]))
        return None

    def _projected(self, name: str) -> Expression | None:
        meaning = self.quantities.meaning
        weights = next((w for w in (f"W_{name}", f"W_{name.lower()}", f"W{name}") if w in meaning), None)
        if weights is None or "X" not in meaning:
            return None
        return apply("matmul", Symbol(meaning["X"]), Symbol(meaning[weights]))

    def matrix(self, role: str) -> Expression | None:
        """The matrix that a word of the pipeline names."""
        if role in ("scores", "logits", "scaled", "masked"):
            return self.scores()
        if role in ("weights", "softmax"):
            return self.weights()
        if role == "output":
            return self._first(OUTPUTS) or self.conventional("Y")
        return None

    # -- a row's own words ---------------------------------------------------------------
    def local(self, name: str) -> Expression | None:
        """What a word means in the row that is open, or over all rows where none is; None for other names."""
        role = self.words.roles.get(name.lower())
        if role not in _LOCAL:
            return None
        made = self._made(role)
        if made is not None:
            self.seen[role] = name
        return made

    def _made(self, role: str) -> Expression | None:
        told = self.told if self.row is None else None
        logits = self._seen("logits") or self._seen("scores") or told or self.row_of_scores() or self.told
        if logits is None:
            return None
        shifted = self._seen("shifted") or logits
        exp = self._seen("exp") or apply("exp", shifted)
        match role:
            case "scores" | "logits" | "scaled" | "masked":
                return self.row_of_scores()
            case "max":
                return apply(self._over_row("maximum"), logits)
            case "shifted":
                return apply("subtract", logits, apply(self._over_row("maximum"), logits))
            case "exp":
                return apply("exp", shifted)
            case "sum":
                return apply(self._over_row("total"), exp)
        total = self._seen("sum")
        return apply("softmax", logits) if total is None or self._seen("exp") is None else apply("divide", exp, total)

    def _over_row(self, name: str) -> str:
        return name if self.row is not None else {"maximum": "rowmax", "total": "rowsum"}[name]

    def _seen(self, role: str) -> Symbol | None:
        name = self.seen.get(role)
        own = self.quantities.meaning.get(name) if name else None
        return Symbol(own) if own else None

    def row_of_scores(self) -> Expression | None:
        """The scores of the row that is open; all scores where none is."""
        scores = self.scores()
        if scores is None or self.row is None:
            return scores
        shape = self.quantities.shape(scores)
        return index(scores, self.row) if shape and 0 <= self.row < shape[0] else None
