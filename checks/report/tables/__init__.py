"""The certified table of one problem: one model, one file a format."""
