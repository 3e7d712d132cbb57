"""The saturation tables in words: as text for the terminal, as data for JSON."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from checks.messages import message
from checks.saturation import COLUMNS, Cell, Row, Setting, Table
from derive import moments
from derive.distributions import distance_to_normal


def heading(setting: Setting, lang: str) -> str:
    return message("saturation.heading", lang, d=setting.d_k, components=_law(setting).name)


def as_text(setting: Setting, tables: Sequence[Table], lang: str) -> list[str]:
    """Heading, moments, the tables, and the two usual claims answered with probabilities."""
    lines = [heading(setting, lang), *_moments(setting, lang)]
    for table in tables:
        model, scale = (message(f"saturation.{x}", lang) for x in (f"model_{table.model}", f"scale_{table.scale}"))
        lines += ["", message("saturation.table", lang, model=model, scale=scale), *_grid(setting, table, lang)]
    lines += ["", message("saturation.legend", lang, texts=setting.texts, seed=setting.seed, level=setting.confidence)]
    if errors := [error for table in tables if (error := _certified_error(table)) is not None]:
        lines.append(message("saturation.proved", lang, error=f"{max(errors):.1g}"))
    return [*lines, "", *answers(setting, tables, lang)]


def _law(setting: Setting) -> moments.Law:
    return moments.student(setting.nu) if setting.nu is not None else moments.LAWS[setting.components]


def _moments(setting: Setting, lang: str) -> list[str]:
    law = _law(setting)
    variance, kurtosis = moments.score_variance(law, law, setting.d_k), moments.excess_kurtosis(law, law, setting.d_k)
    lines = [message("saturation.moments", lang, variance=variance, kurtosis=kurtosis)]
    if setting.components == "gaussian":
        distance = float(distance_to_normal(setting.d_k, 8).mid())
        lines.append(message("saturation.distance", lang, d=setting.d_k, distance=f"{distance:.5f}"))
    return lines


def _certified_error(table: Table) -> float | None:
    """The largest radius of a certified value of the table."""
    cells = [cell for row in table.rows for cell in row.cells.values() if cell.certified]
    return max(((cell.high - cell.low) / 2 for cell in cells), default=None)


def _grid(setting: Setting, table: Table, lang: str) -> list[str]:
    names = {c: message(f"saturation.column_{c}", lang, c=f"{float(setting.threshold):g}") for c in COLUMNS}
    rows = [["T", "1/T", *names.values()]]
    rows += [
        [str(row.tokens), f"{1 / row.tokens:.4f}", *(shown(row.cells[column]) for column in COLUMNS)] for row in table.rows
    ]
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    return ["  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in rows]


def shown(cell: Cell) -> str:
    """0.7923 for a certified value; ~0.629 ±0.007 for a simulated one, by the wider half of its interval."""
    if cell.certified:
        return f"{cell.value:.4f}" if cell.value >= 0.001 or cell.high < 1e-6 else f"{cell.value:.2g}"
    half = max(cell.high - cell.value, cell.value - cell.low)
    return f"~{cell.value:.4f} ±{half:.4f}"


def answers(setting: Setting, tables: Sequence[Table], lang: str) -> list[str]:
    """What is usually said of scaled and unscaled scores, with the probability that it is true, in the last model."""
    lines = []
    for table in tables:
        if table.scale in ("sqrt", "none") and table.model == tables[-1].model:
            lines += [_answer(setting, table, row, lang) for row in table.rows]
    return lines


def _answer(setting: Setting, table: Table, row: Row, lang: str) -> str:
    return message(
        f"saturation.answer_{table.scale}",
        lang,
        T=row.tokens,
        model=message(f"saturation.short_{table.model}", lang),
        c=f"{float(setting.threshold):g}",
        uniform=f"{1 / row.tokens:.4f}",
        **{column: shown(row.cells[column]) for column in COLUMNS},
    )


def as_json(setting: Setting, tables: Sequence[Table]) -> dict[str, Any]:
    """The same as data; every value with its ends and whether they are certified or a confidence interval."""
    return {
        "format": "triplecheck-saturation/1",
        "d_k": setting.d_k,
        "threshold": str(setting.threshold),
        "components": _law(setting).name,
        "texts": setting.texts,
        "seed": setting.seed,
        "confidence": setting.confidence,
        "tables": [
            {
                "model": table.model,
                "scale": table.scale,
                "rows": [
                    {"tokens": row.tokens, **{name: asdict(cell) for name, cell in row.cells.items()}} for row in table.rows
                ],
            }
            for table in tables
        ],
    }
