"""Check documents: every printed number, three ways.

Each claim gets a verdict: agrees, rounding, lucky, carried (it follows from an earlier mistake), wrong (the mistake is
here), undecided, unread. Mistakes come first, each with the right value and how many numbers it carried along.

Exit status: 0 nothing false; 1 something wrong (with --strict also any warning or open claim, or coverage below
--min-coverage); 2 bad usage or an unreadable file; 3 our own witnesses differ.

  triplecheck check page.md
  triplecheck check --format json *.md > report.json
  triplecheck check --coverage notes.tex
  triplecheck check --strict --min-coverage 95 homework.md
  triplecheck check --diff page.md        what --fix would rewrite: false numbers, and no formula
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path

from checks.check import Report, check
from checks.configuration import Misconfigured, settings
from checks.document import Unreadable
from checks.messages import LANGUAGES, message

FORMATS = {
    "text": "terminal",
    "json": "json",
    "markdown": "markdown",
    "html": "html",
    "sarif": "sarif",
    "junit": "junit",
    "github": "github",
}
DEFAULTS = {"strict": False, "min-coverage": 0.0}  # where neither the command line nor the project says otherwise
LISTING = ("text", "json")  # the formats that can list every number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `triplecheck check`."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="documents: Markdown, LaTeX, notebooks, HTML, plain text, program text; others by pandoc",
    )
    parser.add_argument("--format", choices=FORMATS, default="text", help="for people (text, markdown, html) or programs")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the report; each document's own if not given")
    parser.add_argument("--strict", action=argparse.BooleanOptionalAction, help="warnings and open claims count as errors, too")
    parser.add_argument(
        "--coverage", action="store_true", help="list every number: given, claim, operand, or set aside and why"
    )
    rewriting = parser.add_mutually_exclusive_group()
    rewriting.add_argument("--fix", action="store_true", help="rewrite false numbers, rounded as they are printed")
    rewriting.add_argument("--diff", action="store_true", help="show what --fix would rewrite, and rewrite nothing")
    parser.add_argument("--exit-zero", action="store_true", help="exit with 0 whatever is found in the documents")
    parser.add_argument(
        "--min-coverage",
        type=_percentage,
        metavar="PERCENT",
        help="least share of the claims that must be decided",
    )


def _percentage(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError("a percentage from 0 to 100")
    return value


def run(arguments: argparse.Namespace) -> int:
    """Check the files; a file that cannot be read is named, and the others are still checked."""
    try:
        configured = settings(Path.cwd(), arguments.lang or "en")
    except Misconfigured as error:
        print(f"triplecheck: {error}", file=sys.stderr)
        return 2
    for name, value in {**DEFAULTS, **configured}.items():
        if getattr(arguments, name.replace("-", "_"), None) is None:
            setattr(arguments, name.replace("-", "_"), value)
    if arguments.coverage and arguments.format not in LISTING:
        print(f"triplecheck: {message('report.no_coverage', arguments.lang or 'en', format=arguments.format)}", file=sys.stderr)
        return 2
    reports, unreadable = [], False
    for path in arguments.files:
        try:
            reports.append(check(path, arguments.lang or "en"))
        except Unreadable as error:
            unreadable = True
            print(f"triplecheck: {error}", file=sys.stderr)
    if arguments.fix or arguments.diff:
        from checks.commands.fix import rewrite

        reports, failed = rewrite(reports, arguments.lang or "en", arguments.diff)
        unreadable |= failed
    if not arguments.diff and (reports or arguments.format != "text"):
        _show(reports, arguments)
    return _status(reports, unreadable, arguments)


def _show(reports: list[Report], arguments: argparse.Namespace) -> None:
    renderer = import_module(f"checks.report.{FORMATS[arguments.format]}")
    options = {"colour": sys.stdout.isatty()} if arguments.format == "text" else {}
    if arguments.format in LISTING:
        options["coverage"] = arguments.coverage
    print(renderer.render(reports, arguments.lang, **options), end="" if arguments.format == "text" else "\n")


def _status(reports: list[Report], unreadable: bool, arguments: argparse.Namespace) -> int:
    if any(r.count("disagree") for r in reports):
        return 3
    if unreadable:
        return 2
    if arguments.exit_zero:
        return 0
    short = any(r.coverage * 100 < arguments.min_coverage for r in reports)
    open_ones = arguments.strict and any(r.count("rounding", "lucky", "undecided", "unread") for r in reports)
    return 1 if short or open_ones or any(r.count("wrong", "carried") for r in reports) else 0
