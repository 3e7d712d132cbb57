"""Theorems exported to Coq: coqc accepts the true ones for all sizes and refuses each false twin; nothing is assumed."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from checks import cli
from derive.coq import EXPORTED, Unsupported, exported
from derive.theorems import TABLE, theorem

COQC = shutil.which("coqc")
coq = pytest.mark.skipif(COQC is None, reason="coqc is not installed: the exported proofs are NOT checked by Coq here")
CHECKED = ("softmax.vjp", "attention.dS", "attention.dV", "attention.dQ", "attention.dK", "scores.variance")
# the axioms of Coq's own reals; nothing else may be assumed
OF_THE_REALS = {
    "ClassicalDedekindReals.sig_not_dec",
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
}


def coqc(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    assert COQC is not None
    file = folder / "theorem.v"
    file.write_text(text, encoding="utf-8")
    return subprocess.run([COQC, "-q", file.name], capture_output=True, text=True, cwd=folder, timeout=120)


def assumed(output: str) -> set[str]:
    """The axioms that `Print Assumptions` lists."""
    return set(re.findall(r"^([\w.]+)\s*:", output, re.M)) - {"Axioms"}


@coq
@pytest.mark.parametrize("name", CHECKED)
def test_coq_accepts_the_theorem_and_assumes_nothing_of_ours(name: str, tmp_path: Path) -> None:
    result = coqc(exported(theorem(name).derive()), tmp_path)
    assert result.returncode == 0, result.stderr
    assert assumed(result.stdout) and assumed(result.stdout) <= OF_THE_REALS


@coq
@pytest.mark.parametrize("name", CHECKED)
def test_coq_refuses_a_false_twin_where_the_two_sides_are_compared(name: str, tmp_path: Path) -> None:
    found = theorem(name)
    result = coqc(exported(found.derive(), found.twins()[0].statement), tmp_path)
    assert result.returncode != 0
    assert "not a valid ring equation" in result.stderr, result.stderr


@pytest.mark.parametrize("name", EXPORTED)
def test_every_file_is_whole_and_admits_nothing(name: str) -> None:
    text = exported(theorem(name).derive())
    assert not re.search(r"\b(Admitted|admit|Axiom|Parameter|Hypothesis|Variable|Conjecture)\b", text)
    assert text.count("Proof.") == text.count("Qed.")
    assert text.endswith(f"Print Assumptions {name.replace('.', '_')}.\n")


def test_the_statement_is_that_of_the_theorem() -> None:
    text = exported(theorem("attention.dQ").derive())
    assert "derivable_pt_lim (fun x => L T d_k d_v G K (set2 Q u b x) V) (Q u b)" in text
    assert "Definition S_ (d_k : nat) (K : nat -> nat -> R) (Q : nat -> nat -> R) (i_" in text


@pytest.mark.parametrize("name", sorted(set(TABLE) - set(EXPORTED)))
def test_what_is_not_exported_is_refused_in_a_sentence(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["prove", name, "--export", "coq"]) == 2
    shown = capsys.readouterr()
    assert not shown.out and f"{name} cannot be written for Coq yet" in shown.err


def test_a_rotation_has_no_spelling() -> None:
    with pytest.raises(Unsupported):
        exported(theorem("rope.shift").derive())


def test_the_command_writes_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dV.v"
    assert cli.main(["prove", "attention.dV", "--export", "coq", "-o", str(path)]) == 0
    assert cli.main(["prove", "attention.dV", "--export", "coq"]) == 0
    assert path.read_text(encoding="utf-8") == capsys.readouterr().out


BAD = [
    (["--export", "coq"], "--export takes one theorem"),
    (["--all", "--export", "coq"], "--export takes one theorem"),
    (["attention.dV", "--export", "coq", "--format", "json"], "--export takes one theorem"),
    (["attention.dV", "-o", "x.v"], "--output goes with --export"),
    (["attention.dV", "--export", "coq", "-o", "/no/such/folder/x.v"], "/no/such/folder/x.v cannot be written"),
]


@pytest.mark.parametrize("words, sentence", BAD)
def test_bad_usage(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["prove", *words]) == 2
    assert sentence in capsys.readouterr().err
