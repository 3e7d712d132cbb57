"""The Attention cases that the onnx wheel ships: as files up to 1.22, built in memory from 1.23 on."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.onnx_operator import Attributes, Inputs

OUTPUTS = ("Y", "present_key", "present_value", "qk_matmul_output")


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    inputs: Inputs
    attributes: Attributes
    outputs: dict[str, NDArray]  # those that the case publishes, in its own dtype


def case(name: str, model: Any, given: list[NDArray], published: list[NDArray]) -> Case:
    import onnx

    node = model.graph.node[0]
    arrays, results = iter(given), iter(published)
    inputs = {field: next(arrays) for field, used in zip(Inputs.__slots__, node.input) if used}
    attributes = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
    outputs = {field: next(results) for field, used in zip(OUTPUTS, node.output) if used}
    return Case(name, Inputs(**{n: widened(a) for n, a in inputs.items()}), Attributes(**attributes), outputs)


def widened(array: NDArray) -> NDArray:
    """bfloat16, which NumPy does not have, as float32."""
    return array.astype(np.float32) if array.dtype.name == "bfloat16" else array


def from_files(root: Path) -> Iterator[Case]:
    import onnx
    from onnx import numpy_helper

    for folder in sorted(root.glob("test_attention_*")):
        if folder.name.endswith("_expanded"):
            continue
        data = [
            [numpy_helper.to_array(onnx.load_tensor(str(path))) for path in numbered(folder, kind)]
            for kind in ("input", "output")
        ]
        yield case(folder.name, onnx.load(str(folder / "model.onnx")), *data)


def numbered(folder: Path, kind: str) -> list[Path]:
    paths = (folder / "test_data_set_0").glob(f"{kind}_*.pb")
    return sorted(paths, key=lambda path: int(re.findall(r"\d+", path.stem)[-1]))


def shipped() -> list[Case]:
    """Every Attention case of the wheel that is installed, the expanded twins left out."""
    import onnx

    files = Path(onnx.__file__).parent / "backend" / "test" / "data" / "node"
    on_disk = list(from_files(files))
    if on_disk:
        return on_disk
    from onnx.backend.test.loader import load_model_tests

    with np.errstate(all="ignore"):
        built = [c for c in load_model_tests(kind="node") if c.name.startswith("test_attention")]
    return [case(c.name, c.model, *c.data_sets[0]) for c in built if not c.name.endswith("_expanded")]
