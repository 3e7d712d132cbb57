"""Tables of counts: calculations beside their numbers, totals, shares, formats; each right table with its wrong twins."""

import pytest

from checks.checking import check_text

COSTS = """| Step | Formula | FLOPs |
|---|---|---|
| scores | 2 · 1024 · 1024 · 64 | {0} |
| softmax | 5 · 1024 · 1024 | 5,242,880 |
| values | 2 · 1024 · 64 · 1024 | 134,217,728 |
| **Total** | | **{1}** |
"""
PESOS = """Los pesos de un bloque y la parte de cada uno en el total de la tabla:

| Componente | Parámetros | Parte |
|---|---:|---:|
| Atención | 2.359.296 | {0} |
| MLP | 4.718.592 | 66,6 % |
| Normas | 3.072 | 0,04 % |
| **Total** | {1} | 100 % |
"""
FORMATS = """| Model | Params | fp32 | fp16 |
|---|---:|---:|---:|
| BERT-base | 110M | 440 MB | {0} |
| GPT-2 | 124M | 496 MB | 248 MB |
| LLaMA 7B | 7B | {1} | 14 GB |
"""
SHAPES = """| Matrix | Shape | Number |
|---|---|---|
| W_Q | 512 × 512 | 4 |
| W_1 | 512 × 2048 | 1 |
| W_2 | 2048 × 512 | 1 |
"""
SMALL = """| Matrix | Size | Heads |
|---|---|---|
| Q | 2 · 2 | 4 |
| K | 2 · 2 | 4 |
| V | 2 · 8 | 4 |
"""
LAYERS = """| Part | Parameters |
|---|---|
| per layer | 7,087,872 |
| embedding | 39,383,808 |
| Total | {0} |
"""
TABLES = [
    (COSTS.format("134,217,728", "273,678,336"), ["agrees"] * 4),
    (COSTS.format("134,271,728", "273,678,336"), ["wrong", "agrees", "agrees", "lucky"]),
    (COSTS.format("134,271,728", "273,732,336"), ["wrong", "agrees", "agrees", "carried"]),
    (COSTS.format("134,217,728", "273,687,336"), ["agrees", "agrees", "agrees", "wrong"]),
    (PESOS.format("33,3 %", "7.080.960"), ["agrees"] * 4),
    (PESOS.format("33,3 %", "7.080.690"), ["wrong"]),
    (PESOS.format("38,3 %", "7.080.960"), ["wrong", "agrees", "agrees", "agrees"]),
    (FORMATS.format("220 MB", "28 GB"), ["agrees"] * 6),
    (FORMATS.format("202 MB", "28 GB"), ["agrees", "wrong", "agrees", "agrees", "agrees", "agrees"]),
    (FORMATS.format("220 MB", "14 GB"), ["agrees", "agrees", "agrees", "agrees", "wrong", "agrees"]),
    (LAYERS.format("46,471,680"), ["agrees"]),
    (LAYERS.format("124,438,272"), ["undecided"]),  # twelve layers
]  # fmt: skip


def verdicts(text: str) -> list[str]:
    return [
        f.verdict
        for f in check_text(text + "\n", format="markdown", details=False).findings
        if f.verdict not in ("given", "unread")
    ]


@pytest.mark.parametrize(("text", "expected"), TABLES, ids=range(len(TABLES)))
def test_a_table_of_counts(text: str, expected: list[str]) -> None:
    assert verdicts(text) == expected


def test_a_shape_beside_a_number_is_no_calculation() -> None:
    assert "wrong" not in verdicts(SHAPES) + verdicts(SMALL)
