"""Makes an exercise: a page of attention worked by hand, with one slip in it, and its answer in files of their own.

  triplecheck exercise --seed 7                      exercise-7.md, exercise-7-answer.md and exercise-7-answer.json here
  triplecheck exercise --seed 7 --kind lost_scale    a slip of that kind; without --kind the seed draws one
  triplecheck exercise --seed 7 --lang es -o DIR     in Spanish, in a folder

The slip stands in one number; what depends on it is worked out from it, as by somebody who does not notice. The same
seed and kind make the same page. `triplecheck check exercise-7.md` finds the place.

Exit status: 0 made; 2 the files are there already or cannot be written.
"""

import argparse
from pathlib import Path

from checks.commands.table import complain, count_up_to
from checks.messages import LANGUAGES, message

MOST_SEED = 2**32 - 1
# checks.exercise.KINDS, which is not imported before a page is made
KINDS = (
    "sign",
    "dropped_term",
    "swapped_index",
    "lost_scale",
    "doubled_scale",
    "softmax_columns",
    "not_normalised",
    "mask_shifted",
    "truncated",
    "miscopied",
    "transposed_digits",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=count_up_to(MOST_SEED), default=1, help="of the random numbers (default 1)")
    parser.add_argument("--kind", choices=KINDS, help="of the slip; drawn by the seed if not given")
    parser.add_argument("--lang", choices=LANGUAGES, default="en")
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, default=Path(), help="where to write (here if not given)")
    parser.add_argument("--overwrite", action="store_true", help="replace files that are there already")


def run(args: argparse.Namespace) -> int:
    from checks.exercise import as_json, as_markdown, make

    page = args.output / f"exercise-{args.seed}.md"
    answer, data = (args.output / f"exercise-{args.seed}-answer.{ending}" for ending in ("md", "json"))
    there = [path for path in (page, answer, data) if path.exists()]
    if there and not args.overwrite:
        return complain(message("exercise.exists", args.lang, page=there[0]))
    exercise = make(args.seed, args.kind, args.lang)
    contents = {page: exercise.text, answer: as_markdown(exercise, page), data: as_json(exercise, page)}
    try:
        args.output.mkdir(parents=True, exist_ok=True)
        for path, content in contents.items():
            path.write_text(content, encoding="utf-8", newline="\n")
    except OSError as error:
        return complain(message("exercise.unwritable", args.lang, folder=args.output, reason=error.strerror or str(error)))
    print(message("exercise.made", args.lang, page=page, answer=answer, data=data))
    print(message("exercise.hint", args.lang, page=page))
    return 0
