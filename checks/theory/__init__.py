"""What a document says for all sizes: its declarations, definitions and formulas, and whether they hold.

stretches -> reader (chains of formulas) -> scope (what names mean, by section) -> propositions (what is claimed) ->
lower (formula -> kernel terms) -> verdicts (proved, refuted, undecided). Numbers of a worked example are not read here.
"""

from checks.document import Document
from checks.reading import READERS
from checks.reading.annotations import silenced
from checks.theory.counted import Count
from checks.theory.counts import Counts
from checks.theory.formats import formats
from checks.theory.oversize import oversized
from checks.theory.proposition import Proposition
from checks.theory.propositions import Theory
from checks.theory.stretches import section_starts, stretches
from checks.theory.tallies import tallies

Found = tuple[list[Proposition], list[Count], list[tuple[int, int]], list[tuple[int, int]]]


def theory(document: Document, language: str, comma: bool) -> Found:
    """The propositions of a document, its counts, the numbers that give a size, and the calculations that were read whole."""
    document = silenced(document)
    kinds = READERS[document.format][1](document)
    theory = Theory(document, language, comma)
    starts = section_starts(document, kinds)
    propositions = theory.read(stretches(document, kinds, starts), starts)
    refused = [(p.start, p.end) for p in propositions if p.reason == "limit"]
    propositions += oversized(document.text, refused)
    counts = Counts(document, language, comma, limits=theory.limits, deviation=theory.deviation)
    counted = counts.read(theory.scopes)
    counted.extend(tallies(document.text, comma))
    for said in formats(document.text, 0, len(document.text), comma):
        if isinstance(said, Proposition):
            propositions.append(said)
        else:
            counted.append(Count(said.start, said.end, said.about, said.literal, said.value, None))
    return propositions, counted, counts.given, counts.quiet
