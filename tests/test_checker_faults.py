"""Faults planted in the document checker, one at a time, each killed by the quick test it names.

`python tests/test_checker_faults.py` prints the table.
"""

import pytest
import small_pages
import test_decimals
import test_documents
import test_judge
from faults import Fault, killed, table
from test_graph_pages import test_a_weighted_mean_that_is_exact_does_not_hide_that_a_page_truncates as truncating
from test_graph_pages import test_repaired_pages_stay_repaired as repaired

from checks import quantities
from checks.binding import captions, masks, readings
from checks.judging import judge, links, restatements, witnesses
from checks.notation import chains
from derive import decimals, exact
from derive.expression import Expression, apply, integer


def _all(test: object, *cases: tuple[object, ...]) -> None:
    for case in cases:
        test(*case)  # type: ignore[operator]


def _table(test: object) -> None:
    """A parametrised test, case by case."""
    (mark,) = [m for m in test.pytestmark if m.name == "parametrize"]  # type: ignore[attr-defined]
    names = mark.args[0].split(",") if isinstance(mark.args[0], str) else mark.args[0]
    _all(test, *[case if len(names) > 1 else (case,) for case in mark.args[1]])


def _differ(left: Expression, right: Expression) -> None:
    assert quantities.Quantities().equal(left, right) is False


KILLERS = {
    "judge's table": lambda: _table(test_judge.test_table),
    "judge's own defects": lambda: _table(test_judge.test_witnesses_that_differ_are_our_defect),
    "equalities": lambda: _table(test_judge.test_equalities),
    "causes": test_judge.test_the_cause_is_the_earliest_wrong_number_reached,
    "numerals": lambda: _table(test_decimals.test_read),
    "reals": test_decimals.test_reals,
    "roundings": test_decimals.test_roundings_are_nearest,
    "habits": test_documents.test_the_habit_is_reported,
    "cause of a carried number": small_pages.check_cause,
    "a weight of exactly one": lambda: repaired(3001245, "one unit of the last digit"),
    "a masked entry": lambda: repaired(3001245, "shifted mask"),
    "a signed entry": lambda: repaired(1000240, "sign"),
    "several printings": lambda: repaired(1000268, "sign"),
    "false numbers cut by chance": lambda: repaired(9000420, "doubled scale"),
    "an exact mean where all is cut": lambda: truncating(1000139, "", 0),
    "a masked copy": lambda: repaired(6000389, "one unit of the last digit"),
    "a caption alone": lambda: repaired(6000031, "swapped rows"),
    "a copy of two readings": lambda: repaired(6000379, "lost scale"),
    "a mask in words": lambda: repaired(1000257, "shifted mask"),
    "different logarithms": lambda: _differ(apply("log", integer(2)), apply("log", integer(3))),
    **{f"page: {name}": (lambda name=name: small_pages.check(name)) for name in small_pages.PAGES},
}


def fault(name: str, module: object, sound: str, faulty: str, killer: str) -> Fault:
    return Fault(name, module, sound, faulty, killer if killer in KILLERS else f"page: {killer}")  # type: ignore[arg-type]


FALSE_ROW = "a false score is carried into its row"
LUCKY = "a right number after a false one is lucky"
ROUNDED = "rounded scores give another last digit"
OPERANDS = "operands of a calculation are restatements"
TOP = "the largest score, where a false one is"
DIGITS = "more digits than before"
TRUNCATES = "if cut and cut >= 5 * kept and 5 * cut >= false:"

