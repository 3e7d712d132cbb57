"""Pieces become claims: which quantity each printed number and formula is, by names, captions, words and place."""
