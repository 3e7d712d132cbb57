"""How saturated is the softmax of a row of random attention scores, with and without 1/sqrt(d_k)?

For a query q and T keys with independent N(0, 1) entries, q . k has variance d_k. Unscaled, one weight takes nearly
all (the row is saturated) and the gradient of a typical row dies; divided by sqrt(d_k) the scores have variance 1
whatever d_k is. This command says how much, with numbers:

  triplecheck saturation --d-k 64 --tokens 2 4 8 16
  triplecheck saturation --d-k 64 --tokens 2 4 8 16 --plot saturation.svg
  triplecheck saturation --d-k 16 --tokens 8 --threshold 0.9 --scale none --components student-t --nu 5

Two models: "independent" (q and the keys independent) and "orthogonal" (self-attention, Q = X W_Q and K = X W_K with X
random and W_Q, W_K random orthogonal: a token's query and its own key belong together). Values without a mark are
computed by quadrature with a proved error; values with ~ come from a seeded simulation, with the half width of their
confidence interval. Means hide how the gradient dies: E||J||_F falls slowly, the median row's exponentially in the
standard deviation of the scores. Both are shown.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from checks.messages import LANGUAGES, message

if TYPE_CHECKING:
    from checks.saturation import Setting, Table

MOST_WIDTH, MOST_TOKENS, MOST_TEXTS = 4096, 1024, 1_000_000
MOST_OPERATIONS = 100_000_000_000  # of the simulation, a minute or two
LAWS = ("gaussian", "rademacher", "uniform", "laplace", "student-t")


class Refused(Exception):
    """A call that cannot be carried out: the message's name and what fills it in."""

    def __init__(self, code: str, /, **values: object) -> None:
        super().__init__(code)
        self.code, self.values = code, values


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--d-k", type=int, default=64, metavar="N", help="width of q and k (default 64)")
    parser.add_argument(
        "--tokens", type=int, nargs="+", default=[2, 4, 8, 16], metavar="T", help="scores in a row (default 2 4 8 16)"
    )
    parser.add_argument("--threshold", default="0.95", metavar="C", help="P(largest weight > C), default 0.95")
    parser.add_argument("--scale", nargs="+", default=["sqrt", "none"], metavar="S", help="sqrt, linear (1/d_k), none")
    parser.add_argument("--model", nargs="+", default=["independent", "orthogonal"], metavar="M", help="see above")
    parser.add_argument("--components", default="gaussian", metavar="LAW", help=f"law of an entry: {', '.join(LAWS)}")
    parser.add_argument("--nu", metavar="V", help="degrees of freedom of student-t")
    parser.add_argument("--texts", type=int, default=10_000, metavar="N", help="matrices simulated (default 10000)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the simulation (default 0)")
    parser.add_argument("--confidence", default="0.95", metavar="P", help="level of the intervals (default 0.95)")
    parser.add_argument("--plot", metavar="FILE", help="also draw the picture: .svg, .png or .pdf (needs matplotlib)")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="text or json")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the text")


def run(arguments: argparse.Namespace) -> int:
    """0, or 2 with one sentence on standard error."""
    try:
        _run(arguments)
    except Refused as refused:
        text = message(f"saturation.{refused.code}", arguments.lang, **refused.values)
        print(f"triplecheck saturation: {text}", file=sys.stderr)
        return 2
    return 0


