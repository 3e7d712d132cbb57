"""Hostile input in bulk: formulas, every reader, files of any bytes, the command line. No crash, no hang, nothing executed.

`python bench/fuzz.py [SECONDS] [FIRST_SEED]` runs for so long and prints what was tried; a seed repeats its input.
What may run and what may be opened is watched by Python's audit events (tests/canary.py).
"""

import contextlib
import io
import json
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from canary import CANARIES, watching

from checks import cli
from checks.checking import check, check_text
from checks.document import Unreadable, from_text, load
from checks.judging.judge import VERDICTS
from checks.limits import LimitError
from checks.notation.formula import parse
from checks.notation.tokens import cut
from checks.reading import READERS
from derive.decimals import Style

HANG = 10  # seconds for one input
MEMORY = 2 * 2**30  # bytes of address space on top of what is used at the start
NUMBERS = (
    "0",
    "1",
    "-1",
    "0.5",
    "-0.25",
    "0,75",
    "1e400",
    "1e-9999",
    "1/0",
    "-inf",
    "nan",
    "9" * 60,
    "½",
    "٣",
    "50 %",
    "16 MiB",
    "10^9",
    "−0.2",
    ".5",
    "1.",
)
NAMES = (
    "Q",
    "K",
    "V",
    "S",
    "A",
    "Y",
    "X",
    "W_Q",
    "d_k",
    "T",
    "x",
    "p",
    "softmax",
    "dS",
    "∂L/∂A",
    "δ_ij",
    "ℓ",
    "exp",
    "scores",
    "__class__",
    "A[0]",
    "K^T",
    *CANARIES,
)
OPERATORS = (" + ", " - ", " * ", " @ ", "·", " / ", "^", "^T ", " ⊙ ", " ", "_", "'", ".T", ",", ";", " & ", r" \\ ", "!", "|")
CALLS = (
    "exp(",
    "sqrt(",
    "softmax(",
    "log(",
    "max(",
    "sum(",
    "diag(",
    "Σ_j (",
    r"\sqrt{",
    r"\frac{1}{",
    "[",
    "[[",
    "(",
    "{",
    r"\left(",
    "np.array([",
    "E[",
    "Var(",
)
RELATIONS = (" = ", " ≈ ", " := ", " → ", " <= ", " == ", " ≠ ", "=", "\n= ")
PROSE = (
    "# Title",
    "Row 1:",
    "With a causal mask:",
    "The weights are in [0.1, 0.9].",
    "```python",
    "```",
    "$$",
    "\\[",
    "\\]",
    "<div>",
    "<pre>",
    "<table><tr><td>",
    "Each row sums to 1.",
    "For all T: dL/dS = A * (dA - rowsum(A * dA))",
    "E[q·k] = 0",
    "4 exp + 4 sum = 8 FLOPs",
    "Fila 2:",
    "> - * 1.",
    "\\begin{align}",
    "\\begin{bmatrix} 1 & 2 \\\\ 3",
    "|||",
    "| S | a |\n|---|---|\n| r | 0.5 |",
    "\x00\ufeff\u202e",
    "---",
    "&nbsp;&#0;&lt;",
    "% check: off",
    "def f(x):\n    return x",
    "/* 0.5 = 1/2 */",
    "for d_k = 64, Var(q·k) = d_k",
    "[[ 0.5 -0.5]\n [ 1. 2.]]",
    "logits = [1, 2, -inf]",
)
ENDINGS = (".md", ".txt", ".tex", ".ipynb", ".html", ".py", ".c", ".json", ".r")


def formula(rng: random.Random, depth: int = 0) -> str:
    """A formula of some kind, closed or not."""
    roll = rng.random()
    if depth > 5 or roll < 0.45:
        return rng.choice(NUMBERS if rng.random() < 0.5 else NAMES)
    if roll < 0.75:
        return formula(rng, depth + 1) + rng.choice(OPERATORS) + formula(rng, depth + 1)
    closing = rng.choice((")", "]", "}", "]]", r"\right)", ""))
    return rng.choice(CALLS) + formula(rng, depth + 1) + closing


def chain(rng: random.Random) -> str:
    return rng.choice(RELATIONS).join(formula(rng) for _ in range(rng.randint(1, 3)))


def page(rng: random.Random) -> str:
    """Lines of chains, arrays and prose, some of them damaged."""
    lines = []
    for _ in range(rng.randint(0, 8)):
        line = chain(rng) if rng.random() < 0.6 else rng.choice(PROSE)
        lines.append(
            rng.choice(("{}", "`{}`", "${}$", "- {}", "<p>{}</p>", "<code>{}</code>", "% {}", "# {}", "    {}")).replace(
                "{}", line
            )
        )
    text = "\n".join(lines)
    for _ in range(rng.choice((0, 0, 1, 3))):
        at = rng.randrange(len(text) + 1)
        text = (
            text[:at]
            + rng.choice(("", "\n", "\t", "\x00", "{", "]", "\\", "$", "`", "|", chr(rng.randrange(32, 0x2FFF))))
            + text[at + rng.randrange(3) :]
        )
    return text


