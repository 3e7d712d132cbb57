"""Check documents: every printed number, three ways.

Each claim gets a verdict: agrees, rounding, lucky, carried (it follows from an earlier mistake), wrong (the mistake is
here), undecided, unread. Mistakes come first, each with the right value and how many numbers it carried along.

Exit status: 0 nothing false; 1 something wrong (with --strict also any warning or open claim, or numbers of which none
could be read; or a share of decided claims below --min-coverage, where a number that nothing was read of counts as an
open claim); 2 bad usage or an unreadable file; 3 our own witnesses differ.

  triplecheck check page.md
  triplecheck check --format json *.md > report.json
  triplecheck check --coverage notes.tex
  triplecheck check --strict --min-coverage 95 homework.md
  triplecheck check pages --jobs 2        all documents in a folder, one process each
  triplecheck check pages --format lines --output done.jsonl --resume
  triplecheck check --diff page.md        what --fix would rewrite: false numbers, formulas with --fix-formulas
  pdftotext paper.pdf - | triplecheck check --from text -
"""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from checks.cache import Cache, folder_of, remembering
from checks.checking import check
from checks.configuration import OFF, Misconfigured, settings
from checks.coverage import share, unseen
from checks.document import Unreadable, streamed
from checks.findings import Report
from checks.judging.judge import DECIDED, FALSE, OPEN, WARNINGS
from checks.messages import LANGUAGES, message
from checks.reading import READERS, open_document

FORMATS = {
    "text": "terminal",
    "json": "json",
    "markdown": "markdown",
    "html": "html",
    "sarif": "sarif",
    "junit": "junit",
    "github": "github",
}
LINES = "lines"  # one line of JSON a document, written as it is done
DEFAULTS = {
    "strict": False,
    "min-coverage": 0.0,
    "timeout": 60.0,
    "memory": 2048.0,
    "cache": OFF,
}  # where neither the command line nor the project says otherwise
LISTING = ("text", "json")  # the formats that can list every number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `triplecheck check`."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="documents, or folders of them: Markdown, LaTeX, notebooks, HTML, plain text, program text; others by pandoc; "
        "- for standard input",
    )
    parser.add_argument("--from", dest="source", choices=READERS, help="read the files as this, whatever they are called")
    parser.add_argument(
        "--format", choices=(*FORMATS, LINES), default="text", help="for people (text, markdown, html) or programs"
    )
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the report; each document's own if not given")
    parser.add_argument("--strict", action=argparse.BooleanOptionalAction, help="warnings and open claims count as errors, too")
    parser.add_argument(
        "--coverage", action="store_true", help="list every number and formula: given, claim, operand, or set aside and why"
    )
    rewriting = parser.add_mutually_exclusive_group()
    rewriting.add_argument("--fix", action="store_true", help="rewrite false numbers, rounded as they are printed")
    rewriting.add_argument("--diff", action="store_true", help="show what --fix would rewrite, and rewrite nothing")
    parser.add_argument(
        "--fix-formulas", action="store_true", help="with --fix (or --diff), also put the nearest true formula for a false one"
    )
    parser.add_argument("--exit-zero", action="store_true", help="exit with 0 whatever is found in the documents")
    parser.add_argument(
        "--min-coverage",
        type=_percentage,
        metavar="PERCENT",
        help="least share of the claims that must be decided",
    )

    parser.add_argument("-o", "--output", metavar="FILE", help="write the report to a file")
    parser.add_argument(
        "--cache", metavar="DIR|user|off", help="where searches for counterexamples are kept from run to run (off)"
    )
    many = parser.add_argument_group("many documents")
    many.add_argument("--jobs", type=_count, metavar="N", help="check N documents at a time, each in its own process")
    many.add_argument("--timeout", type=_positive, metavar="SECONDS", help="time for one document (60)")
    many.add_argument("--memory", type=_positive, metavar="MIB", help="memory for one document (2048)")
    many.add_argument("--executor", metavar="WHERE", help="dask://HOST:PORT, or MODULE:FACTORY of another executor")
    many.add_argument("--shard", type=_shard, metavar="I/N", help="only the documents of part I of N, by their names")
    many.add_argument("--resume", action="store_true", help="leave out what the output already holds, and add to it")
    many.add_argument("--exclude", action="append", metavar="GLOB", help="documents in folders to leave out")


