"""Shows derivations as proofs for all sizes: softmax, attention and its gradients, norms, merges, rotary positions.

  triplecheck prove                       lists the theorems
  triplecheck prove attention.dQ          the proof, line by line, with the rules in a sentence each
  triplecheck prove --all                 every theorem with its sizes, assumptions, side conditions and time
  triplecheck prove attention.dQ --format latex > proof.tex   also markdown, html (mathematics by the browser), json
  triplecheck prove scores.variance --hypotheses              which assumption does what
  triplecheck prove scores.variance --without independence    a counter-model, and what is left of the proof
  triplecheck prove attention.dQ --export coq -o dQ.v         the theorem and its proof as a file that coqc checks

Derivatives come from SymPy; a small kernel re-checks each step for all sizes, and exact values at small sizes
re-check it once more. Only proofs that pass both are shown. What is exported rests on Coq alone: its own reals and
derivatives, our definitions, and nothing assumed; `Print Assumptions` at the end of the file shows it.
"""

import argparse
import json
import sys
import time
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from checks.messages import LANGUAGES, message
from derive.theorems import TABLE

if TYPE_CHECKING:
    from checks.proofs import Shown

FORMATS = ("terminal", "text", "markdown", "latex", "html", "json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="the theorem; without it, the list")
    parser.add_argument("--all", action="store_true", help="prove and replay every theorem")
    parser.add_argument("--without", nargs="+", metavar="HYPOTHESIS", help="drop hypotheses of a theorem on random scores")
    parser.add_argument("--hypotheses", action="store_true", help="the part of each hypothesis in such a theorem")
    parser.add_argument("--format", choices=FORMATS, help="terminal where the output is one, else text")
    parser.add_argument("--export", choices=("coq",), help="the theorem for another prover, to be checked there")
    parser.add_argument("-o", "--output", metavar="FILE", help="where the export goes; without it, to standard output")
    parser.add_argument("--lang", choices=LANGUAGES, default="en")
    parser.add_argument(
        "--depth",
        type=int,
        choices=range(4),
        default=1,
        help="0 the statement, 1 the derivation, 2 also details, 3 also the kernel's rules and normal forms",
    )


def run(args: argparse.Namespace) -> int:
    if args.export and (args.all or not args.name or args.format or args.hypotheses or args.without):
        return refuse(message("proofs.export_alone", args.lang))
    if args.output and not args.export:
        return refuse(message("proofs.output_alone", args.lang))
    args.format = args.format or ("terminal" if sys.stdout.isatty() else "text")
    if args.format == "html" and find_spec("latex2mathml") is None:
        return refuse(message("proofs.needs_teach", args.lang))
    if args.all and args.name:
        return refuse(message("proofs.name_and_all", args.lang))
    if (args.without or args.hypotheses) and (args.name is None or (args.without and args.hypotheses)):
        return refuse(message("proofs.without_one", args.lang, names=random_theorems()))
    if args.all:
        return prove_all(args)
    if args.name is None:
        return listing(args)
    if args.name not in TABLE:
        near = get_close_matches(args.name, TABLE, n=3, cutoff=0) or list(TABLE)[:3]
        return refuse(message("proofs.unknown", args.lang, name=args.name, near=", ".join(near)))
    if args.without or args.hypotheses:
        return show_hypotheses(args)
    return export(args) if args.export else prove_one(args)


def export(args: argparse.Namespace) -> int:
    """--export coq: the file, to standard output or where --output says."""
    from derive.coq import EXPORTED, exported
    from derive.theorems import theorem

    if args.name not in EXPORTED:
        return refuse(message("proofs.not_exported", args.lang, name=args.name, names=", ".join(EXPORTED)))
    text = exported(theorem(args.name).derive())
    if args.output is None:
        print(text, end="")
        return 0
    try:
        Path(args.output).write_text(text, encoding="utf-8")
    except OSError as error:
        return refuse(message("proofs.not_written", args.lang, path=args.output, reason=error.strerror))
    return 0


def random_theorems() -> str:
    return ", ".join(name for name in TABLE if name.startswith("scores."))


def show_hypotheses(args: argparse.Namespace) -> int:
    """--without and --hypotheses: what a theorem on random scores owes to its hypotheses."""
    if TABLE[args.name] != "scores":
        return refuse(message("proofs.not_random", args.lang, name=args.name, names=random_theorems()))
    if args.hypotheses and args.format not in ("text", "terminal"):
        return refuse(message("proofs.roles_format", args.lang))
    from checks import hypotheses
    from derive.assumptions import GROUPS, HYPOTHESES, UnknownHypothesis, named

    try:
        dropped = named(args.without or ())
    except UnknownHypothesis as error:
        names = ", ".join((*HYPOTHESES, *GROUPS))
        return refuse(message("proofs.unknown_hypothesis", args.lang, name=error, names=names))
    if args.hypotheses:
        print(hypotheses.roles(args.name, args.lang))
        return 0
    shown = hypotheses.without(args.name, dropped, args.format, args.lang, args.depth)
    print(shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False, indent=1))
    return 0


