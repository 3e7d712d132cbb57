"""Counted things between numbers: `4 exp + 4 sum` adds counts; `= 32 ops per row × 4` ends one chain and begins the next."""

from checks.tokens import Token

UNITS = frozenset(
    {
        "exp", "sum", "div", "muls", "mul", "mults", "adds", "add", "ops", "op", "flops", "flop", "per", "row", "por", "fila",
        "filas", "exps", "sums", "divs", "small", "sets", "each", "cada", "exponentials",
    }
)  # fmt: skip


def split_units(tokens: list[Token]) -> list[Token]:
    """The tokens without the units behind numbers, and with a split where a counted number begins another chain."""
    out: list[Token] = []
    n = 0
    while n < len(tokens):
        token = tokens[n]
        out.append(token)
        n += 1
        if token.kind != "number":
            continue
        stop = n
        while stop < len(tokens) and tokens[stop].kind == "name" and tokens[stop].text.lower() in UNITS and stop - n < 4:
            stop += 1
        if stop == n or not (stop < len(tokens) and tokens[stop].kind in ("op", "relation")) or tokens[n].text == "e":
            continue
        before = out[-2] if len(out) > 1 else None
        if before is not None and before.kind == "relation" and tokens[stop].kind == "op":
            out += [Token("split", "", token.start, token.start), token]
        n = stop
    return out
