"""Proofs as documents: the LaTeX of every theorem compiles, every formula is MathML, both languages show the same.

Where no LaTeX is installed the formulas are parsed instead, and the test that would compile them is skipped loudly.
"""

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from browser import browser, complaints, needed, requests
from test_prove import proved
from test_theorems import NAMES

from checks import cli
from checks.messages import LANGUAGES, hypotheses, laws, message, proofs, rules, theorems
from checks.proofs import Shown, render, renderer
from checks.proofs.failing import failing
from checks.proofs.html import mathml
from checks.proofs.latex import SIGNS
from checks.proofs.prose import SPELLINGS, pieces
from checks.proofs.shown import assumptions
from derive.dropping import dropped, premises
from derive.notation import LATEX, TEXT
from derive.terms import Tensor
from derive.theorems import theorem

ENGINES = [name for name in ("pdflatex", "tectonic", "xelatex", "lualatex") if shutil.which(name)]
ENVIRONMENT = re.compile(r"\\(begin|end)\{([a-z*]+)\}")
WORDS = set("áéíóúñüÁÉÍÓÚÑ¿¡«»–—×·")


@cache
def shown(name: str, lang: str) -> Shown:
    return Shown(proved(name), lang, 2)


@cache
def document(format: str, lang: str) -> str:
    return render([shown(name, lang) for name in NAMES], format, lang)


@pytest.mark.skipif(not ENGINES, reason="NOT COMPILED: no LaTeX here (Debian: apt-get install texlive-latex-recommended)")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_proof_compiles(lang: str, tmp_path: Path) -> None:
    """And no line runs out of the page."""
    source = tmp_path / "proofs.tex"
    source.write_text(document("latex", lang), encoding="utf-8")
    quiet = ["--keep-logs"] if ENGINES[0] == "tectonic" else ["-interaction=nonstopmode", "-halt-on-error"]
    done = subprocess.run([ENGINES[0], *quiet, source.name], cwd=tmp_path, capture_output=True, timeout=240)
    log = (tmp_path / "proofs.log").read_text(encoding="latin-1")
    assert done.returncode == 0, log[-2000:]
    assert (tmp_path / "proofs.pdf").stat().st_size > 50_000
    over = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)]
    assert max(over, default=0) < (3 if ENGINES[0] == "pdflatex" else 60), over  # others have other fonts; 3 pt: a millimetre


@pytest.mark.parametrize("lang", LANGUAGES)
def test_latex_is_well_formed(lang: str) -> None:
    page = document("latex", lang)
    open_ones: list[str] = []
    for kind, name in ENVIRONMENT.findall(page):
        if kind == "begin":
            open_ones.append(name)
        else:
            assert open_ones.pop() == name
    assert not open_ones
    assert page.count("{") - page.count(r"\{") == page.count("}") - page.count(r"\}")
    assert page.count(r"\left") == page.count(r"\right") and page.count("$") % 2 == 0
    strange = {c for c in page if ord(c) > 127} - WORDS
    assert not strange, strange


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_formula_is_mathml(lang: str) -> None:
    page = document("html", lang)
    formulas = re.findall(r"<math.*?</math>", page)
    assert len(formulas) > 1000
    for formula in map(ElementTree.fromstring, formulas):
        written = "".join(formula.itertext())
        assert written.strip() and "\\" not in written and not any(e.tag.endswith("}merror") for e in formula.iter())
    assert "<script" not in page and "http" not in page.replace("http://www.w3.org/1998/Math/MathML", "").replace(
        'http-equiv="Content-Security-Policy"', ""
    )


def formulas_of(format: str, lang: str, name: str) -> list[str]:
    page = render([shown(name, lang)], format, lang)
    if format == "html":
        return re.findall(r"<math.*?</math>", page)
    return re.findall(r"\$[^$]+\$|\\\[.*?\\\]|\\begin\{a.*?\\end\{a", page, re.DOTALL)


@pytest.mark.parametrize("format", ["latex", "html"])
@pytest.mark.parametrize("name", NAMES)
def test_both_languages_show_the_same_formulas(name: str, format: str) -> None:
    english, spanish = (formulas_of(format, lang, name) for lang in LANGUAGES)
    assert sorted(english) == sorted(spanish) and len(english) > 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_formula_of_a_sentence_stays_unset(lang: str) -> None:
    """Whatever is not a letter of the language is in a formula."""
    for area in (rules, theorems, hypotheses, laws):
        for name, by_language in area.MESSAGES.items():
            words = "".join(text for mathematics, text in pieces(by_language[lang]) if not mathematics)
            left = {c for c in words if ord(c) > 127} - WORDS
            assert not left, (area.__name__, name, left)


def test_spellings_are_latex() -> None:
    for latex in SPELLINGS.values():
        assert mathml(latex).startswith("<math")
    assert set(SIGNS) & WORDS == {"·", "×"}


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("q and k are equal", [(True, "q"), (False, " and "), (True, "k"), (False, " are equal")]),
        ("zero-mean-q: a mask", [(False, "zero-mean-q: a mask")]),
        ("at d_k = 2: so", [(False, "at "), (True, "d_{k} = 2"), (False, ": so")]),
        ("sizes $T$ ≥ 1", [(False, "sizes "), (True, r"T \geq 1")]),
    ],
)
def test_pieces(sentence: str, parts: list[tuple[bool, str]]) -> None:
    assert pieces(sentence) == parts


