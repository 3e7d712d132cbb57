"""The derivations that triplecheck ships, one file an area.

`TABLE` names them all and imports nothing: a theorem's module is loaded when it is asked for. Each module holds
`THEOREMS`: name -> Theorem.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from derive.proof import Proof, Replay, Statement, replay


@dataclass(frozen=True, slots=True)
class Twin:
    """A false statement next to a true one, named by its slip: it must never be proved."""

    slip: str
    statement: Statement


@dataclass(frozen=True, slots=True)
class Theorem:
    """`derive` builds the proof from the definitions, `check` replays it.

    Titles are in checks/messages/theorems.py under `name`.
    """

    name: str
    derive: Callable[[], Proof]
    twins: Callable[[], tuple[Twin, ...]] = tuple
    check: Callable[[Proof], Replay] = replay


# theorem -> module of this package
_MODULES: dict[str, str] = {
    "softmax": "jacobian vjp sums_to_one rows_sum_to_zero symmetric shift shift_masked log_jacobian second_derivative "
    "jacobian_norm entropy_gradient temperature",
    "attention": "dA dS dS_masked dV dV_masked dQ dQ_masked dK dK_masked flash_D flash_dS flash_tile",
    "projections": "dW_Q dW_K dW_V dX feed_forward",
    "multihead": "dQ dK dV dW_O",
    "losses": "cross_entropy cross_entropy_targets cross_entropy_batch",
    "online": "merge lse_merge lse_shift lse_weights",
    "norms": "layer_dx layer_dgain layer_dbias rms_dx rms_dgain",
    "rope": "shift relative norm",
    "scores": "mean variance scaled_variance",
}
TABLE: dict[str, str] = {f"{module}.{name}": module for module, names in _MODULES.items() for name in names.split()}


def theorem(name: str) -> Theorem:
    """The theorem of that name. KeyError when there is none."""
    found: Theorem = import_module(f"derive.theorems.{TABLE[name]}").THEOREMS[name]
    return found


def replayed(name: str) -> Replay:
    """The theorem's proof, derived and replayed now. KeyError for an unknown name, Unproved when it fails."""
    found = theorem(name)
    return found.check(found.derive())
