"""numeric imports NumPy, the standard library and itself; numba in one place, and only when it is asked for."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import numeric

MODULES = sorted(Path(numeric.__path__[0]).glob("*.py"))
GUARDED = {("exponential.py", "numba")}


def imported(module: Path) -> set[str]:
    """The top-level packages that a module names in its imports, wherever they stand."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return {name.split(".")[0] for name in names}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_nothing_but_numpy(module: Path) -> None:
    others = imported(module) - sys.stdlib_module_names - {"numpy", "numeric"}
    assert {(module.name, name) for name in others} <= GUARDED


def test_nothing_heavy_is_loaded() -> None:
    names = ", ".join(f"numeric.{module.stem}" for module in MODULES if module.stem != "__init__")
    code = f"import {names}, sys; print(*(m for m in ('numba', 'sympy', 'flint', 'derive', 'checks') if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
