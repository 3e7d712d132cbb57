"""The NumPy engine: what a user would run. Imports NumPy alone."""
