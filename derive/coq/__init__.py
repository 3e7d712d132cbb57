"""A theorem as a file that Coq checks for all sizes, on its own reals and with nothing assumed of ours.

The statement comes from the theorem's terms: sums are functions on nat, a derivative is Coq's own derivable_pt_lim of the
function of one entry. The script follows the lines of our proof; Coq's kernel decides, ours has no say.
Left out: sums over blocks of a range, largest entries, rotations, elementwise functions.
"""

from derive.coq.export import exported
from derive.coq.spelling import Unsupported

__all__ = ["Unsupported", "exported"]
