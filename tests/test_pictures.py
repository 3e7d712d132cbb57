"""Pictures: figures against their tables, our SVG as XML, escaping, contrast, matplotlib's files, refused calls."""

import re
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checks.cli import main
from checks.lesson import saturation
from checks.pictures import subjects
from checks.pictures.figure import Axis, Curve, Figure, Heat, Plot, ink, luminance, ramp
from checks.pictures.scales import apart, marks, place
from checks.pictures.svg import render

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</text><script>alert(1)</script>\"'&"


def plot(curves: tuple[Curve, ...] = (), title: str = "t") -> Plot:
    return Plot(title, Axis("x", 1, 1024, log=True, base=2), Axis("y", 0, 1), curves)


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("lang", ["en", "es"])
def test_certified_figures_hold_the_table(lang: str) -> None:
    """Every point of a curve is a value of the table at its width, and every axis contains them."""
    for figure in (subjects.saturated(lang), subjects.gradient(lang)):
        for panel in figure.panels:
            assert isinstance(panel, Plot)
            assert panel.x.label and panel.y.label and figure.caption and panel.title
            for curve in panel.curves:
                assert [x for x, _ in curve.points] == list(saturation.WIDTHS)
                assert all(panel.y.low <= y <= panel.y.high for _, y in curve.points)
    (death,) = subjects.gradient(lang).panels
    assert isinstance(death, Plot)
    row = saturation.table()["none"]["1024"]["2"]["median_jacobian"]
    assert row is not None
    assert death.curves[1].points[-1] == (1024.0, row[0])


def test_hostile_text_stays_text() -> None:
    curve = Curve(HOSTILE, ((1, 0.5), (4, 1)), 0)
    dots = Curve(HOSTILE, ((1, 0.5),), 1, joined=False, labels=(HOSTILE,))
    heat = Heat(HOSTILE, ((0.5, None), (0, 1)), HOSTILE, HOSTILE)
    svg = render(Figure(HOSTILE, HOSTILE, (plot((curve, dots), HOSTILE), heat)))
    root = ElementTree.fromstring(svg)
    assert not list(root.iter(f"{SVG}script"))
    assert root.get("aria-label") == HOSTILE
    assert texts(svg).count(HOSTILE) >= 7
    assert "<script" not in svg


def test_svg_places() -> None:
    """The ends of the axes are the ends of the frame; higher values are drawn higher; a masked cell is empty."""
    svg = render(Figure("a", "b", (plot((Curve("c", ((1, 0), (1024, 1)), 0),)),)))
    (line,) = re.findall(r'points="([^"]*)"', svg)
    assert line == "62,252 406,30"
    assert {"1", "32", "1024", "0", "0.2", "a", "b", "c"} <= set(texts(svg))
    heat = render(Figure("a", "b", (Heat("h", ((1.0, None), (0.25, 0.75)), "i", "j"),)))
    assert {"1.00", "0.25", "0.75"} <= set(texts(heat))
    assert 'fill="none" stroke="currentColor"' in heat


def test_inside_a_page_it_follows_the_theme() -> None:
    """No ground, no title of its own (the page has a caption), text in the colour of the page."""
    svg = render(subjects.gradient("en"), alone=False)
    assert "#ffffff" not in svg
    assert 'fill="currentColor"' in svg
    assert "xmlns" not in svg
    assert "style" not in svg  # the page's policy allows none


@given(st.floats(-0.5, 1.5))
def test_text_on_the_ramp_is_readable(share: float) -> None:
    """At least 4.5 between every colour of the ramp and the ink chosen for it."""
    ground = luminance(ramp(share))
    text = 0.0 if ink(ramp(share)) == "#000000" else 1.0
    low, high = sorted((ground, text))
    assert (high + 0.05) / (low + 0.05) >= 4.5


def test_the_ramp_rises() -> None:
    """Lightness grows along it, so that it reads without colour too."""
    light = [luminance(ramp(k / 100)) for k in range(101)]
    assert all(a < b for a, b in pairwise(light))


