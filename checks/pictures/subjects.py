"""What there is to draw: weights with and without the scale, saturation and gradient against d_k, the roofline.

Knows the witnesses (certified tables, exact weights, simulation, measurement) and says in each caption which one spoke.
"""

from collections.abc import Sequence
from typing import Any

from checks.lesson import saturation
from checks.messages import message
from checks.pictures.figure import Axis, Curve, Figure, Heat, Plot

LEAST_NORM = 1e-14
SCALES = {"none": False, "sqrt": True}


def _say(name: str, lang: str, /, **values: object) -> str:
    return message(f"pictures.{name}", lang, **values)


def _widths(lang: str) -> Axis:
    return Axis(_say("widths", lang), saturation.WIDTHS[0], saturation.WIDTHS[-1], log=True, base=2)


def _certified(scale: str, tokens: int, column: str) -> tuple[tuple[float, float], ...]:
    """(d_k, value) for the widths of the certified table."""
    rows = ((d, of[str(tokens)][column]) for d, of in saturation.table()[scale].items())
    return tuple((float(d), pair[0]) for d, pair in rows if pair is not None)


def saturated(lang: str) -> Figure:
    """P(largest weight > 0.95) and the mean of the largest weight, against d_k."""
    panels = (("exceeds", _say("exceeds", lang)), ("largest", _say("largest", lang)))
    return Figure(
        _say("saturation_title", lang),
        _say("saturation_caption", lang),
        tuple(Plot(title, _widths(lang), Axis(title, 0, 1), _by_tokens(column, lang)) for column, title in panels),
    )


def _by_tokens(column: str, lang: str) -> tuple[Curve, ...]:
    return tuple(
        Curve(f"T = {tokens}, {_say(f'scale_{scale}', lang)}", _certified(scale, tokens, column), n, dashed=scaled)
        for scale, scaled in SCALES.items()
        for n, tokens in enumerate(saturation.TOKENS)
        if not scaled or tokens in (2, 16)
    )


def gradient(lang: str) -> Figure:
    """Mean and median of the norm of the softmax Jacobian of two scores, against d_k."""
    columns = (("jacobian", _say("mean", lang)), ("median_jacobian", _say("median", lang)))
    curves = tuple(
        Curve(f"{name}, {_say(f'scale_{scale}', lang)}", _certified(scale, 2, column), n + 2 * scaled, dashed=scaled)
        for scale, scaled in SCALES.items()
        for n, (column, name) in enumerate(columns)
    )
    norm = Axis(_say("norm", lang), LEAST_NORM, 1, log=True)
    plot = Plot(_say("norm", lang), _widths(lang), norm, curves)
    return Figure(_say("gradient_title", lang), _say("gradient_caption", lang), (plot,))


def weights(rows: dict[str, Sequence[Sequence[float | None]]], about: str, lang: str) -> Figure:
    """Heat maps of A, unscaled beside scaled. rows: scale -> A."""
    panels = tuple(
        Heat(_say(f"weights_{scale}", lang), tuple(map(tuple, rows[scale])), _say("query", lang), _say("key", lang))
        for scale in SCALES
    )
    return Figure(_say("weights_title", lang), about, panels)


def roofline(machine: Any, rows: Sequence[Any], about: dict[str, Any], lang: str) -> Figure:
    """The roof of this machine and where each measured step stands under it."""
    points = [
        (float(row.step.intensity), row.step.flops / row.seconds / 1e9, message(f"roofline.{row.step.name}", lang))
        for row in rows
        if row.step.flops
    ]
    roof_x = [2.0**n for n in range(-5, 13)]
    ridge = machine.balance
    roof = [(x, min(machine.flops, machine.bytes * x) / 1e9) for x in sorted([*roof_x, ridge])]
    low = min(y for _, y, _ in points) / 2
    x, y = (
        Axis(_say("intensity", lang), 2.0**-5, 2.0**12, log=True),
        Axis(_say("rate", lang), low, 2 * max(machine.flops / 1e9, *(p[1] for p in points)), log=True),
    )
    curves = (
        Curve(_say("roof", lang), tuple(roof), 0),
        Curve("", tuple(p[:2] for p in points), 1, joined=False, labels=tuple(p[2] for p in points)),
    )
    caption = _say("roofline_caption", lang, **about)
    return Figure(_say("roofline_title", lang), caption, (Plot(_say("roofline_panel", lang), x, y, curves),))
