"""What there is to show of a replayed proof, in one language: its lines with their reasons, its premises with their marks.

depth 0: the statement with its premises. 1: the lines of the derivation and the rules in a sentence each. 2: also
details, such as SymPy's own spelling. 3: also the kernel's rules at each step and its normal forms.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from checks.messages import message
from checks.messages.hypotheses import MESSAGES as HYPOTHESES
from derive.dropping import Premise, premises
from derive.kernel import Condition, Hypothesis, Partition, express, normalise
from derive.notation import TEXT, Style, definition, definitions, written
from derive.proof import Proof, Replay, Step
from derive.terms import Index, Named, Tensor, Term, free, rename, walk

WIDE = 400  # longer terms are cut in text; the other formats have them whole
# the kernel's rules that rest on a premise of that kind
RESTS_ON = {"mask": {"mask squared"}, "causal": {"mask squared", "unit diagonal"}, "partition": {"range split"}}


@dataclass(frozen=True, slots=True)
class Shown:
    """A replayed proof and how to show it."""

    replay: Replay
    lang: str = "en"
    depth: int = 1

    @property
    def proof(self) -> Proof:
        return self.replay.proof

    def say(self, code: str, /, **values: object) -> str:
        return message(f"proofs.{code}", self.lang, **values)

    @property
    def title(self) -> str:
        return message(f"theorems.{self.proof.name}", self.lang)

    @property
    def steps(self) -> list[tuple[int, Step]]:
        """Numbered steps of the wanted depth; without details the lines still join: all are equal."""
        return [(n, step) for n, step in enumerate(self.proof.steps) if step.depth <= self.depth]

    def rule(self, step: Step) -> tuple[str, str]:
        """Label and sentence of the step's rule."""
        label, _, sentence = message(f"rules.{step.rule}", self.lang).partition(": ")
        return label, sentence

    def reason(self, number: int, step: Step, style: Style = TEXT) -> str:
        """The label of the step's rule, what it uses, and the marks of the assumptions that it rests on."""
        label, _ = self.rule(step)
        uses = ", ".join(inline(style.name(use), style) if use in self.symbols else use for use in step.uses)
        said = self.say("by_uses", rule=label, uses=uses) if uses else self.say("by", rule=label)
        marks = [one.mark for one in assumptions(self) if number in one.steps]
        return f"{said} [{', '.join(marks)}]" if marks else said

    @property
    def symbols(self) -> set[str]:
        """The symbols that the proof's lines are written in, and those that its definitions define."""
        ends = (self.proof.statement.left, *(end for step in self.proof.steps for end in (step.before, step.after)))
        return {node.symbol for end in ends for node in walk(end) if isinstance(node, Named)}

    def _repr_html_(self) -> str:
        from checks.proofs.html import fragment

        return fragment(self)

    def _repr_latex_(self) -> str:
        from checks.proofs.latex import displayed

        return displayed(self)

    def _repr_markdown_(self) -> str:
        from checks.proofs.markdown import proof

        return proof(self)


@dataclass(frozen=True, slots=True)
class Assumed:
    """An assumption with its mark and the steps that rest on it; `subject` is the name of one on random entries."""

    mark: str
    subject: Premise | str
    steps: tuple[int, ...]


def equation(shown: Shown, style: Style) -> str:
    statement = shown.proof.statement
    return f"{written(statement.left, style)} = {written(statement.right, style)}"


def quantifiers(shown: Shown, style: Style) -> str:
    """For all sizes … and all indices …"""
    statement = shown.proof.statement
    sizes = ", ".join(inline(style.size(name), style) for name in statement.ranges)
    names = sorted(index.name for index in free(statement.left) | free(statement.right))
    indices = ", ".join(inline(name, style) for name in names)
    parts = [shown.say("sizes", sizes=sizes) if sizes else shown.say("no_sizes")]
    return " ".join(parts + ([shown.say("indices", indices=indices)] if indices else []))


def lines_of(shown: Shown) -> list[Term]:
    statement = shown.proof.statement
    return [statement.left, statement.right, *(step.after for _, step in shown.steps)]


def meanings(shown: Shown, style: Style) -> list[tuple[str, str]]:
    """The definitions in use, both sides of each."""
    used: tuple[Named, ...] = definitions(lines_of(shown) if shown.depth else lines_of(shown)[:2])
    return [definition(use, style) for use in used] + [
        (written(identity.left, style), written(identity.right, style)) for identity in _moments(shown, False)
    ]


def _moments(shown: Shown, assumed: bool) -> list[Hypothesis]:
    """The identities between moments that the steps name: those of hypotheses, or those that only define."""
    names = {name for step in shown.proof.steps for name in step.uses}
    if not names & set(HYPOTHESES):
        return []
    chosen = dict.fromkeys(name for step in shown.proof.steps for name in step.uses if (name in HYPOTHESES) == assumed)
    return [identity for name in chosen for identity in _identities(name)]


