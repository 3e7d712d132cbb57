"""One file a format over one report."""
