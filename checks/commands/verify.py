"""How far computed results are from the exact ones: FILE (.npy or .npz) held against the certified reference of INPUT.

The arrays of an .npz are compared by their names (Q, K, V, S, scaled, A, Y, dQ, dX, ...: the steps of `triplecheck
table`); an .npy is Y unless --step says otherwise. INPUT is what `triplecheck table` takes: use --binary where FILE was
computed from the floats of an .npz. Errors are counted in ulps of the array's own format, or of --dtype.

  triplecheck verify torch_output.npy --against problem.npz --binary --max-ulp 4
  triplecheck verify results.npz --against problem.json --tolerance 1e-5

Exit status: 0 within the limits, 1 an entry beyond --max-ulp or --tolerance (absolute), or nan; 2 cannot be compared.
"""

import argparse
import math
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checks.commands.table import FORMATS, add_problem_arguments, complain
from checks.messages import message

if TYPE_CHECKING:
    from checks.report.verification import Verification
    from derive.reference.certified import Reference
    from derive.reference.comparison import EntryError

DTYPES = {"float64": "fp64", "float32": "fp32", "float16": "fp16"}


class Unusable(Exception):
    """An array that cannot be compared: the sentence's code and values."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code, self.values = code, values


def _limit(text: str) -> Fraction:
    try:
        value = Fraction(text) if len(text) < 40 and "/" not in text else None
        if value is not None and value >= 0:
            return value
    except (ValueError, OverflowError):
        pass
    raise argparse.ArgumentTypeError(f"'{text}' is not a number from 0 up")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--against", metavar="INPUT", required=True)
    parser.add_argument("--step", help="what the one array is, as in Y or dQ")
    parser.add_argument("--dtype", choices=FORMATS, help="count ulps of this format")
    parser.add_argument("--max-ulp", type=_limit, metavar="N", help="exit 1 where an error is larger")
    parser.add_argument("--tolerance", type=_limit, metavar="E", help="exit 1 where an absolute error is larger")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    add_problem_arguments(parser)


def run(args: argparse.Namespace) -> int:
    from derive.reference.certified import Undecided
    from derive.reference.problem import InputError

    try:
        found, skipped = _compared(args)
    except InputError as error:
        source = error.values.get("source", args.against)
        sentence = message(f"inputs.{error.code}", args.lang, **error.values)
        return complain(message("inputs.at", args.lang, source=source, sentence=sentence))
    except Unusable as error:
        return complain(message(f"verify.{error.code}", args.lang, source=args.file, **error.values))
    except Undecided as error:
        where = {"step": error.step, "row": error.row, "column": error.column, "bits": error.bits}
        return complain(message("inputs.undecided", args.lang, **where))
    from checks.report import verification

    sys.stdout.write((verification.as_json if args.format == "json" else verification.text)(found, skipped, args.lang))
    return int(any(one.beyond for one in found))


def _compared(args: argparse.Namespace) -> tuple[list["Verification"], list[str]]:
    from checks.problems.load import load
    from checks.problems.raw import problem_of
    from derive.reference.certified import reference

    arrays = _arrays(args.file)
    raw = load(args.against, args.binary).with_settings(mask=args.mask, scale=args.scale, loss=args.loss)
    found = reference(problem_of(raw, args.limit), 30)
    if args.step is not None:
        if len(arrays) != 1:
            raise Unusable("several", count=len(arrays))
        if _step_and_format(args.step)[0] not in found.names:
            raise Unusable("no_step", name=args.step, known=", ".join(found.names))
        arrays = {args.step: next(iter(arrays.values()))}
    elif args.file.suffix.lower() == ".npy":
        arrays = {"Y": next(iter(arrays.values()))}
    named = {name: _step_and_format(name) for name in arrays}
    known = [name for name, (step, _) in named.items() if step in found.names]
    if not known:
        raise Unusable("nothing", known=", ".join(found.names))
    skipped = [name for name in arrays if name not in known and name != "about"]
    known.sort(key=lambda name: found.names.index(named[name][0]))
    return [_one(found, *named[name], arrays[name], args) for name in known], skipped


def _step_and_format(name: str) -> tuple[str, str | None]:
    """Y.bf16, as `triplecheck table` names the arrays of several formats, is Y in bf16."""
    step, _, form = name.partition(".")
    return (step, form) if form in FORMATS else (name, None)


def _arrays(path: Path) -> dict[str, Any]:
    from checks.problems.files import arrays
    from derive.reference.problem import InputError

    try:
        return arrays(path)
    except InputError as error:
        raise InputError(error.code, **error.values, source=path) from None
    except OSError as error:
        raise InputError("unreadable", reason=error.strerror or str(error), source=path) from None


def _one(found: "Reference", step: str, named: str | None, array: Any, args: argparse.Namespace) -> "Verification":
    from checks.report.verification import Verification
    from derive.floats import FORMATS as FORMS
    from derive.reference.comparison import compare

    if tuple(array.shape) != found.shape(step):
        raise Unusable("misshapen", name=step, found=tuple(array.shape), wanted=found.shape(step))
    asked = args.dtype or named
    if array.dtype.name == "uint16" and asked == "bf16":
        import numpy as np

        array, form = (array.astype(np.uint32) << 16).view(np.float32), "bf16"
    elif array.dtype.name in DTYPES:
        form = asked or DTYPES[array.dtype.name]
    else:
        raise Unusable("dtype", name=step, dtype=str(array.dtype))
    errors = compare(found, step, array.tolist(), FORMS[form])
    beyond = [error for error in errors if _beyond(error, args.max_ulp, args.tolerance)]
    return Verification(step, found.shape(step), form, errors, beyond, args.max_ulp is not None or args.tolerance is not None)


def _beyond(error: "EntryError", max_ulp: Fraction | None, tolerance: Fraction | None) -> bool:
    """Upper bounds against the limits; nan is beyond any, also beyond none."""
    if math.isnan(error.theirs):
        return True
    pairs = ((error.ulps, max_ulp), (error.absolute, tolerance))
    return any(limit is not None and (math.isinf(size) or Fraction(size) > limit) for size, limit in pairs)
