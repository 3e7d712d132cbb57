"""What files and examples say is read exactly, and everything that cannot be computed is one clear sentence."""

import json
import pickle
import zipfile
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from flint import fmpq

from checks.cli import main
from checks.problems.load import LIMIT, load
from checks.problems.numerals import bias, fraction, scale
from checks.problems.raw import problem_of
from derive.reference.problem import InputError, Problem, inverse_root

QKV = {"Q": [[1, 0]], "K": [[1, 2], [3, 4]], "V": [[1], [2]]}


def problem_from(path: Path, binary: bool = False) -> Problem:
    return problem_of(load(str(path), binary), LIMIT)


def written(tmp_path: Path, content: object) -> Path:
    path = tmp_path / "problem.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


NUMERALS = [
    ("0.1", Fraction(1, 10)),
    ("-1e-5", Fraction(-1, 100000)),
    ("\N{MINUS SIGN}0.5", Fraction(-1, 2)),
    (" 2/3 ", Fraction(2, 3)),
    ("+.25", Fraction(1, 4)),
    ("7.", Fraction(7)),
    ("1E+2", Fraction(100)),
]


@pytest.mark.parametrize(("text", "value"), NUMERALS)
def test_numerals_are_exact(text: str, value: Fraction) -> None:
    assert fraction(text, "x") == value


BAD_NUMERALS = [
    ("nan", "not_finite"),
    ("inf", "not_finite"),
    ("-inf", "not_finite"),
    ("1/0", "number"),
    ("", "number"),
    ("1,5", "number"),
    ("__import__('os')", "number"),
    ("1e999999999", "number"),
    ("1e401", "exponent"),
    ("9" * 401, "too_long"),
    ("1_000", "number"),
]


