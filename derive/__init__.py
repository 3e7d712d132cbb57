"""Symbolic and exact: SymPy derives, a small kernel decides, python-flint evaluates."""
