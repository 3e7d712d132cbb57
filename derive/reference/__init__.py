"""Exact forward and backward passes of attention for given numbers: certified digits, correctly rounded floats.

problem -> scores -> balls (refined until every digit is decided) and, where a ball cannot decide, entries: the same
values as quotients of exponential sums, whose rationality is decidable (Lindemann-Weierstrass).
"""
