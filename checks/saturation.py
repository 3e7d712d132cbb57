"""The saturation table: certified values where derive has them, simulated ones from numeric elsewhere, told apart.

Knows both witnesses and no wording; checks/commands/saturation.py prints it, checks/plot.py draws it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derive import saturation as certified
from derive.self_attention import two_tokens
from numeric import experiments

COLUMNS = ("exceeds", "exceeds_all", "near", "largest", "entropy", "jacobian", "median_jacobian")
MODELS = tuple(experiments.MODELS)
SCALES = tuple(certified.SCALES)


@dataclass(frozen=True, slots=True)
class Cell:
    """A value between two ends: surely (`certified`), or with the confidence asked for."""

    value: float
    low: float
    high: float
    certified: bool


@dataclass(frozen=True, slots=True)
class Row:
    tokens: int
    cells: dict[str, Cell]  # by COLUMNS


@dataclass(frozen=True, slots=True)
class Table:
    model: str
    scale: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is asked: sizes, level, the law of the entries, and how much to simulate."""

    d_k: int
    tokens: tuple[int, ...]
    threshold: Fraction
    components: str = "gaussian"
    nu: Fraction | None = None
    texts: int = experiments.TEXTS
    seed: int = 0
    confidence: float = 0.95


def tables(setting: Setting, models: Sequence[str] = MODELS, scales: Sequence[str] = SCALES) -> list[Table]:
    """One table for each model and scale."""
    return [table for model in models for table in _model_tables(setting, model, scales)]


def _model_tables(setting: Setting, model: str, scales: Sequence[str]) -> list[Table]:
    draw = experiments.student(float(setting.nu)) if setting.nu is not None else experiments.COMPONENTS[setting.components]
    factors = [float(certified.SCALES[scale](setting.d_k).mid()) for scale in scales]
    simulated = [
        experiments.saturation(
            setting.d_k,
            tokens,
            factors,
            float(setting.threshold),
            model=model,
            components=draw,
            texts=setting.texts,
            seed=setting.seed,
            confidence=setting.confidence,
        )
        for tokens in setting.tokens
    ]
    result = []
    for place, scale in enumerate(scales):
        known = _certified(setting, model, scale)
        rows = (
            Row(tokens, _cells(drawn[place], known.get(tokens)))
            for tokens, drawn in zip(setting.tokens, simulated, strict=True)
        )
        result.append(Table(model, scale, tuple(rows)))
    return result


def _certified(setting: Setting, model: str, scale: str) -> dict[int, certified.Saturation]:
    """What quadrature has, by T: Gaussian entries, independent or of two tokens that attend to themselves."""
    if setting.components != "gaussian":
        return {}
    if model == "independent":
        rows = certified.saturations(setting.d_k, setting.tokens, scale, setting.threshold)
        return dict(zip(setting.tokens, rows, strict=True))
    pair = two_tokens(setting.d_k, scale, setting.threshold) if 2 in setting.tokens else None
    return {} if pair is None else {2: pair}


def _cells(simulated: experiments.Saturation, known: certified.Saturation | None) -> dict[str, Cell]:
    """Each column from the certified side where that has it, else from the simulation."""
    cells = {}
    for column in COLUMNS:
        ball, estimate = getattr(known, column, None), getattr(simulated, column)
        cells[column] = Cell(estimate.value, estimate.low, estimate.high, False) if ball is None else _cell(ball)
    return cells


def _cell(ball: Any) -> Cell:
    return Cell(float(ball.mid()), float(ball.lower()), float(ball.upper()), True)
