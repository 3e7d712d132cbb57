"""The judge: Evidence -> Verdict, by the table of what was found and by nothing else."""

from dataclasses import dataclass

VERDICTS = ("given", "agrees", "rounding", "lucky", "carried", "wrong", "undecided", "unread", "disagree")
DECIDED = frozenset(VERDICTS[1:6])
FALSE = frozenset({"carried", "wrong"})
WARNINGS = frozenset({"rounding", "lucky"})
OPEN = frozenset({"undecided", "unread"})


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the witnesses found about one printed number with literal s.

    inside: the truth lies in R(s) (None: not decided); meets: the page interval meets R(s) (None: nothing before it bears
    on it); mended: it still does with every earlier false number put right; truncated: the document truncates and s is the
    truth cut off; constants: a rounded constant that the page need not print explains s; numeric: NumPy's value lies
    within its error bound of the truth. `settled` is a verdict that reading alone decided.
    """

    settled: str = ""
    inside: bool | None = None
    meets: bool | None = None
    mended: bool | None = None
    truncated: bool = False
    constants: bool = False
    numeric: bool = True


def judge(evidence: Evidence) -> str:
    """The verdict."""
    if evidence.settled:
        return evidence.settled
    if evidence.inside is None:
        return "undecided"
    if not evidence.numeric:
        return "disagree"
    if evidence.inside:
        return "lucky" if evidence.meets is False and not evidence.constants else "agrees"
    if evidence.meets:
        return "rounding" if evidence.mended else "carried"
    return "rounding" if evidence.truncated or evidence.constants else "wrong"


def judge_equality(equal: bool | None) -> str:
    """The verdict on a formula whose two sides were compared exactly, for the document's own numbers."""
    return "undecided" if equal is None else "agrees" if equal else "wrong"


def judge_formula(outcome: str) -> str:
    """The verdict on a formula for all sizes: what was found about it, in the words of the page."""
    return {"proved": "agrees", "refuted": "wrong", "misfit": "wrong", "disagree": "disagree"}.get(outcome, "undecided")


def cause(false: frozenset[int], verdicts: list[str], causes: dict[int, int]) -> int | None:
    """The earliest wrong claim that a carried one goes back to, through the false numbers it was computed from."""
    roots = [n if verdicts[n] == "wrong" else causes.get(n) for n in false]
    known = [n for n in roots if n is not None]
    return min(known, default=None)
