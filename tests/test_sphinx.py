"""Sites are built by Sphinx itself: a false number in a derivation fails the build, a right page passes."""

import io
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stderr
from pathlib import Path

import pytest

from checks.cli import main
from checks.serve.pages import source as example

build_main = pytest.importorskip("sphinx.cmd.build").build_main
RIGHT = "S = [[1, 2], [3, 4]]\n\nA = softmax(S) = [[0.269, 0.731], [0.269, 0.731]]"
WRONG = RIGHT.replace("[0.269, 0.731]]", "[0.296, 0.731]]")
CARRIED = example("example.en.md").rstrip()


def indented(text: str) -> str:
    return "\n".join(f"   {line}".rstrip() for line in text.split("\n"))


def rst(text: str, options: str = "") -> str:
    return f"Title\n=====\n\n.. derivation::\n{options}\n{indented(text)}\n\nAnd on.\n"


def myst(text: str, options: str = "") -> str:
    return f"# Title\n\n```{{derivation}}\n{options}{text}\n```\n\nAnd on.\n"


def site(folder: Path, pages: dict[str, str], settings: str = "") -> Path:
    """A site with these pages."""
    source = folder / "site"
    source.mkdir(exist_ok=True)
    extensions = ["checks.sphinx", *(["myst_parser"] if any(name.endswith(".md") for name in pages) else [])]
    (source / "conf.py").write_text(f"extensions = {extensions}\n{settings}\n", "utf-8")
    for name, text in pages.items():
        (source / name).write_text(text, "utf-8")
    return source


def build(folder: Path, *options: str, builder: str = "html") -> tuple[int, str, Path]:
    """Exit status, what was said, and output of a build by sphinx-build, within this process."""
    out, said = folder.parent / f"out-{builder}", io.StringIO()
    with redirect_stderr(said):
        status = build_main(["-q", "-N", "-b", builder, *options, str(folder), str(out)])
    return status, said.getvalue(), out


def test_a_right_page_passes(tmp_path: Path) -> None:
    status, said, out = build(site(tmp_path, {"index.rst": rst(RIGHT)}), "-W")
    assert (status, said) == (0, "")
    page = (out / "index.html").read_text("utf-8")
    assert "nothing false found" in page and "derivation-wrong" not in page
    assert "derivation.css" in page and (out / "_static" / "derivation.css").exists()


@pytest.mark.parametrize(("name", "form", "line"), [("index.rst", rst, 8), ("index.md", myst, 6)])
def test_a_wrong_page_fails_with_its_line(tmp_path: Path, name: str, form: object, line: int) -> None:
    if name.endswith(".md"):
        pytest.importorskip("myst_parser")
    assert callable(form)
    folder = site(tmp_path, {name: form(WRONG)})
    assert form(WRONG).split("\n")[line - 1].strip().startswith("A = softmax")
    status, said, out = build(folder, "-W", "--keep-going")
    assert status == 1
    assert re.search(rf"{re.escape(name)}:{line}: WARNING: A\[1, 0\] is 0\.268.* it should be 0\.269, not 0\.296", said), said
    page = (out / "index.html").read_text("utf-8")
    mark = re.search(r'<span[^>]* id="([^"]+)"[^>]*>0\.296</span>', page)
    assert mark and "derivation-wrong" in mark.group() and f'href="#{mark.group(1)}"' in page and "1 wrong, 0 carried" in page


def test_without_W_it_is_a_warning_and_a_page_that_is_not_read_again_still_says_it(tmp_path: Path) -> None:
    folder = site(tmp_path, {"index.rst": rst(WRONG)})
    for _ in range(2):
        status, said, _ = build(folder)
        assert status == 0 and said.count("WARNING") == 1
    assert build(folder, "-W")[0] == 1
    (folder / "index.rst").write_text(rst(RIGHT), "utf-8")
    assert build(folder, "-W")[:2] == (0, "")


def test_derivation_fail_fails_every_build(tmp_path: Path) -> None:
    folder = site(tmp_path, {"index.rst": rst(WRONG)}, "derivation_fail = True\nlanguage = 'es'")
    for _ in range(2):
        status, said, _ = build(folder)
        assert status == 2 and "contienen 1 errores" in said and "debería ser 0.269" in said


def test_what_is_carried_is_told_with_its_cause(tmp_path: Path) -> None:
    status, said, out = build(site(tmp_path, {"index.rst": rst(CARRIED)}), builder="text")
    assert status == 0 and said.count("WARNING") == 1
    assert "not 0.770; 4 more numbers follow from it: 15:36, 15:43, 19:29, 19:36" in said
    text = (out / "index.txt").read_text("utf-8")
    assert "Y = A V = [[0.660, 2.009], [1.368, 0.948]]" in text and "wrong: S[1, 0] is 0.707" in text


@pytest.mark.parametrize(("strict", "expected"), [("False", 0), ("True", 1)])
def test_strict_counts_what_is_open(tmp_path: Path, strict: str, expected: int) -> None:
    open_page = f"{RIGHT}\n\nA = softmax(S) = [[0.269, 0.731, 1]]"
    folder = site(tmp_path, {"index.rst": rst(open_page)}, f"derivation_strict = {strict}")
    assert build(folder, "-W")[0] == expected