@pytest.mark.parametrize(("text", "code"), BAD_NUMERALS)
def test_bad_numerals(text: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        fraction(text, "X[0, 0]")
    assert caught.value.code == code


def test_minus_infinity_is_for_masks() -> None:
    assert bias("-inf", "mask") is None
    assert bias("-0.5", "mask") == Fraction(-1, 2)


SCALES = [
    ("1/sqrt(64)", fmpq(1, 8), 1),
    ("1/sqrt(8)", fmpq(1, 4), 2),
    ("1/√2", fmpq(1, 2), 2),
    ("none", fmpq(1), 1),
    ("0.125", fmpq(1, 8), 1),
    ("-1/3", fmpq(-1, 3), 1),
]


@pytest.mark.parametrize(("text", "factor", "root"), SCALES)
def test_scales(text: str, factor: fmpq, root: int) -> None:
    found = scale(text, 5)
    assert found is not None
    assert (found.factor, found.root) == (factor, root)
    assert scale("1/sqrt(d_k)", 5) is None


@pytest.mark.parametrize("number", [1, 2, 12, 18, 49, 64, 72, 9973, 2**20, 2**20 * 3])
def test_inverse_roots_are_squarefree(number: int) -> None:
    found = inverse_root(number)
    assert found.factor * found.factor * found.root == fmpq(1, number)
    assert all(found.root % (d * d) for d in range(2, 60))


def test_json_csv_and_npz_say_the_same(tmp_path: Path) -> None:
    table = {"Q": [[0.1, -2]], "K": [[0.3, 1], [1e-3, 2]], "V": [[1], [0.7]]}
    as_json = written(tmp_path, {**table, "mask": [[True, False]], "loss": "sum"})
    as_csv = tmp_path / "problem.csv"
    as_csv.write_text("# comment\nQ\n0.1,-2\nK\n0.3,1\n1e-3,2\n\nV\n1\n0.7\nmask\n1,0\nloss,sum\n", encoding="utf-8")
    as_npz = tmp_path / "problem.npz"
    arrays = {name: np.array(x, dtype=np.float32) for name, x in table.items()}
    np.savez(as_npz, **arrays, mask=np.array([[True, False]]), loss="sum")
    found = [problem_from(path) for path in (as_json, as_csv, as_npz)]
    assert found[0].Q.entries() == [fmpq(1, 10), fmpq(-2)]
    for other in found[1:]:
        assert (other.Q, other.K, other.V) == (found[0].Q, found[0].K, found[0].V)
        assert other.allowed == found[0].allowed == ((0,),)
        assert other.loss is not None
        assert other.loss.kind == "sum"


def test_a_csv_mask_of_true_and_false(tmp_path: Path) -> None:
    path = tmp_path / "problem.csv"
    path.write_text("Q\n1\n1\nK\n1\n2\nV\n1\n2\nmask\ntrue,false\nTrue,True\nscale,1/sqrt(4)\n", encoding="utf-8")
    found = problem_from(path)
    assert found.allowed == ((0,), (0, 1))
    assert (found.scale.factor, found.scale.root) == (fmpq(1, 2), 1)


def test_binary_reads_the_floats_themselves(tmp_path: Path) -> None:
    path = tmp_path / "problem.npz"
    tenth = np.array([[0.1]], dtype=np.float32)
    np.savez(path, Q=tenth, K=tenth, V=tenth.astype(np.float64))
    assert problem_from(path).Q[0, 0] == fmpq(1, 10)
    exact = problem_from(path, binary=True)
    wanted = Fraction(float(np.float32(0.1)))
    assert exact.Q[0, 0] == fmpq(wanted.numerator, wanted.denominator)
    assert exact.V[0, 0] == exact.Q[0, 0]


def test_masks_of_zeros_and_ones_of_numbers_and_by_name(tmp_path: Path) -> None:
    square = {"Q": [[1], [1]], "K": [[1], [2]], "V": [[1], [2]]}
    read = [problem_from(written(tmp_path, {**square, "mask": mask})) for mask in ("causal", [[1, 0], [1, 1]])]
    assert read[0].allowed == read[1].allowed == ((0,), (0, 1))
    added = problem_from(written(tmp_path, {**square, "mask": [[0, "-inf"], [0.5, 0]]}))
    assert added.allowed == ((0,), (0, 1))
    assert added.bias is not None
    assert added.bias[1, 0] == fmpq(1, 2)


BAD = [
    ({"Q": [[1, 2], [3]], "K": [[1, 2]], "V": [[1]]}, "Q is ragged: row 1 has 1 entries, row 0 has 2"),
    ({**QKV, "Q": [[1, 2, 3]]}, "Q of shape (1, 3) and K^T of shape (2, 2) cannot be multiplied"),
    ({**QKV, "V": [[1]]}, "K of shape (2, 2) and V of shape (1, 1) differ"),
    ({**QKV, "V": []}, "V is empty"),
    ({**QKV, "V": [[]]}, "V is empty"),
    ({**QKV, "V": [[float("nan")], [1]]}, "V[0, 0] is NaN"),
    ({**QKV, "K": [[1, 2], [float("inf"), 1]]}, "K[1, 0] is Infinity"),
    ({**QKV, "K": [[1, 2], ["x", 1]]}, "K[1, 0] is not a number: 'x'"),
    ({**QKV, "K": [[1, 2], [True, 1]]}, "K[1, 0] is not a number"),
    ({**QKV, "K": [[[1, 2]]]}, "K is not a matrix"),
    ({**QKV, "K": [1, 2]}, "K is not a list of rows"),
    ({**QKV, "mask": [[0, 1, 1]]}, "mask has shape (1, 3); here it must be (1, 2)"),
    ({**QKV, "mask": [[False, False]]}, "row 0 is fully masked"),
    ({**QKV, "mask": [["-inf", "-inf"]]}, "row 0 is fully masked"),
    ({**QKV, "mask": [["inf", 0]]}, "mask[0, 0] is inf"),
    ({**QKV, "mask": [[True, 0]]}, "mixes"),
    ({**QKV, "mask": "causal"}, "as many queries as keys, not 1 and 2"),
    ({**QKV, "mask": "triangular"}, "mask 'triangular' is not known"),
    ({**QKV, "G": [[1, 2]]}, "G has shape (1, 2); here it must be (1, 1)"),
    ({**QKV, "G": [[1]], "loss": "sum"}, "both G and a loss"),
    ({**QKV, "loss": "hinge"}, "loss 'hinge' is not known"),
    ({**QKV, "loss": {"kind": "cross-entropy", "classes": [1]}}, "from 0 to 0"),
    ({**QKV, "loss": {"kind": "squared", "target": [[1, 2]]}}, "target has shape (1, 2)"),
    ({**QKV, "scale": "1/sqrt(0)"}, "scale is not a number"),
    ({**QKV, "scale": "os.system('x')"}, "scale is not a number"),
    ({**QKV, "X": [[1]]}, "missing: W_Q, W_K, W_V"),
    ({**QKV, "X": [[1]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[1]]}, "Q, K, V given beside X"),
    ({"X": [[1, 2]], "W_Q": [[1]], "W_K": [[1]], "W_V": [[1]]}, "X of shape (1, 2) and W_Q of shape (1, 1)"),
    ({}, "missing: X"),
    ({**QKV, "W_O": [[1]]}, "'W_O' is not known"),
    ([1], "not an object"),
]


@pytest.mark.parametrize(("content", "sentence"), BAD)
def test_bad_input_is_one_sentence(content: object, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, content)
    assert main(["table", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"triplecheck: {path}: ")
    assert said.err.count("\n") == 1
    assert sentence in said.err


def failed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["table", *words]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no such file, and no such example (there are two-tokens, length-4)" in failed(capsys, "nowhere.json")
    assert "is a directory" in failed(capsys, str(tmp_path))
    (tmp_path / "a.json").write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in failed(capsys, str(tmp_path / "a.json"))
    (tmp_path / "b.json").write_text("{")
    assert "not JSON" in failed(capsys, str(tmp_path / "b.json"))
    (tmp_path / "c.json").write_text("[" * 100_000)
    assert "not JSON" in failed(capsys, str(tmp_path / "c.json"))
    (tmp_path / "d.json").write_text('{"Q": [[1]], "Q": [[2]]}')
    assert "Q is given twice" in failed(capsys, str(tmp_path / "d.json"))
    (tmp_path / "e.xyz").write_text("1")
    assert "cannot tell what kind" in failed(capsys, str(tmp_path / "e.xyz"))
    (tmp_path / "f.npz").write_text("not a zip")
    assert "not a readable NumPy file" in failed(capsys, str(tmp_path / "f.npz")) or "pickled" in failed(
        capsys, str(tmp_path / "f.npz")
    )
    (tmp_path / "g.csv").write_text("1,2\n")
    assert "the row '1,2' stands under no name" in failed(capsys, str(tmp_path / "g.csv"))
    assert "exact already" in failed(capsys, str(tmp_path / "g.csv"), "--binary")


class Trap:
    """Unpickling this would leave a trace."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (print, ("unpickled!",))


def test_pickles_are_refused_unopened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "objects.npz"
    np.savez(path, Q=np.array([[Trap()]], dtype=object))
    assert main(["table", str(path)]) == 2
    said = capsys.readouterr()
    assert "pickled objects" in said.err
    assert "unpickled!" not in said.out
    bare = tmp_path / "bare.npz"
    bare.write_bytes(pickle.dumps(Trap()))
    assert main(["table", str(bare)]) == 2
    assert "unpickled!" not in capsys.readouterr().out


def test_a_zip_that_swells_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "swell.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("Q.npy", bytes(70 * 1024 * 1024))
    assert path.stat().st_size < 200_000
    assert "bytes; at most" in failed(capsys, str(path))


def test_work_beyond_the_limit_is_refused_before_it_is_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "large.npz"
    big = np.ones((100, 100), dtype=np.float32)
    np.savez(path, X=big, W_Q=big, W_K=big, W_V=big)
    assert "beyond --limit 9000000" in failed(capsys, str(path), "--limit", "9000000")
    assert "T_q 2, T_k 2, d_k 2, d_v 2" in failed(capsys, "two-tokens", "--limit", "10")
    assert main(["table", "two-tokens", "--limit", "1000", "--no-closed"]) == 0
    assert "beyond --limit 1000" in failed(capsys, "two-tokens", "--limit", "1000", "--digits", "2000")
    assert "closed forms are made up to size 8" in failed(capsys, str(path), "--closed")


PAGE = """```python
X = np.array([[1, 0], [0, 1]])
W_Q = np.array([[1, 0], [0, 1]])
W_K = np.array([[0, 1], [1, 0]])
W_V = np.array([[2, 0], [0, 3]])
```

The head has d_k = 2.
"""


def test_the_givens_of_a_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE, encoding="utf-8")
    assert main(["table", str(page), "--steps", "A,Y", "--format", "csv"]) == 0
    from_page = capsys.readouterr().out
    assert main(["table", "two-tokens", "--steps", "A,Y", "--format", "csv"]) == 0
    example = capsys.readouterr().out
    tables = [[line for line in text.splitlines() if not line.startswith("#")] for text in (from_page, example)]
    assert tables[0] == tables[1]
    assert len(tables[0]) == 9


EXAMPLE_PAGES = [("length-4.md", "length-4"), ("length-4-corrected.md", "length-4"), ("two-tokens.md", "two-tokens")]


@pytest.mark.parametrize(("page", "name"), EXAMPLE_PAGES)
def test_the_example_pages_hold_the_examples(page: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The checker's reading of the published pages, mistakes and all, gives the problems that we ship by name."""
    tables = []
    for source in (str(Path(__file__).parent.parent / "examples" / page), name):
        words = ["table", source, "--steps", "masked,A,Y", "--digits", "30", "--format", "csv", "--no-closed"]
        assert main(words) == 0
        tables.append([line for line in capsys.readouterr().out.splitlines() if not line.startswith("#")])
    assert tables[0] == tables[1]


def test_a_document_without_numbers_or_with_another_scale(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.md"
    page.write_text("Attention is softmax(Q K^T / sqrt(d_k)) V.\n", encoding="utf-8")
    assert "the document gives no numbers for Q, K, V" in failed(capsys, str(page))
    heads = "Q = np.array([[1.0, 2.0]])\nK = np.array([[1.0, 0.0], [0.0, 1.0]])\nV = np.array([[1.0], [3.0]])\n"
    page.write_text(f"```python\n{heads}A = softmax(Q @ K.T)\n```\n\nA = softmax(Q K^T) = [0.269, 0.731]\n", encoding="utf-8")
    assert "the document's own A[0, 0] is not that of" in failed(capsys, str(page))
