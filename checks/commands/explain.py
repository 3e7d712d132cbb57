"""Says what a name of the reports and proofs means: a verdict, a slip, a rule, a hypothesis or a theorem.

  triplecheck explain                     the list of names
  triplecheck explain carried             a verdict: what it means, when it is given, an example, what it counts as
  triplecheck explain delta contraction   a rule of the proofs in a sentence
  triplecheck explain attention.dQ        what a theorem states
  triplecheck explain arrastrado --lang es
  triplecheck explain --all --format markdown     everything, as a page

Exit status: 0; 2 for a name that there is not, with the nearest ones.
"""

import argparse
import re
import sys
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from checks.messages import LANGUAGES, message

if TYPE_CHECKING:
    from checks.explanations import Explanation

WIDTH = 100
CODE = re.compile(r"(triplecheck [^()]*[^() .]|--[a-z]+)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="*", metavar="NAME", help="what to explain; without it, the list")
    parser.add_argument("--all", action="store_true", help="explain everything")
    parser.add_argument("--format", choices=("text", "markdown"), default="text")
    parser.add_argument("--lang", choices=LANGUAGES, default="en")


def run(args: argparse.Namespace) -> int:
    from checks.explanations import Unknown, explain, find

    if args.all and args.name:
        return _refuse(message("explain.name_and_all", args.lang))
    if args.all:
        print("\n".join(_everything(args.lang, args.format)).rstrip())
        return 0
    if not args.name:
        print("\n".join(_listing(args.lang, args.format)))
        return 0
    try:
        area, name = find(" ".join(args.name))
    except Unknown as error:
        return _refuse(message("explain.unknown", args.lang, name=error.name, near=", ".join(error.near)))
    print("\n".join(_shown(explain(area, name, args.lang), args.format)).rstrip())
    return 0


def _refuse(sentence: str) -> int:
    print(f"triplecheck: {sentence}", file=sys.stderr)
    return 2


def _listing(lang: str, format: str) -> Iterator[str]:
    from checks.explanations import AREAS, names

    for area in AREAS:
        heading = message(f"explain.{area}", lang)
        yield f"## {heading}" if format == "markdown" else heading
        width = max(map(len, names(area)))
        for name in names(area):
            what = _in_brief(area, name, lang)
            yield f"- `{name}`: {_inert(what)}" if format == "markdown" else f"  {name:<{width}}  {what}".rstrip()
        yield ""
    yield message("explain.hint", lang)


def _inert(said: str) -> str:
    """Words for a Markdown page: commands and options as code, nothing else as markup."""
    from checks.proofs.markdown import words

    return "".join(f"`{part}`" if place % 2 else words(part) for place, part in enumerate(CODE.split(said)))


def _in_brief(area: str, name: str, lang: str) -> str:
    from checks.explanations import title

    if area == "verdicts":
        return message(f"verdicts.{name}.means", lang)
    return message(f"rules.{name}", lang).partition(": ")[2] if area == "rules" else title(area, name, lang)


def _everything(lang: str, format: str) -> Iterator[str]:
    from checks.explanations import AREAS, explain, names

    for area in AREAS:
        heading = message(f"explain.{area}", lang)
        yield from (f"## {heading}" if format == "markdown" else heading.upper(), "")
        for name in names(area):
            yield from (*_shown(explain(area, name, lang), format), "")


def _shown(found: "Explanation", format: str) -> Iterator[str]:
    if format == "markdown":
        yield from (f"### `{found.name}`: {_inert(found.title)}", "")
        yield from (f"- **{label}**: {_inert(said)}" for label, said in found.facts)
        return
    yield found.name if found.title == found.name else f"{found.name}: {found.title}"
    width = max(len(label) for label, _ in found.facts)
    for label, said in found.facts:
        first = f"  {label:<{width}}  "
        yield from textwrap.wrap(said, WIDTH, initial_indent=first, subsequent_indent=" " * len(first), break_on_hyphens=False)