@pytest.mark.parametrize(
    ("axis", "wanted"),
    [
        (Axis("", 0, 1), ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        (Axis("", -20, 20), ["−20", "−10", "0", "10", "20"]),
        (Axis("", 1e-3, 1, log=True), ["0.001", "0.01", "0.1", "1"]),
        (Axis("", 1e-6, 1e6, log=True), ["10⁻⁶", "10⁻⁴", "0.01", "1", "100", "10⁴", "10⁶"]),
        (Axis("", 1, 8, log=True, base=2), ["1", "2", "4", "8"]),
    ],
)
def test_marks(axis: Axis, wanted: list[str]) -> None:
    assert [words for _, words in marks(axis)] == wanted
    places = [place(axis, value) for value, _ in marks(axis)]
    assert places == sorted(places)
    assert all(-1e-9 <= x <= 1 + 1e-9 for x in places)


@given(st.lists(st.tuples(st.floats(0, 400), st.floats(0, 300)), max_size=12, unique=True))
def test_labels_are_kept_apart(places: list[tuple[float, float]]) -> None:
    moved = apart(places, 90, 12)
    assert all(x == a and b <= y for (x, y), (a, b) in zip(places, moved, strict=True))
    pairs = [(p, q) for n, p in enumerate(moved) for q in moved[:n]]
    assert all(abs(p[0] - q[0]) >= 90 or abs(p[1] - q[1]) >= 12 for p, q in pairs)


@pytest.mark.parametrize(
    "words", [["saturation"], ["gradient", "--lang", "es"], ["weights", "--causal"], ["weights", "length-4"]], ids=" ".join
)
def test_svg_files(tmp_path: Path, words: list[str]) -> None:
    """Well-formed, loading nothing, the same twice."""
    files = [tmp_path / f"{n}.svg" for n in range(2)]
    assert [main(["plot", *words, "-o", str(file)]) for file in files] == [0, 0]
    first, second = (file.read_text(encoding="utf-8") for file in files)
    assert first == second
    assert ElementTree.fromstring(first).tag == f"{SVG}svg"
    assert re.findall(r"https?:[^\"]*", first) == ["http://www.w3.org/2000/svg"]


def test_exact_weights(tmp_path: Path) -> None:
    """The published page's weights, correctly rounded: [0.49, 0.51] with the scale, 0.48 and 0.52 without."""
    target = tmp_path / "a.svg"
    assert main(["plot", "weights", "length-4", "-o", str(target)]) == 0
    said = texts(target.read_text(encoding="utf-8"))
    assert {"0.48", "0.52", "0.49", "0.51", "1.00"} <= set(said)
    assert "length-4: the exact weights, correctly rounded." in said


def test_roofline(tmp_path: Path) -> None:
    """Every step with FLOPs is named, and the roof is that of the machine."""
    target = tmp_path / "roof.svg"
    assert main(["plot", "roofline", "--tokens", "64", "--d-k", "16", "-o", str(target), "--lang", "es"]) == 0
    said = texts(target.read_text(encoding="utf-8"))
    assert {"Q K^T", "A V", "máximo de fila", "por bloques", "cinco líneas", "techo de esta máquina"} <= set(said)
    assert "exp" not in said
    assert any("T = 64, d_k = 16" in words for words in said)


@pytest.mark.parametrize(("name", "start"), [("a.png", b"\x89PNG"), ("a.pdf", b"%PDF")])
def test_matplotlib_files(tmp_path: Path, name: str, start: bytes) -> None:
    pytest.importorskip("matplotlib", reason="NOT CHECKED: needs matplotlib")
    contents = []
    for n in range(2):
        target = tmp_path / f"{n}{name}"
        assert main(["plot", "weights", "two-tokens", "-o", str(target)]) == 0
        contents.append(target.read_bytes())
    assert contents[0] == contents[1]
    assert contents[0].startswith(start)


def test_matplotlib_draws_every_kind(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="NOT CHECKED: needs matplotlib")
    from checks.pictures.matplotlib_figure import draw

    dots = Curve("", ((1, 0.5), (2, 0.5)), 1, joined=False, labels=("first", "second"))
    draw(Figure("a", "b", (plot((Curve("c", ((1, 0), (1024, 1)), 0), dots)),)), tmp_path / "a.svg")
    assert {"first", "second", "c", "x", "y"} <= set(texts((tmp_path / "a.svg").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["weights", "-o", "a.gif"], "must end in .svg, .png or .pdf: 'a.gif'"),
        (["weights", "-o", "no/such/a.svg"], "there is no folder for the picture 'no/such/a.svg'"),
        (["weights", "--tokens", "65", "-o", "a.svg"], "--tokens is 65; a whole number from 2 to 64 is wanted"),
        (["roofline", "--d-k", "-1", "-o", "a.svg"], "--d-k is -1; a whole number from 1 to 4096 is wanted"),
        (["weights", "--tokens", "0", "-o", "a.svg"], "--tokens is 0"),
        (["weights", "--d-k", "0", "-o", "a.svg"], "--d-k is 0"),
        (["weights", "--seed", "-1", "-o", "a.svg"], "--seed is -1"),
        (["gradient", "length-4", "-o", "a.svg"], "an input goes with weights only, not with gradient"),
        (["weights", "no-such.json", "-o", "a.svg"], "no-such.json"),
        (["gradient", "-o", "a.gif", "--lang", "es"], "debe acabar en .svg, .png o .pdf"),
    ],
)
def test_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["plot", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("triplecheck plot: ")
    assert sentence in err
    assert not list(tmp_path.iterdir())


def test_without_matplotlib(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PNG is refused by name; SVG needs nothing."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # what an absent package looks like to import
    assert main(["plot", "gradient", "-o", str(tmp_path / "a.png")]) == 2
    assert "pip install matplotlib" in capsys.readouterr().err
    assert main(["plot", "gradient", "-o", str(tmp_path / "a.svg")]) == 0


def test_unwritable(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.svg").mkdir()
    assert main(["plot", "gradient", "-o", str(tmp_path / "a.svg")]) == 2
    assert "could not be written" in capsys.readouterr().err
