"""What a document says for all sizes: its declarations, definitions and formulas, and whether they hold.

stretches -> reader (chains of formulas) -> scope (what names mean, by section) -> propositions (what is claimed) ->
lower (formula -> kernel terms) -> verdicts (proved, refuted, undecided). Numbers of a worked example are not read here.
"""

from checks.document import Document
from checks.reading import markdown, text
from checks.theory.propositions import Proposition, Theory
from checks.theory.stretches import stretches


def theory(document: Document, language: str, comma: bool) -> list[Proposition]:
    """The propositions of a document, in the order of the page."""
    kinds = markdown.kinds(document) if document.format == "markdown" else text.kinds(document)
    return Theory(document, language, comma).read(stretches(document, kinds))
