"""Documents, claims, verdicts, reports: the only place where the witnesses meet."""

__version__ = "0.1.0"
