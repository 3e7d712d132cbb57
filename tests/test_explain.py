"""`triplecheck explain`: every name of the reports and proofs, in both languages, from the texts of the documentation."""

import re
from pathlib import Path

import pytest

from checks import cli
from checks.checking import check_text
from checks.explanations import AREAS, Unknown, explain, find, names
from checks.judging.judge import VERDICTS
from checks.messages import LANGUAGES, check, message, rules, verdicts
from derive.assumptions import HYPOTHESES
from derive.kernel import RULES
from derive.theorems import TABLE

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
TOLD = re.compile(r"^\| `(\w+)` \| (.*) \|$", re.MULTILINE)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = cli.main(["explain", *words])
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def test_the_readme_says_the_same() -> None:
    told = {name: text.replace("`", "") for name, text in TOLD.findall(README)}
    assert set(told) >= {"agrees", "rounding", "lucky", "carried", "wrong"}
    for name, text in told.items():
        assert message(f"verdicts.{name}.means") == text, name


def test_everything_has_a_name() -> None:
    assert names("verdicts") == VERDICTS
    assert set(names("rules")) >= set(RULES)
    assert set(names("hypotheses")) == set(HYPOTHESES) and set(names("theorems")) == set(TABLE)
    slips = {name.removeprefix("slip_") for name in check.MESSAGES if name.startswith("slip_")}
    assert set(names("slips")) >= slips
    assert {name.split(".")[0] for name in verdicts.MESSAGES} == set(VERDICTS)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("area", [area for area in AREAS if area != "theorems"])
def test_every_name_is_explained(area: str, lang: str) -> None:
    for name in names(area):
        assert find(name)[1] == name
        found = explain(area, name, lang)
        assert found.title and (found.facts or area == "slips") and all(said.strip() for _, said in found.facts)


def test_verdicts_and_rules_are_found_in_spanish() -> None:
    for lang in LANGUAGES:
        for verdict in VERDICTS:
            assert find(message(f"check.title_{verdict}", lang)) == ("verdicts", verdict)
        for rule in rules.MESSAGES:
            assert find(message(f"rules.{rule}", lang).partition(": ")[0].upper()) == ("rules", rule)
    assert find("erroneo") == ("verdicts", "wrong") and find("delta_contraction") == ("rules", "delta contraction")


def test_unknown_names() -> None:
    with pytest.raises(Unknown) as unknown:
        find("attention.dq_mask")
    assert "attention.dQ_masked" in unknown.value.near


def test_a_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "carried")
    assert status == 0 and out.startswith("carried\n  means      false, and follows from an earlier wrong number")
    _, out, _ = run(capsys, "carried", "--lang", "es")
    assert out.startswith("carried: arrastrado\n") and "a cargo de su causa" in out
    assert max(map(len, out.splitlines())) <= 100


def test_rules_theorems_and_slips(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Σ_k δ[k, j] f(k) = f(j)" in run(capsys, "delta", "contraction")[1]
    assert "∂L/∂Q[u, b] = 1 / √d_k · Σ_{j} ∂L/∂S[u, j] K[j, b]" in run(capsys, "attention.dQ")[1]
    assert "--kind lost_scale --lang es" in run(capsys, "lost-scale", "--lang", "es")[1]


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys)
    listed = {re.split(r"\s{2,}", line.strip())[0] for line in out.splitlines() if line.startswith("  ")}
    assert status == 0 and listed == {name for area in AREAS for name in names(area)}
    assert run(capsys, "--format", "markdown", "--lang", "es")[1].startswith("## Veredictos\n- `given`: ")


def test_everything_as_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--all", "--format", "markdown")
    assert status == 0 and out.count("\n### `") == sum(len(names(area)) for area in AREAS)
    assert "an error only with `--strict`" in out and r"∂L/∂Q\[u, b\] = 1 / √d\_k" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["wrogn"], "nothing is called 'wrogn'; the nearest: wrong"),
        (["../../etc"], "nothing is called '../../etc'"),
        (["$(id)"], "nothing is called '$(id)'"),
        (["carried", "--all"], "give one name or --all"),
        (["errroneo", "--lang", "es"], "nada se llama 'errroneo'; lo más parecido: wrong"),
    ],
)
def test_bad_usage_is_one_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "") and sentence in err and len(err.splitlines()) == 1


# -- the examples are true --------------------------------------------------------------------
LOST_SIGN = """
Q = np.array([[1.2, 0.5], [0.3, -0.7]])
K = np.array([[0.4, 1.1], [-0.9, 0.2]])
S = Q K^T = [[1.03, 0.98], [-0.65, -0.41]]
A = softmax(S) = [[0.512, 0.488], [0.440, 0.560]]
"""


@pytest.mark.parametrize(
    ("text", "printed", "verdict"),
    [
        ("x = 0.31\ny = 0.25\nz = x * y = 0.077\n", "0.077", "agrees"),
        ("x = 0.31\ny = 0.25\nz = x * y = 0.078\n", "0.078", "agrees"),
        (LOST_SIGN, "0.98", "wrong"),
        (LOST_SIGN, "0.512", "carried"),
    ],
)
def test_examples(text: str, printed: str, verdict: str) -> None:
    found = [f.verdict for f in check_text(text, "text", details=False).findings if f.printed == printed]
    assert found == [verdict]
