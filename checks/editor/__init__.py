"""A document while it is written: what the language server shows of it, and where. Decides nothing of its own."""
