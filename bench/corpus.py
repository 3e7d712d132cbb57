"""How long many documents take: pages of about 100 claims, one in a hundred hostile, one process each, workers killed.

  python bench/corpus.py [PAGES [JOBS]]

Prints seconds, pages that came to each end, pages a second in each quarter of the run (linear: equal), and the memory of
the parent at the end of each quarter (flat: equal). Fails if a page is lost or an honest page that nobody killed is not
checked.
"""

import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from multiprocessing import active_children
from pathlib import Path

from checks.running.corpus import documents, lines
from checks.running.processes import Limits

HOSTILE = (
    "[" * 90_000,
    "x = " + "+".join(["x"] * 20_000),
    "\n\n".join(f"x_{n} = softmax([{n}, 1, 2, 3])" for n in range(9000)),
    "9^9^9^9 = 1\n\nexp(exp(exp(exp(9)))) = 1\n\n1e999999 = 2",
    "A = [[" + ", ".join(["1"] * 20_000) + "]]",
)
SIZE = 5


def page(number: int) -> str:
    """A product, its scaling and sums of its rows: about 100 printed numbers, some of them false."""
    draw = random.Random(number)
    X, Y = ([[draw.randint(-9, 9) for _ in range(SIZE)] for _ in range(SIZE)] for _ in range(2))
    product = [[sum(a * b for a, b in zip(row, column)) for column in zip(*Y)] for row in X]
    product[draw.randrange(SIZE)][draw.randrange(SIZE)] += draw.random() < 0.2
    scaled = [[f"{entry / 4:.2f}" for entry in row] for row in product]
    shown = "[" + ", ".join("[" + ", ".join(row) + "]" for row in scaled) + "]"
    return f"# Page {number}\n\nX = {X}\n\nY = {Y}\n\nP = X Y = {product}\n\nS = P / 4 = {shown}\n"


def main(count: int, jobs: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        hostile, unchecked = set(), 0
        for number in range(count):
            path = Path(folder) / f"{number:05}.md"
            if number % 100 == 50:
                hostile.add(str(path))
                path.write_text(HOSTILE[number // 100 % len(HOSTILE)] + "\n")
            else:
                path.write_text(page(number))
        paths = documents([folder])
        ends, found, kills, claims, began, quarter = Counter[str](), Counter[str](), 0, 0, time.monotonic(), time.monotonic()
        for n, one in enumerate(lines(paths, jobs, Limits(seconds=20.0)), 1):
            ends[one["status"]] += 1
            found[one["path"]] += 1
            if one["status"] == "checked":
                claims += len(one["document"]["claims"])
            elif one["path"] not in hostile and one["status"] != "died":
                print(one["path"], one["status"], one["message"])
                unchecked += 1
            if n % max(1, count // 10) == 0 and (children := active_children()):
                os.kill(random.choice(children).pid or 0, signal.SIGKILL)
                kills += 1
            if n % max(1, count // 4) == 0:
                now, memory = time.monotonic(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
                print(f"{n:6} pages  {count // 4 / (now - quarter):6.1f} pages/s  {memory} MiB")
                quarter = now
        seconds = time.monotonic() - began
    print(f"{count} pages, {claims} claims and givens, {len(hostile)} hostile, {kills} kills, {jobs} jobs: {seconds:.1f} s")
    print(dict(ends))
    lost = set(paths) ^ set(found) or [p for p, times in found.items() if times != 1]
    return 1 if lost or unchecked or ends["died"] > kills + len(hostile) else 0


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]] + [1000, 2][len(sys.argv) - 1 :]
    sys.exit(main(*words))