def _identities(name: str) -> tuple[Hypothesis, ...]:
    from derive.theorems.scores import identities

    return identities(name)


def assumptions(shown: Shown) -> list[Assumed]:
    """Everything assumed, marked A1, A2, …: hypotheses on random entries first, in the order of their use."""
    steps = shown.proof.steps
    named = dict.fromkeys(name for step in steps for name in step.uses if name in HYPOTHESES)
    moments = _moments(shown, True) + _moments(shown, False)
    others = [p for p in premises(shown.proof.statement) if p not in moments]
    subjects: list[tuple[Premise | str, tuple[int, ...]]] = [
        *((name, tuple(n for n, step in enumerate(steps) if name in step.uses)) for name in named),
        *((premise, _resting(shown, premise)) for premise in others),
    ]
    return [Assumed(f"A{place}", subject, used) for place, (subject, used) in enumerate(subjects, 1)]


def kind(premise: Premise) -> str:
    match premise:
        case Tensor():
            if premise.mask:
                return "causal" if premise.unit_diagonal else "mask"
            return "positive_tensor" if premise.positive else "symmetric_tensor"
        case Partition():
            return "partition"
    return "equation"


def _resting(shown: Shown, premise: Premise) -> tuple[int, ...]:
    """The steps that rest on a premise, as far as the kernel's own rules tell."""
    found = kind(premise)
    if found == "equation":
        return tuple(n for n, step in enumerate(shown.proof.steps) if step.rule == "hypothesis")
    rules = RESTS_ON.get(found, set())
    return tuple(n for n, counted in enumerate(shown.replay.rules) if rules & set(counted))


def said(shown: Shown, assumed: Assumed, style: Style) -> str:
    """The assumption in a sentence."""
    subject = assumed.subject
    match subject:
        case str():
            equal = ", ".join(_equation(identity, style) for identity in _identities(subject))
            return f"{subject}: {message(f'hypotheses.{subject}', shown.lang)}; {equal}"
        case Tensor():
            index = Index("i", subject.ranges[-1]) if subject.ranges else None
            entry = math(subject[(index,) * len(subject.ranges)], style) if index else ""
            return shown.say(kind(subject), name=inline(style.name(subject.name), style), entry=entry)
        case Partition(whole, parts):
            blocks = inline(" + ".join(map(style.name, parts)), style)
            return shown.say("partition", whole=inline(style.name(whole), style), parts=blocks)
    return _equation(subject, style)


def _equation(found: Hypothesis, style: Style) -> str:
    return inline(f"{written(found.left, style)} = {written(found.right, style)}", style)


def inline(formula: str, style: Style) -> str:
    """A formula inside a sentence."""
    return f"${formula}$" if style.latex else formula


def math(term: Term, style: Style) -> str:
    """A term inside a sentence."""
    return inline(written(term, style), style)


def conditions(shown: Shown, style: Style) -> list[str]:
    return [condition(shown, found, style) for found in shown.replay.conditions]


def condition(shown: Shown, found: Condition, style: Style) -> str:
    return shown.say(found.kind, subject=math(_subject(found), style))


def _subject(condition: Condition) -> Term:
    """The condition's term, its free indices renamed to letters."""
    term = express(condition.subject)  # type: ignore[arg-type]
    letters = iter("ijklmnuvwxyz")
    return rename(term, {index: Index(next(letters), index.range) for index in sorted(free(term))})


def cut(shown: str) -> str:
    return shown if len(shown) <= WIDE else shown[:WIDE].rstrip() + " …"


def kernel_rules(shown: Shown, number: int) -> str:
    """The kernel's rules at a step, with how often each was used; empty where it needed none."""
    counted = ", ".join(
        f"{message(f'rules.{rule}', shown.lang).partition(': ')[0]} × {times}"
        for rule, times in sorted(shown.replay.rules[number].items())
    )
    return shown.say("kernel_rules", rules=counted) if counted else ""


def normal_form(shown: Shown, step: Step) -> str:
    return shown.say("normal_form", form=cut(written(express(normalise(step.after)), TEXT)))


def details(shown: Shown, number: int, step: Step) -> Iterator[str]:
    """What depth 3 adds below a line."""
    if shown.depth >= 3:
        yield from filter(None, [kernel_rules(shown, number), normal_form(shown, step)])


def rule_sentences(shown: Shown) -> list[tuple[str, str]]:
    """Each rule of the shown steps once."""
    return list(dict.fromkeys(shown.rule(step) for _, step in shown.steps))


def checked(shown: Shown) -> str:
    sizes = ", ".join(map(str, shown.replay.sizes or shown.replay.widths))
    if shown.replay.widths:
        return shown.say("checked_laws", values=shown.replay.values_compared, sizes=sizes)
    return shown.say("checked", values=shown.replay.values_compared, sizes=sizes)