def test_where_nothing_can_be_checked_it_is_said(tmp_path: Path) -> None:
    folder = site(tmp_path, {"index.rst": rst("All is well.")})
    status, said, _ = build(folder, "-W")
    assert status == 1 and "does not mean that the page is right" in said
    assert build(site(tmp_path, {"index.rst": rst("All is well.")}, "suppress_warnings = ['derivation.nothing']"), "-W")[0] == 0


def test_options(tmp_path: Path) -> None:
    page = rst(WRONG, "   :lang: es\n   :format: text\n")
    status, said, _ = build(site(tmp_path, {"index.rst": page}))
    assert status == 0 and "debería ser 0.269" in said
    assert "derivation" in build(site(tmp_path, {"index.rst": rst(WRONG, "   :format: odd\n")}), "-W")[1]


def test_options_in_myst(tmp_path: Path) -> None:
    pytest.importorskip("myst_parser")
    page = myst(WRONG, ":lang: es\n:format: text\n\n")
    said = build(site(tmp_path, {"index.md": page}))[1]
    line = page.split("\n").index(WRONG.split("\n")[-1]) + 1
    assert f"index.md:{line}: WARNING" in said and "debería ser 0.269" in said


@pytest.mark.parametrize("builder", ["latex", "man"])
def test_other_builders(tmp_path: Path, builder: str) -> None:
    status, said, out = build(site(tmp_path, {"index.rst": rst(WRONG)}), builder=builder)
    written = "".join(path.read_text("utf-8", "replace") for path in out.iterdir() if path.suffix in (".tex", ".1"))
    assert status == 0 and said.count("WARNING") == 1 and "0.296" in written and "should be 0.269" in written


def test_a_hostile_derivation_is_shown_as_text(tmp_path: Path) -> None:
    text = "x = 1 + 1 = 3 <script>alert(1)</script>\n\n|x| `a <javascript:alert(1)>`_ .. raw:: html"
    status, _, out = build(site(tmp_path, {"index.rst": rst(text)}))
    page = (out / "index.html").read_text("utf-8")
    assert status == 0 and "&lt;script&gt;alert(1)" in page and "<script>alert" not in page and 'href="javascript' not in page


def test_the_command_itself(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "-q",
        str(site(tmp_path, {"index.rst": rst(WRONG)})),
        str(tmp_path / "out"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1 and "it should be 0.269" in done.stderr


def test_pages_are_read_in_parallel_and_given_up(tmp_path: Path) -> None:
    pages = {f"page{n}.rst": rst(WRONG) for n in range(6)}
    toctree = "Title\n=====\n\n.. toctree::\n   :glob:\n\n   page*\n"
    folder = site(tmp_path, {"index.rst": toctree, **pages})
    assert build(folder, "-j", "2")[1].count("WARNING: A[1, 0]") == 6
    (folder / "page3.rst").unlink()
    assert build(folder)[1].count("WARNING: A[1, 0]") == 5


DOCUMENT = (Path(__file__).parent.parent / "docs" / "sites.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    """The code blocks of docs/sites.md of a kind."""
    return [match[2] for match in re.findall(rf"^(`{{3,}})({kind})\n(.*?)^\1$", DOCUMENT, re.M | re.S)]


def test_the_recipe_for_sphinx(tmp_path: Path) -> None:
    pytest.importorskip("myst_parser")
    pages = {
        "index.rst": f"Title\n=====\n\n{blocks('rst')[0]}\n\n.. toctree::\n\n   more\n",
        "more.md": f"# More\n\n{blocks('markdown')[0]}",
    }
    folder = site(tmp_path, pages)
    configuration = blocks("python")[0].replace('["checks.sphinx"]', '["checks.sphinx", "myst_parser"]')
    (folder / "conf.py").write_text(configuration, "utf-8")
    assert build(folder, "-W")[:2] == (0, "")
    (folder / "more.md").write_text(pages["more.md"].replace("0.731]]", "0.713]]"), "utf-8")
    status, said, _ = build(folder)
    assert status == 2 and "0.713" in said


def test_the_recipe_for_other_builders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = re.findall(r"triplecheck (check \..*?)(?: &&|$)", DOCUMENT, re.M)
    assert len(commands) == 2
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.qmd").write_text(RIGHT, "utf-8")
    for built in ("_site", "_build"):
        (tmp_path / built).mkdir()
        (tmp_path / built / "old.html").write_text(f"<p>{WRONG}</p>", "utf-8")
    for command, built in zip(commands, ("_build", "_site"), strict=True):
        (tmp_path / built / "old.html").unlink()
        assert main(shlex.split(command)) == 0
        (tmp_path / built / "old.html").write_text(f"<p>{WRONG}</p>", "utf-8")
    (tmp_path / "page.qmd").write_text(WRONG, "utf-8")
    assert [main(shlex.split(command)) for command in commands] == [1, 1]
