"""Formulas that are made to be too large are refused at their place, with the limit, before anything is built of them."""

import time

import pytest

from checks.checking import check_text

LINE = "A line of prose.\n\n"
REFUSED = {
    "2 000 nested brackets": ("x = " + "(" * 2000 + "1" + ")" * 2000, "4000 tokens"),
    "2 000 nested brackets in mathematics": ("$" + "(" * 2000 + "x" + ")" * 2000 + " = 1$", "4000 tokens"),
    "500 nested brackets": ("$" + "(" * 500 + "x" + ")" * 500 + " = 1$", "60"),
    "a long sum": ("$" + "x+" * 20_000 + "x = 1$", "4000 tokens"),
    "a numeral of 4 000 digits": ("x = " + "9" * 4000, "digits"),
    "a numeral of 4 000 digits in mathematics": ("$y = " + "9" * 4000 + "$", "digits"),
    "nested fractions": ("$" + r"\frac{" * 300 + "1" + "}{2}" * 300 + " = 1$", "60"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_at_its_place_with_the_limit(name: str) -> None:
    formula, limit = REFUSED[name]
    begun = time.process_time()
    found = check_text(LINE + formula + "\n", details=False).findings
    assert time.process_time() - begun < 3
    assert [(f.verdict, f.reason, f.line) for f in found] == [("unread", "limit", 3)]
    assert limit in dict(found[0].details)["what"]


# small to write, too large to compute; or nothing that is ever carried out
LEFT_OPEN = [
    "9^9^9 = 1",
    "$9^{9^9} = 1$",
    "$x = 10^7! = 1$",
    r"\newcommand{\a}{\a\a}$\a = 1$",
    r"\def\a{\b\b}\def\b{\a\a}$\a = 1$",
    "$p = e^{e^{e^{e^{e^{9}}}}}$ and $2^{2^{100}} = 1$",
    "$T^{99999999} = O(T^2)$",
    "exp(" + "9" * 1000 + ") overflows in fp16.",
    "exp(1e999999999) overflows in fp16.",
    "4" * 1000 + " is the largest fp16 number.",
    "Adding 99999999999999999999999 ones in fp16 gives 1.",
    "`y = __import__('os').system('touch /tmp/never') = 1`",
]


@pytest.mark.parametrize("formula", LEFT_OPEN, ids=range(len(LEFT_OPEN)))
def test_never_decided_and_in_time(formula: str) -> None:
    begun = time.process_time()
    found = check_text(LINE + formula + "\n", details=False).findings
    assert time.process_time() - begun < 3
    assert {f.verdict for f in found} <= {"unread", "undecided", "given"}, found


def test_a_megabyte_of_a_sum_is_refused_in_one_place() -> None:
    begun = time.process_time()
    found = check_text("x+" * 500_000 + "x = 1\n", format="text", details=False).findings
    assert [(f.verdict, f.reason, f.line, f.column) for f in found] == [("unread", "limit", 1, 1)]
    assert time.process_time() - begun < 10