# -- what if an assumption fails ------------------------------------------------------------
@pytest.mark.parametrize("name", [n for n in NAMES if not n.startswith("scores.")])
def test_every_premise_is_dropped_with_a_proof_or_a_counterexample(name: str) -> None:
    statement = theorem(name).derive().statement
    for premise in premises(statement):
        found = dropped(statement, premise)
        assert found.follows != (found.counterexample is not None)
        assert found.follows == isinstance(premise, Tensor)


def test_a_missing_premise_is_told_with_its_counterexample() -> None:
    (one,) = failing(shown("losses.cross_entropy_targets", "en"), TEXT)
    assert (one.mark, one.said, one.where) == ("A1", "Σ_{j} y[j] = 1", "used in line 2")
    assert "the equality is false. Counterexample, T = 1: s = [0], y = [0]; the left side is 0, the right side 1" in one.what
    assert "(at i = 1)" in one.what


def test_a_mask_may_be_any_weights() -> None:
    first, second = failing(shown("attention.dS_masked", "en"), LATEX)
    assert first.what.startswith("If it fails, the equality still holds: the kernel proves it for any $c$, wherever $")
    assert (second.mark, second.said[:24]) == ("C1", "each row has an unmasked")
    assert "0/0" in second.what


def test_hypotheses_on_random_entries_have_their_counter_models() -> None:
    found = {one.said.partition(":")[0]: one for one in failing(shown("scores.variance", "en"), TEXT)}
    assert "Var(q·k) = 0, not 2" in found["independence"].what and len(found["independence"].rows) == 5
    assert found["uncorrelated-q"].what == "If it fails, the equality still follows, from uncorrelated-k in its place."
    assert "Var(q·k) = 8, not 2" in found["unit-variance-k"].what and not found["unit-variance-k"].rows


@pytest.mark.parametrize("name", NAMES)
def test_assumptions_are_marked_where_they_are_used(name: str) -> None:
    one = shown(name, "en")
    marked = set(re.findall(r"\[(A\d+)", render([one], "text", "en")))
    assert marked == {assumed.mark for assumed in assumptions(one)}
    lines = "".join(one.reason(number, step) for number, step in one.steps)
    assert all(assumed.mark in lines for assumed in assumptions(one) if assumed.steps)


# -- the command ------------------------------------------------------------------------------
@pytest.mark.parametrize("format", ["latex", "html", "markdown", "terminal"])
def test_without_a_hypothesis_in_every_format(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["prove", "scores.mean", "--without", "independence", "--format", format, "--lang", "es"]) == 0
    page = capsys.readouterr().out
    assert "Contramodelo" in page and page.startswith({"latex": "\\documentclass", "html": "<!DOCTYPE"}.get(format, "Sin"))


def test_html_without_its_library(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("checks.commands.prove.find_spec", lambda name: None)
    assert cli.main(["prove", "softmax.jacobian", "--format", "html"]) == 2
    assert capsys.readouterr().err.strip().endswith("pip install latex2mathml")


def test_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    page = render([shown("scores.variance", "en")], "terminal", "en")
    lines = [line for line in page.splitlines() if "probability" not in line]
    assert max(map(len, lines)) <= 75  # a formula in brackets is not cut
    assert sum(len(line) > 60 for line in lines) <= 2
    assert " ".join(page.split()) == " ".join(renderer("text").proof(shown("scores.variance", "en")).split())


def test_notebooks_show_proofs() -> None:
    one = shown("attention.dQ", "es")
    assert "<math" in one._repr_html_() and one._repr_html_().startswith("<style>")
    assert one._repr_latex_().startswith("$$\n\\begin{aligned}") and one._repr_latex_().endswith("$$")
    assert one._repr_markdown_().startswith("## El gradiente")


def test_sentences_on_failing_exist_for_every_condition() -> None:
    for kind in ("nonzero", "unmasked", "positive", "nonnegative"):
        assert f"fails_{kind}" in proofs.MESSAGES and message(f"proofs.fails_{kind}", "es")


@needed
@pytest.mark.parametrize("width", [375, 1280])
def test_the_page_in_a_browser(width: int, tmp_path: Path) -> None:
    page = tmp_path / "proof.html"
    page.write_text(render([shown("projections.dX", "en"), shown("scores.variance", "en")], "html", "en"), encoding="utf-8")
    with browser(width) as driver:
        driver.get(page.as_uri())
        driver.execute_script("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert driver.execute_script("return document.documentElement.scrollWidth") <= width
        heights = driver.execute_script(
            "return [...document.querySelectorAll('math')].map(m => m.getBoundingClientRect().height)"
        )
        assert len(heights) > 60 and min(heights) > 5
        assert complaints(driver) == [] and requests(driver) == [page.as_uri()]