def _percentage(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 100:
        raise argparse.ArgumentTypeError("a percentage from 0 to 100")
    return value


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError("a number above 0")
    return value


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError("a whole number from 1 to 1024")
    return int(text)


def _shard(text: str) -> tuple[int, int]:
    number, _, count = text.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError("1/4 for the first of four parts")
    return int(number), int(count)


def run(arguments: argparse.Namespace) -> int:
    """Check the files; a file that cannot be read is named, and the others are still checked."""
    lang = arguments.lang or "en"
    try:
        _configure(arguments, settings(Path.cwd(), lang))
    except Misconfigured as error:
        return _refused(str(error))
    wrong_call = _misused(arguments)
    if wrong_call:
        return _refused(message(wrong_call, lang, format=arguments.format))
    arguments.cache = _usable(folder_of(arguments.cache), lang)
    if arguments.format != LINES and not _is_many(arguments):
        with remembering(arguments.cache):
            return _finish(*_one_by_one(arguments), arguments)
    from checks.commands import many

    try:
        if arguments.format == LINES:
            return _status(*many.stream(arguments), arguments)
        return _finish(*many.gather(arguments), arguments)
    except many.Unusable as error:
        return _refused(str(error))


def _configure(arguments: argparse.Namespace, configured: dict[str, Any]) -> None:
    for key, value in {**DEFAULTS, **configured}.items():
        name = key.replace("-", "_")
        if getattr(arguments, name) is None:
            setattr(arguments, name, value)


def _misused(arguments: argparse.Namespace) -> str:
    """The code of what is wrong with the call, if anything is."""
    if arguments.coverage and arguments.format not in LISTING:
        return "report.no_coverage"
    if arguments.output is not None and arguments.diff:
        return "corpus.output"
    if arguments.output is not None and Path(arguments.output).resolve() in {Path(name).resolve() for name in arguments.files}:
        return "corpus.itself"
    if arguments.resume and (arguments.output is None or arguments.format != LINES):
        return "corpus.resume"
    arguments.fix |= arguments.fix_formulas and not arguments.diff
    if arguments.format == LINES and (arguments.fix or arguments.diff):
        return "corpus.no_fix"
    here = arguments.source is not None or any(map(streamed, arguments.files))
    return "corpus.here" if here and (arguments.format == LINES or _is_many(arguments)) else ""


def _usable(folder: str, lang: str) -> str:
    """The folder of the cache; none, with a warning, where it cannot be used."""
    trouble = Cache(folder).trouble() if folder else ""
    if trouble:
        print(f"triplecheck: {message('configuration.cache', lang, path=folder, why=trouble)}", file=sys.stderr)
    return "" if trouble else folder


def _refused(sentence: str) -> int:
    print(f"triplecheck: {sentence}", file=sys.stderr)
    return 2


def _is_many(arguments: argparse.Namespace) -> bool:
    return bool(arguments.jobs or arguments.shard or arguments.executor) or any(Path(name).is_dir() for name in arguments.files)


def _one_by_one(arguments: argparse.Namespace) -> tuple[list[Report], bool]:
    reports, unreadable = [], False
    for path in arguments.files:
        try:
            lang = arguments.lang or "en"
            reports.append(check(open_document(path, lang, arguments.source), lang))
        except Unreadable as error:
            unreadable = True
            print(f"triplecheck: {error}", file=sys.stderr)
    return reports, unreadable


def _finish(reports: list[Report], unreadable: bool, arguments: argparse.Namespace) -> int:
    if arguments.fix or arguments.diff:
        from checks.commands.fix import rewrite

        reports, failed = rewrite(reports, arguments.lang or "en", arguments.diff, arguments.fix_formulas)
        unreadable |= failed
    if not arguments.diff and (reports or arguments.format != "text"):
        try:
            _show(reports, arguments)
        except OSError as error:
            if arguments.output is None:
                raise
            return _refused(message("corpus.closed", arguments.lang or "en", path=arguments.output, why=error.strerror))
    return _status([(r.summary, unseen(r)) for r in reports], unreadable, arguments)


def _show(reports: list[Report], arguments: argparse.Namespace) -> None:
    renderer = import_module(f"checks.report.{FORMATS[arguments.format]}")
    options = {"colour": arguments.output is None and _coloured()} if arguments.format == "text" else {}
    if arguments.format in LISTING:
        options["coverage"] = arguments.coverage
    text = renderer.render(reports, arguments.lang, **options) + ("" if arguments.format == "text" else "\n")
    if arguments.output is None:
        print(text, end="")
    else:
        Path(arguments.output).write_text(text, encoding="utf-8")


def _coloured() -> bool:
    """On a terminal that knows colours, unless NO_COLOR asks for none (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _status(documents: Sequence[tuple[Mapping[str, int], int]], unreadable: bool, arguments: argparse.Namespace) -> int:
    """By the claims of each document, and its numbers that nothing was read of."""
    if any(counts["disagree"] for counts, _ in documents):
        return 3
    if unreadable:
        return 2
    if arguments.exit_zero:
        return 0
    return int(any(_fails(counts, unseen, arguments) for counts, unseen in documents))


def _fails(counts: Mapping[str, int], unseen: int, arguments: argparse.Namespace) -> bool:
    if any(counts[verdict] for verdict in FALSE) or share(counts, unseen) * 100 < arguments.min_coverage:
        return True
    nothing = unseen and not any(counts[verdict] for verdict in DECIDED)
    return bool(arguments.strict and (nothing or any(counts[verdict] for verdict in (*WARNINGS, *OPEN))))
