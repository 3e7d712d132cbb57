"""The command line: exit statuses, hostile and broken files, both languages, the JSON report."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from checks.cli import main

ROOT = Path(__file__).parent.parent
FINE, FALSE = "exp(0) = 1\n", "exp(0) = 2\n"


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    status = main([str(w) for w in words])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def page(tmp_path: Path) -> Path:
    return tmp_path / "page.md"


STATUSES = [
    # the page, the options, the exit status
    (FINE, [], 0),
    (FALSE, [], 1),
    (FALSE, ["--exit-zero"], 0),
    ("sqrt(2) ≈ 1.414 and 2 / 1.414 = 1.415\n", ["--strict"], 1),
    (FINE, ["--strict", "--min-coverage", "100"], 0),
    (FINE + "W = foo(Z), so W = 0.31 = 0.30\n", ["--min-coverage", "100"], 1),
    ("Only words.\n", [], 0),
    ("Only words.\n", ["--min-coverage", "1"], 1),
    ("Only words.\n", ["--strict"], 0),
    # numbers that nothing was read of count as open claims: one of four claims is decided
    (FINE + "It has 96 heads, 70 of them idle, and 12 more.\n", ["--min-coverage", "25"], 0),
    (FINE + "It has 96 heads, 70 of them idle, and 12 more.\n", ["--min-coverage", "26"], 1),
    (FINE + "In 2017, section 4.1 of version 1.2.3 had this for token 3.\n", ["--min-coverage", "100"], 0),
    (FINE + "It has 96 heads.\n", ["--strict"], 0),
    ("It has 96 heads.\n", ["--strict"], 1),
    ("It has 96 heads.\n", ["--strict", "--exit-zero"], 0),
]


@pytest.mark.parametrize("text,options,status", STATUSES)
def test_exit_status(capsys: pytest.CaptureFixture[str], page: Path, text: str, options: list[str], status: int) -> None:
    page.write_text(text)
    assert run(capsys, "check", *options, page)[0] == status


BROKEN = [
    # name, bytes, what the sentence says
    ("missing.md", None, "no such file"),
    ("empty.md", b"", "empty"),
    ("blank.md", b"  \n\n", "empty"),
    ("binary.md", b"PK\x03\x04\x00\x00", "not text"),
    ("latin.md", "sqrt(2) ≈ 1.414 ñ".encode("latin-1", "replace") + b"\xf1", "not UTF-8"),
    ("large.md", b"0.1 + 0.2 = 0.3\n" * 3_300_000, "limit"),
    ("line.md", b"1 " * 500_000, "limit"),
]


@pytest.mark.parametrize("name,content,sentence", BROKEN, ids=[b[0] for b in BROKEN])
def test_broken_files(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, content: bytes | None, sentence: str
) -> None:
    """Each gets one sentence, and the other file of the call is still checked."""
    if content is not None:
        (tmp_path / name).write_bytes(content)
    good = tmp_path / "good.md"
    good.write_text(FALSE)
    status, out, err = run(capsys, "check", tmp_path / name, good)
    assert status == 2
    assert sentence in err and err.count("\n") == 1 and "Traceback" not in err
    assert "good.md" in out and "1 wrong" in out


def test_a_directory(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, _, err = run(capsys, "check", tmp_path)
    assert status == 2 and "no documents found" in err


def test_a_ragged_matrix_is_unread_with_its_place(capsys: pytest.CaptureFixture[str], page: Path) -> None:
    page.write_text("X = [[1, 2], [3, 4]]\n\nX X = [[7, 10], [15]]\n\n```\na | 1 2 |\nb | 3 |\n```\n")
    status, out, _ = run(capsys, "check", "--format", "json", page)
    claims = json.loads(out)["documents"][0]["claims"]
    assert status == 0
    unread = [c for c in claims if c["verdict"] == "unread"]
    assert {c["line"] for c in unread} == {3, 6}
    assert all(c["message"].startswith("not read: ") for c in unread)


def test_two_definitions_that_differ(capsys: pytest.CaptureFixture[str], page: Path) -> None:
    page.write_text("X = [[1, 2], [3, 4]]\n\nX = [[1, 2], [3, 5]]\n\nX X = [[7, 10], [15, 22]]\n")
    status, out, _ = run(capsys, "check", "--format", "json", page)
    claims = json.loads(out)["documents"][0]["claims"]
    assert status == 1
    assert [(c["line"], c["printed"], c["truth"]) for c in claims if c["verdict"] == "wrong"] == [(3, "5", "4")]


HOSTILE = [
    '__import__("os").system("touch {canary}") = 1',
    "exp(__import__('os').system('touch {canary}')) = 1",
    'X = np.array([[eval(\'open("{canary}", "w")\')]])',
    "9^9^9^9 = 1",
    "exp(exp(exp(exp(9)))) = 1",
    "1e999999 = 2",
    "(" * 3000 + "1" + ")" * 3000 + " = 1",
    "x = " + "+".join(["x"] * 20000),
    "[" * 3000,
    "np.eye(99999999) = 1",
    "1 = " * 3000,
    "10^400 · 10^400 = 1",
    r"\def\a{\a\a} \a = 1",
    "$" * 5000,
    "| " * 5000,
    "A = [[" + ", ".join(["1"] * 20000) + "]]",
    "softmax([" + ", ".join(["-inf"] * 50) + "]) = [0.5]",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_documents(capsys: pytest.CaptureFixture[str], tmp_path: Path, page: Path, text: str) -> None:
    """No crash, no hang, nothing executed."""
    canary = tmp_path / "canary"
    page.write_text(text.replace("{canary}", str(canary)) + "\n\nexp(0) = 1\n")
    status, out, err = run(capsys, "check", "--format", "json", page)
    assert status in (0, 1, 2) and "Traceback" not in err
    assert not canary.exists()
    if status < 2:
        claims = json.loads(out)["documents"][0]["claims"]
        assert any(c["printed"] == "1" and c["verdict"] == "agrees" for c in claims) or len(text) > 4000


def test_language_follows_the_document(capsys: pytest.CaptureFixture[str], page: Path) -> None:
    page.write_text("La suma de los pesos es la que da el valor de la fila: exp(0) = 2\n")
    assert "erróneo" in run(capsys, "check", page)[1]
    assert "wrong" in run(capsys, "check", "--lang", "en", page)[1]


def test_json_fields(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "check", "--format", "json", ROOT / "examples" / "length-4.md")
    report = json.loads(out)
    assert report["format"] == "triplecheck/1"
    document = report["documents"][0]
    fields = (
        "id line column end_line end_column kind printed about verdict truth digits closed_form numeric page cause carries slip"
    )
    assert all(list(c) == [*fields.split(), "counterexample", "proof", "message"] for c in document["claims"])
    assert len({c["id"] for c in document["claims"]}) == len(document["claims"])
    assert sum(document["summary"].values()) == len(document["claims"])
    roots = {c["id"]: c for c in document["claims"] if c["verdict"] == "wrong"}
    carried = [c for c in document["claims"] if c["verdict"] == "carried"]
    assert all(c["cause"] in roots for c in carried)
    assert sum(c["carries"] for c in roots.values()) == len(carried)


def test_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys)[0] == 2
    status, _, err = run(capsys, "chekc")
    assert status == 2 and "chekc" in err and "check" in err
    with pytest.raises(SystemExit) as stop:
        main(["check", "--min-coverage", "200", "x.md"])
    assert stop.value.code == 2


UNKNOWN = [
    # the word, what is said
    ("chek", "perhaps you mean: triplecheck check\n"),
    ("provee", "perhaps you mean: triplecheck prove\n"),
    (str(ROOT / "README.md"), f"perhaps you mean: triplecheck check {ROOT / 'README.md'}\n"),
    ("zzz", "there are: check, merge"),
]


@pytest.mark.parametrize(("word", "said"), UNKNOWN)
def test_a_word_that_is_no_command(capsys: pytest.CaptureFixture[str], word: str, said: str) -> None:
    status, out, err = run(capsys, word)
    assert (status, out) == (2, "") and said in err


def test_help_and_version_import_nothing_heavy() -> None:
    code = "import sys; from checks.cli import main; main(['--version']); main(['--help']); print(*sorted(sys.modules))"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout.split()
    assert not {"sympy", "numpy", "flint", "markdown_it", "rich"} & set(modules)


def test_checking_does_not_import_sympy() -> None:
    code = "import sys; from checks.cli import main; main(['check', 'examples/two-tokens.md']); print('sympy' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert out.splitlines()[-1] == "False"


def test_a_report_goes_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, out = tmp_path / "page.md", tmp_path / "report.html"
    page.write_text("2 + 2 = 5\n")
    assert main(["check", "--format", "html", "-o", str(out), str(page)]) == 1
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>") and capsys.readouterr().out == ""


def test_a_report_never_takes_the_place_of_its_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text("2 + 2 = 5\n")
    assert main(["check", "-o", str(tmp_path / "." / "page.md"), str(page)]) == 2
    assert page.read_text() == "2 + 2 = 5\n" and "--output" in capsys.readouterr().err
