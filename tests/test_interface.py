"""The package as a library: what `from checks import …` offers."""

import subprocess
import sys
from pathlib import Path

import pytest

import checks
from checks.document import Unreadable

TEXT = "X = [[1, 2]]\n\nX / 2 = [[0.5, 1.1]]\n"


def test_a_text_and_a_path_get_the_same_findings(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(TEXT)
    reports = [checks.check(TEXT), checks.check_text(TEXT), checks.check(path), checks.check(str(path))]
    assert {r.findings for r in reports} == {reports[0].findings}
    assert [f.printed for f in reports[0].findings if f.verdict == "wrong"] == ["1.1"]


def test_no_such_document() -> None:
    with pytest.raises(Unreadable):
        checks.check("nowhere.md")


def test_an_unknown_name() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        _ = checks.nothing


def test_importing_the_package_imports_no_mathematics() -> None:
    code = "import sys, checks; assert not {'sympy', 'numpy', 'flint'} & set(sys.modules); checks.check"
    subprocess.run([sys.executable, "-c", code], check=True)