def _run(arguments: argparse.Namespace) -> None:
    threshold, confidence = (_level(arguments, name) for name in ("threshold", "confidence"))
    _check_sizes(arguments)
    for option, known in (("scale", ("sqrt", "linear", "none")), ("model", ("independent", "orthogonal"))):
        for word in getattr(arguments, option):
            if word not in known:
                raise Refused("unknown_word", option=option, word=word, known=", ".join(known))
    nu = _degrees(arguments)
    target = _target(arguments.plot)

    from checks import saturation, saturation_report

    setting = saturation.Setting(
        arguments.d_k,
        tuple(dict.fromkeys(arguments.tokens)),
        threshold,
        arguments.components,
        nu,
        arguments.texts,
        arguments.seed,
        float(confidence),
    )
    tables = saturation.tables(setting, *(tuple(dict.fromkeys(x)) for x in (arguments.model, arguments.scale)))
    if target:
        _draw(tables, setting, target, arguments.lang)
    if arguments.format == "json":
        print(json.dumps(saturation_report.as_json(setting, tables), indent=1))
    else:
        print("\n".join(saturation_report.as_text(setting, tables, arguments.lang)))


def _level(arguments: argparse.Namespace, name: str) -> Fraction:
    """A probability level, read exactly."""
    text = getattr(arguments, name)
    try:
        value = Fraction(Decimal(text)) if len(text) <= 40 and -100 < Decimal(text).adjusted() < 1 else None
    except (InvalidOperation, ValueError, OverflowError):
        value = None
    if value is None or not 0 < value < 1:
        raise Refused("level", option=name, text=text[:40])
    return value


def _check_sizes(arguments: argparse.Namespace) -> None:
    if not 1 <= arguments.d_k <= MOST_WIDTH:
        raise Refused("width", d=arguments.d_k, most=MOST_WIDTH)
    for tokens in arguments.tokens:
        if tokens < 2:
            raise Refused("tokens", tokens=tokens)
        if tokens > MOST_TOKENS:
            raise Refused("many_tokens", tokens=tokens, most=MOST_TOKENS)
    if not 100 <= arguments.texts <= MOST_TEXTS:
        raise Refused("texts", texts=arguments.texts, most=MOST_TEXTS)
    if arguments.seed < 0:
        raise Refused("seed", seed=arguments.seed)
    work = arguments.texts * sum(_operations(tokens, arguments.d_k) for tokens in arguments.tokens)
    if work > MOST_OPERATIONS:
        raise Refused("too_much", texts=max(100, arguments.texts * MOST_OPERATIONS // work // 100 * 100))


def _operations(tokens: int, d_k: int) -> int:
    """About what one score matrix costs: its product, its softmax (30 an entry), two QR factorizations."""
    return tokens * tokens * (2 * d_k + 30) + 8 * d_k * min(tokens, d_k) ** 2


def _degrees(arguments: argparse.Namespace) -> Fraction | None:
    """The degrees of freedom, checked against the moments that the table prints: the fourth, for the kurtosis."""
    if arguments.components not in LAWS:
        raise Refused("unknown_word", option="components", word=arguments.components, known=", ".join(LAWS))
    if arguments.components != "student-t":
        if arguments.nu is not None:
            raise Refused("nu_unused", components=arguments.components)
        return None
    if arguments.nu is None:
        raise Refused("nu_missing")
    try:
        nu = Fraction(Decimal(arguments.nu)) if len(arguments.nu) <= 20 else None
    except (InvalidOperation, ValueError, OverflowError):
        nu = None
    if nu is None or not 4 < nu <= 10**9:
        raise Refused("nu_small", nu=arguments.nu[:20])
    return nu


def _target(name: str | None) -> Path | None:
    """The picture's file, refused before any work where it cannot become one."""
    if name is None:
        return None
    target = Path(name)
    if target.suffix not in (".svg", ".png", ".pdf"):
        raise Refused("plot_format", name=name)
    if not target.parent.is_dir():
        raise Refused("plot_folder", name=name)
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise Refused("no_matplotlib") from None
    return target


def _draw(tables: "Sequence[Table]", setting: "Setting", target: Path, lang: str) -> None:
    from checks import plot
    from checks.saturation_report import heading

    try:
        plot.draw(tables, heading(setting, lang), target, lang)
    except OSError as failure:
        raise Refused("plot_unwritable", name=str(target), why=failure.strerror or str(failure)) from None
