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


# what is written: in LaTeX, in plain text, and the limit that is named
HOSTILE = {
    "a tower": ("9^{9^{9}}", "9^9^9", "an exponent above 10000"),
    "a tower of stars": ("9^{9^9}", "9**9**9", "an exponent above 10000"),
    "powers of powers": ("((9^{99})^{99})^{99}", "((9^99)^99)^99", "a power of more than 4000 digits"),
    "exponentials": ("e^{e^{e^{9}}}", "exp(exp(exp(9)))", "an exponent above 10^400"),
    "a factorial": ("10^{7!}", "10^7!", "a power of more than 4000 digits"),
    "nested brackets": ("(" * 2000 + "x" + ")" * 2000, "(" * 2000 + "x" + ")" * 2000, "more than 4000 tokens"),
    "fewer nested brackets": ("(" * 90 + "x" + ")" * 90, "(" * 90 + "x" + ")" * 90, "brackets deeper than 60"),
    "digits": ("9" * 4000, "9" * 4000, "a number of 4000 digits; 400 are read"),
    "a long sum": ("x+" * 5000 + "x", "x+" * 5000 + "x", "more than 4000 tokens"),
    "a macro of itself": (r"\again", None, "macros deeper than 8"),
    "macros of each other": (r"\one", None, "macros deeper than 8"),
    "a macro that grows": (r"\grows{x}", None, "macros deeper than 8"),
}
MACROS = r"\newcommand{\again}{\again\again} \def\one{\two\two}\def\two{\one} \newcommand{\grows}[1]{\grows{#1#1}}"
PLACES = (
    ("$%s$", "%s"),
    ("$y = %s$", "y = %s"),
    ("$%s = 1$", "%s = 1"),
    ("Let $y = %s$.", "Let y = %s."),
)  # marked, in plain text
WRITTEN = [
    (name, place, format)
    for name in HOSTILE
    for place in PLACES
    for format in ("markdown", "latex", "text")
    if format != "text" or HOSTILE[name][1] is not None
]


@pytest.mark.parametrize(("name", "place", "format"), WRITTEN)
def test_refused_wherever_it_stands(name: str, place: tuple[str, str], format: str) -> None:
    formula, plain, limit = HOSTILE[name]
    written = place[1] % plain if format == "text" else place[0] % formula
    macros = MACROS if plain is None else ""
    found = check_text(f"Prose.\n{macros}\n\n{written}\n", format=format, details=False).findings
    assert [(f.verdict, f.reason) for f in found if f.line == 4] == [("unread", "limit")]
    assert [dict(f.details)["what"] for f in found if f.line == 4] == [limit]
    assert all(f.verdict == "unread" for f in found)


def test_program_text_is_refused_too() -> None:
    for written in ("```python\nx = 9**9**9\n```\n", "\n`x = 9**9**9`\n"):
        found = check_text(written, details=False).findings
        assert [(f.verdict, f.reason, f.line) for f in found] == [("unread", "limit", 2)]


# near the limits, or with signs that only look like theirs: nothing is refused
HARMLESS = [
    "$e^{-10^9} = 0$",
    "exp(-1e9) = 0",
    r"$2^{1074}$, $10^{308}$, $2^{-1074}$, $10000^{2i/d}$",
    r"$2^{10} = 1024$ and $4! + 1 = 25$",
    "The score is 5! So y = 2^4! Great.",
    "Sources: " + "(a) [b] " * 40,
    "1 2 3 " * 600,
]


@pytest.mark.parametrize("text", HARMLESS, ids=range(len(HARMLESS)))
def test_what_is_only_near_a_limit_is_not_refused(text: str) -> None:
    assert "limit" not in {f.reason for f in check_text(text + "\n", details=False).findings}


# small to write, too large to compute; or nothing that is ever carried out
LEFT_OPEN = [
    "$x = 10^7! = 1$",
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
