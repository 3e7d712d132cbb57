"""A failure of ours at one claim makes that claim open, with its reason, and the page goes on.

Where TRIPLECHECK_RAISE is set, as in the tests, nothing is caught: a failure is a defect to be seen. Never caught is the
end of memory, which is the whole document's.
"""

import os
import sys

RAISE = "TRIPLECHECK_RAISE"
REASON = "broken"


def forgiven() -> tuple[type[Exception], ...]:
    """What `except` catches where one claim is read or judged; asked when something was raised, of which it depends."""
    return () if os.environ.get(RAISE) or isinstance(sys.exc_info()[1], MemoryError) else (Exception,)


def described(error: Exception) -> tuple[tuple[str, str], ...]:
    """The details of a claim that a failure left open."""
    return (("error", type(error).__name__),)
