"""The givens of a document as a problem. The reading itself is the document checker's."""

from pathlib import Path

from checks.problems.raw import Raw
from derive.reference.problem import InputError


def from_document(path: Path) -> Raw:
    raise InputError("suffix", known=".npz, .json, .csv")
