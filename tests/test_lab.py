"""The lab: its own six files are accepted, a student's too, and every planted fault is named with its file."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from checks.checking import check_text
from checks.cli import main
from checks.lab import FILES
from checks.lab.inspect import inspect
from checks.lab.make import Lab, make
from checks.lab.numerals import count_runs, numerals, shows
from checks.lab.output import read_output
from checks.lab.paper import paper, toy
from checks.lab.sandbox import run_verify
from checks.report.tables.model import floats


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("lab")
    make(folder, Lab(7, 2, "en"))
    return {name: (folder / name).read_text(encoding="utf-8") for name in FILES}


def put(folder: Path, texts: dict[str, str]) -> Path:
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(("lang", "tokens", "seed"), [("en", 2, 42), ("es", 5, 1)])
def test_lab_makes_what_it_accepts(
    lang: str, tokens: int, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["lab", str(tmp_path / "mine"), "--lang", lang, "--tokens", str(tokens), "--seed", str(seed)]
    assert main(words) == 0
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == sorted(FILES)
    assert main(["lab", str(tmp_path / "mine"), "--check", "--run", "--lang", lang]) == 0
    said = capsys.readouterr().out
    assert ("all six files are right" if lang == "en" else "los seis ficheros están bien") in said
    assert main(words) == 2
    assert "paper_derivation.md" in capsys.readouterr().err
    assert main([*words, "--overwrite"]) == 0


@pytest.mark.parametrize("lang", ["en", "es"])
def test_our_derivation_agrees_in_every_claim(lang: str) -> None:
    summary = check_text(paper(lang)).summary
    assert summary["agrees"] == 48
    assert sum(count for verdict, count in summary.items() if verdict not in ("agrees", "given")) == 0


def test_every_number_is_that_of_the_run(made: dict[str, str]) -> None:
    outcome = read_output(made["verify_output.txt"])
    assert outcome is not None
    results = json.loads(made["manifest.json"])["results_summary"]
    assert list(results.values()) == [outcome.difference, outcome.scaled, outcome.unscaled]
    assert outcome.difference < 1e-7
    assert f"{outcome.unscaled:.6f}" in made["README.md"]
    rng = np.random.default_rng(7)
    x = rng.standard_normal((2, 64))
    turned = []
    for _ in range(2):
        q, r = np.linalg.qr(rng.standard_normal((64, 64)))
        turned.append(x @ (q * np.sign(np.diag(r))))
    scores = turned[0] @ turned[1].T
    for scale, largest in ((8.0, outcome.scaled), (1.0, outcome.unscaled)):
        powers = np.exp(scores / scale)
        assert (powers / powers.sum(axis=1, keepdims=True)).max() == pytest.approx(largest, abs=1e-6)


def test_the_odds_are_those_of_the_simulation(made: dict[str, str]) -> None:
    """One row above 0.95: 0.79 by quadrature; the scaled mean is 0.72, not 1/2."""
    row, all_rows, largest, near = (float(x) for x in re.findall(r"(\d\.\d{3}) \[", made["README.md"]))
    assert abs(row - 0.795) < 0.01
    assert abs(largest - 0.724) < 0.005
    assert all_rows < row
    assert 0.08 < near < 0.14
    assert "would be 0.7923 for a row and 0.7241 on average" in made["README.md"]


STUDENT = {
    "attention.py": '''import numpy as np


def single_head_attention(Q, K, V, mask=None):
    """softmax(QK^T / sqrt(d_k)) V"""
    s = Q @ K.T / np.sqrt(Q.shape[-1])
    s = s if mask is None else np.where(mask, s, -np.inf)
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    a = e / e.sum(axis=-1, keepdims=True)
    return a @ V
''',
    "verify.py": """import numpy as np
from attention import single_head_attention
X = np.eye(2); W_Q = np.identity(2)
W_K = np.array([[0, 1], [1, 0]])
W_V = np.diag([2., 3.])
paper = np.array([[0.660477, 2.009285], [1.339523, 0.990715]])
code = single_head_attention(X @ W_Q, X @ W_K, X @ W_V)
np.set_printoptions(precision=6, suppress=True)
print(paper); print(code)
print('diff', '%.9f' % np.abs(paper - code).max())
rng = np.random.default_rng(0)
d = 64
X = rng.standard_normal((2, d))
Q = X @ np.linalg.qr(rng.standard_normal((d, d)))[0]
K = X @ np.linalg.qr(rng.standard_normal((d, d)))[0]
for S in (Q @ K.T / np.sqrt(d), Q @ K.T):
    E = np.exp(S - S.max(1, keepdims=True))
    print((E / E.sum(1, keepdims=True)).max())