FAULTS = (
    fault(
        "lucky forgotten",
        judge,
        '"lucky" if evidence.meets is False and not evidence.constants else "agrees"',
        '"agrees"',
        "judge's table",
    ),
    fault("carried called rounding", judge, '"rounding" if evidence.mended else "carried"', '"rounding"', "judge's table"),
    fault("cut numbers called wrong", judge, "evidence.truncated or evidence.constants", "evidence.constants", "judge's table"),
    fault("constants excuse nothing", judge, "evidence.truncated or evidence.constants", "evidence.truncated", "judge's table"),
    fault("differing witnesses ignored", judge, "if not evidence.numeric:", "if False:", "judge's own defects"),
    fault("open equality taken for true", judge, '"undecided" if equal is None', '"agrees" if equal is None', "equalities"),
    fault("latest cause instead of the earliest", judge, "min(known", "max(known", "causes"),
    fault(
        "wrong not charged to its root",
        judge,
        'n if verdicts[n] == "wrong" else causes.get(n)',
        "causes.get(n)",
        "cause of a carried number",
    ),
    fault(
        "operands are points",
        links,
        "return between(*reals(claim.literal, self.truncating), frozenset({number}))",
        "return point(claim.literal.value, frozenset({number}))",
        ROUNDED,
    ),
    fault("operands never mended", links, "if mended and judged and self.verdicts[number] in FALSE:", "if False:", FALSE_ROW),
    fault(
        "exact operands are intervals",
        links,
        "known_rational(item) == value or (",
        "False and (",
        "exact operands excuse nothing",
    ),
    fault("every operand exact", links, "known_rational(item) == value", "True", ROUNDED),
    fault("restatements with more digits are miscopies", links, "claim.literal.unit >= before.unit or", "True or", DIGITS),
    fault("restatements need not agree", links, "claim.literal.unit >= before.unit or self", "self", "a unit off is a miscopy"),
    fault(
        "a softmax over one entry is an interval",
        links,
        "_holds(item, point(value)) and self.rational(claim) == value",
        "False",
        "a weight of exactly one",
    ),
    fault(
        "only the first entry of a row has several printings",
        links,
        "if claim.since not in self._several:",
        "if True:",
        "several printings",
    ),
    fault("roots are never rounded", links, "if not x.is_point or exact.is_point:", "if True:", "a root taken as 1.414"),
    fault(
        "restatements never mended",
        links,
        "if mended and self.verdicts[earlier] in FALSE:",
        "if False:",
        "a false number again",
    ),
    fault(
        "earlier printings do not bear on a number",
        links,
        "self.reading.claims[number].rank < claim.since",
        "False",
        "a unit off is a miscopy",
    ),
    fault("printings forgotten", links, "if above:", "if False:", FALSE_ROW),
    fault("largest by truth, not as printed", links, "None if mended else self._latest_values(row, items)", "None", TOP),
    fault(
        "a number stands for a whole unit on either side", decimals, "half = literal.unit / 2", "half = literal.unit", "reals"
    ),
    fault("a number stands for itself alone", decimals, "half = literal.unit / 2", "half = 0 * literal.unit", "reals"),
    fault("rounding cuts", decimals, "+ Fraction(1, 2)", "+ Fraction(0)", "roundings"),
    fault("half to even goes away", decimals, "return round(value / unit) * unit", "return round_away(value, unit)", "habits"),
    fault(
        "cutting rounds", decimals, "count = abs(value) / unit\n", "count = abs(value) / unit + Fraction(1, 2)\n", "roundings"
    ),
    fault("decimals not counted in the unit", decimals, "scale / 10 ** len(fraction),", "scale,", "numerals"),
    fault("power of ten lost", decimals, "10 ** len(fraction)) * scale", "10 ** len(fraction))", "numerals"),
    fault("scale lost in identity", quantities, "return _scaled(1 / factor, inner)", "return inner", "a scale after rounding"),
    fault("sign lost in identity", quantities, "return _scaled(Fraction(-1), inner)", "return inner", "a sign in a name"),
    fault(
        "transpose lost in identity",
        quantities,
        "return self._push_column(inner, place)",
        "return self._push(inner, place)",
        "printed rows of a transpose",
    ),
    fault("any shift leaves softmax", quantities, "if self._same_in_row(shift, inner):", "if True:", "softmax of a difference"),
    fault(
        "entries of a list all the first",
        quantities,
        "return entries[int(place.value)]",
        "return entries[0]",
        "entries of a list",
    ),
    fault(
        "different values not told apart",
        quantities,
        "return False if b < c or d < a else None",
        "return None",
        "different logarithms",
    ),
    fault(
        "sign of a term ignored",
        restatements,
        'truth if sign == other else apply("negative", truth)',
        "truth",
        "terms with their signs",
    ),
    fault(
        "quotient upside down",
        restatements,
        "self._both((top, bottom), (above, below))",
        "self._both((bottom, top), (above, below))",
        "top and bottom of a quotient",
    ),
    fault(
        "factors as they come",
        restatements,
        "max(found, key=self._explained)",
        "min(found, key=self._explained)",
        "factors the other way round",
    ),
    fault(
        "sums of other lengths match",
        restatements,
        "if len(ours) != len(theirs) or len(ours) < 1:",
        "if len(ours) < 1:",
        "a dropped term",
    ),
    fault("one entry for all", restatements, "part = index(truth, place)\n", "part = index(truth, 0)\n", "a row of quotients"),
    fault(
        "roots forget their factor",
        exact,
        "return factor if inside == 1 else Root(factor, inside)",
        "return factor if inside == 1 else Root(fmpq(1), inside)",
        "a root with a factor",
    ),
    fault("softmax not normalised", exact, "w * inverse for w", "w for w", "right"),
    fault("the maximum is the first", exact, "best = _larger(best, item)", "best = best", "the largest is second"),
    fault(
        "exp of zero forgotten",
        exact,
        "return fmpq(1)\n        power",
        "return fmpq(0)\n        power",
        "a mask hides what it hides",
    ),
    fault(
        "negative powers not inverted",
        exact,
        "return reciprocal(result) if exponent < 0 else result",
        "return result",
        "a negative power",
    ),
    fault("quotients of balls upside down", exact, "x * reciprocal(y)", "x * y", "a quotient by what is printed"),
    fault(
        "chain stops at its second member",
        chains,
        "if n >= len(signs) or signs[n] != self._past_line_end(right.stop):",
        "if True:",
        "a chain against its head",
    ),
    fault(
        "left side from the sign itself",
        chains,
        "if formula is not None and (formula.stop == sign or self._is_cell_before(formula.stop, sign)):",
        "if formula is not None:",
        "a sum on the left",
    ),
    fault("ties are outside", witnesses, "where is not Place.OUTSIDE", "where is Place.INSIDE", "ties go either way"),
    fault("every page truncates", witnesses, TRUNCATES, "if cut:", "one number cut among many rounded"),
    fault("no page truncates", witnesses, TRUNCATES, "if False:", "numbers cut off"),
    fault("false numbers truncate", witnesses, TRUNCATES, "if cut and cut >= 5 * kept:", "false numbers cut by chance"),
    fault("an exact number is rounded", witnesses, "edge = exactly() if", "edge = None if", "an exact mean where all is cut"),
    fault(
        "a masked copy calculates",
        links,
        "return len({quantities.identity",
        "return 0 * len({quantities.identity",
        "a masked copy",
    ),
    fault("no formula names its table", captions, "return candidate.captioned and", "return False and", "a caption alone"),
    fault("no copies", readings, "if len(copied) == 1:", "if False:", "a copy of two readings"),
    fault(
        "words hide nothing",
        masks,
        "return _speaks(context, caption.end()",
        "return False and _speaks(context, caption.end()",
        "a mask in words",
    ),
    fault("mended never asked", witnesses, "mended = not uses or (", "mended = True or (", FALSE_ROW),
    fault("only the first printing tried", witnesses, "if estimate.meets(low, high):\n", "if False:\n", ROUNDED),
)


@pytest.mark.parametrize("killer", sorted({fault.killer for fault in FAULTS}))
def test_killers_pass_without_a_fault(killer: str) -> None:
    KILLERS[killer]()


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_planted_fault_is_killed(fault: Fault) -> None:
    assert killed(fault, KILLERS), f"'{fault.name}' survives {fault.killer}"


if __name__ == "__main__":
    print(table(FAULTS, KILLERS))
