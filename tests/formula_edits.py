"""Formulas of attention as code and LaTeX, each edited as people get them wrong; finite differences say what is true.

The right sides are NumPy text of this file, evaluated here in floats at sizes that differ from each other; nothing comes from
the checker.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

HEAD = r"""
Let $Q, K \in \mathbb{R}^{T \times d_k}$, $V \in \mathbb{R}^{T \times d_v}$, $S = Q K^\top / \sqrt{d_k}$,
$A = \operatorname{softmax}(S)$ row by row, $Y = A V$. A scalar loss $L$ sends back $G = \frac{\partial L}{\partial Y}$.
Write $dA$, $dS$, $dQ$, $dK$, $dV$ for the gradients of $L$ by $A$, $S$, $Q$, $K$, $V$.

## Claims

"""
FORMULAS = (
    ("dV", "A.T @ G"),
    ("dA", "G @ V.T"),
    ("dS", "A * (dA - np.sum(dA * A, axis=-1, keepdims=True))"),
    ("dS", "A * (dA - np.sum(G * Y, axis=1, keepdims=True))"),
    ("dS", "A * dA - A * np.sum(dA * A, axis=-1, keepdims=True)"),
    ("dQ", "dS @ K / np.sqrt(d_k)"),
    ("dK", "dS.T @ Q / np.sqrt(d_k)"),
)
# a slip, what it looks for, what it puts there; one mutant for each place
EDITS = (
    ("lost scale", r" / np\.sqrt\(d_k\)", ""),
    ("scale without its root", r"np\.sqrt\(d_k\)", "d_k"),
    ("scale the wrong way up", r"/ np\.sqrt", "* np.sqrt"),
    ("lost transpose", r"\.T", ""),
    ("a transpose too many", r"\b([QKVAGY]|d[AS])\b(?!\.T)", r"\1.T"),
    ("sign", r" - ", " + "),
    ("sign of the whole", r"^", "-"),
    ("a factor too many", r"^", "2 * "),
    ("wrong axis", r"axis=-?1", "axis=0"),
    ("axes not kept", r", keepdims=True", ""),
    ("dropped term", r" - (A \* )?np\.sum\(.*?=True\)", ""),
    ("only the sum", r"dA - np", "np"),
    ("row sum without weights", r"np\.sum\(dA \* A", "np.sum(dA"),
    ("elementwise for a product", r" @ ", " * "),
    ("a product for elementwise", r"A \* (?=\(|dA)", "A @ "),
    *(
        (f"{new} for {old}", rf"\b{old}\b", new)
        for old, new in (
            ("K", "Q"),
            ("Q", "K"),
            ("V", "G"),
            ("G", "V"),
            ("A", "S"),
            ("dA", "A"),
            ("dS", "dA"),
            ("dS", "S"),
            ("Y", "V"),
        )
    ),
)


@dataclass(frozen=True)
class Edited:
    """A formula with a slip (none: as it should be), spelled in code or LaTeX, and whether it is true all the same."""

    slip: str
    text: str
    spelling: str
    true: bool

    @property
    def page(self) -> str:
        return HEAD + self.text + "\n"


@cache
def values() -> dict[str, np.ndarray]:
    """One attention head with gradients by central differences, T, d_k and d_v all different."""
    rng = np.random.default_rng(7)
    q, k, v, g = (rng.normal(size=shape) for shape in ((5, 3), (5, 3), (5, 4), (5, 4)))

    def weights(scores: np.ndarray) -> np.ndarray:
        powers = np.exp(scores)
        return powers / powers.sum(axis=-1, keepdims=True)

    def slope(loss: object, at: np.ndarray) -> np.ndarray:
        out = np.zeros_like(at)
        for place in np.ndindex(*at.shape):
            step = np.zeros_like(at)
            step[place] = 1e-5
            out[place] = (loss(at + step) - loss(at - step)) / 2e-5  # type: ignore[operator]
        return out

    root = np.sqrt(3)
    scores = q @ k.T / root
    found = weights(scores)
    return {
        "Q": q,
        "K": k,
        "V": v,
        "G": g,
        "S": scores,
        "A": found,
        "Y": found @ v,
        "dV": slope(lambda x: np.sum(g * (found @ x)), v),
        "dA": slope(lambda x: np.sum(g * (x @ v)), found),
        "dS": slope(lambda x: np.sum(g * (weights(x) @ v)), scores),
        "dQ": slope(lambda x: np.sum(g * (weights(x @ k.T / root) @ v)), q),
        "dK": slope(lambda x: np.sum(g * (weights(q @ x.T / root) @ v)), k),
        "d_k": np.array(3.0),
    }


def holds(left: str, right: str) -> bool:
    """Whether left = right in shape and, up to the error of the differences, in value."""
    try:
        found = eval(right, {"np": np, **values()})
    except ValueError:
        return False
    wanted = values()[left]
    return found.shape == wanted.shape and bool(np.allclose(found, wanted, rtol=1e-5, atol=1e-7))


def latex(left: str, right: str) -> str:
    """The same in LaTeX, where it can be said there."""
    text = re.sub(r"np\.sum\((.*?), axis=-?1, keepdims=True\)", r"\\operatorname{rowsum}(\1)", right)
    text = re.sub(r" / np\.sqrt\(d_k\)", r" / \\sqrt{d_k}", text).replace(" * np.sqrt(d_k)", r" \sqrt{d_k}")
    text = text.replace(".T", r"^\top").replace(" @ ", r" ").replace("2 * ", "2 ").replace(" * ", r" \odot ")
    return rf"${left} = {text}$"


def edited() -> Iterator[Edited]:
    """Every formula as it should be and with each slip at each place, in each spelling that can say it."""
    seen = set()
    for left, right in FORMULAS:
        for slip, wanted, put in (("", r"^", ""), *EDITS):
            for place in re.finditer(wanted, right):
                text = right[: place.start()] + place.expand(put) + right[place.end() :]
                for spelling, shown in (("code", f"`{left} = {text}`"), ("LaTeX", latex(left, text))):
                    if shown not in seen and not (spelling == "LaTeX" and "np." in shown):
                        seen.add(shown)
                        yield Edited(slip, shown, spelling, holds(left, text))
