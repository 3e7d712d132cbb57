"""`triplecheck roofline`: every modelled step is measured, in both languages and as JSON; bad sizes are refused."""

import json

import numpy as np
import pytest

from checks.cli import main
from numeric.attention import single_head_attention
from numeric.costs import BOUNDS, Shape, naive_steps
from numeric.roofline import naive_calls

SMALL = ["roofline", "--tokens", "64", "--d-k", "8", "--repeats", "1"]


@pytest.mark.parametrize("lang,words", [("en", ["row maximum", "measured ms"]), ("es", ["máximo de fila", "medido ms"])])
def test_text(lang: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--lang", lang, "--causal"]) == 0
    printed = capsys.readouterr().out
    assert all(word in printed for word in words)


def test_json_has_every_step_with_model_and_measurement(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--d-v", "4", "--dtype", "float64", "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    steps = [step.name for step in naive_steps(Shape(64, 64, 8, 4, 8))]
    assert [row["step"] for row in report["steps"]] == [*steps, "five lines", "tiled", "tiled backward"]
    assert all(row["bound"] in BOUNDS for row in report["steps"])
    assert all(row["model_seconds"] > 0 and row["measured_seconds"] > 0 for row in report["steps"])
    assert report["steps"][0]["flops"] == 2 * 64 * 64 * 8


BAD = [
    (["--tokens", "0"], "--tokens is 0"),
    (["--d-k", "-3"], "--d-k is -3"),
    (["--tokens", "60000"], "MiB"),
    (["--repeats", "100000"], "--repeats"),
    (["--tokens", "0", "--lang", "es"], "hace falta un entero"),
]


@pytest.mark.parametrize("arguments,words", BAD)
def test_bad_sizes(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["roofline", *arguments]) == 2
    printed = capsys.readouterr()
    assert words in printed.err and printed.out == "" and len(printed.err.splitlines()) == 1


def test_a_word_for_a_number_is_bad_usage() -> None:
    with pytest.raises(SystemExit) as stop:
        main(["roofline", "--tokens", "many"])
    assert stop.value.code == 2


def test_the_measured_steps_are_those_of_the_five_lines() -> None:
    draw = np.random.default_rng(0)
    Q, K, V = (draw.normal(size=(6, 4)) for _ in range(3))
    calls = naive_calls(Q, K, V)
    assert list(calls) == [step.name for step in naive_steps(Shape(6, 6, 4, 4, 8))]
    calls["divide by it"]()
    assert np.abs(calls["A V"]()).max() > 0
    weights = calls["divide by it"]()
    assert np.abs(weights @ V - single_head_attention(Q, K, V)).max() <= 64 * 2**-53
