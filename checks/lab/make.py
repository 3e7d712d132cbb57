"""Makes the six files. Every number in them is computed at that moment: the paper's by the certified reference, the
output's by running the code, the probabilities by a seeded simulation (an estimate, and called so) beside the certified
values of the model in which queries and keys are independent."""

import json
import platform
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from string import Template

import numpy as np
from flint import arb

from checks.lab import EXPERIMENT, FILES, THRESHOLD, TOLERANCE, WIDTH
from checks.lab.output import Outcome, read_output
from checks.lab.paper import PLACES, entries, paper, toy
from checks.lab.sandbox import run_verify
from checks.messages import message
from derive import saturation as certified
from derive.digits import decimals_of_ball, fixed
from numeric import experiments

TEXTS = 20_000
LEVEL = Fraction(str(THRESHOLD))


class Failed(Exception):
    """The code that was just written did not run; what it said."""


@dataclass(frozen=True, slots=True)
class Lab:
    """What the files are made for."""

    seed: int
    tokens: int
    lang: str


def today() -> date:
    return datetime.now(UTC).date()


def _template(name: str, **values: object) -> str:
    text = files("checks.lab").joinpath("templates", f"{name}.txt").read_text(encoding="utf-8")
    return Template(text).substitute({key: str(value) for key, value in values.items()})


def _code(lab: Lab) -> dict[str, str]:
    rows = ", ".join(f"[{', '.join(row)}]" for row in entries(toy(), "Y"))
    values = {
        "seed": lab.seed,
        "tokens": lab.tokens,
        "width": WIDTH,
        "paper": f"[{rows}]",
        "places": PLACES,
        "tolerance": TOLERANCE,
    }
    return {"attention.py": _template("attention.py"), "verify.py": _template("verify.py", **values)}


def manifest(lab: Lab, outcome: Outcome) -> str:
    content = {
        "experiment": EXPERIMENT,
        "date": today().isoformat(),
        "seed": lab.seed,
        "versions": {"python": platform.python_version(), "numpy": np.__version__},
        "results_summary": {
            "max_abs_diff_paper_vs_code": outcome.difference,
            "softmax_max_entry_scaled_d_k_64": outcome.scaled,
            "softmax_max_entry_unscaled_d_k_64": outcome.unscaled,
        },
    }
    return json.dumps(content, indent=2) + "\n"


def _percent(estimate: experiments.Estimate) -> str:
    return f"{estimate.value:.3f} [{estimate.low:.3f}, {estimate.high:.3f}]"


def _certified(ball: arb) -> str:
    """As many of four decimals as the ball decides."""
    numbers = (decimals_of_ball(ball, places) for places in (4, 3, 2, 1, 0))
    return next(fixed(number) for number in numbers if number is not None)


def _independent(tokens: int) -> dict[str, str]:
    """Were every query independent of all keys: certified quadrature in place of simulation."""
    unscaled, scaled = (certified.saturations(WIDTH, [tokens], scale, LEVEL)[0] for scale in ("none", "sqrt"))
    assert unscaled.exceeds is not None
    return {"exact_row": _certified(unscaled.exceeds), "exact_largest": _certified(scaled.largest)}


def readme(lab: Lab, outcome: Outcome) -> str:
    """Both findings, and how typical the second one is."""
    scaled, unscaled = experiments.saturation(
        WIDTH, lab.tokens, [WIDTH**-0.5, 1.0], THRESHOLD, model="orthogonal", texts=TEXTS, seed=lab.seed
    )
    first = message(
        "lab.readme_paper", lab.lang, difference=f"{outcome.difference:.1e}", tolerance=f"{TOLERANCE:.0e}", places=PLACES
    )
    second = message(
        "lab.readme_runs",
        lab.lang,
        width=WIDTH,
        tokens=lab.tokens,
        seed=lab.seed,
        scaled=f"{outcome.scaled:.6f}",
        unscaled=f"{outcome.unscaled:.6f}",
        above=outcome.rows_above,
        threshold=THRESHOLD,
    )
    third = message(
        "lab.readme_odds",
        lab.lang,
        texts=TEXTS,
        seed=lab.seed,
        tokens=lab.tokens,
        threshold=THRESHOLD,
        row=_percent(unscaled.exceeds),
        all_rows=_percent(unscaled.exceeds_all),
        uniform=f"{1 / lab.tokens:.4g}",
        largest=_percent(scaled.largest),
        near=_percent(scaled.near),
        **_independent(lab.tokens),
    )
    return "\n\n".join([f"# {message('lab.paper_title', lab.lang)}", first, f"{second} {third}"]) + "\n"


def make(folder: Path, lab: Lab) -> Outcome:
    """Write the six files into the folder, and say what the run gave. Failed, OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    written = {"paper_derivation.md": paper(lab.lang), **_code(lab)}
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
    run = run_verify(folder, names=("attention.py", "verify.py"))  # nothing else that may lie in the folder
    if run.status != 0:
        raise Failed(run.errors)
    outcome = read_output(run.output)
    if outcome is None:
        raise Failed(run.output)
    written |= {"verify_output.txt": run.output, "manifest.json": manifest(lab, outcome), "README.md": readme(lab, outcome)}
    for name in FILES[3:]:
        (folder / name).write_text(written[name], encoding="utf-8")
    return outcome
