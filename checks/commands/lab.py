"""The lab "attention by hand": makes its six files in a folder, or checks a student's.

  triplecheck lab DIR                         paper_derivation.md, attention.py, verify.py, verify_output.txt,
                                              manifest.json and README.md, every number computed now
  triplecheck lab DIR --seed 7 --tokens 4     another draw, another number of tokens, for the runs with d_k = 64
  triplecheck lab DIR --check                 name every missing or wrong file of a student's folder
  triplecheck lab DIR --check --run           also run her verify.py, in a process of its own with limits

Without --run none of her code is imported or run: programs are read as text. Whether an unscaled row saturates above
0.95 is a matter of chance, so that a draw in which none does is a note, not a fault.

Exit status: 0 made, or all is right; 1 faults; 2 the folder cannot be read or written.
"""

import argparse
from pathlib import Path

from checks.commands.table import complain, count_up_to
from checks.messages import LANGUAGES, message

MOST_TOKENS = 64


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.add_argument("--check", action="store_true", help="check the folder in place of filling it")
    parser.add_argument("--run", action="store_true", help="with --check: run verify.py in a separate process")
    parser.add_argument("--seed", type=count_up_to(2**32 - 1), default=42, help="of the random draws (default 42)")
    parser.add_argument("--tokens", type=count_up_to(MOST_TOKENS, 2), default=2, help="T of the d_k = 64 runs (default 2)")
    parser.add_argument("--overwrite", action="store_true", help="replace lab files that are there already")
    parser.add_argument("--lang", choices=LANGUAGES, default="en")


def run(args: argparse.Namespace) -> int:
    if args.run and not args.check:
        return complain(message("lab.run_alone", args.lang))
    return _check(args) if args.check else _make(args)


def _make(args: argparse.Namespace) -> int:
    from checks.lab import FILES, THRESHOLD, WIDTH
    from checks.lab.make import Failed, Lab, make

    there = [name for name in FILES if (args.folder / name).exists()]
    if there and not args.overwrite:
        return complain(message("lab.not_empty", args.lang, folder=args.folder, name=there[0]))
    try:
        outcome = make(args.folder, Lab(args.seed, args.tokens, args.lang))
    except OSError as error:
        return complain(message("lab.unwritable", args.lang, folder=args.folder, reason=error.strerror or str(error)))
    except Failed as error:
        return complain(message("lab.failed", args.lang, reason=str(error).strip().splitlines()[-1:]))
    said = message(
        "lab.made",
        args.lang,
        folder=args.folder,
        difference=f"{outcome.difference:.1e}",
        width=WIDTH,
        scaled=f"{outcome.scaled:.4f}",
        unscaled=f"{outcome.unscaled:.4f}",
        above=outcome.rows_above,
        tokens=args.tokens,
        threshold=THRESHOLD,
    )
    print(said)
    return 0


def _check(args: argparse.Namespace) -> int:
    if not args.folder.is_dir():
        return complain(message("lab.no_folder", args.lang, folder=args.folder))
    from checks.lab.inspect import inspect

    found = inspect(args.folder, args.run)
    faults = [fault for fault in found if not fault.note]
    if faults:
        print(message("lab.refused", args.lang, folder=args.folder, count=len(faults)))
    else:
        print(message("lab.accepted", args.lang, folder=args.folder))
    for fault in faults:
        sentence = message(f"lab.fault_{fault.code}", args.lang, **_worded(fault.values, args.lang))
        print(message("lab.fault", args.lang, file=fault.file, sentence=sentence))
    for note in found:
        if note.note:
            print(message("lab.fault", args.lang, file=note.file, sentence=_note(note.values, args.lang)))
    return int(bool(faults))


def _worded(values: dict[str, object], lang: str) -> dict[str, object]:
    """A finding's own name is a sentence, too."""
    named = values.get("finding")
    return values if named is None else {"name": message(f"lab.{named}", lang)}


def _note(values: dict[str, object], lang: str) -> str:
    from checks.lab import THRESHOLD, WIDTH
    from numeric.experiments import saturation

    odds = saturation(WIDTH, 2, [1.0], THRESHOLD, model="orthogonal")[0].exceeds.value
    return message("lab.note_saturation", lang, **values, odds=f"{odds:.2f}")
