"""The tables of both seeds' examples, digit by digit against a second engine; every format says the same.

The golden files are made by:  triplecheck table NAME --digits 50 --decimals 3 --rounding half-away --dtype fp64
--dtype fp32 --dtype fp16 --dtype bf16 --second-opinion none --output tests/golden/NAME.json
"""

import csv
import decimal
import io
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy
from mpmath import mp
from slow_rounding import slow_nearest

from checks.cli import main
from checks.problems.examples import EXAMPLES
from checks.problems.load import LIMIT
from checks.problems.raw import problem_of
from derive.floats import FORMATS
from derive.reference.problem import Problem
from derive.reference.second_opinion import by_numbers

GOLDEN = Path(__file__).parent / "golden"
FLAGS = ["--digits", "50", "--decimals", "3", "--rounding", "half-away", "--second-opinion", "none"]
DTYPES = [word for name in FORMATS for word in ("--dtype", name)]
Truths = dict[str, list[list[Fraction | None]]]


def golden(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    return content


@pytest.mark.parametrize("name", EXAMPLES)
def test_golden_tables_are_made_again(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", name, *FLAGS, *DTYPES, "--format", "json"]) == 0
    made, kept = json.loads(capsys.readouterr().out), golden(name)
    del made["how"], kept["how"]  # versions
    assert made == kept


def fraction(x: Any) -> Fraction:
    sign, mantissa, exponent, _ = x._mpf_
    return Fraction(-mantissa if sign else mantissa) * Fraction(2) ** exponent


def second_engine(problem: Problem) -> Truths:
    """Every step by mpmath with 120 digits; shifted, exp and sums by their formulas. None at masked keys."""
    steps = by_numbers(problem, 120)
    with mp.workdps(120):
        tops = [max(x for x in row if x is not None) for row in steps["masked"]]
        steps["shifted"] = [
            [None if x is None else x - top for x in row] for row, top in zip(steps["masked"], tops, strict=True)
        ]
        steps["exp"] = [[mp.mpf(0) if x is None else mp.exp(x) for x in row] for row in steps["shifted"]]
        steps["sums"] = [[mp.fsum(row)] for row in steps["exp"]]
    return {name: [[None if x is None else fraction(x) for x in row] for row in rows] for name, rows in steps.items()}


def nearly(value: Fraction) -> Fraction:
    """The rational of small denominator within 1e-100, if there is one: mpmath's own last digits are noise."""
    simple = value.limit_denominator(10**12)
    return simple if abs(simple - value) < Fraction(1, 10**100) else value


def rounded(value: Fraction, digits: int) -> decimal.Decimal:
    """By Python's decimal module, half away from zero."""
    with decimal.localcontext(prec=150):
        exact = decimal.Decimal(value.numerator) / decimal.Decimal(value.denominator)
    return decimal.Context(prec=digits, rounding=decimal.ROUND_HALF_UP).plus(exact)


@pytest.mark.parametrize("name", EXAMPLES)
def test_golden_digits_by_a_second_engine(name: str) -> None:
    truths = second_engine(problem_of(EXAMPLES[name], LIMIT))
    steps = golden(name)["steps"]
    assert {step["name"] for step in steps} == set(truths)
    count = 0
    for step in steps:
        for i, row in enumerate(truths[step["name"]]):
            for j, value in enumerate(row):
                printed, places = step["digits"][i][j], step["decimals"][i][j]
                count += 1
                if value is None:
                    assert printed == places == step["fp16"]["decimal"][i][j] == "-inf"
                    continue
                exact = nearly(value)
                assert decimal.Decimal(printed) == rounded(exact, 50), (step["name"], i, j)
                if exact:
                    assert len(re.sub(r"e.*|\D", "", printed).lstrip("0")) == 50
                quantum = decimal.Decimal("0.001")
                wanted = rounded(exact, 140).quantize(quantum, rounding=decimal.ROUND_HALF_UP)
                assert decimal.Decimal(places) == wanted, (step["name"], i, j)
                assert ([i, j] in step["ties"]) == (2000 * exact % 2 == 1)
                for form in FORMATS:
                    nearest = slow_nearest(exact, form)
                    assert float.fromhex(step[form]["hex"][i][j]) == nearest, (step["name"], i, j, form)
                    assert slow_nearest(Fraction(step[form]["decimal"][i][j]), form) == nearest
    assert count > 70


@pytest.mark.parametrize("name", EXAMPLES)
def test_golden_closed_forms_have_the_golden_digits(name: str) -> None:
    """SymPy evaluates what is printed as closed form: the same 45 digits."""
    names = {"exp": sympy.exp, "sqrt": sympy.sqrt}
    checked = 0
    for step in golden(name)["steps"]:
        for i, row in enumerate(step["closed_forms"]):
            for j, form in enumerate(row):
                if form is not None and (i + j) % 2 == 0:  # half of them: SymPy is slow
                    value = sympy.N(sympy.sympify(form, locals=names), 50)
                    assert abs(value - sympy.Float(step["digits"][i][j], 60)) < sympy.Float("1e-45")
                    checked += 1
    assert checked > 30


def test_the_closed_form_of_the_lab(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "two-tokens", "--steps", "A", "--digits", "4"]) == 0
    said = capsys.readouterr().out
    assert "A[0, 1] = exp(sqrt(2)/2)/(1 + exp(sqrt(2)/2))" in said
    assert "0.6698" in said


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["table", *words]) == 0
    return capsys.readouterr().out


SHORT = ["length-4", "--steps", "S,A,dQ", "--decimals", "3", "--rounding", "half-away", "--dtype", "fp32"]


