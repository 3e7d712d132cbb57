"""JSON, CSV and .npz files to raw tables: decimals stay decimals, nothing pickled is opened, sizes are checked first.

CSV: a line that begins with a name starts a matrix (its rows follow) or is a setting (`mask,causal`); an empty line or
the next name ends it; `#` begins a comment line.
"""

import csv
import json
import zipfile
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from checks.problems.raw import Cell, Raw, canonical
from derive.reference.problem import InputError

FILE_LIMIT = 64 * 1024 * 1024
BOOLEANS = {"true": True, "false": False}
NOT_NAMES = ("nan", "inf", "infinity", *BOOLEANS)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("encoding") from None


def _cell(value: object, where: str) -> Cell:
    if isinstance(value, bool | str):
        return value
    raise InputError("number", found=str(value)[:40], where=where)


def _json_table(name: str, value: list[Any]) -> list[list[Cell]]:
    if not all(isinstance(row, list) for row in value):
        raise InputError("not_rows", name=name)
    if any(isinstance(cell, list) for row in value for cell in row):
        raise InputError("dimensions", name=name)
    return [[_cell(cell, f"{name}[{i}, {j}]") for j, cell in enumerate(row)] for i, row in enumerate(value)]


def from_json(text: str, title: str) -> Raw:
    """The raw problem that JSON text holds. InputError."""

    def no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        for name in names:
            if names.count(name) > 1:
                raise InputError("twice", name=name[:40])
        return dict(pairs)

    try:  # every number stays the text that it is
        content = json.loads(text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=no_doubles)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError("json", reason=str(error)) from None
    if not isinstance(content, dict):
        raise InputError("json_object")
    return _from_object(title, content)


def _from_object(title: str, content: dict[str, Any]) -> Raw:
    tables: dict[str, list[list[Cell]]] = {}
    settings: dict[str, str] = {}
    for key, value in content.items():
        name = canonical(key)
        if name == "loss" and isinstance(value, dict):
            inner = _from_object(title, {("loss" if k == "kind" else k): v for k, v in value.items()})
            tables |= {n: [list(row) for row in table] for n, table in inner.tables.items()}
            settings |= inner.settings
        elif name == "classes" and isinstance(value, list):
            settings[name] = " ".join(str(x) for x in value)
        elif isinstance(value, list):
            tables[name] = _json_table(name, value)
        elif isinstance(value, str):
            settings[name] = value
        elif value is not None:
            raise InputError("setting", name=name, found=str(value)[:40])
    return Raw(settings.pop("title", title), tables, settings)


def from_csv(text: str, title: str) -> Raw:
    """The raw problem that CSV text holds. InputError."""
    tables: dict[str, list[list[Cell]]] = {}
    settings: dict[str, str] = {}
    current: str | None = None
    for cells in csv.reader(text.splitlines()):
        cells = [cell.strip() for cell in cells]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            current = None
        elif cells[0].startswith("#"):
            continue
        elif cells[0][0].isalpha() and cells[0].lower() not in NOT_NAMES:
            name = canonical(cells[0])
            if name in tables or name in settings:
                raise InputError("twice", name=name)
            current = None if len(cells) > 1 else name
            if current is None:
                settings[name] = " ".join(cells[1:])
            else:
                tables[name] = []
        elif current is None:
            raise InputError("stray_row", found=",".join(cells)[:40])
        else:
            tables[current].append([BOOLEANS.get(cell.lower(), cell) for cell in cells])
    return Raw(settings.pop("title", title), tables, settings)


def arrays(path: Path) -> dict[str, Any]:
    """The arrays of an .npy or .npz file, without pickles. InputError; a single array is named by its file's stem."""
    import numpy as np

    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                size = sum(member.file_size for member in archive.infolist())
            if size > FILE_LIMIT:
                raise InputError("file_size", size=size, limit=FILE_LIMIT)
        loaded = np.load(path, allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            return {path.stem: loaded}
        with loaded:
            return {name: loaded[name] for name in loaded.files}
    except InputError:
        raise
    except (ValueError, MemoryError) as error:
        if "pickle" in str(error).lower() or "object" in str(error).lower():
            raise InputError("pickled") from None
        raise InputError("npz", reason=str(error)) from None
    except (zipfile.BadZipFile, EOFError, OSError, KeyError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # the file is not there, or closed to us: what NumPy cannot read has no number
        raise InputError("npz", reason=str(error)) from None


def _array_cells(name: str, array: Any, binary: bool) -> list[list[Cell]]:
    """0.1 of an fp32 or fp64 array is 1/10, or with `binary` the number that it is in memory."""
    import numpy as np

    if array.ndim != 2:
        raise InputError("dimensions", name=name)
    if array.dtype == np.bool_:
        return [[bool(x) for x in row] for row in array]
    if array.dtype.kind in "iu":
        return [[Fraction(int(x)) for x in row] for row in array]
    if array.dtype.kind != "f":
        raise InputError("dtype", name=name, dtype=str(array.dtype))
    if binary:
        return [[Fraction(float(x)) if np.isfinite(x) else str(x) for x in row] for row in array]
    return [[str(x) for x in row] for row in array]


def _npz(path: Path, binary: bool) -> Raw:
    import numpy as np

    tables: dict[str, list[list[Cell]]] = {}
    settings: dict[str, str] = {}
    for key, array in arrays(path).items():
        name = canonical(key)
        if array.dtype.kind == "U" and array.ndim == 0:
            settings[name] = str(array)
        elif name == "classes" and array.ndim == 1:
            settings[name] = " ".join(str(x) for x in array)
        elif name == "scale" and array.ndim == 0:
            settings[name] = str(Fraction(float(array)) if binary and np.isfinite(array) else array)
        else:
            tables[name] = _array_cells(name, array, binary)
    return Raw(settings.pop("title", path.name), tables, settings)


_READERS: dict[str, Callable[[str, str], Raw]] = {".json": from_json, ".csv": from_csv}


def read(path: Path, binary: bool = False) -> Raw:
    """The raw problem of a file. InputError for anything in it that cannot be read; OSError is the caller's."""
    size = path.stat().st_size
    if size > FILE_LIMIT:
        raise InputError("file_size", size=size, limit=FILE_LIMIT)
    suffix = path.suffix.lower()
    if suffix == ".npz":
        return _npz(path, binary)
    if binary:
        raise InputError("binary", suffix=suffix or path.name)
    return _READERS[suffix](_text(path), path.name)


SUFFIXES = (".npz", *_READERS)
