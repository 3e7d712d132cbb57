"""The table's correctly rounded floats as an .npz: A, Y, ... of one dtype, or A.fp32, A.bf16, ... of several.

NumPy has no bf16: those arrays are the 16 bits of each number as uint16. `about` says how they were made.
"""

import io
from typing import Any

from checks.report.tables.model import Table
from derive.floats import FORMATS, encoding


def _array(rows: list[list[float]], name: str) -> Any:
    import numpy as np

    if name == "bf16":
        return np.array([[encoding(x, FORMATS[name]) for x in row] for row in rows], dtype=np.uint16)
    return np.array(rows, dtype={"fp64": np.float64, "fp32": np.float32, "fp16": np.float16}[name])


def render(table: Table) -> bytes:
    import numpy as np

    arrays = {"about": np.array("\n".join((table.title, *table.how)))}
    for step in table.steps:
        for name, rows in step.floats.items():
            key = step.step.name if len(step.floats) == 1 else f"{step.step.name}.{name}"
            arrays[key] = _array(rows, name)
    out = io.BytesIO()
    np.savez(out, **arrays)  # type: ignore[arg-type]
    return out.getvalue()
