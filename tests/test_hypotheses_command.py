"""`triplecheck prove scores.*` with --without and --hypotheses."""

import json

import pytest

from checks.cli import main
from checks.messages import hypotheses as sentences
from checks.messages import laws as law_sentences
from derive.assumptions import HYPOTHESES, bank


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["prove", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_the_proof_names_its_hypotheses(capsys) -> None:
    status, out, err = run(capsys, "scores.variance")
    assert (status, err) == (0, "")
    assert "Var(q·k) = d_k" in out
    for name in ("independence", "zero-mean-q", "uncorrelated-q", "unit-variance-k"):
        assert f"hypothesis ({name})" in out
        assert f"{name}: {sentences.MESSAGES[name]['en']}" in out
    assert "exact values on finite laws that satisfy them, d_k = 1, 2, 3" in out


@pytest.mark.parametrize("format", ["text", "markdown", "latex"])
@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("name", ["scores.mean", "scores.variance", "scores.scaled_variance"])
def test_all_formats(capsys, name: str, format: str, lang: str) -> None:
    status, out, _ = run(capsys, name, "--format", format, "--lang", lang)
    assert status == 0
    assert len(out) > 500


def test_without_independence(capsys) -> None:
    status, out, _ = run(capsys, "scores.variance", "--without", "independence")
    assert status == 0
    assert out.startswith("Without independence, Var(q·k) = d_k does not follow.")
    assert "k = q, entries independent fair coins ±1. Every other hypothesis but normality holds exactly" in out
    assert "Var(q·k) = 0, not 2" in out
    assert "k = q, entries independent standard normals. Every other hypothesis holds exactly" in out
    assert "Var(q·k) = 4, not 2" in out
    assert out.count("  1/4  ") == 4


def test_without_one_correlation_it_still_follows(capsys) -> None:
    _, out, _ = run(capsys, "scores.variance", "--without", "uncorrelated-q")
    assert out.startswith("Without uncorrelated-q, Var(q·k) = d_k still follows")
    assert "hypothesis (uncorrelated-k)" in out
    _, out, _ = run(capsys, "scores.variance", "--without", "uncorrelated")
    assert "Var(q·k) = 4, not 2" in out
    assert "but independent-components-q, independent-components-k, normality holds exactly" in out


def test_json(capsys) -> None:
    _, out, _ = run(capsys, "scores.scaled_variance", "--without", "unit-variance", "--format", "json")
    data = json.loads(out)
    assert data["follows"] is False
    assert data["without"] == ["unit-variance-k", "unit-variance-q"]
    finite, normal = data["countermodels"]
    assert (finite["value"], finite["claimed"], len(finite["outcomes"])) == ("4", "1", 16)
    assert normal["fails"] == ["unit-variance-k"]


def test_roles(capsys) -> None:
    status, out, _ = run(capsys, "scores.variance", "--hypotheses")
    assert status == 0
    assert out.count("needed; without it") == 5
    assert out.count("needed for one of q and k") == 2
    assert out.count("not needed") == 5
    assert "Var(q·k) = 8" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["scores.variance", "--without", "luck"], "no hypothesis is called 'luck'; there are: independence,"),
        (["--without", "independence"], "need one theorem on random scores: scores.mean,"),
        (["--hypotheses"], "need one theorem on random scores"),
        (["scores.mean", "--hypotheses", "--without", "independence"], "need one theorem"),
        (["softmax.jacobian", "--without", "independence"], "softmax.jacobian has no hypotheses on random entries"),
        (["scores.mean", "--hypotheses", "--format", "json"], "--hypotheses prints text only"),
    ],
)
def test_one_clear_sentence(capsys, words: list[str], sentence: str) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_everything_has_its_sentence() -> None:
    assert set(sentences.MESSAGES) == set(HYPOTHESES)
    for law in bank(2):
        prefix = "normal-" if law.name.startswith("normal-") else ""
        whole = law.name in law_sentences.MESSAGES
        parts = law.name.removeprefix("normal-").split("-")
        assert whole or all(f"{prefix}{part}" in law_sentences.MESSAGES for part in parts)
