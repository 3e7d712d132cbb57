"""Write the lesson: one page on attention that works offline, in English and Spanish, light and dark.

The attention example step by step with numbers that the reader can edit (by hand, exact, float), a causal heat map, the
variance argument with switches that break one hypothesis, sliders for d_k, T, scale and correlation, a self-test.

  triplecheck lesson
  triplecheck lesson --lang es -o leccion.html

The page carries tables that the exact engine certified, and holds its own arithmetic against them when it opens.
Open it in a browser: nothing is loaded from anywhere.
"""

import argparse
import sys
from pathlib import Path

from checks.messages import LANGUAGES, message


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", "--output", type=Path, default=Path("lesson.html"), metavar="FILE", help="default lesson.html")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="the language that it opens in (default en)")


def run(args: argparse.Namespace) -> int:
    """Write the page; 0, or 2 where it cannot be written."""
    target: Path = args.output
    if not target.parent.is_dir():
        return _complain("no_folder", args.lang, path=target)
    from checks.lesson.page import page
    from checks.lesson.pictures import figures
    from checks.lesson.tables import certified

    content = page(certified(), figures(), args.lang)
    try:
        target.write_text(content, encoding="utf-8")
    except OSError as error:
        return _complain("unwritable", args.lang, path=target, reason=error.strerror)
    print(message("lesson_command.written", args.lang, path=target, size=len(content.encode()) // 1024))
    return 0


def _complain(name: str, lang: str, **values: object) -> int:
    print(f"triplecheck lesson: {message(f'lesson_command.{name}', lang, **values)}", file=sys.stderr)
    return 2
