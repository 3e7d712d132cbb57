"""Draw a picture: attention weights, saturation, gradient death, or this machine's roofline.

  triplecheck plot weights -o weights.svg                     random Q and K, unscaled beside scaled
  triplecheck plot weights length-4 -o weights.pdf            the exact weights of an example, a document, a table
  triplecheck plot saturation -o saturation.svg               P(largest weight > 0.95) against d_k, certified
  triplecheck plot gradient -o gradient.png --lang es         mean and median of the Jacobian's norm, certified
  OPENBLAS_NUM_THREADS=1 triplecheck plot roofline -o roof.svg   measured here, where each step stands under the roof

FILE ends in .svg (written by triplecheck itself), .png or .pdf (matplotlib: pip install matplotlib).
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checks.messages import LANGUAGES, message

if TYPE_CHECKING:
    from checks.pictures.figure import Figure

NAMES = ("weights", "saturation", "gradient", "roofline")
SUFFIXES = (".svg", ".png", ".pdf")
MOST_MAP = 64
RANGES = {"tokens": (2, 4096), "d_k": (1, 4096), "seed": (0, 2**32 - 1)}
SIZES = {"weights": (8, 64), "roofline": (1024, 64)}  # T and d_k where none is given


class Refused(Exception):
    """A sentence for standard error."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", choices=NAMES, metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("input", nargs="?", metavar="INPUT", help="whose weights: an example, a document, a file of numbers")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help=".svg, .png or .pdf")
    parser.add_argument("--tokens", type=int, metavar="T", help="default 8, for the roofline 1024")
    parser.add_argument("--d-k", type=int, metavar="N", help="default 64")
    parser.add_argument("--causal", action="store_true", help="weights: mask the future")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="weights: seed of the draw (default 0)")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the text (default en)")


def run(args: argparse.Namespace) -> int:
    """0, or 2 with one sentence on standard error."""
    try:
        _check(args)
        _write(_figure(args), args)
    except Refused as refused:
        print(f"triplecheck plot: {refused}", file=sys.stderr)
        return 2
    return 0


def _say(args: argparse.Namespace, name: str, /, **values: object) -> str:
    return message(f"pictures.{name}", args.lang, **values)


def _check(args: argparse.Namespace) -> None:
    """Refused where the arguments cannot become a picture."""
    target: Path = args.output
    if target.suffix not in SUFFIXES:
        raise Refused(_say(args, "format", name=target))
    if not target.parent.is_dir():
        raise Refused(_say(args, "folder", name=target))
    if args.input is not None and args.name != "weights":
        raise Refused(_say(args, "input_unused", name=args.name))
    default = SIZES.get(args.name, SIZES["weights"])
    args.tokens = default[0] if args.tokens is None else args.tokens
    args.d_k = default[1] if args.d_k is None else args.d_k
    for option, (least, most) in RANGES.items():
        most = MOST_MAP if (args.name, option) == ("weights", "tokens") else most
        if not least <= (value := getattr(args, option)) <= most:
            words = f"--{option.replace('_', '-')}"
            raise Refused(_say(args, "range", option=words, value=value, least=least, most=most))
    if target.suffix != ".svg":
        try:
            import matplotlib  # noqa: F401
        except ImportError:
            raise Refused(_say(args, "no_matplotlib")) from None


def _figure(args: argparse.Namespace) -> "Figure":
    from checks.pictures import subjects

    match args.name:
        case "saturation":
            return subjects.saturated(args.lang)
        case "gradient":
            return subjects.gradient(args.lang)
        case "roofline":
            return subjects.roofline(*_measured(args), args.lang)
    rows, about = _exact(args) if args.input is not None else _drawn(args)
    return subjects.weights(rows, about, args.lang)


def _measured(args: argparse.Namespace) -> tuple[Any, list[Any], dict[str, Any]]:
    import numpy as np

    from checks.commands.roofline import about
    from numeric.costs import Shape
    from numeric.roofline import roofline

    machine, rows = roofline(Shape(args.tokens, args.tokens, args.d_k, args.d_k, 4), np.float32, 3)
    return machine, rows, about("float32", args.tokens, args.d_k, args.d_k)


def _drawn(args: argparse.Namespace) -> tuple[dict[str, Any], str]:
    """Weights of random queries and keys, as NumPy computes them."""
    import numpy as np

    from numeric.softmax import softmax_stable

    rng = np.random.default_rng(args.seed)
    Q, K = rng.standard_normal((2, args.tokens, args.d_k))
    hidden = np.triu(np.ones((args.tokens, args.tokens), bool), 1) & args.causal
    rows = {}
    for scale, factor in (("none", 1.0), ("sqrt", args.d_k**-0.5)):
        A = softmax_stable(np.where(hidden, -np.inf, Q @ K.T * factor))
        rows[scale] = [
            [None if off else float(x) for x, off in zip(*pair, strict=True)] for pair in zip(A, hidden, strict=True)
        ]
    return rows, _say(args, "weights_drawn", tokens=args.tokens, d_k=args.d_k, seed=args.seed)


def _exact(args: argparse.Namespace) -> tuple[dict[str, Any], str]:
    """The exact weights of a problem, correctly rounded to fp64."""
    from checks.problems.load import load
    from checks.problems.raw import problem_of
    from checks.report.tables.model import floats
    from derive.reference.certified import Undecided, reference
    from derive.reference.problem import InputError

    try:
        raw = load(args.input, False).with_settings(mask="causal" if args.causal else None)
        rows = {}
        for scale, given in (("none", "none"), ("sqrt", "1/sqrt(d_k)")):
            problem = problem_of(raw.with_settings(scale=given), 10**8, 20)
            if (tokens := max(problem.shape[:2])) > MOST_MAP:
                raise Refused(_say(args, "too_wide", source=args.input, tokens=tokens, most=MOST_MAP))
            A = floats(reference(problem, 20), "A", "fp64")
            allowed = problem.allowed
            rows[scale] = [[x if j in allowed[i] else None for j, x in enumerate(row)] for i, row in enumerate(A)]
    except InputError as error:
        sentence = message(f"inputs.{error.code}", args.lang, **error.values)
        raise Refused(message("inputs.at", args.lang, source=args.input, sentence=sentence)) from None
    except Undecided as error:
        where = {"step": error.step, "row": error.row, "column": error.column, "bits": error.bits}
        raise Refused(message("inputs.undecided", args.lang, **where)) from None
    return rows, _say(args, "weights_exact", title=raw.title)


def _write(figure: "Figure", args: argparse.Namespace) -> None:
    target: Path = args.output
    try:
        if target.suffix == ".svg":
            from checks.pictures.svg import render

            target.write_text(render(figure) + "\n", encoding="utf-8")
        else:
            from checks.pictures.matplotlib_figure import draw

            draw(figure, target)
    except OSError as error:
        raise Refused(_say(args, "unwritable", name=target, why=error.strerror or error)) from None
