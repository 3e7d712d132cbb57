"""The command `triplecheck prove`: list, one theorem, all; four formats, two languages; bad usage."""

import json
from functools import cache

import pytest
from faults import planted
from test_planted_faults import FAULTS
from test_theorems import NAMES

from checks import cli
from checks.messages import LANGUAGES, message, theorems
from checks.proofs import FORMATS, Shown, render
from checks.proofs.data import as_data
from derive.kernel import RULES
from derive.theorems import TABLE, replayed, theorem


def run(capsys, *words):
    status = cli.main(["prove", *words])
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def test_the_list_names_every_theorem(capsys):
    status, out, _ = run(capsys)
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()[: len(TABLE)]] == list(TABLE)


def test_the_list_in_spanish(capsys):
    _, out, _ = run(capsys, "--lang", "es")
    assert "El jacobiano de softmax" in out


def test_a_proof_in_text(capsys):
    status, out, _ = run(capsys, "attention.dQ")
    assert status == 0
    assert "∂L/∂Q[u, b] = 1 / √d_k · Σ_{j} ∂L/∂S[u, j] K[j, b]" in out
    assert "for all sizes T, d_k, d_v ≥ 1" in out
    assert "delta contraction: Σ_k δ[k, j] f(k) = f(j)" in out


def test_premises_are_shown(capsys):
    _, out, _ = run(capsys, "attention.dS_masked")
    assert "c is a mask with ones on its diagonal" in out
    assert "each row has an unmasked entry, so that Σ_{j} c[i, j] exp(S[i, j]) ≠ 0" in out
    _, out, _ = run(capsys, "losses.cross_entropy_targets", "--lang", "es")
    assert "suponiendo\n  [A1] Σ_{j} y[j] = 1" in out


def test_depth(capsys):
    shown = [run(capsys, "softmax.jacobian", "--depth", str(depth))[1] for depth in range(4)]
    assert "Proof" not in shown[0] and "∂p[i]/∂s[j] = p[i] (δ[i, j] − p[j])" in shown[0]
    assert "quotient rule" in shown[1] and "SymPy's derivative" not in shown[1]
    assert "SymPy's derivative" in shown[2] and "normal form" not in shown[2]
    assert "normal form" in shown[3] and "derivative of exp × 2" in shown[3]


def test_the_same_call_gives_the_same_bytes(capsys):
    for form in (*FORMATS, "json"):
        first, second = (run(capsys, "norms.layer_dx", "--format", form, "--depth", "2")[1] for _ in range(2))
        assert first == second


def test_json(capsys):
    status, out, _ = run(capsys, "losses.cross_entropy_targets", "--format", "json")
    assert status == 0
    data = json.loads(out)
    assert data["format"] == "triplecheck-proofs/1"
    (found,) = data["theorems"]
    assert found["sizes"] == ["T"] and found["assumptions"] == ["Σ_{j} y[j] = 1"]
    assert [step["rule"] for step in found["steps"]] == ["theorem", "hypothesis"]
    assert found["steps"][0]["after"] == found["steps"][1]["before"]
    assert found["checked"]["sizes"] == [[1, 1], [2, 1], [2, 3], [3, 2]]


proved = cache(replayed)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_theorem_in_every_format_and_language(name, lang):
    shown = Shown(proved(name), lang, 2)
    for form in FORMATS:
        page = render([shown], form, lang)
        assert "~" not in page and "None" not in page and name.split(".")[0] in page
        assert page.count("$$") % 2 == 0
    assert json.dumps(as_data(shown))


def test_all(capsys):
    status, out, _ = run(capsys, "--all")
    assert status == 0
    for name in TABLE:
        assert f"{name}  (" in out
    assert f"{len(TABLE)} theorems proved and replayed in" in out


def test_all_as_json(capsys):
    status, out, _ = run(capsys, "--all", "--format", "json")
    data = json.loads(out)
    assert status == 0 and [found["name"] for found in data["theorems"]] == list(TABLE)
    assert all(found["seconds"] > 0 for found in data["theorems"])


@pytest.mark.parametrize(
    "words, sentence",
    [
        (["attention.dQQ"], "no theorem is called 'attention.dQQ'; the nearest: attention.dQ"),
        (["../../etc/passwd"], "no theorem is called"),
        ([""], "no theorem is called ''"),
        (["softmax.jacobian", "--all"], "give one theorem or --all, not both"),
        (["--format", "json"], "--format json needs a theorem or --all"),
    ],
)
def test_bad_usage_is_one_sentence(capsys, words, sentence):
    status, out, err = run(capsys, *words)
    assert status == 2 and not out
    assert sentence in err and len(err.strip().splitlines()) == 1


@pytest.mark.parametrize("words", [["softmax.jacobian", "--depth", "7"], ["--lang", "xx"], ["--format", "pdf"], ["--what"]])
def test_bad_options(capsys, words):
    with pytest.raises(SystemExit) as stop:
        run(capsys, *words)
    assert stop.value.code == 2


def test_what_does_not_replay_is_not_shown(capsys):
    fault = next(fault for fault in FAULTS if fault.name == "power not lowered")
    with planted(fault):
        status, out, err = run(capsys, "losses.cross_entropy")
    assert status == 3 and not out
    assert "the proof of losses.cross_entropy does not replay, so it is not shown" in err


def test_every_theorem_has_a_title_and_every_rule_a_sentence():
    assert set(TABLE) <= set(theorems.MESSAGES)
    used = {step.rule for name in NAMES for step in theorem(name).derive().steps}
    for rule in used | set(RULES):
        for lang in LANGUAGES:
            label, _, sentence = message(f"rules.{rule}", lang).partition(": ")
            assert label and sentence.endswith("."), rule
