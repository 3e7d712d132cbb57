"""The lesson's file: its tables against the engine, its sentences, its policy, its colours, the command."""

import base64
import hashlib
import json
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from lesson_page import built, tables

from checks.cli import main
from checks.lesson import page as pages
from checks.lesson import saturation
from checks.lesson.tables import BREAKS, DENSITY_WIDTHS, formula
from checks.messages import LANGUAGES
from checks.messages.lesson import MESSAGES

SOURCES = [pages.source("page.html"), *(pages.source(f"script/{name}.js") for name in pages.SCRIPTS)]


@pytest.mark.parametrize(("d", "scale"), [(16, "none"), (64, "sqrt")])
def test_kept_saturation_is_what_the_engine_says(d: int, scale: str) -> None:
    """The rows of the file, computed again: within both radii, and nothing missing."""
    now, kept = saturation.rows(d, scale), saturation.table()[scale][str(d)]
    assert now.keys() == kept.keys() == {str(tokens) for tokens in saturation.TOKENS}
    for tokens, row in kept.items():
        for column, pair in row.items():
            fresh = now[tokens][column]
            assert (pair is None) == (fresh is None)
            if pair is not None and fresh is not None:
                assert abs(pair[0] - fresh[0]) <= pair[1] + fresh[1]
                assert pair[1] < 2e-5


def test_kept_saturation_is_whole() -> None:
    kept = saturation.table()
    assert {scale: [*of] for scale, of in kept.items()} == {s: [str(d) for d in saturation.WIDTHS] for s in saturation.SCALES}
    none = [kept["none"][str(d)]["8"]["exceeds"] for d in saturation.WIDTHS]
    assert all(a is not None and b is not None and a[0] < b[0] for a, b in pairwise(none))


def test_variance_tables() -> None:
    """The page's values of Var(q . k) on its laws, from the outcomes by plain fractions."""
    broken = tables()["variance"]["broken"]
    assert broken.keys() == BREAKS.keys()
    for name, of in broken.items():
        outcomes = [(Fraction(p), [Fraction(a) * Fraction(b) for a, b in zip(q, k)]) for p, q, k in of["law"]["outcomes"]]
        assert sum(p for p, _ in outcomes) == 1
        mean = sum(p * sum(products) for p, products in outcomes)
        variance = sum(p * sum(products) ** 2 for p, products in outcomes) - mean**2
        assert variance == Fraction(of["law"]["value"])
        assert (variance == 2) == of["follows"], name
        assert set(BREAKS[name]) <= set(of["law"]["fails"])
    assert [name for name, of in broken.items() if of["follows"]] == ["uncorrelated-q", "identical-distribution", "normality"]


def test_every_line_of_the_proof_is_readable() -> None:
    """No name of the engine's tensors is left, and each hypothesis has its sentence."""
    variance = tables()["variance"]
    lines = variance["lines"] + [line for of in variance["broken"].values() for line in of["lines"]]
    assert not any(re.search(r"_|\{|Off|E_|Cov\W*≠", line["html"]) for line in lines)
    assert variance["lines"][-1]["html"] == "d<sub>k</sub>"
    assert {f"hypothesis_{u.replace('-', '_')}" for line in lines for u in line["uses"]} <= {
        *pages.texts("en"),
        "hypothesis_covariance",
        "hypothesis_diagonal",
    }


def test_a_formula_as_the_field_writes_it() -> None:
    text = "Σ_{a, b} Cov_≠(k_a, k_b) Cov_≠(q_a, q_b) − Σ_{a} Cov_≠(k_a, k_a) Cov_≠(q_a, q_a) + Σ_{a} Var(k_a)"
    low = "<sub>a</sub>"
    assert formula(text) == (f"Σ<sub>a ≠ b</sub> Cov(k{low}, k<sub>b</sub>) Cov(q{low}, q<sub>b</sub>) + Σ{low} Var(k{low})")


@pytest.mark.parametrize(
    "text",
    [
        "Σ_{a, b} Cov_≠(k_a, k_b) Cov_≠(q_a, q_b)",
        "Σ_{a, b} Cov_≠(k_a, k_b) − Σ_{a} Cov_≠(q_a, q_a)",
        "Σ_{a, b} Cov_≠(k_a, k_b) + Σ_{a} Cov_≠(k_a, k_a)",
    ],
)
def test_no_sum_over_different_entries_is_made_up(text: str) -> None:
    with pytest.raises(ValueError, match="no sum over a ≠ b"):
        formula(text)


def test_closed_forms_as_one_writes_them() -> None:
    steps = tables()["worked"]["two-tokens"]["cases"][0]["steps"]
    assert steps["A"]["closed"][0] == ["1/(1 + exp(√2/2))", "exp(√2/2)/(1 + exp(√2/2))"]
    assert steps["dQ"]["closed"][0][0] == "−√2·exp(√2/2)/(1 + exp(√2/2))²"


def test_densities_cover_the_slider() -> None:
    assert {int(of["d"]) for of in tables()["densities"]} == set(DENSITY_WIDTHS)
    assert all(float(of["value"]) > 0 for of in tables()["densities"])