def test_formats_say_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    as_json = json.loads(run(capsys, *SHORT, "--format", "json"))
    lines = [line for line in run(capsys, *SHORT, "--format", "csv").splitlines() if not line.startswith("# ")]
    as_csv = list(csv.DictReader(io.StringIO("\n".join(lines))))
    assert len(as_csv) == 3 * 16
    by_name = {step["name"]: step for step in as_json["steps"]}
    for line in as_csv:
        step, i, j = by_name[line["step"]], int(line["row"]), int(line["column"])
        assert line["decimals"] == step["decimals"][i][j]
        assert line["tie"] == str(int([i, j] in step["ties"]))
        assert line["fp32_hex"] == step["fp32"]["hex"][i][j]
        assert line["closed_form"] == (step["closed_forms"][i][j] or "")
    main(["table", *SHORT, "--output", str(tmp_path / "t.npz")])
    with np.load(tmp_path / "t.npz") as arrays:
        assert set(arrays) == {"about", "S", "A", "dQ"}
        assert "half-away" in str(arrays["about"])
        wanted = [[float.fromhex(x) for x in row] for row in by_name["dQ"]["fp32"]["hex"]]
        assert np.array_equal(arrays["dQ"], np.array(wanted, dtype=np.float32))
    text, markdown, latex = (run(capsys, *SHORT, "--format", form) for form in ("text", "markdown", "latex"))
    for said in (text, markdown, latex):
        assert "0.098=" in said  # the tie of the page: 39/400 goes away from zero
        assert "0.330" in said
    assert "1/(1 + exp(3/80))" in text
    assert r"\frac{1}{1 + e^{\frac{3}{80}}}" in markdown
    assert latex.count(r"\begin{pmatrix}") == latex.count(r"\end{pmatrix}") == 9


def test_every_file_says_how_it_was_made(capsys: pytest.CaptureFixture[str]) -> None:
    for form in ("text", "markdown", "latex", "csv", "json"):
        said = " ".join(run(capsys, *SHORT, "--format", form).split())
        assert "python-flint" in said, form
        assert "1e-" in said
        assert "correct rounding" in said
        assert "mpmath" in said
    assert "redondeo correcto" in " ".join(run(capsys, *SHORT, "--lang", "es").split())


def test_the_certified_error_is_said_at_any_precision(capsys: pytest.CaptureFixture[str]) -> None:
    for count in ("20", "600"):
        said = " ".join(run(capsys, "two-tokens", "--digits", count, "--steps", "Y", "--no-closed").split())
        power = re.search(r"wider than ± 1e-(\d+)\.", said)
        assert power is not None
        assert int(count) < int(power[1]) < int(count) + 20


def test_same_input_same_bytes(tmp_path: Path) -> None:
    for suffix in ("md", "npz"):
        paths = [tmp_path / f"{k}.{suffix}" for k in (0, 1)]
        for path in paths:
            assert main(["table", *SHORT, "--output", str(path)]) == 0
        assert paths[0].read_bytes() == paths[1].read_bytes()


def test_rules_of_rounding_differ_at_ties(capsys: pytest.CaptureFixture[str]) -> None:
    rows = {}
    for rule in ("half-even", "half-away", "truncate"):
        said = run(capsys, "length-4", "--steps", "S", "--decimals", "3", "--rounding", rule, "--format", "json")
        rows[rule] = json.loads(said)["steps"][0]["decimals"]
    assert [rows[rule][2][2] for rule in rows] == ["0.078", "0.078", "0.077"]
    assert [rows[rule][1][2] for rule in rows] == ["0.002", "0.003", "0.002"]


def test_ties_are_marked_where_there_is_a_choice(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "eighths.json"
    path.write_text(json.dumps({"Q": [[1]], "K": [[0]] * 8, "V": [[1]] * 8}), encoding="utf-8")
    words = [str(path), "--steps", "A", "--decimals", "2", "--rounding"]
    marked = {rule: run(capsys, *words, rule) for rule in ("half-even", "truncate")}
    assert marked["half-even"].count("0.12=") == 8
    assert "0.12=" not in marked["truncate"]
    assert "0.12 " in marked["truncate"]


def test_a_second_opinion_of_sympy(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "two-tokens", "--second-opinion", "sympy", "--digits", "15", "--steps", "Y")
    assert "Second opinion, sympy: all 72 entries" in said


def test_settings_of_the_command_line_win(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "length-4", "--mask", "none", "--scale", "1", "--steps", "A", "--decimals", "2", "--no-closed")
    assert "scale = 1." in said
    assert "0.00" not in said  # with the causal mask there are zeros


def failed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["table", *words]) == 2
    return capsys.readouterr().err


def test_calls_that_cannot_be_carried_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "no step 'B' here; there are Q, K" in failed(capsys, "two-tokens", "--steps", "A,B")
    assert "--output" in failed(capsys, "two-tokens", "--format", "npz", "--dtype", "fp32")
    assert "--dtype" in failed(capsys, "two-tokens", "--output", str(tmp_path / "x.npz"))
    assert "cannot write" in failed(capsys, "two-tokens", "--output", str(tmp_path / "no" / "x.md"))
    assert "both G and a loss" in failed(capsys, "two-tokens", "--loss", "sum")
    with pytest.raises(SystemExit) as stopped:
        main(["table", "two-tokens", "--digits", "100000"])
    assert stopped.value.code == 2


@pytest.mark.parametrize(("name", "words", "status"), [("key.foo", [], 2), ("key", [], 2), ("key.foo", ["--format", "csv"], 0)])
def test_an_unknown_ending_is_no_format(
    name: str, words: list[str], status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", "two-tokens", "--output", str(tmp_path / name), *words]) == status
    assert (tmp_path / name).exists() == (status == 0)
    assert (".tex" in capsys.readouterr().err) == (status == 2)