""",
    "paper_derivation.md": """# Atención a mano

Calculo cada matriz del ejemplo con d_k = 2.

```
X = [[1, 0], [0, 1]]
W_Q = [[1, 0], [0, 1]]
W_K = [[0, 1], [1, 0]]
W_V = [[2, 0], [0, 3]]
```

Q = X W_Q = [[1, 0], [0, 1]]

K = X W_K = [[0, 1], [1, 0]]

V = X W_V = [[2, 0], [0, 3]]

S = Q K^T = [[0, 1], [1, 0]]

S_scaled = S / sqrt(d_k) = [[0, 0.7071], [0.7071, 0]]

A = softmax(S_scaled) = [[0.3302, 0.6698], [0.6698, 0.3302]]

Y = A V = [[0.660477, 2.009285], [1.339523, 0.990715]]
""",
    "README.md": "La derivación en papel y el código de NumPy coinciden: la diferencia máxima es menor que 1e-5. "
    "Sin dividir por sqrt(d_k) el softmax satura: una posición domina, y con escalado no.\n",
}


@pytest.fixture(scope="module")
def students_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    run = run_verify(put(tmp_path_factory.mktemp("student"), STUDENT))
    assert run.status == 0, run.errors
    difference, scaled, unscaled = run.output.splitlines()[-3:]
    manifest = {
        "experiment": "15-attention-by-hand",
        "date": "2026-01-31",
        "seed": 0,
        "versions": {"python": "3.11.2", "numpy": "2.1.0"},
        "results_summary": {
            "max_abs_diff_paper_vs_code": float(difference.split()[1]),
            "softmax_max_entry_scaled_d_k_64": float(scaled),
            "softmax_max_entry_unscaled_d_k_64": float(unscaled),
        },
    }
    return {**STUDENT, "verify_output.txt": run.output, "manifest.json": json.dumps(manifest)}


@pytest.fixture
def student(tmp_path: Path, students_files: dict[str, str]) -> Path:
    return put(tmp_path, students_files)


def test_another_way_of_writing_it_is_accepted(student: Path) -> None:
    assert [fault for fault in inspect(student, run=True) if not fault.note] == []


def swap(name: str, old: str, new: str) -> Callable[[Path], object]:
    def plant(folder: Path) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")

    return plant


def results(**values: object) -> Callable[[Path], object]:
    def plant(folder: Path) -> None:
        content = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        content["results_summary"] |= values
        (folder / "manifest.json").write_text(json.dumps(content), encoding="utf-8")

    return plant


NAIVE = "    e = np.exp(s)\n"
LONG = "    s = Q @ K.T\n    s = s / np.sqrt(Q.shape[-1])\n"
# what is planted -> the file that must be named, and the code of its sentence
FAULTS: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "no README": (lambda folder: (folder / "README.md").unlink(), "README.md", "missing"),
    "an empty README": (lambda folder: (folder / "README.md").write_text("\n"), "README.md", "empty"),
    "a README of a few words": (lambda folder: (folder / "README.md").write_text("It works."), "README.md", "words"),
    "a README about one finding": (
        swap("README.md", "coinciden: la diferencia máxima es menor que 1e-5", "están aquí, " + "muy bien " * 9),
        "README.md",
        "finding",
    ),
    "a wrong weight": (swap("paper_derivation.md", "0.6698, 0.3302", "0.6798, 0.3202"), "paper_derivation.md", "number"),
    "a wrong output": (swap("paper_derivation.md", "2.009285", "2.009385"), "paper_derivation.md", "entries"),
    "scores transposed": (
        swap("paper_derivation.md", "S = Q K^T = [[0, 1], [1, 0]]", "S = Q K^T = [[1, 0], [0, 1]]"),
        "paper_derivation.md",
        "number",
    ),
    "no weights": (
        swap("paper_derivation.md", "A = softmax(S_scaled) = [[0.3302, 0.6698], [0.6698, 0.3302]]", ""),
        "paper_derivation.md",
        "entries",
    ),
    "a coarse output": (
        swap("paper_derivation.md", "[[0.660477, 2.009285], [1.339523, 0.990715]]", "[[0.6605, 2.0093], [1.3395, 0.9907]]"),
        "paper_derivation.md",
        "precise",
    ),
    "a naive softmax": (
        swap("attention.py", "    e = np.exp(s - s.max(axis=-1, keepdims=True))\n", NAIVE),
        "attention.py",
        "unstable",
    ),
    "six lines": (swap("attention.py", "    s = Q @ K.T / np.sqrt(Q.shape[-1])\n", LONG), "attention.py", "lines"),
    "PyTorch": (
        swap("attention.py", "import numpy as np\n", "import numpy as np\nimport torch.nn\n"),
        "attention.py",
        "import",
    ),
    "another name": (swap("attention.py", "def single_head_attention", "def attend"), "attention.py", "function"),
    "no mask": (swap("attention.py", ", mask=None)", ", scale=1.0)"), "attention.py", "signature"),
    "no Python": (swap("attention.py", "def single", "define single"), "attention.py", "syntax"),
    "another W_V": (swap("verify.py", "np.diag([2., 3.])", "np.diag([3., 2.])"), "verify.py", "input"),
    "no W_K": (swap("verify.py", "W_K = ", "WK = "), "verify.py", "no_input"),
    "never called": (
        swap("verify.py", "code = single_head_attention(X @ W_Q, X @ W_K, X @ W_V)", "code = paper"),
        "verify.py",
        "call",
    ),
    "no d_k = 64": (swap("verify.py", "d = 64", "d = 32"), "verify.py", "width"),
    "an output edited": (swap("verify_output.txt", "2.009285", "2.009385"), "verify_output.txt", "both"),
    "a manifest that is no JSON": (swap("manifest.json", "{", "{,"), "manifest.json", "json"),
    "a null left": (results(max_abs_diff_paper_vs_code=None), "manifest.json", "field"),
    "a date to fill in": (swap("manifest.json", "2026-01-31", "YYYY-MM-DD"), "manifest.json", "field"),
    "a difference too large": (results(max_abs_diff_paper_vs_code=2e-5), "manifest.json", "difference"),
    "a maximum from elsewhere": (results(softmax_max_entry_unscaled_d_k_64=0.987654), "manifest.json", "unseen"),
    "the runs swapped": (
        results(softmax_max_entry_scaled_d_k_64=1.0, softmax_max_entry_unscaled_d_k_64=0.5),
        "manifest.json",
        "order",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_planted_faults_are_named(name: str, student: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plant, file, code = FAULTS[name]
    plant(student)
    assert (file, code) in [(fault.file, fault.code) for fault in inspect(student)]
    assert main(["lab", str(student), "--check", "--lang", "es"]) == 1
    said = capsys.readouterr().out
    assert f"  {file}: " in said
    assert "{" not in said.replace("{,", "")


def test_a_stale_output_is_found_by_running(student: Path) -> None:
    swap("verify.py", "default_rng(0)", "default_rng(1)")(student)
    assert [fault for fault in inspect(student) if not fault.note] == []
    assert ("verify_output.txt", "stale") in [(fault.file, fault.code) for fault in inspect(student, run=True)]


def test_nothing_of_the_student_runs_unless_asked(student: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    mark = tmp_path_factory.mktemp("outside") / "mark"
    for name in ("attention.py", "verify.py"):
        text = (student / name).read_text(encoding="utf-8")
        (student / name).write_text(f"open({str(mark)!r}, 'w').close()\n{text}", encoding="utf-8")
    inspect(student)
    assert not mark.exists()
    inspect(student, run=True)
    assert mark.exists()


def test_making_the_lab_runs_nothing_that_lies_in_the_folder(tmp_path: Path) -> None:
    folder, mark = tmp_path / "lab", tmp_path / "mark"
    (folder / "src").mkdir(parents=True)
    for place in (folder, folder / "src"):
        (place / "numpy.py").write_text(f"open({str(mark)!r}, 'w').close()\n", encoding="utf-8")
    make(folder, Lab(1, 2, "en"))
    assert not mark.exists()


def test_runs_have_limits(tmp_path: Path) -> None:
    (tmp_path / "verify.py").write_text("while True: pass\n", encoding="utf-8")
    assert run_verify(tmp_path, seconds=1.0).status is None
    (tmp_path / "verify.py").write_text("x = bytearray(8 << 30)\n", encoding="utf-8")
    greedy = run_verify(tmp_path)
    assert greedy.status == 1
    assert "MemoryError" in greedy.errors
    (tmp_path / "verify.py").write_text("while True: print('x' * 1000)\n", encoding="utf-8")
    endless = run_verify(tmp_path, seconds=20.0)
    assert endless.status != 0
    assert len(endless.output) <= 1_000_000
    (tmp_path / "verify.py").write_text("open('attention.py', 'w').write('mine')\n", encoding="utf-8")
    assert run_verify(tmp_path).status == 0
    assert not (tmp_path / "attention.py").exists()  # it worked on a copy


def test_a_crash_is_named(student: Path) -> None:
    swap("verify.py", "d = 64", "d = 64 // 0")(student)
    found = [fault for fault in inspect(student, run=True) if fault.code == "run"]
    assert "ZeroDivisionError" in str(found[0].values["reason"])


def test_hostile_files_are_faults_no_tracebacks(student: Path) -> None:
    deep = "(" * 5000 + ")" * 5000
    (student / "attention.py").write_text(f"def single_head_attention(Q, K, V, mask={deep}):\n    return V\n")
    (student / "verify.py").write_text("X = " + "-" * 900 + "1\nW_Q = [[" + "9" * 5000 + "]]\n")
    (student / "manifest.json").write_text('{"seed": ' + "9" * 5000 + "}")
    (student / "paper_derivation.md").write_text("[" * 50_000 + "1" + "]" * 50_000)
    found = {fault.file for fault in inspect(student)}
    assert {"attention.py", "verify.py", "manifest.json", "paper_derivation.md"} <= found


def test_folders_that_cannot_be_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", str(tmp_path / "none"), "--check"]) == 2
    assert "is not a folder" in capsys.readouterr().err
    assert main(["lab", str(tmp_path), "--check"]) == 1
    assert capsys.readouterr().out.count("is missing") == 6
    (tmp_path / "file").write_text("x")
    assert main(["lab", str(tmp_path / "file")]) == 2
    assert "cannot write into" in capsys.readouterr().err
    (tmp_path / "README.md").write_bytes(b"\xff\xfe\xff")
    assert main(["lab", str(tmp_path), "--check"]) == 1
    assert "README.md: cannot be read" in capsys.readouterr().out


TEXTS = [
    ("[0.3302, 0.6698]", [0.3302, 0.6698]),
    ("0,6698 y 1,0", [0.6698, 1.0, 0.0]),
    ("[1,0]", [1.0, 0.0]),
    ("\N{MINUS SIGN}0.5 1e-5 .25", [-0.5, 1e-5, 0.25]),
    ("W_2 d_k64 1.2.3", []),
]


@pytest.mark.parametrize(("text", "values"), TEXTS)
def test_numbers_in_a_text(text: str, values: list[float]) -> None:
    assert [numeral.value for numeral in numerals(text)] == values


def test_runs_of_numbers() -> None:
    found = numerals("0.33 0.67 0.33 0.7")
    truth = floats(toy(), "A", "fp64")[0]
    assert count_runs(found, truth, 0) == 1  # 0.7 is too coarse to count
    assert count_runs(found, truth, 1e-5) == 0


def test_numbers_that_no_float_holds_are_passed_over(made: dict[str, str], tmp_path: Path) -> None:
    found = numerals("1e999 0e999 -2e400 0.25 1.5e-3")
    assert [(x.value, x.half_unit) for x in found] == [(0.25, 0.005), (0.0015, 0.00005)]
    shown = made["verify_output.txt"] + "\n1e999\n"
    assert not [f for f in inspect(put(tmp_path, {**made, "verify_output.txt": shown})) if not f.note]


SHOWN = [
    # printed, the value it is to show, whether it does
    ("0.98", 0.9765, True),
    ("0.97", 0.9765, False),
    ("1", 0.987, False),
    ("1.0", 0.987, False),
    ("0", 3e-7, False),
    ("0.000000", 3e-7, False),
    ("0.000000300", 3e-7, True),
    ("3.1e-07", 3.1271e-07, True),
    ("0.987654321", 0.987654, True),
    ("0.987664321", 0.987654, False),
    ("1.0", 1.0, True),
    ("0.0", 0.0, True),
    ("0", 0.4, False),
]


@pytest.mark.parametrize(("printed", "value", "shown"), SHOWN)
def test_a_number_shows_what_its_digits_say(printed: str, value: float, shown: bool) -> None:
    assert shows(numerals(printed)[0], value) is shown


def test_a_bare_number_in_the_output_is_no_result(student: Path) -> None:
    """0 and 1 stand in any output; the three results must stand there with their digits."""
    output = (student / "verify_output.txt").read_text(encoding="utf-8")
    lines = output.splitlines()
    (student / "verify_output.txt").write_text("\n".join([*lines[:-3], "diff 0", "1", "1", "0.9"]) + "\n", encoding="utf-8")
    assert [f.code for f in inspect(student) if not f.note].count("unseen") >= 2


def test_running_goes_with_checking(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", str(tmp_path / "lab"), "--run"]) == 2
    assert "--check" in capsys.readouterr().err and not (tmp_path / "lab").exists()