def names_used() -> set[str]:
    """The sentences that the page and its script ask for by their whole name."""
    text = "\n".join(SOURCES)
    found = re.findall(r"(?:say|spoken|said)\('(\w+)'|data-(?:text|label)=\"(\w+)\"|'((?:bad|answer|predict)_\w+)'", text)
    found += re.findall(r"(?:say|spoken)\(\w+ \? '(\w+)' : '(\w+)'()", text)
    found += re.findall(r"\? '(predict_\w+)' : (?:near \? )?'?(\w*)'?()", text)
    return {name for names in found for name in names if name} - {"near"}


FAMILIES = ("step_", "quiz_", "column_", "digits_", "rule_", "break_", "check_", "size_", "answer_", "map_", "predict_", "uses")


def test_sentences_are_there_and_used() -> None:
    used = names_used()
    assert len(used) > 80
    assert used <= {*MESSAGES}
    assert {name for name in MESSAGES if name not in used and not name.startswith(FAMILIES)} == set()


def test_every_question_has_its_sentences() -> None:
    """Options only for choices, a reason for each."""
    questions = re.findall(r"name: '(\w+)', kind: '(\w+)'", pages.source("script/quiz.js"))
    assert len(questions) == 14
    wanted = {f"quiz_{name}{end}" for name, _ in questions for end in ("", "_why")}
    wanted |= {f"quiz_{name}_{k}" for name, kind in questions if kind == "choice" for k in range(3)}
    rest = {f"quiz_{word}" for word in ("title", "intro", "check", "right", "wrong", "empty", "score")}
    assert {name for name in MESSAGES if name.startswith("quiz_")} == wanted | rest


def test_steps_have_their_sentences() -> None:
    steps = re.findall(r"^  (\w+): '", pages.source("script/attention.js"), re.M)
    assert {name for name in MESSAGES if name.startswith("step_")} == {f"step_{step}" for step in steps}


def test_typesetting() -> None:
    said = pages.typeset("Divide by √d_k: **W_Q** is <not> `d_k`, ‖J‖_F, snake_case")
    low = "<strong>W<sub>Q</sub></strong> is &lt;not&gt; <code>d_k</code>, ‖J‖<sub>F</sub>, snake_case"
    assert said == f"Divide by √d<sub>k</sub>: {low}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_file(lang: str) -> None:
    """One file, small, nothing loaded, and a policy that fits its style and script."""
    text = built(lang)
    assert len(text.encode()) < 1_500_000
    assert text.startswith(f'<!DOCTYPE html>\n<html lang="{lang}">')
    addresses = set(re.findall(r"[a-z]+://[^\"'<\s]*", text))
    assert addresses == set()
    assert not re.search(r"<(?:link|img|iframe|object|embed)\b|@import|\burl\(|\bsrc=|\bstyle=|\bon\w+=\"", text)
    for tag in ("style", "script"):
        (inside,) = re.findall(f"<{tag}>(.*?)</{tag}>", text, re.S)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in text
    assert "unsafe" not in text.split("</head>")[0].split("<style>")[0]
    assert f"<title>{MESSAGES['title'][lang]}</title>" in text


def test_embedded_data_cannot_end_its_element() -> None:
    assert pages.embedded({"x": "</script><script>"}).count("<") == 0
    assert json.loads(pages.embedded({"x": "</script>"})) == {"x": "</script>"}


def luminance(colour: str) -> float:
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [0, 1])
def test_contrast(theme: int) -> None:
    """WCAG AA: 4.5 for text, 3 for lines, in both themes."""
    block = re.findall(r":root(?:\[data-theme=dark\])? \{(.*?)\}", pages.source("style.css"), re.S)[theme]
    colours = dict(re.findall(r"--(\w+): (#\w{6})", block))
    for name in ("ink", "soft", "link", "fine", "off", "second"):
        for ground in ("ground", "panel"):
            assert contrast(colours[name], colours[ground]) >= 4.5, (name, ground)
    assert contrast(colours["ink"], colours["mark"]) >= 4.5
    assert all(contrast(colours[name], colours["ground"]) >= 3 for name in ("first", "second", "third"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["-o", "no/such/folder/a.html"], "there is no folder for 'no/such/folder/a.html'"),
        (["-o", "no/such/folder/a.html", "--lang", "es"], "no existe la carpeta"),
    ],
)
def test_refused(capsys: pytest.CaptureFixture[str], words: list[str], sentence: str) -> None:
    assert main(["lesson", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sentence in err


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checks.lesson.tables.certified", tables)  # made once for all tests
    target = tmp_path / "leccion.html"
    assert main(["lesson", "--lang", "es", "-o", str(target)]) == 0
    assert target.read_text(encoding="utf-8") == built("es")
    assert "no necesita red" in capsys.readouterr().out
    assert main(["lesson", "-o", str(tmp_path)]) == 2
    assert "could not be written" in capsys.readouterr().err
