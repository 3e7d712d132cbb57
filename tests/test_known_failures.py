"""What KNOWN-FAILURES.md lists: each smallest example, as an expected failure. A repair makes its test fail, and is noticed."""

import pytest

from checks.checking import check_text

HEAD = """
Q = np.array([[1.2, 0.5], [0.3, -0.7]])
K = np.array([[0.4, 1.1], [-0.9, 0.2]])
"""

CASES = {
    "a causal mask that is not printed": (
        HEAD + "S = Q K^T, with a causal mask:\n\nS = [[1.03, -0.98], [-0.65, -0.41]]\n",
        "-0.98",
        "wrong",
    ),
    "rows under a causal mask": (
        HEAD.replace("]])", "], [0.1, 0.2]])") + "S = Q K^T, with a causal mask:\n\n"
        "- S[0] = [1.03, -inf, -inf]\n- S[1] = [-0.65, -0.41, -0.11]\n- S[2] = [0.26, -0.05, 0.05]\n",
        "-0.11",
        "wrong",
    ),
    "a nameless table with swapped rows": (
        HEAD + "First the products `Q K^T`:\n\n[[-0.65 -0.41]\n [ 1.03 -0.98]]\n",
        "-0.65",
        "wrong",
    ),
    "a term of a sum miscopied": ("e^0.255 = 1.29\ne^0.382 = 1.47\n\nSum = 1.29 + 1.57 = 2.76\n", "1.57", "wrong"),
    "a false scalar is carried": ("x = 0.6\ny = x * x = 0.38\nw = y + 1 = 1.38\n", "1.38", "carried"),
}


@pytest.mark.xfail(strict=True, raises=AssertionError)
@pytest.mark.parametrize("name", CASES)
def test_known_failure(name: str) -> None:
    text, printed, verdict = CASES[name]
    found = [f.verdict for f in check_text(text, "text", details=False).findings if f.printed.startswith(printed)]
    assert found[-1:] == [verdict]
