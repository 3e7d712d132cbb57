"""Formats and layouts: a document becomes located pieces, in the order of the page. Knows lines, not mathematics."""
