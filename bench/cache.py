"""What the cache is worth: CPU time of the same documents without it, with an empty one, and with a full one.

  python bench/cache.py [FILE...]

Prints seconds and ratios; fails if the three reports differ in a byte. Without files: the examples and a page of formulas.
"""

import sys
import tempfile
import time
from pathlib import Path

import checks.running.warm  # noqa: F401  imports are not measured
from checks.cache import remembering
from checks.checking import check, check_text
from checks.report.json import render

ROOT = Path(__file__).parent.parent
GRADIENTS = r"""Let $Q$ and $K$ be of shape $(T, d_k)$, $V$ of shape $(T, d_v)$, $S = Q K^\top / \sqrt{d_k}$,
$A = \mathrm{softmax}(S)$, $Y = A V$.

$\frac{\partial L}{\partial V} = A^\top \frac{\partial L}{\partial Y}$

$\frac{\partial L}{\partial A} = \frac{\partial L}{\partial Y} V^\top$

$\frac{\partial L}{\partial Q} = \frac{1}{\sqrt{d_k}} \frac{\partial L}{\partial S} K$

$\frac{\partial L}{\partial K} = \frac{1}{\sqrt{d_k}} \frac{\partial L}{\partial S} Q$

$S^\top = Q K^\top / \sqrt{d_k}$ and $Y^\top = V^\top A^\top$
"""


def measured(paths: list[str], folder: str) -> tuple[float, list[str]]:
    """Seconds of CPU time, and the reports."""
    began = time.process_time()
    found = []
    for path in paths:
        with remembering(folder):
            found.append(render([check(path) if path else check_text(GRADIENTS)], "en"))
    return time.process_time() - began, found


def main(paths: list[str]) -> int:
    measured(paths, "")
    with tempfile.TemporaryDirectory() as folder:
        (without, plain), (cold, first), (warm, again) = (measured(paths, where) for where in ("", folder, folder))
    print(f"{len(paths)} documents: without {without:.2f} s, cold {cold:.2f} s, warm {warm:.2f} s of CPU time")
    print(f"cold / without {cold / without:.2f}, warm / without {warm / without:.2f}")
    return int(not plain == first == again)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or [*map(str, sorted((ROOT / "examples").glob("*.md"))), ""]))
