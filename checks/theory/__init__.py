"""What a document says for all sizes: its declarations, definitions and formulas, and whether they hold.

stretches -> reader (chains of formulas) -> scope (what names mean, by section) -> lower (formula -> kernel terms) ->
propositions (what is claimed) -> verdicts (proved, refuted, undecided). Numbers of a worked example are not read here.
"""
