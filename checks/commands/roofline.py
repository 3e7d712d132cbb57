"""What attention costs and how long it takes here, step by step: model and measurement side by side.

For one head of T tokens, each step of the five lines (scores, scale, maximum, subtraction, exp, sum, division, A V)
and the tiled passes, forward and backward: FLOPs, exponentials, bytes, arithmetic intensity (FLOPs per byte), which of
the machine's rates bounds it (the roofline model), the time that follows, and the time measured on this machine.

The machine's rates are measured first, with arrays of the same size. One thread is measured only if BLAS keeps to one:

    OPENBLAS_NUM_THREADS=1 triplecheck roofline --tokens 2048 --d-k 64
"""

import argparse
import json
import platform
import sys
from pathlib import Path
from typing import Any

from checks.messages import LANGUAGES, message

MOST = {"--tokens": 65_536, "--d-k": 8192, "--d-v": 8192, "--repeats": 1000}
LIMIT_MIB = 4096
WIDTHS = {"float32": 4, "float64": 8}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tokens", type=int, default=1024, metavar="T", help="queries and keys (default 1024)")
    parser.add_argument("--d-k", type=int, default=64, metavar="N", help="features of a query and a key (default 64)")
    parser.add_argument("--d-v", type=int, metavar="N", help="features of a value (default: d_k)")
    parser.add_argument("--dtype", choices=sorted(WIDTHS), default="float32", help="default float32")
    parser.add_argument("--causal", action="store_true", help="tiled passes skip the keys after each query")
    parser.add_argument("--repeats", type=int, default=5, metavar="N", help="runs a median is taken of (default 5)")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default text")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the text (default en)")


def trouble(args: argparse.Namespace) -> str | None:
    """Why these arguments cannot be measured, or None."""
    for option, most in MOST.items():
        value = getattr(args, option.strip("-").replace("-", "_"))
        if value is not None and not 1 <= value <= most:
            return message("roofline.too_small", args.lang, option=option, value=value, most=most)
    mib = -(-5 * args.tokens**2 * WIDTHS[args.dtype] // 2**20)
    if mib > LIMIT_MIB:
        return message("roofline.memory_limit", args.lang, tokens=args.tokens, mib=mib, limit=LIMIT_MIB)
    return None


def processor() -> str:
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def run(args: argparse.Namespace) -> int:
    """Measure and print; 0, or 2 for arguments out of range."""
    if (reason := trouble(args)) is not None:
        print(f"triplecheck roofline: {reason}", file=sys.stderr)
        return 2
    from numeric.costs import Shape
    from numeric.roofline import roofline

    d_v = args.d_v or args.d_k
    shape = Shape(args.tokens, args.tokens, args.d_k, d_v, WIDTHS[args.dtype], args.causal)
    machine, rows = roofline(shape, args.dtype, args.repeats)
    described = about(args.dtype, args.tokens, args.d_k, d_v)
    print(as_json(described, machine, rows) if args.format == "json" else as_text(described, machine, rows, args))
    return 0


def about(dtype: str, tokens: int, d_k: int, d_v: int) -> dict[str, Any]:
    """What was measured, and on what."""
    import numpy as np

    blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    return {
        "processor": processor(),
        "numpy": np.__version__,
        "blas": f"{blas['name']} {blas['version']}",
        "dtype": dtype,
        "tokens": tokens,
        "d_k": d_k,
        "d_v": d_v,
    }


def as_json(about: dict[str, Any], machine: Any, rows: list[Any]) -> str:
    """Everything in plain units: FLOPs, bytes, seconds."""
    rates = {name: getattr(machine, name) for name in ("flops", "bytes", "exponentials", "balance")}
    steps = [
        {
            "step": row.step.name,
            "flops": row.step.flops,
            "exponentials": row.step.exponentials,
            "bytes": row.step.bytes,
            "intensity": float(row.step.intensity),
            "bound": row.bound,
            "model_seconds": row.predicted,
            "measured_seconds": row.seconds,
        }
        for row in rows
    ]
    return json.dumps({**about, "rates_per_second": rates, "steps": steps}, indent=2)


def as_text(about: dict[str, Any], machine: Any, rows: list[Any], args: argparse.Namespace) -> str:
    """A table with the columns lined up."""
    rates = message(
        "roofline.rates",
        args.lang,
        flops=machine.flops / 1e9,
        bytes=machine.bytes / 1e9,
        exponentials=machine.exponentials / 1e9,
        balance=machine.balance,
    )
    table = [message("roofline.header", args.lang).split("|")]
    table += [
        [
            message(f"roofline.{row.step.name}", args.lang),
            f"{row.step.flops / 1e6:.2f}",
            f"{row.step.exponentials / 1e6:.2f}",
            f"{row.step.bytes / 1e6:.2f}",
            f"{float(row.step.intensity):.3g}",
            message(f"roofline.{row.bound}", args.lang),
            f"{row.predicted * 1e3:.3f}",
            f"{row.seconds * 1e3:.3f}",
            f"{row.seconds / row.predicted:.2f}",
        ]
        for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) if place in (0, 5) else cell.rjust(width) for place, (cell, width) in enumerate(pairs))
        for pairs in (list(zip(cells, widths, strict=True)) for cells in table)
    ]
    closing = message("roofline.units", args.lang, repeats=args.repeats)
    return "\n".join([message("roofline.machine", args.lang, **about), rates, "", *map(str.rstrip, lines), "", closing])
