"""Exercises: a page with one slip, which the checker finds at its place and nowhere else; the answer says the same.

The generator does not look at the checker: each finds the other's mistakes.
"""

import json
from collections import Counter
from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest

from checks import cli
from checks.checking import check_text
from checks.commands.exercise import KINDS as CHOICES
from checks.exercise import KINDS, Exercise, as_json, as_markdown, make
from checks.messages import LANGUAGES, message
from checks.messages.exercise import MESSAGES

SEEDS = range(6)
NAMED = {"sign": "sign", "lost_scale": "lost_scale", "doubled_scale": "doubled_scale", "truncated": "truncated"}


@cache
def exercise(seed: int, kind: str) -> Exercise:
    return make(seed, kind, LANGUAGES[seed % len(LANGUAGES)])


@pytest.mark.parametrize("kind", KINDS)
def test_the_checker_finds_the_slip_and_nothing_else(kind: str) -> None:
    for seed in SEEDS:
        one = exercise(seed, kind)
        report = check_text(one.text, details=False)
        counts = Counter(f.verdict for f in report.findings)
        assert set(counts) <= {"given", "agrees", "rounding", "lucky", "carried", "wrong"}, (seed, counts)
        (root,) = [f for f in report.findings if f.verdict == "wrong"]
        assert (root.start, root.printed, root.line, root.column) == (
            one.slip.start,
            one.slip.printed,
            one.slip.line,
            one.slip.column,
        ), seed
        assert root.truth == one.slip.right
        assert all(f.cause == root.number for f in report.findings if f.verdict == "carried")
        judged = {f.start: f.verdict for f in report.findings}
        for number in one.numbers:
            if number.start != one.slip.start:
                allowed = {"carried", "rounding"} if number.printed != number.right else {"agrees", "lucky", None}
                assert judged.get(number.start) in allowed, (seed, number)


def test_a_numeral_without_its_sign_is_no_other_number() -> None:
    """A page with -0.502 beside 0.502 under a mask: the former is one number, not also the latter."""
    one = make(1009, "mask_shifted", "es")
    assert "-0.502  0.502" in one.text
    assert [f.start for f in check_text(one.text, details=False).findings if f.verdict == "wrong"] == [one.slip.start]


@pytest.mark.parametrize("kind", NAMED)
def test_the_checker_names_some_slips(kind: str) -> None:
    named = Counter(f.slip for seed in SEEDS for f in check_text(exercise(seed, kind).text).findings if f.verdict == "wrong")
    assert named[NAMED[kind]] == len(SEEDS)


def test_the_same_page_for_the_same_seed() -> None:
    assert make(3, "sign") == make(3, "sign") and make(3) == make(3)
    assert make(3).text != make(4).text and make(3, "sign").text != make(3, "truncated").text
    english, spanish = make(3, "sign", "en"), make(3, "sign", "es")
    assert [n.printed for n in english.numbers] == [n.printed for n in spanish.numbers]


def test_all_kinds_are_drawn_and_told() -> None:
    assert tuple(KINDS) == CHOICES
    assert {f"kind_{kind}" for kind in KINDS} == {name for name in MESSAGES if name.startswith("kind_")}
    assert {make(seed).kind for seed in range(80)} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_what_follows_is_worked_out_from_the_wrong_number(kind: str) -> None:
    """The sum, the weights and the output of the slip's row, once more, from what the page holds."""
    for seed in SEEDS:
        one = exercise(seed, kind)
        printed: dict[tuple[str, int, int], Decimal] = {}
        for number in one.numbers:
            if number.printed != "-inf":
                printed.setdefault(number.cell, Decimal(number.printed))
        if kind in ("dropped_term", "softmax_columns", "not_normalised", "transposed_digits"):
            continue  # these stand in the sums and weights themselves
        rows = {row for stage, row, _ in printed if stage == "sum"}
        for row in rows:
            powers = [value for (stage, i, _), value in printed.items() if (stage, i) == ("exp", row)]
            assert abs(sum(powers) - printed["sum", row, 0]) <= Decimal("0.003")
            weights = [value for (stage, i, _), value in printed.items() if (stage, i) == ("A", row)]
            assert abs(sum(weights) - 1) <= Decimal("0.003")


def test_the_answer() -> None:
    one = make(7, "lost_scale", "es")
    data = json.loads(as_json(one, Path("dir/page.md")))
    line = one.text.split("\n")[data["line"] - 1]
    assert line[data["column"] - 1 :].startswith(data["printed"]) and data["id"] == f"{data['line']}:{data['column']}"
    assert (data["format"], data["kind"], data["page"], data["language"]) == (
        "triplecheck-exercise/1",
        "lost_scale",
        "page.md",
        "es",
    )
    assert message("exercise.kind_lost_scale", "es") in data["message"]
    assert data["follows"] and all(f["printed"] != f["right"] for f in data["follows"])
    page = as_markdown(one, Path("dir/page.md"))
    assert data["message"] in page and page.count("\n| ") == len(data["follows"]) + 1


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = cli.main(["exercise", *words])
    shown = capsys.readouterr()
    return status, shown.out, shown.err


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "new")
    status, out, _ = run(capsys, "--seed", "7", "--kind", "sign", "-o", folder)
    assert status == 0 and "triplecheck check" in out
    assert sorted(p.name for p in Path(folder).iterdir()) == ["exercise-7-answer.json", "exercise-7-answer.md", "exercise-7.md"]
    page = Path(folder) / "exercise-7.md"
    assert page.read_text(encoding="utf-8") == make(7, "sign").text
    assert cli.main(["check", str(page)]) == 1
    assert "1 wrong" in capsys.readouterr().out
    status, _, err = run(capsys, "--seed", "7", "-o", folder)
    assert status == 2 and "--overwrite replaces it" in err and len(err.splitlines()) == 1
    assert run(capsys, "--seed", "7", "-o", folder, "--overwrite")[0] == 0


def test_a_folder_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    status, out, err = run(capsys, "-o", str(tmp_path / "file" / "below"), "--lang", "es")
    assert status == 2 and not out and "no se puede escribir" in err and len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "words", [["--seed", "x"], ["--seed", "-1"], ["--seed", "99999999999"], ["--kind", "luck"], ["--lang", "xx"]]
)
def test_bad_options(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run(capsys, *words)
    assert stop.value.code == 2
