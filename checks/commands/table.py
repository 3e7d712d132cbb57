"""The answer key of an attention computation: every step exact, to certified digits, and correctly rounded.

INPUT is a file of numbers (.json, .csv, .npz), a document whose givens are read, or an example: two-tokens, length-4.
A problem has X, W_Q, W_K, W_V, or Q, K, V, and optionally a mask ("causal"; a table of true and false or of 1 and 0:
who may be attended to; a table of other numbers: added to the scores, -inf masks), a scale (1/sqrt(d_k) if not given),
and for the backward pass G = dL/dY or a loss: sum, mean, squared (half the sum of (Y - target)^2), mse, cross-entropy
(with "classes", one a row). Decimals are exact: 0.1 is 1/10.

  {"X": [[1, 0], [0, 1]], "W_Q": [[1, 0], [0, 1]], "W_K": [[0, 1], [1, 0]], "W_V": [[2, 0], [0, 3]], "mask": "causal"}

The same in CSV: each matrix is a line with its name and its rows below; settings are lines such as mask,causal.

  triplecheck table two-tokens
  triplecheck table problem.json --digits 50 --format markdown --output key.md
  triplecheck table problem.npz --binary --dtype fp32 --dtype bf16 --output vectors.npz

Every printed decimal is the correct rounding of the exact value under the named rule. Exit status: 0 done, 2 the input
cannot be computed, 3 two of our own engines differ.
"""

import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from checks.messages import LANGUAGES, message

if TYPE_CHECKING:
    from derive.reference.certified import Reference

RENDERERS = {
    "text": "text",
    "markdown": "markdown",
    "latex": "latex",
    "csv": "csv",
    "json": "json",
    "npz": "npz",
}
SUFFIXES = {".txt": "text", ".md": "markdown", ".tex": "latex", ".csv": "csv", ".json": "json", ".npz": "npz"}
FORMATS = ("fp64", "fp32", "fp16", "bf16")
RULES = ("half-even", "half-away", "truncate")
MOST_DIGITS = 4000
DEFAULT_DIGITS = 20


def count_up_to(most: int, least: int = 0) -> Callable[[str], int]:
    """An argparse type: an integer from least to most."""

    def parse(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or len(text) > 12 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {least} to {most}")
        return int(text)

    return parse


def add_problem_arguments(parser: argparse.ArgumentParser) -> None:
    """What every command that reads a problem takes."""
    parser.add_argument("--binary", action="store_true", help="read an .npz's floats as the binary numbers they are")
    parser.add_argument("--mask", help="causal or none, in place of the file's")
    parser.add_argument("--scale", help="1/sqrt(d_k), 1/sqrt(64), none, or a number, in place of the file's")
    parser.add_argument("--loss", help="sum, mean, squared, mse or cross-entropy, where the file has no G")
    parser.add_argument(
        "--limit", type=count_up_to(10**12), default=2_000_000_000, help="exact products at most (default 2000000000)"
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="en")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("input", metavar="INPUT")
    parser.add_argument("--digits", type=count_up_to(MOST_DIGITS, 1), help="significant digits (default 20)")
    parser.add_argument("--decimals", type=count_up_to(MOST_DIGITS), help="round to so many decimals")
    parser.add_argument("--rounding", choices=RULES, default="half-even")
    parser.add_argument("--dtype", action="append", choices=FORMATS, default=[], help="round to this format; repeat")
    parser.add_argument("--steps", default="", help="only these, as in A,Y,dQ")
    parser.add_argument("--closed", action=argparse.BooleanOptionalAction, help="closed forms (default: sizes up to 4)")
    parser.add_argument("--second-opinion", action="append", choices=("mpmath", "sympy", "none"), default=[])
    parser.add_argument("--format", choices=RENDERERS)
    parser.add_argument("--output", type=Path, help="a file; its ending says the format, or --format does")
    add_problem_arguments(parser)


def complain(sentence: str) -> int:
    print(f"triplecheck: {sentence}", file=sys.stderr)
    return 2


def run(args: argparse.Namespace) -> int:
    form = args.format or (SUFFIXES.get(args.output.suffix.lower()) if args.output else "text")
    if form is None:
        return complain(message("table.ending", args.lang, path=args.output, endings=", ".join(SUFFIXES)))
    if form == "npz" and args.output is None:
        return complain(message("table.npz_output", args.lang))
    if form == "npz" and not args.dtype:
        return complain(message("table.npz_formats", args.lang))
    from derive.reference.certified import Undecided
    from derive.reference.confirm import Disagreement
    from derive.reference.problem import InputError

    try:
        content = _made(args, form)
    except InputError as error:
        sentence = message(f"inputs.{error.code}", args.lang, **error.values)
        return complain(message("inputs.at", args.lang, source=args.input, sentence=sentence))
    except Undecided as error:
        where = {"step": error.step, "row": error.row, "column": error.column, "bits": error.bits}
        return complain(message("inputs.undecided", args.lang, **where))
    except Disagreement as error:
        where = {"engine": error.engine, "step": error.step, "row": error.row, "column": error.column}
        complain(message("table.disagreement", args.lang, **where))
        return 3
    return _written(args, content)


def _made(args: argparse.Namespace, form: str) -> str | bytes:
    from checks.problems.load import load
    from checks.problems.raw import problem_of
    from checks.report.tables.model import Views, table
    from derive.reference.certified import reference

    raw = load(args.input, args.binary).with_settings(mask=args.mask, scale=args.scale, loss=args.loss)
    nothing = args.digits is None and args.decimals is None and not args.dtype
    digits = DEFAULT_DIGITS if nothing else args.digits
    wanted = max(digits or 0, args.decimals or 0, DEFAULT_DIGITS)
    found = reference(problem_of(raw, args.limit, wanted), wanted)
    steps = tuple(name.strip() for name in args.steps.split(",") if name.strip())
    views = Views(digits, args.decimals, args.rounding, tuple(dict.fromkeys(args.dtype)), args.closed, steps)
    made = table(found, raw.title, views, _confirmed(found, args.second_opinion), args.lang)
    renderer = import_module(f"checks.report.tables.{RENDERERS[form]}")
    content: str | bytes = renderer.render(made) if form == "npz" else renderer.render(made, args.lang)
    return content


def _confirmed(found: "Reference", asked: list[str]) -> dict[str, int]:
    """Entries that each second engine confirms; mpmath is asked by itself where the problem is small."""
    from derive.reference.confirm import confirm, within_reach

    engines = [engine for engine in dict.fromkeys(asked) if engine != "none"]
    if not asked and within_reach(found, "mpmath"):
        engines = ["mpmath"]
    return {engine: confirm(found, engine) for engine in engines}


def _written(args: argparse.Namespace, content: str | bytes) -> int:
    if args.output is None:
        sys.stdout.write(content if isinstance(content, str) else "")
        return 0
    try:
        args.output.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        return complain(message("table.unwritable", args.lang, path=args.output, reason=error.strerror))
    return 0
