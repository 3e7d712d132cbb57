"""`triplecheck saturation`: the table, the picture, and calls that cannot be carried out."""

import json
import sys
from pathlib import Path

import pytest

from checks.cli import main

QUICK = ["--texts", "300"]


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["saturation", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_the_table_tells_certified_from_simulated(capsys) -> None:
    status, out, err = run(capsys, "--d-k", "64", "--tokens", "2", "4", *QUICK)
    assert (status, err) == (0, "")
    assert "variance 64, excess kurtosis 3/32 (exact)" in out
    assert "by more than 0.00215 (certified)" in out
    two = next(line for line in out.splitlines() if line.split()[:2] == ["2", "0.5000"])
    assert two.split()[2] == "0.0383"
    assert "0.7241" in two
    unscaled = out.split("unscaled scores; q independent")[1]
    assert "0.7923" in unscaled
    assert "0.6456" in unscaled
    assert '"Unscaled, the largest weight is above 0.95", T = 2, self-attention: in a row with probability 0.7916' in out
    assert "simulated, 300 matrices, seed 0, confidence 0.95" in out


def test_json_holds_the_same_with_its_ends(capsys) -> None:
    status, out, _ = run(capsys, "--tokens", "2", "3", "--threshold", "0.9", "--format", "json", *QUICK)
    data = json.loads(out)
    assert status == 0
    assert data["threshold"] == "9/10"
    assert [(t["model"], t["scale"]) for t in data["tables"]] == [
        (model, scale) for model in ("independent", "orthogonal") for scale in ("sqrt", "none")
    ]
    for table in data["tables"]:
        for row in table["rows"]:
            cells = {name: cell for name, cell in row.items() if name != "tokens"}
            assert all(cell["low"] <= cell["value"] <= cell["high"] for cell in cells.values())
            certified = {name for name, cell in cells.items() if cell["certified"]}
            both = {"exceeds", "largest", "entropy"}
            two_only = {"jacobian", "median_jacobian"} if row["tokens"] == 2 else set()
            has_quadrature = table["model"] == "independent" or row["tokens"] == 2
            expected = both | two_only if has_quadrature else set()
            assert certified == expected
            assert all(cells[name]["high"] - cells[name]["low"] < 1e-5 for name in certified)


def test_same_call_same_bytes(capsys) -> None:
    words = ["--tokens", "3", "--model", "orthogonal", *QUICK]
    assert run(capsys, *words) == run(capsys, *words)


def test_other_components_are_simulated_only(capsys) -> None:
    status, out, _ = run(capsys, "--components", "student-t", "--nu", "5", "--d-k", "4", "--tokens", "2", *QUICK)
    assert status == 0
    assert "excess kurtosis 39/2" in out
    assert "certified" not in out
    assert "quadrature" not in out


def test_spanish(capsys) -> None:
    status, out, _ = run(capsys, "--lang", "es", "--tokens", "2", *QUICK)
    assert status == 0
    assert "scores sin escalar; q independiente de las claves" in out
    assert "Sin escalar, el peso mayor supera 0.95" in out


@pytest.mark.parametrize(("suffix", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_the_picture(capsys, tmp_path: Path, suffix: str, start: bytes) -> None:
    files = [tmp_path / f"{n}.{suffix}" for n in range(2)]
    for file in files:
        words = ["--tokens", "2", "4", "--model", "orthogonal", "--plot", str(file)]
        assert run(capsys, *words, *QUICK)[0] == 0
    first, second = (file.read_bytes() for file in files)
    assert first == second
    assert first.startswith(start)
    if suffix == "svg":
        text = first.decode()
        assert all(words in text for words in ("mean largest weight", "1/T", "unscaled scores, self-attention"))


def test_the_picture_without_matplotlib(capsys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # what an absent package looks like to import
    status, out, err = run(capsys, "--plot", str(tmp_path / "a.svg"))
    assert (status, out) == (2, "")
    assert err == "triplecheck saturation: --plot needs matplotlib: pip install matplotlib\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--d-k", "0"], "d_k must be a whole number from 1 to 4096, not 0"),
        (["--d-k", "-3"], "d_k must be a whole number from 1 to 4096, not -3"),
        (["--d-k", "99999999999999999999"], "d_k must be a whole number from 1 to 4096, not 99999999999999999999"),
        (["--tokens", "4", "1"], "a row needs at least 2 scores, not 1"),
        (["--tokens", "5000"], "5000 scores in a row are too many"),
        (["--threshold", "0"], "--threshold is a probability level strictly between 0 and 1, not '0'"),
        (["--threshold", "1"], "not '1'"),
        (["--threshold", "1.5"], "not '1.5'"),
        (["--threshold", "nan"], "not 'nan'"),
        (["--threshold", "1e-999999999"], "not '1e-999999999'"),
        (["--threshold", "half"], "not 'half'"),
        (["--confidence", "-0.1"], "--confidence is a probability level"),
        (["--confidence", "inf"], "not 'inf'"),
        (["--components", "cauchy"], "--components does not know 'cauchy'"),
        (["--components", "student-t"], "need their degrees of freedom"),
        (["--components", "student-t", "--nu", "4"], "--nu must be a number above 4"),
        (["--components", "student-t", "--nu", "x"], "not 'x': the kurtosis needs a fourth moment"),
        (["--nu", "5"], "gaussian has no degrees of freedom"),
        (["--scale", "cube"], "--scale does not know 'cube'"),
        (["--model", "cube"], "--model does not know 'cube'"),
        (["--texts", "3"], "--texts takes a whole number from 100"),
        (
            ["--texts", "1000000", "--tokens", "1024"],
            "would take too long; ask for smaller sizes or for fewer matrices",
        ),
        (["--d-k", "4096", "--tokens", "1024", "--texts", "100"], "would take too long"),
        (["--seed", "-1"], "--seed takes a whole number of at least 0"),
        (["--plot", "a.gif"], "must end in .svg, .png or .pdf: 'a.gif'"),
        (["--plot", "no/such/folder/a.svg"], "there is no folder for the picture"),
    ],
)
def test_one_clear_sentence(capsys, words: list[str], sentence: str) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert run(capsys, *words, "--lang", "es")[0] == 2


def test_an_unwritable_picture(capsys, tmp_path: Path) -> None:
    target = tmp_path / "taken.svg"
    target.mkdir()
    status, out, err = run(capsys, "--tokens", "2", "--plot", str(target), *QUICK)
    assert (status, out) == (2, "")
    assert "could not be written" in err


def test_words_that_are_no_numbers_are_bad_usage(capsys) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["saturation", "--d-k", "many"])
    assert stop.value.code == 2
