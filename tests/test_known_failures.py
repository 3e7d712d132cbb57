"""What KNOWN-FAILURES.md lists: each smallest example, as an expected failure. A repair makes its test fail, and is noticed."""

import pytest

from checks.checking import check_text

CASES = {
    "a term of a sum of two miscopied": ("e^0.255 = 1.29\ne^0.382 = 1.47\n\nSum = 1.29 + 1.57 = 2.76\n", "1.57", "wrong"),
    "a false scalar is carried": ("x = 0.6\ny = x * x = 0.38\nw = y + 1 = 1.38\n", "1.38", "carried"),
}


@pytest.mark.xfail(strict=True, raises=AssertionError)
@pytest.mark.parametrize("name", CASES)
def test_known_failure(name: str) -> None:
    text, printed, verdict = CASES[name]
    found = [f.verdict for f in check_text(text, "text", details=False).findings if f.printed.startswith(printed)]
    assert found[-1:] == [verdict]
