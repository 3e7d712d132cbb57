"""Results beside the certified reference: errors recomputed with Fractions, limits, and arrays that cannot be compared."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from problems import random_problem

from checks.cli import main
from derive.floats import FORMATS, round_rational
from derive.reference.certified import reference
from derive.reference.comparison import compare, magnitudes, truths
from derive.reference.confirm import exact_ends
from derive.reference.second_opinion import by_numbers


def test_errors_against_mpmath() -> None:
    """The error in ulps of a perturbed Y, by a second engine and Fractions."""
    problem = random_problem(4, 3)
    found = reference(problem, 40)
    theirs = [[float(np.float32(x) * np.float32(1.0001)) for x in row] for row in by_numbers(problem)["Y"]]
    truth = by_numbers(problem, 60)["Y"]
    for error in compare(found, "Y", theirs, FORMATS["fp32"]):
        exact = truth[error.row][error.column]
        sign, mantissa, exponent, _ = exact._mpf_
        value = Fraction(-mantissa if sign else mantissa) * Fraction(2) ** exponent
        nearest = np.float32(round_rational(value, FORMATS["fp32"]))
        wanted = abs(Fraction(error.theirs) - value) / Fraction(float(np.spacing(abs(nearest))))
        assert error.nearest == nearest
        assert error.ulps == pytest.approx(float(wanted), rel=1e-12)
        assert Fraction(error.absolute) >= abs(Fraction(error.theirs) - value) * (1 - Fraction(1, 10**15))


@pytest.mark.parametrize("step", ["Q", "S", "masked", "Y", "dA", "dV", "dS", "dQ", "dK", "dW_K", "dX", "A"])
def test_magnitudes_bound_what_they_stand_for(step: str) -> None:
    found = reference(random_problem(5, 2, masked=True), 30)
    for i, row in enumerate(magnitudes(found, step)):
        for j, size in enumerate(row):
            low, high = exact_ends(found, step, i, j)
            assert size >= max(abs(low), abs(high)) * (1 - Fraction(1, 10**12)), (i, j)


def test_truths_are_sharp() -> None:
    found = reference(random_problem(3), 10)
    for row in truths(found, "dX", FORMATS["fp64"]):
        for truth in row:
            assert truth.low <= truth.high
            assert truth.high - truth.low <= abs(truth.high) * Fraction(1, 2**100)


def test_infinities_and_nan() -> None:
    found = reference(random_problem(2, masked=True), 20)
    errors = compare(found, "masked", [[0.0, -np.inf], [float("nan"), -np.inf]], FORMATS["fp64"])
    assert errors[1].ulps == 0
    assert errors[1].exact
    assert np.isnan(errors[2].ulps)
    assert errors[3].ulps == np.inf
    million = compare(found, "masked", [[0.0, -1e9], [0.0, 0.0]], FORMATS["fp64"])
    assert million[1].ulps == np.inf


@pytest.fixture
def problem_file(tmp_path: Path) -> Path:
    rng = np.random.default_rng(5)
    path = tmp_path / "problem.npz"
    np.savez(path, **{name: rng.standard_normal((6, 4)).astype(np.float32) for name in "QKVG"})
    return path


def saved(path: Path, problem_file: Path, *words: str) -> Path:
    assert main(["table", str(problem_file), "--binary", "--output", str(path), *words]) == 0
    return path


@pytest.mark.parametrize("form", ["fp64", "fp32", "fp16"])
def test_our_own_floats_are_within_half_an_ulp(form: str, problem_file: Path, tmp_path: Path) -> None:
    path = saved(tmp_path / "ours.npz", problem_file, "--dtype", form)
    assert main(["verify", str(path), "--against", str(problem_file), "--binary", "--max-ulp", "0.5"]) == 0
    assert main(["verify", str(path), "--against", str(problem_file), "--binary", "--max-ulp", "0.4"]) == 1


def test_bf16_comes_back(problem_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(tmp_path / "ours.npz", problem_file, "--dtype", "bf16", "--dtype", "fp32", "--steps", "A,Y")
    words = ["verify", str(path), "--against", str(problem_file), "--binary", "--max-ulp", "0.5", "--format", "json"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(x["step"], x["format"]) for x in found["arrays"]] == [("A", "bf16"), ("A", "fp32"), ("Y", "bf16"), ("Y", "fp32")]
    assert all(x["correctly_rounded"] == x["entries"] for x in found["arrays"])
    assert found["not_compared"] == []


def test_one_ulp_off_is_named(problem_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = saved(tmp_path / "ours.npz", problem_file, "--dtype", "fp32", "--steps", "Y")
    array = np.load(path)["Y"]
    array[2, 3] = np.nextafter(array[2, 3], np.float32(np.inf))
    np.save(tmp_path / "theirs.npy", array)
    words = ["verify", str(tmp_path / "theirs.npy"), "--against", str(problem_file), "--binary"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "correctly rounded: 23 of 24 entries" in said
    assert "not so: [2, 3]" in said
    assert "worst: [2, 3] is" in said
    assert main([*words, "--max-ulp", "0.5"]) == 1
    assert "1 of 24 entries beyond the limits" in capsys.readouterr().out
    assert main([*words, "--max-ulp", "1.5", "--tolerance", "1e-6"]) == 0
    assert main([*words, "--tolerance", "1e-12"]) == 1


def test_nan_is_beyond_every_limit(problem_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    array = np.zeros((6, 4), dtype=np.float32)
    array[0, 0] = np.nan
    np.save(tmp_path / "theirs.npy", array)
    assert main(["verify", str(tmp_path / "theirs.npy"), "--against", str(problem_file), "--binary"]) == 1
    assert "worst: [0, 0] is nan" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "theirs.npy"), "--against", str(problem_file), "--binary", "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["arrays"][0]["max_ulp"] == "nan"


CANNOT = [
    ({"Y": np.zeros((2, 2))}, (), "Y has shape (2, 2), the reference has (6, 4)"),
    ({"Y": np.zeros((6, 4), dtype=np.int64)}, (), "Y has dtype int64"),
    ({"out": np.zeros((6, 4))}, (), "no array is named after a step (Q, K, V"),
    ({"Y": np.zeros((6, 4)), "A": np.zeros((6, 6))}, ("--step", "Y"), "--step names one array, and there are 2"),
    ({"Y": np.array([None])}, (), "pickled objects"),
]


@pytest.mark.parametrize(("arrays", "words", "sentence"), CANNOT)
def test_what_cannot_be_compared(
    arrays: dict[str, NDArray],
    words: tuple[str, ...],
    sentence: str,
    problem_file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "theirs.npz"
    np.savez(path, **arrays)
    assert main(["verify", str(path), "--against", str(problem_file), *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert sentence in said.err


def test_missing_files_are_named(problem_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path / "no.npy"), "--against", str(problem_file)]) == 2
    assert capsys.readouterr().err.endswith("no.npy: cannot be read: No such file or directory\n")
    np.save(tmp_path / "y.npy", np.zeros((6, 4)))
    assert main(["verify", str(tmp_path / "y.npy"), "--against", "nothing.json"]) == 2
    assert "nothing.json: no such file" in capsys.readouterr().err


def test_the_numpy_engine_is_close(problem_file: Path, tmp_path: Path) -> None:
    """What a user would run, against the reference: fp64 within 2 ulp of the largest magnitudes, fp32 within 1e-5."""
    from numeric.attention import single_head_attention

    with np.load(problem_file) as given:
        arrays = {name: given[name] for name in "QKV"}
    np.save(tmp_path / "y.npy", single_head_attention(**arrays))
    words = ["--against", str(problem_file), "--binary"]
    assert main(["verify", str(tmp_path / "y.npy"), *words, "--tolerance", "1e-5"]) == 0
    wide = {name: array.astype(np.float64) for name, array in arrays.items()}
    np.save(tmp_path / "y64.npy", single_head_attention(**wide))
    assert main(["verify", str(tmp_path / "y64.npy"), *words, "--tolerance", "1e-14"]) == 0


SAID = [
    # the arrays' change, the words of the call, the exit status, what is said and what is not
    (0.0, (), 0, "compared, no limit asked", "within the limits"),
    (0.0, ("--max-ulp", "4"), 0, "within the limits", "no limit asked"),
    (np.nan, (), 1, "4 of 4 entries are nan", "limits"),
    (0.0, ("--step", "nosuch"), 2, "no step nosuch; there are: Q, ", "no array is named"),
]


@pytest.mark.parametrize(("added", "words", "status", "said", "never"), SAID)
def test_what_is_said_of_limits_and_steps(
    added: float,
    words: tuple[str, ...],
    status: int,
    said: str,
    never: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["table", "two-tokens", "--dtype", "fp64", "--output", str(tmp_path / "key.npz")]) == 0
    np.save(tmp_path / "Y.npy", np.load(tmp_path / "key.npz")["Y"] + added)
    assert main(["verify", str(tmp_path / "Y.npy"), "--against", "two-tokens", *words]) == status
    told = "".join(capsys.readouterr())
    assert said in told and never not in told
