"""A Report as plain JSON data and back, for the way between processes: never a pickle."""

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

from checks.document import Document, line_starts
from checks.findings import Finding, Report

_PAIRS = ("details", "counterexample", "proof")


def packed(report: Report) -> dict[str, Any]:
    """The report as data that json can write; without the macros of its document, which no report shows."""
    document = report.document
    return {
        "document": {
            "path": document.path,
            "text": document.text,
            "format": document.format,
            "source": document.source,
            "places": document.places,
            "cells": document.cells,
            "language": document.language,
            "tolerance": None if document.tolerance is None else str(document.tolerance),
        },
        "language": report.language,
        "rounding_habit": report.rounding_habit,
        "findings": [{f.name: getattr(finding, f.name) for f in fields(Finding)} for finding in report.findings],
        "read": sorted(report.read),
    }


def unpacked(data: Mapping[str, Any]) -> Report:
    """The report that was packed."""
    found = dict(data["document"])
    places, cells = tuple(found.pop("places")), tuple((at, number, kind) for at, number, kind in found.pop("cells"))
    tolerance = found.pop("tolerance")
    found["tolerance"] = None if tolerance is None else Fraction(tolerance)
    document = Document(**found, starts=line_starts(found["text"]), places=places, cells=cells)
    findings = tuple(_finding(values) for values in data["findings"])
    return Report(document, data["language"], data["rounding_habit"], findings, frozenset(data["read"]))


def _finding(values: dict[str, Any]) -> Finding:
    pairs = {name: tuple((key, value) for key, value in values[name]) for name in _PAIRS}
    page = None if values["page"] is None else tuple(values["page"])
    put = None if values["put"] is None else tuple(values["put"])
    return Finding(**{**values, **pairs, "page": page, "put": put})
