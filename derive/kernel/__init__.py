"""The trusted room: the only code that says "equal".

`equal` proves that two terms are equal for all sizes, within limits of time and size (`recording`), and notes the
rules it used and the side conditions it relied on. It never says "different": that takes a counterexample.
"""

from derive.kernel.assumptions import Assumption, Greatest, Hypothesis, Partition, assume
from derive.kernel.equality import equal, is_zero
from derive.kernel.record import RULES, Condition, OutOfScope, Record, TooLarge, recording
from derive.kernel.translate import express, normalise

__all__ = [
    "RULES",
    "Assumption",
    "Condition",
    "Greatest",
    "Hypothesis",
    "OutOfScope",
    "Partition",
    "Record",
    "TooLarge",
    "assume",
    "equal",
    "express",
    "is_zero",
    "normalise",
    "recording",
]
