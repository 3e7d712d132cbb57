"""The derivations that triplecheck ships, one file each."""
