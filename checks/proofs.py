"""Replayed proofs for readers: text, Markdown, LaTeX and JSON, in every language.

depth 0: the statement with its premises. 1: the lines of the derivation and the rules in a sentence each.
2: also details, such as SymPy's own spelling. 3: also the kernel's rules at each step and its normal forms.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from checks.messages import message
from checks.messages.hypotheses import MESSAGES as HYPOTHESES
from derive.kernel import Condition, Hypothesis, Partition, express, normalise
from derive.notation import LATEX, TEXT, Style, definition, definitions, written
from derive.proof import Proof, Replay, Step
from derive.terms import Index, Named, Tensor, Term, free, rename, tensors

WIDE = 400  # longer terms are cut in text; the other formats have them whole


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

    def reason(self, step: Step) -> str:
        label, _ = self.rule(step)
        return self.say("by_uses", rule=label, uses=", ".join(step.uses)) if step.uses else self.say("by", rule=label)


def cut(shown: str) -> str:
    return shown if len(shown) <= WIDE else shown[:WIDE].rstrip() + " …"


def equation(shown: Shown, style: Style) -> str:
    statement = shown.proof.statement
    return f"{written(statement.left, style)} = {written(statement.right, style)}"


def quantifiers(shown: Shown) -> str:
    """For all sizes … and all indices …"""
    statement = shown.proof.statement
    sizes = ", ".join(statement.ranges)
    indices = ", ".join(sorted(index.name for index in free(statement.left) | free(statement.right)))
    parts = [shown.say("sizes", sizes=sizes) if sizes else shown.say("no_sizes")]
    return " ".join(parts + ([shown.say("indices", indices=indices)] if indices else []))


def lines_of(shown: Shown) -> list[Term]:
    statement = shown.proof.statement
    return [statement.left, statement.right, *(step.after for _, step in shown.steps)]


def meanings(shown: Shown, style: Style) -> list[str]:
    """The definitions in use, one equation each."""
    used: tuple[Named, ...] = definitions(lines_of(shown) if shown.depth else lines_of(shown)[:2])
    return [" = ".join(definition(use, style)) for use in used]


def assumptions(shown: Shown, style: Style) -> list[str]:
    statement = shown.proof.statement
    known: dict[str, Tensor] = {}
    for term in (statement.left, statement.right):
        known.update(tensors(term))
    said = [text for _, tensor in sorted(known.items()) for text in _about_tensor(shown, tensor, style)]
    for assumption in statement.assumptions:
        if isinstance(assumption, Hypothesis):
            said.append(f"{math(assumption.left, style)} = {math(assumption.right, style)}")
        elif isinstance(assumption, Partition):
            said.append(shown.say("partition", whole=assumption.whole, parts=" + ".join(assumption.parts)))
    return [*hypotheses(shown), *said]


def hypotheses(shown: Shown) -> list[str]:
    """The hypotheses on random entries that the steps use, in a sentence each."""
    used = dict.fromkeys(name for step in shown.proof.steps for name in step.uses if name in HYPOTHESES)
    return [f"{name}: {message(f'hypotheses.{name}', shown.lang)}" for name in used]


def _about_tensor(shown: Shown, tensor: Tensor, style: Style) -> Iterator[str]:
    if tensor.mask:
        yield shown.say("causal" if tensor.unit_diagonal else "mask", name=tensor.name)
    if tensor.positive:
        yield shown.say("positive_tensor", name=f"${style.name(tensor.name)}$" if style.latex else tensor.name)
    if tensor.symmetric:
        yield shown.say("symmetric_tensor", name=tensor.name)


def math(term: Term, style: Style) -> str:
    """A term inside a sentence."""
    return f"${written(term, style)}$" if style.latex else written(term, style)


def conditions(shown: Shown, style: Style) -> list[str]:
    return [shown.say(found.kind, subject=math(_subject(found), style)) for found in shown.replay.conditions]


def _subject(condition: Condition) -> Term:
    """The condition's term, its free indices renamed to letters."""
    term = express(condition.subject)  # type: ignore[arg-type]
    letters = iter("ijklmnuvwxyz")
    return rename(term, {index: Index(next(letters), index.range) for index in sorted(free(term))})


def normal_form(term: Term) -> str:
    return cut(written(express(normalise(term)), TEXT))


def details(shown: Shown, number: int, step: Step) -> list[str]:
    """What depth 3 adds below a line."""
    if shown.depth < 3:
        return []
    counted = ", ".join(
        f"{message(f'rules.{rule}', shown.lang).partition(': ')[0]} × {times}"
        for rule, times in sorted(shown.replay.rules[number].items())
    )
    form = shown.say("normal_form", form=normal_form(step.after))
    return [shown.say("kernel_rules", rules=counted), form] if counted else [form]


def rule_sentences(shown: Shown) -> list[tuple[str, str]]:
    """Each rule of the shown steps once."""
    return list(dict.fromkeys(shown.rule(step) for _, step in shown.steps))


def checked(shown: Shown) -> str:
    sizes = ", ".join(map(str, shown.replay.sizes or shown.replay.widths))
    if shown.replay.widths:
        return shown.say("checked_laws", values=shown.replay.values_compared, sizes=sizes)
    return shown.say("checked", values=shown.replay.values_compared, sizes=sizes)