def notebook(rng: random.Random) -> str:
    cells = [
        {"cell_type": rng.choice(("markdown", "code", "raw", "")), "source": page(rng), "outputs": [{"text": page(rng)}]}
        for _ in range(2)
    ]
    text = json.dumps({"cells": cells})
    return text if rng.random() < 0.8 else text[: rng.randrange(len(text))]


# -- what is tried -------------------------------------------------------------------------
def try_formula(rng: random.Random, folder: Path) -> None:
    text = chain(rng)
    with watching():
        try:
            tokens = cut(text, 0, len(text), Style())
            for first in range(min(len(tokens), 4)):
                found = parse(tokens, first, lambda token: True)
                assert found is None or first < found.stop <= len(tokens)
        except LimitError:
            return


def try_reader(rng: random.Random, folder: Path) -> None:
    kind = rng.choice(sorted(READERS))
    text = notebook(rng) if kind == "notebook" else page(rng)
    with watching():
        try:
            report = check(from_text(text, "<text>", kind), details=rng.random() < 0.1)
        except Unreadable:
            return
    assert all(f.verdict in VERDICTS and f.verdict != "disagree" for f in report.findings), [
        f for f in report.findings if f.verdict == "disagree"
    ]


def try_bytes(rng: random.Random, folder: Path) -> None:
    path = folder / f"document{rng.choice(ENDINGS)}"
    path.write_bytes(
        rng.randbytes(rng.randrange(200))
        if rng.random() < 0.5
        else page(rng).encode(rng.choice(("utf-8", "utf-16", "latin-1")), "replace")
    )
    with watching(str(path)):
        try:
            check(load(str(path)), details=False)
        except Unreadable:
            return


def try_command(rng: random.Random, folder: Path) -> None:
    path = folder / f"page{rng.choice(ENDINGS)}"
    path.write_text(page(rng), encoding="utf-8", errors="replace")
    words = [rng.choice(("check", "prove", "--help", "nonsense", "check"))]
    options = (
        "--strict",
        "--lang",
        "es",
        "--format",
        "json",
        "sarif",
        "html",
        "junit",
        "github",
        "markdown",
        "--exit-zero",
        "--coverage",
        "--min-coverage",
        "101",
        "-1",
        "--without",
        *CANARIES[:4],
    )
    words += rng.sample(options, rng.randint(0, 3)) + [str(path)] * rng.randint(0, 1)
    with watching(str(path)), contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            status = cli.main(words)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 2
    assert status in (0, 1, 2), f"exit {status} of {words}"


# how much of the inputs each takes
TRIED: dict[str, tuple[Callable[[random.Random, Path], None], float]] = {
    "formula": (try_formula, 0.80),
    "reader": (try_reader, 0.14),
    "bytes": (try_bytes, 0.05),
    "command line": (try_command, 0.01),
}


def one(seed: int, folder: Path) -> tuple[str, float, str]:
    """What was tried with a seed, how long it took, and the trouble, if any."""
    rng = random.Random(seed)
    name = rng.choices(list(TRIED), [share for _, share in TRIED.values()])[0]
    start = time.perf_counter()
    signal.alarm(HANG)
    try:
        TRIED[name][0](rng, folder)
    except Exception:
        return name, time.perf_counter() - start, traceback.format_exc(limit=-3)
    finally:
        signal.alarm(0)
    return name, time.perf_counter() - start, ""


def hung(*_: object) -> None:
    raise TimeoutError(f"no answer in {HANG} s")


def main() -> int:
    seconds, first = (*map(int, sys.argv[1:3]), *(300, 1)[len(sys.argv[1:3]) :])
    signal.signal(signal.SIGALRM, hung)
    for text in ("S = [[0.1, 0.2]]\n\nVar(q·k) = d_k", "`x = 0.5`"):
        check_text(text)  # what is imported late is imported before anything is watched
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    counts, slowest, trouble, start, seed = Counter[str](), dict[str, tuple[float, int]](), 0, time.monotonic(), first
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        while time.monotonic() - start < seconds:
            name, took, failure = one(seed, Path(folder))
            counts[name] += 1
            slowest[name] = max(slowest.get(name, (0.0, 0)), (took, seed))
            if failure:
                trouble += 1
                print(f"seed {seed} {name}: {failure}", flush=True)
            seed += 1
        canaries = list(Path(folder).rglob("*canary*"))
    for name, number in counts.items():
        print(f"{name}: {number} inputs, the slowest {slowest[name][0]:.2f} s (seed {slowest[name][1]})")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    took = time.monotonic() - start
    print(f"{counts.total()} inputs, seeds {first} to {seed - 1}, in {took:.0f} s")
    print(f"{trouble} with trouble, {len(canaries)} canaries, peak {peak:.0f} MiB")
    return bool(trouble or canaries)


if __name__ == "__main__":
    sys.exit(main())
