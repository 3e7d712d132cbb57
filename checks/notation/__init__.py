"""Mathematics as people write it, read into expressions: tokens, formulas, chains of relations.

What its names stand for is decided elsewhere.
"""
