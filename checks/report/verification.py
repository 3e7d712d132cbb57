"""The comparison of somebody's arrays with the certified reference, as text and as JSON."""

import json
import math
from dataclasses import dataclass
from statistics import median
from typing import Any

from checks.messages import message
from derive.floats import FORMATS, shortest
from derive.reference.comparison import EntryError

LISTED = 10
MEASURES = {
    "Q": "|X||W_Q|",
    "K": "|X||W_K|",
    "V": "|X||W_V|",
    "S": "|Q||K|^T",
    "scaled": "scale |Q||K|^T",
    "masked": "scale |Q||K|^T",
    "Y": "|A||V|",
    "dA": "|dY||V|^T",
    "dV": "|A|^T|dY|",
    "dS": "A o (|dA| + row sums of A o |dA|)",
    "dQ": "scale |dS||K|",
    "dK": "scale |dS|^T|Q|",
    "dW_Q": "|X|^T|dQ|",
    "dW_K": "|X|^T|dK|",
    "dW_V": "|X|^T|dV|",
    "dX": "|dQ||W_Q|^T + |dK||W_K|^T + |dV||W_V|^T",
}


@dataclass(frozen=True, slots=True)
class Verification:
    """One array: the step it is, the format whose ulps count, its errors, which of them are beyond the limits (nan is
    beyond any), and whether there are limits.
    """

    step: str
    shape: tuple[int, int]
    form: str
    errors: list[EntryError]
    beyond: list[EntryError]
    limited: bool = True


def _key(error: EntryError) -> float:
    return math.inf if math.isnan(error.ulps) else error.ulps


def worst(errors: list[EntryError]) -> EntryError:
    """The entry with the most ulps; nan is worse than any number."""
    return max(errors, key=lambda error: (_key(error), math.isnan(error.ulps)))


def _number(value: float) -> str:
    return f"{value:.3g}"


def _spelled(value: float, form: str) -> str:
    try:
        return shortest(value, FORMATS[form])
    except ValueError:  # theirs need not be a number of the format that it is held against
        return repr(value)


def _lines(one: Verification, lang: str) -> list[str]:
    errors, form = one.errors, FORMATS[one.form]
    inexact = [error for error in errors if not error.exact]
    most = worst(errors)
    relative = max(math.inf if math.isnan(error.relative) else error.relative for error in errors)
    absolute = max(math.inf if math.isnan(error.absolute) else error.absolute for error in errors)
    total = len(errors)
    beyond = "beyond" if one.limited else "nan"
    verdict = message(f"verify.{beyond}", lang, count=len(one.beyond), total=total) if one.beyond else _fine(one, lang)
    lines = [
        message("verify.heading", lang, name=one.step, rows=one.shape[0], columns=one.shape[1], form=one.form, verdict=verdict),
        "  "
        + message(
            "verify.ulps",
            lang,
            most=_number(_key(most)),
            median=_number(median(map(_key, errors))),
            absolute=_number(absolute),
        ),
        "  "
        + message(
            "verify.relative",
            lang,
            measure=MEASURES.get(one.step, f"|{one.step}|"),
            relative=_number(relative),
            units=_number(relative * 2.0**form.precision),
            precision=form.precision,
        ),
        "  " + message("verify.exact", lang, count=total - len(inexact), total=total),
    ]
    if inexact:
        lines.append("  " + message("verify.worst", lang, **_worst(most, one.form)))
        places = ", ".join(f"[{error.row}, {error.column}]" for error in inexact[:LISTED])
        rest = len(inexact) - LISTED
        tail = f" {message('verify.more', lang, count=rest)}" if rest > 0 else ""
        lines.append("  " + message("verify.inexact", lang, places=places) + tail)
    return lines


def _fine(one: Verification, lang: str) -> str:
    return message("verify.ok" if one.limited else "verify.compared", lang)


def _worst(error: EntryError, form: str) -> dict[str, object]:
    return {
        "row": error.row,
        "column": error.column,
        "theirs": _spelled(error.theirs, form),
        "nearest": _spelled(error.nearest, form),
        "ulps": _number(error.ulps),
    }


def text(found: list[Verification], skipped: list[str], lang: str) -> str:
    lines = [line for one in found for line in _lines(one, lang)]
    lines += [message("verify.not_compared", lang, name=name) for name in skipped]
    return "\n".join(lines) + "\n"


def _json_number(value: float) -> float | str:
    return value if math.isfinite(value) else str(value)


def _object(one: Verification) -> dict[str, Any]:
    most = worst(one.errors)
    return {
        "step": one.step,
        "shape": list(one.shape),
        "format": one.form,
        "max_ulp": _json_number(most.ulps),
        "median_ulp": _json_number(median(map(_key, one.errors))),
        "max_absolute": _json_number(max(error.absolute for error in one.errors)),
        "relative_to": MEASURES.get(one.step, f"|{one.step}|"),
        "max_relative": _json_number(max(error.relative for error in one.errors)),
        "worst": {name: str(value) for name, value in _worst(most, one.form).items()},
        "correctly_rounded": sum(error.exact for error in one.errors),
        "entries": len(one.errors),
        "not_correctly_rounded": [[error.row, error.column] for error in one.errors if not error.exact],
        "beyond": [[error.row, error.column] for error in one.beyond],
    }


def as_json(found: list[Verification], skipped: list[str], lang: str) -> str:
    content = {"format": "triplecheck-verify/1", "arrays": [_object(one) for one in found], "not_compared": skipped}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
