"""A theorem as a file that Coq checks for all sizes, on its own reals and with nothing assumed of ours.

The statement comes from the theorem's terms: sums are functions on nat, a derivative is Coq's own derivable_pt_lim of the
function of one entry. The script follows the lines of our proof; Coq's kernel decides, ours has no say.
Left out: sums over blocks of a range, largest entries, rotations, elementwise functions.
"""

from derive.coq.export import exported
from derive.coq.spelling import Unsupported

__all__ = ["EXPORTED", "Unsupported", "exported"]

# what Coq accepts today; tests/test_coq.py has it check a part, bench/coq.py all
EXPORTED = (
    "softmax.jacobian",
    "softmax.vjp",
    "attention.dA",
    "attention.dS",
    "attention.dS_masked",
    "attention.dV",
    "attention.dV_masked",
    "attention.dQ",
    "attention.dQ_masked",
    "attention.dK",
    "attention.dK_masked",
    "attention.flash_D",
    "attention.flash_dS",
    "projections.dW_Q",
    "projections.dW_K",
    "projections.dW_V",
    "projections.dX",
    "scores.mean",
    "scores.variance",
)