def premises(shown: Shown, style: Style) -> list[tuple[str, list[str]]]:
    """The titled lists below a statement, empty ones left out."""
    found = [
        ("where", meanings(shown, style)),
        ("assuming", assumptions(shown, style)),
        ("wherever", conditions(shown, style)),
    ]
    return [(shown.say(title), items) for title, items in found if items]


def as_text(shown: Shown) -> str:
    lines = [f"{shown.proof.name}: {shown.title}", "", f"  {equation(shown, TEXT)}", f"  {quantifiers(shown)}"]
    for title, items in premises(shown, TEXT):
        lines += [f"{title}", *(f"  {item}" for item in items)]
    if shown.depth:
        lines += ["", shown.say("proof"), f"    {cut(written(shown.proof.statement.left, TEXT))}"]
        for number, step in shown.steps:
            lines.append(f"  = {cut(written(step.after, TEXT))}")
            lines.append(f"        {shown.reason(step)}")
            lines += [f"        {detail}" for detail in details(shown, number, step)]
        lines += ["", shown.say("rules"), *(f"  {label}: {sentence}" for label, sentence in rule_sentences(shown))]
    return "\n".join([*lines, "", checked(shown)])


def as_markdown(shown: Shown) -> str:
    lines = [f"## {shown.proof.name}: {shown.title}", "", "$$", equation(shown, LATEX), "$$", "", quantifiers(shown)]
    for title, items in premises(shown, LATEX):
        spelled = items if title != shown.say("where") else [f"${item}$" for item in items]
        lines += ["", f"{title}", "", *(f"- {item}" for item in spelled)]
    if shown.depth:
        lines += ["", f"### {shown.say('proof')}", "", "$$", _aligned(shown), "$$", ""]
        for place, (number, step) in enumerate(shown.steps, 1):
            lines.append(f"{place}. {shown.reason(step)}")
            lines += [f"   - {detail}" for detail in details(shown, number, step)]
        lines += ["", f"### {shown.say('rules')}", ""]
        lines += [f"- **{label}**: {sentence}" for label, sentence in rule_sentences(shown)]
    return "\n".join([*lines, "", checked(shown)])


def _aligned(shown: Shown) -> str:
    rows = [written(shown.proof.statement.left, LATEX)]
    for place, (_, step) in enumerate(shown.steps, 1):
        rows.append(rf" &= {written(step.after, LATEX)} && \text{{({place})}}")
    return "\n".join([r"\begin{aligned}", "\\\\\n".join([rows[0] + rows[1], *rows[2:]]), r"\end{aligned}"])


def as_latex(shown: Shown) -> str:
    """A theorem with its proof, for a document that uses amsmath and amsthm and a Unicode engine."""
    lines = [rf"\paragraph{{{latex_words(f'{shown.proof.name}: {shown.title}')}}}", r"\["]
    lines += [equation(shown, LATEX), r"\]", latex_words(quantifiers(shown))]
    for title, items in premises(shown, LATEX):
        spelled = items if title != shown.say("where") else [f"${item}$" for item in items]
        lines += [title, r"\begin{itemize}", *(rf"  \item {latex_words(item)}" for item in spelled), r"\end{itemize}"]
    if shown.depth:
        lines += [rf"\textit{{{shown.say('proof')}.}}", r"\[", _aligned(shown), r"\]", r"\begin{itemize}"]
        for place, (_, step) in enumerate(shown.steps, 1):
            reason = latex_words(f"{shown.reason(step)}: {shown.rule(step)[1]}")
            lines.append(rf"  \item[({place})] {reason}")
        lines.append(r"\end{itemize}")
    return "\n".join([*lines, latex_words(checked(shown))])


def latex_words(text: str) -> str:
    """Words outside $…$ with LaTeX's special characters escaped."""
    parts = text.split("$")
    for place in range(0, len(parts), 2):
        for character in "_&%#":
            parts[place] = parts[place].replace(character, "\\" + character)
    return "$".join(parts)


def as_data(shown: Shown) -> dict[str, object]:
    """The proof as plain data; terms in both spellings."""
    statement = shown.proof.statement

    def both(term: Term) -> dict[str, str]:
        return {"text": written(term, TEXT), "latex": written(term, LATEX)}

    return {
        "name": shown.proof.name,
        "title": shown.title,
        "left": both(statement.left),
        "right": both(statement.right),
        "sizes": list(statement.ranges),
        "definitions": meanings(shown, TEXT),
        "assumptions": assumptions(shown, TEXT),
        "side_conditions": conditions(shown, TEXT),
        "steps": [
            {
                "rule": step.rule,
                "explanation": shown.rule(step)[1],
                "uses": list(step.uses),
                "before": both(step.before),
                "after": both(step.after),
                "depth": step.depth,
                "kernel_rules": shown.replay.rules[number],
            }
            for number, step in enumerate(shown.proof.steps)
        ],
        "checked": {
            "sizes": [list(p) for p in shown.replay.sizes],
            "widths": list(shown.replay.widths),
            "values": shown.replay.values_compared,
        },
    }


def as_json(shown: Sequence[Shown], seconds: Sequence[float] | None = None) -> str:
    theorems = [as_data(one) for one in shown]
    for theorem, time in zip(theorems, seconds or ()):
        theorem["seconds"] = round(time, 4)
    return json.dumps({"format": "triplecheck-proofs/1", "theorems": theorems}, ensure_ascii=False, indent=1)


RENDERERS: dict[str, Callable[[Shown], str]] = {"text": as_text, "markdown": as_markdown, "latex": as_latex}
