"""The wheel holds the three packages and the licence, and no tests."""

import subprocess
import sys
import zipfile
from pathlib import Path

from checks.serve.pages import STATIC

ROOT = Path(__file__).parent.parent


def test_wheel(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("triplecheck-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {n.split("/")[0] for n in names if ".dist-info/" not in n}
    assert tops == {"derive", "numeric", "checks"}
    assert {"checks/cli.py", "derive/exact.py", "numeric/attention.py", "checks/py.typed", "checks/lexicon/es.py"} <= set(names)
    assert {f"checks/serve/{n}" for n in ("page.html", "plain.html", "script.js", "example.es.md", *STATIC)} <= set(names)
    assert "checks/sphinx/static/derivation.css" in names
    assert not any(Path(n).name.startswith(("test_", "conftest")) or "tests" in Path(n).parts for n in names)
    assert any(n.endswith("entry_points.txt") for n in names)
