"""The notebook's side: the magic by its own function, and by IPython itself where it is installed."""

import re
from importlib.util import find_spec

import pytest

from checks import check_text, jupyter
from checks.exercise import make
from checks.proofs import proof

PAGE = make(7, "lost_scale", "es")


def test_a_report_shows_itself() -> None:
    report = check_text(PAGE.text)
    page = report._repr_html_()
    assert page.startswith('<div class="triplecheck">') and "<body" not in page and ":root" not in page
    assert page.count('class="mark wrong"') == 1 and "falta el factor 1/√d_k" in page
    other = check_text(make(8, "lost_scale", "es").text)._repr_html_()
    assert not set(re.findall(r'id="(\w+)"', page)) & set(re.findall(r'id="(\w+)"', other))
    assert report._repr_markdown_().startswith("# `<text>`\n")


def test_a_hostile_cell_stays_text() -> None:
    report = jupyter.check("", "# <script>alert(1)</script>\n\nx = 0.31\n\n</pre></div><img src=x>\n")
    assert "<script" not in report._repr_html_() and "<img" not in report._repr_html_()


def test_the_magic() -> None:
    assert jupyter.check("", PAGE.text).summary["wrong"] == 1
    english = jupyter.check("--lang en", PAGE.text)
    assert english.language == "en" and "should be" in english._repr_html_()
    assert jupyter.check("--format text", "x = 0.31\ny = x * x = 0.0961\n").summary["agrees"] == 1


@pytest.mark.parametrize("line", ["--lang xx", "--what", "one two", "--lang 'es", "--format pdf"])
def test_bad_options_are_one_sentence(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert jupyter.check(line, PAGE.text) is None
    shown = capsys.readouterr()
    assert not shown.out and shown.err.startswith("triplecheck: %%check takes") and len(shown.err.splitlines()) == 1


def test_a_proof_by_its_name() -> None:
    assert proof("softmax.jacobian", "es").title == "El jacobiano de softmax"
    with pytest.raises(KeyError):
        proof("softmax.jacobi")


def test_without_mathml_a_notebook_takes_latex(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checks.proofs.shown.find_spec", lambda name: None)
    assert proof("softmax.jacobian")._repr_html_() is None


@pytest.mark.skipif(
    find_spec("IPython") is None, reason="NOT RUN: IPython is not installed; the magic's function is tested above"
)
def test_in_ipython() -> None:
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell.instance()
    shell.run_line_magic("load_ext", "checks.jupyter")
    assert shell.run_cell_magic("check", "", PAGE.text).summary["wrong"] == 1