def refuse(sentence: str) -> int:
    print(f"triplecheck: {sentence}", file=sys.stderr)
    return 2


def listing(args: argparse.Namespace) -> int:
    if args.format not in ("text", "terminal", "markdown"):
        return refuse(message("proofs.list_format", args.lang, format=args.format))
    width = max(map(len, TABLE))
    for name in TABLE:
        title = message(f"theorems.{name}", args.lang)
        print(f"- `{name}`: {title}" if args.format == "markdown" else f"{name:<{width}}  {title}")
    print(f"\n{message('proofs.hint', args.lang)}")
    return 0


def prove_one(args: argparse.Namespace) -> int:
    from checks.proofs import Shown, render
    from checks.proofs.data import as_json
    from derive.proof import Unproved
    from derive.theorems import replayed

    try:
        shown = Shown(replayed(args.name), args.lang, args.depth)
    except Unproved as error:
        print(message("proofs.not_replayed", args.lang, name=args.name, reason=error), file=sys.stderr)
        return 3
    print(as_json([shown]) if args.format == "json" else render([shown], args.format, args.lang))
    return 0


def prove_all(args: argparse.Namespace) -> int:
    """Every theorem in the order of the table; exit 3 when one does not replay."""
    from checks.proofs import Shown, render
    from checks.proofs.data import as_json
    from derive.proof import Unproved
    from derive.theorems import replayed

    start = time.perf_counter()
    shown: list[Shown] = []
    seconds: list[float] = []
    status = 0
    for name in TABLE:
        began = time.perf_counter()
        try:
            shown.append(Shown(replayed(name), args.lang, args.depth))
        except Unproved as error:
            print(message("proofs.not_replayed", args.lang, name=name, reason=error), file=sys.stderr)
            status = 3
            continue
        seconds.append(time.perf_counter() - began)
        if args.format in ("text", "terminal"):
            print_summary(shown[-1], seconds[-1])
    if args.format in ("text", "terminal"):
        print(message("proofs.total", args.lang, count=len(shown), seconds=time.perf_counter() - start))
    else:
        print(as_json(shown, seconds) if args.format == "json" else render(shown, args.format, args.lang))
    return status


def print_summary(shown: "Shown", seconds: float) -> None:
    from checks.proofs.shown import equation, quantifiers
    from checks.proofs.text import premises
    from derive.notation import TEXT

    print(f"{shown.proof.name}  ({seconds * 1000:.0f} ms)\n  {shown.title}\n  {equation(shown, TEXT)}")
    print(f"  {quantifiers(shown, TEXT)}")
    for title, items in premises(shown)[1:]:
        for item in items:
            print(f"  {title} {item}")
    print()
