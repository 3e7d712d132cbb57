"""Counts that follow from the one before: other formats, so many of them, half; each right row with its wrong twin."""

import pytest

from checks.checking import check_text

CACHE = "The cache takes 2 · 32 · 8 · 128 · 8192 · 2 bytes = 1 GiB per request. "
CACHE_DE = "Pro Anfrage braucht der KV-Cache 2 · 32 · 8 · 128 · 8192 · 2 Bytes = 1 GiB. "
SCORES = "The matrix has 4096 · 4096 = 16,777,216 entries, i.e. 64 MiB in fp32. "
HEAD = "Per head the scores cost 2 · 1024 · 1024 · 64 = 134,217,728 FLOPs. "
FOLLOWS = [
    (CACHE + "For 16 requests: 16 GiB.", ["agrees", "agrees"]),
    (CACHE + "For 16 requests: 18 GiB.", ["agrees", "wrong"]),
    (CACHE + "For 24 requests it is 24 GiB; for 8 requests 4 GiB.", ["agrees", "agrees", "wrong"]),
    (CACHE_DE + "Für 16 Anfragen: 16 GiB. Für 24 Anfragen: 24 GiB.", ["agrees", "agrees", "agrees"]),
    (CACHE_DE + "Für 16 Anfragen: 16 GiB. Für 24 Anfragen: 20 GiB.", ["agrees", "agrees", "wrong"]),
    (CACHE + "A batch of 16 has 18 GiB with the weights.", ["agrees", "undecided"]),  # something else is counted as well
    (SCORES + "In bf16 they take 32 MiB, in fp16 32 MiB.", ["agrees"] * 4),
    (SCORES + "In bf16 they take 16 MiB.", ["agrees", "agrees", "wrong"]),
    ("A table takes 32 MiB in fp32. In bf16 it takes 16 MiB.", ["undecided", "agrees"]),
    ("A table takes 32 MiB in fp32. In bf16 it takes 64 MiB.", ["undecided", "wrong"]),
    ("A model takes 14 GB in fp16. In int4 it takes 3.9 GB.", ["undecided", "undecided"]),  # scales take room too
    (SCORES.replace("64 MiB", "32 MiB"), ["agrees", "wrong"]),
    ("The layer has 1024 · 1024 = 1,048,576 parameters. In fp16 that is 2 MiB.", ["agrees", "agrees"]),
    ("The layer has 1024 · 1024 = 1,048,576 parameters. In fp32 that is 2 MiB.", ["agrees", "wrong"]),
    ("La capa tiene 1024 · 1024 = 1.048.576 parámetros. En fp16 son 2 MiB.", ["agrees", "agrees"]),
    ("La capa tiene 1024 · 1024 = 1.048.576 parámetros. En fp32 son 2 MiB.", ["agrees", "wrong"]),
    ("Die Matrix Q hat 4096 · 128 = 524.288 Einträge. In fp16 sind das 1 MiB, in fp32 4 MiB.", ["agrees", "agrees", "wrong"]),
    (HEAD + "All 12 heads: 1.61 GFLOP.", ["agrees", "agrees"]),
    (HEAD + "All 12 heads: 1.07 GFLOP.", ["agrees", "wrong"]),
    ("It costs 2 · 1024 · 1024 · 64 = 134,217,728 FLOPs. With the mask half: 67 MFLOP.", ["agrees", "agrees"]),
    (SCORES + "With 32 heads this is 2 GiB in fp32 and 1 GiB in bf16.", ["agrees"] * 4),
    (SCORES + "With 32 heads this is 2 GiB in fp32 and 2 GiB in bf16.", ["agrees", "agrees", "agrees", "wrong"]),
    ("A 70B model takes 140 GB in fp16, 70 GB in int8 and 35 GB in int4.", ["agrees"] * 3),
    ("A 70B model takes 140 GB in fp16, 35 GB in int8 and 70 GB in int4.", ["agrees", "wrong", "wrong"]),
    ("It grows from 64 MiB to 16 MiB.", ["undecided", "undecided"]),
    ("80 GB of weights at 2 TB/s take 40 ms.", ["undecided", "agrees"]),
]  # fmt: skip
TOKEN = "The cache takes 2 · 80 · 8 · 128 · 2 bytes = 320 KiB per token. "
FOLLOWS += [
    (TOKEN + "8K tokens take 2.5 GiB.", ["agrees", "agrees"]),
    (TOKEN + "8K tokens take 3.5 GiB.", ["agrees", "undecided"]),  # K may be 1000
    (TOKEN + "For 4096 tokens it takes 1.25 GiB.", ["agrees", "agrees"]),
    (TOKEN + "For 4096 tokens it takes 1.5 GiB.", ["agrees", "wrong"]),
    (TOKEN + "In fp8 it is 160 KiB per token.", ["agrees", "agrees"]),
    (TOKEN + "In fp8 it is 80 KiB per token.", ["agrees", "wrong"]),
    (TOKEN + "In fp8 it is 20 KiB per head.", ["agrees", "undecided"]),
]
UNITS = [
    ("The cache shrinks from 512 KiB to 512 / 32 = 16 KiB per token.", ["undecided", "agrees"]),
    ("The cache shrinks from 512 KiB to 512 / 32 = 18 KiB per token.", ["undecided", "wrong"]),
    ("A 7B model with its optimizer needs 16 · 7 = 112 GB.", ["agrees"]),
    ("A 7B model with its optimizer needs 16 · 7 = 121 GB.", ["wrong"]),
    ("It takes 2 · 32 · 8 · 128 · 2 = 131,072 KiB.", ["wrong"]),
    ("It takes 3 · 9 = 27 GB.", ["undecided"]),
    ("La matrice des scores occupe 8192 · 8192 · 2 octets = 128 Mio ; les poids sont dans le cache.", ["agrees"]),
    ("La matrice des scores occupe 8192 · 8192 · 2 octets = 128 Mo ; les poids sont dans le cache.", ["wrong"]),
    ("2^20 = 1.048.576.", ["agrees"]),
    ("2^20 = 1.048.567.", ["wrong"]),
    ("4096 · 128 = 524.288", ["agrees"]),
    ("4096 · 128 = 524.289", ["wrong"]),
    ("With 312 TFLOP/s and 2 TB/s the ridge lies at 156 FLOPs per byte.", ["agrees"]),
    ("With 312 TFLOP/s and 1.555 TB/s the ridge lies at 156 FLOPs per byte.", ["wrong"]),
]  # fmt: skip


