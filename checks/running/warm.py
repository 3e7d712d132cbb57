"""Imported once by the server that processes are forked from: all imports, tables and patterns of an ordinary page are
there before the first document, and the collector leaves them alone, so that the processes go on sharing their memory.
"""

import gc

from checks import worker  # noqa: F401
from checks.checking import check_text
from checks.report.json import as_object

PAGE = """# Scores

X = [[1, 2], [3, 4]]

S = X X^T / sqrt(2) = [[3.54, 7.78], [7.78, 17.68]] and softmax([0, 1]) ≈ [0.269, 0.731]

For $d_k = 64$: $\\frac{\\partial L}{\\partial V} = A^\\top \\frac{\\partial L}{\\partial Y}$
"""

as_object(check_text(PAGE), "en")
gc.collect()
gc.freeze()
