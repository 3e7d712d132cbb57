"""What a long document costs: five megabytes of prose with a formula or a small calculation now and then.

python bench/prose.py [MEGABYTES]
"""

import random
import resource
import sys
import tempfile
import time
from pathlib import Path

from checks.checking import check

SUBJECTS = (
    "the scores", "a query", "each key", "the softmax", "this layer", "the head", "every token", "a weight", "the gradient",
    "the mask", "the matrix", "one row", "the output", "the reader", "the lecture", "our model",
)  # fmt: skip
VERBS = ("depends on", "compares with", "is close to", "looks like", "attends to", "differs from", "follows from", "grows with")
OBJECTS = (
    "the previous page", "its neighbours", "the width of the model", "a longer context", "the published table", "section 3.2",
    "what we saw in 2017", "the variance of the product", "the 12 heads of the encoder", "a learning rate of 0.001",
    "the batch of 32 sentences", "most of the text", "a simple average",
)  # fmt: skip
FORMULA = r"So the scaled score is $q \cdot k / \sqrt{d_k}$ as before."
CALCULATION = "For example 3 × 4 = 12 and 12 / 5 = 2.4."


def _sentence(drawn: random.Random) -> str:
    said = " ".join(map(drawn.choice, (SUBJECTS, VERBS, OBJECTS)))
    return said[0].upper() + said[1:] + drawn.choice(".;?")


def _paragraph(drawn: random.Random) -> str:
    said = [_sentence(drawn) for _ in range(drawn.randint(3, 12))]
    said += [FORMULA] * (drawn.random() < 0.05) + [CALCULATION] * (drawn.random() < 0.03)
    heading = [f"## {_sentence(drawn)[:-1]}\n"] if drawn.random() < 0.03 else []
    return "\n".join([*heading, " ".join(said)])


def document(size: int) -> str:
    """About `size` characters of Markdown, always the same."""
    drawn, paragraphs, length = random.Random(7), list[str](), 0
    while length < size:
        paragraphs.append(_paragraph(drawn))
        length += len(paragraphs[-1]) + 2
    return "\n\n".join(paragraphs)


def main() -> None:
    """Print processor time and memory for the whole size and for a quarter of it."""
    size = int(float(sys.argv[1]) * 1_000_000) if len(sys.argv) > 1 else 5_000_000
    for part in (size // 4, size):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "prose.md"
            path.write_text(document(part), encoding="utf-8")
            start = time.process_time()
            report = check(str(path))
            seconds = time.process_time() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{part / 1e6:.2f} MB: {seconds:.1f} s of CPU, {peak} MiB, {len(report.findings)} claims")
    print("goal for 5 MB: 20 s, 500 MB")


if __name__ == "__main__":
    main()