def verdicts(text: str) -> list[str]:
    return [f.verdict for f in check_text(text + "\n", format="markdown", details=False).findings if f.verdict != "given"]


@pytest.mark.parametrize(("text", "expected"), FOLLOWS, ids=range(len(FOLLOWS)))
def test_a_count_goes_on_from_the_one_before(text: str, expected: list[str]) -> None:
    assert verdicts(text) == expected


@pytest.mark.parametrize(("text", "expected"), UNITS, ids=range(len(UNITS)))
def test_units_and_thousands(text: str, expected: list[str]) -> None:
    assert verdicts(text) == expected


OTHER = [
    ("- Weights: 7B parameters × 2 bytes = 14 GB", 0),
    ("It takes 2 · 7e9 = 14 GFLOP per token; a step takes three times that: 42 GFLOP, in all 4.2e22 FLOPs.", 1),
    ("The weights take 14 GB. With the cache of 2 GB the model needs 16 GB. For 8 requests it needs 30 GB.", 0),
    ("The weights take 350 GB; with Adam, 16 bytes per parameter, it is 2.8 TB.", 0),
    ("It costs 84 MFLOP per head, against 2 · 2 · 4096 · 4096 · 128 = 8.6 GFLOP. For 32 heads: 2.7 GFLOP and 275 GFLOP.", 2),
    ("A block takes 64 · 64 · 4 bytes = 16 KiB. All three take 48 KiB.", 1),
    ("The scores take 1024 · 1024 · 2 bytes = 2 MiB, 8 MiB, 32 MiB for these lengths.", 1),
]  # fmt: skip


@pytest.mark.parametrize(("text", "agree"), OTHER, ids=range(len(OTHER)))
def test_what_speaks_of_something_else_is_not_false(text: str, agree: int) -> None:
    found = verdicts(text)
    assert "wrong" not in found and found.count("agrees") >= agree
